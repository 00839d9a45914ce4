"""A correction or a late entry says what it changed (issue 3.5): whose ratings and ranks are other than they were."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from schneider_league.reports.session_words import Names
from schneider_league.store.league import League
from schneider_league.workflows.scope import parse_scope
from schneider_league.workflows.sessions.showing import view_session
from tests.workflows.importer import Importer, lines
from tests.workflows.scorekeeper import Scorekeeper

ANNA_WINS = ("Ratings: Anna – → 1520, Ben – → 1480.", "Ranks: Anna – → 1, Ben – → 2.")
EARLIER = "2026-11-20"


@pytest.fixture
def keeper(league_address: str) -> Scorekeeper:
    return Scorekeeper(league_address)


def play(keeper: Scorekeeper, *scores: str, **terms: Any) -> tuple[str, ...]:
    said = keeper.start(**terms).lines
    for score in scores:
        said = keeper.score(score, session="1").lines
    return said


def test_an_ordinary_last_deal_lists_nobody_and_reads_no_season(
    keeper: Scorekeeper, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked: list[str] = []
    rows = League.rows

    def noted(league: League, sql: str, parameters: Any = ()) -> Any:
        asked.append(sql)
        return rows(league, sql, parameters)

    monkeypatch.setattr(League, "rows", noted)
    assert len(play(keeper, "16-4", "16-4", target=4)) == 1
    assert not [sql for sql in asked if "played_on >" in sql]


def test_a_correction_that_ends_a_session_says_so(keeper: Scorekeeper) -> None:
    play(keeper, "14-6", "14-6", target=3)
    assert keeper.correct("1", 2, "16-4").lines[1:] == ANNA_WINS
    assert keeper.undo().lines[1:] == (
        "The session is open again.",
        "Ratings: Anna 1520 → –, Ben 1480 → –.",
        "Ranks: Anna 1 → –, Ben 2 → –.",
    )
    assert keeper.redo().lines[1:] == ANNA_WINS


def test_so_does_a_nearer_target_and_a_deal_that_is_inserted(keeper: Scorekeeper) -> None:
    play(keeper, "16-4", "14-6")
    assert keeper.amend("1", target=3).lines[1:] == ANNA_WINS
    keeper.amend("1", target=5)
    assert keeper.insert("1", 1, "16-4").lines[1:] == ANNA_WINS
    assert keeper.void("1").lines[1:] == (
        "Ratings: Anna 1520 → –, Ben 1480 → –.",
        "Ranks: Anna 1 → –, Ben 2 → –.",
    )


def test_an_earlier_end_says_who_wins_instead(keeper: Scorekeeper) -> None:
    play(keeper, "14-6", "6-14", "6-14", "6-14", target=3)
    assert keeper.correct("1", 1, "20-0").lines[1:] == (
        "The winner changes: Anna, not Ben.",
        "It ends with deal 1 now; deals 2 to 4 stand after the end and count for nothing.",
        "Ratings: Anna 1480 → 1520, Ben 1520 → 1480.",
        "Ranks: Anna 2 → 1, Ben 1 → 2.",
    )


def test_a_whole_result_of_an_earlier_day_is_late(keeper: Scorekeeper) -> None:
    keeper.result("Anna", "Ben", "7-4")
    assert len(keeper.result("Anna", "Ben", "7-5").lines) == 1
    said = keeper.result("Carl", "Anna", "7-2", date=EARLIER).lines
    assert said[1:] == (
        "Late: 1 session before 2026-11-26.",
        "Ratings: Anna 1538 → 1520, Ben 1462 → 1460, Carl – → 1520.",
        "Ranks: Ben 2 → 3, Carl – → 2.",
    )


@pytest.mark.parametrize("how", ["deal", "close", "forfeit"])
def test_so_is_a_session_of_an_earlier_day_that_ends_now(keeper: Scorekeeper, how: str) -> None:
    play(keeper, "14-6", date=EARLIER, **({"timed": True} if how == "close" else {"target": 3}))
    keeper.result("Carl", "Dora", "7-4")
    if how == "deal":
        said = keeper.score("16-4", session="1")
    else:
        said = keeper.close("1") if how == "close" else keeper.forfeit("1", "ben")
    assert said.lines[1] == "Late: 1 session before 2026-11-26."
    assert said.lines[-1].startswith("Ranks: ")


def test_a_session_of_an_earlier_day_is_not_late_where_nothing_later_is_rated(keeper: Scorekeeper) -> None:
    keeper.start("Carl", "Dora", dealer="Carl")
    assert len(keeper.result("Anna", "Ben", "7-4", date=EARLIER).lines) == 1
    keeper.result("Anna", "Ben", "7-4")
    assert len(keeper.abandon("1", reason="late").lines) == 1


def night(day: str, *pairs: tuple[str, str]) -> list[str]:
    """A session to 3 of each pair, the first wins."""
    return [f"{day},s,{a},{b},{b},20,0,bohemian,3," for a, b in pairs]


def test_an_import_of_earlier_sessions_is_late(league_address: str, tmp_path: Path) -> None:
    league = Importer(league_address, tmp_path)
    pairs = [("Anna", "Ben"), ("Carl", "Dora"), ("Emil", "Fritz")]
    assert not league.import_rows(*night("2026-11-26", *pairs)).changes
    assert not league.import_rows(*night("2026-11-26", ("Anna", "Carl"))).changes
    outcome = league.import_rows(*night(EARLIER, *[(b, a) for a, b in pairs]))
    assert outcome.changes[0] == "Late: 3 sessions before 2026-11-26."
    assert [line.split(": ")[0] for line in outcome.changes] == ["Late", "Ratings", "Ranks"]
    assert outcome.changes[1].endswith(" and 1 more.")
    assert lines(outcome)[-3:] == list(outcome.changes)
    assert league.undo(3)[1].startswith("Ratings: ")


def test_an_import_that_ends_an_earlier_session_is_late(league_address: str, tmp_path: Path) -> None:
    league = Importer(league_address, tmp_path)
    first = f"{EARLIER},s,Anna,Ben,Ben,16,4,bohemian,3,"
    league.import_rows(first, *night("2026-11-26", ("Carl", "Dora")))
    outcome = league.import_rows(first, f"{EARLIER},s,Anna,Ben,Anna,14,6,bohemian,3,")
    assert outcome.changes[:2] == ("Late: 1 session before 2026-11-26.", ANNA_WINS[0])


def test_a_rating_says_what_it_counts_where_it_is_not_everything() -> None:
    assert parse_scope(until="2026-06-30", as_of="2026-06-30").rating_words() == ""
    assert parse_scope(since="2026-01-01", rules="points").rating_words() == (
        "Ratings count only the sessions played since 2026-01-01 under points: everybody starts anew with the first of "
        "them. Without --since and --rules they count all."
    )


def test_the_history_names_who_played_when_it_was_entered(keeper: Scorekeeper) -> None:
    play(keeper, "14-6")
    keeper.amend("1", players=["Anna", "Carl"])
    keeper.correct("1", 1, "12-8")
    history = view_session(keeper.address, "1", history=True).history
    assert history is not None
    old, new = (line for line in history if line.entry.content.score is not None)
    before: Names = ("Anna", "Ben")
    assert (old.names, old.words, new.words) == (before, "Anna 14, Ben 6", "Anna 12, Carl 8")
