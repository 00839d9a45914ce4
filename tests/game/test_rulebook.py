"""Rulesets in words: they agree with the fields that the game is played by, and name their sources."""

import re

import pytest

from schneider_league.game.house_rules import parse_house_rules
from schneider_league.game.rulebook import RuleLine, describe, sources_of
from schneider_league.game.ruleset import Ruleset, canonical_names, parse_rules

SOURCES = {"E", "J", "G", "E, G", "all", "our ruling", "house rule"}

ACES = 'name = "aces"\nhonours = ["A"]\nwin_at = 3\nschneider_at = 4\n'
HOUSE_RULES = {
    "the numbers of E": 'name = "plain"\n',
    "aces alone": ACES,
    "aces by difference": ACES + 'awards = "difference"\n',
    "an odd number of units": 'name = "odd"\nlast_trick = 1\nschneider_at = 17\n',
    "ten honours in 24 cards": 'name = "ten"\nextends = "bohemian+24-card"\n'
    'honours = ["A", "K", "Q", "J", "10"]\nwin_at = 11\nschneider_at = 16\n',
    "marriages in a game for honours": 'name = "wed"\nextends = "bohemian+trump"\nmarriage = [2, 4]\nexchange = true\n',
    "points with honours counted": 'name = "mixed"\nextends = "points"\ncounts = "honours"\n'
    "last_trick = 0\nwin_at = 11\nschneider_at = 16\n",
    "points without exchange": 'name = "calm"\nextends = "points"\nexchange = false\n',
}


def house_rule(text: str) -> Ruleset:
    return parse_house_rules(text, "rules.toml")


def lines_of(ruleset: Ruleset) -> dict[str, RuleLine]:
    lines = describe(ruleset)
    by_topic = {line.topic: line for line in lines}
    assert len(by_topic) == len(lines), "a topic stands twice"
    return by_topic


def numbers(text: str) -> set[int]:
    return {int(digits) for digits in re.findall(r"\d+", text)}


RULESETS = [
    *(pytest.param(parse_rules(name), id=name) for name in canonical_names()),
    *(pytest.param(house_rule(text), id=what) for what, text in HOUSE_RULES.items()),
]


@pytest.mark.parametrize("ruleset", RULESETS)
def test_words_agree_with_the_fields(ruleset: Ruleset) -> None:
    lines = lines_of(ruleset)
    assert lines["pack"].value == ruleset.cards
    assert f"{ruleset.cards} cards" in lines["pack"].words
    assert lines["talon"].value == ruleset.talon
    assert numbers(lines["talon"].words) == {ruleset.talon, ruleset.tricks}
    assert lines["counted"].value == ruleset.total
    assert f"{ruleset.total} in all" in lines["counted"].words
    assert ("last trick" in lines["counted"].words) == (ruleset.last_trick > 0)
    assert lines["what beats"].value == ruleset.beats
    assert ("trump" in lines["what beats"].words) == ruleset.has_trumps
    assert lines["trumps"].value == ruleset.trump
    assert ("marriages" in lines) == any(ruleset.marriage)
    assert lines["session"].value == ruleset.target
    assert numbers(lines["session"].words) == {ruleset.target}
    if ruleset.awards == "difference":
        assert not {"simple win", "Schneider", "Schwarz"} & lines.keys()
        return
    for topic, value, award in (
        ("simple win", ruleset.win_at, ruleset.awards[0]),
        ("Schneider", ruleset.schneider_at, ruleset.awards[1]),
    ):
        if topic in lines:
            assert lines[topic].value == value
            assert lines[topic].words.endswith(f": {award} game point" + "s" * (award > 1))


@pytest.mark.parametrize("ruleset", RULESETS)
def test_sources_and_sentences(ruleset: Ruleset) -> None:
    for line in describe(ruleset):
        assert line.source in SOURCES, line
        assert (line.source == "house rule") <= (ruleset.extends is not None), line
        for text in (line.words, line.note or ""):
            assert text == text.strip()
            assert not text.endswith("."), text
            assert "  " not in text


@pytest.mark.parametrize(
    ("name", "topic", "words"),
    [
        ("bohemian", "simple win", "11 to 15: 1 game point"),
        ("bohemian", "Schneider", "16 to 19: 2 game points"),
        ("bohemian", "Schwarz", "all 20: 3 game points; the loser may have won tricks, but none that count"),
        ("bohemian", "tie", "10-10: no game point, and the same dealer deals again"),
        ("bohemian+24-card", "Schneider", "13 to 15: 2 game points"),
        ("bohemian+24-card", "counted", "honours captured: A K Q J of each suit, one each; 16 in all"),
        ("bohemian+cumulative", "result", "11 or more wins and scores the difference: 14-6 scores 8"),
        ("bohemian+24-card+cumulative", "result", "9 or more wins and scores the difference: 12-4 scores 8"),
        (
            "bohemian+next-higher+trump",
            "what beats",
            "of its suit, only the next higher card beats a card: the 10 falls to the J alone, the A to none; "
            "a trump beats each card of another suit",
        ),
        ("points", "counted", "card points: A 11, 10 10, K 4, Q 3, J 2; the last trick 10; 130 in all"),
        ("points", "simple win", "66 to 90: 1 game point"),
        ("points", "Schwarz", "there is none: every trick is no more than a Schneider"),
        ("points+no-last-trick", "Schneider", "90 or more: 2 game points"),
        ("points+marriage", "tie", "equal totals: no game point, and the same dealer deals again"),
        ("points+marriage", "simple win", "the higher total, below 91: 1 game point"),
        ("points+three-wins", "Schwarz", "every trick: 3 game points"),
        ("points+three-wins", "Schneider", "91 or more, but not every trick: 2 game points"),
    ],
)
def test_wording(name: str, topic: str, words: str) -> None:
    assert lines_of(parse_rules(name))[topic].words == words


@pytest.mark.parametrize(
    ("name", "sources"),
    [
        ("bohemian", "E"),
        ("bohemian+next-higher", "G"),
        ("bohemian+follow-suit", "E, G"),
        ("bohemian+24-card+next-higher", "G, E"),
        ("bohemian+next-higher+follow-suit", "no source"),
        ("points+marriage+three-wins", "J"),
    ],
)
def test_sources_of_a_game(name: str, sources: str) -> None:
    assert sources_of(parse_rules(name)) == sources


def test_a_house_rule_says_what_it_changes() -> None:
    rules = house_rule('name = "x"\nextends = "bohemian+next-higher+trump"\nexchange = true\ntarget = 5\n')
    changed = [line.topic for line in describe(rules) if line.source == "house rule"]
    assert changed == ["game", "exchange", "session"]
    assert lines_of(rules)["what beats"].source == "G"
    assert sources_of(rules) == "house rule"


def test_a_house_rule_after_another() -> None:
    first = house_rule('name = "first"\ntarget = 1\n')
    second = parse_house_rules(
        'name = "second"\nextends = "first"\nfollow = "follow"\n', "rules.toml", {"first": first}
    )
    lines = lines_of(second)
    assert lines["session"].words == "first to 1 game point unless agreed otherwise; overshooting is fine"
    assert lines["duty"].source == "house rule"
    assert lines["game"].value == "first"


@pytest.mark.parametrize(
    ("what", "topic", "words"),
    [
        ("aces alone", "simple win", "3: 1 game point"),
        ("aces by difference", "result", "3 or more wins and scores the difference: 4-0 scores 4"),
        ("an odd number of units", "Schneider", "17 to 20: 2 game points"),
    ],
)
def test_wording_of_house_rules(what: str, topic: str, words: str) -> None:
    assert lines_of(house_rule(HOUSE_RULES[what]))[topic].words == words


def test_lines_that_would_be_empty_are_left_out() -> None:
    assert "tie" not in lines_of(house_rule(HOUSE_RULES["an odd number of units"]))
    # All four aces are a Schwarz, so that there is no Schneider.
    assert "Schneider" not in lines_of(house_rule(HOUSE_RULES["aces alone"]))
