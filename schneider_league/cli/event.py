"""`event create`, `event list` and `event show`."""

from __future__ import annotations

from typing import Annotated, Literal

import typer

from schneider_league.cli.options import Bom, Database, Json, OutFile, RulesFiles, TableFormat
from schneider_league.cli.output import choose_output

EventFormat = Literal["open", "round-robin", "double-round-robin", "swiss", "knockout"]


def create(
    name: Annotated[str, typer.Argument(metavar="NAME", help='Such as "Thursday night".')],
    event_format: Annotated[
        EventFormat, typer.Option("--format", metavar="FORMAT", help="open: whoever comes plays whom they like.")
    ],
    rules: Annotated[
        str | None, typer.Option("--rules", metavar="RULES", help="The ruleset of its sessions, unless one says it.")
    ] = None,
    rules_file: RulesFiles = None,
    target: Annotated[
        int | None, typer.Option("--target", metavar="N", min=1, help="Its sessions go to N game points.")
    ] = None,
    deals: Annotated[
        int | None, typer.Option("--deals", metavar="N", min=1, help="Its sessions go over N deals with a winner.")
    ] = None,
    timed: Annotated[bool, typer.Option("--timed", help="Its sessions go on until they are closed.")] = False,
    db: Database = "",
) -> None:
    """Make an event, so that the sessions of a night or a season belong together.

    What it settles counts for its sessions where they do not say otherwise.

      schneider-league event create "Thursday night" --format open
      schneider-league session start Anna Ben --event thursday --dealer cut
    """
    from schneider_league.reports.text import make_visible
    from schneider_league.workflows.events import begin_event

    line = begin_event(
        db,
        name,
        event_format,
        rules=rules,
        rules_files=tuple(rules_file or ()),
        target=target,
        deals=deals,
        timed=timed,
    )
    settled = "".join(f", {said}" for said in (line.rules, line.goes) if said)
    print(make_visible(f"Event {line.id}: {line.name}, {line.format}{settled}."))


def list_events(
    db: Database = "", format: TableFormat = None, json: Json = False, output: OutFile = None, bom: Bom = False
) -> None:
    """List all events, with what was played in each."""
    from schneider_league.reports.event import events_report
    from schneider_league.workflows.events import list_all_events

    chosen = choose_output(format, json, output, bom)
    chosen.write(events_report(list_all_events(db)))


def show(
    event: Annotated[str, typer.Argument(metavar="E", help="Its id, name, or the beginning of its name.")],
    db: Database = "",
    format: TableFormat = None,
    json: Json = False,
    output: OutFile = None,
    bom: Bom = False,
) -> None:
    """Show an event with its sessions."""
    from schneider_league.reports.event import event_report
    from schneider_league.workflows.events import view_event

    chosen = choose_output(format, json, output, bom)
    view = view_event(db, event)
    chosen.write(event_report(view.line, view.sessions))
