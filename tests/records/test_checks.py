"""What a record can be scored as, in cases that the recorded verdicts do not have."""

from __future__ import annotations

from pathlib import Path

import pytest

from schneider_league.game.score import Level
from tests.game.tables import RULESETS
from tests.records.reading_aloud import codes_of, verdicts_of

DATA = Path(__file__).parents[1] / "data" / "deal-records"
# A legal deal of 16 tricks.
WHOLE = (DATA / "rulesets-bohemian.sdr").read_text("utf-8").split("\n\n[")[0]
PLAYERS = '[NonDealer "Anna"]\n[Dealer "Ben"]\n'
HANDS = """\
[NonDealerHand "AC KC QC JC 10C 9C"]
[DealerHand "AS KS QS JS 10S 9S"]
[Talon "8C 7C 8S 7S AH KH QH JH 10H 9H 8H 7H AD KD QD JD 10D 9D 8D 7D"]
"""


def test_the_whole_deal() -> None:
    (verdict,) = verdicts_of(WHOLE + "\n")
    assert codes_of(verdict) == []
    assert verdict.level is not None


@pytest.mark.parametrize("more", ["17. AS KS", "AS", "17. XX KS", "17. AS XX", "AS AS", "17. AS KS 18. KS AS"])
def test_what_stands_after_the_last_trick_is_that_alone(more: str) -> None:
    (right,), (verdict,) = verdicts_of(WHOLE), verdicts_of(f"{WHOLE} {more}\n")
    assert codes_of(verdict) == [("extra-moves", 17)]
    assert (verdict.score, verdict.level, verdict.result) == (right.score, right.level, right.result)


def test_a_cause_leaves_the_marriages_to_the_other() -> None:
    for cause, score in (("time dealer", (150, 0)), ("crash non-dealer", (0, 150))):
        tags = f'{PLAYERS}[Rules "points+marriage"]\n{HANDS}[Cause "{cause}"]\n'
        (verdict,) = verdicts_of(f"{tags}\n1. AC AS marriage-C\n")
        assert (verdict.problems, verdict.score, verdict.level) == ((), score, Level.SCHNEIDER)
        (verdict,) = verdicts_of(tags)
        assert (verdict.problems, sum(verdict.score or ())) == ((), 130)


def test_a_record_may_name_a_house_rule() -> None:
    house = {ruleset.name: ruleset for ruleset in RULESETS if ruleset.extends}
    (verdict,) = verdicts_of(f'{PLAYERS}[Rules "Mixed"]\n[Score "9-8"]\n[Result "2-0"]\n', house)
    assert (verdict.problems, verdict.rules, verdict.result) == ((), "mixed", (2, 0))


@pytest.mark.parametrize(
    ("result", "found", "codes"),
    [("3-0", (3, 0), []), ("2-0", (2, 0), []), ("1-0", (2, 0), ["wrong-result"]), ("0-3", (2, 0), ["wrong-result"])],
)
def test_every_point_may_be_every_trick(result: str, found: tuple[int, int], codes: list[str]) -> None:
    tags = f'{PLAYERS}[Rules "points+three-wins"]\n[Score "130-0"]\n[Result "{result}"]\n'
    (verdict,) = verdicts_of(tags)
    assert verdict.result == found
    assert [code for code, _trick in codes_of(verdict)] == codes
