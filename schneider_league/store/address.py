"""Where a league lies: what the user gave as --db."""

from __future__ import annotations

import os
import re
import shlex
from typing import Final, NamedTuple

from schneider_league.errors import UsageError

_URL = re.compile(r"([A-Za-z][A-Za-z0-9+.-]+)://")
_ONE_SLASH = re.compile(r"postgres(?:ql)?(?:\+psycopg)?:", re.IGNORECASE)
_PASSWORD = re.compile(r"(://[^/@:?]*):.*@", re.DOTALL)
"""Up to the last `@`: in a wrong address the password itself may hold `/`, `?` and `@`."""
_NO_PORT = re.compile(r"(://[^/@:?\[]*):(?!\d*(?:[/?,]|$))[^/?]*")
"""Where `@` and the host were forgotten."""
_SECRET = re.compile(r"([?&][^=&]*(?:pass|secret|_key|%)[^=&]*=)[^&]*", re.IGNORECASE)
_VARIABLE: Final = "SCHNEIDER_LEAGUE_DB"
_USUAL: Final = "league.db"


class Address(NamedTuple):
    """A file, or a database on a server."""

    place: str
    """The path, or the URL as the server's library reads it."""
    is_postgres: bool

    def __str__(self) -> str:
        """As it may be shown: without the password."""
        if not self.is_postgres:
            return self.place
        shown, found = _PASSWORD.subn(r"\1:…@", self.place)
        if not found:
            shown = _NO_PORT.sub(r"\1:…", shown)
        return _SECRET.sub(r"\1…", shown)


def parse_address(text: str) -> Address:
    """What `--db` means: `postgresql://…` is PostgreSQL, anything else a file for SQLite.

    Raises:
        UsageError: it is a URL of something else.
    """
    scheme = _URL.match(text)
    if scheme is None:
        if _ONE_SLASH.match(text):
            raise UsageError(
                "an address of PostgreSQL has two slashes behind the colon", hint="postgresql://user@host/database"
            )
        return Address(text, False)
    kind = scheme[1].lower()
    if kind in ("postgresql", "postgres", "postgresql+psycopg"):
        return Address(f"postgresql://{text[scheme.end() :]}", True)
    if kind == "sqlite":
        return Address(text[scheme.end() :].removeprefix("/"), False)
    raise UsageError(
        f"'{kind}://' is no database that this program knows",
        hint="--db takes a file, or postgresql://user@host/database",
    )


def init_command(address: Address) -> str:
    """The command that makes a league at this address, in backquotes; without the password."""
    try:
        is_usual = parse_address(os.environ.get(_VARIABLE) or _USUAL) == address
    except UsageError:
        is_usual = False
    return f"`schneider-league init{'' if is_usual else f' --db {shlex.quote(str(address))}'}`"
