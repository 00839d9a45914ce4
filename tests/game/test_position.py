"""A deal as a row of integers goes as `Deal` does, under every ruleset, and shows each side what it may see."""

from __future__ import annotations

import random

import pytest

from schneider_league.game import position as p
from schneider_league.game.cards import card_set, cards_of, parse_card
from schneider_league.game.deal import Deal
from schneider_league.game.position import NO_LIMITS, Position, View
from schneider_league.game.ruleset import Ruleset, parse_rules
from tests.game.tables import RULESETS

Seen = tuple[Deal, Position, View]


def play(ruleset: Ruleset, rng: random.Random) -> list[Seen]:
    """A random deal both ways; what there was to be seen at each turn."""
    rules = ruleset.code
    pack = list(cards_of(ruleset.pack))
    rng.shuffle(pack)
    deal, position, top = Deal.of_pack(ruleset, pack), p.begin(rules, pack), 12
    seen: list[View] = []
    while not p.is_over(position):
        for step in (p.lead_card, None):
            legal = p.legal_plays(rules, position)
            seen.append(p.look(rules, position, legal))
            check(ruleset, deal, position, seen[-1])
            assert legal == deal.legal_plays()
            card = rng.choice(list(cards_of(legal)))
            deal.play(card)
            position = step(position, card) if step else p.respond(rules, position, card)
        while legal := p.legal_announcements(rules, position):
            seen.append(p.look(rules, position, legal))
            assert deal.is_announcing
            check(ruleset, deal, position, seen[-1])
            assert list(cards_of(legal)) == sorted(deal.legal_announcements())
            said = rng.choice([*cards_of(legal), p.NOTHING])
            if said == p.NOTHING:
                deal.draw()
                break
            deal.announce(said)
            position = p.announce(rules, position, said)
        if position.talon:
            position = p.draw(position, *pack[top : top + 2])
            top += 2
    outcome = deal.outcome()
    assert deal.is_over
    assert (p.units_of(position, 0), p.units_of(position, 1)) == outcome.units
    points = p.game_points(rules, position) * (1 if position.leader == 0 else -1)
    assert points == outcome.game_points[0] - outcome.game_points[1]
    return [(deal, position, view) for view in seen]


def check(ruleset: Ruleset, deal: Deal, position: Position, view: View) -> None:
    """What the side at turn sees is true, and all that it may know."""
    side = deal.turn if not deal.is_announcing else deal.leader
    other = deal.hand(1 - side)
    assert view.side == side
    assert view.hand == deal.hand(side)
    assert view.held == other.bit_count()
    assert view.lead == (-1 if deal.lead is None else deal.lead)
    assert view.trump == (-1 if deal.trump is None else deal.trump)
    assert view.talon == (deal.talon)
    if not deal.is_announcing:
        assert view.turned == (-1 if deal.turned is None else deal.turned)
    assert (view.units, view.other_units) == (deal.units[side], deal.units[1 - side])
    assert (view.tricks, view.other_tricks) == (deal.tricks[side], deal.tricks[1 - side])
    # known cards are there, and where nothing is hidden all of them are known
    assert view.known & ~other == 0
    assert other & ~(view.known | view.unseen) == 0
    hidden_talon = view.talon - (view.turned >= 0)
    assert view.unseen.bit_count() == (other & ~view.known).bit_count() + hidden_talon
    if view.talon == 0:
        assert view.known | view.unseen == other
    on_table = view.played | view.hand | view.known | view.unseen
    on_table |= 0 if view.lead < 0 else 1 << view.lead
    on_table |= 0 if view.turned < 0 else 1 << view.turned
    assert on_table == ruleset.pack
    for suit in range(4):
        limit = view.limits >> 4 * suit & 15
        near = [s for s in range(4) if view.limits >> 4 * s & 15 <= limit]
        if limit < 15:
            assert sum((other >> 8 * s & 255).bit_count() for s in near) <= limit


@pytest.mark.parametrize("ruleset", RULESETS, ids=[each.name for each in RULESETS])
def test_goes_as_deal_does(ruleset: Ruleset) -> None:
    rng = random.Random(ruleset.name)
    limits = [view.limits for _ in range(12) for _deal, _position, view in play(ruleset, rng) if view.talon]
    has_to_follow = ruleset.code.follow == 1
    assert any(limit != NO_LIMITS for limit in limits) == has_to_follow


def test_the_deal_goes_round_by_threes() -> None:
    pack = list(range(32))
    position = p.begin(parse_rules("points").code, pack)
    assert position.hand == card_set([0, 1, 2, 6, 7, 8])
    assert position.other_hand == card_set([3, 4, 5, 9, 10, 11])
    assert (position.turned, position.trump, position.talon) == (31, 3, 20)


def test_limits_by_hand() -> None:
    # No heart, then two cards drawn, then a spade where clubs were led, and one more drawn.
    limits = NO_LIMITS & ~(15 << 8)
    limits = p.limits_with(p.limits_with(limits))
    assert f"{limits:04x}" == "f2ff"
    limits = p.limits_with(limits & ~15)
    assert f"{limits:04x}" == "f3f1"
    # A club can only be the card that was drawn last, which is one of the three that may be hearts.
    assert f"{p.limits_without(limits, number('QC')):04x}" == "f2f0"
    # A heart may be one of the two before it.
    assert f"{p.limits_without(limits, number('QH')):04x}" == "f2f1"
    assert p.limits_without(limits, number("QS")) == limits
    for _ in range(9):
        limits = p.limits_with(limits)
    assert f"{limits:04x}" == "f6f6", "more than a hand says nothing"


def number(text: str) -> int:
    card = parse_card(text)
    assert card is not None
    return card
