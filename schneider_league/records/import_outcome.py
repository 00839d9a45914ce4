"""What an import did, or would do, as values: for the answer, and for whoever asks for JSON."""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import datetime

from schneider_league.errors import Problem


@dataclass(frozen=True, slots=True)
class NewPlayer:
    """A name that no player has."""

    name: str
    near: tuple[str, ...]
    """Players, known or new, who are called almost so."""


@dataclass(slots=True)
class FileTally:
    """What a file comes to."""

    sessions: int = 0
    """That it states."""
    new_sessions: int = 0
    grown_sessions: int = 0
    new_deals: int = 0
    deals_there: int = 0
    plays_added: int = 0
    """To how many of these deals."""
    open_sessions: int = 0
    """Of those that it adds to, how many are not over."""
    timed_sessions: int = 0
    """Of these, how many end when the scorekeeper says so."""


@dataclass(slots=True)
class MergeOutcome:
    """What a league file brought."""

    is_restored: bool
    """Whether the database was empty, so that all is as it was."""
    players: int = 0
    events: int = 0
    sessions: int = 0
    entries: int = 0
    there: int = 0
    """Sessions that were there already, just so."""
    batch: int | None = None
    """The number of the import."""
    remarks: list[str] = field(default_factory=list)

    @property
    def is_anything(self) -> bool:
        """Whether it brought anything."""
        return bool(self.players or self.events or self.entries)


@dataclass(frozen=True, slots=True)
class FileOutcome:
    """What came of one file."""

    file: str
    kind: str
    encoding: str | None
    """How the bytes of a score sheet were read."""
    tally: FileTally
    batch: int | None
    """The number of its import; None where nothing was stored."""
    problems: tuple[Problem, ...]
    hints: tuple[str, ...]
    merged: MergeOutcome | None = None
    """For a league file what came of it."""


@dataclass(frozen=True, slots=True)
class ImportOutcome:
    """What an import did, or would do."""

    files: tuple[FileOutcome, ...]
    is_dry_run: bool
    is_stored: bool
    """Whether anything was."""
    new_players: tuple[NewPlayer, ...]
    new_events: tuple[str, ...]
    remarks: tuple[str, ...]
    """What was there already and has been corrected since."""
    accepted: int
    """Deals stored with an irregularity that the table let stand."""
    only_unknown_names: bool
    """Whether all that stands against it is that players are not known."""
    changes: tuple[str, ...] = ()
    """Where sessions came late, how many, and whose ratings and ranks changed, in words."""

    @property
    def problems(self) -> list[Problem]:
        """All that stands against it."""
        return [problem for file in self.files for problem in file.problems]


@dataclass(frozen=True, slots=True)
class ImportLine:
    """An import in the list of them, or that one was taken back."""

    id: int
    kind: str
    source: str
    sha256: str | None
    at: datetime
    undoes: int | None
    """The import that it takes back."""
    undone_by: int | None
    sessions: int
    """How many it began."""
    entries: int
