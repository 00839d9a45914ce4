"""The numbers of bot matches as a person reads them, and as JSON holds them."""

from __future__ import annotations

from schneider_league.derive.statistics import Estimate
from schneider_league.reports.model import NOTHING

_DIGITS = 6
"""Decimals of JSON's numbers: more than anything here is known to."""


def counted_of(number: int, one: str) -> str:
    """`1 pair`, `3,000 pairs`."""
    return f"{number:,} {one if number == 1 else one + 's'}"


def show_elo(value: float | None) -> str:
    """`+57`, `−4`, `0`."""
    if value is None:
        return NOTHING
    number = round(value)
    return f"+{number}" if number > 0 else f"−{-number}" if number < 0 else "0"


def show_duration(seconds: float | None) -> str:
    """`1.2 s`, `3.4 ms`, `56 µs`."""
    if seconds is None:
        return NOTHING
    for scale, unit in ((1.0, "s"), (1e-3, "ms"), (1e-6, "µs")):
        if seconds >= scale:
            return f"{seconds / scale:.3g} {unit}"
    return f"{seconds / 1e-9:.3g} ns"


def bound_words(interval: tuple[float | None, float | None]) -> str:
    """A bound: `≥ +285`."""
    low, high = interval
    if low is None and high is None:
        return "?"
    return f"≥ {show_elo(low)}" if high is None else f"≤ {show_elo(high)}"


def interval_words(interval: tuple[float | None, float | None]) -> str:
    """`+69 to +141`, `+285 and more`."""
    low, high = interval
    if low is None and high is None:
        return NOTHING
    if high is None:
        return f"{show_elo(low)} and more"
    return f"{show_elo(high)} and less" if low is None else f"{show_elo(low)} to {show_elo(high)}"


def show_probability(value: float) -> str:
    """`97.5 %`; what is almost sure is not shown as certain."""
    if value < 0.0005:
        return "< 0.1 %"
    return "> 99.9 %" if value >= 0.9995 else f"{100 * value:.1f} %"


def show_estimate(estimate: Estimate, decimals: int) -> str:
    """`10.25 ±0.20`."""
    if estimate.reach < 1e-9:  # too few pairs, or none that differ
        return f"{estimate.mean:.{decimals}f}"
    return f"{estimate.mean:.{decimals}f} ±{show_reach(estimate.reach, decimals)}"


def show_reach(reach: float, decimals: int) -> str:
    """Half an interval: never shown narrower than it is by rounding it to nothing."""
    if 0.0 < reach < 0.5 * 10.0**-decimals:
        return f"{reach:.1g}" if reach >= 1e-4 else "0.0001"
    return f"{reach:.{decimals}f}"


def rounded(value: float | None) -> float | None:
    """The number as JSON holds it."""
    return None if value is None else round(value, _DIGITS) + 0.0
