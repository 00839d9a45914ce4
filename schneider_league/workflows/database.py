"""The league's database itself: made, looked at, brought up to date, verified, copied."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from schneider_league.store.league import League
    from schneider_league.store.status import DatabaseStatus
    from schneider_league.store.verify import Verified

OnProgress = Callable[[int, int | None], None]


def make_league(address: str) -> bool:
    """Make a league; False where there is one, which is left as it is.

    Raises:
        LeagueError: something else is there, or it cannot be made.
    """
    from schneider_league.store.migrate import create_league

    return create_league(address)


def describe_database(address: str) -> DatabaseStatus:
    """What the database is, and how much it holds.

    Raises:
        LeagueError: there is none, or it is no league.
    """
    from schneider_league.store.status import read_status

    return read_status(address)


def upgrade_database(address: str) -> list[str]:
    """Bring a league up to the version of this program; the versions that it went through.

    Raises:
        LeagueError: there is none, it is newer, or it cannot be written.
    """
    from schneider_league.store.migrate import upgrade

    return upgrade(address)


def verify_database(address: str, on_progress: OnProgress | None = None) -> Verified:
    """Look through a whole league for what is wrong.

    Raises:
        LeagueError: it cannot be read at all.
    """
    from schneider_league.store.verify import verify

    return verify(address, on_progress)


def back_up_database(address: str, file: str) -> int:
    """Copy a league to an SQLite file, as of one moment, and return the copy's size in bytes.

    Raises:
        LeagueError: it cannot be read, or the copy not written.
    """
    from schneider_league.store.backup import back_up

    return back_up(address, file, _carry)


def _carry(league: League, to: str) -> None:
    """Bring a league into an empty one, as it is."""
    from schneider_league.store.engine import Database
    from schneider_league.workflows.importing.merging import merge_league
    from schneider_league.workflows.importing.sources import Source
    from schneider_league.workflows.league_files import league_lines

    content = "".join(league_lines(league)).encode()
    with Database(to).writing() as copy:
        merge_league(copy, Source("the copy", "league", content))


def shown_address(address: str) -> str:
    """The address as it may be shown: without a password."""
    from schneider_league.store.address import parse_address

    return str(parse_address(address))
