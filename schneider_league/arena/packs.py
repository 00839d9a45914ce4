"""Shuffled packs by the dozen in plain Python: those of `playout.deal_pack`, in a fraction of the time.

Philox multiplies words of 32 bits. A long integer that holds a word in every 64 bits multiplies all of them at once.
"""

from __future__ import annotations

import sys
from array import array
from typing import Final

from schneider_league.game.cards import Card, cards_of
from schneider_league.game.chance import WORD, Key
from schneider_league.game.ruleset import Ruleset

BLOCK: Final = 64
"""How many packs are shuffled together."""
_PHILOX_BLOCKS: Final = 4
_LANES: Final = BLOCK * _PHILOX_BLOCKS
_ONES: Final = sum(1 << 64 * lane for lane in range(_LANES))
_WORDS: Final = WORD * _ONES


class Packs:
    """The packs of a pairing."""

    def __init__(self, ruleset: Ruleset, key: Key) -> None:
        self._key = key
        self._cards = list(cards_of(ruleset.pack))
        self._blocks: dict[tuple[int, int], list[tuple[Card, ...]]] = {}

    def of(self, pair: int, deal: int = 0) -> tuple[Card, ...]:
        """The pack of a pair and a deal of the session, both from 0; the first card on top."""
        block, place = divmod(pair, BLOCK)
        found = self._blocks.get((block, deal))
        if found is None:
            self._blocks[block, deal] = found = self._shuffle(block * BLOCK, deal)
        return found[place]

    def forget(self) -> None:
        """Keep none of those that were shuffled so far."""
        self._blocks.clear()

    def _shuffle(self, first: int, deal: int) -> list[tuple[Card, ...]]:
        # As `chance.shuffle` does it: Fisher and Yates, two places for each random word.
        columns = _philox(self._key, first, deal)
        packs = []
        for start in range(0, _LANES, _PHILOX_BLOCKS):
            pack = self._cards[:]
            left = len(pack)
            for at in range(start, start + _PHILOX_BLOCKS):
                for column in columns:
                    if left <= 1:
                        break
                    product = column[at] * left
                    left -= 1
                    other = product >> 32
                    pack[left], pack[other] = pack[other], pack[left]
                    product = (product & WORD) * left
                    left -= 1
                    other = product >> 32
                    pack[left], pack[other] = pack[other], pack[left]
            packs.append(tuple(pack))
        return packs


def _philox(key: Key, first: int, deal: int) -> list[array[int]]:
    """What `chance.philox` writes for the counters from `first` on, four blocks each: a column for each word."""
    a = _lanes([first + lane // _PHILOX_BLOCKS for lane in range(_LANES)])
    b = deal * _ONES
    c = key.c2 * _ONES
    d = _lanes([key.c3 ^ lane % _PHILOX_BLOCKS for lane in range(_LANES)])
    k0, k1 = key.k0, key.k1
    for _ in range(10):
        one = 0xD2511F53 * a
        two = 0xCD9E8D57 * c
        a, b, c, d = (
            (two >> 32 & _WORDS) ^ b ^ k0 * _ONES,
            two & _WORDS,
            (one >> 32 & _WORDS) ^ d ^ k1 * _ONES,
            one & _WORDS,
        )
        k0 = k0 + 0x9E3779B9 & WORD
        k1 = k1 + 0xBB67AE85 & WORD
    return [_columns(words) for words in (a, b, c, d)]


def _lanes(words: list[int]) -> int:
    """These words in one integer."""
    column = array("Q", words)
    if sys.byteorder == "big":
        column.byteswap()
    return int.from_bytes(column.tobytes(), "little")


def _columns(lanes: int) -> array[int]:
    """The words of such an integer."""
    words = array("Q", lanes.to_bytes(8 * _LANES, "little"))
    if sys.byteorder == "big":
        words.byteswap()
    return words
