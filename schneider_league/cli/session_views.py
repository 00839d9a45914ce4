"""`session show` and `session list`."""

from __future__ import annotations

from typing import Annotated

import typer

from schneider_league.cli.options import Bom, Database, Json, OutFile, TableFormat
from schneider_league.cli.output import choose_output
from schneider_league.cli.session import Ref


def show(
    session: Ref,
    history: Annotated[
        bool, typer.Option("--history", help="Also what was replaced or taken out, when and why.")
    ] = False,
    deal: Annotated[int | None, typer.Option("--deal", metavar="N", min=1, help="Only this deal.")] = None,
    db: Database = "",
    format: TableFormat = None,
    json: Json = False,
    output: OutFile = None,
    bom: Bom = False,
) -> None:
    """Show the score sheet of a session.

    A remark says what was unusual: who dealt out of turn, why a deal was corrected, a deal after the end.

      schneider-league session show anna
      schneider-league session show 3 --history
    """
    from schneider_league.reports.session import session_report
    from schneider_league.workflows.sessions.showing import view_session

    chosen = choose_output(format, json, output, bom)
    chosen.write(session_report(view_session(db, session, history=history, deal=deal)))


def list_sessions(
    only_open: Annotated[bool, typer.Option("--open", help="Only those that are being played.")] = False,
    player: Annotated[str | None, typer.Option("--player", metavar="P", help="Only those of this player.")] = None,
    event: Annotated[str | None, typer.Option("--event", metavar="E", help="Only those of this event.")] = None,
    since: Annotated[str | None, typer.Option("--since", metavar="D", help="Only those played from this day.")] = None,
    until: Annotated[str | None, typer.Option("--until", metavar="D", help="Only those played up to this day.")] = None,
    db: Database = "",
    format: TableFormat = None,
    json: Json = False,
    output: OutFile = None,
    bom: Bom = False,
) -> None:
    """List sessions by the day they were played."""
    from schneider_league.reports.session import sessions_report
    from schneider_league.workflows.sessions.listing import list_sessions as listed

    chosen = choose_output(format, json, output, bom)
    found = listed(db, only_open=only_open, player=player, event=event, since=since, until=until)
    chosen.write(sessions_report(found))
