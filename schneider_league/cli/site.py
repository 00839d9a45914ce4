"""`site`: the whole league as pages that open from a stick."""

from __future__ import annotations

import os
from typing import Annotated

import typer

from schneider_league.cli.options import Database


def site(
    directory: Annotated[str, typer.Argument(metavar="DIR", help="The folder to make it in; made if it is missing.")],
    runs: Annotated[
        str | None,
        typer.Option("--runs", metavar="DIR", help="Also the bot runs (*.run.jsonl) that lie in this folder."),
    ] = None,
    initials: Annotated[
        bool, typer.Option("--initials", help="Initials instead of names; free text that holds names is changed, too.")
    ] = False,
    title: Annotated[
        str, typer.Option("--title", metavar="TEXT", help="What the league is called on its pages.")
    ] = "Schneider league",
    db: Database = "",
) -> None:
    """Make a static site of the league: tables, players, sessions, events, recorded deals.

    It needs no server: open DIR/index.html, from a USB stick, too. Made anew into the same folder, it replaces what it
    made before and leaves everything else alone.

      schneider-league site public
      schneider-league site public --initials --title "Café Central"
    """
    from schneider_league.cli.progress import progress
    from schneider_league.errors import UsageError
    from schneider_league.reports.importing import counted
    from schneider_league.reports.text import quoted
    from schneider_league.workflows.site.building import build_site

    if not title.strip():
        raise UsageError("--title: it is empty", hint="leave it out, or name the league")
    with progress("Making the site") as advance:
        made = build_site(db, directory, title=title.strip(), runs=runs, initials=initials, on_progress=advance)
    recorded = f", {counted(made.deals, 'deal')} card by card" if made.deals else ""
    players, sessions = counted(made.players, "player"), counted(made.sessions, "session")
    typer.echo(f"{quoted(directory)}: {counted(made.pages, 'file')}, of {players} and {sessions}{recorded}.")
    typer.echo(f"Open {quoted(os.path.join(directory, 'index.html'))} in a browser.")
