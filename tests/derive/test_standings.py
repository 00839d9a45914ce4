"""The table: places, what decided them, and an independent table of random sessions."""

from __future__ import annotations

import random
from fractions import Fraction

from hypothesis import given
from hypothesis import strategies as st

from schneider_league.derive.standings import Standings, derive_standings
from schneider_league.derive.tallies import Tally, play_order
from schneider_league.derive.tie_breaks import TIE_BREAKS
from tests.derive.tallying import lines, session, sessions, shuffled


def places(table: Standings) -> list[tuple[int, int]]:
    return [(row.rank, row.player) for row in table.rows]


def test_full_ties_share_a_place_and_skip_the_next() -> None:
    # 2 and 3 drew with each other and lost alike to 1; 4 lost everything.
    table = derive_standings(lines("1 2 7-3\n1 3 7-3\n2 3 5-5\n1 4 7-0\n2 4 7-0\n3 4 7-0"))
    assert places(table) == [(1, 1), (2, 2), (2, 3), (4, 4)]


def test_direct_encounter_decides_between_two() -> None:
    # 1 and 2 have a point each; 2 has the better difference, but 1 won their session.
    table = derive_standings(lines("1 2 7-6\n3 1 7-0\n2 3 7-0\n3 4 7-0"))
    assert places(table)[:2] == [(1, 3), (2, 1)]
    assert table.rows[1].values["direct"] == 1
    assert table.rows[2].values == {"points": 1, "direct": 0, "diff": 6, "for": 13}
    assert [(decision.criterion, decision.places, decision.separates) for decision in table.decisions] == [
        ("direct", (2, 3), True)
    ]


def test_three_who_beat_one_another_stay_level() -> None:
    table = derive_standings(lines("1 2 7-0\n2 3 7-5\n3 1 7-6"))
    assert all(row.values["points"] == 1 for row in table.rows)  # the tie is there
    assert [row.values["direct"] for row in table.rows] == [1, 1, 1]
    assert places(table) == [(1, 1), (2, 3), (3, 2)]
    assert [(decision.criterion, decision.separates) for decision in table.decisions] == [
        ("direct", False),
        ("diff", True),
    ]


def test_direct_encounter_is_not_asked_where_two_have_not_met() -> None:
    table = derive_standings(lines("1 2 7-6\n3 4 7-0\n2 5 7-6"))
    assert [row.player for row in table.rows][:3] == [3, 1, 2]
    assert {row.values["direct"] for row in table.rows} == {None}
    assert not table.decisions[0].applies


def test_direct_encounter_is_applied_anew_to_whom_it_left_level() -> None:
    table = derive_standings(
        lines("""
            1 2 7-6
            1 3 7-6
            4 1 7-0
            2 3 7-6
            2 4 6-7
            3 4 7-6
            3 9 7-0
            2 9 7-0
        """)
    )
    points = {row.player: row.values["points"] for row in table.rows}
    assert points == {1: 2, 2: 2, 3: 2, 4: 2, 9: 0}
    # Among the four: 1 has 2, 4 has 2, 2 has 1, 3 has 1. Anew: 4 beat 1, 2 beat 3.
    assert [row.player for row in table.rows] == [4, 1, 2, 3, 9]
    assert {row.player: row.values["direct"] for row in table.rows} == {4: 2, 1: 2, 2: 1, 3: 1, 9: None}
    assert [(decision.places, decision.again) for decision in table.decisions] == [
        ((1, 4), False),
        ((1, 2), True),
        ((3, 4), True),
    ]


def test_players_of_one_place_stand_by_name() -> None:
    names = {1: "zora", 2: "anna"}
    assert places(derive_standings(lines("1 2 5-5"), name_of=lambda id_: names[id_])) == [(1, 2), (1, 1)]


def test_min_sessions_leaves_players_out_but_not_their_sessions() -> None:
    table = derive_standings(lines("1 2 7-4\n1 2 7-4\n1 3 2-7"), min_sessions=2)
    assert [(row.rank, row.player, row.totals.sessions) for row in table.rows] == [(1, 1, 3), (2, 2, 2)]
    assert table.left_out == 1


def test_percentage_order() -> None:
    table = derive_standings(lines("1 2 7-4\n1 2 7-4\n1 2 4-7\n3 2 7-0"), order=["percentage", "won"])
    assert [row.player for row in table.rows] == [3, 1, 2]
    assert table.rows[1].values == {"percentage": Fraction(200, 3), "won": 2}


def test_mixed_rules_are_counted() -> None:
    played = [session(1, 1, 2, (7, 4)), session(2, 1, 2, (7, 4), rules="points"), session(3, 1, 2, (7, 4))]
    assert derive_standings(played).rules == (("bohemian", 2), ("points", 1))


def test_of_nothing() -> None:
    assert derive_standings([]).rows == ()


# --- an independent table ---

Played = list[tuple[int, int, int, int]]
played = st.lists(
    st.tuples(st.integers(1, 6), st.integers(1, 6), st.integers(0, 3), st.integers(0, 3)).filter(
        lambda s: s[0] != s[1]
    ),
    max_size=25,
)


def second_opinion(games: Played) -> list[tuple[int, int]]:
    """Places by the default order, computed plainly: (rank, player)."""
    players = sorted({player for game in games for player in game[:2]})
    points = dict.fromkeys(players, Fraction(0))
    scored = dict.fromkeys(players, 0)
    conceded = dict.fromkeys(players, 0)
    for a, b, x, y in games:
        points[a] += 1 if x > y else Fraction(1, 2) if x == y else 0
        points[b] += 1 if y > x else Fraction(1, 2) if x == y else 0
        scored[a] += x
        scored[b] += y
        conceded[a] += y
        conceded[b] += x

    def by(tied: list[int], value: dict[int, Fraction]) -> list[list[int]]:
        return [[p for p in tied if value[p] == v] for v in sorted({value[p] for p in tied}, reverse=True)]

    def direct(tied: list[int]) -> list[list[int]]:
        if len(tied) == 1:
            return [tied]
        among = [game for game in games if game[0] in tied and game[1] in tied]
        pairs = {frozenset(game[:2]) for game in among}
        if len(pairs) < len(tied) * (len(tied) - 1) // 2:
            return [tied]
        own = dict.fromkeys(tied, Fraction(0))
        for a, b, x, y in among:
            own[a] += 1 if x > y else Fraction(1, 2) if x == y else 0
            own[b] += 1 if y > x else Fraction(1, 2) if x == y else 0
        groups = by(tied, own)
        return groups if len(groups) == 1 else [smaller for group in groups for smaller in direct(group)]

    groups = [level for group in by(players, points) for level in direct(group)]
    for value in (
        {p: Fraction(scored[p] - conceded[p]) for p in players},
        {p: Fraction(scored[p]) for p in players},
    ):
        groups = [level for group in groups for level in by(group, value)]
    ranked, place = [], 1
    for group in groups:
        ranked += [(place, player) for player in sorted(group)]
        place += len(group)
    return ranked


@given(played)
def test_against_a_second_opinion(games: Played) -> None:
    assert places(derive_standings(sessions(*games))) == second_opinion(games)


@given(played, st.integers(0, 10**6))
def test_the_order_of_input_does_not_matter(games: Played, seed: int) -> None:
    tallies = sessions(*games)
    other = sorted(shuffled(tallies, seed), key=play_order)
    assert derive_standings(other) == derive_standings(tallies)
    names = [name for name in TIE_BREAKS if name != "progressive"]  # which is about the order of play
    names = random.Random(seed).sample(names, 4)
    assert places(derive_standings(shuffled(tallies, seed), order=names)) == places(
        derive_standings(tallies, order=names)
    )


@given(played)
def test_what_adds_up(games: Played) -> None:
    table = derive_standings(sessions(*games))
    totals = [row.totals for row in table.rows]
    assert sum(total.halves for total in totals) == 2 * len(games)  # every session gives a point
    assert sum(total.sessions for total in totals) == 2 * len(games)
    assert sum(total.game_points_for - total.game_points_against for total in totals) == 0
    assert [row.rank for row in table.rows] == sorted(row.rank for row in table.rows)


@given(played)
def test_level_players_share_a_place_and_no_others_do(games: Played) -> None:
    rows = derive_standings(sessions(*games), order=["points", "diff", "for"]).rows
    for place, row in enumerate(rows, 1):
        same = [other for other in rows if other.values == row.values]
        assert {other.rank for other in same} == {row.rank}
        assert row.rank == 1 + sum(other.rank < row.rank for other in rows)
        assert row.rank <= place


def test_thousands_of_sessions_of_one_pair() -> None:
    played: list[Tally] = sessions(*[(1, 2, 7, 4)] * 3000)
    table = derive_standings(played, order=["points", "sb", "progressive"])
    assert table.rows[0].values["sb"] == 0
    assert table.rows[0].values["progressive"] == 3000 * 3001 // 2
