"""Days as clubs and their spreadsheets write them."""

from __future__ import annotations

import re
from collections.abc import Iterable
from datetime import date, timedelta
from enum import Enum
from typing import Final

_FIRST_SERIAL, _LAST_SERIAL = 20_000, 80_000
"""Spreadsheet serials that are taken for days: 1954 to 2119."""
_SERIAL_ZERO: Final = date(1899, 12, 30)
"""Day 0 of a spreadsheet, which believes that 1900 was a leap year."""

_TIME = r"(?:[T ]+[0-9]{1,2}:[0-9]{2}(?::[0-9]{2}(?:[.,][0-9]+)?)?(?: ?[AaPp][Mm])?)?"
_ISO = re.compile(rf"([0-9]{{4}})-([0-9]{{1,2}})-([0-9]{{1,2}}){_TIME}")
_BASIC = re.compile(r"([0-9]{4})([0-9]{2})([0-9]{2})")
_DOTTED = re.compile(rf"([0-9]{{1,2}})\. ?([0-9]{{1,2}})\. ?([0-9]{{4}}|[0-9]{{2}}){_TIME}")
_SLASHED = re.compile(rf"([0-9]{{1,2}})([/-])([0-9]{{1,2}})\2([0-9]{{4}}|[0-9]{{2}}){_TIME}")
_YEAR_FIRST = re.compile(rf"([0-9]{{4}})([/.])([0-9]{{1,2}})\2([0-9]{{1,2}}){_TIME}")
_SERIAL = re.compile(r"([0-9]{5})(?:[.,][0-9]+)?")
_NAMED = re.compile(r"([0-9]{1,2})[. -]+([^\W\d_]{3,})[. -]+([0-9]{4}|[0-9]{2})")
_MONTHS: Final = {
    name: month
    for month, names in enumerate(
        (
            "jan january januar jän jänner",
            "feb february februar",
            "mar march mär mrz märz",
            "apr april",
            "may mai",
            "jun june juni",
            "jul july juli",
            "aug august",
            "sep sept september",
            "oct october okt oktober",
            "nov november",
            "dec december dez dezember",
        ),
        1,
    )
    for name in names.split()
}


class SlashOrder(Enum):
    """What `3/4/2026` means."""

    DAY_FIRST = "day first"
    MONTH_FIRST = "month first"
    UNKNOWN = "unknown"


def derive_slash_order(texts: Iterable[str]) -> SlashOrder:
    """What dates with slashes mean in a sheet, by those of them that can mean only one day."""
    found: set[SlashOrder] = set()
    for text in texts:
        match = _SLASHED.fullmatch(text)
        if match and match[2] == "/":
            first, second = int(match[1]), int(match[3])
            if first > 12 >= second:
                found.add(SlashOrder.DAY_FIRST)
            elif second > 12 >= first:
                found.add(SlashOrder.MONTH_FIRST)
    return found.pop() if len(found) == 1 else SlashOrder.UNKNOWN


def parse_sheet_date(text: str, order: SlashOrder = SlashOrder.UNKNOWN) -> date | str:
    """The day that is meant, or a sentence that says why it cannot be told.

    A time of day behind it is passed over: the day is the club's.
    """
    if match := _ISO.fullmatch(text) or _BASIC.fullmatch(text):
        return _day(int(match[1]), int(match[2]), int(match[3]), text)
    if match := _YEAR_FIRST.fullmatch(text):
        return _day(int(match[1]), int(match[3]), int(match[4]), text)
    if match := _DOTTED.fullmatch(text):
        return _day(_year(match[3]), int(match[2]), int(match[1]), text)
    if match := _SLASHED.fullmatch(text):
        return _parse_slashed(match, text, order)
    if (match := _NAMED.fullmatch(text)) and (month := _MONTHS.get(match[2].lower())):
        return _day(_year(match[3]), month, int(match[1]), text)
    if (match := _SERIAL.fullmatch(text)) and _FIRST_SERIAL <= int(match[1]) <= _LAST_SERIAL:
        return _SERIAL_ZERO + timedelta(days=int(match[1]))
    return f"'{text}' is no day; write it as 2026-11-26 or 26.11.2026"


def _parse_slashed(match: re.Match[str], text: str, order: SlashOrder) -> date | str:
    first, second, year = int(match[1]), int(match[3]), _year(match[4])
    if match[2] == "-" or second <= 12 < first or order is SlashOrder.DAY_FIRST or first == second:
        return _day(year, second, first, text)
    if first <= 12 < second or order is SlashOrder.MONTH_FIRST:
        return _day(year, first, second, text)
    return f"'{text}' can be two days, and no other date of the sheet tells which; write it as 2026-11-26"


def _year(text: str) -> int:
    return int(text) + (2000 if len(text) == 2 else 0)


def _day(year: int, month: int, day: int, text: str) -> date | str:
    try:
        return date(year, month, day)
    except ValueError:
        return f"there is no day '{text}'"
