"""Round-robins: Berger's tables, and whole events with everything that happens to them."""

from __future__ import annotations

import json
import random
from collections import Counter
from itertools import combinations, groupby
from pathlib import Path

import pytest

from schneider_league.derive.event import PairingState
from schneider_league.derive.standings import derive_event_standings
from schneider_league.errors import NotAllowedError, StateError
from schneider_league.records.event import EventEntryKind
from schneider_league.schedule.proposal import blocking_games, propose_round
from schneider_league.schedule.round_robin import berger_rounds, double_rounds
from tests.schedule.evenings import Evening, byes_in, chance, met_in

TABLES = json.loads((Path(__file__).parents[1] / "data" / "berger_tables.json").read_text(encoding="utf-8"))["tables"]


@pytest.mark.parametrize("players", list(TABLES))
def test_published_tables(players: str) -> None:
    ours = [{"pairs": [list(pair) for pair in each.pairs], "bye": each.bye} for each in berger_rounds(int(players))]
    published = [{"pairs": each["pairs"], "bye": each.get("bye")} for each in TABLES[players]["rounds"]]
    assert ours == published


@pytest.mark.parametrize("players", range(2, 41))
def test_everybody_meets_everybody_and_deals_in_turn(players: int) -> None:
    rounds = berger_rounds(players)
    assert len(rounds) == players - 1 + players % 2
    met = Counter(frozenset(pair) for each in rounds for pair in each.pairs)
    assert met == Counter(map(frozenset, combinations(range(1, players + 1), 2)))
    assert sorted(each.bye for each in rounds if each.bye) == (list(range(1, players + 1)) if players % 2 else [])
    firsts = Counter(pair[0] for each in rounds for pair in each.pairs)
    assert all(abs(2 * firsts[number] - (players - 1)) <= 1 for number in range(1, players + 1))
    twice = double_rounds(players)
    assert Counter(pair for each in twice for pair in each.pairs) == Counter(
        pair for a, b in combinations(range(1, players + 1), 2) for pair in ((a, b), (b, a))
    )
    for number in range(1, players + 1):
        turns = [pair[0] == number for each in twice for pair in each.pairs if number in pair]
        assert max(len(list(same)) for _first, same in groupby(turns)) <= 2


def test_nobody_and_one() -> None:
    assert berger_rounds(0) == berger_rounds(1) == double_rounds(1) == ()
    evening = Evening("round-robin", [7])
    with pytest.raises(StateError, match="only 7 is in 'Thursday'"):
        propose_round(evening.state)
    with pytest.raises(StateError, match="nobody is in 'Thursday'"):
        propose_round(Evening("swiss").state)


@pytest.mark.parametrize("players", [2, 3, 4, 5, 8, 9])
@pytest.mark.parametrize("cycles", [1, 2])
def test_whole_events(players: int, cycles: int) -> None:
    evening = Evening("double-round-robin" if cycles == 2 else "round-robin", range(1, players + 1))
    rounds = evening.state.planned_rounds
    assert rounds == cycles * (players - 1 + players % 2)
    for _ in range(rounds):
        evening.pair()
        evening.strong_first()
    with pytest.raises(StateError, match="everybody has met everybody"):
        propose_round(evening.state)
    table = derive_event_standings(evening.state)
    assert [row.player for row in table.rows] == list(range(1, players + 1))
    assert [row.totals.won for row in table.rows] == [cycles * (players - place) for place in range(1, players + 1)]
    # A bye counts nothing, and is no round that could have been won.
    assert all(row.totals.byes == cycles * (players % 2) for row in table.rows)
    assert all(row.totals.possible == cycles * (players - 1) for row in table.rows)


def left_after(rounds: int, *, players: int = 6) -> Evening:
    """Number 6 withdraws after so many rounds."""
    evening = Evening("round-robin", range(1, players + 1))
    for number in range(1, players):
        if number == rounds + 1:
            evening.withdraw(6)
        evening.pair()
        evening.strong_first()
    return evening


def test_who_leaves_before_half_of_it_is_struck() -> None:
    evening = left_after(2)
    table = derive_event_standings(evening.state)
    assert table.struck == (6,)
    assert [row.player for row in table.rows] == [1, 2, 3, 4, 5]
    assert all(row.totals.sessions == 4 for row in table.rows)
    assert len(evening.tallies) == 2 * 3 + 3 * 2  # what 6 played stays, for ratings


def test_who_leaves_later_loses_the_rest_by_forfeit() -> None:
    evening = left_after(3)
    table = derive_event_standings(evening.state, order=["points", "sb", "koya"])
    assert table.struck == ()
    assert [row.totals.sessions for row in table.rows] == [5] * 6
    games = [paired for each in evening.state.rounds for paired in each.pairings if 6 in paired.stated.players]
    states = [paired.state for paired in games]
    assert states == [PairingState.WON] * 3 + [PairingState.FORFEIT] * 2
    assert all(paired.winner != 6 for paired in games)


def test_exactly_half_is_enough() -> None:
    evening = Evening("round-robin", [1, 2, 3, 4, 5])
    while evening.state.next_round <= 5:
        played = [paired for each in evening.state.rounds for paired in each.pairings if 5 in paired.stated.players]
        if sum(paired.is_over and paired.is_game for paired in played) == 2 and evening.state.is_active(5, 9):
            evening.withdraw(5)
        evening.pair()
        evening.strong_first()
    assert derive_event_standings(evening.state).struck == ()


def test_who_comes_back_is_not_struck() -> None:
    evening = Evening("round-robin", [1, 2, 3, 4])
    evening.pair()
    evening.strong_first()
    evening.withdraw(4)
    assert derive_event_standings(evening.state).struck == (4,)
    evening.enter(4)
    assert derive_event_standings(evening.state).struck == ()
    evening.pair()
    assert len(evening.state.rounds[1].missing) == 2


def test_a_missed_game_can_be_made_up_and_holds_up_nobody() -> None:
    evening = Evening("round-robin", [1, 2, 3, 4])
    evening.absent(1)
    evening.pair()
    waiting = next(paired for paired in evening.state.rounds[0].pairings if 1 in paired.stated.players)
    other = next(paired for paired in evening.state.rounds[0].pairings if 1 not in paired.stated.players)
    assert waiting.stated.reason.endswith("is absent, the game can be made up")
    assert blocking_games(evening.state) == (other,)
    with pytest.raises(StateError, match=r"round 2 cannot be paired yet: no result of board 2 of round 1 \(2 – 3\)"):
        propose_round(evening.state)
    evening.play(other, (7, 3))
    assert blocking_games(evening.state) == ()
    evening.pair()
    evening.play(waiting, (3, 7))
    assert evening.state.rounds[0].is_complete


@pytest.mark.parametrize("seed", range(40))
def test_late_entries(seed: int) -> None:
    """The table no longer holds, and still everybody meets everybody once, in few more rounds than are needed."""
    rng = random.Random(seed)
    players = rng.randrange(2, 11)
    evening = Evening("round-robin", range(1, players + 1))
    result = chance(rng, {})
    late_at = rng.randrange(1, players + players % 2)
    last = players + 1
    for _ in range(60):
        if evening.state.next_round == late_at + 1 and evening.state.entrant(last) is None:
            evening.enter(last)
        try:
            proposal = propose_round(evening.state)
        except StateError:
            break
        evening.publish(proposal)
        evening.play_round(result)
    expected = range(1, (last if evening.state.entrant(last) else players) + 1)
    assert Counter(met_in(evening.state)) == Counter(map(frozenset, combinations(expected, 2)))
    if evening.state.entrant(last):
        assert len(evening.state.rounds) <= late_at + players + 1


def test_by_hand_and_by_what_is_left() -> None:
    evening = Evening("round-robin", [1, 2, 3, 4])
    proposal = evening.pair(by_hand=[(1, 2)])
    assert [(line.a, line.b, line.by_hand) for line in proposal.pairings] == [(1, 2, True), (3, 4, False)]
    evening.strong_first()
    with pytest.raises(StateError, match="2 and 1 have no game left"):
        propose_round(evening.state, by_hand=[(2, 1)])
    with pytest.raises(NotAllowedError, match="1 is paired twice by hand"):
        propose_round(evening.state, by_hand=[(1, 3), (1, 4)])
    with pytest.raises(NotAllowedError, match="9 is not in round 2"):
        propose_round(evening.state, by_hand=[(1, 9)])
    for _ in range(2):
        evening.pair()
        evening.strong_first()
    assert len(set(met_in(evening.state))) == 6


def test_a_bye_by_hand() -> None:
    evening = Evening("round-robin", [1, 2, 3, 4])
    evening.pair(given_byes=[1])
    assert sorted(byes_in(evening.state)) in ([1, 2], [1, 3], [1, 4])
    evening.strong_first()
    for _ in range(3):
        evening.pair()
        evening.strong_first()
    assert len(set(met_in(evening.state))) == 6
    assert sum(row.totals.halves for row in derive_event_standings(evening.state).rows) == 12


def test_undo_and_unpair() -> None:
    evening = Evening("round-robin", [1, 2, 3, 4])
    seq = evening.add(EventEntryKind.WITHDRAW, players=[4], round=1)
    assert [entrant.player for entrant in evening.state.entrants] == [1, 2, 3]
    undo = evening.add(EventEntryKind.UNDO, undoes=seq)
    assert [entrant.player for entrant in evening.state.entrants] == [1, 2, 3, 4]
    evening.add(EventEntryKind.UNDO, undoes=undo)
    assert [entrant.player for entrant in evening.state.entrants] == [1, 2, 3]
    evening.pair()
    evening.enter(5)
    evening.add(EventEntryKind.UNPAIR, round=1)
    assert not evening.state.rounds
    evening.pair()
    assert "Berger table for 4" in evening.state.rounds[0].pairings[0].stated.reason
