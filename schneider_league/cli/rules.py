"""`rules list`, `rules show` and `rules add`."""

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
    """List all rulesets that have a name, and the house rules of the league and of the files that are given.

    A name is a base and modifiers joined by +, in any order: bohemian+trump, points+marriage.
    """
    from schneider_league.cli.failure import warn
    from schneider_league.workflows.rules import list_rules as listed

    chosen = choose_output(format, json, output, bom)
    summaries = listed(rules_file or (), address=db, on_warning=warn)
    chosen.write(rules_report(asdict(summary) for summary in summaries))


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
    from schneider_league.cli.failure import warn
    from schneider_league.workflows.rules import describe_rules

    chosen = choose_output(format, json, output, bom)
    found = describe_rules(name, rules_file or (), address=db, on_warning=warn)
    fields = cast("Mapping[str, Value]", found.fields)
    chosen.write(ruleset_report(found.name, found.title, fields, [asdict(line) for line in found.lines]))


def add_rules(
    file: Annotated[str, typer.Argument(metavar="FILE", help="A house rule, as docs/rules.md describes it.")],
    replace: Annotated[
        bool, typer.Option("--replace", help="Let the name mean this from now on; earlier sessions keep theirs.")
    ] = False,
    db: Database = "",
) -> None:
    """Let the league know a house rule, so that sessions can be played by its name.

    Its definition is stored: the file may change or vanish afterwards.

      schneider-league rules add u-jelena.toml
      schneider-league session start Anna Ben --rules u-jelena --dealer Ben
    """
    from schneider_league.reports.text import make_visible
    from schneider_league.workflows.rules import add_rules as add

    added = add(db, file, replace=replace)
    said = {
        "new": f"The league knows {added.name} now: {added.title}.",
        "known": f"The league knows {added.name} already, and by this definition.",
        "replaced": f"{added.name} means this from now on; sessions played by it so far keep what it meant.",
    }
    print(make_visible(said[added.state]))
