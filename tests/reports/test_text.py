import pytest

from schneider_league.reports.text import break_points, cell_width, make_visible, pad, reflowed, wrap


@pytest.mark.parametrize(
    ("given", "shown"),
    [
        ("Anna", "Anna"),
        ("Dvořák, 日本, عمر, 👩‍👩‍👧, [bold], <b>", "Dvořák, 日本, عمر, 👩‍👩‍👧, [bold], <b>"),
        ("\x1b[31mred", "␛[31mred"),
        ("a\tb\nc\rd\0", "a␉b␊c␍d␀"),
        ("\x7f", "␡"),
        ("\x9b31m", "‹U+009B›31m"),
        ("a\u202eb\u2066c", "a‹U+202E›b‹U+2066›c"),
        ("a\u2028b", "a‹U+2028›b"),
        ("caf\udce9", "caf\\xe9"),
        ("\ud800", "‹U+D800›"),
    ],
)
def test_control_characters_become_visible(given: str, shown: str) -> None:
    assert make_visible(given) == shown
    assert make_visible(shown) == shown
    shown.encode()


@pytest.mark.parametrize(
    ("given", "shown"),
    [
        ("one\ntwo", "one two"),
        ("one \r\n\t two\n\n\nthree\n", "one two three"),
        ("a  b\tc", "a  b\tc"),
        ("\x1b\n", "\x1b"),
    ],
)
def test_prose_in_one_line(given: str, shown: str) -> None:
    assert reflowed(given) == shown


def test_without_pictures() -> None:
    assert make_visible("\x1b\x7f", pictures=False) == "‹U+001B›‹U+007F›"


@pytest.mark.parametrize(
    ("text", "width"), [("Anna", 4), ("日本", 4), ("é", 1), ("e\u0301", 1), ("👩‍👩‍👧", 2), ("", 0)]
)
def test_width(text: str, width: int) -> None:
    assert cell_width(text) == width
    assert cell_width(pad(text, 6)) == 6
    assert cell_width(pad(text, 6, "right")) == 6


@pytest.mark.parametrize(
    ("text", "width", "lines"),
    [
        ("", 5, [""]),
        ("some words", 10, ["some words"]),
        ("some words", 9, ["some", "words"]),
        ("Non-dealer", 6, ["Non-", "dealer"]),
        ("14-6", 3, ["14-", "6"]),
        ("bohemian+24-card", 10, ["bohemian+", "24-card"]),
        ("abcdefgh ij", 5, ["abcde", "fgh", "ij"]),
        ("日本日本 x", 5, ["日本", "日本", "x"]),
        ("a  b", 3, ["a", "b"]),
        ("👩‍👩‍👧👩‍👩‍👧", 2, ["👩‍👩‍👧", "👩‍👩‍👧"]),
    ],
)
def test_wrap(text: str, width: int, lines: list[str]) -> None:
    assert wrap(text, width) == lines
    assert all(cell_width(line) <= width for line in lines)


@pytest.mark.parametrize("text", ["", " ", "-", "a - b", "x-y z-", "--a--b", "a+b/c", "  a  "])
def test_break_points_lose_nothing(text: str) -> None:
    assert "".join(break_points(text)) == text
