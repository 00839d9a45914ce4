"""House rules in TOML: what is read, and what is refused, with the line."""

from __future__ import annotations

import json

import pytest

from schneider_league.errors import UnreadableError, Where
from schneider_league.game.house_rules import FIELDS, house_rules_fields, parse_house_rules
from schneider_league.game.ruleset import (
    BOHEMIAN,
    POINTS,
    Beats,
    Counts,
    Ruleset,
    Schwarz,
    canonical_names,
    parse_rules,
)
from tests.game.tables import MIXED, ODD, RULESETS

JELENA = """
name = "u-jelena"              # a word of its own, not containing +
extends = "bohemian+trump"
title = "As played at U Jelena"
honours = ["A", "K", "Q", "J", "10"]
win_at = 11
"""


def refused(text: str, known: dict[str, Ruleset] | None = None) -> UnreadableError:
    with pytest.raises(UnreadableError) as caught:
        parse_house_rules(text, "house.toml", known)
    return caught.value


def test_the_example_of_the_docs() -> None:
    ruleset = parse_house_rules(JELENA, "house.toml")
    assert ruleset.name == "u-jelena"
    assert ruleset.extends == "bohemian+trump"
    assert ruleset.title == "As played at U Jelena"
    assert ruleset.code == parse_rules("bohemian+trump").code


def test_a_name_is_enough() -> None:
    """What is not stated is as in `bohemian`."""
    ruleset = parse_house_rules('name = "plain"', "house.toml")
    assert (ruleset.code, ruleset.target, ruleset.win_at) == (BOHEMIAN.code, 7, 11)
    assert ruleset.extends == "bohemian"
    assert ruleset.title == "plain, a house rule after bohemian"


def test_every_field() -> None:
    text = """
        name = "all"
        lowest_rank = "9"
        beats = "next-higher"
        follow = "follow"
        second_half = "follow-win-trump"
        trump = "last-talon-card"
        exchange = true
        marriage = [3, 5]
        counts = "points"
        card_points = { A = 5, K = 2, 10 = 4, 9 = 1 }
        last_trick = 4
        win_at = 27
        schneider_at = 40
        schwarz = "all-tricks"
        awards = [1, 1, 4]
        target = 12
        title = "All fields"
    """
    ruleset = parse_house_rules(text, "house.toml")
    assert house_rules_fields(ruleset) == {
        "lowest_rank": "9",
        "beats": "next-higher",
        "follow": "follow",
        "second_half": "follow-win-trump",
        "trump": "last-talon-card",
        "exchange": True,
        "marriage": [3, 5],
        "counts": "points",
        "honours": [],
        "card_points": {"A": 5, "K": 2, "10": 4, "9": 1},
        "last_trick": 4,
        "win_at": 27,
        "schneider_at": 40,
        "schwarz": "all-tricks",
        "awards": [1, 1, 4],
        "target": 12,
        "title": "All fields",
    }
    assert set(house_rules_fields(ruleset)) == set(FIELDS)
    # the order of ranks does not matter; [7 8 9 10 J Q K A]
    assert ruleset.code.units == (0, 0, 1, 4, 0, 0, 2, 5)
    assert ruleset.total == 4 * 12 + 4
    assert (ruleset.beats, ruleset.counts, ruleset.schwarz) == (Beats.NEXT_HIGHER, Counts.POINTS, Schwarz.ALL_TRICKS)


def test_honours_are_put_in_order_and_awards_may_be_the_difference() -> None:
    text = 'name = "few"\nhonours = ["10", "A"]\nwin_at = 5\nschneider_at = 6\nawards = "difference"'
    ruleset = parse_house_rules(text, "house.toml")
    assert ruleset.honours == ("A", "10")
    assert ruleset.awards == "difference"
    assert ruleset.code.difference == 1


def test_another_way_of_counting_puts_back_what_belongs_to_the_old_one() -> None:
    text = 'name = "a"\nextends = "points"\ncounts = "honours"\nlast_trick = 0\nwin_at = 11\nschneider_at = 16'
    ruleset = parse_house_rules(text, "house.toml")
    assert (ruleset.honours, ruleset.total, ruleset.card_points) == (BOHEMIAN.honours, 20, (0,) * 8)
    text = 'name = "b"\ncounts = "points"\ncard_points = { A = 1 }\nwin_at = 3\nschneider_at = 4'
    ruleset = parse_house_rules(text, "house.toml")
    assert (ruleset.honours, ruleset.total) == ((), 4)


def test_a_house_rule_may_extend_another() -> None:
    first = parse_house_rules(JELENA, "house.toml")
    second = parse_house_rules('name = "Longer"\nextends = "U-Jelena"\ntarget = 9', "b.toml", {"u-jelena": first})
    assert second.extends == "u-jelena"
    assert second.has_trumps
    assert second.target == 9
    assert second.title == "Longer, a house rule after u-jelena"


def as_toml(value: object) -> str:
    if isinstance(value, dict):
        return f"{{ {', '.join(f'{rank} = {points}' for rank, points in value.items())} }}"
    return json.dumps(value)


@pytest.mark.parametrize("name", canonical_names())
def test_a_named_ruleset_written_as_a_house_rule_is_the_same(name: str) -> None:
    ruleset = parse_rules(name)
    stated = {field: value for field, value in house_rules_fields(ruleset).items() if value != []}
    lines = ['name = "copy"', *(f"{field} = {as_toml(value)}" for field, value in stated.items())]
    copy = parse_house_rules("\n".join(lines), "copy.toml")
    assert copy.code == ruleset.code
    assert (copy.win_at, copy.target, copy.title) == (ruleset.win_at, ruleset.target, ruleset.title)


# Each line is wrong in a file that is right but for it: the line, the message.
RIGHT = ['name = "right"', 'extends = "bohemian"']
WRONG = [
    # names
    (
        'name = "a+b"',
        'a house rule has a name: one word of at most 60 characters, without + and quotes, as in name = "u-jelena"',
    ),
    (
        'name = "two words"',
        'a house rule has a name: one word of at most 60 characters, without + and quotes, as in name = "u-jelena"',
    ),
    (
        'name = ""',
        'a house rule has a name: one word of at most 60 characters, without + and quotes, as in name = "u-jelena"',
    ),
    (
        "name = 3",
        'a house rule has a name: one word of at most 60 characters, without + and quotes, as in name = "u-jelena"',
    ),
    ('name = "Points"', "there is a ruleset 'Points' already; a house rule needs a name of its own"),
    # what it extends
    ("extends = 1", 'extends names a ruleset, as in extends = "bohemian+trump"'),
    (
        'extends = "bohemia"',
        "no ruleset 'bohemia': there is no game 'bohemia'; did you mean 'bohemian'? known are bohemian and points",
    ),
    # fields
    (
        "jokers = 2",
        "there is no field 'jokers'; known are lowest_rank, beats, follow, second_half, trump, exchange, marriage, "
        "counts, "
        "honours, card_points, last_trick, win_at, schneider_at, schwarz, awards, target, title",
    ),
    ('lowest_rank = "8"', 'lowest_rank is "7" (32 cards) or "9" (24 cards), not "8"'),
    ("lowest_rank = 7", 'lowest_rank is "7" (32 cards) or "9" (24 cards), not 7'),
    ('beats = "lower"', 'beats is one of "higher", "next-higher", not "lower"'),
    ("follow = true", 'follow is one of "none", "follow", not true'),
    ('second_half = "follow"', 'second_half is one of "none", "follow-win-trump", not "follow"'),
    ('trump = "hearts"', 'trump is one of "none", "last-talon-card", not "hearts"'),
    ("exchange = 1", "exchange is true or false, not 1"),
    ("marriage = 20", "marriage is two numbers, in a plain suit and in trumps, as in marriage = [20, 40]"),
    ("marriage = [20]", "marriage is two numbers, in a plain suit and in trumps, as in marriage = [20, 40]"),
    ("marriage = [20, -1]", "marriage is a whole number from 0 to 1000, not -1"),
    ('counts = "cards"', 'counts is one of "honours", "points", not "cards"'),
    ("honours = []", 'honours lists ranks, as in honours = ["A", "K", "Q", "J", "10"]'),
    ('honours = ["A", "6"]', 'honours lists ranks, as in honours = ["A", "K", "Q", "J", "10"]'),
    ('honours = ["A", "A"]', "honours lists a rank twice"),
    ("card_points = [1]", "card_points is a table of ranks and points, as in card_points = { A = 11, 10 = 10 }"),
    (
        "card_points = { X = 1 }",
        '"X" is no rank; card_points is a table of ranks and points, as in card_points = { A = 11, 10 = 10 }',
    ),
    ("card_points = { A = 1.5 }", "A = 1.5: points are whole numbers from 0 to 1000"),
    ("last_trick = 1001", "last_trick is a whole number from 0 to 1000, not 1001"),
    ("last_trick = true", "last_trick is a whole number from 0 to 1000, not true"),
    ("win_at = 0", "win_at is a whole number from 1 to 1000, not 0"),
    ('schwarz = "all"', 'schwarz is one of "none", "all-units", "all-tricks", not "all"'),
    ("awards = [1, 2]", 'awards is three numbers, as in awards = [1, 2, 3], or "difference"'),
    ("awards = [0, 2, 3]", "awards is a whole number from 1 to 1000, not 0"),
    ("awards = [2, 1, 3]", "awards must not fall: a Schneider is worth no less than a simple win"),
    ("awards = [1, 3, 2]", "awards must not fall: a Schneider is worth no less than a simple win"),
    ("target = 0", "target is a whole number from 1 to 1000, not 0"),
    ('title = " "', "title is a text of at most 200 characters"),
    (f'title = "{"x" * 201}"', "title is a text of at most 200 characters"),
    # fields that contradict each other
    ("exchange = true", "there is nothing to exchange in a game without trumps: no card is turned up"),
    ("marriage = [20, 40]", "a marriage in trumps counts, but the game has no trumps: write 0 for it"),
    ('second_half = "follow-win-trump"', "follow-win-trump asks players to trump, but the game has no trumps"),
    ("card_points = { A = 11 }", 'card points are given, but honours are counted (counts = "honours")'),
    ("win_at = 12", "win_at is 12, but of 20 units the smallest majority is 11"),
    ("win_at = 10", "win_at is 10, but of 20 units the smallest majority is 11"),
    ("schneider_at = 10", "schneider_at is 10; it lies above win_at (11), up to all units (20)"),
    ("schneider_at = 21", "schneider_at is 21; it lies above win_at (11), up to all units (20)"),
]


@pytest.mark.parametrize(("line", "message"), WRONG, ids=[line[:40] for line, _message in WRONG])
def test_each_wrong_line_is_refused_with_its_place(line: str, message: str) -> None:
    field = line.split(" ")[0]
    right = [each for each in RIGHT if not each.startswith(f"{field} ")]
    error = refused("\n".join([*right, "", line]))
    assert error.message == message
    assert error.where == Where("house.toml", len(right) + 2)
    assert error.excerpt == line
    assert error.mark == (0, len(line))


@pytest.mark.parametrize(
    ("text", "line", "message"),
    [
        (
            "",
            None,
            'a house rule has a name: one word of at most 60 characters, without + and quotes, as in name = "u-jelena"',
        ),
        ('name = "a"\ncounts = "points"', 2, "nothing counts: no card has points"),
        (
            'name = "a"\ncounts = "points"\nhonours = ["A"]\ncard_points = { A = 1 }',
            3,
            'honours are listed, but card points are counted (counts = "points")',
        ),
        (
            'name = "a"\nlowest_rank = "9"\nhonours = ["A", "8"]',
            3,
            "8 is an honour, but not in a pack from the 9 up",
        ),
        (
            # the field that contradicts is what is inherited: the line of `extends` is shown
            'name = "a"\nextends = "points"\ncard_points = { A = 11 }\nlast_trick = 0',
            2,
            "win_at is 66, but of 44 units the smallest majority is 23",
        ),
        (
            'name = "a"\nextends = "points+marriage"\nlast_trick = 20',
            2,
            "win_at is 66, but of 140 units, marriages aside, the smallest majority is 71",
        ),
        ('name = "a"\n[card_points]\nA = 11', 2, 'card points are given, but honours are counted (counts = "honours")'),
        ('name = "a"\n"win_at" = 12', 2, "win_at is 12, but of 20 units the smallest majority is 11"),
    ],
)
def test_other_contradictions(text: str, line: int | None, message: str) -> None:
    error = refused(text)
    assert error.message == message
    assert error.where is not None
    assert error.where.line == line


def test_a_name_that_is_taken_by_another_house_rule() -> None:
    first = parse_house_rules(JELENA, "house.toml")
    error = refused('name = "U-Jelena"', {"u-jelena": first})
    assert error.message == "there is a ruleset 'U-Jelena' already; a house rule needs a name of its own"


@pytest.mark.parametrize(
    ("text", "line"),
    [
        ("name = ", 1),
        ('name = "a"\n\nwin_at 11', 3),
        ('name = "a"\nname = "b"', 2),
        ("{}", 1),
        ('name = "a', 1),
        ('name = "a"\n\0', 2),
    ],
)
def test_what_is_not_toml(text: str, line: int) -> None:
    error = refused(text)
    assert error.message.startswith("this is not TOML: ")
    assert error.where == Where("house.toml", line)


@pytest.mark.parametrize("nested", ["x = " + "[" * 8000, "x = " + "{a = " * 3000, "a = 1\n" + "x." * 100_000 + "x = 1"])
def test_what_is_nested_deeply(nested: str) -> None:
    error = refused(nested)
    assert error.message in (
        "this is no house rule: it is nested too deeply",
        "this is too long to be a house rule (16 KiB are read)",
    )
    assert error.where == Where("house.toml")


def test_a_long_file_is_read_up_to_a_limit() -> None:
    padding = "# filled up\n" * 1300
    assert parse_house_rules(padding + JELENA, "house.toml").name == "u-jelena"
    assert refused(padding * 2 + JELENA).message == "this is too long to be a house rule (16 KiB are read)"


def test_the_house_rules_of_these_tests() -> None:
    mixed, odd = parse_house_rules(MIXED, "mixed.toml"), parse_house_rules(ODD, "odd.toml")
    assert [mixed, odd] == RULESETS[-2:]
    assert (mixed.extends, odd.extends) == ("bohemian+24-card+trump", "points")
    assert (odd.total, odd.awards) == (40, POINTS.awards)
