"""The league only grows: both databases refuse what would change or remove what was entered."""

from __future__ import annotations

import sqlite3
from pathlib import Path

import pytest
import sqlalchemy as sa

from schneider_league.store.engine import Database
from schneider_league.store.ledger import Draft, append
from schneider_league.store.tables import metadata
from tests.store.examples import deal, played
from tests.upgrades.dump import fill

KEPT = [
    "batch",
    "player",
    "player_entry",
    "ruleset",
    "house_rule",
    "event",
    "event_entry_player",
    "session",
    "entry",
    "session_start",
]
REDACTED = ["remark", "play", "event_entry", "pairing"]
FREE = ["player_name", "session_watch"]


@pytest.fixture
def league(league_address: str) -> str:
    with Database(league_address).writing() as league:
        fill(league)
    return league_address


def test_every_table_is_kept_or_named_as_free() -> None:
    assert sorted([*KEPT, *REDACTED, *FREE]) == sorted(table.name for table in metadata.sorted_tables)


@pytest.mark.parametrize("table", [*KEPT, *REDACTED])
def test_nothing_is_changed_or_deleted(league: str, table: str) -> None:
    column = metadata.tables[table].primary_key.columns.keys()[0]
    statements = [f"UPDATE {table} SET {column} = {column}", f"DELETE FROM {table}"]
    if "://" in league:
        statements.append(f"TRUNCATE {table} CASCADE")
    else:
        statements.append(f"INSERT OR REPLACE INTO {table} SELECT * FROM {table}")
        statements.append(f"UPDATE OR REPLACE {table} SET {column} = {column}")
    for statement in statements:
        with pytest.raises(Exception, match="the league only grows"), Database(league).writing() as writing:
            writing.run(statement)


@pytest.mark.parametrize(
    ("table", "column"), [("remark", "text"), ("play", "record"), ("event_entry", "reason"), ("pairing", "reason")]
)
def test_free_text_can_be_replaced_and_its_place_cannot(league: str, table: str, column: str) -> None:
    with Database(league).writing() as writing:
        writing.run(f"UPDATE {table} SET {column} = '[removed]'")
        assert set(writing.rows(f"SELECT {column} FROM {table}")) == {("[removed]",)}
    kept = "event_id" if table == "event_entry" else "entry_id"
    with pytest.raises(Exception, match="the league only grows"), Database(league).writing() as writing:
        writing.run(f"UPDATE {table} SET {kept} = 1")


def test_references_are_looked_after(league: str) -> None:
    with pytest.raises(Exception, match=r"(?i)foreign key"), Database(league).writing() as writing:
        writing.insert("session_watch", session_id=999)
    with pytest.raises(Exception, match=r"(?i)foreign key"), Database(league).writing() as writing:
        append(writing, 1, [Draft(deal(14, 6))], batch=99)


def test_other_programs_are_refused_too(league: str, tmp_path: Path) -> None:
    if "://" in league:
        bound = sa.create_engine(league.replace("postgresql://", "postgresql+psycopg://"))
        with bound.connect() as connection, pytest.raises(sa.exc.DBAPIError, match="only grows"):
            connection.execute(sa.text("DELETE FROM entry"))
        bound.dispose()
    else:
        plain = sqlite3.connect(league)
        with pytest.raises(sqlite3.IntegrityError, match="only grows"):
            plain.execute("DELETE FROM entry")
        plain.close()


def test_a_reader_cannot_write(league: str) -> None:
    with pytest.raises(Exception, match=r"(?i)read-?\s?only"), Database(league).reading() as reading:
        reading.run("INSERT INTO session_watch (session_id) VALUES (1)")
    assert played(league, names=("New", "Other"))
