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
    rank, suit = code[:-1], code[-1]
    if alphabet == "german":
        text = _GERMAN_RANKS.get(rank, rank) + _GERMAN_SUITS[suit]
    else:
        text = rank + _SYMBOLS[suit]
    return paint(text, _COLOURS[alphabet][suit], colour)
