"""The deals of a run as deal records: `replay` finds them right."""

from __future__ import annotations

import io
from pathlib import Path

import pytest

from schneider_league.arena.deal_records import deal_record, find_deal, make_record, number_of, session_records
from schneider_league.arena.plan import Plan
from schneider_league.arena.run_file import Run
from schneider_league.bots.seat import Cause, DealResult
from schneider_league.errors import NotFoundError
from schneider_league.game.ruleset import canonical_names, parse_rules
from schneider_league.game.score import forfeited_outcome
from schneider_league.records.check_file import RulesBook, check_records, read_records
from schneider_league.records.model import Record
from schneider_league.records.sdr import format_sdr
from schneider_league.records.verdict import Verdict
from tests.arena.runs import Reread, plan_of, play


def verdicts(records: list[Record]) -> list[Verdict]:
    """What `replay` says of records, written and read again."""
    text = "\n".join(map(format_sdr, records)).encode()
    return list(check_records(read_records(io.BytesIO(text), "a.sdr"), "a.sdr", RulesBook()))


@pytest.mark.parametrize("rules", ["bohemian", "points+marriage", "bohemian+24-card+trump", "points+three-wins"])
def test_every_deal_of_a_run_is_right(rules: str, tmp_path: Path) -> None:
    run = play(plan_of("random", "greedy", "careful", rules=rules, deals=6), tmp_path / "a.run.jsonl")
    other = Reread(run.path)
    for number, deal in enumerate(other.deals, 1):
        place = find_deal(run, number)
        assert number_of(run, place) == number
        record = deal_record(run, place)
        (verdict,) = verdicts([record])
        assert verdict.problems == ()
        names = [run.plan.bots[index].name for index in other.head["pairings"][place.pairing]]
        assert (verdict.dealer, verdict.non_dealer) == tuple(reversed(names) if place.half == 0 else names)
        by_role = deal[:2] if place.half == 0 else deal[1::-1]
        assert verdict.score == tuple(by_role)
        assert f"deal {number} of the run a" in (record.comment or "")


def test_both_halves_have_one_pack(tmp_path: Path) -> None:
    run = play(plan_of(deals=10), tmp_path / "a.run.jsonl")
    for number in range(1, 10, 2):
        first, second = (deal_record(run, find_deal(run, each)) for each in (number, number + 1))
        for tag in ("NonDealerHand", "DealerHand", "Talon"):
            assert first.get(tag) == second.get(tag)
        assert first.get("Dealer") == second.get("NonDealer")


@pytest.mark.parametrize(
    "plan", [plan_of("random", "random", sessions=6), plan_of(rules="points", sessions=4, target=3)]
)
def test_every_session_of_a_run_is_right(plan: Plan, tmp_path: Path) -> None:
    run = play(plan, tmp_path / "a.run.jsonl")
    other = Reread(run.path)
    sessions = list(session_records(run, 0))
    assert [(each.pair, each.half) for each in sessions] == [
        (pair, half) for pair in range(plan.pairs) for half in (0, 1)
    ]
    number = 0
    for session in sessions:
        found = verdicts(list(session.records))
        assert [verdict.problems for verdict in found] == [()] * len(found)
        assert len(found) == len(other.pairs[0][session.pair][session.half])
        assert max(found[-1].running or (0, 0)) >= (plan.target or 0)
        assert found[0].dealer == session.players[session.first_dealer]
        for deal, record in enumerate(session.records):
            number += 1
            place = find_deal(run, number)
            assert place == (0, session.pair, session.half, deal)
            assert number_of(run, place) == number
            alone = deal_record(run, place)
            assert alone.moves == record.moves
            assert verdicts([alone])[0].problems == ()
    assert number == run.deals


def test_deals_that_are_not_there(tmp_path: Path) -> None:
    run: Run = play(plan_of(deals=10), tmp_path / "a.run.jsonl")
    for number in (0, -1, 11):
        with pytest.raises(NotFoundError, match=f"no deal {number} .* deals 1 to 10"):
            find_deal(run, number)


@pytest.mark.parametrize("rules", canonical_names())
@pytest.mark.parametrize("cause", [cause for cause in Cause if cause not in (Cause.NORMAL, Cause.VOID)])
def test_a_deal_that_was_lost_by_failing_is_right(rules: str, cause: Cause) -> None:
    ruleset = parse_rules(rules)
    pack = [card for card in range(32) if ruleset.pack >> card & 1]
    for loser in (0, 1):
        outcome = forfeited_outcome(ruleset, loser)
        result = DealResult(outcome.units, outcome.game_points, cause, loser)
        for dealer in (0, 1):
            (verdict,) = verdicts([make_record(ruleset, pack, ("A", "B"), dealer, result)])
            assert verdict.problems == ()
