"""`convert`: deal records in another form."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING, Annotated, Literal

import typer

from schneider_league.cli.files import ENDINGS, check_replaceable, is_written_directly
from schneider_league.cli.options import Cards, Database, OutRecords, RulesFiles
from schneider_league.cli.output import write_pieces
from schneider_league.errors import UsageError
from schneider_league.reports.text import quoted

if TYPE_CHECKING:
    from schneider_league.reports.own import Kind

Form = Literal["sdr", "jsonl"]


def convert(
    file: Annotated[
        str,
        typer.Argument(metavar="FILE", help="Deal records, .sdr or .jsonl; - is standard input."),
    ],
    to: Annotated[
        Form | None,
        typer.Option(
            "--to",
            metavar="sdr|jsonl",
            help="The form to write. Else the ending of -o says it, else sdr.",
        ),
    ] = None,
    cards: Cards = None,
    rules_file: RulesFiles = None,
    db: Database = "",
    output: OutRecords = None,
) -> None:
    """Write deal records in canonical form, as text or as JSON lines, without loss.

    Faulty records are converted like any others; what cannot be read at all is refused. Only lines that
    begin with ; or % are left out.

      schneider-league convert night.sdr --to jsonl
      schneider-league convert night.sdr --cards german -o nacht.sdr
    """
    from schneider_league.cli.failure import warn
    from schneider_league.workflows.convert import convert_file, count_asides

    path = None if output == "-" else output
    form = to or _form_of(path)
    kind: Kind = "records" if form == "jsonl" else "sdr"
    if path is not None:
        check_replaceable(path, kind)
    asides = count_asides(file) if path is not None and _is_same(file, path) else 0
    pieces = convert_file(file, to=form, cards=cards, rules_files=rules_file or (), address=db, on_warning=warn)
    write_pieces((piece.encode() for piece in pieces), path, kind)
    if asides:
        lines = "1 line that began" if asides == 1 else f"{asides} lines that began"
        warn(
            f"{quoted(file)} has lost {lines} with ; or %, since records in canonical form have none",
            "what is to stay stands in braces, behind the tags of a record; -o with another name keeps the file",
        )


def _is_same(file: str, path: str) -> bool:
    """Whether the file is converted in place."""
    try:
        return file != "-" and os.path.isfile(path) and os.path.samefile(file, path)
    except OSError:
        return False


def _form_of(path: str | None) -> Form:
    """The form that the ending of the file to write stands for; sdr for standard output, a device or a pipe."""
    if (
        path is None
        or not path
        or os.path.isdir(path)
        or is_written_directly(path)
        or path.lower().endswith(ENDINGS["sdr"])
    ):
        return "sdr"
    if path.lower().endswith(ENDINGS["records"]):
        return "jsonl"
    raise UsageError(
        f"the ending of {quoted(path)} says no form of records",
        hint="let it end in .sdr or .jsonl, or add --to",
    )
