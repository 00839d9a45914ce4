"""What was entered is taken back, done again, put right: nothing is erased, and the answer says what moved."""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest

from schneider_league.errors import (
    AnswerNeededError,
    LeagueError,
    NotAllowedError,
    NotFoundError,
    StateError,
    UnreadableError,
    UsageError,
)
from schneider_league.workflows.sessions.showing import view_session
from tests.workflows.scorekeeper import Scorekeeper


@pytest.fixture
def keeper(league_address: str) -> Scorekeeper:
    return Scorekeeper(league_address)


def play(keeper: Scorekeeper, *scores: str, **terms: Any) -> None:
    keeper.start(**terms)
    for score in scores:
        keeper.score(score)


# --- undo and redo ---


def test_undo_takes_back_the_last_thing_whatever_it_was(keeper: Scorekeeper) -> None:
    play(keeper, "14-6", "20-0")
    keeper.correct("1", 1, "16-4")
    keeper.insert("1", 1, "10-10")
    keeper.remove("1", 1)
    keeper.amend("1", target=10)
    keeper.forfeit("1", "anna")
    keeper.void("1")
    said = [keeper.undo().lines[0] for _ in range(9)]
    assert said == [
        "Undone: that session 1 is void. Anna 3, Ben 0. Anna forfeits the session, Ben wins it.",
        "Undone: the end of session 1. Anna 3, Ben 0. Ben deals.",
        "Undone: the change of session 1. Anna 3, Ben 0. Ben deals.",
        "Undone: the removal of deal 1 (Anna 16, Ben 4). Anna 5, Ben 0. Ben deals.",
        "Undone: deal 2 (Anna 10, Ben 10). Anna 5, Ben 0. Ben deals.",
        "Undone: the correction of deal 1 from Anna 14, Ben 6 to Anna 16, Ben 4. Anna 4, Ben 0. Ben deals.",
        "Undone: deal 2 (Anna 20, Ben 0). Anna 1, Ben 0. Anna deals.",
        "Undone: deal 1 (Anna 14, Ben 6). Anna 0, Ben 0. Ben deals.",
        "Undone: the start of session 1. The session is void.",
    ]
    with pytest.raises(StateError, match="in session 1 there is nothing to undo"):
        keeper.undo()
    said = [keeper.redo().lines[0] for _ in range(9)]
    assert said[1] == "Redone: deal 1 (Anna 14, Ben 6). Anna 1, Ben 0. Anna deals."
    assert keeper.session().state == "void"
    with pytest.raises(StateError, match="nothing to redo"):
        keeper.redo()


def test_redo_works_until_something_new_is_entered(keeper: Scorekeeper) -> None:
    play(keeper, "14-6")
    keeper.undo()
    keeper.redo()
    keeper.undo()
    keeper.score("6-14")
    with pytest.raises(StateError, match="nothing to redo"):
        keeper.redo()


def test_one_undo_too_many(keeper: Scorekeeper) -> None:
    play(keeper, "14-6", "6-14")
    keeper.undo()
    keeper.undo()
    keeper.redo()
    assert [row.score for row in keeper.session().rows] == [(14, 6)]


def test_undo_and_redo_go_to_the_session_last_written_to(keeper: Scorekeeper) -> None:
    play(keeper, "14-6")
    keeper.start("carl", "dora", dealer="dora")
    keeper.score("14-6", session="anna")
    assert keeper.undo().session == 1
    assert keeper.redo().session == 1
    assert keeper.undo(session="carl").session == 2
    assert keeper.redo().session == 2


def test_the_typo_that_ended_a_session(keeper: Scorekeeper) -> None:
    play(keeper, "20-0", "20-0", "16-4")
    answer = keeper.undo()
    assert answer.lines == (
        "Undone: deal 3 (Anna 16, Ben 4). Anna 6, Ben 0. Ben deals.",
        "The session is open again.",
        "Ratings: Anna 1520 → –, Ben 1480 → –.",
        "Ranks: Anna 1 → –, Ben 2 → –.",
    )
    keeper.score("4-16")
    assert keeper.session().score == (6, 2)


def test_a_session_of_an_earlier_day_is_opened_with_a_reason(keeper: Scorekeeper) -> None:
    play(keeper, "14-6", target=1)
    keeper.now += timedelta(days=1)
    with pytest.raises(AnswerNeededError, match="opening session 1 of 2026-11-26 again needs a reason"):
        keeper.undo()
    assert keeper.session().state == "finished"
    keeper.undo(reason="it was 4-16")
    assert keeper.session().state == "open"
    assert keeper.session().entries[-1].reason == "it was 4-16"
    # What does not open it again needs none.
    keeper.undo()
    keeper.redo()


# --- corrections ---


def test_every_correction_needs_a_reason(keeper: Scorekeeper) -> None:
    play(keeper, "14-6")
    attempts: tuple[Callable[[], object], ...] = (
        lambda: keeper.correct("1", 1, "6-14", reason=None),
        lambda: keeper.insert("1", 0, "6-14", reason=None),
        lambda: keeper.remove("1", 1, reason=""),
        lambda: keeper.void("1", reason=None),
        lambda: keeper.amend("1", target=9, reason=None),
        lambda: keeper.forfeit("1", "anna", reason=None),
    )
    for attempt in attempts:
        with pytest.raises(AnswerNeededError) as needed:
            attempt()
        assert needed.value.exit_status == 2
        assert "--reason" in (needed.value.hint or "")
    assert len(keeper.session().entries) == 2


def test_a_forgotten_and_a_doubled_deal(keeper: Scorekeeper) -> None:
    play(keeper, "14-6", "14-6", "2-18")
    assert keeper.insert("1", 1, "8-12").lines == ("Deal 2: Anna 8, Ben 12 (simple). Anna 2, Ben 3. Anna deals.",)
    assert [row.score for row in keeper.session().rows] == [(14, 6), (8, 12), (14, 6), (2, 18)]
    assert keeper.insert("1", 0, "misdeal").lines[0].startswith("Deal 1: misdeal.")
    assert keeper.remove("1", 4).lines == ("Deal 4 is removed (Anna 14, Ben 6). Anna 1, Ben 3. Anna deals.",)
    assert [row.score for row in keeper.session().rows] == [None, (14, 6), (8, 12), (2, 18)]
    # Numbers are those that are shown now.
    keeper.correct("1", 3, "12-8")
    assert [row.score for row in keeper.session().rows] == [None, (14, 6), (12, 8), (2, 18)]


def test_a_misdeal_may_turn_out_to_be_none(keeper: Scorekeeper) -> None:
    keeper.start()
    keeper.misdeal(note="a card lay open")
    keeper.correct("1", 1, "14-6")
    assert keeper.session().rows[0].entry.content.note is None
    keeper.correct("1", 1, "misdeal")
    assert keeper.session().rows[0].level == "misdeal"


def test_a_correction_may_end_a_session_earlier(keeper: Scorekeeper) -> None:
    play(keeper, "16-4", "16-4", "6-14", "6-14", "20-0")
    assert keeper.session().score == (7, 2)
    answer = keeper.correct("1", 1, "20-0", "misread")
    assert answer.lines[0].startswith("Deal 1: Anna 20, Ben 0 (schwarz), not Anna 16, Ben 4. Anna 8, Ben 2.")
    keeper.correct("1", 2, "20-0")
    answer = keeper.correct("1", 3, "14-6")
    assert answer.lines[1] == "It ends with deal 3 now; deals 4 and 5 stand after the end and count for nothing."
    rows = keeper.session().rows
    assert [row.is_after_end for row in rows] == [False, False, False, True, True]
    assert keeper.undo().lines[1] == "All its deals count again."


def test_a_correction_may_open_a_session_or_change_its_winner(keeper: Scorekeeper) -> None:
    play(keeper, "20-0", "20-0", "14-6", deals=3)
    assert keeper.session().winner == 0
    answer = keeper.correct("1", 1, "10-10")
    assert answer.lines[1] == "The session is open again."
    keeper.score("0-20")
    assert keeper.session().state == "finished"
    answer = keeper.correct("1", 2, "0-20")
    assert answer.lines[1:] == (
        "The winner changes: Ben, not Anna.",
        "Ratings: Anna 1520 → 1480, Ben 1480 → 1520.",
        "Ranks: Anna 1 → 2, Ben 2 → 1.",
    )


def test_correcting_to_what_is_there_changes_nothing(keeper: Scorekeeper) -> None:
    play(keeper, "14-6")
    assert keeper.correct("1", 1, "14-6").lines == ("Deal 1: Anna 14, Ben 6 (simple) already; nothing is changed.",)
    assert len(keeper.session().entries) == 2


def test_who_dealt_one_deal_can_be_put_right(keeper: Scorekeeper) -> None:
    play(keeper, "14-6", "14-6")
    keeper.correct("1", 2, "14-6", "Ben dealt twice", dealer="ben")
    assert keeper.dealers() == "bb"
    assert keeper.session().next_dealer == 0


@pytest.mark.parametrize(
    ("deal", "score", "error"),
    [
        ("9", "14-6", NotFoundError),
        ("0", "14-6", NotFoundError),
        ("one", "14-6", UnreadableError),
        ("1", "14-7", NotAllowedError),
        ("1", "fourteen", UnreadableError),
    ],
)
def test_a_correction_that_cannot_be(keeper: Scorekeeper, deal: str, score: str, error: type[LeagueError]) -> None:
    play(keeper, "14-6")
    with pytest.raises(error):
        keeper.correct("1", deal, score)
    assert len(keeper.session().entries) == 2


def test_nothing_is_inserted_behind_the_end(keeper: Scorekeeper) -> None:
    play(keeper, "14-6", target=1)
    with pytest.raises(StateError, match="session 1 was over before that"):
        keeper.insert("1", 1, "14-6")
    keeper.insert("1", 0, "10-10")
    assert len(keeper.session().rows) == 2


def test_a_whole_result_is_corrected_and_is_no_sheet(keeper: Scorekeeper) -> None:
    keeper.result("Anna", "Ben", "7-4")
    assert keeper.correct("1", "result", "4-7").lines[:2] == (
        "Session 1: Anna 4, Ben 7. Ben wins the session.",
        "The winner changes: Ben, not Anna.",
    )
    with pytest.raises(NotAllowedError):
        keeper.correct("1", "result", "4-6")
    with pytest.raises(StateError, match="only the end is known"):
        keeper.insert("1", 0, "14-6")
    with pytest.raises(StateError, match="only the end is known"):
        keeper.remove("1", 1)
    with pytest.raises(NotAllowedError, match="then 4-7 could not be"):
        keeper.amend("1", target=10)


# --- the start ---


def test_the_wrong_two_players(keeper: Scorekeeper) -> None:
    play(keeper, "14-6")
    assert keeper.amend("1", players=("anna", "carl")).lines[0].startswith("Session 1: Anna – Carl, bohemian, to 7")
    with pytest.raises(UsageError):
        keeper.amend("1", players=("anna", "anna"))
    with pytest.raises(UsageError):
        keeper.amend("1", players=("anna",))


def test_another_target_may_end_or_open_a_session(keeper: Scorekeeper) -> None:
    play(keeper, "20-0", "20-0", "20-0")
    assert "The session is open again." in keeper.amend("1", target=10).lines
    assert keeper.session().next_dealer == 0
    answer = keeper.amend("1", target=5)
    assert answer.lines[1] == "It ends with deal 2 now; deal 3 stands after the end and counts for nothing."
    keeper.amend("1", timed=True)
    assert keeper.session().state == "open"
    keeper.amend("1", deals=3)
    assert keeper.session().state == "finished"


def test_other_rules(keeper: Scorekeeper) -> None:
    play(keeper, "14-6")
    with pytest.raises(NotAllowedError, match="by points deal 1 could not have been"):
        keeper.amend("1", rules="points")
    answer = keeper.amend("1", rules="bohemian+cumulative")
    # Where the target was the rules', it stays the rules'.
    assert "bohemian+cumulative, to 50" in answer.lines[0]
    assert keeper.session().score == (8, 0)


def test_date_table_and_event(keeper: Scorekeeper) -> None:
    play(keeper, "14-6", table="T1")
    assert "2026-11-19" in keeper.amend("1", date="2026-11-19", table="T2").lines[0]
    assert keeper.session().start.table == "T2"
    keeper.amend("1", table="none")
    assert keeper.session().start.table is None
    with pytest.raises(UsageError, match=r"'19\.11\.' is no day"):
        keeper.amend("1", date="19.11.")
    with pytest.raises(NotFoundError):
        keeper.amend("1", event="Thursday")
    with pytest.raises(UsageError, match="nothing is said that should change"):
        keeper.amend("1")


def test_a_session_opened_by_mistake(keeper: Scorekeeper) -> None:
    play(keeper, "14-6")
    assert keeper.void("1").lines == ("Session 1: Anna – Ben, bohemian, to 7, 2026-11-26. The session is void.",)
    attempts: tuple[Callable[[], object], ...] = (
        lambda: keeper.score("14-6", session="1"),
        lambda: keeper.correct("1", 1, "6-14"),
        lambda: keeper.amend("1", target=3),
        lambda: keeper.void("1"),
        lambda: keeper.abandon("1"),
    )
    for attempt in attempts:
        with pytest.raises(StateError, match="is void"):
            attempt()
    keeper.undo()
    keeper.score("14-6")


@pytest.mark.parametrize(
    ("loser", "winner", "words"),
    [
        ("anna", 1, "Anna forfeits the session, Ben wins it."),
        ("ben", 0, "Ben forfeits the session, Anna wins it."),
        ("both", None, "Both forfeit the session; nobody wins it."),
    ],
)
def test_forfeits(keeper: Scorekeeper, loser: str, winner: int | None, words: str) -> None:
    play(keeper, "14-6")
    assert keeper.forfeit("1", loser).lines == (f"Session 1: Anna 1, Ben 0. {words}",)
    assert (keeper.session().state, keeper.session().winner) == ("forfeited", winner)
    with pytest.raises(StateError, match="is forfeited"):
        keeper.score("14-6", session="1")


def test_who_does_not_play_cannot_forfeit(keeper: Scorekeeper) -> None:
    play(keeper, "14-6")
    with pytest.raises(NotFoundError, match="Carl does not play in session 1: it is Anna – Ben"):
        keeper.forfeit("1", "carl")


def test_an_abandoned_session_has_no_result(keeper: Scorekeeper) -> None:
    play(keeper, "14-6")
    assert keeper.abandon("1").lines == ("Session 1: Anna 1, Ben 0. The session is abandoned, without a result.",)


# --- looking ---


def test_everything_stays_in_the_history_with_time_and_reason(keeper: Scorekeeper) -> None:
    play(keeper, "14-6", "20-0")
    keeper.correct("1", 1, "6-14", "read the wrong way round")
    keeper.remove("1", 2, "entered twice")
    view = view_session(keeper.address, "1", history=True)
    assert view.history is not None
    told = [(line.entry.seq, line.words, line.deal, line.replaced_by and line.replaced_by.seq) for line in view.history]
    assert told == [
        (1, "Anna – Ben, bohemian, to 7, 2026-11-26, Ben deals first", None, None),
        (2, "Anna 14, Ben 6", 1, 4),
        (4, "Anna 6, Ben 14", 1, None),
        (3, "Anna 20, Ben 0", None, 5),
        (5, "taken out", None, None),
    ]
    assert [line.replaced_reason for line in view.history if line.replaced_by] == [
        "read the wrong way round",
        "entered twice",
    ]


def test_a_reason_comes_back_with_what_redo_brings_back(keeper: Scorekeeper) -> None:
    play(keeper, "14-6")
    keeper.correct("1", 1, "6-14", "read the wrong way round")
    keeper.undo()
    keeper.redo()
    view = view_session(keeper.address, "1")
    assert list(view.reasons.values()) == ["read the wrong way round"]


def test_looking_never_writes(keeper: Scorekeeper) -> None:
    play(keeper, "14-6")
    before = keeper.session().entries
    view_session(keeper.address, "1", history=True)
    view_session(keeper.address, "1", deal=1)
    assert keeper.session().entries == before
    with pytest.raises(NotFoundError, match="session 1 has no deal 2: it has 1 deal"):
        view_session(keeper.address, "1", deal=2)
