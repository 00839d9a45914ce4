"""Tables and ratings of a club: corrections, late entries, merges, bots, dates. On both databases."""

from __future__ import annotations

from datetime import UTC, date, datetime

import pytest

from schneider_league.derive.elo import EloStep
from schneider_league.derive.glicko_2 import PeriodStep
from schneider_league.errors import InputError, NotFoundError, StateError, UsageError
from schneider_league.records.ledger import Ending
from schneider_league.workflows.ratings import explain_session, list_ratings, show_history
from schneider_league.workflows.scope import Scope, parse_scope
from schneider_league.workflows.standings import parse_order, show_head_to_head, show_standings
from tests.workflows.results import Club

THURSDAY = date(2026, 1, 8)
NEXT_WEEK = date(2026, 1, 15)


@pytest.fixture
def club(league_address: str) -> Club:
    return Club(league_address, "Anna", "Ben", "Cyril", "Dora")


def table(club: Club, event: str | None = None, scope: Scope | None = None) -> list[tuple[int, str, int]]:
    """Rank, name, half points."""
    view = show_standings(club.address, event, scope=scope)
    return [(row.rank, view.played.name(row.player), row.totals.halves) for row in view.standings.rows]


def rating_list(club: Club, scope: Scope | None = None, system: str = "elo") -> list[tuple[str, float]]:
    found = list_ratings(club.address, system, scope=scope)
    return [(found.played.name(row.rating.player), round(row.rating.rating, 2)) for row in found.rows]


def test_a_correction_shows_everywhere_at_once(club: Club) -> None:
    session = club.result("Anna", "Ben", (7, 4), THURSDAY)
    assert table(club) == [(1, "Anna", 2), (2, "Ben", 0)]
    assert rating_list(club) == [("Anna", 1520), ("Ben", 1480)]
    club.correct(session, 1, (4, 7))
    assert table(club) == [(1, "Ben", 2), (2, "Anna", 0)]
    assert rating_list(club) == [("Ben", 1520), ("Anna", 1480)]
    assert show_head_to_head(club.address, "anna", "ben").found.totals[0].lost == 1
    club.void(session)
    assert table(club) == []
    assert rating_list(club) == []


def test_a_late_entry_is_rated_where_it_was_played(club: Club) -> None:
    club.now = datetime(2026, 1, 15, 20, tzinfo=UTC)
    club.result("Anna", "Ben", (7, 4), NEXT_WEEK)
    only_new = rating_list(club)
    club.now = datetime(2026, 2, 1, tzinfo=UTC)
    late = club.result("Ben", "Anna", (7, 0), THURSDAY)
    history = show_history(club.address, "anna")
    assert [step.tally.session for step in history.steps if isinstance(step, EloStep)] == [late, late - 1]
    assert rating_list(club) != only_new
    # An old list is printed again: as of its day, as known then.
    assert rating_list(club, parse_scope(as_of="2026-01-15", known_at="2026-01-15T23:00Z")) == only_new
    assert rating_list(club, parse_scope(as_of="2026-01-14")) == [("Ben", 1520), ("Anna", 1480)]


def test_a_session_of_which_the_date_was_corrected_moves(club: Club) -> None:
    first = club.result("Anna", "Ben", (7, 4), THURSDAY)
    second = club.result("Anna", "Cyril", (4, 7), NEXT_WEEK)
    assert order_of_play(club) == [first, second]
    club.redate(first, date(2026, 1, 22))
    assert order_of_play(club) == [second, first]


def order_of_play(club: Club) -> list[int]:
    return [tally.session for tally in show_standings(club.address).played.tallies]


def test_a_corrected_session_keeps_its_place(club: Club) -> None:
    club.now = datetime(2026, 1, 8, 20, tzinfo=UTC)
    first = club.result("Anna", "Ben", (7, 4), THURSDAY)
    club.now = datetime(2026, 1, 8, 21, tzinfo=UTC)
    second = club.result("Anna", "Cyril", (4, 7), THURSDAY)
    club.now = datetime(2026, 1, 20, tzinfo=UTC)
    club.correct(first, 1, (7, 5))
    assert order_of_play(club) == [first, second]


def test_what_was_known_when(club: Club) -> None:
    club.now = datetime(2026, 1, 8, 22, 59, tzinfo=UTC)
    session = club.result("Anna", "Ben", (7, 4), THURSDAY)
    club.now = datetime(2026, 1, 9, 0, 1, tzinfo=UTC)
    club.correct(session, 1, (4, 7))
    assert table(club, scope=Scope(known_at=datetime(2026, 1, 8, 22, 58, tzinfo=UTC))) == []
    before_midnight = parse_scope(known_at="2026-01-08", zone=UTC)
    assert table(club, scope=before_midnight) == [(1, "Anna", 2), (2, "Ben", 0)]
    after_midnight = parse_scope(known_at="2026-01-09", zone=UTC)
    assert table(club, scope=after_midnight) == [(1, "Ben", 2), (2, "Anna", 0)]


def test_days_are_those_that_the_club_gave(club: Club) -> None:
    club.now = datetime(2026, 1, 9, 1, tzinfo=UTC)  # after midnight, but Thursday's session
    club.result("Anna", "Ben", (7, 4), THURSDAY)
    assert len(table(club, scope=parse_scope(until="2026-01-08"))) == 2
    assert table(club, scope=parse_scope(since="2026-01-09")) == []


def test_merged_players_are_one(club: Club) -> None:
    club.add("Annie")
    club.result("Anna", "Ben", (7, 4), THURSDAY)
    club.result("Annie", "Cyril", (7, 4), THURSDAY)
    club.now = datetime(2026, 1, 20, tzinfo=UTC)
    club.happens("Annie", "merge", into="Anna")
    assert table(club)[0] == (1, "Anna", 4)
    assert {name for name, _rating in rating_list(club)} == {"Anna", "Ben", "Cyril"}
    assert len(show_head_to_head(club.address, "annie", "cyril").found.meetings) == 1
    assert len(table(club, scope=parse_scope(known_at="2026-01-19", zone=UTC))) == 4


def test_retired_and_anonymised_players_keep_their_results(club: Club) -> None:
    club.result("Anna", "Ben", (7, 4), THURSDAY)
    club.happens("Anna", "retire")
    club.happens("Ben", "anonymise")
    assert table(club) == [(1, "Anna", 2), (2, f"Player {club.ids['Ben']}", 0)]
    assert len(rating_list(club)) == 2


def test_bots_are_out_unless_asked_for(club: Club) -> None:
    club.add("Greedy", kind="bot")
    club.result("Anna", "Greedy", (4, 7), THURSDAY)
    club.result("Anna", "Ben", (7, 4), THURSDAY)
    assert table(club) == [(1, "Anna", 2), (2, "Ben", 0)]
    with_bots = Scope(bots=True)
    assert {name for _rank, name, _halves in table(club, scope=with_bots)} == {"Anna", "Ben", "Greedy"}
    assert len(rating_list(club, with_bots)) == 3
    assert len(rating_list(club)) == 2


def test_one_ruleset_alone(club: Club) -> None:
    club.result("Anna", "Ben", (7, 4), THURSDAY)
    club.result("Anna", "Ben", (4, 7), THURSDAY, rules="points")
    assert show_standings(club.address).standings.rules == (("bohemian", 1), ("points", 1))
    assert table(club, scope=Scope(rules="POINTS")) == [(1, "Ben", 2), (2, "Anna", 0)]
    assert rating_list(club, Scope(rules="bohemian")) == [("Anna", 1520), ("Ben", 1480)]
    with pytest.raises(InputError):
        table(club, scope=Scope(rules="whist"))


def test_an_event_alone(club: Club) -> None:
    event = club.event("Thursday night")
    club.result("Anna", "Ben", (7, 4), THURSDAY, event=event)
    club.result("Ben", "Anna", (7, 4), NEXT_WEEK)
    view = show_standings(club.address, "thurs")
    assert view.event == "Thursday night"
    assert [row.totals.sessions for row in view.standings.rows] == [1, 1]
    assert view.ratings == show_standings(club.address).ratings  # the league's
    with pytest.raises(NotFoundError):
        show_standings(club.address, "Friday")


def test_unfinished_sessions_do_not_count(club: Club) -> None:
    club.deals("Anna", "Ben", [(14, 6)] * 3, THURSDAY)
    abandoned = club.deals("Anna", "Cyril", [(14, 6)], THURSDAY)
    club.end(abandoned, Ending.ABANDON)
    assert table(club) == []
    assert rating_list(club) == []
    assert {str(state): number for state, number in show_standings(club.address).not_counted.items()} == {
        "open": 1,
        "abandoned": 1,
    }


def test_deals_of_a_finished_session(club: Club) -> None:
    # A tie counts as a deal; 14-6 is simple, 17-3 a Schneider, 20-0 a Schwarz; the last comes after the end.
    club.deals("Anna", "Ben", [(14, 6), (10, 10), (17, 3), (20, 0), (3, 17), (12, 8), (15, 5)], THURSDAY)
    anna, ben = show_standings(club.address).standings.rows
    assert (anna.totals.deals, ben.totals.deals) == (6, 6)
    assert (anna.totals.game_points_for, anna.totals.game_points_against) == (7, 2)
    assert (anna.totals.schneiders, anna.totals.schwarzes, ben.totals.schneiders) == (1, 1, 1)
    assert anna.totals.units == 14 + 10 + 17 + 20 + 3 + 12


def test_a_forfeit_counts_but_is_not_rated(club: Club) -> None:
    session = club.deals("Anna", "Ben", [(14, 6)], THURSDAY)
    club.end(session, Ending.FORFEIT, loser="Anna")
    assert table(club) == [(1, "Ben", 2), (2, "Anna", 0)]
    assert rating_list(club) == []
    (meeting,) = show_head_to_head(club.address, "Anna", "Ben").found.meetings
    assert (meeting.score, meeting.halves) == ((1, 0), (0, 2))


def test_glicko_2_counts_months_up_to_as_of_or_the_last_session(club: Club) -> None:
    club.result("Anna", "Ben", (7, 4), THURSDAY)
    deviation = [
        list_ratings(club.address, "glicko-2", scope=scope).rows[0].rating.deviation
        for scope in (
            None,
            parse_scope(as_of="2026-01-31"),
            parse_scope(as_of="2026-02-01"),
            parse_scope(as_of="2026-12-31"),
        )
    ]
    assert deviation[0] == deviation[1]
    assert deviation == sorted(deviation, key=lambda value: value or 0)
    assert len(set(deviation)) == 3
    # The league's last session lets time pass for everybody, whichever rules it was played by.
    club.result("Cyril", "Dora", (7, 4), date(2026, 2, 5), rules="points")
    for scope in (None, Scope(rules="bohemian")):
        found = list_ratings(club.address, "glicko-2", scope=scope)
        rating = next(row.rating for row in found.rows if row.rating.player == club.ids["Anna"])
        assert rating.deviation == deviation[2]


def test_explaining_a_session(club: Club) -> None:
    first = club.result("Anna", "Ben", (7, 4), THURSDAY)
    second = club.result("Ben", "Anna", (7, 4), THURSDAY)
    steps = explain_session(club.address, str(second)).steps
    assert [step.before for step in steps if isinstance(step, EloStep)] == [(1480, 1520)]
    months = explain_session(club.address, str(first), "glicko-2").steps
    players = [month.player for month in months if isinstance(month, PeriodStep)]
    assert players == [club.ids["Anna"], club.ids["Ben"]]
    club.void(first)
    with pytest.raises(StateError, match="void"):
        explain_session(club.address, str(first))
    with pytest.raises(StateError, match="asked for"):
        explain_session(club.address, str(second), scope=Scope(rules="points"))
    with pytest.raises(NotFoundError):
        explain_session(club.address, "99")


def test_names_of_players_systems_and_criteria(club: Club) -> None:
    with pytest.raises(NotFoundError):
        show_history(club.address, "Zora")
    with pytest.raises(UsageError, match="same player"):
        show_head_to_head(club.address, "anna", "1")
    with pytest.raises(UsageError, match="trueskill"):
        list_ratings(club.address, "trueskill")
    assert parse_order(None) is None
    assert parse_order("Percentage, diff") == ("percentage", "diff")
    for wrong in ("", ",", "points,points", "elo"):
        with pytest.raises(UsageError):
            parse_order(wrong)


def test_who_did_not_play_lately_can_be_left_out(club: Club) -> None:
    club.result("Anna", "Ben", (7, 4), THURSDAY)
    club.result("Anna", "Cyril", (7, 4), NEXT_WEEK)
    found = list_ratings(club.address, active_since=NEXT_WEEK)
    assert [row.rating.player for row in found.rows] == [club.ids["Anna"], club.ids["Cyril"]]
    assert found.inactive == 1
