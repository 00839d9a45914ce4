"""One transaction in which a session is changed, and the answer to it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from datetime import datetime
from typing import TYPE_CHECKING

from schneider_league.derive.sessions import Session, State
from schneider_league.errors import AnswerNeededError, InputError, StateError
from schneider_league.records.ledger import Content, Entry
from schneider_league.store.engine import Database
from schneider_league.store.ledger import Draft, append
from schneider_league.store.session_index import is_any_after
from schneider_league.store.watch import not_open
from schneider_league.workflows.days import club_day
from schneider_league.workflows.sessions.book import Answer, Book

if TYPE_CHECKING:
    from schneider_league.workflows.changes import Snapshot

Clock = Callable[[], datetime]
"""The time, aware."""


def write(address: str, clock: Clock | None, change: Callable[[Book], Answer]) -> Answer:
    """Do `change` in one transaction: all of it is stored when this returns, or nothing.

    Raises:
        LeagueError: whatever stands against it.
    """
    database = Database(address) if clock is None else Database(address, clock)
    with database.writing() as league:
        return change(Book(league, is_writing=True))


def append_to(
    book: Book,
    session: Session,
    drafts: Sequence[Draft],
    *,
    reason: str | None = None,
    undoes: int | None = None,
    redoes: int | None = None,
) -> Session:
    """Append one action to a session; the session as it stands then."""
    seen = session.entries[-1].seq
    append(book.league, session.id, drafts, seen=seen, reason=clean_text(reason), undoes=undoes, redoes=redoes)
    after = book.session(session.id)
    forget_closed(book, after)
    return after


def forget_closed(book: Book, session: Session) -> None:
    """Let nobody look for an open session here, if it is none."""
    if session.state is not State.OPEN:
        not_open(book.league, [session.id])


def snapshot_of(book: Book, before: Session) -> Snapshot | None:
    """How the league stands, if this session has a part in it that may change."""
    if before.state is State.OPEN:
        return None
    from schneider_league.workflows.changes import take_snapshot

    return take_snapshot(book)


def moved(book: Book, snapshot: Snapshot | None, after: Session) -> list[str]:
    """Whose ratings and ranks were changed by what put a session right, in words."""
    if snapshot is None and after.state not in _COUNTED:
        return []
    from schneider_league.workflows.changes import begun_lines, moved_lines

    lines = begun_lines(book, after.id) if snapshot is None else moved_lines(book, snapshot)
    if after.start.pairing is None:
        return lines
    from schneider_league.workflows.events.after import put_right_lines

    return [*lines, *put_right_lines(book, after)]


def moved_late(book: Book, after: Session) -> list[str]:
    """The same of a session that is over for the first time: only if sessions of a later day are rated already; and
    how its round stands, if it belongs to one.

    A session of today is not asked about, and of an earlier day only its end: entering a deal looks at no season.
    """
    lines: list[str] = []
    if after.start.pairing is not None and after.state is not State.OPEN:
        from schneider_league.workflows.events.after import ended_lines

        lines = ended_lines(book, after)
    if after.state not in _COUNTED or after.start.played_on >= club_day(book.league.now):
        return lines
    if not is_any_after(book.league, after.start.played_on):
        return lines
    from schneider_league.workflows.changes import late_lines

    return [*lines, *late_lines(book, after.id)]


_COUNTED = (State.FINISHED, State.FORFEITED)


def clean_text(text: str | None) -> str | None:
    """Free text as it is stored: without blanks around it; None where nothing is left.

    Raises:
        InputError: it is no valid text.
    """
    cleaned = (text or "").strip()
    try:
        cleaned.encode()
    except UnicodeEncodeError:
        raise InputError("what was said is not valid text", hint="give it in UTF-8") from None
    if "\0" in cleaned:
        raise InputError("what was said holds a zero byte", hint="leave it out")
    return cleaned or None


def stated_reason(reason: str | None, what: str) -> str:
    """The reason.

    Raises:
        AnswerNeededError: none was given.
    """
    cleaned = clean_text(reason)
    if cleaned is None:
        raise needed_reason(what)
    return cleaned


def needed_reason(what: str) -> AnswerNeededError:
    """That a reason has to be given for this."""
    return AnswerNeededError(
        f"{what} needs a reason", question="Why?", parameter="reason", hint='say it with --reason "…"'
    )


def refuse_void(session: Session) -> None:
    """Raise StateError where the session is void."""
    if session.state is State.VOID:
        raise StateError(f"session {session.id} is void", hint=f"`session undo -s {session.id}` lets it count again")


def replacing(entry: Entry, content: Content) -> Draft:
    """What takes the place of an entry."""
    return Draft(content, root=entry.root, replaces=entry.id)


def start_of(session: Session) -> Entry:
    """The start that counts."""
    return [entry for entry in session.entries if entry.root == session.entries[0].root][-1]
