"""`bot list`, `bot new`, `bot check`: which bots there are, how one begins, whether one is sound."""

from __future__ import annotations

from typing import Annotated

import typer

from schneider_league.cli.bot_options import BotOptions, MoveMs
from schneider_league.cli.options import Bom, Json, OutFile, TableFormat
from schneider_league.cli.output import choose_output
from schneider_league.reports.text import quoted

FAULTY = 3


def list_bots(
    format: TableFormat = None,
    json: Json = False,
    output: OutFile = None,
    bom: Bom = False,
) -> None:
    """List the bots that can be named: built in, or installed as a package."""
    from schneider_league.reports.bots import BotEntry, bots_report
    from schneider_league.workflows.bots.listing import list_bots as list_known

    chosen = choose_output(format, json, output, bom)
    chosen.write(bots_report(BotEntry(*known) for known in list_known()))


def new(
    file: Annotated[str, typer.Argument(metavar="FILE", help="The Python file to write; it must not be there yet.")],
) -> None:
    """Write a bot to begin with: a Python class that plays at once, with what it sees explained.

    schneider-league bot new my_bot.py
    """
    from pathlib import Path

    from schneider_league.workflows.bots.new import new_bot

    written = new_bot(Path(file))
    name = f"{file}:MyBot"
    print(f"{quoted(str(written))} is written. It plays as it stands:")
    print(f"  schneider-league bot check {name}")
    print(f"  schneider-league bot round-robin {name} random greedy")


def check(
    bot: Annotated[
        str, typer.Argument(metavar="BOT", help="As in a match: 'cmd:COMMAND LINE', file.py:Class, a built-in's name.")
    ],
    trace: Annotated[
        str | None,
        typer.Option("--trace", metavar="FILE", help="Play a recorded trace back to the bot and compare its answers."),
    ] = None,
    move_ms: MoveMs = 1000,
    option: BotOptions = None,
    format: TableFormat = None,
    json: Json = False,
    output: OutFile = None,
    bom: Bom = False,
) -> int:
    """Check a bot against the protocol: a verdict for each message, with advice. Exit status 3 if it is not sound.

    schneider-league bot check "cmd:python3 my_bot.py"
    """
    from schneider_league.reports.bots import CheckEntry, check_report
    from schneider_league.workflows.bots.check import check_bot

    chosen = choose_output(format, json, output, bom)
    found = check_bot(bot, trace=trace, move_ms=move_ms, options=option or ())
    entries = [CheckEntry(each.message, each.verdict, each.found, each.advice) for each in found.verdicts]
    chosen.write(check_report(bot, found.is_sound, entries))
    return 0 if found.is_sound else FAULTY
