"""Speed of importing: a score sheet against `csv.reader` and `executemany`, records with plays against `replay`.

Whole processes, timed by CPU in turn; the median of the ratios is what counts. The yardstick for sheets reads the
same rows with `csv.reader` and inserts them with `sqlite3.executemany` into one table: at most 12 times that. The
one for records is `replay` of the same file: at most 3 times.

    python bench/importing.py [--sessions 2500] [--records 3000] [--rounds 3]
"""

from __future__ import annotations

import argparse
import os
import random
import resource
import statistics
import subprocess
import sys
import tempfile
from collections.abc import Callable, Sequence
from pathlib import Path

from bench.records import random_record
from schneider_league.records.sdr import format_sdr
from schneider_league.store.migrate import create_league

SHEET_LIMIT, RECORDS_LIMIT = 12.0, 3.0
DEALS = 10
HEADER = "date,session,player_a,player_b,dealer,score_a,score_b,rules,target,note"

YARDSTICK = """
import csv, sqlite3, sys
connection = sqlite3.connect(sys.argv[2])
connection.execute("CREATE TABLE deal (date, session, a, b, dealer, score_a, score_b, rules, target, note)")
with open(sys.argv[1], newline="", encoding="utf-8") as stream:
    rows = csv.reader(stream)
    next(rows)
    connection.executemany("INSERT INTO deal VALUES (?,?,?,?,?,?,?,?,?,?)", rows)
connection.commit()
"""


def sheet_of(sessions: int, rng: random.Random) -> str:
    """A season's sheet: sessions of ten deals, in the order in which they were played."""
    lines = [HEADER]
    for number in range(sessions):
        a, b = rng.sample([f"Player {index}" for index in range(60)], 2)
        day = f"20{20 + number * 6 // sessions}-{1 + number % 12:02}-{1 + number % 28:02}"
        dealer = 0
        for _ in range(DEALS):
            high = rng.choice([11, 11, 12, 12, 13, 14, 15, 16, 17])
            scores = (high, 20 - high) if rng.random() < 0.5 else (20 - high, high)
            lines.append(f"{day},s{number},{a},{b},{(a, b)[dealer]},{scores[0]},{scores[1]},bohemian,50,")
            dealer = 1 - dealer
    return "\n".join(lines) + "\n"


def records_of(number: int, rng: random.Random) -> str:
    """Full records, each a session of its own."""
    texts: list[str] = []
    for index in range(number):
        record = random_record("bohemian", rng)
        record.tags.insert(2, ("Session", f"s{index}"))
        texts.append(format_sdr(record))
    return "\n".join(texts)


def cpu(command: Sequence[str]) -> float:
    """The CPU seconds of a process."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    subprocess.run(command, check=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, env=os.environ)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def compare(what: str, ours: Callable[[], float], theirs: Callable[[], float], rounds: int, limit: float) -> None:
    """Print the ratio of the two."""
    pairs = [(ours(), theirs()) for _ in range(rounds)]
    ratios = [mine / other for mine, other in pairs]
    mine, other = (statistics.median(times) for times in zip(*pairs, strict=True))
    print(
        f"{what}: {mine:.2f} s, yardstick {other:.2f} s; ratio {statistics.median(ratios):.1f} "
        f"({min(ratios):.1f} to {max(ratios):.1f}), wanted at most {limit:.0f}"
    )


def main() -> None:
    """Print both ratios, and that of the sheet imported once more."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--sessions", type=int, default=2500)
    parser.add_argument("--records", type=int, default=3000)
    parser.add_argument("--rounds", type=int, default=3)
    arguments = parser.parse_args()
    rng = random.Random(1)
    program = [sys.executable, "-m", "schneider_league"]
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        sheet, records = folder / "season.csv", folder / "deals.sdr"
        sheet.write_text(sheet_of(arguments.sessions, rng), "utf-8")
        records.write_text(records_of(arguments.records, rng), "utf-8")
        count = 0

        def new_file() -> str:
            nonlocal count
            count += 1
            return str(folder / f"{count}.db")

        def import_into_new(file: Path) -> float:
            database = new_file()
            create_league(database)
            return cpu([*program, "--db", database, "import", str(file)])

        def insert() -> float:
            return cpu([sys.executable, "-c", YARDSTICK, str(sheet), new_file()])

        def replay() -> float:
            return cpu([*program, "replay", str(records), "--format", "jsonl"])

        rounds = arguments.rounds
        rows = arguments.sessions * DEALS
        compare(f"score sheet of {rows:,} rows", lambda: import_into_new(sheet), insert, rounds, SHEET_LIMIT)
        known = new_file()
        create_league(known)
        cpu([*program, "--db", known, "import", str(sheet)])
        again = [*program, "--db", known, "import", str(sheet)]
        compare("the same sheet once more", lambda: cpu(again), insert, rounds, SHEET_LIMIT)
        what = f"{arguments.records:,} records with plays"
        compare(what, lambda: import_into_new(records), replay, rounds, RECORDS_LIMIT)


if __name__ == "__main__":
    main()
