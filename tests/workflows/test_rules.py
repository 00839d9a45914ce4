"""House rules: of files, and of a league if it is there."""

from __future__ import annotations

from pathlib import Path

import pytest

from schneider_league.errors import NotFoundError, StateError, UnreadableError
from schneider_league.game.ruleset import canonical_names, parse_rules
from schneider_league.game.ruleset_definition import digest_of, format_definition, parse_definition
from schneider_league.store.engine import Database
from schneider_league.store.rulesets import house_rules, load_rulesets
from schneider_league.workflows.replay import replay_files
from schneider_league.workflows.rules import add_rules, describe_rules, league_house_rules, list_rules

RECORD = '[Rules "u-jelena"]\n[NonDealer "Anna"]\n[Dealer "Ben"]\n[Score "14-6"]\n'


def rule(folder: Path, target: int = 9, name: str = "u-jelena", extends: str = "bohemian+trump") -> str:
    """A file with a house rule."""
    path = folder / f"{name}-{target}.toml"
    path.write_text(f'name = "{name}"\nextends = "{extends}"\ntitle = "As played at U Jelena"\ntarget = {target}\n')
    return str(path)


def test_a_definition_is_read_again() -> None:
    for name in canonical_names():
        ruleset = parse_rules(name)
        assert parse_definition(format_definition(ruleset)) == ruleset
    assert len({digest_of(parse_rules(name)) for name in canonical_names()}) == 40


def test_a_house_rule_is_known_to_the_league(league_address: str, tmp_path: Path) -> None:
    assert add_rules(league_address, rule(tmp_path)).state == "new"
    assert add_rules(league_address, rule(tmp_path)).state == "known"
    with pytest.raises(StateError, match="target is 9, not 10"):
        add_rules(league_address, rule(tmp_path, 10))
    assert add_rules(league_address, rule(tmp_path, 10), replace=True).state == "replaced"
    with Database(league_address).reading() as league:
        assert house_rules(league)["u-jelena"].target == 10
        assert sorted(ruleset.target for ruleset in load_rulesets(league).values()) == [9, 10]
    assert add_rules(league_address, rule(tmp_path, 9), replace=True).state == "replaced"
    assert league_house_rules(league_address, fail)["u-jelena"].target == 9
    assert add_rules(league_address, rule(tmp_path, 5, "at-ours", "u-jelena")).state == "new"
    assert describe_rules("at-ours", address=league_address).fields["trump"] == "last-talon-card"


def fail(message: str, hint: str | None) -> None:
    raise AssertionError(message)


def test_faulty_rules_are_not_added(league_address: str, tmp_path: Path) -> None:
    with pytest.raises(NotFoundError):
        add_rules(league_address, str(tmp_path / "none.toml"))
    with pytest.raises(UnreadableError):
        add_rules(league_address, rule(tmp_path, name="bohemian"))


def test_replay_knows_the_league_s_rules(league_address: str, tmp_path: Path) -> None:
    (tmp_path / "night.sdr").write_text(RECORD)
    add_rules(league_address, rule(tmp_path))
    (verdict,) = replay_files([str(tmp_path / "night.sdr")], address=league_address, on_warning=fail)
    assert (verdict.rules, verdict.problems) == ("u-jelena", ())
    assert [summary.target for summary in list_rules(address=league_address)][40:] == [9]


def test_a_file_may_say_otherwise(league_address: str, tmp_path: Path) -> None:
    add_rules(league_address, rule(tmp_path))
    (found,) = [each for each in list_rules([rule(tmp_path, 11)], address=league_address) if each.name == "u-jelena"]
    assert found.target == 11


def test_no_league_is_none_and_nothing_is_made(tmp_path: Path) -> None:
    assert league_house_rules(str(tmp_path / "league.db"), fail) == {}
    assert league_house_rules(None, fail) == {}
    assert list(tmp_path.iterdir()) == []


def test_a_league_that_cannot_be_opened_stops_nothing(tmp_path: Path) -> None:
    (tmp_path / "league.db").write_text("no database")
    (tmp_path / "night.sdr").write_text(RECORD.replace("u-jelena", "bohemian"))
    told: list[str] = []
    verdicts = replay_files(
        [str(tmp_path / "night.sdr")],
        address=str(tmp_path / "league.db"),
        on_warning=lambda message, _hint: told.append(message),
    )
    assert [verdict.problems for verdict in verdicts] == [()]
    (message,) = told
    assert "house rules are not known here" in message
