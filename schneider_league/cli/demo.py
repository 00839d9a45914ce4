"""`demo`: a sample club, made by commands that are shown as they run."""

from __future__ import annotations

import shlex
from typing import Annotated

import typer

from schneider_league.cli.options import Database


def demo(
    directory: Annotated[
        str | None,
        typer.Argument(metavar="DIR", help="Where to put it; a new folder, or an empty one."),
    ] = None,
    db: Database = "",
) -> None:
    """Make a sample club in DIR. Each command is shown as it is run, to be tried out afterwards."""
    from schneider_league.workflows.demo import demo as make

    make(directory, typer.echo, _run_shown)


def _run_shown(arguments: list[str]) -> int:
    """Show a command line, run it in this process and return its exit status."""
    from schneider_league.cli.root import run

    typer.echo(f"\n$ {shlex.join(['schneider-league', *arguments])}")
    return run(arguments)
