"""Who plays whom, and which wishes do not go together."""

from __future__ import annotations

from typing import Any

import pytest

from schneider_league.arena.plan import Format, draw_seed
from schneider_league.derive.sprt import Sprt
from schneider_league.errors import UsageError
from tests.arena.runs import plan_of


def test_who_plays_whom() -> None:
    bots = ("random", "greedy", "random", "careful")
    met = [(each.index, each.a, each.b) for each in plan_of(*bots).pairings]
    assert met == [(0, 0, 1), (1, 0, 2), (2, 0, 3), (3, 1, 2), (4, 1, 3), (5, 2, 3)]
    gauntlet = plan_of(*bots, format=Format.GAUNTLET)
    assert [(each.index, each.a, each.b) for each in gauntlet.pairings] == [(0, 0, 1), (1, 0, 2), (2, 0, 3)]
    assert [spec.name for spec in gauntlet.bots_of(1)] == ["random", "random#2"]
    assert (gauntlet.pairs, gauntlet.total_pairs, gauntlet.planned_deals) == (20, 60, 120)


def test_sessions_go_to_the_target_of_the_rules_unless_told_otherwise() -> None:
    assert plan_of(sessions=4).target == 7
    assert plan_of(sessions=4, rules="bohemian+cumulative").target == 50
    assert plan_of(sessions=4, target=3).target == 3
    assert plan_of(sessions=4).planned_deals is None
    assert plan_of().target is None


REFUSED: list[tuple[tuple[str, ...], dict[str, Any], str]] = [
    (("random",), {}, "two bots"),
    ((), {"deals": 3}, "--deals 3"),
    ((), {"deals": 0}, "--deals 0"),
    ((), {"deals": -2}, "--deals -2"),
    ((), {"deals": 1 << 40}, "is more than"),
    ((), {"sessions": 5}, "--sessions 5"),
    ((), {"deals": 2, "sessions": 2}, "either --deals or --sessions"),
    ((), {"deals": 2, "target": 7}, "--target"),
    ((), {"sessions": 2, "target": 0}, "--target 0"),
    ((), {"sessions": 2, "target": 1 << 20}, "--target 1048576"),
    ((), {"move_ms": 0}, "--move-ms 0"),
    ((), {"seed": -1}, "--seed -1"),
    (("random", "greedy", "careful"), {"sprt": Sprt()}, "two bots"),
]


@pytest.mark.parametrize(("bots", "wishes", "message"), REFUSED)
def test_what_does_not_go_together(bots: tuple[str, ...], wishes: dict[str, Any], message: str) -> None:
    with pytest.raises(UsageError, match=message):
        plan_of(*bots, **wishes)


def test_seeds_that_nobody_chose() -> None:
    seeds = {draw_seed() for _ in range(100)}
    assert len(seeds) == 100
    assert all(0 <= seed < 1 << 48 for seed in seeds)
