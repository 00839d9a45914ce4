"""Chance that can be had again: packs and a bot's own randomness from a key, the same wherever they are asked for.

Integers of at most 63 bits, so that compiled and plain Python count alike. Two published generators:

- `philox` is Philox-4x32-10 (Salmon, Moraes, Dror, Shaw: Parallel random numbers: as easy as 1, 2, 3. SC 2011): a
  counter goes in, four random words come out, so that any pack of a run can be had without those before it.
- `next_word` is xoroshiro64** (Blackman, Vigna: Scrambled linear pseudorandom number generators. TOMS 2021): what a bot
  draws from in the course of a deal.
"""

from __future__ import annotations

import hashlib
from collections.abc import MutableSequence
from typing import Final, NamedTuple, TypeAlias

Words: TypeAlias = MutableSequence[int]
"""Anything that is indexed from 0 and holds words of 32 bits."""
Chance: TypeAlias = MutableSequence[int]
"""The sources of both sides: two words each, not both 0; those of side s stand at 2 * s."""

WORD: Final = 0xFFFFFFFF


class Key(NamedTuple):
    """A key of 128 bits in words: two are Philox's key, two stand in its counter."""

    k0: int
    k1: int
    c2: int
    c3: int


def derive_key(*of: object) -> Key:
    """The key of whatever is named, one-way: SHA-256 of the words with a line feed behind each."""
    digest = hashlib.sha256("".join(f"{part}\n" for part in of).encode()).digest()
    return Key(*(int.from_bytes(digest[at : at + 4], "little") for at in (0, 4, 8, 12)))


def philox(key: Key, c0: int, c1: int, block: int, words: Words, at: int) -> None:
    """Write four random words from `at` on: those of the key and of the counter (c0, c1, block).

    c0, c1 below 2^32 and block below 16 tell apart the packs of a key; the key's other half stands in the counter.
    """
    a, b, c, d = c0, c1, key.c2, key.c3 ^ block
    k0, k1 = key.k0, key.k1
    for _ in range(10):
        first = 0xD2511F53 * a
        second = 0xCD9E8D57 * c
        a, b, c, d = (
            (second >> 32 & WORD) ^ b ^ k0,
            second & WORD,
            (first >> 32 & WORD) ^ d ^ k1,
            first & WORD,
        )
        k0 = k0 + 0x9E3779B9 & WORD
        k1 = k1 + 0xBB67AE85 & WORD
    words[at] = a
    words[at + 1] = b
    words[at + 2] = c
    words[at + 3] = d


def shuffle(key: Key, c0: int, c1: int, pack: Words, words: Words, lowest_rank: int) -> None:
    """Lay a shuffled pack of the ranks from `lowest_rank` up into `pack`; `words` has room for 16.

    Fisher and Yates, two places for each random word: a place is off an even chance by less than 2^-22.
    """
    size = 0
    for suit in range(4):
        for rank in range(lowest_rank, 8):
            pack[size] = suit * 8 + rank
            size += 1
    for block in range(4):
        philox(key, c0, c1, block, words, 4 * block)
    used = 0
    left = size
    while left > 1:
        product = words[used] * left
        used += 1
        other = product >> 32
        left -= 1
        pack[left], pack[other] = pack[other], pack[left]
        product = (product & WORD) * left
        other = product >> 32
        left -= 1
        pack[left], pack[other] = pack[other], pack[left]


def next_word(chance: Chance, at: int) -> int:
    """The next random word of the source whose two words stand at `at`."""
    a, b = chance[at], chance[at + 1]
    product = a * 0x9E3779BB & WORD
    b ^= a
    chance[at] = (a << 26 | a >> 6) & WORD ^ b ^ (b << 9 & WORD)
    chance[at + 1] = (b << 13 | b >> 19) & WORD
    return (product << 5 | product >> 27) * 5 & WORD


def below(chance: Chance, at: int, bound: int) -> int:
    """A random number from 0 to bound - 1 of the source whose two words stand at `at`."""
    return next_word(chance, at) * bound >> 32
