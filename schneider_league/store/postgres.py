"""Opening PostgreSQL databases (the extra `postgres`)."""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any, Final

from schneider_league.errors import InputError, LeagueError, MachineError, NotFoundError, StateError, UsageError
from schneider_league.store.address import Address, init_command

if TYPE_CHECKING:
    from psycopg import Connection

LOCK: Final = 0x53434C47
"""The advisory lock that writers stand in line for."""
_BUSY: Final = 30.0  # seconds


def connect(address: Address, database: str | None = None) -> Connection[Any]:
    """A connection whose transactions are begun and ended by hand; to another database of the server, if given.

    Raises:
        LeagueError: there is no such database, the server cannot be reached, or the extra is not installed.
    """
    psycopg = _library()
    try:
        place = address.place if database is None else _conninfo(address, database)
        connection: Connection[Any] = psycopg.connect(place, autocommit=True, connect_timeout=10)
    except psycopg.ProgrammingError as error:
        raise UsageError(f"'{address}' is no address of a database: {_told(error, address)}") from None
    except psycopg.OperationalError as error:
        if database is None and _is_missing(address):
            raise NotFoundError(
                f"there is no league '{address}'", hint=f"{init_command(address)} makes one; --db names another"
            ) from None
        raise MachineError(
            f"the server of '{address}' cannot be reached: {_told(error, address)}",
            hint="look at the address, and whether it runs",
        ) from None
    connection.prepare_threshold = None
    connection.execute("SET TIME ZONE 'UTC'")
    return connection


def _is_missing(address: Address) -> bool:
    """Whether the server is there and only the database is not: its message may be in any language."""
    psycopg = _library()
    name = psycopg.conninfo.conninfo_to_dict(address.place).get("dbname")
    try:
        with psycopg.connect(_conninfo(address, "postgres"), autocommit=True, connect_timeout=10) as connection:
            found = connection.execute("SELECT 1 FROM pg_database WHERE datname = %s", [name]).fetchone()
    except psycopg.OperationalError:
        return False
    return found is None


def _conninfo(address: Address, database: str) -> str:
    return str(_library().conninfo.make_conninfo(address.place, dbname=database))


def create_database(address: Address) -> None:
    """Make the database on its server, if it is not there.

    Raises:
        LeagueError: it cannot be made, or the server cannot be reached.
    """
    try:
        connect(address).close()
        return
    except NotFoundError:
        pass
    psycopg = _library()
    name = psycopg.conninfo.conninfo_to_dict(address.place).get("dbname")
    with connected(address, "postgres") as connection:
        try:
            connection.execute(
                psycopg.sql.SQL("CREATE DATABASE {} ENCODING 'UTF8' TEMPLATE template0").format(
                    psycopg.sql.Identifier(name)
                )
            )
        except psycopg.errors.DuplicateDatabase:
            return  # somebody else was quicker
        except psycopg.Error as error:
            raise MachineError(
                f"'{address}' cannot be made: {_told(error, address)}",
                hint="ask whoever runs the server for a database",
            ) from None


def stand_in_line(connection: Connection[Any]) -> None:
    """Wait until nobody else writes, within a transaction that has begun; it lasts until that ends."""
    connection.execute(f"SET LOCAL lock_timeout = {round(_BUSY * 1000)}")
    connection.execute("SELECT pg_advisory_xact_lock(%s)", [LOCK])


@contextmanager
def connected(address: Address, database: str | None = None) -> Iterator[Connection[Any]]:
    """A connection as of `connect`, closed at the end."""
    connection = connect(address, database)
    try:
        yield connection
    finally:
        connection.close()


def explain(error: Exception, address: Address, *, is_reading: bool = False) -> LeagueError | None:
    """What went wrong, in words of ours; None where it is a bug."""
    psycopg = _library()
    errors = psycopg.errors
    if isinstance(error, errors.DiskFull):
        return MachineError(f"'{address}': the server's disk is full{'' if is_reading else '; nothing was stored'}")
    if isinstance(error, errors.InsufficientPrivilege):
        return MachineError(f"'{address}': this user may not do that: {_first_line(error)}")
    if isinstance(error, errors.ReadOnlySqlTransaction):
        return MachineError(f"'{address}' is read-only: {_first_line(error)}")
    if isinstance(error, errors.UntranslatableCharacter | errors.CharacterNotInRepertoire):
        return InputError(f"'{address}' cannot hold this text: {_first_line(error)}", hint="its encoding must be UTF8")
    if isinstance(error, errors.LockNotAvailable | errors.QueryCanceled):
        return StateError(f"'{address}' is being written by another program for a long time", hint="try again")
    if isinstance(error, psycopg.OperationalError):
        return MachineError(f"the server of '{address}' failed: {_told(error, address)}")
    return None


def _library() -> Any:
    try:
        import psycopg
    except ImportError:
        raise MachineError(
            "PostgreSQL needs a package that is not installed",
            hint="pip install 'schneider-league[postgres]'",
        ) from None
    return psycopg


def _told(error: Exception, address: Address) -> str:
    """What the library says, without what it quotes of an address that holds a password."""
    line, shown = _first_line(error), str(address)
    if shown == address.place:
        return line
    if isinstance(error, _library().ProgrammingError) or any(
        mark in address.place for mark in ('"', "'", "%22", "%27")
    ):
        # It could not be read, and may have been taken for anything; or it is not seen where a quotation ends.
        return re.sub("[\"'].*[\"']", '"…"', line)
    return re.sub(
        r"""(["'])(.*?)(?:\1|$)""", lambda found: found[0] if found[2] in shown else f"{found[1]}…{found[1]}", line
    )


def _first_line(error: Exception) -> str:
    return (str(error).strip().splitlines() or [type(error).__name__])[0]
