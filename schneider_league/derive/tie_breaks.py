"""What standings may be ordered by: each criterion a named pure function with its definition and source.

FIDE stands for the FIDE Handbook, C.07 "Tie-Break Regulations" (https://handbook.fide.com/chapter/C07). Its
formulas are made for events in rounds, where everybody plays each other equally often. Sessions outside of such
events have no rounds and anybody may play anybody any number of times: there each session counts as a game of its
own, in the order in which it was played, and an opponent who was met twice counts twice.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Final, NamedTuple, TypeAlias

from schneider_league.derive.tallies import Tally

Value: TypeAlias = "int | Fraction | float | None"
"""Exact; a float only for infinity. None is below everything: there is nothing to measure by."""


class Game(NamedTuple):
    """One game from one player's side."""

    opponent: int
    halves: int
    """Half points: 2 for a win, 1 for a draw, else 0."""


@dataclass(slots=True)
class Totals:
    """What one player's sessions add up to."""

    won: int = 0
    drawn: int = 0
    lost: int = 0
    byes: int = 0
    deals: int = 0
    game_points_for: int = 0
    game_points_against: int = 0
    units: int = 0
    schneiders: int = 0
    schwarzes: int = 0
    games: list[Game] = field(default_factory=list)
    """In the order in which they were played."""

    @property
    def sessions(self) -> int:
        """How many count."""
        return self.won + self.drawn + self.lost

    @property
    def halves(self) -> int:
        """Points, doubled so that they are whole."""
        return 2 * self.won + self.drawn


Field: TypeAlias = Mapping[int, Totals]
"""All players who have a session that counts, by id."""


def add_up(tallies: Iterable[Tally]) -> dict[int, Totals]:
    """The totals of all players of these sessions, of which those that do not count are passed over.

    `tallies` are in the order in which they were played.
    """
    field: dict[int, Totals] = {}
    for tally in tallies:
        if not tally.is_counted:
            continue
        for side in (0, 1):
            player, opponent = tally.players[side], tally.players[1 - side]
            totals = field.get(player)
            if totals is None:
                totals = field[player] = Totals()
            halves = tally.halves(0 if side == 0 else 1)
            if halves == 2:
                totals.won += 1
            elif halves == 1:
                totals.drawn += 1
            else:
                totals.lost += 1
            totals.deals += tally.deals
            totals.game_points_for += tally.score[side]
            totals.game_points_against += tally.score[1 - side]
            totals.units += tally.units[side]
            totals.schneiders += tally.schneiders[side]
            totals.schwarzes += tally.schwarzes[side]
            totals.games.append(Game(opponent, halves))
    return field


def _half(halves: int) -> Value:
    """Half points as points: whole ones as an int."""
    return halves // 2 if halves % 2 == 0 else Fraction(halves, 2)


def points(field: Field, player: int) -> Value:
    """A win 1, a drawn session ½."""
    return _half(field[player].halves)


# FIDE 6 "Direct encounter": if all the tied participants have met each other, the points from these games.
def direct_encounter(field: Field, tied: Collection[int]) -> dict[int, Value] | None:
    """Points from the sessions that the tied players played with each other; None where two of them never met."""
    halves = dict.fromkeys(tied, 0)
    for player in tied:
        met = set()
        for opponent, gained in field[player].games:
            if opponent in halves:
                met.add(opponent)
                halves[player] += gained
        if len(met) < len(halves) - 1:
            return None
    return {player: _half(gained) for player, gained in halves.items()}


def game_point_difference(field: Field, player: int) -> Value:
    """Game points won less game points lost."""
    return field[player].game_points_for - field[player].game_points_against


def game_point_ratio(field: Field, player: int) -> Value:
    """Game points won for each that was lost; infinite where none was lost, None where there are none at all."""
    won, lost = field[player].game_points_for, field[player].game_points_against
    if lost == 0:
        return math.inf if won else None
    return Fraction(won, lost)


def game_points_won(field: Field, player: int) -> Value:
    """Game points won."""
    return field[player].game_points_for


def sessions_won(field: Field, player: int) -> Value:
    """Sessions won, by forfeit too; a bye is none."""
    return field[player].won


# FIDE 9.1 "Sonneborn-Berger": the points of each opponent times the points scored against them.
def sonneborn_berger(field: Field, player: int) -> Value:
    """The points of all opponents beaten, and half the points of those drawn with."""
    quarters = sum(field[opponent].halves * gained for opponent, gained in field[player].games)
    return quarters // 4 if quarters % 4 == 0 else Fraction(quarters, 4)


# FIDE 8.1 "Buchholz": the sum of the points of each opponent.
def buchholz(field: Field, player: int) -> Value:
    """The points of all opponents."""
    return _half(sum(field[game.opponent].halves for game in field[player].games))


# FIDE 14.1 "Cut-1": the least significant value is left out.
def buchholz_cut_1(field: Field, player: int) -> Value:
    """The points of all opponents but the one who has fewest."""
    opponents = [field[game.opponent].halves for game in field[player].games]
    return _half(sum(opponents) - min(opponents, default=0))


# FIDE 9.2 "Koya": the points against all opponents who have half of the possible points or more.
def koya(field: Field, player: int) -> Value:
    """Points against opponents who won at least half of what they could."""
    games = field[player].games
    return _half(
        sum(gained for opponent, gained in games if field[opponent].halves >= field[opponent].sessions),
    )


# FIDE 7.5 "Sum of progressive scores": the points after each round, added up.
def progressive(field: Field, player: int) -> Value:
    """The points after each session, added up."""
    games = field[player].games
    return _half(sum(game.halves * (len(games) - index) for index, game in enumerate(games)))


def honours(field: Field, player: int) -> Value:
    """Honours captured in deals that were played out; card points where the rules count those."""
    return field[player].units


def schneiders(field: Field, player: int) -> Value:
    """Deals won by a Schneider."""
    return field[player].schneiders


def schwarzes(field: Field, player: int) -> Value:
    """Deals won by a Schwarz."""
    return field[player].schwarzes


def percentage(field: Field, player: int) -> Value:
    """Points for each hundred that could be had; None without a session."""
    totals = field[player]
    return Fraction(50 * totals.halves, totals.sessions) if totals.sessions else None


OURS: Final = "usual in card and sports leagues"


@dataclass(frozen=True, slots=True)
class TieBreak:
    """A criterion."""

    name: str
    """What `--order` calls it."""
    words: str
    """What a sentence calls it."""
    definition: str
    """What it measures, in words that follow its name in brackets; empty where the name says it."""
    source: str
    value: Callable[[Field, int], Value] | None
    """More is better. None for direct encounter, which depends on who is tied."""
    needs_rounds: bool = False
    """Whether it is meant for events in rounds."""
    in_units: bool = False
    """Whether it adds up units, which differ between rulesets."""


TIE_BREAKS: Final = {
    tie_break.name: tie_break
    for tie_break in (
        TieBreak("points", "points", "a win 1, a drawn session ½", OURS, points),
        TieBreak(
            "direct",
            "direct encounter",
            "points against each other, only where all who are tied have met",
            "FIDE C.07, 6",
            None,
        ),
        TieBreak("diff", "game-point difference", "game points won less lost", OURS, game_point_difference),
        TieBreak("ratio", "game-point ratio", "game points won divided by those lost", OURS, game_point_ratio),
        TieBreak("for", "game points won", "", OURS, game_points_won),
        TieBreak("won", "sessions won", "byes aside", "FIDE C.07, 7.1", sessions_won),
        TieBreak(
            "sb",
            "Sonneborn-Berger",
            "points of the opponents beaten, half of those drawn with",
            "FIDE C.07, 9.1",
            sonneborn_berger,
            needs_rounds=True,
        ),
        TieBreak("buchholz", "Buchholz", "points of all opponents", "FIDE C.07, 8.1", buchholz, needs_rounds=True),
        TieBreak(
            "buchholz-cut1",
            "Buchholz cut 1",
            "points of all opponents but the weakest",
            "FIDE C.07, 8.1 and 14.1",
            buchholz_cut_1,
            needs_rounds=True,
        ),
        TieBreak(
            "koya",
            "Koya",
            "points against opponents who won at least half of theirs",
            "FIDE C.07, 9.2",
            koya,
            needs_rounds=True,
        ),
        TieBreak(
            "progressive",
            "progressive score",
            "the points after each session, added up",
            "FIDE C.07, 7.5",
            progressive,
            needs_rounds=True,
        ),
        TieBreak("honours", "honours captured", "in deals played out", OURS, honours, in_units=True),
        TieBreak("schneiders", "deals won by a Schneider", "", OURS, schneiders),
        TieBreak("schwarzes", "deals won by a Schwarz", "", OURS, schwarzes),
        TieBreak("percentage", "percentage", "points of those that were possible", OURS, percentage),
    )
}
"""All of them by name, in the order in which they are listed."""

DEFAULT_ORDER: Final = ("points", "direct", "diff", "for")


def sort_key(value: Value) -> tuple[bool, int | Fraction | float]:
    """What sorts values, the best highest."""
    return (False, 0) if value is None else (True, value)


def evaluate(
    tie_break: TieBreak, field: Field, tied: Sequence[int], memo: dict[tuple[str, int], Value]
) -> dict[int, Value]:
    """The values of a criterion for players who are tied; None for all where it does not apply.

    `memo` keeps values that do not depend on who is tied.
    """
    if tie_break.value is None:
        return direct_encounter(field, tied) or dict.fromkeys(tied)
    values = {}
    for player in tied:
        key = tie_break.name, player
        if key not in memo:
            memo[key] = tie_break.value(field, player)
        values[player] = memo[key]
    return values
