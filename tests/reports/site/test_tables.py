import pytest

from schneider_league.reports.model import Column, Report, Row
from schneider_league.reports.site.tables import Cell, Head, Table, linked, number_of, report_table


@pytest.mark.parametrize(
    ("text", "number"),
    [("14", 14), ("+14", 14), ("−3", -3), ("1½", 1.5), ("½", 0.5), ("57.1 %", 57.1), ("∞", 1e99), ("0.958", 0.958)],
)
def test_what_is_a_number_to_a_reader(text: str, number: float) -> None:
    assert number_of(text) == number


@pytest.mark.parametrize("text", ["", "–", "+", "Anna", "7–4", "1-0", "2026-11-26"])
def test_what_is_none(text: str) -> None:
    assert number_of(text) is None


def test_a_report_as_a_table_with_links() -> None:
    report = Report(
        "x/1",
        "Anna's",
        [Column("rank", "Rank", "right"), Column("player", "Player"), Column("session", "Session")],
        [Row({"rank": 1, "player": "Anna", "session": 7}), Row({"rank": 2, "player": "Ben", "session": "7, 8"})],
        notes=lambda: ["Anna leads."],
    )
    table = report_table(
        report,
        {"Anna": "players/1.html"},
        minor=("session",),
        links={"session": "sessions/{}.html"},
        hide=lambda text: text.replace("Ben", "B."),
    )
    assert table.name_column == 1
    assert [[(cell.text, cell.href) for cell in row] for row in table.rows] == [
        [("1", None), ("Anna", "players/1.html"), ("7", "sessions/7.html")],
        [("2", None), ("B.", None), ("7, 8", None)],
    ]
    assert [head.kind for head in table.heads] == ["right", "left", "left minor"]


def test_rows_as_html() -> None:
    table = Table(
        "Ratings",
        [Head("Player"), Head("Rating", "right", minor=True)],
        [(Cell("<b>Ann\x1b", "players/1.html"), Cell("1,516", sort=1516.4, spark="M0 1L2 3")), (Cell(""), Cell("7"))],
    )
    assert table.body("../") == (
        '<tr>\n<th scope="row" class="left"><a href="../players/1.html"><bdi class="short">&lt;b&gt;Ann␛</bdi></a>'
        "</th>\n"
        '<td class="right minor" data-sort="1516.4"><bdi class="short">1,516</bdi><svg class="spark"'
        ' viewBox="0 0 100 24" preserveAspectRatio="none" aria-hidden="true"><path d="M0 1L2 3"/></svg></td>\n</tr>\n'
        '<tr>\n<th scope="row" class="left"></th>\n<td class="right minor"><bdi class="short">7</bdi></td>\n</tr>\n'
    )
    assert linked("x" * 29, 'a"b.html', "") == f'<a href="a&#34;b.html"><bdi class="long">{"x" * 29}</bdi></a>'
