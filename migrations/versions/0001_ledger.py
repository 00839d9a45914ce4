"""The ledger: players, sessions and their entries, rulesets, events, imports

Revision ID: 0001
Revises: -
"""

import sqlalchemy as sa
from alembic import op
from sqlmodel.sql.sqltypes import UTCDateTime

revision = "0001"
down_revision = None
branch_labels = None
depends_on = None

KEPT = (
    "batch",
    "player",
    "player_entry",
    "ruleset",
    "house_rule",
    "event",
    "event_entry",
    "session",
    "entry",
    "session_start",
)
"""Tables into which is only inserted."""

REDACTED = {"remark": "id, entry_id, player_entry_id, role", "play": "entry_id"}
"""Tables in which a text can be replaced, and the columns of them that cannot."""


def upgrade() -> None:
    """Make the tables, and the triggers that keep them."""
    create_tables()
    if op.get_bind().dialect.name == "postgresql":
        create_postgres_triggers()
    else:
        create_sqlite_triggers()
        op.execute("PRAGMA application_id = 1396919367")


def downgrade() -> None:
    """Take everything away."""
    for table in TABLES:
        op.drop_table(table)
    if op.get_bind().dialect.name == "postgresql":
        op.execute("DROP FUNCTION refuse_change()")
    else:
        op.execute("PRAGMA application_id = 0")


TABLES = (
    "session_watch",
    "session_start",
    "remark",
    "play",
    "player_name",
    "player_entry",
    "event_entry",
    "entry",
    "session",
    "player",
    "house_rule",
    "event",
    "ruleset",
    "batch",
)
"""Those that refer to others first."""


def create_sqlite_triggers() -> None:
    """Triggers that refuse to change or delete what is kept."""
    for table in (*KEPT, *REDACTED):
        changed = f" OF {REDACTED[table]}" if table in REDACTED else ""
        for name, event in (("no_update", f"UPDATE{changed}"), ("no_delete", "DELETE")):
            op.execute(
                f"CREATE TRIGGER {table}_{name} BEFORE {event} ON {table}"
                f" BEGIN SELECT RAISE(ABORT, 'the league only grows: {table} is never changed'); END"
            )


def create_postgres_triggers() -> None:
    """Triggers that refuse to change, delete or truncate what is kept."""
    op.execute(
        "CREATE FUNCTION refuse_change() RETURNS trigger LANGUAGE plpgsql AS"
        " $$BEGIN RAISE EXCEPTION 'the league only grows: % is never changed', TG_TABLE_NAME; END$$"
    )
    for table in (*KEPT, *REDACTED):
        changed = f" OF {REDACTED[table]}" if table in REDACTED else ""
        for name, event, each in (
            ("no_update", f"UPDATE{changed}", "ROW"),
            ("no_delete", "DELETE", "ROW"),
            ("no_truncate", "TRUNCATE", "STATEMENT"),
        ):
            op.execute(
                f"CREATE TRIGGER {table}_{name} BEFORE {event} ON {table}"
                f" FOR EACH {each} EXECUTE FUNCTION refuse_change()"
            )


def create_tables() -> None:
    """Make the tables."""
    op.create_table(
        "batch",
        sa.Column("id", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("uid", sa.Text(), nullable=False),
        sa.Column("kind", sa.Text(), nullable=False),
        sa.Column("source", sa.Text(), nullable=False),
        sa.Column("sha256", sa.Text(), nullable=True),
        sa.Column("undoes", sa.Integer(), nullable=True),
        sa.Column("at", UTCDateTime(), nullable=False),
        sa.CheckConstraint("(kind = 'undo') = (undoes IS NOT NULL)", name=op.f("ck_batch_undoes")),
        sa.CheckConstraint("kind IN ('csv', 'sdr', 'jsonl', 'league', 'undo')", name=op.f("ck_batch_kind")),
        sa.ForeignKeyConstraint(["undoes"], ["batch.id"], name=op.f("fk_batch_undoes")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_batch")),
        sa.UniqueConstraint("uid", name=op.f("uq_batch_uid")),
        sa.UniqueConstraint("undoes", name=op.f("uq_batch_undoes")),
    )
    op.create_table(
        "ruleset",
        sa.Column("digest", sa.Text(), nullable=False),
        sa.Column("name", sa.Text(), nullable=False),
        sa.Column("definition", sa.Text(), nullable=False),
        sa.Column("at", UTCDateTime(), nullable=False),
        sa.CheckConstraint("length(digest) = 64", name=op.f("ck_ruleset_digest")),
        sa.PrimaryKeyConstraint("digest", name=op.f("pk_ruleset")),
    )
    op.create_table(
        "event",
        sa.Column("id", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("uid", sa.Text(), nullable=False),
        sa.Column("batch_id", sa.Integer(), nullable=True),
        sa.Column("at", UTCDateTime(), nullable=False),
        sa.Column("came", UTCDateTime(), nullable=False),
        sa.ForeignKeyConstraint(["batch_id"], ["batch.id"], name=op.f("fk_event_batch_id")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_event")),
        sa.UniqueConstraint("uid", name=op.f("uq_event_uid")),
    )
    op.create_table(
        "house_rule",
        sa.Column("id", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("name", sa.Text(), nullable=False),
        sa.Column("digest", sa.Text(), nullable=False),
        sa.Column("batch_id", sa.Integer(), nullable=True),
        sa.Column("at", UTCDateTime(), nullable=False),
        sa.ForeignKeyConstraint(["batch_id"], ["batch.id"], name=op.f("fk_house_rule_batch_id")),
        sa.ForeignKeyConstraint(["digest"], ["ruleset.digest"], name=op.f("fk_house_rule_digest")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_house_rule")),
    )
    op.create_index(op.f("ix_house_rule_name"), "house_rule", ["name"])
    op.create_table(
        "player",
        sa.Column("id", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("uid", sa.Text(), nullable=False),
        sa.Column("kind", sa.Text(), nullable=False),
        sa.Column("batch_id", sa.Integer(), nullable=True),
        sa.Column("at", UTCDateTime(), nullable=False),
        sa.Column("came", UTCDateTime(), nullable=False),
        sa.CheckConstraint("kind IN ('human', 'bot')", name=op.f("ck_player_kind")),
        sa.ForeignKeyConstraint(["batch_id"], ["batch.id"], name=op.f("fk_player_batch_id")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_player")),
        sa.UniqueConstraint("uid", name=op.f("uq_player_uid")),
    )
    op.create_table(
        "session",
        sa.Column("id", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("uid", sa.Text(), nullable=False),
        sa.Column("source_key", sa.Text(), nullable=True),
        sa.Column("batch_id", sa.Integer(), nullable=True),
        sa.Column("place", sa.Integer(), nullable=True),
        sa.ForeignKeyConstraint(["batch_id"], ["batch.id"], name=op.f("fk_session_batch_id")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_session")),
        sa.UniqueConstraint("uid", name=op.f("uq_session_uid")),
    )
    op.create_index(op.f("ix_session_batch_id"), "session", ["batch_id"])
    op.create_index(op.f("ix_session_source_key"), "session", ["source_key"])
    op.create_table(
        "entry",
        sa.Column("id", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("uid", sa.Text(), nullable=False),
        sa.Column("session_id", sa.Integer(), nullable=False),
        sa.Column("seq", sa.Integer(), nullable=False),
        sa.Column("action", sa.Integer(), nullable=False),
        sa.Column("root", sa.Integer(), nullable=False),
        sa.Column("replaces", sa.Integer(), nullable=True),
        sa.Column("after_root", sa.Integer(), nullable=True),
        sa.Column("undoes", sa.Integer(), nullable=True),
        sa.Column("redoes", sa.Integer(), nullable=True),
        sa.Column("batch_id", sa.Integer(), nullable=True),
        sa.Column("at", UTCDateTime(), nullable=False),
        sa.Column("came", UTCDateTime(), nullable=False),
        sa.Column("kind", sa.Text(), nullable=False),
        sa.Column("dealer", sa.Integer(), nullable=True),
        sa.Column("dealer_stated", sa.Boolean(), nullable=False),
        sa.Column("score_a", sa.Integer(), nullable=True),
        sa.Column("score_b", sa.Integer(), nullable=True),
        sa.Column("all_tricks", sa.Boolean(), nullable=False),
        sa.Column("ending", sa.Text(), nullable=True),
        sa.Column("loser", sa.Text(), nullable=True),
        sa.Column("accepted", sa.Text(), nullable=True),
        sa.CheckConstraint("(ending IS NOT NULL) = (kind = 'end')", name=op.f("ck_entry_ended")),
        sa.CheckConstraint(
            "(loser IS NOT NULL) = (ending IS NOT NULL AND ending = 'forfeit')", name=op.f("ck_entry_forfeited")
        ),
        sa.CheckConstraint("(score_a IS NOT NULL) = (kind IN ('deal', 'result'))", name=op.f("ck_entry_scored")),
        sa.CheckConstraint("dealer IS NOT NULL OR kind NOT IN ('deal', 'misdeal')", name=op.f("ck_entry_dealt")),
        sa.CheckConstraint(
            "ending = 'close' OR ending = 'abandon' OR ending = 'forfeit'", name=op.f("ck_entry_ending")
        ),
        sa.CheckConstraint("kind <> 'void' OR replaces IS NOT NULL", name=op.f("ck_entry_void")),
        sa.CheckConstraint("kind = 'deal' OR NOT all_tricks", name=op.f("ck_entry_all_tricks")),
        sa.CheckConstraint(
            "kind = 'start' OR kind = 'deal' OR kind = 'misdeal' OR kind = 'result' OR kind = 'end' OR kind = 'void'",
            name=op.f("ck_entry_kind"),
        ),
        sa.CheckConstraint("loser = 'a' OR loser = 'b' OR loser = 'both'", name=op.f("ck_entry_loser")),
        sa.CheckConstraint("(root = seq) = (replaces IS NULL)", name=op.f("ck_entry_root")),
        sa.CheckConstraint("(score_a IS NULL) = (score_b IS NULL)", name=op.f("ck_entry_score")),
        sa.CheckConstraint("after_root IS NULL OR after_root BETWEEN 0 AND seq - 1", name=op.f("ck_entry_after")),
        sa.CheckConstraint("dealer IN (0, 1)", name=op.f("ck_entry_dealer")),
        sa.CheckConstraint("dealer IS NOT NULL OR NOT dealer_stated", name=op.f("ck_entry_dealer_stated")),
        sa.CheckConstraint("score_a >= 0 AND score_b >= 0", name=op.f("ck_entry_score_range")),
        sa.CheckConstraint(
            "seq >= 1 AND action BETWEEN 1 AND seq AND root BETWEEN 1 AND seq", name=op.f("ck_entry_seq")
        ),
        sa.CheckConstraint("undoes < action AND redoes < action", name=op.f("ck_entry_undoes_earlier")),
        sa.CheckConstraint("undoes IS NULL OR redoes IS NULL", name=op.f("ck_entry_undoes_or_redoes")),
        sa.ForeignKeyConstraint(["batch_id"], ["batch.id"], name=op.f("fk_entry_batch_id")),
        sa.ForeignKeyConstraint(["replaces"], ["entry.id"], name=op.f("fk_entry_replaces")),
        sa.ForeignKeyConstraint(["session_id"], ["session.id"], name=op.f("fk_entry_session_id")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_entry")),
        sa.UniqueConstraint("replaces", name=op.f("uq_entry_replaces")),
        sa.UniqueConstraint("session_id", "seq", name=op.f("uq_entry_session_id_seq")),
        sa.UniqueConstraint("uid", name=op.f("uq_entry_uid")),
    )
    op.create_index(op.f("ix_entry_batch_id"), "entry", ["batch_id"])
    op.create_table(
        "event_entry",
        sa.Column("id", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("uid", sa.Text(), nullable=False),
        sa.Column("event_id", sa.Integer(), nullable=False),
        sa.Column("seq", sa.Integer(), nullable=False),
        sa.Column("kind", sa.Text(), nullable=False),
        sa.Column("name", sa.Text(), nullable=False),
        sa.Column("format", sa.Text(), nullable=False),
        sa.Column("settings", sa.Text(), nullable=False),
        sa.Column("batch_id", sa.Integer(), nullable=True),
        sa.Column("at", UTCDateTime(), nullable=False),
        sa.Column("came", UTCDateTime(), nullable=False),
        sa.CheckConstraint("kind IN ('settings')", name=op.f("ck_event_entry_kind")),
        sa.CheckConstraint("seq >= 1", name=op.f("ck_event_entry_seq")),
        sa.ForeignKeyConstraint(["batch_id"], ["batch.id"], name=op.f("fk_event_entry_batch_id")),
        sa.ForeignKeyConstraint(["event_id"], ["event.id"], name=op.f("fk_event_entry_event_id")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_event_entry")),
        sa.UniqueConstraint("event_id", "seq", name=op.f("uq_event_entry_event_id_seq")),
        sa.UniqueConstraint("uid", name=op.f("uq_event_entry_uid")),
    )
    op.create_table(
        "player_entry",
        sa.Column("id", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("uid", sa.Text(), nullable=False),
        sa.Column("player_id", sa.Integer(), nullable=False),
        sa.Column("seq", sa.Integer(), nullable=False),
        sa.Column("kind", sa.Text(), nullable=False),
        sa.Column("into_id", sa.Integer(), nullable=True),
        sa.Column("replaces", sa.Integer(), nullable=True),
        sa.Column("batch_id", sa.Integer(), nullable=True),
        sa.Column("at", UTCDateTime(), nullable=False),
        sa.Column("came", UTCDateTime(), nullable=False),
        sa.CheckConstraint("(kind = 'merge') = (into_id IS NOT NULL)", name=op.f("ck_player_entry_into")),
        sa.CheckConstraint("(kind = 'void') = (replaces IS NOT NULL)", name=op.f("ck_player_entry_replaces")),
        sa.CheckConstraint(
            "kind IN ('merge', 'retire', 'return', 'anonymise', 'remove', 'void')", name=op.f("ck_player_entry_kind")
        ),
        sa.CheckConstraint("into_id <> player_id", name=op.f("ck_player_entry_into_other")),
        sa.CheckConstraint("seq >= 1", name=op.f("ck_player_entry_seq")),
        sa.ForeignKeyConstraint(["batch_id"], ["batch.id"], name=op.f("fk_player_entry_batch_id")),
        sa.ForeignKeyConstraint(["into_id"], ["player.id"], name=op.f("fk_player_entry_into_id")),
        sa.ForeignKeyConstraint(["player_id"], ["player.id"], name=op.f("fk_player_entry_player_id")),
        sa.ForeignKeyConstraint(["replaces"], ["player_entry.id"], name=op.f("fk_player_entry_replaces")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_player_entry")),
        sa.UniqueConstraint("player_id", "seq", name=op.f("uq_player_entry_player_id_seq")),
        sa.UniqueConstraint("replaces", name=op.f("uq_player_entry_replaces")),
        sa.UniqueConstraint("uid", name=op.f("uq_player_entry_uid")),
    )
    op.create_table(
        "player_name",
        sa.Column("id", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("player_id", sa.Integer(), nullable=False),
        sa.Column("name", sa.Text(), nullable=False),
        sa.Column("folded", sa.Text(), nullable=False),
        sa.Column("role", sa.Text(), nullable=False),
        sa.CheckConstraint("name <> ''", name=op.f("ck_player_name_name")),
        sa.CheckConstraint("role IN ('primary', 'alias')", name=op.f("ck_player_name_role")),
        sa.ForeignKeyConstraint(["player_id"], ["player.id"], name=op.f("fk_player_name_player_id")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_player_name")),
        sa.UniqueConstraint("player_id", "name", name=op.f("uq_player_name_player_id_name")),
    )
    op.create_index(op.f("ix_player_name_folded"), "player_name", ["folded"])
    op.create_table(
        "session_watch",
        sa.Column("session_id", sa.Integer(), autoincrement=False, nullable=False),
        sa.ForeignKeyConstraint(["session_id"], ["session.id"], name=op.f("fk_session_watch_session_id")),
        sa.PrimaryKeyConstraint("session_id", name=op.f("pk_session_watch")),
    )
    op.create_table(
        "play",
        sa.Column("entry_id", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("record", sa.Text(), nullable=False),
        sa.ForeignKeyConstraint(["entry_id"], ["entry.id"], name=op.f("fk_play_entry_id")),
        sa.PrimaryKeyConstraint("entry_id", name=op.f("pk_play")),
    )
    op.create_table(
        "remark",
        sa.Column("id", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("entry_id", sa.Integer(), nullable=True),
        sa.Column("player_entry_id", sa.Integer(), nullable=True),
        sa.Column("role", sa.Text(), nullable=False),
        sa.Column("text", sa.Text(), nullable=False),
        sa.CheckConstraint("role IN ('note', 'reason')", name=op.f("ck_remark_role")),
        sa.CheckConstraint("(entry_id IS NULL) <> (player_entry_id IS NULL)", name=op.f("ck_remark_of")),
        sa.ForeignKeyConstraint(["entry_id"], ["entry.id"], name=op.f("fk_remark_entry_id")),
        sa.ForeignKeyConstraint(["player_entry_id"], ["player_entry.id"], name=op.f("fk_remark_player_entry_id")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_remark")),
        sa.UniqueConstraint("entry_id", "role", name=op.f("uq_remark_entry_id_role")),
        sa.UniqueConstraint("player_entry_id", "role", name=op.f("uq_remark_player_entry_id_role")),
    )
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
    op.create_index(op.f("ix_session_start_event_id"), "session_start", ["event_id"])
    op.create_index(op.f("ix_session_start_player_a"), "session_start", ["player_a"])
    op.create_index(op.f("ix_session_start_player_b"), "session_start", ["player_b"])
