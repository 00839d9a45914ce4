"""The recorded verdicts of tests/data/deal-records, and what these records are in the other forms.

Line k of `X.expected.jsonl` is the verdict of record k of `X.sdr`. A key that is absent is not compared.
"""

from __future__ import annotations

import json
from collections import Counter
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from schneider_league.records.jsonl import format_jsonl, parse_jsonl
from schneider_league.records.model import Record
from schneider_league.records.verdict import Verdict
from tests.records.reading_aloud import canonical_jsonl, canonical_sdr, codes_of, records_of, verdicts_of

FOLDER = Path(__file__).parents[1] / "data" / "deal-records"
NAMES = sorted(path.stem for path in FOLDER.glob("*.sdr"))
COMPARED = ("rules", "score", "level", "result", "running", "line", "session", "deal", "non_dealer", "dealer")


def expected_of(name: str) -> list[dict[str, Any]]:
    lines = (FOLDER / f"{name}.expected.jsonl").read_text("utf-8").splitlines()
    return [json.loads(line) for line in lines]


def raw_records(name: str) -> list[Record]:
    return records_of((FOLDER / f"{name}.sdr").read_bytes())


@cache
def read_and_checked(name: str) -> tuple[list[Record], list[Verdict]]:
    records = raw_records(name)
    return records, verdicts_of(records)


def differences(expected: dict[str, Any], verdict: Verdict) -> list[str]:
    """What of a verdict is not as it should be."""
    got = json.loads(json.dumps(verdict.as_json()))
    found = [
        f"{key}: {got[key]!r}, not {expected[key]!r}"
        for key in COMPARED
        if key in expected and got[key] != expected[key]
    ]
    codes = [(problem["code"], problem["trick"]) for problem in got["problems"]]
    if "codes" in expected:
        wanted = Counter((code, trick) for code, trick in expected["codes"])
        if Counter(codes) != wanted:
            found.append(f"codes: {codes}, not {expected['codes']}")
    if "running_in" in expected and got["running"] not in expected["running_in"]:
        found.append(f"running: {got['running']}, not one of {expected['running_in']}")
    messages = " ".join(problem["message"] for problem in got["problems"])
    found += [f"no message says {word!r}: {messages}" for word in expected.get("says", []) if word not in messages]
    present = {code for code, _trick in codes}
    found += [f"{code} is missing: {codes}" for code in expected.get("must_include", []) if code not in present]
    order = [(problem["line"], problem["trick"] or 0) for problem in got["problems"]]
    if [line for line, _trick in order] != sorted(line for line, _trick in order):
        found.append(f"problems do not come by line: {order}")
    in_moves = [trick for _line, trick in order if trick]
    if in_moves != sorted(in_moves):
        found.append(f"problems do not come by trick: {order}")
    return found


def test_all_are_there() -> None:
    assert len(NAMES) == 14
    assert {path.name.removesuffix(".expected.jsonl") for path in FOLDER.glob("*.jsonl")} == set(NAMES)


@pytest.mark.parametrize("name", NAMES)
def test_every_record_gets_its_verdict(name: str) -> None:
    expected, (_records, verdicts) = expected_of(name), read_and_checked(name)
    wrong = [
        f"{name}:{verdict.line}: record {number}, {wanted['about']}: {difference}"
        for number, (wanted, verdict) in enumerate(zip(expected, verdicts, strict=True), 1)
        for difference in differences(wanted, verdict)
    ]
    assert wrong == []
    assert [verdict.record for verdict in verdicts] == list(range(1, len(expected) + 1))


def test_the_comparison_sees_what_is_wrong() -> None:
    (verdict,) = verdicts_of('[NonDealer "A"]\n[Dealer "B"]\n[Score "14-6"]\n[Result "2-0"]\n')
    right: dict[str, Any] = {"score": [14, 6], "result": [1, 0], "codes": [["wrong-result", None]]}
    assert differences(right, verdict) == []
    for key, value in {
        "score": [6, 14],
        "level": "tie",
        "codes": [],
        "running_in": [[1, 0]],
        "says": ["xyz"],
        "must_include": ["syntax"],
    }.items():
        assert len(differences(right | {key: value}, verdict)) == 1, key


def same(verdict: Verdict) -> tuple[object, ...]:
    """What of a verdict does not depend on the form of the file."""
    codes = sorted(codes_of(verdict), key=str)
    return codes, verdict.rules, verdict.score, verdict.level, verdict.result, verdict.running, verdict.session


@pytest.mark.parametrize("name", NAMES)
def test_the_json_form_gets_the_same_verdicts(name: str) -> None:
    records, verdicts = read_and_checked(name)
    converted = [parse_jsonl(format_jsonl(r).encode(), r.line) if r.lossless else r for r in raw_records(name)]
    assert sum(record.lossless for record in records) > 0.7 * len(records)
    for record, other in zip(records, converted, strict=True):
        assert other == record
        assert [fault.code for fault in other.faults] == [fault.code for fault in record.faults]
    for verdict, other_verdict in zip(verdicts, verdicts_of(converted), strict=True):
        assert same(other_verdict) == same(verdict), verdict.line
        if verdict.record not in {number for number, r in enumerate(records, 1) if not r.lossless}:
            lines = [problem.where.line for problem in other_verdict.problems]
            assert lines == [other_verdict.line] * len(lines)
            tricks = [problem.trick for problem in other_verdict.problems if problem.trick]
            assert tricks == sorted(tricks)


@pytest.mark.parametrize("name", NAMES)
def test_the_canonical_forms_get_the_same_verdicts(name: str) -> None:
    """Written canonically, as text and as JSON lines, and read again; what cannot be read is left out."""
    records = [record for record in raw_records(name) if record.lossless]
    expected = [same(verdict) for verdict in verdicts_of(records)]
    as_text = canonical_sdr(records)
    assert [same(verdict) for verdict in verdicts_of(as_text)] == expected
    assert canonical_sdr(records_of(as_text)) == as_text
    as_json = canonical_jsonl(records)
    assert [same(verdict) for verdict in verdicts_of(as_json)] == expected
    assert canonical_jsonl(records_of(as_json)) == as_json
    assert canonical_sdr(records_of(as_json)) == as_text
