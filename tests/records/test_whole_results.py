"""Ends of sessions that can and that cannot be."""

from itertools import product

import pytest

from schneider_league.game.ruleset import Ruleset, parse_rules
from schneider_league.records.claims import FIRST_TO, FormatKind, SessionFormat
from schneider_league.records.whole_results import possible_awards, why_impossible_result


def deals(number: int) -> SessionFormat:
    return SessionFormat(FormatKind.DEALS, number)


TIMED = SessionFormat(FormatKind.TIMED)


@pytest.mark.parametrize(
    ("rules", "awards"),
    [
        ("bohemian", (1, 2, 3)),
        ("points", (1, 2)),
        ("points+three-wins", (1, 2, 3)),
        ("bohemian+cumulative", tuple(range(2, 21, 2))),
    ],
)
def test_what_a_deal_can_be_worth(rules: str, awards: tuple[int, ...]) -> None:
    assert possible_awards(parse_rules(rules)) == awards


def reachable(ruleset: Ruleset, form: SessionFormat, target: int | None, most: int) -> set[tuple[int, int]]:
    """Every end, found by playing all sessions deal by deal."""
    awards = possible_awards(ruleset)
    ends: set[tuple[int, int]] = set()
    seen: set[tuple[int, int, int]] = set()
    open_ones = [(0, 0, 0)]
    while open_ones:
        state = open_ones.pop()
        if state in seen:
            continue
        seen.add(state)
        a, b, played = state
        is_over = max(a, b) >= target if target is not None else form.deals is not None and played == form.deals
        if is_over or form.kind is FormatKind.TIMED:
            ends.add((a, b))
        if is_over or max(a, b) > most:
            continue
        counted = played + 1 if form.deals is not None else 0
        for award in awards:
            open_ones += [(a + award, b, counted), (a, b + award, counted)]
    return ends


@pytest.mark.parametrize(
    ("rules", "form", "target"),
    [
        ("bohemian", FIRST_TO, 7),
        ("bohemian", FIRST_TO, 1),
        ("points", FIRST_TO, 7),
        ("points+three-wins", FIRST_TO, 3),
        ("bohemian+cumulative", FIRST_TO, 12),
        ("bohemian", deals(4), None),
        ("points", deals(3), None),
        ("bohemian+cumulative", deals(2), None),
        ("bohemian", TIMED, None),
        ("bohemian+cumulative", TIMED, None),
    ],
)
def test_exactly_the_ends_that_play_can_reach_are_possible(rules: str, form: SessionFormat, target: int | None) -> None:
    ruleset, most = parse_rules(rules), 14
    ends = reachable(ruleset, form, target, most)
    for a, b in product(range(most + 1), repeat=2):
        result = (a, b)
        assert (why_impossible_result(ruleset, form, target, result) is None) == (result in ends), result


@pytest.mark.parametrize(
    ("form", "target", "result", "reason"),
    [
        (FIRST_TO, 7, (5, 4), "nobody has reached 7"),
        (FIRST_TO, 7, (7, 7), "it was over when the first of them had reached 7"),
        (FIRST_TO, 7, (10, 4), "nobody ends with 10 in a session to 7"),
        (deals(4), None, (1, 1), "4 deals with a winner are worth 4 to 12 game points together, not 2"),
        (TIMED, None, (99999999, 1), "more than anybody ever scored"),
    ],
)
def test_a_refused_result_says_why(
    form: SessionFormat, target: int | None, result: tuple[int, int], reason: str
) -> None:
    why = why_impossible_result(parse_rules("bohemian"), form, target, result)
    assert why is not None
    assert reason in why[0]
