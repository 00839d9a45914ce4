"""What deals are worth, in numbers from docs/rules.md and docs/protocol.md."""

from __future__ import annotations

from itertools import product
from typing import Literal

import pytest

from schneider_league.game.house_rules import parse_house_rules
from schneider_league.game.ruleset import parse_rules
from schneider_league.game.score import (
    Level,
    decides_by_tricks,
    derive_outcome,
    derive_outcome_of_score,
    forfeited_outcome,
    may_be_all_tricks,
    possible_scores,
)
from tests.game.second_rules import Game, all_names, game_named, result
from tests.game.tables import HOUSE_GAMES, RULESETS

# Every card counts, so that what cannot be taken is not hidden behind cards that count nothing.
EVERY_CARD = """
name = "every-card"
lowest_rank = "9"
counts = "points"
card_points = { A = 2, K = 2, Q = 2, J = 2, 10 = 2, 9 = 2 }
last_trick = 3
marriage = [9, 0]
win_at = 26
schneider_at = 40
"""
EVERY_CARD_GAME = Game(
    ranks=("9", "10", "J", "Q", "K", "A"),
    worth=dict.fromkeys(("A", "K", "Q", "J", "10", "9"), 2),
    last_trick=3,
    marriage=(9, 0),
    schneider=40,
)
HOUSE = {ruleset.name: ruleset for ruleset in (*RULESETS, parse_house_rules(EVERY_CARD, "e.toml")) if ruleset.extends}
GAMES = HOUSE_GAMES | {"every-card": EVERY_CARD_GAME}


@pytest.mark.parametrize("rules", all_names())
def test_outcomes_agree_with_the_second_rules(rules: str) -> None:
    ruleset, game = parse_rules(rules), game_named(rules)
    for units in sorted(possible_scores(ruleset)):
        for tricks in ((0, ruleset.tricks), (ruleset.tricks, 0), (3, ruleset.tricks - 3)):
            level, points = result(game, units, tricks)
            outcome = derive_outcome(ruleset, units, tricks)
            assert (outcome.units, str(outcome.level), outcome.game_points) == (units, level, points)
            assert outcome.is_tie == (units[0] == units[1])


@pytest.mark.parametrize(
    ("rules", "units", "all_tricks", "level", "points"),
    [
        ("bohemian", (20, 0), False, Level.SCHWARZ, (3, 0)),
        ("bohemian", (4, 16), False, Level.SCHNEIDER, (0, 2)),
        ("bohemian", (10, 10), False, Level.TIE, (0, 0)),
        ("bohemian+cumulative", (6, 14), False, Level.DIFFERENCE, (0, 8)),
        ("points", (130, 0), True, Level.SCHNEIDER, (2, 0)),
        # a score of everything does not prove every trick
        ("points+three-wins", (130, 0), False, Level.SCHNEIDER, (2, 0)),
        ("points+three-wins", (130, 0), True, Level.SCHWARZ, (3, 0)),
        ("points+three-wins", (0, 130), True, Level.SCHWARZ, (0, 3)),
    ],
)
def test_outcome_of_a_score(
    rules: str, units: tuple[int, int], all_tricks: bool, level: Level, points: tuple[int, int]
) -> None:
    outcome = derive_outcome_of_score(parse_rules(rules), units, all_tricks=all_tricks)
    assert outcome == (units, level, points)


@pytest.mark.parametrize(("units", "may_be"), [((130, 0), True), ((0, 130), True), ((129, 1), False), ((0, 0), False)])
def test_may_be_all_tricks(units: tuple[int, int], may_be: bool) -> None:
    assert may_be_all_tricks(parse_rules("points+three-wins"), units) is may_be


@pytest.mark.parametrize(
    ("rules", "decides"),
    [("bohemian", False), ("points", False), ("points+three-wins", True), ("points+marriage+three-wins", True)],
)
def test_where_tricks_decide(rules: str, decides: bool) -> None:
    assert decides_by_tricks(parse_rules(rules)) is decides


# "every unit goes to the other side, with the ruleset's highest award and its level" (docs/notation.md, `Cause`)
@pytest.mark.parametrize(
    ("rules", "loser", "marriages", "units", "level", "points"),
    [
        ("bohemian", 0, 0, (0, 20), Level.SCHWARZ, (0, 3)),
        ("bohemian", 1, 0, (20, 0), Level.SCHWARZ, (3, 0)),
        ("bohemian+24-card", 1, 0, (16, 0), Level.SCHWARZ, (3, 0)),
        ("bohemian+cumulative", 0, 0, (0, 20), Level.DIFFERENCE, (0, 20)),
        ("points", 1, 0, (130, 0), Level.SCHNEIDER, (2, 0)),
        ("points+marriage", 1, 60, (190, 0), Level.SCHNEIDER, (2, 0)),
        ("points+no-last-trick", 0, 0, (0, 120), Level.SCHNEIDER, (0, 2)),
        ("points+three-wins", 0, 0, (0, 130), Level.SCHWARZ, (0, 3)),
        ("mixed", 0, 5, (0, 22), Level.SCHWARZ, (0, 7)),
    ],
)
def test_lost_other_than_by_play(
    rules: str,
    loser: Literal[0, 1],
    marriages: int,
    units: tuple[int, int],
    level: Level,
    points: tuple[int, int],
) -> None:
    assert forfeited_outcome(parse_rules(rules, HOUSE), loser, marriages) == (units, level, points)


# --- which scores can occur ---


@pytest.mark.parametrize(
    ("rules", "total", "impossible"),
    [
        ("bohemian", 20, set()),
        ("bohemian+next-higher+trump", 20, set()),
        ("bohemian+24-card", 16, set()),
        # "In `points` a side of 1, or of all but 1, cannot occur."
        ("points", 130, {1, 129}),
        ("points+three-wins", 130, {1, 129}),
        ("points+no-last-trick", 120, {1, 119}),
    ],
)
def test_scores_without_marriages(rules: str, total: int, impossible: set[int]) -> None:
    expected = {(units, total - units) for units in range(total + 1) if units not in impossible}
    assert possible_scores(parse_rules(rules)) == expected


def test_scores_with_marriages() -> None:
    found = possible_scores(parse_rules("points+marriage"))
    assert {a + b for a, b in found} == {130, 150, 170, 190, 210, 230}
    assert {(b, a) for a, b in found} == found
    for score in [(130, 0), (150, 0), (230, 0), (20, 130), (60, 110), (100, 130), (21, 129), (64, 66), (129, 21)]:
        assert score in found, score
    for score in [(129, 1), (1, 129), (149, 1), (1, 229), (229, 1), (131, 0), (100, 20), (250, 0), (130, 10)]:
        assert score not in found, score


@pytest.mark.parametrize(
    "rules", ["bohemian", "bohemian+24-card", "points", "points+marriage", "mixed", "odd", "every-card"]
)
def test_scores_counted_out(rules: str) -> None:
    """A side with so many cards of each rank that counts and so many blanks: an even number, or the other has all."""
    ruleset = parse_rules(rules, HOUSE)
    game = GAMES.get(rules) or game_named(rules)
    worth = list(game.worth.values())
    blanks = len(game.pack()) - 4 * len(worth)
    marriages = [game.marriage[0]] * 3 + [game.marriage[1] if game.trumps else game.marriage[0]]
    captured = set()
    for counts in product(range(5), repeat=len(worth)):
        mine = sum(count * units for count, units in zip(counts, worth, strict=True))
        for blank in range(blanks + 1):
            cards = sum(counts) + blank
            if cards % 2 == 0:
                captured.add((mine, cards > 0, cards < len(game.pack())))
    expected = set()
    for mine, *has_tricks in captured:
        sides = [side for side in (0, 1) if has_tricks[side]]
        for last in sides:
            for owners in product(sides, repeat=4):
                for declared in product((0, 1), repeat=4):
                    units = [mine, 4 * sum(worth) - mine]
                    units[last] += game.last_trick
                    for owner, is_declared, value in zip(owners, declared, marriages, strict=True):
                        units[owner] += is_declared * value
                    expected.add((units[0], units[1]))
    assert possible_scores(ruleset) == expected


def test_a_last_trick_alone_is_worth_what_it_is_worth() -> None:
    """In `points` a side of 10 may have the last trick with two blanks."""
    assert (10, 120) in possible_scores(parse_rules("points"))
