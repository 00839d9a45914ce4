"""`sampler`: deals the unseen cards many times, plays them out, and takes the best average.

What it cannot see it deals at random, in agreement with all that was seen: which cards are out, which the opponent is
known to hold, and which it cannot hold since it did not follow suit. In each such deal each card that may be played is
tried, and both sides play on as `careful` does. Three times on the way the worse half of the cards is given up, so that
the better ones are tried more often; and what `careful` would play is given up only for a clear gain. The card with the
best average of game points, a little moved by units, is played. Once the talon is gone nothing is unseen, and it plays
as `endgame` does.
"""

from __future__ import annotations

from typing import Final

from schneider_league.bots.builtin import careful as policy
from schneider_league.bots.builtin import greedy
from schneider_league.game import kernel
from schneider_league.game.bits import count, lowest, pick
from schneider_league.game.chance import Chance, Words, below
from schneider_league.game.kernel import Rules
from schneider_league.game.position import (
    NO_LIMITS,
    Position,
    View,
    draw,
    game_points,
    is_over,
    lead_card,
    legal_announcements,
    legal_plays,
    limits_without,
    look,
    respond,
    units_of,
)
from schneider_league.game.position import (
    announce as announce_in,
)
from schneider_league.solver import endgame

_ROUNDS: Final = 4
"""After each of these parts of the deals the worse half of the cards is given up."""
_HEAD_START: Final = 13
"""The card that `careful` would play begins with a thirteenth of a game point: a small lead over it proves nothing."""
_TALON: Final = 32
_SUMS: Final = 64
"""Where the talon that was dealt and the sums of the cards stand in `room`; `careful` needs what is before them."""


def choose_card(rules: Rules, view: View, chance: Chance, room: Words, samples: int) -> int:
    """The card with the best average, of equals the lowest."""
    if view.talon == 0:
        return endgame.best_card(rules, view, room)
    if count(view.legal) == 1:
        return lowest(view.legal)
    for card in range(32):
        room[_SUMS + card] = 0
    times = how_often(rules, view, samples)
    favourite = policy.choose_card(rules, view, chance, room, 0)
    room[_SUMS + favourite] = times * kernel.total_units(rules) // _HEAD_START
    left = view.legal
    for number in range(times):
        if number and number * _ROUNDS % times < _ROUNDS:
            left = better_half(left, room)
        position = deal_unseen(rules, view, chance, room)
        cards = left
        while cards:
            card = lowest(cards)
            cards &= cards - 1
            room[_SUMS + card] += value_of(rules, position, card, view.side, chance, room)
    return best_of(left, room)


def announce(rules: Rules, view: View, chance: Chance, room: Words, samples: int) -> int:
    """Whatever may be announced."""
    return greedy.announce(rules, view, chance, room, samples)


def how_often(rules: Rules, view: View, samples: int) -> int:
    """How often the unseen cards are dealt: the more often the fewer tricks and choices there are, at equal effort."""
    tricks = kernel.pack_size(rules) // 2
    left = tricks - view.tricks - view.other_tricks
    return max(samples * tricks * kernel.HAND_SIZE // (left * count(view.legal)), 1)


def best_of(cards: int, room: Words) -> int:
    """The card with the highest sum, of equals the lowest."""
    best = lowest(cards)
    while cards:
        card = lowest(cards)
        cards &= cards - 1
        if room[_SUMS + card] > room[_SUMS + best]:
            best = card
    return best


def better_half(cards: int, room: Words) -> int:
    """The half of the cards with the highest sums, but at least two."""
    wanted = max(count(cards) + 1 >> 1, 2)
    kept = 0
    while count(kept) < wanted:
        kept |= 1 << best_of(cards & ~kept, room)
    return kept


def deal_unseen(rules: Rules, view: View, chance: Chance, room: Words) -> Position:
    """A deal that agrees with what was seen; `room` gets the talon from the top down.

    The places in the opponent's hand that were filled long ago are dealt first. What may lie there may also lie in
    those that were filled later, so that all deals that agree are equally likely.
    """
    at = 2 * view.side
    unseen, hand = view.unseen, view.known
    hidden = view.held - count(hand)
    limits = view.limits
    if limits != NO_LIMITS:
        rest = view.known
        while rest:
            limits = limits_without(limits, lowest(rest))
            rest &= rest - 1
    for place in range(hidden):
        fitting = unseen
        if limits != NO_LIMITS:
            fitting &= ~barred_suits(limits, hidden - place)
        if fitting == 0:
            # A known card stands where another one would have to.
            fitting = unseen
        bit = 1 << pick(fitting, below(chance, at, count(fitting)))
        unseen ^= bit
        hand |= bit
    size = 0
    while unseen:
        card = pick(unseen, below(chance, at, count(unseen)))
        unseen ^= 1 << card
        room[_TALON + size] = card
        size += 1
    if view.turned >= 0:
        room[_TALON + size] = view.turned
    v = view
    if v.lead < 0:
        return Position(
            v.side, v.lead, v.hand, hand, 0, v.known, v.units, v.other_units, v.tricks, v.other_tricks, v.trump,
            v.turned, v.talon, v.declared, v.played, NO_LIMITS, v.limits,
        )  # fmt: skip
    return Position(
        1 - v.side, v.lead, hand, v.hand, v.known, 0, v.other_units, v.units, v.other_tricks, v.tricks, v.trump,
        v.turned, v.talon, v.declared, v.played, v.limits, NO_LIMITS,
    )  # fmt: skip


def barred_suits(limits: int, newest: int) -> int:
    """The cards that cannot lie in a place of the opponent's hand; `newest` places were filled no earlier than it."""
    barred = 0
    for suit in range(4):
        if limits >> 4 * suit & 15 < newest:
            barred |= 0xFF << 8 * suit
    return barred


def value_of(rules: Rules, position: Position, card: int, side: int, chance: Chance, room: Words) -> int:
    """What a side gets if it plays this card and both play on as `careful` does."""
    top = 0
    while not is_over(position):
        if position.lead < 0:
            if card < 0:
                view = look(rules, position, legal_plays(rules, position))
                card = policy.choose_card(rules, view, chance, room, 0)
            position = lead_card(position, card)
            card = -1
        if card < 0:
            view = look(rules, position, legal_plays(rules, position))
            card = policy.choose_card(rules, view, chance, room, 0)
        position = respond(rules, position, card)
        card = -1
        legal = legal_announcements(rules, position)
        while legal:
            said = greedy.announce(rules, look(rules, position, legal), chance, room, 0)
            position = announce_in(rules, position, said)
            legal = legal_announcements(rules, position)
        if position.talon:
            position = draw(position, room[_TALON + top], room[_TALON + top + 1])
            top += 2
    points = game_points(rules, position)
    if position.leader != side:
        points = -points
    return points * kernel.total_units(rules) + units_of(position, side) - units_of(position, 1 - side)
