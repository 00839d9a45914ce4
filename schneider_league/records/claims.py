"""The values of tags: what a record claims, and how a claim has to be written."""

from __future__ import annotations

import re
from collections.abc import Callable
from datetime import date
from enum import StrEnum
from functools import lru_cache
from typing import Final, Literal, NamedTuple

from schneider_league.game.cards import Alphabet
from schneider_league.game.score import Pair

_PAIR = re.compile(r"([0-9]{1,6})-([0-9]{1,6})")
_COUNT = re.compile(r"[1-9][0-9]{0,5}")
_DATE = re.compile(r"[0-9]{4}-[0-9]{2}-[0-9]{2}")
_FORMAT = re.compile(r"(first-to|timed|deals\s+([1-9][0-9]{0,5}))", re.IGNORECASE)
_CAUSE = re.compile(r"(time|stall|illegal|crash|protocol|out)\s+(non-dealer|dealer)", re.IGNORECASE)

BROKEN_OFF: Final = "*"
REDEAL: Final = "redeal"

ClaimedResult = Pair | Literal["redeal", "*"]


class FormatKind(StrEnum):
    """What ends a session."""

    FIRST_TO = "first-to"
    DEALS = "deals"
    TIMED = "timed"


class SessionFormat(NamedTuple):
    """What ends a session; `deals` is the number of deals with a winner, None for other formats."""

    kind: FormatKind
    deals: int | None = None

    def __str__(self) -> str:
        return self.kind if self.deals is None else f"{self.kind} {self.deals}"


FIRST_TO: Final = SessionFormat(FormatKind.FIRST_TO)


class Cause(NamedTuple):
    """Why a bot's deal was lost other than by play, and by whom (0 the non-dealer, 1 the dealer)."""

    why: str
    loser: Literal[0, 1]

    def __str__(self) -> str:
        return f"{self.why} {'dealer' if self.loser else 'non-dealer'}"


@lru_cache(maxsize=4096)
def parse_pair(text: str) -> Pair | None:
    """`14-6`, the non-dealer's number first; None if it is not written so."""
    match = _PAIR.fullmatch(text)
    return (int(match[1]), int(match[2])) if match else None


@lru_cache(maxsize=4096)
def parse_result(text: str) -> ClaimedResult | None:
    """`1-0`, `redeal` or `*`; None if it is not written so."""
    if text == BROKEN_OFF:
        return "*"
    return "redeal" if text.lower() == REDEAL else parse_pair(text)


@lru_cache(maxsize=4096)
def parse_count(text: str) -> int | None:
    """A whole number from 1; None if it is not written so."""
    return int(text) if _COUNT.fullmatch(text) else None


@lru_cache(maxsize=4096)
def parse_date(text: str) -> date | None:
    """A day in ISO 8601; None if it is not written so or there is no such day."""
    if not _DATE.fullmatch(text):
        return None
    try:
        return date.fromisoformat(text)
    except ValueError:
        return None


def parse_format(text: str) -> SessionFormat | None:
    """`first-to`, `deals 6` or `timed`; None if it is not written so."""
    match = _FORMAT.fullmatch(text)
    if not match:
        return None
    return SessionFormat(FormatKind.DEALS, int(match[2])) if match[2] else SessionFormat(FormatKind(match[1].lower()))


def parse_cause(text: str) -> Cause | None:
    """`time dealer`, `illegal non-dealer`, …; None if it is not written so."""
    match = _CAUSE.fullmatch(text)
    return Cause(match[1].lower(), 1 if match[2].lower() == "dealer" else 0) if match else None


def parse_alphabet(text: str) -> Alphabet | None:
    """`french` or `german`; None if it is neither."""
    return Alphabet(text.lower()) if text.lower() in {"french", "german"} else None


def format_pair(pair: Pair) -> str:
    """`14-6`."""
    return f"{pair[0]}-{pair[1]}"


def format_result(result: ClaimedResult) -> str:
    """`1-0`, `redeal` or `*`."""
    return result if isinstance(result, str) else format_pair(result)


class _Form(NamedTuple):
    parse: Callable[[str], object | None]
    expected: str


FORMS: Final = {
    "Date": _Form(parse_date, "an existing day, written 2026-11-26"),
    "Deal": _Form(parse_count, "a whole number from 1"),
    "Target": _Form(parse_count, "a whole number of game points from 1"),
    "Format": _Form(parse_format, "first-to, deals N or timed"),
    "Cards": _Form(parse_alphabet, "french or german"),
    "Score": _Form(parse_pair, "the units of the non-dealer and of the dealer, written 14-6"),
    "Result": _Form(parse_result, "game points, written 1-0, or redeal, or * for a deal broken off"),
    "Running": _Form(parse_pair, "the game points of the non-dealer and of the dealer, written 3-1"),
    "Cause": _Form(
        parse_cause, "why and by whom, written 'time dealer'; the why is time, stall, illegal, crash, protocol or out"
    ),
}
"""How the values of these tags have to be written."""


def canonical_value(name: str, value: str) -> str:
    """The value of a tag that has a form, as the program writes it; any other value as it is."""
    form = FORMS.get(name)
    parsed = form.parse(value) if form else None
    if parsed is None or name in ("Date", "Deal", "Target", "Score", "Running"):
        return value
    return format_result(parsed) if isinstance(parsed, tuple) and name == "Result" else str(parsed)


def malformed(tags: dict[str, str]) -> tuple[tuple[str, str], ...]:
    """The tags whose value is not written as it has to be, and what was expected."""
    return _malformed(tuple(map(tags.get, FORMS)))


@lru_cache(maxsize=65536)
def _malformed(values: tuple[str | None, ...]) -> tuple[tuple[str, str], ...]:
    pairs = zip(FORMS.items(), values, strict=True)
    return tuple(
        (name, form.expected) for (name, form), value in pairs if value is not None and form.parse(value) is None
    )
