"""The versions of the database, oldest first: the revisions of `migrations/versions`."""

from __future__ import annotations

from typing import Final

VERSIONS: Final = ("0001", "0002")
HEAD: Final = VERSIONS[-1]

VERSION_TABLE: Final = "alembic_version"
APPLICATION_ID: Final = 0x53434C47
"""How an SQLite file says that it is a league: "SCLG"."""
