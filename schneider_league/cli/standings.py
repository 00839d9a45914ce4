"""`standings` and `head-to-head`."""

from __future__ import annotations

from typing import Annotated

import typer

from schneider_league.cli.options import Bom, Database, Json, OutFile, RulesFiles, TableFormat
from schneider_league.cli.output import choose_output
from schneider_league.cli.scope import AsOf, Bots, KnownAt, Rules, Since, Until


def standings(
    event: Annotated[
        str | None, typer.Argument(metavar="[EVENT]", help="An event by name or id; the whole league without it.")
    ] = None,
    order: Annotated[
        str | None,
        typer.Option(
            "--order",
            metavar="A,B,…",
            help="What decides; without it what the event settles, else points,direct,diff,for. There are points "
            "direct diff ratio for won sb buchholz buchholz-cut1 buchholz-cut2 buchholz-median koya progressive "
            "honours honours-diff schneiders schwarzes percentage.",
        ),
    ] = None,
    min_sessions: Annotated[
        int | None,
        typer.Option("--min-sessions", metavar="N", min=1, help="Leave out players with fewer sessions."),
    ] = None,
    explain: Annotated[
        bool, typer.Option("--explain", help="Show the values that decided between level players.")
    ] = False,
    since: Since = None,
    until: Until = None,
    as_of: AsOf = None,
    known_at: KnownAt = None,
    rules: Rules = None,
    bots: Bots = False,
    rules_file: RulesFiles = None,
    db: Database = "",
    format: TableFormat = None,
    json: Json = False,
    output: OutFile = None,
    bom: Bom = False,
) -> None:
    """Show the table of the league or of an event; what decided the order stands under it.

    Sessions that are open, abandoned or void do not count. Who is level in everything shares a place.

      schneider-league standings
      schneider-league standings "Thursday night" --explain
      schneider-league standings --order percentage,diff --min-sessions 5 -o season.pdf
    """
    from schneider_league.reports.standings import TableContext, standings_report
    from schneider_league.workflows.scope import parse_scope
    from schneider_league.workflows.standings import parse_order, show_standings

    chosen = choose_output(format, json, output, bom)
    scope = parse_scope(
        since=since,
        until=until,
        as_of=as_of,
        known_at=known_at,
        rules=rules,
        rules_files=rules_file or (),
        bots=bots,
    )
    view = show_standings(db, event, order=parse_order(order), min_sessions=min_sessions, scope=scope)
    context = TableContext(
        view.event,
        scope.words(),
        view.played.name,
        view.ratings,
        view.not_counted,
        view.min_sessions,
        scope.rating_words(),
    )
    chosen.write(standings_report(view.standings, context, explain=explain, width=chosen.width))


def head_to_head(
    a: Annotated[str, typer.Argument(metavar="A", help="A player: id, name, alias or unique prefix.")],
    b: Annotated[str, typer.Argument(metavar="B", help="Another player.")],
    since: Since = None,
    until: Until = None,
    as_of: AsOf = None,
    known_at: KnownAt = None,
    rules: Rules = None,
    bots: Bots = False,
    rules_file: RulesFiles = None,
    db: Database = "",
    format: TableFormat = None,
    json: Json = False,
    output: OutFile = None,
    bom: Bom = False,
) -> None:
    """Show all sessions of two players with each other, and what they add up to.

    Scores are in the order in which the players are named.

      schneider-league head-to-head anna ben
      schneider-league head-to-head anna ben --since 2026-01-01 --json
    """
    from schneider_league.reports.head_to_head import head_to_head_report
    from schneider_league.workflows.scope import parse_scope
    from schneider_league.workflows.standings import show_head_to_head

    chosen = choose_output(format, json, output, bom)
    scope = parse_scope(
        since=since,
        until=until,
        as_of=as_of,
        known_at=known_at,
        rules=rules,
        rules_files=rules_file or (),
        bots=bots,
    )
    view = show_head_to_head(db, a, b, scope=scope)
    chosen.write(
        head_to_head_report(view.found, view.played.name, view.events, view.ratings, scope=scope.words()),
    )
