"""How long the program takes to say what it can do: `schneider-league --help` against bare Python.

Measured is CPU time (user and system) of child processes, taken in turns; printed is the median of the
ratios beside the limit. Exit status 1 where the limit is passed.

    python bench/startup.py [RUNS]
"""

from __future__ import annotations

import resource
import statistics
import subprocess
import sys

LIMIT = 8
"""`--help` may take at most so many times the CPU time of `python -c pass`."""

BARE = [sys.executable, "-c", "pass"]
SCRIPT = "from schneider_league.cli.app import main; main()"
HELP = [sys.executable, "-c", SCRIPT, "--help"]
"""What the installed script does, without the path it is found by."""


def cpu_seconds(command: list[str]) -> float:
    """CPU time of one run of `command`, user and system."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    subprocess.run(command, check=True, stdout=subprocess.DEVNULL)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def main(runs: int) -> int:
    for command in (BARE, HELP):  # the first run compiles modules
        cpu_seconds(command)
    pairs = [(cpu_seconds(BARE), cpu_seconds(HELP)) for _run in range(runs)]
    bare, helped = (statistics.median(column) for column in zip(*pairs, strict=True))
    ratio = statistics.median(help_time / bare_time for bare_time, help_time in pairs)
    print(f"--help {helped * 1000:.0f} ms, python -c pass {bare * 1000:.0f} ms: ratio {ratio:.1f}, limit {LIMIT}")
    return 0 if ratio <= LIMIT else 1


if __name__ == "__main__":
    sys.exit(main(int(sys.argv[1]) if len(sys.argv) > 1 else 15))
