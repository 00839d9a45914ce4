"""A run of bots as tables and JSON."""

from __future__ import annotations

import json
from dataclasses import replace
from typing import Any

import pytest

from schneider_league.derive.bradley_terry import rate
from schneider_league.derive.sprt import Sprt
from schneider_league.derive.statistics import Estimate
from schneider_league.reports.bot_numbers import show_duration
from schneider_league.reports.bot_run import crosstable_report, pairings_report, run_report
from schneider_league.reports.bot_run_notes import run_notes
from schneider_league.reports.bot_run_view import BotLine, Decision, PairingLine, RunView
from schneider_league.reports.render import Format, render

EVEN = (10, 15, 50, 15, 10)
AHEAD = (2, 8, 40, 30, 20)
ALL = (0, 0, 0, 0, 100)


def view(*pairings: tuple[int, int, tuple[int, ...]], **changes: Any) -> RunView:
    """A run of as many bots as the pairings name, each pair of deals 20 units."""
    bots = 1 + max(max(a, b) for a, b, _counts in pairings)
    lines = []
    for bot in range(bots):
        met = [counts if bot == a else counts[::-1] for a, b, counts in pairings if bot in (a, b)]
        won, tied, lost = (
            sum(c[4] * 2 + c[3] for c in met),
            sum(c[3] + c[1] + 2 * c[2] for c in met),
            sum(c[0] * 2 + c[1] for c in met),
        )
        deals = won + tied + lost
        name = ("alpha", "bravo", "charlie", "delta")[bot]
        lines.append(
            BotLine(name, deals, won, tied, lost, Estimate(1.5, 0.01), Estimate(10.25, 0.1), {"normal": deals})
        )
    settled = RunView(
        run="night.run.jsonl",
        format="round-robin",
        rules="bohemian",
        seed=42,
        pairs=sum(sum(counts) for _a, _b, counts in pairings),
        pairs_planned=100 * len(pairings),
        digest="abc123",
        counted="honours",
        target=None,
        bots=lines,
        pairings=[PairingLine(a, b, counts, Estimate(10.25, 0.1)) for a, b, counts in pairings],
        ratings=rate(bots, {(a, b): counts for a, b, counts in pairings}),
    )
    return replace(settled, **changes)


def rendered(report: Any, format: Format) -> str:
    return b"".join(render(report, format)).decode()


def test_json_is_as_promised() -> None:
    found = json.loads(rendered(run_report(view((0, 1, EVEN), (0, 2, AHEAD), (1, 2, AHEAD))), "json"))
    assert list(found) == ["schema", "run", "rules", "seed", "pairs", "digest", "rows", "pairings"]
    assert found["schema"] == "bot-run/1"
    assert found["pairs"] == 300
    assert list(found["rows"][0]) == [
        *("rank", "bot", "deals", "won", "tied", "lost"),
        *("game_points_per_deal", "units_per_deal", "elo", "elo_95", "causes"),
    ]
    assert [row["rank"] for row in found["rows"]] == [1, 1, 3]
    low, high = found["rows"][0]["elo_95"]
    assert low < found["rows"][0]["elo"] < high
    assert found["rows"][0]["causes"] == {"normal": 400}
    assert found["pairings"][1] == {
        "a": "alpha",
        "b": "charlie",
        "pairs": 100,
        "pentanomial": [2, 8, 40, 30, 20],
        "score": 0.645,
        "score_se": 0.024026,
        "units_mean": 10.25,
        "units_se": 0.1,
    }


def test_an_open_side_is_null_and_says_so() -> None:
    found = json.loads(rendered(run_report(view((0, 1, ALL))), "json"))
    best, worst = found["rows"]
    assert (best["elo"], best["bound"], best["elo_95"][1]) == (None, "above", None)
    assert (worst["elo"], worst["bound"], worst["elo_95"][0]) == (None, "below", None)
    assert best["elo_95"][0] == -worst["elo_95"][1] > 0


def test_table_shows_bounds_in_words() -> None:
    text = rendered(run_report(view((0, 1, ALL)), crosstable=False), "table")
    assert "alpha  ≥ +285    200  200     0     0" in text
    assert "bravo  ≤ −285    200    0     0   200" in text
    assert "alpha took all of the points against bravo: an Elo difference of +570 or more" in text
    assert "alpha won everything: how strong that makes a bot nobody can say" in text
    assert "inf" not in text.replace("information", "")
    assert "nan" not in text


def test_crosstable_is_read_by_rows() -> None:
    text = rendered(crosstable_report(view((0, 1, EVEN), (0, 2, AHEAD), (1, 2, AHEAD))), "table")
    assert "Rank  Bot       v. alpha   v. bravo  v. charlie" in text
    assert "   1  alpha               50.0 ±5.1   64.5 ±4.7" in text
    assert "   3  charlie  35.5 ±4.7  35.5 ±4.7" in text


def test_long_names_become_places_in_the_headings() -> None:
    long = view((0, 1, EVEN), (0, 2, AHEAD))
    long = replace(long, bots=[replace(long.bots[0], bot="sampler:samples=1000"), *long.bots[1:]])
    assert [column.heading for column in crosstable_report(long).columns[2:]] == ["v. no. 1", "v. no. 2", "v. no. 3"]


def test_what_cannot_be_told_apart_is_said() -> None:
    notes = run_notes(view((0, 1, EVEN), (0, 2, AHEAD), (1, 2, AHEAD)))
    assert "Not separated: alpha and bravo; their order may be chance, more pairs would tell." in notes
    notes = run_notes(view((0, 1, AHEAD)))
    assert any(note.startswith("Each bot is clear of its neighbours") for note in notes)
    assert any(
        note.startswith("alpha took 64.5 ±4.7 % of the points against bravo: an Elo difference of +104 (+69 to +141)")
        for note in notes
    )


def test_few_pairs_are_a_warning() -> None:
    few = [note for note in run_notes(view((0, 1, (1, 2, 3, 2, 1)))) if "few pairs" in note]
    assert few == [
        "With as few pairs as here (9 for two bots) intervals are rough, and may be much too narrow.",
    ]


def test_an_incomplete_run_says_how_to_go_on() -> None:
    partial = view((0, 1, EVEN), is_complete=False, pairs_planned=5000, resume="schneider-league bot resume x")
    assert run_notes(partial)[0] == (
        "Incomplete: 100 of 5,000 pairs were played. To go on: schneider-league bot resume x"
    )
    assert json.loads(rendered(run_report(partial), "json"))["incomplete"] == {"pairs_planned": 5000}


def test_failures_are_told() -> None:
    failing = view((0, 1, EVEN), is_reproducible=False)
    line = replace(failing.bots[1], causes={"normal": 190, "time": 9, "crash": 1})
    notes = run_notes(replace(failing, bots=[failing.bots[0], line]))
    assert "bravo lost 10 deals other than by play: 9 by late answers, 1 by crashes." in notes
    assert notes[-1].endswith("which a further run need not see: its digest may be another.")


@pytest.mark.parametrize(
    ("accepted", "says"),
    [
        ("H1", "decided for H1, alpha is stronger than bravo by 10 Elo or more"),
        ("H0", "decided for H0, alpha is stronger than bravo by no more than 0 Elo"),
        (None, "undecided (log-likelihood ratio 1.25 after 100 pairs; -2.94 decides for H0, 2.94 for H1)"),
    ],
)
def test_sequential_test_is_told(accepted: Any, says: str) -> None:
    tested = view((0, 1, EVEN), decision=Decision(Sprt(), accepted, 100, 1.25))
    assert says in " ".join(run_notes(tested))
    found = json.loads(rendered(run_report(tested), "json"))["sprt"]
    assert found["accepted"] == accepted
    assert (found["elo1"], found["pairs"], found["llr"]) == (10.0, 100, 1.25)


def test_pairings_stand_on_their_own() -> None:
    report = pairings_report(view((0, 1, AHEAD)))
    text = rendered(report, "table")
    assert "alpha  bravo    100              64.5 ±4.7            +104    +69 to +141       > 99.9 %" in text
    assert rendered(report, "csv").splitlines() == [
        "a,b,pairs,ll,ld,dd_wl,wd,ww,score,score_se,units_mean,units_se",
        "alpha,bravo,100,2,8,40,30,20,0.645,0.024026,10.25,0.1",
    ]


@pytest.mark.parametrize(
    ("seconds", "shown"), [(None, "–"), (1.23456, "1.23 s"), (0.0042, "4.2 ms"), (5.6e-5, "56 µs"), (2e-7, "200 ns")]
)
def test_durations(seconds: float | None, shown: str) -> None:
    assert show_duration(seconds) == shown
