"""Events in a list, and one with what is played in it now."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from schneider_league.derive.event import EventState, derive_event
from schneider_league.derive.sessions import State
from schneider_league.derive.standings import Standings
from schneider_league.derive.tallies import Tally
from schneider_league.reports.event import EventLine
from schneider_league.reports.event_view import EntrantLine, EventHeading, PairingLine, RoundView
from schneider_league.reports.session_view import SessionLine
from schneider_league.store.engine import Database
from schneider_league.store.events import event_change, load_events_entries
from schneider_league.store.session_index import sessions_started_with
from schneider_league.workflows.events.creating import goes_words
from schneider_league.workflows.events.entering import table_of
from schneider_league.workflows.events.held import Held, hold
from schneider_league.workflows.events.viewing import (
    entrant_lines,
    heading_of,
    line_of_paired,
    progress_words,
    round_view,
    state_notes,
)
from schneider_league.workflows.sessions.book import Book
from schneider_league.workflows.sessions.listing import line_of
from schneider_league.workflows.tallies import load_event_tallies


@dataclass(frozen=True, slots=True)
class EventView:
    """An event with what is played in it."""

    line: EventLine
    heading: EventHeading
    sessions: tuple[SessionLine, ...]
    """By the day they were played."""
    entrants: tuple[EntrantLine, ...]
    """By number; none in an open event."""
    pairings: tuple[PairingLine, ...]
    """Of the last published round."""
    notes: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class ScreenView:
    """What a second screen shows: the table, and the current round."""

    heading: EventHeading
    standings: Standings
    names: dict[int, str]
    ratings: Mapping[int, float]
    round: RoundView | None
    """None before the first, and in an open event."""
    sessions: tuple[SessionLine, ...]
    """Of an open event those that are being played."""
    notes: tuple[str, ...]


def list_all_events(address: str) -> list[EventLine]:
    """All events, with what was played in each."""
    with Database(address).reading() as league:
        book = Book(league)
        if not book.events:
            return []
        tallies: dict[int | None, list[Tally]] = {}
        for tally in load_event_tallies(league):
            tallies.setdefault(tally.event, []).append(tally)
        entries = load_events_entries(league)
        lines = []
        for event in book.events.values():
            own = tallies.get(event.id, [])
            lines.append(_line(event.id, derive_event(entries[event.id], own, resolve=book.resolve), own))
        return lines


def view_event(address: str, query: str) -> EventView:
    """One event with its sessions, entrants and current round.

    Raises:
        NotFoundError: there is none of that name, or several.
    """
    with Database(address).reading() as league:
        book = Book(league)
        held = hold(book, query)
        number = held.event.id
        candidates = book.sessions(sessions_started_with(league, event=number))
        found = [session for session in candidates if session.start.event == number]
        found.sort(key=lambda session: (session.start.played_on, session.id))
        current = held.state.current
        return EventView(
            _line(number, held.state, held.tallies),
            heading_of(held),
            tuple(line_of(book, session) for session in found),
            tuple(entrant_lines(held)) if held.state.settings.has_rounds else (),
            () if current is None else tuple(line_of_paired(held, paired) for paired in current.pairings),
            tuple(_notes(held)),
        )


def _notes(held: Held) -> list[str]:
    if not held.state.settings.has_rounds:
        return []
    notes = [progress_words(held)]
    if held.state.loose:
        listed = ", ".join(str(tally.session) for tally in held.state.loose[:10])
        notes.append(f"Not counted, since they belong to no pairing: sessions {listed}.")
    return [*notes, held.next_words()]


def _line(number: int, state: EventState, tallies: Sequence[Tally]) -> EventLine:
    settings = state.settings
    days = [tally.played_on for tally in tallies]
    playing = {player for tally in tallies for player in tally.players}
    players = len(state.entrants) if settings.has_rounds else len(playing)
    return EventLine(
        number,
        settings.name,
        settings.format,
        settings.rules,
        goes_words(settings),
        len(tallies),
        sum(tally.state is State.OPEN for tally in tallies),
        players,
        min(days, default=None),
        max(days, default=None),
        len(state.rounds) if settings.has_rounds else None,
        state.planned_rounds if settings.has_rounds else None,
        "finished" if state.is_finished else "open" if settings.has_rounds and not state.rounds else "running",
    )


def watch_event(address: str, query: str, *, is_over: Callable[[], bool] | None = None) -> Iterator[ScreenView | None]:
    """What a second screen shows, whenever asked: a view where something was entered since, else None.

    The database is let go of in between, so that nobody waits.

    Raises:
        NotFoundError: there is no such event.
    """
    seen: object = None
    while is_over is None or not is_over():
        with Database(address).reading() as league:
            change = event_change(league)
            view = None if change == seen else screen_of(hold(Book(league), query))
            seen = change
        yield view


def screen_of(held: Held) -> ScreenView:
    """What a second screen shows of an event."""
    state, book = held.state, held.book
    standings = table_of(held)
    current = state.current
    open_ones = [] if state.settings.has_rounds else book.open_sessions()
    return ScreenView(
        heading_of(held),
        standings,
        {row.player: book.name(row.player) for row in standings.rows}
        | {player: book.name(player) for player in standings.struck},
        held.league_ratings,
        None if current is None else round_view(held, current, state_notes(held, current)),
        tuple(line_of(book, session) for session in open_ones if session.start.event == held.event.id),
        tuple(_notes(held)),
    )
