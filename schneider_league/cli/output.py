"""Where a result goes and in which format: standard output, or a file by its ending."""

from __future__ import annotations

import os
import sys
import warnings
from collections.abc import Iterable
from dataclasses import dataclass
from typing import TYPE_CHECKING

from schneider_league.cli.files import ENDINGS, check_replaceable, is_written_directly, replacing
from schneider_league.cli.terminal import is_colourful, is_terminal, terminal_width
from schneider_league.errors import UsageError
from schneider_league.reports.text import quoted

if TYPE_CHECKING:
    from schneider_league.reports.model import Report
    from schneider_league.reports.own import Kind, Names
    from schneider_league.reports.render import Format

_FORMATS: tuple[Format, ...] = ("table", "json", "jsonl", "csv", "markdown", "html", "pdf")
_BY_ENDING = {ending: format for format in _FORMATS for ending in ENDINGS[format]}


@dataclass(frozen=True, slots=True)
class Output:
    """What was chosen."""

    format: Format
    path: str | None
    """The file to write; None is standard output."""
    bom: bool = False

    @property
    def to_terminal(self) -> bool:
        """Whether a person reads along while the result is being made."""
        return self.path is None and is_terminal(sys.stdout)

    @property
    def colour(self) -> bool:
        """Whether to colour the result."""
        return self.path is None and is_colourful(sys.stdout)

    @property
    def width(self) -> int | None:
        """Cells that there are, None where nothing has to be fitted."""
        return terminal_width(sys.stdout) if self.path is None else None

    def write(self, report: Report) -> None:
        """Render the report to where it goes, as its rows come."""
        from schneider_league.reports.render import render

        pieces = render(report, self.format, width=self.width, colour=self.colour, bom=self.bom)
        with warnings.catch_warnings(record=True) as caught:
            warnings.simplefilter("always")
            write_pieces(pieces, self.path, self.format, report.names(self.format == "csv"))
        for warning in caught:
            _pass_on(warning)


def choose_output(
    format: Format | None,
    json: bool,
    path: str | None,
    bom: bool = False,
    *,
    rows_alone: bool = False,
) -> Output:
    """Decide by --format, --json and -o. An explicit format beats the file's ending.

    `rows_alone` says whether the command has the format jsonl.

    Raises UsageError for choices that contradict each other, StateError where the file must not be
    replaced.
    """
    formats = tuple(known for known in _FORMATS if rows_alone or known != "jsonl")
    if path == "-":
        path = None
    if json:
        if format not in (None, "json"):
            raise UsageError(f"--json and --format {format} contradict each other")
        format = "json"
    if format is None and path is not None:
        format = _format_of(path, formats)
    chosen: Format = format or "table"
    if bom and chosen != "csv":
        raise UsageError("--bom is for CSV", hint="add --format csv, or leave --bom out")
    output = Output(chosen, path, bom)
    if chosen == "pdf" and output.to_terminal:
        raise UsageError("a PDF cannot be shown on a terminal", hint="write it to a file: -o report.pdf")
    if path is not None:
        check_replaceable(path, chosen)
    return output


def write_pieces(pieces: Iterable[bytes], path: str | None, kind: Kind, names: Names = ()) -> None:
    """Write the pieces, as they come, to the file or to standard output.

    `names` are the headings of a table, by which an older file of the same report is known.
    """
    if path is None:
        _write_stdout(pieces)
        return
    with replacing(path, kind, names) as stream:
        stream.writelines(pieces)


def _write_stdout(pieces: Iterable[bytes]) -> None:
    """Write to standard output; line by line where a person reads along."""
    sys.stdout.flush()
    stream = sys.stdout.buffer
    at_once = is_terminal(sys.stdout)
    for piece in pieces:
        stream.write(piece)
        if at_once:
            stream.flush()
    stream.flush()


def _format_of(path: str, formats: tuple[Format, ...]) -> Format:
    """The format that the file's ending stands for; the table for a device or a pipe, whose name says nothing."""
    if not path or os.path.isdir(path) or is_written_directly(path):
        check_replaceable(path, "table")
        return "table"
    for ending, format in _BY_ENDING.items():
        if path.lower().endswith(ending) and format in formats:
            return format
    known = ", ".join(ending for ending, format in _BY_ENDING.items() if format in formats)
    raise UsageError(
        f"the ending of {quoted(path)} says no format",
        hint=f"let it end in {known}, or add --format",
    )


def _pass_on(warning: warnings.WarningMessage) -> None:
    """Tell the user what a renderer warned of; other warnings go where they would have gone."""
    from schneider_league.cli.failure import warn

    if warning.category.__name__ == "LettersMissing":
        warn(
            f"no font of this machine has these letters, they are empty boxes in the PDF: {warning.message}",
            "install a font that has them, such as Noto, or take --format html",
        )
    else:
        warnings.warn_explicit(warning.message, warning.category, warning.filename, warning.lineno)
