"""Sessions begin: with two players, rules, a dealer; or are entered whole."""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import date

from schneider_league.derive.names import match_name
from schneider_league.derive.sessions import Session
from schneider_league.errors import AnswerNeededError, NotAllowedError, UnreadableError, UsageError
from schneider_league.game.cards import cards_of, format_card, rank_of
from schneider_league.game.ruleset import Ruleset
from schneider_league.game.score import Pair
from schneider_league.records.claims import FormatKind, SessionFormat
from schneider_league.records.ledger import Content, EntryKind, SessionStart, Side
from schneider_league.records.players import Player
from schneider_league.records.score_text import parse_score
from schneider_league.records.whole_results import why_impossible_result
from schneider_league.reports.session_words import Names, session_words, state_line
from schneider_league.store.events import Event
from schneider_league.store.ledger import Draft, start_session
from schneider_league.workflows.days import club_day, parse_day
from schneider_league.workflows.sessions.book import Answer, Book
from schneider_league.workflows.sessions.terms import (
    Terms,
    agree_format,
    event_terms,
    find_event,
    find_ruleset,
    keep_ruleset,
)
from schneider_league.workflows.sessions.writing import Clock, clean_text, forget_closed, moved_late, write

CUT = "cut"
"""What stands for a dealer who is to be cut for."""


@dataclass(frozen=True, slots=True)
class Cut:
    """The cards that two players cut, a's first: several pairs where the first were equal."""

    cards: tuple[tuple[int, int], ...]

    @property
    def dealer(self) -> Side:
        """Who cut the lower card."""
        a, b = self.cards[-1]
        return 0 if rank_of(a) < rank_of(b) else 1


# The first dealer is agreed or cut for (the lower card deals; equal cards, cut again). No suit ranks above another.
def cut_for_deal(ruleset: Ruleset, chance: random.Random) -> Cut:
    """Cut until the ranks differ."""
    pack = list(cards_of(ruleset.pack))
    cards: list[tuple[int, int]] = []
    while not cards or rank_of(cards[-1][0]) == rank_of(cards[-1][1]):
        a, b = chance.sample(pack, 2)
        cards.append((a, b))
    return Cut(tuple(cards))


def begin_session(
    address: str,
    players: tuple[str, str],
    terms: Terms,
    *,
    dealer: str | None = None,
    clock: Clock | None = None,
    chance: random.Random | None = None,
) -> Answer:
    """Start a session of these two.

    Args:
        address: The database.
        players: As they were named; scores are entered in this order.
        terms: What it is played for.
        dealer: One of them, or `cut`.
        clock: The time.
        chance: What is cut with.

    Raises:
        AnswerNeededError: nothing says who deals.
        LeagueError: a name is unknown, or what was said contradicts itself.
    """

    is_cut = dealer is not None and dealer.strip().lower() == CUT

    def start(book: Book) -> Answer:
        agreed = _agree(book, _find_players(book, players), terms)
        found, ruleset, stated = agreed.players, agreed.ruleset, agreed.start
        cut = cut_for_deal(ruleset, chance or random.SystemRandom()) if is_cut else None
        if cut is not None:
            first = cut.dealer
        elif dealer is None and agreed.dealer is not None:
            first = agreed.dealer
        else:
            first = find_dealer(found, dealer)
        content = Content(EntryKind.START, start=_with_dealer(stated, first))
        others = book.open_sessions()
        session = book.session(start_session(book.league, content))
        names = book.names(session)
        words = [session_words(session, names, book.event_name(session)), *agreed.where, *_cut_words(cut, names)]
        line = f"{'. '.join(words)}. {names[first]} deals."
        hints = [*_hints(book, found, stated), *_doubled(book, session, others)]
        if agreed.dealer is not None and first != agreed.dealer:
            hints.append(f"by the pairing {names[agreed.dealer]} deals first; `session amend --dealer` puts it right")
        return Answer(session.id, (line,), tuple(hints))

    return write(address, clock, start)


def enter_result(
    address: str,
    players: tuple[str, str],
    result: str,
    terms: Terms,
    *,
    dealer: str | None = None,
    clock: Clock | None = None,
) -> Answer:
    """Enter a whole session of which only the end is known, in game points.

    Raises:
        LeagueError: a name is unknown, or no session ends so.
    """
    typed = parse_score(result)
    if typed is None or typed[1] is None:
        raise UnreadableError(f"'{result}' is no result", hint="give the game points of both, as in 7-4")
    typed_score = (typed[0], typed[1])

    def enter(book: Book) -> Answer:
        agreed = _agree(book, _find_players(book, players), terms)
        found, ruleset, stated = agreed.players, agreed.ruleset, agreed.start
        score = (typed_score[1], typed_score[0]) if agreed.turned else typed_score
        if dealer is not None:
            if dealer.strip().lower() == CUT:
                raise UsageError("--dealer cut is for a session that is about to be played")
            stated = _with_dealer(stated, find_dealer(found, dealer))
        refuse_result(ruleset, stated, typed_score)
        whole = Draft(Content(EntryKind.RESULT, score=score))
        session = book.session(start_session(book.league, Content(EntryKind.START, start=stated), more=[whole]))
        forget_closed(book, session)
        names = book.names(session)
        words = [session_words(session, names, book.event_name(session)), *agreed.where]
        line = f"{'. '.join(words)}. {state_line(session, names)}"
        hints = (*_hints(book, found, stated), *_entered_before(book, session))
        return Answer(session.id, (line, *moved_late(book, session)), hints)

    return write(address, clock, enter)


def refuse_result(ruleset: Ruleset, start: SessionStart, result: Pair) -> None:
    """Raise NotAllowedError where no session that was started so ends with this result."""
    form = start.format
    if start.must_decide and result[0] == result[1]:
        raise NotAllowedError(
            f"{result[0]}-{result[1]} cannot be: a knockout needs a winner",
            hint="a session that is level goes on until a deal decides; give the result with that deal",
        )
    if start.must_decide and form.kind is FormatKind.DEALS:
        form = SessionFormat(FormatKind.TIMED)  # it may have gone on behind its last deal
    why = why_impossible_result(ruleset, form, start.target, result)
    if why is not None:
        raise NotAllowedError(f"{result[0]}-{result[1]} cannot be: {why[0]}", hint=why[1])


def _find_players(book: Book, named: tuple[str, str]) -> tuple[Player, Player]:
    a, b = book.player(named[0]), book.player(named[1])
    if a.id == b.id:
        raise UsageError(
            f"a session has two players; '{named[0]}' and '{named[1]}' both mean {a.name}", hint="name two players"
        )
    return a, b


def find_dealer(players: tuple[Player, Player], dealer: str | None) -> Side:
    """Which of the two a name means.

    Raises:
        AnswerNeededError: nobody is named.
        UsageError: it means neither or both.
    """
    a, b = players
    if dealer is None:
        raise AnswerNeededError(
            "nothing says who deals first",
            question=f"Who deals first: {a.name}, {b.name} or cut?",
            parameter="dealer",
            hint="say it with --dealer NAME, or let the program cut with --dealer cut",
            choices=(a.name, b.name, CUT),
        )
    match = match_name(dealer, [(0, (a.name, *a.aliases, str(a.id))), (1, (b.name, *b.aliases, str(b.id)))])
    if len(match.keys) != 1:
        how = "both" if match.keys else "neither of the two"
        raise UsageError(f"--dealer: '{dealer}' means {how}", hint=f"name {a.name} or {b.name}, or cut")
    return 0 if match.keys[0] == 0 else 1


@dataclass(frozen=True, slots=True)
class _Agreed:
    """What a session is begun with."""

    players: tuple[Player, Player]
    """In the order of its pairing, if it has one; else as they were named."""
    turned: bool
    """Whether that is the other order."""
    ruleset: Ruleset
    start: SessionStart
    """Without its dealer."""
    dealer: Side | None
    """Who deals first by the pairing; None without one."""
    where: tuple[str, ...]
    """`Round 2, board 1`, where it has a pairing."""


def _agree(book: Book, players: tuple[Player, Player], terms: Terms) -> _Agreed:
    """What the session is begun with. What is not said comes from the event and its pairing, else from the rules."""
    event = find_event(book, terms.event) if terms.event is not None else None
    settled = event_terms(event) if event is not None else None
    ruleset = find_ruleset(book, terms.rules or (settled.rules if settled else None), terms.rules_files)
    form, target = agree_format(terms, ruleset, settled)
    day = parse_day(terms.date, "--date") if terms.date is not None else club_day(book.league.now)
    start = SessionStart(
        (players[0].id, players[1].id),
        ruleset.name,
        keep_ruleset(book, ruleset),
        form,
        target,
        day,
        None,
        event.id if event else None,
        clean_text(terms.table),
    )
    if event is None:
        return _Agreed(players, False, ruleset, start, None, ())
    return _paired(book, event, _Agreed(players, False, ruleset, start, None, ()))


def _paired(book: Book, event: Event, agreed: _Agreed) -> _Agreed:
    """The same for the pairing that the two have in an event in rounds: in its order, and with its dealer."""
    from schneider_league.derive.event import first_dealer_of
    from schneider_league.workflows.events.tying import find_pairing

    a, b = agreed.players
    paired = find_pairing(book, event, a.id, b.id)
    if paired is None:
        return agreed
    turned = paired.stated.a != a.id
    players = (b, a) if turned else (a, b)
    start = replace(
        agreed.start,
        players=(players[0].id, players[1].id),
        pairing=paired.stated.id,
        must_decide=event.format == "knockout",
    )
    dealer: Side = 0 if first_dealer_of(paired) == players[0].id else 1
    where = f"Round {paired.round}, board {paired.stated.board}"
    return _Agreed(players, turned, agreed.ruleset, start, dealer, (where,))


def _with_dealer(start: SessionStart, dealer: Side) -> SessionStart:
    return replace(start, first_dealer=dealer)


def _cut_words(cut: Cut | None, names: Names) -> list[str]:
    if cut is None:
        return []
    *equal, last = cut.cards
    shown = [f"{names[0]} cuts {format_card(a)}, {names[1]} {format_card(b)}" for a, b in (*equal, last)]
    return ["; equal, so again: ".join(shown)]


def _hints(book: Book, players: Sequence[Player], start: SessionStart) -> list[str]:
    hints = [
        f"{player.name} is retired; `player return` brings them back" for player in players if player.state == "retired"
    ]
    if start.format.deals is not None and start.format.deals % 2:
        hints.append("with an odd number of deals one of the two deals more often")
    today: date = club_day(book.league.now)
    if start.played_on > today:
        hints.append(f"{start.played_on} is yet to come; `session amend --date` puts it right")
    return hints


def _doubled(book: Book, session: Session, others: Sequence[Session]) -> list[str]:
    """What speaks for the session having been started already, or at a table that is taken."""
    hints: list[str] = []
    pair = {book.resolve(player) for player in session.start.players}
    for other in others:
        a, b = book.names(other)
        if {book.resolve(player) for player in other.start.players} == pair:
            hints.append(f"session {other.id} of {a} and {b} is open, too")
        elif session.start.table is not None and other.start.table == session.start.table:
            hints.append(f"session {other.id} of {a} and {b} is open at table {other.start.table}, too")
    return hints


_LATELY = 50


def _entered_before(book: Book, session: Session) -> list[str]:
    """Whether one of the last sessions says the same of the same two on the same day."""
    numbers = range(max(1, session.id - _LATELY), session.id)
    names = sorted(zip(map(book.resolve, session.start.players), session.score, strict=True))
    for other in book.sessions(list(numbers)):
        same = sorted(zip(map(book.resolve, other.start.players), other.score, strict=True)) == names
        if same and other.start.played_on == session.start.played_on and other.state is session.state:
            return [
                f"session {other.id} of the same day ended so, too; if it is the same: session undo -s {session.id}"
            ]
    return []
