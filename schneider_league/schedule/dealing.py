"""Who deals first in a pairing that does not settle it: balanced as chess balances colours."""

from __future__ import annotations

from typing import Final, NamedTuple


class Dealing(NamedTuple):
    """What one player has dealt in an event so far."""

    number: int
    """In the event, from 1."""
    firsts: tuple[bool, ...] = ()
    """For each game that was played, whether they dealt first; byes and forfeits left out."""

    @property
    def surplus(self) -> int:
        """How much more often they dealt first than second."""
        return 2 * sum(self.firsts) - len(self.firsts)

    @property
    def is_due(self) -> int:
        """How much they are due to deal first (above 0) or second (below 0).

        3 where they dealt otherwise twice more often, 2 where they did so twice in a row, 1 where they did so last.
        """
        if not self.firsts:
            return 0
        if abs(self.surplus) >= 2:
            return -3 if self.surplus > 0 else 3
        if len(self.firsts) >= 2 and self.firsts[-1] == self.firsts[-2]:
            return -2 if self.firsts[-1] else 2
        return -1 if self.firsts[-1] else 1


# FIDE C.04.3, E, in its order: the larger difference of colours; the colours alternate to the most recent round in
# which they differed; the higher-ranked player's turn; where there is no history, odd numbers have the initial colour.
def deals_first(higher: Dealing, lower: Dealing) -> tuple[bool, str]:
    """Whether the higher-ranked of two players deals first, and why, in words."""
    if higher.surplus != lower.surplus:
        first = higher.surplus < lower.surplus
        less, more = sorted((higher, lower), key=lambda each: each.surplus)
        return first, f"was first {_times(less)}, the other {_times(more)}"
    for mine, yours in zip(reversed(higher.firsts), reversed(lower.firsts), strict=False):
        if mine != yours:
            return yours, "was second when the two last differed"
    if higher.firsts:
        return not higher.firsts[-1], "by turns, as the higher-ranked player dealt last"
    if lower.firsts:
        return lower.firsts[-1], "by turns, as the lower-ranked player dealt last"
    is_odd = higher.number % 2 == 1
    return is_odd, f"the higher-ranked player's number, {higher.number}, is {'odd' if is_odd else 'even'}"


MUST_NOT_MEET: Final = 3
"""The clash of two of whom one would come to deal first (or second) three times more often than otherwise."""


def clash(one: Dealing, other: Dealing) -> int:
    """How badly two players suit each other, since only one can deal first: from 0 to `MUST_NOT_MEET`."""
    if one.is_due * other.is_due <= 0:
        return 0
    return min(abs(one.is_due), abs(other.is_due))


def _times(dealing: Dealing) -> str:
    return f"{sum(dealing.firsts)} of {len(dealing.firsts)}"
