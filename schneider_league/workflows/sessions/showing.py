"""Looking at a session: its deals, and all that was ever entered."""

from __future__ import annotations

from schneider_league.derive.sessions import DealRow, Session, effective_entries
from schneider_league.records.ledger import Entry
from schneider_league.reports.session_view import HistoryLine, SessionView
from schneider_league.reports.session_words import Names, entry_words, session_words
from schneider_league.store.engine import Database
from schneider_league.workflows.sessions.book import Book
from schneider_league.workflows.sessions.correcting import find_row
from schneider_league.workflows.sessions.finding import find_session
from schneider_league.workflows.sessions.listing import line_of


def view_session(address: str, ref: str, *, history: bool = False, deal: int | None = None) -> SessionView:
    """A session as it stands.

    Raises:
        NotFoundError: there is no such session, or no such deal.
    """
    with Database(address).reading() as league:
        book = Book(league)
        session = find_session(book, ref)
        rows = session.rows if deal is None else (find_row(session, str(deal)),)
        lines = _history(book, session) if history else None
        if lines is not None and deal is not None:
            lines = tuple(line for line in lines if line.deal == deal)
        return view_of(book, session, rows, lines)


def view_of(
    book: Book,
    session: Session,
    rows: tuple[DealRow, ...] | None = None,
    lines: tuple[HistoryLine, ...] | None = None,
) -> SessionView:
    """A session to be looked at; all its deals where no `rows` are given."""
    names = book.names(session)
    shown = session.rows if rows is None else rows
    return SessionView(
        line_of(book, session),
        session_words(session, names, book.event_name(session)),
        session,
        names,
        shown,
        {row.entry.id: row.entry.content.note or reason_of(session, row.entry) for row in shown},
        lines,
        {row.entry.id: acceptance_reason(session, row.entry) for row in shown if row.entry.content.accepted},
    )


def _history(book: Book, session: Session) -> tuple[HistoryLine, ...]:
    """All entries: chains in the order of the table, those that count for nothing where they stood."""
    by_root = {row.entry.root: row for row in session.rows}
    following = {entry.replaces: entry for entry in session.entries if entry.replaces is not None}
    lines: list[HistoryLine] = []
    for root in chain_order(session):
        row = by_root.get(root)
        for entry in (entry for entry in session.entries if entry.root == root):
            successor = following.get(entry.id)
            names = _names_of(book, session, entry)
            lines.append(
                HistoryLine(
                    entry,
                    names,
                    entry_words(entry, names),
                    reason_of(session, entry),
                    row if row is not None and row.entry.id == entry.id else None,
                    None if row is None else row.deal,
                    successor,
                    None if successor is None else reason_of(session, successor),
                    acceptance_reason(session, entry),
                )
            )
    return tuple(lines)


def chain_order(session: Session) -> list[int]:
    """The roots of all chains in the order of the table, those that count for nothing among them."""
    firsts = [entry for entry in session.entries if entry.root == entry.seq]
    return [entry.root for entry in effective_entries(firsts)]


def _names_of(book: Book, session: Session, entry: Entry) -> Names:
    """Those of the start that counted when it was entered: an old entry means who played then."""
    root = session.entries[0].root
    starts = [each.content.start for each in session.entries if each.root == root and each.seq <= entry.seq]
    a, b = next((start.players for start in reversed(starts) if start is not None), session.start.players)
    return book.name(a), book.name(b)


def acceptance_reason(session: Session, entry: Entry) -> str | None:
    """Why the table let stand what the rules forbid in a deal; a correction keeps it, and has a reason of its own."""
    accepted = set(entry.content.accepted)
    if not accepted:
        return None
    first = next(
        (each for each in session.entries if each.root == entry.root and accepted.issubset(each.content.accepted)),
        entry,
    )
    return reason_of(session, first)


def reason_of(session: Session, entry: Entry) -> str | None:
    """Why it was entered: its own reason, that of its action, or of what undo or redo brought back with it."""
    if entry.reason is not None:
        return entry.reason
    stated = next((other.reason for other in session.entries if other.seq == entry.action), None)
    if stated is not None or (entry.undoes is None and entry.redoes is None):
        return stated
    earlier = [other for other in session.entries if other.root == entry.root and other.seq < entry.seq]
    return next((other.reason for other in reversed(earlier) if other.content == entry.content), None)
