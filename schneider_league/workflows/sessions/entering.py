"""What is entered at the table: deals, misdeals, ends; and taking the last thing back, or doing it again."""

from __future__ import annotations

from dataclasses import replace
from datetime import timedelta

from schneider_league.derive.sessions import Session
from schneider_league.errors import AnswerNeededError, Code, NotAllowedError, StateError, UnreadableError
from schneider_league.records.entry_checks import Place, check_entry
from schneider_league.records.ledger import Content, EntryKind, Side
from schneider_league.records.score_text import complete_score, parse_score, why_impossible
from schneider_league.reports.session_words import (
    Names,
    entered_line,
    hand_words,
    state_line,
)
from schneider_league.store.ledger import Draft
from schneider_league.workflows.sessions.book import Answer, Book
from schneider_league.workflows.sessions.finding import (
    find_open_session,
    find_session,
    refuse_unless_open,
)
from schneider_league.workflows.sessions.writing import (
    Clock,
    append_to,
    clean_text,
    moved_late,
    write,
)

_RECENT = timedelta(minutes=1)


def enter_deal(
    address: str,
    score: str,
    *,
    session: str | None = None,
    deal: int | None = None,
    dealer: str | None = None,
    all_tricks: bool = False,
    first: str | None = None,
    reason: str | None = None,
    clock: Clock | None = None,
) -> Answer:
    """Enter the next deal.

    Args:
        address: The database.
        score: As typed, in the order in which the session was started; one number is the first player's.
        session: Its REF; None where just one is open.
        deal: Its number, where it is said which is meant.
        dealer: Who dealt, where the table erred.
        all_tricks: Whether the winner took every trick.
        first: The player whose number stands first, if it is not the first player's.
        reason: Why the wrong player dealt.
        clock: The time.

    Raises:
        LeagueError: the score cannot occur, the session is over, somebody else entered that deal, …
    """

    def enter(book: Book) -> Answer:
        found = _find_for_entry(book, session, deal)
        turned = first is not None and book.side_of(found, first) == 1
        content = read_deal(book, found, score, all_tricks=all_tricks, turned=turned)
        return _enter(book, found, content, dealer, clean_text(reason), hinted=deal is None)

    return write(address, clock, enter)


def enter_misdeal(
    address: str,
    *,
    session: str | None = None,
    deal: int | None = None,
    dealer: str | None = None,
    note: str | None = None,
    reason: str | None = None,
    clock: Clock | None = None,
) -> Answer:
    """Enter that the next deal was a misdeal; `note` says what happened, `reason` why the wrong player dealt.

    Raises:
        LeagueError: as `enter_deal`.
    """

    def enter(book: Book) -> Answer:
        found = _find_for_entry(book, session, deal)
        content = Content(EntryKind.MISDEAL, note=clean_text(note))
        return _enter(book, found, content, dealer, clean_text(reason) or content.note, hinted=deal is None)

    return write(address, clock, enter)


def _find_for_entry(book: Book, ref: str | None, deal: int | None) -> Session:
    """The session that a deal is entered into; with the number of the deal also one that is over, to say so."""
    found = find_session(book, ref) if ref is not None else find_open_session(book, None)
    if deal is not None:
        _refuse_other_deal(book, found, deal)
    refuse_unless_open(book, found)
    return found


def _refuse_other_deal(book: Book, session: Session, deal: int) -> None:
    """Raise StateError unless this is the deal that comes next."""
    names = book.names(session)
    entered = next((row for row in session.rows if row.deal == deal), None)
    if entered is not None:
        raise StateError(
            f"deal {deal} has been entered: {hand_words(entered, names)}. {state_line(session, names)}",
            hint="if yours is another deal, look at the numbers with `session show`; `session correct` puts one right",
        )
    following = len(session.rows) + 1
    if deal != following:
        raise StateError(
            f"deal {following} comes next, not deal {deal}. {state_line(session, names)}",
            hint="somebody may have taken a deal back; `session show --history` tells",
        )


def read_deal(book: Book, session: Session, typed: str, *, all_tricks: bool, turned: bool = False) -> Content:
    """A score as typed, as what is entered: `turned` says that the first number is b's.

    Raises:
        UnreadableError: it is no score.
        NotAllowedError: it cannot occur.
    """
    numbers = parse_score(typed)
    if numbers is None:
        raise UnreadableError(
            f"'{typed}' is no score", hint="write both numbers, as in 14-6, or the first player's alone"
        )
    score = complete_score(session.ruleset, numbers)
    if score is None:
        why = why_impossible(session.ruleset, numbers)
        assert why is not None
        raise NotAllowedError(f"{numbers[0]} cannot be: {why[0]}", hint=why[1])
    if turned:
        score = (score[1], score[0])
    return Content(EntryKind.DEAL, score=score, all_tricks=all_tricks)


def checked(
    content: Content, session: Session, names: Names, *, proposed: Side | None, stated: Side | None, reason: str | None
) -> Content:
    """The deal with who dealt it: who was said to have, else whom the rules propose.

    Raises:
        AnswerNeededError: the wrong player dealt, and nobody said why.
        NotAllowedError: it cannot have been so.
    """
    dealer = stated if stated is not None else proposed
    content = replace(content, dealer=dealer if dealer is not None else 0, dealer_stated=stated is not None)
    place = Place(session.ruleset, proposed, is_over=False, names=names)
    for fault in check_entry(content, place):
        if fault.code is not Code.WRONG_DEALER:
            raise NotAllowedError(fault.message, hint=fault.hint)
        if reason is None:
            raise AnswerNeededError(
                fault.message,
                question=f"{fault.message}. What happened?",
                parameter="reason",
                hint='if it was dealt so at the table, add --reason "…"',
            )
        content = replace(content, accepted=(fault.code.value,))
    return content


def _enter(
    book: Book, session: Session, content: Content, dealer: str | None, reason: str | None, *, hinted: bool
) -> Answer:
    names = book.names(session)
    stated = book.side_of(session, dealer) if dealer is not None else None
    content = checked(content, session, names, proposed=session.next_dealer, stated=stated, reason=reason)
    kept = reason if content.accepted or (reason is not None and reason != content.note) else None
    hints = _recent_hint(book, session) if hinted else []
    after = append_to(book, session, [Draft(content)], reason=kept)
    return Answer(session.id, (entered_line(after, after.rows[-1], names), *moved_late(book, after)), tuple(hints))


def _recent_hint(book: Book, session: Session) -> list[str]:
    """That the deal before was entered a moment ago, so that this may be the same one again."""
    if not session.rows:
        return []
    last = session.rows[-1]
    if not timedelta(0) <= book.league.now - last.entry.came < _RECENT:
        return []
    return [
        f"deal {last.deal} was entered less than a minute ago; if this is the same deal, take it back: "
        f"session undo -s {session.id}"
    ]
