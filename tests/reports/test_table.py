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


@pytest.mark.parametrize("width", [200, 80, 60, 40, 18])
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
    assert lines(named(["Anna"]), 14) == [
        "Rank",
        "  1",
        "Player",
        "  Anna",
        "Score",
        "  14-6",
        "",
        "Equal ranks",
        "are shared.",
    ]


def test_empty_columns_are_left_out_where_there_is_no_room() -> None:
    assert lines(named(["Anna"]), 80)[0] == "Rank  Player  Score  Rating"
    assert lines(named(["Anna"]), 25)[:2] == ["Rank  Player  Score", "   1  Anna     14-6"]


def test_what_turns_up_later_in_a_column_that_was_left_out_stands_below() -> None:
    rows = [Row({"a": "some words", "b": None}) for _ in range(200)]
    report = Report("x/1", "X", [Column("a", "A"), Column("b", "Session")], [*rows, Row({"a": "last", "b": "s1"})])
    assert lines(report, 18)[-3:] == ["some words", "last", "  Session: s1"]
    assert "\n".join(lines(report, 19)).count("Session") == 1


def one_row(*columns: tuple[str, str]) -> Report:
    """A row of texts: (heading, value) each."""
    names = [Column(str(index), heading) for index, (heading, _value) in enumerate(columns)]
    return Report("x/1", "X", names, [Row({str(index): value for index, (_heading, value) in enumerate(columns)})])


def test_words_stay_whole_while_others_can_give_way() -> None:
    long = "Donaudampfschifffahrt"
    assert lines(one_row(("A", long), ("B", "one two three four five")), 30)[1].split("  ")[0] == long


def test_columns_stand_closer_before_words_are_broken() -> None:
    columns = [("A", "Svobodová"), ("B", "Bořivoj"), ("C", "ok")]
    assert lines(one_row(*columns), 20)[1] == "Svobodová Bořivoj ok"
    assert lines(one_row(*columns), 19)[1].startswith("Svobod ")


def test_sentences_are_not_squeezed_beside_broken_words() -> None:
    sentence = "any higher card of its suit beats a card, and a trump beats each card of another suit"
    report = one_row(("Topic", "Übereinstimmung"), ("Rule", sentence))
    assert lines(report, 41)[0].split() == ["Topic", "Rule"]
    assert lines(report, 39)[0] == "Topic  Übereinstimmung"


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
