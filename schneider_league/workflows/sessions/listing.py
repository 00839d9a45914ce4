"""Lists of sessions."""

from __future__ import annotations

from schneider_league.derive.sessions import Session, State
from schneider_league.reports.session_view import SessionLine
from schneider_league.store.engine import Database
from schneider_league.store.session_index import sessions_started_with
from schneider_league.workflows.days import parse_day
from schneider_league.workflows.sessions.book import Book
from schneider_league.workflows.sessions.terms import find_event


def line_of(book: Book, session: Session) -> SessionLine:
    """The session in a line."""
    names = book.names(session)
    start = session.start
    return SessionLine(
        session.id,
        *names,
        start.rules,
        str(start.format),
        start.target,
        start.played_on,
        book.event_name(session),
        start.table,
        str(session.state),
        None if session.winner is None else names[session.winner],
        session.score,
        None if session.next_dealer is None else names[session.next_dealer],
    )


def list_sessions(
    address: str,
    *,
    only_open: bool = False,
    player: str | None = None,
    event: str | None = None,
    since: str | None = None,
    until: str | None = None,
) -> list[SessionLine]:
    """Sessions by the day they were played, then by id.

    Raises:
        NotFoundError: there is no such player or event.
        UsageError: a day is no day.
    """
    first = parse_day(since, "--since") if since is not None else None
    last = parse_day(until, "--until") if until is not None else None
    with Database(address).reading() as league:
        book = Book(league)
        wanted = book.player(player).id if player is not None else None
        held = find_event(book, event).id if event is not None else None

        def is_wanted(session: Session) -> bool:
            start = session.start
            return (
                (not only_open or session.state is State.OPEN)
                and (wanted is None or wanted in map(book.resolve, start.players))
                and (held is None or start.event == held)
                and (first is None or start.played_on >= first)
                and (last is None or start.played_on <= last)
            )

        if only_open:
            candidates = book.open_sessions()
        else:
            alike = None
            if wanted is not None:
                alike = [each.id for each in book.players if book.resolve(each.id) == wanted]
            numbers = sessions_started_with(league, players=alike, event=held, since=first, until=last)
            candidates = list(book.sessions(numbers))
        found = [session for session in candidates if is_wanted(session)]
        found.sort(key=lambda session: (session.start.played_on, session.id))
        return [line_of(book, session) for session in found]
