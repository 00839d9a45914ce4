"""Options that many commands share, ready to annotate a parameter with."""

from __future__ import annotations

import os
from typing import Annotated, Literal

import typer

DEFAULT_DATABASE = "league.db"
DATABASE_VARIABLE = "SCHNEIDER_LEAGUE_DB"
_OUTPUT = "Output"


def _choose_database(ctx: typer.Context, value: str) -> str:
    """The database that is meant: named after the command, before it, in the environment, or the default."""
    before = ctx.obj if isinstance(ctx.obj, str) else ""
    return value or before or os.environ.get(DATABASE_VARIABLE, "") or DEFAULT_DATABASE


GlobalDatabase = Annotated[
    str,
    typer.Option(
        "--db",
        metavar="PATH|URL",
        show_default=False,
        help=f"The league's database, before or after the command. "
        f"Else {DATABASE_VARIABLE}, else {DEFAULT_DATABASE} in this folder.",
    ),
]
"""`--db` before the command; empty where it is not given."""

Database = Annotated[
    str,
    typer.Option(
        "--db",
        metavar="PATH|URL",
        show_default=False,
        callback=_choose_database,
        help="The league's database.",
    ),
]
"""`--db` of a command, the value that counts: never empty. Give it the default `""`."""

TableFormat = Annotated[
    Literal["table", "json", "csv", "markdown", "html", "pdf"] | None,
    typer.Option(
        "--format",
        metavar="FORMAT",
        rich_help_panel=_OUTPUT,
        help="table (the default), json, csv, markdown, html or pdf.",
    ),
]

RowsFormat = Annotated[
    Literal["table", "json", "jsonl", "csv", "markdown", "html", "pdf"] | None,
    typer.Option(
        "--format",
        metavar="FORMAT",
        rich_help_panel=_OUTPUT,
        help="table (the default), json, jsonl (one row a line), csv, markdown, html or pdf.",
    ),
]

Json = Annotated[bool, typer.Option("--json", rich_help_panel=_OUTPUT, help="Short for --format json.")]

OutFile = Annotated[
    str | None,
    typer.Option(
        "-o",
        "--output",
        metavar="FILE",
        rich_help_panel=_OUTPUT,
        help="Write to FILE; its ending says the format, if --format does not. - is standard output.",
    ),
]

OutRecords = Annotated[
    str | None,
    typer.Option("-o", "--output", metavar="FILE", help="Write to FILE. - is standard output."),
]

Bom = Annotated[
    bool,
    typer.Option(
        "--bom",
        rich_help_panel=_OUTPUT,
        help="Begin CSV with a byte-order mark, for spreadsheets that want one.",
    ),
]

RulesFiles = Annotated[
    list[str] | None,
    typer.Option(
        "--rules-file",
        metavar="FILE",
        help="House rules to know as well; may be given several times. - is standard input.",
    ),
]

Cards = Annotated[
    Literal["french", "german"] | None,
    typer.Option(
        "--cards", metavar="french|german", help="How cards are written. Else each record keeps its own letters."
    ),
]

ShownCards = Annotated[
    Literal["french", "german"] | None,
    typer.Option(
        "--cards",
        metavar="french|german",
        help="With --show: how cards are written, in French suits or German letters. Else as the record has them.",
    ),
]
