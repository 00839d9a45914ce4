"""How a session goes on and when it ends."""

from __future__ import annotations

from dataclasses import dataclass

from schneider_league.game.score import Pair


# All: the deal passes to the other player after each deal with a winner; after a tie or a misdeal the same
# dealer deals again.
def next_dealer(dealer: int, *, has_winner: bool) -> int:
    """Who deals next (0 or 1), given who dealt and whether somebody won the deal."""
    return 1 - dealer if has_winner else dealer


@dataclass(slots=True)
class Progress:
    """The state of a session between two players, 0 and 1.

    `target` is the game points that end it, None where it has none; `deals` the number of deals with a winner
    that end it, None where it has none; a timed session has neither and ends when the scorekeeper says so. One that
    `must_decide`, as those of a knockout do, goes on behind that number, deal by deal, while the players are level.
    """

    target: int | None = None
    deals: int | None = None
    score: Pair = (0, 0)
    won_deals: int = 0
    dealer: int | None = None
    """Who deals next; None before the first deal."""
    must_decide: bool = False

    # A session ends the moment a player reaches the target (overshooting is fine), or with the last of the
    # agreed number of deals with a winner.
    @property
    def is_over(self) -> bool:
        """Whether nothing more is to be dealt."""
        if self.target is not None:
            return max(self.score) >= self.target
        if self.deals is None or self.won_deals < self.deals:
            return False
        return not self.must_decide or self.score[0] != self.score[1]

    def add(self, dealer: int, game_points: Pair) -> None:
        """Add a deal: who dealt it, and what it was worth to each; (0, 0) for a tie or a misdeal."""
        has_winner = game_points != (0, 0)
        self.score = (self.score[0] + game_points[0], self.score[1] + game_points[1])
        self.won_deals += has_winner
        self.dealer = next_dealer(dealer, has_winner=has_winner)
