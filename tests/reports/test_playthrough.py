"""A record trick by trick: its own letters, names that are missing, and terminals of any width."""

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from schneider_league.records.playthrough import Playthrough
from schneider_league.reports.playthrough import own_alphabet, playthrough_lines, playthrough_report
from schneider_league.reports.render import Format, render
from schneider_league.reports.text import cell_width
from schneider_league.workflows.replay import playthrough

SAMPLES = Path(__file__).parents[2] / "sample_data"
LONG = "".join(f"Žofie{number}" for number in range(30))


def read(tmp_path: Path, text: str) -> Playthrough:
    path = tmp_path / "night.sdr"
    path.write_text(text, "utf-8")
    return playthrough([str(path)], 1)


def shown(played: Playthrough, width: int | None = None) -> str:
    return "".join(playthrough_lines(played, own_alphabet(played), width=width))


def samples() -> Iterator[Playthrough]:
    yield playthrough([str(SAMPLES / "points-marriage.sdr")], 1)
    for number in (3, 8, 10, 16, 20, 23):
        yield playthrough([str(SAMPLES / "mistakes.sdr")], number)


@pytest.mark.parametrize("colour", [False, True])
@pytest.mark.parametrize("width", [80, 60, 40, 30])
def test_it_fits_the_terminal(width: int, colour: bool) -> None:
    for played in samples():
        text = "".join(playthrough_lines(played, "french", width=width, colour=colour))
        lines = re.sub("\x1b\\[[0-9;]*m", "", text).splitlines()
        assert [line for line in lines if cell_width(line) > width] == []


def test_a_long_name_fits_and_is_shown_in_full(tmp_path: Path) -> None:
    played = read(tmp_path, f'[NonDealer "{LONG}"]\n[Dealer "Ben"]\n[{"X" * 50} "y"]\n[Result "*"]\n\n1. KC 8S\n')
    text = shown(played, 40)
    assert max(map(cell_width, text.splitlines())) <= 40
    assert re.sub(r"\s", "", text).count(LONG) >= 3


def test_hands_wrap_where_they_have_to() -> None:
    text = shown(playthrough([str(SAMPLES / "points-marriage.sdr")], 1), 40)
    assert (
        "  Anežka Horáková  8E UL 10L 7L KH US\n"
        "                   leads 10L\n"
        "  Jörg Pöschl      DL 9L 10H 7H KS OS\n"
        "                   plays DL\n"
    ) in text


@pytest.mark.parametrize(
    ("tags", "title"),
    [
        ('[NonDealer "Anna"]\n[Dealer "Ben"]', "bohemian: Anna against Ben, who dealt"),
        ('[NonDealer "Anna"]\n[Deal "3"]', "bohemian, deal 3: Anna against a dealer without a name"),
        ('[Dealer "Ben"]', "bohemian: a player without a name against Ben, who dealt"),
        ('[Deal "3"]', "bohemian, deal 3: two players without names"),
    ],
)
def test_names_that_are_missing(tmp_path: Path, tags: str, title: str) -> None:
    played = read(tmp_path, f'{tags}\n[Score "14-6"]\n')
    assert shown(played).startswith(f"{title}\n")
    assert playthrough_report(played, "french").title == title


PLAYERS = '[NonDealer "Anna"]\n[Dealer "Ben"]\n'


@pytest.mark.parametrize(
    ("rest", "trick"),
    [
        ("\n1. KC KC\n", "  Anna  leads K♣\n  What follows cannot be known. Anna 0, Ben 0.\n"),
        ("\n1. KC 5X\n", "  Anna  leads K♣\n  What follows cannot be known. Anna 0, Ben 0.\n"),
        ('[Result "*"]\n\n1. KC\n', "  Anna  leads K♣\n  The trick is not finished. Anna 0, Ben 0.\n"),
    ],
)
def test_a_trick_without_an_answer(tmp_path: Path, rest: str, trick: str) -> None:
    text = shown(read(tmp_path, PLAYERS + rest))
    assert f"Trick 1\n{trick}" in text
    assert "nothing" not in text.partition("Trick 1")[2].partition("Broken off")[0]


@pytest.mark.parametrize("format", ["table", "markdown", "html"])
def test_line_ends_in_comments_become_blanks(tmp_path: Path, format: Format) -> None:
    comment = "\n{before\r\nthe first} 1. KC {led\nwell} 8S {and\n\n taken\x1b}\n"
    played = read(tmp_path, PLAYERS + '[Result "*"]\n' + comment)
    if format == "table":
        text = shown(played)
        assert "{before the first}" in text
    else:
        text = b"".join(render(playthrough_report(played, "french"), format)).decode()
    assert "{led well}" in text
    assert "{and taken␛}" in text
    assert "␊" not in text


def test_the_letters_of_the_record(tmp_path: Path) -> None:
    german = read(tmp_path, PLAYERS + '[Cards "German"]\n[Result "*"]\n\n1. KE 8L\n')
    assert own_alphabet(german) == "german"
    assert "leads KE" in shown(german)
    assert own_alphabet(read(tmp_path, PLAYERS)) == "french"
