"""How long the static site of a league takes, and how much memory: a whole process, by CPU time (user and system).

A league of 300 players, 5,000 sessions and about 50,000 deals, then one a quarter as large, whose pages are written one
by one just the same: the memory may grow by what the tables need, not by the deals. Last one as large in which every
deal is recorded card by card. Exit status 1 where a limit is passed.

    python bench/site.py [--sessions 5000] [--players 300]
"""

from __future__ import annotations

import argparse
import os
import subprocess
import sys
import tempfile
from pathlib import Path

from bench.season import build_league

SECONDS = 60
"""CPU time that the site may take."""
GROWTH = 48
"""MiB that it may need more than for a quarter of the league."""


def cost(command: list[str]) -> tuple[float, float]:
    """CPU seconds, and MiB at the most, of one run of `command`."""
    process = subprocess.Popen(command, stdout=subprocess.DEVNULL)
    _pid, status, used = os.wait4(process.pid, 0)
    process.returncode = os.waitstatus_to_exitcode(status)
    if process.returncode:
        raise subprocess.CalledProcessError(process.returncode, command)
    return used.ru_utime + used.ru_stime, used.ru_maxrss / 1024


def making(database: Path, folder: Path) -> list[str]:
    return [sys.executable, "-m", "schneider_league", "site", str(folder), "--db", str(database)]


def main(sessions: int, players: int) -> int:
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        whole, quarter, recorded = folder / "whole.db", folder / "quarter.db", folder / "recorded.db"
        deals = build_league(str(whole), sessions, players=players)
        build_league(str(quarter), sessions // 4, players=players)
        print(f"{players} players, {sessions} sessions, {deals} deals")
        cost(making(quarter, folder / "warm"))  # the first run compiles modules
        _seconds, least = cost(making(quarter, folder / "quarter"))
        seconds, most = cost(making(whole, folder / "whole"))
        files = sum(1 for path in (folder / "whole").rglob("*") if path.is_file())
        size = sum(path.stat().st_size for path in (folder / "whole").rglob("*") if path.is_file()) / 2**20
        print(f"site: {seconds:.1f} s, limit {SECONDS}; {files} files, {size:.0f} MiB")
        print(f"memory: {most:.0f} MiB, for a quarter {least:.0f} MiB: {most - least:.0f} more, limit {GROWTH}")
        deals = build_league(str(recorded), sessions, players=players, is_recorded=True)
        cards, memory = cost(making(recorded, folder / "recorded"))
        print(f"site of {deals} deals recorded card by card: {cards:.1f} s, limit {SECONDS}; {memory:.0f} MiB")
    return 0 if max(seconds, cards) <= SECONDS and most - least <= GROWTH else 1


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--sessions", type=int, default=5_000)
    parser.add_argument("--players", type=int, default=300)
    arguments = parser.parse_args()
    sys.exit(main(arguments.sessions, arguments.players))
