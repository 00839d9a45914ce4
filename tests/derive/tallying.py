"""Short ways to write sessions down in tests."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import UTC, date, datetime, timedelta

from schneider_league.derive.sessions import State
from schneider_league.derive.tallies import Tally
from schneider_league.records.ledger import Side

FIRST_DAY = date(2026, 1, 1)
BEGIN = datetime(2026, 1, 1, 20, tzinfo=UTC)


def leader(score: tuple[int, int]) -> Side | None:
    return None if score[0] == score[1] else 0 if score[0] > score[1] else 1


def session(
    number: int,
    a: int,
    b: int,
    score: tuple[int, int],
    *,
    day: date | None = None,
    state: State = State.FINISHED,
    rules: str = "bohemian",
    event: int | None = None,
    deals: int = 0,
    units: tuple[int, int] = (0, 0),
    schneiders: tuple[int, int] = (0, 0),
    schwarzes: tuple[int, int] = (0, 0),
) -> Tally:
    return Tally(
        number,
        f"u{number:04}",
        (a, b),
        day or FIRST_DAY + timedelta(days=number),
        BEGIN + timedelta(days=number),
        0,
        state,
        leader(score) if state is State.FINISHED else None,
        score,
        deals,
        units,
        schneiders,
        schwarzes,
        rules,
        event,
    )


def sessions(*played: tuple[int, int, int, int]) -> list[Tally]:
    """Sessions as (a, b, game points of a, of b), one a day."""
    return [session(number, a, b, (for_a, for_b)) for number, (a, b, for_a, for_b) in enumerate(played, 1)]


def lines(text: str) -> list[Tally]:
    """`1 2 7-4` a line: who met, and the game points."""
    found = []
    for line in text.strip().splitlines():
        a, b, score = line.split()
        for_a, for_b = score.split("-")
        found.append((int(a), int(b), int(for_a), int(for_b)))
    return sessions(*found)


def shuffled(tallies: Iterable[Tally], seed: int) -> list[Tally]:
    import random

    found = list(tallies)
    random.Random(seed).shuffle(found)
    return found
