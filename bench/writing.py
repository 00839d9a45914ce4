"""How long it takes to enter a score: `session score` as a whole process against bare Python.

It is measured in an empty league and in one of many seasons: entering must not depend on how much there is. CPU time
(user and system) of child processes, taken in turns; printed is the median of the ratios beside the limit. Exit
status 1 where a limit is passed.

    python bench/writing.py [RUNS [SESSIONS]]
"""

from __future__ import annotations

import os
import resource
import statistics
import subprocess
import sys
import tempfile
from datetime import date
from pathlib import Path

from schneider_league.game.ruleset import parse_rules
from schneider_league.records.claims import FIRST_TO
from schneider_league.records.ledger import Content, EntryKind, SessionStart
from schneider_league.store.engine import Database
from schneider_league.store.ledger import Draft, NewSession, start_sessions
from schneider_league.store.migrate import create_league
from schneider_league.store.people import add_player
from schneider_league.store.rulesets import store_ruleset
from schneider_league.store.watch import not_open

LIMIT = 48
"""`session score` may take at most so many times the CPU time of `python -c pass`."""
GROWTH = 1.3
"""… and in a league of many seasons at most so many times what it takes in an empty one."""

BARE = [sys.executable, "-c", "pass"]
SCRIPT = "from schneider_league.cli.app import main; main()"
PLAYERS = 40


def cpu_seconds(command: list[str]) -> float:
    """CPU time of one run of `command`, user and system."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    subprocess.run(command, check=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def league(path: Path, sessions: int) -> list[str]:
    """Make a league with so many finished sessions of ten deals; the command that enters a deal in an open one."""
    create_league(str(path))
    with Database(str(path)).writing() as writing:
        players = [add_player(writing, f"Player Number {number}").id for number in range(PLAYERS)]
        digest = store_ruleset(writing, parse_rules("bohemian"))

        def begun(number: int, deals: int) -> NewSession:
            pair = (players[number % PLAYERS], players[(number * 7 + 1) % PLAYERS])
            if pair[0] == pair[1]:
                pair = (players[0], players[1])
            terms = SessionStart(pair, "bohemian", digest, FIRST_TO, 7, date(2026, 11, 26), 0)
            scores = [(14, 6) if deal < 4 or deal > 6 else (6, 14) for deal in range(deals)]
            drafts = [Draft(Content(EntryKind.DEAL, dealer=0, score=score)) for score in scores]
            return NewSession(Content(EntryKind.START, start=terms), drafts)

        ids = start_sessions(writing, [begun(number, 10) for number in range(sessions)])
        not_open(writing, ids)
        start_sessions(writing, [begun(sessions, 3)])
    return [sys.executable, "-c", SCRIPT, "--db", str(path), "session", "score", "10-10"]


def main(runs: int, sessions: int) -> int:
    with tempfile.TemporaryDirectory() as folder:
        few = league(Path(folder) / "few.db", 0)
        many = league(Path(folder) / "many.db", sessions)
        size = os.path.getsize(Path(folder) / "many.db") >> 20
        for command in (BARE, few, many):  # the first run compiles modules
            cpu_seconds(command)
        times = [(cpu_seconds(BARE), cpu_seconds(few), cpu_seconds(many)) for _run in range(runs)]
    bare, in_few, in_many = (statistics.median(column) for column in zip(*times, strict=True))
    ratio = statistics.median(many_time / bare_time for bare_time, _few, many_time in times)
    growth = in_many / in_few
    print(
        f"session score {in_many * 1000:.0f} ms after {sessions} sessions ({size} MiB), {in_few * 1000:.0f} ms in an "
        f"empty league (ratio {growth:.2f}, limit {GROWTH}); python -c pass {bare * 1000:.0f} ms: ratio {ratio:.1f}, "
        f"limit {LIMIT}"
    )
    return 0 if ratio <= LIMIT and growth <= GROWTH else 1


if __name__ == "__main__":
    numbers = [int(argument) for argument in sys.argv[1:]]
    sys.exit(main(*(numbers + [15, 25_000][len(numbers) :])))
