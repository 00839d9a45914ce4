"""What a league's database is, and how much it holds."""

from __future__ import annotations

import os
from dataclasses import dataclass
from datetime import datetime
from typing import Literal

from schneider_league.store.engine import Database, read_version, unknown_version
from schneider_league.store.league import League, read_moment
from schneider_league.store.versions import HEAD, VERSIONS

COUNTED = ("player", "session", "entry", "event", "batch")


@dataclass(frozen=True, slots=True)
class DatabaseStatus:
    """What a league's database is."""

    address: str
    """Without the password."""
    kind: Literal["SQLite", "PostgreSQL"]
    version: str
    newest: str
    """The version that this program writes."""
    state: Literal["current", "older", "newer"]
    size: int | None
    """Bytes; None where that is not known."""
    counts: dict[str, int]
    """Rows of each of `COUNTED`; empty where the version is another."""
    last_entry: datetime | None
    """When the last entry came into this league, UTC."""


def read_status(address: str) -> DatabaseStatus:
    """What the database at this address is, of whichever version.

    Raises:
        LeagueError: there is none, or it is no league.
    """
    database = Database(address)
    place = database.address
    with database.reading_any() as league:
        version = read_version(league)
        if version is None:
            raise unknown_version(None, place, league)
        state: Literal["current", "older", "newer"]
        state = "current" if version == HEAD else "older" if version in VERSIONS else "newer"
        counts: dict[str, int] = {}
        last: datetime | None = None
        if state == "current":
            for table in COUNTED:
                ((counts[table],),) = league.rows(f"SELECT COUNT(*) FROM {table}")
            ((newest,),) = league.rows("SELECT MAX(came) FROM entry")
            last = None if newest is None else read_moment(newest)
        kind: Literal["SQLite", "PostgreSQL"] = "PostgreSQL" if place.is_postgres else "SQLite"
        return DatabaseStatus(str(place), kind, version, HEAD, state, _size(league, place.place), counts, last)


def _size(league: League, place: str) -> int | None:
    if league.is_postgres:
        ((size,),) = league.rows("SELECT pg_database_size(current_database())")
        return int(size)
    try:
        return os.stat(place).st_size
    except OSError:
        return None
