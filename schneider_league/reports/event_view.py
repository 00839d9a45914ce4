"""What is shown of an event: values with names, ready to become a report."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from schneider_league.game.score import Pair


@dataclass(frozen=True, slots=True)
class EventHeading:
    """What stands above everything that is shown of an event."""

    id: int
    name: str
    format: str
    rules: str | None
    """None where sessions say it themselves."""
    goes: str | None
    """What its sessions are played to, in words; None where they say it themselves."""
    rounds: int | None
    """How many are planned; None where nobody knows."""
    best_of: int


@dataclass(frozen=True, slots=True)
class PairingLine:
    """One board of a round; numbers are player a's first."""

    round: int
    board: int
    a: str
    """Deals first."""
    number_a: int | None
    """The number in the event; None where it is not known."""
    b: str | None
    """None for a bye or an absence."""
    number_b: int | None
    kind: str
    state: str
    """How far it has got: `unplayed`, `open`, `won`, …; `draft` while the round is not published."""
    winner: str | None
    score: Pair | None
    """Game points; None where nothing was played."""
    wins: Pair
    """Sessions won."""
    loser: str | None
    """Who forfeited: a name, or `both`."""
    sessions: tuple[int, ...]
    table: str | None
    reason: str
    """Why it is so, in words."""
    by_hand: bool
    is_playing: bool = False
    """Whether one of its sessions is open; a best of three is not between two of them."""


@dataclass(frozen=True, slots=True)
class RoundView:
    """A round, published or a draft."""

    event: EventHeading
    number: int
    lines: tuple[PairingLine, ...]
    is_draft: bool
    is_closed: bool
    notes: tuple[str, ...]
    """What stands below it, as sentences."""


@dataclass(frozen=True, slots=True)
class RoundsView:
    """All published rounds."""

    event: EventHeading
    lines: tuple[PairingLine, ...]
    notes: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class EntrantLine:
    """Somebody in an event."""

    number: int
    player: str
    rating: float | None
    """What numbers them until the first round is published; None of whom has none, and from then on."""
    state: str
    """`active`, `withdrawn`, or `struck`."""
    first_round: int
    withdrawn_from: int | None
    absent: tuple[int, ...]
    points: float
    opponents: int
    """Games that have a result."""


@dataclass(frozen=True, slots=True)
class CrossCell:
    """What one player did in one round, or against one opponent."""

    round: int
    opponent: str | None
    opponent_number: int | None
    result: str
    """`won`, `drawn`, `lost`, `forfeit-won`, `forfeit-lost`, `bye`, `absent`, `open`, `unplayed`."""
    points: float | None
    """None while it is not over."""
    score: Pair | None
    """Game points, the player's first."""
    deals_first: bool


@dataclass(frozen=True, slots=True)
class CrossRow:
    """One player's line of a crosstable."""

    rank: int | None
    """None of somebody whose results are struck."""
    number: int
    player: str
    cells: tuple[CrossCell, ...]
    points: float
    values: tuple[tuple[str, str, float | int | None], ...]
    """Criteria below points: name, as shown, as JSON has it."""


@dataclass(frozen=True, slots=True)
class CrosstableView:
    """Everybody against everybody, or round by round."""

    event: EventHeading
    by_opponent: bool
    """Whether the columns are opponents (round-robins), not rounds."""
    rows: tuple[CrossRow, ...]
    """By rank."""
    rounds: int
    """Published ones."""
    notes: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Slip:
    """A blank score slip for one board."""

    event: str
    round: int
    board: int
    table: str | None
    first_dealer: str
    other: str
    goes: str | None
    """What the session is played to; None where nobody said."""
    rules: str | None
    best_of: int


@dataclass(frozen=True, slots=True)
class EventHistoryLine:
    """One entry of an event's history."""

    entry: int
    at: datetime
    words: str
    reason: str | None
    counts: bool
    """Whether it stands; not where it was taken back."""


@dataclass(frozen=True, slots=True)
class EventHistory:
    """All that was entered of an event."""

    event: EventHeading
    lines: Sequence[EventHistoryLine]
