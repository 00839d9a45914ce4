"""The league's database itself: made, looked at, brought up to date, verified, copied."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

if TYPE_CHECKING:
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
    """Copy a league to a file, as of one moment, and return the copy's size in bytes.

    Raises:
        LeagueError: it cannot be read, or the copy not written.
    """
    from schneider_league.store.backup import back_up

    return back_up(address, file)


def shown_address(address: str) -> str:
    """The address as it may be shown: without a password."""
    from schneider_league.store.address import parse_address

    return str(parse_address(address))
