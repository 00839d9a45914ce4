"""Tables: of the whole league, of an event, and of two players against each other."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from difflib import get_close_matches

from schneider_league.derive.event import derive_event
from schneider_league.derive.head_to_head import HeadToHead, derive_head_to_head
from schneider_league.derive.names import find_named, find_player, resolve_merges
from schneider_league.derive.ratings import DEFAULT_SYSTEM, SYSTEMS
from schneider_league.derive.sessions import State
from schneider_league.derive.standings import Standings, derive_event_standings, derive_standings
from schneider_league.derive.tie_breaks import DEFAULT_ORDER, TIE_BREAKS
from schneider_league.errors import UsageError
from schneider_league.store.engine import Database, League
from schneider_league.store.events import Event, list_events, load_event_entries
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


def parse_order(text: str | None) -> tuple[str, ...] | None:
    """The criteria of `--order`, divided by commas; None where it is not given.

    Raises:
        UsageError: one is unknown or named twice.
    """
    if text is None:
        return None
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
    order: Sequence[str] | None = None,
    min_sessions: int | None = None,
    scope: Scope | None = None,
) -> TableView:
    """The table of an event, or of all sessions.

    `order` and `min_sessions` None are the event's own: in rounds everybody is in the table who entered.

    Raises:
        NotFoundError: there is no such database or event.
        LeagueError: the database cannot be read, or there is no such ruleset.
    """
    wanted = scope or Scope()
    with Database(database).reading() as league:
        found = None if event is None else _find_event(league, event, wanted)
        if found is not None and found.settings.has_rounds:
            wanted = replace(wanted, bots=True)
        played = load_played(league, wanted)
        entries = () if found is None else load_event_entries(league, found.id, known_at=wanted.known_at)
        heads = resolve_merges(played.players)
    if found is None:
        least = 1 if min_sessions is None else min_sessions
        standings = derive_standings(
            played.tallies, order=order or DEFAULT_ORDER, min_sessions=least, name_of=played.sort_name
        )
    else:
        state = derive_event(entries, played.tallies, resolve=lambda player: heads.get(player, player))
        standings = derive_event_standings(
            state, played.tallies, order=order or (), min_sessions=min_sessions or 0, name_of=played.sort_name
        )
    return TableView(
        None if found is None else found.name,
        standings,
        played,
        _elo(played),
        played.not_counted(None if found is None else found.id),
        1 if min_sessions is None else min_sessions,
    )


def _find_event(league: League, query: str, scope: Scope) -> Event:
    """The event that a name or an id means, as it was settled then."""
    events = {each.id: each for each in list_events(league, known_at=scope.known_at)}
    return events[find_named("event", query, [(each.id, [each.name]) for each in events.values()])]


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
