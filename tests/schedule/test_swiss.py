"""A Swiss round by itself: the rules one by one, and whether the rest can be paired, against brute force."""

from __future__ import annotations

import random
from itertools import combinations

import pytest

from schneider_league.schedule.dealing import Dealing
from schneider_league.schedule.matching import (
    Graph,
    by_cost,
    cheapest,
    disjoint_matchings,
    graph_of,
    is_surely_rich,
    without,
)
from schneider_league.schedule.swiss import SwissPlayer, SwissRound, is_warned_of, pair_round, rank
from tests.schedule.swiss_runs import Run


def players(*halves: int) -> list[SwissPlayer]:
    """Numbers from 1 with so many half points."""
    return [SwissPlayer(number, points) for number, points in enumerate(halves, 1)]


def pairs(found: SwissRound | None) -> set[tuple[int, int]]:
    assert found is not None
    return set(found.pairs)


def test_first_round_pairs_the_top_half_with_the_bottom_half() -> None:
    found = pair_round(players(*[0] * 8), 1)
    assert found is not None
    assert found.pairs == ((1, 5), (2, 6), (3, 7), (4, 8))
    assert found.bye is None


def test_score_groups_first() -> None:
    assert pairs(pair_round(players(2, 2, 2, 2, 0, 0, 0, 0), 2)) == {(1, 3), (2, 4), (5, 7), (6, 8)}


def test_the_lowest_of_an_odd_group_floats_to_the_highest_of_the_next() -> None:
    assert pairs(pair_round(players(4, 4, 4, 2, 2, 2), 3)) == {(1, 2), (3, 4), (5, 6)}


def test_no_rematch() -> None:
    four = [
        SwissPlayer(1, 2, frozenset({3})),
        SwissPlayer(2, 2, frozenset({4})),
        SwissPlayer(3, 0, frozenset({1})),
        SwissPlayer(4, 0, frozenset({2})),
    ]
    assert pairs(pair_round(four, 2)) == {(1, 2), (3, 4)}
    met_all = [SwissPlayer(1, 2, frozenset({2})), SwissPlayer(2, 0, frozenset({1}))]
    assert pair_round(met_all, 2) is None


def test_two_small_floats_before_a_large_one() -> None:
    # 3, 2, 2, 1 points where the two with 2 have met: 3-2 and 2-1, not 3-1 and nobody.
    four = [
        SwissPlayer(1, 6),
        SwissPlayer(2, 4, frozenset({3})),
        SwissPlayer(3, 4, frozenset({2})),
        SwissPlayer(4, 2),
    ]
    assert pairs(pair_round(four, 4)) == {(1, 2), (3, 4)}


def test_who_floated_does_not_float_again() -> None:
    three = [SwissPlayer(1, 4), SwissPlayer(2, 4), SwissPlayer(3, 4, floated=-1), SwissPlayer(4, 2)]
    assert pairs(pair_round(three, 3)) == {(1, 3), (2, 4)}


def test_the_bye_goes_to_the_lowest_who_had_none() -> None:
    five = players(4, 2, 2, 2, 0)
    assert pair_round(five, 3).bye == 5  # type: ignore[union-attr]
    five[4] = SwissPlayer(5, 0, had_bye=True)
    assert pair_round(five, 3).bye == 4  # type: ignore[union-attr]
    five[3] = SwissPlayer(4, 2, had_forfeit_win=True)
    assert pair_round(five, 3).bye == 3  # type: ignore[union-attr]


def test_a_forfeit_win_keeps_from_the_bye_only_while_others_can_have_it() -> None:
    three = [
        SwissPlayer(1, 4, had_bye=True),
        SwissPlayer(2, 2, had_forfeit_win=True),
        SwissPlayer(3, 0, had_bye=True),
    ]
    assert pair_round(three, 2).bye == 2  # type: ignore[union-attr]
    assert pair_round([SwissPlayer(number, 0, had_bye=True) for number in (1, 2, 3)], 2) is None


def test_the_leader_has_the_bye_last() -> None:
    three = [
        SwissPlayer(1, 4, frozenset()),
        SwissPlayer(2, 2, had_forfeit_win=True),
        SwissPlayer(3, 0, had_bye=True),
    ]
    assert pair_round(three, 3).bye == 2  # type: ignore[union-attr]


def test_a_bye_that_would_leave_the_rest_unpairable_goes_to_another() -> None:
    # Without 5, 1 to 4 could not be paired: 1 has met all of them.
    five = [
        SwissPlayer(1, 4, frozenset({2, 3, 4})),
        SwissPlayer(2, 2, frozenset({1})),
        SwissPlayer(3, 2, frozenset({1})),
        SwissPlayer(4, 2, frozenset({1})),
        SwissPlayer(5, 0),
    ]
    found = pair_round(five, 4)
    assert found is not None
    assert (found.bye, found.passed_over) == (4, 1)
    assert (1, 5) in found.pairs


def test_who_would_deal_first_three_times_more_often_does_not_meet_another_such() -> None:
    often, seldom = (True, True), (False, False)
    four = [
        SwissPlayer(number, 4, frozenset(), dealing=Dealing(number, dealt))
        for number, dealt in enumerate((often, seldom, often, seldom), 1)
    ]
    assert pairs(pair_round(four, 3)) in ({(1, 4), (2, 3)}, {(1, 2), (3, 4)})


def test_boards_stand_by_score_then_rank() -> None:
    found = pair_round(players(0, 0, 4, 4, 2, 2), 3)
    assert found is not None
    assert found.pairs == ((3, 4), (5, 6), (1, 2))


def test_warning_begins_beyond_half_the_players_and_one() -> None:
    assert [is_warned_of(8, rounds) for rounds in (4, 5, 6)] == [False, False, True]
    assert [is_warned_of(9, rounds) for rounds in (5, 6)] == [False, True]


def test_large_fields_are_paired_by_near_pairs_alone() -> None:
    run = Run(80, 9, 3).play()
    assert all(len(met) + (number in run.had_bye) == 9 for number, met in run.met.items())
    assert all(abs(2 * sum(firsts) - len(firsts)) <= 2 for firsts in run.firsts.values())


# --- whether the announced rounds can be paired, by brute force ---


def all_matchings(graph: Graph) -> list[frozenset[tuple[int, int]]]:
    if not graph:
        return [frozenset()]
    first = min(graph)
    found = []
    for partner in sorted(graph[first]):
        rest = {vertex: near - {first, partner} for vertex, near in graph.items() if vertex not in (first, partner)}
        found += [matching | {(first, partner)} for matching in all_matchings(rest)]
    return found


def can_be_taken_out(graph: Graph, number: int) -> bool:
    if number == 0:
        return True
    return any(can_be_taken_out(without(graph, matching), number - 1) for matching in all_matchings(graph))


def random_graph(rng: random.Random) -> Graph:
    size = rng.choice((4, 6, 6, 8))
    chance = rng.choice((0.5, 0.6, 0.75, 0.9))
    edges = {pair for pair in combinations(range(1, size + 1), 2) if rng.random() < chance}
    return graph_of(range(1, size + 1), lambda a, b: (a, b) in edges)


@pytest.mark.parametrize("seed", range(120))
def test_disjoint_matchings_against_brute_force(seed: int) -> None:
    rng = random.Random(seed)
    graph, number = random_graph(rng), rng.randrange(1, 5)
    found = disjoint_matchings(graph, number)
    assert (found is not None) == can_be_taken_out(graph, number)
    if found is not None:
        edges = [pair for matching in found for pair in matching]
        assert len(edges) == len(set(edges)) == number * len(graph) // 2
        assert all(b in graph[a] for a, b in edges)
        assert all(sorted(v for pair in matching for v in pair) == sorted(graph) for matching in found)
    assert not is_surely_rich(graph, number) or found is not None


@pytest.mark.parametrize("seed", range(40))
def test_matchings_by_cost_against_brute_force(seed: int) -> None:
    rng = random.Random(seed)
    graph = random_graph(rng)
    costs = {(a, b): rng.randrange(20) for a, near in graph.items() for b in near if a < b}
    everything = sorted(sum(costs[pair] for pair in matching) for matching in all_matchings(graph))
    found = list(by_cost(sorted(graph), costs, 1000))
    assert [sum(costs[pair] for pair in each) for each in found] == everything
    assert len(set(found)) == len(found)
    first = cheapest(sorted(graph), costs)
    assert (first is None) == (not everything)


def exists(field: list[SwissPlayer], ahead: int) -> bool:
    """Whether this round and so many more can be paired, with a bye for an odd one out, tried out."""
    numbers = [player.number for player in field] + ([0] if len(field) % 2 else [])
    by_number = {player.number: player for player in field}

    def possible(a: int, b: int) -> bool:
        return not by_number[b].had_bye if a == 0 else b not in by_number[a].met

    return can_be_taken_out(graph_of(numbers, possible), ahead + 1)


@pytest.mark.parametrize("seed", range(60))
def test_looks_as_far_ahead_as_there_is_anything_to_see(seed: int) -> None:
    rng = random.Random(seed)
    size = rng.choice((4, 5, 6, 7, 8))
    met: dict[int, set[int]] = {number: set() for number in range(1, size + 1)}
    for a, b in combinations(met, 2):
        if rng.random() < 0.35:
            met[a].add(b)
            met[b].add(a)
    field = [
        SwissPlayer(number, rng.randrange(6), frozenset(met[number]), had_bye=rng.random() < 0.3) for number in met
    ]
    found = pair_round(field, 1, 1 + rng.randrange(4))
    possible = [ahead for ahead in range(4) if exists(field, ahead)]
    assert (found is not None) == bool(possible)
    asked = 3
    found = pair_round(field, 1, 1 + asked)
    if found is not None:
        assert found.rounds_pairable == max(possible)
        assert all(b not in met[a] for a, b in found.pairs)


def test_pairs_are_as_equal_as_those_of_py4swiss() -> None:
    """The whole comparison, of 200 events, is bench/pairing.py."""
    ours = theirs = 0
    for seed in range(30):
        size, rounds = 8 + seed % 13, 3 + seed % 2
        ours += Run(size, rounds, seed).play().gap
        theirs += Run(size, rounds, seed, by_py4swiss=True).play().gap
    assert ours <= 1.05 * theirs


def test_rank_is_by_points_then_number() -> None:
    assert [player.number for player in rank(players(0, 2, 2, 4))] == [4, 2, 3, 1]
