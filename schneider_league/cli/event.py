"""`event create`, `event amend`, `event list` and `event show`."""

from __future__ import annotations

from typing import Annotated, Literal

import typer

from schneider_league.cli.asking import tell
from schneider_league.cli.options import Bom, Database, Json, OutFile, RulesFiles, TableFormat
from schneider_league.cli.output import choose_output

EventFormat = Literal["open", "round-robin", "double-round-robin", "swiss", "knockout"]
E = Annotated[str, typer.Argument(metavar="E", help="The event: its id, its name, or the beginning of its name.")]
Reason = Annotated[str | None, typer.Option("--reason", metavar="T", help="Why; it is kept.")]

Rules = Annotated[
    str | None, typer.Option("--rules", metavar="RULES", help="The ruleset of its sessions, unless one says it.")
]
Target = Annotated[int | None, typer.Option("--target", metavar="N", min=1, help="Its sessions go to N game points.")]
Deals = Annotated[
    int | None, typer.Option("--deals", metavar="N", min=1, help="Its sessions go over N deals with a winner.")
]
Timed = Annotated[bool, typer.Option("--timed", help="Its sessions go on until they are closed.")]
Rounds = Annotated[int | None, typer.Option("--rounds", metavar="N", min=1, help="How many rounds a Swiss has.")]
BestOf = Annotated[
    int | None, typer.Option("--best-of", metavar="1|3", min=1, help="In a knockout: who wins two of three goes on.")
]
SeedBy = Annotated[
    Literal["rating", "entry"] | None,
    typer.Option(
        "--seed-by", metavar="rating|entry", help="What numbers the players: their rating, or the order of entry."
    ),
]
Order = Annotated[
    str | None,
    typer.Option("--order", metavar="A,B,…", help="What decides the table, as in points,buchholz,direct,diff."),
]


def create(
    name: Annotated[str, typer.Argument(metavar="NAME", help='Such as "Thursday night".')],
    event_format: Annotated[
        EventFormat,
        typer.Option(
            "--format",
            metavar="FORMAT",
            help="open (whoever comes plays whom they like), round-robin, double-round-robin, swiss or knockout.",
        ),
    ],
    rules: Rules = None,
    rules_file: RulesFiles = None,
    target: Target = None,
    deals: Deals = None,
    timed: Timed = False,
    rounds: Rounds = None,
    best_of: BestOf = None,
    seed_by: SeedBy = None,
    order: Order = None,
    db: Database = "",
) -> None:
    """Make an event, so that the sessions of a night, a season or a tournament belong together.

    What it settles counts for its sessions where they do not say otherwise. round-robin: everybody meets everybody;
    swiss: each round pairs players with equal points who have not met; knockout: who loses is out.

      schneider-league event create "Thursday night" --format open
      schneider-league event create "Club Swiss" --format swiss --rounds 5 --target 7
      schneider-league event create Finals --format knockout --best-of 3
    """
    from schneider_league.workflows.events.creating import EventOptions, begin_event
    from schneider_league.workflows.standings import parse_order

    options = EventOptions(
        event_format,
        rules,
        tuple(rules_file or ()),
        target,
        deals,
        timed,
        rounds,
        best_of,
        seed_by,
        parse_order(order),
    )
    tell(begin_event(db, name, options))


def amend(
    event: E,
    name: Annotated[str | None, typer.Option("--name", metavar="NAME", help="What it is called from now on.")] = None,
    event_format: Annotated[
        EventFormat | None,
        typer.Option("--format", metavar="FORMAT", help="How it is played, as long as no round is published."),
    ] = None,
    rules: Rules = None,
    rules_file: RulesFiles = None,
    target: Target = None,
    deals: Deals = None,
    timed: Timed = False,
    rounds: Rounds = None,
    best_of: BestOf = None,
    seed_by: SeedBy = None,
    order: Order = None,
    reason: Reason = None,
    db: Database = "",
) -> None:
    """Put right what was settled for an event; sessions that were started stay as they are.

    schneider-league event amend swiss --rounds 6
    schneider-league event amend swiss --name "Club Swiss 2026" --order points,buchholz,diff
    """
    from schneider_league.workflows.events.creating import EventOptions, amend_event
    from schneider_league.workflows.standings import parse_order

    options = EventOptions(
        event_format,
        rules,
        tuple(rules_file or ()),
        target,
        deals,
        timed,
        rounds,
        best_of,
        seed_by,
        parse_order(order),
    )
    tell(amend_event(db, event, options, name=name, reason=reason))


def list_events(
    db: Database = "", format: TableFormat = None, json: Json = False, output: OutFile = None, bom: Bom = False
) -> None:
    """List all events, with how far each has got."""
    from schneider_league.reports.event import events_report
    from schneider_league.workflows.events.showing import list_all_events

    chosen = choose_output(format, json, output, bom)
    chosen.write(events_report(list_all_events(db)))


def show(
    event: E,
    watch: Annotated[
        bool,
        typer.Option("--watch", help="Stay, and show the table and the current round as results come in."),
    ] = False,
    db: Database = "",
    format: TableFormat = None,
    json: Json = False,
    output: OutFile = None,
    bom: Bom = False,
) -> None:
    """Show an event: who is in it, its current round, and what comes next; an open one with its sessions.

    With --watch it stays for a second screen, until Ctrl-C.

      schneider-league event show swiss
      schneider-league event show swiss --watch
    """
    from schneider_league.errors import UsageError
    from schneider_league.reports.event import event_report
    from schneider_league.workflows.events.showing import view_event

    if watch:
        if format is not None or json or output is not None or bom:
            raise UsageError("--watch is for a screen", hint="leave --format, --json, -o and --bom out, or --watch")
        from schneider_league.cli.event_screen import watch_screen

        watch_screen(db, event)
        return
    chosen = choose_output(format, json, output, bom)
    view = view_event(db, event)
    chosen.write(event_report(view.line, view.heading, view.sessions, view.entrants, view.pairings, view.notes))
