"""A score sheet's bytes into rows of cells, each with its place: encodings, delimiters, quotes."""

from __future__ import annotations

import codecs
import csv
import io
import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any, Final, Literal

from schneider_league.errors import UnreadableError, Where

Encoding = Literal["UTF-8", "Windows-1250", "Windows-1252"]
_CODECS: Final[dict[Encoding, str]] = {"UTF-8": "utf-8", "Windows-1250": "cp1250", "Windows-1252": "cp1252"}

DELIMITERS: Final = (",", ";", "\t")
MAX_CELL: Final = 64 * 1024
"""The longest cell that is read, in characters: more comes of a quote that is never closed."""

_VOWELS: Final = frozenset("aeiouyáéíóúýäöüěůâîëôàèìòùêïûøåæãõăőűąę")
_UTF16: Final = (codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)
_UTF16_HINT: Final = "save it as UTF-8 (in a spreadsheet: 'CSV UTF-8', or 'Character set: Unicode (UTF-8)')"
_HIGH: Final = re.compile(r"[\x80-\xff]")


def decode_sheet(content: bytes, file: str) -> tuple[str, Encoding]:
    """The text of a sheet, and the encoding that its bytes were found to be in.

    Raises:
        UnreadableError: it is UTF-16 or UTF-32, or no text.
    """
    if content.startswith(_UTF16):
        raise UnreadableError("this is UTF-16, not UTF-8", where=Where(file), hint=_UTF16_HINT)
    content = content.removeprefix(codecs.BOM_UTF8)
    zero = content.find(b"\0")
    if zero >= 0:
        halves = (content[0:4096:2], content[1:4096:2])
        if min(half.count(b"\0") for half in halves) == 0 < max(half.count(b"\0") * 2 // len(half) for half in halves):
            raise UnreadableError("this is UTF-16, not UTF-8", where=Where(file), hint=_UTF16_HINT)
        where = Where(file, content.count(b"\n", 0, zero) + 1)
        raise UnreadableError("this is no text: a NUL character stands here", where=where, hint="export it as CSV")
    try:
        return content.decode("utf-8"), "UTF-8"
    except UnicodeDecodeError as error:
        encoding = guess_windows(content)
        if encoding is None:
            line = content.count(b"\n", 0, error.start) + 1
            raise UnreadableError(
                "bytes here are neither UTF-8 nor Windows-1250 or -1252",
                where=Where(file, line),
                hint="save it as UTF-8",
            ) from None
        return content.decode(_CODECS[encoding]), encoding


def guess_windows(content: bytes) -> Literal["Windows-1250", "Windows-1252"] | None:
    """Which of the two encodings bytes that are no UTF-8 are in, by what the letters between others would be.

    Most letters are the same in both: `Müller` and `Šárka` are read alike. Where they differ, what stands in a
    consonant's place is one (`Ji?í` is `Jiří`, not `Jiøí`), and so for vowels (`Bj?rn` is `Bjørn`). Without a
    sign for either it is Windows-1250. None where it is neither.
    """
    texts: list[str | None] = []
    for codec in ("cp1250", "cp1252"):
        try:
            texts.append(content.decode(codec))
        except UnicodeDecodeError:
            texts.append(None)
    central, western = texts
    if central is None or western is None:
        return "Windows-1250" if central is not None else "Windows-1252" if western is not None else None
    balance = 0
    for match in _HIGH.finditer(content.decode("latin-1")):
        place = match.start()
        here, there = central[place], western[place]
        if here != there:
            balance += _weigh(here, there, central[max(0, place - 1) : place], central[place + 1 : place + 2])
    return "Windows-1250" if balance >= 0 else "Windows-1252"


def _weigh(central: str, western: str, before: str, behind: str) -> int:
    """How much a byte between these letters speaks for Windows-1250 (above 0) or for Windows-1252 (below)."""
    if central.isalpha() != western.isalpha():
        in_word = before.isalpha() or behind.isalpha()
        return (3 if central.isalpha() else -3) * (1 if in_word else -1)
    first, second = central.lower(), western.lower()
    if not central.isalpha():
        return 0
    is_vowel, may_be_vowel = first in _VOWELS, second in _VOWELS
    if is_vowel == may_be_vowel:
        if second == "ñ":
            return -2 if behind.lower() in _VOWELS else 1
        if second == "ã":
            return -2 if behind.lower() in "oe" else 0
        return 2 if first in "ěůőű" else 0
    neighbours = [letter.lower() in _VOWELS for letter in (before, behind) if letter.isalpha()]
    wants_vowel = bool(neighbours) and not any(neighbours)
    wants_consonant = any(neighbours)
    if wants_vowel:
        return 2 if is_vowel else -2
    return (1 if is_vowel else 2) * (-1 if is_vowel else 1) if wants_consonant else 0


def choose_delimiter(header: str, is_known: Callable[[str], bool]) -> str:
    """The delimiter by which most of a header's names are known; the comma where none is."""

    def known(delimiter: str) -> int:
        try:
            (cells,) = csv.reader([header], delimiter=delimiter)
        except (csv.Error, ValueError):
            return 0
        return sum(map(is_known, cells))

    return max(DELIMITERS, key=known)


@dataclass(frozen=True)
class SheetText:
    """A sheet's text, cut into rows."""

    file: str
    text: str
    encoding: Encoding
    delimiter: str
    header: Sequence[str]
    """The cells of the first row that has any."""
    header_line: int

    def rows(self) -> Iterator[tuple[int, list[str]]]:
        """The rows below the header that have any content, each with the line on which it begins.

        Raises:
            UnreadableError: a quote is not closed, or stands in a cell that does not begin with one.
        """
        reader = self._reader()
        line = 1
        try:
            for cells in reader:
                if line > self.header_line and any(cells):
                    yield line, cells
                line = reader.line_num + 1
        except csv.Error as error:
            raise _broken(error, self.file, line) from None

    def _reader(self) -> Any:
        csv.field_size_limit(MAX_CELL)
        return csv.reader(io.StringIO(self.text, newline=""), delimiter=self.delimiter, strict=True)

    @cached_property
    def source_lines(self) -> list[str]:
        """The lines of the text."""
        return _split_lines(self.text)

    def find_cell(self, line: int, index: int) -> tuple[int, int, str, int]:
        """Where a cell stands: its line and column from 1, the text of that line, and the cell's width there.

        Args:
            line: The line on which the row begins.
            index: Which cell of the row, from 0.
        """
        lines = self.source_lines
        row, column, cell, is_quoted = line, 0, 0, False
        while row <= len(lines):
            text = lines[row - 1]
            while column < len(text):
                if cell == index and not is_quoted:
                    end = _end_of_cell(text, column, self.delimiter)
                    return row, column + 1, text, max(1, end - column)
                if text[column] == '"':
                    is_quoted = not is_quoted
                elif text[column] == self.delimiter and not is_quoted:
                    cell += 1
                column += 1
            if not is_quoted or row == len(lines):
                break
            row, column = row + 1, 0
        text = lines[row - 1] if row <= len(lines) else ""
        return row, len(text) + 1, text, 1


def _split_lines(text: str) -> list[str]:
    """The lines as a spreadsheet and `csv` count them: other separators of Unicode do not end one."""
    return re.split("\r\n|\n|\r", text)


def _end_of_cell(text: str, start: int, delimiter: str) -> int:
    if text[start : start + 1] == '"':
        match = re.compile(r'"(?:[^"]|"")*"?').match(text, start)
        return match.end() if match else len(text)
    end = text.find(delimiter, start)
    return len(text) if end < 0 else end


def _broken(error: csv.Error, file: str, line: int) -> UnreadableError:
    """What `csv` complains of, in words of a sheet."""
    if "field larger" in str(error):
        reason = f"a cell of more than {MAX_CELL // 1024} KiB begins in this row: is a quote not closed?"
    elif "unexpected end" in str(error):
        reason = "a quote is opened in this row and not closed to the end of the file"
    elif "expected after" in str(error):
        reason = "something stands behind a closing quote; a quote within a quoted cell is written twice"
    else:
        reason = f"this row cannot be read: {error}"
    return UnreadableError(reason, where=Where(file, line), hint="what follows was not read")


def read_sheet(content: bytes, file: str, is_known: Callable[[str], bool]) -> SheetText:
    """Read a sheet's text and find its header; `is_known` says whether a cell is the name of a column.

    Raises:
        UnreadableError: it is no text, or holds no row.
    """
    text, encoding = decode_sheet(content, file)
    # What spreadsheets write before the header to say how the cells are separated.
    lines = _split_lines(text[:MAX_CELL])
    line = next((number for number, each in enumerate(lines) if each.strip(" \t,;") and each[:4] != "sep="), None)
    if line is None:
        raise UnreadableError("this sheet is empty", where=Where(file), hint="its first row names the columns")
    delimiter = choose_delimiter(lines[line], is_known)
    sheet = SheetText(file, text, encoding, delimiter, (), line + 1)
    first = 1
    reader = sheet._reader()
    try:
        for cells in reader:
            if first == line + 1:
                return SheetText(file, text, encoding, delimiter, tuple(cells), line + 1)
            first = reader.line_num + 1
    except csv.Error as error:
        raise _broken(error, file, first) from None
    raise UnreadableError("this sheet is empty", where=Where(file), hint="its first row names the columns")
