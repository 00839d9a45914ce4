"""What a Python bot sees: cards, and a turn at which it is to choose."""

from __future__ import annotations

from operator import itemgetter
from typing import Final, NamedTuple

from schneider_league.game import kernel
from schneider_league.game.cards import SUITS, cards_of, format_card
from schneider_league.game.position import EXCHANGE
from schneider_league.game.ruleset import Ruleset
from schneider_league.game.score import Pair

Announcement = str
"""`exchange`, or `marriage-H` for a marriage in hearts."""

ANNOUNCEMENTS: Final = (*(f"marriage-{suit}" for suit in SUITS), "exchange")
"""By the number that stands for an announcement elsewhere: 0–3 a marriage in that suit, 4 the exchange."""


class Card(int):
    """A card: a number 0–31 (suit * 8 + rank), so that cards of one suit compare by rank; `str` gives `10H`."""

    __slots__ = ()

    @property
    def suit(self) -> int:
        """0 clubs, 1 spades, 2 hearts, 3 diamonds."""
        return self >> 3

    @property
    def rank(self) -> int:
        """0–7 for 7 8 9 10 J Q K A, the 10 below the J in every game."""
        return self & 7

    def __repr__(self) -> str:
        return format_card(self)

    __str__ = __repr__


CARDS: Final = tuple(Card(number) for number in range(32))
"""Every card."""


class _Half(dict[int, tuple[Card, ...]]):
    """The cards of 16 bits of a mask, tabulated as they come: two halves joined are quicker than bit by bit."""

    def __init__(self, first: int) -> None:
        super().__init__()
        self._first = first

    def __missing__(self, mask: int) -> tuple[Card, ...]:
        self[mask] = cards = tuple([CARDS[card] for card in cards_of(mask << self._first)])
        return cards


BLACK: Final = _Half(0)
RED: Final = _Half(16)


def cards_in(mask: int) -> tuple[Card, ...]:
    """The cards of a bit mask, from the lowest number up."""
    return BLACK[mask & 0xFFFF] + RED[mask >> 16]


class Trick(NamedTuple):
    """A trick that was played."""

    lead: Card
    response: Card
    is_mine: bool
    """Whether this side took it."""


class Announced(NamedTuple):
    """An announcement that was made."""

    announcement: Announcement
    is_mine: bool
    card: Card | None
    """The card taken in an exchange, else None."""
    after: int
    """How many tricks had been played."""


# What has happened, an integer each: bits 0–4 the led card, 5–9 the response, 10 the side that took the trick; of an
# announcement (bit 11) bits 0–4 which one, 5–9 the card taken in an exchange, 10 the side that made it.
SIDE_BIT: Final = 10
ANNOUNCED: Final = 1 << 11


# A question as the runner sends it. What else a turn can tell is worked out from what has happened, when a bot asks.
NEWS_BITS: Final = 12
"""What happened since the last question stands in one integer, so many bits for each thing, the first one lowest.

That is a trick and the announcements after it, at most four (three marriages fill a hand): 60 bits.
"""
Row = tuple[int, int, int, int, int]
"""The deal's slot, the hand, what is legal, the lead (or `LEADING`, `ANNOUNCING`), and the news."""
LEAD: Final = 3
"""Where the lead stands in a row."""
LEADING, ANNOUNCING = -1, -2


class Seen(NamedTuple):
    """What follows from a number of things that happened; cards are bit masks, pairs have one's own number first."""

    played: int = 0
    known: int = 0
    """The cards that the opponent held for certain at some time."""
    declared: int = 0
    units: Pair = (0, 0)
    tricks: Pair = (0, 0)
    turned: int = -1
    """The turned-up card, also once it is drawn; -1 in games without trumps."""
    is_theirs: bool = False
    """Whether the opponent draws the turned-up card, or has drawn it."""


class Sight:
    """What one side sees in the course of a deal; worked out when it is asked for."""

    __slots__ = ("_count", "_seen", "history", "rules", "side", "turned")

    def __init__(self, rules: Ruleset, side: int, turned: int) -> None:
        self.rules = rules
        self.side = side
        """0 the non-dealer, 1 the dealer."""
        self.turned = turned
        """The card that was turned up at first; -1 in games without trumps."""
        self.history: list[int] = []
        """What has happened, as `SIDE_BIT` says."""
        self._count = 0
        self._seen: Seen | None = None

    @property
    def trump(self) -> int:
        """The trump suit, or `NO_TRUMP`."""
        return kernel.NO_TRUMP if self.turned < 0 else self.turned >> 3

    def after(self, count: int) -> Seen:
        """What had been seen when so many things had happened."""
        seen = self._seen
        if seen is None or count < self._count:
            self._count, seen = 0, Seen(turned=self.turned)
        for happened in self.history[self._count : count]:
            seen = self._follow(seen, happened)
        self._count, self._seen = count, seen
        return seen

    def _follow(self, seen: Seen, happened: int) -> Seen:
        rules = self.rules.code
        number, card = happened & 31, happened >> 5 & 31
        is_mine = happened >> SIDE_BIT & 1 == self.side
        if not happened & ANNOUNCED:
            tricks = _add(seen.tricks, 1, is_mine)
            gained = kernel.trick_units(rules, number, card)
            if sum(tricks) == self.rules.tricks:
                gained += rules.last_trick
            # The loser of the trick after which the talon is drawn empty gets its last card.
            is_theirs = is_mine if 2 * sum(tricks) == self.rules.talon else seen.is_theirs
            units, played = _add(seen.units, gained, is_mine), seen.played | 1 << number | 1 << card
            return seen._replace(played=played, units=units, tricks=tricks, is_theirs=is_theirs)
        if number == EXCHANGE:
            known = seen.known if is_mine else seen.known | 1 << card
            return seen._replace(known=known, turned=kernel.exchange_card(rules, self.trump))
        gained = kernel.marriage_units(rules, number, self.trump)
        known = seen.known if is_mine else seen.known | 0x60 << (number << 3)
        declared = seen.declared | 1 << number
        return seen._replace(known=known, declared=declared, units=_add(seen.units, gained, is_mine))


def _add(pair: Pair, number: int, is_mine: bool) -> Pair:
    return (pair[0] + number, pair[1]) if is_mine else (pair[0], pair[1] + number)


class Turn(tuple[int, int, int, Sight, int, tuple[Card, ...]]):
    """What a side sees when it is to choose. Nothing in it can be changed. Tuples of cards are sorted by number."""

    __slots__ = ()

    @property
    def rules(self) -> Ruleset:
        """The game that is played."""
        return self[3].rules

    @property
    def kind(self) -> str:
        """`lead`, `respond` or `announce`."""
        lead = self[2]
        return "respond" if lead >= 0 else "lead" if lead == LEADING else "announce"

    legal: tuple[Card, ...] = property(itemgetter(5), doc="The cards that may be played; none while announcing.")  # type: ignore[assignment]

    @property
    def choices(self) -> tuple[Announcement, ...]:
        """What may be announced: the exchange, then marriages, the dearest first; none while a card is to be played."""
        _, legal, lead, sight, _, _ = self
        if lead != ANNOUNCING:
            return ()
        suits = [suit for suit in range(4) if legal >> suit & 1]
        suits.sort(key=lambda suit: -kernel.marriage_units(sight.rules.code, suit, sight.trump))
        numbers = [EXCHANGE, *suits] if legal >> EXCHANGE & 1 else suits
        return tuple([ANNOUNCEMENTS[number] for number in numbers])

    @property
    def hand(self) -> tuple[Card, ...]:
        """One's own cards."""
        return cards_in(self[0])

    @property
    def lead(self) -> Card | None:
        """The card to respond to; None when leading or announcing."""
        lead = self[2]
        return CARDS[lead] if lead >= 0 else None

    @property
    def winning(self) -> tuple[Card, ...]:
        """The legal cards that would take the trick; none when leading or announcing."""
        _, legal, lead, sight, _, _ = self
        return cards_in(legal & kernel.beaters(sight.rules.code, lead, sight.trump)) if lead >= 0 else ()

    @property
    def trump(self) -> int | None:
        """The trump suit, None in games without."""
        trump = self[3].trump
        return trump if trump >= 0 else None

    @property
    def turned(self) -> Card | None:
        """The turned-up card while it lies under the talon, else None."""
        turned = self._seen.turned
        return CARDS[turned] if turned >= 0 and self.talon else None

    @property
    def talon(self) -> int:
        """How many cards are left in the talon, the turned-up one included."""
        # After an announcement the two cards of the last trick are not replaced yet.
        drawn = sum(self._seen.tricks) - (self[2] == ANNOUNCING)
        return max(0, self[3].rules.talon - 2 * drawn)

    @property
    def opponent_cards(self) -> int:
        """How many cards the opponent holds, a led card aside."""
        return self[0].bit_count() - (self[2] >= 0)

    @property
    def units(self) -> int:
        """What one has captured and declared so far: honours or card points."""
        return self._seen.units[0]

    @property
    def opponent_units(self) -> int:
        """What the opponent has captured and declared so far."""
        return self._seen.units[1]

    @property
    def tricks(self) -> int:
        """How many tricks one has taken."""
        return self._seen.tricks[0]

    @property
    def opponent_tricks(self) -> int:
        """How many tricks the opponent has taken."""
        return self._seen.tricks[1]

    @property
    def declared(self) -> tuple[int, ...]:
        """The suits whose marriage was declared, by whomever."""
        mask = self._seen.declared
        return tuple([suit for suit in range(4) if mask >> suit & 1])

    @property
    def played(self) -> tuple[Card, ...]:
        """The cards that lie in the tricks."""
        return cards_in(self._seen.played)

    @property
    def known(self) -> tuple[Card, ...]:
        """The cards in the opponent's hand that were announced or drawn face up."""
        return cards_in(self._known)

    @property
    def unseen(self) -> tuple[Card, ...]:
        """The cards that the opponent may hold, or that lie face down in the talon."""
        turned = self.turned
        elsewhere = self._seen.played | self[0] | self._known | self._open
        return cards_in(self.rules.pack & ~(elsewhere if turned is None else elsewhere | 1 << turned))

    def beats(self, lead: Card, response: Card) -> bool:
        """Whether the response would take a trick with this lead."""
        return kernel.beats(self.rules.code, lead, response, self[3].trump)

    def beaters(self, lead: Card) -> tuple[Card, ...]:
        """The cards of the pack that beat this one when it is led."""
        return cards_in(kernel.beaters(self.rules.code, lead, self[3].trump) & self.rules.pack)

    def units_of(self, card: Card) -> int:
        """What a card counts: honours or card points."""
        return self.rules.code.units[card & 7]

    @property
    def _seen(self) -> Seen:
        return self[3].after(self[4])

    @property
    def _open(self) -> int:
        """The led card as a mask."""
        lead = self[2]
        return 1 << lead if lead >= 0 else 0

    @property
    def _known(self) -> int:
        seen = self._seen
        known = seen.known
        if seen.is_theirs and seen.turned >= 0 and not self.talon:
            known |= 1 << seen.turned
        return known & ~(seen.played | self._open)

    def __repr__(self) -> str:
        asked = " ".join(map(str, self.choices or self.legal))
        return f"<Turn {self.kind}: {' '.join(map(str, self.hand))}; lead {self.lead}; may choose {asked}>"
