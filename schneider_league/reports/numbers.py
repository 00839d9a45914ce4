"""Numbers of tables and ratings, as JSON holds them and as a person reads them."""

from __future__ import annotations

import math
from collections.abc import Sequence
from fractions import Fraction

from schneider_league.derive.tie_breaks import Value
from schneider_league.reports.model import NOTHING, Json

_QUARTERS = {Fraction(1, 4): "¼", Fraction(1, 2): "½", Fraction(3, 4): "¾"}
_BARS = "▁▂▃▄▅▆▇█"
_SPARK_WIDTH = 60


def json_number(value: Value) -> int | float | None:
    """Whole numbers as int, other ones as float; None where there is none, or it is infinite."""
    if value is None or (isinstance(value, float) and math.isinf(value)):
        return None
    return int(value) if value == int(value) else float(value)


def half_points(halves: int) -> int | float:
    """Points from half points."""
    return halves // 2 if halves % 2 == 0 else halves / 2


def show_exact(value: Value) -> str:
    """`2`, `1½`, `0.958`, `∞`; a dash where there is none."""
    if value is None:
        return NOTHING
    if isinstance(value, float):
        return "∞" if math.isinf(value) else format(value, ".3f")
    whole, part = divmod(value, 1)
    if not part:
        return str(int(value))
    if part in _QUARTERS and value > 0:
        return f"{whole or ''}{_QUARTERS[Fraction(part)]}"
    return format(float(value), ".3f")


def show_points(value: Json) -> str:
    """Points as they stand in JSON: `6` or `6½`."""
    return show_exact(Fraction(value) if isinstance(value, float) else value if isinstance(value, int) else None)


def show_signed(value: Value) -> str:
    """`+14`, `−3`, `0`."""
    if value is None:
        return NOTHING
    number = int(value)
    return f"+{number}" if number > 0 else f"−{-number}" if number < 0 else "0"


def show_change(value: float) -> str:
    """The change of a rating: `+17.71`."""
    return f"{'+' if value > 0 else '−' if value < 0 else '±'}{abs(value):.2f}"


def show_rounded(value: Json) -> str:
    """A rating without decimals."""
    return str(round(value)) if isinstance(value, int | float) else NOTHING


def show_two_decimals(value: Json) -> str:
    """A rating or a change with two decimals."""
    return format(value, ".2f") if isinstance(value, int | float) else NOTHING


def sparkline(values: Sequence[float]) -> str:
    """The course of some values in at most 60 bars; of many, the last of each stretch."""
    if len(values) > _SPARK_WIDTH:
        values = [values[(index + 1) * len(values) // _SPARK_WIDTH - 1] for index in range(_SPARK_WIDTH)]
    low, high = min(values), max(values)
    if high - low < 1e-9:
        return _BARS[3] * len(values)
    return "".join(_BARS[round((value - low) / (high - low) * (len(_BARS) - 1))] for value in values)


def listed(words: Sequence[str], last: str = "and") -> str:
    """`a, b and c`."""
    *first, end = words
    return f"{', '.join(first)} {last} {end}" if first else end


def counted(number: int, one: str, many: str | None = None) -> str:
    """`1 session`, `3 sessions`."""
    return f"{number} {one if number == 1 else many or one + 's'}"
