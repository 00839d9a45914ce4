"""What came of the deals of a run, kept in one or two bytes a deal, and the digest that tells equal runs.

Millions of deals have a few hundred different outcomes: a `Chunk` lists those and holds a number for each deal. What is
done once for each deal is done by numpy where it is installed and there is much to do, else by Python; with the same
result.
"""

from __future__ import annotations

import hashlib
import importlib.util
import os
import struct
import sys
from array import array
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import accumulate, chain, pairwise
from types import ModuleType
from typing import Final, NamedTuple, Protocol

from schneider_league.bots.seat import Cause, DealResult
from schneider_league.game.compiled import PLAIN
from schneider_league.game.score import Pair

_MUCH: Final = 4096
"""So many deals are worth loading numpy for."""

CAUSES: Final = (Cause.NORMAL, Cause.TIME, Cause.STALL, Cause.ILLEGAL, Cause.CRASH, Cause.PROTOCOL, Cause.OUT)
"""By the number that stands for each in the digest."""
_CAUSE_NUMBERS: Final = {cause: number for number, cause in enumerate(CAUSES)}


class DealOutcome(NamedTuple):
    """A deal that was counted, side a (the pairing's first bot) first."""

    units_a: int
    units_b: int
    points_a: int
    """Game points."""
    points_b: int
    cause: Cause = Cause.NORMAL
    by: int | None = None
    """Who failed: 0 for a, 1 for b; None where the deal was played out."""


def outcome_of(result: DealResult) -> DealOutcome:
    """What is kept of a deal that a driver played."""
    return DealOutcome(*result.units, *result.points, result.cause, result.by)


def numpy_for(count: int) -> ModuleType | None:
    """Numpy where it is installed and so many deals are worth it, else None."""
    return _numpy() if count >= _MUCH and os.environ.get(PLAIN, "0") in ("", "0") else None


@cache
def _numpy() -> ModuleType | None:
    if importlib.util.find_spec("numpy") is None:
        return None
    import numpy

    return numpy


@dataclass(slots=True)
class Chunk:
    """The outcomes of consecutive pairs of a pairing, in order of pair, half and (in sessions) deal."""

    pairing: int
    """From 0, as `first`."""
    first: int
    """The first pair."""
    pairs: int
    outcomes: tuple[DealOutcome, ...]
    """Each one once, in order of its numbers."""
    codes: bytes
    """For each deal the index of its outcome, in `width` bytes each, the lowest first."""
    lengths: array[int] | None = None
    """How many deals each session has; None where deals stand on their own."""
    moves: tuple[str, ...] | None = None
    """The plays of each deal, blanks between them (`DealResult.moves`); None where both bots are built in."""
    asks: Pair = (0, 0)
    """How often a and b were asked, where that was counted."""
    cpu: tuple[float, float] = (0.0, 0.0)
    """CPU seconds of their answers, where known."""

    @property
    def width(self) -> int:
        """Bytes a deal: 1 for up to 256 outcomes, 2 for up to 65536, else 4."""
        return width_for(len(self.outcomes))

    @property
    def count(self) -> int:
        """The number of deals."""
        return len(self.codes) // self.width

    def indices(self) -> Sequence[int]:
        """For each deal the index of its outcome."""
        return unpack_codes(self.codes, self.width)

    def deals(self) -> Iterator[DealOutcome]:
        """The outcome of each deal."""
        return map(self.outcomes.__getitem__, self.indices())

    def ends(self) -> Sequence[int]:
        """For each half of each pair the number of deals up to its end."""
        if self.lengths is None:
            return range(1, self.count + 1)
        return list(accumulate(self.lengths))

    def pair_deals(self) -> Iterator[tuple[list[DealOutcome], list[DealOutcome]]]:
        """For each pair the deals of its two halves: one each, or the deals of a session each."""
        deals = list(self.deals())
        halves = [deals[start:end] for start, end in pairwise(chain((0,), self.ends()))]
        return zip(halves[::2], halves[1::2], strict=True)

    def first_pairs(self, pairs: int) -> Chunk:
        """The chunk of the first so many pairs; asks and CPU time stay those of the whole."""
        if pairs >= self.pairs:
            return self
        ends = self.ends()
        deals = ends[2 * pairs - 1] if pairs else 0
        outcomes = list(self.deals())[:deals]
        return pack_outcomes(
            self.pairing,
            self.first,
            outcomes,
            lengths=None if self.lengths is None else self.lengths[: 2 * pairs],
            moves=None if self.moves is None else self.moves[:deals],
            asks=self.asks,
            cpu=self.cpu,
        )


_LETTERS: Final = {2: "H", 4: "I"}


def width_for(outcomes: int) -> int:
    """The bytes that the index of one of so many outcomes takes."""
    return 1 if outcomes <= 1 << 8 else 2 if outcomes <= 1 << 16 else 4


def unpack_codes(codes: bytes, width: int) -> Sequence[int]:
    """The numbers of so many bytes each, the lowest byte first. `pack_codes` is the inverse."""
    if width == 1:
        return codes
    words = array(_LETTERS[width])
    words.frombytes(codes)
    if sys.byteorder == "big":
        words.byteswap()
    return words


def pack_codes(indices: Iterable[int], width: int) -> bytes:
    """The numbers in so many bytes each, the lowest byte first."""
    if width == 1:
        return array("B", indices).tobytes()
    words = array(_LETTERS[width], indices)
    if sys.byteorder == "big":
        words.byteswap()
    return words.tobytes()


def _rank(outcome: DealOutcome) -> tuple[int, ...]:
    return (*outcome[:4], _CAUSE_NUMBERS[outcome.cause], -1 if outcome.by is None else outcome.by)


def pack_outcomes(
    pairing: int,
    first: int,
    deals: Sequence[DealOutcome],
    *,
    lengths: array[int] | None = None,
    moves: tuple[str, ...] | None = None,
    asks: Pair = (0, 0),
    cpu: tuple[float, float] = (0.0, 0.0),
) -> Chunk:
    """The chunk of these deals, whole pairs of them."""
    outcomes = tuple(sorted(set(deals), key=_rank))
    index = {outcome: number for number, outcome in enumerate(outcomes)}
    codes = pack_codes(map(index.__getitem__, deals), width_for(len(outcomes)))
    pairs = len(deals if lengths is None else lengths) // 2
    return Chunk(pairing, first, pairs, outcomes, codes, lengths, moves, asks, cpu)


class Block(Protocol):
    """Deals that were all played out, as `playout.DealBlock` gives them."""

    @property
    def outcomes(self) -> Sequence[tuple[int, int, int, int]]:
        """Each once, in whatever order: units of a and of b, game points of a and of b."""

    @property
    def codes(self) -> bytes:
        """For each deal the index of its outcome, `width` bytes each, the lowest first."""

    @property
    def width(self) -> int:
        """1, 2 or 4."""

    @property
    def lengths(self) -> array[int] | None:
        """As in `Chunk`."""


def pack_block(pairing: int, first: int, block: Block) -> Chunk:
    """The chunk of deals that were all played out."""
    order = sorted(range(len(block.outcomes)), key=block.outcomes.__getitem__)
    outcomes = tuple(DealOutcome(*block.outcomes[index]) for index in order)
    number_of = [0] * len(order)
    for number, index in enumerate(order):
        number_of[index] = number
    lengths = block.lengths if block.lengths else None
    chunk = Chunk(pairing, first, 0, outcomes, b"", array("I", lengths) if lengths else None)
    if block.width == chunk.width == 1:
        chunk.codes = block.codes.translate(bytes(number_of) + bytes(256 - len(number_of)))
    else:
        numpy = numpy_for(len(block.codes))
        if numpy is None:
            indices = unpack_codes(block.codes, block.width)
            chunk.codes = pack_codes(map(number_of.__getitem__, indices), chunk.width)
        else:
            codes = numpy.frombuffer(block.codes, dtype=f"<u{block.width}")
            chunk.codes = numpy.array(number_of, dtype=f"<u{chunk.width}")[codes].tobytes()
    chunk.pairs = (chunk.count if lengths is None else len(lengths)) // 2
    return chunk


def join_chunks(chunks: Sequence[Chunk]) -> Chunk:
    """Consecutive chunks of a pairing as one."""
    if len(chunks) == 1:
        return chunks[0]
    lengths = None
    if chunks[0].lengths is not None:
        lengths = array("I", chain.from_iterable(chunk.lengths or () for chunk in chunks))
    moves = None
    if chunks[0].moves is not None:
        moves = tuple(chain.from_iterable(chunk.moves or () for chunk in chunks))
    return pack_outcomes(
        chunks[0].pairing,
        chunks[0].first,
        [deal for chunk in chunks for deal in chunk.deals()],
        lengths=lengths,
        moves=moves,
        asks=(sum(chunk.asks[0] for chunk in chunks), sum(chunk.asks[1] for chunk in chunks)),
        cpu=(sum(chunk.cpu[0] for chunk in chunks), sum(chunk.cpu[1] for chunk in chunks)),
    )


_DIGESTED: Final = struct.Struct("<HHHHBB")


class Digest:
    """A hash over every deal's outcome in order, however the deals are cut into chunks.

    SHA-256 over ten bytes a deal: the units of a and of b, the game points of a and of b (two bytes each, the lower one
    first), the number of the cause, and who failed: 0 nobody, 1 a, 2 b.
    """

    def __init__(self) -> None:
        self._hash = hashlib.sha256()

    def add(self, chunk: Chunk) -> None:
        """Go on with the deals of a chunk."""
        table = [
            _DIGESTED.pack(*outcome[:4], _CAUSE_NUMBERS[outcome.cause], 0 if outcome.by is None else 1 + outcome.by)
            for outcome in chunk.outcomes
        ]
        numpy = numpy_for(chunk.count)
        if numpy is None:
            self._hash.update(b"".join(map(table.__getitem__, chunk.indices())))
            return
        codes = numpy.frombuffer(chunk.codes, dtype=f"<u{chunk.width}")
        shape = numpy.dtype([("numbers", "<u8"), ("cause", "<u2")])
        rows = numpy.frombuffer(b"".join(table), dtype=shape)
        spread = numpy.empty(len(codes), dtype=shape)
        for name in ("numbers", "cause"):
            spread[name] = numpy.ascontiguousarray(rows[name])[codes]
        self._hash.update(spread)

    def __str__(self) -> str:
        return self._hash.hexdigest()
