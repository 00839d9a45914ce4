"""A league that is open: one transaction, spoken to in SQL that both databases understand."""

from __future__ import annotations

import os
import re
from collections.abc import Iterable, Iterator, Sequence
from datetime import UTC, date, datetime
from functools import lru_cache
from typing import Any, Final, Protocol, TypeAlias

from schneider_league.errors import InputError

Value: TypeAlias = "str | int | float | bool | date | datetime | None"
Row: TypeAlias = tuple[Any, ...]

_CHUNK: Final = 2000


class Cursor(Protocol):
    """What a driver's cursor can do, as far as it is used."""

    def execute(self, sql: str, parameters: Sequence[Any] = ..., /) -> Any:
        """Run one statement."""

    def executemany(self, sql: str, parameters: Iterable[Sequence[Any]], /) -> Any:
        """Run one statement for each row."""

    def fetchall(self) -> list[Row]:
        """All rows."""

    def fetchmany(self, size: int, /) -> list[Row]:
        """The next rows."""

    def close(self) -> None:
        """End it."""


class Connection(Protocol):
    """What a driver's connection can do, as far as it is used."""

    def cursor(self) -> Cursor:
        """A new cursor."""


class League:
    """One transaction on a league; `?` stands for a parameter, whatever the database."""

    def __init__(self, connection: Connection, now: datetime, *, is_postgres: bool) -> None:
        self.connection = connection
        """The driver's connection."""
        self.now: Final = now.astimezone(UTC)
        """When this transaction began, UTC: what everything written in it says."""
        self.is_postgres: Final = is_postgres
        self._next_ids: dict[str, int] = {}

    def rows(self, sql: str, parameters: Sequence[Value] = ()) -> list[Row]:
        """All rows that a query finds."""
        cursor = self.connection.cursor()
        try:
            cursor.execute(self._dialect(sql), self._bound(parameters))
            return cursor.fetchall()
        finally:
            cursor.close()

    def stream(self, sql: str, parameters: Sequence[Value] = ()) -> Iterator[Row]:
        """The rows that a query finds, a few thousand at a time."""
        cursor = self._streaming_cursor()
        try:
            cursor.execute(self._dialect(sql), self._bound(parameters))
            while rows := cursor.fetchmany(_CHUNK):
                yield from rows
        finally:
            cursor.close()

    def run(self, sql: str, parameters: Sequence[Value] = ()) -> None:
        """Run a statement that changes something."""
        cursor = self.connection.cursor()
        try:
            cursor.execute(self._dialect(sql), self._bound(parameters))
        finally:
            cursor.close()

    def run_many(self, sql: str, rows: Iterable[Sequence[Value]], *, is_bound: bool = False) -> None:
        """Run a statement once for each row; `is_bound` where the rows hold times only as `bind` gives them."""
        cursor = self.connection.cursor()
        try:
            cursor.executemany(self._dialect(sql), rows if is_bound else map(self._bound, rows))
        finally:
            cursor.close()

    def bind(self, value: Value) -> Any:
        """A value as the database takes it."""
        return value if self.is_postgres else _as_text(value)

    def insert(self, table: str, **columns: Value) -> None:
        """Insert one row."""
        self.run(insert_statement(table, columns), list(columns.values()))

    def next_id(self, table: str) -> int:
        """The next id of a table; writers stand in line, so that nobody else takes it."""
        if table not in self._next_ids:
            ((highest,),) = self.rows(f"SELECT COALESCE(MAX(id), 0) FROM {table}")
            self._next_ids[table] = highest
        self._next_ids[table] += 1
        return self._next_ids[table]

    def next_ids(self, table: str, number: int) -> range:
        """The next so many ids of a table."""
        first = self.next_id(table)
        self._next_ids[table] += number - 1
        return range(first, first + number)

    def note_id(self, table: str, id_: int) -> None:
        """Tell that a row with an id of its own is being inserted."""
        if id_ > self._next_ids.get(table, 0) and table in self._next_ids:
            self._next_ids[table] = id_

    def new_uid(self) -> str:
        """A name for something new that no other league gives."""
        return os.urandom(16).hex()

    def _streaming_cursor(self) -> Cursor:
        if not self.is_postgres:
            return self.connection.cursor()
        connection: Any = self.connection
        cursor: Cursor = connection.cursor(name=f"rows_{os.urandom(4).hex()}")
        return cursor

    def _dialect(self, sql: str) -> str:
        return sql.replace("?", "%s") if self.is_postgres else sql

    def _bound(self, parameters: Sequence[Value]) -> Sequence[Any]:
        if self.is_postgres:
            return parameters
        return [value if value.__class__ in _AS_THEY_ARE else _as_text(value) for value in parameters]


def insert_statement(table: str, columns: Iterable[str]) -> str:
    """The statement that inserts a row with these columns."""
    names = list(columns)
    return f"INSERT INTO {table} ({', '.join(names)}) VALUES ({', '.join('?' * len(names))})"


_AS_THEY_ARE: Final = frozenset({str, int, float, bool, type(None)})


def _as_text(value: Value) -> Value:
    """A time or a day as SQLite keeps it, anything else as it is."""
    if isinstance(value, datetime):
        return format_moment(value)
    return str(value) if isinstance(value, date) else value


@lru_cache(maxsize=1024)
def format_moment(at: datetime) -> str:
    """A time as SQLite keeps it."""
    return at.astimezone(UTC).replace(tzinfo=None).isoformat(" ", "microseconds")


def read_moment(value: str | datetime) -> datetime:
    """A time as it was read, UTC."""
    if isinstance(value, str):
        return datetime.fromisoformat(value).replace(tzinfo=UTC)
    return value.astimezone(UTC)


def read_day(value: str | date) -> date:
    """A day as it was read."""
    return date.fromisoformat(value) if isinstance(value, str) else value


def check_text(text: str) -> str:
    """The text, which both databases can hold.

    Raises:
        InputError: it holds a NUL, or half a character.
    """
    if "\0" in text or (not text.isascii() and _HALF.search(text)):
        raise InputError("this text holds a sign that is none (a NUL, or half a character)", hint="give it in UTF-8")
    return text


_HALF: Final = re.compile("[\ud800-\udfff]")
