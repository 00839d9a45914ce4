"""Perfect play once the talon is gone and both hands are known: the most game points, and of those the most units.

Where the units that both sides have in the end are settled, a larger difference in units is never worth less, so that
the difference that is still to be won decides, whatever was won before: `_tabulate` finds it for all hands that the two
sides can come to hold, the smallest first. With a marriage that may still be declared, or a Schwarz that asks for every
trick, what was won before matters; `search` tries those until that is settled.

A hand is a set of cards or, locally, a set of places among the side's cards when the ending began. What is remembered
lies in a row of `ROOM` integers.
"""

from __future__ import annotations

from typing import Final, NamedTuple

from schneider_league.game import kernel
from schneider_league.game.bits import count, lowest
from schneider_league.game.chance import Words
from schneider_league.game.kernel import Rules
from schneider_league.game.position import View

ROOM: Final = 8192 + 2 * 64 + 2 * 8 + 7 * 16
"""8192 values, the sets of cards of all local hands, the cards, and what `search` remembers of seven tricks."""
_HANDS: Final = 8192
_CARDS: Final = _HANDS + 2 * 64
_FRAMES: Final = _CARDS + 2 * 8
_FRAME: Final = 16
_LOW, _HIGH, _LEADS, _LEAD, _RESPONSES, _WORST = range(8, 14)
"""Where these stand in a frame of `search`, behind the ending."""
_NO_VALUE: Final = 1 << 60
POINT: Final = 1 << 18
"""What a game point is worth in units of the value of an ending: more than any difference in units."""


class Ending(NamedTuple):
    """The deal before a trick of the ending; hands are local, `other_…` is the side that does not lead."""

    side: int
    """The side that leads."""
    mine: int
    other: int
    units: int
    other_units: int
    tricks: int
    other_tricks: int
    declared: int
    """Bit s for each suit whose marriage was declared."""


def _prepare(rules: Rules, hand: int, other_hand: int, trump: int, room: Words) -> None:
    """Set out two hands, sides 0 and 1, and tabulate what is won from each pair of equally large parts of them."""
    for side in range(2):
        cards = hand if side == 0 else other_hand
        size = 0
        room[_HANDS + 64 * side] = 0
        while cards:
            card = lowest(cards)
            cards &= cards - 1
            room[_CARDS + 8 * side + size] = card
            for local in range(1 << size):
                room[_HANDS + 64 * side + (1 << size | local)] = room[_HANDS + 64 * side + local] | 1 << card
            size += 1
    _tabulate(rules, trump, count(hand), count(other_hand), room)


def _tabulate(rules: Rules, trump: int, size: int, other_size: int, room: Words) -> None:
    """What the leader wins more than the other from each pair of hands, at side * 4096 + leader's * 64 + other's."""
    room[0] = room[4096] = 0
    for left in range(1, min(size, other_size) + 1):
        for side in range(2):
            mine = (1 << left) - 1
            while mine >> (other_size if side else size) == 0:
                other = (1 << left) - 1
                while other >> (size if side else other_size) == 0:
                    value = _best_difference(rules, trump, side, mine, other, room)
                    room[side << 12 | mine << 6 | other] = value
                    other = _next_of_size(other)
                mine = _next_of_size(mine)


def _next_of_size(places: int) -> int:
    """The next larger number with as many bits (Gosper's way)."""
    ripple = places + (places & -places)
    return (ripple ^ places) >> 2 + lowest(places) | ripple


def _best_difference(rules: Rules, trump: int, side: int, mine: int, other: int, room: Words) -> int:
    """What the leader wins more than the other from here on, from what is tabulated of smaller hands."""
    other_hand = room[_HANDS + 64 * (1 - side) + other]
    best = -_NO_VALUE
    leads = mine
    while leads:
        place = lowest(leads)
        leads &= leads - 1
        lead = room[_CARDS + 8 * side + place]
        after = mine ^ 1 << place
        legal = kernel.legal_responses(rules, other_hand, lead, trump, 0)
        beaters = kernel.beaters(rules, lead, trump)
        worst = _NO_VALUE
        responses = other
        while responses and worst > best:
            response_place = lowest(responses)
            responses &= responses - 1
            response = room[_CARDS + 8 * (1 - side) + response_place]
            if legal >> response & 1:
                units = kernel.trick_units(rules, lead, response)
                if after == 0:
                    units += rules.last_trick
                left = other ^ 1 << response_place
                if beaters >> response & 1:
                    value = -units - room[(1 - side) << 12 | left << 6 | after]
                else:
                    value = units + room[side << 12 | after << 6 | left]
                worst = min(worst, value)
        best = max(best, worst)
    return best


def worth(rules: Rules, units: int, other_units: int, tricks: int, other_tricks: int) -> int:
    """The value of a deal that is over: game points, then units, above 0 where they are one's own."""
    if units >= other_units:
        points = kernel.award(rules, kernel.level(rules, units, other_units, other_tricks), units, other_units)
    else:
        points = -kernel.award(rules, kernel.level(rules, other_units, units, tricks), other_units, units)
    return points * POINT + units - other_units


def marriages(rules: Rules, hand: int, trump: int, declared: int) -> int:
    """Bit s for each suit whose marriage may be declared after a trick."""
    found = 0
    if rules.marriage_plain or rules.marriage_trump:
        for suit in range(4):
            if kernel.may_marry(rules, hand, suit, trump, declared):
                found |= 1 << suit
    return found


def is_settled(rules: Rules, ending: Ending, trump: int, room: Words) -> bool:
    """Whether the difference in units is all that matters from here on."""
    if rules.schwarz == 2 and (ending.tricks == 0 or ending.other_tricks == 0):
        return False
    hand = room[_HANDS + 64 * ending.side + ending.mine]
    other_hand = room[_HANDS + 64 * (1 - ending.side) + ending.other]
    return marriages(rules, hand, trump, ending.declared) | marriages(rules, other_hand, trump, ending.declared) == 0


def settled_value(rules: Rules, ending: Ending, room: Words) -> int:
    """The value for the leader where the difference in units is all that matters, or all is played."""
    e = ending
    total = e.units + e.other_units
    if e.mine:
        total += rules.last_trick
    cards = room[_HANDS + 64 * e.side + e.mine] | room[_HANDS + 64 * (1 - e.side) + e.other]
    while cards:
        total += rules.units[lowest(cards) & 7]
        cards &= cards - 1
    difference = e.units - e.other_units + room[e.side << 12 | e.mine << 6 | e.other]
    return worth(rules, total + difference >> 1, total - difference >> 1, e.tricks, e.other_tricks)


def take_trick(rules: Rules, ending: Ending, place: int, response_place: int, trump: int, room: Words) -> Ending:
    """The ending after a trick, whose winner leads and has declared what it could.

    Units of one's own are never worth less than none, and the other side knows the hand anyway.
    """
    e = ending
    mine, other = e.mine & ~(1 << place), e.other & ~(1 << response_place)
    lead, response = room[_CARDS + 8 * e.side + place], room[_CARDS + 8 * (1 - e.side) + response_place]
    won = kernel.trick_units(rules, lead, response)
    if mine == 0:
        won += rules.last_trick
    is_beaten = kernel.beats(rules, lead, response, trump)
    winner = 1 - e.side if is_beaten else e.side
    declared = marriages(rules, room[_HANDS + 64 * winner + (other if is_beaten else mine)], trump, e.declared)
    for suit in range(4):
        if declared >> suit & 1:
            won += kernel.marriage_units(rules, suit, trump)
    declared |= e.declared
    if is_beaten:
        return Ending(winner, other, mine, e.other_units + won, e.units, e.other_tricks + 1, e.tricks, declared)
    return Ending(winner, mine, other, e.units + won, e.other_units, e.tricks + 1, e.other_tricks, declared)


def search(rules: Rules, ending: Ending, trump: int, low: int, high: int, room: Words) -> int:
    """The value for the leader, exact if it lies between `low` and `high`, else the nearer of the two.

    Alpha-beta with its stack in `room`, a frame for each trick, since compiled code that calls itself cannot be kept on
    disk. A frame holds the ending, what is known of its value, the leads that are still to be tried, the lead that is
    being tried, the responses that are still to be tried to it, and the worst for the leader that was found of them.
    """
    frame = _FRAMES
    _open(ending, low, high, frame, room)
    while True:
        low, worst = room[frame + _LOW], room[frame + _WORST]
        if room[frame + _RESPONSES] == 0 or worst <= low:
            if room[frame + _LEAD] >= 0:
                low = max(low, worst)
                room[frame + _LOW] = low
            if room[frame + _LEADS] == 0 or low >= room[frame + _HIGH]:
                if frame == _FRAMES:
                    return low
                side = room[frame]
                frame -= _FRAME
                value = low if side == room[frame] else -low
                room[frame + _WORST] = min(room[frame + _WORST], value)
            else:
                _next_lead(rules, trump, frame, room)
            continue
        response_place = lowest(room[frame + _RESPONSES])
        room[frame + _RESPONSES] &= room[frame + _RESPONSES] - 1
        before = _ending(frame, room)
        after = take_trick(rules, before, room[frame + _LEAD], response_place, trump, room)
        if after.mine == 0 or is_settled(rules, after, trump, room):
            value = settled_value(rules, after, room)
            room[frame + _WORST] = min(worst, value if after.side == before.side else -value)
        else:
            frame += _FRAME
            if after.side == before.side:
                _open(after, low, worst, frame, room)
            else:
                _open(after, -worst, -low, frame, room)


def _open(ending: Ending, low: int, high: int, frame: int, room: Words) -> None:
    """Begin a frame of `search`."""
    e = ending
    room[frame] = e.side
    room[frame + 1] = e.mine
    room[frame + 2] = e.other
    room[frame + 3] = e.units
    room[frame + 4] = e.other_units
    room[frame + 5] = e.tricks
    room[frame + 6] = e.other_tricks
    room[frame + 7] = e.declared
    room[frame + _LOW] = low
    room[frame + _HIGH] = high
    room[frame + _LEADS] = e.mine
    room[frame + _LEAD] = -1
    room[frame + _RESPONSES] = 0
    room[frame + _WORST] = high


def _ending(frame: int, room: Words) -> Ending:
    return Ending(
        room[frame], room[frame + 1], room[frame + 2], room[frame + 3], room[frame + 4], room[frame + 5],
        room[frame + 6], room[frame + 7],
    )  # fmt: skip


def _next_lead(rules: Rules, trump: int, frame: int, room: Words) -> None:
    """Go on to the next lead of a frame and the responses to it."""
    side = room[frame]
    place = lowest(room[frame + _LEADS])
    room[frame + _LEADS] &= room[frame + _LEADS] - 1
    room[frame + _LEAD] = place
    room[frame + _WORST] = room[frame + _HIGH]
    other = room[frame + 2]
    legal = kernel.legal_responses(
        rules, room[_HANDS + 64 * (1 - side) + other], room[_CARDS + 8 * side + place], trump, 0
    )
    responses = 0
    while other:
        response_place = lowest(other)
        other &= other - 1
        if legal >> room[_CARDS + 8 * (1 - side) + response_place] & 1:
            responses |= 1 << response_place
    room[frame + _RESPONSES] = responses


def value_after(
    rules: Rules, ending: Ending, place: int, response_place: int, trump: int, low: int, high: int, room: Words
) -> int:
    """The value of a trick for its leader, exact if it lies between `low` and `high`."""
    after = take_trick(rules, ending, place, response_place, trump, room)
    if after.mine == 0 or is_settled(rules, after, trump, room):
        value = settled_value(rules, after, room)
        return value if after.side == ending.side else -value
    if after.side == ending.side:
        return search(rules, after, trump, low, high, room)
    return -search(rules, after, trump, -high, -low, room)


def best_card(rules: Rules, view: View, room: Words) -> int:
    """The best card once the talon is gone; of equally good ones the lowest."""
    other_hand = view.known | view.unseen
    trump = view.trump
    if view.lead < 0:
        _prepare(rules, view.hand, other_hand, trump, room)
        mine, other = (1 << count(view.hand)) - 1, (1 << count(other_hand)) - 1
        ending = Ending(0, mine, other, view.units, view.other_units, view.tricks, view.other_tricks, view.declared)
        return _best_lead(rules, ending, trump, room)
    _prepare(rules, other_hand | 1 << view.lead, view.hand, trump, room)
    mine, other = (2 << count(other_hand)) - 1, (1 << count(view.hand)) - 1
    ending = Ending(0, mine, other, view.other_units, view.units, view.other_tricks, view.tricks, view.declared)
    return _best_response(rules, ending, count(other_hand & (1 << view.lead) - 1), trump, room)


def _best_lead(rules: Rules, ending: Ending, trump: int, room: Words) -> int:
    other_hand = room[_HANDS + 64 + ending.other]
    best_place = 0
    best = -_NO_VALUE
    for place in range(count(ending.mine)):
        legal = kernel.legal_responses(rules, other_hand, room[_CARDS + place], trump, 0)
        worst = _NO_VALUE
        responses = ending.other
        while responses and worst > best:
            response_place = lowest(responses)
            responses &= responses - 1
            if legal >> room[_CARDS + 8 + response_place] & 1:
                worst = min(worst, value_after(rules, ending, place, response_place, trump, best, worst, room))
        if worst > best:
            best = worst
            best_place = place
    return room[_CARDS + best_place]


def _best_response(rules: Rules, ending: Ending, place: int, trump: int, room: Words) -> int:
    other_hand = room[_HANDS + 64 + ending.other]
    legal = kernel.legal_responses(rules, other_hand, room[_CARDS + place], trump, 0)
    best_card = -1
    worst = _NO_VALUE
    for response_place in range(count(ending.other)):
        card = room[_CARDS + 8 + response_place]
        if legal >> card & 1:
            value = value_after(rules, ending, place, response_place, trump, -_NO_VALUE, worst, room)
            if value < worst:
                worst = value
                best_card = card
    return best_card
