"""Seats and deals for tests of bots."""

import contextlib
import random
import sys
import time
from collections.abc import Sequence
from pathlib import Path

from schneider_league.arena.table import Dealing, play_deal
from schneider_league.bots.handshake import Command, Timing
from schneider_league.bots.log import BotLog
from schneider_league.bots.process import ProcessSeat
from schneider_league.bots.seat import Answer, Ask, DealEnd, DealResult, DealStart, Happening, MatchStart, seat_seed
from schneider_league.bots.trace import Trace
from schneider_league.game.cards import cards_of
from schneider_league.game.ruleset import Ruleset, parse_rules
from schneider_league.game.score import Pair

RUDE = Path(__file__).with_name("rude.py")
QUICK = Timing(ready=5.0, margin=0.05, stall=0.6, quit=0.3)
"""Short waits; those for what must come stay long enough for a busy machine."""


class CalmSeat:
    """Plays the first card that it may, announces what it can, and remembers what it was told."""

    def __init__(self) -> None:
        self.told: list[object] = []
        self.asked: list[Ask] = []

    def begin_match(self, match: MatchStart) -> None:
        self.told.append(match)

    def begin_deal(self, deal: DealStart) -> None:
        self.told.append(deal)

    def ask(self, ask: Ask) -> Answer:
        self.asked.append(ask)
        return Answer((ask.view.legal & -ask.view.legal).bit_length() - 1)

    def tell(self, deal: str, happening: Happening) -> None:
        self.told.append(happening)

    def end_deal(self, deal: str, end: DealEnd) -> None:
        self.told.append(end)

    def end_match(self, points: Pair) -> None:
        self.told.append(points)

    def close(self) -> None:
        pass


def rude_command(manner: str, *more: str, options: Sequence[tuple[str, str]] = ()) -> Command:
    return Command("rude", (sys.executable, "-S", str(RUDE), manner, *more), str(RUDE.parent), tuple(options))


def rude_seat(
    manner: str, *more: str, log: BotLog | None = None, trace: Trace | None = None, timing: Timing = QUICK
) -> ProcessSeat:
    return ProcessSeat(rude_command(manner, *more), log=log, trace=trace, timing=timing, secret=b"test")


def a_match(ruleset: Ruleset, move_ms: int) -> MatchStart:
    return MatchStart("M1", ruleset, None, 10, move_ms)


def a_dealing(ruleset: Ruleset, number: int = 1, dealer: int = 1) -> Dealing:
    pack = list(cards_of(ruleset.pack))
    random.Random(number).shuffle(pack)
    seeds = (seat_seed(1, 0, number, 0, 0, 0), seat_seed(1, 0, number, 0, 0, 1))
    return Dealing(number, pack, dealer, seeds)


def play_against_calm(
    seat: ProcessSeat, deals: int = 2, *, rules: str = "bohemian", move_ms: int = 5000, dealer: int = 0
) -> list[DealResult]:
    """Deals of a seat (a, the non-dealer unless told otherwise) against a calm one, the seat closed afterwards."""
    ruleset = parse_rules(rules)
    calm = CalmSeat()
    try:
        for each in (seat, calm):
            each.begin_match(a_match(ruleset, move_ms))
        return [play_deal(ruleset, a_dealing(ruleset, 1 + n, 1 - dealer), (seat, calm)) for n in range(deals)]
    finally:
        seat.close()


def processes_with(mark: str) -> list[int]:
    """The processes that have a mark in their command line, those aside that have ended."""
    found = []
    for folder in Path("/proc").iterdir():
        if folder.name.isdigit():
            with contextlib.suppress(OSError):
                # of a process that has ended the command line is empty
                if mark.encode() in (folder / "cmdline").read_bytes():
                    found.append(int(folder.name))
    return found


def wait_until_gone(mark: str, seconds: float = 20.0) -> list[int]:
    """What is left of the processes with a mark after at most so long."""
    until = time.monotonic() + seconds
    while (left := processes_with(mark)) and time.monotonic() < until:
        time.sleep(0.02)
    return left
