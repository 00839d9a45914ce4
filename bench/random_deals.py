"""Speed of whole random deals, shuffling included: deals a second against a plain C program that does the same.

The integer functions and the readable `Deal` are asked for the legal plays at each turn. The yardstick is
`bench/random_deals.c`, compiled with `gcc -O3 -march=native`; all run in turn on one core, and the median of the
ratios counts: at least 0.005 for the integer functions and 0.0016 for `Deal`.

    python bench/random_deals.py [--deals 20000] [--rounds 5]
"""

from __future__ import annotations

import argparse
import random
import re
import shutil
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

from schneider_league.game import kernel
from schneider_league.game.cards import cards_of
from schneider_league.game.deal import Deal
from schneider_league.game.ruleset import Ruleset, parse_rules

YARDSTICK = Path(__file__).with_name("random_deals.c")
WANTED = {"integer functions": 0.005, "Deal": 0.0016}


def play_integers(ruleset: Ruleset, deals: int, rng: random.Random) -> int:
    """Play random deals with the kernel's functions; the units of the first leader in all."""
    rules = ruleset.code
    legal_leads, legal_responses, beats = kernel.legal_leads, kernel.legal_responses, kernel.beats
    trick_units, draw = kernel.trick_units, rng.random
    pack = list(cards_of(ruleset.pack))
    size = len(pack)
    total = 0
    for _ in range(deals):
        for index in range(size - 1, 0, -1):
            other = int(draw() * (index + 1))
            pack[index], pack[other] = pack[other], pack[index]
        mine = other_hand = 0
        for card in pack[0:6]:
            mine |= 1 << card
        for card in pack[6:12]:
            other_hand |= 1 << card
        trump = pack[-1] >> 3 if rules.trumps else kernel.NO_TRUMP
        leader, at = 0, 12
        units = [0, 0]
        while mine:
            legal = legal_leads(mine)
            for _ in range(int(draw() * legal.bit_count())):
                legal &= legal - 1
            bit = legal & -legal
            mine ^= bit
            lead = bit.bit_length() - 1
            legal = legal_responses(rules, other_hand, lead, trump, size - at)
            for _ in range(int(draw() * legal.bit_count())):
                legal &= legal - 1
            bit = legal & -legal
            other_hand ^= bit
            response = bit.bit_length() - 1
            if beats(rules, lead, response, trump):
                mine, other_hand = other_hand, mine
                leader = 1 - leader
            units[leader] += trick_units(rules, lead, response)
            if at < size:
                mine |= 1 << pack[at]
                other_hand |= 1 << pack[at + 1]
                at += 2
        total += units[0]
    return total


def play_deals(ruleset: Ruleset, deals: int, rng: random.Random) -> int:
    """Play random deals through `Deal`; the units of the first leader in all."""
    draw = rng.random
    pack = list(cards_of(ruleset.pack))
    total = 0
    for _ in range(deals):
        rng.shuffle(pack)
        deal = Deal.of_pack(ruleset, pack)
        while not deal.is_over:
            legal = deal.legal_plays()
            for _ in range(int(draw() * legal.bit_count())):
                legal &= legal - 1
            deal.play((legal & -legal).bit_length() - 1)
        total += deal.units[0]
    return total


def timed(work: Callable[[Ruleset, int, random.Random], int], ruleset: Ruleset, deals: int) -> tuple[float, float]:
    """Deals a second of CPU time, and the mean units of the first leader."""
    rng = random.Random(1)
    start = time.process_time()
    units = work(ruleset, deals, rng)
    return deals / (time.process_time() - start), units / deals


def yardstick(program: Path, deals: int) -> float:
    """Deals a second of the C program."""
    output = subprocess.run([program, str(deals), "1"], capture_output=True, text=True, check=True).stdout
    found = re.search(r"deals/s (\d+)", output)
    assert found is not None
    return float(found[1])


def main() -> None:
    """Print deals a second of all three, and the ratios."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--deals", type=int, default=20_000)
    parser.add_argument("--rounds", type=int, default=5)
    arguments = parser.parse_args()
    compiler = shutil.which("gcc")
    if compiler is None:
        sys.exit("this benchmark needs gcc for its yardstick")
    bohemian = parse_rules("bohemian")
    with tempfile.TemporaryDirectory() as folder:
        program = Path(folder) / "random_deals"
        subprocess.run([compiler, "-O3", "-march=native", "-o", program, YARDSTICK], check=True)
        results: dict[str, list[tuple[float, float]]] = {name: [] for name in WANTED}
        means: dict[str, float] = {}
        for _ in range(arguments.rounds):
            reference = yardstick(program, 3_000_000)
            for name, work in (("integer functions", play_integers), ("Deal", play_deals)):
                speed, means[name] = timed(work, bohemian, arguments.deals)
                results[name].append((speed, speed / reference))
    for name, rounds in results.items():
        ratios = [ratio for _speed, ratio in rounds]
        print(
            f"{name}: {statistics.median(speed for speed, _ratio in rounds):,.0f} deals/s; ratio to C "
            f"{statistics.median(ratios):.4f} ({min(ratios):.4f} to {max(ratios):.4f}), wanted {WANTED[name]}; "
            f"first leader's mean {means[name]:.2f} of 20"
        )


if __name__ == "__main__":
    main()
