"""A score as it is typed at the table: `14-6`, `14:6`, `14–6`, `14 6`, or the first number alone."""

from __future__ import annotations

import re
from typing import Final

from schneider_league.game.ruleset import Counts, Ruleset
from schneider_league.game.score import Pair, possible_scores

# A hyphen, the other dashes that keyboards and spreadsheets write, a colon; or nothing but blanks.
_SCORE: Final = re.compile(r"\s*([0-9]{1,6})(?:(?:\s*[-:‐‑‒–—−]\s*|\s+)([0-9]{1,6}))?\s*")

TypedScore = tuple[int, int | None]
"""The numbers as they were typed; the second is None where only one was."""


def parse_score(text: str) -> TypedScore | None:
    """The one or two numbers; None if it is not written so."""
    match = _SCORE.fullmatch(text)
    if match is None:
        return None
    return int(match[1]), int(match[2]) if match[2] is not None else None


def complete_score(ruleset: Ruleset, typed: TypedScore) -> Pair | None:
    """Both numbers; None where the second was left out and the first does not tell it.

    It does where no marriages add to what is captured, and there are as many units.
    """
    first, second = typed
    if second is not None:
        return first, second
    if any(ruleset.marriage) or first > ruleset.total:
        return None
    return first, ruleset.total - first


def unit_words(ruleset: Ruleset) -> str:
    """What is counted: `honours` or `card points`."""
    return "card points" if ruleset.counts is Counts.POINTS else "honours"


def possible_totals(ruleset: Ruleset) -> list[int]:
    """The sums that both sides' units can come to, marriages included, from low to high."""
    return sorted({a + b for a, b in possible_scores(ruleset)})


def why_impossible(ruleset: Ruleset, typed: TypedScore) -> tuple[str, str] | None:
    """Why this is no score of a deal, and what would be possible, in words; None where it is one."""
    first, second = typed
    units, total = unit_words(ruleset), ruleset.total
    totals = possible_totals(ruleset)
    if second is None and any(ruleset.marriage):
        listed = ", ".join(map(str, totals))
        reason = f"{first} alone does not say how much the other took, since marriages count"
        return reason, f"give both numbers; together they are {listed}"
    if second is None and first > total:
        return f"{first} is more than there is: a deal of {ruleset.name} has {total} {units}", _range_words(ruleset)
    pair = complete_score(ruleset, typed)
    assert pair is not None
    if pair in possible_scores(ruleset):
        return None
    a, b = pair
    if a + b not in totals:
        if len(totals) == 1:
            reason = f"{a} and {b} are {a + b}, but a deal of {ruleset.name} has {total} {units}"
        else:
            reason = f"{a} and {b} are {a + b}, but the {units} of a deal of {ruleset.name} are {_listed(totals)}"
        return reason, _near_words(ruleset, pair)
    return f"no side can take {_odd_one(ruleset, pair)} of {a + b} {units}", _near_words(ruleset, pair)


def _odd_one(ruleset: Ruleset, pair: Pair) -> int:
    """The number that cannot occur: the smaller one, which few cards have to make up."""
    return min(pair)


def _range_words(ruleset: Ruleset) -> str:
    top, units = ruleset.total, unit_words(ruleset)
    return f"possible is {top}-0 to 0-{top}, in {units}"


def _near_words(ruleset: Ruleset, pair: Pair) -> str:
    """The scores that may have been meant: with one of the numbers, else the nearest."""
    possible = possible_scores(ruleset)
    a, b = pair
    with_first = sorted((score for score in possible if score[0] == a), key=lambda score: abs(score[1] - b))
    with_second = sorted((score for score in possible if score[1] == b), key=lambda score: abs(score[0] - a))
    near = [*with_first[:2], *with_second[:2]]
    if not near and a + b not in possible_totals(ruleset):
        return f"both numbers together make {_listed(possible_totals(ruleset))}"
    if not near:
        by_distance = sorted(possible, key=lambda score: (abs(score[0] - a) + abs(score[1] - b), score))
        near = by_distance[:2]
    return f"possible would be {_listed([f'{x}-{y}' for x, y in dict.fromkeys(near)], 'or')}"


def _listed(items: list[int] | list[str], word: str = "or") -> str:
    *first, last = map(str, items)
    return f"{', '.join(first)} {word} {last}" if first else last
