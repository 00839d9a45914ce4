"""What decided a table, in words."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from itertools import pairwise

from schneider_league.derive.standings import Decision, Standings
from schneider_league.derive.tie_breaks import TIE_BREAKS, Value
from schneider_league.reports.model import Json
from schneider_league.reports.numbers import json_number, listed, show_exact, show_signed

_MOST = 8  # groups of level players that are told of one by one
_Name = Callable[[int], str]


def order_words(order: Sequence[str]) -> str:
    """The criteria with what they measure, in one sentence."""
    words = [
        f"{TIE_BREAKS[name].words} ({TIE_BREAKS[name].definition})"
        if TIE_BREAKS[name].definition
        else TIE_BREAKS[name].words
        for name in order
    ]
    return f"Order: {', then '.join(words)}. Who is level in all of it shares a place."


def ranking_words(standings: Standings) -> str:
    """What ranks the players of a table, in words; in a knockout no criterion does."""
    if standings.by_places:
        return "Order: how far somebody came in the bracket. Who lost in the same round shares a place."
    return order_words(standings.order)


def show_criterion(name: str, value: Value) -> str:
    """A value as a person reads it."""
    if name in ("diff", "honours-diff"):
        return show_signed(value)
    if name == "percentage" and value is not None:
        return f"{float(value):.1f} %"
    return show_exact(value)


def deciding_lines(standings: Standings, name_of: _Name) -> list[str]:
    """For each group whom the first criterion left level, what decided their places."""
    groups = _groups(standings)
    lines = [_group_words(standings, group, name_of) for group in groups[:_MOST]]
    if len(groups) > _MOST:
        lines.append(f"{len(groups) - _MOST} more groups of level players; --explain tells of all.")
    return lines


def explanation_lines(standings: Standings, name_of: _Name) -> Iterator[str]:
    """Each decision with the values that it was made by."""
    for decision in standings.decisions:
        words = TIE_BREAKS[decision.criterion].words
        where = f"{_places(decision.places)} by {words}{', anew among them' if decision.again else ''}:"
        if not decision.applies and decision.criterion == "direct":
            names = listed([name_of(player) for player, _value in decision.values])
            yield f"{where} it does not apply, since not all of {names} have met."
            continue
        values = [f"{name_of(player)} {show_criterion(decision.criterion, value)}" for player, value in decision.values]
        yield f"{where} {'; '.join(values)}{'' if decision.separates else ': level'}."


def decisions_json(standings: Standings, name_of: _Name) -> list[Json]:
    """All decisions, as `--explain --json` has them after the rows."""
    return [
        {
            "criterion": decision.criterion,
            "places": list(decision.places),
            "again": decision.again,
            "applies": decision.applies,
            "values": [{"player": name_of(player), "value": json_number(value)} for player, value in decision.values],
        }
        for decision in standings.decisions
    ]


def _groups(standings: Standings) -> list[list[Decision]]:
    """The decisions about each group whom the first criterion left level, groups by place."""
    groups: list[list[Decision]] = []
    for decision in standings.decisions:
        if not groups or decision.places[0] > groups[-1][0].places[1]:
            groups.append([])
        groups[-1].append(decision)
    return groups


def _group_words(standings: Standings, group: Sequence[Decision], name_of: _Name) -> str:
    first, last = group[0].places
    shared = [rows for rows in _shared(standings, first, last) if len(rows) > 1]
    # In the order of the criteria, whatever the order in which the group fell apart.
    separating = {decision.criterion for decision in group if decision.separates}
    deciders = [name for name in standings.order if name in separating]
    level = TIE_BREAKS[standings.order[0]].words
    if deciders:
        told = f"{_places((first, last))}, level on {level}: decided by " + listed(
            [TIE_BREAKS[name].words for name in deciders], "and then"
        )
    else:
        told = f"{_places((first, last))}, level on {level}: nothing decided"
    if any(not decision.applies for decision in group if decision.criterion == "direct"):
        told += "; direct encounter did not apply where not all had met"
    for players in shared:
        told += f"; {listed([name_of(player) for player in players])} are level in everything"
    return told + "."


def _shared(standings: Standings, first: int, last: int) -> Iterator[list[int]]:
    """The players of each place from `first` to `last`."""
    rows = [row for row in standings.rows if first <= row.rank <= last]
    starts = [0, *(index for index, (a, b) in enumerate(pairwise(rows), 1) if a.rank != b.rank), len(rows)]
    for start, end in pairwise(starts):
        yield [row.player for row in rows[start:end]]


def _places(places: tuple[int, int]) -> str:
    first, last = places
    return f"Places {first} and {last}" if last == first + 1 else f"Places {first} to {last}"
