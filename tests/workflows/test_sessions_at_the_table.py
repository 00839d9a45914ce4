"""A night at the tables: what is entered, and what is answered."""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta
from pathlib import Path
from random import Random
from typing import Any

import pytest

from schneider_league.errors import (
    AmbiguousError,
    AnswerNeededError,
    InputError,
    NotAllowedError,
    NotFoundError,
    StateError,
    UnreadableError,
    UsageError,
)
from schneider_league.game.cards import rank_of
from schneider_league.game.ruleset import BOHEMIAN
from schneider_league.store.engine import Database
from schneider_league.store.people import append_player_entry
from schneider_league.workflows.sessions import undoing
from schneider_league.workflows.sessions.starting import Cut, cut_for_deal
from tests.workflows.scorekeeper import Scorekeeper


@pytest.fixture
def keeper(league_address: str) -> Scorekeeper:
    return Scorekeeper(league_address)


# --- starting ---


def test_the_answer_says_players_rules_target_and_date(keeper: Scorekeeper) -> None:
    assert keeper.start("anna", "ben", table="T3").lines == (
        "Session 1: Anna – Ben, bohemian, to 7, 2026-11-26, table T3. Ben deals.",
    )


@pytest.mark.parametrize(
    ("terms", "words"),
    [
        ({"target": 10}, "bohemian, to 10"),
        ({"deals": 6}, "bohemian, 6 deals"),
        ({"timed": True}, "bohemian, timed"),
        ({"rules": "bohemian+cumulative"}, "bohemian+cumulative, to 50"),
        ({"rules": "points+three-wins"}, "points+three-wins, to 3"),
    ],
)
def test_formats_and_rulesets(keeper: Scorekeeper, terms: dict[str, Any], words: str) -> None:
    assert words in keeper.start(**terms).lines[0]


def test_a_session_ends_in_one_way(keeper: Scorekeeper) -> None:
    with pytest.raises(UsageError, match="--target and --timed contradict each other"):
        keeper.start(target=7, timed=True)


def test_nobody_plays_against_themselves(keeper: Scorekeeper) -> None:
    with pytest.raises(UsageError, match="'anna' and 'ANNA' both mean Anna"):
        keeper.start("anna", "ANNA")


def test_an_unknown_player_is_not_made(keeper: Scorekeeper) -> None:
    with pytest.raises(NotFoundError) as refused:
        keeper.start("Anne", "Ben")
    assert "Anna" in refused.value.candidates


def test_who_deals_has_to_be_said(keeper: Scorekeeper) -> None:
    with pytest.raises(AnswerNeededError) as needed:
        keeper.start(dealer=None)
    assert needed.value.choices == ("Anna", "Ben", "cut")
    assert "--dealer" in (needed.value.hint or "")
    with pytest.raises(UsageError, match="'Carl' means neither"):
        keeper.start(dealer="Carl")
    with pytest.raises(NotFoundError):
        keeper.session("1")


def test_the_lower_card_deals_and_equal_cards_are_cut_again() -> None:
    for seed in range(200):
        cut = cut_for_deal(BOHEMIAN, Random(seed))
        a, b = cut.cards[-1]
        assert cut.dealer == (0 if rank_of(a) < rank_of(b) else 1)
        assert all(rank_of(x) == rank_of(y) and x != y for x, y in cut.cards[:-1])
    assert any(len(cut_for_deal(BOHEMIAN, Random(seed)).cards) > 1 for seed in range(200))
    assert Cut(((7, 6),)).dealer == 1  # an ace of clubs and a king


def test_cutting_shows_both_cards(keeper: Scorekeeper) -> None:
    class Stacked(Random):
        packs = iter([[0, 8], [15, 6]])  # two sevens; an ace and a king

        def sample(self, *_given: Any, **_options: Any) -> list[Any]:
            return next(self.packs)

    (line,) = keeper.start(dealer="cut", chance=Stacked()).lines
    assert line.endswith("Anna cuts 7C, Ben 7S; equal, so again: Anna cuts AS, Ben KC. Ben deals.")


def test_a_second_session_of_the_same_two_or_at_the_same_table_is_pointed_out(keeper: Scorekeeper) -> None:
    assert keeper.start(table="T1").hints == ()
    assert keeper.start("ben", "anna").hints == ("session 1 of Anna and Ben is open, too",)
    assert keeper.start("carl", "dora", dealer="carl", table="T1").hints == (
        "session 1 of Anna and Ben is open at table T1, too",
    )


def test_who_is_retired_may_play_but_is_pointed_out(keeper: Scorekeeper) -> None:
    with Database(keeper.address).writing() as league:
        append_player_entry(league, 1, "retire")
    assert keeper.start().hints == ("Anna is retired; `player return` brings them back",)


def test_an_odd_number_of_deals_is_pointed_out(keeper: Scorekeeper) -> None:
    assert keeper.start(deals=3).hints == ("with an odd number of deals one of the two deals more often",)


def test_a_whole_result(keeper: Scorekeeper) -> None:
    assert keeper.result("Anna", "Ben", "7-4").lines == (
        "Session 1: Anna – Ben, bohemian, to 7, 2026-11-26. Anna 7, Ben 4. Anna wins the session.",
    )
    with pytest.raises(NotAllowedError, match="5-4 cannot be: nobody has reached 7"):
        keeper.result("Anna", "Ben", "5-4")
    with pytest.raises(UnreadableError, match="'7' is no result"):
        keeper.result("Anna", "Ben", "7")
    assert keeper.result("Anna", "Ben", "3-3", timed=True).lines[0].endswith("The session is drawn.")


# --- deals ---


def test_the_answer_repeats_what_was_stored_and_what_comes_next(keeper: Scorekeeper) -> None:
    keeper.start()
    said = [keeper.score(score).lines for score in ("14-6", "2:18", "10–10", "14 6", "20")]
    assert said == [
        ("Deal 1: Anna 14, Ben 6 (simple). Anna 1, Ben 0. Anna deals.",),
        ("Deal 2: Anna 2, Ben 18 (schneider). Anna 1, Ben 2. Ben deals.",),
        ("Deal 3: Anna 10, Ben 10 (tie). Anna 1, Ben 2. Ben deals.",),
        ("Deal 4: Anna 14, Ben 6 (simple). Anna 2, Ben 2. Anna deals.",),
        ("Deal 5: Anna 20, Ben 0 (schwarz). Anna 5, Ben 2. Ben deals.",),
    ]
    assert keeper.misdeal(note="a card lay open").lines == (
        "Deal 6: misdeal (a card lay open). Anna 5, Ben 2. Ben deals.",
    )
    assert keeper.score("16").lines == ("Deal 7: Anna 16, Ben 4 (schneider). Anna 7, Ben 2. Anna wins the session.",)
    with pytest.raises(StateError, match=r"session 1 \(Anna – Ben\) is over: Anna 7, Ben 2"):
        keeper.score("14-6")


def test_fixed_deals_may_be_drawn(keeper: Scorekeeper) -> None:
    keeper.start(deals=2)
    keeper.score("14-6")
    keeper.score("10-10")
    assert keeper.score("6-14").lines == ("Deal 3: Anna 6, Ben 14 (simple). Anna 1, Ben 1. The session is drawn.",)


def test_a_timed_session_is_closed(keeper: Scorekeeper) -> None:
    keeper.start(timed=True)
    with pytest.raises(StateError, match="has no deal that counts"):
        keeper.close("1")
    keeper.score("14-6")
    assert keeper.close("1").lines == ("Session 1: Anna 1, Ben 0. Anna wins the session.",)
    keeper.start()
    with pytest.raises(StateError, match="ends by itself: it is played to 7"):
        keeper.close("2")


def test_marriages_and_three_wins(keeper: Scorekeeper) -> None:
    keeper.start(rules="points+marriage+three-wins")
    with pytest.raises(NotAllowedError, match="80 alone does not say"):
        keeper.score("80")
    assert "(schneider)" in keeper.score("130-20").lines[0]
    with pytest.raises(NotAllowedError, match="left the other nothing"):
        keeper.score("130-20", all_tricks=True)
    answer = keeper.score("0-150", all_tricks=True)
    assert answer.lines == ("Deal 2: Anna 0, Ben 150 (schwarz). Anna 2, Ben 3. Ben wins the session.",)


def test_an_impossible_score_stores_nothing(keeper: Scorekeeper) -> None:
    keeper.start()
    for score in ("14-7", "21", "fourteen", "14-6-1"):
        with pytest.raises(InputError):
            keeper.score(score)
    assert keeper.session().rows == ()


def test_house_rules_keep_the_definition_that_was_played(keeper: Scorekeeper, tmp_path: Path) -> None:
    path = tmp_path / "pub.toml"
    path.write_text('name = "pub"\nextends = "bohemian"\nschneider_at = 15\ntarget = 3\n')
    assert "pub, to 3" in keeper.start(rules="pub", rules_files=(str(path),)).lines[0]
    assert "(schneider)" in keeper.score("15-5").lines[0]
    # The league knows it now, and an edited file is another game.
    assert "pub, to 3" in keeper.start("carl", "dora", rules="PUB", dealer="dora").lines[0]
    path.write_text('name = "pub"\nextends = "bohemian"\nschneider_at = 17\ntarget = 3\n')
    keeper.start("anna", "dora", rules="pub", rules_files=(str(path),), dealer="dora")
    assert [row.level for row in keeper.session("1").rows] == ["schneider"]
    assert keeper.session("2").ruleset.schneider_at == 15
    assert keeper.session("3").ruleset.schneider_at == 17
    keeper.result("anna", "carl", "3-0", rules="pub")
    assert keeper.session("4").ruleset.schneider_at == 15


# --- who dealt ---


def test_the_wrong_dealer_needs_a_reason_and_is_marked(keeper: Scorekeeper) -> None:
    keeper.start()
    keeper.score("14-6")
    with pytest.raises(AnswerNeededError, match="Anna should have dealt, not Ben") as needed:
        keeper.score("14-6", dealer="ben")
    assert needed.value.parameter == "reason"
    assert keeper.score("14-6", dealer="ben", reason="Ben dealt twice").lines == (
        "Deal 2: Anna 14, Ben 6 (simple; dealt by Ben, out of turn). Anna 2, Ben 0. Anna deals.",
    )
    row = keeper.session().rows[-1]
    assert row.entry.content.accepted == ("wrong-dealer",)
    assert row.entry.reason == "Ben dealt twice"
    keeper.score("14-6", dealer="anna")  # as proposed: nothing to explain
    assert keeper.dealers() == "bba"


def test_a_correction_does_not_rewrite_who_dealt(keeper: Scorekeeper) -> None:
    keeper.start()
    for score in ("14-6", "14-6", "14-6"):
        keeper.score(score)
    keeper.correct("1", 1, "10-10")
    assert keeper.dealers() == "bab"
    assert keeper.session().next_dealer == 0


def test_amending_the_dealer_turns_round_what_was_only_proposed(keeper: Scorekeeper) -> None:
    keeper.start()
    keeper.score("14-6")
    keeper.score("14-6", dealer="anna")
    keeper.score("14-6")
    assert keeper.dealers() == "bab"
    answer = keeper.amend("1", dealer="anna")
    assert keeper.dealers() == "aaa"
    assert "2 deals are turned round." in answer.lines[0]
    assert "nothing is changed" in keeper.amend("1", dealer="anna").lines[0]
    keeper.undo()
    assert keeper.dealers() == "bab"


# --- which session ---


def test_the_session_may_be_left_out_while_one_is_open(keeper: Scorekeeper) -> None:
    with pytest.raises(NotFoundError, match="there is no session"):
        keeper.score("14-6")
    keeper.start()
    keeper.score("14-6")
    keeper.start("carl", "dora", dealer="dora", table="3")
    with pytest.raises(UsageError, match=r"2 sessions are open: 1 \(Anna – Ben\), 2 \(Carl – Dora, table 3\)"):
        keeper.score("14-6")


@pytest.mark.parametrize("ref", ["2", "T3", "t3", "3rd", "carl", "DO"])
def test_a_session_by_its_id_its_table_or_a_player(keeper: Scorekeeper, ref: str) -> None:
    keeper.start()
    keeper.start("carl", "dora", dealer="dora", table="3rd" if ref == "3rd" else "T3")
    assert keeper.score("14-6", session=ref).session == 2


def test_a_player_at_two_tables_is_ambiguous(keeper: Scorekeeper) -> None:
    keeper.start()
    keeper.start("anna", "carl", dealer="carl")
    with pytest.raises(AmbiguousError) as refused:
        keeper.score("14-6", session="anna")
    assert refused.value.candidates == ("1 (Anna – Ben)", "2 (Anna – Carl)")


def test_a_name_that_fits_several_means_who_is_playing(league_address: str) -> None:
    keeper = Scorekeeper(league_address, ("Anna", "Annika", "Ben"))
    keeper.start("annika", "ben")
    assert keeper.score("14-6", session="ann").session == 1


def test_what_is_over_is_named_by_its_id_unless_it_was_written_to_last(keeper: Scorekeeper) -> None:
    keeper.start(target=1)
    keeper.score("14-6")
    with pytest.raises(StateError, match="is over"):
        keeper.score("14-6", session="anna")
    keeper.undo(session="anna")
    keeper.score("14-6")
    keeper.start("carl", "dora", dealer="dora")
    with pytest.raises(NotFoundError, match="Anna has no open session"):
        keeper.undo(session="anna")
    keeper.undo(session="1")
    with pytest.raises(NotFoundError, match="there is no session 9"):
        keeper.undo(session="9")
    with pytest.raises(NotFoundError, match="no session is open at table 'T9'"):
        keeper.undo(session="T9")


# --- two scorekeepers ---


def test_a_deal_that_was_entered_meanwhile_is_shown(keeper: Scorekeeper) -> None:
    keeper.start()
    keeper.score("14-6", deal=1)
    with pytest.raises(StateError, match=r"deal 1 has been entered: Anna 14, Ben 6 \(simple\)"):
        keeper.score("14-6", deal=1)
    with pytest.raises(StateError, match="deal 2 comes next, not deal 3"):
        keeper.misdeal(deal=3)
    assert len(keeper.session().rows) == 1


def test_the_deal_that_ended_the_session_is_shown_too(keeper: Scorekeeper) -> None:
    keeper.start(target=1)
    keeper.score("14-6", session="1", deal=1)
    with pytest.raises(StateError, match="deal 1 has been entered"):
        keeper.score("14-6", session="1", deal=1)


def test_a_deal_entered_a_moment_ago_is_pointed_out(keeper: Scorekeeper) -> None:
    keeper.start()
    assert keeper.score("14-6").hints == ()
    keeper.now -= timedelta(minutes=1, seconds=30)
    (hint,) = keeper.score("14-6").hints
    assert "deal 1 was entered less than a minute ago" in hint
    assert keeper.score("14-6").hints == ()
    keeper.now -= timedelta(minutes=1, seconds=30)
    assert keeper.score("14-6", deal=4).hints == ()


def test_undo_takes_back_only_what_was_seen(keeper: Scorekeeper) -> None:
    keeper.start()
    keeper.score("14-6")
    seen = keeper.session().entries[-1].seq
    keeper.score("6-14")
    with pytest.raises(StateError, match="somebody else entered something meanwhile: Anna 6, Ben 14"):
        undoing.undo(keeper.address, session="1", seen=seen, clock=keeper.clock)
    assert len(keeper.session().rows) == 2


# --- what is typed wrong ---


def test_a_result_entered_twice_is_pointed_out(keeper: Scorekeeper) -> None:
    assert keeper.result("Anna", "Ben", "7-4").hints == ()
    assert keeper.result("Anna", "Ben", "4-7").hints == ()
    assert keeper.result("Anna", "Ben", "7-4", date="2026-11-19").hints == ()
    assert keeper.result("Ben", "Anna", "4-7").hints == (
        "session 1 of the same day ended so, too; if it is the same: session undo -s 4",
    )


def test_a_number_with_its_sign_is_an_id(keeper: Scorekeeper) -> None:
    keeper.start()
    assert keeper.score("14-6", session="#1").session == 1


@pytest.mark.parametrize("terms", [{"target": 10**9}, {"deals": 10**9}])
def test_a_target_that_no_database_holds(keeper: Scorekeeper, terms: dict[str, Any]) -> None:
    with pytest.raises(UsageError, match="is more than anybody plays for"):
        keeper.start(**terms)


@pytest.mark.parametrize("text", ["a\0b", "caf\udce9"])
def test_text_that_is_none(keeper: Scorekeeper, text: str) -> None:
    keeper.start()
    attempts: tuple[Callable[[], object], ...] = (
        lambda: keeper.misdeal(note=text),
        lambda: keeper.start("carl", "dora", dealer="dora", table=text),
        lambda: keeper.void("1", text),
    )
    for attempt in attempts:
        with pytest.raises(InputError):
            attempt()
    assert len(keeper.session().entries) == 1


@pytest.mark.parametrize(
    "name", ["[bold]", "<b>", "=1+1", "x" * 200, "مريم", "山田", "🂡", "--", "both", "cut", "T3", "12"]
)
def test_names_are_data(league_address: str, name: str) -> None:
    keeper = Scorekeeper(league_address, ("Anna", name))
    keeper.start("Anna", name, dealer="Anna")
    assert keeper.score("14-6").lines == (f"Deal 1: Anna 14, {name} 6 (simple). Anna 1, {name} 0. {name} deals.",)
    assert keeper.score("14-6", dealer=name).session == 1
    assert keeper.forfeit("1", name).lines[0].endswith(f"{name} forfeits the session, Anna wins it.")
