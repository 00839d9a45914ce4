from html.parser import HTMLParser

import pytest

from schneider_league.reports.html import render_html
from schneider_league.reports.model import Column, Report, Row
from schneider_league.reports.text import make_visible
from tests.reports.samples import NAMES, named


class Page(HTMLParser):
    """The elements of a page, and the text of its cells."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.open: list[str] = []
        self.seen: list[tuple[str, dict[str, str | None]]] = []
        self.cells: list[str] = []
        self.feed(page)
        self.close()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.seen.append((tag, dict(attrs)))
        if tag == "meta":
            return
        self.open.append(tag)
        if tag in ("td", "th"):
            self.cells.append("")

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag

    def handle_data(self, data: str) -> None:
        if {"td", "th"} & set(self.open):
            self.cells[-1] += data


def page(report: Report) -> Page:
    return Page("".join(render_html(report)))


def test_elements_are_closed_and_names_are_text() -> None:
    parsed = page(named())
    assert parsed.open == []
    assert parsed.cells[:4] == ["Rank", "Player", "Score", "Rating"]
    assert parsed.cells[5::4] == [make_visible(name) for name in NAMES]
    assert "script" not in {tag for tag, _attributes in parsed.seen}


def test_what_screen_readers_need() -> None:
    seen = page(named()).seen
    assert ("html", {"lang": "en"}) in seen
    assert [attributes["scope"] for tag, attributes in seen if tag == "th"] == ["col"] * 4 + ["row"] * len(NAMES)
    assert "caption" in {tag for tag, _attributes in seen}


def test_the_page_needs_nothing_else() -> None:
    text = "".join(render_html(named()))
    assert not any(word in text for word in ("http:", "https:", "src=", "@import", "url("))
    assert not any(tag in {"link", "img"} for tag, _attributes in page(named()).seen)


@pytest.mark.parametrize(("columns", "paper"), [(4, "size: A4;"), (12, "size: A4 landscape;")])
def test_many_columns_are_printed_landscape(columns: int, paper: str) -> None:
    report = Report("x/1", "X", [Column(f"c{i}", f"C{i}") for i in range(columns)], [Row({})])
    text = "".join(render_html(report))
    assert paper in text
    assert "table-header-group" in text


def test_details_and_notes() -> None:
    report = Report("x/1", "X", [Column("a", "A")], [Row({"a": 1}, details=("f:1: <why>",))], notes=lambda: ["<note>"])
    parsed = page(report)
    assert parsed.cells[-1].strip() == "f:1: <why>"
    assert "&lt;note&gt;" in "".join(render_html(report))


def test_further_tables_stand_below() -> None:
    further = Report("y/1", "Further", [Column("b", "B")], [Row({"b": "below"})], notes=lambda: ["its note"])
    report = Report("x/1", "X", [Column("a", "A")], [Row({"a": "above"})], appendix=lambda: [further])
    parsed = page(report)
    assert parsed.open == []
    assert parsed.cells == ["A", "above", "B", "below"]
    ids = [attributes["id"] for _tag, attributes in parsed.seen if "id" in attributes]
    assert len(ids) == len(set(ids)) == 2


def test_without_rows_the_title_and_the_notes_are_left() -> None:
    parsed = page(Report("x/1", "X", [Column("a", "A")], [], notes=lambda: ["Nothing yet."]))
    assert parsed.open == []
    assert {"table", "thead"}.isdisjoint(tag for tag, _attributes in parsed.seen)
