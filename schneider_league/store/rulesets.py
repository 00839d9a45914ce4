"""Definitions of rules: those that sessions were played by, and what the names of house rules mean now."""

from __future__ import annotations

from datetime import datetime

from schneider_league.game.ruleset import Ruleset
from schneider_league.game.ruleset_definition import digest_of, format_definition, parse_definition
from schneider_league.store.league import League


def store_ruleset(
    league: League,
    ruleset: Ruleset,
    *,
    current: bool = True,
    batch: int | None = None,
    at: datetime | None = None,
) -> str:
    """Keep a definition and return its digest; what is there already is left as it is.

    With `current` the name of a house rule (one that extends another) means this from now on.
    """
    digest = digest_of(ruleset)
    if not league.rows("SELECT 1 FROM ruleset WHERE digest = ?", [digest]):
        definition = format_definition(ruleset)
        league.insert("ruleset", digest=digest, name=ruleset.name, definition=definition, at=at or league.now)
    if current and ruleset.extends is not None:
        name = ruleset.name.lower()
        meant = league.rows("SELECT digest FROM house_rule WHERE name = ? ORDER BY id DESC LIMIT 1", [name])
        if meant != [(digest,)]:
            id_ = league.next_id("house_rule")
            league.insert("house_rule", id=id_, name=name, digest=digest, batch_id=batch, at=at or league.now)
    return digest


def load_rulesets(league: League) -> dict[str, Ruleset]:
    """All definitions by digest."""
    return {
        digest: parse_definition(definition)
        for digest, definition in league.rows("SELECT digest, definition FROM ruleset")
    }


def house_rules(league: League) -> dict[str, Ruleset]:
    """The house rules by lower-case name, as they are defined now."""
    found = league.rows(
        "SELECT h.name, r.definition FROM house_rule h JOIN ruleset r ON r.digest = h.digest ORDER BY h.id"
    )
    return {name: parse_definition(definition) for name, definition in found}
