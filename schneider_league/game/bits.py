"""Sets of cards as bit masks: the few questions that integers answer themselves, and machines in one instruction.

`compiled.py` puts the machine's instruction in the place of `count` and `lowest`; the rest is compiled as it stands.
"""

from __future__ import annotations


def count(cards: int) -> int:
    """The number of cards in the set."""
    return cards.bit_count()


def lowest(cards: int) -> int:
    """The lowest card of a set that is not empty."""
    return (cards & -cards).bit_length() - 1


def pick(cards: int, number: int) -> int:
    """The card with `number` lower ones in the set."""
    for _ in range(number):
        cards &= cards - 1
    return lowest(cards)
