"""Ratings of a field of bots: against worked numbers, choix and what follows from the model."""

from __future__ import annotations

import json
import math
import random
from pathlib import Path
from typing import Any

import pytest

from schneider_league.derive.bradley_terry import ELO_PER_LOGIT, Results, rate
from schneider_league.derive.statistics import Match, elo_when_all_won

WORKED: dict[str, Any] = json.loads(
    (Path(__file__).parents[1] / "data" / "match_statistics.json").read_text(encoding="utf-8")
)["round_robin"]
PLAYERS: list[str] = WORKED["players"]
RESULTS: Results = {
    (PLAYERS.index(names.split("-")[0]), PLAYERS.index(names.split("-")[1])): tuple(counts)
    for names, counts in WORKED["pentanomial_row_vs_col"].items()
}


def test_field_is_as_worked() -> None:
    field = rate(5, RESULTS)
    own = WORKED["own"]
    assert [strength.elo for strength in field.strengths] == pytest.approx(own["elo"], abs=1e-9)
    assert [strength.error for strength in field.strengths] == pytest.approx(own["se_sandwich_pair"], abs=1e-9)
    for strength, elo, reach in zip(field.strengths, own["elo"], own["ci95_pm_sandwich_pair"], strict=True):
        assert strength.elo_95 == pytest.approx((elo - reach, elo + reach), abs=1e-9)
    for names, likely in own["los_adjacent_pair"].items():
        a, b = map(PLAYERS.index, names.split(">"))
        assert field.superiority(a, b) == pytest.approx(likely, abs=1e-9)
    assert field.ranks == (1, 2, 3, 4, 5)
    assert field.not_separated() == []
    # choix.opt_pairwise and ordo -M find the same, to the digits that they give.
    assert [strength.elo for strength in field.strengths] == pytest.approx(WORKED["choix_opt_pairwise_elo"], abs=1e-5)


def test_choix_finds_the_same() -> None:
    choix = pytest.importorskip("choix")
    chance = random.Random(7)
    results = {(a, b): tuple(chance.randint(1, 9) for _class in range(5)) for a in range(6) for b in range(a + 1, 6)}
    wins: list[tuple[int, int]] = []
    for (a, b), counts in results.items():
        points = sum(place * count for place, count in enumerate(counts))
        wins += [(a, b)] * points + [(b, a)] * (4 * sum(counts) - points)
    found = choix.opt_pairwise(6, wins, tol=1e-12)
    expected = [(value - sum(found) / 6) * ELO_PER_LOGIT for value in found]
    assert [strength.elo for strength in rate(6, results).strengths] == pytest.approx(expected, abs=1e-3)


def test_two_bots_stand_half_their_difference_from_the_mean() -> None:
    counts = (34, 54, 63, 64, 75)
    field = rate(2, {(0, 1): counts})
    assert field.strengths[0].elo == pytest.approx((Match(counts).elo or 0) / 2)
    assert field.strengths[1].elo == pytest.approx(-(Match(counts).elo or 0) / 2)
    assert field.superiority(0, 1) == pytest.approx(Match(counts).superiority, abs=1e-4)


def test_order_of_pairings_and_sides_changes_nothing() -> None:
    turned = {(b, a): tuple(reversed(counts)) for (a, b), counts in reversed(list(RESULTS.items()))}
    expected = [strength.elo for strength in rate(5, RESULTS).strengths]
    assert [strength.elo for strength in rate(5, turned).strengths] == pytest.approx(expected, abs=1e-9)


def test_neighbours_that_overlap_are_not_separated() -> None:
    even, lead = (10, 10, 10, 10, 10), (1, 2, 10, 40, 60)
    field = rate(4, {(0, 1): even, (0, 2): lead, (0, 3): lead, (1, 2): lead, (1, 3): lead, (2, 3): even})
    assert field.ranks == (1, 1, 3, 3)
    assert field.not_separated() == [[0, 1], [2, 3]]
    assert not field.is_separated(0, 1)
    assert field.is_separated(1, 2)


def test_groups_may_overlap() -> None:
    # Each is a little ahead of the next: neighbours cannot be told apart, the ends can.
    little, more = (18, 20, 20, 20, 25), (14, 18, 20, 22, 30)
    field = rate(3, {(0, 1): little, (1, 2): little, (0, 2): more})
    assert field.not_separated() == [[0, 1], [1, 2]]


ALL = (0, 0, 0, 0, 10)
NONE = (10, 0, 0, 0, 0)
SOME = (1, 2, 4, 2, 1)


def test_two_of_whom_one_won_everything_have_bounds() -> None:
    winner, loser = rate(2, {(0, 1): ALL}).strengths
    assert (winner.elo, winner.bound, winner.elo_95[1]) == (None, "above", None)
    assert winner.elo_95[0] == pytest.approx(elo_when_all_won(10) / 2)
    assert (loser.elo, loser.bound, loser.elo_95[0]) == (None, "below", None)
    assert loser.elo_95[1] == pytest.approx(-elo_when_all_won(10) / 2)


def test_who_won_everything_is_bounded_by_those_who_are_rated() -> None:
    field = rate(4, {(0, 1): ALL, (0, 2): ALL, (1, 2): SOME, (0, 3): ALL, (1, 3): ALL, (2, 3): ALL})
    best, second, third, worst = field.strengths
    assert (second.elo, third.elo) == (0.0, 0.0)
    # 20 pairs won against the two at 0, and 10 against somebody below.
    assert best.bound == "above"
    assert best.elo_95[0] == pytest.approx(elo_when_all_won(20), abs=20)
    assert worst.bound == "below"
    assert worst.elo_95[0] is None
    assert worst.elo_95[1] == pytest.approx(-elo_when_all_won(20), abs=20)
    assert field.ranks == (1, 2, 2, 4)
    assert field.is_separated(0, 1)
    assert field.not_separated() == [[1, 2]]


@pytest.mark.parametrize(
    ("bots", "results", "bounds"),
    [
        (3, {(0, 1): ALL, (0, 2): ALL, (1, 2): ALL}, ["above", None, "below"]),
        (3, {(0, 1): ALL, (0, 2): ALL}, ["above", "below", "below"]),
        (3, {(0, 1): NONE, (0, 2): ALL}, [None, "above", "below"]),
        (3, {(0, 1): SOME}, [None, None, None]),
        (2, {}, [None, None]),
        (2, {(0, 1): (0, 0, 0, 0, 0)}, [None, None]),
    ],
)
def test_fields_that_fall_apart(bots: int, results: Results, bounds: list[str | None]) -> None:
    assert [strength.bound for strength in rate(bots, results).strengths] == bounds


def test_nothing_is_ever_infinite() -> None:
    chance = random.Random(3)
    for _field in range(60):
        bots = chance.randint(2, 6)
        results = {
            (a, b): chance.choice([ALL, NONE, SOME, (0,) * 5, (0, 0, 0, 1, 10**6), (0, 0, 10, 0, 0)])
            for a in range(bots)
            for b in range(a + 1, bots)
        }
        field = rate(bots, results)
        for strength in field.strengths:
            numbers = [strength.elo, strength.error, *strength.elo_95]
            assert all(number is None or math.isfinite(number) for number in numbers)
            assert (strength.elo is None) == (strength.error is None)
            if strength.elo is not None:
                assert strength.bound is None
                assert None not in strength.elo_95
        assert sorted(field.order) == list(range(bots))
        field.not_separated()


def test_a_large_field_is_rated() -> None:
    results = {(a, b): (1, 2, 3, 4 + (b - a) % 3, 5) for a in range(40) for b in range(a + 1, 40)}
    field = rate(40, results)
    assert sum(strength.elo or 0.0 for strength in field.strengths) == pytest.approx(0.0, abs=1e-6)
