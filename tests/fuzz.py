"""A mutation fuzzer for deal records: changes the given files at random and does everything with what comes of it.

    python tests/fuzz.py --seconds 60 [--seed 7] [--store DIR]

Each input is read, checked, and, where nothing of it is lost, written canonically. It must hold that

- nothing is raised but the error for a file that is no file of deal records;
- canonical text, read and written again, stays as it is, and so do canonical JSON lines;
- text and its JSON form get the same problems, by code.

The same seed gives the same inputs, in the same order. It is printed with how many inputs were tried. If an input
fails, it is stored with instructions beside it, and the exit status is 1.
"""

from __future__ import annotations

import argparse
import io
import json
import random
import sys
import time
import traceback
from collections import Counter
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

# Run as a script, this file has its own folder on the path, not the project's.
sys.path.insert(0, str(Path(__file__).parents[1]))

from schneider_league.errors import UnreadableError
from schneider_league.game.cards import Alphabet
from schneider_league.records.canonical import Canonical
from schneider_league.records.check_file import RulesBook, check_cases, check_records, read_records
from schneider_league.records.jsonl import format_jsonl, parse_jsonl
from schneider_league.records.model import Record
from schneider_league.records.playthrough import derive_playthrough
from schneider_league.records.sdr import format_sdr

DATA = Path(__file__).parent / "data"
FILE = "fuzz.sdr"
TOKENS = [
    *(rank + suit for rank in ("A", "10", "7", "U", "T", "D") for suit in "CSHDEL♣"),
    *(
        "exchange",
        "marriage-H",
        "marriage-L",
        "marriage-?",
        "{",
        "}",
        "{}",
        "1.",
        "99.",
        "1.AS",
        "[",
        "]",
        '"',
        "\\",
        '\\"',
    ),
    *("redeal", "*", "1-0", "20-0", "130-0", "german", "points", "deals 2", "timed", "time dealer", "2026-02-30"),
    *(f'\n[{name} "x"]\n' for name in ("Rules", "Session", "Cards", "Turned", "Talon", "Misdeal", "Cause", "Zeta")),
    *("\n", "\n\n", "\r\n", "\r", "\0", "\ufeff", "; ", "\n%", "\ud7ff", "\u2028", "\x85", "e\u0301", " ", "\t"),
]


# --- changes ---


def flip_bytes(raw: bytes, rng: random.Random) -> bytes:
    changed = bytearray(raw)
    for _ in range(rng.randint(1, 4)):
        if changed:
            changed[rng.randrange(len(changed))] ^= 1 << rng.randrange(8)
    return bytes(changed)


def delete_piece(raw: bytes, rng: random.Random) -> bytes:
    start = rng.randrange(len(raw) + 1)
    return raw[:start] + raw[start + rng.choice((1, 2, 10, 100)) :]


def double_piece(raw: bytes, rng: random.Random) -> bytes:
    start = rng.randrange(len(raw) + 1)
    return raw[:start] + raw[start : start + rng.choice((1, 3, 20, 200))] + raw[start:]


def insert_token(raw: bytes, rng: random.Random) -> bytes:
    start = rng.randrange(len(raw) + 1)
    return raw[:start] + rng.choice(("", " ")).encode() + rng.choice(TOKENS).encode() + b" " + raw[start:]


def swap_words(raw: bytes, rng: random.Random) -> bytes:
    words = raw.split(b" ")
    a, b = rng.randrange(len(words)), rng.randrange(len(words))
    words[a], words[b] = words[b], words[a]
    return b" ".join(words)


def move_line(raw: bytes, rng: random.Random) -> bytes:
    lines = raw.split(b"\n")
    line = lines.pop(rng.randrange(len(lines)))
    lines.insert(rng.randrange(len(lines) + 1), line)
    if rng.random() < 0.3:
        lines.insert(rng.randrange(len(lines) + 1), line)
    return b"\n".join(lines)


def drop_line(raw: bytes, rng: random.Random) -> bytes:
    lines = raw.split(b"\n")
    del lines[rng.randrange(len(lines))]
    return b"\n".join(lines)


def change_ends(raw: bytes, rng: random.Random) -> bytes:
    return raw.replace(b"\n", rng.choice((b"\r\n", b"\n\n", b"\r", b" ", b"\n ", b"\n;")), rng.choice((-1, 1, 3)))


def cut_off(raw: bytes, rng: random.Random) -> bytes:
    return raw[: rng.randrange(len(raw) + 1)]


CHANGES: Sequence[Callable[[bytes, random.Random], bytes]] = (
    flip_bytes,
    delete_piece,
    double_piece,
    insert_token,
    insert_token,
    swap_words,
    swap_words,
    move_line,
    drop_line,
    change_ends,
    cut_off,
)


def splice(raw: bytes, other: bytes, rng: random.Random) -> bytes:
    """The beginning of one, the end of the other."""
    return raw[: rng.randrange(len(raw) + 1)] + other[rng.randrange(len(other) + 1) :]


def change_json(line: bytes, rng: random.Random) -> bytes:
    """One value somewhere within a JSON line is taken away, doubled or replaced."""
    try:
        stated = json.loads(line)
    except ValueError:
        return line
    node: Any = stated
    while isinstance(node, dict | list) and node:
        key = rng.choice(list(node)) if isinstance(node, dict) else rng.randrange(len(node))
        child = node[key]
        if isinstance(child, dict | list) and child and rng.random() < 0.8:
            node = child
            continue
        what = rng.randrange(4)
        if what == 0:
            del node[key]
        elif what == 1 and isinstance(node, list):
            node.insert(key, child)
        elif what == 2 and isinstance(node, dict):
            node[rng.choice(("after", "lead_after", "number", "comment", "lead_comment", "opening", "x"))] = child
        else:
            node[key] = rng.choice(
                [
                    None,
                    True,
                    0,
                    77,
                    -1,
                    1.5,
                    "",
                    "AS",
                    "as",
                    "exchange",
                    "a b",
                    "}",
                    "\n\n",
                    "\ud800",
                    [],
                    ["marriage-H"],
                    {},
                ]
            )
        break
    return json.dumps(stated, ensure_ascii=rng.random() < 0.5).encode("utf-8", "surrogatepass")


# --- what must hold ---


def codes(verdicts: Sequence[object]) -> list[Counter[str]]:
    return [Counter(problem.code.value for problem in verdict.problems) for verdict in verdicts]  # type: ignore[attr-defined]


def read(raw: bytes) -> list[Record]:
    return list(read_records(io.BytesIO(raw), FILE))


def canonical(records: Sequence[Record], form: Callable[[Record], str], alphabet: Alphabet | None = None) -> str:
    maker = Canonical(RulesBook(), alphabet)
    between = "\n" if form is format_sdr else ""
    return between.join(form(maker.of(record)) for record in records)


def try_one(raw: bytes) -> None:
    """Do everything with a file.

    Raises:
        AssertionError: something does not hold; any other exception is a failure too.
    """
    try:
        records = read(raw)
    except UnreadableError:
        return
    rules = RulesBook()
    for case, verdict in check_cases(records, FILE, rules):
        json.dumps(verdict.as_json()).encode()
        derive_playthrough(case, verdict)
        assert all(problem.message for problem in verdict.problems)
    whole = [record for record in records if record.lossless]
    if not whole:
        return
    text, lines = canonical(whole, format_sdr), canonical(whole, format_jsonl)
    from_text, from_lines = read(text.encode()), read(lines.encode())
    assert canonical(from_text, format_sdr) == text, "canonical text does not stay as it is"
    assert canonical(from_lines, format_jsonl) == lines, "canonical JSON does not stay as it is"
    assert canonical(from_lines, format_sdr) == text, "text by way of JSON is not the same"
    assert from_text == from_lines, "text and JSON are not read alike"
    as_json = [parse_jsonl(format_jsonl(record).encode(), record.line) for record in whole]
    wanted = codes(list(check_records(whole, FILE, rules)))
    for record, found in zip(whole, wanted, strict=True):
        # Tags that stand on one line are a fault of the text, which the JSON form mends.
        found.subtract(fault.code.value for fault in record.faults if fault.trick is None)
    in_json = codes(list(check_records(as_json, FILE, rules)))
    assert [+found for found in in_json] == [+found for found in wanted], "the JSON form has other problems"
    for alphabet in Alphabet:
        other = canonical(whole, format_sdr, alphabet)
        assert canonical(read(other.encode()), format_sdr, alphabet) == other, f"{alphabet} does not stay as it is"


# --- inputs ---


def given_records() -> list[bytes]:
    """The records of the data files, each alone, as text; and small files whole."""
    found: list[bytes] = []
    for path in sorted(DATA.glob("*/*.sdr")):
        raw = path.read_bytes()
        pieces = raw.replace(b"\r\n", b"\n").split(b"\n\n[")
        found += [piece if index == 0 else b"[" + piece for index, piece in enumerate(pieces)]
        if len(raw) < 1500:
            found.append(raw)
    return found


def make_input(records: Sequence[bytes], rng: random.Random) -> bytes:
    """A few given records, changed."""
    first = rng.randrange(len(records))
    raw = b"\n\n".join(records[first : first + rng.choice((1, 1, 2, 4))]) + b"\n"
    if rng.random() < 0.25:
        lossless = [record for record in read(raw) if record.lossless]
        lines = [change_json(format_jsonl(record).encode(), rng) for record in lossless]
        raw = b"\n".join(lines) + b"\n"
        if rng.random() < 0.5:
            return raw
    if rng.random() < 0.15:
        raw = splice(raw, rng.choice(records), rng)
    for _ in range(rng.choice((1, 1, 1, 2, 5))):
        raw = rng.choice(CHANGES)(raw, rng)
    return raw


def run(seconds: float, seed: int, store: Path) -> int:
    """Try inputs until the time is over or one fails; the exit status."""
    records = given_records()
    end = time.monotonic() + seconds
    tried = 0
    while time.monotonic() < end:
        # Each input has a seed of its own, so that it can be made again without those before it.
        rng = random.Random(f"{seed} {tried}")
        raw = make_input(records, rng)
        try:
            try_one(raw)
        except Exception:  # noqa: BLE001 - whatever is raised is what is looked for
            store.mkdir(parents=True, exist_ok=True)
            path = store / f"fuzz-{seed}-{tried}.sdr"
            path.write_bytes(raw)
            reason = traceback.format_exc()
            path.with_suffix(".txt").write_text(
                f"Found by: python tests/fuzz.py --seed {seed} (input {tried})\n"
                f"Try it again: python tests/fuzz.py --input {path}\n\n{reason}",
                "utf-8",
            )
            print(reason)
            print(f"seed {seed}: input {tried} fails; it is stored as {path}")
            print(f"Try it again with: python tests/fuzz.py --input {path}")
            return 1
        tried += 1
    print(f"seed {seed}: {tried} inputs tried, nothing found")
    return 0


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--seconds", type=float, default=60)
    parser.add_argument("--seed", type=int, help="what the inputs depend on; otherwise another each time")
    parser.add_argument("--store", type=Path, default=Path("fuzz-failures"), help="where a failing input is stored")
    parser.add_argument("--input", type=Path, help="try this file alone")
    arguments = parser.parse_args()
    if arguments.input:
        try_one(arguments.input.read_bytes())
        print("nothing found")
        return 0
    seed = random.SystemRandom().randrange(10**6) if arguments.seed is None else arguments.seed
    return run(arguments.seconds, seed, arguments.store)


if __name__ == "__main__":
    sys.exit(main())
