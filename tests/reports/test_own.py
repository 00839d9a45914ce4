"""What the program has written is known again, in each format, and nothing else is taken for it."""

import os
from pathlib import Path
from typing import get_args

import pytest

from schneider_league.cli.root import run
from schneider_league.errors import StateError
from schneider_league.reports.own import EXPORTED_SHEET, HEAD, Kind, Names, is_own

SAMPLES = Path(__file__).parents[2] / "sample_data"
THURSDAY, MISTAKES = str(SAMPLES / "thursday-bohemian.sdr"), str(SAMPLES / "mistakes.sdr")
REPORTS = {
    "one file": ["replay", THURSDAY],
    "files": ["replay", THURSDAY, MISTAKES],
    "none": ["replay", os.devnull],
    "shown": ["replay", MISTAKES, "--show", "8"],
    "shown, nobody deals": ["replay", MISTAKES, "--show", "3"],
    "rules": ["rules", "list"],
    "ruleset": ["rules", "show", "points+marriage"],
}
FORMATS = ("table", "json", "jsonl", "csv", "markdown", "html", "pdf")
CASES = [
    (report, format)
    for report, arguments in REPORTS.items()
    for format in FORMATS
    if format != "jsonl" or (arguments[0] == "replay" and "--show" not in arguments)
]
REFUSED = StateError.exit_status


def written(path: Path, *arguments: str) -> bytes:
    assert run([*arguments, "-o", str(path)]) in (0, 3)
    return path.read_bytes()


def kinds(content: bytes, names: Names = ("Name", "Cards", "Talon")) -> list[str]:
    """All that a file of this content may be replaced by, tables with these headings."""
    return [kind for kind in get_args(Kind) if is_own(content[:HEAD], content[-HEAD:], kind, names)]


@pytest.mark.parametrize(("report", "format"), CASES)
def test_a_report_is_written_over_itself_but_not_in_another_format(report: str, format: str, tmp_path: Path) -> None:
    if format == "pdf":
        pytest.importorskip("typst")
    path = tmp_path / "report"
    content = written(path, *REPORTS[report], "--format", format)
    assert written(path, *REPORTS[report], "--format", format) == content
    if content:
        for other in {"table", "json", "csv", "markdown", "html"} - {format}:
            assert run([*REPORTS[report], "--format", other, "-o", str(path)]) == REFUSED, other
        assert path.read_bytes() == content


@pytest.mark.parametrize("format", ["table", "csv", "markdown"])
def test_a_table_is_not_written_over_another_one(format: str, tmp_path: Path) -> None:
    path = tmp_path / "report"
    content = written(path, *REPORTS["rules"], "--format", format)
    assert run([*REPORTS["one file"], "--format", format, "-o", str(path)]) == REFUSED
    assert path.read_bytes() == content


def test_further_columns_do_not_make_another_table() -> None:
    standings = b"rank,player,sessions,won,drawn,lost,sb\n1,Anna,9,6,0,3,4.5\n"
    assert kinds(standings, ("rank", "player", "sessions", "won", "percentage")) == ["csv"]
    assert kinds(standings, ("rank", "player", "rating")) == []


def test_a_byte_order_mark_changes_nothing(tmp_path: Path) -> None:
    path = tmp_path / "a.csv"
    written(path, "rules", "list", "--bom")
    assert written(path, "rules", "list")[:5] == b"name,"


def test_what_export_writes_is_no_report(tmp_path: Path) -> None:
    assert kinds(EXPORTED_SHEET.encode() + b"\n", tuple(EXPORTED_SHEET.split(","))) == ["sheet"]
    assert kinds(b'{"schema": "league/1", "ids": 1}\n{}\n') == ["league"]


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
