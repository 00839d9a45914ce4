"""How long an all-time table and a rating list take, against plain `sqlite3` fetching what they need.

Both are whole processes, taken in turns; measured is their CPU time (user and system), printed the median of the
ratios beside the limit. Then the same league a quarter as large: time over that of an empty league must grow as
the league does. Exit status 1 where a limit is passed.

    python bench/standings.py [--sessions 25000] [--rounds 5]
"""

from __future__ import annotations

import argparse
import resource
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from bench.season import build_league

LIMIT = 6
"""The table, and the list, may take at most so many times what the fetching takes."""
GROWTH = 1.3
"""Four times as many sessions may take at most so many times four times as long."""

FETCH = """
import sqlite3, sys
connection = sqlite3.connect(sys.argv[1])
connection.execute("SELECT session_id, kind, score_a, score_b, all_tricks, replaces FROM entry").fetchall()
connection.execute(
    "SELECT e.session_id, e.at, t.player_a, t.player_b, t.digest, t.target, t.deals, t.played_on"
    " FROM session_start t JOIN entry e ON e.id = t.entry_id"
).fetchall()
connection.execute("SELECT id, uid, place FROM session").fetchall()
connection.execute("SELECT player_id, name FROM player_name").fetchall()
"""
COMMANDS = {
    "standings": ["standings"],
    "ratings": ["ratings"],
    "ratings --system glicko-2": ["ratings", "--system", "glicko-2"],
}


def cpu_seconds(command: list[str]) -> float:
    """CPU time of one run of `command`, user and system."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    subprocess.run(command, check=True, stdout=subprocess.DEVNULL)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def fetching(path: Path) -> list[str]:
    return [sys.executable, "-c", FETCH, str(path)]


def showing(words: list[str], path: Path) -> list[str]:
    return [sys.executable, "-m", "schneider_league", *words, "--db", str(path)]


def main(sessions: int, runs: int) -> int:
    passed = True
    with tempfile.TemporaryDirectory() as folder:
        whole, quarter, empty = (Path(folder) / name for name in ("whole.db", "quarter.db", "empty.db"))
        began = time.perf_counter()
        deals = build_league(str(whole), sessions)
        print(f"{sessions} sessions, {deals} deals, built in {time.perf_counter() - began:.1f} s")
        build_league(str(quarter), sessions // 4)
        build_league(str(empty), 0)
        cpu_seconds(showing(["standings"], empty))  # the first run compiles modules
        for name, words in COMMANDS.items():
            pairs = [(cpu_seconds(fetching(whole)), cpu_seconds(showing(words, whole))) for _run in range(runs)]
            fetch, show = (statistics.median(column) for column in zip(*pairs, strict=True))
            ratio = statistics.median(shown / fetched for fetched, shown in pairs)
            print(f"{name}: {show * 1000:.0f} ms, fetching {fetch * 1000:.0f} ms: ratio {ratio:.1f}, limit {LIMIT}")
            passed = passed and ratio <= LIMIT
        rounds = [
            [cpu_seconds(showing(["standings"], path)) for path in (whole, quarter, empty)] for _run in range(runs)
        ]
        most, less, least = (min(column) for column in zip(*rounds, strict=True))
        growth = (most - least) / (less - least) / 4
        print(f"growth from {sessions // 4} to {sessions} sessions: {growth:.2f} times linear, limit {GROWTH}")
        passed = passed and growth <= GROWTH
    return 0 if passed else 1


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--sessions", type=int, default=25_000)
    parser.add_argument("--rounds", type=int, default=5)
    arguments = parser.parse_args()
    sys.exit(main(arguments.sessions, arguments.rounds))
