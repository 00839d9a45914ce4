"""Cards as numbers, and how they are written in the French and in the German alphabet.

A card is a number 0–31: suit * 8 + rank, suits in the order clubs, spades, hearts, diamonds, ranks in
the order 7 8 9 10 J Q K A. A set of cards (a hand, the cards played) is a bit mask with bit `card` set.

No suit ranks above another, so that the correspondence of the two alphabets is only a way of writing:
clubs are acorns (Eichel), spades leaves (Laub, Grün), hearts hearts (Herz), diamonds bells (Schellen);
the ace is the Daus, the queen the Ober, the jack the Unter.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from enum import StrEnum
from typing import Final

Card = int
"""0–31: suit * 8 + rank."""
CardSet = int
"""A bit mask of cards."""

RANKS: Final = ("7", "8", "9", "10", "J", "Q", "K", "A")
"""From low to high, in every game: the 10 stands below the J even where it is worth ten points."""
SUITS: Final = ("C", "S", "H", "D")
SUIT_NAMES: Final = ("clubs", "spades", "hearts", "diamonds")

SEVEN, EIGHT, NINE, TEN, JACK, QUEEN, KING, ACE = range(8)

FULL_PACK: Final[CardSet] = 0xFFFFFFFF


class Alphabet(StrEnum):
    """How cards are written."""

    FRENCH = "french"
    GERMAN = "german"


_RANK_LETTERS: Final = {
    Alphabet.FRENCH: RANKS,
    Alphabet.GERMAN: ("7", "8", "9", "10", "U", "O", "K", "D"),
}
_SUIT_LETTERS: Final = {Alphabet.FRENCH: SUITS, Alphabet.GERMAN: ("E", "L", "H", "S")}

# What is read beside the canonical spelling: T for the ten in French, A for the Daus and G (Grün) for
# leaves in German, suit symbols in French.
_OTHER_RANKS: Final = {Alphabet.FRENCH: {"T": TEN}, Alphabet.GERMAN: {"A": ACE}}
_OTHER_SUITS: Final = {Alphabet.FRENCH: {"♣": 0, "♠": 1, "♥": 2, "♦": 3}, Alphabet.GERMAN: {"G": 1}}


def suit_of(card: Card) -> int:
    """The suit's index in `SUITS`."""
    return card >> 3


def rank_of(card: Card) -> int:
    """The rank's index in `RANKS`."""
    return card & 7


def card_set(cards: Iterable[Card]) -> CardSet:
    """The set of these cards."""
    mask = 0
    for card in cards:
        mask |= 1 << card
    return mask


def cards_of(mask: CardSet) -> Iterator[Card]:
    """The cards of a set, from the lowest number up."""
    while mask:
        low = mask & -mask
        yield low.bit_length() - 1
        mask ^= low


def sorted_hand(mask: CardSet) -> list[Card]:
    """The cards of a set as a player holds them: by suit, from high to low."""
    return sorted(cards_of(mask), key=lambda card: (card >> 3, -card))


_WRITTEN: Final = {
    alphabet: tuple(rank + suit for suit in _SUIT_LETTERS[alphabet] for rank in _RANK_LETTERS[alphabet])
    for alphabet in Alphabet
}


def format_card(card: Card, alphabet: Alphabet = Alphabet.FRENCH) -> str:
    """The canonical spelling: `10H`; `10H`, `OL`, `DS` in the German alphabet."""
    return _WRITTEN[alphabet][card]


def format_suit(suit: int, alphabet: Alphabet = Alphabet.FRENCH) -> str:
    """The suit's letter."""
    return _SUIT_LETTERS[alphabet][suit]


def format_cards(cards: Iterable[Card], alphabet: Alphabet = Alphabet.FRENCH) -> str:
    """Canonical spellings with a blank between them."""
    written = _WRITTEN[alphabet]
    return " ".join([written[card] for card in cards])


def _spellings(alphabet: Alphabet) -> dict[str, Card]:
    ranks = {letter: rank for rank, letter in enumerate(_RANK_LETTERS[alphabet])} | _OTHER_RANKS[alphabet]
    suits = {letter: suit for suit, letter in enumerate(_SUIT_LETTERS[alphabet])} | _OTHER_SUITS[alphabet]
    table = {}
    for rank_text, rank in ranks.items():
        for suit_text, suit in suits.items():
            for written_rank in {rank_text, rank_text.lower()}:
                for written_suit in {suit_text, suit_text.lower()}:
                    table[written_rank + written_suit] = suit * 8 + rank
    return table


CARD_SPELLINGS: Final = {alphabet: _spellings(alphabet) for alphabet in Alphabet}
"""For each alphabet every spelling that is read, upper and lower case, and the card that it means."""

CARD_MASKS: Final = {
    alphabet: {word: 1 << card for word, card in spellings.items()} for alphabet, spellings in CARD_SPELLINGS.items()
}
"""The same, each card as the set of it alone."""

SUIT_SPELLINGS: Final = {
    alphabet: {
        spelling: suit
        for letter, suit in (
            *((letter, suit) for suit, letter in enumerate(_SUIT_LETTERS[alphabet])),
            *_OTHER_SUITS[alphabet].items(),
        )
        for spelling in (letter, letter.lower())
    }
    for alphabet in Alphabet
}
"""For each alphabet every spelling of a suit that is read."""

# One or two digits or a letter, then a letter or a suit symbol: enough like a card to be called a bad
# one rather than an unreadable word.
_CARD_SHAPE = re.compile(r"(?:[0-9]{1,2}|[A-Z])[A-Z♣♠♥♦♧♤♡♢]", re.IGNORECASE)


def parse_card(text: str, alphabet: Alphabet = Alphabet.FRENCH) -> Card | None:
    """The card that `text` spells, None if it spells none. `format_card` is the inverse."""
    return CARD_SPELLINGS[alphabet].get(text)


def parse_suit(text: str, alphabet: Alphabet = Alphabet.FRENCH) -> int | None:
    """The suit that `text` spells, None if it spells none."""
    return SUIT_SPELLINGS[alphabet].get(text)


def is_card_shaped(text: str) -> bool:
    """Whether a word looks like a card, of whatever pack."""
    return _CARD_SHAPE.fullmatch(text) is not None


def is_card_of(text: str, alphabet: Alphabet) -> bool:
    """Whether `text` spells a card in this alphabet."""
    return text in CARD_SPELLINGS[alphabet]
