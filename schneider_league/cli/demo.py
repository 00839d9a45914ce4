"""`demo`: a sample club, made by commands that are shown as they run."""

from __future__ import annotations

import os
import shlex
import shutil
import sys
from typing import Annotated

import typer

from schneider_league.cli.options import Database
from schneider_league.cli.root import PROGRAM, run


def demo(
    directory: Annotated[
        str | None,
        typer.Argument(metavar="DIR", help="Where to put it: a new folder, an empty one, or one that demo has made."),
    ] = None,
    db: Database = "",
) -> int:
    """Make a sample club in DIR. Each command is shown as it is run, to be tried out afterwards.

    Without DIR the folder is demo-club, in the current one. Files that you have changed are left as they are.
    """
    from schneider_league.workflows.demo import demo as make

    script = os.path.abspath(sys.argv[0])

    def run_shown(arguments: list[str]) -> int:
        typer.echo(f"\n$ {program_to_type(script)} {shlex.join(arguments)}")
        return run(arguments)

    return make(directory, typer.echo, run_shown, lambda: program_to_type(script))


def program_to_type(script: str) -> str:
    """What has to be typed in the current folder for the program that runs as `script`.

    Its name where the shell finds it by that, else the path, else what runs it as a module.
    """
    name = os.path.basename(script)
    found = shutil.which(name)
    if found is not None and os.path.samefile(found, script):
        return name
    if os.access(script, os.X_OK):
        beside = os.path.relpath(script)
        beside = beside if os.sep in beside else os.path.join(os.curdir, beside)
        return shlex.quote(min(beside, script, key=len))
    if shutil.which(PROGRAM) is not None:
        return PROGRAM
    return f"{shlex.quote(sys.executable)} -m schneider_league"
