"""Every play of every ending, and every way to announce: simple, slow, and fit to be compiled."""

from __future__ import annotations

from schneider_league.game import kernel
from schneider_league.game.kernel import Rules


def brute_force(
    rules: Rules, leader: int, other: int, lead: int, trump: int, declared: int, units: int, other_units: int,
    tricks: int, other_tricks: int,
) -> int:  # fmt: skip
    """What the leader gets, game points before units. `lead` is the card on the table, -1 before it is led."""
    if leader | other == 0:
        if units > other_units:
            level = kernel.level(rules, units, other_units, other_tricks)
            points = kernel.award(rules, level, units, other_units)
        else:
            level = kernel.level(rules, other_units, units, tricks)
            points = -kernel.award(rules, level, other_units, units)
        return points * 100_000 + units - other_units
    if lead < 0:
        best = -10_000_000
        for card in range(32):
            if leader >> card & 1:
                value = brute_force(
                    rules, leader ^ 1 << card, other, card, trump, declared, units, other_units, tricks, other_tricks
                )
                best = max(best, value)
        return best
    worst = 10_000_000
    legal = kernel.legal_responses(rules, other, lead, trump, 0)
    for card in range(32):
        if legal >> card & 1:
            left = other ^ 1 << card
            won = kernel.trick_units(rules, lead, card)
            if leader | left == 0:
                won += rules.last_trick
            best = -10_000_000
            takes = kernel.beats(rules, lead, card, trump)
            winner = left if takes else leader
            for said in range(16):
                worth = announced(rules, winner, said, trump, declared)
                if worth >= 0:
                    now = declared | said
                    if takes:
                        value = brute_force(
                            rules, left, leader, -1, trump, now, other_units + won + worth, units, other_tricks + 1,
                            tricks,
                        )  # fmt: skip
                    else:
                        value = brute_force(
                            rules, leader, left, -1, trump, now, units + won + worth, other_units, tricks + 1,
                            other_tricks,
                        )  # fmt: skip
                    best = max(best, value)
            worst = min(worst, -best if takes else best)
    return worst


def announced(rules: Rules, hand: int, said: int, trump: int, declared: int) -> int:
    """What the marriages `said` count, -1 where not all of them may be declared."""
    worth = 0
    for suit in range(4):
        if said >> suit & 1:
            if not kernel.may_marry(rules, hand, suit, trump, declared):
                return -1
            worth += kernel.marriage_units(rules, suit, trump)
    return worth


def search(
    rules: Rules, leader: int, other: int, lead: int, trump: int, declared: int, units: int, other_units: int,
    tricks: int, other_tricks: int,
) -> int:  # fmt: skip
    """`brute_force`, as plain Python calls it where it is compiled."""
    return brute_force(rules, leader, other, lead, trump, declared, units, other_units, tricks, other_tricks)
