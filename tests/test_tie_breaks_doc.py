"""docs/tie-breaks.md: a section for each criterion, that agrees with the words below tables, and examples that hold."""

from __future__ import annotations

import re
from fractions import Fraction
from pathlib import Path

import pytest

from schneider_league.derive.event_totals import adjusted_halves
from schneider_league.derive.tie_breaks import DEFAULT_ORDER, TIE_BREAKS, Value
from schneider_league.derive.totals import Field, Game, GameKind, Totals
from schneider_league.reports.deciding import order_words, show_criterion

TEXT = Path(__file__).parents[1].joinpath("docs", "tie-breaks.md").read_text(encoding="utf-8")
SECTIONS = {
    match[1]: " ".join(match[2].split())
    for match in re.finditer(r"^### `([a-z0-9-]+)`: (.*?)(?=^### `|\Z)", TEXT, re.MULTILINE | re.DOTALL)
}


def test_every_criterion_has_its_section_in_the_order_of_the_list() -> None:
    assert list(SECTIONS) == list(TIE_BREAKS)
    assert f"`{','.join(DEFAULT_ORDER)}`" in TEXT


@pytest.mark.parametrize("name", TIE_BREAKS)
def test_the_section_says_what_stands_below_tables_and_the_source(name: str) -> None:
    tie_break, section = TIE_BREAKS[name], SECTIONS[name]
    words = f"{tie_break.words} ({tie_break.definition})" if tie_break.definition else tie_break.words
    assert section.startswith(f"{tie_break.words} Below tables: {words}.")
    assert f"Order: {words}. " in order_words([name])
    assert section.endswith(f"Source: {tie_break.source}.")
    assert "Example. " in section


@pytest.mark.parametrize("order", re.findall(r"`((?:[a-z0-9-]+,)+[a-z0-9-]+)`", TEXT))
def test_orders_that_are_named_exist(order: str) -> None:
    assert set(order.split(",")) <= set(TIE_BREAKS)


def the_example() -> Field:
    """Anna is 1, Nick 2; their opponents have the points that the text says."""
    field = {1: Totals(rounds=5), 2: Totals(rounds=5)}
    opponents = {11: 2, 12: 3, 13: 7, 14: 7, 15: 7, 21: 7, 22: 4}
    for player, halves in opponents.items():
        field[player] = Totals(won=halves // 2, drawn=halves % 2, games=[Game(99, 0)] * 5, rounds=5)
    for opponent, halves in ((11, 2), (12, 2), (13, 1), (14, 2), (15, 1)):
        field[1].count(Game(opponent, halves))
    for game in (
        Game(21, 0),
        Game(None, 2, GameKind.BYE),
        Game(22, 2, GameKind.FORFEIT),
        Game(None, 0, GameKind.ABSENCE),
        Game(None, 0, GameKind.ABSENCE),
    ):
        field[2].count(game)
    for player in (1, 2):
        field[player].adjusted = adjusted_halves(field[player])
        for score, units, level in (((7, 4), (14, 6), 0), ((5, 7), (9, 11), 1), ((7, 0), (20, 0), 2)):
            totals = field[player]
            totals.game_points_for += score[0]
            totals.game_points_against += score[1]
            totals.units += units[0]
            totals.units_against += units[1]
            totals.schneiders += level == 1
            totals.schwarzes += level == 2
    return field


@pytest.mark.parametrize("name", [name for name, tie_break in TIE_BREAKS.items() if tie_break.value])
def test_the_examples_hold(name: str) -> None:
    function = TIE_BREAKS[name].value
    assert function is not None
    field = the_example()
    values: list[Value] = [function(field, player) for player in (1, 2)]
    told = re.findall(r"\*\*(.+?)\*\*", SECTIONS[name])
    assert told, "no result stands in bold"
    assert told == [show_criterion(name, value).replace(".0 %", " %") for value in values[: len(told)]]


def test_the_example_is_of_the_published_exercise() -> None:
    """Buchholz and Sonneborn-Berger of both are the published ones."""
    field = the_example()
    buchholz, sonneborn_berger = TIE_BREAKS["buchholz"].value, TIE_BREAKS["sb"].value
    assert buchholz is not None
    assert sonneborn_berger is not None
    assert (buchholz(field, 1), sonneborn_berger(field, 1)) == (13, Fraction(19, 2))
    assert (buchholz(field, 2), sonneborn_berger(field, 2)) == (Fraction(23, 2), 4)
