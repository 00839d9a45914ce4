"""The rules of play as plain functions on integers: the one place where each of them stands.

A card is 0–31 (suit * 8 + rank), a hand a bit mask, a ruleset a tuple of small integers, a trump suit
0–3 or `NO_TRUMP`. The functions keep to what a compiler of numeric Python understands: no objects, no
exceptions, one type of integer.

The law that a function implements is quoted above it; E, J and G are the English, Japanese and German
sources.
"""

from __future__ import annotations

from typing import Final, NamedTuple

HAND_SIZE: Final = 6
"""All: three cards to the non-dealer, three to the dealer, again three and three."""
NO_TRUMP: Final = -1

FOLLOW, WIN, TRUMP = 1, 2, 3
"""The duties of the responder, as `broken_duty` names them; 0 is none."""

TIE, SIMPLE, SCHNEIDER, SCHWARZ, DIFFERENCE = range(5)
"""How a deal ends, as `level` names it."""


class Rules(NamedTuple):
    """A ruleset in integers: flags are 0 or 1, the rest are units and game points."""

    lowest_rank: int
    """The pack's lowest rank: 0 for the 7, 2 for the 9."""
    next_higher: int
    follow: int
    strict_second_half: int
    trumps: int
    exchange: int
    marriage_plain: int
    marriage_trump: int
    last_trick: int
    schneider_at: int
    schwarz: int
    """0 there is none, 1 for all units, 2 for all tricks."""
    difference: int
    """1 where the difference in units is scored instead of the awards."""
    award_simple: int
    award_schneider: int
    award_schwarz: int
    units: tuple[int, ...]
    """What a card of each rank 7 8 9 10 J Q K A counts."""


# --- the pack ---


def pack_size(rules: Rules) -> int:
    """The number of cards in the pack."""
    return 4 * (8 - rules.lowest_rank)


def pack(rules: Rules) -> int:
    """The set of all cards of the pack."""
    return 0x01010101 * ((0xFF << rules.lowest_rank) & 0xFF)


def talon_size(rules: Rules) -> int:
    """The number of cards that are left after the deal."""
    return pack_size(rules) - 2 * HAND_SIZE


# E: "A K Q J 10 of each suit, 20 in all". J: "A 11, 10 10, K 4, Q 3, J 2: 120; the last trick 10 more".
def total_units(rules: Rules) -> int:
    """The units of the whole pack and the last trick, marriages aside."""
    return 4 * sum(rules.units) + rules.last_trick


# --- tricks ---


# E: any higher card of the led suit beats it, nothing else. G (next-higher): only the next higher card of
# its suit, so that nothing beats an ace. E and J (trumps): any trump beats a card of another suit; within
# the trump suit, as within any suit, the usual comparison decides.
def beaters(rules: Rules, led: int, trump: int) -> int:
    """The set of cards that beat the led card."""
    suit = 0xFF << (led & 24)
    higher = (2 << led) & suit if rules.next_higher else (-2 << led) & suit
    if trump >= 0 and led >> 3 != trump:
        return higher | 0xFF << (trump << 3)
    return higher


def beats(rules: Rules, led: int, response: int, trump: int) -> bool:
    """Whether the responder takes the trick."""
    return beaters(rules, led, trump) >> response & 1 == 1


# E (bohemian): "none: any card may be played to any trick, a player may decline to win". E and G
# (follow-suit): the responder must follow the led suit if able. J (points), once the talon is gone: must
# follow suit; when following must win the trick if able; when unable to follow must trump if able;
# otherwise plays anything.
def legal_responses(rules: Rules, hand: int, led: int, trump: int, talon: int) -> int:
    """The cards of the hand that may be played on the led card; `talon` is the number of cards in it."""
    if talon == 0 and rules.strict_second_half:
        following = hand & 0xFF << (led & 24)
        if following:
            winning = following & beaters(rules, led, trump)
            return winning if winning else following
        trumps = hand & 0xFF << (trump << 3) if trump >= 0 else 0
        return trumps if trumps else hand
    if rules.follow:
        following = hand & 0xFF << (led & 24)
        return following if following else hand
    return hand


# All: "the leader plays any card".
def legal_leads(hand: int) -> int:
    """The cards of the hand that may be led."""
    return hand


def broken_duty(rules: Rules, hand: int, led: int, response: int, trump: int, talon: int) -> int:
    """Which duty the response from this hand breaks: 0, FOLLOW, WIN or TRUMP."""
    if legal_responses(rules, hand, led, trump, talon) >> response & 1:
        return 0
    if response >> 3 == led >> 3:
        return WIN
    return FOLLOW if hand & 0xFF << (led & 24) else TRUMP


def trick_units(rules: Rules, led: int, response: int) -> int:
    """What the two cards of a trick count."""
    return rules.units[led & 7] + rules.units[response & 7]


# --- announcements ---


# J: "the trump 7". A pack that begins with the 9 has the trump 9 in its place.
def exchange_card(rules: Rules, trump: int) -> int:
    """The card that may be exchanged for the turned-up one."""
    return trump * 8 + rules.lowest_rank


# J: directly after winning a trick, before drawing, while the turned-up card lies under the talon, the
# winner may exchange the trump 7 from hand for it. Where the 7 itself was turned up nobody can hold it
# while there is a talon, so that there is nothing to exchange.
def may_exchange(rules: Rules, hand: int, trump: int, talon: int) -> bool:
    """Whether the winner of a trick may exchange now; hand and talon as they are before drawing."""
    return rules.exchange == 1 and talon > 0 and hand >> exchange_card(rules, trump) & 1 == 1


# J: 20 at once, 40 in trumps.
def marriage_units(rules: Rules, suit: int, trump: int) -> int:
    """What a marriage in this suit counts, 0 where it cannot be declared in this game."""
    return rules.marriage_trump if suit == trump else rules.marriage_plain


# J: directly after winning a trick (while there is a talon: before drawing) the winner may declare K and Q
# of one suit, both in hand at that moment. Each suit once a deal.
def may_marry(rules: Rules, hand: int, suit: int, trump: int, declared: int) -> bool:
    """Whether the winner of a trick may declare this suit; `declared` has bit s set for each suit declared."""
    pair = 0x60 << (suit << 3)
    return marriage_units(rules, suit, trump) > 0 and hand & pair == pair and declared >> suit & 1 == 0


# --- the result ---


# E: 10-10 is a tie; 16 to 19 a Schneider; all 20 a Schwarz, which is a matter of honours and not of tricks.
# J: 91 or more is a Schneider; in three-wins taking every trick is a Schwarz. With marriages the higher
# total wins and the Schneider threshold stays where it is. E (cumulative): the difference is scored.
def level(rules: Rules, winner_units: int, loser_units: int, loser_tricks: int) -> int:
    """How the deal ends for the side with more units: TIE, SIMPLE, SCHNEIDER, SCHWARZ or DIFFERENCE."""
    if winner_units == loser_units:
        return TIE
    if rules.difference:
        return DIFFERENCE
    if (rules.schwarz == 1 and loser_units == 0) or (rules.schwarz == 2 and loser_tricks == 0):
        return SCHWARZ
    return SCHNEIDER if winner_units >= rules.schneider_at else SIMPLE


# E: 1, 2, 3 game points; cumulative: "the winner of the deal scores the difference in honours".
def award(rules: Rules, level: int, winner_units: int, loser_units: int) -> int:
    """The game points of the winner, 0 for a tie."""
    if level == DIFFERENCE:
        return winner_units - loser_units
    if level == SIMPLE:
        return rules.award_simple
    if level == SCHNEIDER:
        return rules.award_schneider
    return rules.award_schwarz if level == SCHWARZ else 0
