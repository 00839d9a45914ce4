"""Criteria of the table, each by itself, against published exercises and by hand."""

from __future__ import annotations

import json
import math
from fractions import Fraction
from pathlib import Path

import pytest

from schneider_league.derive.sessions import State
from schneider_league.derive.standings import derive_standings
from schneider_league.derive.tie_breaks import DEFAULT_ORDER, TIE_BREAKS, Game, Totals, Value, add_up, direct_encounter
from tests.derive.tallying import lines, session

# IA Mario Held, "Exercises in Tie-Breaking", https://tec.fide.com/2024/03/18/tie-break-exercise/
EXERCISE = json.loads((Path(__file__).parents[1] / "data" / "tiebreak_examples.json").read_text(encoding="utf-8"))
PLAYED = {"1": 2, "=": 1, "0": 0}


def exercise_field() -> dict[int, Totals]:
    """The exercise's players with their points, and the games that they played at the board."""
    field = {}
    for number, player in enumerate(EXERCISE["swiss_5_rounds"], 1):
        points = EXERCISE["expected"]["pts_2024"][str(number)]
        games = [Game(opponent, PLAYED[code]) for code, opponent, _colour in player["rounds"] if code in PLAYED]
        field[number] = Totals(won=int(points), drawn=int(2 * (points % 1)), games=games)
    return field


FIELD = exercise_field()
WITHOUT_BYES = [number for number, totals in FIELD.items() if len(totals.games) == 5]


def value(name: str, field: dict[int, Totals], player: int) -> Value:
    function = TIE_BREAKS[name].value
    assert function is not None
    return function(field, player)


# What a bye or a forfeit counts belongs to events in rounds. The players who played all their rounds are left.
@pytest.mark.parametrize(
    ("name", "published"), [("buchholz", "bh_2026"), ("buchholz-cut1", "bhc1_2026"), ("sb", "sb_2026")]
)
def test_exercise_of_fide(name: str, published: str) -> None:
    expected = EXERCISE["expected"][published]
    checked = {player: expected[str(player)] for player in WITHOUT_BYES if str(player) in expected}
    assert len(checked) >= 8
    assert {player: value(name, FIELD, player) for player in checked} == checked


# Plumas News, "Tiebreaker needed to determine crib tourney winner": equal points and games won, then the spread.
def test_spread_of_a_cribbage_tournament() -> None:
    players = EXERCISE["cribbage_spread_example"]["players"][:3]
    field = {
        number: Totals(won=player["wins"], game_points_for=500 + player["spread"], game_points_against=500)
        for number, player in enumerate(players)
    }
    order = sorted(field, key=lambda number: (value("won", field, number), value("diff", field, number)), reverse=True)
    assert [players[number]["name"] for number in order] == EXERCISE["cribbage_spread_example"]["order"][:3]


ROUND = lines("""
    1 2 7-4
    3 4 5-5
    1 3 6-7
    2 4 7-0
    1 4 7-6
    2 3 7-6
    1 2 3-7
""")
#      1: won, lost, won, lost    2: lost, won, won, won    3: drawn, won, lost    4: drawn, lost, lost


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        ("points", [2, 3, Fraction(3, 2), Fraction(1, 2)]),
        ("diff", [-1, 9, 0, -8]),
        ("ratio", [Fraction(23, 24), Fraction(25, 16), Fraction(18, 18), Fraction(11, 19)]),
        ("for", [23, 25, 18, 11]),
        ("won", [2, 3, 1, 0]),
        # opponents' points: of 1 2 3 4 are 2, 3, 1½, ½
        ("sb", [3 + Fraction(1, 2), Fraction(1, 2) + Fraction(3, 2) + 2, Fraction(1, 4) + 2, Fraction(3, 4)]),
        ("buchholz", [3 + 3 + Fraction(1, 2) + Fraction(3, 2), 2 + 2 + Fraction(1, 2) + Fraction(3, 2), 5.5, 6.5]),
        ("buchholz-cut1", [7 + Fraction(1, 2), 5 + Fraction(1, 2), 5, 5]),
        # at least half of what they could: 1 (2 of 4), 2 (3 of 4), 3 (1½ of 3)
        ("koya", [1, 2, 1, Fraction(1, 2)]),
        (
            "progressive",
            [1 + 1 + 2 + 2, 0 + 1 + 2 + 3, Fraction(1, 2) + Fraction(3, 2) + Fraction(3, 2), Fraction(3, 2)],
        ),
        ("percentage", [50, 75, 50, Fraction(50, 3)]),
    ],
)
def test_by_hand(name: str, expected: list[Value]) -> None:
    field = add_up(ROUND)
    assert [value(name, field, player) for player in (1, 2, 3, 4)] == expected


def test_counts_of_deals() -> None:
    field = add_up(
        [
            session(1, 1, 2, (7, 4), deals=9, units=(110, 70), schneiders=(2, 1), schwarzes=(1, 0)),
            session(2, 2, 1, (7, 0), deals=4, units=(70, 10), schneiders=(3, 0)),
        ]
    )
    assert [value(name, field, 1) for name in ("honours", "schneiders", "schwarzes")] == [120, 2, 1]
    assert [value(name, field, 2) for name in ("honours", "schneiders", "schwarzes")] == [140, 4, 0]
    assert field[1].deals == field[2].deals == 13


def test_nothing_lost_and_nothing_at_all() -> None:
    field = add_up([session(1, 1, 2, (7, 0)), session(2, 3, 4, (0, 0), state=State.FORFEITED)])
    assert value("ratio", field, 1) == math.inf
    assert value("ratio", field, 2) == 0
    assert value("ratio", field, 3) is None


def test_forfeits_outside_of_events() -> None:
    won = session(1, 1, 2, (3, 5), state=State.FORFEITED)._replace(winner=0)
    lost_by_both = session(2, 1, 2, (3, 5), state=State.FORFEITED)
    field = add_up([won, lost_by_both])
    assert (field[1].won, field[1].drawn, field[1].lost) == (1, 0, 1)
    assert (field[2].won, field[2].drawn, field[2].lost) == (0, 0, 2)


@pytest.mark.parametrize("state", [State.OPEN, State.ABANDONED, State.VOID])
def test_what_is_not_over_does_not_count(state: State) -> None:
    assert add_up([session(1, 1, 2, (6, 2), state=state)]) == {}


def test_direct_encounter_needs_that_all_have_met() -> None:
    field = add_up(lines("1 2 7-4\n2 3 7-4\n1 4 7-4"))
    assert direct_encounter(field, [1, 2]) == {1: 1, 2: 0}
    assert direct_encounter(field, [1, 2, 3]) is None
    field = add_up(lines("1 2 7-4\n2 3 7-4\n1 3 7-4"))
    assert direct_encounter(field, [1, 2, 3]) == {1: 2, 2: 1, 3: 0}


def test_all_have_a_definition_and_a_source() -> None:
    expected = (
        "points direct diff ratio for won sb buchholz buchholz-cut1 koya progressive honours schneiders schwarzes "
        "percentage"
    )
    assert list(TIE_BREAKS) == expected.split()
    assert all(tie_break.words and tie_break.source for tie_break in TIE_BREAKS.values())
    assert set(DEFAULT_ORDER) <= set(TIE_BREAKS)


def test_every_criterion_orders_a_table() -> None:
    for name in TIE_BREAKS:
        assert len(derive_standings(ROUND, order=[name]).rows) == 4
