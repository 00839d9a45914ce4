"""Criteria of the table, each by itself, against published exercises and by hand."""

from __future__ import annotations

import json
import math
from fractions import Fraction
from pathlib import Path

import pytest

from schneider_league.derive.event_totals import adjusted_halves
from schneider_league.derive.sessions import State
from schneider_league.derive.standings import derive_standings
from schneider_league.derive.tie_breaks import DEFAULT_ORDER, TIE_BREAKS, Value, direct_encounter
from schneider_league.derive.totals import Game, GameKind, Totals, add_up
from tests.derive.tallying import lines, session

# IA Mario Held, "Exercises in Tie-Breaking", https://tec.fide.com/2024/03/18/tie-break-exercise/
EXERCISE = json.loads((Path(__file__).parents[1] / "data" / "tiebreak_examples.json").read_text(encoding="utf-8"))
HALVES = {"1": 2, "=": 1, "0": 0, "+": 2, "-": 0, "U": 2, "H": 1, "Z": 0}
KINDS = {
    "+": GameKind.FORFEIT,
    "-": GameKind.FORFEIT,
    "U": GameKind.BYE,
    "H": GameKind.ABSENCE,  # a requested bye; this league gives nothing for it, the exercise half a point
    "Z": GameKind.ABSENCE,
}


def exercise_field() -> dict[int, Totals]:
    """The exercise's players after their five rounds."""
    field = {}
    for number, player in enumerate(EXERCISE["swiss_5_rounds"], 1):
        totals = field[number] = Totals(rounds=5)
        for code, opponent, _colour in player["rounds"]:
            totals.count(Game(opponent, HALVES[code], KINDS.get(code, GameKind.PLAYED)))
        totals.adjusted = adjusted_halves(totals)
    return field


FIELD = exercise_field()


def value(name: str, field: dict[int, Totals], player: int) -> Value:
    function = TIE_BREAKS[name].value
    assert function is not None
    return function(field, player)


@pytest.mark.parametrize(
    ("name", "published", "players"),
    [
        ("points", "pts_2024", 16),
        ("buchholz", "bh_2026", 16),
        ("buchholz-cut1", "bhc1_2026", 13),
        ("sb", "sb_2026", 16),
    ],
)
def test_exercise_of_fide(name: str, published: str, players: int) -> None:
    expected = {int(player): number for player, number in EXERCISE["expected"][published].items()}
    assert len(expected) == players
    assert {player: value(name, FIELD, player) for player in expected} == expected


def test_sessions_won_stand_between_the_two_of_fide() -> None:
    """WIN (7.1) counts byes, WON (7.2) neither byes nor forfeits: ours counts forfeits."""
    for number, player in enumerate(EXERCISE["swiss_5_rounds"], 1):
        codes = [code for code, _opponent, _colour in player["rounds"]]
        ours = value("won", FIELD, number)
        assert ours == EXERCISE["expected"]["win_2024"][str(number)] - codes.count("U")
        assert ours == EXERCISE["expected"]["won_2024"][str(number)] + codes.count("+")


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        # Nick: 2 points; opponents David 3½, then dummies: bye 2, forfeit by Paul min(2, 2), absences 2 and 2.
        ("buchholz", 11.5),
        ("buchholz-cut1", 9.5),
        ("buchholz-cut2", 7.5),  # both absences, though David is no lower than they are
        ("buchholz-median", 6),  # an absence, and David
        ("progressive", 0 + 1 + 2 + 2 + 2),
        ("koya", 0),  # a forfeit is no game against Paul
        ("percentage", 40),
    ],
)
def test_unplayed_rounds_by_hand(name: str, expected: float) -> None:
    assert value(name, FIELD, 12) == expected


def test_a_voluntary_unplayed_round_is_cut_before_a_lower_opponent() -> None:
    field = {
        1: Totals(rounds=3),
        2: Totals(),
        3: Totals(),
    }
    for game in (Game(2, 2), Game(3, 2), Game(None, 0, GameKind.ABSENCE)):
        field[1].count(game)
    # 2 has no point, 3 one; the absence counts 1½, no more than a draw in each round, and is cut all the same.
    field[3].count(Game(1, 2))
    assert value("buchholz", field, 1) == 0 + 1 + Fraction(3, 2)
    assert value("buchholz-cut1", field, 1) == 1


def test_direct_encounter_does_not_count_what_was_not_played() -> None:
    field = {1: Totals(), 2: Totals()}
    field[1].count(Game(2, 2, GameKind.FORFEIT))
    field[2].count(Game(1, 0, GameKind.FORFEIT))
    assert direct_encounter(field, [1, 2]) is None


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
    assert [value("honours-diff", field, player) for player in (1, 2)] == [-20, 20]
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
        "points direct diff ratio for won sb buchholz buchholz-cut1 buchholz-cut2 buchholz-median koya progressive "
        "honours honours-diff schneiders schwarzes percentage"
    )
    assert list(TIE_BREAKS) == expected.split()
    assert all(tie_break.words and tie_break.source for tie_break in TIE_BREAKS.values())
    assert set(DEFAULT_ORDER) <= set(TIE_BREAKS)


def test_every_criterion_orders_a_table() -> None:
    for name in TIE_BREAKS:
        assert len(derive_standings(ROUND, order=[name]).rows) == 4
