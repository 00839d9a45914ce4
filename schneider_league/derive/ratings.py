"""Rating lists: the systems by name, and who stands where.

Ratings are derived from the recorded sessions each time. Nothing is rounded on the way.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from datetime import date
from typing import Final, NamedTuple, TypeAlias

from schneider_league.derive.elo import Elo
from schneider_league.derive.glicko_2 import Glicko2
from schneider_league.derive.rating import Rating

__all__ = ["DEFAULT_SYSTEM", "SYSTEMS", "Elo", "Glicko2", "Rated", "Rating", "RatingSystem", "rank_ratings"]

RatingSystem: TypeAlias = "Elo | Glicko2"

SYSTEMS: Final[Mapping[str, RatingSystem]] = {system.name: system for system in (Elo("elo"), Glicko2("glicko-2"))}
"""All rating systems by name."""

DEFAULT_SYSTEM: Final = "elo"

_NOISE = 6  # decimals to which ratings are compared: what lies beyond is the order of additions


class Rated(NamedTuple):
    """A line of a rating list."""

    rank: int
    """From 1; equal ratings share the best of their ranks, and the next is skipped."""
    rating: Rating


def rank_ratings(
    ratings: Iterable[Rating], *, active_since: date | None = None, name_of: Callable[[int], str] = str
) -> list[Rated]:
    """The ratings, the highest first, ranked among themselves.

    Args:
        ratings: In any order.
        active_since: Who did not play since then is left out.
        name_of: What players of the same rating are sorted by.
    """
    listed = [rating for rating in ratings if active_since is None or rating.last_played >= active_since]
    listed.sort(key=lambda rating: (-round(rating.rating, _NOISE), name_of(rating.player), rating.player))
    ranked: list[Rated] = []
    for place, rating in enumerate(listed, 1):
        above = ranked[-1] if ranked else None
        is_level = above is not None and round(above.rating.rating, _NOISE) == round(rating.rating, _NOISE)
        ranked.append(Rated(above.rank if above is not None and is_level else place, rating))
    return ranked
