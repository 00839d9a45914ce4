"""What is shown of a session: values with names, ready to become a report."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import date, datetime

from schneider_league.derive.sessions import DealRow, Session
from schneider_league.game.score import Pair
from schneider_league.records.ledger import Entry
from schneider_league.reports.session_words import Names


@dataclass(frozen=True, slots=True)
class SessionLine:
    """A session in a line; its numbers are player a's first."""

    id: int
    player_a: str
    player_b: str
    rules: str
    format: str
    target: int | None
    """Game points; None for formats other than first-to."""
    date: date
    event: str | None
    table: str | None
    state: str
    winner: str | None
    score: Pair
    next_dealer: str | None


@dataclass(frozen=True, slots=True)
class HistoryLine:
    """One entry, and what became of it."""

    entry: Entry
    names: Names
    """Of those who played when it was entered."""
    words: str
    """What it states."""
    reason: str | None
    """Why it was made."""
    row: DealRow | None
    """The deal that it counts as; None where it does not count, or is none."""
    deal: int | None
    """The number of the deal that its chain counts as; None where it counts as none."""
    replaced_by: Entry | None
    """What took its place; None where it stands."""
    replaced_reason: str | None
    accepted_reason: str | None = None
    """Why the table let stand what the rules forbid in it."""


@dataclass(frozen=True, slots=True)
class SessionView:
    """A session to be looked at."""

    line: SessionLine
    title: str
    session: Session
    names: Names
    rows: tuple[DealRow, ...]
    """All, or the one that was asked for."""
    reasons: dict[int, str | None]
    """Of each row, by the id of its entry."""
    history: tuple[HistoryLine, ...] | None
    """Everything that was entered, chain by chain in the order of the table; None where it was not asked for."""
    accepted: Mapping[int, str | None] = field(default_factory=dict)
    """Why the table let stand what the rules forbid, by the id of the entry."""


def format_time(at: datetime) -> str:
    """A time as JSON has it: `2026-11-26T20:14:03Z`."""
    return at.isoformat(timespec="seconds").replace("+00:00", "Z")


def show_time(at: datetime) -> str:
    """A time as a person reads it, in the local time zone: `2026-11-26 21:14:03`."""
    return at.astimezone().strftime("%Y-%m-%d %H:%M:%S")
