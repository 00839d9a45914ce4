"""What a correction moved: whose ratings and whose ranks are other than they were."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from schneider_league.derive.ratings import DEFAULT_SYSTEM, SYSTEMS
from schneider_league.derive.standings import derive_standings
from schneider_league.workflows.tallies import load_tallies

if TYPE_CHECKING:
    from schneider_league.workflows.sessions.book import Book

NAMED: Final = 6
"""How many are named before the rest is counted."""


@dataclass(frozen=True, slots=True)
class Snapshot:
    """How everybody stands at one moment, by player."""

    ratings: dict[int, int]
    """Rounded, as they are shown."""
    ranks: dict[int, int]
    """In the all-time table."""


def take_snapshot(book: Book) -> Snapshot:
    """How everybody stands now, as this transaction sees it."""
    tallies = load_tallies(book.league)
    ratings = SYSTEMS[DEFAULT_SYSTEM].rate(tallies)
    standings = derive_standings(tallies)
    return Snapshot(
        {player: round(rating.rating) for player, rating in ratings.items()},
        {row.player: row.rank for row in standings.rows},
    )


def moved_lines(book: Book, before: Snapshot) -> list[str]:
    """Whose ratings and ranks have changed since, those that moved most first."""
    after = take_snapshot(book)
    ratings = _moved(before.ratings, after.ratings)
    ranks = _moved(before.ranks, after.ranks)
    return [f"{what}: {_listed(book, moves)}." for what, moves in (("Ratings", ratings), ("Ranks", ranks)) if moves]


def _moved(before: dict[int, int], after: dict[int, int]) -> list[tuple[int, int | None, int | None]]:
    """Player, value before and after; None where there was or is none."""
    moves = [
        (player, before.get(player), after.get(player))
        for player in sorted(before.keys() | after.keys())
        if before.get(player) != after.get(player)
    ]
    return sorted(moves, key=lambda move: -_distance(move[1], move[2]))


def _distance(before: int | None, after: int | None) -> float:
    return float("inf") if before is None or after is None else abs(after - before)


def _listed(book: Book, moves: list[tuple[int, int | None, int | None]]) -> str:
    shown = [
        f"{book.name(player)} {'–' if was is None else was} → {'–' if now is None else now}"
        for player, was, now in moves[:NAMED]
    ]
    more = len(moves) - NAMED
    return ", ".join(shown) + (f" and {more} more" if more > 0 else "")
