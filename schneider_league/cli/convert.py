"""`convert`: deal records in another form."""

from __future__ import annotations

from typing import Annotated, Literal

import typer

from schneider_league.cli.files import ENDINGS, check_replaceable
from schneider_league.cli.options import Cards, Database, RulesFiles
from schneider_league.cli.output import write_pieces
from schneider_league.errors import UsageError
from schneider_league.reports.text import quoted

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
    output: Annotated[str | None, typer.Option("-o", "--output", metavar="FILE", help="Write to FILE.")] = None,
) -> None:
    """Write deal records in canonical form, as text or as JSON lines, without loss.

    Faulty records are converted like any others; what cannot be read at all is refused.

      schneider-league convert night.sdr --to jsonl
      schneider-league convert night.sdr --cards german -o nacht.sdr
    """
    from schneider_league.cli.failure import warn
    from schneider_league.workflows.convert import convert_file

    path = None if output == "-" else output
    form = to or _form_of(path)
    kind = "records" if form == "jsonl" else "sdr"
    if path is not None:
        check_replaceable(path, kind)
    pieces = convert_file(file, to=form, cards=cards, rules_files=rules_file or (), address=db, on_warning=warn)
    write_pieces((piece.encode() for piece in pieces), path, kind)


def _form_of(path: str | None) -> Form:
    """The form that the ending of the file to write stands for; sdr for standard output."""
    if path is None or path.lower().endswith(ENDINGS["sdr"]):
        return "sdr"
    if path.lower().endswith(ENDINGS["records"]):
        return "jsonl"
    raise UsageError(
        f"the ending of {quoted(path)} says no form of records",
        hint="let it end in .sdr or .jsonl, or add --to",
    )
