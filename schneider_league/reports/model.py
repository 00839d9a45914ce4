"""What a report is: named columns, rows, and the sentences that stand under the table.

The same report serves every format. Rows carry the values of the JSON contract; columns say which of
them a person sees, under which heading and how written. Rows may be an iterator that is gone through
once, so that a report of a hundred thousand rows needs the memory of a few hundred.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Literal, TypeAlias

Json: TypeAlias = "str | int | float | Sequence[Json] | Mapping[str, Json] | None"
"""What JSON can hold; a bool is an int here."""

NOTHING = "–"
"""What a person sees where there is no value."""


def show_value(value: Json) -> str:
    """`value` as a person reads it: None as a dash, a pair of numbers as `14-6`, a list with commas."""
    if value is None:
        return NOTHING
    if isinstance(value, str):
        return value
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, int):
        return str(value)
    if isinstance(value, float):
        return format(value, ".6g")
    if isinstance(value, Mapping):
        return ", ".join(f"{name}: {show_value(member)}" for name, member in value.items())
    numbers = len(value) == 2 and all(isinstance(member, int | float) for member in value)
    return ("-" if numbers else ", ").join(show_value(member) for member in value)


@dataclass(frozen=True, slots=True)
class Column:
    """One column: which value, under which heading, how aligned and how written."""

    key: str
    """The value's name in the row, and the column's name in CSV."""
    heading: str
    align: Literal["left", "right"] = "left"
    show: Callable[[Json], str] = show_value
    """How a person reads the value; JSON and CSV hold the value itself."""
    parts: tuple[str, ...] = ()
    """Names of the CSV columns that the members of a list go to; empty where the value is no list."""


@dataclass(frozen=True, slots=True)
class Row:
    """One row: its values as JSON has them, and what only a person is shown."""

    values: Mapping[str, Json]
    shown: Mapping[str, Json] = field(default_factory=dict)
    """Values for columns that JSON does not have, or has in another form."""
    details: tuple[str, ...] = ()
    """Lines that stand below the row, their spacing kept."""
    alert: bool = False
    """Drawn in red where there is colour. Words have to say the same."""
    only_shown: bool = False
    """For people alone: JSON and CSV leave it out."""

    def value(self, key: str) -> Json:
        """The value of a column; None where the row has none."""
        return self.shown[key] if key in self.shown else self.values.get(key)


def no_fields() -> Mapping[str, Json]:
    """No further JSON fields."""
    return {}


def no_notes() -> Sequence[str]:
    """No sentence under the table."""
    return ()


def no_reports() -> Sequence[Report]:
    """No further table."""
    return ()


@dataclass(frozen=True, slots=True)
class Report:
    """A table with its title, its JSON name and what stands around it."""

    schema: str
    """Name and version of the JSON form: `standings/1`."""
    title: str
    columns: Sequence[Column]
    """What a person sees."""
    rows: Iterable[Row]
    """May be an iterator; it is gone through once."""
    fields: Mapping[str, Json] = field(default_factory=dict)
    """JSON fields between `schema` and `rows`."""
    totals: Callable[[], Mapping[str, Json]] = no_fields
    """JSON fields after `rows`, asked for when all rows have been gone through."""
    notes: Callable[[], Sequence[str]] = no_notes
    """Sentences under the table, asked for when all rows have been gone through."""
    data_columns: Sequence[Column] = ()
    """The columns of CSV, where they differ from those that a person sees."""
    titled: bool = False
    """Whether the plain table shows the title too; documents always do."""
    keep: int = 1
    """How many leading columns are repeated where a wide table is split over pages."""
    sheet: Literal["table", "slips"] = "table"
    """What HTML and PDF make of the rows: a table, or a slip of paper for each (`reports/slips.py`)."""
    appendix: Callable[[], Sequence[Report]] = no_reports
    """Further tables that HTML and PDF have below this one, asked for when all rows have been gone through."""

    def header(self) -> list[str]:
        """The headings that a person sees."""
        return [column.heading for column in self.columns]

    def names(self, of_data: bool) -> tuple[str, ...]:
        """The headings that a person sees, or the names of the CSV columns."""
        if not of_data:
            return tuple(self.header())
        return tuple(name for column in self.data_columns or self.columns for name in column.parts or (column.key,))

    def cells(self, row: Row) -> list[str]:
        """The row as a person reads it, one text a column. Control characters are still in it."""
        return [column.show(row.value(column.key)) for column in self.columns]
