"""`import`: files into the league, the list of imports, and taking one back."""

from __future__ import annotations

import os
import sys
from typing import TYPE_CHECKING, Annotated

import typer

from schneider_league.cli.options import Bom, Database, Json, OutFile, RulesFiles, TableFormat
from schneider_league.cli.output import Output, choose_output
from schneider_league.errors import InputError, NotFoundError, UsageError

if TYPE_CHECKING:
    from schneider_league.records.import_outcome import ImportOutcome


def import_(
    files: Annotated[
        list[str] | None,
        typer.Argument(metavar="FILE…", help="Score sheets (.csv), deal records (.sdr, .jsonl), league files."),
    ] = None,
    dry_run: Annotated[bool, typer.Option("--dry-run", help="Only say what would be stored.")] = False,
    known_players: Annotated[
        bool, typer.Option("--known-players", help="Refuse names that no player has, instead of adding them.")
    ] = False,
    date: Annotated[
        str | None, typer.Option("--date", metavar="DATE", help="The day of sessions that state none.")
    ] = None,
    accept: Annotated[
        list[str] | None,
        typer.Option(
            "--accept",
            metavar="CODE",
            help="Store what the rules forbid but the table let stand, marked: wrong-dealer, must-*, bad-exchange, "
            "bad-marriage, after-end. May be given several times.",
        ),
    ] = None,
    reason: Annotated[str | None, typer.Option("--reason", metavar="TEXT", help="Why it is accepted.")] = None,
    list_: Annotated[bool, typer.Option("--list", help="List the imports.")] = False,
    undo: Annotated[
        int | None, typer.Option("--undo", metavar="BATCH", min=1, help="Take the import of this number back.")
    ] = None,
    rules_file: RulesFiles = None,
    db: Database = "",
    format: TableFormat = None,
    json: Json = False,
    output: OutFile = None,
    bom: Bom = False,
) -> int:
    """Store what files state: all of it, or nothing where anything stands against it.

    A file that was imported before adds only what is new in it.

      schneider-league import night.csv --dry-run
      schneider-league import *.sdr
      schneider-league import revoke.sdr --accept must-follow --reason "nobody saw it"
      schneider-league import --list
      schneider-league import --undo 3
    """
    chosen = choose_output(format, json, output, bom)
    if list_ or undo is not None:
        if files or dry_run or known_players or date or accept or (list_ and undo is not None):
            raise UsageError(f"{'--list' if list_ else '--undo'} stands alone", hint="name no file beside it")
        return _list(db, chosen) if list_ else _undo(db, undo or 0, reason, chosen)
    named, codes = _codes_among(files or [], accept or [])
    if not named:
        raise UsageError("import needs a file", hint="schneider-league import night.csv; - is standard input")
    if codes and not (reason and reason.strip()):
        raise UsageError("--accept needs a reason", hint='say why the table let it stand: --reason "…"')
    if reason is not None and not codes:
        raise UsageError("--reason goes with --accept or --undo")
    return _import(db, named, dry_run, known_players, date, codes, reason, rules_file or [], chosen)


def _codes_among(files: list[str], accept: list[str]) -> tuple[list[str], list[str]]:
    """Codes may follow `--accept` as words of their own; the shell gives them as files, which do not exist."""
    if not accept:
        return files, accept
    from schneider_league.workflows.importing.files import is_code

    codes = [file for file in files if is_code(file) and not os.path.exists(file)]
    return [file for file in files if file not in codes], [*accept, *codes]


def _import(
    db: str,
    files: list[str],
    dry_run: bool,
    known_players: bool,
    date: str | None,
    codes: list[str],
    reason: str | None,
    rules_files: list[str],
    chosen: Output,
) -> int:
    from schneider_league.cli.failure import warn
    from schneider_league.reports.importing import import_hints, import_lines, import_report
    from schneider_league.workflows.days import parse_day
    from schneider_league.workflows.importing.files import import_files, parse_accepted

    outcome = import_files(
        db,
        files,
        rules_files=rules_files,
        dry_run=dry_run,
        known_players=known_players,
        date=parse_day(date, "--date") if date is not None else None,
        accept=parse_accepted(codes),
        reason=reason.strip() if reason else None,
    )
    is_plain = chosen.format == "table" and chosen.path is None
    if not is_plain:
        chosen.write(import_report(outcome))
    if outcome.problems:
        _refuse(outcome)
    if is_plain:
        for line in import_lines(outcome):
            typer.echo(line)
        sys.stdout.flush()
        for hint in import_hints(outcome):
            warn(hint)
    return 0


def _refuse(outcome: ImportOutcome) -> None:
    """Tell all that stands against an import, and raise that nothing was stored."""
    from schneider_league.cli.terminal import terminal_width
    from schneider_league.reports.excerpt import DEFAULT_WIDTH, problem_lines
    from schneider_league.reports.importing import counted

    width = terminal_width(sys.stderr) or DEFAULT_WIDTH
    for problem in outcome.problems:
        for line in problem_lines(problem, width=width):
            typer.echo(line, err=True)
    faulty = [file.file for file in outcome.files if file.problems]
    where = f"in '{faulty[0]}'" if len(faulty) == 1 else f"in {len(faulty)} files"
    message = f"nothing was stored: {counted(len(outcome.problems), 'fault')} {where}"
    if outcome.only_unknown_names:
        raise NotFoundError(message, hint="add the players (`player add`), or leave --known-players out")
    from schneider_league.workflows.importing.files import acceptable_codes

    codes = acceptable_codes(outcome.problems)
    accept = f', or, where the table let it stand: --accept {",".join(codes)} --reason "…"' if codes else ""
    raise InputError(message, hint=f"put the file right and import it again{accept}")


def _list(db: str, chosen: Output) -> int:
    from schneider_league.reports.imports import imports_report
    from schneider_league.workflows.importing.undoing import list_imports

    chosen.write(imports_report(list_imports(db)))
    return 0


def _undo(db: str, batch: int, reason: str | None, chosen: Output) -> int:
    from schneider_league.workflows.importing.undoing import undo_import

    for line in undo_import(db, batch, reason=reason):
        typer.echo(line)
    return 0
