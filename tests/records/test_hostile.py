"""Input that nobody means well with: each ends in problems or in one error, never in a traceback."""

from __future__ import annotations

import io
import json
import random
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from schneider_league.errors import UnreadableError
from schneider_league.records.check_file import read_records
from schneider_league.records.jsonl import parse_jsonl
from tests.records.reading_aloud import canonical_jsonl, canonical_sdr, records_of, verdicts_of

DATA = Path(__file__).parents[1] / "data" / "deal-records"
RIGHT = '[NonDealer "Anna"]\n[Dealer "Ben"]\n[Score "14-6"]\n[Result "1-0"]\n'


def whole(raw: bytes) -> list[str]:
    """Everything that is done with a file; the codes of its problems, or `refused`."""
    try:
        records = records_of(raw)
        verdicts = verdicts_of(records)
    except UnreadableError:
        return ["refused"]
    lossless = [record for record in records if record.lossless]
    assert canonical_sdr(records_of(canonical_jsonl(lossless))) == canonical_sdr(lossless)
    for verdict in verdicts:
        json.dumps(verdict.as_json()).encode()
    return [problem.code.value for verdict in verdicts for problem in verdict.problems]


@given(st.binary(max_size=300))
@settings(max_examples=150)
def test_random_bytes(raw: bytes) -> None:
    lines = [line.removeprefix(b"\xef\xbb\xbf") for line in raw.split(b"\n")]
    assert whole(raw) or all(not line.strip() or line[:1] in b";%" for line in lines)


@given(st.integers(0, 2**32), st.integers(0, 12))
@settings(max_examples=60)
def test_bytes_changed_at_random(seed: int, changes: int) -> None:
    rng = random.Random(seed)
    raw = bytearray((DATA / "announcements.sdr").read_bytes()[:3000])
    for _ in range(changes):
        raw[rng.randrange(len(raw))] = rng.randrange(256)
    whole(bytes(raw))


DEEP = 100_000


@pytest.mark.parametrize(
    ("raw", "codes"),
    [
        (b"", []),
        (b"\n" * 100_000, []),
        (RIGHT.encode() + b"\n" * 100_000 + RIGHT.encode(), []),
        (b"\xef\xbb\xbf" + RIGHT.encode(), []),
        (RIGHT.replace("\n", "\r\n").encode(), []),
        # line ends of the Macintosh
        (RIGHT.replace("\n", "\r").encode(), ["refused"]),
        (RIGHT.replace("Ben", "Jiří").encode("cp1250"), ["syntax"]),
        (RIGHT.replace("Ben", "B\0n").encode(), ["syntax"]),
        (RIGHT.encode("utf-16"), ["refused"]),
        (RIGHT.encode("utf-16-le"), None),
        (b'[NonDealer "Anna', ["missing-tag", "missing-tag", "syntax"]),
        (RIGHT.encode() + b"\n{" + b"x" * 10_000, None),
        (bytes(range(256)) * 40, None),
        (b"\x7fELF\x02\x01\x01" + bytes(1000), None),
        (b"PK\x03\x04" + bytes(range(256)), None),
        # a record of 1 MB, and a line of 1 MB
        (RIGHT.encode() + b"\n" + b"AS KS\n" * 170_000, None),
        (RIGHT.encode() + b"\n" + b"AS KS " * 170_000, None),
        (RIGHT.encode().replace(b"Anna", b"A" * 1_000_000), None),
        (b"[" * 200_000, None),
        (b"{" * 200_000, None),
        (b'[Event "' + b'\\"' * 30_000, None),
        (b'[Event "' + b"\\" * 60_000 + b'"]', None),
        (b"[Event " + b" " * 60_000 + b"x]", None),
        (b"[ " + b"a" * 60_000, None),
        (RIGHT.encode() + b"\n" + b"1." * 30_000, None),
        (RIGHT.encode() + b"\n" + b"9" * 60_000 + b".", None),
        (RIGHT.encode() + b"\n" + b"marriage-H " * 5_000, None),
        (RIGHT.encode() + b"\n1. AS KS" + b" exchange marriage-H" * 2_000, None),
        (RIGHT.encode() + b"\n1. AS " + b" exchange\n" * 8_000 + b"KS", None),
        (RIGHT.encode() + b"\n" + b"1.\n" * 20_000, None),
        (RIGHT.encode() + b"\n" + b"x\n" * 30_000, None),
        (RIGHT.encode() + b"".join(b"[a%d\n" % number for number in range(20_000)), None),
        (RIGHT.encode() + b'[Event "x"]\n' * 15_000, None),
        (RIGHT.encode() + b"\n" + b"AS KS {x} " * 5_000, None),
        (RIGHT.encode() + b"\n" + b"{x} " * 50_000, None),
        # JSON
        (b"{" + b'"a":{' * DEEP, ["syntax"]),
        (b'{"tags":' + b"[" * DEEP + b"]" * DEEP + b"}", ["syntax"]),
        (b'{"tags": {"Deal": ' + b"9" * 10_000 + b"}}", ["syntax"]),
        (b'{"tags": {}, "moves": [{"lead": "AS", "response": "KS", "number": ' + b"9" * 4_000 + b"}]}", None),
        (b'{"tags": {"NonDealer": "\\ud800", "Dealer": "B"}}', None),
        (b'{"tags": {}, "comment": "\\udc00"}', None),
        (b'{"tags": {"Score": "14-6", "Score": "13-7", "NonDealer": "A", "Dealer": "B"}}', ["duplicate-tag"]),
        (b'{"tags": {"NonDealer": "A"}, "tags": {}}', None),
        (b'{"tags": {"Event": "\\u0000"}}', None),
        (b'{"tags": NaN}', None),
        (b'{"tags": {"a b": "x"}}', None),
        (b'{"moves": [null]}', None),
        (b'{"\xff": 1}', ["syntax"]),
        (b'{"tags": {}}\n[]\n1\n"x"\nnull\n', None),
        (b'{"tags": "' + b"x" * 1_000_000 + b'"}', ["syntax"]),
    ],
    ids=lambda value: repr(value[:40]) if isinstance(value, bytes) else None,
)
def test_files(raw: bytes, codes: list[str] | None) -> None:
    found = whole(raw)
    assert found if codes is None else found == codes


def test_what_follows_a_bad_line_of_json_is_read() -> None:
    lines = [b'{"tags": {', b"[1]", canonical_jsonl(records_of(RIGHT)).encode().strip(), b"{}"]
    verdicts = verdicts_of(b"\n".join([b'{"tags": {}}', *lines]))
    assert [bool(verdict.problems) for verdict in verdicts] == [True, True, True, False, True]
    assert [verdict.line for verdict in verdicts] == [1, 2, 3, 4, 5]


# --- JSON that is no record ---

TAGS = {"NonDealer": "A", "Dealer": "B", "Result": "*"}


@pytest.mark.parametrize(
    ("stated", "message"),
    [
        ([], 'a record is an object: {"tags": {…}, "moves": […]}'),
        (1, 'a record is an object: {"tags": {…}, "moves": […]}'),
        ({"tag": {}}, 'a record has "tags", "moves" and "comment", but no "tag"'),
        ({"tags": 1}, '"tags" is an object, or a list of pairs where a tag stands twice'),
        ({"tags": {"Event": 1}}, "a tag is a name and a value, both of them strings"),
        ({"tags": [["Event"]]}, "a tag is a name and a value, both of them strings"),
        ({"tags": {"a-b": "x"}}, '"a-b" is no name of a tag; it consists of letters, digits and _'),
        (
            {"tags": {"Event": "a\nb"}},
            "the value of Event holds a line end, a NUL or half a character, which a tag cannot",
        ),
        ({"moves": {}}, '"moves" is a list of tricks'),
        ({"moves": [1]}, 'trick 1 must be an object with a "lead"'),
        ({"moves": [{"lead": 1}]}, 'trick 1 must be an object with a "lead"'),
        (
            {"moves": [{"lead": "AS", "reply": "KS"}]},
            'trick 1 has an unknown "reply"; known are number, lead, lead_comment, lead_after, response, after, '
            "comment",
        ),
        ({"moves": [{"lead": "AS", "response": 1}]}, 'the "response" of trick 1 must be a card or null'),
        ({"moves": [{"lead": "AS"}, {"lead": "KS"}]}, "trick 1 has no response, but tricks follow it"),
        ({"moves": [{"number": True, "lead": "AS"}]}, 'the "number" of trick 1 is not a trick number'),
        ({"moves": [{"number": -1, "lead": "AS"}]}, 'the "number" of trick 1 is not a trick number'),
        ({"moves": [{"number": 10**9, "lead": "AS"}]}, 'the "number" of trick 1 is not a trick number'),
        ({"moves": [{"lead": "AS KS"}]}, '"AS KS" stands where a card must stand'),
        ({"moves": [{"lead": "exchange"}]}, '"exchange" stands where a card must stand'),
        ({"moves": [{"lead": ""}]}, '"" stands where a card must stand'),
        ({"moves": [{"lead": "AS", "response": "KS", "after": "exchange"}]}, '"after" is a list of announcements'),
        (
            {"moves": [{"lead": "AS", "response": "KS", "after": ["AH"]}]},
            '"AH" stands where an announcement must stand',
        ),
        ({"opening": ["AH"]}, '"AH" stands where an announcement must stand'),
        (
            {"moves": [{"lead": "AS", "response": None, "after": ["exchange"]}]},
            "something is announced after trick 1, which has no response",
        ),
        ({"comment": 1}, '"comment" is a text'),
        ({"moves": [{"lead": "AS", "comment": "}"}]}, None),
        ({"comment": 'a\n\n[Event "x"]\n[Site "y"]\n'}, None),
    ],
)
def test_json_that_is_no_record(stated: object, message: str | None) -> None:
    record = parse_jsonl(json.dumps(stated).encode(), 3, "t.jsonl")
    (fault,) = record.faults
    assert not record.lossless
    assert not record.readable
    assert (fault.where.file, fault.where.line) == ("t.jsonl", 3)
    if message is not None:
        assert fault.message == message


@pytest.mark.parametrize(
    "stated",
    [
        {"tags": TAGS},
        {"tags": [["NonDealer", "A"], ["Dealer", "B"], ["Result", "*"]]},
        {"tags": TAGS, "moves": []},
        {"tags": TAGS, "moves": [{"lead": "as"}]},
        {"tags": TAGS, "moves": [{"lead": "AS", "response": None, "number": 1, "comment": ""}]},
        {"tags": {"nondealer": "A", "DEALER": "B", "Result": "*"}, "comment": "a\r\nb", "opening": []},
        {"tags": TAGS, "comment": 'a\n\n[Event "x"]\nb'},
    ],
)
def test_json_that_is_a_record(stated: object) -> None:
    line = json.dumps(stated)
    (verdict,) = verdicts_of(line)
    assert verdict.problems == ()
    (record,) = records_of(line)
    assert canonical_sdr(records_of(canonical_sdr([record]))) == canonical_sdr([record])


def test_a_league_file_is_pointed_to_its_import() -> None:
    with pytest.raises(UnreadableError, match="a whole league") as caught:
        list(read_records(io.BytesIO(b'{"schema": "league/1"}\n'), "club.jsonl"))
    assert str(caught.value.where) == "club.jsonl:1"


def test_a_line_of_json_that_is_too_long() -> None:
    first, second = records_of(b'{"tags": {"Event": "' + b"x" * 300_000 + b'"}}\n{"tags": {}}\n')
    assert [fault.message for fault in first.faults] == ["this line is too long to be a deal record (256 KiB)"]
    assert (second.line, second.faults) == (2, [])
