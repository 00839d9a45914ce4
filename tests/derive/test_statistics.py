"""Scores, intervals and tests of bot matches: worked numbers from outside, in tests/data/match_statistics.json.

They were computed with ordo, BayesElo, choix, fastchess' unit tests and Fishtest's LLRcalc, as the file says.
"""

from __future__ import annotations

import json
import math
import random
from collections import Counter
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest

from schneider_league.derive import sprt
from schneider_league.derive.sprt import Model, Sprt
from schneider_league.derive.statistics import (
    Match,
    PairSums,
    elo_of_score,
    elo_when_all_won,
    estimate_rate,
    normal_cdf,
    score_of_elo,
)

WORKED: dict[str, Any] = json.loads(
    (Path(__file__).parents[1] / "data" / "match_statistics.json").read_text(encoding="utf-8")
)
MATCHES = [*WORKED["elo_wdl"], *WORKED["elo_penta"]]


def close(value: float) -> Any:
    """To the digits given."""
    return pytest.approx(value, rel=1e-9, abs=1e-12)


@pytest.mark.parametrize("worked", MATCHES, ids=lambda worked: worked["id"])
def test_match_is_as_worked(worked: dict[str, Any]) -> None:
    match = Match(tuple(worked["LDW"] if "LDW" in worked else worked["ptnml"]))
    assert match.units == worked["n_units"]
    assert match.score == close(worked["score"])
    assert match.variance == close(worked["var_unit"])
    assert match.standard_error == close(worked["se"])
    assert match.score_95 == (close(worked["score_lo"]), close(worked["score_hi"]))
    assert match.elo == close(worked["elo"])
    assert match.elo_95 == (close(worked["elo_lo"]), close(worked["elo_hi"]))
    assert match.superiority == pytest.approx(worked["los"], rel=1e-9)
    if worked["nelo"] is None:
        assert match.normalised_elo is None
    else:
        assert match.normalised_elo == close(worked["nelo"])
        assert match.normalised_elo_reach == close(worked["nelo_pm"])


@pytest.mark.parametrize("worked", WORKED["sprt"], ids=lambda worked: worked["id"])
def test_sequential_test_is_as_worked(worked: dict[str, Any]) -> None:
    model: Model = "logistic" if worked["model"] == "logistic" else "normalised"
    test = Sprt(worked["elo0"], worked["elo1"], worked["alpha"], worked["beta"], model)
    assert test.bounds == (close(worked["lower"]), close(worked["upper"]))
    assert test.llr(worked["freq"]) == pytest.approx(worked["llr"], rel=1e-9)
    assert test.judge(worked["freq"]) == (None if worked["decision"] == "continue" else worked["decision"])


@pytest.mark.parametrize(
    ("counts", "elo", "interval"),
    [
        # With 10 pairs won μ is below 0.025^(1/10) = 0.6915 in 2.5 of 100 cases.
        ((0, 0, 0, 0, 10), None, (-400 * math.log10(1 / 0.025**0.1 - 1), None)),
        ((10, 0, 0, 0, 0), None, (None, 400 * math.log10(1 / 0.025**0.1 - 1))),
        ((0, 0, 0, 0, 1), None, (-400 * math.log10(1 / 0.025 - 1), None)),
        ((0, 0, 0, 0, 0), None, (None, None)),
    ],
)
def test_who_won_or_lost_everything_has_a_bound(
    counts: tuple[int, ...], elo: None, interval: tuple[float | None, float | None]
) -> None:
    match = Match(counts)
    assert match.elo is elo
    assert match.elo_95 == pytest.approx(interval)


def test_an_interval_that_leaves_the_scores_is_open() -> None:
    match = Match((0, 0, 0, 1, 3))
    assert match.elo == close(elo_of_score(0.9375) or 0.0)
    assert match.elo_95[0] is not None
    assert match.elo_95[1] is None


def test_elo_and_score_are_inverses() -> None:
    for elo in (-800.0, -3.5, 0.0, 57.0, 400.0):
        assert elo_of_score(score_of_elo(elo)) == pytest.approx(elo)


def test_many_pairs_won_push_the_bound_up() -> None:
    assert elo_when_all_won(10**7) > elo_when_all_won(10**4) > elo_when_all_won(6) > 0.0 > elo_when_all_won(5)


def test_normal_cdf_is_exact_in_the_tails() -> None:
    # Abramowitz and Stegun, "Handbook of Mathematical Functions", table 26.2: log10 of 1 − Φ(x) is −43.63 at 14.
    assert normal_cdf(1.959963984540054) == close(0.975)
    assert -math.log10(normal_cdf(-14.0)) == pytest.approx(44.10827, abs=1e-5)


def sums(pairs: list[tuple[int, int]]) -> PairSums:
    """Of pairs given as (deals, total)."""
    return PairSums(
        len(pairs),
        sum(n for n, _x in pairs),
        sum(n * n for n, _x in pairs),
        sum(x for _n, x in pairs),
        sum(x * x for _n, x in pairs),
        sum(n * x for n, x in pairs),
    )


def test_rate_of_pairs_of_two_deals_is_their_mean() -> None:
    totals = [20, 24, 18, 30, 8]
    estimate = estimate_rate([sums([(2, total) for total in totals])])
    mean = 20.0
    variance = sum((total - mean) ** 2 for total in totals) / 5
    assert estimate.mean == close(10.0)
    assert estimate.error == close(math.sqrt(variance / 5) / 2)
    assert estimate.reach == close(1.959963984540054 * estimate.error)


def test_rate_of_sessions_is_a_ratio() -> None:
    # Every pair has 10 units a deal, whatever its length: nothing varies, although the totals do.
    assert estimate_rate([sums([(4, 40), (11, 110), (7, 70)])]) == (close(10.0), 0.0)


def test_what_opponents_differ_in_is_no_uncertainty() -> None:
    weak, strong = sums([(2, 30)] * 50), sums([(2, 10)] * 50)
    assert estimate_rate([weak, strong]) == (close(10.0), 0.0)


def test_one_pair_has_no_variance_at_all() -> None:
    # Squares of floats that nearly cancel out would leave some.
    for total in range(200):
        assert estimate_rate([sums([(9, total)])]).error == 0.0


def test_nothing_played_is_no_rate() -> None:
    assert estimate_rate([]) == (0.0, 0.0)


@pytest.mark.parametrize("model", ["logistic", "normalised"])
def test_many_pairs_are_judged_as_one_after_the_other(model: Model) -> None:
    chance = random.Random(1)
    decided = 0
    for _test in range(60 if model == "logistic" else 6):
        test = Sprt(chance.uniform(-30, 5), chance.uniform(6, 60), chance.choice([0.01, 0.05]), 0.1, model)
        weights = [chance.choice([0.0, 0.01, chance.random()]) for _class in range(5)]
        pairs = chance.choices(range(5), weights if any(weights) else None, k=600)
        begun = chance.randrange(60)
        counts = [pairs[:begun].count(class_) for class_ in range(5)]
        one_by_one = None
        seen = list(counts)
        for number, class_ in enumerate(pairs[begun:], 1):
            seen[class_] += 1
            if test.judge(seen) is not None:
                one_by_one = number
                break
        assert test.first_decided(counts, pairs[begun:]) == one_by_one
        decided += one_by_one is not None
    assert decided > 2


@pytest.mark.parametrize("classes", [range(5), (0, 2, 4)])
def test_a_ratio_that_is_far_from_a_verdict_is_hardly_ever_worked_out(
    classes: Sequence[int], monkeypatch: pytest.MonkeyPatch
) -> None:
    solved: list[int] = []
    root = sprt._root

    def count(values: Sequence[float], weights: Sequence[float]) -> float:
        solved.append(1)
        return root(values, weights)

    monkeypatch.setattr(sprt, "_root", count)
    pairs = random.Random(2).choices(classes, k=20_000)
    assert Sprt(-0.1, 0.1).first_decided([0] * 5, pairs) is None
    assert len(solved) < 400


def test_sequential_test_errs_about_as_often_as_it_may() -> None:
    test = Sprt(0.0, 60.0, 0.1, 0.1)
    chance = random.Random(4)
    accepted: Counter[str | None] = Counter()
    for _run in range(60):
        counts = [0] * 5
        verdict = None
        while verdict is None:
            counts[sum(chance.random() < 0.5 for _half in range(4))] += 1
            verdict = test.judge(counts)
        accepted[verdict] += 1
    assert accepted["H1"] <= 12
    assert accepted["H0"] >= 48


@pytest.mark.parametrize(
    ("settings", "says"),
    [
        ({"elo0": 10.0, "elo1": 10.0}, "elo0=10 has to be less than elo1=10"),
        ({"elo0": math.nan}, "elo0=nan"),
        ({"elo1": 1e9}, "between -2000 and 2000"),
        ({"alpha": 0.0}, "alpha=0 has to lie between 0 and 0.5"),
        ({"beta": 0.7}, "beta=0.7 has to lie"),
        ({"model": "bayesian"}, "model=bayesian is neither logistic nor normalised"),
    ],
)
def test_senseless_hypotheses_are_refused(settings: dict[str, Any], says: str) -> None:
    with pytest.raises(ValueError, match=says):
        Sprt(**settings)
