"""What was entered is put right: deals corrected, inserted, removed; the start changed; a session made void."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace as changed

from schneider_league.derive.sessions import DealRow, Session
from schneider_league.errors import NotAllowedError, NotFoundError, StateError, UnreadableError
from schneider_league.game.session import next_dealer
from schneider_league.records.entry_checks import Place, check_entry
from schneider_league.records.ledger import VOID, Content, Entry, EntryKind, Side
from schneider_league.records.score_text import parse_score
from schneider_league.reports.session_words import (
    change_lines,
    content_words,
    deal_words,
    score_words,
    session_words,
    state_line,
)
from schneider_league.store.ledger import Draft
from schneider_league.workflows.sessions.book import Answer, Book
from schneider_league.workflows.sessions.entering import checked, read_deal
from schneider_league.workflows.sessions.finding import find_session
from schneider_league.workflows.sessions.starting import refuse_result
from schneider_league.workflows.sessions.writing import (
    Clock,
    append_to,
    moved,
    refuse_void,
    replacing,
    snapshot_of,
    start_of,
    stated_reason,
    write,
)

MISDEAL = "misdeal"
"""What stands for a misdeal where a score is given."""
RESULT = "result"
"""What stands for the number of a deal where the result of a whole session is meant."""


def correct_deal(
    address: str,
    session: str,
    deal: str,
    score: str,
    *,
    reason: str | None = None,
    dealer: str | None = None,
    all_tricks: bool = False,
    first: str | None = None,
    clock: Clock | None = None,
) -> Answer:
    """Put another score, or a misdeal, in the place of a deal's; who dealt stays, unless `dealer` says otherwise.

    `deal` is the number that is shown now, or `result` for a session of which only the end is known; `first` is the
    player whose number stands first, if it is not the first player's.

    Raises:
        AnswerNeededError: there is no reason.
        LeagueError: there is no such deal, or the score cannot occur.
    """
    why = stated_reason(reason, "a correction")

    def correct(book: Book) -> Answer:
        before = find_session(book, session)
        refuse_void(before)
        if before.end is not None and before.end.content.kind is EntryKind.RESULT and deal in (RESULT, "1"):
            return _correct_result(book, before, before.end, score, why)
        row = find_row(before, deal)
        names = book.names(before)
        turned = first is not None and book.side_of(before, first) == 1
        content = _read(book, before, score, all_tricks, turned=turned)
        was = row.entry.content
        if dealer is None:
            content = changed(
                content,
                dealer=row.dealer,
                dealer_stated=was.dealer_stated,
                accepted=was.accepted,
                note=_note(content, was),
            )
            _refuse_impossible(before, content, names)
        else:
            stated = book.side_of(before, dealer)
            proposed = row.proposed_dealer if row.proposed_dealer is not None else before.start.first_dealer
            content = checked(content, before, names, proposed=proposed, stated=stated, reason=why)
        if content == changed(was, plays=None) or content == was:
            return Answer(before.id, (f"{deal_words(row, names)} already; nothing is changed.",))
        return _change(book, before, [replacing(row.entry, content)], why, row.entry.root, was)

    return write(address, clock, correct)


def insert_deal(
    address: str,
    session: str,
    after: int,
    score: str,
    *,
    reason: str | None = None,
    dealer: str | None = None,
    all_tricks: bool = False,
    clock: Clock | None = None,
) -> Answer:
    """Insert a deal that was forgotten, behind the deal of that number, 0 for before the first.

    Raises:
        AnswerNeededError: there is no reason.
        LeagueError: there is no such deal, or the score cannot occur.
    """
    why = stated_reason(reason, "an insertion")

    def insert(book: Book) -> Answer:
        before = find_session(book, session)
        refuse_void(before)
        _refuse_whole(before)
        row = find_row(before, str(after)) if after else None
        names = book.names(before)
        stated = book.side_of(before, dealer) if dealer is not None else None
        proposed = _dealer_after(before, row)
        content = checked(
            _read(book, before, score, all_tricks), before, names, proposed=proposed, stated=stated, reason=why
        )
        draft = Draft(content, after=row.entry.root if row else 0)
        return _change(book, before, [draft], why, None, None)

    return write(address, clock, insert)


def remove_deal(
    address: str, session: str, deal: str, *, reason: str | None = None, clock: Clock | None = None
) -> Answer:
    """Take a deal out that was entered twice, or never dealt.

    Raises:
        AnswerNeededError: there is no reason.
        NotFoundError: there is no such deal.
    """
    why = stated_reason(reason, "a removal")

    def remove(book: Book) -> Answer:
        before = find_session(book, session)
        refuse_void(before)
        row = find_row(before, deal)
        names = book.names(before)
        snapshot = snapshot_of(book, before)
        after = append_to(book, before, [replacing(row.entry, VOID)], reason=why)
        moves = moved(book, snapshot, after)
        line = f"Deal {row.deal} is removed ({content_words(row.entry.content, names)}). {state_line(after, names)}"
        return Answer(before.id, (line, *change_lines(before, after, names), *moves))

    return write(address, clock, remove)


def void_session(address: str, session: str, *, reason: str | None = None, clock: Clock | None = None) -> Answer:
    """Make a session void: it stays in the book and counts for nothing.

    Raises:
        AnswerNeededError: there is no reason.
        StateError: it is void already.
    """
    why = stated_reason(reason, "making a session void")

    def void(book: Book) -> Answer:
        before = find_session(book, session)
        refuse_void(before)
        snapshot = snapshot_of(book, before)
        after = append_to(book, before, [replacing(start_of(before), VOID)], reason=why)
        names = book.names(before)
        line = f"{session_words(before, names, book.event_name(before))}. The session is void."
        return Answer(before.id, (line, *moved(book, snapshot, after)))

    return write(address, clock, void)


def find_row(session: Session, deal: str) -> DealRow:
    """The deal of this number.

    Raises:
        UnreadableError: that is no number.
        NotFoundError: the session has no such deal.
    """
    if not deal.isdecimal() or not deal.isascii() or len(deal) > 6:
        raise UnreadableError(f"'{deal}' is no number of a deal", hint="`session show` prints the numbers")
    number = int(deal)
    for row in session.rows:
        if row.deal == number:
            return row
    _refuse_whole(session)
    count = len(session.rows)
    held = "no deal" if not count else "1 deal" if count == 1 else f"{count} deals"
    raise NotFoundError(
        f"session {session.id} has no deal {number}: it has {held}", hint=f"`session show {session.id}` shows it"
    )


def _refuse_whole(session: Session) -> None:
    if session.end is not None and session.end.content.kind is EntryKind.RESULT:
        raise StateError(
            f"of session {session.id} only the end is known",
            hint=f"`session correct {session.id} result 7-4 --reason …` corrects that",
        )


def _read(book: Book, session: Session, typed: str, all_tricks: bool, *, turned: bool = False) -> Content:
    if typed.strip().lower() in (MISDEAL, "m"):
        return Content(EntryKind.MISDEAL)
    return read_deal(book, session, typed, all_tricks=all_tricks, turned=turned)


def _note(content: Content, was: Content) -> str | None:
    """The reason of a misdeal stays where it is one still."""
    return was.note if content.kind is EntryKind.MISDEAL else None


def _refuse_impossible(session: Session, content: Content, names: tuple[str, str]) -> None:
    for fault in check_entry(content, Place(session.ruleset, None, is_over=False, names=names)):
        raise NotAllowedError(fault.message, hint=fault.hint)


def _dealer_after(session: Session, row: DealRow | None) -> Side | None:
    """Who deals after this deal by the rules; first of all where it is None."""
    if row is None:
        return session.start.first_dealer
    dealer = next_dealer(row.dealer, has_winner=row.game_points != (0, 0))
    return 1 if dealer else 0


def _change(
    book: Book,
    before: Session,
    drafts: Sequence[Draft],
    reason: str,
    root: int | None,
    was: Content | None,
) -> Answer:
    """Append a correction or an insertion, and say what came of it."""
    names = book.names(before)
    snapshot = snapshot_of(book, before)
    after = append_to(book, before, drafts, reason=reason)
    if root is None:
        root = after.entries[-1].root
    row = next(row for row in after.rows if row.entry.root == root)
    if was is None and row.is_after_end:
        raise StateError(
            f"session {before.id} was over before that: {score_words(after, names)}",
            hint="correct the deal that ended it first, if that is wrong",
        )
    instead = (
        f", not {content_words(was, names)}" if was is not None and _scores(was) != _scores(row.entry.content) else ""
    )
    line = f"{deal_words(row, names)}{instead}. {state_line(after, names)}"
    return Answer(before.id, (line, *change_lines(before, after, names), *moved(book, snapshot, after)))


def _scores(content: Content) -> object:
    return content.kind, content.score


def _correct_result(book: Book, before: Session, end: Entry, typed: str, reason: str) -> Answer:
    score = parse_score(typed)
    if score is None or score[1] is None:
        raise UnreadableError(f"'{typed}' is no result", hint="give the game points of both, as in 7-4")
    result = (score[0], score[1])
    refuse_result(before.ruleset, before.start, result)
    names = book.names(before)
    content = Content(EntryKind.RESULT, score=result)
    if content == end.content:
        return Answer(before.id, (f"Session {before.id}: {state_line(before, names)} It is so already.",))
    snapshot = snapshot_of(book, before)
    after = append_to(book, before, [replacing(end, content)], reason=reason)
    line = f"Session {before.id}: {state_line(after, names)}"
    return Answer(before.id, (line, *change_lines(before, after, names), *moved(book, snapshot, after)))
