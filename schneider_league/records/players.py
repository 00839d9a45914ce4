"""Who plays: what the ledger knows of a player, names apart from everything that is counted."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

PlayerKind = Literal["human", "bot"]
PlayerState = Literal["active", "retired", "anonymised", "removed"]


@dataclass(frozen=True, slots=True)
class Player:
    """A player as the ledger knows them; what was merged into another stays a player of its own here."""

    id: int
    uid: str
    kind: PlayerKind
    name: str
    """As it was entered; of who has no name left, a word and the id."""
    aliases: tuple[str, ...]
    state: PlayerState
    merged_into: int | None
    """The id of the player that this one was merged into directly; None where not merged."""
