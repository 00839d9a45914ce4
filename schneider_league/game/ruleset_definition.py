"""A ruleset as the text that is stored with what was played by it, so that a file changed later changes no history."""

from __future__ import annotations

import json
from functools import lru_cache
from typing import Any

from schneider_league.game.ruleset import Beats, Counts, Follow, Ruleset, Schwarz, SecondHalf, Trump

_SHAPES: dict[str, Any] = {
    "beats": Beats,
    "follow": Follow,
    "second_half": SecondHalf,
    "trump": Trump,
    "counts": Counts,
    "schwarz": Schwarz,
}
_FIELDS = (
    "name",
    "title",
    "extends",
    "lowest_rank",
    "beats",
    "follow",
    "second_half",
    "trump",
    "exchange",
    "marriage",
    "counts",
    "honours",
    "card_points",
    "last_trick",
    "win_at",
    "schneider_at",
    "schwarz",
    "awards",
    "target",
)


def format_definition(ruleset: Ruleset) -> str:
    """All fields as canonical JSON."""
    return _canonical({name: getattr(ruleset, name) for name in _FIELDS})


@lru_cache(maxsize=256)
def parse_definition(text: str) -> Ruleset:
    """The ruleset that `format_definition` wrote."""
    stated = json.loads(text)
    for name, value in stated.items():
        if isinstance(value, list):
            stated[name] = tuple(value)
        elif name in _SHAPES:
            stated[name] = _SHAPES[name](value)
    return Ruleset(**stated)


@lru_cache(maxsize=256)
def digest_of(ruleset: Ruleset) -> str:
    """What tells definitions apart: 64 hexadecimal digits."""
    stated = {name: getattr(ruleset, name) for name in _FIELDS}
    if ruleset.extends is None:
        del stated["title"]  # ours, and may be put into better words
    from hashlib import sha256  # takes its time, and is not needed to read

    return sha256(_canonical(stated).encode()).hexdigest()


def _canonical(stated: dict[str, Any]) -> str:
    return json.dumps(stated, ensure_ascii=False, sort_keys=True, separators=(",", ":"))
