"""Sessions end other than by their score: closed, abandoned, forfeited."""

from __future__ import annotations

from schneider_league.derive.names import derive_fit, fold
from schneider_league.derive.sessions import Session
from schneider_league.errors import StateError
from schneider_league.records.claims import FormatKind
from schneider_league.records.ledger import Content, Ending, EntryKind
from schneider_league.reports.session_words import (
    format_words,
    state_line,
)
from schneider_league.store.ledger import Draft
from schneider_league.workflows.sessions.book import Answer, Book
from schneider_league.workflows.sessions.finding import (
    find_open_session,
)
from schneider_league.workflows.sessions.writing import (
    Clock,
    append_to,
    moved_late,
    stated_reason,
    write,
)


def close_session(address: str, session: str, *, reason: str | None = None, clock: Clock | None = None) -> Answer:
    """End a timed session: more game points wins.

    Raises:
        StateError: it is over, or ends by itself.
    """

    def close(book: Book) -> Answer:
        found = find_open_session(book, session)
        if found.start.format.kind is not FormatKind.TIMED:
            raise StateError(
                f"session {found.id} ends by itself: it is played {format_words(found.start)}",
                hint="`session abandon` ends it without a result, `session forfeit` for one player; "
                "`session amend --timed` makes it one that is closed",
            )
        if found.end is not None:
            raise StateError(
                f"session {found.id} is closed and level: {state_line(found, book.names(found))}",
                hint="enter that deal; `session undo` takes back that it was closed",
            )
        if all(row.score is None for row in found.rows):
            raise StateError(
                f"session {found.id} has no deal that counts", hint="`session abandon` or `session void` ends it"
            )
        return _end(book, found, Content(EntryKind.END, ending=Ending.CLOSE), reason)

    return write(address, clock, close)


def abandon_session(address: str, session: str, *, reason: str | None = None, clock: Clock | None = None) -> Answer:
    """End a session without a result.

    Raises:
        StateError: it is over.
    """

    def abandon(book: Book) -> Answer:
        return _end(book, find_open_session(book, session), Content(EntryKind.END, ending=Ending.ABANDON), reason)

    return write(address, clock, abandon)


def forfeit_session(
    address: str, session: str, player: str, *, reason: str | None = None, clock: Clock | None = None
) -> Answer:
    """End a session as forfeited by a player, or by `both`.

    Raises:
        AnswerNeededError: there is no reason.
        StateError: it is over.
    """
    why = stated_reason(reason, "a forfeit")

    def forfeit(book: Book) -> Answer:
        found = find_open_session(book, session)
        called_both = any(derive_fit(player, name) > 1 for name in book.names(found))
        if fold(player) == "both" and not called_both:
            content = Content(EntryKind.END, ending=Ending.FORFEIT, loser="both")
        else:
            loser = book.side_of(found, player)
            content = Content(EntryKind.END, ending=Ending.FORFEIT, loser="b" if loser else "a")
        return _end(book, found, content, why)

    return write(address, clock, forfeit)


def _end(book: Book, session: Session, content: Content, reason: str | None) -> Answer:
    after = append_to(book, session, [Draft(content)], reason=reason)
    line = f"Session {session.id}: {state_line(after, book.names(after))}"
    return Answer(session.id, (line, *moved_late(book, after)))
