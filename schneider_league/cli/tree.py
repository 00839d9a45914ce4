"""Which commands there are: a static table, so that `--help` imports none of them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple, TypeAlias


class Verb(NamedTuple):
    """One command."""

    function: str
    """Where it is: `module:function`, the module within this package."""
    line: str
    """What it does, in one line of help."""


class Noun(NamedTuple):
    """A thing that several commands are about."""

    line: str
    verbs: Mapping[str, Verb]


Tree: TypeAlias = Mapping[str, "Verb | Noun"]

TREE: Tree = {
    "demo": Verb("demo:demo", "Make a sample club and show each command that does it."),
    "rules": Noun(
        "The games: list the rulesets, or read one in words.",
        {
            "list": Verb("rules:list_rules", "List the rulesets."),
            "show": Verb("rules:show_rules", "Show one ruleset in words, with its sources."),
        },
    ),
    "replay": Verb("replay:replay", "Check deal records, or print one trick by trick."),
    "convert": Verb("convert:convert", "Write deal records in another form, without loss."),
}
