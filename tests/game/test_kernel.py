"""The rules one by one, in cases that are worked by hand from docs/rules.md."""

import pytest

from schneider_league.game import kernel
from schneider_league.game.cards import card_set, cards_of, format_card
from schneider_league.game.kernel import DIFFERENCE, FOLLOW, NO_TRUMP, SCHNEIDER, SCHWARZ, SIMPLE, TIE, TRUMP, WIN
from schneider_league.game.ruleset import parse_rules
from tests.game.second_rules import all_names, game_named, takes
from tests.game.tables import number


def cards(text: str) -> int:
    return card_set(number(word) for word in text.split())


def words(mask: int) -> str:
    return " ".join(format_card(card) for card in cards_of(mask))


def suit(letter: str) -> int:
    return NO_TRUMP if letter == "-" else "CSHD".index(letter)


# --- the pack ---


@pytest.mark.parametrize(
    ("rules", "size", "talon", "units"),
    [
        ("bohemian", 32, 20, 20),
        ("bohemian+24-card", 24, 12, 16),
        ("bohemian+24-card+trump+cumulative", 24, 12, 16),
        ("points", 32, 20, 130),
        ("points+marriage", 32, 20, 130),
        ("points+no-last-trick", 32, 20, 120),
    ],
)
def test_the_pack(rules: str, size: int, talon: int, units: int) -> None:
    code = parse_rules(rules).code
    assert kernel.pack_size(code) == kernel.pack(code).bit_count() == size
    assert kernel.talon_size(code) == talon
    assert kernel.total_units(code) == units
    lowest = "9" if size == 24 else "7"
    assert words(kernel.pack(code)).startswith(f"{lowest}C ")


# --- what beats what ---


@pytest.mark.parametrize(
    ("rules", "trump", "led", "beaten_by"),
    [
        ("bohemian", "-", "10H", "JH QH KH AH"),
        ("bohemian", "-", "7H", "8H 9H 10H JH QH KH AH"),
        ("bohemian", "-", "KD", "AD"),
        # "Without trumps an ace that is led always wins."
        ("bohemian", "-", "AH", ""),
        # the 10 by the J and by nothing else, the A by nothing
        ("bohemian+next-higher", "-", "10H", "JH"),
        ("bohemian+next-higher", "-", "KC", "AC"),
        ("bohemian+next-higher", "-", "AC", ""),
        ("bohemian+next-higher", "-", "AD", ""),
        # any trump beats any card of another suit; within trumps the usual comparison decides
        ("bohemian+trump", "S", "AH", "7S 8S 9S 10S JS QS KS AS"),
        ("bohemian+trump", "S", "KH", "7S 8S 9S 10S JS QS KS AS AH"),
        ("bohemian+trump", "S", "QS", "KS AS"),
        ("bohemian+trump", "S", "AS", ""),
        ("bohemian+next-higher+trump", "C", "10C", "JC"),
        ("bohemian+next-higher+trump", "C", "10H", "7C 8C 9C 10C JC QC KC AC JH"),
        ("points", "D", "10D", "JD QD KD AD"),
        ("points", "D", "7C", "8C 9C 10C JC QC KC AC 7D 8D 9D 10D JD QD KD AD"),
    ],
)
def test_what_beats_the_led_card(rules: str, trump: str, led: str, beaten_by: str) -> None:
    code = parse_rules(rules).code
    expected = sorted(beaten_by.split(), key=number)
    found = [c for c in range(32) if kernel.beats(code, number(led), c, suit(trump))]
    assert [format_card(card) for card in found] == expected
    assert kernel.beaters(code, number(led), suit(trump)) & kernel.pack(code) == cards(beaten_by)


@pytest.mark.parametrize("rules", all_names())
def test_beats_agrees_with_the_second_rules_for_every_pair_of_cards(rules: str) -> None:
    game, code = game_named(rules), parse_rules(rules).code
    for trump in "CSHD" if game.trumps else "-":
        for led in game.pack():
            expected = [card for card in game.pack() if takes(game, led, card, trump)]
            beaten_by = kernel.beaters(code, number(led), suit(trump)) & kernel.pack(code)
            assert beaten_by == card_set(map(number, expected)), led


# --- duties ---


@pytest.mark.parametrize(
    ("rules", "trump", "talon", "hand", "led", "legal"),
    [
        ("bohemian", "-", 4, "AH 7S QD", "KH", "AH 7S QD"),
        ("bohemian", "-", 0, "AH 7S QD", "KH", "AH 7S QD"),
        ("bohemian+trump", "S", 0, "AH 7S QD", "KH", "AH 7S QD"),
        ("bohemian+follow-suit", "-", 4, "AH 7H QD", "KH", "AH 7H"),
        ("bohemian+follow-suit", "-", 0, "AH 7H QD", "KH", "AH 7H"),
        ("bohemian+follow-suit+trump", "D", 0, "AC 7C QD", "KH", "AC 7C QD"),
        # first half: no duty
        ("points", "S", 2, "AH 7S QD", "KH", "AH 7S QD"),
        # second half: follow suit, and win when following
        ("points", "S", 0, "AH 7H QD 7S", "KH", "AH"),
        ("points", "S", 0, "QH 7H QD 7S", "KH", "QH 7H"),
        ("points", "S", 0, "JS QS 7H", "10S", "JS QS"),
        # unable to follow: trump
        ("points", "S", 0, "AD 7S QS 9C", "KH", "7S QS"),
        # neither: anything
        ("points", "S", 0, "AD 7C", "KH", "AD 7C"),
        # trumps led, none in hand: anything
        ("points", "S", 0, "AD 7C", "KS", "AD 7C"),
        # following with a trump in hand does not win by trumping
        ("points", "S", 0, "7H AS", "8H", "7H"),
    ],
)
def test_legal_responses(rules: str, trump: str, talon: int, hand: str, led: str, legal: str) -> None:
    code = parse_rules(rules).code
    assert kernel.legal_responses(code, cards(hand), number(led), suit(trump), talon) == cards(legal)
    assert kernel.legal_leads(cards(hand)) == cards(hand)


@pytest.mark.parametrize(
    ("rules", "trump", "talon", "hand", "led", "response", "duty"),
    [
        ("bohemian", "-", 0, "AH 7S", "KH", "7S", 0),
        ("bohemian+follow-suit", "-", 4, "AH 7S", "KH", "7S", FOLLOW),
        ("bohemian+follow-suit", "-", 4, "AH 7H", "KH", "7H", 0),
        ("bohemian+follow-suit+trump", "S", 4, "AD 7S", "KH", "AD", 0),
        ("points", "S", 0, "AH 7S", "KH", "7S", FOLLOW),
        ("points", "S", 0, "AH 7H", "KH", "7H", WIN),
        ("points", "S", 0, "AD 7S", "KH", "AD", TRUMP),
        ("points", "S", 0, "AD 7C", "KH", "AD", 0),
        ("points", "S", 2, "AH 7S", "KH", "7S", 0),
    ],
)
def test_broken_duties(rules: str, trump: str, talon: int, hand: str, led: str, response: str, duty: int) -> None:
    code = parse_rules(rules).code
    assert kernel.broken_duty(code, cards(hand), number(led), number(response), suit(trump), talon) == duty


# --- what counts ---


@pytest.mark.parametrize(
    ("rules", "led", "response", "units"),
    [
        ("bohemian", "AS", "10H", 2),
        ("bohemian", "9S", "8S", 0),
        ("bohemian", "7S", "JS", 1),
        ("bohemian+24-card", "10S", "AS", 1),
        ("bohemian+24-card", "QS", "KS", 2),
        ("points", "AS", "10S", 21),
        ("points", "KS", "QH", 7),
        ("points", "JS", "9H", 2),
        ("points", "7S", "8H", 0),
    ],
)
def test_trick_units(rules: str, led: str, response: str, units: int) -> None:
    assert kernel.trick_units(parse_rules(rules).code, number(led), number(response)) == units


# --- announcements ---


@pytest.mark.parametrize(
    ("rules", "trump", "talon", "hand", "allowed"),
    [
        ("points", "H", 20, "7H AS", True),
        # "directly after the tenth trick, before the last two cards are drawn, it is still allowed"
        ("points", "H", 2, "7H AS", True),
        ("points", "H", 0, "7H AS", False),
        ("points", "H", 4, "7S 8H", False),
        ("bohemian+trump", "H", 4, "7H AS", False),
        ("bohemian", "-", 4, "7H 7C", False),
    ],
)
def test_may_exchange(rules: str, trump: str, talon: int, hand: str, allowed: bool) -> None:
    assert kernel.may_exchange(parse_rules(rules).code, cards(hand), suit(trump), talon) is allowed


@pytest.mark.parametrize(
    ("rules", "trump", "hand", "declared", "asked", "allowed"),
    [
        ("points+marriage", "H", "KH QH", "", "H", True),
        ("points+marriage", "H", "KS QS", "", "S", True),
        ("points+marriage", "H", "KD QD", "H", "D", True),
        ("points+marriage", "H", "KD QD", "D", "D", False),
        ("points+marriage", "H", "KD JD AD", "", "D", False),
        ("points+marriage", "H", "KD QS", "", "D", False),
        ("points", "H", "KH QH", "", "H", False),
        ("bohemian", "-", "KH QH", "", "H", False),
    ],
)
def test_may_marry(rules: str, trump: str, hand: str, declared: str, asked: str, allowed: bool) -> None:
    code, before = parse_rules(rules).code, sum(1 << suit(letter) for letter in declared)
    assert kernel.may_marry(code, cards(hand), suit(asked), suit(trump), before) is allowed


def test_what_a_marriage_counts() -> None:
    code = parse_rules("points+marriage").code
    assert [kernel.marriage_units(code, each, suit("H")) for each in range(4)] == [20, 20, 40, 20]


# --- the result ---


@pytest.mark.parametrize(
    ("rules", "winner", "loser", "loser_tricks", "level", "points"),
    [
        ("bohemian", 10, 10, 8, TIE, 0),
        ("bohemian", 11, 9, 8, SIMPLE, 1),
        ("bohemian", 15, 5, 8, SIMPLE, 1),
        ("bohemian", 16, 4, 8, SCHNEIDER, 2),
        ("bohemian", 19, 1, 1, SCHNEIDER, 2),
        # "The loser may have won tricks: what counts is that they hold no honour."
        ("bohemian", 20, 0, 3, SCHWARZ, 3),
        ("bohemian", 20, 0, 0, SCHWARZ, 3),
        ("bohemian+24-card", 8, 8, 6, TIE, 0),
        ("bohemian+24-card", 9, 7, 6, SIMPLE, 1),
        ("bohemian+24-card", 12, 4, 6, SIMPLE, 1),
        ("bohemian+24-card", 13, 3, 6, SCHNEIDER, 2),
        ("bohemian+24-card", 16, 0, 1, SCHWARZ, 3),
        # 14-6 scores 8
        ("bohemian+cumulative", 14, 6, 8, DIFFERENCE, 8),
        ("bohemian+cumulative", 20, 0, 0, DIFFERENCE, 20),
        ("bohemian+cumulative", 10, 10, 8, TIE, 0),
        ("points", 65, 65, 8, TIE, 0),
        ("points", 66, 64, 8, SIMPLE, 1),
        ("points", 90, 40, 8, SIMPLE, 1),
        ("points", 91, 39, 8, SCHNEIDER, 2),
        # "taking every trick is no more than that here"
        ("points", 130, 0, 0, SCHNEIDER, 2),
        ("points+no-last-trick", 60, 60, 8, TIE, 0),
        ("points+no-last-trick", 61, 59, 8, SIMPLE, 1),
        ("points+no-last-trick", 89, 31, 8, SIMPLE, 1),
        ("points+no-last-trick", 90, 30, 8, SCHNEIDER, 2),
        # "also when the loser has many points"
        ("points+marriage", 95, 93, 8, SCHNEIDER, 2),
        ("points+marriage", 90, 80, 8, SIMPLE, 1),
        ("points+marriage+no-last-trick", 90, 70, 8, SCHNEIDER, 2),
        ("points+three-wins", 130, 0, 0, SCHWARZ, 3),
        ("points+three-wins", 130, 0, 1, SCHNEIDER, 2),
        ("points+three-wins", 91, 39, 5, SCHNEIDER, 2),
    ],
)
def test_level_and_award(rules: str, winner: int, loser: int, loser_tricks: int, level: int, points: int) -> None:
    code = parse_rules(rules).code
    assert kernel.level(code, winner, loser, loser_tricks) == level
    assert kernel.award(code, level, winner, loser) == points
