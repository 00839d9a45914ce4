"""`ratings`: the list, a player's history, a session explained."""

from __future__ import annotations

from typing import Annotated

import typer

from schneider_league.cli.options import Bom, Database, Json, OutFile, RulesFiles, TableFormat
from schneider_league.cli.output import choose_output
from schneider_league.cli.scope import AsOf, Bots, KnownAt, Rules, Since, Until

System = Annotated[
    str, typer.Option("--system", metavar="SYSTEM", help="The rating system: elo (the default) or glicko-2.")
]


def list_ratings(
    system: System = "elo",
    active_since: Annotated[
        str | None,
        typer.Option("--active-since", metavar="DATE", help="Leave out players who did not play since DATE."),
    ] = None,
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
    """Show the rating list: `ratings` alone does the same.

    Ratings are derived anew from the recorded sessions each time. --as-of and --known-at together give an old list
    again, as it was printed.

      schneider-league ratings
      schneider-league ratings --system glicko-2 --active-since 2026-01-01
      schneider-league ratings --as-of 2026-06-30 --known-at 2026-07-01
    """
    from schneider_league.reports.ratings import ratings_report
    from schneider_league.workflows import ratings as workflow
    from schneider_league.workflows.days import parse_day
    from schneider_league.workflows.scope import parse_scope

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
    active = None if active_since is None else parse_day(active_since, "--active-since")
    found = workflow.list_ratings(db, system, active_since=active, scope=scope)
    report = ratings_report(
        found.rows,
        found.system,
        found.played.name,
        scope=scope.words(),
        inactive=found.inactive,
        active_since=active,
        rating_words=scope.rating_words(),
    )
    chosen.write(report)


def show_history(
    player: Annotated[str, typer.Argument(metavar="PLAYER", help="Id, name, alias or unique prefix.")],
    system: System = "elo",
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
    """Show how a player's rating came about: session by session, in glicko-2 month by month.

    Under the table stands its course at a glance.

      schneider-league ratings history anna
    """
    from schneider_league.reports.ratings import rating_history_report
    from schneider_league.workflows import ratings as workflow
    from schneider_league.workflows.scope import parse_scope

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
    found = workflow.show_history(db, player, system, scope=scope)
    report = rating_history_report(
        found.steps,
        found.system,
        found.player,
        found.now,
        found.played.name,
        scope=scope.words(),
        rating_words=scope.rating_words(),
    )
    chosen.write(report)


def explain_session(
    session: Annotated[str, typer.Argument(metavar="SESSION", help="A session's id.")],
    system: System = "elo",
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
    """Show how a session changed the ratings of its players, with the sum.

    In glicko-2 all sessions of a calendar month count at once, so there it is the change of the month.

      schneider-league ratings explain 12
    """
    from schneider_league.reports.rating_explanation import rating_explanation_report
    from schneider_league.workflows import ratings as workflow
    from schneider_league.workflows.scope import parse_scope

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
    found = workflow.explain_session(db, session, system, scope=scope)
    chosen.write(rating_explanation_report(found.tally, found.steps, found.system, found.played.name))
