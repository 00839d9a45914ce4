"""Opening SQLite files: to write, and to read without leaving anything behind."""

from __future__ import annotations

import os
import sqlite3
import time
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Final
from urllib.parse import quote

from schneider_league.errors import InputError, LeagueError, MachineError, NotFoundError, StateError
from schneider_league.store.address import Address, init_command

_HEADER: Final = b"SQLite format 3\0"
_BUSY: Final = 30.0  # seconds
_COPIES: Final = 5
_LOOKS: Final = 3
_PAUSE: Final = 0.02  # seconds
_HEAD: Final = 100  # bytes
_DAMAGED: Final = (sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB)
_NO_ROOM: Final = (sqlite3.SQLITE_FULL, sqlite3.SQLITE_IOERR, sqlite3.SQLITE_CANTOPEN, sqlite3.SQLITE_READONLY)
"""What SQLite says where a -wal and a -shm cannot be made."""
_SHARED_LOCK: Final = (0x40000002, 510)
"""The bytes of a database (the first, and how many) that whoever has it open keeps locked."""


@contextmanager
def connected_writing(path: str) -> Iterator[sqlite3.Connection]:
    """A connection that may write; every commit is on the disk when it returns.

    Raises:
        LeagueError: there is no such file, it is no database, or it cannot be written.
    """
    check_file(path)
    if not _is_writable(path):
        raise MachineError(f"'{path}' is read-only", hint="look at who may write the file and its folder")
    with connection_to(path) as connection:
        yield connection


@contextmanager
def connection_to(path: str, *, is_reading: bool = False) -> Iterator[sqlite3.Connection]:
    """A connection to a file of which nothing is known yet; one that reads has begun to."""
    beside = [path + ending for ending in ("-wal", "-shm") if not os.path.exists(path + ending)]
    connection = _connect(path, "rw")
    code: int | None = None
    try:
        _prepared(connection)
        if is_reading:
            connection.execute("PRAGMA query_only=ON")
            connection.execute("PRAGMA schema_version").fetchall()  # now the -wal and the -shm are made
        yield connection
    except sqlite3.Error as error:
        code = _primary(error)
        raise
    finally:
        connection.close()
        if code in _DAMAGED or code in _NO_ROOM:  # then SQLite itself does not clear up
            _clear_up(path, beside)


@contextmanager
def connected_reading(path: str) -> Iterator[sqlite3.Connection]:
    """A connection that reads, and leaves neither -wal nor -shm behind.

    Where the folder may be written, the last connection that closes clears up by itself. Where it may not, or there
    is no room, a file that nobody writes is read as it is, and a copy of it where a -wal with content lies beside it.
    """
    check_file(path)
    if _is_writable(path):
        with ExitStack() as stack:
            try:
                connection = stack.enter_context(connection_to(path, is_reading=True))
            except sqlite3.Error as error:
                if _primary(error) not in _NO_ROOM:
                    raise
            else:
                yield connection
                return
    if _size(path + "-wal"):
        import tempfile  # takes its time, and is needed by few

        with (
            tempfile.TemporaryDirectory(prefix="schneider-league-") as folder,
            connection_to(_copied(path, folder)) as connection,
        ):
            yield connection
    else:
        connection = _connect(path, "ro", immutable=True)
        try:
            yield _prepared(connection)
        finally:
            connection.close()


def check_file(path: str) -> None:
    """Say what is wrong with a file that SQLite could not read as a database, before SQLite tries.

    Raises:
        NotFoundError: there is none.
        InputError: it is a folder, empty, something else than SQLite, or its end is missing.
    """
    for _attempt in range(_LOOKS):
        head, size = _read_head(path)
        if not head:
            raise InputError(
                f"'{path}' is empty, not a league", hint=f"{init_command(Address(path, False))} makes a league of it"
            )
        if not head.startswith(_HEADER) or len(head) < _HEAD:
            raise InputError(f"'{path}' is not a league: it is no SQLite database", hint="--db names another file")
        page = int.from_bytes(head[16:18], "big")
        pages = int.from_bytes(head[28:32], "big")
        if pages * (65536 if page == 1 else page) <= size or _size(path + "-wal"):
            return
        time.sleep(_PAUSE)  # somebody may just be writing what stood in the -wal
    raise InputError(f"'{path}' is damaged: its end is missing", hint="go back to a backup (`db backup` makes them)")


def _read_head(path: str) -> tuple[bytes, int]:
    try:
        with open(path, "rb") as stream:
            return stream.read(_HEAD), os.fstat(stream.fileno()).st_size
    except (FileNotFoundError, NotADirectoryError):
        raise NotFoundError(
            f"there is no league '{path}'", hint=f"{init_command(Address(path, False))} makes one; --db names another"
        ) from None
    except IsADirectoryError:
        raise InputError(f"'{path}' is a folder, not a league", hint="name the file: --db FILE") from None
    except PermissionError:
        raise MachineError(f"'{path}' may not be read", hint="look at who may read the file") from None


def explain(error: sqlite3.Error, path: str, *, is_reading: bool = False) -> LeagueError | None:
    """What went wrong, in words of ours; None where it is a bug."""
    primary = _primary(error)
    if primary is None:
        return None
    lost = "" if is_reading else "; nothing was stored"
    if primary in _DAMAGED:
        return InputError(f"'{path}' is damaged: {error}", hint="go back to a backup (`db backup` makes them)")
    if primary in (sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED):
        return StateError(f"'{path}' is being written by another program for a long time", hint="try again")
    if primary == sqlite3.SQLITE_FULL:
        return MachineError(f"'{path}': the disk is full{lost}", hint="make room and try again")
    if primary == sqlite3.SQLITE_READONLY:
        return MachineError(f"'{path}' is read-only", hint="look at who may write the file and its folder")
    if primary in (sqlite3.SQLITE_CANTOPEN, sqlite3.SQLITE_PERM, sqlite3.SQLITE_AUTH):
        return MachineError(f"'{path}' cannot be opened: {error}", hint="look at who may read and write it")
    if primary == sqlite3.SQLITE_IOERR:
        return MachineError(f"'{path}': the disk failed, or it is full{lost} ({error})")
    if primary in (sqlite3.SQLITE_NOMEM, sqlite3.SQLITE_TOOBIG):
        return MachineError(f"'{path}': there is not enough memory")
    return None


def _primary(error: sqlite3.Error) -> int | None:
    """SQLite's own number of an error; None where the error is not SQLite's."""
    code: int | None = getattr(error, "sqlite_errorcode", None)
    return None if code is None else code & 0xFF


def _clear_up(path: str, made: Sequence[str]) -> None:
    """Remove the -wal and -shm that a connection which failed has made, unless somebody else has them open."""
    try:
        import fcntl
    except ImportError:  # there a file that somebody has open cannot be removed
        fcntl = None  # type: ignore[assignment]
    if not any(map(os.path.exists, made)):
        return
    first, number = _SHARED_LOCK
    try:
        with open(path, "r+b") as stream:
            if fcntl is not None:
                fcntl.lockf(stream, fcntl.LOCK_EX | fcntl.LOCK_NB, number, first)
            for left in made:
                if not left.endswith("-wal") or not _size(left):
                    Path(left).unlink(missing_ok=True)
    except OSError:
        return


def _connect(path: str, mode: str, *, immutable: bool = False) -> sqlite3.Connection:
    uri = f"file:{quote(os.path.abspath(path))}?mode={mode}{'&immutable=1' if immutable else ''}"
    return sqlite3.connect(uri, uri=True, timeout=_BUSY, isolation_level=None, check_same_thread=False)


def _prepared(connection: sqlite3.Connection) -> sqlite3.Connection:
    for pragma in ("foreign_keys=ON", "recursive_triggers=ON", "synchronous=FULL", "cache_size=-65536"):
        connection.execute(f"PRAGMA {pragma}")
    return connection


def _is_writable(path: str) -> bool:
    folder = os.path.dirname(os.path.abspath(path))
    return os.access(path, os.W_OK) and os.access(folder, os.W_OK)


def _size(path: str) -> int:
    try:
        return os.stat(path).st_size
    except OSError:
        return 0


def _copied(path: str, folder: str) -> str:
    """A copy of a database and its -wal that belong together, though others may be writing meanwhile."""
    import shutil

    copy = os.path.join(folder, "league.db")
    for _attempt in range(_COPIES):
        before = _state(path)
        shutil.copyfile(path, copy)
        if os.path.exists(path + "-wal"):
            shutil.copyfile(path + "-wal", copy + "-wal")
        if _state(path) == before:
            return copy
    raise MachineError(
        f"'{path}' is being written all the time, and nothing can be written beside it", hint="try again"
    )


def _state(path: str) -> list[tuple[int, int]]:
    states = []
    for name in (path, path + "-wal"):
        try:
            found = os.stat(name)
        except FileNotFoundError:
            continue
        states.append((found.st_size, found.st_mtime_ns))
    return states
