"""Sessions as a file states them, before they are compared with what the ledger holds."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from datetime import date
from typing import Final, NamedTuple

from schneider_league.errors import Code, Problem
from schneider_league.game.ruleset import Ruleset
from schneider_league.records.claims import SessionFormat
from schneider_league.records.ledger import Content, Side

# What the table may let stand; never a wrong claim, or what cannot be read.
ACCEPTABLE: Final = (
    Code.WRONG_DEALER,
    Code.MUST_FOLLOW,
    Code.MUST_WIN,
    Code.MUST_TRUMP,
    Code.BAD_EXCHANGE,
    Code.BAD_MARRIAGE,
    Code.AFTER_END,
)
"""Codes of the irregularities that can be stored all the same, marked and with a reason."""


class StatedDeal(NamedTuple):
    """One dealt hand; sides are those of its session."""

    line: int
    """Where it stands in its file."""
    content: Content
    problems: tuple[Problem, ...] = ()
    """What checking the record found; of a row of a sheet nothing, since that depends on the ledger."""


@dataclass(slots=True)
class StatedSession:
    """A session in one file. Its deals stand in the order of the file, misdeals and ties included."""

    file: int
    """The index of its file among those of the command."""
    line: int
    """Where it begins."""
    played_on: date
    name: str
    players: tuple[str, str]
    """As written; a and b."""
    ruleset: Ruleset
    format: SessionFormat
    target: int | None
    """Game points; None for formats other than first-to."""
    event: str | None = None
    table: str | None = None
    deals: list[StatedDeal] = field(default_factory=list)
    is_whole: bool = True
    """Whether all of it could be read; else the deals cannot be checked one after the other."""

    @property
    def keys(self) -> tuple[str, str]:
        """What makes two sessions the same: the key, and that of the session with the players turned round."""
        a, b = self.players
        return derive_source_key(self.played_on, self.name, (a, b)), derive_source_key(
            self.played_on, self.name, (b, a)
        )


# cli.md: (date, session name, the two names as written) is what makes two sessions the same. A digest, since
# names have to be able to vanish, and the sheet that they came from stays known; which name is a's has to stay
# known, too.
def derive_source_key(played_on: date, name: str, players: Sequence[str]) -> str:
    """The key of a session by what a file says of it."""
    stated = [played_on.isoformat(), name, *players]
    return hashlib.sha256(json.dumps(stated).encode()).hexdigest()


def other(side: Side) -> Side:
    """The other player."""
    return 0 if side else 1


def turned(content: Content) -> Content:
    """The same content with a and b changed round."""
    score = content.score
    return replace(
        content,
        dealer=None if content.dealer is None else other(content.dealer),
        score=None if score is None else (score[1], score[0]),
    )
