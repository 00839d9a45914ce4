"""A bot's own random source: light, since there is one for each deal, and the same under every version of Python.

A linear congruential generator of 128 bits of which the upper 64 are given, as PCG64 has it at its heart (O'Neill: PCG.
HMC-CS-2014-0905); the standard library's needs 2.5 kB and as long to be seeded as a bot to play a dozen cards.
"""

from __future__ import annotations

from collections.abc import MutableSequence, Sequence
from typing import Any, Final, TypeVar

T = TypeVar("T")

_MULTIPLIER: Final = 0x2360ED051FC65DA44385DF649FCCF645
_INCREMENT: Final = 0x5851F42D4C957F2D14057B7EF767814F
_MASK: Final = (1 << 128) - 1


class Rng:
    """Random choices that are the same whenever the seed is. The methods are those of `random.Random`."""

    __slots__ = ("_state",)

    def __init__(self, seed: int) -> None:
        state = seed + _INCREMENT & _MASK
        self._state = state * _MULTIPLIER + _INCREMENT & _MASK

    def choice(self, sequence: Sequence[T]) -> T:
        """One of these; there has to be one."""
        self._state = state = self._state * _MULTIPLIER + _INCREMENT & _MASK
        return sequence[(state >> 64) * len(sequence) >> 64]

    def getrandbits(self, bits: int) -> int:
        """A number of so many bits."""
        found = 0
        for _ in range(0, bits, 64):
            self._state = state = self._state * _MULTIPLIER + _INCREMENT & _MASK
            found = found << 64 | state >> 64
        return found >> -bits % 64

    def random(self) -> float:
        """A number from 0.0 to below 1.0."""
        return self.getrandbits(53) * 2.0**-53

    def uniform(self, low: float, high: float) -> float:
        """A number between these."""
        return low + (high - low) * self.random()

    def randrange(self, start: int, stop: int | None = None) -> int:
        """A whole number from `start` to below `stop`, or from 0 to below `start`."""
        if stop is None:
            start, stop = 0, start
        return self.choice(range(start, stop))

    def randint(self, low: int, high: int) -> int:
        """A whole number from `low` to `high`, both included."""
        return self.choice(range(low, high + 1))

    def shuffle(self, sequence: MutableSequence[Any]) -> None:
        """Put this into a random order, in place."""
        for left in range(len(sequence), 1, -1):
            other = self.choice(range(left))
            sequence[left - 1], sequence[other] = sequence[other], sequence[left - 1]

    def sample(self, sequence: Sequence[T], number: int) -> list[T]:
        """So many of these, none twice, in random order."""
        if not 0 <= number <= len(sequence):
            raise ValueError(f"a sample of {number} from {len(sequence)}")
        left = list(sequence)
        self.shuffle(left)
        return left[:number]

    def choices(self, sequence: Sequence[T], weights: Sequence[float] | None = None, *, k: int = 1) -> list[T]:
        """So many of these, each drawn from all of them; with weights, one more likely than the other."""
        if weights is None:
            return [self.choice(sequence) for _ in range(k)]
        found = []
        for _ in range(k):
            point = self.random() * sum(weights)
            for each, weight in zip(sequence, weights, strict=True):  # noqa: B007
                point -= weight
                if point < 0:
                    break
            found.append(each)
        return found
