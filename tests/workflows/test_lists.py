"""Lists of sessions and events."""

from __future__ import annotations

import pytest

from schneider_league.errors import InputError, NotFoundError, StateError, UsageError
from schneider_league.store.engine import Database
from schneider_league.store.people import append_player_entry
from schneider_league.workflows.events.creating import EventOptions, begin_event
from schneider_league.workflows.events.showing import list_all_events, view_event
from schneider_league.workflows.sessions.listing import list_sessions
from tests.workflows.scorekeeper import Scorekeeper


@pytest.fixture
def keeper(league_address: str) -> Scorekeeper:
    """A league with two events and some sessions."""
    keeper = Scorekeeper(league_address)
    begin_event(league_address, "Thursday night", EventOptions("open"))
    begin_event(league_address, "Winter league", EventOptions("open", "points", deals=2))
    keeper.start(event="thurs", date="2026-11-19", target=1)  # 1
    keeper.score("14-6")
    keeper.start("carl", "dora", dealer="dora", event="winter")  # 2
    keeper.start("anna", "dora", dealer="dora")  # 3
    keeper.start("ben", "carl", dealer="ben", event="thurs", date="2026-11-12")  # 4
    keeper.void("4")
    return keeper


def numbers(keeper: Scorekeeper, **options: object) -> list[int]:
    return [line.id for line in list_sessions(keeper.address, **options)]  # type: ignore[arg-type]


def test_lists_are_by_day(keeper: Scorekeeper) -> None:
    assert numbers(keeper) == [4, 1, 2, 3]
    assert numbers(keeper, only_open=True) == [2, 3]
    assert numbers(keeper, player="anna") == [1, 3]
    assert numbers(keeper, event="thursday") == [4, 1]
    assert numbers(keeper, since="2026-11-19") == [1, 2, 3]
    assert numbers(keeper, until="2026-11-19") == [4, 1]
    assert numbers(keeper, since="2026-11-13", until="2026-11-20", player="ben") == [1]
    with pytest.raises(UsageError, match="--since"):
        numbers(keeper, since="yesterday")
    with pytest.raises(NotFoundError):
        numbers(keeper, player="nobody")


def test_what_was_amended_or_merged_is_found_as_it_is_now(keeper: Scorekeeper) -> None:
    keeper.amend("3", players=("carl", "dora"), date="2026-11-01", event="thurs")
    assert numbers(keeper, player="anna") == [1]
    assert numbers(keeper, player="carl") == [3, 4, 2]
    assert numbers(keeper, event="thurs", until="2026-11-12") == [3, 4]
    with Database(keeper.address).writing() as league:
        append_player_entry(league, 1, "merge", into=4)
    assert numbers(keeper, player="dora") == [3, 1, 2]


def test_an_event_settles_what_its_sessions_do_not_say(keeper: Scorekeeper) -> None:
    session = keeper.session("2")
    assert (session.start.rules, str(session.start.format), session.start.target) == ("points", "deals 2", None)
    keeper.start("anna", "ben", event="winter", rules="bohemian", target=3)
    session = keeper.session("5")
    assert (session.start.rules, str(session.start.format), session.start.target) == ("bohemian", "first-to", 3)
    keeper.start("anna", "ben", event="winter", rules="points+three-wins")
    assert str(keeper.session("6").start.format) == "deals 2"


def test_events_and_their_sessions(keeper: Scorekeeper) -> None:
    lines = list_all_events(keeper.address)
    assert [(line.name, line.sessions, line.open, line.players) for line in lines] == [
        ("Thursday night", 1, 0, 2),
        ("Winter league", 1, 1, 2),
    ]
    assert (lines[1].rules, lines[1].goes) == ("points", "deals 2")
    view = view_event(keeper.address, "thu")
    assert [line.id for line in view.sessions] == [4, 1]


def test_events_that_cannot_be(keeper: Scorekeeper) -> None:
    with pytest.raises(UsageError, match="--rounds is for --format swiss"):
        begin_event(keeper.address, "Cup", EventOptions("knockout", rounds=3))
    with pytest.raises(UsageError, match="--best-of 3 is for --format knockout"):
        begin_event(keeper.address, "Cup", EventOptions("swiss", best_of=3))
    with pytest.raises(UsageError, match="best of 1 or of 3"):
        begin_event(keeper.address, "Cup", EventOptions("knockout", best_of=2))
    with pytest.raises(StateError, match="there is an event 'Thursday night' already"):
        begin_event(keeper.address, "THURSDAY  night", EventOptions("open"))
    with pytest.raises(InputError):
        begin_event(keeper.address, "  ", EventOptions("open"))
    with pytest.raises(InputError):
        begin_event(keeper.address, "Cup", EventOptions("open", "whist"))
    with pytest.raises(NotFoundError):
        view_event(keeper.address, "Cup")
