"""`export`: the whole league, or its deals, into a file."""

from __future__ import annotations

from typing import Annotated, Literal

import typer

from schneider_league.cli.files import check_replaceable
from schneider_league.cli.options import Bom, Database
from schneider_league.cli.output import write_pieces
from schneider_league.errors import UsageError
from schneider_league.reports.own import Kind
from schneider_league.reports.text import quoted

Form = Literal["league", "sdr", "csv"]
_BY_ENDING: dict[str, Form] = {".jsonl": "league", ".sdr": "sdr", ".csv": "csv"}
_KINDS: dict[Form, Kind] = {"league": "league", "sdr": "sdr", "csv": "sheet"}


def export(
    file: Annotated[
        str,
        typer.Argument(
            metavar="FILE", help="Its ending says what is written: .jsonl, .sdr or .csv; - is standard output."
        ),
    ],
    to: Annotated[
        Form | None,
        typer.Option("--to", metavar="league|sdr|csv", help="What to write, where the ending does not say it."),
    ] = None,
    db: Database = "",
    bom: Bom = False,
) -> None:
    """Write the whole league without loss (.jsonl), or its effective deals (.sdr, .csv).

    A .jsonl file holds everything: players, events, every entry with what it replaced. Imported into an empty
    database it is the same league, imported into another one it adds what is new. The others say what they leave out.

      schneider-league export league.jsonl
      schneider-league export season.csv --bom
      schneider-league export - --to sdr
    """
    from schneider_league.cli.failure import warn
    from schneider_league.reports.importing import counted
    from schneider_league.workflows.exporting import Exported, export_league

    path = None if file == "-" else file
    form = to or _form_of(file)
    if bom and form != "csv":
        raise UsageError("--bom is for CSV", hint="leave it out")
    kind = _KINDS[form]
    if path is not None:
        check_replaceable(path, kind)
    exported = Exported(form)
    write_pieces(export_league(db, form, exported, bom=bom), path, kind)
    if left_out := exported.left_out():
        warn(f"left out: {'; '.join(left_out)}", "export league.jsonl keeps everything")
    if exported.house_rules:
        listed = ", ".join(sorted(exported.house_rules))
        warn(f"played by house rules, of which the file holds only the names: {listed}")
    if path is not None and form != "league":
        typer.echo(f"{quoted(path)}: {counted(exported.sessions, 'session')}, {counted(exported.deals, 'deal')}.")
    elif path is not None:
        typer.echo(f"{quoted(path)}: the whole league.")


def _form_of(file: str) -> Form:
    for ending, form in _BY_ENDING.items():
        if file.lower().endswith(ending):
            return form
    what = "standard output has no ending that says" if file == "-" else f"the ending of {quoted(file)} does not say"
    raise UsageError(f"{what} what to write", hint="let it end in .jsonl, .sdr or .csv, or add --to")
