"""The demonstration: it builds the club, shows its commands, and shows another thing where a sample is changed."""

from __future__ import annotations

from pathlib import Path

import pytest

from schneider_league.cli.root import run


def demo(folder: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> str:
    monkeypatch.chdir(folder)
    monkeypatch.setenv("SCHNEIDER_LEAGUE_DB", str(folder / "not-this-one.db"))
    assert run(["demo", "club"]) == 0
    assert not (folder / "not-this-one.db").exists()
    return capsys.readouterr().out


def test_the_demonstration(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    shown = demo(tmp_path, monkeypatch, capsys)
    commands = [line for line in shown.splitlines() if line.startswith("$ schneider-league ")]
    verbs = [line.split()[2] for line in commands]
    assert verbs == [
        *(
            "replay",
            "replay",
            "convert",
            "init",
            "import",
            "import",
            "import",
            "replay",
            "session",
            "import",
            "session",
        ),
        *("import", "standings", "ratings", "head-to-head", "export"),
    ]
    assert "season/november.csv: 45 new sessions" in shown
    assert "The winner changes: Šárka Nováková, not Jiří Dvořák." in shown
    assert "the plays of 10 deals added" in shown
    assert shown.count("\n  schneider-league ") == 3
    # Once more, with a sheet that says another thing: the last deal of a session was 16-4, not 4-16.
    sheet = tmp_path / "club" / "season" / "september.csv"
    rows = sheet.read_text("utf-8").split("\n")
    name = [row.split(",")[1] for row in rows[:-1]]
    last = next(index for index in range(1, len(name)) if name[index] != name[index + 1])
    cells = rows[last].split(",")
    cells[5], cells[6] = cells[6], cells[5]
    sheet.write_text("\n".join([*rows[:last], ",".join(cells), *rows[last + 1 :]]), "utf-8")
    again = demo(tmp_path, monkeypatch, capsys)
    assert "season/september.csv: changed since they were put there" in again
    assert again != shown
