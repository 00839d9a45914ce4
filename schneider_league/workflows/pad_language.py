"""What is typed at the pad, as commands: `14-6`, `anna 14`, `T3 14-6`, `start anna ben 7`, `m`, `u`, `?`, `q`."""

from __future__ import annotations

import re
import shlex
from dataclasses import dataclass
from typing import Final

from schneider_league.errors import UnreadableError
from schneider_league.game.ruleset import BASES
from schneider_league.records.score_text import parse_score


@dataclass(frozen=True, slots=True)
class EnterScore:
    """A deal. `ref` is None where just one session is open."""

    ref: str | None
    score: str
    all_tricks: bool = False
    dealer: str | None = None


@dataclass(frozen=True, slots=True)
class EnterMisdeal:
    """A misdeal, and what happened, if that was said."""

    ref: str | None
    note: str | None


@dataclass(frozen=True, slots=True)
class TakeBack:
    """`u`."""

    ref: str | None


@dataclass(frozen=True, slots=True)
class DoAgain:
    """`r`."""

    ref: str | None


@dataclass(frozen=True, slots=True)
class Fix:
    """Another score for a deal, and why, if that was said."""

    ref: str | None
    deal: str
    score: str
    reason: str | None


@dataclass(frozen=True, slots=True)
class Begin:
    """A new session: the words of both names, and what it is played for."""

    names: tuple[str, ...]
    target: int | None = None
    deals: int | None = None
    timed: bool = False
    rules: str | None = None
    table: str | None = None
    event: str | None = None
    date: str | None = None
    dealer: str | None = None


@dataclass(frozen=True, slots=True)
class Finish:
    """`close` or `abandon`."""

    word: str
    ref: str | None


@dataclass(frozen=True, slots=True)
class Look:
    """Show the sheet of a session, or of all that are open."""

    ref: str | None


@dataclass(frozen=True, slots=True)
class Help:
    """`?`."""


@dataclass(frozen=True, slots=True)
class Leave:
    """`q`."""


PadCommand = EnterScore | EnterMisdeal | TakeBack | DoAgain | Fix | Begin | Finish | Look | Help | Leave

HELP: Final = (
    "14          the next deal: the first player took 14, the other the rest",
    "14-6        the same with both numbers (14:6 and 14 6 as well)",
    "anna 14-6   Anna's session; after a name the first number is that player's",
    "T3 14-6     the session at table T3; #12 14-6 the session 12",
    "14-6 all    the winner took every trick (three-wins)",
    "14-6 dealt ben   Ben dealt, though it was not his turn",
    "m a card lay open   a misdeal, and what happened; also anna m, T3 m",
    "u           take back what was entered last; also anna u, T3 u",
    "r           do again what u took back",
    "fix 3 6-14 misread   put deal 3 right, and say why; also fix anna 3 6-14 misread",
    "start anna ben 7   a new session to 7; also T3, points, --deals 6, --timed, --event E",
    "show        the sheets; also show anna, show T3",
    "close T3    end a timed session; abandon T3 ends one without a result",
    "q           leave; everything is stored already",
)

_MISDEAL = ("m", "misdeal")
_UNDO = ("u", "undo")
_REDO = ("r", "redo")
_TABLE = re.compile(r"[tT][0-9]+")


def parse_line(line: str) -> PadCommand:
    """What a line asks for.

    Raises:
        UnreadableError: nothing that is known.
    """
    words = line.split()
    if not words:
        return Look(None)
    first = words[0].lower()
    if first in ("?", "h", "help"):
        return Help()
    if first in ("q", "quit", "exit") and len(words) == 1:
        return Leave()
    if first in ("start", "new"):
        return _parse_begin(line)
    if first == "fix":
        return _parse_fix(words)
    if first in ("show", "list"):
        return Look(_ref(words[1:]))
    if first in ("close", "abandon"):
        return Finish(first, _ref(words[1:]))
    if first == "score" and len(words) > 1:
        words = words[1:]
    for length in range(len(words)):
        found = _parse_entry(_ref(words[:length]), words[length:])
        if found is not None:
            return found
    raise UnreadableError(f"'{line.strip()}' is not understood", hint="? shows what can be typed")


def _ref(words: list[str]) -> str | None:
    """A session as it is named: `anna`, `T3`, `#12`."""
    return " ".join(words).removeprefix("#") if words else None


def _parse_entry(ref: str | None, words: list[str]) -> PadCommand | None:
    """What stands behind the name of a session, or alone."""
    word = words[0].lower()
    if word in _MISDEAL:
        return EnterMisdeal(ref, " ".join(words[1:]) or None)
    if len(words) == 1 and word in _UNDO:
        return TakeBack(ref)
    if len(words) == 1 and word in _REDO:
        return DoAgain(ref)
    dealer = None
    lowered = [each.lower() for each in words]
    if "dealt" in lowered[1:]:
        at = lowered.index("dealt", 1)
        dealer = " ".join(words[at + 1 :])
        words = words[:at]
        if not dealer:
            return None
    all_tricks = words[-1].lower() == "all" and len(words) > 1
    score = " ".join(words[:-1] if all_tricks else words)
    # A table's number is no score: in `T3 14-6` the 3 belongs to the T; `3 14-6` is the session 3.
    return EnterScore(ref, score, all_tricks, dealer) if parse_score(score) is not None else None


def _parse_fix(words: list[str]) -> Fix:
    """`fix 3 6-14 why`, `fix anna 3 6-14 why`."""
    for at in range(1, len(words) - 1):
        deal, score = words[at], words[at + 1]
        if deal.isdecimal() and (parse_score(score) is not None or score.lower() in _MISDEAL):
            return Fix(_ref(words[1:at]), deal, score, " ".join(words[at + 2 :]) or None)
    raise UnreadableError(
        "fix takes a deal's number, its score in one word, and why", hint="as in: fix 3 6-14 read the wrong way round"
    )


_OPTIONS = {
    "--target": "target",
    "--deals": "deals",
    "--rules": "rules",
    "--table": "table",
    "--event": "event",
    "--date": "date",
    "--dealer": "dealer",
}


def _parse_begin(line: str) -> Begin:
    try:
        words = shlex.split(line)[1:]
    except ValueError:  # an apostrophe in a name is no quote
        words = line.split()[1:]
    given: dict[str, str | int | bool] = {}
    names: list[str] = []
    rest = iter(words)
    for word in rest:
        lowered = word.lower()
        if lowered == "--timed" or (lowered == "timed" and len(names) >= 2):
            given["timed"] = True
        elif lowered in _OPTIONS:
            value = next(rest, None)
            if value is None:
                raise UnreadableError(f"{lowered} needs a value", hint="as in: start anna ben --target 7")
            given[_OPTIONS[lowered]] = _number(lowered, value) if lowered in ("--target", "--deals") else value
        elif word.startswith("--"):
            raise UnreadableError(f"start has no {word}", hint=f"it has --timed, {', '.join(_OPTIONS)}")
        elif len(names) >= 2 and word.isdecimal():
            given["target"] = _number("start", word)
        elif len(names) >= 2 and _TABLE.fullmatch(word):
            given["table"] = word
        elif len(names) >= 2 and lowered.split("+")[0] in BASES:
            given["rules"] = word
        else:
            names.append(word)
    if len(names) < 2:
        raise UnreadableError("start takes two players", hint="as in: start anna ben 7")
    return Begin(tuple(names), **given)  # type: ignore[arg-type]


def _number(option: str, text: str) -> int:
    if not re.fullmatch(r"[0-9]{1,6}", text) or int(text) < 1:
        raise UnreadableError(f"{option}: '{text}' is no number of game points or deals", hint="as in: --target 7")
    return int(text)
