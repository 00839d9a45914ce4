"""What stands against a deal before it is entered."""

from dataclasses import replace

import pytest

from schneider_league.errors import Code
from schneider_league.game.ruleset import parse_rules
from schneider_league.records.entry_checks import Place, check_entry
from schneider_league.records.ledger import Content, EntryKind, Side

DEAL = Content(EntryKind.DEAL, dealer=0, score=(14, 6))
MISDEAL = Content(EntryKind.MISDEAL, dealer=0)


def place(rules: str = "bohemian", *, proposed: Side | None = 0, is_over: bool = False) -> Place:
    return Place(parse_rules(rules), proposed, is_over, ("Anna", "Ben"))


def codes(content: Content, at: Place) -> list[Code]:
    return [fault.code for fault in check_entry(content, at)]


@pytest.mark.parametrize("content", [DEAL, MISDEAL])
def test_nothing_stands_against_a_deal_of_whose_turn_it_is(content: Content) -> None:
    assert codes(content, place()) == []
    assert codes(content, place(proposed=None)) == []


def test_an_impossible_score_is_never_accepted() -> None:
    wrong = replace(DEAL, score=(14, 7), accepted=("wrong-score", "wrong-dealer"))
    assert codes(wrong, place()) == [Code.WRONG_SCORE]


def test_the_other_dealer_is_accepted_with_its_code() -> None:
    assert codes(DEAL, place(proposed=1)) == [Code.WRONG_DEALER]
    assert codes(replace(DEAL, accepted=("wrong-dealer",)), place(proposed=1)) == []
    assert "Ben should have dealt, not Anna" in check_entry(DEAL, place(proposed=1))[0].message


def test_a_deal_after_the_end_is_accepted_with_its_code() -> None:
    assert codes(DEAL, place(is_over=True)) == [Code.AFTER_END]
    assert codes(replace(DEAL, accepted=("after-end",)), place(is_over=True)) == []


def test_all_faults_are_told_at_once() -> None:
    wrong = replace(DEAL, score=(15, 6))
    assert codes(wrong, place(proposed=1, is_over=True)) == [Code.AFTER_END, Code.WRONG_SCORE, Code.WRONG_DEALER]


@pytest.mark.parametrize(
    ("rules", "score", "fault"),
    [
        ("points+three-wins", (130, 0), None),
        ("points+three-wins", (0, 130), None),
        ("points+three-wins", (128, 2), "left the other nothing"),
        ("points", (130, 0), "worth nothing of its own"),
        ("bohemian", (20, 0), "worth nothing of its own"),
    ],
)
def test_every_trick_is_claimed_only_where_it_tells_something(
    rules: str, score: tuple[int, int], fault: str | None
) -> None:
    found = check_entry(replace(DEAL, score=score, all_tricks=True), place(rules))
    assert [fault is not None and fault in each.message for each in found] == ([] if fault is None else [True])
