"""A report as PDF, set by typst (the extra `pdf`). The same report gives the same bytes."""

from __future__ import annotations

import json
import re
import warnings
from pathlib import Path
from types import ModuleType
from typing import Any
from unicodedata import category

from schneider_league.errors import MachineError
from schneider_league.reports.model import Report
from schneider_league.reports.own import MARK
from schneider_league.reports.text import make_visible

_PORTRAIT = 90  # characters of average width that fit a line of 10 points
_LANDSCAPE = 140
_SMALL = 190  # the same at 7 points
_WIDEST = 28  # characters beyond which a column wraps rather than widens
_SHORT = 18  # characters up to which a column is as wide as they are
_SHARE = 60  # characters beyond which a column gets no larger share of the line
_WORD = 18  # characters after which a word may be broken
_BREAK = "\u200b"  # zero-width space: a place where a line may end
_MISSING = "\uffff"  # a code point that no font has
_PLAIN = re.compile("[\x20-\x7e\xa0-\u024f\u0370-\u03ff\u0400-\u045f\u2010-\u2026\u2039\u203a\u200b]")
_INVISIBLE = ("Cc", "Cf", "Mn", "Zs", "Zl", "Zp")  # kinds of letters that draw nothing by themselves


class LettersMissing(UserWarning):
    """Letters that no installed font has stand as empty boxes in the PDF."""


def render_pdf(report: Report) -> bytes:
    """The PDF file.

    Warns with LettersMissing where a letter is in none of the fonts of this machine. Raises
    MachineError where typst is not installed.
    """
    typst = _load_typst()
    content = _slips(report) if report.sheet == "slips" else _tables(report)
    text = json.dumps(content, ensure_ascii=False)
    source = (
        Path(__file__)
        .with_name("templates")
        .joinpath("slips.typ" if report.sheet == "slips" else "report.typ")
        .read_bytes()
    )
    if missing := missing_letters(typst, text):
        warnings.warn(LettersMissing(missing), stacklevel=2)
    pdf: bytes = typst.compile(source, format="pdf", sys_inputs={"report": text}, timestamp=0)
    return pdf


def _tables(report: Report) -> dict[str, Any]:
    """What `report.typ` is given: the report, and behind it those that follow it."""
    first, width = _table(report)
    tables, widths = [first], [width]
    for each in report.appendix():
        further, width = _table(each)
        tables.append(further)
        widths.append(width)
    widest = max(widths)
    return {
        "mark": MARK,
        "title": _text(report.title),
        "landscape": widest > _PORTRAIT,
        "size": 7 if widest > _LANDSCAPE else 10,
        "tables": tables,
    }


def _table(report: Report) -> tuple[dict[str, Any], int]:
    """A table, and how many characters it is wide."""
    rows = [
        {
            "cells": [_breakable(_text(cell)) for cell in report.cells(row)],
            "details": [_text(line) for line in row.details],
        }
        for row in report.rows
    ]
    headings = [_text(heading) for heading in report.header()]
    longest = [max([len(headings[i])] + [len(row["cells"][i]) for row in rows]) for i in range(len(headings))]
    widths = [min(_WIDEST, length) + 2 for length in longest]
    table = {
        "title": _text(report.title),
        "columns": [
            {"heading": heading, "align": column.align, "share": share(column.align, length)}
            for heading, column, length in zip(headings, report.columns, longest, strict=True)
        ],
        "rows": rows,
        "notes": [_breakable(_text(note)) for note in report.notes()],
        "parts": split_columns(widths, report.keep, _SMALL),
    }
    return table, sum(widths)


def _slips(report: Report) -> dict[str, Any]:
    """What `slips.typ` is given."""
    keys = ("event", "facts", "terms", "first_dealer", "other")
    return {
        "mark": MARK,
        "title": _text(report.title),
        "slips": [{key: _breakable(_text(str(row.value(key) or ""))) for key in keys} for row in report.rows],
        "notes": [_text(note) for note in report.notes()],
    }


def share(align: str, longest: int) -> int | None:
    """A column's share of the line that shorter ones leave, by its longest text; None where it is a short one.

    A short column, or one of numbers, is as wide as what stands in it: it never runs into the next.
    """
    return None if align == "right" or longest <= _SHORT else min(_SHARE, longest) + 2


def split_columns(widths: list[int], keep: int, room: int) -> list[list[int]]:
    """Which columns stand side by side: all, or groups that fit `room`, each with the first `keep`."""
    repeated = list(range(min(keep, len(widths))))
    lead = sum(widths[i] for i in repeated)
    parts: list[list[int]] = []
    part, used = list(repeated), lead
    for index in range(len(repeated), len(widths)):
        if used + widths[index] > room and len(part) > len(repeated):
            parts.append(part)
            part, used = list(repeated), lead
        part.append(index)
        used += widths[index]
    return [*parts, part]


def missing_letters(typst: ModuleType, text: str) -> str:
    """The letters of `text` that none of the fonts of this machine has, each once, in order.

    Each unusual letter is drawn on a page of its own and compared with what stands for a letter that
    no font can have.
    """
    letters = [letter for letter in dict.fromkeys(text) if not _PLAIN.match(letter)]
    if not letters:
        return ""
    source = (
        b'#set page(width: auto, height: auto)\n#set text(font: "Libertinus Serif")\n'
        b"#for letter in json(bytes(sys.inputs.letters)) { page(text(letter)) }"
    )
    pages = typst.compile(source, format="svg", sys_inputs={"letters": json.dumps([_MISSING, "x", *letters])})
    empty, _known, *drawn = (re.findall(rb"#g[0-9A-F]+|<image|<path[^>]*id", page) for page in pages)
    return "".join(
        letter
        for letter, marks in zip(letters, drawn, strict=True)
        if set(marks) <= set(empty) and category(letter) not in _INVISIBLE
    )


def _text(text: str) -> str:
    return make_visible(text, pictures=False)


def _breakable(text: str) -> str:
    """`text` with places where a very long word may be broken, so that it stays within its column."""
    return re.sub(rf"\S{{{_WORD}}}(?=\S)", lambda match: match[0] + _BREAK, text)


def _load_typst() -> ModuleType:
    try:
        import typst
    except ImportError:
        raise MachineError(
            "PDF files are set by typst, which is not installed",
            hint="install it with: pip install 'schneider-league[pdf]'; "
            "or take --format html, which prints well from a browser",
        ) from None
    module: ModuleType = typst
    return module
