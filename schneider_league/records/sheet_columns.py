"""The columns of a score sheet, how its cells are written, and what a sheet comes to once it is read."""

from __future__ import annotations

import difflib
import re
import unicodedata
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Final

from schneider_league.errors import Code, Problem, Where
from schneider_league.records.sheet_text import Encoding, SheetText
from schneider_league.records.stated import StatedSession

COLUMNS: Final = (
    *("date", "session", "player_a", "player_b", "dealer", "score_a", "score_b", "rules", "target", "note"),
    *("format", "event", "table", "all_tricks"),
)
"""All columns that a sheet may have, in the order in which they are written."""
REQUIRED: Final = ("date", "session", "player_a", "player_b", "dealer", "score_a", "score_b")
"""Without these nothing can be said of a deal; what the others say where they are absent is the usual."""
MISDEAL: Final = "misdeal"
"""How the note of a misdeal begins."""

DATE, SESSION, PLAYER_A, PLAYER_B, DEALER, SCORE_A, SCORE_B, RULES, TARGET, NOTE, FORMAT, EVENT, TABLE, ALL_TRICKS = (
    range(len(COLUMNS))
)

_DEFUSED = re.compile(r"'+[=+\-@]")


def defused(text: str) -> str:
    """The text as a cell that no spreadsheet takes for a formula; `plain` is the inverse."""
    return f"'{text}" if text[:1] in ("=", "+", "-", "@") or _DEFUSED.match(text) else text


def plain(cell: str) -> str:
    """What a cell says: without the `'` of a defused one, single blanks, nothing at the ends."""
    text = cell if cell.isascii() else unicodedata.normalize("NFC", cell)
    text = " ".join(text.split())
    return text[1:] if text[:1] == "'" and _DEFUSED.match(text) else text


def column_of(heading: str) -> str:
    """A heading as columns are named: small letters, `_` between words."""
    return re.sub(r"[\s_-]+", "_", plain(heading).strip("\ufeff").lower())


def is_column(cell: str) -> bool:
    """Whether a cell of a header names a column."""
    return column_of(cell) in COLUMNS


@dataclass(frozen=True, slots=True)
class Header:
    """Which column is which."""

    places: Sequence[int]
    """The index of each of `COLUMNS` among a row's cells; where there is none, one behind the header's last."""
    is_complete: bool
    """Whether what is required is there."""
    passed_over: tuple[str, ...]
    """Headings of columns that mean nothing here."""
    missing: tuple[str, ...]
    """Columns that the sheet does not have, and whose usual value is taken."""
    problems: tuple[Problem, ...]


def find_columns(text: SheetText, *, has_default_date: bool) -> Header:
    """Find the columns of a sheet; a heading that is almost a column's is a fault, others are passed over."""
    header, line = text.header, text.header_line
    names = [column_of(heading) for heading in header]
    unused = [name for name in COLUMNS if name not in names]
    found: dict[str, int] = {}
    strangers: list[str] = []
    problems: list[Problem] = []
    for index, name in enumerate(names):
        heading = plain(header[index])
        if name in COLUMNS and name not in found:
            found[name] = index
        elif name in COLUMNS:
            problems.append(_at_heading(text, index, f"the column {name} stands in the header twice"))
        elif name and (near := difflib.get_close_matches(name, unused, 1, 0.75)):
            problems.append(_at_heading(text, index, f"there is no column '{heading}'; is it {near[0]}?"))
        elif name:
            strangers.append(heading)
    absent = [name for name in REQUIRED if name not in found and not (name == "date" and has_default_date)]
    if absent:
        columns = "columns" if len(absent) > 1 else "column"
        hint = "; --date gives the day of all deals" if absent == ["date"] else ""
        message = f"the header has no {columns} {', '.join(absent)}{hint}"
        excerpt = text.source_lines[line - 1]
        problems.append(Problem(Code.SYNTAX, Where(text.file, line, 1), message, None, excerpt, len(excerpt)))
    return Header(
        [found.get(name, len(header)) for name in COLUMNS],
        not absent,
        tuple(strangers),
        tuple(name for name in ("rules", "target") if name not in found),
        tuple(problems),
    )


def _at_heading(text: SheetText, index: int, message: str) -> Problem:
    row, column, excerpt, width = text.find_cell(text.header_line, index)
    return Problem(Code.SYNTAX, Where(text.file, row, column), message, None, excerpt, width)


@dataclass(slots=True)
class ScoreSheet:
    """What a sheet states, and what is wrong with it."""

    text: SheetText
    header: Header
    sessions: list[StatedSession] = field(default_factory=list)
    """In the order in which they begin."""
    problems: list[Problem] = field(default_factory=list)
    """By line, then column."""
    rows: int = 0
    """How many deals it has."""

    @property
    def encoding(self) -> Encoding:
        """How its bytes were read."""
        return self.text.encoding

    def problem(self, line: int, column: int, code: Code, message: str) -> Problem:
        """A fault of a cell of the row that begins on this line; `column` is the index of one of `COLUMNS`."""
        index = self.header.places[column]
        if index >= len(self.text.header):
            return Problem(code, Where(self.text.file, line), message)
        row, place, excerpt, width = self.text.find_cell(line, index)
        return Problem(code, Where(self.text.file, row, place), message, None, excerpt, width)
