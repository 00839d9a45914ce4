"""Events in rounds: who takes part, what was paired, and which session was played for which pairing

Revision ID: 0002
Revises: 0001
"""

from collections.abc import Callable

import sqlalchemy as sa
from alembic import op
from sqlmodel.sql.sqltypes import UTCDateTime

revision = "0002"
down_revision = "0001"
branch_labels = None
depends_on = None

KINDS = (
    "settings",
    "enter",
    "withdraw",
    "absent",
    "bye",
    "draft",
    "pair",
    "unpair",
    "forfeit",
    "close",
    "finish",
    "undo",
)
FIRST_COLUMNS = "id, uid, event_id, seq, kind, name, format, settings, batch_id, at, came"
START_COLUMNS = (
    "entry_id, player_a, player_b, rules, digest, format, deals, target, played_on, first_dealer, event_id, table_name"
)
START_INDEXES = ("event_id", "player_a", "player_b")

KEPT = {
    "event_entry": f"{FIRST_COLUMNS}, round, board, loser, undoes",
    "event_entry_player": "",
    "pairing": "id, entry_id, board, player_a, player_b, kind, by_hand",
}
"""Tables into which is only inserted, and which of their columns cannot be replaced, all where none is named: a
reason may hold a name."""


def upgrade() -> None:
    """Let event_entry say more, make the new tables, and the triggers that keep them."""
    is_postgres = op.get_bind().dialect.name == "postgresql"
    if is_postgres:
        widen_event_entry()
    else:
        rebuild("event_entry", create_event_entry, FIRST_COLUMNS)
    create_new_tables()
    op.execute(
        "ALTER TABLE session_start ADD COLUMN pairing_id INTEGER"
        " CONSTRAINT fk_session_start_pairing_id REFERENCES pairing (id)"
    )
    op.execute("ALTER TABLE session_start ADD COLUMN must_decide BOOLEAN DEFAULT false NOT NULL")
    op.create_index(op.f("ix_session_start_pairing_id"), "session_start", ["pairing_id"])
    for table, columns in KEPT.items():
        keep(table, columns, is_postgres=is_postgres)


def downgrade() -> None:
    """Take away what events in rounds hold; what was settled for events stays."""
    is_postgres = op.get_bind().dialect.name == "postgresql"
    op.drop_index(op.f("ix_session_start_pairing_id"), "session_start")
    if is_postgres:
        op.drop_column("session_start", "pairing_id")
        op.drop_column("session_start", "must_decide")
    else:
        for name in START_INDEXES:
            op.drop_index(op.f(f"ix_session_start_{name}"), "session_start")
        rebuild("session_start", create_first_session_start, START_COLUMNS)
        keep("session_start", "", is_postgres=False)
    op.drop_table("pairing")
    op.drop_table("event_entry_player")
    let_go("event_entry", is_postgres=is_postgres)
    op.execute("DELETE FROM event_entry WHERE kind <> 'settings'")
    if is_postgres:
        narrow_event_entry()
    else:
        rebuild("event_entry", create_first_event_entry, FIRST_COLUMNS)
    keep("event_entry", "", is_postgres=is_postgres)


def rebuild(table: str, create: Callable[[], None], columns: str) -> None:
    """Make a table of SQLite anew with what it holds; nothing refers to it, and its triggers go."""
    op.execute(f"ALTER TABLE {table} RENAME TO {table}_before")
    create()
    op.execute(f"INSERT INTO {table} ({columns}) SELECT {columns} FROM {table}_before")
    op.execute(f"DROP TABLE {table}_before")


def keep(table: str, columns: str, *, is_postgres: bool) -> None:
    """Triggers that refuse to change (these columns, all where none is named), delete or truncate."""
    let_go(table, is_postgres=is_postgres)
    changed = f" OF {columns}" if columns else ""
    for name, event in (("no_update", f"UPDATE{changed}"), ("no_delete", "DELETE"), ("no_truncate", "TRUNCATE")):
        if is_postgres:
            each = "STATEMENT" if name == "no_truncate" else "ROW"
            op.execute(
                f"CREATE TRIGGER {table}_{name} BEFORE {event} ON {table}"
                f" FOR EACH {each} EXECUTE FUNCTION refuse_change()"
            )
        elif name != "no_truncate":
            op.execute(
                f"CREATE TRIGGER {table}_{name} BEFORE {event} ON {table}"
                f" BEGIN SELECT RAISE(ABORT, 'the league only grows: {table} is never changed'); END"
            )


def let_go(table: str, *, is_postgres: bool) -> None:
    """Take the triggers of a table away, where there are some."""
    on = f" ON {table}" if is_postgres else ""
    for name in ("no_update", "no_delete", "no_truncate"):
        op.execute(f"DROP TRIGGER IF EXISTS {table}_{name}{on}")


def event_entry_checks() -> tuple[tuple[str, str], ...]:
    """The CHECKs of event_entry that 0001 does not have, or has otherwise."""
    listed = ", ".join(f"'{kind}'" for kind in KINDS)
    return (
        ("kind", f"kind IN ({listed})"),
        ("name", "(name IS NOT NULL) = (kind = 'settings')"),
        ("format", "(format IS NOT NULL) = (kind = 'settings')"),
        ("settings", "(settings IS NOT NULL) = (kind = 'settings')"),
        ("undo", "(undoes IS NOT NULL) = (kind = 'undo')"),
        ("undoes_earlier", "undoes < seq"),
        ("forfeit", "(loser IS NOT NULL) = (kind = 'forfeit') AND (board IS NOT NULL) = (kind = 'forfeit')"),
        ("loser", "loser IN ('a', 'b', 'both')"),
        ("round", "round >= 1 AND board >= 1"),
    )


def create_event_entry() -> None:
    """Make event_entry."""
    op.create_table(
        "event_entry",
        *event_entry_columns(nullable=True),
        sa.Column("round", sa.Integer(), nullable=True),
        sa.Column("board", sa.Integer(), nullable=True),
        sa.Column("loser", sa.Text(), nullable=True),
        sa.Column("undoes", sa.Integer(), nullable=True),
        sa.Column("reason", sa.Text(), nullable=True),
        *(sa.CheckConstraint(text, name=op.f(f"ck_event_entry_{name}")) for name, text in event_entry_checks()),
        *event_entry_constraints(),
    )


def create_first_event_entry() -> None:
    """Make event_entry as 0001 has it."""
    op.create_table(
        "event_entry",
        *event_entry_columns(nullable=False),
        sa.CheckConstraint("kind IN ('settings')", name=op.f("ck_event_entry_kind")),
        *event_entry_constraints(),
    )


def event_entry_columns(*, nullable: bool) -> list[sa.Column[object]]:
    """The columns that both versions of event_entry have."""
    return [
        sa.Column("id", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("uid", sa.Text(), nullable=False),
        sa.Column("event_id", sa.Integer(), nullable=False),
        sa.Column("seq", sa.Integer(), nullable=False),
        sa.Column("kind", sa.Text(), nullable=False),
        sa.Column("name", sa.Text(), nullable=nullable),
        sa.Column("format", sa.Text(), nullable=nullable),
        sa.Column("settings", sa.Text(), nullable=nullable),
        sa.Column("batch_id", sa.Integer(), nullable=True),
        sa.Column("at", UTCDateTime(), nullable=False),
        sa.Column("came", UTCDateTime(), nullable=False),
    ]


def event_entry_constraints() -> list[sa.Constraint]:
    """The constraints that both versions of event_entry have."""
    return [
        sa.CheckConstraint("seq >= 1", name=op.f("ck_event_entry_seq")),
        sa.ForeignKeyConstraint(["batch_id"], ["batch.id"], name=op.f("fk_event_entry_batch_id")),
        sa.ForeignKeyConstraint(["event_id"], ["event.id"], name=op.f("fk_event_entry_event_id")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_event_entry")),
        sa.UniqueConstraint("event_id", "seq", name=op.f("uq_event_entry_event_id_seq")),
        sa.UniqueConstraint("uid", name=op.f("uq_event_entry_uid")),
    ]


def widen_event_entry() -> None:
    """Let event_entry of PostgreSQL say more."""
    for name in ("name", "format", "settings"):
        op.alter_column("event_entry", name, nullable=True)
    for column in ("round", "board", "undoes"):
        op.add_column("event_entry", sa.Column(column, sa.Integer(), nullable=True))
    for column in ("loser", "reason"):
        op.add_column("event_entry", sa.Column(column, sa.Text(), nullable=True))
    op.drop_constraint(op.f("ck_event_entry_kind"), "event_entry")
    for name, text in event_entry_checks():
        op.create_check_constraint(op.f(f"ck_event_entry_{name}"), "event_entry", sa.text(text))


def narrow_event_entry() -> None:
    """Take event_entry of PostgreSQL back to what 0001 has."""
    for name, _text in event_entry_checks():
        op.drop_constraint(op.f(f"ck_event_entry_{name}"), "event_entry")
    op.create_check_constraint(op.f("ck_event_entry_kind"), "event_entry", sa.text("kind IN ('settings')"))
    for column in ("round", "board", "loser", "undoes", "reason"):
        op.drop_column("event_entry", column)
    for name in ("name", "format", "settings"):
        op.alter_column("event_entry", name, nullable=False)


def create_new_tables() -> None:
    """Make the tables of whom an entry is about and of pairings."""
    op.create_table(
        "event_entry_player",
        sa.Column("entry_id", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("place", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("player_id", sa.Integer(), nullable=False),
        sa.CheckConstraint("place >= 1", name=op.f("ck_event_entry_player_place")),
        sa.ForeignKeyConstraint(["entry_id"], ["event_entry.id"], name=op.f("fk_event_entry_player_entry_id")),
        sa.ForeignKeyConstraint(["player_id"], ["player.id"], name=op.f("fk_event_entry_player_player_id")),
        sa.PrimaryKeyConstraint("entry_id", "place", name=op.f("pk_event_entry_player")),
    )
    op.create_table(
        "pairing",
        sa.Column("id", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("entry_id", sa.Integer(), nullable=False),
        sa.Column("board", sa.Integer(), nullable=False),
        sa.Column("player_a", sa.Integer(), nullable=False),
        sa.Column("player_b", sa.Integer(), nullable=True),
        sa.Column("kind", sa.Text(), nullable=False),
        sa.Column("by_hand", sa.Boolean(), nullable=False),
        sa.Column("reason", sa.Text(), nullable=False),
        sa.CheckConstraint("board >= 1", name=op.f("ck_pairing_board")),
        sa.CheckConstraint("(player_b IS NOT NULL) = (kind = 'game')", name=op.f("ck_pairing_other")),
        sa.CheckConstraint("player_a <> player_b", name=op.f("ck_pairing_players")),
        sa.ForeignKeyConstraint(["entry_id"], ["event_entry.id"], name=op.f("fk_pairing_entry_id")),
        sa.ForeignKeyConstraint(["player_a"], ["player.id"], name=op.f("fk_pairing_player_a")),
        sa.ForeignKeyConstraint(["player_b"], ["player.id"], name=op.f("fk_pairing_player_b")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_pairing")),
        sa.UniqueConstraint("entry_id", "board", name=op.f("uq_pairing_entry_id_board")),
    )


def create_first_session_start() -> None:
    """Make session_start as 0001 has it."""
    op.create_table(
        "session_start",
        sa.Column("entry_id", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("player_a", sa.Integer(), nullable=False),
        sa.Column("player_b", sa.Integer(), nullable=False),
        sa.Column("rules", sa.Text(), nullable=False),
        sa.Column("digest", sa.Text(), nullable=False),
        sa.Column("format", sa.Text(), nullable=False),
        sa.Column("deals", sa.Integer(), nullable=True),
        sa.Column("target", sa.Integer(), nullable=True),
        sa.Column("played_on", sa.Date(), nullable=False),
        sa.Column("first_dealer", sa.Integer(), nullable=True),
        sa.Column("event_id", sa.Integer(), nullable=True),
        sa.Column("table_name", sa.Text(), nullable=True),
        sa.CheckConstraint("(deals IS NOT NULL) = (format = 'deals')", name=op.f("ck_session_start_deals")),
        sa.CheckConstraint("(target IS NOT NULL) = (format = 'first-to')", name=op.f("ck_session_start_target")),
        sa.CheckConstraint(
            "format = 'first-to' OR format = 'deals' OR format = 'timed'", name=op.f("ck_session_start_format")
        ),
        sa.CheckConstraint("deals >= 1 AND target >= 1", name=op.f("ck_session_start_range")),
        sa.CheckConstraint("first_dealer IN (0, 1)", name=op.f("ck_session_start_first_dealer")),
        sa.CheckConstraint("player_a <> player_b", name=op.f("ck_session_start_players")),
        sa.ForeignKeyConstraint(["digest"], ["ruleset.digest"], name=op.f("fk_session_start_digest")),
        sa.ForeignKeyConstraint(["entry_id"], ["entry.id"], name=op.f("fk_session_start_entry_id")),
        sa.ForeignKeyConstraint(["event_id"], ["event.id"], name=op.f("fk_session_start_event_id")),
        sa.ForeignKeyConstraint(["player_a"], ["player.id"], name=op.f("fk_session_start_player_a")),
        sa.ForeignKeyConstraint(["player_b"], ["player.id"], name=op.f("fk_session_start_player_b")),
        sa.PrimaryKeyConstraint("entry_id", name=op.f("pk_session_start")),
    )
    for name in START_INDEXES:
        op.create_index(op.f(f"ix_session_start_{name}"), "session_start", [name])
