"""A report as one HTML page that needs nothing else: it opens from a USB stick, prints, and fits a phone."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from jinja2 import Environment, FileSystemLoader, StrictUndefined

from schneider_league.reports.model import Report
from schneider_league.reports.own import MARK
from schneider_league.reports.text import make_visible

_MANY_COLUMNS = 8  # more than these are printed landscape
_CROWDED = 24  # more than these are printed small


def render_html(report: Report) -> Iterator[str]:
    """The page in pieces. Whatever comes from data is escaped by the template engine."""
    environment = Environment(
        autoescape=True,
        loader=FileSystemLoader(Path(__file__).with_name("templates")),
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        keep_trailing_newline=True,
    )
    environment.filters["visible"] = make_visible
    template = environment.get_template("slips.html" if report.sheet == "slips" else "report.html")
    yield from template.generate(
        report=report,
        tables=_tables(report),
        mark=MARK,
        landscape=len(report.columns) > _MANY_COLUMNS,
        crowded=len(report.columns) > _CROWDED,
    )


def _tables(report: Report) -> Iterator[Report]:
    """The report, and behind it those that follow it."""
    yield report
    yield from report.appendix()
