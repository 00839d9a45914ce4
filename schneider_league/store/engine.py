"""A league's database: opening it, and its transactions."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, ExitStack, contextmanager
from datetime import UTC, datetime
from typing import Any

from schneider_league.errors import InputError, LeagueError, StateError
from schneider_league.store import sqlite
from schneider_league.store.address import Address, init_command, parse_address
from schneider_league.store.league import League as League
from schneider_league.store.versions import APPLICATION_ID, HEAD, VERSION_TABLE, VERSIONS

Clock = Callable[[], datetime]


def utc_now() -> datetime:
    """The time, UTC."""
    return datetime.now(UTC)


class Database:
    """A league's database by its address: a path is SQLite, `postgresql://…` PostgreSQL.

    Each transaction opens it anew, unless it is held open: `with Database(address) as database: …`.
    """

    def __init__(self, address: str, clock: Clock = utc_now) -> None:
        self.address = parse_address(address)
        self.clock = clock
        self._held: ExitStack | None = None
        self._connections: dict[str, Any] = {}

    def __enter__(self) -> Database:
        self._held = ExitStack()
        return self

    def __exit__(self, *exc: object) -> None:
        self.close()

    def close(self) -> None:
        """Let go of it; the last one who does leaves nothing beside the file."""
        held, self._held = self._held, None
        self._connections.clear()
        if held is not None:
            held.close()

    @contextmanager
    def reading(self) -> Iterator[League]:
        """One transaction that sees the league as it is when it begins.

        Raises:
            NotFoundError: there is none.
            StateError: it is older or newer than the program.
            InputError: it is something else.
            MachineError: it cannot be read.
        """
        with self.reading_any() as league:
            check_version(league, self.address)
            yield league

    @contextmanager
    def reading_any(self) -> Iterator[League]:
        """As `reading`, of a database of whichever version."""
        begin = "BEGIN TRANSACTION ISOLATION LEVEL REPEATABLE READ READ ONLY" if self.address.is_postgres else "BEGIN"
        with explained(self.address, is_reading=True), self._connection("reading") as connection:
            connection.execute(begin)
            try:
                yield League(connection, self.clock(), is_postgres=self.address.is_postgres)
            finally:
                roll_back(connection)

    @contextmanager
    def writing(self) -> Iterator[League]:
        """One transaction that nobody else writes beside; it counts when the block has ended without an exception.

        Raises:
            LeagueError: as `reading`; or it cannot be written.
        """
        with explained(self.address), self._connection("writing") as connection:
            connection.execute("BEGIN" if self.address.is_postgres else "BEGIN IMMEDIATE")
            try:
                if self.address.is_postgres:
                    from schneider_league.store.postgres import stand_in_line

                    stand_in_line(connection)
                league = League(connection, self.clock(), is_postgres=self.address.is_postgres)
                check_version(league, self.address)
                yield league
                connection.execute("COMMIT")
            finally:
                roll_back(connection)

    @contextmanager
    def _connection(self, purpose: str) -> Iterator[Any]:
        if self._held is None:
            with self._opened(purpose) as connection:
                yield connection
            return
        # PostgreSQL needs one connection for both, SQLite opens a reader otherwise than a writer.
        key = "both" if self.address.is_postgres else purpose
        if key not in self._connections:
            self._connections[key] = self._held.enter_context(self._opened(purpose))
        yield self._connections[key]

    def _opened(self, purpose: str) -> AbstractContextManager[Any]:
        if self.address.is_postgres:
            from schneider_league.store.postgres import connected

            return connected(self.address)
        if purpose == "reading":
            return sqlite.connected_reading(self.address.place)
        return sqlite.connected_writing(self.address.place)


@contextmanager
def explained(address: Address, *, is_reading: bool = False) -> Iterator[None]:
    """Turn what the database's driver raises into one of our errors, where a user can cause it."""
    try:
        yield
    except sqlite3.Error as error:
        told = sqlite.explain(error, address.place, is_reading=is_reading)
        if told is None:
            raise
        raise told from error
    except Exception as error:
        if not type(error).__module__.startswith("psycopg"):
            raise
        from schneider_league.store.postgres import explain

        told = explain(error, address, is_reading=is_reading)
        if told is None:
            raise
        raise told from error


def read_version(league: League) -> str | None:
    """The database's version; None where it is no league's."""
    if league.is_postgres:
        there = league.rows("SELECT to_regclass(?)", [VERSION_TABLE]) != [(None,)]
    else:
        there = bool(league.rows("SELECT 1 FROM sqlite_master WHERE type = 'table' AND name = ?", [VERSION_TABLE]))
        # Somebody else's database may have a table of that name.
        there = there and league.rows("PRAGMA application_id") == [(APPLICATION_ID,)]
    if not there:
        return None
    found = league.rows(f"SELECT version_num FROM {VERSION_TABLE}")
    return str(found[0][0]) if found else None


def check_version(league: League, address: Address) -> None:
    """Raise unless the database is a league of the version that this program writes."""
    version = read_version(league)
    if version == HEAD:
        return
    raise unknown_version(version, address, league)


def unknown_version(version: str | None, address: Address, league: League) -> LeagueError:
    """What to say of a database that is not of the version that this program writes; None: it is no league's."""
    if version is None and league.is_postgres and is_bare(league):
        return InputError(
            f"'{address}' is an empty database, not a league", hint=f"{init_command(address)} makes a league of it"
        )
    if version is None:
        return InputError(
            f"'{address}' is a database, but holds no league",
            hint="`schneider-league init --db` with a name of its own makes one; --db names another",
        )
    if version in VERSIONS:
        return StateError(
            f"'{address}' is of an older version ({version}) than this program ({HEAD})",
            hint="`schneider-league db upgrade` brings it up; `db backup` makes a copy before",
        )
    return StateError(
        f"'{address}' is of a newer version ({version}) than this program knows ({HEAD})",
        hint="install a newer schneider-league",
    )


def is_bare(league: League) -> bool:
    """Whether a database on a server holds nothing, so that a league can be made in it."""
    return not league.rows("SELECT 1 FROM information_schema.tables WHERE table_schema = current_schema() LIMIT 1")


def roll_back(connection: Any) -> None:
    """End a transaction that did not get to its end; one that did is over."""
    try:
        if isinstance(connection, sqlite3.Connection):
            if connection.in_transaction:
                connection.execute("ROLLBACK")
        elif not connection.closed and connection.info.transaction_status:
            connection.execute("ROLLBACK")
    except Exception as error:
        if not isinstance(error, sqlite3.Error) and not type(error).__module__.startswith("psycopg"):
            raise
