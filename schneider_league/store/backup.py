"""A copy of a league that is whole, though others write meanwhile."""

from __future__ import annotations

import os
import secrets
import sqlite3
from collections.abc import Callable
from pathlib import Path
from typing import Any

from schneider_league.errors import InputError, LeagueError, MachineError, NotFoundError, StateError
from schneider_league.store import sqlite
from schneider_league.store.address import Address
from schneider_league.store.engine import Database, check_version, explained, read_version, unknown_version
from schneider_league.store.league import League

Carry = Callable[[League, str], None]
"""Carries a league, within a transaction that reads it, into an empty league at an address."""


def back_up(address: str, file: str, carry: Carry) -> int:
    """Copy a league to an SQLite file and return its size; a league that is SQLite may be of any version.

    The copy is as of one moment, and has its name only when it is whole. An earlier copy of the same league is
    replaced, anything else is left alone.

    Args:
        address: The league.
        file: The copy.
        carry: Does it for a league on a PostgreSQL server.

    Raises:
        StateError: something else is there; or the league is on a server and of another version.
        LeagueError: the league cannot be read, or the copy not written.
    """
    database = Database(address)
    target = os.path.realpath(file)
    folder = os.path.dirname(target)
    if not database.address.is_postgres and os.path.realpath(database.address.place) == target:
        raise StateError(f"'{file}' is the league itself", hint="give the copy a name of its own")
    if not os.path.isdir(folder):
        raise NotFoundError(
            f"'{file}' cannot be written: its folder does not exist",
            hint=f"make the folder first: mkdir -p '{os.path.dirname(file) or folder}'",
        )
    with database.reading_any() as league:
        if league.is_postgres:
            check_version(league, database.address)
        elif read_version(league) is None:
            raise unknown_version(None, database.address, league)
        if os.path.lexists(target):
            _check_earlier_copy(league, file, target)
        beside = os.path.join(folder, f".schneider-league-{secrets.token_hex(6)}.tmp")
        try:
            if league.is_postgres:
                _carry_over(league, carry, Address(file, False), beside)
            else:
                _copy(league.connection, Address(file, False), beside)
            size = os.stat(beside).st_size
            os.replace(beside, target)
        except OSError as error:
            if error.filename in (None, beside):
                error.filename, error.filename2 = file, None
            raise
        finally:
            for ending in ("", "-wal", "-shm", "-journal"):
                Path(beside + ending).unlink(missing_ok=True)
    _sync(folder)
    return size


def _copy(source: Any, shown: Address, beside: str) -> None:
    descriptor = os.open(beside, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o666)
    os.close(descriptor)
    with explained(shown), sqlite.connection_to(beside) as copy:
        assert isinstance(source, sqlite3.Connection)
        source.backup(copy)
    _sync(beside)


def _carry_over(league: League, carry: Carry, shown: Address, beside: str) -> None:
    from schneider_league.store.migrate import create_league  # loads Alembic

    try:
        create_league(beside)
        carry(league, beside)
    except LeagueError as error:
        error.message = error.message.replace(beside, shown.place)
        raise
    _sync(beside)


def _sync(path: str) -> None:
    """Make it last through a power cut, where the system can."""
    try:
        descriptor = os.open(path, os.O_RDONLY)
    except OSError:
        return
    try:
        os.fsync(descriptor)
    except OSError as error:
        if os.path.isfile(path):
            raise MachineError(f"'{path}' cannot be written to the disk: {error}") from None
    finally:
        os.close(descriptor)


def _check_earlier_copy(league: League, file: str, target: str) -> None:
    """Raise unless the file is this league as it was earlier: what it holds last is in the league too."""
    refusal = StateError(
        f"'{file}' is there and is no earlier copy of this league, so it is left alone",
        hint="choose another name, or move that file away first",
    )
    if not os.path.isfile(target):
        raise refusal
    if os.path.getsize(target) == 0:
        return
    try:
        with Database(target).reading_any() as there:
            if read_version(there) is None or not all(_is_known(league, *mark) for mark in _newest(there)):
                raise refusal
    except (InputError, MachineError):
        raise refusal from None


_MARKS = {
    "player": "uid",
    "player_entry": "uid",
    "session": "uid",
    "entry": "uid",
    "event": "uid",
    "batch": "uid",
    "house_rule": "digest",
}
"""By what a row of each table is known again in another copy."""


def _newest(league: League) -> set[tuple[str, str]]:
    """The mark of the last row of each table."""
    found = set()
    for table, mark in _MARKS.items():
        for (value,) in league.rows(f"SELECT {mark} FROM {table} ORDER BY id DESC LIMIT 1"):
            found.add((table, str(value)))
    return found


def _is_known(league: League, table: str, value: str) -> bool:
    return bool(league.rows(f"SELECT 1 FROM {table} WHERE {_MARKS[table]} = ?", [value]))
