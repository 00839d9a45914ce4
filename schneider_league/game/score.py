"""What a deal is worth: units to level and game points, and which units can occur at all."""

from __future__ import annotations

from enum import StrEnum
from functools import lru_cache
from typing import Literal, NamedTuple, NewType

from schneider_league.game import kernel
from schneider_league.game.ruleset import Ruleset, Schwarz

Units = NewType("Units", int)
"""What is counted in the cards captured: honours or card points, marriages and the last trick included."""
GamePoints = NewType("GamePoints", int)
"""What a deal is worth towards the target of its session."""

Pair = tuple[int, int]
"""A number for each side: the non-dealer's, the dealer's."""


class Level(StrEnum):
    """How a dealt hand ended."""

    TIE = "tie"
    SIMPLE = "simple"
    SCHNEIDER = "schneider"
    SCHWARZ = "schwarz"
    DIFFERENCE = "difference"
    MISDEAL = "misdeal"
    UNFINISHED = "unfinished"


_LEVELS = (Level.TIE, Level.SIMPLE, Level.SCHNEIDER, Level.SCHWARZ, Level.DIFFERENCE)


class Outcome(NamedTuple):
    """A deal that was counted, the non-dealer's numbers first."""

    units: Pair
    level: Level
    game_points: Pair

    @property
    def is_tie(self) -> bool:
        """Whether nobody won, so that the same dealer deals again."""
        return self.level is Level.TIE


@lru_cache(maxsize=65536)
def derive_outcome(ruleset: Ruleset, units: Pair, tricks: Pair) -> Outcome:
    """The outcome of a deal from the units and the tricks of each side."""
    first_won = units[0] > units[1]
    winner, loser = units if first_won else (units[1], units[0])
    level = kernel.level(ruleset.code, winner, loser, tricks[1] if first_won else tricks[0])
    points = kernel.award(ruleset.code, level, winner, loser)
    return Outcome(units, _LEVELS[level], (points, 0) if first_won else (0, points))


def derive_outcome_of_score(ruleset: Ruleset, units: Pair, *, all_tricks: bool = False) -> Outcome:
    """The outcome of which only the units are known, which do not prove that one side took every trick.

    `all_tricks` says that the winner did. Units that prove a trick of the loser (see `may_be_all_tricks`)
    are the caller's to refuse.
    """
    loser_tricks = 0 if all_tricks else 1
    return derive_outcome(ruleset, units, (loser_tricks, loser_tricks))


def may_be_all_tricks(ruleset: Ruleset, units: Pair) -> bool:
    """Whether these units leave it open that the winner took every trick."""
    return units[0] != units[1] and min(units) == 0


def decides_by_tricks(ruleset: Ruleset) -> bool:
    """Whether the units alone may not tell the level (`three-wins`)."""
    return ruleset.schwarz is Schwarz.ALL_TRICKS and ruleset.awards != "difference"


# Protocol: a side that loses other than by play leaves every unit, and the marriages declared so far, to the
# other, with the ruleset's highest award and its level.
def forfeited_outcome(ruleset: Ruleset, loser: Literal[0, 1], marriages: int = 0) -> Outcome:
    """The outcome of a deal that `loser` lost other than by play; `marriages` in units, both sides' together."""
    units = ruleset.total + marriages
    if ruleset.awards == "difference":
        level, points = Level.DIFFERENCE, units
    elif ruleset.schwarz is Schwarz.NONE:
        level, points = Level.SCHNEIDER, ruleset.awards[1]
    else:
        level, points = Level.SCHWARZ, ruleset.awards[2]
    if loser == 0:
        return Outcome((0, units), level, (0, points))
    return Outcome((units, 0), level, (points, 0))


@lru_cache(maxsize=256)
def possible_scores(ruleset: Ruleset) -> frozenset[Pair]:
    """All pairs of units that can occur at the end of a deal, the sides in either order.

    What one side captures are tricks, so an even number of cards, and the last trick goes to a side that
    has one; marriages are declared by a side that won a trick, each suit by one side.
    """
    ranks = [units for rank, units in enumerate(ruleset.rank_units()) if rank >= ruleset.code.lowest_rank]
    reachable = {(0, 0)}
    for units in ranks * 4:
        reachable |= {(cards + 1, total + units) for cards, total in reachable}
    pack = 4 * sum(ranks)
    captured: set[tuple[bool, bool, int, int]] = set()
    for cards, total in reachable:
        if cards % 2 == 0:
            has_tricks, other_has_tricks = cards > 0, cards < ruleset.cards
            if has_tricks:
                captured.add((has_tricks, other_has_tricks, total + ruleset.last_trick, pack - total))
            if other_has_tricks:
                captured.add((has_tricks, other_has_tricks, total, pack - total + ruleset.last_trick))
    plain, trump = ruleset.marriage
    worth = [plain] * 3 + [trump] if ruleset.has_trumps else [plain] * 4
    declared = {(0, 0)}
    for units in worth:
        declared |= {(a + units, b) for a, b in declared} | {(a, b + units) for a, b in declared}
    return frozenset(
        (a + first, b + second)
        for has, other_has, a, b in captured
        for first, second in declared
        if (has or not first) and (other_has or not second)
    )
