"""A report as CSV for spreadsheets: values, not prose, and no cell that a spreadsheet would run."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterator, Mapping

from schneider_league.reports.json import format_json
from schneider_league.reports.model import Column, Json, Report, show_value
from schneider_league.reports.text import make_visible

_FORMULA = ("=", "+", "-", "@")
BOM = "\ufeff"


def defuse(text: str) -> str:
    """`text` as a cell that no spreadsheet takes for a formula: a leading `'`, which import removes."""
    return f"'{text}" if text.startswith(_FORMULA) else text


def render_csv(report: Report, *, bom: bool = False) -> Iterator[str]:
    """A header row with the names of the values, then one row each; comma, quotes where needed."""
    columns = report.data_columns or report.columns
    if bom:
        yield BOM
    yield _line(list(report.names(True)))
    for row in report.rows:
        if row.only_shown:
            continue
        yield _line([cell for column in columns for cell in _cells(column, row.value(column.key))])


def _cells(column: Column, value: Json) -> list[str]:
    """The value's cells: one, or as many as the column has parts."""
    if not column.parts:
        return [_cell(value)]
    if isinstance(value, list | tuple):
        members = [_cell(member) for member in value]
    else:
        members = [_cell(value)]
    return (members + [""] * len(column.parts))[: len(column.parts)]


def _cell(value: Json) -> str:
    if value is None:
        return ""
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, int | float):
        return repr(value)
    if isinstance(value, str):
        return defuse(make_visible(value))
    if isinstance(value, Mapping):
        return defuse(format_json(value))
    return defuse(make_visible("; ".join(show_value(member) for member in value)))


def _line(cells: list[str]) -> str:
    text = io.StringIO()
    csv.writer(text, lineterminator="\n").writerow(cells)
    return text.getvalue()
