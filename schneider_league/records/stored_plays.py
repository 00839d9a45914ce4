"""Deal records as the ledger keeps them with a deal: whether two are the same, and back to records."""

from __future__ import annotations

import json
from typing import Any

from schneider_league.records.model import CARD_TAGS


def are_same_plays(one: str, other: str) -> bool:
    """Whether two stored records have the same cards: names and remarks in them may have been replaced."""
    return one == other or _cards(one) == _cards(other)


def _cards(stored: str) -> tuple[Any, ...]:
    record = json.loads(stored)
    tags = record["tags"] if isinstance(record["tags"], dict) else dict(record["tags"])
    moves = [
        (move.get("number"), move["lead"], move.get("response"), move.get("after"), move.get("lead_after"))
        for move in record.get("moves", ())
    ]
    return [tags.get(name) for name in CARD_TAGS], moves, record.get("opening")
