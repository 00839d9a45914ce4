"""Ruleset names and fields (docs/rules.md)."""

from __future__ import annotations

from itertools import permutations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from schneider_league.errors import NotAllowedError
from schneider_league.game.ruleset import (
    BOHEMIAN,
    POINTS,
    Beats,
    Counts,
    Follow,
    Schwarz,
    SecondHalf,
    Trump,
    UnknownRulesError,
    canonical_names,
    parse_rules,
)
from tests.game.second_rules import BOHEMIAN_WORDS, POINTS_WORDS, RANKS, all_names, game_named
from tests.game.tables import ODD_GAME, RULESETS


def test_there_are_forty() -> None:
    names = canonical_names()
    assert len(names) == 40
    assert sorted(names) == sorted(all_names())
    assert [name for name in names if name.startswith("bohemian")] == names[:32]
    assert [parse_rules(name).name for name in names] == names
    assert len({parse_rules(name) for name in names}) == 40


@given(st.permutations(BOHEMIAN_WORDS), st.integers(0, 5), st.booleans())
@settings(max_examples=60)
def test_any_order_and_either_case_give_the_canonical_name(words: list[str], count: int, capitals: bool) -> None:
    chosen = words[:count]
    name = "+".join(["bohemian", *chosen])
    expected = "+".join(["bohemian", *(word for word in BOHEMIAN_WORDS if word in chosen)])
    found = parse_rules(name.upper() if capitals else name)
    assert found.name == expected
    assert found == parse_rules(expected)
    assert hash(found) == hash(parse_rules(expected))


def test_the_modifiers_of_points_in_any_order() -> None:
    for words in permutations(POINTS_WORDS):
        assert parse_rules("+".join(["points", *words])) == parse_rules("points+marriage+no-last-trick+three-wins")


@pytest.mark.parametrize("name", all_names())
def test_fields_agree_with_the_second_rules(name: str) -> None:
    ruleset, game = parse_rules(name), game_named(name)
    size = len(game.pack())
    total = sum(game.worth.values()) * 4 + game.last_trick
    assert (ruleset.cards, ruleset.talon, ruleset.tricks) == (size, size - 12, size // 2)
    assert ruleset.total == total
    assert ruleset.win_at == total // 2 + 1
    assert ruleset.schneider_at == game.schneider
    assert ruleset.awards == (game.awards or "difference")
    assert ruleset.target == game.target
    assert ruleset.lowest_rank == game.ranks[0]
    assert str(ruleset.schwarz) == game.schwarz
    assert (ruleset.has_trumps, ruleset.exchange, ruleset.marriage) == (game.trumps, game.exchange, game.marriage)
    assert ruleset.extends is None
    worth = {rank: units for rank, units in zip(RANKS, ruleset.rank_units(), strict=True) if units}
    assert worth == game.worth


def test_the_defaults() -> None:
    """docs/rules.md, "Fields, each with its value in `bohemian`"."""
    assert parse_rules("bohemian") == BOHEMIAN
    assert BOHEMIAN.lowest_rank == "7"
    assert BOHEMIAN.beats is Beats.HIGHER
    assert BOHEMIAN.follow is Follow.NONE
    assert BOHEMIAN.second_half is SecondHalf.NONE
    assert BOHEMIAN.trump is Trump.NONE
    assert BOHEMIAN.exchange is False
    assert BOHEMIAN.marriage == (0, 0)
    assert BOHEMIAN.counts is Counts.HONOURS
    assert BOHEMIAN.honours == ("A", "K", "Q", "J", "10")
    assert BOHEMIAN.last_trick == 0
    assert BOHEMIAN.win_at == 11
    assert BOHEMIAN.schneider_at == 16
    assert BOHEMIAN.schwarz is Schwarz.ALL_UNITS
    assert BOHEMIAN.awards == (1, 2, 3)
    assert BOHEMIAN.target == 7
    assert parse_rules("points") == POINTS
    assert (POINTS.win_at, POINTS.schneider_at, POINTS.target, POINTS.total) == (66, 91, 7, 130)


def test_house_rules_are_rulesets_like_others() -> None:
    house = {ruleset.name: ruleset for ruleset in RULESETS if ruleset.extends}
    assert parse_rules("Mixed", house).name == "mixed"
    assert parse_rules("odd", house).rank_units() == tuple(
        ODD_GAME.worth.get(rank, 0) for rank in ["7", "8", "9", "10", "J", "Q", "K", "A"]
    )


@pytest.mark.parametrize(
    ("name", "message", "hint"),
    [
        (
            "bohemian+marriage",
            "no ruleset 'bohemian+marriage': 'marriage' belongs to 'points' and does not apply to 'bohemian'",
            "'bohemian' can be joined by '+' with 24-card, next-higher, follow-suit, trump and cumulative",
        ),
        (
            "points+trump",
            "no ruleset 'points+trump': 'trump' belongs to 'bohemian' and does not apply to 'points'",
            "'points' can be joined by '+' with marriage, no-last-trick and three-wins",
        ),
        (
            "bohemian+trump+Trump",
            "no ruleset 'bohemian+trump+Trump': 'trump' stands in it twice",
            "'bohemian' can be joined by '+' with 24-card, next-higher, follow-suit, trump and cumulative",
        ),
        (
            "bohemian+wings",
            "no ruleset 'bohemian+wings': 'bohemian' has no modifier 'wings'",
            "'bohemian' can be joined by '+' with 24-card, next-higher, follow-suit, trump and cumulative",
        ),
        (
            "points+bohemian",
            "no ruleset 'points+bohemian': 'bohemian' is a game of its own and no modifier",
            "'points' can be joined by '+' with marriage, no-last-trick and three-wins",
        ),
        (
            "bohemian+",
            "no ruleset 'bohemian+': a '+' stands in it with no modifier behind it",
            "'bohemian' can be joined by '+' with 24-card, next-higher, follow-suit, trump and cumulative",
        ),
        (
            "bohemain+trump",
            "no ruleset 'bohemain+trump': there is no game 'bohemain'",
            "did you mean 'bohemian'? known are bohemian and points",
        ),
        ("trump", "no ruleset 'trump': there is no game 'trump'", "known are bohemian and points"),
        ("", "no ruleset '': it does not begin with a game", "known are bohemian and points"),
        ("+trump", "no ruleset '+trump': it does not begin with a game", "known are bohemian and points"),
        (" bohemian", "no ruleset ' bohemian': there is no game ' bohemian'", None),
    ],
)
def test_unknown_names(name: str, message: str, hint: str | None) -> None:
    with pytest.raises(UnknownRulesError) as caught:
        parse_rules(name)
    assert caught.value.message == message
    assert hint is None or caught.value.hint == hint
    assert isinstance(caught.value, NotAllowedError)


def test_a_house_rule_takes_no_modifiers() -> None:
    house = {ruleset.name: ruleset for ruleset in RULESETS if ruleset.extends}
    with pytest.raises(UnknownRulesError, match="'mixed' is a house rule and takes no modifiers"):
        parse_rules("mixed+trump", house)
    with pytest.raises(UnknownRulesError) as caught:
        parse_rules("mixd", house)
    assert caught.value.hint == "did you mean 'mixed'? known are bohemian, points, mixed and odd"
    assert caught.value.candidates == ("mixed",)
