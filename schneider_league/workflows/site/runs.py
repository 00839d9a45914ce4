"""Bot runs for the site."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from schneider_league.errors import NotFoundError
from schneider_league.reports.site.tables import Table
from schneider_league.reports.text import quoted


@dataclass(frozen=True, slots=True)
class RunPage:
    """A bot run as it is shown."""

    key: str
    """What its page is called: letters, digits, `-` and `_`."""
    name: str
    facts: tuple[str, ...]
    """Rules, seed, digest and the like."""
    tables: tuple[Table, ...]


def read_runs(directory: str) -> list[RunPage]:
    """The runs whose files (`*.run`) lie in a folder, by name.

    Raises:
        NotFoundError: there is no such folder.
    """
    folder = Path(directory)
    if not folder.is_dir():
        raise NotFoundError(f"there is no folder {quoted(directory)}", hint="--runs names the one with the *.run files")
    return []
