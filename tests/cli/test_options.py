from pathlib import Path

import pytest

from schneider_league.cli.options import Database
from schneider_league.cli.root import run


@pytest.mark.parametrize(
    ("arguments", "variable", "chosen"),
    [
        (["rules", "list"], None, "league.db"),
        (["rules", "list"], "", "league.db"),
        (["rules", "list"], "env.db", "env.db"),
        (["rules", "list", "--db", "after.db"], "env.db", "after.db"),
        (["--db", "before.db", "rules", "list"], "env.db", "before.db"),
        (["rules", "--db", "between.db", "list"], "env.db", "between.db"),
        (["--db", "before.db", "rules", "--db", "between.db", "list"], None, "between.db"),
        (["--db=before.db", "rules", "list", "--db=after.db"], None, "after.db"),
    ],
)
def test_which_database_is_meant(
    arguments: list[str],
    variable: str | None,
    chosen: str,
    monkeypatch: pytest.MonkeyPatch,
    tmp_path: Path,
) -> None:
    seen: list[str] = []

    def list_rules(db: Database = "") -> None:
        seen.append(db)

    monkeypatch.setattr("schneider_league.cli.rules.list_rules", list_rules)
    monkeypatch.delenv("SCHNEIDER_LEAGUE_DB", raising=False)
    if variable is not None:
        monkeypatch.setenv("SCHNEIDER_LEAGUE_DB", variable)
    monkeypatch.chdir(tmp_path)
    assert run(arguments) == 0
    assert seen == [chosen]
    assert list(tmp_path.iterdir()) == []
