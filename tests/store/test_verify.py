"""`db verify` finds what is wrong, and nothing where all is well."""

from __future__ import annotations

import json
from collections.abc import Callable

import pytest

from schneider_league.store.engine import Database
from schneider_league.store.verify import verify
from tests.store.examples import played
from tests.upgrades.dump import fill


@pytest.fixture
def league(league_address: str) -> str:
    with Database(league_address).writing() as league:
        fill(league)
    return league_address


def test_nothing_is_wrong(league: str) -> None:
    steps: list[tuple[int, int | None]] = []
    verified = verify(league, lambda done, total: steps.append((done, total)))
    assert verified.findings == ()
    assert (verified.sessions, verified.entries, verified.plays) == (5, 18, 1)
    assert steps == [(1, 5), (2, 5), (3, 5), (4, 5), (5, 5)]


def without(address: str, triggers: str, *statements: str) -> None:
    """Do what the triggers on a table refuse, as somebody would who drops them."""
    with Database(address).writing() as league:
        for name in ("no_update", "no_delete"):
            on = f" ON {triggers}" if league.is_postgres else ""
            league.run(f"DROP TRIGGER {triggers}_{name}{on}")
        for statement in statements:
            league.run(statement)


TAMPERED = [
    ("entry", "UPDATE entry SET score_a = 13, score_b = 8 WHERE id = 3", "session 1", "13-8 cannot occur"),
    (
        "entry",
        "UPDATE entry SET score_a = 20, score_b = 0 WHERE kind = 'deal' AND session_id = 4",
        "session 4",
        "the cards come to",
    ),
    ("entry", "UPDATE entry SET seq = 99, root = 99 WHERE id = 4", "session 1", "entry 4 is missing"),
    (
        "ruleset",
        "UPDATE ruleset SET definition = REPLACE(definition, '11', '12')",
        "ruleset bohemian",
        "the digest differs",
    ),
    ("ruleset", "UPDATE ruleset SET definition = '{'", "ruleset bohemian", "cannot be read"),
    ("play", "UPDATE play SET record = '[]'", "session 4", "its record cannot be read"),
    ("player_entry", "DELETE FROM remark; DELETE FROM player_entry WHERE kind = 'remove'", "player 6", "has 0 names"),
]


@pytest.mark.parametrize(("table", "statement", "where", "message"), TAMPERED, ids=range(len(TAMPERED)))
def test_what_was_tampered_with_is_found(league: str, table: str, statement: str, where: str, message: str) -> None:
    statements = statement.split("; ")
    for other in statements[:-1]:
        without(league, other.split()[-1], other)
    without(league, table, statements[-1])
    findings = verify(league).findings
    assert [finding for finding in findings if finding.where == where and message in finding.message], findings
    assert f"the trigger {table}_no_update is missing" in [finding.message for finding in findings]


MUTABLE = [
    ("UPDATE player_name SET folded = 'x' WHERE player_id = 1", "player 1", "would not be found"),
    ("DELETE FROM player_name WHERE player_id = 1", "player 1", "has 0 names"),
    ("DELETE FROM session_watch", "session 1", "is open, but not among those"),
]


@pytest.mark.parametrize(("statement", "where", "message"), MUTABLE, ids=range(len(MUTABLE)))
def test_what_can_be_changed_is_looked_at_too(league: str, statement: str, where: str, message: str) -> None:
    with Database(league).writing() as writing:
        writing.run(statement)
    finding = verify(league).findings[0]
    assert (finding.where, message in finding.message) == (where, True), finding


def test_a_record_that_does_not_bear_out_its_score(league: str) -> None:
    with Database(league).writing() as writing:
        ((record,),) = writing.rows("SELECT record FROM play")
        stated = json.loads(record)
        stated["moves"] = stated["moves"][:5]
        writing.run("UPDATE play SET record = ?", [json.dumps(stated)])
    assert any("trick" in finding.message or "missing" in finding.message for finding in verify(league).findings)


CONSTRAINTS: list[tuple[str, str, Callable[[bool], str]]] = [
    ("index", "ix_player_name_folded", lambda _postgres: "DROP INDEX ix_player_name_folded"),
]


@pytest.mark.parametrize(("kind", "name", "statement"), CONSTRAINTS)
def test_what_is_missing_is_found(league: str, kind: str, name: str, statement: Callable[[bool], str]) -> None:
    with Database(league).writing() as writing:
        writing.run(statement(writing.is_postgres))
    assert f"the {kind} {name} is missing" in [finding.message for finding in verify(league).findings]


def test_constraints_and_triggers_on_a_server(league: str) -> None:
    if "://" not in league:
        pytest.skip("SQLite cannot drop a constraint")
    with Database(league).writing() as writing:
        writing.run("ALTER TABLE entry DROP CONSTRAINT ck_entry_score")
        writing.run("ALTER TABLE entry DISABLE TRIGGER entry_no_delete")
    messages = [finding.message for finding in verify(league).findings]
    assert "the constraint ck_entry_score is missing" in messages
    assert "the trigger entry_no_delete is switched off" in messages


def test_a_table_that_was_made_anew_without_its_constraints(league: str) -> None:
    if "://" in league:
        pytest.skip("of SQLite")
    with Database(league).writing() as writing:
        writing.run("ALTER TABLE player_name RENAME TO old")
        writing.run("CREATE TABLE player_name (id INTEGER, player_id INTEGER, name TEXT, folded TEXT, role TEXT)")
        writing.run("INSERT INTO player_name SELECT * FROM old")
        writing.run("DROP TABLE old")
    messages = [finding.message for finding in verify(league).findings]
    assert "the table player_name is not as the program makes it" in messages


def test_an_empty_league_is_whole(league_address: str) -> None:
    assert verify(league_address).findings == ()
    played(league_address, (14, 6))
    assert verify(league_address).findings == ()
