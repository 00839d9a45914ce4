"""Elo ratings: after each session, from the two ratings before it."""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from datetime import date
from typing import ClassVar, NamedTuple

from schneider_league.derive.rating import Rating
from schneider_league.derive.tallies import Tally


class EloStep(NamedTuple):
    """One rated session; pairs are a's number first."""

    tally: Tally
    before: tuple[float, float]
    expected: tuple[float, float]
    """The share of the point that each could expect."""
    scored: tuple[float, float]
    """1, ½ or 0."""
    k: tuple[int, int]
    after: tuple[float, float]
    sessions: tuple[int, int]
    """How many rated sessions each has with this one."""


# Arpad Elo, "The Rating of Chessplayers, Past and Present" (1978), 1.5: R' = R + K (S − E); with the logistic
# curve, as FIDE and USCF use it: E = 1 / (1 + 10^((Ro − R) / 400)).
def expected_score(rating: float, opponent: float, scale: float = 400.0) -> float:
    """The share of the point that a player of this rating can expect."""
    return 1.0 / (1.0 + math.pow(10.0, (opponent - rating) / scale))


@dataclass(frozen=True, slots=True)
class Elo:
    """A rating system of this kind; its numbers are data."""

    name: str
    start: float = 1500.0
    scale: float = 400.0
    k_new: int = 40
    """K of a player's first sessions."""
    k: int = 20
    """K afterwards."""
    new_sessions: int = 10
    """How many sessions are a player's first; with fewer the rating is provisional."""

    kind: ClassVar = "elo"

    def steps(self, tallies: Iterable[Tally]) -> Iterator[EloStep]:
        """Each rated session in turn; `tallies` are in the order in which they were played."""
        ratings: dict[int, float] = {}
        sessions: dict[int, int] = {}
        scale, k_new, k, new = self.scale, self.k_new, self.k, self.new_sessions
        for tally in tallies:
            if not tally.is_rated:
                continue
            a, b = tally.players
            rating_a, rating_b = ratings.get(a, self.start), ratings.get(b, self.start)
            played_a, played_b = sessions.get(a, 0), sessions.get(b, 0)
            expected_a = expected_score(rating_a, rating_b, scale)
            expected_b = expected_score(rating_b, rating_a, scale)
            winner = tally.winner
            scored_a, scored_b = (0.5, 0.5) if winner is None else (0.0, 1.0) if winner else (1.0, 0.0)
            k_a, k_b = k_new if played_a < new else k, k_new if played_b < new else k
            after_a, after_b = rating_a + k_a * (scored_a - expected_a), rating_b + k_b * (scored_b - expected_b)
            ratings[a], ratings[b] = after_a, after_b
            sessions[a], sessions[b] = played_a + 1, played_b + 1
            yield EloStep(
                tally,
                (rating_a, rating_b),
                (expected_a, expected_b),
                (scored_a, scored_b),
                (k_a, k_b),
                (after_a, after_b),
                (played_a + 1, played_b + 1),
            )

    def rate(self, tallies: Iterable[Tally], until: date | None = None) -> dict[int, Rating]:
        """The rating of everybody who has one. No rating changes by the mere passing of time up to `until`."""
        ratings: dict[int, Rating] = {}
        for step in self.steps(tallies):
            for player, after, sessions in zip(step.tally.players, step.after, step.sessions, strict=True):
                provisional = sessions < self.new_sessions
                ratings[player] = Rating(player, after, None, None, sessions, provisional, step.tally.played_on)
        return ratings
