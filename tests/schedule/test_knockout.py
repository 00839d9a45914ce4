"""Knockouts: the bracket, and whole events of all sizes."""

from __future__ import annotations

import random

import pytest

from schneider_league.derive.event import PairingState
from schneider_league.derive.sessions import State
from schneider_league.derive.standings import derive_event_standings
from schneider_league.errors import StateError
from schneider_league.records.event import PairingKind
from schneider_league.schedule.knockout import bracket_order, bracket_size, first_lines, next_lines
from schneider_league.schedule.proposal import propose_round
from tests.schedule.evenings import Evening


def test_the_usual_brackets() -> None:
    assert bracket_order(2) == (1, 2)
    assert bracket_order(8) == (1, 8, 4, 5, 2, 7, 3, 6)
    assert bracket_order(16) == (1, 16, 8, 9, 4, 13, 5, 12, 2, 15, 7, 10, 3, 14, 6, 11)
    assert [bracket_size(players) for players in (0, 1, 2, 3, 4, 5, 8, 9)] == [1, 1, 2, 4, 4, 8, 8, 16]
    with pytest.raises(ValueError, match="6 is no power of two"):
        bracket_order(6)


def test_the_best_have_the_byes() -> None:
    assert [(line.number, line.higher, line.lower) for line in first_lines([11, 12, 13, 14, 15])] == [
        (1, 11, None),
        (2, 14, 15),
        (3, 12, None),
        (4, 13, None),
    ]
    assert next_lines({1: 11, 2: 15, 4: 13}, 4, {11: 1, 13: 3, 15: 5}) == ((1, 11, 15), (2, 13, None))


@pytest.mark.parametrize("players", range(2, 41))
def test_the_better_number_always_wins(players: int) -> None:
    evening = Evening("knockout", range(1, players + 1))
    rounds = evening.state.planned_rounds
    assert rounds == (players - 1).bit_length()
    for number in range(1, rounds + 1):
        evening.pair()
        current = evening.state.current
        assert current is not None
        byes = [line.stated.a for line in current.pairings if line.stated.kind is PairingKind.PAIRING_BYE]
        assert set(byes) == (set(range(1, 2**rounds - players + 1)) if number == 1 else set())
        evening.strong_first()
    assert evening.state.champion == 1
    with pytest.raises(StateError, match="is decided"):
        propose_round(evening.state)
    table = derive_event_standings(evening.state)
    assert table.by_places
    assert [(row.rank, row.player) for row in table.rows][:2] == [(1, 1), (2, 2)]
    assert [row.rank for row in table.rows[2:4]] == [3, 3][: players - 2]
    assert [row.rank for row in table.rows[4:8]] == [5, 5, 5, 5][: max(players - 4, 0)]


@pytest.mark.parametrize("seed", range(60))
def test_best_of_three_with_draws_forfeits_and_withdrawals(seed: int) -> None:
    rng = random.Random(seed)
    players = rng.randrange(2, 24)
    evening = Evening("knockout", range(1, players + 1), best_of=rng.choice((1, 3)))
    out: set[int] = set()
    while True:
        try:
            evening.pair()
        except StateError:
            break
        current = evening.state.current
        assert current is not None
        assert not out & {player for line in current.pairings for player in line.stated.players}
        for paired in current.missing:
            if rng.random() < 0.1:
                evening.forfeit(paired, rng.choice(("a", "b", "both")))
            elif rng.random() < 0.05:
                evening.withdraw(paired.stated.a, current.number)
        evening.play_round(lambda _paired: rng.choice(((7, 3), (2, 7), (5, 5))))
        for line in evening.state.rounds[-1].pairings:
            if line.is_game:
                assert line.state in (PairingState.WON, PairingState.FORFEIT, PairingState.DOUBLE_FORFEIT)
                out |= {player for player in line.stated.players if player != line.winner}
    assert evening.state.next_round - 1 <= (players - 1).bit_length()
    table = derive_event_standings(evening.state)
    assert len(table.rows) == players
    if evening.state.champion is not None:
        assert table.rows[0].player == evening.state.champion
        assert [row.rank for row in table.rows].count(1) == 1


def test_a_best_of_three_takes_two_and_the_deal_alternates() -> None:
    evening = Evening("knockout", [1, 2], best_of=3)
    evening.pair()
    evening.play(evening.board(1), (7, 3))
    assert (evening.board(1).state, evening.board(1).wins) == (PairingState.OPEN, (1, 0))
    evening.play(evening.board(1), (5, 5))
    evening.play(evening.board(1), (2, 7), turned=True)
    assert (evening.board(1).state, evening.board(1).wins) == (PairingState.OPEN, (1, 1))
    evening.play(evening.board(1), (7, 6))
    assert (evening.board(1).state, evening.board(1).winner) == (PairingState.WON, 1)
    assert evening.board(1).score == (21, 21)
    assert evening.state.champion == 1


def test_a_drawn_session_decides_nothing() -> None:
    evening = Evening("knockout", [1, 2])
    evening.pair()
    evening.play(evening.board(1), (5, 5))
    assert evening.board(1).state is PairingState.OPEN
    evening.play(evening.board(1), (6, 5), state=State.OPEN)
    assert evening.board(1).state is PairingState.OPEN


def test_both_out_leaves_the_next_a_bye() -> None:
    evening = Evening("knockout", [1, 2, 3, 4])
    evening.pair()
    evening.forfeit(evening.board(1), "both")
    evening.strong_first()
    proposal = evening.pair()
    assert [(line.a, line.b, line.reason) for line in proposal.pairings] == [
        (2, None, "nobody goes on from the other line")
    ]
    assert evening.state.champion == 2
    table = derive_event_standings(evening.state)
    assert [(row.rank, row.player) for row in table.rows] == [(1, 2), (3, 1), (3, 3), (3, 4)]


def test_by_hand_changes_places_in_the_bracket() -> None:
    evening = Evening("knockout", [1, 2, 3, 4])
    proposal = propose_round(evening.state, by_hand=[(1, 2)])
    assert [{line.a, line.b} for line in proposal.pairings] == [{1, 2}, {3, 4}]
    with pytest.raises(StateError, match="1 cannot be given a bye"):
        propose_round(evening.state, given_byes=[1])


def test_who_is_absent_forfeits() -> None:
    evening = Evening("knockout", [1, 2, 3, 4])
    evening.absent(1)
    proposal = evening.pair()
    assert "absent" in proposal.pairings[0].reason
    assert evening.board(1).state is PairingState.FORFEIT
    assert evening.board(1).winner == 4
