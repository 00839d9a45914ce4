"""The course of a deal as a generator, and what a Python bot sees of it: both agree with `position`."""

from __future__ import annotations

import random
from typing import Any

import pytest

from schneider_league.arena.course import (
    NO_ANNOUNCEMENT,
    Played,
    SeatFailedError,
    course_tables,
    play_against_built_in,
    play_deal,
)
from schneider_league.arena.packs import Packs
from schneider_league.arena.playout import deal_pack, derive_keys
from schneider_league.bots.rng import Rng
from schneider_league.bots.seat import Cause
from schneider_league.bots.turn import ANNOUNCEMENTS, ANNOUNCING, Sight, Turn, cards_in
from schneider_league.game import position
from schneider_league.game.position import NO_CARD
from schneider_league.game.ruleset import Ruleset, canonical_names, parse_rules


class Table:
    """Plays a deal at random; each turn is compared with what `position.look` shows."""

    def __init__(self, rules: Ruleset, pack: tuple[int, ...], rng: random.Random, *, quickly: bool) -> None:
        self.rules, self.pack, self.rng, self.quickly = rules, pack, rng, quickly
        turned = pack[-1] if rules.has_trumps else NO_CARD
        self.sights = [Sight(rules, side, turned) for side in (0, 1)]
        self.position = position.begin(rules.code, pack)
        self.top = 12
        self.asked: list[tuple[int, Any]] = []
        self.turns: list[tuple[Turn, object]] = []

    def play(self, fail_after: int = 1000) -> Played:
        sides = tuple((lambda row, side=side: self.asked.append((side, row))) for side in (0, 1))
        if self.quickly:
            course = play_deal(course_tables(self.rules.code), self.pack, 7, sides[0], sides[1])
        else:
            course = play_against_built_in(self.rules.code, self.pack, 7, (sides[0], sides[1]), (False, False))
        next(course)
        try:
            while True:
                side, row = self.asked[-1]
                if len(self.asked) > fail_after:
                    course.throw(SeatFailedError(1 - side, Cause.CRASH))
                course.send(self.choose(side, row))
        except StopIteration as ended:
            played: Played = ended.value
            return played

    def choose(self, side: int, row: Any) -> int:
        slot, hand, legal, lead, news = row
        assert slot == 7
        sight = self.sights[side]
        while news:
            sight.history.append(news & 4095)
            news >>= 12
        turn = tuple.__new__(Turn, (hand, legal, lead, sight, len(sight.history), cards_in(legal)))
        p, rules = self.position, self.rules.code
        is_announcing = lead == ANNOUNCING
        may = position.legal_announcements(rules, p) if is_announcing else position.legal_plays(rules, p)
        view = position.look(rules, p, may)
        seen = (view.hand, view.legal, view.side, view.trump, view.talon, view.units, view.other_units, view.tricks)
        shown = (hand, legal, side, sight.trump, turn.talon, turn.units, turn.opponent_units, turn.tricks)
        assert shown == seen
        assert (turn.hand, turn.played, turn.known, turn.unseen) == tuple(
            map(cards_in, (view.hand, view.played, view.known, view.unseen))
        )
        assert (turn.opponent_tricks, turn.opponent_cards) == (view.other_tricks, view.held)
        assert turn.turned == (None if view.turned < 0 else view.turned)
        assert turn.lead == (None if view.lead < 0 else view.lead)
        assert sum(1 << suit for suit in turn.declared) == view.declared
        self.turns.append((turn, (turn.unseen, turn.units, turn.declared, repr(turn))))
        return self.announce(turn, legal) if is_announcing else self.play_card(turn)

    def play_card(self, turn: Turn) -> int:
        rules, card = self.rules.code, self.rng.choice(turn.legal)
        if turn.lead is None:
            self.position = position.lead_card(self.position, card)
            return card
        assert (card in turn.winning) == turn.beats(turn.lead, card) == (card in turn.beaters(turn.lead))
        self.position = position.respond(rules, self.position, card)
        if not position.legal_announcements(rules, self.position):
            self.draw()
        return card

    def announce(self, turn: Turn, legal: int) -> int:
        assert {ANNOUNCEMENTS.index(choice) for choice in turn.choices} == {n for n in range(5) if legal >> n & 1}
        if self.rng.random() < 0.2:
            self.draw()
            return NO_ANNOUNCEMENT
        choice = ANNOUNCEMENTS.index(self.rng.choice(turn.choices))
        self.position = position.announce(self.rules.code, self.position, choice)
        if not position.legal_announcements(self.rules.code, self.position):
            self.draw()
        return choice

    def draw(self) -> None:
        if self.position.talon:
            self.position = position.draw(self.position, self.pack[self.top], self.pack[self.top + 1])
            self.top += 2


@pytest.mark.parametrize("name", canonical_names())
def test_the_same_as_position(name: str) -> None:
    rules = parse_rules(name)
    keys = derive_keys(3, 0)
    for number in range(6):
        pack = deal_pack(rules, keys, number)
        quick, slow = (Table(rules, pack, random.Random(number), quickly=quickly) for quickly in (True, False))
        played = quick.play()
        assert played == slow.play()
        assert [row for _, row in quick.asked] == [row for _, row in slow.asked]
        p = quick.position
        assert played.units == (position.units_of(p, 0), position.units_of(p, 1))
        assert played.cause is Cause.NORMAL
        assert played.asks == tuple(sum(side == asked for asked, _ in quick.asked) for side in (0, 1))
        # A turn that was kept shows what it showed then.
        assert [(turn.unseen, turn.units, turn.declared, repr(turn)) for turn, _ in quick.turns] == [
            then for _, then in quick.turns
        ]


@pytest.mark.parametrize("fail_after", range(1, 36, 3))
def test_who_fails_when_not_on_move(fail_after: int) -> None:
    rules = parse_rules("points+marriage")
    pack = deal_pack(rules, derive_keys(3, 0), 4)
    quick, slow = (Table(rules, pack, random.Random(1), quickly=quickly) for quickly in (True, False))
    played = quick.play(fail_after)
    assert played == slow.play(fail_after)
    if played.cause is not Cause.NORMAL:
        assert (played.cause, played.by) == (Cause.CRASH, 1 - quick.asked[-1][0])
    assert sum(played.asks) == len(quick.asked)


def test_what_is_not_on_offer_ends_the_deal() -> None:
    rules = parse_rules("bohemian")
    asked: list[Any] = []
    course = play_deal(course_tables(rules.code), deal_pack(rules, derive_keys(3, 0), 4), 0, asked.append, asked.append)
    next(course)
    with pytest.raises(StopIteration) as ended:
        course.send(200)
    assert (ended.value.value.cause, ended.value.value.by, ended.value.value.asks) == (Cause.ILLEGAL, 0, (1, 0))


@pytest.mark.parametrize("name", ["bohemian", "bohemian+24-card"])
def test_packs_are_those_of_the_run(name: str) -> None:
    rules, keys = parse_rules(name), derive_keys(11, 2)
    packs = Packs(rules, keys.pack)
    for pair in (0, 1, 63, 64, 12_345, 2**31 + 9):
        for deal in (0, 5):
            assert packs.of(pair, deal) == deal_pack(rules, keys, pair, deal)


def test_a_bots_own_chance() -> None:
    rng, again = Rng(2**63 + 1), Rng(2**63 + 1)
    numbers = [rng.randrange(6) for _ in range(6000)]
    assert numbers == [again.randrange(6) for _ in range(6000)]
    assert all(abs(numbers.count(number) - 1000) < 150 for number in range(6))
    assert all(0 <= rng.random() < 1 and 2 <= rng.uniform(2, 3) < 3 and 4 <= rng.randint(4, 5) <= 5 for _ in range(99))
    assert 0 <= rng.getrandbits(3) < 8
    assert rng.getrandbits(130).bit_length() > 64
    cards = list(range(32))
    rng.shuffle(cards)
    assert sorted(cards) == list(range(32)) != cards
    assert len(set(rng.sample(cards, 20))) == 20
    assert set(rng.choices("ab", [0.0, 1.0], k=20)) == {"b"}
    assert set(rng.choices("ab", k=40)) == {"a", "b"}
    with pytest.raises(ValueError, match="a sample of 3 from 2"):
        rng.sample("ab", 3)
