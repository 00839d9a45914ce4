"""What a run of bot matches is to play, settled before it begins; everything else follows from it."""

from __future__ import annotations

import secrets
from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum
from functools import cached_property
from itertools import combinations
from typing import Final

from schneider_league.bots.registry import BotKind, BotSpec
from schneider_league.derive.sprt import Sprt
from schneider_league.errors import UsageError
from schneider_league.game.ruleset import Ruleset

DEFAULT_MOVE_MS: Final = 1000
MAX_PAIRS: Final = 1 << 31
"""The packs of a pairing are counted in 32 bits."""
MAX_TARGET: Final = 100_000
"""The most game points that a session goes to; a pair of sessions is played in one go and kept whole."""


class Format(StrEnum):
    """Who plays whom."""

    ROUND_ROBIN = "round-robin"
    GAUNTLET = "gauntlet"
    """The first against each of the others."""


@dataclass(frozen=True, slots=True)
class Pairing:
    """Two bots that play each other, as their places among the bots of the run."""

    index: int
    """From 0, in the order of play."""
    a: int
    b: int


@dataclass(frozen=True)
class Plan:
    """A run of bot matches."""

    format: Format
    ruleset: Ruleset
    seed: int
    """All packs and all chance come from it."""
    bots: tuple[BotSpec, ...]
    pairs: int
    """Mirrored pairs of each pairing: of deals, or of sessions."""
    target: int | None = None
    """The game points that end a session; None where deals stand on their own."""
    move_ms: int = DEFAULT_MOVE_MS
    """A bot's time for a move."""
    sprt: Sprt | None = None
    """The test that may end the run early."""

    @cached_property
    def pairings(self) -> tuple[Pairing, ...]:
        """Who plays whom, in order."""
        places = range(len(self.bots))
        if self.format is Format.GAUNTLET:
            met = [(0, place) for place in places[1:]]
        else:
            met = list(combinations(places, 2))
        return tuple(Pairing(index, a, b) for index, (a, b) in enumerate(met))

    @property
    def total_pairs(self) -> int:
        """The pairs of all pairings together."""
        return self.pairs * len(self.pairings)

    @property
    def planned_deals(self) -> int | None:
        """The deals of the whole run; None for sessions, whose length shows when they are played."""
        return None if self.target is not None else 2 * self.total_pairs

    def bots_of(self, pairing: int) -> tuple[BotSpec, BotSpec]:
        """The two bots of a pairing, a first."""
        found = self.pairings[pairing]
        return self.bots[found.a], self.bots[found.b]

    def is_built_in(self, pairing: int) -> bool:
        """Whether both bots of a pairing are built in, so that their play can be had again at any time."""
        return all(spec.kind is BotKind.BUILTIN for spec in self.bots_of(pairing))


def make_plan(
    format: Format,
    ruleset: Ruleset,
    bots: Sequence[BotSpec],
    *,
    deals: int | None = None,
    sessions: int | None = None,
    target: int | None = None,
    seed: int,
    move_ms: int = DEFAULT_MOVE_MS,
    sprt: Sprt | None = None,
) -> Plan:
    """The plan of a run.

    Args:
        format: Who plays whom.
        ruleset: What is played.
        bots: At least two, in the order in which they were named.
        deals: For each pairing, an even number.
        sessions: For each pairing, an even number; instead of `deals`.
        target: The game points that end a session; None for the ruleset's.
        seed: All chance of the run.
        move_ms: A bot's time for a move, in milliseconds.
        sprt: A test that may end a match of two bots early.

    Raises:
        UsageError: these do not go together.
    """
    if len(bots) < 2:
        raise UsageError("a match takes two bots", hint="name at least two; the same one may play itself")
    if (deals is None) == (sessions is None):
        raise UsageError("either --deals or --sessions says how much is played", hint="give one of them")
    option, number = ("--sessions", sessions or 0) if deals is None else ("--deals", deals)
    if number < 2 or number % 2:
        raise UsageError(
            f"{option} {number}: every pack is played twice, with the seats swapped",
            hint=f"give an even number from 2, for example {max(2, number + 1)}",
        )
    if number // 2 > MAX_PAIRS:
        raise UsageError(f"{option} {number} is more than the {2 * MAX_PAIRS} that can be told apart")
    if target is not None and sessions is None:
        raise UsageError(
            "--target ends sessions, but deals on their own are played", hint="give --sessions N beside it"
        )
    if target is not None and not 1 <= target <= MAX_TARGET:
        raise UsageError(f"--target {target}: a session goes to 1 to {MAX_TARGET} game points")
    if move_ms < 1:
        raise UsageError(f"--move-ms {move_ms}: a bot needs at least one millisecond for a move")
    if seed < 0:
        raise UsageError(f"--seed {seed}: a seed is a whole number from 0")
    if sprt is not None and len(bots) != 2:
        raise UsageError(f"--sprt decides between two bots, and {len(bots)} are named")
    ends_at = None if sessions is None else target or ruleset.target
    return Plan(format, ruleset, seed, tuple(bots), number // 2, ends_at, move_ms, sprt)


def draw_seed() -> int:
    """A seed that nobody has chosen, below 2^48."""
    return secrets.randbits(48)
