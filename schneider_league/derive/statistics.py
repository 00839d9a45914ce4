"""What a bot match tells: scores from mirrored pairs, their intervals, and the Elo difference they stand for.

A mirrored pair is one pack played twice with seats swapped. Its two games are not independent, so that every standard
error comes from the variance of pairs, never of single games. A game is a deal, or a whole session where sessions are
played; a tie is half a win. A pair falls into one of five classes, from the first bot's side: LL, LD, DD+WL, WD, WW.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from fractions import Fraction
from typing import Final, NamedTuple

Z_95: Final = 1.959963984540054
"""The normal quantile of a two-sided interval of 95 %."""

N_ELO: Final = 800.0 / math.log(10.0)
"""Normalised Elo of one standard deviation, as Fishtest and fastchess define it."""

Interval = tuple[float | None, float | None]
"""From, to; None for an open side."""


def normal_cdf(x: float) -> float:
    """Φ: how likely a standard normal number is below x; exact in the tails."""
    return 0.5 * math.erfc(-x / math.sqrt(2.0))


# Elo = −400·log10(1/μ − 1).
def elo_of_score(score: float) -> float | None:
    """The Elo difference at which this score is expected; None for 0 and 1, at which none is."""
    if not 0.0 < score < 1.0:
        return None
    return -400.0 * math.log10(1.0 / score - 1.0) + 0.0  # no -0.0


def score_of_elo(elo: float) -> float:
    """The score that an Elo difference leads to expect."""
    return 1.0 / (1.0 + math.pow(10.0, -elo / 400.0))


def elo_when_all_won(pairs: float) -> float:
    """The Elo difference that somebody who won all of so many pairs surely exceeds, where surely is 97.5 %.

    A pair counts as one trial, since its games are not independent: below the score μ with μ^pairs = 0.025 winning
    them all would be too unlikely (Clopper and Pearson, "The use of confidence or fiducial limits", 1934).
    """
    log_score = math.log(0.025) / pairs
    return -400.0 * math.log10(math.expm1(-log_score))


@dataclass(frozen=True, slots=True)
class Match:
    """The score of one side over independent units: pairs, or single games."""

    counts: tuple[int, ...]
    """How many units brought 0, …, 1 in equal steps: five classes for pairs, three (L, D, W) for single games."""

    @property
    def units(self) -> int:
        """How many pairs or games there are."""
        return sum(self.counts)

    def _values(self) -> Iterator[tuple[float, int]]:
        last = len(self.counts) - 1
        return ((index / last, count) for index, count in enumerate(self.counts))

    @property
    def score(self) -> float:
        """μ, from 0 to 1; ½ where nothing was played."""
        last = len(self.counts) - 1
        won = sum(index * count for index, count in enumerate(self.counts))
        return won / (last * self.units) if self.units else 0.5

    @property
    def variance(self) -> float:
        """The variance of one unit's score."""
        if not self.units:
            return 0.0
        mean = self.score
        return math.fsum(count * (value - mean) ** 2 for value, count in self._values()) / self.units

    @property
    def standard_error(self) -> float:
        """The standard error of μ."""
        return math.sqrt(self.variance / self.units) if self.units else 0.0

    @property
    def score_95(self) -> tuple[float, float]:
        """μ ± 1.96 standard errors; it may leave 0 to 1."""
        reach = Z_95 * self.standard_error
        return self.score - reach, self.score + reach

    @property
    def elo(self) -> float | None:
        """The Elo difference; None where everything was won or lost, or nothing played."""
        return elo_of_score(self.score) if self.units else None

    @property
    def elo_95(self) -> Interval:
        """The Elo differences of both ends of the score's interval; who won or lost everything has a bound."""
        if not self.units:
            return None, None
        if self.score == 1.0:
            return elo_when_all_won(self.units), None
        if self.score == 0.0:
            return None, -elo_when_all_won(self.units)
        low, high = self.score_95
        return elo_of_score(low), elo_of_score(high)

    # LOS = Φ((μ − ½) / se).
    @property
    def superiority(self) -> float:
        """How likely the side is the stronger one, 0 to 1 (LOS)."""
        lead, error = self.score - 0.5, self.standard_error
        if error == 0.0:
            return 0.5 if lead == 0.0 else float(lead > 0.0)
        return normal_cdf(lead / error)

    @property
    def normalised_elo(self) -> float | None:
        """The lead in standard deviations of a single game, on Elo's scale; None where nothing varies.

        A pair of games varies half as much as its games would alone.
        """
        scale = self._normalised_scale()
        return None if scale is None else (self.score - 0.5) * scale

    @property
    def normalised_elo_reach(self) -> float | None:
        """Half the width of the 95 % interval of the normalised Elo."""
        scale = self._normalised_scale()
        return None if scale is None else Z_95 * self.standard_error * scale

    def _normalised_scale(self) -> float | None:
        games = 2 if len(self.counts) == 5 else 1
        return N_ELO / math.sqrt(games * self.variance) if self.variance else None


class PairSums(NamedTuple):
    """What a rate a deal and its standard error need of the pairs of two bots: whole numbers, added up in any order.

    Of each pair its deals n and its total x (units or game points of one side in both halves together).
    """

    pairs: int
    deals: int
    """Σ n."""
    deals_squared: int
    """Σ n²: four times the pairs where every pair has two deals."""
    total: int
    """Σ x."""
    squares: int
    """Σ x²."""
    with_deals: int
    """Σ n·x."""


class Estimate(NamedTuple):
    """A mean and its standard error."""

    mean: float
    error: float

    @property
    def reach(self) -> float:
        """Half the width of the 95 % interval."""
        return Z_95 * self.error


def estimate_rate(strata: Iterable[PairSums]) -> Estimate:
    """A rate a deal over the pairings of one bot, each with its own opponent; pairs within a pairing vary.

    Where pairs differ in length, as sessions do, it is the ratio of two sums (Cochran, "Sampling Techniques", 1977,
    6.4); where all have two deals it is the plain mean of pairs. The opponents are those that there are, so only what
    varies within a pairing counts.
    """
    parts = list(strata)
    deals = sum(part.deals for part in parts)
    if not deals:
        return Estimate(0.0, 0.0)
    rate = Fraction(sum(part.total for part in parts), deals)
    variance = Fraction(0)  # exact: of large squares that nearly cancel out, floats would leave anything
    for part in parts:
        if part.pairs:
            # by how much pairs are above the rate, squared, less the square of the pairing's own mean
            squares = part.squares - 2 * rate * part.with_deals + rate * rate * part.deals_squared
            above = part.total - rate * part.deals
            variance += squares - above * above / part.pairs
    return Estimate(float(rate), math.sqrt(variance) / deals)
