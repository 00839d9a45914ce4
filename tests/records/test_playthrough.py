"""A record trick by trick: what each step shows, against what is worked by hand."""

from __future__ import annotations

from dataclasses import replace
from itertools import pairwise
from pathlib import Path

import pytest

from schneider_league.game.replay import Stage
from schneider_league.game.score import Level
from schneider_league.records.check_file import RulesBook, check_cases
from schneider_league.records.play_faults import replay_case
from schneider_league.records.playthrough import Playthrough, derive_playthrough
from tests.records.reading_aloud import records_of

DATA = Path(__file__).parents[1] / "data" / "deal-records"

DEAL = """\
[NonDealer "Anna"]
[Dealer "Ben"]
[Rules "points+marriage"]
[NonDealerHand "AC KC QC JC 10C 7H"]
[DealerHand "AS KS QS JS 10S 9S"]
[Talon "8D 8C 9D 9C 10D 8H JD 7C QD 7D KD 8S AD 9H 7S 10H QH KH JH AH"]
[Result "*"]

{well dealt} 1. AC {from the top} AS exchange marriage-C {and more} 2. KC marriage-S KS 3. QC
"""


def shown(text: str | bytes) -> list[Playthrough]:
    return [derive_playthrough(*each) for each in check_cases(records_of(text), "t.sdr", RulesBook())]


def test_the_steps_of_a_deal() -> None:
    (play,) = shown(DEAL)
    assert play.title == "points+marriage: Anna against Ben, who dealt"
    assert (play.trump, play.turned, play.comment) == ("hearts", "AH", "well dealt")
    first, second, third = play.steps
    assert [(s.number, s.leader, s.responder, s.lead, s.response, s.winner) for s in play.steps] == [
        (1, "Anna", "Ben", "AC", "AS", "Anna"),
        (2, "Anna", "Ben", "KC", "KS", "Anna"),
        (3, "Anna", "Ben", "QC", None, None),
    ]
    assert [(s.units, s.talon_left, s.drawn) for s in play.steps] == [
        ((42, 0), 18, (("Anna", "8D"), ("Ben", "8C"))),
        ((50, 0), 16, (("Anna", "9D"), ("Ben", "9C"))),
        ((50, 0), 16, ()),
    ]
    assert first.announcements == (
        "Anna exchanges for the card turned up.",
        "Anna declares the marriage in clubs (20).",
    )
    assert (first.lead_comment, first.comment) == ("from the top", "and more")
    assert first.leader_hand == ("AC", "KC", "QC", "JC", "10C", "7H")
    assert second.leader_hand == ("KC", "QC", "JC", "10C", "AH", "8D")
    assert third.responder_hand == ("9C", "8C", "QS", "JS", "10S", "9S")
    assert [len(step.problems) for step in play.steps] == [0, 1, 0]
    assert play.final == "Broken off: nothing is counted."


def test_a_marriage_that_a_later_trick_disproves_is_never_counted() -> None:
    """Tricks only: QH is played by the other side in the third trick."""
    (play,) = shown(
        '[NonDealer "Anna"]\n[Dealer "Ben"]\n[Rules "points+marriage"]\n[Turned "AC"]\n[Result "*"]\n\n'
        "1. AH 8S marriage-H 2. KH 8H 3. AS QH\n"
    )
    assert [step.units for step in play.steps] == [(11, 0), (15, 0), (29, 0)]
    assert play.steps[0].announcements == ("Anna declares the marriage in hearts, which is not allowed.",)
    assert play.steps[0].leader_hand is None
    assert all(step.drawn == () for step in play.steps)


@pytest.mark.parametrize(
    ("tags", "final"),
    [
        ('[Score "14-6"]', "Anna 14, Ben 6: Anna wins 1 game point."),
        ('[Score "4-16"]', "Anna 4, Ben 16: Ben wins 2 game points, Schneider."),
        ('[Score "20-0"]', "Anna 20, Ben 0: Anna wins 3 game points, Schwarz."),
        ('[Score "10-10"]', "Anna 10, Ben 10: a tie. The same dealer deals again."),
        ('[Rules "bohemian+cumulative"]\n[Score "6-14"]', "Anna 6, Ben 14: Ben wins 8 game points, the difference."),
        ('[Misdeal "exposed card"]', "A misdeal: exposed card. The same dealer deals again."),
        ('[Score "1-1"]', "This record cannot be scored."),
        ('[Result "*"]', "Broken off: nothing is counted."),
    ],
)
def test_the_last_word(tags: str, final: str) -> None:
    (play,) = shown(f'[NonDealer "Anna"]\n[Dealer "Ben"]\n{tags}\n')
    assert play.final == final
    assert play.steps == ()


@pytest.mark.parametrize("name", ["announcements", "duties", "tricks-only", "rulesets-points", "text-forms", "cards"])
def test_each_step_is_what_a_replay_finds_that_ends_there(name: str) -> None:
    """A second way: for each trick the record is replayed anew as far as it."""
    looked_at = 0
    for case, _verdict in check_cases(records_of((DATA / f"{name}.sdr").read_bytes()), "t.sdr", RulesBook()):
        stages: list[Stage] = []
        plays = case.plays
        whole = None if case.ruleset is None or plays is None else replay_case(case, plays, stages)
        # Where no hands are known, what follows may be what shows that something was wrong before.
        if plays is None or whole is None or (whole.hands is None and whole.faults):
            continue
        for count, stage in enumerate(stages):
            begun = replay_case(case, replace(plays, tricks=plays.tricks[:count]))
            assert begun is not None
            assert stage == (begun.leader, begun.units, begun.hands, begun.turned)
            looked_at += 1
    assert looked_at > 50


@pytest.mark.parametrize("name", ["announcements", "duties", "tricks-only", "rulesets-points", "text-forms", "cards"])
def test_steps_add_up_to_the_verdict(name: str) -> None:
    for play in shown((DATA / f"{name}.sdr").read_bytes())[::4]:
        counts = [step.units for step in play.steps]
        for before, behind in pairwise(counts):
            assert before[0] <= behind[0]
            assert before[1] <= behind[1]
        if counts and play.verdict.score is not None and play.verdict.level is not Level.UNFINISHED:
            assert counts[-1] == play.verdict.score
            assert play.steps[-1].talon_left == 0
        for step in play.steps:
            if step.leader_hand is not None and not any(p.code.value == "not-in-hand" for p in play.verdict.problems):
                assert step.lead in step.leader_hand
                assert step.responder_hand is not None
                assert step.response is None or step.response in step.responder_hand
