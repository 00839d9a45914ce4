"""Glicko-2 ratings: after each month, from all ratings before it.

Source: Mark E. Glickman, "Example of the Glicko-2 system" (22 March 2022), http://www.glicko.net/glicko/glicko2.pdf;
the steps are numbered as there.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from datetime import date
from itertools import groupby
from typing import ClassVar, NamedTuple

from schneider_league.derive.rating import Rating
from schneider_league.derive.tallies import Tally

_SCALE = 173.7178
_CENTRE = 1500.0
_EPSILON = 1e-6


class Strength(NamedTuple):
    """What is known of a player, on the scale that is shown."""

    rating: float
    deviation: float
    volatility: float


class Result(NamedTuple):
    """One game from the side of the player who is being rated."""

    rating: float
    """The opponent's before the period."""
    deviation: float
    """The opponent's before the period."""
    scored: float
    """1, ½ or 0."""


class Month(NamedTuple):
    """A rating period: one calendar month."""

    year: int
    month: int

    @classmethod
    def of(cls, day: date) -> Month:
        """The month of a day."""
        return cls(day.year, day.month)

    def since(self, earlier: Month) -> int:
        """How many months after an earlier one."""
        return 12 * (self.year - earlier.year) + self.month - earlier.month

    def __str__(self) -> str:
        return f"{self.year:04}-{self.month:02}"


class PeriodStep(NamedTuple):
    """One player's month with sessions."""

    month: Month
    player: int
    before: Strength
    """At the beginning of the month, grown by the months without play before it."""
    after: Strength
    tallies: tuple[Tally, ...]
    """The player's rated sessions of this month."""
    opponents: tuple[Strength, ...]
    """The opponent's strength before the month, one for each session."""
    sessions: int
    """How many rated sessions the player has up to the end of the month."""


# Step 3: g(φ) = 1 / √(1 + 3φ²/π²); E(μ, μj, φj) = 1 / (1 + exp(−g(φj)(μ − μj))).
def weight(deviation: float) -> float:
    """How much a game against an opponent of this deviation (as shown) counts."""
    phi = deviation / _SCALE
    return 1.0 / math.sqrt(1.0 + 3.0 * phi * phi / (math.pi * math.pi))


def expected_score(rating: float, opponent: float, deviation: float) -> float:
    """The share of the point that a player can expect; `deviation` is the opponent's."""
    return 1.0 / (1.0 + math.exp(-weight(deviation) * (rating - opponent) / _SCALE))


# Step 6: after a period without games φ' = √(φ² + σ²), and the others stay; so after n of them √(φ² + nσ²).
def age(strength: Strength, periods: int) -> Strength:
    """A player's strength after so many rating periods without a game."""
    if periods <= 0:
        return strength
    phi = strength.deviation / _SCALE
    grown = math.sqrt(phi * phi + periods * strength.volatility * strength.volatility)
    return strength._replace(deviation=grown * _SCALE)


def update(strength: Strength, results: Sequence[Result], tau: float) -> Strength:
    """A player's strength after a rating period with at least one game."""
    phi = strength.deviation / _SCALE
    weights = [weight(result.deviation) for result in results]
    expected = [expected_score(strength.rating, result.rating, result.deviation) for result in results]
    # Step 3: v = 1 / Σ g² E (1 − E).
    variance = 1.0 / sum(g * g * e * (1.0 - e) for g, e in zip(weights, expected, strict=True))
    # Step 4: Δ = v Σ g (s − E).
    surplus = sum(g * (result.scored - e) for g, e, result in zip(weights, expected, results, strict=True))
    volatility = _new_volatility(phi, strength.volatility, variance, variance * surplus, tau)
    # Steps 6 and 7: φ* = √(φ² + σ'²), φ' = 1 / √(1/φ*² + 1/v), μ' = μ + φ'² Σ g (s − E).
    grown = phi * phi + volatility * volatility
    new_phi = 1.0 / math.sqrt(1.0 / grown + 1.0 / variance)
    mu = (strength.rating - _CENTRE) / _SCALE + new_phi * new_phi * surplus
    return Strength(mu * _SCALE + _CENTRE, new_phi * _SCALE, volatility)


def _new_volatility(phi: float, volatility: float, variance: float, delta: float, tau: float) -> float:
    """Step 5: the σ' at which f is zero, by the Illinois variant of regula falsi."""
    a = math.log(volatility * volatility)
    excess = delta * delta - phi * phi - variance

    def f(x: float) -> float:
        grown = math.exp(x)
        total = phi * phi + variance + grown
        return grown * (delta * delta - total) / (2.0 * total * total) - (x - a) / (tau * tau)

    low = a
    if excess > 0:
        high = math.log(excess)
    else:
        k = 1
        while f(a - k * tau) < 0:
            k += 1
        high = a - k * tau
    f_low, f_high = f(low), f(high)
    while abs(high - low) > _EPSILON:
        middle = low + (low - high) * f_low / (f_high - f_low)
        f_middle = f(middle)
        if f_middle * f_high <= 0:
            low, f_low = high, f_high
        else:
            f_low /= 2.0
        high, f_high = middle, f_middle
    return math.exp(low / 2.0)


@dataclass(frozen=True, slots=True)
class Glicko2:
    """A rating system of this kind; its numbers are data. One rating period is a calendar month."""

    name: str
    tau: float = 0.5
    start: float = 1500.0
    deviation: float = 350.0
    volatility: float = 0.06
    provisional_above: float = 110.0
    """A rating of a larger deviation is provisional."""

    kind: ClassVar = "glicko-2"

    def steps(self, tallies: Iterable[Tally]) -> Iterator[PeriodStep]:
        """Each month in which a player had rated sessions; `tallies` are in the order in which they were played."""
        rated = (tally for tally in tallies if tally.is_rated)
        known: dict[int, tuple[Strength, Month]] = {}
        sessions: dict[int, int] = {}
        for month, played in groupby(rated, key=lambda tally: Month.of(tally.played_on)):
            mine: dict[int, list[tuple[Tally, int]]] = {}
            for tally in played:
                for side in (0, 1):
                    mine.setdefault(tally.players[side], []).append((tally, side))
            before = {player: self._strength(known.get(player), month) for player in mine}
            for player, games in mine.items():
                opponents = tuple(before[tally.players[1 - side]] for tally, side in games)
                results = [
                    Result(opponent.rating, opponent.deviation, tally.halves(1 if side else 0) / 2)
                    for opponent, (tally, side) in zip(opponents, games, strict=True)
                ]
                after = update(before[player], results, self.tau)
                known[player] = after, month
                sessions[player] = sessions.get(player, 0) + len(games)
                own = tuple(tally for tally, _side in games)
                yield PeriodStep(month, player, before[player], after, own, opponents, sessions[player])

    def _strength(self, known: tuple[Strength, Month] | None, month: Month) -> Strength:
        """A player's strength at the beginning of a month, from that at the end of the last month with play."""
        if known is None:
            return Strength(self.start, self.deviation, self.volatility)
        strength, last = known
        return age(strength, month.since(last) - 1)

    def rate(self, tallies: Iterable[Tally], until: date | None = None) -> dict[int, Rating]:
        """The rating of everybody who has one, at the end of the month of `until` or of the last rated session."""
        latest: dict[int, PeriodStep] = {}
        end = None if until is None else Month.of(until)
        for step in self.steps(tallies):
            latest[step.player] = step
            end = step.month if end is None or end < step.month else end
        ratings: dict[int, Rating] = {}
        for player, step in latest.items():
            assert end is not None
            rating, deviation, volatility = age(step.after, end.since(step.month))
            provisional = deviation > self.provisional_above
            last_played = step.tallies[-1].played_on
            ratings[player] = Rating(player, rating, deviation, volatility, step.sessions, provisional, last_played)
        return ratings
