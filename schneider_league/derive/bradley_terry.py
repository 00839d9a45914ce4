"""How strong the bots of a field are: Bradley-Terry ratings with intervals from mirrored pairs.

The chance of a against b is 1 / (1 + 10^((b − a)/400)), a tie is half a win, the mean of the ratings is 0. Sources:
R. A. Bradley, M. E. Terry, "Rank Analysis of Incomplete Block Designs" (1952); L. R. Ford, "Solution of a Ranking
Problem from Binary Comparisons" (1957) for when ratings exist; P. J. Huber, "The behavior of maximum likelihood
estimates under nonstandard conditions" (1967) for the sandwich. A pair's two games are not independent, so that the
sandwich sums over pairs.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final, Literal, TypeAlias

from schneider_league.derive.statistics import Z_95, Interval, elo_when_all_won, normal_cdf

ELO_PER_LOGIT: Final = 400.0 / math.log(10.0)

Results: TypeAlias = Mapping[tuple[int, int], Sequence[int]]
"""For two bots (indices, each pairing once) their pairs: LL, LD, DD+WL, WD, WW from the first one's side."""

_Matrix: TypeAlias = list[list[float]]


@dataclass(frozen=True, slots=True)
class Strength:
    """What the results say of one bot."""

    elo: float | None
    """None where the results set a bound only, or nothing at all."""
    error: float | None
    """The standard error of `elo`."""
    elo_95: Interval
    bound: Literal["above", "below"] | None = None
    """Whether the bot lies somewhere above, or below, the one end that `elo_95` has."""


@dataclass(frozen=True, slots=True)
class Field:
    """The ratings of a field of bots."""

    strengths: tuple[Strength, ...]
    covariance: Mapping[tuple[int, int], float]
    """Of the ratings that are not None, in Elo squared."""
    results: Results
    ranks: tuple[int, ...]
    """The place of each bot, from 1; equal ratings share one."""

    @property
    def order(self) -> list[int]:
        """The bots from the strongest to the weakest; equal ones in the order in which they were named."""
        return sorted(range(len(self.ranks)), key=lambda bot: (self.ranks[bot], bot))

    def superiority(self, a: int, b: int) -> float | None:
        """How likely a is stronger than b, by all results; None where one of them has no rating."""
        lead, error = self._lead(a, b)
        if lead is None or error is None:
            return None
        if error == 0.0:
            return 0.5 if lead == 0.0 else float(lead > 0.0)
        return normal_cdf(lead / error)

    def is_separated(self, a: int, b: int) -> bool:
        """Whether the 95 % interval of the difference of a and b is clear of zero."""
        lead, error = self._lead(a, b)
        if lead is not None and error is not None:
            return abs(lead) > Z_95 * error
        met = self.results.get((a, b)) or tuple(reversed(self.results.get((b, a), ())))
        pairs = sum(met)
        if pairs and pairs in (met[0], met[-1]):
            return elo_when_all_won(pairs) > 0.0
        low_a, high_a = self.strengths[a].elo_95
        low_b, high_b = self.strengths[b].elo_95
        return (low_a is not None and high_b is not None and low_a > high_b) or (
            low_b is not None and high_a is not None and low_b > high_a
        )

    def _lead(self, a: int, b: int) -> tuple[float | None, float | None]:
        first, second = self.strengths[a].elo, self.strengths[b].elo
        if first is None or second is None:
            return None, None
        variance = self.covariance[a, a] + self.covariance[b, b] - 2.0 * self.covariance[a, b]
        return first - second, math.sqrt(max(0.0, variance))

    def not_separated(self) -> list[list[int]]:
        """Runs of neighbours in the order none of whom is clear of another, as long as possible; they may overlap."""
        order = self.order
        groups: list[list[int]] = []
        end = 0
        for first in range(len(order)):
            last = first
            while last + 1 < len(order) and not any(
                self.is_separated(order[i], order[last + 1]) for i in range(first, last + 1)
            ):
                last += 1
            if last > first and last + 1 > end:
                groups.append(order[first : last + 1])
                end = last + 1
        return groups


def rate(bots: int, results: Results) -> Field:
    """The ratings of so many bots.

    Ford: ratings exist among bots of whom each has scored against each other, at least through others. Where the field
    falls apart, its largest such group is rated, with mean 0, and who won (or lost) everything against it gets a
    bound. Where no two bots make such a group, the bounds are distances from the mean of the field.
    """
    groups = _groups(bots, results)
    core = max(groups, key=lambda group: (len(group), -group[0])) if groups else []
    if len(core) < 2:
        strengths = [_bound_of_field(bot, bots, results) for bot in range(bots)]
        return Field(tuple(strengths), {}, results, _ranks(strengths, results))
    found = _rate_connected(core, results)
    covariance = _covariance(core, found, results)
    known: dict[int, Strength] = {}
    for bot in core:
        error = math.sqrt(max(0.0, covariance[bot, bot]))
        elo = found[bot]
        known[bot] = Strength(elo, error, (elo - Z_95 * error, elo + Z_95 * error))
    _bound_the_rest(known, bots, results)
    strengths = [known.get(bot, Strength(None, None, (None, None))) for bot in range(bots)]
    return Field(tuple(strengths), covariance, results, _ranks(strengths, results))


def _points(results: Results) -> dict[tuple[int, int], tuple[float, int]]:
    """For each ordered two who met: the first one's points, and the games."""
    found: dict[tuple[int, int], tuple[float, int]] = {}
    for (a, b), counts in results.items():
        pairs = sum(counts)
        if pairs:
            points = sum(place * count for place, count in enumerate(counts)) / 2.0
            found[a, b], found[b, a] = (points, 2 * pairs), (2 * pairs - points, 2 * pairs)
    return found


def _groups(bots: int, results: Results) -> list[list[int]]:
    """The field in groups within which everybody has scored against everybody, at least through others."""
    points = _points(results)
    reaches = [{bot} for bot in range(bots)]
    for bot in range(bots):
        waiting = [bot]
        while waiting:
            at = waiting.pop()
            for other in range(bots):
                if other not in reaches[bot] and points.get((at, other), (0.0, 0))[0] > 0.0:
                    reaches[bot].add(other)
                    waiting.append(other)
    groups: list[list[int]] = []
    placed: set[int] = set()
    for bot in range(bots):
        if bot not in placed:
            group = sorted(other for other in reaches[bot] if bot in reaches[other])
            placed.update(group)
            groups.append(group)
    return groups


def _chance(difference: float) -> float:
    """The expected score at a difference in logits."""
    if difference < 0.0:
        return 1.0 - _chance(-difference)
    return 1.0 / (1.0 + math.exp(-difference))


def _rate_connected(group: Sequence[int], results: Results) -> dict[int, float]:
    """Maximum likelihood by Newton's method, halving steps that overshoot; Elo, mean 0."""
    points = _points(results)
    met = [(a, b, *points[a, b]) for a in group for b in group if a < b and (a, b) in points]
    place = {bot: index for index, bot in enumerate(group)}
    logits = [0.0] * len(group)

    def likelihood(at: Sequence[float]) -> float:
        total = 0.0
        for a, b, scored, games in met:
            lead = at[place[a]] - at[place[b]]
            # log σ(x) = −log(1 + e^−x), without overflow
            total -= scored * _softplus(-lead) + (games - scored) * _softplus(lead)
        return total

    now = likelihood(logits)
    for _step in range(50):
        slope = [0.0] * len(group)
        for a, b, scored, games in met:
            excess = scored - games * _chance(logits[place[a]] - logits[place[b]])
            slope[place[a]] += excess
            slope[place[b]] -= excess
        inverse = _pseudo_inverse(_information(group, dict(zip(group, logits, strict=True)), points))
        step = [math.fsum(x * y for x, y in zip(row, slope, strict=True)) for row in inverse]
        size = 1.0
        while True:
            tried = [x + size * y for x, y in zip(logits, step, strict=True)]
            then = likelihood(tried)
            if then >= now or size < 1e-6:
                break
            size /= 2.0
        if then >= now:
            logits, now = tried, then
        if then < now or size * max(map(abs, step)) < 1e-12:
            break
    mean = math.fsum(logits) / len(logits)
    return {bot: (logits[index] - mean) * ELO_PER_LOGIT + 0.0 for bot, index in place.items()}


def _softplus(x: float) -> float:
    return max(x, 0.0) + math.log1p(math.exp(-abs(x)))


def _information(
    group: Sequence[int], logits: Mapping[int, float], points: Mapping[tuple[int, int], tuple[float, int]]
) -> _Matrix:
    """The Fisher information of the ratings, in logits: a Laplacian weighted by games and p·(1 − p)."""
    matrix = [[0.0] * len(group) for _bot in group]
    for i, a in enumerate(group):
        for j, b in enumerate(group):
            if i < j and (a, b) in points:
                chance = _chance(logits[a] - logits[b])
                _add_edge(matrix, i, j, points[a, b][1] * chance * (1.0 - chance))
    return matrix


def _add_edge(matrix: _Matrix, i: int, j: int, weight: float) -> None:
    """Add weight · (e_i − e_j)(e_i − e_j)ᵀ."""
    matrix[i][i] += weight
    matrix[j][j] += weight
    matrix[i][j] -= weight
    matrix[j][i] -= weight


# The sandwich P·B·P: P the pseudo-inverse of the information, B the sum over pairs of the squared gradients.
def _covariance(group: Sequence[int], elo: Mapping[int, float], results: Results) -> dict[tuple[int, int], float]:
    """The covariance of the ratings, Elo squared."""
    logits = {bot: elo[bot] / ELO_PER_LOGIT for bot in group}
    place = {bot: index for index, bot in enumerate(group)}
    spread = [[0.0] * len(group) for _bot in group]
    for (a, b), counts in results.items():
        if a in place and b in place:
            expected = 2.0 * _chance(logits[a] - logits[b])
            squares = math.fsum(count * (points / 2.0 - expected) ** 2 for points, count in enumerate(counts))
            _add_edge(spread, place[a], place[b], squares)
    bread = _pseudo_inverse(_information(group, logits, _points(results)))
    sandwich = _product(_product(bread, spread), bread)
    scale = ELO_PER_LOGIT**2
    return {(a, b): sandwich[i][j] * scale for a, i in place.items() for b, j in place.items()}


def _product(a: _Matrix, b: _Matrix) -> _Matrix:
    columns = list(zip(*b, strict=True))
    return [[math.fsum(x * y for x, y in zip(row, column, strict=True)) for column in columns] for row in a]


def _pseudo_inverse(laplacian: _Matrix) -> _Matrix:
    """Of the Laplacian of a connected graph: (L + J/n)⁻¹ − J/n, J all ones, by Gauss-Jordan elimination."""
    n = len(laplacian)
    scale = max(row[index] for index, row in enumerate(laplacian)) or 1.0
    rows = [
        [value / scale + 1.0 / n for value in row] + [float(index == other) for other in range(n)]
        for index, row in enumerate(laplacian)
    ]
    for column in range(n):
        pivot = max(range(column, n), key=lambda row: abs(rows[row][column]))
        rows[column], rows[pivot] = rows[pivot], rows[column]
        divisor = rows[column][column] or math.ulp(1.0)
        rows[column] = [value / divisor for value in rows[column]]
        for row in range(n):
            factor = rows[row][column]
            if row != column and factor:
                rows[row] = [value - factor * part for value, part in zip(rows[row], rows[column], strict=True)]
    return [[(value - 1.0 / n) / scale for value in row[n:]] for row in rows]


def _bound_the_rest(known: dict[int, Strength], bots: int, results: Results) -> None:
    """Give a bound to who won, or lost, everything against those who are rated or bounded on the same side."""
    points = _points(results)
    found = True
    while found:
        found = False
        for bot in range(bots):
            if bot in known:
                continue
            met = [other for other in known if (bot, other) in points]
            above = [other for other in met if points[other, bot][0] == 0.0 and known[other].bound != "below"]
            below = [other for other in met if points[bot, other][0] == 0.0 and known[other].bound != "above"]
            if above and len(above) + sum(known[other].bound == "below" for other in met) == len(met):
                against = [(_near(known[other]), points[bot, other][1] // 2) for other in above]
                known[bot] = Strength(None, None, (_least_that_wins_all(against), None), "above")
                found = True
            elif below and len(below) + sum(known[other].bound == "above" for other in met) == len(met):
                against = [(-_near(known[other]), points[bot, other][1] // 2) for other in below]
                known[bot] = Strength(None, None, (None, -_least_that_wins_all(against)), "below")
                found = True


def _near(strength: Strength) -> float:
    """The rating, or the end of the interval that there is."""
    if strength.elo is not None:
        return strength.elo
    low, high = strength.elo_95
    return low if low is not None else high if high is not None else 0.0


def _least_that_wins_all(against: Sequence[tuple[float, int]]) -> float:
    """The rating below which winning all pairs against these (rating, pairs) would be too unlikely (2.5 %)."""
    low = min(rating for rating, _pairs in against) - 4000.0
    high = max(rating for rating, _pairs in against) + 4000.0
    for _step in range(100):
        middle = 0.5 * (low + high)
        unlikely = math.fsum(pairs * _softplus((rating - middle) / ELO_PER_LOGIT) for rating, pairs in against)
        if unlikely > -math.log(0.025):
            low = middle
        else:
            high = middle
    return 0.5 * (low + high)


def _bound_of_field(bot: int, bots: int, results: Results) -> Strength:
    """The bound of a bot in a field without ratings: how far from the mean, if the others were equal."""
    points = _points(results)
    met = [points[bot, other] for other in range(bots) if (bot, other) in points]
    games = sum(played for _scored, played in met)
    if games and all(scored == played for scored, played in met):
        return Strength(None, None, (elo_when_all_won(games / 2) * (bots - 1) / bots, None), "above")
    if games and all(scored == 0.0 for scored, _played in met):
        return Strength(None, None, (None, -elo_when_all_won(games / 2) * (bots - 1) / bots), "below")
    return Strength(None, None, (None, None))


def _ranks(strengths: Sequence[Strength], results: Results) -> tuple[int, ...]:
    """Places: by bound and rating, where there is none by the share of points; 1-2-2-4."""
    points = _points(results)

    def key(bot: int) -> tuple[int, float, float]:
        strength = strengths[bot]
        side = {"above": 1, "below": -1, None: 0}[strength.bound]
        met = [points[bot, other] for other in range(len(strengths)) if (bot, other) in points]
        games = sum(played for _scored, played in met)
        share = sum(scored for scored, _played in met) / games if games else 0.5
        return side, round(_near(strength), 9), round(share, 12) if strength.elo is None else 0.0

    keys = [key(bot) for bot in range(len(strengths))]
    return tuple(1 + sum(other > mine for other in keys) for mine in keys)
