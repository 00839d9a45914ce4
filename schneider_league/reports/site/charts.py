"""Charts as the numbers that a template draws inline SVG from.

The drawing is stretched to the width that there is, so that only lines are in it; the words of its axes stand around
it as text, which stays readable on a phone and for a screen reader.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Final

WIDTH: Final = 1000
HEIGHT: Final = 300
_STEPS: Final = (1, 2, 5, 10, 20, 25, 50, 100, 200, 500, 1000, 2000)
_MOST_TICKS: Final = 5
_MOST_DOTS: Final = 60  # beyond these the dots would be a second line
_SPARK: Final = (100, 24)


@dataclass(frozen=True, slots=True)
class Tick:
    """A line across the chart with its number."""

    label: str
    y: float
    """From the top, of `HEIGHT`."""

    @property
    def percent(self) -> float:
        """From the top, of the whole."""
        return round(100 * self.y / HEIGHT, 2)


@dataclass(frozen=True, slots=True)
class Dot:
    """A value that is marked."""

    x: float
    y: float
    title: str


@dataclass(frozen=True, slots=True)
class Series:
    """A line of the chart."""

    name: str
    line: str
    """What stands in `d` of an SVG path."""
    area: str
    """The same closed along the bottom; empty where it is not filled."""
    dots: tuple[Dot, ...]


@dataclass(frozen=True, slots=True)
class Chart:
    """A chart, ready to be drawn."""

    label: str
    """What there is to see, in a sentence."""
    series: tuple[Series, ...]
    ticks: tuple[Tick, ...]
    first: str
    """What stands below its left end."""
    last: str
    """What stands below its right end."""


def rating_chart(label: str, values: Sequence[float], titles: Sequence[str], first: str, last: str) -> Chart:
    """The course of a rating; `values` begin with that before the first session, `titles` tell of each value."""
    low, high, step = _bounds(min(values), max(values), least=50)
    points = [(_x(index, len(values)), _y(value, low, high)) for index, value in enumerate(values)]
    line = _line(points)
    area = f"{line}L{points[-1][0]:g} {HEIGHT}L{points[0][0]:g} {HEIGHT}Z"
    dots = () if len(values) > _MOST_DOTS else _dots(points, titles)
    return Chart(label, (Series("", line, area, dots),), _ticks(low, high, step), first, last)


def score_chart(
    label: str, names: tuple[str, str], running: Sequence[tuple[int, int]], titles: Sequence[str], target: int | None
) -> Chart:
    """The game points of both after each deal."""
    most = max([*(max(pair) for pair in running), target or 0, 1])
    low, high, step = _bounds(0, most, least=1)
    series = []
    for side, name in enumerate(names):
        values = [0, *(pair[side] for pair in running)]
        points = [(_x(index, len(values)), _y(value, low, high)) for index, value in enumerate(values)]
        series.append(Series(name, _staircase(points), "", _dots(points[1:], titles)))
    count = len(running)
    return Chart(label, tuple(series), _ticks(low, high, step), "start", "1 deal" if count == 1 else f"{count} deals")


def spark_path(values: Sequence[float]) -> str:
    """A line of a hundred by 24 that shows the course at a glance; empty for fewer than two values."""
    if len(values) < 2:
        return ""
    width, height = _SPARK
    if len(values) > width:
        values = [values[(index + 1) * len(values) // width - 1] for index in range(width)]
    low, high = min(values), max(values)
    span = high - low or 1.0
    return _line(
        [
            (round(index * width / (len(values) - 1), 1), round(height - 2 - (value - low) / span * (height - 4), 1))
            for index, value in enumerate(values)
        ]
    )


def _bounds(low: float, high: float, *, least: float) -> tuple[float, float, float]:
    """The values at the bottom and at the top, and the step between two lines across."""
    span = max(high - low, least)
    step = next((step for step in _STEPS if span / step <= _MOST_TICKS - 1), _STEPS[-1])
    bottom = low // step * step
    top = -(-high // step) * step
    return bottom, max(top, bottom + step), step


def _ticks(low: float, high: float, step: float) -> tuple[Tick, ...]:
    count = round((high - low) / step)
    return tuple(Tick(f"{low + index * step:g}", _y(low + index * step, low, high)) for index in range(count + 1))


def _x(index: int, count: int) -> float:
    return round(WIDTH * index / max(1, count - 1), 1)


def _y(value: float, low: float, high: float) -> float:
    return round(HEIGHT - HEIGHT * (value - low) / (high - low), 1)


def _line(points: Sequence[tuple[float, float]]) -> str:
    return "M" + "L".join(f"{x:g} {y:g}" for x, y in points)


def _staircase(points: Sequence[tuple[float, float]]) -> str:
    """A line that keeps its height until the next point."""
    (x, y), *_rest = points
    return f"M{x:g} {y:g}" + "".join(f"H{after[0]:g}V{after[1]:g}" for _before, after in pairwise(points))


def _dots(points: Sequence[tuple[float, float]], titles: Sequence[str]) -> tuple[Dot, ...]:
    return tuple(Dot(x, y, title) for (x, y), title in zip(points, titles, strict=True))
