"""How mirrored pairs of deals and of sessions are played, with whatever functions choose: the loop that is compiled.

Everything here is of integers and plays with two bots, a and b, each of them two functions (see `bots/builtin`).
A deal's chance is that of its pack's key and its own key, so that any deal can be played without those before it.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final, TypeAlias

from schneider_league.game.chance import Chance, Key, Words, philox, shuffle
from schneider_league.game.kernel import Rules
from schneider_league.game.position import (
    NOTHING,
    Pack,
    Position,
    View,
    announce,
    begin,
    draw,
    game_points,
    is_over,
    lead_card,
    legal_announcements,
    legal_plays,
    look,
    respond,
    units_of,
)

Choose: TypeAlias = Callable[[Rules, View, Chance, Words, int], int]

MOVES: Final = 48
"""Room for the plays of a deal: how many there are, then 32 cards and at most 5 announcements."""
ANNOUNCED: Final = 32
"""What is added to an announcement among the moves, so that it differs from a card."""
UNITS_BITS: Final = 17
"""Units and game points of a deal are below 2^16 in every ruleset that can be stated."""


def play_deal(
    rules: Rules,
    card_a: Choose,
    say_a: Choose,
    samples_a: int,
    card_b: Choose,
    say_b: Choose,
    samples_b: int,
    side_a: int,
    pack: Pack,
    chance: Chance,
    room: Words,
    moves: Words,
) -> Position:
    """Play a deal in which bot a is side `side_a`: how it ended. `moves` gets the number of moves, then the moves."""
    position = begin(rules, pack)
    top = 12
    made = 0
    while not is_over(position):
        legal = legal_plays(rules, position)
        view = look(rules, position, legal)
        if position.leader == side_a:
            card = card_a(rules, view, chance, room, samples_a)
        else:
            card = card_b(rules, view, chance, room, samples_b)
        made += 1
        moves[made] = card
        position = lead_card(position, card)

        legal = legal_plays(rules, position)
        view = look(rules, position, legal)
        if position.leader == side_a:
            card = card_b(rules, view, chance, room, samples_b)
        else:
            card = card_a(rules, view, chance, room, samples_a)
        made += 1
        moves[made] = card
        position = respond(rules, position, card)

        legal = legal_announcements(rules, position)
        while legal:
            view = look(rules, position, legal)
            if position.leader == side_a:
                said = say_a(rules, view, chance, room, samples_a)
            else:
                said = say_b(rules, view, chance, room, samples_b)
            if said == NOTHING:
                break
            made += 1
            moves[made] = ANNOUNCED + said
            position = announce(rules, position, said)
            legal = legal_announcements(rules, position)
        if position.talon:
            position = draw(position, pack[top], pack[top + 1])
            top += 2
    moves[0] = made
    return position


def points_of(rules: Rules, position: Position, side: int) -> int:
    """The game points of a deal that is over: above 0 those of `side`, below 0 those of the other."""
    points = game_points(rules, position)
    return points if position.leader == side else -points


def outcome_of(rules: Rules, position: Position, side_a: int) -> int:
    """Units and game points of a deal that is over in one number; `read_outcome` takes it apart."""
    points = points_of(rules, position, side_a) + (1 << UNITS_BITS - 1)
    return (points << UNITS_BITS | units_of(position, side_a)) << UNITS_BITS | units_of(position, 1 - side_a)


def read_outcome(outcome: int) -> tuple[int, int, int, int]:
    """Units of a, units of b, game points of a, game points of b."""
    mask = (1 << UNITS_BITS) - 1
    points = (outcome >> 2 * UNITS_BITS) - (1 << UNITS_BITS - 1)
    return outcome >> UNITS_BITS & mask, outcome & mask, max(points, 0), max(-points, 0)


def number_of(outcome: int, seen: Words, seen_mask: int) -> int:
    """The number of an outcome among those seen, -1 if it is new and the table is three quarters full.

    `seen` is an open hash table: how many there are, then at 1 + 2 * place an outcome and its number; an outcome is
    never 0, so that 0 is an empty place.
    """
    place = ((outcome ^ outcome >> 31) & 0xFFFFFFFF) * 0x9E3779B1 >> 12 & seen_mask
    while seen[1 + 2 * place] != outcome:
        if seen[1 + 2 * place] == 0:
            if 4 * seen[0] >= 3 * seen_mask:
                return -1
            seen[1 + 2 * place] = outcome
            seen[2 + 2 * place] = seen[0]
            seen[0] += 1
        else:
            place = place + 1 & seen_mask
    return seen[2 + 2 * place]


def draw_chance(key: Key, pair: int, deal: int, half: int, words: Words, chance: Chance) -> None:
    """Set the random sources of both sides for a deal."""
    philox(key, pair, deal, half, words, 0)
    for at in range(4):
        # The two words of a source must not both be 0.
        chance[at] = words[at] | at & 1


def play_pairs(
    rules: Rules,
    card_a: Choose,
    say_a: Choose,
    samples_a: int,
    card_b: Choose,
    say_b: Choose,
    samples_b: int,
    pack_key: Key,
    chance_key: Key,
    first: int,
    count: int,
    pack: Words,
    words: Words,
    chance: Chance,
    room: Words,
    moves: Words,
    seen: Words,
    seen_mask: int,
    numbers: Words,
) -> int:
    """Play `count` mirrored pairs of deals from pair `first` on: each pack twice, bot a leads first in the first half.

    `numbers` gets each deal's outcome as its number in `seen`. Played are as many pairs as `seen` has room for, and
    this number is returned.
    """
    for done in range(count):
        shuffle(pack_key, first + done, 0, pack, words, rules.lowest_rank)
        for half in range(2):
            draw_chance(chance_key, first + done, 0, half, words, chance)
            position = play_deal(
                rules, card_a, say_a, samples_a, card_b, say_b, samples_b, half, pack, chance, room, moves
            )  # fmt: skip
            number = number_of(outcome_of(rules, position, half), seen, seen_mask)
            if number < 0:
                return done
            numbers[2 * done + half] = number
    return count


def play_session(
    rules: Rules,
    card_a: Choose,
    say_a: Choose,
    samples_a: int,
    card_b: Choose,
    say_b: Choose,
    samples_b: int,
    pack_key: Key,
    chance_key: Key,
    pair: int,
    half: int,
    target: int,
    pack: Words,
    words: Words,
    chance: Chance,
    room: Words,
    moves: Words,
    seen: Words,
    seen_mask: int,
    numbers: Words,
    at: int,
    most: int,
) -> int:
    """Play a session to `target` game points, whose first deal bot a leads in half 0: the number of its deals.

    `numbers` gets the outcomes from `at` on. -1 if the session has more than `most` deals or `seen` is full.
    """
    side_a = half
    score_a = score_b = deal = 0
    while score_a < target and score_b < target:
        if deal == most:
            return -1
        shuffle(pack_key, pair, deal, pack, words, rules.lowest_rank)
        draw_chance(chance_key, pair, deal, half, words, chance)
        position = play_deal(
            rules, card_a, say_a, samples_a, card_b, say_b, samples_b, side_a, pack, chance, room, moves
        )  # fmt: skip
        number = number_of(outcome_of(rules, position, side_a), seen, seen_mask)
        if number < 0:
            return -1
        numbers[at + deal] = number
        deal += 1
        points = points_of(rules, position, side_a)
        # All: the deal passes to the other player after each deal with a winner; after a tie the same deals again.
        if points > 0:
            score_a += points
            side_a = 1 - side_a
        elif points < 0:
            score_b -= points
            side_a = 1 - side_a
    return deal


def play_session_pairs(
    rules: Rules,
    card_a: Choose,
    say_a: Choose,
    samples_a: int,
    card_b: Choose,
    say_b: Choose,
    samples_b: int,
    pack_key: Key,
    chance_key: Key,
    first: int,
    count: int,
    target: int,
    pack: Words,
    words: Words,
    chance: Chance,
    room: Words,
    moves: Words,
    seen: Words,
    seen_mask: int,
    numbers: Words,
    size: int,
    lengths: Words,
) -> int:
    """Play `count` mirrored pairs of sessions from pair `first` on; the second of a pair has the other first dealer.

    `numbers`, which has room for `size`, gets the outcomes of their deals, `lengths` how many each session has. Played
    are as many pairs as there is room for, which is returned.
    """
    at = 0
    for done in range(count):
        for half in range(2):
            length = play_session(
                rules, card_a, say_a, samples_a, card_b, say_b, samples_b, pack_key, chance_key, first + done, half,
                target, pack, words, chance, room, moves, seen, seen_mask, numbers, at, size - at,
            )  # fmt: skip
            if length < 0:
                return done
            lengths[2 * done + half] = length
            at += length
    return count
