"""What an event says and does where something unusual happened, on both databases."""

from __future__ import annotations

from pathlib import Path

import pytest

from schneider_league.errors import StateError
from schneider_league.reports.event_screen import screen_lines
from schneider_league.workflows.events import viewing
from schneider_league.workflows.events.entering import read_names
from schneider_league.workflows.events.showing import watch_event
from tests.workflows.director import EIGHT, Director
from tests.workflows.importer import HEADER, Importer


@pytest.fixture
def director(league_address: str) -> Director:
    return Director(league_address, EIGHT)


def test_the_crosstable_of_a_knockout_says_what_ranks_it(director: Director) -> None:
    director.hold("knockout", EIGHT[:4])
    director.publish()
    director.play_round()
    assert director.crosstable().notes[0].startswith("Order: how far somebody came in the bracket.")


def test_a_final_that_nobody_is_left_for(director: Director) -> None:
    director.hold("knockout", EIGHT[:4])
    director.publish()
    director.forfeit_game("both", board=1)
    director.play_round()
    (winner,) = [paired.winner for paired in director.state().rounds[0].pairings if paired.winner is not None]
    assert "nothing of it is to be played" in director.publish().notes[0]
    assert f"{director.name_of(winner)} wins" in director.finish().lines[0]


def test_between_two_sessions_of_three_nothing_is_being_played(director: Director) -> None:
    director.hold("knockout", ("Anna", "Ben"), best_of=3)
    director.publish()
    director.result("Anna", "Ben", "7-4", event="cup")
    assert director.boards() == ["Anna – Ben: 1-0 in sessions, 7-4, it goes on"]
    director.start("Anna", "Ben", dealer=None, event="cup")
    assert director.boards() == ["Anna – Ben: 1-0 in sessions, 7-4, being played"]


def test_a_session_that_is_forfeited_says_so_on_its_board(director: Director) -> None:
    director.hold("swiss", EIGHT[:4], rounds=2)
    director.publish()
    for line in viewing.view_pairings(director.address, "cup", None).lines:
        assert line.b is not None
        director.start(line.a, line.b, dealer=None, event="cup")
    director.score("20-0", session="1")
    director.forfeit("1", "Anna")
    director.forfeit("2", director.name_of(director.state().rounds[0].pairings[1].stated.a))
    first, second = director.boards()
    assert first.endswith("3-0, Anna forfeits")
    assert second.endswith(": Ben forfeits") or second.endswith(": Dora forfeits")
    with pytest.raises(StateError, match="has a result"):
        director.forfeit_game("Anna", 1)


def test_a_sheet_that_is_imported_counts_for_the_pairings(director: Director, tmp_path: Path) -> None:
    director.hold("swiss", EIGHT[:4], rounds=2, target=3)
    director.publish()
    importer = Importer(director.address, tmp_path)
    header = f"{HEADER},event"
    sheet = importer.sheet(
        "2026-11-26,s1,Anna,Carl,Anna,20,0,bohemian,3,,Cup",
        "2026-11-26,s2,Anna,Carl,Anna,20,0,bohemian,3,,Cup",
        "2026-11-26,s3,Anna,Ben,Anna,20,0,bohemian,3,,Cup",
        header=header,
    )
    importer.import_(sheet)
    assert director.boards()[0] == "Anna – Carl: 3-0, Anna wins"
    # The second session of the two, and one of two who do not meet, are of no pairing.
    assert [tally.session for tally in director.state().loose] == [2, 3]
    importer.undo(1)
    assert director.boards()[0] == "Anna – Carl: still to be played"
    importer.import_(sheet)
    assert director.boards()[0] == "Anna – Carl: 3-0, Anna wins"


def test_the_best_of_a_table_that_may_change_yet(director: Director) -> None:
    director.hold("round-robin", EIGHT[:3], name="Group")
    director.publish("Group")
    director.play_round("Group")
    director.withdraw("Ben" if director.places("Group")[0][1] == "Ben" else "Carl", event="Group")
    director.hold("knockout", name="Finals")
    hints = director.enter(event="Finals", source="Group", top=1).hints
    assert any("not played to its end" in hint for hint in hints)


def test_quoted_names_in_a_file(tmp_path: Path) -> None:
    file = tmp_path / "names.txt"
    file.write_text('"Anna"\n"Nick" O Neil\n"Quote ""Big"" Joe"\n""\nBen "the Ace"\n', encoding="utf-8")
    assert read_names(str(file)) == ["Anna", '"Nick" O Neil', 'Quote "Big" Joe', 'Ben "the Ace"']


def test_another_format_keeps_what_was_settled(director: Director) -> None:
    director.hold("swiss", EIGHT[:4], rounds=3, order=("points", "won"))
    director.amend_event(format="round-robin")
    settings = director.state().settings
    assert (settings.seed_by, settings.order, settings.rounds) == ("entry", ("points", "won"), None)


def test_the_end_of_an_event_without_a_round(director: Director) -> None:
    director.hold("round-robin")
    assert "no round was played" in director.finish().hints[0]


def test_no_sentence_stands_twice_on_the_screen(director: Director) -> None:
    director.hold("swiss", EIGHT[:4], rounds=1)
    director.publish()
    director.play_round()
    view = next(watch_event(director.address, "cup"))
    assert view is not None
    lines = screen_lines(
        view.heading, view.standings, view.names, view.ratings, view.round, view.sessions, view.notes, width=40
    )
    assert sum(line.startswith("All 1 rounds") or "event finish" in line for line in lines) == 1
    told = screen_lines(view.heading, view.standings, {}, {}, None, (), ["word \u202e" * 20], width=40)
    assert not any("\u202e" in line for line in told)
    assert max(len(line) for line in told[-5:]) <= 40


def test_a_round_robin_with_a_late_entry_goes_on_until_everybody_has_met(director: Director) -> None:
    director.hold("round-robin", EIGHT[:3])
    for _round in range(3):
        director.publish()
        director.play_round()
    assert "All 3 rounds are played" in director.enter("Anna").lines[1]
    assert "Next: event pair 1 (round 4)" in director.enter("Dora").lines[1]
    assert viewing.view_rounds(director.address, "cup").notes[0] == "4 players, 3 rounds are published."
    assert any("if more are to come" in hint for hint in director.finish().hints)
    director.undo_event()
    for _round in range(3):
        assert "event pair" in viewing.view_rounds(director.address, "cup").notes[-1]
        assert director.publish().event.rounds is None
        director.play_round()
    assert viewing.view_rounds(director.address, "cup").notes == (
        "4 players, 6 rounds are published.",
        "All 6 rounds are played. Next: event finish 1.",
    )
    assert not director.finish().hints
