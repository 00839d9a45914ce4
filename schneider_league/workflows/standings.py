"""Tables: of the whole league, of an event, and of two players against each other."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from difflib import get_close_matches

from schneider_league.derive.head_to_head import HeadToHead, derive_head_to_head
from schneider_league.derive.names import find_named, find_player
from schneider_league.derive.ratings import DEFAULT_SYSTEM, SYSTEMS
from schneider_league.derive.sessions import State
from schneider_league.derive.standings import Standings, derive_standings
from schneider_league.derive.tie_breaks import DEFAULT_ORDER, TIE_BREAKS
from schneider_league.errors import UsageError
from schneider_league.store.engine import Database
from schneider_league.store.events import list_events
from schneider_league.workflows.scope import Scope
from schneider_league.workflows.tallies import Played, load_played


@dataclass(frozen=True, slots=True)
class TableView:
    """A table, and what is needed to show it."""

    event: str | None
    standings: Standings
    played: Played
    ratings: Mapping[int, float]
    """By player, of whom has one: what `ratings` shows for the same sessions, those of other events included."""
    not_counted: Mapping[State, int]
    """Sessions that are left out, by state."""
    min_sessions: int


@dataclass(frozen=True, slots=True)
class MeetingsView:
    """Two players' sessions with each other, and what is needed to show them."""

    found: HeadToHead
    played: Played
    events: Mapping[int, str]
    """Names by id."""
    ratings: tuple[float | None, float | None]


def parse_order(text: str | None) -> tuple[str, ...]:
    """The criteria of `--order`, divided by commas; the default where it is not given.

    Raises:
        UsageError: one is unknown or named twice.
    """
    if text is None:
        return DEFAULT_ORDER
    names = tuple(word.strip().lower() for word in text.split(",") if word.strip())
    for index, name in enumerate(names):
        if name not in TIE_BREAKS:
            raise UsageError(
                f"--order: there is no criterion '{name}'",
                candidates=get_close_matches(name, TIE_BREAKS, 1),
                hint=f"there are {', '.join(TIE_BREAKS)}",
            )
        if name in names[:index]:
            raise UsageError(f"--order: '{name}' stands in it twice")
    if not names:
        raise UsageError("--order: it names no criterion", hint=f"there are {', '.join(TIE_BREAKS)}")
    return names


def show_standings(
    database: str,
    event: str | None = None,
    *,
    order: Sequence[str] = DEFAULT_ORDER,
    min_sessions: int = 1,
    scope: Scope | None = None,
) -> TableView:
    """The table of an event, or of all sessions.

    Raises:
        NotFoundError: there is no such database or event.
        LeagueError: the database cannot be read, or there is no such ruleset.
    """
    with Database(database).reading() as league:
        event_id: int | None = None
        event_name: str | None = None
        if event is not None:
            names = {each.id: each.name for each in list_events(league)}
            event_id = find_named("event", event, [(id_, [name]) for id_, name in names.items()])
            event_name = names[event_id]
        played = load_played(league, scope or Scope())
    tallies = [tally for tally in played.tallies if event_id is None or tally.event == event_id]
    return TableView(
        event_name,
        derive_standings(tallies, order=order, min_sessions=min_sessions, name_of=played.sort_name),
        played,
        _elo(played),
        played.not_counted(event_id),
        min_sessions,
    )


def show_head_to_head(database: str, a: str, b: str, *, scope: Scope | None = None) -> MeetingsView:
    """What two players played with each other.

    Raises:
        NotFoundError: there is no such database or player.
        UsageError: both names mean the same player.
        LeagueError: the database cannot be read, or there is no such ruleset.
    """
    with Database(database).reading() as league:
        played = load_played(league, scope or Scope())
        events = {event.id: event.name for event in list_events(league)}
    first, second = (find_player(played.players, name) for name in (a, b))
    if first.id == second.id:
        raise UsageError(f"'{a}' and '{b}' are the same player: {first.name}")
    ratings = _elo(played)
    return MeetingsView(
        derive_head_to_head(played.tallies, first.id, second.id),
        played,
        events,
        (ratings.get(first.id), ratings.get(second.id)),
    )


def _elo(played: Played) -> dict[int, float]:
    ratings = SYSTEMS[DEFAULT_SYSTEM].rate(played.tallies, played.last_day)
    return {player: rating.rating for player, rating in ratings.items()}
