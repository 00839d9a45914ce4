"""An event from its entries: who is in it, what a round came to, and what the table makes of it."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction

import pytest

from schneider_league.derive.event import (
    EventState,
    Paired,
    PairingState,
    derive_event,
    first_dealer_of,
    opened_pairing,
    struck_players,
)
from schneider_league.derive.sessions import State
from schneider_league.derive.standings import derive_event_standings
from schneider_league.derive.tallies import Tally
from schneider_league.records.event import (
    EventEntryKind,
    PairingKind,
    StatedPairing,
    effective_event_entries,
)
from tests.derive.tallying import lines
from tests.schedule.evenings import EVENT, Evening


def numbers(state: EventState) -> list[int]:
    return [entrant.player for entrant in state.entrants]


def test_numbers_follow_the_rating_until_the_first_round_is_published() -> None:
    evening = Evening("swiss", [1, 2, 3, 4], seed_by="rating", ratings={2: 1700.0, 4: 1600.0, 3: 1400.0})
    assert numbers(evening.state) == [2, 4, 1, 3]  # 1 has no rating and counts 1500
    evening.pair()
    evening.ratings = {3: 2000.0}
    evening.enter(5)
    assert numbers(evening.state) == [2, 4, 1, 3, 5]
    assert [entrant.first_round for entrant in evening.state.entrants] == [1, 1, 1, 1, 2]
    assert numbers(Evening("swiss", [4, 1, 3]).state) == [4, 1, 3]


def test_entries_that_are_taken_back_and_back_again() -> None:
    evening = Evening("swiss", [1, 2])
    entered = evening.add(EventEntryKind.ENTER, players=[3])
    undone = evening.add(EventEntryKind.UNDO, undoes=entered)
    assert numbers(evening.state) == [1, 2]
    again = evening.add(EventEntryKind.UNDO, undoes=undone)
    assert numbers(evening.state) == [1, 2, 3]
    evening.add(EventEntryKind.UNDO, undoes=again)
    assert [entry.seq for entry in effective_event_entries(evening.entries)] == [1, 2]


def test_results_of_a_round() -> None:
    evening = Evening("swiss", range(1, 12))
    evening.absent(11)
    evening.pair()
    boards = [evening.board(number) for number in range(1, 6)]
    evening.play(boards[0], (7, 4))
    evening.play(boards[1], (4, 7), turned=True)
    evening.play(boards[2], (5, 5))
    evening.play(boards[3], (3, 2), state=State.OPEN)
    evening.forfeit(boards[4], "both")
    lines = evening.state.rounds[0].pairings
    assert [line.state for line in lines] == [
        PairingState.WON,
        PairingState.WON,
        PairingState.DRAWN,
        PairingState.OPEN,
        PairingState.DOUBLE_FORFEIT,
        PairingState.ABSENCE,
    ]
    assert [line.winner for line in lines] == [boards[0].stated.a, boards[1].stated.b, None, None, None, None]
    assert [line.score for line in lines] == [(7, 4), (4, 7), (5, 5), None, None, None]
    assert [line.stated.board for line in evening.state.rounds[0].missing] == [4]
    assert opened_pairing(evening.state, boards[3].stated.a, boards[3].stated.b or 0) is None


def test_a_session_that_was_forfeited_half_way_was_played() -> None:
    evening = Evening("swiss", [1, 2])
    evening.pair()
    evening.play(evening.board(1), (3, 2), state=State.FORFEITED, winner=1)
    assert (evening.board(1).state, evening.board(1).winner) == (PairingState.WON, evening.board(1).stated.b)
    assert evening.board(1).is_played
    evening = Evening("swiss", [1, 2])
    evening.pair()
    evening.play(evening.board(1), (0, 0), state=State.FORFEITED)
    assert evening.board(1).state is PairingState.DOUBLE_FORFEIT
    assert [row.totals.halves for row in derive_event_standings(evening.state).rows] == [0, 0]


def test_an_abandoned_session_is_played_again_and_the_last_one_counts() -> None:
    evening = Evening("swiss", [1, 2])
    evening.pair()
    evening.play(evening.board(1), (3, 2), state=State.ABANDONED)
    assert evening.board(1).state is PairingState.UNPLAYED
    assert opened_pairing(evening.state, 2, 1) == evening.board(1)
    evening.play(evening.board(1), (7, 2))
    evening.play(evening.board(1), (2, 7))
    assert evening.board(1).winner == evening.board(1).stated.b


def test_sessions_of_others_and_of_no_pairing_are_loose() -> None:
    evening = Evening("swiss", [1, 2, 3, 4])
    evening.pair()
    paired = evening.board(1)
    evening.play(paired, (7, 2))
    good = evening.tallies[-1]
    evening.tallies = [good._replace(players=(1, 4)), good._replace(pairing=None), good._replace(event=9)]
    state = derive_event(evening.entries, evening.tallies)
    assert state.rounds[0].pairings[0].state is PairingState.UNPLAYED
    assert state.loose == (evening.tallies[1],)


def test_who_withdraws_from_a_published_round_forfeits_what_was_not_begun() -> None:
    evening = Evening("swiss", [1, 2, 3, 4])
    evening.pair()
    (one, other) = (evening.board(number) for number in (1, 2))
    evening.play(one, (7, 2))
    evening.withdraw(one.stated.a, 1)
    evening.withdraw(other.stated.a, 1)
    assert evening.board(1).state is PairingState.WON
    assert (evening.board(2).state, evening.board(2).winner) == (PairingState.FORFEIT, other.stated.b)
    evening.enter(other.stated.a)
    assert evening.board(2).state is PairingState.FORFEIT, "coming back does not bring the round back"
    assert evening.state.is_active(other.stated.a, 2)
    assert not evening.state.is_active(one.stated.a, 2)


def test_who_came_late_and_left_at_once_stays_in_the_event_once_paired() -> None:
    evening = Evening("swiss", [1, 2])
    evening.pair()
    evening.strong_first()
    evening.enter(3)
    evening.enter(4)
    evening.withdraw(4)
    assert numbers(evening.state) == [1, 2, 3]
    evening.enter(4)
    evening.pair()
    evening.withdraw(4, 2)
    assert numbers(evening.state) == [1, 2, 3, 4]
    table = derive_event_standings(evening.state, order=["points", "buchholz"])
    assert {row.player for row in table.rows} == {1, 2, 3, 4}


def test_who_was_paired_is_in_the_event_even_if_the_entry_was_taken_back() -> None:
    evening = Evening("swiss", [1, 2])
    entered = evening.add(EventEntryKind.ENTER, players=[3])
    evening.pair()
    evening.add(EventEntryKind.UNDO, undoes=entered)
    assert sorted(numbers(evening.state)) == [1, 2, 3]
    evening.strong_first()
    assert len(derive_event_standings(evening.state, order=["buchholz", "sb"]).rows) == 3


def test_merged_players_are_one() -> None:
    evening = Evening("swiss", [1, 22, 3, 4])
    evening.pair()
    state = derive_event(evening.entries, evening.tallies, resolve=lambda id_: 2 if id_ == 22 else id_)
    assert sorted(numbers(state)) == [1, 2, 3, 4]
    assert state.entrant(2) is not None
    assert any(2 in line.stated.players for line in state.rounds[0].pairings)


def test_a_draft_is_gone_once_the_round_is_published() -> None:
    evening = Evening("swiss", [1, 2])
    evening.add(EventEntryKind.DRAFT, round=1, pairings=[StatedPairing(1, 1, 2)], players=[1, 2])
    assert set(evening.state.drafts) == {1}
    evening.pair()
    assert not evening.state.drafts


def test_closed_and_finished() -> None:
    evening = Evening("swiss", [1, 2])
    evening.pair()
    evening.add(EventEntryKind.CLOSE, round=1)
    evening.add(EventEntryKind.FINISH)
    assert evening.state.rounds[0].is_closed
    assert evening.state.is_finished


def test_what_unpairing_takes_along() -> None:
    evening = Evening("swiss", [1, 2])
    evening.pair()
    evening.forfeit(evening.board(1), "a")
    assert evening.board(1).state is PairingState.FORFEIT
    evening.add(EventEntryKind.UNPAIR, round=1)
    evening.pair()
    assert evening.board(1).state is PairingState.UNPLAYED
    assert evening.board(1).forfeited_by is None


@pytest.mark.parametrize(("played", "first"), [(0, "a"), (1, "b"), (2, "a")])
def test_who_deals_first_in_the_next_session(played: int, first: str) -> None:
    evening = Evening("knockout", [1, 2], best_of=3)
    evening.pair()
    for score in ((7, 1), (1, 7))[:played]:
        evening.play(evening.board(1), score)
    paired: Paired = evening.board(1)
    assert first_dealer_of(paired) == (paired.stated.a if first == "a" else paired.stated.b)


def test_points_of_byes_absences_and_forfeits_in_a_swiss() -> None:
    evening = Evening("swiss", [1, 2, 3, 4, 5, 6])
    evening.absent(6)
    evening.pair()
    lines_ = evening.state.rounds[0].pairings
    assert [line.stated.kind for line in lines_][2:] == [PairingKind.PAIRING_BYE, PairingKind.ABSENCE]
    evening.forfeit(lines_[0], "b")
    evening.play(lines_[1], (5, 5))
    table = derive_event_standings(evening.state, order=["points", "won", "percentage"])
    rows = {row.player: row for row in table.rows}
    winner, loser = lines_[0].stated.a, lines_[0].stated.b or 0
    assert rows[winner].values == {"points": 1, "won": 1, "percentage": 100}
    assert rows[loser].values == {"points": 0, "won": 0, "percentage": 0}
    assert rows[5].values == {"points": 1, "won": 0, "percentage": 100}
    assert (rows[5].totals.byes, rows[5].totals.sessions) == (1, 0)
    assert rows[6].values == {"points": 0, "won": 0, "percentage": 0}
    assert rows[lines_[1].stated.a].values["points"] == Fraction(1, 2)
    assert table.in_rounds


def test_the_order_is_the_events_own_unless_another_is_asked_for() -> None:
    evening = Evening("swiss", [1, 2], order=("points", "buchholz"))
    assert derive_event_standings(evening.state).order == ("points", "buchholz")
    assert derive_event_standings(evening.state, order=["won"]).order == ("won",)
    assert derive_event_standings(Evening("swiss", [1]).state).order == ("points", "direct", "diff", "for")


def test_an_open_event_is_a_league_of_its_own_sessions() -> None:
    evening = Evening("open")
    played: list[Tally] = [tally._replace(event=EVENT) for tally in lines("1 2 7-4\n2 3 7-4")]
    table = derive_event_standings(evening.state, [*played, *lines("1 3 7-4")])
    assert [(row.rank, row.player, row.totals.sessions) for row in table.rows] == [(1, 1, 1), (2, 2, 2), (3, 3, 1)]
    assert not table.in_rounds


def test_opponent_of_refuses_strangers() -> None:
    assert StatedPairing(1, 4, None, PairingKind.PAIRING_BYE).opponent_of(4) is None
    assert replace(StatedPairing(1, 4, 7)).opponent_of(7) == 4
    with pytest.raises(ValueError, match="5 is not in"):
        StatedPairing(1, 4, 7).opponent_of(5)


def test_a_session_that_was_forfeited_says_who_did() -> None:
    evening = Evening("swiss", range(1, 5))
    evening.pair()
    evening.play(evening.board(1), (3, 2), state=State.FORFEITED, winner=1)
    evening.play(evening.board(2), (0, 0), state=State.FORFEITED, winner=0, deals=0)
    half_way, before_the_first_deal = evening.state.rounds[0].pairings
    assert (half_way.state, half_way.forfeited_by) == (PairingState.WON, "a")
    assert (before_the_first_deal.state, before_the_first_deal.forfeited_by) == (PairingState.FORFEIT, "b")
    assert not before_the_first_deal.is_played


def test_who_enters_later_does_not_strike_who_has_left() -> None:
    evening = Evening("round-robin", [1, 2, 3, 4, 5])
    for _round in range(3):
        evening.pair()
        for paired in evening.state.rounds[-1].pairings:
            if paired.is_game:
                evening.play(paired, (7, 4))
    left = next(each for each in evening.state.entrants if len(_games(evening.state, each.player)) == 2)
    evening.add(EventEntryKind.WITHDRAW, players=(left.player,), round=4)
    assert not struck_players(evening.state)
    evening.add(EventEntryKind.ENTER, players=(6,))
    assert not struck_players(evening.state)


def _games(state: EventState, player: int) -> list[int]:
    return [
        each.number
        for each in state.rounds
        for paired in each.pairings
        if paired.is_game and player in paired.stated.players
    ]


def test_whom_nobody_is_left_to_meet_in_the_final_has_won() -> None:
    evening = Evening("knockout", [1, 2, 3, 4])
    evening.pair()
    evening.forfeit(evening.board(1), "both")
    evening.play(evening.board(2), (7, 4))
    evening.pair()
    assert evening.state.champion == evening.state.rounds[0].pairings[1].winner
