"""Rulesets: which there are, and what they say."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Literal

from schneider_league.errors import LeagueError, StateError, UnreadableError, Where
from schneider_league.game.house_rules import house_rules_fields, parse_house_rules
from schneider_league.game.rulebook import RuleLine, describe, sources_of
from schneider_league.game.ruleset import Counts, Ruleset, canonical_names, parse_rules
from schneider_league.workflows.files import check_names, open_input

__all__ = [
    "AddedRules",
    "OnWarning",
    "RuleLine",
    "RulesDescription",
    "RulesSummary",
    "add_rules",
    "describe_rules",
    "ignore",
    "league_house_rules",
    "list_rules",
    "load_house_rules",
]

OnWarning = Callable[[str, str | None], None]
"""Called with what deserves attention but stops nothing, and what to do about it."""


def ignore(message: str, hint: str | None) -> None:
    """Tell nobody."""


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


def load_house_rules(files: Iterable[str], league: Mapping[str, Ruleset] | None = None) -> dict[str, Ruleset]:
    """The house rules in these TOML files by lower-case name; a later file may extend an earlier one.

    With `league`, a league's own, they are known too, and a file may define one of them anew. `-` is standard
    input.

    Raises:
        NotFoundError: a file is missing.
        UsageError: it is a folder, or standard input is named twice.
        UnreadableError: a file is no house rule.
    """
    known: dict[str, Ruleset] = dict(league or {})
    stated: set[str] = set()
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
        ruleset = parse_house_rules(text, file, known, stated)
        known[ruleset.name.lower()] = ruleset
        stated.add(ruleset.name.lower())
    return known


def league_house_rules(address: str | None, on_warning: OnWarning) -> dict[str, Ruleset]:
    """The house rules of a league by lower-case name, if it is there; nothing is made.

    A league that is there and cannot be opened is told to `on_warning` and has none.
    """
    if address is None or ("://" not in address and not os.path.exists(address)):
        return {}
    from schneider_league.store.engine import Database
    from schneider_league.store.rulesets import house_rules

    try:
        with Database(address).reading() as league:
            return house_rules(league)
    except LeagueError as error:
        on_warning(f"the league's house rules are not known here: {error.message}", error.hint)
        return {}


@dataclass(frozen=True, slots=True)
class AddedRules:
    """A house rule that a league knows now."""

    name: str
    title: str
    state: Literal["new", "known", "replaced"]


def add_rules(
    address: str, file: str, *, replace: bool = False, clock: Callable[[], datetime] | None = None
) -> AddedRules:
    """Let a league know a house rule; sessions that were played by an earlier definition keep it.

    Raises:
        StateError: it knows another of that name, and `replace` is not said.
        LeagueError: the file is missing or wrong, or the league cannot be written.
    """
    from schneider_league.game.ruleset_definition import digest_of
    from schneider_league.store.engine import Database, utc_now
    from schneider_league.store.rulesets import house_rules, store_ruleset

    with Database(address, clock or utc_now).writing() as league:
        there = house_rules(league)
        (ruleset,) = (rules for key, rules in load_house_rules([file], there).items() if _is_new(key, rules, there))
        earlier = there.get(ruleset.name.lower())
        if earlier is not None and digest_of(earlier) == digest_of(ruleset):
            return AddedRules(ruleset.name, ruleset.title, "known")
        if earlier is not None and not replace:
            raise StateError(
                f"the league has another '{earlier.name}': {_difference(earlier, ruleset)}",
                hint="--replace lets the name mean this from now on; earlier sessions keep theirs",
            )
        store_ruleset(league, ruleset)
        return AddedRules(ruleset.name, ruleset.title, "new" if earlier is None else "replaced")


def _is_new(key: str, ruleset: Ruleset, there: Mapping[str, Ruleset]) -> bool:
    return there.get(key) is not ruleset


def _difference(earlier: Ruleset, later: Ruleset) -> str:
    """What differs, as the file has it."""
    before, after = house_rules_fields(earlier), house_rules_fields(later)
    return ", ".join(f"{name} is {before[name]}, not {after[name]}" for name in before if before[name] != after[name])


def list_rules(
    rules_files: Sequence[str] = (), *, address: str | None = None, on_warning: OnWarning = ignore
) -> list[RulesSummary]:
    """The named rulesets in canonical order, then house rules: of the league, if it is there, and of the files.

    Raises:
        LeagueError: a file of house rules is missing or wrong.
    """
    house_rules = load_house_rules(rules_files, league_house_rules(address, on_warning))
    return [_summary(ruleset) for ruleset in (*map(parse_rules, canonical_names()), *house_rules.values())]


def describe_rules(
    name: str, rules_files: Sequence[str] = (), *, address: str | None = None, on_warning: OnWarning = ignore
) -> RulesDescription:
    """What a ruleset says, by its name.

    Raises:
        UnknownRulesError: there is none of this name.
        LeagueError: a file of house rules is missing or wrong.
    """
    ruleset = parse_rules(name, load_house_rules(rules_files, league_house_rules(address, on_warning)))
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
