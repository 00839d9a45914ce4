"""The built-in bots: what each of them is said to do, and that each is better than the one before."""

from __future__ import annotations

import random as chance_of
import statistics

import pytest

from schneider_league.arena.playout import Playout, derive_keys, seed_chance
from schneider_league.bots.builtin import KINDS, NAMES, SAMPLES, Builtin, sampler
from schneider_league.game import position as p
from schneider_league.game.cards import card_set, cards_of, format_card, parse_card
from schneider_league.game.position import NO_LIMITS, View
from schneider_league.game.ruleset import Ruleset, parse_rules
from tests.game.tables import RULESETS
from tests.game.test_position import play

BOHEMIAN = parse_rules("bohemian")


def hand(text: str) -> int:
    return card_set(card for word in text.split() if (card := parse_card(word)) is not None)


def view_of(mine: str, *, lead: str | None = None, played: str = "", known: str = "", ruleset: Ruleset = BOHEMIAN,
            turned: str | None = None, legal: str | None = None) -> View:  # fmt: skip
    """A turn in the first half."""
    led = -1 if lead is None else hand(lead).bit_length() - 1
    face_up = -1 if turned is None else hand(turned).bit_length() - 1
    seen = hand(mine) | hand(played) | hand(known) | hand(lead or "") | hand(turned or "")
    talon = 20 - len(played.split())
    return View(
        hand(mine), hand(mine if legal is None else legal), led, face_up >> 3 if turned else -1, face_up, talon,
        hand(played), hand(known), ruleset.pack & ~seen, 5 if lead else 6, 0, 0, 0, 0, 0, 0, NO_LIMITS,
    )  # fmt: skip


def choice(name: str, view: View, ruleset: Ruleset = BOHEMIAN, *, is_announcing: bool = False) -> int:
    return Playout(ruleset, is_compiled=False).choose(
        Builtin(name, 5), view, seed_chance(3), is_announcing=is_announcing
    )


def card(name: str, view: View, ruleset: Ruleset = BOHEMIAN) -> str:
    return format_card(choice(name, view, ruleset))


# --- the catalogue ---


def test_the_catalogue() -> None:
    assert NAMES == ("random", "greedy", "careful", "endgame", "sampler")
    assert [kind.options for kind in KINDS] == [(), (), (), (), (SAMPLES,)]
    assert SAMPLES.least <= SAMPLES.default <= SAMPLES.most
    assert Builtin("sampler").samples == SAMPLES.default


# --- what each does ---


def test_random_plays_every_card_and_says_everything() -> None:
    view = view_of("7C 8S 9H 10D JC QS")
    playout, chance = Playout(BOHEMIAN, is_compiled=False), seed_chance(1)
    assert {playout.choose(Builtin("random"), view, chance) for _ in range(200)} == set(cards_of(view.hand))
    announcing = view._replace(legal=0b10110)
    said = {playout.choose(Builtin("random"), announcing, chance, is_announcing=True) for _ in range(200)}
    assert said == {1, 2, 4, p.NOTHING}


@pytest.mark.parametrize(
    ("mine", "lead", "expected"),
    [
        ("QC KC AC 7H 8H 9S", "JC", "QC"),  # the cheapest that takes it
        ("10C AH KH 8H 9S QD", "JC", "8H"),  # cannot: the cheapest there is
        ("AS KS 8D 9D 10H JH", None, "8D"),
    ],
)
def test_greedy_takes_what_it_can_as_cheaply_as_it_can(mine: str, lead: str | None, expected: str) -> None:
    assert card("greedy", view_of(mine, lead=lead)) == expected


def test_greedy_keeps_trumps() -> None:
    points = parse_rules("points")
    assert card("greedy", view_of("7D 8H AS KS QS JS", ruleset=points, turned="KD"), points) == "8H"
    assert card("greedy", view_of("7D 8H JC QS JS KS", lead="AC", ruleset=points, turned="KD"), points) == "7D"


def test_careful_knows_what_is_safe_to_lead() -> None:
    # All higher clubs are out, so that the ten is as good as an ace; with one of them about it is not.
    mine = "10C 7S 8S 7H 8H 7D"
    assert card("careful", view_of(mine, played="JC QC KC AC")) == "10C"
    assert card("careful", view_of(mine, played="JC QC KC", known="AC")) != "10C"


def test_careful_does_not_pay_with_a_card_that_is_worth_more() -> None:
    # Nobody can beat the ace of clubs, which takes a seven now or something better later.
    assert card("careful", view_of("AC 7S 8S 7H 8H 7D", lead="7C")) != "AC"
    assert card("greedy", view_of("AC 7S 8S 7H 8H 7D", lead="7C")) == "AC"


@pytest.mark.parametrize("name", NAMES[1:])
def test_all_but_random_announce_what_they_can_the_exchange_first(name: str) -> None:
    rules = parse_rules("points+marriage")
    view = view_of("7D KD QD KS QS 9H", ruleset=rules, turned="AD")
    for legal, said in [(0b11010, p.EXCHANGE), (0b01010, 3), (0b00010, 1)]:
        assert choice(name, view._replace(legal=legal), rules, is_announcing=True) == said


@pytest.mark.parametrize("ruleset", RULESETS, ids=[each.name for each in RULESETS])
def test_sampler_deals_what_may_be(ruleset: Ruleset) -> None:
    rng = chance_of.Random(ruleset.name)
    chance, room = seed_chance(5), [0] * 128
    bound = 0
    for _ in range(6):
        for _deal, _position, view in play(ruleset, rng):
            dealt = sampler.deal_unseen(ruleset.code, view, chance, room)
            other = dealt.hand if view.lead >= 0 else dealt.other_hand
            talon = [room[sampler._TALON + at] for at in range(view.talon)]
            assert other.bit_count() == view.held
            assert other & view.known == view.known
            face_down = talon[:-1] if view.turned >= 0 else talon
            assert other & ~view.known | card_set(face_down) == view.unseen
            assert len(set(talon)) == len(talon)
            if view.turned >= 0:
                assert talon[-1] == view.turned
            for suit in range(4):
                limit = view.limits >> 4 * suit & 15
                near = [s for s in range(4) if view.limits >> 4 * s & 15 <= limit]
                if limit < 15:
                    bound += view.talon > 0
                    assert sum((other >> 8 * s & 255).bit_count() for s in near) <= limit
            again = p.look(ruleset.code, dealt, view.legal)
            assert again._replace(known=view.known, unseen=view.unseen) == view
    assert (bound > 0) == (ruleset.code.follow == 1)


def test_sampler_deals_each_hand_that_may_be_equally_often() -> None:
    """Six cards of which two are hidden in the other hand; the older of the two places cannot hold a club."""
    view = View(0, 0, -1, -1, -1, 4, 0, 0, hand("7C 8C 7S 8S 7H 8H"), 2, 0, 0, 0, 0, 0, 0, NO_LIMITS & ~15 | 1)
    chance, room = seed_chance(5), [0] * 128
    seen: dict[int, int] = {}
    times = 6000
    for _ in range(times):
        other = sampler.deal_unseen(BOHEMIAN.code, view, chance, room).other_hand
        seen[other] = seen.get(other, 0) + 1
    # 4 cards may lie in the older place, each with 5 in the other: two without a club can lie in two ways.
    weights = {other: 2 if other & 255 == 0 else 1 for other in seen}
    assert sorted(weights.values()) == [1] * 8 + [2] * 6
    for other, weight in weights.items():
        expected = times * weight / 20
        assert abs(seen[other] - expected) < 5 * expected**0.5


# --- strength; docs/bots.md has the table with many more pairs ---


@pytest.mark.parametrize("name", ["bohemian", "bohemian+next-higher", "points"])
@pytest.mark.parametrize(("better", "worse", "pairs"), [("greedy", "random", 60), ("careful", "greedy", 150)])
def test_each_beats_the_one_before(name: str, better: str, worse: str, pairs: int) -> None:
    """The 95% interval of its game points a pair is clear of 0."""
    played = Playout(parse_rules(name), is_compiled=False)
    totals = list(played.play_deals(Builtin(better), Builtin(worse), derive_keys(5, 0), 0, pairs))
    points = [each.points_a - each.points_b for each in totals]
    by_pair = [sum(halves) for halves in zip(points[::2], points[1::2], strict=True)]
    assert statistics.mean(by_pair) > 1.96 * statistics.stdev(by_pair) / pairs**0.5
