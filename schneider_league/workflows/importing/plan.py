"""What an import would add, and what it found on the way."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from schneider_league.errors import Problem
from schneider_league.records.import_outcome import FileTally, NewPlayer
from schneider_league.records.ledger import Content, Entry
from schneider_league.records.stated import StatedSession
from schneider_league.workflows.importing.people import People

AddedDeal = tuple[int, Content]
"""The index of the file that states a deal, and what is to be stored of it."""


@dataclass(slots=True)
class NewSessionPlan:
    """A session that the ledger does not have."""

    stated: StatedSession
    players: tuple[int, int]
    """Ids; below 0 those of new players."""
    event: int | None
    """Its id; below 0 that of a new event."""
    deals: list[AddedDeal]
    is_over: bool
    key: str


@dataclass(slots=True)
class Growth:
    """A session that the ledger has, and what is new of it."""

    session: int
    deals: list[AddedDeal]
    is_over: bool
    played: list[tuple[int, Entry, str]] = field(default_factory=list)
    """File, the entry that counts, and the plays of its deal, which it did not have."""


@dataclass(slots=True)
class Plan:
    """What is to be stored, unless there are problems."""

    people: People
    tallies: list[FileTally]
    """By file."""
    new_sessions: list[NewSessionPlan] = field(default_factory=list)
    growth: list[Growth] = field(default_factory=list)
    new_events: list[str] = field(default_factory=list)
    """Names; the first has the id -1."""
    problems: list[list[Problem]] = field(default_factory=list)
    """By file."""
    unknown_names: int = 0
    """How many of the problems are that a player is not known."""
    remarks: list[str] = field(default_factory=list)
    """What was there already and has been corrected since."""
    accepted: int = 0
    """Deals that are stored although the rules forbid something of them."""

    @property
    def new_players(self) -> Sequence[NewPlayer]:
        """Those whom nobody knew."""
        return self.people.new_players()

    @property
    def is_empty(self) -> bool:
        """Whether there is nothing to store."""
        return not self.new_sessions and not self.growth
