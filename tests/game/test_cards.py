import pytest

from schneider_league.game.cards import (
    CARD_MASKS,
    FULL_PACK,
    RANKS,
    SUITS,
    Alphabet,
    card_set,
    cards_of,
    format_card,
    format_cards,
    format_suit,
    is_card_of,
    is_card_shaped,
    parse_card,
    parse_suit,
    rank_of,
    sorted_hand,
    suit_of,
)

FRENCH, GERMAN = Alphabet.FRENCH, Alphabet.GERMAN


def test_the_order_of_ranks_and_suits() -> None:
    pack = [f"{rank}{suit}" for suit in ("C", "S", "H", "D") for rank in ("7", "8", "9", "10", "J", "Q", "K", "A")]
    assert [format_card(card) for card in range(32)] == pack
    assert [RANKS[rank_of(card)] + SUITS[suit_of(card)] for card in range(32)] == pack


# French, the same card in German (docs/notation.md, "Cards")
PAIRS = [
    ("AC", "DE"),
    ("KS", "KL"),
    ("QH", "OH"),
    ("JD", "US"),
    ("10C", "10E"),
    ("9S", "9L"),
    ("8H", "8H"),
    ("7D", "7S"),
]


@pytest.mark.parametrize(("french", "german"), PAIRS)
def test_the_two_alphabets(french: str, german: str) -> None:
    card = parse_card(french)
    assert card is not None
    assert card == parse_card(german, GERMAN)
    assert (format_card(card), format_card(card, GERMAN)) == (french, german)
    assert format_suit(card >> 3) == french[-1]
    assert format_suit(card >> 3, GERMAN) == german[-1]


@pytest.mark.parametrize("alphabet", Alphabet)
def test_parse_and_format_are_inverses(alphabet: Alphabet) -> None:
    for card in range(32):
        written = format_card(card, alphabet)
        assert parse_card(written, alphabet) == card
        assert CARD_MASKS[alphabet][written] == 1 << card
        assert is_card_of(written, alphabet)
    for suit in range(4):
        assert parse_suit(format_suit(suit, alphabet), alphabet) == suit


@pytest.mark.parametrize(
    ("written", "alphabet", "means"),
    [
        ("as", FRENCH, "AS"),
        ("aS", FRENCH, "AS"),
        ("Th", FRENCH, "10H"),
        ("t♥", FRENCH, "10H"),
        ("A♠", FRENCH, "AS"),
        ("10♣", FRENCH, "10C"),
        ("q♦", FRENCH, "QD"),
        ("ae", GERMAN, "AC"),
        ("AL", GERMAN, "AS"),
        ("dg", GERMAN, "AS"),
        ("og", GERMAN, "QS"),
        ("Us", GERMAN, "JD"),
        # not in this alphabet
        ("OH", FRENCH, None),
        ("10E", FRENCH, None),
        ("DS", FRENCH, None),
        ("JH", GERMAN, None),
        ("10C", GERMAN, None),
        ("TL", GERMAN, None),
        ("A♠", GERMAN, None),
        # in none
        ("10", FRENCH, None),
        ("1S", FRENCH, None),
        ("6S", FRENCH, None),
        ("A S", FRENCH, None),
        ("", FRENCH, None),
    ],
)
def test_what_is_read_as_a_card(written: str, alphabet: Alphabet, means: str | None) -> None:
    card = parse_card(written, alphabet)
    assert (None if card is None else format_card(card)) == means


@pytest.mark.parametrize(
    ("written", "alphabet", "means"),
    [("C", FRENCH, 0), ("♠", FRENCH, 1), ("h", FRENCH, 2), ("L", FRENCH, None), ("g", GERMAN, 1), ("S", GERMAN, 3)],
)
def test_what_is_read_as_a_suit(written: str, alphabet: Alphabet, means: int | None) -> None:
    assert parse_suit(written, alphabet) == means


@pytest.mark.parametrize(
    ("word", "expected"),
    [
        *((word, True) for word in ("AS", "11H", "6C", "XX", "10♧", "t♥", "0s")),
        *((word, False) for word in ("ace", "A", "100H", "1-0", "marriage-H", "", "A?", "♥♥", "ÄH")),
    ],
)
def test_what_looks_like_a_card(word: str, expected: bool) -> None:
    assert is_card_shaped(word) is expected


def test_sets_of_cards() -> None:
    cards = [3, 31, 0, 8]
    assert card_set(cards) == 1 << 3 | 1 << 31 | 1 | 1 << 8
    assert list(cards_of(card_set(cards))) == [0, 3, 8, 31]
    assert card_set(cards_of(FULL_PACK)) == FULL_PACK
    assert list(cards_of(0)) == []


def test_a_hand_is_sorted_by_suit_and_from_high_to_low() -> None:
    hand = card_set(card for card in map(parse_card, ["7D", "9C", "AC", "10S", "JS"]) if card is not None)
    assert format_cards(sorted_hand(hand)) == "AC 9C JS 10S 7D"
    assert format_cards(sorted_hand(hand), GERMAN) == "DE 9E UL 10L 7S"
