"""Leagues are made, brought up to date and taken back, whole or not at all, and nothing gets lost."""

from __future__ import annotations

import shutil
import sqlite3
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
import sqlalchemy as sa
from alembic import command
from alembic.autogenerate import compare_metadata
from alembic.config import Config
from alembic.migration import MigrationContext
from alembic.script import ScriptDirectory

from schneider_league.errors import InputError, LeagueError, NotFoundError, StateError
from schneider_league.store import engine, migrate, status
from schneider_league.store.address import parse_address
from schneider_league.store.engine import Database
from schneider_league.store.ledger import Draft, append, load_session, load_sessions
from schneider_league.store.migrate import create_league, downgrade, migrating, migrations_folder, upgrade
from schneider_league.store.status import read_status
from schneider_league.store.tables import metadata
from schneider_league.store.verify import verify
from schneider_league.store.versions import HEAD, VERSIONS
from tests.store.examples import deal, played

UPGRADES = Path(__file__).parent.parent / "upgrades"

NewAddress = Callable[[], str]


def sqlalchemy_engine(address: str) -> sa.Engine:
    """An engine of SQLAlchemy's own, which knows nothing of ours."""
    place = parse_address(address)
    if place.is_postgres:
        return sa.create_engine(place.place.replace("postgresql://", "postgresql+psycopg://"))
    return sa.create_engine(f"sqlite:///{place.place}")


@pytest.fixture
def connection(league_address: str) -> Iterator[sa.Connection]:
    bound = sqlalchemy_engine(league_address)
    with bound.connect() as connection:
        yield connection
    bound.dispose()


def test_the_program_knows_all_versions() -> None:
    config = Config()
    config.set_main_option("script_location", str(migrations_folder()))
    revisions = [script.revision for script in ScriptDirectory.from_config(config).walk_revisions()]
    assert tuple(reversed(revisions)) == VERSIONS


def test_what_migrations_make_is_what_the_tables_say(connection: sa.Connection) -> None:
    context = MigrationContext.configure(connection, opts={"compare_type": True, "compare_server_default": True})
    assert compare_metadata(context, metadata) == []


def test_checks_are_the_same_in_migrations_and_tables(connection: sa.Connection) -> None:
    """What Alembic does not compare: the CHECKs, by name."""
    found = sa.inspect(connection)
    for table in metadata.sorted_tables:
        wanted = {str(check.name) for check in table.constraints if isinstance(check, sa.CheckConstraint)}
        assert {check["name"] for check in found.get_check_constraints(table.name)} == wanted


def test_every_constraint_has_a_name() -> None:
    for table in metadata.sorted_tables:
        assert all(constraint.name for constraint in table.constraints), table.name


def test_a_league_is_made_once(new_address: NewAddress) -> None:
    address = new_address()
    with pytest.raises(NotFoundError):
        read_status(address)
    assert create_league(address)
    session = played(address, (14, 6))
    assert not create_league(address)
    assert read_status(address).state == "current"
    with Database(address).reading() as league:
        assert len(load_session(league, session)) == 2
    assert upgrade(address) == []


def test_down_and_up_again(league_address: str) -> None:
    downgrade(league_address, "base")
    bound = sqlalchemy_engine(league_address)
    assert set(sa.inspect(bound).get_table_names()) <= {"alembic_version"}
    bound.dispose()
    with pytest.raises(InputError, match="holds no league"):
        read_status(league_address)
    with migrating_to(league_address) as config:
        command.upgrade(config, "head")
    assert verify(league_address).findings == ()
    played(league_address, (14, 6))


def migrating_to(address: str) -> Any:
    """Run Alembic on a league."""
    from contextlib import contextmanager

    @contextmanager
    def run() -> Iterator[Config]:
        place = parse_address(address)
        with migrate._opened(place) as connection, migrating(connection, place) as config:
            yield config

    return run()


def test_another_version(league_address: str, monkeypatch: pytest.MonkeyPatch) -> None:
    set_version(league_address, "9999")
    for act in (lambda: open_league(league_address), lambda: upgrade(league_address)):
        with pytest.raises(StateError, match="newer version"):
            act()
    assert read_status(league_address).state == "newer"
    set_version(league_address, HEAD)
    for module in (engine, status):
        monkeypatch.setattr(module, "VERSIONS", (*VERSIONS, "9999"))
        monkeypatch.setattr(module, "HEAD", "9999")
    with pytest.raises(StateError, match="older version") as told:
        open_league(league_address)
    assert "db upgrade" in (told.value.hint or "")
    assert read_status(league_address).state == "older"


def open_league(address: str) -> None:
    """Read nothing."""
    with Database(address).reading():
        pass


def set_version(address: str, version: str) -> None:
    """Pretend that the league is of another version."""
    bound = sqlalchemy_engine(address)
    with bound.begin() as connection:
        connection.execute(sa.text("UPDATE alembic_version SET version_num = :version"), {"version": version})
    bound.dispose()


@pytest.fixture
def next_migration(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Callable[[str], None]:
    """Adds a migration to those that there are: its `upgrade`."""

    def add(body: str) -> None:
        folder = tmp_path / "migrations"
        shutil.copytree(migrations_folder(), folder)
        (folder / "versions" / "next.py").write_text(
            f"import sqlalchemy as sa\nfrom alembic import op\nrevision = 'next'\ndown_revision = {HEAD!r}\n"
            f"def upgrade():\n    {body}\ndef downgrade():\n    pass\n"
        )
        monkeypatch.setattr(migrate, "migrations_folder", lambda: folder)
        for module in (engine, migrate, status):
            monkeypatch.setattr(module, "VERSIONS", (*VERSIONS, "next"))
            monkeypatch.setattr(module, "HEAD", "next")

    return add


def test_a_migration_that_fails_leaves_the_league_whole(
    league_address: str, next_migration: Callable[[str], None], monkeypatch: pytest.MonkeyPatch
) -> None:
    session = played(league_address, (14, 6))
    before = contents(league_address)
    with monkeypatch.context():
        next_migration(
            "op.create_table('half', sa.Column('id', sa.Integer())); op.drop_table('play');"
            " op.execute('DROP TABLE remark'); raise OSError('power cut')"
        )
        with pytest.raises(OSError, match="power cut"):
            upgrade(league_address)
        assert read_status(league_address).state == "older"
    monkeypatch.undo()
    assert contents(league_address) == before
    assert verify(league_address).findings == ()
    with Database(league_address).writing() as league:
        append(league, session, [Draft(deal(12, 8, 1))])


def test_a_rebuilt_table_keeps_what_refers_to_it(league_address: str, next_migration: Callable[[str], None]) -> None:
    played(league_address, (14, 6))
    before = contents(league_address)
    next_migration(
        "\n    ".join(
            [
                "with op.batch_alter_table('session', recreate='always') as batch:"
                if "://" not in league_address
                else "with op.batch_alter_table('session') as batch:",
                "    batch.add_column(sa.Column('more', sa.Text()))",
            ]
        )
    )
    assert upgrade(league_address) == ["next"]
    after = contents(league_address)
    assert after["entry"] == before["entry"]
    assert [row[:-1] for row in after["session"]] == before["session"]


def test_a_migration_that_loses_what_is_referred_to_is_refused(
    sqlite_template: Path, tmp_path: Path, next_migration: Callable[[str], None]
) -> None:
    address = str(tmp_path / "league.db")
    shutil.copyfile(sqlite_template, address)
    played(address, (14, 6))
    before = contents(address)
    next_migration("op.execute('DROP TRIGGER player_no_delete'); op.execute('DELETE FROM player')")
    with pytest.raises(StateError, match="refer to something that is missing"):
        upgrade(address)
    assert contents(address) == before


def contents(address: str) -> dict[str, list[tuple[Any, ...]]]:
    """Everything, table by table."""
    bound = sqlalchemy_engine(address)
    found: dict[str, list[tuple[Any, ...]]] = {}
    with bound.connect() as connection:
        for name in sorted(sa.inspect(connection).get_table_names()):
            rows = connection.execute(sa.text(f"SELECT * FROM {name}"))
            found[name] = sorted((tuple(row) for row in rows), key=repr)
    bound.dispose()
    return found


def dumps() -> list[str]:
    """The versions of which a database is kept."""
    return sorted(path.stem for path in UPGRADES.glob("*.sql"))


def test_a_database_of_each_version_is_kept() -> None:
    assert dumps() == list(VERSIONS)


@pytest.mark.parametrize("version", dumps())
def test_a_league_of_each_version_is_brought_up(version: str, new_address: NewAddress, tmp_path: Path) -> None:
    """What was entered with it is there afterwards, and nothing is wrong."""
    old = tmp_path / "old.db"
    with sqlite3.connect(old) as connection:
        connection.executescript((UPGRADES / f"{version}.sql").read_text(encoding="utf-8"))
    connection.close()
    address = new_address()
    if parse_address(address).is_postgres:
        create_league(address)
        downgrade(address, "base")
        with migrating_to(address) as config:
            command.upgrade(config, version)
        copy_rows(old, address)
    else:
        shutil.copyfile(old, address)
    upgrade(address)
    verified = verify(address)
    assert verified.findings == ()
    assert (verified.sessions, verified.plays) == (4 if version == "0001" else 5, 1)
    with Database(address).reading() as league:
        assert sum(len(entries) for entries in load_sessions(league)) == verified.entries
    played(address, (14, 6), names=("Somebody new", "Another"))


def copy_rows(old: Path, address: str) -> None:
    """Put what an SQLite file holds into a league of the same version on a server."""
    bound = sqlalchemy_engine(address)
    tables = sa.MetaData()
    with sqlite3.connect(old) as source, bound.begin() as target:
        tables.reflect(target)
        for table in tables.sorted_tables:
            if table.name == "alembic_version":
                continue
            cursor = source.execute(f"SELECT * FROM {table.name}")
            names = [column[0] for column in cursor.description]
            rows = [dict(zip(names, row, strict=True)) for row in cursor]
            for row in rows:
                for name in names:
                    if isinstance(table.c[name].type, sa.Boolean):
                        row[name] = bool(row[name])
                    elif isinstance(table.c[name].type, sa.DateTime):
                        row[name] = f"{row[name]}+00"
            if rows:
                ordered = sorted(rows, key=lambda row: str(row.get("id", "")).zfill(9))
                placeholders = ", ".join(f":{name}" for name in names)
                target.execute(
                    sa.text(f"INSERT INTO {table.name} ({', '.join(names)}) VALUES ({placeholders})"), ordered
                )
    source.close()
    bound.dispose()


def test_something_else_is_no_league(new_address: NewAddress) -> None:
    address = new_address()
    if parse_address(address).is_postgres:
        create_league(address)
        downgrade(address, "base")
        bound = sqlalchemy_engine(address)
    else:
        bound = sqlalchemy_engine(address)
    with bound.begin() as connection:
        connection.execute(sa.text("CREATE TABLE somebody_elses (id INTEGER)"))
    bound.dispose()
    for act in (lambda: open_league(address), lambda: upgrade(address), lambda: create_league(address)):
        with pytest.raises(LeagueError) as told:
            act()
        assert told.value.exit_status == 3
