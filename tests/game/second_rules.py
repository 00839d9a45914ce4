"""The games a second time: from docs/rules.md, on strings and lists, without speed and without the package's code.

What the tests compare the package with. A card is a string such as `10H`; a game goes on by `do`ing one of its
`options`: a card, `exchange`, `marriage-H`, or `draw`, which ends the announcements after a trick.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace

RANKS = ["7", "8", "9", "10", "J", "Q", "K", "A"]
SUITS = ["C", "S", "H", "D"]

BOHEMIAN_WORDS = ["24-card", "next-higher", "follow-suit", "trump", "cumulative"]
POINTS_WORDS = ["marriage", "no-last-trick", "three-wins"]


def rank(card: str) -> str:
    return card[:-1]


def suit(card: str) -> str:
    return card[-1]


def sort_key(card: str) -> tuple[int, int]:
    return SUITS.index(suit(card)), RANKS.index(rank(card))


@dataclass(frozen=True)
class Game:
    """One ruleset."""

    ranks: tuple[str, ...] = tuple(RANKS)
    next_higher: bool = False
    follow: bool = False
    strict_second_half: bool = False
    trumps: bool = False
    exchange: bool = False
    marriage: tuple[int, int] = (0, 0)
    """In a plain suit, in trumps."""
    worth: dict[str, int] = field(default_factory=lambda: {"A": 1, "K": 1, "Q": 1, "J": 1, "10": 1})
    last_trick: int = 0
    schneider: int = 16
    schwarz: str = "all-units"
    awards: tuple[int, int, int] | None = (1, 2, 3)
    """None where the difference is scored."""
    target: int = 7

    def pack(self) -> list[str]:
        return [r + s for s in SUITS for r in self.ranks]


def game_named(name: str) -> Game:
    """The game of a base and modifiers."""
    base, *words = name.split("+")
    if base == "bohemian":
        assert set(words) <= set(BOHEMIAN_WORDS)
        game = Game()
        if "24-card" in words:
            game = replace(
                game, ranks=("9", "10", "J", "Q", "K", "A"), worth={"A": 1, "K": 1, "Q": 1, "J": 1}, schneider=13
            )
        if "next-higher" in words:
            game = replace(game, next_higher=True)
        if "follow-suit" in words:
            game = replace(game, follow=True)
        if "trump" in words:
            game = replace(game, trumps=True)
        if "cumulative" in words:
            game = replace(game, awards=None, target=50)
        return game
    assert base == "points"
    assert set(words) <= set(POINTS_WORDS)
    game = Game(
        strict_second_half=True,
        trumps=True,
        exchange=True,
        worth={"A": 11, "10": 10, "K": 4, "Q": 3, "J": 2},
        last_trick=10,
        schneider=91,
        schwarz="none",
    )
    if "marriage" in words:
        game = replace(game, marriage=(20, 40))
    if "no-last-trick" in words:
        game = replace(game, last_trick=0, schneider=90)
    if "three-wins" in words:
        game = replace(game, schwarz="all-tricks", target=3)
    return game


def all_names() -> list[str]:
    """The 32 + 8 named rulesets, by counting in binary."""
    return [
        "+".join([base, *(word for i, word in enumerate(words) if number >> i & 1)])
        for base, words in (("bohemian", BOHEMIAN_WORDS), ("points", POINTS_WORDS))
        for number in range(2 ** len(words))
    ]


def takes(game: Game, led: str, response: str, trump: str | None) -> bool:
    """Whether the response takes the trick."""
    if suit(response) == suit(led):
        above = RANKS.index(rank(response)) - RANKS.index(rank(led))
        return above == 1 if game.next_higher else above > 0
    return suit(response) == trump


def responses(game: Game, hand: list[str], led: str, trump: str | None, talon: int) -> list[str]:
    """What may be played on the led card."""
    same_suit = [card for card in hand if suit(card) == suit(led)]
    if game.strict_second_half and talon == 0:
        if same_suit:
            winners = [card for card in same_suit if takes(game, led, card, trump)]
            return winners or same_suit
        return [card for card in hand if suit(card) == trump] or list(hand)
    if game.follow:
        return same_suit or list(hand)
    return list(hand)


def result(game: Game, units: tuple[int, int], tricks: tuple[int, int]) -> tuple[str, tuple[int, int]]:
    """How a deal ends, and the game points of both."""
    if units[0] == units[1]:
        return "tie", (0, 0)
    winner = 0 if units[0] > units[1] else 1
    if game.awards is None:
        level, points = "difference", abs(units[0] - units[1])
    elif (game.schwarz == "all-units" and units[1 - winner] == 0) or (
        game.schwarz == "all-tricks" and tricks[1 - winner] == 0
    ):
        level, points = "schwarz", game.awards[2]
    elif units[winner] >= game.schneider:
        level, points = "schneider", game.awards[1]
    else:
        level, points = "simple", game.awards[0]
    return level, (points, 0) if winner == 0 else (0, points)


class Table:
    """A deal in play; side 0 is the non-dealer."""

    def __init__(self, game: Game, pack: list[str]) -> None:
        self.game = game
        self.hands = [pack[0:3] + pack[6:9], pack[3:6] + pack[9:12]]
        self.talon = pack[12:]
        self.trump = suit(pack[-1]) if game.trumps else None
        self.leader = 0
        self.led: str | None = None
        self.announcing = False
        self.declared: list[str] = []
        self.units = [0, 0]
        self.tricks = [0, 0]

    def clone(self) -> Table:
        other = Table.__new__(Table)
        other.__dict__.update(self.__dict__)
        other.hands = [list(hand) for hand in self.hands]
        other.talon, other.declared = list(self.talon), list(self.declared)
        other.units, other.tricks = list(self.units), list(self.tricks)
        return other

    def is_over(self) -> bool:
        return self.hands == [[], []] and not self.announcing

    def announcements(self) -> list[str]:
        hand = self.hands[self.leader]
        found = []
        if self.game.exchange and self.talon and self.trump and self.game.ranks[0] + self.trump in hand:
            found.append("exchange")
        for each in SUITS:
            is_worth = self.game.marriage[1 if each == self.trump else 0] > 0
            if is_worth and each not in self.declared and "K" + each in hand and "Q" + each in hand:
                found.append("marriage-" + each)
        return found

    def options(self) -> list[str]:
        """All that can be done now."""
        if self.announcing:
            return [*self.announcements(), "draw"]
        if self.led is None:
            return sorted(self.hands[self.leader], key=sort_key)
        legal = responses(self.game, self.hands[1 - self.leader], self.led, self.trump, len(self.talon))
        return sorted(legal, key=sort_key)

    def do(self, what: str) -> None:
        assert what in self.options()
        if what == "draw":
            self._draw()
        elif what == "exchange":
            assert self.trump is not None
            lowest = self.game.ranks[0] + self.trump
            self.hands[self.leader].remove(lowest)
            self.hands[self.leader].append(self.talon[-1])
            self.talon[-1] = lowest
            self._go_on()
        elif what.startswith("marriage-"):
            declared = what[-1]
            self.declared.append(declared)
            self.units[self.leader] += self.game.marriage[1 if declared == self.trump else 0]
            self._go_on()
        elif self.led is None:
            self.hands[self.leader].remove(what)
            self.led = what
        else:
            self.hands[1 - self.leader].remove(what)
            if takes(self.game, self.led, what, self.trump):
                self.leader = 1 - self.leader
            self.tricks[self.leader] += 1
            self.units[self.leader] += self.game.worth.get(rank(self.led), 0) + self.game.worth.get(rank(what), 0)
            if self.hands == [[], []] and not self.talon:
                self.units[self.leader] += self.game.last_trick
            self.led = None
            self._go_on()

    def _go_on(self) -> None:
        self.announcing = bool(self.announcements())
        if not self.announcing:
            self._draw()

    def _draw(self) -> None:
        self.announcing = False
        if self.talon:
            self.hands[self.leader].append(self.talon.pop(0))
            self.hands[1 - self.leader].append(self.talon.pop(0))

    def outcome(self) -> tuple[tuple[int, int], str, tuple[int, int]]:
        units, tricks = (self.units[0], self.units[1]), (self.tricks[0], self.tricks[1])
        return units, *result(self.game, units, tricks)
