"""A knockout: the bracket of the next power of two, the best numbers apart until the end."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple


class Line(NamedTuple):
    """A line of a bracket's round; winners of the lines 2k − 1 and 2k meet in line k of the next."""

    number: int
    """From 1."""
    higher: int
    """Who stands higher; the only one where there is nobody to meet."""
    lower: int | None
    """None: the other goes on without playing."""


# The usual seeding of sports leagues: so that, if the better number always wins, the best two meet in the final, the
# best four in the semi-finals, and everybody meets the lowest that is possible.
def bracket_order(size: int) -> tuple[int, ...]:
    """The numbers from 1 to `size`, a power of two, as they stand in the bracket: neighbours meet.

    Raises:
        ValueError: it is no power of two; a bug of the caller.
    """
    if size < 1 or size & (size - 1):
        raise ValueError(f"{size} is no power of two")
    order = [1]
    while len(order) < size:
        total = 2 * len(order) + 1
        order = [number for each in order for number in (each, total - each)]
    return tuple(order)


def bracket_size(players: int) -> int:
    """The power of two that so many players fit into; 1 for one and for none."""
    return 1 << max(players - 1, 0).bit_length()


def first_lines(players: Sequence[int]) -> tuple[Line, ...]:
    """The first round; `players` are ids by number. The best have byes where the bracket is not full."""
    order = bracket_order(bracket_size(len(players)))

    def at(number: int) -> int | None:
        return players[number - 1] if number <= len(players) else None

    lines = []
    for index in range(0, len(order) - 1, 2):
        one, other = sorted(order[index : index + 2])
        higher = at(one)
        if higher is not None:
            lines.append(Line(index // 2 + 1, higher, at(other)))
    return tuple(lines)


def next_lines(winners: Mapping[int, int], lines: int, numbers: Mapping[int, int]) -> tuple[Line, ...]:
    """The round behind one.

    Args:
        winners: Who goes on, by line; a line that both forfeited is missing.
        lines: How many lines the round had, those without players counted.
        numbers: Of the players.
    """
    found = []
    for number in range(1, lines // 2 + 1):
        meeting = [winners[line] for line in (2 * number - 1, 2 * number) if line in winners]
        meeting.sort(key=lambda player: numbers[player])
        if meeting:
            found.append(Line(number, meeting[0], meeting[1] if len(meeting) == 2 else None))
    return tuple(found)
