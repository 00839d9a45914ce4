"""Runs to test with, and a second reading of run files that shares nothing with the program's."""

from __future__ import annotations

import base64
import hashlib
import json
import random
import struct
from array import array
from collections.abc import Iterable, Sequence
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from schneider_league.arena.outcomes import Chunk, DealOutcome, pack_outcomes
from schneider_league.arena.plan import Format, Plan, make_plan
from schneider_league.arena.run import begin_run
from schneider_league.arena.run_file import Run
from schneider_league.bots.registry import parse_bots
from schneider_league.bots.seat import Cause
from schneider_league.derive.sprt import Sprt
from schneider_league.game.ruleset import parse_rules

NOW = datetime(2026, 11, 26, 20, 0, tzinfo=UTC)
CAUSE_NUMBERS = {"normal": 0, "time": 1, "stall": 2, "illegal": 3, "crash": 4, "protocol": 5, "out": 6}


def plan_of(
    *bots: str,
    rules: str = "bohemian",
    deals: int | None = None,
    sessions: int | None = None,
    target: int | None = None,
    seed: int = 5,
    format: Format = Format.ROUND_ROBIN,
    sprt: Sprt | None = None,
    move_ms: int = 1000,
) -> Plan:
    """A plan; of 40 deals unless told otherwise."""
    if deals is None and sessions is None:
        deals = 40
    return make_plan(
        format,
        parse_rules(rules),
        parse_bots(bots or ("random", "greedy")),
        deals=deals,
        sessions=sessions,
        target=target,
        seed=seed,
        sprt=sprt,
        move_ms=move_ms,
    )


def play(plan: Plan, path: Path, **more: Any) -> Run:
    """Play a run from its beginning."""
    return begin_run(plan, path, now=NOW, **more)


class Reread:
    """What a program learns of a run that knows its documentation only (docs/runs.md)."""

    def __init__(self, path: Path) -> None:
        self.lines = [json.loads(line) for line in path.read_bytes().splitlines()]
        for line in path.read_bytes().splitlines():
            before, seal, after = line.rpartition(b',"sha256":"')
            assert seal
            assert hashlib.sha256(before).hexdigest()[:16] == after[:16].decode()
        self.head, *rest = self.lines
        self.last = rest.pop() if rest and rest[-1].get("complete") else None
        self.pairs: dict[int, list[list[list[list[Any]]]]] = {n: [] for n in range(len(self.head["pairings"]))}
        """By pairing, for each pair its two halves, each a list of deals."""
        for chunk in rest:
            width = chunk["deal_bytes"]
            raw = base64.b64decode(chunk["deals"])
            codes = [int.from_bytes(raw[at : at + width], "little") for at in range(0, len(raw), width)]
            deals = [[*chunk["outcomes"][code], "normal", None][:6] for code in codes]
            if "sessions" in chunk:
                width = chunk["session_bytes"]
                raw = base64.b64decode(chunk["sessions"])
                lengths = [int.from_bytes(raw[at : at + width], "little") for at in range(0, len(raw), width)]
            else:
                lengths = [1] * len(deals)
            halves = []
            for length in lengths:
                halves.append(deals[:length])
                del deals[:length]
            assert not deals
            assert len(halves) == 2 * chunk["pairs"]
            pairs = self.pairs[chunk["pairing"]]
            assert chunk["first"] == len(pairs)
            pairs += [halves[at : at + 2] for at in range(0, len(halves), 2)]

    @property
    def deals(self) -> list[list[Any]]:
        """All deals in order."""
        return [deal for pairs in self.pairs.values() for pair in pairs for half in pair for deal in half]

    def digest(self) -> str:
        """Of all deals."""
        whole = b"".join(
            struct.pack("<4H2B", *deal[:4], CAUSE_NUMBERS[deal[4]], {None: 0, "a": 1, "b": 2}[deal[5]])
            for deal in self.deals
        )
        return hashlib.sha256(whole).hexdigest()

    def pentanomial(self, pairing: int) -> list[int]:
        """Pairs of a pairing by what its first bot made of them."""
        counts = [0] * 5
        for pair in self.pairs[pairing]:
            leads = [sum(deal[2] for deal in half) - sum(deal[3] for deal in half) for half in pair]
            counts[2 + sum((lead > 0) - (lead < 0) for lead in leads)] += 1
        return counts


def random_outcomes(chance: random.Random, count: int, largest: int) -> list[DealOutcome]:
    """Deals with any numbers, some of them lost by failing."""
    deals = []
    for _ in range(count):
        a, b = chance.randrange(largest), chance.randrange(largest)
        points = chance.choice([(1, 0), (0, 2), (0, 0), (3, 0)])
        cause = chance.choice([Cause.NORMAL] * 30 + [Cause.TIME, Cause.CRASH, Cause.OUT])
        deals.append(DealOutcome(a, b, *points, cause, None if cause is Cause.NORMAL else chance.randrange(2)))
    return deals


def random_chunk(chance: random.Random, pairs: int, largest: int, *, has_sessions: bool = False) -> Chunk:
    """A chunk of pairs of deals, or of sessions of one to five deals."""
    lengths = array("I", [chance.randint(1, 5) for _ in range(2 * pairs)]) if has_sessions else None
    count = 2 * pairs if lengths is None else sum(lengths)
    return pack_outcomes(0, 0, random_outcomes(chance, count, largest), lengths=lengths)


def cut(chunk: Chunk, sizes: Iterable[int]) -> Sequence[Chunk]:
    """A chunk of deals on their own in pieces of so many pairs, and the rest."""
    deals = list(chunk.deals())
    pieces = []
    first = 0
    for size in (*sizes, chunk.pairs):
        pairs = min(size, chunk.pairs - first)
        if pairs:
            pieces.append(pack_outcomes(0, first, deals[2 * first : 2 * (first + pairs)]))
        first += pairs
    return pieces
