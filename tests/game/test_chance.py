"""Chance: known answers of both generators, packs that differ, and every place equally likely."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from schneider_league.game import bits, chance, compiled, kernel
from schneider_league.game.chance import Key, below, derive_key, next_word, philox, shuffle

# counter, key, words: the known answers that come with the authors' Random123 for philox4x32, 10 rounds
PHILOX = [
    ("00000000 00000000 00000000 00000000", "00000000 00000000", "6627e8d5 e169c58d bc57ac4c 9b00dbd8"),
    ("ffffffff ffffffff ffffffff ffffffff", "ffffffff ffffffff", "408f276d 41c83b0e a20bc7c6 6d5451fd"),
    ("243f6a88 85a308d3 13198a2e 03707344", "a4093822 299f31d0", "d16cfe09 94fdcceb 5001e420 24126ea1"),
]
# What the authors' xoroshiro64starstar.c gives for the state 1, 2.
XOROSHIRO = [
    3802928447, 813792938, 1618621494, 2955957307, 3252880261, 1129983909, 2539651700, 1327610908, 1757650787,
    2763843748,
]  # fmt: skip


@pytest.mark.parametrize(("counter", "key", "expected"), PHILOX)
def test_philox_gives_the_published_words(counter: str, key: str, expected: str) -> None:
    c0, c1, c2, c3 = (int(word, 16) for word in counter.split())
    k0, k1 = (int(word, 16) for word in key.split())
    words = [0] * 6
    philox(Key(k0, k1, c2, c3), c0, c1, 0, words, 1)
    assert words == [0, *(int(word, 16) for word in expected.split()), 0]
    # the block stands in the counter's last word
    philox(Key(k0, k1, c2, c3 ^ 5), c0, c1, 5, words, 1)
    assert words[1:5] == [int(word, 16) for word in expected.split()]


@pytest.mark.parametrize("at", [0, 2])
def test_next_word_gives_the_published_words(at: int) -> None:
    source = [9, 9, 9, 9]
    source[at : at + 2] = [1, 2]
    assert [next_word(source, at) for _ in XOROSHIRO] == XOROSHIRO
    assert source[2 - at : 4 - at] == [9, 9], "the other side's source stays as it is"


def test_below_is_even() -> None:
    source = [123, 457]
    seen = [0] * 7
    for _ in range(7000):
        seen[below(source, 0, 7)] += 1
    assert chi_square(seen) < 22.5  # 6 degrees of freedom: 1 in 1,000


def test_keys_differ_with_each_part() -> None:
    keys = {derive_key(*of) for of in [(), (1,), (2,), ("1", "2"), ("12",), (1, 1), ("pack", 1, 0), ("chance", 1, 0)]}
    assert len(keys) == 8
    assert all(0 <= word < 1 << 32 for key in keys for word in key)


@pytest.mark.parametrize("lowest_rank", [0, 2])
def test_a_pack_holds_each_card_once(lowest_rank: int) -> None:
    size = 4 * (8 - lowest_rank)
    key = derive_key("pack", 7)
    packs = set()
    for number in range(100):
        pack = [0] * 32
        shuffle(key, number, 3, pack, [0] * 16, lowest_rank)
        assert sorted(pack[:size]) == [card for card in range(32) if card & 7 >= lowest_rank]
        packs.add(tuple(pack[:size]))
    assert len(packs) == 100


def test_packs_of_a_run_differ_and_every_place_is_equally_likely() -> None:
    """A million packs where they can be had in a second, else as many as that."""
    count = 1_000_000 if compiled.is_available() else 3_000
    marks, places = many_packs()(derive_key("pack", 1, 0), count)
    assert len(set(marks)) == count
    for card in range(32):
        assert chi_square(places[32 * card : 32 * card + 32]) < 75  # 31 degrees of freedom, 32 tests: 1 in 1,000


def chi_square(counts: list[int]) -> float:
    expected = sum(counts) / len(counts)
    return sum((count - expected) ** 2 for count in counts) / expected


def many_packs() -> Callable[[Key, int], tuple[list[int], list[int]]]:
    """What tells packs apart, 62 bits each, and how often each card lies in each place."""
    if not compiled.is_available():

        def plain(key: Key, count: int) -> tuple[list[int], list[int]]:
            marks, places = [0] * count, [0] * 1024
            mark_packs(key, count, [0] * 32, [0] * 16, marks, places)
            return marks, places

        return plain
    import numpy

    program = compiled.Program([bits, kernel, chance])
    entry = program.entry(mark_packs, "mark_packs", {"shuffle": program.of(shuffle)})

    def quick(key: Key, count: int) -> tuple[list[int], list[int]]:
        rows = [numpy.zeros(size, numpy.int64) for size in (32, 16, count, 1024)]
        entry(key, count, *rows)
        return rows[2].tolist(), rows[3].tolist()

    return quick


def mark_packs(key: Key, count: int, pack: Any, words: Any, marks: Any, places: Any) -> None:
    for number in range(count):
        shuffle(key, number, 0, pack, words, 0)
        mark = 0
        for place in range(32):
            mark = (mark ^ pack[place]) * 0x9E3779B97F4A7C5 & 0x3FFFFFFFFFFFFFFF
            mark ^= mark >> 29
            places[32 * pack[place] + place] += 1
        marks[number] = mark
