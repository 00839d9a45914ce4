"""Whole events played to the end without a database: entries and sessions as they would be stored."""

from __future__ import annotations

import random
from collections.abc import Callable, Collection, Sequence
from dataclasses import replace
from datetime import UTC, datetime, timedelta

from schneider_league.derive.event import EventState, Paired, PairingState, derive_event, first_dealer_of
from schneider_league.derive.sessions import State
from schneider_league.derive.tallies import Tally
from schneider_league.records.event import (
    EventEntry,
    EventEntryKind,
    EventFormat,
    Loser,
    SeedBy,
    Settings,
    StatedPairing,
)
from schneider_league.records.ledger import Side
from schneider_league.schedule.proposal import Proposal, propose_round

BEGIN = datetime(2026, 11, 26, 19, tzinfo=UTC)
EVENT = 5
Result = tuple[int, int]
"""Game points of the first-named and of the other."""


class Evening:
    """An event as it goes on."""

    def __init__(
        self,
        format: EventFormat,
        players: Sequence[int] = (),
        *,
        rounds: int | None = None,
        best_of: int = 1,
        order: tuple[str, ...] = (),
        seed_by: SeedBy = "entry",
        ratings: dict[int, float] | None = None,
    ) -> None:
        self.entries: list[EventEntry] = []
        self.tallies: list[Tally] = []
        self.ratings = ratings or {}
        self._pairings = 0
        self._state: tuple[int, int, EventState] | None = None
        best: int = 3 if best_of == 3 else 1
        settings = Settings(
            "Thursday", format, rounds=rounds, best_of=3 if best == 3 else 1, order=order, seed_by=seed_by
        )
        self.add(EventEntryKind.SETTINGS, settings=settings)
        if players:
            self.enter(*players)

    def add(
        self,
        kind: EventEntryKind,
        *,
        players: Sequence[int] = (),
        round: int | None = None,
        settings: Settings | None = None,
        pairings: Sequence[StatedPairing] = (),
        board: int | None = None,
        loser: Loser | None = None,
        undoes: int | None = None,
    ) -> int:
        seq = len(self.entries) + 1
        at = BEGIN + timedelta(minutes=seq)
        self.entries.append(
            EventEntry(
                id=seq,
                uid=f"v{seq}",
                event=EVENT,
                seq=seq,
                kind=kind,
                at=at,
                came=at,
                settings=settings,
                players=tuple(players),
                round=round,
                pairings=tuple(pairings),
                board=board,
                loser=loser,
                undoes=undoes,
            )
        )
        return seq

    @property
    def state(self) -> EventState:
        known = self._state
        if known is None or known[:2] != (len(self.entries), len(self.tallies)):
            state = derive_event(self.entries, self.tallies, ratings=self.ratings)
            known = self._state = (len(self.entries), len(self.tallies), state)
        return known[2]

    def enter(self, *players: int) -> None:
        self.add(EventEntryKind.ENTER, players=players)

    def withdraw(self, player: int, round: int | None = None) -> None:
        self.add(EventEntryKind.WITHDRAW, players=[player], round=round or self.state.next_round)

    def absent(self, player: int, round: int | None = None) -> None:
        self.add(EventEntryKind.ABSENT, players=[player], round=round or self.state.next_round)

    def forfeit(self, paired: Paired, loser: Loser) -> None:
        self.add(EventEntryKind.FORFEIT, round=paired.round, board=paired.stated.board, loser=loser)

    def pair(
        self,
        *,
        given_byes: Collection[int] = (),
        by_hand: Sequence[tuple[int, int]] = (),
        absent: Collection[int] = (),
    ) -> Proposal:
        """Propose the next round and publish it."""
        proposal = propose_round(self.state, given_byes=given_byes, by_hand=by_hand, absent=absent)
        self.publish(proposal)
        return proposal

    def publish(self, proposal: Proposal) -> None:
        stored = []
        for stated in proposal.pairings:
            self._pairings += 1
            stored.append(replace(stated, id=self._pairings))
        self.add(EventEntryKind.PAIR, round=proposal.round, players=proposal.players, pairings=stored)

    def play(
        self,
        paired: Paired,
        score: Result,
        *,
        state: State = State.FINISHED,
        winner: Side | None = None,
        deals: int = 9,
        turned: bool = False,
    ) -> None:
        """A session of a pairing; `turned`: it was started with the other player first."""
        a, b = paired.stated.a, paired.stated.b
        assert b is not None
        number = len(self.tallies) + 1
        if state is State.FINISHED and score[0] != score[1]:
            winner = 0 if score[0] > score[1] else 1
        if turned:
            a, b, score = b, a, (score[1], score[0])
            winner = None if winner is None else 1 if winner == 0 else 0
        at = BEGIN + timedelta(minutes=number)
        units = (score[0] * 12 + score[1] * 6, score[1] * 12 + score[0] * 6)
        self.tallies.append(
            Tally(
                number,
                f"s{number:05}",
                (a, b),
                at.date(),
                at,
                0,
                state,
                winner,
                score,
                deals,
                units,
                (score[0] // 3, score[1] // 3),
                (score[0] // 6, score[1] // 6),
                "bohemian",
                EVENT,
                paired.stated.id,
            )
        )

    def board(self, number: int, round: int | None = None) -> Paired:
        found = self.state.rounds[(round or len(self.state.rounds)) - 1]
        return next(paired for paired in found.pairings if paired.stated.board == number)

    def play_round(self, result: Callable[[Paired], Result]) -> None:
        """Play what is missing in the current round until all of it is decided."""
        while (current := self.state.current) is not None and current.missing:
            for paired in current.missing:
                first = first_dealer_of(paired)
                self.play(paired, result(paired), turned=first != paired.stated.a)

    def strong_first(self) -> None:
        """Play the round so that the lower id wins 7-3."""
        self.play_round(lambda paired: (7, 3) if paired.stated.a < (paired.stated.b or 0) else (3, 7))


def chance(rng: random.Random, strengths: dict[int, float], draws: float = 0.1) -> Callable[[Paired], Result]:
    """Results by strength and chance."""

    def result(paired: Paired) -> Result:
        a, b = paired.stated.a, paired.stated.b
        assert b is not None
        if rng.random() < draws:
            return 5, 5
        lead = strengths.get(a, 0) - strengths.get(b, 0)
        less = rng.randrange(7)
        return (7, less) if rng.gauss(lead, 1) > 0 else (less, 7)

    return result


def met_in(state: EventState) -> list[frozenset[int]]:
    """Everybody who was paired, once for each time."""
    return [
        frozenset(paired.stated.players)
        for each in state.rounds
        for paired in each.pairings
        if paired.stated.b is not None
    ]


def byes_in(state: EventState) -> list[int]:
    """Who had byes, once for each."""
    return [paired.stated.a for each in state.rounds for paired in each.pairings if paired.state is PairingState.BYE]
