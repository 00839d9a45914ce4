"""Hundreds of Swiss events to the end: whatever happens, no rematch, no second bye, no dead end within the promise."""

from __future__ import annotations

import random

import pytest

from schneider_league.derive.event import EventState, PairingState
from schneider_league.derive.standings import derive_event_standings
from schneider_league.errors import StateError
from schneider_league.records.event import Loser, PairingKind
from schneider_league.schedule.proposal import propose_round
from schneider_league.schedule.swiss import is_warned_of
from tests.schedule.evenings import Evening, byes_in, chance, met_in

LOSERS: tuple[Loser, ...] = ("a", "b", "both")


def check_round(state: EventState) -> None:
    """What holds of the last published round, whatever happened before."""
    current = state.current
    assert current is not None
    seated = [player for paired in current.pairings for player in paired.stated.players]
    assert sorted(seated) == sorted(entrant.player for entrant in state.entrants if entrant.is_in(current.number))
    assert [paired.stated.board for paired in current.pairings] == list(
        range(1, len(seated) - len(current.pairings) + 1)
    ) + [paired.stated.board for paired in current.pairings if paired.stated.b is None]
    assert all(paired.stated.reason for paired in current.pairings)
    assert sum(paired.stated.kind is PairingKind.PAIRING_BYE for paired in current.pairings) <= 1


def check_event(state: EventState) -> None:
    met = met_in(state)
    assert len(met) == len(set(met)), "somebody met somebody twice"
    byes = byes_in(state)
    assert len(byes) == len(set(byes)), "somebody had two byes"


@pytest.mark.parametrize("players", range(2, 41))
def test_nothing_happens_all_sizes(players: int) -> None:
    """As many rounds as half the players; in small fields a few more, too, and all that there can be."""
    most = players - 1 + players % 2
    some = {max(players // 2, 1), min(players // 2 + 2, most), most} if players <= 14 else {players // 2}
    for seed, rounds in enumerate(sorted(some)):
        rng = random.Random(100 * players + seed)
        evening = Evening("swiss", range(1, players + 1), rounds=rounds)
        result = chance(rng, {player: -0.1 * player for player in range(1, players + 1)})
        for number in range(1, rounds + 1):
            proposal = evening.pair()
            warned = any("Swiss" in warning for warning in proposal.warnings)
            assert warned == (number == 1 and is_warned_of(players, rounds))
            assert not any("rematch" in warning for warning in proposal.warnings)
            check_round(evening.state)
            evening.play_round(result)
        check_event(evening.state)
        firsts = {player: [0, 0] for player in range(1, players + 1)}
        for each in evening.state.rounds:
            for paired in each.pairings:
                if paired.stated.b is not None:
                    firsts[paired.stated.a][0] += 1
                    firsts[paired.stated.b][1] += 1
        if rounds <= players // 2:
            assert all(abs(first - second) <= 2 for first, second in firsts.values())


def happen(evening: Evening, rng: random.Random, *, least: int) -> None:
    """What goes on between two rounds: late entries, withdrawals, returns, absences."""
    state = evening.state
    if rng.random() < 0.2:
        evening.enter(max(entrant.player for entrant in state.entrants) + 1)
    gone = [entrant.player for entrant in state.entrants if not entrant.is_in(state.next_round)]
    if gone and rng.random() < 0.15:
        evening.enter(rng.choice(gone))
    for entrant in evening.state.active:
        if len(evening.state.active) > least and rng.random() < 0.05:
            evening.withdraw(entrant.player)
    for entrant in evening.state.active:
        if rng.random() < 0.07:
            evening.absent(entrant.player)


@pytest.mark.parametrize("seed", range(150))
def test_everything_happens_within_the_promise(seed: int) -> None:
    """Within half as many rounds as there are players in the round, there is always a pairing."""
    rng = random.Random(seed)
    players = rng.randrange(4, 33)
    evening = Evening("swiss", range(1, players + 1), rounds=players // 2)
    result = chance(rng, {player: rng.gauss(0, 1) for player in range(1, 3 * players)})
    for number in range(1, players // 2 + 1):
        if number > 1:
            happen(evening, rng, least=players)
        in_round = [entrant.player for entrant in evening.state.active if number not in entrant.absent]
        if len(in_round) < 2 * number:
            break
        free = [player for player in in_round if player not in byes_in(evening.state)]
        given = [rng.choice(free)] if free and rng.random() < 0.1 else []
        evening.pair(given_byes=given if len(in_round) - 1 >= 2 * number else [])
        check_round(evening.state)
        current = evening.state.current
        assert current is not None
        for paired in current.missing:
            if rng.random() < 0.1:
                evening.forfeit(paired, rng.choice(LOSERS))
            elif rng.random() < 0.03:
                evening.withdraw(paired.stated.a, number)
        evening.play_round(result)
        check_event(evening.state)
        check_table(evening.state)


def check_table(state: EventState) -> None:
    """Points add up: each game gives one, unless both forfeited it, and each bye one."""
    table = derive_event_standings(state, order=["points", "buchholz", "sb", "koya", "progressive", "percentage"])
    assert {row.player for row in table.rows} == {entrant.player for entrant in state.entrants}
    lines = [paired for each in state.rounds for paired in each.pairings if paired.is_over]
    given = [paired for paired in lines if paired.state not in (PairingState.DOUBLE_FORFEIT, PairingState.ABSENCE)]
    assert sum(row.totals.halves for row in table.rows) == 2 * len(given)
    assert sum(row.totals.byes for row in table.rows) == sum(p.state is PairingState.BYE for p in lines)
    assert all(len(row.totals.games) == len(state.rounds) for row in table.rows)


@pytest.mark.parametrize("seed", range(60))
def test_small_fields_to_the_last_possible_round(seed: int) -> None:
    """Where plain matching gets stuck in every fourth event: as many rounds as there are opponents."""
    rng = random.Random(seed)
    players = rng.choice((5, 6, 6, 7, 8, 8, 9, 10))
    rounds = players - 1 if players % 2 == 0 else rng.choice((players - 1, players))
    evening = Evening("swiss", range(1, players + 1), rounds=rounds)
    result = chance(rng, {player: rng.gauss(0, 1) for player in range(1, players + 1)})
    for _ in range(rounds):
        evening.pair()
        evening.play_round(result)
    check_event(evening.state)
    assert len(evening.state.rounds) == rounds


@pytest.mark.parametrize("seed", range(40))
def test_many_rounds_in_which_somebody_is_absent_or_leaves(seed: int) -> None:
    """Beyond the promise, too, a round is either paired by the rules or refused in words, and it says what is left."""
    rng = random.Random(seed)
    players = rng.randrange(5, 11)
    evening = Evening("swiss", range(1, players + 1), rounds=players - 1)
    result = chance(rng, {player: rng.gauss(0, 1) for player in range(1, 3 * players)})
    for number in range(1, players):
        if number > 1 and rng.random() < 0.5:
            happen(evening, rng, least=4)
        try:
            proposal = propose_round(evening.state)
        except StateError:
            break
        again = propose_round(evening.state)
        assert again == proposal
        evening.publish(proposal)
        check_round(evening.state)
        evening.play_round(result)
    check_event(evening.state)


def test_the_same_state_gives_the_same_round() -> None:
    def played() -> Evening:
        evening = Evening("swiss", range(1, 21), rounds=7)
        for _ in range(4):
            evening.pair()
            evening.strong_first()
        return evening

    assert propose_round(played().state) == propose_round(played().state)
