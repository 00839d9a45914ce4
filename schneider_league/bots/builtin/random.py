"""`random`: plays any card that may be played, each as likely as the others."""

from __future__ import annotations

from schneider_league.game.bits import count, pick
from schneider_league.game.chance import Chance, Words, below
from schneider_league.game.kernel import Rules
from schneider_league.game.position import NOTHING, View


def choose_card(rules: Rules, view: View, chance: Chance, room: Words, samples: int) -> int:
    """Any card that may be played."""
    return pick(view.legal, below(chance, 2 * view.side, count(view.legal)))


def announce(rules: Rules, view: View, chance: Chance, room: Words, samples: int) -> int:
    """Any announcement that may be made, or none: nobody has to announce."""
    number = below(chance, 2 * view.side, count(view.legal) + 1)
    if number == 0:
        return NOTHING
    return pick(view.legal, number - 1)
