"""One report in whichever format is asked for. A format's libraries load when it is first used."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from itertools import chain, islice
from typing import Literal, TypeAlias

from schneider_league.reports.model import Report

Format: TypeAlias = Literal["table", "json", "jsonl", "csv", "markdown", "html", "pdf"]


def render(
    report: Report,
    format: Format,
    *,
    width: int | None = None,
    colour: bool = False,
    bom: bool = False,
) -> Iterator[bytes]:
    """The report in pieces of UTF-8 (of a PDF file for `pdf`), made as they are asked for.

    The first row is made before the first piece, so that what fails at once leaves nothing behind.
    `width` is the terminal's in cells, None where the table is not to be fitted; `colour` and `width`
    concern the table alone, `bom` CSV alone.
    """
    rows = iter(report.rows)
    first = list(islice(rows, 1))
    report = replace(report, rows=chain(first, rows))
    if format == "pdf":
        from schneider_league.reports.pdf import render_pdf

        yield render_pdf(report)
        return
    for piece in _render_text(report, format, width, colour, bom):
        yield piece.encode()


def _render_text(report: Report, format: Format, width: int | None, colour: bool, bom: bool) -> Iterator[str]:
    if format == "table":
        from schneider_league.reports.table import render_table

        return render_table(report, width=width, colour=colour)
    if format == "csv":
        from schneider_league.reports.csv import render_csv

        return render_csv(report, bom=bom)
    if format == "markdown":
        from schneider_league.reports.markdown import render_markdown

        return render_markdown(report)
    if format == "html":
        from schneider_league.reports.html import render_html

        return render_html(report)
    from schneider_league.reports import json

    return json.render_json(report) if format == "json" else json.render_jsonl(report)
