import itertools
import json
import sys
import warnings
from dataclasses import replace
from typing import cast

import pytest

from schneider_league.errors import MachineError
from schneider_league.reports.model import Column, Report, Row
from schneider_league.reports.pdf import LettersMissing, missing_letters, render_pdf, share, split_columns
from tests.reports.samples import NAMES, named


def test_without_typst_the_way_to_it_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "typst", None)
    with pytest.raises(MachineError) as caught:
        render_pdf(named())
    assert "schneider-league[pdf]" in (caught.value.hint or "")


def test_the_same_report_gives_the_same_bytes() -> None:
    pytest.importorskip("typst")
    latin = [name for name in NAMES if name.isascii()]
    first = render_pdf(named(latin))
    assert first.startswith(b"%PDF-")
    assert render_pdf(named(latin)) == first
    assert render_pdf(named(["Ben"])) != first


def test_names_are_never_markup() -> None:
    pytest.importorskip("typst")
    hostile = ["#panic()", "$x$", "*b*", "= h", "@ref", "<label>", '"]; #panic("', "\\u{1}", "//c", "`raw`"]
    report = Report(
        "x/1", hostile[0], [Column("a", hostile[1])], [Row({"a": name}, details=(name,)) for name in hostile]
    )
    assert render_pdf(report).startswith(b"%PDF-")


def test_letters_that_no_font_has_are_told() -> None:
    typst = pytest.importorskip("typst")
    assert missing_letters(typst, "Anna Žofie Ωμέγα Жук “quotes” – ♣♥ 14-6\n") == ""
    assert missing_letters(typst, "a\U000f1234b\U000f1234") == "\U000f1234"
    with pytest.warns(LettersMissing, match="\U000f1234"):
        render_pdf(named(["\U000f1234"]))


def test_the_usual_letters_warn_of_nothing() -> None:
    pytest.importorskip("typst")
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        render_pdf(named(["Jiří Dvořák", "Łukasz", "Straße", "\x1b"]))


def test_short_columns_and_numbers_are_as_wide_as_they_are() -> None:
    assert [share("left", 6), share("left", 18), share("right", 28)] == [None, None, None]
    assert [share("left", 19), share("left", 200)] == [21, 62]


def test_columns_do_not_run_together() -> None:
    """As typst measures it: between each heading and the next there is a gap, beside a name of 200 letters, too."""
    typst = pytest.importorskip("typst")
    content: dict[str, str] = {}

    def compile(source: bytes, **settings: object) -> bytes:
        content.update(cast("dict[str, str]", settings["sys_inputs"]))
        content["source"] = source.decode()
        return b""

    columns = [Column("a", "Record", "right"), Column("b", "Session"), Column("c", "Name"), Column("d", "Running")]
    report = Report("x/1", "X", columns, [Row({"a": 1, "b": "–", "c": "Ž" * 200, "d": "1-0"})])
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(typst, "compile", compile)
        patch.setattr("schneider_league.reports.pdf.missing_letters", lambda *given: "")
        render_pdf(report)
    probe = "#show strong: it => context { let at = here().position().x\n"
    probe += '[#metadata((at.pt(), measure(text(weight: "bold", it.body)).width.pt())) <place>] + it }\n'
    source = (probe + content["source"]).encode()
    found = json.loads(typst.query(source, "<place>", field="value", sys_inputs={"report": content["report"]}))
    places = sorted(map(tuple, found))
    assert len(places) == 4
    assert all(at + width + 9 < then for (at, width), (then, _width) in itertools.pairwise(places))


@pytest.mark.parametrize(
    ("widths", "keep", "parts"),
    [
        ([10, 10, 10], 1, [[0, 1, 2]]),
        ([10, 20, 20, 20], 1, [[0, 1, 2], [0, 3]]),
        ([10, 60, 60], 1, [[0, 1], [0, 2]]),
        ([10, 10, 20, 20], 2, [[0, 1, 2], [0, 1, 3]]),
        ([10], 1, [[0]]),
    ],
)
def test_wide_tables_are_split_with_their_first_columns_repeated(
    widths: list[int], keep: int, parts: list[list[int]]
) -> None:
    assert split_columns(widths, keep, 50) == parts


def test_further_tables_stand_below() -> None:
    pytest.importorskip("typst")
    further = Report("y/1", "Further", [Column("b", "B")], [Row({"b": "below"})], notes=lambda: ["its note"])
    report = Report("x/1", "X", [Column("a", "A")], [Row({"a": "above"})])
    alone = render_pdf(report)
    assert len(render_pdf(replace(report, appendix=lambda: [further]))) > len(alone)
    assert render_pdf(replace(report, rows=[])).startswith(b"%PDF-")
