"""What a rating is, whichever system it comes from."""

from __future__ import annotations

from datetime import date
from typing import NamedTuple


class Rating(NamedTuple):
    """A player's rating after all sessions that count; numbers are unrounded."""

    player: int
    rating: float
    deviation: float | None
    """Of systems that have none, None."""
    volatility: float | None
    """Of systems that have none, None."""
    sessions: int
    """Rated ones."""
    provisional: bool
    last_played: date
    """Of the last rated session."""
