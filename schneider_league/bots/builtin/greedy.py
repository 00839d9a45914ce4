"""`greedy`: takes what it can as cheaply as it can.

A lead that can be beaten is beaten with the cheapest card that does it, and else gets the cheapest card there is. It
leads the cheapest card, too, so that little is lost if it is beaten. It remembers nothing. The cheapest card is the one
that counts least, of such cards the lowest.
"""

from __future__ import annotations

from schneider_league.game import kernel
from schneider_league.game.bits import lowest
from schneider_league.game.chance import Chance, Words
from schneider_league.game.kernel import Rules
from schneider_league.game.position import EXCHANGE, View


def choose_card(rules: Rules, view: View, chance: Chance, room: Words, samples: int) -> int:
    """The cheapest card that takes the trick, or the cheapest."""
    if view.lead >= 0:
        winning = view.legal & kernel.beaters(rules, view.lead, view.trump)
        if winning:
            return cheapest(rules, winning, view.trump)
    return cheapest(rules, view.legal, view.trump)


def announce(rules: Rules, view: View, chance: Chance, room: Words, samples: int) -> int:
    """Whatever may be announced: the exchange first, since it may complete a marriage."""
    if view.legal >> EXCHANGE & 1:
        return EXCHANGE
    if view.trump >= 0 and view.legal >> view.trump & 1:
        return view.trump
    return lowest(view.legal)


def cheapest(rules: Rules, cards: int, trump: int) -> int:
    """Of some cards the one that counts least; among equals plain suits come before trumps, then the lowest rank."""
    found = -1
    least = 0
    while cards:
        card = lowest(cards)
        cards &= cards - 1
        price = (rules.units[card & 7] * 2 + (card >> 3 == trump)) * 8 + (card & 7)
        if found < 0 or price < least:
            found = card
            least = price
    return found
