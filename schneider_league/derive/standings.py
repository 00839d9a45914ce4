"""The one function that computes a table: who stands where, and what decided it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby

from schneider_league.derive.event import EventState, struck_players
from schneider_league.derive.event_totals import add_up_rounds
from schneider_league.derive.tallies import Tally
from schneider_league.derive.tie_breaks import DEFAULT_ORDER, TIE_BREAKS, TieBreak, Value, evaluate, sort_key
from schneider_league.derive.totals import Totals, add_up


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
    in_rounds: bool = False
    """Whether they are those of an event in rounds."""
    by_places: bool = False
    """Whether the places are those of a knockout: how far somebody came, and not the order, ranks them."""
    struck: tuple[int, ...] = ()
    """Players who left a round-robin before half of it: their results count for nobody's place."""


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
    rows, decisions = _ranked(field, players, order, name_of)
    return Standings(tuple(order), rows, decisions, len(field) - len(players), _rules(counted))


def derive_event_standings(
    state: EventState,
    tallies: Iterable[Tally] = (),
    *,
    order: Sequence[str] = (),
    min_sessions: int = 0,
    name_of: Callable[[int], str] = str,
) -> Standings:
    """The table of an event, whatever its format.

    Args:
        state: The event with its rounds and sessions.
        tallies: Of an open event those of the league, in the order in which they were played; others are passed over.
        order: Names of criteria; empty for the event's own, and where it has none for the default.
        min_sessions: Players with fewer are left out of the table; what others played with them still counts. An open
            event lists nobody without a session.
        name_of: What players of the same rank are sorted by.
    """
    order = tuple(order) or state.settings.order or DEFAULT_ORDER
    if not state.settings.has_rounds:
        own = [tally for tally in tallies if tally.event == state.event]
        return derive_standings(own, order=order, min_sessions=max(min_sessions, 1), name_of=name_of)
    field = add_up_rounds(state)
    players = [player for player, totals in field.items() if totals.sessions >= min_sessions]
    decisions: tuple[Decision, ...] = ()
    if state.settings.format == "knockout":
        rows = _by_places(state, field, players, order, name_of)
    else:
        rows, decisions = _ranked(field, players, order, name_of)
    return Standings(
        order,
        rows,
        decisions,
        len(field) - len(players),
        _rules(tally for each in state.rounds for paired in each.pairings for tally in paired.counted),
        in_rounds=True,
        by_places=state.settings.format == "knockout",
        struck=tuple(sorted(struck_players(state), key=lambda player: (name_of(player), player))),
    )


def knockout_places(state: EventState) -> dict[int, int]:
    """The place of everybody in a knockout: 1, 2, 3 for both who lost a semi-final, 5, 9, …; who is still in has 1."""
    planned = state.planned_rounds or 0
    places = {entrant.player: 1 for entrant in state.entrants}
    for each in state.rounds:
        for paired in each.pairings:
            if paired.is_game and paired.is_over:
                for player in paired.stated.players:
                    if player != paired.winner and player in places:
                        places[player] = 2 ** max(planned - each.number, 0) + 1
    return places


def _ranked(
    field: Mapping[int, Totals], players: Sequence[int], order: Sequence[str], name_of: Callable[[int], str]
) -> tuple[tuple[Standing, ...], tuple[Decision, ...]]:
    """The rows by place, and what decided them."""
    ranking = _Ranking(field, [TIE_BREAKS[name] for name in order])
    groups = ranking.split(sorted(players, key=lambda player: (name_of(player), player)), 0, 1)
    rows: list[Standing] = []
    for group in groups:
        place = len(rows) + 1
        rows += [Standing(place, player, field[player], ranking.values[player]) for player in group]
    return tuple(rows), tuple(sorted(ranking.decisions, key=lambda decision: decision.places[0]))


def _by_places(
    state: EventState,
    field: Mapping[int, Totals],
    players: Sequence[int],
    order: Sequence[str],
    name_of: Callable[[int], str],
) -> tuple[Standing, ...]:
    """The rows of a knockout."""
    places = knockout_places(state)
    memo: dict[tuple[str, int], Value] = {}

    def values(player: int) -> dict[str, Value]:
        # Nobody is tied here, so that direct encounter has no value.
        return {
            name: evaluate(TIE_BREAKS[name], field, [player], memo)[player] if TIE_BREAKS[name].value else None
            for name in order
        }

    ranked = sorted(players, key=lambda player: (places[player], name_of(player), player))
    return tuple(Standing(places[player], player, field[player], values(player)) for player in ranked)


def _rules(counted: Iterable[Tally]) -> tuple[tuple[str, int], ...]:
    rules: dict[str, int] = {}
    for tally in counted:
        rules[tally.rules] = rules.get(tally.rules, 0) + 1
    return tuple(sorted(rules.items(), key=lambda item: (-item[1], item[0])))


class _Ranking:
    """Groups of level players, split by one criterion after the other."""

    def __init__(self, field: Mapping[int, Totals], order: Sequence[TieBreak]) -> None:
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
