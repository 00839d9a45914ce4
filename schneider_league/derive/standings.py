"""The one function that computes a table: who stands where, and what decided it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from itertools import groupby

from schneider_league.derive.tallies import Tally
from schneider_league.derive.tie_breaks import (
    DEFAULT_ORDER,
    TIE_BREAKS,
    TieBreak,
    Totals,
    Value,
    add_up,
    evaluate,
    sort_key,
)


@dataclass(frozen=True, slots=True)
class Standing:
    """One player's place."""

    rank: int
    """From 1; level players share the best of their places, and the next place is skipped."""
    player: int
    totals: Totals
    values: dict[str, Value]
    """The value of each criterion of the order by its name; of direct encounter None where it was not applied."""


@dataclass(frozen=True, slots=True)
class Decision:
    """What came of players who were level until a criterion was looked at."""

    criterion: str
    """Its name."""
    places: tuple[int, int]
    """The first and the last of the places that they compete for."""
    values: tuple[tuple[int, Value], ...]
    """Player and value, the best first; level players in the order of the table."""
    applies: bool
    """Whether the criterion has values here at all; direct encounter has none where two never met."""
    again: bool
    """Whether direct encounter is looked at once more among those whom it left level."""

    @property
    def separates(self) -> bool:
        """Whether it told any of them apart."""
        return any(value != self.values[0][1] for _player, value in self.values)


@dataclass(frozen=True, slots=True)
class Standings:
    """A table, and how it came about."""

    order: tuple[str, ...]
    rows: tuple[Standing, ...]
    decisions: tuple[Decision, ...]
    """Of all players who were level at some point, those of the better places first; the first criterion, which
    all players face, is not among them."""
    left_out: int
    """Players with fewer sessions than asked for."""
    rules: tuple[tuple[str, int], ...]
    """Rulesets and how many of the sessions were played by them, the most first."""


def derive_standings(
    tallies: Iterable[Tally],
    *,
    order: Sequence[str] = DEFAULT_ORDER,
    min_sessions: int = 1,
    name_of: Callable[[int], str] = str,
) -> Standings:
    """The table of these sessions, of which those that do not count are passed over.

    Args:
        tallies: In the order in which they were played.
        order: Names of criteria, the most important first.
        min_sessions: Players with fewer are left out of the table; what others played with them still counts.
        name_of: What players of the same rank are sorted by.
    """
    counted = [tally for tally in tallies if tally.is_counted]
    field = add_up(counted)
    players = [player for player, totals in field.items() if totals.sessions >= min_sessions]
    players.sort(key=lambda player: (name_of(player), player))
    ranking = _Ranking(field, [TIE_BREAKS[name] for name in order])
    groups = ranking.split(players, 0, 1)
    rows = []
    place = 1
    for group in groups:
        rows += [Standing(place, player, field[player], ranking.values[player]) for player in group]
        place += len(group)
    rules: dict[str, int] = {}
    for tally in counted:
        rules[tally.rules] = rules.get(tally.rules, 0) + 1
    return Standings(
        tuple(order),
        tuple(rows),
        tuple(sorted(ranking.decisions, key=lambda decision: decision.places[0])),
        len(field) - len(players),
        tuple(sorted(rules.items(), key=lambda item: (-item[1], item[0]))),
    )


class _Ranking:
    """Groups of level players, split by one criterion after the other."""

    def __init__(self, field: dict[int, Totals], order: Sequence[TieBreak]) -> None:
        self.field = field
        self.order = order
        self.memo: dict[tuple[str, int], Value] = {}
        self.decisions: list[Decision] = []
        self.values: dict[int, dict[str, Value]] = {}

    def split(self, players: Sequence[int], index: int, place: int, *, again: bool = False) -> list[list[int]]:
        """The players in groups that no criterion from `index` on tells apart, the best first.

        `place` is the first that they compete for.
        """
        if not players:
            return []
        if index == len(self.order):
            return [list(players)]
        criterion = self.order[index]
        is_alone = len(players) == 1
        values = evaluate(criterion, self.field, players, self.memo)
        if is_alone and criterion.value is None:
            values = {players[0]: None}
        if not again:  # the value shown is that among all who were level first
            for player in players:
                self.values.setdefault(player, {})[criterion.name] = values[player]
        ranked = sorted(players, key=lambda player: sort_key(values[player]), reverse=True)
        groups = [list(group) for _key, group in groupby(ranked, key=lambda player: sort_key(values[player]))]
        if index > 0 and not is_alone:
            self._note(criterion, values, ranked, place, again)
        found: list[list[int]] = []
        for group in groups:
            # FIDE C.07, 6: among those whom direct encounter leaves level it is applied anew, to them alone.
            once_more = criterion.value is None and len(groups) > 1 and len(group) > 1
            found += self.split(group, index if once_more else index + 1, place, again=once_more)
            place += len(group)
        return found

    def _note(
        self, criterion: TieBreak, values: dict[int, Value], ranked: Sequence[int], place: int, again: bool
    ) -> None:
        self.decisions.append(
            Decision(
                criterion.name,
                (place, place + len(ranked) - 1),
                tuple((player, values[player]) for player in ranked),
                any(value is not None for value in values.values()),
                again,
            )
        )
