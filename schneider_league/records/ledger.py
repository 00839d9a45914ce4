"""What the ledger holds of a session: entries that are only ever appended.

Nothing is erased or changed. What replaces an entry names it; the last of such a chain counts, and a chain that
ends in a `VOID` counts for nothing. Undoing and redoing append, too.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date, datetime
from enum import StrEnum
from typing import Literal

from schneider_league.game.score import Pair
from schneider_league.records.claims import SessionFormat

Side = Literal[0, 1]
"""0 is the player who was named first when the session was started, `a`; 1 the other, `b`."""


class EntryKind(StrEnum):
    """What an entry states."""

    START = "start"
    DEAL = "deal"
    MISDEAL = "misdeal"
    RESULT = "result"
    """The end of a session of which only that is known, in game points."""
    END = "end"
    VOID = "void"
    """That what it replaces does not count."""


class Ending(StrEnum):
    """How a session ended other than by its score."""

    CLOSE = "close"
    ABANDON = "abandon"
    FORFEIT = "forfeit"


@dataclass(frozen=True, slots=True)
class SessionStart:
    """Who plays what, when and where."""

    players: tuple[int, int]
    """Ids of a and b as they were entered; merges are resolved when they are read."""
    rules: str
    """The ruleset's canonical name."""
    digest: str
    """Of the ruleset's definition, so that a house rule changed later does not rewrite history."""
    format: SessionFormat
    target: int | None
    """Game points; None for formats other than first-to."""
    played_on: date
    """A day given by the club, not a timestamp's."""
    first_dealer: Side | None
    """None only for whole results."""
    event: int | None = None
    table: str | None = None
    pairing: int | None = None
    """The pairing of the event (`StatedPairing.id`) that it was started for."""
    must_decide: bool = False
    """Whether it goes on while it is level, as in a knockout: behind the last of its deals, or behind its closing."""


@dataclass(frozen=True, slots=True)
class Content:
    """What an entry states; which fields count depends on its kind."""

    kind: EntryKind
    dealer: Side | None = None
    """Who dealt: of a deal or misdeal."""
    dealer_stated: bool = False
    """Whether somebody said so, and it was not only proposed by the rules."""
    score: Pair | None = None
    """a's first: units of a deal, game points of a whole result."""
    all_tricks: bool = False
    """Whether the winner took every trick, where the units do not tell (`three-wins`)."""
    ending: Ending | None = None
    loser: Literal["a", "b", "both"] | None = None
    """Of a forfeit."""
    note: str | None = None
    """Of a misdeal the reason; free text."""
    accepted: tuple[str, ...] = ()
    """Codes of irregularities that the table let stand."""
    start: SessionStart | None = None
    plays: str | None = None
    """The canonical deal record as JSON (`records/jsonl.py`), where the plays are known."""


VOID = Content(EntryKind.VOID)


@dataclass(frozen=True, slots=True)
class Entry:
    """A content, and its place in the ledger."""

    id: int
    uid: str
    session: int
    seq: int
    """From 1 within its session."""
    action: int
    """The seq of the first entry of the action that it belongs to: one command is one action."""
    root: int
    """The seq of the first entry of its chain: its own where it replaces none."""
    replaces: int | None
    """The id of the entry that it replaces."""
    after: int | None
    """For an inserted deal the root behind which it stands, 0 for before the first; else None."""
    undoes: int | None
    """The action that it takes back."""
    redoes: int | None
    """The action (an undoing one) that it takes back."""
    batch: int | None
    """The import that it came with."""
    at: datetime
    """When it was recorded, UTC."""
    came: datetime
    """When it came into this league, UTC."""
    reason: str | None
    content: Content
