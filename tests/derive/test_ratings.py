"""Ratings: published examples, plain second implementations, and what has to hold."""

from __future__ import annotations

import json
import math
from dataclasses import replace
from datetime import UTC, date, datetime, timedelta
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from schneider_league.derive import elo, glicko_2
from schneider_league.derive.elo import Elo
from schneider_league.derive.glicko_2 import Glicko2, Result, Strength, update
from schneider_league.derive.rating import Rating
from schneider_league.derive.ratings import DEFAULT_SYSTEM, SYSTEMS, rank_ratings
from schneider_league.derive.sessions import State
from schneider_league.derive.tallies import Tally, play_order
from tests.derive.tallying import lines, session, shuffled

EXAMPLES = json.loads((Path(__file__).parents[1] / "data" / "rating_examples.json").read_text(encoding="utf-8"))
ELO = SYSTEMS["elo"]
GLICKO = SYSTEMS["glicko-2"]


def test_systems_are_named_data() -> None:
    assert list(SYSTEMS) == ["elo", "glicko-2"]
    assert DEFAULT_SYSTEM == "elo"
    assert Elo("elo", start=1500, scale=400, k_new=40, k=20, new_sessions=10) == ELO
    assert Glicko2("glicko-2", tau=0.5, start=1500, deviation=350, volatility=0.06, provisional_above=110) == GLICKO


# --- published examples ---


# https://en.wikipedia.org/wiki/Elo_rating_system, "Mathematical details": a player of 1613 in a tournament of five.
def test_example_of_wikipedia() -> None:
    example = EXAMPLES["elo_logistic"]
    expected = [elo.expected_score(example["rating"], game["opp"]) for game in example["games"]]
    assert expected == pytest.approx([game["expected"] for game in example["games"]], abs=5e-5)
    assert sum(expected) == pytest.approx(example["expected_sum"], abs=5e-4)
    new = example["rating"] + example["k"] * (example["score"] - sum(expected))
    assert new == pytest.approx(example["new_exact"], abs=5e-3)
    assert round(new) == example["new_published_rounded"]


# Glickman, "Example of the Glicko-2 system", http://www.glicko.net/glicko/glicko2.pdf. He rounds on the way.
def test_example_of_glickman() -> None:
    example = EXAMPLES["glicko2"]
    player = example["player"]
    results = [Result(game["r"], game["rd"], game["s"]) for game in example["games"]]
    new = update(Strength(player["r"], player["rd"], player["vol"]), results, player["tau"])
    published, exact = example["published"], example["recomputed"]
    assert new.rating == pytest.approx(published["r_new"], abs=0.02)
    assert new.deviation == pytest.approx(published["rd_new"], abs=0.02)
    assert new.volatility == pytest.approx(published["vol_new"], abs=1e-5)
    assert new == pytest.approx((exact["r_new"], exact["rd_new"], exact["vol_new"]), abs=5e-4)
    # the table of g(φj) and E(μ, μj, φj) on page 4
    assert [glicko_2.weight(game["rd"]) for game in example["games"]] == pytest.approx(
        [0.9955, 0.9531, 0.7242], abs=1e-4
    )
    expected = [glicko_2.expected_score(player["r"], game["r"], game["rd"]) for game in example["games"]]
    assert expected == pytest.approx([0.639, 0.432, 0.303], abs=1e-3)


# --- by hand ---


def test_elo_by_hand() -> None:
    steps = list(Elo("elo").steps(lines("1 2 7-4\n1 2 7-4\n2 1 5-5")))
    assert [step.after for step in steps[:1]] == [(1520, 1480)]
    expected = 1 / (1 + 10 ** (-40 / 400))
    assert steps[1].expected == pytest.approx((expected, 1 - expected))
    assert steps[1].after[0] == pytest.approx(1520 + 40 * (1 - expected))
    assert steps[2].scored == (0.5, 0.5)
    assert steps[2].before == (steps[1].after[1], steps[1].after[0])
    assert steps[2].after[0] > steps[2].before[0]  # the weaker gains by a draw
    assert [step.sessions for step in steps] == [(1, 1), (2, 2), (3, 3)]


def test_k_is_40_for_the_first_ten_sessions_of_each_player() -> None:
    tallies = [session(number, 1, 2 if number <= 10 else 3, (7, 4)) for number in range(1, 22)]
    steps = list(Elo("elo").steps(tallies))
    assert [step.k for step in steps] == [(40, 40)] * 10 + [(20, 40)] * 10 + [(20, 20)]
    ratings = Elo("elo").rate(tallies)
    assert {player: (rating.sessions, rating.provisional) for player, rating in ratings.items()} == {
        1: (21, False),
        2: (10, False),
        3: (11, False),
    }
    assert Elo("elo").rate(tallies[:9])[1].provisional


def test_forfeits_and_abandoned_sessions_are_not_rated() -> None:
    unrated = [
        session(number, 1, 2, (6, 2), state=state) for number, state in enumerate(State) if state != State.FINISHED
    ]
    for system in SYSTEMS.values():
        assert system.rate(unrated) == {}
        rated = [*unrated, session(9, 1, 2, (7, 4))]
        assert system.rate(rated) == system.rate(rated[-1:])


def test_deviation_grows_in_months_without_play() -> None:
    tallies = [session(1, 1, 2, (7, 4), day=date(2026, 1, 31)), session(2, 3, 4, (7, 4), day=date(2026, 2, 1))]
    glicko = Glicko2("glicko-2")
    january = glicko.rate(tallies[:1])[1]
    february = glicko.rate(tallies)[1]
    grown = 173.7178 * math.sqrt((january.deviation or 0) ** 2 / 173.7178**2 + (january.volatility or 0) ** 2)
    assert february.deviation == pytest.approx(grown)
    assert february.rating == january.rating
    assert february.last_played == date(2026, 1, 31)
    assert glicko.rate(tallies[:1], date(2026, 2, 28))[1] == february
    assert glicko.rate(tallies[:1], date(2026, 1, 1))[1] == january
    in_a_year = glicko.rate(tallies, date(2027, 2, 1))[1]
    assert (in_a_year.deviation or 0) > grown
    assert glicko.rate(tallies, date(9999, 12, 31))[1].provisional


def test_all_sessions_of_a_month_count_at_once() -> None:
    same_month = lines("1 2 7-4\n2 3 7-4\n1 3 4-7")
    glicko = Glicko2("glicko-2")
    ratings = glicko.rate(same_month)
    assert {player: rating.rating for player, rating in ratings.items()} == pytest.approx(
        dict.fromkeys((1, 2, 3), 1500)
    )
    other = glicko.rate(list(reversed(same_month)))
    assert [other[player][:4] for player in (1, 2, 3)] == [pytest.approx(ratings[player][:4]) for player in (1, 2, 3)]


def test_a_rating_is_provisional_while_the_deviation_is_above_110() -> None:
    tallies = [
        session(number, 1 + number % 2, 3 + number % 3, (7, 4) if number % 2 else (4, 7)) for number in range(60)
    ]
    ratings = Glicko2("glicko-2").rate(tallies)
    assert {rating.provisional for rating in ratings.values()} == {True, False}
    assert all(rating.provisional == ((rating.deviation or 0) > 110) for rating in ratings.values())


def test_equal_dates_are_told_apart_by_first_recording_then_place_then_uid() -> None:
    day = date(2026, 11, 26)
    late = datetime(2026, 11, 27, tzinfo=UTC)
    base = session(1, 1, 2, (7, 4), day=day)
    in_order = [
        base._replace(session=9, uid="z"),
        base._replace(session=3, uid="c", recorded=late, place=1, players=(2, 3)),
        base._replace(session=2, uid="b", recorded=late, place=2, players=(3, 1)),
        base._replace(session=1, uid="a", recorded=late + timedelta(seconds=1)),
    ]
    ratings = Elo("elo").rate(in_order)
    for seed in range(24):
        assert Elo("elo").rate(sorted(shuffled(in_order, seed), key=play_order)) == ratings
    assert Elo("elo").rate(reversed(in_order)) != ratings


# --- lists ---


def rating(player: int, value: float, last: date = date(2026, 11, 1)) -> Rating:
    return Rating(player, value, None, None, 12, False, last)


def test_list_shares_ranks_and_leaves_out_the_inactive() -> None:
    ratings = [rating(1, 1500.0), rating(2, 1500.0 + 1e-11), rating(3, 1600), rating(4, 1400, date(2025, 1, 1))]
    assert [(rated.rank, rated.rating.player) for rated in rank_ratings(ratings)] == [(1, 3), (2, 1), (2, 2), (4, 4)]
    active = rank_ratings(ratings, active_since=date(2025, 1, 2))
    assert [rated.rating.player for rated in active] == [3, 1, 2]
    assert len(rank_ratings(ratings, active_since=date(2025, 1, 1))) == 4


# --- second implementations ---

games = st.lists(
    st.tuples(
        st.integers(1, 5),
        st.integers(1, 5),
        st.sampled_from([(7, 4), (4, 7), (5, 5)]),
        st.dates(date(2025, 10, 1), date(2026, 12, 31)),
    ).filter(lambda game: game[0] != game[1]),
    min_size=1,
    max_size=40,
)
Games = list[tuple[int, int, tuple[int, int], date]]


def tallies_of(played: Games) -> list[Tally]:
    found = [session(number, a, b, score, day=day) for number, (a, b, score, day) in enumerate(played, 1)]
    return sorted(found, key=play_order)


@given(games)
def test_elo_against_a_second_implementation(played: Games) -> None:
    ratings: dict[int, float] = {}
    count: dict[int, int] = {}
    for tally in tallies_of(played):
        a, b = tally.players
        x, y = tally.score
        difference = ratings.get(b, 1500.0) - ratings.get(a, 1500.0)
        expected = 1 / (1 + math.exp(difference * math.log(10) / 400))
        surplus = (1.0 if x > y else 0.0 if x < y else 0.5) - expected
        for player, sign in ((a, 1), (b, -1)):
            k = 20 if count.get(player, 0) >= 10 else 40
            ratings[player] = ratings.get(player, 1500.0) + sign * k * surplus
            count[player] = count.get(player, 0) + 1
    found = Elo("elo").rate(tallies_of(played))
    assert {player: rating.rating for player, rating in found.items()} == pytest.approx(ratings, abs=1e-8)
    assert {player: rating.sessions for player, rating in found.items()} == count


@given(games)
def test_elo_sums(played: Games) -> None:
    """With one K for all, what one wins the other loses."""
    same_k = replace(Elo("elo"), k=40)
    ratings = same_k.rate(tallies_of(played))
    assert sum(rating.rating for rating in ratings.values()) == pytest.approx(1500 * len(ratings))


def plain_glicko(played: list[Tally], until: date) -> dict[int, tuple[float, float, float]]:
    """Month by month on Glickman's inner scale; the volatility by bisection."""
    players: dict[int, tuple[float, float, float]] = {}  # mu, phi, sigma
    first = min(tally.played_on for tally in played)
    last = max(until, max(tally.played_on for tally in played))
    month = (first.year, first.month)
    while month <= (last.year, last.month):
        old = dict(players)
        now = [tally for tally in played if (tally.played_on.year, tally.played_on.month) == month]
        for player in {*old, *(player for tally in now for player in tally.players)}:
            mu, phi, sigma = old.get(player, (0.0, 350 / 173.7178, 0.06))
            inverse_v = surplus = 0.0
            for tally in now:
                if player not in tally.players:
                    continue
                side = tally.players.index(player)
                mu_j, phi_j, _sigma = old.get(tally.players[1 - side], (0.0, 350 / 173.7178, 0.06))
                mine, theirs = tally.score[side], tally.score[1 - side]
                s = 1 if mine > theirs else 0.5 if mine == theirs else 0
                g = (1 + 3 * phi_j**2 / math.pi**2) ** -0.5
                e = 1 / (1 + math.exp(g * (mu_j - mu)))
                inverse_v += g * g * e * (1 - e)
                surplus += g * (s - e)
            if inverse_v == 0:
                players[player] = mu, (phi**2 + sigma**2) ** 0.5, sigma
                continue
            v = 1 / inverse_v
            new_sigma = math.exp(_root(phi, sigma, v, v * surplus) / 2)
            new_phi = (1 / (phi**2 + new_sigma**2) + inverse_v) ** -0.5
            players[player] = mu + new_phi**2 * surplus, new_phi, new_sigma
        month = (month[0] + month[1] // 12, month[1] % 12 + 1)
    return {player: (1500 + 173.7178 * mu, 173.7178 * phi, sigma) for player, (mu, phi, sigma) in players.items()}


def _root(phi: float, sigma: float, v: float, delta: float) -> float:
    def f(x: float) -> float:
        inner = phi**2 + v + math.exp(x)
        return math.exp(x) * (delta**2 - inner) / (2 * inner**2) - (x - math.log(sigma**2)) / 0.25

    low, high = -40.0, 10.0
    for _ in range(200):
        middle = (low + high) / 2
        low, high = (middle, high) if f(middle) > 0 else (low, middle)
    return low


@given(games, st.dates(date(2025, 10, 1), date(2027, 6, 30)))
def test_glicko_2_against_a_second_implementation(played: Games, until: date) -> None:
    tallies = tallies_of(played)
    found = Glicko2("glicko-2").rate(tallies, until)
    expected = plain_glicko(tallies, until)
    assert set(found) == set(expected)
    for player, values in expected.items():
        rating = found[player]
        assert (rating.rating, rating.deviation, rating.volatility) == pytest.approx(values, abs=1e-5)
