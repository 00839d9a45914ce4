"""`bot list`: which bots there are to be named."""

from __future__ import annotations

from schneider_league.bots.registry import KnownBot
from schneider_league.bots.registry import list_bots as list_known


def list_bots() -> list[KnownBot]:
    """The built-in bots, the weakest first, then those that are installed."""
    return list_known()
