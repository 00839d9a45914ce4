"""The tables say what the kernel says."""

from __future__ import annotations

import random

import pytest

from schneider_league.game import kernel
from schneider_league.game.cards import card_set, cards_of
from schneider_league.game.ruleset import Ruleset
from schneider_league.game.tables import denied_cards, tables_of
from tests.game.tables import RULESETS


@pytest.mark.parametrize("ruleset", RULESETS, ids=lambda ruleset: ruleset.name)
def test_tables_agree_with_the_kernel(ruleset: Ruleset) -> None:
    rules, rng, pack = ruleset.code, random.Random(1), list(cards_of(ruleset.pack))
    for trump in range(4) if ruleset.has_trumps else [kernel.NO_TRUMP]:
        tables = tables_of(rules, trump)
        assert list(tables.beaters) == [kernel.beaters(rules, led, trump) for led in range(32)]
        for talon, table in ((rng.choice((2, 20)), tables.denied), (0, tables.denied_at_end)):
            for _ in range(60):
                led, *cards = rng.sample(pack, 1 + rng.randrange(1, 7))
                hand, response = card_set(cards), cards[0]
                duty = kernel.broken_duty(rules, hand, led, response, trump, talon)
                denied = denied_cards(rules, led, response, trump, talon)
                broken = [each for each, mask in denied if mask & hand]
                assert (broken[:1] or [0]) == [duty]
                is_denied = table is not None and table[led << 5 | response] & hand != 0
                assert is_denied == (duty != 0)


@pytest.mark.parametrize(
    ("name", "has_duties", "has_duties_at_end"),
    [
        ("bohemian", False, False),
        ("bohemian+trump", False, False),
        ("bohemian+follow-suit", True, True),
        ("points", False, True),
        ("mixed", True, True),
    ],
)
def test_where_every_response_is_legal_there_is_no_table(name: str, has_duties: bool, has_duties_at_end: bool) -> None:
    ruleset = next(each for each in RULESETS if each.name == name)
    tables = tables_of(ruleset.code, 0 if ruleset.has_trumps else kernel.NO_TRUMP)
    assert (tables.denied is not None, tables.denied_at_end is not None) == (has_duties, has_duties_at_end)
