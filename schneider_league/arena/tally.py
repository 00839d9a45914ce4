"""Counting the pairs of a run: whole numbers that can be added up, from which every statistic follows."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from itertools import accumulate, chain, pairwise
from operator import add, mul
from typing import Any, NamedTuple

from schneider_league.arena.outcomes import Chunk, DealOutcome, numpy_for
from schneider_league.bots.seat import Cause
from schneider_league.game.score import Pair


@dataclass(slots=True)
class Tally:
    """What was counted of one pairing, side a (its first bot) first.

    Sums are over pairs: a pair has n deals, in which each side has so many units U and game points P altogether.
    """

    pairs: int = 0
    deals: int = 0
    sessions: int = 0
    """0 where deals stand on their own."""
    n2: int = 0
    """Σ n²."""
    pentanomial: list[int] = field(default_factory=lambda: [0] * 5)
    """Pairs by what a made of their halves: LL, LD, DD or WL, WD, WW. A half is a deal, or a session."""
    won: int = 0
    """Halves that a won; so are `tied` and `lost`."""
    tied: int = 0
    lost: int = 0
    units: Pair = (0, 0)
    """Σ U of a and of b."""
    units2: Pair = (0, 0)
    """Σ U²."""
    units_ab: int = 0
    """Σ of the product of a's and b's."""
    units_n: Pair = (0, 0)
    """Σ n U."""
    points: Pair = (0, 0)
    points2: Pair = (0, 0)
    points_ab: int = 0
    points_n: Pair = (0, 0)
    causes: Counter[tuple[Cause, int | None]] = field(default_factory=Counter)
    """Deals by how they ended and who failed (0 a, 1 b, None nobody)."""
    asks: Pair = (0, 0)
    """How often a and b were asked, where that was counted."""
    cpu: tuple[float, float] = (0.0, 0.0)
    """CPU seconds of a's and b's answers, where known."""

    def add(self, other: Tally) -> None:
        """Add what was counted of other pairs."""
        self.pairs += other.pairs
        self.deals += other.deals
        self.sessions += other.sessions
        self.n2 += other.n2
        self.pentanomial = list(map(add, self.pentanomial, other.pentanomial))
        self.won += other.won
        self.tied += other.tied
        self.lost += other.lost
        self.units = _both(self.units, other.units)
        self.units2 = _both(self.units2, other.units2)
        self.units_ab += other.units_ab
        self.units_n = _both(self.units_n, other.units_n)
        self.points = _both(self.points, other.points)
        self.points2 = _both(self.points2, other.points2)
        self.points_ab += other.points_ab
        self.points_n = _both(self.points_n, other.points_n)
        self.causes.update(other.causes)
        self.asks = _both(self.asks, other.asks)
        self.cpu = (self.cpu[0] + other.cpu[0], self.cpu[1] + other.cpu[1])

    def _take(self, units: _Sums, points: _Sums) -> None:
        self.units, self.units2, self.units_ab, self.units_n = units
        self.points, self.points2, self.points_ab, self.points_n = points


class _Sums(NamedTuple):
    of: Pair
    squares: Pair
    products: int
    with_deals: Pair


def _both(one: Pair, other: Pair) -> Pair:
    return one[0] + other[0], one[1] + other[1]


def tally_chunk(chunk: Chunk) -> Tally:
    """Count the pairs of a chunk."""
    tally = Tally(
        pairs=chunk.pairs,
        deals=chunk.count,
        sessions=0 if chunk.lengths is None else len(chunk.lengths),
        asks=chunk.asks,
        cpu=chunk.cpu,
    )
    if not chunk.count:
        return tally
    numpy = numpy_for(chunk.count)
    if numpy is None:
        _count_plainly(chunk, tally)
    else:
        _count_with_numpy(numpy, chunk, tally)
    return tally


def pair_classes(chunk: Chunk) -> list[int]:
    """For each pair what a made of it, as an index into `Tally.pentanomial`."""
    leads = [outcome.points_a - outcome.points_b for outcome in chunk.outcomes]
    halves = list(map(leads.__getitem__, chunk.indices()))
    if chunk.lengths is not None:
        running = [0, *accumulate(halves)]
        halves = [running[end] - running[start] for start, end in pairwise(chain((0,), chunk.ends()))]
    worth = [(lead > 0) - (lead < 0) for lead in halves]
    return [2 + first + second for first, second in zip(worth[::2], worth[1::2], strict=True)]


def _tell(tally: Tally, outcomes: tuple[DealOutcome, ...], occurs: list[int]) -> None:
    for outcome, count in zip(outcomes, occurs, strict=True):
        if count:
            tally.causes[outcome.cause, outcome.by] += count


def _count_plainly(chunk: Chunk, tally: Tally) -> None:
    indices = chunk.indices()
    seen = Counter(indices)
    _tell(tally, chunk.outcomes, [seen[index] for index in range(len(chunk.outcomes))])
    ends = chunk.ends()

    def by_half(column: list[int]) -> list[int]:
        values = list(map(column.__getitem__, indices))
        if chunk.lengths is None:
            return values
        running = [0, *accumulate(values)]
        return [running[end] - running[start] for start, end in pairwise(chain((0,), ends))]

    units_a, units_b, points_a, points_b = (
        by_half(list(column)) for column in zip(*(outcome[:4] for outcome in chunk.outcomes), strict=True)
    )
    halves = [(a > b) - (a < b) for a, b in zip(points_a, points_b, strict=True)]
    tally.won, tally.tied, tally.lost = halves.count(1), halves.count(0), halves.count(-1)
    for worth in map(add, halves[::2], halves[1::2]):
        tally.pentanomial[2 + worth] += 1
    lengths = [1] * len(halves) if chunk.lengths is None else chunk.lengths
    deals = list(map(add, lengths[::2], lengths[1::2]))
    tally.n2 = sum(map(mul, deals, deals))

    def sums(of_a: list[int], of_b: list[int]) -> _Sums:
        a, b = (list(map(add, column[::2], column[1::2])) for column in (of_a, of_b))
        aa, bb, ab, na, nb = (sum(map(mul, x, y)) for x, y in ((a, a), (b, b), (a, b), (a, deals), (b, deals)))
        return _Sums((sum(a), sum(b)), (aa, bb), ab, (na, nb))

    tally._take(sums(units_a, units_b), sums(points_a, points_b))


def _count_with_numpy(numpy: Any, chunk: Chunk, tally: Tally) -> None:
    codes = numpy.frombuffer(chunk.codes, dtype=f"<u{chunk.width}")
    _tell(tally, chunk.outcomes, numpy.bincount(codes, minlength=len(chunk.outcomes)).tolist())
    table = numpy.array([outcome[:4] for outcome in chunk.outcomes], dtype=numpy.int64)
    if chunk.lengths is None:
        _count_deals(numpy, codes, table, tally)
        return
    lengths = numpy.array(chunk.lengths, dtype=numpy.int64)
    starts = numpy.cumsum(lengths) - lengths
    units_a, units_b, points_a, points_b = (
        numpy.add.reduceat(numpy.ascontiguousarray(table[:, column])[codes], starts) for column in range(4)
    )
    _count_halves(numpy, numpy.sign(points_a - points_b), tally)
    deals = lengths[::2] + lengths[1::2]
    tally.n2 = int(deals @ deals)

    def sums(of_a: Any, of_b: Any) -> _Sums:
        a, b = of_a[::2] + of_a[1::2], of_b[::2] + of_b[1::2]
        of, squares = (int(a.sum()), int(b.sum())), (int(a @ a), int(b @ b))
        return _Sums(of, squares, int(a @ b), (int(a @ deals), int(b @ deals)))

    tally._take(sums(units_a, units_b), sums(points_a, points_b))


def _count_halves(numpy: Any, worth: Any, tally: Tally) -> None:
    """`worth` is 1, 0 or -1 for each half."""
    tally.lost, tally.tied, tally.won = numpy.bincount(worth + 1, minlength=3).tolist()
    tally.pentanomial = numpy.bincount(worth[::2] + worth[1::2] + 2, minlength=5).tolist()


_CELLS = 1 << 15


def _count_deals(numpy: Any, codes: Any, table: Any, tally: Tally) -> None:
    """What is to be known of pairs of deals is how often each outcome goes with each: few cells, as a rule."""
    outcomes = len(table)
    firsts, seconds = codes[::2], codes[1::2]
    if outcomes * outcomes <= _CELLS:
        cells = firsts.astype(numpy.int64)
        cells *= outcomes
        cells += seconds
        occurs = numpy.bincount(cells, minlength=outcomes * outcomes)
        found = numpy.flatnonzero(occurs)
        firsts, seconds = numpy.divmod(found, outcomes)
        times = occurs[found]
    else:
        times = numpy.ones(len(firsts), dtype=numpy.int64)
    worth = numpy.sign(table[:, 2] - table[:, 3])
    of_first, of_second = worth[firsts], worth[seconds]
    halves = [int(times[of_first == sign].sum() + times[of_second == sign].sum()) for sign in (-1, 0, 1)]
    tally.lost, tally.tied, tally.won = halves
    pair = of_first + of_second
    tally.pentanomial = [int(times[pair == sign].sum()) for sign in (-2, -1, 0, 1, 2)]
    tally.n2 = 4 * tally.pairs

    def sums(column: int) -> _Sums:
        a = table[firsts, column] + table[seconds, column]
        b = table[firsts, column + 1] + table[seconds, column + 1]
        of = int(times @ a), int(times @ b)
        return _Sums(of, (int(times @ (a * a)), int(times @ (b * b))), int(times @ (a * b)), (2 * of[0], 2 * of[1]))

    tally._take(sums(0), sums(2))
