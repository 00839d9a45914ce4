"""Events: a night's sessions belong together."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from schneider_league.derive.names import find_named, fold
from schneider_league.derive.sessions import Session, State
from schneider_league.errors import InputError, StateError, UsageError
from schneider_league.reports.event import EventLine
from schneider_league.reports.session_view import SessionLine
from schneider_league.store.engine import Database
from schneider_league.store.events import Event, create_event, list_events
from schneider_league.store.rulesets import house_rules
from schneider_league.store.session_index import sessions_started_with
from schneider_league.workflows.sessions.book import Book
from schneider_league.workflows.sessions.listing import line_of
from schneider_league.workflows.sessions.terms import EventTerms, event_terms, find_ruleset, keep_ruleset, stated_format
from schneider_league.workflows.sessions.writing import Clock

OPEN: Final = "open"
FORMATS: Final = ("open", "round-robin", "double-round-robin", "swiss", "knockout")


@dataclass(frozen=True, slots=True)
class EventView:
    """An event with its sessions."""

    line: EventLine
    sessions: tuple[SessionLine, ...]


def begin_event(
    address: str,
    name: str,
    format: str,
    *,
    rules: str | None = None,
    rules_files: Sequence[str] = (),
    target: int | None = None,
    deals: int | None = None,
    timed: bool = False,
    clock: Clock | None = None,
) -> EventLine:
    """Make an event.

    Raises:
        UsageError: the format exists, but not yet here; or the options contradict each other.
        StateError: there is an event of that name.
        LeagueError: the ruleset is unknown, …
    """
    if format != OPEN:
        raise UsageError(
            f"events of the format {format} cannot be held yet", hint="--format open keeps a night's sessions together"
        )
    if not name.strip():
        raise InputError("an event needs a name", hint='as in event create "Thursday night" --format open')
    form = stated_format(target, deals, timed)
    database = Database(address) if clock is None else Database(address, clock)
    with database.writing() as league:
        book = Book(league, is_writing=True)
        same = next((event for event in book.events.values() if fold(event.name) == fold(name)), None)
        if same is not None:
            raise StateError(f"there is an event '{same.name}' already ({same.id})", hint="choose another name")
        settings: dict[str, object] = {}
        if rules is not None or rules_files:
            ruleset = find_ruleset(book, rules, rules_files)
            keep_ruleset(book, ruleset)
            if ruleset.extends is not None and house_rules(league)[ruleset.name.lower()] != ruleset:
                raise StateError(
                    f"the league knows '{ruleset.name}' by another definition", hint="`rules add --replace` changes it"
                )
            settings["rules"] = ruleset.name
        if form is not None:
            settings["session_format"] = str(form)
        if target is not None:
            settings["target"] = target
        event = create_event(league, name.strip(), format, settings)
        return _line(event, [], book)


def list_all_events(address: str) -> list[EventLine]:
    """All events, with what was played in each."""
    with Database(address).reading() as league:
        book = Book(league)
        sessions: dict[int, list[Session]] = {}
        if book.events:
            for session in book.sessions(sessions_started_with(league, any_event=True)):
                if session.start.event is not None and session.state is not State.VOID:
                    sessions.setdefault(session.start.event, []).append(session)
        return [_line(event, sessions.get(event.id, []), book) for event in book.events.values()]


def view_event(address: str, query: str) -> EventView:
    """One event with its sessions, by the day they were played.

    Raises:
        NotFoundError: there is none of that name, or several.
    """
    with Database(address).reading() as league:
        book = Book(league)
        number = find_named("event", query, [(event.id, (event.name,)) for event in list_events(league)])
        candidates = book.sessions(sessions_started_with(league, event=number))
        found = [session for session in candidates if session.start.event == number]
        found.sort(key=lambda session: (session.start.played_on, session.id))
        counted = [session for session in found if session.state is not State.VOID]
        return EventView(_line(book.events[number], counted, book), tuple(line_of(book, session) for session in found))


def _line(event: Event, sessions: Sequence[Session], book: Book) -> EventLine:
    terms = event_terms(event)
    days = [session.start.played_on for session in sessions]
    players = {book.resolve(player) for session in sessions for player in session.start.players}
    return EventLine(
        event.id,
        event.name,
        event.format,
        terms.rules,
        _goes(terms),
        len(sessions),
        sum(session.state is State.OPEN for session in sessions),
        len(players),
        min(days, default=None),
        max(days, default=None),
    )


def _goes(terms: EventTerms) -> str | None:
    if terms.format is None:
        return None
    return f"to {terms.target}" if terms.target is not None else str(terms.format)
