"""What a session was started with is put right."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace as changed

from schneider_league.derive.sessions import Session
from schneider_league.errors import NotAllowedError, UsageError
from schneider_league.game.ruleset import Ruleset
from schneider_league.records.entry_checks import Place, check_entry
from schneider_league.records.ledger import Content, EntryKind, SessionStart, Side
from schneider_league.reports.session_words import change_lines, next_words, session_words, state_line
from schneider_league.store.ledger import Draft
from schneider_league.workflows.days import parse_day
from schneider_league.workflows.sessions.book import Answer, Book
from schneider_league.workflows.sessions.finding import find_session
from schneider_league.workflows.sessions.starting import find_dealer, refuse_result
from schneider_league.workflows.sessions.terms import Terms, agree_format, find_event, find_ruleset, keep_ruleset
from schneider_league.workflows.sessions.writing import (
    Clock,
    append_to,
    clean_text,
    moved,
    refuse_void,
    replacing,
    snapshot_of,
    start_of,
    stated_reason,
    write,
)

NOTHING = ("", "-", "none")
"""What takes an event or a table away."""


def amend_session(
    address: str,
    session: str,
    terms: Terms,
    *,
    players: Sequence[str] | None = None,
    dealer: str | None = None,
    reason: str | None = None,
    clock: Clock | None = None,
) -> Answer:
    """Change what a session was started with. Another first dealer turns round every deal whose dealer was proposed.

    Raises:
        AnswerNeededError: there is no reason.
        LeagueError: a name is unknown, or deals were entered that the other rules do not know.
    """
    if terms == Terms() and players is None and dealer is None:
        raise UsageError(
            "nothing is said that should change",
            hint="--players, --dealer, --rules, --target, --deals, --timed, --date, --event or --table says it",
        )
    why = stated_reason(reason, "a change")

    def amend(book: Book) -> Answer:
        before = find_session(book, session)
        refuse_void(before)
        ruleset, start = _amended(book, before, terms, players)
        flips: list[Draft] = []
        if dealer is not None:
            first = _side_among(book, start, dealer)
            if before.start.first_dealer is not None and first != before.start.first_dealer:
                flips = _turned_round(before)
            start = changed(start, first_dealer=first)
        if start == before.start and not flips:
            return Answer(before.id, (f"{_line(book, before)} It is so already; nothing is changed.",))
        if ruleset is not before.ruleset:
            _refuse_deals(book, before, ruleset)
        _refuse_result(before, ruleset, start)
        snapshot = snapshot_of(book, before)
        head = start_of(before)
        after = append_to(book, before, [replacing(head, Content(EntryKind.START, start=start)), *flips], reason=why)
        names = book.names(after)
        turned = (
            f" {len(flips)} deals are turned round." if len(flips) > 1 else " 1 deal is turned round." if flips else ""
        )
        return Answer(
            before.id,
            (f"{_line(book, after)}{turned}", *change_lines(before, after, names), *moved(book, snapshot, after)),
        )

    return write(address, clock, amend)


def _amended(book: Book, before: Session, terms: Terms, players: Sequence[str] | None) -> tuple[Ruleset, SessionStart]:
    """The ruleset and the start as they are to be, the first dealer aside."""
    start, ruleset = before.start, before.ruleset
    if players is not None:
        if len(players) != 2:
            raise UsageError("--players takes both names, as in --players Anna Ben")
        a, b = (book.player(name) for name in players)
        if a.id == b.id:
            raise UsageError(f"a session has two players; both names mean {a.name}")
        start = changed(start, players=(a.id, b.id))
    if terms.rules is not None or terms.rules_files:
        ruleset = find_ruleset(book, terms.rules, terms.rules_files)
        if start.target == before.ruleset.target:
            start = changed(start, target=ruleset.target)
        start = changed(start, rules=ruleset.name, digest=keep_ruleset(book, ruleset))
    if terms.target is not None or terms.deals is not None or terms.timed:
        form, target = agree_format(terms, ruleset, None)
        start = changed(start, format=form, target=target)
    if terms.date is not None:
        start = changed(start, played_on=parse_day(terms.date, "--date"))
    if terms.table is not None:
        start = changed(start, table=None if terms.table.strip() in NOTHING else clean_text(terms.table))
    if terms.event is not None:
        event = None if terms.event.strip() in NOTHING else find_event(book, terms.event).id
        start = changed(start, event=event)
    if terms.event is not None or (players is not None and start.pairing is not None):
        from schneider_league.workflows.events.tying import tied

        start = tied(book, start)
    return ruleset, start


def _side_among(book: Book, start: SessionStart, dealer: str) -> Side:
    by_id = {player.id: player for player in book.players}
    a, b = (by_id[book.resolve(player)] for player in start.players)
    return find_dealer((a, b), dealer)


def _turned_round(session: Session) -> list[Draft]:
    """Every deal whose dealer was only proposed, dealt by the other one."""
    drafts: list[Draft] = []
    for row in session.rows:
        content = row.entry.content
        if not content.dealer_stated:
            drafts.append(replacing(row.entry, changed(content, dealer=1 if row.dealer == 0 else 0)))
    return drafts


def _refuse_deals(book: Book, session: Session, ruleset: Ruleset) -> None:
    """Raise where a deal that was entered cannot occur under other rules."""
    names = book.names(session)
    for row in session.rows:
        for fault in check_entry(row.entry.content, Place(ruleset, None, is_over=False, names=names)):
            raise NotAllowedError(
                f"by {ruleset.name} deal {row.deal} could not have been: {fault.message}",
                hint="make the session void and enter it anew, or remove that deal first",
            )


def _refuse_result(session: Session, ruleset: Ruleset, start: SessionStart) -> None:
    """Raise where a whole result cannot be by other rules or another target."""
    if session.end is None or session.end.content.kind is not EntryKind.RESULT:
        return
    result = session.end.content.score
    assert result is not None
    try:
        refuse_result(ruleset, start, result)
    except NotAllowedError as error:
        raise NotAllowedError(
            f"then {error.message.replace('cannot be', 'could not be', 1)}", hint=error.hint
        ) from None


def _line(book: Book, session: Session) -> str:
    names = book.names(session)
    said = session_words(session, names, book.event_name(session))
    if session.rows or session.end is not None:
        return f"{said}. {state_line(session, names)}"
    return f"{said}. {next_words(session, names)}."
