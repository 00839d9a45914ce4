"""Which session is meant: its id, its table, a player who has just one open session, or none where one is open."""

from __future__ import annotations

import re
from collections.abc import Sequence

from schneider_league.derive.names import find_player, fold
from schneider_league.derive.sessions import Session, State
from schneider_league.errors import AmbiguousError, NotFoundError, StateError, UsageError
from schneider_league.reports.session_words import score_words
from schneider_league.store.ledger import last_written
from schneider_league.workflows.sessions.book import Book

_ID = re.compile(r"[0-9]{1,9}")
_TABLE = re.compile(r"[tT][0-9]+")


def find_session(book: Book, ref: str) -> Session:
    """The session that a REF means.

    A table or a player whose sessions are all over means the session last written to, if it was theirs.

    Raises:
        NotFoundError: there is none, or several fit.
    """
    asked = ref.strip().removeprefix("#")
    if _ID.fullmatch(asked):
        return book.session(int(asked))
    open_ones = book.open_sessions()
    at_table = [session for session in open_ones if is_table(session.start.table, asked)]
    if at_table:
        return _only(book, asked, at_table)
    last = last_session(book)
    if last is not None and is_table(last.start.table, asked):
        return last
    try:
        player = _player_of(book, asked, open_ones)
    except AmbiguousError:
        raise
    except NotFoundError as error:
        if not _TABLE.fullmatch(asked):
            raise
        hint = f"open are {listed(book, open_ones)}" if open_ones else "`session list` shows all sessions"
        raise NotFoundError(f"no session is open at table '{asked}'", hint=hint) from error
    theirs = [session for session in open_ones if player in _players(book, session)]
    if theirs:
        return _only(book, asked, theirs)
    if last is not None and player in _players(book, last):
        return last
    raise NotFoundError(
        f"{book.name(player)} has no open session",
        hint="name a session that is over by its id; `session list --player` shows it",
    )


def _player_of(book: Book, asked: str, open_ones: Sequence[Session]) -> int:
    """The player who is meant; a name that fits several means the one of them who is playing."""
    try:
        return book.player(asked).id
    except AmbiguousError:
        playing = {player for session in open_ones for player in _players(book, session)}
        own = [player for player in book.players if book.resolve(player.id) in playing]
        try:
            return book.resolve(find_player(own, asked).id)
        except NotFoundError:
            pass
        raise


def find_open_session(book: Book, ref: str | None) -> Session:
    """The session that something is entered into: that of the REF, else the only open one.

    Raises:
        NotFoundError: there is none, or several fit the REF.
        UsageError: several are open and none is named.
        StateError: it is over.
    """
    if ref is not None:
        session = find_session(book, ref)
        refuse_unless_open(book, session)
        return session
    open_ones = book.open_sessions()
    if len(open_ones) == 1:
        return open_ones[0]
    if open_ones:
        raise UsageError(
            f"{len(open_ones)} sessions are open: {listed(book, open_ones)}",
            hint="say which with -s: its id, its table, or one of its players",
        )
    last = last_session(book)
    if last is None:
        raise NotFoundError("there is no session", hint="begin one: session start A B")
    refuse_unless_open(book, last)
    raise StateError("no session is open", hint="begin one: session start A B")


def find_written_session(book: Book, ref: str | None) -> Session:
    """The session that something is taken back in: that of the REF, else the one last written to.

    Raises:
        NotFoundError: there is none, or several fit the REF.
    """
    if ref is not None:
        return find_session(book, ref)
    last = last_session(book)
    if last is None:
        raise NotFoundError("there is no session", hint="begin one: session start A B")
    return last


def last_session(book: Book) -> Session | None:
    """The session last written to."""
    number = last_written(book.league)
    return None if number is None else book.session(number)


def refuse_unless_open(book: Book, session: Session) -> None:
    """Raise StateError where the session is over."""
    if session.state is State.OPEN:
        return
    names = book.names(session)
    how = {
        State.FINISHED: f"is over: {score_words(session, names)}",
        State.ABANDONED: "is abandoned",
        State.FORFEITED: "is forfeited",
        State.VOID: "is void",
    }[session.state]
    raise StateError(
        f"session {session.id} ({names[0]} – {names[1]}) {how}",
        hint=f"`session undo -s {session.id}` takes back what was entered last, `session start` begins another",
    )


def _players(book: Book, session: Session) -> tuple[int, int]:
    a, b = session.start.players
    return book.resolve(a), book.resolve(b)


def is_table(table: str | None, asked: str) -> bool:
    """Whether this is the table: `T3` is the table `T3` or `3`."""
    if table is None:
        return False
    written, wanted = fold(table), fold(asked)
    return written == wanted or (wanted == f"t{written}" and written.isdecimal())


def _only(book: Book, asked: str, found: Sequence[Session]) -> Session:
    if len(found) == 1:
        return found[0]
    raise AmbiguousError(
        f"'{asked}' fits several open sessions",
        hint="say which by its id",
        candidates=[_short(book, session) for session in found],
    )


def _short(book: Book, session: Session) -> str:
    a, b = book.names(session)
    table = f", table {session.start.table}" if session.start.table else ""
    return f"{session.id} ({a} – {b}{table})"


def listed(book: Book, sessions: Sequence[Session]) -> str:
    """`3 (Anna – Ben, table T3), 4 (Carl – Dora)`, ten at most."""
    shown = [_short(book, session) for session in sessions[:10]]
    more = f" and {len(sessions) - 10} more" if len(sessions) > 10 else ""
    return ", ".join(shown) + more
