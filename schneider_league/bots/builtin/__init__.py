"""The built-in bots, and how they are named.

A bot is two functions of integers, the same source compiled and plain:

    choose_card(rules, view, chance, room, samples) -> a card of `view.legal`
    announce(rules, view, chance, room, samples) -> 0-3 a marriage, 4 the exchange, -1 nothing more

`chance` are the random sources of both sides (a side's own is at `2 * view.side`), `room` is memory for the moment,
`ROOM` integers whose content means nothing, and `samples` is the option of that name.
"""

from __future__ import annotations

from importlib import import_module
from types import ModuleType
from typing import Final, NamedTuple

ROOM: Final = 8448
"""The integers of memory that a bot is lent."""


class Option(NamedTuple):
    """A whole number that may be set: `sampler:samples=200`."""

    name: str
    default: int
    least: int
    most: int
    meaning: str


class Kind(NamedTuple):
    """A built-in bot as `bot list` shows it."""

    name: str
    idea: str
    options: tuple[Option, ...] = ()


SAMPLES: Final = Option(
    "samples",
    160,
    1,
    100_000,
    "how often the unseen cards are dealt for the first card; for later ones more often, at equal effort",
)

KINDS: Final = (
    Kind("random", "plays any card that may be played, each as likely as the others"),
    Kind("greedy", "takes what it can as cheaply as it can"),
    Kind("careful", "counts cards: knows what is out, what is safe to lead, and keeps what the end needs"),
    Kind("endgame", "careful, and perfect once the talon is gone and both hands are known"),
    Kind("sampler", "deals the unseen cards many times, plays them out and takes the best average", (SAMPLES,)),
)
"""All of them, the weakest first."""

NAMES: Final = tuple(kind.name for kind in KINDS)


class Builtin(NamedTuple):
    """A built-in bot with its options set."""

    name: str
    """One of `NAMES`."""
    samples: int = SAMPLES.default
    """Counts for `sampler` alone."""


def bot_module(name: str) -> ModuleType:
    """The module with the two functions of a built-in bot."""
    return import_module(f"{__name__}.{name}")
