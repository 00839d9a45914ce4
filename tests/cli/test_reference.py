from pathlib import Path

import pytest

from schneider_league.cli.reference import main, reference
from schneider_league.cli.tree import TREE, Noun


def test_every_command_has_a_chapter() -> None:
    page = reference()
    for name, entry in TREE.items():
        assert f"\n## schneider-league {name}\n" in page
        if isinstance(entry, Noun):
            for verb in entry.verbs:
                assert f"\n## schneider-league {name} {verb}\n" in page


def test_the_page_depends_on_nothing_around(monkeypatch: pytest.MonkeyPatch) -> None:
    page = reference()
    monkeypatch.setenv("COLUMNS", "40")
    monkeypatch.setenv("SCHNEIDER_LEAGUE_DB", "elsewhere.db")
    assert reference() == page


def test_check(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "docs" / "cli.md"
    assert main(["--check", str(path)]) == 1
    assert not path.exists()
    assert main([str(path)]) == 0
    assert main(["--check", str(path)]) == 0
    path.write_text(path.read_text().replace("demo", "dome"))
    assert main(["--check", str(path)]) == 1
    assert main([]) == 2
    assert "write it anew" in capsys.readouterr().err
