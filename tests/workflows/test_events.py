"""Events from the first entry to the final table, on both databases."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from schneider_league.errors import (
    AnswerNeededError,
    InputError,
    NotAllowedError,
    NotFoundError,
    StateError,
    UsageError,
)
from schneider_league.store.verify import verify
from schneider_league.workflows.events import showing, viewing
from schneider_league.workflows.events.showing import watch_event
from tests.workflows.director import EIGHT, Director


@pytest.fixture
def director(league_address: str) -> Director:
    return Director(league_address, EIGHT)


def test_a_swiss_to_its_end(director: Director) -> None:
    director.hold("swiss", EIGHT[:6], rounds=3)
    for number in (1, 2, 3):
        view = director.publish()
        assert (view.number, view.is_draft, len(view.lines)) == (number, False, 3)
        director.play_round()
    met = [frozenset((line.a, line.b)) for line in viewing.view_rounds(director.address, "cup").lines]
    assert len(met) == len(set(met)) == 9
    with pytest.raises(StateError, match="round"):
        director.publish()
    assert director.finish().lines[0].startswith("Cup is finished. ")
    assert director.finish().lines == ("Cup is finished already.",)
    with pytest.raises(StateError, match="is finished"):
        director.enter("Gita")
    assert director.places()[0][0] == 1
    assert sum(points for _rank, _name, points in director.places()) == 9
    assert verify(director.address).findings == ()


def test_everybody_meets_everybody(director: Director) -> None:
    director.hold("round-robin", EIGHT[:5])
    for _round in range(5):
        director.publish()
        director.play_round()
    met = {
        frozenset((line.a, line.b)) for line in viewing.view_rounds(director.address, "cup").lines if line.b is not None
    }
    assert len(met) == 10
    assert {row.totals.byes for row in director.table().standings.rows} == {1}
    # A bye of a round-robin counts nothing.
    assert sum(points for _rank, _name, points in director.places()) == 10
    view = director.crosstable()
    assert view.by_opponent
    assert all(sum(cell.opponent is not None for cell in row.cells) == 4 for row in view.rows)
    assert director.finish().lines[0].startswith("Cup is finished.")


def test_twice_around(director: Director) -> None:
    director.hold("double-round-robin", EIGHT[:4])
    for _round in range(6):
        director.publish()
        director.play_round()
    lines = viewing.view_rounds(director.address, "cup").lines
    pairs = [(line.a, line.b) for line in lines]
    assert len(set(pairs)) == 12
    assert {(b, a) for a, b in pairs} == set(pairs)


def test_a_knockout_and_its_places(director: Director) -> None:
    director.hold("knockout", EIGHT[:6], best_of=3)
    first = director.publish()
    assert sum(line.b is None for line in first.lines) == 2
    game = next(line for line in first.lines if line.b is not None)
    assert game.b is not None
    # The first and the third session are dealt by the first-named player first, the second by the other.
    director.start(game.b, game.a, dealer=None, event="cup")
    assert director.session("1").start.first_dealer == 0
    director.score("20-0", session="1")
    director.score("20-0", session="1")
    answer = director.score("20-0", session="1")
    assert "it goes on" in answer.lines[1]
    director.start(game.b, game.a, dealer=None, event="cup")
    assert director.session("2").start.first_dealer == 1
    director.undo(session="2")
    answer = director.result(game.b, game.a, "7-0", event="cup")
    assert director.state().rounds[0].missing
    director.result(game.a, game.b, "7-6", event="cup")
    for _session in range(2):
        director.play_round()
        for paired in director.state().rounds[0].missing:
            a, b = (director.name_of(player) for player in paired.stated.players)
            director.result(a, b, "7-1", event="cup")
    director.publish()
    for _session in range(2):
        for paired in director.state().rounds[1].missing:
            a, b = (director.name_of(player) for player in paired.stated.players)
            director.result(a, b, "7-1", event="cup")
    director.publish()
    for _session in range(2):
        for paired in director.state().rounds[2].missing:
            a, b = (director.name_of(player) for player in paired.stated.players)
            director.result(a, b, "7-1", event="cup")
    assert director.state().champion is not None
    assert [rank for rank, _name, _points in director.places()] == [1, 2, 3, 3, 5, 5]
    assert "wins" in director.finish().lines[0]


@pytest.mark.parametrize("terms", [{"timed": True}, {"deals": 2}], ids=["timed", "deals"])
def test_a_knockout_that_is_level_goes_on(director: Director, terms: dict[str, Any]) -> None:
    director.hold("knockout", ("Anna", "Ben"), **terms)
    director.publish()
    with pytest.raises(NotAllowedError, match="a knockout needs a winner"):
        director.result("Anna", "Ben", "2-2", event="cup")
    director.start("Anna", "Ben", dealer=None, event="cup")
    director.score("14-6")
    director.score("6-14")
    if "timed" in terms:
        closed = director.close_round()
        assert "level, so the next deal with a winner decides" in closed.lines[1]
        with pytest.raises(StateError, match="is closed and level"):
            director.close("1")
    assert str(director.session("1").state) == "open"
    director.score("10-10")
    answer = director.score("12-8")
    assert "wins the session" in answer.lines[0]
    assert "has won it" in answer.lines[1]


def test_the_pairing_knows_the_order_and_the_dealer(director: Director) -> None:
    director.hold("swiss", EIGHT[:4], rounds=2, target=3)
    view = director.publish()
    a, b = view.lines[0].a, view.lines[0].b
    assert b is not None
    answer = director.start(b, a, dealer=None, event="cup", table="T1")
    assert answer.lines[0].endswith(f"Round 1, board 1. {a} deals.")
    assert answer.lines[0].startswith(f"Session 1: {a} – {b}, bohemian, to 3,")
    director.undo(session="1")
    # The numbers of a result follow the names as they are typed.
    director.result(b, a, "3-0", event="cup")
    assert director.boards()[0] == f"{a} – {b}: 0-3, {b} wins"
    with pytest.raises(StateError, match="has a result already: session 2"):
        director.result(a, b, "3-0", event="cup")
    director.start("Gita", "Hugo", dealer="Hugo")
    assert director.session("3").start.pairing is None


def test_sessions_that_fit_no_pairing(director: Director) -> None:
    director.hold("swiss", EIGHT[:4], rounds=2)
    with pytest.raises(StateError, match="no round of Cup is published yet"):
        director.start("Anna", "Ben", event="cup")
    view = director.publish()
    with pytest.raises(NotFoundError, match="Gita is not in Cup"):
        director.start("Anna", "Gita", event="cup")
    others = [line.a for line in view.lines]
    with pytest.raises(StateError, match=r"are not paired in Cup: .*round 1, board"):
        director.start(others[0], others[1], event="cup")
    director.start("Anna", "Ben", event=None)
    with pytest.raises(NotFoundError, match="Gita is not in Cup"):
        director.amend("1", players=("Gita", "Hugo"), event="cup")


def test_a_session_that_was_forgotten_is_put_into_its_event(director: Director) -> None:
    director.hold("swiss", EIGHT[:4], rounds=2)
    line = director.publish().lines[0]
    assert line.b is not None
    director.result(line.b, line.a, "7-1")
    assert len(director.state().rounds[0].missing) == 2
    director.amend("1", event="cup")
    assert director.boards()[0] == f"{line.a} – {line.b}: 1-7, {line.b} wins"
    director.amend("1", event="none")
    assert len(director.state().rounds[0].missing) == 2


def test_late_entry_absence_and_byes(director: Director) -> None:
    director.hold("swiss", EIGHT[:5], rounds=4)
    director.absent("Eva")
    with pytest.raises(StateError, match="4 rounds"):
        director.absent("Eva", round=5)
    view = director.publish()
    assert [line.kind for line in view.lines] == ["game", "game", "absence"]
    with pytest.raises(StateError, match="round 1 of Cup is published"):
        director.absent("Anna", round=1)
    director.play_round()
    assert "from round 2 on" in director.enter("Filip", "Gita").lines[0]
    paired = director.draft(byes=["Gita"])
    assert [(line.a, line.kind) for line in paired.view.lines if line.b is None] == [("Gita", "pairing-bye")]
    director.publish()
    assert director.boards()[-1] == "Gita: bye"
    director.play_round()
    points = {name: points for _rank, name, points in director.places()}
    assert points["Gita"] == 1
    with pytest.raises(StateError, match="nobody has two"):
        director.draft(byes=["Gita"])


def test_forfeits(director: Director) -> None:
    director.hold("swiss", EIGHT[:6], rounds=3)
    lines = director.publish().lines
    assert director.forfeit_game(lines[0].a).lines[0] == f"Round 1, board 1: {lines[0].a} forfeits, {lines[0].b} wins."
    with pytest.raises(StateError, match="is forfeited already"):
        director.forfeit_game(lines[0].b or "", 1)
    with pytest.raises(AnswerNeededError, match="on which board"):
        director.forfeit_game("both")
    assert "neither has a point" in director.forfeit_game("both", board=2).lines[0]
    assert "neither has a point" in director.forfeit_game("both").lines[0]
    points = {name: points for _rank, name, points in director.places()}
    assert sorted(points.values()) == [0, 0, 0, 0, 0, 1]
    # A forfeit rates nobody.
    assert director.table().ratings == {}
    with pytest.raises(NotFoundError, match="Gita is not in Cup"):
        director.forfeit_game("Gita")
    with pytest.raises(NotFoundError, match="no board 9"):
        director.forfeit_game("both", board=9)


def test_who_leaves_a_round_robin_early_is_struck(director: Director) -> None:
    director.hold("round-robin", EIGHT[:6])
    director.publish()
    director.play_round()
    before = {name for _rank, name, _points in director.places()}
    answer = director.withdraw("Anna")
    assert "fewer than half" in answer.lines[1]
    assert {name for _rank, name, _points in director.places()} == before - {"Anna"}
    # What was played stays for ratings.
    assert 1 in director.table().ratings
    assert "is back" in director.enter("Anna").lines[0]
    director.withdraw("Ben")
    with pytest.raises(StateError, match="has withdrawn already"):
        director.withdraw("Ben")


def test_finals_of_the_best(director: Director) -> None:
    director.hold("round-robin", EIGHT[:4], name="Group")
    for _round in range(3):
        director.publish("Group")
        for line in viewing.view_pairings(director.address, "Group", None).lines:
            assert line.b is not None
            first = min(line.a, line.b)
            director.result(first, max(line.a, line.b), "7-3", event="Group")
    assert [name for _rank, name, _points in director.places("Group")] == ["Anna", "Ben", "Carl", "Dora"]
    director.hold("knockout", name="Finals", seed_by=None)
    with pytest.raises(AnswerNeededError, match="how many"):
        director.enter(event="Finals", source="Group")
    director.enter(event="Finals", source="Group", top=2)
    state = director.state("Finals")
    assert [entrant.player for entrant in state.entrants] == [1, 2]
    assert (state.settings.finals_of and state.settings.finals_of.top, state.settings.seed_by) == (2, "entry")
    with pytest.raises(NotFoundError, match="'nowhere' is no file"):
        director.enter(event="Finals", source="nowhere", top=2)


def test_level_players_at_the_edge_are_not_chosen_by_chance(director: Director) -> None:
    director.hold("round-robin", EIGHT[:4], name="Group")
    director.hold("knockout", name="Finals")
    with pytest.raises(StateError, match="share place 1 in Group"):
        director.enter(event="Finals", source="Group", top=2)


def test_names_from_a_file(director: Director, tmp_path: Path) -> None:
    director.hold("swiss", rounds=3)
    file = tmp_path / "names.txt"
    file.write_bytes('\ufeff# tonight\r\nanna\r\n\r\n"Jiří Novák"\r\n<b>Max</b>\r\n'.encode())
    with pytest.raises(NotFoundError, match="2 players are not known, and nobody was entered"):
        director.enter(source=str(file))
    assert not director.state().entrants
    answer = director.enter(source=str(file), add=True)
    assert answer.lines[0] == "Anna, Jiří Novák and <b>Max</b> entered Cup."
    file.write_bytes("Jiří Novák\n".encode("cp1250"))
    assert "is in Cup already" in director.enter(source=str(file)).lines[0]
    with pytest.raises(UsageError, match="nobody is named"):
        director.enter()


def test_too_many_rounds_are_warned_of(director: Director) -> None:
    director.hold("swiss", EIGHT[:6], rounds=5)
    assert any("round-robin" in hint for hint in director.draft().hints)


def test_a_screen_follows_the_event(director: Director) -> None:
    director.hold("swiss", EIGHT[:4], rounds=2)
    looks = watch_event(director.address, "cup")
    first = next(looks)
    assert first is not None
    assert first.round is None
    assert next(looks) is None
    director.publish()
    second = next(looks)
    assert second is not None
    assert second.round is not None
    assert len(second.round.lines) == 2
    director.play_round()
    third = next(looks)
    assert third is not None
    assert [row.totals.halves for row in third.standings.rows] == [2, 2, 0, 0]
    assert next(looks) is None


def test_events_in_a_list(director: Director) -> None:
    director.hold("swiss", EIGHT[:4], rounds=2)
    director.hold("open", name="Thursday")
    director.publish()
    lines = showing.list_all_events(director.address)
    assert [(line.name, line.round, line.rounds, line.state) for line in lines] == [
        ("Cup", 1, 2, "running"),
        ("Thursday", None, None, "running"),
    ]
    view = showing.view_event(director.address, "cup")
    assert [line.player for line in view.entrants] == list(EIGHT[:4])
    with pytest.raises(StateError, match="it has no rounds"):
        viewing.view_rounds(director.address, "thursday")
    slips = viewing.view_slips(director.address, "cup", 1)
    assert [(slip.round, slip.board) for slip in slips] == [(1, 1), (1, 2)]
    with pytest.raises(NotFoundError, match="round 2 of Cup is not published"):
        viewing.view_pairings(director.address, "cup", 2)


def test_standings_as_they_were_known(director: Director) -> None:
    from schneider_league.workflows.scope import Scope

    director.hold("swiss", EIGHT[:4], rounds=2)
    director.publish()
    director.play_round()
    then = director.now
    director.publish()
    director.play_round()
    points = sum(row.totals.halves for row in director.table(scope=Scope(known_at=then)).standings.rows)
    assert points == 4
    assert sum(row.totals.halves for row in director.table().standings.rows) == 8


def test_the_order_of_an_event(director: Director) -> None:
    director.hold("swiss", EIGHT[:4], rounds=2, order=("points", "buchholz", "honours-diff"))
    director.publish()
    assert director.table().standings.order == ("points", "buchholz", "honours-diff")
    assert director.table(order=("points", "won")).standings.order == ("points", "won")


def test_wrong_settings_are_put_right(director: Director) -> None:
    director.hold("knockout", EIGHT[:4])
    answer = director.amend_event(format="swiss", rounds=2, name="Club Swiss", target=5)
    assert answer.lines[0] == "Event 1: Club Swiss, swiss, to 5, 2 rounds, numbered in order of entry."
    director.publish("club")
    with pytest.raises(StateError, match="its format stays"):
        director.amend_event(event="club", format="knockout")
    with pytest.raises(UsageError, match="nothing is said"):
        director.amend_event(event="club")
    with pytest.raises(InputError):
        director.amend_event(event="club", name=" ")
    assert "It is so already" in director.amend_event(event="club", target=5).lines[0]
    director.amend_event(event="club", rounds=3)
    assert director.state("club").planned_rounds == 3


def test_ratings_number_the_players_until_the_first_round_is_published(director: Director) -> None:
    director.result("Ben", "Anna", "7-4")
    director.hold("swiss", EIGHT[:4], rounds=2, seed_by="rating")
    lines = showing.view_event(director.address, "Cup").entrants
    assert [(line.player, line.rating is None) for line in lines[:2]] == [("Ben", False), ("Carl", True)]
    director.publish()
    lines = showing.view_event(director.address, "Cup").entrants
    assert [(line.player, line.rating) for line in lines[:2]] == [("Ben", None), ("Carl", None)]


def test_a_board_says_at_which_table_it_is_played(director: Director) -> None:
    director.hold("swiss", EIGHT[:4], rounds=2)
    first, second = director.publish().lines
    director.start(first.a, first.b or "", event="Cup", table="3", dealer=first.a)
    director.start(second.a, second.b or "", event="Cup", dealer=second.a)
    assert [line.table for line in viewing.view_pairings(director.address, "Cup").lines] == ["3", None]
    director.amend("1", table="5")
    assert [line.table for line in viewing.view_pairings(director.address, "Cup").lines] == ["5", None]
