"""`careful`: counts cards, and knows what is out, what is safe to lead and what the end needs.

Each card that may be played is judged by what it wins or loses in this trick less what it would be worth to keep:

- A lead is as safe as it is likely that the opponent holds no card that beats it; all unseen cards are equally likely.
- A card is worth keeping if it would be safe to lead, since then what it counts is as good as won, and for all the
  cards still out that it would beat, the more so the more they count. Once the talon is gone no better card will come,
  so that this weighs more. What cannot be led safely is a burden the more it counts.
- Kings and queens are kept as long as there may be a marriage, and what may be exchanged for the turned-up card.

The weights were found by trying, bots of this kind against each other.
"""

from __future__ import annotations

from typing import Final

from schneider_league.bots.builtin import greedy
from schneider_league.game import kernel
from schneider_league.game.bits import count, lowest
from schneider_league.game.chance import Chance, Words
from schneider_league.game.kernel import Rules
from schneider_league.game.position import View

UNIT: Final = 1024
"""What a unit is worth; safe is as much."""
_BURDEN: Final = 340
"""What a unit in hand costs unless it is safe to lead."""
_CAUGHT: Final = 340
"""What it is worth to be able to beat a unit that is still out."""


def choose_card(rules: Rules, view: View, chance: Chance, room: Words, samples: int) -> int:
    """The card that gains most, less what it would be worth to keep; of equals the lowest."""
    note_catches(rules, view, room)
    beaten = 0 if view.lead < 0 else kernel.beaters(rules, view.lead, view.trump)
    hidden = view.held - count(view.known)
    best = -1
    most = 0
    cards = view.legal
    while cards:
        card = lowest(cards)
        cards &= cards - 1
        units = rules.units[card & 7]
        safe = safety(rules, view, card, hidden)
        keep = units * (safe - _BURDEN) + room[card]
        if view.talon == 0:
            keep += keep >> 1
        keep += announcements(rules, view, card)
        if view.lead < 0:
            gain = units * (2 * safe - UNIT)
        else:
            gain = (units + rules.units[view.lead & 7]) * UNIT
            if beaten >> card & 1 == 0:
                gain = -gain
        if best < 0 or gain - keep > most:
            best = card
            most = gain - keep
    return best


def announce(rules: Rules, view: View, chance: Chance, room: Words, samples: int) -> int:
    """Whatever may be announced: the exchange first, since it may complete a marriage."""
    return greedy.announce(rules, view, chance, room, samples)


def average_trick(rules: Rules) -> int:
    """What a trick is worth on average."""
    return 2 * UNIT * kernel.total_units(rules) // kernel.pack_size(rules)


def note_catches(rules: Rules, view: View, room: Words) -> None:
    """Write to `room[card]` for each card in hand what it is worth that it beats cards that are still out."""
    cards = view.hand
    while cards:
        room[lowest(cards)] = 0
        cards &= cards - 1
    trick = average_trick(rules) // 50
    out = view.unseen | view.known
    while out:
        lead = lowest(out)
        out &= out - 1
        worth = rules.units[lead & 7] * _CAUGHT + trick
        cards = view.hand & kernel.beaters(rules, lead, view.trump)
        while cards:
            room[lowest(cards)] += worth
            cards &= cards - 1


def safety(rules: Rules, view: View, card: int, hidden: int) -> int:
    """How likely it is, out of 1024, that the opponent cannot beat a card; `hidden` of its cards are unknown."""
    beaters = kernel.beaters(rules, card, view.trump)
    if view.known & beaters:
        return 0
    danger = count(view.unseen & beaters)
    if danger == 0:
        return UNIT
    unseen = count(view.unseen)
    safe = UNIT
    for number in range(hidden):
        safe = safe * max(unseen - danger - number, 0) // (unseen - number)
    return safe


def announcements(rules: Rules, view: View, card: int) -> int:
    """What it is worth to keep a card for what it may announce."""
    suit, rank = card >> 3, card & 7
    worth = 0
    if rules.exchange and view.talon and card == kernel.exchange_card(rules, view.trump):
        worth = average_trick(rules)
    if (rules.marriage_plain or rules.marriage_trump) and 0x60 >> rank & 1 and view.declared >> suit & 1 == 0:
        other = 0x60 << suit * 8 & ~(1 << card)
        units = kernel.marriage_units(rules, suit, view.trump) * UNIT
        if view.hand & other:
            worth += units >> 1
        elif view.unseen & other and view.talon:
            worth += units >> 3
    return worth
