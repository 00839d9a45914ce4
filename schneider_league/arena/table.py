"""The table: deals played one move after another by two seats of any kind, and sessions of them.

Sides a and b (0, 1) are the pairing's; in a deal they are the non-dealer and the dealer (0, 1), whichever is which.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Sequence
from typing import Literal, NamedTuple, Protocol, TypeAlias, runtime_checkable

from schneider_league.bots.seat import (
    Announced,
    Answer,
    Ask,
    Cause,
    DealEnd,
    DealResult,
    DealStart,
    Drawn,
    Happening,
    Seat,
    TrickTaken,
)
from schneider_league.game import position as play
from schneider_league.game.cards import Card, CardSet, format_card, format_suit
from schneider_league.game.kernel import marriage_units, pack_size
from schneider_league.game.position import EXCHANGE, NO_CARD, NOTHING, Position
from schneider_league.game.ruleset import Ruleset
from schneider_league.game.score import Pair, derive_outcome, forfeited_outcome
from schneider_league.game.session import Progress


@runtime_checkable
class Watched(Protocol):
    """A seat that can fail while it is not on move: a process that has ended."""

    def failure(self) -> Answer | None:
        """Why it has lost the deal although it was not asked, None if it has not."""


@runtime_checkable
class Buffering(Protocol):
    """A seat that keeps back what it is told until it is asked, so that both go in one message."""

    def flush(self) -> None:
        """Let the bot know now, since the other side is asked next."""


class Dealing(NamedTuple):
    """What a deal is dealt from."""

    number: int
    """From 1, as the bots are told."""
    pack: Sequence[Card]
    """The cards, the first on top."""
    dealer: int
    """The side that deals."""
    seeds: Pair
    """The bots' own randomness, 64 bits each."""
    score: Pair = (0, 0)
    """Game points of the session so far."""


Seats: TypeAlias = tuple[Seat, Seat]
PackAndSeeds: TypeAlias = tuple[Sequence[Card], Pair]


def play_deal(ruleset: Ruleset, dealing: Dealing, seats: Seats) -> DealResult:
    """Play one deal, from `begin_deal` to `end_deal`. Whatever a bot does, the deal has a result.

    An interruption (KeyboardInterrupt) is told to the seats as `void` and raised again.
    """
    return _Table(ruleset, dealing, seats).play()


def play_session(
    ruleset: Ruleset, target: int, first_dealer: int, deal: Callable[[int, int], PackAndSeeds], seats: Seats
) -> list[DealResult]:
    """Play deals until a side has reached the target; the deal passes by the rules of a session.

    `deal` gives pack and seeds for the deal's number in the session, from 0, and the side that deals. The match is
    the caller's to begin and to end.
    """
    progress = Progress(target, None)
    results: list[DealResult] = []
    dealer = first_dealer
    while not progress.is_over:
        pack, seeds = deal(len(results), dealer)
        result = play_deal(ruleset, Dealing(len(results) + 1, pack, dealer, seeds, progress.score), seats)
        results.append(result)
        progress.add(dealer, result.points)
        dealer = progress.dealer if progress.dealer is not None else dealer
    return results


def deal_id(seed: int) -> str:
    """The opaque name of a deal for a side, from its own randomness: unlike that of the same pack elsewhere."""
    return f"D{hashlib.sha256(b'deal %d' % seed).hexdigest()[:12]}"


class _Failure(Exception):  # noqa: N818 -- it ends a deal, and is no error
    """A side has lost the deal other than by play."""

    def __init__(self, side: int, answer: Answer) -> None:
        super().__init__(answer.text)
        self.side = side
        self.answer = answer


class _Table:
    """One deal; sides are the deal's: 0 the non-dealer, 1 the dealer."""

    def __init__(self, ruleset: Ruleset, dealing: Dealing, seats: Seats) -> None:
        self._ruleset = ruleset
        self._rules = ruleset.code
        self._pack = dealing.pack
        self._dealing = dealing
        self._is_turned = dealing.dealer == 0  # side a deals, so that the deal's sides are b and a
        self._seats: Seats = (seats[1], seats[0]) if self._is_turned else seats
        self._buffering = [seat if isinstance(seat, Buffering) else None for seat in self._seats]
        first, second = map(deal_id, self._turn(dealing.seeds))
        self._ids = (first, second)
        self._moves: list[str] = []
        self._asks = [0, 0]
        self._cpu = [0.0, 0.0]
        self._position = play.begin(self._rules, dealing.pack)

    def _turn(self, numbers: Pair) -> Pair:
        """Numbers of the pairing's sides as those of the deal's, and the other way round."""
        return (numbers[1], numbers[0]) if self._is_turned else numbers

    def play(self) -> DealResult:
        """Play it."""
        try:
            self._begin()
            self._play_tricks()
            self._look_for_failures(1 - self._position.leader, self._position.leader)
        except _Failure as failure:
            return self._lose(failure.side, failure.answer)
        except KeyboardInterrupt:
            for side in (0, 1):
                self._seats[side].end_deal(self._ids[side], DealEnd((0, 0), (0, 0), Cause.VOID, None))
            raise
        position = self._position
        units = play.units_of(position, 0), play.units_of(position, 1)
        tricks = (position.tricks, position.other_tricks)
        outcome = derive_outcome(self._ruleset, units, tricks if position.leader == 0 else (tricks[1], tricks[0]))
        return self._end(outcome.units, outcome.game_points, Cause.NORMAL, None, "")

    def _begin(self) -> None:
        position, dealing = self._position, self._dealing
        seeds, score = self._turn(dealing.seeds), self._turn(dealing.score)
        for side, hand in ((0, position.hand), (1, position.other_hand)):
            self._seats[side].begin_deal(
                DealStart(
                    self._ids[side],
                    dealing.number,
                    side == 1,
                    seeds[side],
                    score if side == 0 else (score[1], score[0]),
                    hand,
                    position.talon,
                    None if position.turned == NO_CARD else position.turned,
                )
            )
        self._look_for_failures(0, 1)

    def _look_for_failures(self, *sides: int) -> None:
        """Whether a process has ended: of two, the one named first has lost."""
        for side in sides:
            seat = self._seats[side]
            if isinstance(seat, Watched):
                answer = seat.failure()
                if answer is not None:
                    raise _Failure(side, answer)

    # --- the play ---

    def _play_tricks(self) -> None:
        while self._position.hand:
            lead = self._choose_card("lead")
            self._position = play.lead_card(self._position, lead)
            response = self._choose_card("respond")
            self._position = position = play.respond(self._rules, self._position, response)
            winner, units = position.leader, (position.units, position.other_units)
            self._tell(winner, TrickTaken(lead, response, True, units, position.talon))
            self._tell(1 - winner, TrickTaken(lead, response, False, (units[1], units[0]), position.talon))
            self._let_announce()
            if self._position.talon:
                self._draw()

    def _choose_card(self, kind: Literal["lead", "respond"]) -> Card:
        position = self._position
        side = position.leader if kind == "lead" else 1 - position.leader
        legal = play.legal_plays(self._rules, position)
        card = self._ask(side, kind, legal)
        if not 0 <= card < 32 or not legal >> card & 1:
            self._refuse(side, f"{format_card(card) if 0 <= card < 32 else card} may not be played")
        self._moves.append(format_card(card))
        return card

    def _let_announce(self) -> None:
        """The winner of the trick may announce, one thing at a time, as long as there is something."""
        while legal := play.legal_announcements(self._rules, self._position):
            winner = self._position.leader
            choice = self._ask(winner, "announce", legal)
            if choice == NOTHING:
                return
            if not 0 <= choice <= EXCHANGE or not legal >> choice & 1:
                self._refuse(winner, "that may not be announced")
            taken = self._position.turned if choice == EXCHANGE else None
            suit = None if choice == EXCHANGE else choice
            self._moves.append("x" if suit is None else f"m{format_suit(suit)}")
            self._position = position = play.announce(self._rules, self._position, choice)
            units = (position.units, position.other_units)
            self._tell(winner, Announced(True, taken, suit, units))
            self._tell(1 - winner, Announced(False, taken, suit, (units[1], units[0])))

    def _draw(self) -> None:
        """Both draw; each is told of the own card only."""
        before = self._position
        top = pack_size(self._rules) - before.talon
        self._position = after = play.draw(before, self._pack[top], self._pack[top + 1])
        for side, had, has in (
            (after.leader, before.hand, after.hand),
            (1 - after.leader, before.other_hand, after.other_hand),
        ):
            self._tell(side, Drawn(_only(has & ~had), after.talon))

    def _ask(self, side: int, kind: str, legal: CardSet) -> int:
        other = self._buffering[1 - side]
        if other is not None:
            other.flush()
        view = play.look(self._rules, self._position, legal)
        answer = self._seats[side].ask(Ask(self._ids[side], kind, view))
        self._asks[side] += 1
        self._cpu[side] += answer.cpu_seconds or 0.0
        if answer.cause is not Cause.NORMAL:
            raise _Failure(side, answer)
        return answer.choice

    def _refuse(self, side: int, text: str) -> None:
        raise _Failure(side, Answer(NOTHING, Cause.ILLEGAL, text))

    def _tell(self, side: int, happening: Happening) -> None:
        self._seats[side].tell(self._ids[side], happening)

    # --- the end ---

    # Protocol: "A bot that fails loses the deal: the ruleset's total and all marriages declared so far go to the other
    # side, with the highest award".
    def _lose(self, loser: int, answer: Answer) -> DealResult:
        marriages = _declared_units(self._ruleset, self._position)
        outcome = forfeited_outcome(self._ruleset, 1 if loser else 0, marriages)
        return self._end(outcome.units, outcome.game_points, answer.cause, loser, answer.text)

    def _end(self, units: Pair, points: Pair, cause: Cause, loser: int | None, text: str) -> DealResult:
        for side in (0, 1):
            mine = DealEnd(
                units if side == 0 else (units[1], units[0]),
                points if side == 0 else (points[1], points[0]),
                cause,
                None if loser is None else loser == side,
            )
            self._seats[side].end_deal(self._ids[side], mine)
        by = None if loser is None else 1 - loser if self._is_turned else loser
        return DealResult(
            self._turn((units[0], units[1])),
            self._turn((points[0], points[1])),
            cause,
            by,
            tuple(self._moves),
            self._turn((self._asks[0], self._asks[1])),
            (self._cpu[1], self._cpu[0]) if self._is_turned else (self._cpu[0], self._cpu[1]),
            text,
        )


def _declared_units(ruleset: Ruleset, position: Position) -> int:
    """What the marriages declared so far count, both sides' together."""
    return sum(marriage_units(ruleset.code, suit, position.trump) for suit in range(4) if position.declared >> suit & 1)


def _only(cards: CardSet) -> Card:
    return cards.bit_length() - 1
