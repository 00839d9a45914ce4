"""House rules: rulesets that a club writes down in TOML (docs/rules.md, "House rules")."""

from __future__ import annotations

import json
import re
import tomllib
from collections.abc import Callable, Collection, Mapping
from dataclasses import fields, replace
from enum import StrEnum
from typing import Any, Final

from schneider_league.errors import UnreadableError, Where
from schneider_league.game.cards import RANKS
from schneider_league.game.ruleset import (
    BASES,
    BOHEMIAN,
    Beats,
    Counts,
    Follow,
    Ruleset,
    Schwarz,
    SecondHalf,
    Trump,
    UnknownRulesError,
    parse_rules,
)

FIELDS: Final = tuple(field.name for field in fields(Ruleset) if field.name not in ("name", "extends"))
"""The fields that a house rule may set, beside its `name` and what it `extends`."""

_NAME = re.compile(r"[^\s+\"'{}\[\]=]{1,60}")
_MAX_UNITS = 1000
_MAX_TEXT = 16 * 1024
"""The longest file that is read, in characters: far more than a house rule needs, and little enough to be quick."""


class _FieldError(Exception):
    """A field that is wrong; the place is added by the caller."""

    def __init__(self, name: str, message: str) -> None:
        super().__init__(message)
        self.name = name


def parse_house_rules(
    text: str, file: str, known: Mapping[str, Ruleset] | None = None, taken: Collection[str] | None = None
) -> Ruleset:
    """The ruleset that a TOML file defines.

    `known` are house rules that it may extend, by lower-case name; `taken` those of these names that it may not
    define anew, all where it is None.

    Raises:
        UnreadableError: it is not TOML, a field is unknown or malformed, or fields contradict each other; with
            the line.
    """
    if len(text) > _MAX_TEXT:
        message = f"this is too long to be a house rule ({_MAX_TEXT // 1024} KiB are read)"
        raise UnreadableError(message, where=Where(file))
    try:
        stated = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        line = re.search(r"at line (\d+)", str(error))
        where = Where(file, int(line[1]) if line else len(text.splitlines()))  # else "at end of document"
        raise UnreadableError(
            f"this is not TOML: {error}", where=where, hint="docs/rules.md shows a house rule"
        ) from None
    except RecursionError:
        raise UnreadableError("this is no house rule: it is nested too deeply", where=Where(file)) from None
    except ValueError:
        raise UnreadableError("this is no house rule: a number in it is too long", where=Where(file)) from None
    try:
        return _read(stated, known or {}, (known or {}) if taken is None else taken)
    except _FieldError as error:
        lines = (_line_of(text, name) for name in (error.name, "counts", "extends", "name"))
        line_number, excerpt = next((found for found in lines if found[0] is not None), (None, None))
        mark = (0, len(excerpt)) if excerpt else None
        raise UnreadableError(str(error), where=Where(file, line_number), excerpt=excerpt, mark=mark) from None


def _line_of(text: str, name: str) -> tuple[int | None, str | None]:
    for number, line in enumerate(text.splitlines(), 1):
        if re.match(rf"""\s*["']?{re.escape(name)}["']?\s*[=.]|\s*\[\s*{re.escape(name)}\s*\]""", line):
            return number, line
    return None, None


def _read(stated: dict[str, Any], known: Mapping[str, Ruleset], taken: Collection[str]) -> Ruleset:
    name = stated.pop("name", None)
    if not isinstance(name, str) or not _NAME.fullmatch(name):
        raise _FieldError(
            "name",
            'a house rule has a name: one word of at most 60 characters, without + and quotes, as in name = "u-jelena"',
        )
    if name.lower() in BASES or name.lower() in taken:
        raise _FieldError("name", f"there is a ruleset '{name}' already; a house rule needs a name of its own")
    extends = stated.pop("extends", "bohemian")
    if not isinstance(extends, str):
        raise _FieldError("extends", 'extends names a ruleset, as in extends = "bohemian+trump"')
    try:
        base = parse_rules(extends, dict(known))
    except UnknownRulesError as error:
        raise _FieldError("extends", f"{error.message}; {error.hint or ''}") from None
    changes: dict[str, Any] = {}
    for field_name, value in stated.items():
        reader = _READERS.get(field_name)
        if reader is None:
            raise _FieldError(field_name, f"there is no field '{field_name}'; known are {', '.join(_READERS)}")
        changes[field_name] = reader(field_name, value)
    if "title" not in changes:
        changes["title"] = f"{name}, a house rule after {base.name}"
    changes = _with_what_follows(base, changes)
    ruleset = replace(base, name=name, extends=base.name, **changes)
    for check in _CONTRADICTIONS:
        check(ruleset)
    return ruleset


def _with_what_follows(base: Ruleset, changes: dict[str, Any]) -> dict[str, Any]:
    """Fields that belong to the other way of counting are put back where the way of counting is changed."""
    counts = changes.get("counts", base.counts)
    if counts is not base.counts:
        if counts is Counts.POINTS:
            changes.setdefault("honours", ())
        else:
            changes.setdefault("card_points", (0,) * 8)
            changes.setdefault("honours", BOHEMIAN.honours)
    return changes


# --- the forms of the fields ---


def _toml(value: object) -> str:
    """A value as TOML writes it, shortened."""
    text = json.dumps(value, ensure_ascii=False, default=str)
    return text if len(text) <= 40 else f"{text[:40]}…"


def _choice(enum: type[StrEnum]) -> Callable[[str, object], StrEnum]:
    def read(name: str, value: object) -> StrEnum:
        if value not in list(enum):
            raise _FieldError(
                name, f"{name} is one of {', '.join(_toml(str(each)) for each in enum)}, not {_toml(value)}"
            )
        return enum(str(value))

    return read


def _number(lowest: int) -> Callable[[str, object], int]:
    def read(name: str, value: object) -> int:
        if not isinstance(value, int) or isinstance(value, bool) or not lowest <= value <= _MAX_UNITS:
            raise _FieldError(name, f"{name} is a whole number from {lowest} to {_MAX_UNITS}, not {_toml(value)}")
        return value

    return read


def _read_lowest_rank(name: str, value: object) -> str:
    if value not in ("7", "9"):
        raise _FieldError(name, f'{name} is "7" (32 cards) or "9" (24 cards), not {_toml(value)}')
    return str(value)


def _read_flag(name: str, value: object) -> bool:
    if not isinstance(value, bool):
        raise _FieldError(name, f"{name} is true or false, not {_toml(value)}")
    return value


def _read_title(name: str, value: object) -> str:
    if not isinstance(value, str) or not value.strip() or len(value) > 200:
        raise _FieldError(name, f"{name} is a text of at most 200 characters")
    return value


def _read_marriage(name: str, value: object) -> tuple[int, int]:
    if not isinstance(value, list) or len(value) != 2:
        raise _FieldError(name, f"{name} is two numbers, in a plain suit and in trumps, as in {name} = [20, 40]")
    plain, trump = (_number(0)(name, each) for each in value)
    return plain, trump


def _read_honours(name: str, value: object) -> tuple[str, ...]:
    if not isinstance(value, list) or not value or any(rank not in RANKS for rank in value):
        raise _FieldError(name, f'{name} lists ranks, as in {name} = ["A", "K", "Q", "J", "10"]')
    if len(set(value)) < len(value):
        raise _FieldError(name, f"{name} lists a rank twice")
    return tuple(rank for rank in reversed(RANKS) if rank in value)


def _read_card_points(name: str, value: object) -> tuple[int, ...]:
    example = f"{name} is a table of ranks and points, as in {name} = {{ A = 11, 10 = 10 }}"
    if not isinstance(value, dict):
        raise _FieldError(name, example)
    strangers = [rank for rank in value if rank not in RANKS]
    if strangers:
        raise _FieldError(name, f"{_toml(strangers[0])} is no rank; {example}")
    for rank, points in value.items():
        if not isinstance(points, int) or isinstance(points, bool) or not 0 <= points <= _MAX_UNITS:
            raise _FieldError(name, f"{rank} = {_toml(points)}: points are whole numbers from 0 to {_MAX_UNITS}")
    return tuple(int(value.get(rank, 0)) for rank in RANKS)


def _read_awards(name: str, value: object) -> tuple[int, int, int] | str:
    if value == "difference":
        return "difference"
    if not isinstance(value, list) or len(value) != 3:
        raise _FieldError(name, f'{name} is three numbers, as in {name} = [1, 2, 3], or "difference"')
    simple, schneider, schwarz = (_number(1)(name, each) for each in value)
    if not simple <= schneider <= schwarz:
        raise _FieldError(name, f"{name} must not fall: a Schneider is worth no less than a simple win")
    return simple, schneider, schwarz


_READERS: Final[dict[str, Callable[[str, object], object]]] = {
    "lowest_rank": _read_lowest_rank,
    "beats": _choice(Beats),
    "follow": _choice(Follow),
    "second_half": _choice(SecondHalf),
    "trump": _choice(Trump),
    "exchange": _read_flag,
    "marriage": _read_marriage,
    "counts": _choice(Counts),
    "honours": _read_honours,
    "card_points": _read_card_points,
    "last_trick": _number(0),
    "win_at": _number(1),
    "schneider_at": _number(1),
    "schwarz": _choice(Schwarz),
    "awards": _read_awards,
    "target": _number(1),
    "title": _read_title,
}


# --- fields that contradict each other ---


def _check_exchange(ruleset: Ruleset) -> None:
    if ruleset.exchange and not ruleset.has_trumps:
        raise _FieldError("exchange", "there is nothing to exchange in a game without trumps: no card is turned up")


def _check_marriage(ruleset: Ruleset) -> None:
    if ruleset.marriage[1] and not ruleset.has_trumps:
        raise _FieldError("marriage", "a marriage in trumps counts, but the game has no trumps: write 0 for it")


def _check_second_half(ruleset: Ruleset) -> None:
    if ruleset.second_half is SecondHalf.FOLLOW_WIN_TRUMP and not ruleset.has_trumps:
        raise _FieldError("second_half", "follow-win-trump asks players to trump, but the game has no trumps")


def _check_counted(ruleset: Ruleset) -> None:
    if ruleset.counts is Counts.POINTS and ruleset.honours:
        raise _FieldError("honours", 'honours are listed, but card points are counted (counts = "points")')
    if ruleset.counts is Counts.HONOURS and any(ruleset.card_points):
        raise _FieldError("card_points", 'card points are given, but honours are counted (counts = "honours")')
    absent = [rank for rank in ruleset.honours if RANKS.index(rank) < RANKS.index(ruleset.lowest_rank)]
    if absent:
        raise _FieldError("honours", f"{absent[0]} is an honour, but not in a pack from the {ruleset.lowest_rank} up")
    if ruleset.total == 0:
        raise _FieldError("card_points", "nothing counts: no card has points")


def _check_win_at(ruleset: Ruleset) -> None:
    majority = ruleset.total // 2 + 1
    if ruleset.win_at != majority:
        marriages = ", marriages aside," if any(ruleset.marriage) else ""
        raise _FieldError(
            "win_at",
            f"win_at is {ruleset.win_at}, but of {ruleset.total} units{marriages} the smallest majority is {majority}",
        )


def _check_schneider(ruleset: Ruleset) -> None:
    if not min(ruleset.win_at + 1, ruleset.total) <= ruleset.schneider_at <= ruleset.total:
        raise _FieldError(
            "schneider_at",
            f"schneider_at is {ruleset.schneider_at}; it lies above win_at ({ruleset.win_at}), up to all units "
            f"({ruleset.total})",
        )


_CONTRADICTIONS: Final[tuple[Callable[[Ruleset], None], ...]] = (
    _check_exchange,
    _check_marriage,
    _check_second_half,
    _check_counted,
    _check_win_at,
    _check_schneider,
)


def house_rules_fields(ruleset: Ruleset) -> dict[str, object]:
    """The ruleset's fields as a house rule writes them."""
    return {
        "lowest_rank": ruleset.lowest_rank,
        "beats": str(ruleset.beats),
        "follow": str(ruleset.follow),
        "second_half": str(ruleset.second_half),
        "trump": str(ruleset.trump),
        "exchange": ruleset.exchange,
        "marriage": list(ruleset.marriage),
        "counts": str(ruleset.counts),
        "honours": list(ruleset.honours),
        "card_points": {rank: points for rank, points in zip(RANKS, ruleset.card_points, strict=True) if points},
        "last_trick": ruleset.last_trick,
        "win_at": ruleset.win_at,
        "schneider_at": ruleset.schneider_at,
        "schwarz": str(ruleset.schwarz),
        "awards": ruleset.awards if ruleset.awards == "difference" else list(ruleset.awards),
        "target": ruleset.target,
        "title": ruleset.title,
    }
