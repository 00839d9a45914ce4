"""How long it takes to pair a Swiss of 200 players, and how unequal the pairs are, against `py4swiss`.

First nine rounds of 200 players: CPU time of the slowest round, without loading networkx, beside the limit. Then 200
events of 8 to 60 players, played with the same results by both: the summed differences of the scores of those who met,
ours over theirs. Exit status 1 where a limit is passed.

    python -m bench.pairing [--events 200] [--fields 3]
"""

from __future__ import annotations

import argparse
import sys

import networkx  # noqa: F401 - loaded before the clock starts

from tests.schedule.swiss_runs import Run, sizes

SECONDS = 0.5
RATIO = 1.05


def main(events: int, fields: int) -> int:
    slowest = max(Run(200, 9, seed).play().slowest for seed in range(fields))
    print(f"200 players, worst of nine rounds: {slowest * 1000:.0f} ms of CPU time, limit {SECONDS * 1000:.0f}")
    ours = theirs = 0
    for seed in range(events):
        players, rounds = sizes(seed)
        ours += Run(players, rounds, seed).play().gap
        theirs += Run(players, rounds, seed, by_py4swiss=True).play().gap
    ratio = ours / theirs
    print(
        f"{events} events, score differences: {ours / 2:g} points, py4swiss {theirs / 2:g}: {ratio:.3f}, limit {RATIO}"
    )
    return 0 if slowest <= SECONDS and ratio <= RATIO else 1


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--events", type=int, default=200)
    parser.add_argument("--fields", type=int, default=3)
    arguments = parser.parse_args()
    sys.exit(main(arguments.events, arguments.fields))
