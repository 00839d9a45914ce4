import pytest

from schneider_league.reports.cards import format_card


@pytest.mark.parametrize(
    ("code", "french", "german"),
    [
        ("10H", "10♥", "10H"),
        ("AC", "A♣", "DE"),
        ("QS", "Q♠", "OL"),
        ("JD", "J♦", "US"),
        ("KH", "K♥", "KH"),
        ("7C", "7♣", "7E"),
    ],
)
def test_both_alphabets(code: str, french: str, german: str) -> None:
    assert format_card(code) == french
    assert format_card(code, "german") == german


def test_colour_is_added_around_the_same_text() -> None:
    assert format_card("10H", colour=True) == "\x1b[31m10♥\x1b[0m"
