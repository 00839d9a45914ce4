"""What goes wrong in an event, and the command that mends it, on both databases."""

from __future__ import annotations

import pytest

from schneider_league.errors import AnswerNeededError, NotFoundError, StateError
from schneider_league.store.engine import Database
from schneider_league.store.verify import verify
from schneider_league.workflows.events import viewing
from schneider_league.workflows.events.history import view_history
from schneider_league.workflows.players import anonymise_player, merge_players, remove_player
from tests.workflows.director import EIGHT, Director


@pytest.fixture
def director(league_address: str) -> Director:
    director = Director(league_address, EIGHT)
    director.hold("swiss", EIGHT[:6], rounds=3)
    return director


def test_a_round_paired_twice_is_the_same_round(director: Director) -> None:
    director.publish()
    before = director.boards()
    again = director.draft()
    assert [(line.a, line.b) for line in again.view.lines] == [
        tuple(board.split(":")[0].split(" – ")) for board in before
    ]
    assert not again.view.is_draft
    assert "3 boards still lack a result: board 1" in again.view.notes[0]
    director.publish()
    assert director.boards() == before
    assert len(director.state().rounds) == 1


def test_the_draft_that_was_shown_is_the_one_that_is_published(director: Director) -> None:
    draft = director.draft()
    assert draft.view.is_draft
    assert all(line.reason for line in draft.view.lines)
    again = director.draft()
    assert again.view.lines == draft.view.lines
    published = director.publish()
    assert [(line.a, line.b) for line in published.lines] == [(line.a, line.b) for line in draft.view.lines]


def test_a_draft_whose_basis_changed_is_shown_again(director: Director) -> None:
    director.draft()
    director.enter("Gita", "Hugo")
    paired = director.draft(publish=True)
    assert paired.refusal is not None
    assert paired.refusal.exit_status == 5
    assert "something has changed" in paired.refusal.message
    assert len(paired.view.lines) == 4
    assert not director.state().rounds
    # Seen now, it is published.
    assert len(director.publish().lines) == 4


def test_by_hand_with_a_reason(director: Director) -> None:
    with pytest.raises(AnswerNeededError, match="needs a reason"):
        director.draft(by_hand="Ben-Anna")
    draft = director.draft(by_hand="Ben – Anna, Filip-Eva", reason="they share a car")
    assert [(line.a, line.b) for line in draft.view.lines if line.by_hand] == [("Ben", "Anna"), ("Filip", "Eva")]
    assert "they share a car" in draft.view.notes[0]
    published = director.publish()
    assert [(line.a, line.b) for line in published.lines if line.by_hand] == [("Ben", "Anna"), ("Filip", "Eva")]
    history = view_history(director.address, "cup")
    assert [line.reason for line in history.lines][-1] == "they share a car"


@pytest.mark.parametrize("wrong", ["Ben", "Ben-Nobody", "Ben-Gita", "Ben-Ben", " , "])
def test_wrong_pairs_by_hand(director: Director, wrong: str) -> None:
    from schneider_league.errors import LeagueError

    with pytest.raises(LeagueError):
        director.draft(by_hand=wrong, reason="so")
    assert not director.state().rounds


def test_names_with_hyphens_by_hand(director: Director) -> None:
    director.enter("Marie-Anne", "Jean-Luc", add=True)
    draft = director.draft(by_hand="Jean-Luc-Marie-Anne", reason="so")
    assert ("Jean-Luc", "Marie-Anne") in [(line.a, line.b) for line in draft.view.lines]


def test_unpair_only_without_results(director: Director) -> None:
    lines = director.publish().lines
    director.unpair()
    assert not director.state().rounds
    with pytest.raises(StateError, match="no round of Cup is published"):
        director.unpair()
    director.publish()
    director.start(lines[0].a, lines[0].b or "", dealer=None, event="cup")
    with pytest.raises(StateError, match="has results or is being played on board 1") as told:
        director.unpair()
    assert told.value.exit_status == 5
    director.void("1")
    director.unpair()
    director.publish()
    director.forfeit_game(lines[0].a)
    with pytest.raises(StateError, match="has results"):
        director.unpair()


def test_a_result_corrected_after_the_next_round_was_paired(director: Director) -> None:
    director.publish()
    director.play_round()
    director.publish()
    second = director.boards()
    answer = director.correct("1", "result", "4-7")
    assert "Round 2 of Cup was paired before this, and stays as it is." in answer.lines
    assert "The winner changes" in " ".join(answer.lines)
    assert director.boards() == second
    director.play_round()
    director.publish()
    assert "Rounds 2 to 3 of Cup were paired before this, and stay as they are." in director.void("1").lines


def test_the_last_result_says_what_comes_next(director: Director) -> None:
    lines = director.publish().lines
    answer = director.result(lines[0].a, lines[0].b or "", "7-0", event="cup")
    assert answer.lines[1].startswith("Round 1 of Cup: 2 boards still lack a result: board 2 (")
    director.result(lines[1].a, lines[1].b or "", "7-0", event="cup")
    answer = director.result(lines[2].a, lines[2].b or "", "7-0", event="cup")
    assert answer.lines[1] == "Round 1 of Cup is complete. Next: event pair 1 (round 2)."
    # The result that completed it was a typo: the session opens again, and the round lacks it.
    director.undo(session="3")
    assert len(director.state().rounds[0].missing) == 1


def test_undo_takes_back_what_was_entered_last(director: Director) -> None:
    director.enter("Gita")
    assert director.undo_event().lines[0].startswith("Undone in Cup: Gita entered.")
    assert len(director.state().entrants) == 6
    assert director.redo_event().lines[0].startswith("Redone in Cup: Gita entered.")
    assert len(director.state().entrants) == 7
    with pytest.raises(StateError, match="nothing to redo"):
        director.redo_event()
    director.publish()
    director.undo_event()
    assert not director.state().rounds
    director.redo_event()
    assert len(director.state().rounds) == 1
    with pytest.raises(StateError, match="are in a published round"):
        director.undo_event(entry=2)
    director.withdraw("Anna")
    director.undo_event()
    assert director.state().is_active(1, 2)


def test_an_earlier_entry_is_taken_back_by_its_number(director: Director) -> None:
    lines = director.publish().lines
    director.forfeit_game(lines[0].a)
    director.forfeit_game(lines[1].a)
    history = view_history(director.address, "cup")
    number = next(line.entry for line in history.lines if "board 1 forfeited" in line.words)
    director.undo_event(entry=number)
    assert director.boards()[0].endswith("still to be played")
    assert director.boards()[1].endswith("forfeits")
    with pytest.raises(StateError, match="was taken back already"):
        director.undo_event(entry=number)
    with pytest.raises(NotFoundError, match="has no entry 99"):
        director.undo_event(entry=99)


def test_an_absence_is_taken_back(director: Director) -> None:
    director.absent("Anna")
    answer = director.enter("Anna")
    assert "event undo 1 --entry 3" in answer.hints[0]
    director.undo_event(entry=3)
    assert director.publish().lines[-1].kind == "game"


def test_an_event_made_by_mistake(director: Director) -> None:
    director.hold("open", name="Sumer")
    assert "its name is free" in director.undo_event("Sumer").lines[0]
    director.hold("open", name="Sumer")
    with pytest.raises(StateError, match="Cup has more entries"):
        director.undo_event(entry=1)


def test_the_end_is_taken_back(director: Director) -> None:
    director.publish()
    with pytest.raises(StateError, match="round 1 of Cup lacks board 1"):
        director.finish()
    director.play_round()
    answer = director.finish()
    assert "1 of 3 rounds" in answer.hints[0]
    director.undo_event()
    director.publish()


def test_closed_together_and_opened_again(league_address: str) -> None:
    director = Director(league_address, EIGHT)
    director.hold("swiss", EIGHT[:6], rounds=2, timed=True)
    lines = director.publish().lines
    with pytest.raises(StateError, match="no session that is being played"):
        director.close_round()
    for number, line in enumerate(lines, 1):
        director.start(line.a, line.b or "", dealer=None, event="cup")
        if number < 3:
            director.score("14-6", session=str(number))
    answer = director.close_round(1)
    assert answer.lines[0] == "Time is up for round 1 of Cup: 2 sessions are closed."
    assert "session 3 has no deal that counts" in answer.hints[0]
    assert [str(director.session(str(number)).state) for number in (1, 2, 3)] == ["finished", "finished", "open"]
    director.undo_event()
    assert [str(director.session(str(number)).state) for number in (1, 2, 3)] == ["open"] * 3
    assert verify(league_address).findings == ()


def test_two_directors_at_once(director: Director) -> None:
    """The second who publishes sees the round that is there."""
    from schneider_league.records.event import EventEntryKind
    from schneider_league.workflows.events.held import hold
    from schneider_league.workflows.sessions.book import Book

    with Database(director.address).reading() as league:
        before = hold(Book(league), "cup")
    director.enter("Gita")
    with Database(director.address).writing() as league:
        held = hold(Book(league, is_writing=True), "cup")
        held.entries = before.entries
        with pytest.raises(StateError, match="somebody entered something in this event meanwhile"):
            held.append(EventEntryKind.ENTER, players=[8])


def test_players_of_an_event_stay_who_they_are(director: Director) -> None:
    with pytest.raises(StateError, match="Anna is entered in Cup, and stays"):
        remove_player(director.address, "Anna")
    with pytest.raises(StateError, match="both entered in Cup"):
        merge_players(director.address, "Anna", "Ben")
    merge_players(director.address, "Hugo", "Ben")
    director.draft(by_hand="Anna-Ben", reason="Anna asked for it")
    director.withdraw("Carl")
    anonymise_player(director.address, "Anna")
    history = view_history(director.address, "cup")
    assert not any("Anna" in f"{line.words} {line.reason}" for line in history.lines)
    assert "Player 1" in history.lines[1].words


def test_a_round_with_nothing_but_the_games_of_who_left_is_taken_back(director: Director) -> None:
    director.hold("round-robin", EIGHT[:4], name="Group")
    director.publish("Group")
    director.play_round("Group")
    director.withdraw("Anna", "Dora", event="Group")
    director.publish("Group")
    assert any("forfeits" in board for board in director.boards(event="Group"))
    assert "round 2 published" in director.undo_event("Group").lines[0]
    director.publish("Group")
    assert "Round 2 of Group is taken back" in director.unpair("Group").lines[0]


def test_a_forfeit_that_keeps_a_round_is_named(director: Director) -> None:
    director.publish()
    director.forfeit_game("Anna")
    entry = max(each.entry for each in view_history(director.address, "cup").lines)
    with pytest.raises(StateError) as refused:
        director.unpair()
    assert refused.value.hint == f"`event undo 1 --entry {entry}` takes the forfeit back"
    director.undo_event(entry=entry)
    director.unpair()


def test_wishes_for_a_round_that_is_published(director: Director) -> None:
    director.publish()
    paired = director.draft(by_hand="Anna-Ben", reason="travel")
    assert "--by-hand changed nothing: round 1 stays as it is; event unpair 1" in paired.hints[0]
    director.play_round()
    director.publish()
    director.result(*_first_game(director), "7-1", event="cup")
    paired = director.draft(byes=["Anna"])
    assert "--bye changed nothing: round 2 stays as it is; say it when the next" in paired.hints[0]


def _first_game(director: Director) -> tuple[str, str]:
    line = viewing.view_pairings(director.address, "cup", None).lines[0]
    assert line.b is not None
    return line.a, line.b


def test_what_can_be_made_up_holds_up_nobody(director: Director) -> None:
    director.hold("round-robin", EIGHT[:4], name="Group")
    director.absent("Dora", event="Group")
    director.publish("Group")
    note = director.draft("Group").view.notes[1]
    assert "Round 2 can be paired when board 2 (Ben – Carl) has a result." in note


def test_a_round_that_lacks_a_result_again(director: Director) -> None:
    director.publish()
    director.play_round()
    director.publish()
    director.void("1")
    assert "Round 3 can be paired when that is there." in director.draft().view.notes[1]


def test_no_game_of_either_waits(director: Director) -> None:
    director.publish()
    director.play_round()
    with pytest.raises(StateError, match=r"no game of either waits. Next: event pair 1"):
        director.result("Anna", "Ben", "7-4", event="cup")


def test_who_comes_back_is_said_to_in_the_history(director: Director) -> None:
    director.publish()
    director.withdraw("Anna")
    director.enter("Anna")
    words = [line.words for line in view_history(director.address, "cup").lines]
    assert words[-1] == "Anna came back"


def test_a_round_that_could_be_paired_anew_is_named(director: Director) -> None:
    director.publish()
    director.play_round()
    director.publish()
    answer = director.correct("1", "result", "4-7")
    assert "event unpair 1 would pair it anew" in answer.lines[-1]
    director.play_round()
    assert not any("unpair" in line for line in director.correct("1", "result", "7-5").lines)
