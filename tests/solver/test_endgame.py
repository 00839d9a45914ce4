"""The perfect ending is equal to brute force: on 1,000 random endings of each ruleset where there is a compiler."""

from __future__ import annotations

import random
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Final

import pytest

from schneider_league.arena.playout import Playout, seed_chance
from schneider_league.bots.builtin import Builtin
from schneider_league.game import bits, compiled, kernel
from schneider_league.game.bits import lowest
from schneider_league.game.cards import card_set, cards_of, format_card, parse_card
from schneider_league.game.kernel import Rules
from schneider_league.game.position import View
from schneider_league.game.ruleset import Ruleset, parse_rules
from tests.game.tables import RULESETS
from tests.solver import brute_force

ENDGAME: Final = Builtin("endgame")
ROOT: Final = Path(__file__).parents[2]


def value_of_lead(view: View, other: int, rules: Rules, card: int, search: Callable[..., int]) -> int:
    v = view
    return search(
        rules, v.hand ^ 1 << card, other, card, v.trump, v.declared, v.units, v.other_units, v.tricks, v.other_tricks
    )


def value_of_response(view: View, other: int, rules: Rules, card: int, search: Callable[..., int]) -> int:
    """For the side that responds: only this card is left to choose."""
    v = view
    left = v.hand ^ 1 << card
    won = kernel.trick_units(rules, v.lead, card)
    if left | other == 0:
        won += rules.last_trick
    takes = kernel.beats(rules, v.lead, card, v.trump)
    values = []
    for said in range(16):
        worth = brute_force.announced(rules, left if takes else other, said, v.trump, v.declared)
        if worth >= 0:
            now, mine, others = v.declared | said, (v.units, v.tricks), (v.other_units, v.other_tricks)
            gained = won + worth
            if takes:
                values.append(
                    search(rules, left, other, -1, v.trump, now, mine[0] + gained, others[0], mine[1] + 1, others[1])
                )
            else:
                values.append(
                    -search(rules, other, left, -1, v.trump, now, others[0] + gained, mine[0], others[1] + 1, mine[1])
                )
    return max(values) if takes else min(values)


# --- random endings ---


def random_ending(ruleset: Ruleset, rng: random.Random, size: int, is_lead: bool) -> tuple[View, int]:
    """An ending with `size` cards in the hand of the side at turn, and what the other side holds."""
    rules = ruleset.code
    pack = list(cards_of(ruleset.pack))
    rng.shuffle(pack)
    hand, other, played = pack[:size], pack[size : 2 * size], pack[2 * size :]
    trump = rng.randrange(4) if rules.trumps else -1
    units, tricks = [0, 0], [0, 0]
    # one in four has a side without a trick, and that side may have all marriages before it
    luck = rng.choice([0.5, 0.5, 0.3, 1.0])
    for at in range(0, len(played), 2):
        winner = int(rng.random() > luck)
        tricks[winner] += 1
        units[winner] += sum(rules.units[card & 7] for card in played[at : at + 2])
    declared = 0
    for suit in range(4):
        side = rng.randrange(2)
        if tricks[side] and kernel.marriage_units(rules, suit, trump) and rng.random() < 0.3:
            declared |= 1 << suit
            units[side] += kernel.marriage_units(rules, suit, trump)
    lead = -1
    if not is_lead:
        lead = other.pop()
    masks = [sum(1 << card for card in cards) for cards in (hand, other, played)]
    legal = masks[0] if is_lead else kernel.legal_responses(rules, masks[0], lead, trump, 0)
    known = masks[1] & rng.getrandbits(32)
    view = View(
        masks[0], legal, lead, trump, -1, 0, masks[2], known, masks[1] & ~known, len(other), units[0], units[1],
        tricks[0], tricks[1], declared, 0, 0xFFFF,
    )  # fmt: skip
    return view, masks[1]


def check_ending(playout: Playout, view: View, other: int, search: Callable[..., int]) -> None:
    rules = playout.ruleset.code
    card = playout.choose(ENDGAME, view, seed_chance(1))
    assert view.legal >> card & 1
    value_of = value_of_lead if view.lead < 0 else value_of_response
    values = {each: value_of(view, other, rules, each, search) for each in cards_of(view.legal)}
    assert values[card] == max(values.values()), (playout.ruleset.name, view, other, card, values)


def test_equals_brute_force(search: Callable[..., int]) -> None:
    """All rulesets in one test: where tests share the work, one process then compiles for all of them."""
    for ruleset in RULESETS:
        rng = random.Random(ruleset.name)
        playout = Playout(ruleset)
        # Brute force takes its time with five cards and more.
        sizes = [1, 2, 2, 3, 3, 3, 4, 4, 4, 4] * 99 + [5] * 9 + [6] if playout.is_compiled else [1, 2, 2, 3, 3]
        for number, size in enumerate(sizes):
            check_ending(playout, *random_ending(ruleset, rng, size, bool(number % 2)), search)
    if compiled.is_available():
        # Code that is read from disk by another process is the same code.
        code = f"from {__name__} import kept_choices; print(kept_choices())"
        read = subprocess.run(
            [sys.executable, "-c", code], capture_output=True, text=True, cwd=ROOT, timeout=300, check=True
        )
        assert read.stdout == f"{kept_choices()}\n"


def kept_choices() -> list[int]:
    """Choices of the endgame in a game with marriages."""
    playout = Playout(parse_rules("points+marriage+three-wins"))
    rng = random.Random("kept")
    endings = [random_ending(playout.ruleset, rng, 2 + number % 5, bool(number % 2)) for number in range(200)]
    return [playout.choose(ENDGAME, view, seed_chance(1)) for view, _other in endings]


@pytest.mark.parametrize("name", ["bohemian", "points+marriage", "points+three-wins", "odd"])
def test_plain_equals_brute_force(name: str, search: Callable[..., int]) -> None:
    ruleset = next(each for each in RULESETS if each.name == name)
    rng = random.Random(name)
    playout = Playout(ruleset, is_compiled=False)
    for number in range(40):
        check_ending(playout, *random_ending(ruleset, rng, 1 + number % 3, bool(number // 2 % 2)), search)


@pytest.mark.parametrize("is_compiled", sorted({False, compiled.is_available()}))
@pytest.mark.parametrize(
    ("mine", "lead", "others", "best"),
    [
        # The ten takes the nine, and the ace then takes the king; the ace on the nine would lose everything.
        ("10H AC", "9H", "KC", "10H"),
        # The ten falls to the jack either way, and then only an ace that was led before is safe.
        ("10C AC", None, "JC 7D", "AC"),
        # Of equals the lowest.
        ("AS KS", None, "7D 8D", "KS"),
    ],
)
def test_endings_by_hand(is_compiled: bool, mine: str, lead: str | None, others: str, best: str) -> None:
    led = -1 if lead is None else lowest(hand(lead))
    view = View(
        hand(mine), hand(mine), led, -1, -1, 0, 0, 0, hand(others), len(others.split()), 5, 9, 7, 7, 0, 0, 0xFFFF
    )  # fmt: skip
    card = Playout(parse_rules("bohemian"), is_compiled=is_compiled).choose(ENDGAME, view, seed_chance(1))
    assert format_card(card) == best


def hand(text: str) -> int:
    return card_set(card for word in text.split() if (card := parse_card(word)) is not None)


@pytest.fixture(scope="module")
def search() -> Callable[..., int]:
    """Brute force, compiled where that can be done."""
    if not compiled.is_available():
        return brute_force.search
    program = compiled.Program([bits, kernel, brute_force], [brute_force.brute_force])
    return program.entry(
        brute_force.search, "search", {"brute_force": program.of(brute_force.brute_force)}, is_kept=False
    )
