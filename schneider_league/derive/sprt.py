"""The sequential probability ratio test: a match of two bots that ends as soon as it is decided.

Generalised, in the exact form: the log-likelihood ratio of the most likely distributions of pairs that have the
scores of the two hypotheses, not its quadratic approximation. Sources: A. Wald, "Sequential Tests of Statistical
Hypotheses" (1945); Michel Van den Bergh, "Comments on Normalized Elo" and "The Generalized Maximum Likelihood Ratio
for the Expectation Value of a Distribution", which Fishtest follows.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Final, Literal, NamedTuple, TypeAlias

from schneider_league.derive.statistics import N_ELO, score_of_elo

Model: TypeAlias = Literal["logistic", "normalised"]
Hypothesis: TypeAlias = Literal["H0", "H1"]

MODELS: Final[tuple[Model, ...]] = ("logistic", "normalised")

_HARDLY_ANY: Final = 1e-3
"""Stands for a class that no pair fell into, as in Fishtest: likelihoods need a chance for each."""
_ROUNDING: Final = 1e-9
"""More than the error that adding up ratios leaves."""


@dataclass(frozen=True, slots=True)
class Sprt:
    """What is tested. Raises ValueError, in words, for what makes no sense."""

    elo0: float = 0.0
    """H0: the first bot is so much stronger than the second, or less."""
    elo1: float = 10.0
    """H1: it is so much stronger, or more."""
    alpha: float = 0.05
    """How often H1 is accepted though H0 holds."""
    beta: float = 0.05
    """How often H0 is accepted though H1 holds."""
    model: Model = "logistic"
    """Whether elo0 and elo1 are Elo or normalised Elo."""

    def __post_init__(self) -> None:
        if not self.elo0 < self.elo1:
            raise ValueError(f"elo0={self.elo0:g} has to be less than elo1={self.elo1:g}")
        if not max(abs(self.elo0), abs(self.elo1)) <= 2000.0:
            raise ValueError("elo0 and elo1 lie between -2000 and 2000")
        for name, value in (("alpha", self.alpha), ("beta", self.beta)):
            if not 0.0 < value < 0.5:
                raise ValueError(f"{name}={value:g} has to lie between 0 and 0.5")
        if self.model not in MODELS:
            raise ValueError(f"model={self.model} is neither {' nor '.join(MODELS)}")

    # Wald: the ratio below which H0 is accepted, and above which H1 is.
    @property
    def bounds(self) -> tuple[float, float]:
        """The log-likelihood ratios at which H0 and H1 are accepted."""
        return math.log(self.beta / (1.0 - self.alpha)), math.log((1.0 - self.beta) / self.alpha)

    def judge(self, counts: Sequence[int]) -> Hypothesis | None:
        """The hypothesis that is accepted after these pairs (see `llr`), None while it is undecided.

        A run is judged after each pair in index order, and over with the first that decides.
        """
        return self._accepted(self.llr(counts))

    def _accepted(self, ratio: float) -> Hypothesis | None:
        lower, upper = self.bounds
        return "H1" if ratio >= upper else "H0" if ratio <= lower else None

    def llr(self, counts: Sequence[int]) -> float:
        """The log-likelihood ratio: how much better H1 explains the results than H0.

        Args:
            counts: Pairs in five classes (LL, LD, DD+WL, WD, WW), or single games in three (L, D, W).
        """
        weights = [count or _HARDLY_ANY for count in counts]
        places = [place / (len(weights) - 1) for place in range(len(weights))]
        if self.model == "logistic":
            null, alternative = self._tangents(weights)
            return null.loss - alternative.loss
        total = math.fsum(weights)
        shares = [weight / total for weight in weights]
        games = 2 if len(weights) == 5 else 1
        first, second = (
            _likeliest_with_lead(places, shares, elo * math.sqrt(games) / N_ELO) for elo in (self.elo0, self.elo1)
        )
        return math.fsum(weight * math.log(b / a) for weight, a, b in zip(weights, first, second, strict=True))

    def first_decided(self, counts: Sequence[int], following: Iterable[int]) -> int | None:
        """After how many more pairs it is decided, judged after each of them; None while it is not.

        The same as to `judge` again and again, but quick: as long as a bound on the ratio says that it is undecided,
        it is not worked out.

        Args:
            counts: Pairs up to now, in five classes.
            following: The class of each pair that comes next.
        """
        seen = list(counts)
        lower, upper = self.bounds[0] + _ROUNDING, self.bounds[1] - _ROUNDING
        ratio, is_known = 0.0, False
        steps = slopes0 = slopes1 = [0.0] * len(seen)
        slope0 = slope1 = most0 = most1 = curvature0 = curvature1 = 0.0
        for number, class_ in enumerate(following, 1):
            seen[class_] += 1
            if is_known and seen[class_] > 1:
                ratio += steps[class_]
                slope0 += slopes0[class_]
                slope1 += slopes1[class_]
                square0, square1 = slope0 * slope0, slope1 * slope1
                if (
                    square0 < most0
                    and square1 < most1
                    and ratio + square0 / curvature0 < upper
                    and ratio - square1 / curvature1 > lower
                ):
                    continue
            if self.model != "logistic":
                if self.judge(seen) is not None:
                    return number
                continue
            is_known = True
            null, alternative = self._tangents([count or _HARDLY_ANY for count in seen])
            ratio, slope0, slope1 = null.loss - alternative.loss, 0.0, 0.0
            if self._accepted(ratio) is not None:
                return number
            steps = [a - b for a, b in zip(null.gains, alternative.gains, strict=True)]
            slopes0, slopes1 = null.slopes, alternative.slopes
            curvature0, curvature1 = null.curvature, alternative.curvature
            most0, most1 = null.most, alternative.most
        return None

    def _tangents(self, weights: Sequence[float]) -> tuple[_Tangent, _Tangent]:
        places = [place / (len(weights) - 1) for place in range(len(weights))]
        null, alternative = (_tangent(places, weights, score_of_elo(elo)) for elo in (self.elo0, self.elo1))
        return null, alternative


# Van den Bergh: among distributions on the values v with Σ p·v = 0 the likeliest is p̂ / (1 + λ·v), where λ is the
# root of Σ p̂·v / (1 + λ·v); it falls from +∞ to −∞ between its poles at the extreme values.
def _root(values: Sequence[float], weights: Sequence[float]) -> float:
    """λ, by Newton's method kept between what is known to lie on either side."""
    low, high = -1.0 / max(values), -1.0 / min(values)
    at = 0.0
    for _step in range(200):
        slope = value = 0.0
        for v, weight in zip(values, weights, strict=True):
            share = v / (1.0 + at * v)
            value += weight * share
            slope -= weight * share * share
        if value > 0.0:
            low = at
        else:
            high = at
        following = at - value / slope
        if not low < following < high:
            following = 0.5 * (low + high)
        if abs(following - at) <= 1e-14 * (1.0 + abs(at)):
            return following
        at = following
    return at


class _Tangent(NamedTuple):
    """By how much the log-likelihood of results falls when their distribution has to have a mean, and around it.

    The loss is the greatest value over λ of f(λ) = Σ w·log(1 + λ·v). So of other results it is at least their f at this
    λ. At most it is more by f'² / −f'', as long as that is less than 0.46 of the least weight: −f divided by that is
    self-concordant (Nesterov, "Lectures on Convex Optimization", 5.1), and −t − log(1 − t) ≤ t² for t² ≤ 0.46. Classes
    that no pair fell into may be left out of f'' and the least weight: their part is concave, so below its tangent.
    """

    loss: float
    gains: list[float]
    """log(1 + λ·v) for each class: what one pair more adds to f."""
    slopes: list[float]
    """v / (1 + λ·v): what it adds to f'."""
    curvature: float
    """−f'' of the classes that pairs fell into; it only grows with more pairs."""
    most: float
    """The square of f' up to which the bound holds."""


def _tangent(places: Sequence[float], weights: Sequence[float], mean: float) -> _Tangent:
    values = [place - mean for place in places]
    multiplier = _root(values, weights)
    gains = [math.log1p(multiplier * v) for v in values]
    slopes = [v / (1.0 + multiplier * v) for v in values]
    seen = [(weight, slope) for weight, slope in zip(weights, slopes, strict=True) if weight >= 1.0]
    curvature = math.fsum(weight * slope * slope for weight, slope in seen)
    loss = math.fsum(weight * gain for weight, gain in zip(weights, gains, strict=True))
    return _Tangent(loss, gains, slopes, curvature, 0.46 * min(seen)[0] * curvature)


def _likeliest_with_lead(places: Sequence[float], shares: Sequence[float], lead: float) -> list[float]:
    """The likeliest distribution whose mean exceeds ½ by so many of its own standard deviations.

    The condition is not linear, so it is made so around the last distribution found, until nothing changes.
    """
    found = [1.0 / len(places)] * len(places)
    for _step in range(100):
        mean = math.fsum(place * p for place, p in zip(places, found, strict=True))
        deviation = math.sqrt(math.fsum(p * (place - mean) ** 2 for place, p in zip(places, found, strict=True)))
        values = [place - 0.5 - lead * deviation * (1.0 + ((mean - place) / deviation) ** 2) / 2.0 for place in places]
        multiplier = _root(values, shares)
        before, found = found, [share / (1.0 + multiplier * v) for v, share in zip(values, shares, strict=True)]
        if max(abs(old - new) for old, new in zip(before, found, strict=True)) < 1e-9:
            break
    return found
