"""The rule that puts a bot out which keeps failing, and what the deals count for that it does not play any more."""

from __future__ import annotations

from array import array
from collections.abc import Iterator
from typing import Final, Literal

from schneider_league.arena.outcomes import Chunk, DealOutcome, pack_outcomes
from schneider_league.arena.plan import Plan
from schneider_league.bots.seat import Cause
from schneider_league.game.ruleset import Ruleset
from schneider_league.game.score import forfeited_outcome

MOST_FAILURES: Final = 3
_TELLING: Final = frozenset([Cause.CRASH, Cause.STALL, Cause.OUT])
_DEALS_OF_A_CHUNK: Final = 1 << 16

Side = Literal[0, 1]
"""0 for a, 1 for b."""


def out_outcome(ruleset: Ruleset, loser: Side) -> DealOutcome:
    """What a deal counts that a bot does not play since it is out."""
    (of_loser, of_winner), points = (forfeited := forfeited_outcome(ruleset, 0)).units, forfeited.game_points
    if loser == 0:
        return DealOutcome(of_loser, of_winner, *points, Cause.OUT, 0)
    return DealOutcome(of_winner, of_loser, points[1], points[0], Cause.OUT, 1)


def fill_out(plan: Plan, loser: Side, halves: list[list[DealOutcome]], pairs: int) -> None:
    """Count as lost what is missing of so many pairs, the rest of a session that was begun included.

    Args:
        plan: What is played.
        loser: Who is out.
        halves: The deals of each half that was played, in order; what is missing is added here.
        pairs: How many there have to be.
    """
    outcome = out_outcome(plan.ruleset, loser)
    award = max(outcome.points_a, outcome.points_b)
    if plan.target is None:
        halves += [[outcome]] * (2 * pairs - len(halves))
        return
    if halves:
        session = halves[-1]
        score = [sum(deal.points_a for deal in session), sum(deal.points_b for deal in session)]
        while max(score) < plan.target:
            session.append(outcome)
            score[1 - loser] += award
    halves += [[outcome] * -(-plan.target // award)] * (2 * pairs - len(halves))


def pack_halves(
    plan: Plan,
    pairing: int,
    first: int,
    halves: list[list[DealOutcome]],
    *,
    moves: tuple[str, ...] | None = None,
    asks: tuple[int, int] = (0, 0),
    cpu: tuple[float, float] = (0.0, 0.0),
) -> Chunk:
    """The chunk of these halves; `moves` are those of the deals that were played, which come first."""
    deals = [deal for half in halves for deal in half]
    lengths = None if plan.target is None else array("I", map(len, halves))
    if moves is not None:
        moves = (*moves, *[""] * (len(deals) - len(moves)))
    return pack_outcomes(pairing, first, deals, lengths=lengths, moves=moves, asks=asks, cpu=cpu)


# Protocol: "After 3 such [crash, stall] in a row, counted over both instances in pair order, first half before second,
# any other ending resetting the count, it is out: its remaining pairs are counted as lost." Every pairing begins anew,
# with new instances. A deal that ends as `out` is one before which the bot could not be started again.
class OutRule:
    """Watches the deals of one pairing in order."""

    def __init__(self, plan: Plan) -> None:
        self._plan = plan
        self._failures = [0, 0]
        self.out: Side | None = None
        """The bot that is out."""

    def watch(self, outcome: DealOutcome) -> Side | None:
        """Go on by a deal; the bot that is out after it."""
        if outcome.by is not None and outcome.cause in _TELLING:
            by: Side = 1 if outcome.by else 0
            self._failures[by] += 1
            self._failures[1 - by] = 0
            if outcome.cause is Cause.OUT or self._failures[by] >= MOST_FAILURES:
                self.out = by
        else:
            self._failures = [0, 0]
        return self.out

    def apply(self, chunk: Chunk) -> Chunk:
        """The next chunk of the pairing as it counts: what comes after a bot is out counts as `out`."""
        if not any(outcome.cause in _TELLING for outcome in chunk.outcomes):
            self._failures = [0, 0]
            return chunk
        halves: list[list[DealOutcome]] = []
        played = 0
        for half in (half for pair in chunk.pair_deals() for half in pair):
            halves.append([])
            for deal in half:
                halves[-1].append(deal)
                played += 1
                loser = self.watch(deal)
                if loser is not None:
                    fill_out(self._plan, loser, halves, chunk.pairs)
                    moves = None if chunk.moves is None else chunk.moves[:played]
                    return pack_halves(
                        self._plan,
                        chunk.pairing,
                        chunk.first,
                        halves,
                        moves=moves,
                        asks=chunk.asks,
                        cpu=chunk.cpu,
                    )
        return chunk

    def rest(self, pairing: int, first: int) -> Iterator[Chunk]:
        """The pairs from `first` on, once a bot is out."""
        if self.out is None:
            return
        outcome = out_outcome(self._plan.ruleset, self.out)
        target = self._plan.target or 1
        most = max(1, _DEALS_OF_A_CHUNK // (2 * -(-target // max(outcome.points_a, outcome.points_b))))
        while first < self._plan.pairs:
            halves: list[list[DealOutcome]] = []
            pairs = min(most, self._plan.pairs - first)
            fill_out(self._plan, self.out, halves, pairs)
            yield pack_halves(self._plan, pairing, first, halves)
            first += pairs
