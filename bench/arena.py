"""Speed of whole bot matches: deals a second of `bot round-robin` against a plain C program that plays random deals.

Everything counts: shuffling, play, scoring, the statistics of pairs, the run file. The start (Python, reading compiled
code) does not, since each measurement is the difference of a long and a short run. The yardstick is
`bench/random_deals.c`, compiled with `gcc -O3 -march=native`, and runs between them; CPU time is compared, and the
median of the ratios counts: at least 0.5 for `random` against `random` and 0.2 for `greedy` against `greedy`. Two
workers are to take at most 1/1.8 of the time that one takes, which needs two idle cores.

    python bench/arena.py [--deals 10000000] [--rounds 3]
"""

from __future__ import annotations

import argparse
import os
import shutil
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from schneider_league.game import compiled

ROOT = Path(__file__).parents[1]
YARDSTICK = Path(__file__).with_name("random_deals.c")
WANTED = {"random": 0.5, "greedy": 0.2}
WANTED_OF_TWO = 1.8
SHORT = 200_000
"""Deals of the run that is taken off."""


def yardstick(program: Path, deals: int) -> float:
    """Deals a second of CPU time of the C program."""
    before = os.times()
    subprocess.run([program, str(deals), "1"], capture_output=True, check=True)
    after = os.times()
    return deals / (after.children_user - before.children_user)


def played(bot: str, deals: int, workers: int, folder: Path) -> tuple[float, float]:
    """Seconds of CPU time, all processes together, and of the clock that a whole run takes."""
    run = folder / "run"
    run.unlink(missing_ok=True)
    command = [sys.executable, "-m", "schneider_league", "bot", "round-robin", bot, bot, "--deals", str(deals)]
    options = ["--seed", "1", "--workers", str(workers), "--run", str(run), "--json"]
    environment = os.environ | {"PYTHONPATH": os.pathsep.join(filter(None, [str(ROOT), os.environ.get("PYTHONPATH")]))}
    before, began = os.times(), time.perf_counter()
    done = subprocess.run([*command, *options], capture_output=True, text=True, cwd=folder, env=environment)
    seconds, after = time.perf_counter() - began, os.times()
    if done.returncode:
        sys.exit(f"{' '.join(command)} ended with {done.returncode}: {done.stderr}")
    cpu = after.children_user + after.children_system - before.children_user - before.children_system
    return cpu, seconds


def speed(bot: str, deals: int, workers: int, folder: Path) -> tuple[float, float]:
    """Deals a second of CPU time and of the clock, the start excluded."""
    short, long = played(bot, SHORT, workers, folder), played(bot, deals + SHORT, workers, folder)
    return deals / (long[0] - short[0]), deals / (long[1] - short[1])


def main() -> None:
    """Print deals a second, the ratios to the C program, and what a second worker brings."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument(
        "--deals", type=int, default=10_000_000, help="of random; a quarter of greedy, four times as many for workers"
    )
    parser.add_argument("--rounds", type=int, default=3)
    arguments = parser.parse_args()
    compiler = shutil.which("gcc")
    if compiler is None:
        sys.exit("this benchmark needs gcc for its yardstick")
    if not compiled.is_available():
        sys.exit("this benchmark is of compiled play: it needs numba, which the extra fast installs")
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        program = folder / "random_deals"
        subprocess.run([compiler, "-O3", "-march=native", "-o", program, YARDSTICK], check=True)
        for bot, wanted in WANTED.items():
            deals = arguments.deals if bot == "random" else arguments.deals // 4
            played(bot, SHORT, 1, folder)  # compile
            rounds = []
            for _ in range(arguments.rounds):
                reference = yardstick(program, 10_000_000)
                cpu, clock = speed(bot, deals, 1, folder)
                rounds.append((cpu / reference, cpu, clock))
            ratios = [ratio for ratio, _cpu, _clock in rounds]
            print(
                f"{bot} against {bot}: {statistics.median(cpu for _ratio, cpu, _clock in rounds):,.0f} deals a second "
                f"of CPU time; ratio to C {statistics.median(ratios):.2f} ({min(ratios):.2f} to {max(ratios):.2f}), "
                f"wanted {wanted}"
            )
        gains = []
        for _ in range(arguments.rounds):
            one, two = (speed("random", 4 * arguments.deals, workers, folder)[1] for workers in (1, 2))
            gains.append(two / one)
        print(
            f"two workers: {statistics.median(gains):.2f} times the deals a second of one ({min(gains):.2f} to "
            f"{max(gains):.2f}), wanted {WANTED_OF_TWO}; {os.cpu_count()} cores"
        )


if __name__ == "__main__":
    main()
