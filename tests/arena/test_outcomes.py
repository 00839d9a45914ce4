"""Outcomes in bytes, the digest and the counts: with numpy and without, and as somebody else would count."""

from __future__ import annotations

import random
from array import array
from collections import Counter
from typing import NamedTuple

import pytest

from schneider_league.arena.outcomes import (
    Chunk,
    DealOutcome,
    Digest,
    pack_block,
    pack_codes,
    pack_outcomes,
    unpack_codes,
)
from schneider_league.arena.tally import Tally, pair_classes, tally_chunk
from schneider_league.game.compiled import PLAIN
from tests.arena.runs import cut, random_chunk, random_outcomes

# pairs, the largest number of units, sessions: one, two and many bytes a deal, few and many different outcomes
SHAPES = [(1, 3, False), (300, 4, False), (300, 40, False), (3000, 300, False), (200, 4, True), (1500, 300, True)]


def chunks() -> list[Chunk]:
    chance = random.Random(8)
    return [random_chunk(chance, pairs, largest, has_sessions=sessions) for pairs, largest, sessions in SHAPES]


def counted_by_hand(chunk: Chunk) -> Tally:
    """The tally, pair by pair."""
    tally = Tally()
    for pair in chunk.pair_deals():
        deals = [*pair[0], *pair[1]]
        n = len(deals)
        units = sum(deal.units_a for deal in deals), sum(deal.units_b for deal in deals)
        points = sum(deal.points_a for deal in deals), sum(deal.points_b for deal in deals)
        leads = [sum(deal.points_a - deal.points_b for deal in half) for half in pair]
        signs = [(lead > 0) - (lead < 0) for lead in leads]
        pentanomial = [0] * 5
        pentanomial[2 + sum(signs)] = 1
        tally.add(
            Tally(
                pairs=1,
                deals=n,
                sessions=2 if chunk.lengths else 0,
                n2=n * n,
                pentanomial=pentanomial,
                won=signs.count(1),
                tied=signs.count(0),
                lost=signs.count(-1),
                units=units,
                units2=(units[0] ** 2, units[1] ** 2),
                units_ab=units[0] * units[1],
                units_n=(n * units[0], n * units[1]),
                points=points,
                points2=(points[0] ** 2, points[1] ** 2),
                points_ab=points[0] * points[1],
                points_n=(n * points[0], n * points[1]),
                causes=Counter((deal.cause, deal.by) for deal in deals),
            )
        )
    return tally


def test_a_chunk_gives_back_its_deals() -> None:
    chance = random.Random(2)
    for count, largest, width in ((400, 3, 1), (2000, 300, 2), (66_000, 60_000, 4)):
        deals = random_outcomes(chance, count, largest)
        chunk = pack_outcomes(0, 0, deals)
        assert chunk.width == width
        assert chunk.pairs == count // 2
        assert list(chunk.deals()) == deals
        assert len(set(chunk.outcomes)) == len(chunk.outcomes)


@pytest.mark.parametrize("width", [1, 2, 4])
def test_codes_have_their_lowest_byte_first(width: int) -> None:
    assert list(unpack_codes(bytes([7, *[0] * (width - 1), 9, *[0] * (width - 1)]), width)) == [7, 9]
    assert pack_codes([7, 9], width) == bytes([7, *[0] * (width - 1), 9, *[0] * (width - 1)])


class GivenBlock(NamedTuple):
    outcomes: tuple[tuple[int, int, int, int], ...]
    codes: bytes
    width: int
    lengths: array[int]


@pytest.mark.parametrize("different", [2, 250, 300, 1000])
@pytest.mark.parametrize("width", [1, 2, 4])
def test_a_block_becomes_a_chunk(different: int, width: int, request: pytest.FixtureRequest) -> None:
    if different > 256 and width == 1:
        return
    chance = random.Random(different)
    outcomes = [(number, 20 + number % 7, number % 3, 0) for number in range(different)]
    chance.shuffle(outcomes)
    codes = [chance.randrange(different) for _ in range(600)]
    block = GivenBlock(tuple(outcomes), pack_codes(codes, width), width, array("I"))
    plain = pack_block(3, 10, block)
    assert list(plain.deals()) == [DealOutcome(*outcomes[code]) for code in codes]
    assert (plain.pairing, plain.first, plain.pairs, plain.lengths) == (3, 10, 300, None)
    assert plain == pack_outcomes(3, 10, list(plain.deals())) or len(plain.outcomes) > len(set(codes))
    request.getfixturevalue("with_numpy")
    assert pack_block(3, 10, block) == plain


def test_counts_are_those_made_by_hand() -> None:
    for chunk in chunks():
        assert tally_chunk(chunk) == counted_by_hand(chunk)


@pytest.mark.usefixtures("with_numpy")
def test_numpy_counts_alike(monkeypatch: pytest.MonkeyPatch) -> None:
    for chunk in chunks():
        with monkeypatch.context() as context:
            context.setenv(PLAIN, "1")
            plain, plain_digest = tally_chunk(chunk), Digest()
            plain_digest.add(chunk)
        digest = Digest()
        digest.add(chunk)
        assert tally_chunk(chunk) == plain
        assert str(digest) == str(plain_digest)


def test_a_digest_does_not_see_how_deals_are_cut() -> None:
    chance = random.Random(4)
    whole = random_chunk(chance, 500, 40)
    expected = Digest()
    expected.add(whole)
    for _ in range(5):
        digest, tally = Digest(), Tally()
        for piece in cut(whole, [chance.randint(1, 200) for _ in range(4)]):
            digest.add(piece)
            tally.add(tally_chunk(piece))
        assert str(digest) == str(expected)
        assert tally == tally_chunk(whole)


def test_a_digest_sees_every_change() -> None:
    deal = DealOutcome(14, 6, 1, 0)
    changes = [
        [DealOutcome(13, 7, 1, 0)],
        [DealOutcome(14, 6, 2, 0)],
        [DealOutcome(6, 14, 0, 1)],
        [deal, deal],
        [
            deal._replace(cause=chunk.cause, by=by)
            for chunk in random_outcomes(random.Random(1), 60, 2)
            for by in (0, 1)
        ],
    ]
    seen = set()
    for deals in ([deal], *changes):
        digest = Digest()
        digest.add(pack_outcomes(0, 0, deals))
        seen.add(str(digest))
    assert len(seen) == 6


def test_classes_of_pairs() -> None:
    for chunk in chunks():
        counts = Counter(pair_classes(chunk))
        assert [counts[class_] for class_ in range(5)] == tally_chunk(chunk).pentanomial


def test_the_first_pairs_of_a_chunk() -> None:
    for chunk in chunks():
        cut_off = chunk.first_pairs(chunk.pairs // 2)
        pairs = list(chunk.pair_deals())[: chunk.pairs // 2]
        assert list(cut_off.pair_deals()) == pairs
        assert cut_off.pairs == len(pairs)
        assert chunk.first_pairs(chunk.pairs) is chunk
