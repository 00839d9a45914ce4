"""The package's two ways to play a deal, driven like `second_rules.Table`: by strings, one option after the other."""

from __future__ import annotations

import copy
from typing import Protocol

from schneider_league.game import kernel
from schneider_league.game.cards import card_set, cards_of, format_card, parse_card
from schneider_league.game.deal import EXCHANGE, Deal
from schneider_league.game.house_rules import parse_house_rules
from schneider_league.game.ruleset import Ruleset, canonical_names, parse_rules
from tests.game.second_rules import Game, Table, game_named

Outcome = tuple[tuple[int, int], str, tuple[int, int]]

MIXED = """
name = "mixed"
extends = "bohemian+24-card+trump"
exchange = true
marriage = [2, 5]
follow = "follow"
second_half = "follow-win-trump"
last_trick = 1
win_at = 9
schneider_at = 12
awards = [2, 3, 7]
"""
MIXED_GAME = Game(
    ranks=("9", "10", "J", "Q", "K", "A"),
    follow=True,
    strict_second_half=True,
    trumps=True,
    exchange=True,
    marriage=(2, 5),
    worth={"A": 1, "K": 1, "Q": 1, "J": 1},
    last_trick=1,
    schneider=12,
    awards=(2, 3, 7),
)
ODD = """
name = "odd"
extends = "points"
trump = "none"
exchange = false
second_half = "none"
beats = "next-higher"
marriage = [7, 0]
card_points = { A = 5, 10 = 1, 7 = 3 }
last_trick = 4
win_at = 21
schneider_at = 30
schwarz = "all-tricks"
"""
ODD_GAME = Game(
    next_higher=True, marriage=(7, 0), worth={"A": 5, "10": 1, "7": 3}, last_trick=4, schneider=30, schwarz="all-tricks"
)

RULESETS: list[Ruleset] = [
    *(parse_rules(name) for name in canonical_names()),
    parse_house_rules(MIXED, "mixed.toml"),
    parse_house_rules(ODD, "odd.toml"),
]
HOUSE_GAMES = {"mixed": MIXED_GAME, "odd": ODD_GAME}


def game_of(ruleset: Ruleset) -> Game:
    """The same ruleset in the tests' own words."""
    return HOUSE_GAMES.get(ruleset.name) or game_named(ruleset.name)


class Playable(Protocol):
    """What the three have in common."""

    def options(self) -> list[str]: ...
    def do(self, what: str) -> None: ...
    def is_over(self) -> bool: ...
    def outcome(self) -> Outcome: ...


def number(card: str) -> int:
    found = parse_card(card)
    assert found is not None
    return found


class DealTable:
    """A `Deal`."""

    def __init__(self, ruleset: Ruleset, pack: list[str]) -> None:
        self.deal = Deal.of_pack(ruleset, [number(card) for card in pack])

    def clone(self) -> DealTable:
        other = copy.copy(self)
        other.deal = copy.copy(self.deal)
        for name in Deal.__slots__:
            value = getattr(self.deal, name)
            if isinstance(value, list):
                setattr(other.deal, name, list(value))
        return other

    def is_over(self) -> bool:
        return self.deal.is_over

    def options(self) -> list[str]:
        if self.deal.is_announcing:
            return [*map(_word, self.deal.legal_announcements()), "draw"]
        return [format_card(card) for card in cards_of(self.deal.legal_plays())]

    def do(self, what: str) -> None:
        if what == "draw":
            self.deal.draw()
        elif self.deal.is_announcing:
            self.deal.announce(_announcement(what))
        else:
            self.deal.play(number(what))

    def outcome(self) -> Outcome:
        units, level, points = self.deal.outcome()
        return units, str(level), points


class KernelTable:
    """The functions on integers, with no object between."""

    def __init__(self, ruleset: Ruleset, pack: list[str]) -> None:
        self.rules = ruleset.code
        cards = [number(card) for card in pack]
        self.hands = [card_set(cards[0:3] + cards[6:9]), card_set(cards[3:6] + cards[9:12])]
        self.talon = cards[12:]
        self.trump = self.talon[-1] >> 3 if self.rules.trumps else kernel.NO_TRUMP
        self.leader, self.led, self.declared, self.announcing = 0, -1, 0, False
        self.units, self.tricks = [0, 0], [0, 0]

    def clone(self) -> KernelTable:
        other = copy.copy(self)
        other.hands, other.talon = list(self.hands), list(self.talon)
        other.units, other.tricks = list(self.units), list(self.tricks)
        return other

    def is_over(self) -> bool:
        return self.hands == [0, 0] and not self.announcing

    def _announcements(self) -> list[int]:
        hand = self.hands[self.leader]
        suits = [s for s in range(4) if kernel.may_marry(self.rules, hand, s, self.trump, self.declared)]
        exchange = [EXCHANGE] if kernel.may_exchange(self.rules, hand, self.trump, len(self.talon)) else []
        return exchange + suits

    def options(self) -> list[str]:
        if self.announcing:
            return [*map(_word, self._announcements()), "draw"]
        if self.led < 0:
            legal = kernel.legal_leads(self.hands[self.leader])
        else:
            hand = self.hands[1 - self.leader]
            legal = kernel.legal_responses(self.rules, hand, self.led, self.trump, len(self.talon))
        return [format_card(card) for card in cards_of(legal)]

    def do(self, what: str) -> None:
        if what == "draw":
            self._draw()
        elif self.announcing:
            said = _announcement(what)
            if said == EXCHANGE:
                given = kernel.exchange_card(self.rules, self.trump)
                self.hands[self.leader] += (1 << self.talon[-1]) - (1 << given)
                self.talon[-1] = given
            else:
                self.declared |= 1 << said
                self.units[self.leader] += kernel.marriage_units(self.rules, said, self.trump)
            self._go_on()
        elif self.led < 0:
            self.led = number(what)
            self.hands[self.leader] -= 1 << self.led
        else:
            card = number(what)
            self.hands[1 - self.leader] -= 1 << card
            if kernel.beats(self.rules, self.led, card, self.trump):
                self.leader = 1 - self.leader
            self.tricks[self.leader] += 1
            self.units[self.leader] += kernel.trick_units(self.rules, self.led, card)
            if sum(self.tricks) == kernel.pack_size(self.rules) // 2:
                self.units[self.leader] += self.rules.last_trick
            self.led = -1
            self._go_on()

    def _go_on(self) -> None:
        self.announcing = bool(self._announcements())
        if not self.announcing:
            self._draw()

    def _draw(self) -> None:
        self.announcing = False
        for side in (self.leader, 1 - self.leader) if self.talon else ():
            self.hands[side] += 1 << self.talon.pop(0)

    def outcome(self) -> Outcome:
        winner = 0 if self.units[0] > self.units[1] else 1
        more, less = self.units[winner], self.units[1 - winner]
        level = kernel.level(self.rules, more, less, self.tricks[1 - winner])
        points = kernel.award(self.rules, level, more, less)
        name = ("tie", "simple", "schneider", "schwarz", "difference")[level]
        return (self.units[0], self.units[1]), name, (points, 0) if winner == 0 else (0, points)


def _word(said: int) -> str:
    return "exchange" if said == EXCHANGE else f"marriage-{'CSHD'[said]}"


def _announcement(word: str) -> int:
    return EXCHANGE if word == "exchange" else "CSHD".index(word[-1])


def all_tables(ruleset: Ruleset, pack: list[str]) -> tuple[Table, DealTable, KernelTable]:
    """The same deal three times."""
    return Table(game_of(ruleset), pack), DealTable(ruleset, pack), KernelTable(ruleset, pack)
