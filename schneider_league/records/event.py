"""What is recorded of an event: entries that are only ever appended, like those of a session.

An entry is taken back by a later one that names it (`UNDO`), which can be taken back in turn. Results are not among
them: those come from the sessions that were started for a pairing, and only a forfeit that nobody played for is stated
here. What all of it comes to is `derive/event.py`'s.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum
from typing import Final, Literal, get_args

from schneider_league.records.claims import SessionFormat

EventFormat = Literal["open", "round-robin", "double-round-robin", "swiss", "knockout"]
"""`open` is a league or an evening without rounds; the others are played in rounds."""

EVENT_FORMATS: Final[tuple[EventFormat, ...]] = get_args(EventFormat)

SeedBy = Literal["rating", "entry"]
"""What numbers the entrants: their rating when the first round is paired, or the order in which they entered."""

Loser = Literal["a", "b", "both"]
"""Who forfeits a pairing: its first-named player, the other, or both."""


class EventEntryKind(StrEnum):
    """What an entry states."""

    SETTINGS = "settings"
    """How the event is played; the last one counts."""
    ENTER = "enter"
    """Players, in the order in which they enter. Who had withdrawn is back."""
    WITHDRAW = "withdraw"
    """Players who play no round from `round` on."""
    ABSENT = "absent"
    """Players who miss `round`."""
    BYE = "bye"
    """Players to whom the director gives a bye in `round`."""
    DRAFT = "draft"
    """Pairings of `round` that were shown, but are not those of the round yet."""
    PAIR = "pair"
    """The published pairings of `round`; `players` are all entrants by number, as they were when it was paired."""
    UNPAIR = "unpair"
    """That the pairings of `round` do not count."""
    FORFEIT = "forfeit"
    """That a pairing (`round`, `board`) was lost without play by `loser`."""
    CLOSE = "close"
    """That the time for `round` is up."""
    FINISH = "finish"
    """That nothing more is to come; the table is final."""
    UNDO = "undo"
    """That the entry `undoes` does not count."""


class PairingKind(StrEnum):
    """What a line of a round is."""

    GAME = "game"
    """Two players meet."""
    PAIRING_BYE = "pairing-bye"
    """The one who is left over where the number is odd, be it by the director's choice."""
    ASKED_BYE = "asked-bye"
    """A bye given by hand although the number of players did not need one."""
    ABSENCE = "absence"
    """Somebody who is in the event but misses the round."""

    @property
    def is_bye(self) -> bool:
        """Whether it is a bye of either kind."""
        return self in (PairingKind.PAIRING_BYE, PairingKind.ASKED_BYE)


@dataclass(frozen=True, slots=True)
class FinalsOf:
    """That an event is played by the best of another."""

    event: int
    """Its id."""
    top: int
    """How many of its table."""


@dataclass(frozen=True, slots=True)
class Settings:
    """How an event is played."""

    name: str
    format: EventFormat
    rules: str | None = None
    """The ruleset's canonical name; None where each session says its own."""
    session_format: SessionFormat | None = None
    """None where each session says its own."""
    target: int | None = None
    """Game points of a `first-to` session; None for the ruleset's own, and for other formats."""
    rounds: int | None = None
    """How many are announced; None where the format tells (round-robins, knockout) or nobody did (Swiss)."""
    best_of: Literal[1, 3] = 1
    """Sessions a pairing; 3 in a knockout only: who first wins two has won."""
    seed_by: SeedBy = "rating"
    order: tuple[str, ...] = ()
    """Criteria of the table (`derive/tie_breaks.py`); empty for the format's own."""
    finals_of: FinalsOf | None = None

    @property
    def has_rounds(self) -> bool:
        """Whether it is played in rounds."""
        return self.format != "open"


@dataclass(frozen=True, slots=True)
class StatedPairing:
    """One line of a round."""

    board: int
    """From 1 within its round, byes and absences behind the games."""
    a: int
    """Player id; deals first, in a best of three in the first and the third session."""
    b: int | None
    """Player id; None for a bye or an absence."""
    kind: PairingKind = PairingKind.GAME
    reason: str = ""
    """Why it is so, in words without names: for the director, not for the rules."""
    by_hand: bool = False
    """Whether the director chose it."""
    id: int | None = None
    """What sessions name (`SessionStart.pairing`); None before it is stored, and in drafts."""

    @property
    def players(self) -> tuple[int, ...]:
        """One or two."""
        return (self.a,) if self.b is None else (self.a, self.b)

    def opponent_of(self, player: int) -> int | None:
        """The other player; None for a bye or an absence.

        Raises:
            ValueError: the player is not in this pairing; a bug of the caller.
        """
        if player not in self.players:
            raise ValueError(f"{player} is not in {self.players}")
        return self.b if player == self.a else self.a


@dataclass(frozen=True, slots=True)
class EventEntry:
    """An entry of an event's history; which fields count depends on its kind."""

    id: int
    uid: str
    event: int
    seq: int
    """From 1 within its event."""
    kind: EventEntryKind
    at: datetime
    """When it was recorded, UTC."""
    came: datetime
    """When it came into this league, UTC."""
    batch: int | None = None
    """The import that it came with."""
    reason: str | None = None
    """The director's, free text."""
    settings: Settings | None = None
    players: tuple[int, ...] = ()
    """Ids as they were entered; merges are resolved when they are read."""
    round: int | None = None
    """From 1."""
    pairings: tuple[StatedPairing, ...] = ()
    """Of DRAFT and PAIR, by board."""
    board: int | None = None
    """Of a FORFEIT."""
    loser: Loser | None = None
    """Of a FORFEIT."""
    undoes: int | None = None
    """Of an UNDO the seq of the entry that does not count."""


def effective_event_entries(entries: Sequence[EventEntry]) -> list[EventEntry]:
    """The entries that count, UNDOs themselves left out; `entries` are those of one event by seq."""
    undone: set[int] = set()
    counted: list[EventEntry] = []
    # From the last to the first, since what takes back is itself taken back only by what stands behind it.
    for entry in reversed(entries):
        if entry.seq in undone:
            continue
        if entry.kind is EventEntryKind.UNDO:
            if entry.undoes is not None:
                undone.add(entry.undoes)
        else:
            counted.append(entry)
    counted.reverse()
    return counted
