"""What a player's sessions, byes and absences add up to: what standings are made of."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from enum import Enum
from typing import NamedTuple, TypeAlias

from schneider_league.derive.tallies import Tally
from schneider_league.game.score import Pair
from schneider_league.records.ledger import Side


class GameKind(Enum):
    """How somebody came to the points of a round."""

    PLAYED = "played"
    """Against an opponent whom tie-breaks count."""
    FORFEIT = "forfeit"
    """An opponent was paired, but nothing was played."""
    BYE = "bye"
    ABSENCE = "absence"


class Game(NamedTuple):
    """One game from one player's side; in an event in rounds, what a round was for the player."""

    opponent: int | None
    """None for a bye or an absence."""
    halves: int
    """Half points: 2 for a win or a bye, 1 for a draw, else 0."""
    kind: GameKind = GameKind.PLAYED

    # FIDE C.07, 16.1: a voluntary unplayed round is a requested bye or one that was lost by forfeit.
    @property
    def is_voluntary(self) -> bool:
        """Whether the player could have played, and did not."""
        return self.kind is GameKind.ABSENCE or (self.kind is GameKind.FORFEIT and self.halves == 0)


@dataclass(slots=True)
class Totals:
    """What one player's sessions add up to."""

    won: int = 0
    """Forfeits of the other among them, byes not."""
    drawn: int = 0
    lost: int = 0
    """Forfeits among them, absences not."""
    byes: int = 0
    absences: int = 0
    """Published rounds that the player missed, those after withdrawing or before entering among them."""
    bye_halves: int = 0
    """Half points given without an opponent; by the rules of this league for byes alone."""
    deals: int = 0
    game_points_for: int = 0
    game_points_against: int = 0
    units: int = 0
    units_against: int = 0
    schneiders: int = 0
    schwarzes: int = 0
    games: list[Game] = field(default_factory=list)
    """In the order in which they were played; in an event in rounds one for each round that counts for the player."""
    rounds: int = 0
    """Of the event so far, the same for all; 0 outside of events in rounds."""
    adjusted: int | None = None
    """Half points that the tie-breaks of the opponents go by, where they are not `halves`."""

    @property
    def sessions(self) -> int:
        """How many count."""
        return self.won + self.drawn + self.lost

    @property
    def halves(self) -> int:
        """Points, doubled so that they are whole."""
        return 2 * self.won + self.drawn + self.bye_halves

    @property
    def halves_for_opponents(self) -> int:
        """Points as the tie-breaks of the opponents go by them, doubled."""
        return self.halves if self.adjusted is None else self.adjusted

    @property
    def possible(self) -> int:
        """Points that could have been had."""
        return len(self.games)

    def add(self, tally: Tally, side: Side) -> None:
        """Add the deals of a session, but not who won it."""
        self.deals += tally.deals
        self.game_points_for += tally.score[side]
        self.game_points_against += tally.score[1 - side]
        self.units += tally.units[side]
        self.units_against += tally.units[1 - side]
        self.schneiders += tally.schneiders[side]
        self.schwarzes += tally.schwarzes[side]

    def count(self, game: Game) -> None:
        """Add a game, bye or absence: who won it."""
        self.games.append(game)
        if game.kind is GameKind.BYE:
            self.byes += 1
            self.bye_halves += game.halves
        elif game.kind is GameKind.ABSENCE:
            self.absences += 1
            self.bye_halves += game.halves
        elif game.halves == 2:
            self.won += 1
        elif game.halves == 1:
            self.drawn += 1
        else:
            self.lost += 1


Field: TypeAlias = Mapping[int, Totals]
"""All players of a table, by id."""


def add_up(tallies: Iterable[Tally]) -> dict[int, Totals]:
    """The totals of all players of these sessions, of which those that do not count are passed over.

    `tallies` are in the order in which they were played. Each is a game of its own; there are no rounds.
    """
    field: dict[int, Totals] = {}
    sides: tuple[Side, Side] = (0, 1)
    for tally in tallies:
        if not tally.is_counted:
            continue
        for side in sides:
            player = tally.players[side]
            totals = field.get(player)
            if totals is None:
                totals = field[player] = Totals()
            totals.add(tally, side)
            totals.count(Game(tally.players[1 - side], tally.halves(side)))
    return field


def halves_of(tally: Tally) -> Pair:
    """Half points of a and b."""
    return tally.halves(0), tally.halves(1)
