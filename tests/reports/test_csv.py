import csv
import io

import pytest

from schneider_league.reports.csv import defuse, render_csv
from schneider_league.reports.model import Column, Json, Report, Row
from schneider_league.reports.text import make_visible
from tests.reports.samples import NAMES, named


def cell(value: Json, parts: tuple[str, ...] = ()) -> list[str]:
    """The cells that the value of one column becomes."""
    report = Report("x/1", "X", [Column("a", "A", parts=parts)], [Row({"a": value})])
    _header, row = csv.reader(io.StringIO("".join(render_csv(report))))
    return row


@pytest.mark.parametrize(
    ("value", "cells"),
    [
        ("Anna", ["Anna"]),
        ("=1+1", ["'=1+1"]),
        ("+49 30", ["'+49 30"]),
        ("-5", ["'-5"]),
        ("@cmd", ["'@cmd"]),
        ("'=1", ["'=1"]),
        ("\t=1+1", ["␉=1+1"]),
        ("\r=1+1", ["␍=1+1"]),
        (-5, ["-5"]),
        (-0.5, ["-0.5"]),
        (None, [""]),
        (True, ["true"]),
        ("a\nb", ["a␊b"]),
        (["=a", "b"], ["'=a; b"]),
    ],
)
def test_cells(value: Json, cells: list[str]) -> None:
    assert cell(value) == cells


@pytest.mark.parametrize(
    ("value", "cells"),
    [([14, 6], ["14", "6"]), (None, ["", ""]), ("redeal", ["redeal", ""]), (["=x", -1], ["'=x", "-1"])],
)
def test_pairs_have_a_column_for_each_side(value: Json, cells: list[str]) -> None:
    assert cell(value, ("for", "against")) == cells


def test_header_and_names() -> None:
    header, *rows = csv.reader(io.StringIO("".join(render_csv(named()))))
    assert header == ["rank", "player", "for", "against", "rating"]
    assert [row[1] for row in rows] == [defuse(make_visible(name)) for name in NAMES]


def test_bom() -> None:
    assert "".join(render_csv(named(), bom=True)).startswith("\ufeffrank,")
    assert "".join(render_csv(named())).startswith("rank,")
