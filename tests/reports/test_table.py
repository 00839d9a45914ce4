import re

import pytest

from schneider_league.reports.model import Column, Report, Row
from schneider_league.reports.table import render_table
from schneider_league.reports.text import cell_width, make_visible
from tests.reports.samples import NAMES, Counted, counted, named


def lines(report: Report, width: int | None = None, *, colour: bool = False) -> list[str]:
    return "".join(render_table(report, width=width, colour=colour)).splitlines()


def test_in_a_pipe() -> None:
    assert lines(named(["Anna", "日本"])) == [
        "Rank  Player  Score  Rating",
        "   1  Anna     14-6       –",
        "   2  日本     14-6       –",
        "",
        "Equal ranks are shared.",
    ]


@pytest.mark.parametrize("name", NAMES)
def test_a_pipe_shows_every_name_in_full(name: str) -> None:
    assert make_visible(name) in "\n".join(lines(named([name])))


@pytest.mark.parametrize("width", [200, 80, 60, 40, 24])
def test_a_terminal_is_fitted_and_nothing_is_cut(width: int) -> None:
    printed = lines(named(), width)
    assert all(cell_width(line) <= width for line in printed)
    letters = re.sub(r"\s", "", "".join(printed))
    for name in NAMES:
        if cell_width(make_visible(name)) <= 12 or width == 200:
            assert re.sub(r"\s", "", make_visible(name))[:12] in letters
    assert letters.count("Ž") == 200


def test_words_wrap_within_their_column() -> None:
    report = Report(
        "x/1", "X", [Column("a", "Rule"), Column("b", "Source")], [Row({"a": "any card may be led", "b": "E"})]
    )
    assert lines(report, 18) == ["Rule        Source", "any card    E", "may be led"]


def test_a_narrow_terminal_gets_blocks() -> None:
    assert lines(named(["Anna"]), 20) == [
        "Rank",
        "  1",
        "Player",
        "  Anna",
        "Score",
        "  14-6",
        "Rating",
        "  –",
        "",
        "Equal ranks are",
        "shared.",
    ]


def test_colour_only_where_it_is_wished() -> None:
    assert not any("\x1b" in line for line in lines(named(), 80))
    assert lines(named(["Anna"]), 80, colour=True)[0].startswith("\x1b[1mRank")


def test_details_stand_below_their_row() -> None:
    rows = [Row({"a": 1}, details=("f:1: why\t", "  1 | x")), Row({"a": 2})]
    assert lines(Report("x/1", "X", [Column("a", "A")], rows)) == ["A", "1", "  f:1: why␉", "    1 | x", "2"]


def test_no_rows() -> None:
    report = Report("x/1", "X", [Column("a", "A")], [])
    assert lines(report) == ["A"]
    assert lines(Report("x/1", "X", [Column("a", "A")], [], notes=lambda: ["Nobody has played."])) == [
        "Nobody has played."
    ]


def test_rows_are_written_as_they_come() -> None:
    rows = Counted(20_000)
    table = render_table(counted(rows))
    assert next(table) == "Rank  Player\n"
    assert rows.taken <= 200
    assert sum(1 for _line in table) == 20_000


def test_the_title_where_it_is_wished() -> None:
    report = Report("x/1", "bohemian\x1b", [Column("a", "A")], [Row({"a": 1})], titled=True)
    assert lines(report) == ["bohemian␛", "", "A", "1"]
