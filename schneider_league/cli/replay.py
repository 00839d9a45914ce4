"""`replay`: check deal records, or print one of them trick by trick."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated

import typer

from schneider_league.cli.options import (
    Bom,
    Database,
    Json,
    OutFile,
    RowsFormat,
    RulesFiles,
    ShownCards,
)
from schneider_league.cli.output import Output, choose_output, write_pieces
from schneider_league.errors import UsageError
from schneider_league.reports.cards import Alphabet

FAULTY = 3


def replay(
    files: Annotated[
        list[str],
        typer.Argument(metavar="FILE…", help="Deal records, .sdr or .jsonl; - is standard input."),
    ],
    show: Annotated[
        int | None,
        typer.Option("--show", metavar="N", min=1, help="Print record N of the file trick by trick."),
    ] = None,
    cards: ShownCards = None,
    rules_file: RulesFiles = None,
    db: Database = "",
    format: RowsFormat = None,
    json: Json = False,
    output: OutFile = None,
    bom: Bom = False,
) -> int:
    """Check deal records: what the play bears out, and every problem with what is claimed.

    Exit status 0 if no record is faulty, else 3.

      schneider-league replay night.sdr
      schneider-league replay night.sdr --show 3 --cards german
      schneider-league replay *.sdr -o checked.csv
    """
    chosen = choose_output(format, json, output, bom, rows_alone=True)
    if show is not None:
        return _show(files, show, chosen, cards, rules_file or ())
    if cards is not None:
        raise UsageError("--cards goes with --show", hint="add --show N, or leave --cards out")
    return _check(files, chosen, rules_file or ())


def _check(files: list[str], chosen: Output, rules_files: Sequence[str]) -> int:
    """One row for each record."""
    from schneider_league.cli.progress import progress
    from schneider_league.reports.replay import Tally, replay_report
    from schneider_league.workflows.replay import replay_files

    tally = Tally()
    with progress("Checking", wanted=not chosen.to_terminal) as advance:
        verdicts = replay_files(files, rules_files=rules_files, on_progress=advance)
        chosen.write(replay_report(verdicts, files, tally, width=chosen.width))
    return FAULTY if tally.faulty else 0


def _show(files: list[str], number: int, chosen: Output, cards: Alphabet | None, rules_files: Sequence[str]) -> int:
    """Record `number`, trick by trick."""
    from schneider_league.reports.playthrough import own_alphabet, playthrough_lines, playthrough_report
    from schneider_league.workflows.replay import playthrough

    if chosen.format == "jsonl":
        raise UsageError("--show has no format jsonl", hint="take --json")
    played = playthrough(files, number, rules_files=rules_files)
    alphabet = cards or own_alphabet(played)
    if chosen.format == "table":
        lines = playthrough_lines(played, alphabet, width=chosen.width, colour=chosen.colour)
        write_pieces((line.encode() for line in lines), chosen.path, "table")
    else:
        chosen.write(playthrough_report(played, alphabet))
    return FAULTY if played.verdict.problems else 0
