"""What the program has written is known again, in each format, and nothing else is taken for it."""

import os
from pathlib import Path
from typing import get_args

import pytest

from schneider_league.cli.root import run
from schneider_league.reports.own import HEAD, Kind, is_own

SAMPLES = Path(__file__).parents[2] / "sample_data"
THURSDAY, MISTAKES = str(SAMPLES / "thursday-bohemian.sdr"), str(SAMPLES / "mistakes.sdr")
REPORTS = {
    "one file": ["replay", THURSDAY],
    "faulty": ["replay", MISTAKES],
    "files": ["replay", THURSDAY, MISTAKES],
    "none": ["replay", os.devnull],
    "shown": ["replay", MISTAKES, "--show", "8"],
    "shown, nobody deals": ["replay", MISTAKES, "--show", "3"],
    "rules": ["rules", "list"],
    "ruleset": ["rules", "show", "points+marriage"],
}
CASES = [
    (report, kind)
    for report, arguments in REPORTS.items()
    for kind in get_args(Kind)
    if kind not in ("sdr", "records") and (kind != "jsonl" or (arguments[0] == "replay" and "--show" not in arguments))
]


def written(path: Path, *arguments: str) -> bytes:
    assert run([*arguments, "-o", str(path)]) in (0, 3)
    return path.read_bytes()


def kinds(content: bytes) -> list[str]:
    """All that a file of this content may be replaced by."""
    return [kind for kind in get_args(Kind) if is_own(content[:HEAD], content[-HEAD:], kind)]


@pytest.mark.parametrize(("report", "format"), CASES)
def test_each_report_is_known_in_its_format_alone(report: str, format: str, tmp_path: Path) -> None:
    if format == "pdf":
        pytest.importorskip("typst")
    content = written(tmp_path / "report", *REPORTS[report], "--format", format)
    assert content == b"" or kinds(content) == [format]


def test_a_byte_order_mark_changes_nothing(tmp_path: Path) -> None:
    assert kinds(written(tmp_path / "a.csv", "rules", "list", "--bom")) == ["csv"]


@pytest.mark.parametrize("sample", sorted(SAMPLES.glob("*.sdr")), ids=lambda path: path.stem)
def test_deal_records_are_known(sample: Path, tmp_path: Path) -> None:
    assert kinds(sample.read_bytes()) == ["sdr"]
    if sample.name != "mistakes.sdr":
        assert kinds(written(tmp_path / "a.sdr", "convert", str(sample))) == ["sdr"]
        assert kinds(written(tmp_path / "a.jsonl", "convert", str(sample))) == ["records"]


def test_a_record_that_is_longer_than_what_is_looked_at() -> None:
    assert kinds(b'{"tags": {"NonDealer": "' + b"x" * HEAD) == ["records"]


def test_an_empty_file_may_become_anything() -> None:
    assert kinds(b"") == list(get_args(Kind))


@pytest.mark.parametrize(
    "text",
    [
        "Dear diary,\ntoday we played.\n",
        "Shopping: a list\n  milk\n  bread\n",
        "Name  Cards\nAnna  12\n",
        "Anna: a title\n\nTrick 1\n",
        "# Notes\n\n| Topic | Rule |\n| --- | --- |\n| a | b |\n",
        "## Notes\n\n| Name | Address |\n| --- | --- |\n",
        "name,cards\nAnna,12\n",
        "date,session,player_a,player_b,dealer,score_a,score_b\n",
        "file;record;line;session;deal\n",
        "{}",
        "[1, 2]",
        '{"schema": "league/1"}\n{}\n',
        '{"schema": "report/1", "rows": []}',
        '{"schema": "https://json-schema.org/draft/2020-12/schema"}',
        '{"rows": []}',
        '{"file": "x", "record": 1}\n',
        '{"comment": "mine"}\n',
        '{"tags": ["cat", "dog"], "title": "a photo"}\n',
        "<!DOCTYPE html>\n<html><body>my page</body></html>\n",
        '<!DOCTYPE html>\n<html><meta name="generator" content="Hugo"></html>\n',
        "%PDF-1.7\n1 0 obj\n",
        '[Event "Rated blitz"]\n[White "Anna"]\n[Black "Ben"]\n[Result "1-0"]\n\n1. e4 e5 1-0\n',
        "[section]\nkey = 1\n",
        "1. KC 8S\n",
        "SQLite format 3\0Record  Session",
    ],
)
def test_what_is_not_ours_is_nothing_of_ours(text: str) -> None:
    assert kinds(text.encode()) == []


@pytest.mark.parametrize(
    "content", [b"\xff\xd8\xff\xe0 photo", b"\xff\xfe[\0N\0", b"\0" * 100, b"[" * HEAD, b"{" * HEAD]
)
def test_what_is_no_text(content: bytes) -> None:
    assert kinds(content) == []
