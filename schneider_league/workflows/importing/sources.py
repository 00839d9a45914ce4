"""The files of an import: what each is, and what it states."""

from __future__ import annotations

import codecs
import hashlib
import io
import re
from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import date
from typing import Final, Literal

from schneider_league.errors import Code, InputError, Problem, Where
from schneider_league.records.check_file import RulesBook
from schneider_league.records.score_sheet import read_score_sheet
from schneider_league.records.sheet_columns import DEALER, ScoreSheet
from schneider_league.records.stated import StatedSession
from schneider_league.records.stated_records import read_stated_records
from schneider_league.workflows.files import STANDARD_INPUT, open_input

SourceKind = Literal["csv", "sdr", "jsonl", "league"]

_LEAGUE: Final = re.compile(rb'\s*\{\s*"schema"\s*:\s*"league/')
_RECORD: Final = re.compile(rb'\s*(?:[;%][^\n]*\n\s*)*\[\s*\w+\s+"')


@dataclass(slots=True)
class Source:
    """One file of an import."""

    name: str
    """As the user named it."""
    kind: SourceKind
    content: bytes = field(repr=False)
    sessions: list[StatedSession] = field(default_factory=list)
    problems: list[Problem] = field(default_factory=list)
    """What stands against it, whatever the ledger holds."""
    sheet: ScoreSheet | None = None
    """For a score sheet what was read of it."""

    @property
    def sha256(self) -> str:
        """Of its bytes."""
        return hashlib.sha256(self.content).hexdigest()

    @property
    def where(self) -> Where:
        """The file as a place."""
        return Where(self.name)

    def problem(self, line: int, code: Code, message: str, column: int = DEALER) -> Problem:
        """A fault of the deal on this line; `column` says which cell of a sheet is at fault."""
        if self.sheet is not None:
            return self.sheet.problem(line, column, code, message)
        return Problem(code, Where(self.name, line), message)


def read_sources(files: Sequence[str]) -> list[Source]:
    """The files' bytes, and what kind each is.

    Raises:
        NotFoundError: there is no such file.
        UsageError: one is a folder.
    """
    sources: list[Source] = []
    for file in files:
        with open_input(file) as stream:
            content = stream.read()
        sources.append(Source(file, _kind_of(file, content), content))
    return sources


def _kind_of(file: str, content: bytes) -> SourceKind:
    """What a file is: by what stands in it, and where that does not tell, by its name."""
    head = content[: 64 * 1024].removeprefix(codecs.BOM_UTF8)
    if _LEAGUE.match(head):
        return "league"
    if head.lstrip().startswith((b'{"', b'{ "', b"{}")):
        return "jsonl"
    if _RECORD.match(head):
        return "sdr"
    lower = file.lower()
    if lower.endswith(".jsonl"):
        return "jsonl"
    return "sdr" if lower.endswith(".sdr") else "csv"


def parse_sources(sources: Sequence[Source], rules: RulesBook, default_date: date | None) -> None:
    """Read what each file states; a file of which nothing can be read has that as its one problem."""
    for index, source in enumerate(sources):
        if not source.content.strip(b"\r\n \t" + codecs.BOM_UTF8):
            continue
        try:
            _parse(source, rules, default_date)
        except InputError as error:
            message = f"{error.message}; {error.hint}" if error.hint else error.message
            source.problems.append(Problem(Code.SYNTAX, error.where or source.where, message))
        for session in source.sessions:
            session.file = index


def _parse(source: Source, rules: RulesBook, default_date: date | None) -> None:
    if source.kind == "csv":
        sheet = read_score_sheet(source.content, source.name, rules, default_date=default_date)
        source.sheet, source.sessions = sheet, sheet.sessions
        source.problems += sheet.problems
    elif source.kind != "league":
        found = read_stated_records(io.BytesIO(source.content), source.name, rules, default_date=default_date)
        source.sessions = found.sessions
        source.problems += found.problems


def shown_name(source: Source) -> str:
    """A file's name as it is kept with its batch: without the folders of whoever imported it."""
    return "standard input" if source.name == STANDARD_INPUT else re.split(r"[/\\]", source.name)[-1]
