"""Making a league, and bringing one up to the version of this program: the only module that knows Alembic."""

from __future__ import annotations

import os
import secrets
import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import sqlalchemy as sa
from alembic import command
from alembic.config import Config
from sqlalchemy.pool import StaticPool

from schneider_league.errors import InputError, MachineError, NotFoundError, StateError
from schneider_league.store import postgres, sqlite
from schneider_league.store.address import Address, parse_address
from schneider_league.store.engine import explained, is_bare, read_version, roll_back, unknown_version, utc_now
from schneider_league.store.league import League
from schneider_league.store.versions import HEAD, VERSIONS


def migrations_folder() -> Path:
    """Where the migrations lie: in an installed package inside it, in a checkout beside it.

    Raises:
        MachineError: they are in neither place.
    """
    package = Path(__file__).resolve().parent.parent
    for folder in (package / "migrations", package.parent / "migrations"):
        if (folder / "env.py").is_file():
            return folder
    raise MachineError("the migrations are missing from this installation", hint="install schneider-league again")


def create_league(address: str) -> bool:
    """Make a league; False where there is one, which is left as it is.

    Raises:
        InputError: something else is there.
        StateError: a league of another version is there.
        MachineError: it cannot be made.
    """
    place = parse_address(address)
    if place.is_postgres:
        return _create_postgres(place)
    return _create_sqlite(place)


def _create_sqlite(address: Address) -> bool:
    """Make the file beside and give it its name when it is whole, so that no half league can be seen."""
    path = address.place
    target = os.path.realpath(path)
    if os.path.lexists(target) and not (os.path.isfile(target) and os.path.getsize(target) == 0):
        _check_league(address)
        return False
    folder = os.path.dirname(target)
    if not os.path.isdir(folder):
        raise NotFoundError(
            f"'{path}' cannot be made: its folder does not exist",
            hint=f"make the folder first: mkdir -p '{os.path.dirname(path) or folder}'",
        )
    beside = os.path.join(folder, f".schneider-league-{secrets.token_hex(6)}.tmp")
    try:
        with explained(address):
            descriptor = os.open(beside, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o666)
            os.close(descriptor)
            with sqlite.connection_to(beside) as connection:
                connection.execute("PRAGMA journal_mode=WAL")
                with migrating(connection, Address(beside, False)) as config:
                    command.upgrade(config, "head")
        return _give_name(beside, target)
    except OSError as error:
        if error.filename in (None, beside):
            error.filename, error.filename2 = path, None
        raise
    finally:
        for ending in ("", "-wal", "-shm", "-journal"):
            Path(beside + ending).unlink(missing_ok=True)


def _check_league(address: Address) -> None:
    """Raise where what is there is no league; one of another version will do."""
    with explained(address), sqlite.connected_reading(address.place) as connection:
        _version_of(connection, address)


def _give_name(beside: str, target: str) -> bool:
    """Give the whole league its name; False where somebody was quicker."""
    if os.path.lexists(target) and os.path.getsize(target) == 0:
        os.replace(beside, target)
        return True
    try:
        os.link(beside, target)
    except FileExistsError:
        return False
    except OSError:  # a disk that knows no links
        os.rename(beside, target)
    return True


def _create_postgres(address: Address) -> bool:
    postgres.create_database(address)
    with explained(address), postgres.connected(address) as connection:
        league = League(connection, utc_now(), is_postgres=True)
        version = read_version(league)
        if version == HEAD:
            return False
        if version is not None:
            raise unknown_version(version, address, league)
        if not is_bare(league):
            raise InputError(
                f"'{address}' holds something else, but no league", hint="give the league a database of its own"
            )
        with migrating(connection, address) as config:
            # Who came first while this one stood in line?
            if read_version(league) is not None:
                return False
            command.upgrade(config, "head")
    return True


def upgrade(address: str) -> list[str]:
    """Bring a league up to the version of this program, whole or not at all; the versions that it went through.

    Raises:
        StateError: it is newer than the program.
        LeagueError: there is none, or it cannot be written.
    """
    place = parse_address(address)
    with explained(place), _opened(place) as connection:
        version = _version_of(connection, place)
        if version == HEAD:
            return []
        if version not in VERSIONS:
            raise unknown_version(version, place, League(connection, utc_now(), is_postgres=place.is_postgres))
        with migrating(connection, place) as config:
            command.upgrade(config, "head")
        return list(VERSIONS[VERSIONS.index(version) + 1 :])


def downgrade(address: str, version: str) -> None:
    """Take a league back to an earlier version; `base` takes everything away. For tests and developers."""
    place = parse_address(address)
    with explained(place), _opened(place) as connection, migrating(connection, place) as config:
        command.downgrade(config, version)


@contextmanager
def _opened(address: Address) -> Iterator[Any]:
    if address.is_postgres:
        with postgres.connected(address) as connection:
            yield connection
    else:
        with sqlite.connected_writing(address.place) as connection:
            yield connection


def _version_of(connection: Any, address: Address) -> str:
    league = League(connection, utc_now(), is_postgres=address.is_postgres)
    version = read_version(league)
    if version is None:
        raise unknown_version(None, address, league)
    return version


@contextmanager
def migrating(connection: Any, address: Address) -> Iterator[Config]:
    """One transaction for all that Alembic does; it counts only if everything went well and every reference holds."""
    engine = sa.create_engine(
        "postgresql+psycopg://" if address.is_postgres else "sqlite://",
        creator=lambda: connection,
        poolclass=StaticPool,
    )
    is_sqlite = isinstance(connection, sqlite3.Connection)
    if is_sqlite:
        # A table that is rebuilt would take along the rows that refer to it. Within a transaction it has no effect.
        connection.execute("PRAGMA foreign_keys=OFF")
    try:
        with engine.connect() as bound:  # before BEGIN: connecting ends whatever had begun
            connection.execute("BEGIN IMMEDIATE" if is_sqlite else "BEGIN")
            try:
                if not is_sqlite:
                    postgres.stand_in_line(connection)
                config = Config()
                config.set_main_option("script_location", str(migrations_folder()).replace("%", "%%"))
                config.attributes["connection"] = bound
                yield config
                if is_sqlite:
                    _check_references(connection, address)
                connection.execute("COMMIT")
            finally:
                roll_back(connection)
    finally:
        if is_sqlite:
            connection.execute("PRAGMA foreign_keys=ON")


def _check_references(connection: sqlite3.Connection, address: Address) -> None:
    broken = connection.execute("PRAGMA foreign_key_check").fetchall()
    if broken:
        raise StateError(
            f"'{address}' cannot be brought up: {len(broken)} rows refer to something that is missing",
            hint="`db verify` says more; nothing was changed",
        )
