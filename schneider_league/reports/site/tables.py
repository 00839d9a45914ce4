"""Tables of the site, sortable and with links: those of reports, and those that only the site has."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from markupsafe import Markup, escape

from schneider_league.reports.model import Json, Report
from schneider_league.reports.text import make_visible

_SIGNS: Final = str.maketrans({"−": "-", "–": "-", "½": ".5", "¼": ".25", "¾": ".75", "∞": "1e99"})
_NUMBER: Final = re.compile(r"[+-]?\d*(?:\.\d+)?(?:e\d+)?(?: %)?")


@dataclass(frozen=True, slots=True)
class Head:
    """A column."""

    text: str
    align: str = "left"
    minor: bool = False
    """Whether it is left out on a phone."""
    wide: bool = False
    """Whether it is left out but where there is a lot of room, and on paper."""
    is_day: bool = False

    @property
    def kind(self) -> str:
        """Its classes in the style sheet."""
        marks = (("minor", self.minor), ("wide", self.wide), ("day", self.is_day))
        return " ".join([self.align, *(name for name, holds in marks if holds)])


@dataclass(frozen=True, slots=True)
class Cell:
    """A cell."""

    text: str
    href: str | None = None
    """Where it leads, from the root of the site."""
    sort: float | None = None
    """What it is sorted by; None where by its text."""
    spark: str = ""
    """A line that is drawn in it: the course of a rating, whose numbers stand beside it."""


@dataclass(frozen=True, slots=True)
class Table:
    """A table."""

    caption: str
    heads: Sequence[Head]
    rows: Iterable[Sequence[Cell]]
    notes: Sequence[str] = ()
    is_sortable: bool = True
    is_grid: bool = False
    """Whether it is a wide one of narrow columns, such as a crosstable."""
    name_column: int = 0
    """The column that names the row."""
    empty: str = "Nothing yet."

    # Cells are most of the site where no cards are recorded, and the template engine takes five times as long for
    # them. What is put in is escaped here: texts and addresses by `linked`; all else are numbers and words of our own.
    def body(self, root: str) -> Markup:
        """The rows as HTML; `root` is the way from the page to the root of the site."""
        tags = ["th" if place == self.name_column else "td" for place in range(len(self.heads))]
        scope = ' scope="row"'
        opened = [
            f'<{tag}{scope if tag == "th" else ""} class="{head.kind}"'
            for tag, head in zip(tags, self.heads, strict=True)
        ]
        lines = []
        for row in self.rows:
            lines.append("<tr>\n")
            for begun, tag, cell in zip(opened, tags, row, strict=True):
                key = "" if cell.sort is None or str(cell.sort) == cell.text else f' data-sort="{cell.sort}"'
                drawn = _SPARK.format(cell.spark) if cell.spark else ""
                lines.append(f"{begun}{key}>{linked(cell.text, cell.href, root)}{drawn}</{tag}>\n")
            lines.append("</tr>\n")
        return Markup("".join(lines))


_SPARK: Final = (
    '<svg class="spark" viewBox="0 0 100 24" preserveAspectRatio="none" aria-hidden="true"><path d="{}"/></svg>'
)
_LONG: Final = 28
"""Texts of more characters may be broken into lines."""


def linked(text: str, href: str | None, root: str) -> Markup:
    """A text as HTML: a link where there is a page for it."""
    if not text and not href:
        return Markup()
    said = f'<bdi class="{"short" if len(text) <= _LONG else "long"}">{escape(make_visible(text))}</bdi>'
    return Markup(f'<a href="{escape(root)}{escape(href)}">{said}</a>' if href else said)


def number_of(text: str) -> float | None:
    """The number that a text is to a reader (`+14`, `−3`, `1½`, `57.1 %`); None where it is none."""
    plain = text.translate(_SIGNS).strip()
    if not plain or plain in "+-" or not _NUMBER.fullmatch(plain):
        return None
    try:
        return float(plain.removesuffix(" %"))
    except ValueError:
        return None


def report_table(
    report: Report,
    href_of: Mapping[str, str],
    *,
    minor: Iterable[str] = (),
    wide: Iterable[str] = (),
    name_key: str = "player",
    links: Mapping[str, str] | None = None,
    hide: Callable[[str], str] = str,
    is_grid: bool = False,
) -> Table:
    """A report as a table of the site.

    Args:
        report: Its rows are gone through at once.
        href_of: Where a cell leads, by its text: names of players.
        minor: Keys of columns that are left out on a phone.
        wide: Keys of columns that are left out but where there is a lot of room.
        name_key: The column that names the row.
        links: By the key of a column a pattern such as `sessions/{}.html` for its values.
        hide: What becomes of free text, such as reasons: names in it may have to vanish.
        is_grid: Whether it is a wide table of narrow columns.
    """
    on_wide = frozenset(wide)
    left_out = frozenset(minor) | on_wide
    patterns = links or {}
    columns = report.columns
    rows = []
    for row in report.rows:
        cells = []
        for column, text in zip(columns, report.cells(row), strict=True):
            value = row.value(column.key)
            text = hide(text)
            pattern = patterns.get(column.key)
            href = pattern.format(value) if pattern is not None and str(value).isdecimal() else None
            cells.append(Cell(text, href or href_of.get(text), _sort_value(value, text)))
        rows.append(tuple(cells))
    keys = [column.key for column in columns]
    return Table(
        hide(report.title),
        [Head(hide(column.heading), column.align, column.key in left_out, column.key in on_wide) for column in columns],
        rows,
        tuple(hide(note) for note in report.notes()),
        name_column=keys.index(name_key) if name_key in keys else 0,
        is_grid=is_grid,
    )


def _sort_value(value: Json, text: str) -> float | None:
    if isinstance(value, int | float):
        return float(value)
    return number_of(text)
