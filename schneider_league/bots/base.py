"""Writing a bot in Python: a class whose objects play a deal each (docs/python-bots.md).

from schneider_league.bots.base import Bot, Card, Turn

class Mine(Bot):
    def play(self, turn: Turn) -> Card:
        return self.rng.choice(turn.legal)
"""

from __future__ import annotations

from functools import cached_property
from typing import ClassVar, Final, NamedTuple

from schneider_league.bots.rng import Rng
from schneider_league.bots.turn import (
    ANNOUNCED,
    ANNOUNCEMENTS,
    CARDS,
    SIDE_BIT,
    Announced,
    Announcement,
    Card,
    Sight,
    Trick,
    Turn,
)
from schneider_league.game.position import EXCHANGE
from schneider_league.game.ruleset import Ruleset
from schneider_league.game.score import Pair

__all__ = ["CARDS", "Announced", "Announcement", "Bot", "Card", "DealInfo", "Result", "Rng", "Trick", "Turn"]


class DealInfo(NamedTuple):
    """The deal that an object plays."""

    number: int
    """As it stands in the log, from 1."""
    is_dealer: bool
    """The non-dealer leads to the first trick."""
    score: Pair
    """Game points of the session so far, one's own first; (0, 0) where deals are played on their own."""
    target: int | None
    """Game points that end the session; None where deals are played on their own."""


class Result(NamedTuple):
    """How a deal ended, one's own numbers first."""

    units: Pair
    points: Pair
    """Game points."""
    cause: str
    """`normal`, or why it was lost other than by play: `time`, `stall`, `illegal`, `crash`, `protocol`."""
    by_me: bool | None
    """Who failed; None for `normal`."""


class Bot:
    """A bot: one object plays one side of one deal. Write `play`; the rest can be left as it is.

    `rules`, `deal` and `rng` are there already when `__init__` runs (which takes no arguments). Deals are played side
    by side, each with an object of its own, so keep what belongs to a deal in the object and nothing in the module.
    Each bot has a process of its own for each seating; what it prints goes to the log.

    Other class attributes that are bool, int, float or str are options: `depth = 3` is set by `--option BOT.depth=5`.
    """

    name: ClassVar[str] = ""
    version: ClassVar[str] = ""
    author: ClassVar[str] = ""
    deterministic: ClassVar[bool] = False
    """True promises that a deal's plays depend on nothing but the deal, the options and `rng`."""

    rules: Ruleset
    """The game that is played."""
    deal: DealInfo
    _seed: int
    _sight: Sight

    @cached_property
    def rng(self) -> Rng:
        """The bot's own randomness for this deal: the same each time the deal is played."""
        return Rng(self._seed)

    @property
    def tricks(self) -> tuple[Trick, ...]:
        """The tricks played so far, the first one first."""
        side = self._sight.side
        return tuple(
            [
                Trick(CARDS[happened & 31], CARDS[happened >> 5 & 31], happened >> SIDE_BIT & 1 == side)
                for happened in self._sight.history
                if not happened & ANNOUNCED
            ]
        )

    @property
    def announced(self) -> tuple[Announced, ...]:
        """The announcements made so far, by whomever."""
        found, tricks = [], 0
        for happened in self._sight.history:
            if not happened & ANNOUNCED:
                tricks += 1
                continue
            number = happened & 31
            taken = CARDS[happened >> 5 & 31] if number == EXCHANGE else None
            is_mine = happened >> SIDE_BIT & 1 == self._sight.side
            found.append(Announced(ANNOUNCEMENTS[number], is_mine, taken, tricks))
        return tuple(found)

    def play(self, turn: Turn) -> Card:
        """Choose one of `turn.legal`."""
        raise NotImplementedError(f"{type(self).__name__} has no method play(self, turn)")

    def announce(self, turn: Turn) -> Announcement | None:
        """Choose one of `turn.choices`, or None to announce nothing (more).

        Asked after a trick that one has taken, only where something may be announced, and again while something is
        left. Unless you write it anew, everything is announced: the exchange first, then the dearest marriage.
        """
        return turn.choices[0]

    def end(self, result: Result) -> None:
        """The deal is over, for whatever cause."""


OWN_ATTRIBUTES: Final = frozenset(vars(Bot)) | frozenset(Bot.__annotations__)
"""What is no option of a bot."""

OptionValue = bool | int | float | str


def options_of(bot: type[Bot]) -> dict[str, OptionValue]:
    """The options of a bot and what they are unless told otherwise, the base classes' first."""
    found: dict[str, OptionValue] = {}
    for base in reversed(bot.__mro__):
        if issubclass(base, Bot) and base is not Bot:
            found |= {
                name: value
                for name, value in vars(base).items()
                if not name.startswith("_") and name not in OWN_ATTRIBUTES and isinstance(value, OptionValue)
            }
    return found
