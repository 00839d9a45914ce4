"""What a correction or a late entry moved: whose ratings and whose ranks are other than they were."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date
from typing import TYPE_CHECKING, Final

from schneider_league.derive.ratings import DEFAULT_SYSTEM, SYSTEMS
from schneider_league.derive.standings import derive_standings
from schneider_league.workflows.tallies import load_tallies

if TYPE_CHECKING:
    from schneider_league.derive.tallies import Tally
    from schneider_league.workflows.sessions.book import Book

NAMED: Final = 5
"""How many are named before the rest is counted."""


@dataclass(frozen=True, slots=True)
class Snapshot:
    """How everybody stands at one moment, by player."""

    ratings: dict[int, int]
    """Rounded, as they are shown."""
    ranks: dict[int, int]
    """In the all-time table."""
    counted: dict[int, date]
    """The sessions that standings count, and when they were played."""
    last_day: date
    """Of the last session that is rated; the first of all days where there is none."""


def take_snapshot(book: Book) -> Snapshot:
    """How everybody stands now, as this transaction sees it."""
    return _snapshot(load_tallies(book.league))


def _snapshot(tallies: Sequence[Tally]) -> Snapshot:
    ratings = SYSTEMS[DEFAULT_SYSTEM].rate(tallies)
    standings = derive_standings(tallies)
    return Snapshot(
        {player: round(rating.rating) for player, rating in ratings.items()},
        {row.player: row.rank for row in standings.rows},
        {tally.session: tally.played_on for tally in tallies if tally.is_counted},
        max((tally.played_on for tally in tallies if tally.is_rated), default=date.min),
    )


def moved_lines(book: Book, before: Snapshot) -> list[str]:
    """Whose ratings and ranks have changed since, those that moved most first."""
    return _lines(book, before, take_snapshot(book))


def begun_lines(book: Book, session: int) -> list[str]:
    """Whose ratings and ranks changed as a session began to count that did not before."""
    return _lines(book, *_without_and_with(book, session))


def late_lines(book: Book, session: int) -> list[str]:
    """The same, if it was played before the day of another session that is rated; else nothing."""
    before, after = _without_and_with(book, session)
    return _late_lines(book, before, after)


def late_lines_since(book: Book, before: Snapshot, *, always: bool = False) -> list[str]:
    """How many sessions that count since then are late, and whose ratings and ranks changed.

    Nothing where none is late, unless it is `always` to be said what changed.
    """
    after = take_snapshot(book)
    return _late_lines(book, before, after) or (_lines(book, before, after) if always else [])


def _without_and_with(book: Book, session: int) -> tuple[Snapshot, Snapshot]:
    tallies = load_tallies(book.league)
    return _snapshot([tally for tally in tallies if tally.session != session]), _snapshot(tallies)


def _late_lines(book: Book, before: Snapshot, after: Snapshot) -> list[str]:
    late = sum(
        session not in before.counted and played_on < before.last_day for session, played_on in after.counted.items()
    )
    if not late:
        return []
    number = "1 session" if late == 1 else f"{late} sessions"
    return [f"Late: {number} before {before.last_day}.", *_lines(book, before, after)]


def _lines(book: Book, before: Snapshot, after: Snapshot) -> list[str]:
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
    """How much a move tells: most where nothing is left, least of somebody who is new."""
    if after is None:
        return float("inf")
    return 0 if before is None else abs(after - before)


def _listed(book: Book, moves: list[tuple[int, int | None, int | None]]) -> str:
    shown = [
        f"{book.name(player)} {'–' if was is None else was} → {'–' if now is None else now}"
        for player, was, now in moves[:NAMED]
    ]
    more = len(moves) - NAMED
    return ", ".join(shown) + (f" and {more} more" if more > 0 else "")
