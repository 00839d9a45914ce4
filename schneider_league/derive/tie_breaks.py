"""What standings may be ordered by: each criterion a named pure function with its definition and source.

FIDE stands for the FIDE Handbook, C.07 "Play-Off and Tie-Break Regulations", in force from 1 March 2026
(https://handbook.fide.com/chapter/C07). Its formulas are made for events in rounds. Sessions outside of such events
have no rounds and anybody may play anybody any number of times: there each session counts as a game of its own, in the
order in which it was played, and an opponent who was met twice counts twice.

docs/tie-breaks.md has a section with an example for each.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Final, NamedTuple, TypeAlias

from schneider_league.derive.totals import Field, GameKind

Value: TypeAlias = "int | Fraction | float | None"
"""Exact; a float only for infinity. None is below everything: there is nothing to measure by."""


def _half(halves: int) -> Value:
    """Half points as points: whole ones as an int."""
    return halves // 2 if halves % 2 == 0 else Fraction(halves, 2)


class Contribution(NamedTuple):
    """What a round adds to the tie-breaks that go by the opponents."""

    opponent: int
    """Half points of the opponent, or of the dummy who stands in for one."""
    gained: int
    """Half points that the player had in that round."""
    is_voluntary: bool


# FIDE 16.4: an unplayed round counts as if it had been played, with the result that was given, against a dummy who has
# as many points as the player; but after a forfeit no more than the scheduled opponent counts (16.4.1), and else no
# more than a draw in each round (16.4.2).
def contributions(field: Field, player: int) -> list[Contribution]:
    """What the rounds of a player add to Buchholz and Sonneborn-Berger."""
    totals = field[player]
    own, found = totals.halves, []
    for game in totals.games:
        if game.opponent is None:
            score = min(own, totals.rounds)
        else:
            score = field[game.opponent].halves_for_opponents
            if game.kind is GameKind.FORFEIT:
                score = min(own, score)
        found.append(Contribution(score, game.halves, game.is_voluntary))
    return found


def points(field: Field, player: int) -> Value:
    """A win 1, a drawn session ½."""
    return _half(field[player].halves)


# FIDE 6 "Direct encounter": if all the tied participants have met each other, the points from these games. What was
# not played does not count as having met; in a round-robin a forfeit does (15.2).
def direct_encounter(field: Field, tied: Collection[int]) -> dict[int, Value] | None:
    """Points from the sessions that the tied players played with each other; None where two of them never met."""
    halves = dict.fromkeys(tied, 0)
    for player in tied:
        met = set()
        for game in field[player].games:
            if game.opponent in halves and game.kind is GameKind.PLAYED:
                met.add(game.opponent)
                halves[player] += game.halves
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
    quarters = sum(each.opponent * each.gained for each in contributions(field, player))
    return quarters // 4 if quarters % 4 == 0 else Fraction(quarters, 4)


def _cut(found: Sequence[Contribution], lowest: int, highest: int = 0) -> Value:
    """The points of the opponents, without so many of the lowest and then so many of the highest."""
    # FIDE 16.5: before all others the lowest of the voluntary unplayed rounds are cut.
    kept = sorted(found, key=lambda each: (not each.is_voluntary, each.opponent))[lowest:]
    kept.sort(key=lambda each: each.opponent)
    return _half(sum(each.opponent for each in kept[: max(len(kept) - highest, 0)]))


# FIDE 8.1 "Buchholz": the sum of the points of each opponent.
def buchholz(field: Field, player: int) -> Value:
    """The points of all opponents."""
    return _half(sum(each.opponent for each in contributions(field, player)))


# FIDE 14.1 "Cut-1": the least significant value is left out.
def buchholz_cut_1(field: Field, player: int) -> Value:
    """The points of all opponents but the one who has fewest."""
    return _cut(contributions(field, player), 1)


# FIDE 14.2 "Cut-2": the two least significant values are left out.
def buchholz_cut_2(field: Field, player: int) -> Value:
    """The points of all opponents but the two who have fewest."""
    return _cut(contributions(field, player), 2)


# FIDE 14.3 "Median-1": the least and the most significant value are left out.
def buchholz_median(field: Field, player: int) -> Value:
    """The points of all opponents but the one who has fewest and the one who has most."""
    return _cut(contributions(field, player), 1, 1)


# FIDE 9.2 "Koya": the points against all opponents who have half of the possible points or more.
def koya(field: Field, player: int) -> Value:
    """Points against opponents who won at least half of what they could."""
    gained = 0
    for game in field[player].games:
        if game.opponent is not None and game.kind is GameKind.PLAYED:
            opponent = field[game.opponent]
            if opponent.halves >= opponent.possible:
                gained += game.halves
    return _half(gained)


# FIDE 7.5 "Sum of progressive scores": the points after each round, added up.
def progressive(field: Field, player: int) -> Value:
    """The points after each session, added up."""
    games = field[player].games
    return _half(sum(game.halves * (len(games) - index) for index, game in enumerate(games)))


def honours(field: Field, player: int) -> Value:
    """Honours captured in deals that were played out; card points where the rules count those."""
    return field[player].units


def honours_difference(field: Field, player: int) -> Value:
    """Honours captured less those that the opponents captured."""
    return field[player].units - field[player].units_against


def schneiders(field: Field, player: int) -> Value:
    """Deals won by a Schneider."""
    return field[player].schneiders


def schwarzes(field: Field, player: int) -> Value:
    """Deals won by a Schwarz."""
    return field[player].schwarzes


def percentage(field: Field, player: int) -> Value:
    """Points for each hundred that could be had; None without a session or bye."""
    totals = field[player]
    return Fraction(50 * totals.halves, totals.possible) if totals.possible else None


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
        TieBreak("won", "sessions won", "by forfeit too, byes aside", "after FIDE C.07, 7.1", sessions_won),
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
            "buchholz-cut2",
            "Buchholz cut 2",
            "points of all opponents but the two weakest",
            "FIDE C.07, 8.1 and 14.2",
            buchholz_cut_2,
            needs_rounds=True,
        ),
        TieBreak(
            "buchholz-median",
            "median Buchholz",
            "points of all opponents but the weakest and the strongest",
            "FIDE C.07, 8.1 and 14.3",
            buchholz_median,
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
        TieBreak(
            "honours-diff",
            "honours difference",
            "honours captured less the opponents', in deals played out",
            OURS,
            honours_difference,
            in_units=True,
        ),
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
