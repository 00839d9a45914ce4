"""Speed of deals between two trivial Python bots: moves a second against the package `schnapsen` with its RandBot.

Both run on the same core, in turn, and what counts is the median of the ratios of CPU time for a move, everything
included: of ours that is the runner and the four processes of the bots, from the shuffling to the result. At least 4 in
plain Python, 5 where numba is installed. A move is a choice that a bot was asked for.

`schnapsen` 0.0.5 wants other versions of some packages than this project does, so that it has an environment of its
own, made for the occasion unless --schnapsen names the interpreter of one.

    python bench/python_bots.py [--schnapsen PYTHON] [--pairs 1024] [--rounds 7] [--rules bohemian]
"""

from __future__ import annotations

import argparse
import os
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from schneider_league.arena.lockstep import Lockstep
from schneider_league.bots.python_process import PythonBot
from schneider_league.game import compiled
from schneider_league.game.ruleset import parse_rules

LIMIT, LIMIT_WITH_NUMBA = 4.0, 5.0
VERSION = "0.0.5"

BOT = """
from schneider_league.bots.base import Bot

class RandBot(Bot):
    def play(self, turn):
        return self.rng.choice(turn.legal)
"""

# Plays when it is told to, and says how many moves it was asked for and what they took.
SCHNAPSEN = """
import random, sys, time
from schnapsen.bots import RandBot
from schnapsen.game import SchnapsenGamePlayEngine

class Counting(RandBot):
    moves = 0
    def get_move(self, *args, **kwargs):
        Counting.moves += 1
        return super().get_move(*args, **kwargs)

engine = SchnapsenGamePlayEngine()
for line in sys.stdin:
    games = int(line)
    rng = random.Random(games)
    bots = Counting(random.Random(1)), Counting(random.Random(2))
    Counting.moves = 0
    begun = time.process_time()
    for _ in range(games):
        engine.play_game(*bots, rng)
    print(Counting.moves, time.process_time() - begun, flush=True)
"""


@contextmanager
def interpreter(given: str | None) -> Iterator[str]:
    """An interpreter that has `schnapsen`."""
    if given is not None:
        yield given
        return
    with tempfile.TemporaryDirectory(prefix="schneider-bench-") as folder:
        subprocess.run([sys.executable, "-m", "venv", folder], check=True)
        python = str(Path(folder, "bin", "python"))
        subprocess.run([python, "-m", "pip", "install", "-q", f"schnapsen=={VERSION}"], check=True)
        yield python


class Schnapsen:
    """The other package, in a process that waits for its turn."""

    def __init__(self, python: str) -> None:
        self._process = subprocess.Popen(
            [python, "-c", SCHNAPSEN], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
        )

    def seconds_a_move(self, games: int) -> float:
        """CPU seconds of a move."""
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        self._process.stdin.write(f"{games}\n")
        self._process.stdin.flush()
        moves, seconds = self._process.stdout.readline().split()
        return float(seconds) / int(moves)

    def close(self) -> None:
        """End it."""
        self._process.communicate()


def seconds_a_move(lockstep: Lockstep, pairs: int) -> float:
    """CPU seconds of a move of ours, in all processes together."""
    begun = time.process_time() + lockstep.cpu_seconds()
    results = lockstep.play_deals(0, pairs)
    seconds = time.process_time() + lockstep.cpu_seconds() - begun
    return seconds / sum(sum(result.asks) for result in results)


def main() -> int:
    """Compare; the exit status says whether the limit is met."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--schnapsen", metavar="PYTHON", help="an interpreter that has the package")
    parser.add_argument("--pairs", type=int, default=1024, help="mirrored pairs of deals in a round")
    parser.add_argument("--rounds", type=int, default=7)
    parser.add_argument("--rules", default="bohemian")
    arguments = parser.parse_args()
    if hasattr(os, "sched_setaffinity"):
        os.sched_setaffinity(0, {max(os.sched_getaffinity(0))})
    is_compiled = compiled.is_available()
    limit = LIMIT_WITH_NUMBA if is_compiled else LIMIT
    with interpreter(arguments.schnapsen) as python, tempfile.TemporaryDirectory() as folder:
        Path(folder, "bench_bot.py").write_text(BOT, encoding="utf-8")
        bots = [PythonBot("bench_bot.py:RandBot", name, folder) for name in ("a", "b")]
        other = Schnapsen(python)
        ratios = []
        with Lockstep(parse_rules(arguments.rules), (bots[0], bots[1]), run_seed=1, pairing=0) as lockstep:
            lockstep.play_deals(0, arguments.pairs)  # starting and compiling do not count
            for _ in range(arguments.rounds):
                theirs = other.seconds_a_move(300)
                ours = seconds_a_move(lockstep, arguments.pairs)
                ratios.append(theirs / ours)
                print(f"schnapsen {1 / theirs:8,.0f} moves/s, ours {1 / ours:8,.0f} moves/s: {ratios[-1]:.2f} times")
        other.close()
    ratio = statistics.median(ratios)
    which = "with numba" if is_compiled else "in plain Python"
    print(f"{arguments.rules}, {which}: {ratio:.2f} times the moves a second of schnapsen {VERSION} (limit {limit:g})")
    return 0 if ratio >= limit else 1


if __name__ == "__main__":
    sys.exit(main())
