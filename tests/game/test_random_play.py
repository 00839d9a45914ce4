"""Random play, against published figures (docs/arena.md): what the first lead is worth.

"With random play the first leader wins 60.6% of deals in `bohemian` and takes 12.13 of 20 honours on average;
81.3% and 16.34 in `bohemian+next-higher`; 10-10 in 5.1% and 1.85%."
"""

from __future__ import annotations

import math
import random
from collections.abc import Callable

import pytest

from schneider_league.game import kernel
from schneider_league.game.cards import cards_of
from schneider_league.game.deal import Deal
from schneider_league.game.ruleset import Ruleset, parse_rules

# won, honours, tied; and the last digit that is printed
FIGURES = {
    "bohemian": ((0.606, 0.0005), (12.13, 0.005), (0.051, 0.0005)),
    "bohemian+next-higher": ((0.813, 0.0005), (16.34, 0.005), (0.0185, 0.00005)),
}


def by_deal(ruleset: Ruleset, rng: random.Random) -> tuple[int, int]:
    pack = list(range(32))
    rng.shuffle(pack)
    deal = Deal.of_pack(ruleset, pack)
    while not deal.is_over:
        deal.play(rng.choice(list(cards_of(deal.legal_plays()))))
    return deal.outcome().units


def by_kernel(ruleset: Ruleset, rng: random.Random) -> tuple[int, int]:
    rules = ruleset.code
    pack = list(range(32))
    rng.shuffle(pack)
    hands, talon = [pack[0:6], pack[6:12]], pack[12:]
    units, leader = [0, 0], 0
    while hands[0]:
        lead = hands[leader].pop(int(rng.random() * len(hands[leader])))
        other = hands[1 - leader]
        response = other.pop(int(rng.random() * len(other)))
        if kernel.beats(rules, lead, response, kernel.NO_TRUMP):
            leader = 1 - leader
        units[leader] += kernel.trick_units(rules, lead, response)
        if talon:
            hands[leader].append(talon.pop())
            hands[1 - leader].append(talon.pop())
    return units[0], units[1]


def assert_near(values: list[float], expected: float, printed: float) -> None:
    """The mean lies within four standard errors, and the rounding of what it is compared with."""
    mean = sum(values) / len(values)
    variance = sum((value - mean) ** 2 for value in values) / (len(values) - 1)
    assert abs(mean - expected) < 4 * math.sqrt(variance / len(values)) + printed, f"{mean}, not {expected}"


@pytest.mark.parametrize("rules", FIGURES)
@pytest.mark.parametrize(("play", "deals"), [(by_deal, 5000), (by_kernel, 12000)])
def test_the_figures_of_random_play(
    rules: str, play: Callable[[Ruleset, random.Random], tuple[int, int]], deals: int
) -> None:
    ruleset, rng = parse_rules(rules), random.Random(20261126)
    scores = [play(ruleset, rng) for _ in range(deals)]
    won, honours, tied = FIGURES[rules]
    assert_near([float(a > b) for a, b in scores], *won)
    assert_near([float(a) for a, _b in scores], *honours)
    assert_near([float(a == b) for a, b in scores], *tied)
