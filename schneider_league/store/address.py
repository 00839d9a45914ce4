"""Where a league lies: what the user gave as --db."""

from __future__ import annotations

import re
from typing import NamedTuple

from schneider_league.errors import UsageError

_URL = re.compile(r"([A-Za-z][A-Za-z0-9+.-]+)://")
_PASSWORD = re.compile(r"(://[^/@:]*):[^/]*@")


class Address(NamedTuple):
    """A file, or a database on a server."""

    place: str
    """The path, or the URL as the server's library reads it."""
    is_postgres: bool

    def __str__(self) -> str:
        """As it may be shown: without the password."""
        return _PASSWORD.sub(r"\1:…@", self.place) if self.is_postgres else self.place


def parse_address(text: str) -> Address:
    """What `--db` means: `postgresql://…` is PostgreSQL, anything else a file for SQLite.

    Raises:
        UsageError: it is a URL of something else.
    """
    scheme = _URL.match(text)
    if scheme is None:
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
