"""`rules list` and `rules show`."""

from __future__ import annotations

from dataclasses import asdict
from typing import TYPE_CHECKING, Annotated, cast

import typer

from schneider_league.cli.options import Bom, Database, Json, OutFile, RulesFiles, TableFormat
from schneider_league.cli.output import choose_output
from schneider_league.reports.rules import rules_report, ruleset_report

if TYPE_CHECKING:
    from collections.abc import Mapping

    from schneider_league.reports.model import Json as Value


def list_rules(
    rules_file: RulesFiles = None,
    db: Database = "",
    format: TableFormat = None,
    json: Json = False,
    output: OutFile = None,
    bom: Bom = False,
) -> None:
    """List all rulesets that have a name, and the house rules of the files that are given.

    A name is a base and modifiers joined by +, in any order: bohemian+trump, points+marriage.
    """
    from schneider_league.workflows.rules import list_rules as listed

    chosen = choose_output(format, json, output, bom)
    chosen.write(rules_report(asdict(summary) for summary in listed(rules_file or ())))


def show_rules(
    name: Annotated[str, typer.Argument(metavar="RULES", help="A ruleset's name, such as bohemian+trump.")],
    rules_file: RulesFiles = None,
    db: Database = "",
    format: TableFormat = None,
    json: Json = False,
    output: OutFile = None,
    bom: Bom = False,
) -> None:
    """Show one ruleset in words, line by line, with the source of each rule.

    With --json also its fields, as a file of house rules has them.
    """
    from schneider_league.workflows.rules import describe_rules

    chosen = choose_output(format, json, output, bom)
    found = describe_rules(name, rules_file or ())
    fields = cast("Mapping[str, Value]", found.fields)
    chosen.write(ruleset_report(found.name, found.title, fields, [asdict(line) for line in found.lines]))
