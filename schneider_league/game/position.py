"""A deal in play as a row of integers, and what each play, announcement and draw makes of it.

The functions ask `kernel` for every rule and keep to what a compiler of numeric Python understands, so that bots and
bot matches run compiled where a compiler is installed. `deal.py` has the same for people. A position does not change;
the compiler keeps it in registers, which makes it several times as fast as an array would be.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, NamedTuple

from schneider_league.game import kernel
from schneider_league.game.bits import count
from schneider_league.game.kernel import Rules

Pack = Sequence[int]
"""The cards as they are dealt, the first on top: anything that is indexed from 0."""

NO_CARD: Final = -1
NOTHING: Final = -1
"""The announcement that ends announcing."""
EXCHANGE: Final = 4
"""The announcement of an exchange; 0–3 announce a marriage in the suit of that index."""


NO_LIMITS: Final = 0xFFFF
"""Four bits for each suit, clubs in the lowest: 15 says nothing, less is the most cards of it that a side can have.

A side that had to follow and did not has none left; from then on it has at most as many as it has drawn since, less
those that it played. Those that it drew later are among those that it drew since an earlier time, so that of the suits
whose limit is n or less it has at most n cards together.
"""


class Position(NamedTuple):
    """A deal in play. Cards are 0–31, sets of cards bit masks; `other_…` is the side that does not lead."""

    leader: int
    """The side that leads to this trick, or has just won one: 0 the non-dealer, 1 the dealer."""
    lead: int
    """The led card that waits for its response, else -1."""
    hand: int
    other_hand: int
    known: int
    """Of the leader's cards those that the other side knows to be there."""
    other_known: int
    units: int
    other_units: int
    tricks: int
    other_tricks: int
    trump: int
    turned: int
    """The turned-up card while it lies under the talon, else -1."""
    talon: int
    """The number of cards in the talon, the turned-up one included."""
    declared: int
    """Bit s for each suit whose marriage was declared."""
    played: int
    """The cards that lie in the tricks."""
    limits: int
    """How many cards of each suit the leader can have at most, as the other side knows; see `NO_LIMITS`."""
    other_limits: int


class View(NamedTuple):
    """What one side may know at its turn: cards are 0–31, -1 is none, sets of cards are bit masks."""

    hand: int
    legal: int
    """The cards that may be played; while announcing bits 0–3 for marriages, bit 4 for the exchange."""
    lead: int
    """The led card to respond to, -1 when leading or announcing."""
    trump: int
    turned: int
    """The turned-up card while it lies under the talon, else -1."""
    talon: int
    """The number of cards in the talon, the turned-up one included."""
    played: int
    known: int
    """The cards in the opponent's hand that are known: announced, or drawn face up."""
    unseen: int
    """The cards that may be in the opponent's hand or face down in the talon."""
    held: int
    """The number of cards in the opponent's hand, a led card aside."""
    units: int
    other_units: int
    tricks: int
    other_tricks: int
    declared: int
    side: int
    """0 for the non-dealer, 1 for the dealer."""
    limits: int
    """How many cards of each suit the opponent can have at most, by what was shown; see `NO_LIMITS`."""


# All: three cards to the non-dealer, three to the dealer, again three and three; the non-dealer leads.
# E and J (trumps): the last card of the talon is turned up and fixes trumps.
def begin(rules: Rules, pack: Pack) -> Position:
    """The deal of a shuffled pack."""
    hand = other_hand = 0
    for place in range(3):
        hand |= 1 << pack[place] | 1 << pack[6 + place]
        other_hand |= 1 << pack[3 + place] | 1 << pack[9 + place]
    turned, trump = NO_CARD, kernel.NO_TRUMP
    if rules.trumps:
        turned = pack[kernel.pack_size(rules) - 1]
        trump = turned >> 3
    talon = kernel.talon_size(rules)
    return Position(0, NO_CARD, hand, other_hand, 0, 0, 0, 0, 0, 0, trump, turned, talon, 0, 0, NO_LIMITS, NO_LIMITS)


def legal_plays(rules: Rules, position: Position) -> int:
    """The cards that the side whose turn it is may play."""
    p = position
    if p.lead < 0:
        return kernel.legal_leads(p.hand)
    return kernel.legal_responses(rules, p.other_hand, p.lead, p.trump, p.talon)


def lead_card(position: Position, card: int) -> Position:
    """Lead a card that may be led."""
    p = position
    bit = 1 << card
    return Position(
        p.leader, card, p.hand ^ bit, p.other_hand, p.known & ~bit, p.other_known, p.units, p.other_units,
        p.tricks, p.other_tricks, p.trump, p.turned, p.talon, p.declared, p.played,
        limits_without(p.limits, card), p.other_limits,
    )  # fmt: skip


def respond(rules: Rules, position: Position, card: int) -> Position:
    """Respond with a card that may be played; the winner of the trick is the next leader, and may announce."""
    p = position
    bit = 1 << card
    hand = p.other_hand ^ bit
    known = p.other_known & ~bit
    units = kernel.trick_units(rules, p.lead, card)
    if hand == 0:
        units += rules.last_trick
    played = p.played | bit | 1 << p.lead
    limits = limits_without(p.other_limits, card)
    # Had there been a card of the led suit, such as the led one, this response would not have been allowed.
    if kernel.legal_responses(rules, bit | 1 << p.lead, p.lead, p.trump, p.talon) & bit == 0:
        limits &= ~(15 << (p.lead >> 3) * 4)
    if kernel.beats(rules, p.lead, card, p.trump):
        return Position(
            1 - p.leader, NO_CARD, hand, p.hand, known, p.known, p.other_units + units, p.units,
            p.other_tricks + 1, p.tricks, p.trump, p.turned, p.talon, p.declared, played, limits, p.limits,
        )  # fmt: skip
    return Position(
        p.leader, NO_CARD, p.hand, hand, p.known, known, p.units + units, p.other_units,
        p.tricks + 1, p.other_tricks, p.trump, p.turned, p.talon, p.declared, played, p.limits, limits,
    )  # fmt: skip


def limits_with(limits: int) -> int:
    """The limits of a hand that draws a card."""
    if limits == NO_LIMITS:
        return limits
    for at in range(0, 16, 4):
        if limits >> at & 15 < kernel.HAND_SIZE:
            limits += 1 << at
    return limits


def limits_without(limits: int, card: int) -> int:
    """The limits of a hand that has played a card.

    A card whose suit has a limit was drawn after the side had shown that it had none, and so is one card less of those
    drawn since earlier times, too.
    """
    if limits == NO_LIMITS:
        return limits
    limit = limits >> (card >> 3) * 4 & 15
    for at in range(0, 16, 4):
        if limit < 15 and limit <= limits >> at & 15 < 15:
            limits -= 1 << at
    return limits


def legal_announcements(rules: Rules, position: Position) -> int:
    """What the winner of the last trick may announce now: bits 0–3 for marriages, 4 for the exchange."""
    p = position
    found = 0
    if p.tricks == 0 or p.lead >= 0:
        return found
    if kernel.may_exchange(rules, p.hand, p.trump, p.talon):
        found |= 1 << EXCHANGE
    if rules.marriage_plain or rules.marriage_trump:
        for suit in range(4):
            if kernel.may_marry(rules, p.hand, suit, p.trump, p.declared):
                found |= 1 << suit
    return found


def announce(rules: Rules, position: Position, announcement: int) -> Position:
    """Exchange, or declare a marriage, for the winner of the last trick."""
    p = position
    if announcement == EXCHANGE:
        given, taken = 1 << kernel.exchange_card(rules, p.trump), 1 << p.turned
        return Position(
            p.leader, p.lead, p.hand ^ given ^ taken, p.other_hand, p.known & ~given | taken, p.other_known,
            p.units, p.other_units, p.tricks, p.other_tricks, p.trump, kernel.exchange_card(rules, p.trump), p.talon,
            p.declared, p.played, p.limits, p.other_limits,
        )  # fmt: skip
    units = p.units + kernel.marriage_units(rules, announcement, p.trump)
    pair = 0x60 << (announcement << 3)
    return Position(
        p.leader, p.lead, p.hand, p.other_hand, p.known | pair, p.other_known, units, p.other_units,
        p.tricks, p.other_tricks, p.trump, p.turned, p.talon, p.declared | 1 << announcement, p.played,
        p.limits, p.other_limits,
    )  # fmt: skip


# All: the winner of the trick draws the top card, then the loser the next, while there is a talon.
# E and J (trumps): the turned-up card is drawn last.
def draw(position: Position, top: int, next_card: int) -> Position:
    """Draw the two top cards of a talon that has cards; where the turned-up card is the last, it is the next one."""
    p = position
    turned, other_known = p.turned, p.other_known
    if p.talon == 2 and turned >= 0:
        next_card = turned
        other_known |= 1 << turned
        turned = NO_CARD
    return Position(
        p.leader, p.lead, p.hand | 1 << top, p.other_hand | 1 << next_card, p.known, other_known, p.units,
        p.other_units, p.tricks, p.other_tricks, p.trump, turned, p.talon - 2, p.declared, p.played,
        limits_with(p.limits), limits_with(p.other_limits),
    )  # fmt: skip


def look(rules: Rules, position: Position, legal: int) -> View:
    """What the side whose turn it is sees; `legal` is what it may choose from."""
    p = position
    seen = p.played
    if p.turned >= 0:
        seen |= 1 << p.turned
    pack = kernel.pack(rules)
    if p.lead < 0:
        return View(
            p.hand, legal, p.lead, p.trump, p.turned, p.talon, p.played, p.other_known,
            pack & ~(seen | p.hand | p.other_known), count(p.other_hand), p.units, p.other_units,
            p.tricks, p.other_tricks, p.declared, p.leader, p.other_limits,
        )  # fmt: skip
    return View(
        p.other_hand, legal, p.lead, p.trump, p.turned, p.talon, p.played, p.known,
        pack & ~(seen | p.other_hand | p.known | 1 << p.lead), count(p.hand), p.other_units, p.units,
        p.other_tricks, p.tricks, p.declared, 1 - p.leader, p.limits,
    )  # fmt: skip


def is_over(position: Position) -> bool:
    """Whether all tricks are played."""
    return position.hand | position.other_hand == 0


def units_of(position: Position, side: int) -> int:
    """What a side has captured and declared."""
    return position.units if position.leader == side else position.other_units


def game_points(rules: Rules, position: Position) -> int:
    """What a deal that is over is worth: game points of the winner of the last trick, negative ones of the other."""
    p = position
    if p.units >= p.other_units:
        return kernel.award(rules, kernel.level(rules, p.units, p.other_units, p.other_tricks), p.units, p.other_units)
    return -kernel.award(rules, kernel.level(rules, p.other_units, p.units, p.tricks), p.other_units, p.units)
