"""A report as one JSON object, or its rows as JSON lines. Streams; names and order are a contract."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator

from schneider_league.reports.model import Json, Report

# What a terminal could act on, or what no UTF-8 can hold: `json` leaves these as they are.
_RAW = re.compile("[\x7f-\x9f\u061c\u2028-\u202e\u2066-\u2069\ud800-\udfff]")


def format_json(value: Json) -> str:
    """`value` on one line, letters as they are, control characters as escapes."""
    text = json.dumps(value, ensure_ascii=False, allow_nan=False)
    return _RAW.sub(lambda match: f"\\u{ord(match[0]):04x}", text)


def render_json(report: Report) -> Iterator[str]:
    """`{"schema": …, fields, "rows": […], totals}`, one row a line."""
    fields = ", ".join(
        f"{format_json(name)}: {format_json(value)}"
        for name, value in {"schema": report.schema, **report.fields}.items()
    )
    yield f'{{{fields}, "rows": ['
    between = "\n"
    for row in report.rows:
        if row.only_shown:
            continue
        yield between + format_json(row.values)
        between = ",\n"
    yield "]" if between == "\n" else "\n]"
    for name, value in report.totals().items():
        yield f", {format_json(name)}: {format_json(value)}"
    yield "}\n"


def render_jsonl(report: Report) -> Iterator[str]:
    """The rows alone, one a line."""
    for row in report.rows:
        if not row.only_shown:
            yield format_json(row.values) + "\n"
