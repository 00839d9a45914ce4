"""A ruleset: one immutable value with independent fields, and the names of the 40 that the sources describe.

Sources: E (English), J (Japanese) and G (German) are the three written descriptions; docs/rules.md says
which rule stands in which, and what was chosen where they differ.
"""

from __future__ import annotations

import difflib
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field, replace
from enum import StrEnum
from functools import cached_property
from itertools import combinations
from typing import Final, Literal

from schneider_league.errors import NotAllowedError
from schneider_league.game import kernel
from schneider_league.game.cards import RANKS


class Beats(StrEnum):
    """Which cards of the led suit beat the led card."""

    HIGHER = "higher"
    NEXT_HIGHER = "next-higher"


class Follow(StrEnum):
    """The responder's duty throughout the deal."""

    NONE = "none"
    FOLLOW = "follow"


class SecondHalf(StrEnum):
    """The responder's duty once the talon is gone, where it differs from `Follow`."""

    NONE = "none"
    FOLLOW_WIN_TRUMP = "follow-win-trump"


class Trump(StrEnum):
    """What fixes trumps."""

    NONE = "none"
    LAST_TALON_CARD = "last-talon-card"


class Counts(StrEnum):
    """What is counted in the cards that a side captured."""

    HONOURS = "honours"
    POINTS = "points"


class Schwarz(StrEnum):
    """What makes a Schwarz."""

    NONE = "none"
    ALL_UNITS = "all-units"
    ALL_TRICKS = "all-tricks"


Awards = tuple[int, int, int] | Literal["difference"]


@dataclass(frozen=True)
class Ruleset:
    """The rules of one game. Two rulesets are equal when they are played alike and named alike.

    `card_points` gives the points of the ranks 7 8 9 10 J Q K A; it counts where `counts` is points, and
    `honours` (ranks, each worth one unit) where it is honours. `win_at` is the smallest majority of the
    units of the pack and the last trick. `target` is what a session goes to unless told otherwise.
    """

    name: str
    title: str = ""
    lowest_rank: Literal["7", "9"] = "7"
    beats: Beats = Beats.HIGHER
    follow: Follow = Follow.NONE
    second_half: SecondHalf = SecondHalf.NONE
    trump: Trump = Trump.NONE
    exchange: bool = False
    marriage: tuple[int, int] = (0, 0)
    """Units for a marriage in a plain suit and in trumps; 0 where it cannot be declared."""
    counts: Counts = Counts.HONOURS
    honours: tuple[str, ...] = ("A", "K", "Q", "J", "10")
    card_points: tuple[int, ...] = (0,) * 8
    last_trick: int = 0
    win_at: int = 11
    schneider_at: int = 16
    schwarz: Schwarz = Schwarz.ALL_UNITS
    awards: Awards = (1, 2, 3)
    """Game points for a simple win, a Schneider and a Schwarz; or the difference in units."""
    target: int = 7
    extends: str | None = field(default=None, compare=False)
    """For a house rule the ruleset that it changes, else None."""

    @cached_property
    def pack(self) -> int:
        """The set of all cards of the pack."""
        return kernel.pack(self.code)

    @cached_property
    def cards(self) -> int:
        """How many cards the pack has: 32 or 24."""
        return kernel.pack_size(self.code)

    @cached_property
    def talon(self) -> int:
        """How many cards are left as talon after the deal."""
        return kernel.talon_size(self.code)

    @cached_property
    def tricks(self) -> int:
        """How many tricks a deal has."""
        return self.cards // 2

    @cached_property
    def total(self) -> int:
        """The units of the pack and the last trick, marriages aside."""
        return kernel.total_units(self.code)

    @cached_property
    def has_trumps(self) -> bool:
        """Whether a card is turned up and fixes trumps."""
        return self.trump is not Trump.NONE

    def __hash__(self) -> int:
        return self._hash

    @cached_property
    def _hash(self) -> int:
        # Of the name alone: equal rulesets have equal names, and it is asked for often.
        return hash(self.name)

    def rank_units(self) -> tuple[int, ...]:
        """What a card of each rank 7 8 9 10 J Q K A counts, ranks that are not in the pack included as 0."""
        lowest = RANKS.index(self.lowest_rank)
        if self.counts is Counts.POINTS:
            return tuple(points if rank >= lowest else 0 for rank, points in enumerate(self.card_points))
        return tuple(int(rank in self.honours and index >= lowest) for index, rank in enumerate(RANKS))

    @cached_property
    def code(self) -> kernel.Rules:
        """The ruleset as the tuple of small integers that the kernel's functions take."""
        awards = (0, 0, 0) if self.awards == "difference" else self.awards
        return kernel.Rules(
            lowest_rank=RANKS.index(self.lowest_rank),
            next_higher=int(self.beats is Beats.NEXT_HIGHER),
            follow=int(self.follow is Follow.FOLLOW),
            strict_second_half=int(self.second_half is SecondHalf.FOLLOW_WIN_TRUMP),
            trumps=int(self.has_trumps),
            exchange=int(self.exchange),
            marriage_plain=self.marriage[0],
            marriage_trump=self.marriage[1],
            last_trick=self.last_trick,
            schneider_at=self.schneider_at,
            schwarz={Schwarz.NONE: 0, Schwarz.ALL_UNITS: 1, Schwarz.ALL_TRICKS: 2}[self.schwarz],
            difference=int(self.awards == "difference"),
            award_simple=awards[0],
            award_schneider=awards[1],
            award_schwarz=awards[2],
            units=self.rank_units(),
        )


BOHEMIAN: Final = Ruleset(name="bohemian", title="Böhmischer Schneider")
POINTS: Final = Ruleset(
    name="points",
    title="Böhmischer Schneider for card points",
    second_half=SecondHalf.FOLLOW_WIN_TRUMP,
    trump=Trump.LAST_TALON_CARD,
    exchange=True,
    counts=Counts.POINTS,
    honours=(),
    #            7  8  9  10  J  Q  K  A
    card_points=(0, 0, 0, 10, 2, 3, 4, 11),
    last_trick=10,
    win_at=66,
    schneider_at=91,
    schwarz=Schwarz.NONE,
)
BASES: Final = {base.name: base for base in (BOHEMIAN, POINTS)}

Modifier = Callable[[Ruleset], Ruleset]

# In canonical order. Each changes fields that no other modifier of its base changes, so that they commute.
MODIFIERS: Final[dict[str, dict[str, Modifier]]] = {
    "bohemian": {
        # E counts 16 honours and wins at 9, which the five honours of six ranks cannot give (20): the 10
        # does not count.
        "24-card": lambda r: replace(r, lowest_rank="9", honours=("A", "K", "Q", "J"), win_at=9, schneider_at=13),
        "next-higher": lambda r: replace(r, beats=Beats.NEXT_HIGHER),
        "follow-suit": lambda r: replace(r, follow=Follow.FOLLOW),
        "trump": lambda r: replace(r, trump=Trump.LAST_TALON_CARD),
        "cumulative": lambda r: replace(r, awards="difference", target=50),
    },
    "points": {
        "marriage": lambda r: replace(r, marriage=(20, 40)),
        "no-last-trick": lambda r: replace(r, last_trick=0, win_at=61, schneider_at=90),
        "three-wins": lambda r: replace(r, schwarz=Schwarz.ALL_TRICKS, target=3),
    },
}


def canonical_names() -> list[str]:
    """The canonical names of all named rulesets: those of `bohemian`, then those of `points`."""
    return [
        "+".join((base, *chosen))
        for base, modifiers in MODIFIERS.items()
        for count in range(len(modifiers) + 1)
        for chosen in combinations(modifiers, count)
    ]


class UnknownRulesError(NotAllowedError):
    """A name that means no ruleset."""


def parse_rules(name: str, house_rules: dict[str, Ruleset] | None = None) -> Ruleset:
    """The ruleset of this name; modifiers may stand in any order, letters in either case.

    `house_rules` are known besides, by their lower-case names.

    Raises:
        UnknownRulesError: the name means none; the message says why, the hint what exists.
    """
    return _parse_rules(name.lower(), house_rules or {}, name)


def _parse_rules(folded: str, house_rules: dict[str, Ruleset], given: str) -> Ruleset:
    known = _NAMED.get(folded) or house_rules.get(folded)
    if known is not None:
        return known
    base_name, *modifiers = folded.split("+")
    if base_name in house_rules and modifiers:
        raise UnknownRulesError(
            f"no ruleset '{given}': '{house_rules[base_name].name}' is a house rule and takes no modifiers",
            hint="write the change into a house rule of its own (extends = …)",
        )
    if base_name not in BASES:
        known_names = [*BASES, *(rules.name for rules in house_rules.values())]
        close = difflib.get_close_matches(base_name, known_names, 1, 0.5)
        reason = f"there is no game '{base_name}'" if base_name else "it does not begin with a game"
        raise UnknownRulesError(
            f"no ruleset '{given}': {reason}",
            hint=(f"did you mean '{close[0]}'? " if close else "") + f"known are {_listed(known_names)}",
            candidates=close,
        )
    available = MODIFIERS[base_name]
    ruleset = BASES[base_name]
    for modifier in modifiers:
        if modifier not in available:
            raise UnknownRulesError(f"no ruleset '{given}': {_why_not(modifier, base_name)}", hint=_offer(base_name))
        if modifiers.count(modifier) > 1:
            raise UnknownRulesError(f"no ruleset '{given}': '{modifier}' stands in it twice", hint=_offer(base_name))
        ruleset = available[modifier](ruleset)
    return replace(ruleset, name="+".join((base_name, *(m for m in available if m in modifiers))))


def _why_not(modifier: str, base: str) -> str:
    if not modifier:
        return "a '+' stands in it with no modifier behind it"
    if modifier in BASES:
        return f"'{modifier}' is a game of its own and no modifier"
    for other, modifiers in MODIFIERS.items():
        if modifier in modifiers:
            return f"'{modifier}' belongs to '{other}' and does not apply to '{base}'"
    return f"'{base}' has no modifier '{modifier}'"


def _offer(base: str) -> str:
    return f"'{base}' can be joined by '+' with {_listed(MODIFIERS[base])}"


def _listed(words: Iterable[str]) -> str:
    *first, last = words
    return f"{', '.join(first)} and {last}" if first else last


_NAMED: dict[str, Ruleset] = {}
_NAMED.update({name: _parse_rules(name, {}, name) for name in canonical_names()})
