"""How an event stands: its entrants, its rounds, and what came of each pairing. `event.py` finds it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime
from enum import StrEnum

from schneider_league.derive.sessions import State
from schneider_league.derive.tallies import Tally
from schneider_league.game.score import Pair
from schneider_league.records.event import EventEntry, Loser, PairingKind, Settings, StatedPairing


class PairingState(StrEnum):
    """How far a line of a round has got."""

    UNPLAYED = "unplayed"
    OPEN = "open"
    """A session of it is under way, or a best of three is not decided."""
    WON = "won"
    DRAWN = "drawn"
    FORFEIT = "forfeit"
    DOUBLE_FORFEIT = "double-forfeit"
    BYE = "bye"
    ABSENCE = "absence"

    @property
    def is_over(self) -> bool:
        """Whether there is nothing left to play."""
        return self not in (PairingState.UNPLAYED, PairingState.OPEN)


@dataclass(frozen=True, slots=True)
class Paired:
    """One line of a published round, and what came of it; pairs are a's number first."""

    stated: StatedPairing
    """As it was published, merges resolved."""
    round: int
    state: PairingState
    winner: int | None
    """Player id; None where it is not over or nobody won. Whoever has a bye is none."""
    sessions: tuple[Tally, ...] = ()
    """Those that were started for it and are not void, in the order in which they were played."""
    wins: Pair = (0, 0)
    """Sessions won."""
    score: Pair | None = None
    """Game points of the sessions that count; None without one."""
    forfeited_by: Loser | None = None

    @property
    def is_game(self) -> bool:
        """Whether two players meet."""
        return self.stated.kind is PairingKind.GAME

    @property
    def is_over(self) -> bool:
        """Whether there is nothing left to play."""
        return self.state.is_over

    @property
    def counted(self) -> tuple[Tally, ...]:
        """The sessions that count."""
        return tuple(tally for tally in self.sessions if tally.is_counted)

    @property
    def is_played(self) -> bool:
        """Whether at least a deal was played, or the end of a session entered."""
        return any(tally.state is State.FINISHED or tally.deals for tally in self.counted)

    def halves(self, player: int) -> int:
        """Half points that one of its two players has from it: 2, 1 or 0."""
        if self.state is PairingState.DRAWN:
            return 1
        return 2 if self.winner == player else 0


@dataclass(frozen=True, slots=True)
class Round:
    """A published round."""

    number: int
    """From 1."""
    seq: int
    """Of the entry that published it."""
    at: datetime
    """When it was published, UTC."""
    pairings: tuple[Paired, ...]
    """By board."""
    is_closed: bool = False
    """Whether its time is up."""

    @property
    def missing(self) -> tuple[Paired, ...]:
        """Games without a result."""
        return tuple(paired for paired in self.pairings if not paired.is_over)

    @property
    def is_complete(self) -> bool:
        """Whether every game has a result."""
        return not self.missing

    def of(self, player: int) -> Paired | None:
        """The player's line; None where the player has none."""
        return next((paired for paired in self.pairings if player in paired.stated.players), None)


@dataclass(frozen=True, slots=True)
class Entrant:
    """Somebody who is, or was, in the event."""

    player: int
    number: int
    """From 1: by the seeding, who entered later behind."""
    first_round: int = 1
    """The first round that they could be paired in."""
    withdrawn_from: int | None = None
    """The first round that they do not play; None while they are in."""
    absent: frozenset[int] = frozenset()
    """Rounds that they miss."""
    byes: frozenset[int] = frozenset()
    """Rounds in which the director gives them a bye."""
    is_struck: bool = False
    """Whether their results count for nobody's place: they left a round-robin before half of it."""
    away: tuple[tuple[int, int], ...] = ()
    """Earlier withdrawals of somebody who came back: the first round that they did not play, and the one after."""

    def is_gone(self, round: int) -> bool:
        """Whether they have withdrawn, or had, in that round."""
        if self.withdrawn_from is not None and self.withdrawn_from <= round:
            return True
        return any(since <= round < until for since, until in self.away)

    def is_in(self, round: int) -> bool:
        """Whether they have entered and not withdrawn by that round."""
        return self.first_round <= round and not self.is_gone(round)


@dataclass(frozen=True, slots=True)
class EventState:
    """An event as it stands."""

    event: int
    """Its id."""
    settings: Settings
    entrants: tuple[Entrant, ...]
    """By number."""
    rounds: tuple[Round, ...]
    """Published ones by number."""
    drafts: Mapping[int, EventEntry]
    """The last draft of a round that has not been published since."""
    is_finished: bool
    loose: tuple[Tally, ...] = ()
    """Sessions of the event that belong to none of its pairings; in an event in rounds they do not count."""
    _by_player: Mapping[int, Entrant] = field(default_factory=dict, repr=False, compare=False)

    @property
    def next_round(self) -> int:
        """The number of the round that would be paired next."""
        return len(self.rounds) + 1

    @property
    def current(self) -> Round | None:
        """The last published round; None before the first."""
        return self.rounds[-1] if self.rounds else None

    @property
    def planned_rounds(self) -> int | None:
        """How many rounds there will be; None where nobody said so, and in open events.

        None also in a round-robin whose table does not hold any more: players entered after its first round, or byes
        by hand made it longer.
        """
        players = len([entrant for entrant in self.entrants if entrant.first_round == 1])
        if self.settings.format == "knockout":
            return max(players - 1, 0).bit_length()
        if self.settings.format in ("round-robin", "double-round-robin"):
            once = max(players + players % 2 - 1, 0) if players > 1 else 0
            planned = once * (2 if self.settings.format == "double-round-robin" else 1)
            return planned if len(self.rounds) <= planned and players == len(self.entrants) else None
        return self.settings.rounds

    @property
    def champion(self) -> int | None:
        """The winner of a knockout; None before its final is decided, and in other formats."""
        planned = self.planned_rounds
        if self.settings.format != "knockout" or not self.rounds or planned is None or len(self.rounds) < planned:
            return None
        last = self.rounds[-1].pairings
        if len(last) != 1:
            return None
        # Whom nobody could meet in the final, since the other semi-final was forfeited by both, has won without it.
        return last[0].winner if last[0].is_game else last[0].stated.a

    @property
    def active(self) -> tuple[Entrant, ...]:
        """Who plays on, by number; whoever misses the next round among them."""
        return tuple(entrant for entrant in self.entrants if entrant.is_in(self.next_round))

    def entrant(self, player: int) -> Entrant | None:
        """The entrant of that player id; None where there is none."""
        return self._by_player.get(player)

    def is_active(self, player: int, round: int) -> bool:
        """Whether the player is in the event in that round."""
        found = self.entrant(player)
        return found is not None and found.is_in(round)

    def round(self, number: int) -> Round | None:
        """A published round; None where it is not published."""
        return self.rounds[number - 1] if 1 <= number <= len(self.rounds) else None

    def pairing(self, id: int) -> Paired | None:
        """The pairing of that id; None where it is none of a published round."""
        return next(
            (paired for each in self.rounds for paired in each.pairings if paired.stated.id == id),
            None,
        )

    def unplayed_of(self, player: int) -> list[Paired]:
        """The player's published games that wait for a result, the earliest first."""
        return [paired for each in self.rounds for paired in each.missing if player in paired.stated.players]

    def games_between(self, a: int, b: int) -> list[Paired]:
        """The published games of two players with each other, the earliest first."""
        return [
            paired for each in self.rounds for paired in each.pairings if {a, b} == {paired.stated.a, paired.stated.b}
        ]


def opened_pairing(state: EventState, a: int, b: int) -> Paired | None:
    """The two players' earliest published game that waits for a session to be started; None where there is none."""
    return next(
        (
            paired
            for paired in state.games_between(a, b)
            if not paired.is_over and all(tally.state is not State.OPEN for tally in paired.sessions)
        ),
        None,
    )


def first_dealer_of(paired: Paired) -> int:
    """Who deals first in the next session of a pairing, as a player id: they take turns, a begins."""
    played = len(paired.counted)
    return paired.stated.a if played % 2 == 0 or paired.stated.b is None else paired.stated.b


def struck_players(state: EventState) -> frozenset[int]:
    """Players whose results count for nobody's place."""
    return frozenset(entrant.player for entrant in state.entrants if entrant.is_struck)
