"""`replay`: check deal records, or print one of them trick by trick."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Annotated

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

if TYPE_CHECKING:
    from schneider_league.records.playthrough import Playthrough

FAULTY = 3


def replay(
    files: Annotated[
        list[str] | None,
        typer.Argument(metavar="FILE…", help="Deal records, .sdr or .jsonl; - is standard input."),
    ] = None,
    league: Annotated[
        bool, typer.Option("--league", help="Check the deals that the league holds; [EVENT] may follow.")
    ] = False,
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
      schneider-league replay --league "Thursday night"
    """
    chosen = choose_output(format, json, output, bom, rows_alone=True)
    named = files or []
    if league and len(named) > 1:
        raise UsageError("--league takes one event at most", hint="schneider-league replay --league EVENT")
    if not league and not named:
        raise UsageError("FILE is missing", hint="schneider-league replay --help shows what there is")
    if show is not None:
        if chosen.format == "jsonl":
            raise UsageError("--show has no format jsonl", hint="take --json")
        if league:
            return _show_stored(db, named, show, chosen, cards)
        return _show(named, show, chosen, cards, rules_file or (), db)
    if cards is not None:
        raise UsageError("--cards goes with --show", hint="add --show N, or leave --cards out")
    return _check_stored(db, named, chosen) if league else _check(named, chosen, rules_file or (), db)


def _check_stored(db: str, events: list[str], chosen: Output) -> int:
    """One row for each deal that the league holds."""
    from schneider_league.reports.replay import Tally, replay_report
    from schneider_league.workflows.replay_league import replay_league

    tally = Tally()
    verdicts = replay_league(db, *events)
    chosen.write(replay_report(verdicts, ["the league"], tally, width=chosen.width))
    return FAULTY if tally.faulty else 0


def _show_stored(db: str, events: list[str], number: int, chosen: Output, cards: Alphabet | None) -> int:
    """Deal `number` of those that the league holds, trick by trick."""
    from schneider_league.workflows.replay_league import playthrough_of_league

    return _write_playthrough(playthrough_of_league(db, number, *events), chosen, cards)


def _check(files: list[str], chosen: Output, rules_files: Sequence[str], db: str) -> int:
    """One row for each record."""
    from schneider_league.cli.failure import warn
    from schneider_league.cli.progress import progress
    from schneider_league.reports.replay import Tally, replay_report
    from schneider_league.workflows.replay import replay_files

    tally = Tally()
    with progress("Checking", wanted=not chosen.to_terminal) as advance:
        verdicts = replay_files(files, rules_files=rules_files, address=db, on_warning=warn, on_progress=advance)
        chosen.write(replay_report(verdicts, files, tally, width=chosen.width))
    return FAULTY if tally.faulty else 0


def _show(
    files: list[str], number: int, chosen: Output, cards: Alphabet | None, rules_files: Sequence[str], db: str
) -> int:
    """Record `number`, trick by trick."""
    from schneider_league.cli.failure import warn
    from schneider_league.workflows.replay import playthrough

    played = playthrough(files, number, rules_files=rules_files, address=db, on_warning=warn)
    return _write_playthrough(played, chosen, cards)


def _write_playthrough(played: Playthrough, chosen: Output, cards: Alphabet | None) -> int:
    from schneider_league.reports.own import SHOWN_RECORD
    from schneider_league.reports.playthrough import own_alphabet, playthrough_lines, playthrough_report

    alphabet = cards or own_alphabet(played)
    if chosen.format == "table":
        lines = playthrough_lines(played, alphabet, width=chosen.width, colour=chosen.colour)
        write_pieces((line.encode() for line in lines), chosen.path, "table", SHOWN_RECORD)
    else:
        chosen.write(playthrough_report(played, alphabet))
    return FAULTY if played.verdict.problems else 0
