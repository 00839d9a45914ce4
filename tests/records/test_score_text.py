"""Scores as they are typed, and why one cannot be."""

import pytest

from schneider_league.game.ruleset import parse_rules
from schneider_league.records.score_text import complete_score, parse_score, possible_totals, why_impossible


@pytest.mark.parametrize(
    ("typed", "numbers"),
    [
        ("14-6", (14, 6)),
        ("14:6", (14, 6)),
        ("14–6", (14, 6)),
        ("14—6", (14, 6)),
        ("14−6", (14, 6)),
        ("14 6", (14, 6)),
        (" 14 - 6 ", (14, 6)),
        ("14", (14, None)),
        ("0", (0, None)),
        ("0-20", (0, 20)),
        ("014-06", (14, 6)),
    ],
)
def test_all_ways_of_writing_a_score(typed: str, numbers: tuple[int, int | None]) -> None:
    assert parse_score(typed) == numbers


@pytest.mark.parametrize(
    "typed",
    ["", " ", "-", "14-", "-6", "14-6-1", "14 6 1", "fourteen", "14,6", "14.6", "1４-6", "٣-٤", "9999999", "14x6"],
)
def test_what_is_no_score(typed: str) -> None:
    assert parse_score(typed) is None


@pytest.mark.parametrize(
    ("rules", "typed", "score"),
    [
        ("bohemian", (14, None), (14, 6)),
        ("bohemian+24-card", (9, None), (9, 7)),
        ("points", (80, None), (80, 50)),
        ("points+no-last-trick", (80, None), (80, 40)),
        ("bohemian", (21, None), None),
        # A marriage may have been declared: the first number does not tell the second.
        ("points+marriage", (80, None), None),
        ("points+marriage", (80, 70), (80, 70)),
    ],
)
def test_one_number_tells_the_other_where_nothing_is_added(
    rules: str, typed: tuple[int, int | None], score: tuple[int, int] | None
) -> None:
    assert complete_score(parse_rules(rules), typed) == score


@pytest.mark.parametrize(
    ("rules", "typed", "reason", "offer"),
    [
        (
            "bohemian",
            (14, 7),
            "14 and 7 are 21, but a deal of bohemian has 20 honours",
            "possible would be 14-6 or 13-7",
        ),
        ("bohemian", (33, 33), "33 and 33 are 66", "both numbers together make 20"),
        ("points+marriage", (300, 300), "300 and 300 are 600", "both numbers together make 130, 150,"),
        ("bohemian", (21, None), "21 is more than there is: a deal of bohemian has 20 honours", "20-0 to 0-20"),
        ("bohemian+24-card", (14, 6), "14 and 6 are 20, but a deal of bohemian+24-card has 16 honours", "14-2 or 10-6"),
        ("points", (129, None), "no side can take 1 of 130 card points", "possible would be 128-2"),
        ("points", (1, 129), "no side can take 1 of 130 card points", "possible would be"),
        (
            "points+marriage",
            (80, None),
            "80 alone does not say how much the other",
            "130, 150, 170, 190, 210, 230",
        ),
        ("points+marriage", (80, 60), "80 and 60 are 140", "80-70, 80-50, 90-60 or 70-60"),
    ],
)
def test_a_refused_score_says_what_would_be_possible(
    rules: str, typed: tuple[int, int | None], reason: str, offer: str
) -> None:
    why = why_impossible(parse_rules(rules), typed)
    assert why is not None
    assert reason in why[0]
    assert offer in why[1]


@pytest.mark.parametrize(
    ("rules", "typed"),
    [
        ("bohemian", (20, 0)),
        ("bohemian", (10, 10)),
        ("bohemian", (14, None)),
        ("points", (130, 0)),
        ("points", (65, 65)),
        ("points+marriage", (130, 20)),
        ("points+marriage", (190, 40)),
    ],
)
def test_a_possible_score_is_not_refused(rules: str, typed: tuple[int, int | None]) -> None:
    assert why_impossible(parse_rules(rules), typed) is None


def test_marriages_add_up_to_a_hundred_in_twenties() -> None:
    assert possible_totals(parse_rules("points+marriage")) == [130, 150, 170, 190, 210, 230]
    assert possible_totals(parse_rules("points+marriage+no-last-trick")) == [120, 140, 160, 180, 200, 220]
