"""Two players' sessions with each other."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from schneider_league.derive.tallies import Tally
from schneider_league.derive.totals import Totals, add_up
from schneider_league.game.score import Pair


@dataclass(frozen=True, slots=True)
class Meeting:
    """One session from the first player's side; pairs are that player's number first."""

    tally: Tally
    is_turned: bool
    """Whether the session was started with the other player first."""

    def turned(self, pair: Pair) -> Pair:
        """A pair of the tally, the first player's number first."""
        return (pair[1], pair[0]) if self.is_turned else pair

    @property
    def score(self) -> Pair:
        """Game points."""
        return self.turned(self.tally.score)

    @property
    def halves(self) -> Pair:
        """Half points of each."""
        return self.turned((self.tally.halves(0), self.tally.halves(1)))


@dataclass(frozen=True, slots=True)
class HeadToHead:
    """All that two players played with each other."""

    players: tuple[int, int]
    meetings: tuple[Meeting, ...]
    """Sessions that count, in the order in which they were played."""
    totals: tuple[Totals, Totals]


def derive_head_to_head(tallies: Iterable[Tally], a: int, b: int) -> HeadToHead:
    """What `a` and `b` played with each other; `tallies` are in the order in which they were played."""
    both = {a, b}
    met = [tally for tally in tallies if tally.is_counted and set(tally.players) == both]
    field = add_up(met)
    return HeadToHead(
        (a, b),
        tuple(Meeting(tally, tally.players[0] != a) for tally in met),
        (field.get(a) or Totals(), field.get(b) or Totals()),
    )
