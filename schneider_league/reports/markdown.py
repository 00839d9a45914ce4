"""A report as a Markdown table that shows every name as it is."""

from __future__ import annotations

import re
from collections.abc import Iterator

from schneider_league.reports.model import Report
from schneider_league.reports.text import make_visible

_SPECIAL = re.compile(r"[\\`*_{}\[\]|~$#]")
_ENTITIES = {"&": "&amp;", "<": "&lt;", ">": "&gt;"}


def escape(text: str) -> str:
    """`text` so that Markdown shows it letter for letter: no emphasis, link, table or HTML in it."""
    marked = _SPECIAL.sub(lambda match: "\\" + match[0], make_visible(text))
    return re.sub("[&<>]", lambda match: _ENTITIES[match[0]], marked)


def render_markdown(report: Report) -> Iterator[str]:
    """Title, table, what belongs to single rows, and the notes."""
    yield f"## {escape(report.title)}\n\n"
    yield _line(escape(heading) for heading in report.header())
    yield _line("---:" if column.align == "right" else "---" for column in report.columns)
    details: list[str] = []
    for row in report.rows:
        yield _line(escape(cell) for cell in report.cells(row))
        if row.details:
            details += [*(f"    {make_visible(line)}".rstrip() for line in row.details), ""]
    if details:
        yield "\n" + "\n".join(details)
    notes = report.notes()
    if notes:
        yield "\n" + "".join(f"- {escape(note)}\n" for note in notes)


def _line(cells: Iterator[str]) -> str:
    return f"| {' | '.join(cells)} |\n"
