"""Rulesets: which there are, and what they say."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from schneider_league.errors import UnreadableError, Where
from schneider_league.game.house_rules import house_rules_fields, parse_house_rules
from schneider_league.game.rulebook import RuleLine, describe, sources_of
from schneider_league.game.ruleset import Counts, Ruleset, canonical_names, parse_rules
from schneider_league.workflows.files import check_names, open_input

__all__ = ["RuleLine", "RulesDescription", "RulesSummary", "describe_rules", "list_rules", "load_house_rules"]

_MAX_FILE = 1024 * 1024


@dataclass(frozen=True, slots=True)
class RulesSummary:
    """A ruleset in a line."""

    name: str
    title: str
    cards: int
    talon: int
    counted: str
    wins: str
    target: int
    source: str


@dataclass(frozen=True, slots=True)
class RulesDescription:
    """All that a ruleset says."""

    name: str
    title: str
    lines: tuple[RuleLine, ...]
    fields: dict[str, object]
    """The fields of `docs/rules.md`, "House rules"."""


def load_house_rules(files: Iterable[str]) -> dict[str, Ruleset]:
    """The house rules in these TOML files by lower-case name; a later file may extend an earlier one.

    `-` is standard input.

    Raises:
        NotFoundError: a file is missing.
        UsageError: it is a folder, or standard input is named twice.
        UnreadableError: a file is no house rule.
    """
    known: dict[str, Ruleset] = {}
    files = list(files)
    check_names(files)
    for file in files:
        with open_input(file) as stream:
            content = stream.read(_MAX_FILE + 1)
        if len(content) > _MAX_FILE:
            raise UnreadableError("this is too large to be a house rule", where=Where(file))
        try:
            text = content.decode("utf-8-sig")
        except UnicodeDecodeError:
            raise UnreadableError("this is not UTF-8 text", where=Where(file), hint="save it as UTF-8") from None
        ruleset = parse_house_rules(text, file, known)
        known[ruleset.name.lower()] = ruleset
    return known


def list_rules(rules_files: Sequence[str] = ()) -> list[RulesSummary]:
    """The named rulesets in canonical order, then house rules.

    Raises:
        LeagueError: a file of house rules is missing or wrong.
    """
    house_rules = load_house_rules(rules_files)
    return [_summary(ruleset) for ruleset in (*map(parse_rules, canonical_names()), *house_rules.values())]


def describe_rules(name: str, rules_files: Sequence[str] = ()) -> RulesDescription:
    """What a ruleset says, by its name.

    Raises:
        UnknownRulesError: there is none of this name.
        LeagueError: a file of house rules is missing or wrong.
    """
    ruleset = parse_rules(name, load_house_rules(rules_files))
    return RulesDescription(ruleset.name, ruleset.title, describe(ruleset), house_rules_fields(ruleset))


def _summary(ruleset: Ruleset) -> RulesSummary:
    counted = "card points" if ruleset.counts is Counts.POINTS else "honours"
    if ruleset.awards == "difference":
        wins = f"{ruleset.win_at} wins, scores the difference"
    else:
        wins = (
            f"{'the higher total' if any(ruleset.marriage) else ruleset.win_at} wins, {ruleset.schneider_at} Schneider"
        )
    return RulesSummary(
        ruleset.name,
        ruleset.title,
        ruleset.cards,
        ruleset.talon,
        f"{ruleset.total} {counted}",
        wins,
        ruleset.target,
        sources_of(ruleset),
    )
