"""`endgame`: `careful`, and perfect once the talon is gone.

Then whoever has counted knows the other hand, and a search finds the play that leads to the most game points and, among
those, to the most units, whatever the opponent does.
"""

from __future__ import annotations

from schneider_league.bots.builtin import careful
from schneider_league.game.chance import Chance, Words
from schneider_league.game.kernel import Rules
from schneider_league.game.position import View
from schneider_league.solver import endgame


def choose_card(rules: Rules, view: View, chance: Chance, room: Words, samples: int) -> int:
    """The best card once the talon is gone, before that what `careful` plays."""
    if view.talon == 0:
        return endgame.best_card(rules, view, room)
    return careful.choose_card(rules, view, chance, room, samples)


def announce(rules: Rules, view: View, chance: Chance, room: Words, samples: int) -> int:
    """As `careful` does: what may be announced is never worth less than nothing."""
    return careful.announce(rules, view, chance, room, samples)
