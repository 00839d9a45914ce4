"""All ways to go on from small fixed positions, counted by the package and by `second_rules`, as perft does in chess.

From a fixed pack a fixed number of tricks is played (always the lowest, or always the highest, card that is
allowed); from there on all sequences of plays and announcements are counted, with what each of them ends in.
"""

from __future__ import annotations

import random
from collections import Counter

import pytest

from schneider_league.game.ruleset import Ruleset
from tests.game.second_rules import Table
from tests.game.tables import RULESETS, DealTable, KernelTable, Outcome, all_tables, game_of

AnyTable = Table | DealTable | KernelTable


def fixed_pack(ruleset: Ruleset, seed: int) -> list[str]:
    pack = game_of(ruleset).pack()
    random.Random(seed).shuffle(pack)
    return pack


def go_forward(table: AnyTable, plays: int) -> None:
    """Play this many cards, the lowest and the highest in turn, and make every announcement but the exchange."""
    while plays:
        options = table.options()
        if "draw" in options:
            table.do(next(option for option in options if option != "exchange"))
            continue
        table.do(options[0 if plays % 3 else -1])
        plays -= 1


def count(table: AnyTable, widths: tuple[int, ...], path: str, found: Counter[tuple[Outcome, str]]) -> None:
    """Count the ways to go on; `widths[n]` is how many cards are tried at the nth play from here, all behind them.

    Announcements are always tried all. `path` keeps which were made.
    """
    if table.is_over():
        found[table.outcome(), path] += 1
        return
    options = table.options()
    if "draw" not in options:
        width, widths = (widths[0], widths[1:]) if widths else (len(options), ())
        options = options[:width] if width > 1 else options[len(options) // 2 :][:1]
    for option in options:
        further = table.clone()
        further.do(option)
        said = path + option[0] if "draw" in options and option != "draw" else path
        count(further, widths, said, found)


def count_all(ruleset: Ruleset, seed: int, left: int, widths: tuple[int, ...]) -> list[Counter[tuple[Outcome, str]]]:
    """The counts of the package's two ways and of the second rules, from where so many cards are left to play."""
    counts = []
    for table in all_tables(ruleset, fixed_pack(ruleset, seed)):
        go_forward(table, ruleset.cards - left)
        found: Counter[tuple[Outcome, str]] = Counter()
        count(table, widths, "", found)
        counts.append(found)
    return counts


# The second part of each deal is played without much choice, where it would be too much to count.
ALMOST_NONE = (1,) * 12
POSITIONS = {
    # All that can follow, from four cards each.
    "8 cards, all ways": (8, ()),
    # The last trick before the talon is gone, and the one before it.
    "2 cards in the talon": (14, (6, 6, *ALMOST_NONE)),
    "4 cards in the talon": (16, (2, 6, 2, 2, *ALMOST_NONE)),
}


@pytest.mark.parametrize("position", POSITIONS)
@pytest.mark.parametrize("ruleset", RULESETS, ids=lambda ruleset: ruleset.name)
def test_counts_agree(ruleset: Ruleset, position: str) -> None:
    left, widths = POSITIONS[position]
    second, by_deal, by_kernel = count_all(ruleset, 7, left, widths)
    assert sum(second.values()) > 1
    assert by_deal == second
    assert by_kernel == second


def test_counts_agree_where_much_is_announced() -> None:
    """Exchanges and marriages, before and after each other."""
    paths: set[str] = set()
    for ruleset in RULESETS:
        if not ruleset.exchange and not any(ruleset.marriage):
            continue
        for seed in range(40):
            table = Table(game_of(ruleset), fixed_pack(ruleset, seed))
            go_forward(table, ruleset.cards - 16)
            can_marry = any(table.game.marriage) and any(
                "K" + s in hand and "Q" + s in hand for hand in table.hands for s in "CSHD"
            )
            lowest = table.game.ranks[0] + (table.trump or "")
            can_exchange = ruleset.exchange and any(lowest in hand for hand in table.hands)
            # Where both can be said, at any seed; where one can, at some.
            if not ((can_marry and can_exchange) or ((can_marry or can_exchange) and seed < 6)):
                continue
            second, by_deal, by_kernel = count_all(ruleset, seed, 16, (2, 2, 2, 2, *ALMOST_NONE))
            assert by_deal == second, (ruleset.name, seed)
            assert by_kernel == second, (ruleset.name, seed)
            paths |= {path for _outcome, path in second}
    assert {"e", "m", "em", "me", "mm"} <= paths
