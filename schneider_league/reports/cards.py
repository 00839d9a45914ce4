"""Cards as people see them: `10♥` in French suits, `10H` in German letters."""

from __future__ import annotations

from typing import Literal, TypeAlias

from schneider_league.reports.colour import paint

Alphabet: TypeAlias = Literal["french", "german"]

_SYMBOLS = {"C": "♣", "S": "♠", "H": "♥", "D": "♦"}
_GERMAN_SUITS = {"C": "E", "S": "L", "H": "H", "D": "S"}
_GERMAN_RANKS = {"A": "D", "Q": "O", "J": "U"}
_COLOURS = {
    "french": {"C": "green", "S": "blue", "H": "red", "D": "yellow"},
    "german": {"C": "yellow", "S": "green", "H": "red", "D": "cyan"},
}


def format_card(code: str, alphabet: Alphabet = "french", *, colour: bool = False) -> str:
    """A card given as `10H`, rank then suit: `10♥`, or `10H` (Herz) in the German alphabet."""
    rank, suit, style = card_parts(code, alphabet)
    return paint(rank + suit, style, colour)


def card_parts(code: str, alphabet: Alphabet = "french") -> tuple[str, str, str]:
    """A card's rank and suit as they are written, and its colour's name."""
    rank, suit = code[:-1], code[-1]
    style = _COLOURS[alphabet][suit]
    if alphabet == "german":
        return _GERMAN_RANKS.get(rank, rank), _GERMAN_SUITS[suit], style
    return rank, _SYMBOLS[suit], style
