"""Runs of bots from the command's settings to what is shown."""

from __future__ import annotations

import json
import math
from collections.abc import Sequence
from datetime import UTC, datetime
from pathlib import Path
from statistics import fmean, pvariance

import pytest

from schneider_league.arena.outcomes import DealOutcome
from schneider_league.arena.run_file import iterate_chunks
from schneider_league.derive.sprt import Sprt
from schneider_league.errors import UsageError
from schneider_league.reports.bot_run import run_report
from schneider_league.reports.bot_run_view import RunView
from schneider_league.reports.render import render
from schneider_league.workflows.bots.running import Means, Settings, find_rules, parse_sprt, plan_run, resume, run_bots
from schneider_league.workflows.bots.viewing import resume_command, show_run

NOW = datetime(2026, 11, 26, 20, tzinfo=UTC)


@pytest.fixture(autouse=True)
def _here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("SCHNEIDER_LEAGUE_PLAIN", "1")


def play(bots: Sequence[str], **settings: object) -> RunView:
    """A run in the file x.run.jsonl."""
    settled = Settings(**{"seed": 9, **settings})  # type: ignore[arg-type]
    return run_bots("round-robin", bots, settled, Means(), run_file="x.run.jsonl", address="none.db", now=NOW).view


def pairs_of(file: str, pairing: int) -> list[tuple[list[DealOutcome], list[DealOutcome]]]:
    return [pair for chunk in iterate_chunks(Path(file)) if chunk.pairing == pairing for pair in chunk.pair_deals()]


def halves(deals: Sequence[DealOutcome]) -> int:
    a, b = sum(deal.points_a for deal in deals), sum(deal.points_b for deal in deals)
    return 2 if a > b else 1 if a == b else 0


# As somebody would work it out who has only the deals: no sums that are added up on the way.
@pytest.mark.parametrize("settings", [{"deals": 60}, {"sessions": 12, "target": 3}], ids=["deals", "sessions"])
def test_statistics_follow_from_the_deals(settings: dict[str, object]) -> None:
    view = play(["random", "greedy", "random"], **settings)
    shown = json.loads(b"".join(render(run_report(view), "json")))
    names = [line.bot for line in view.bots]
    for index, pairing in enumerate(shown["pairings"]):
        pairs = pairs_of("x.run.jsonl", index)
        classes = [halves(first) + halves(second) for first, second in pairs]
        assert pairing["pentanomial"] == [classes.count(place) for place in range(5)]
        scores = [place / 4 for place in classes]
        assert pairing["score"] == pytest.approx(fmean(scores), abs=1e-6)
        assert pairing["score_se"] == pytest.approx(math.sqrt(pvariance(scores) / len(pairs)), abs=1e-6)
        units = [sum(deal.units_a for deal in (*first, *second)) for first, second in pairs]
        deals = [len(first) + len(second) for first, second in pairs]
        mean = sum(units) / sum(deals)
        error = math.sqrt(sum((u - mean * n) ** 2 for u, n in zip(units, deals, strict=True))) / sum(deals)
        assert pairing["units_mean"] == pytest.approx(mean, abs=1e-6)
        assert pairing["units_se"] == pytest.approx(error, abs=1e-6)
    for row in shown["rows"]:
        bot = names.index(row["bot"])
        points = deals_played = won = tied = lost = 0
        for index, line in enumerate(view.pairings):
            if bot not in (line.a, line.b):
                continue
            for half in (half for pair in pairs_of("x.run.jsonl", index) for half in pair):
                points += sum(deal.points_a if bot == line.a else deal.points_b for deal in half)
                deals_played += len(half)
                mine = halves(half) if bot == line.a else 2 - halves(half)
                won, tied, lost = won + (mine == 2), tied + (mine == 1), lost + (mine == 0)
        assert (row["deals"], row["won"], row["tied"], row["lost"]) == (deals_played, won, tied, lost)
        assert row["game_points_per_deal"] == pytest.approx(points / deals_played, abs=1e-6)
        assert row["causes"] == {"normal": deals_played}
    assert shown["digest"] == view.digest
    assert shown["pairs"] == sum(pairing["pairs"] for pairing in shown["pairings"])


def test_a_run_is_shown_as_it_was_told() -> None:
    told = play(["random", "greedy"], deals=20)
    assert show_run("x.run.jsonl") == told
    assert resume("x.run.jsonl", Means(), address="none.db", now=NOW).view == told


def test_a_sequential_test_stops_the_run() -> None:
    view = play(["greedy", "random"], deals=5000, sprt="elo0=0,elo1=100")
    assert view.decision is not None
    assert view.decision.accepted == "H1"
    assert view.pairs == view.decision.pairs < 2500
    assert view.is_complete
    counts = view.pairings[0].counts
    assert view.decision.ratio == pytest.approx(view.decision.test.llr(counts))


def test_a_test_that_reaches_its_end_undecided_says_so() -> None:
    view = play(["random", "random"], deals=20, sprt="elo1=5")
    assert view.decision is not None
    assert (view.decision.accepted, view.decision.pairs) == (None, 10)


@pytest.mark.parametrize(
    ("text", "test"),
    [
        ("elo0=0,elo1=10,alpha=0.05,beta=0.05", Sprt(0, 10, 0.05, 0.05)),
        ("elo1=5", Sprt(elo1=5.0)),
        (" elo0 = -3 , elo1=3 ", Sprt(-3.0, 3.0)),
        ("elo1=2,model=normalized", Sprt(elo1=2.0, model="normalised")),
    ],
)
def test_hypotheses_are_read(text: str, test: Sprt) -> None:
    assert parse_sprt(text) == test


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("", "'' is no setting"),
        ("elo0", "'elo0' is no setting"),
        ("elo0=1,elo0=2", "elo0 is set twice"),
        ("elo0=x", "elo0='x' is no number"),
        ("elo1=inf", "between -2000 and 2000"),
        ("model=exact", "there are logistic and normalised"),
        ("speed=1", "has no setting 'speed'"),
    ],
)
def test_hypotheses_that_cannot_be_read(text: str, says: str) -> None:
    with pytest.raises(UsageError, match=says):
        parse_sprt(text)


def test_a_thousand_deals_are_usual() -> None:
    plan = plan_run("gauntlet", ["random", "greedy", "careful"], Settings())
    assert (plan.pairs, plan.target, len(plan.pairings)) == (500, None, 2)
    assert plan.seed >= 0


def test_a_seed_is_drawn_where_none_is_given() -> None:
    seeds = {plan_run("round-robin", ["random", "greedy"], Settings()).seed for _draw in range(5)}
    assert len(seeds) == 5


def test_the_only_file_of_house_rules_is_played(tmp_path: Path) -> None:
    file = tmp_path / "house.toml"
    file.write_text('name = "at-jelena"\nextends = "bohemian"\n', encoding="utf-8")
    assert find_rules(None, [str(file)], None).name == "at-jelena"
    assert find_rules(None, [], None).name == "bohemian"
    assert find_rules("points", [str(file)], None).name == "points"


def test_the_command_to_go_on_can_be_typed() -> None:
    assert resume_command(Path("a b.run.jsonl")) == "schneider-league bot resume 'a b.run.jsonl'"
    assert resume_command(Path("x"), "Club night").endswith("resume x --record 'Club night'")
