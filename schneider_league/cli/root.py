"""The root command, and what happens around every command."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from typing import Annotated

import typer

from schneider_league import __version__
from schneider_league.cli.frame import Group
from schneider_league.cli.options import GlobalDatabase
from schneider_league.cli.tree import TREE

PROGRAM = "schneider-league"

EPILOG = """
Exit status: 0 done, 1 a bug, 2 wrong usage, 3 wrong input, 4 not found, 5 refused by the state of the
league, 6 the machine failed, 130 interrupted. "schneider-league COMMAND --help" explains a command.
"""


class Root(Group):
    """All commands."""

    tree = TREE


app = typer.Typer(
    cls=Root,
    help="Keep the league of a Böhmischer Schneider club: records, results, ratings.",
    epilog=EPILOG,
    invoke_without_command=True,
    add_completion=False,
    rich_markup_mode=None,
    pretty_exceptions_enable=False,
)


@app.callback()
def root(
    ctx: typer.Context,
    db: GlobalDatabase = "",
    version: Annotated[bool, typer.Option("--version", help="Show the version.")] = False,
    install_completion: Annotated[
        bool, typer.Option("--install-completion", help="Let your shell complete commands.")
    ] = False,
    show_completion: Annotated[bool, typer.Option("--show-completion", help="Show what that would install.")] = False,
) -> None:
    """Do what the options before the command ask for; without a command show the help, as an error."""
    ctx.obj = db
    if version:
        typer.echo(f"schneider-league {__version__}")
    elif install_completion or show_completion:
        from schneider_league.cli import completion

        act = completion.install_completion if install_completion else completion.completion_script
        typer.echo(act(ctx.info_name or PROGRAM))
    elif ctx.invoked_subcommand is None:
        assert isinstance(ctx.command, Root)
        ctx.command.refuse_nothing(ctx)
    else:
        return
    raise typer.Exit


def run(arguments: Sequence[str], *, program: str = PROGRAM) -> int:
    """Run one command line in this process and return its exit status; errors are told, not raised."""
    command = typer.main.get_command(app)
    try:
        try:
            with command.make_context(program, list(arguments)) as ctx:
                status = command.invoke(ctx)
        except typer.Exit as end:
            status = end.exit_code
        sys.stdout.flush()
    except BaseException as error:  # noqa: BLE001 - whatever it is, it is told here
        from schneider_league.cli.failure import fail

        return fail(error)
    return status if isinstance(status, int) else 0
