"""The deal record as text (`.sdr`): `parse_sdr` and `format_sdr` are inverses on canonical records."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from typing import Final

from schneider_league.errors import Code, Where
from schneider_league.records.model import KNOWN_TAGS, TAGS, Fault, PlainMoves, Record, Token
from schneider_league.records.reading import MAX_LINE, MAX_RECORD, Chunk
from schneider_league.records.words import ANNOUNCEMENT_WORDS, CARD_WORDS, MAX_ANNOUNCEMENTS, MoveReader

WIDTH: Final = 80
"""Moves are wrapped between tokens at this many columns."""

_TAG = re.compile(r'\s*\[\s*(\w+)\s+"((?:[^"\\]|\\.)*)"\s*\]\s*')
_PLAIN_TAG = re.compile(r'^\[(\w+) "([^"\\\n]*)"\]$', re.MULTILINE)
_KNOWN_NAMES: Final = frozenset(TAGS)
_TAG_NAME = re.compile(r"\s*\[\s*(\w+)")
_TOKEN = re.compile(r"(?m:^(?P<aside>[;%].*)$)|(?P<comment>\{[^}]*\})|(?P<open>\{)|(?P<word>[^\s{}]+|\})")
_ESCAPE = re.compile(r'\\(["\\])')
_ANNOUNCED: Final = frozenset(ANNOUNCEMENT_WORDS)
_NUMBERS: Final = [f"{number}." for number in range(1, 65)]


def parse_sdr(chunk: Chunk, file: str | None = None) -> Record:
    """Read one record; what cannot be read is among its `faults`.

    Args:
        chunk: The record's text.
        file: The file's name, for the places of faults.
    """
    text = chunk.text.replace("\r\n", "\n") if "\r" in chunk.text else chunk.text
    head, _, rest = text.partition("\n\n")
    tags = _PLAIN_TAG.findall(head)
    if len(tags) == head.count("\n") + 1 and _KNOWN_NAMES.issuperset([name for name, _value in tags]):
        # Nothing but plain tags of known names, then moves, as in most records.
        record = Record(tags, line=chunk.line, text=text, tag_lines=range(chunk.line, chunk.line + len(tags)))
        if rest and "\n[" not in rest and rest[0] not in "[\n":
            _read_moves(record, rest, chunk.line + len(tags) + 1, file)
            rest = ""
        if not rest:
            _note_damage(record, chunk, file)
            return record
    record = Record([], line=chunk.line, text=text)
    tag_lines: list[int] = []
    lines = text.split("\n")
    moves_from = len(lines)
    for index, line in enumerate(lines):
        if match := _TAG.fullmatch(line):
            name, value = match.groups()
            record.tags.append((KNOWN_TAGS.get(name.lower(), name), _ESCAPE.sub(r"\1", value)))
            tag_lines.append(chunk.line + index)
        elif line.lstrip("\ufeff \t").startswith("["):
            _read_bad_tag(record, line.lstrip("\ufeff"), tag_lines, chunk.line + index, file)
        elif line.strip() and line[0] not in ";%":
            moves_from = index
            break
    record.tag_lines = tag_lines
    if moves_from < len(lines):
        _read_moves(record, "\n".join(lines[moves_from:]), chunk.line + moves_from, file)
    _note_damage(record, chunk, file)
    return record


def _read_bad_tag(record: Record, line: str, tag_lines: list[int], number: int, file: str | None) -> None:
    """A line that begins like a tag but is more or less than one: what can be read of it is."""
    end = first_end = 0
    while match := _TAG.match(line, end):
        name, value = match.groups()
        record.tags.append((KNOWN_TAGS.get(name.lower(), name), _ESCAPE.sub(r"\1", value)))
        tag_lines.append(number)
        if end == 0 and match.end() == len(line):
            return  # a tag behind a stray byte-order mark
        first_end = end or match.end()
        end = match.end()
    rest = line[end:]
    match = _TAG_NAME.match(rest)
    name = KNOWN_TAGS.get(match[1].lower(), match[1]) if match else ""
    if name:
        record.broken_tags.add(name)
    record.lossless = record.lossless and not rest
    if end:
        reason, column = "only one tag may stand on a line, and nothing behind it", first_end + 1
    elif '"' not in line:
        reason, column = "its value must stand in quotes", 1
    elif line.count('"') - line.count('\\"') < 2:
        reason, column = "its closing quote and bracket are missing", 1
    elif not line.rstrip().endswith("]"):
        reason, column = "its closing bracket is missing", 1
    else:
        reason, column = 'a quote within the value is written \\"', 1
    message = f'{reason}; a tag is written [{name or "Name"} "value"]'
    width = len(line) - column + 1
    record.faults.append(Fault(Code.SYNTAX, message, Where(file, number, column), excerpt=line, width=width))


def _read_moves(record: Record, text: str, line: int, file: str | None) -> None:
    """Read the moves of a record; `line` is their first line."""
    if "{" not in text and (plain := _plain_moves(text.upper().split())) is not None:
        record.plain = plain
        return
    reader = MoveReader(file)
    for kind, token in _tokens(text, line):
        if kind == "word":
            reader.read([token])
        elif kind == "comment":
            reader.add_comment(token.text[1:-1])
        else:
            message = "a comment begins here and never ends; close it with }"
            reader.faults.append(Fault(Code.SYNTAX, message, Where(file, token.line, token.column), width=1))
            record.lossless = False
            break
    reader.end()
    take_moves(record, reader)


def _plain_moves(words: list[str]) -> PlainMoves | None:
    """The tricks of moves in which all is as the program writes it, as in most records; None for any other."""
    announced: dict[int, tuple[str, ...]] = {}
    found = _ANNOUNCED.intersection(words)
    if found:
        places = sorted(_places(words, found))
        if len(places) > MAX_ANNOUNCEMENTS:
            return None
        for before, index in enumerate(places):
            trick, inside = divmod(index - before, 3)
            if inside or not trick:
                return None
            announced[trick - 1] = (*announced.get(trick - 1, ()), ANNOUNCEMENT_WORDS[words[index]])
        for index in reversed(places):
            del words[index]
    tricks, rest = divmod(len(words), 3)
    if rest or words[0::3] != _NUMBERS[:tricks]:
        return None
    leads, responses = words[1::3], words[2::3]
    if not CARD_WORDS.issuperset(leads) or not CARD_WORDS.issuperset(responses):
        return None
    return PlainMoves(leads, responses, announced)


def _places(words: list[str], found: Iterable[str]) -> Iterator[int]:
    """Where the words that were found stand."""
    for word in found:
        place = -1
        for _ in range(min(words.count(word), MAX_ANNOUNCEMENTS + 1)):
            place = words.index(word, place + 1)
            yield place


def _tokens(text: str, line: int) -> Iterator[tuple[str, Token]]:
    """Words, comments and comments that are never closed, in a text whose first line is `line`."""
    line_start = 0
    for match in _TOKEN.finditer(text):
        start = match.start()
        newlines = text.count("\n", line_start, start)
        if newlines:
            line += newlines
            line_start = text.rindex("\n", line_start, start) + 1
        if match.lastgroup != "aside":
            yield match.lastgroup or "", Token(match[0], line, start - line_start + 1)


def iterate_words(text: str, line: int) -> Iterator[Token]:
    """The words among the moves of a record's text without trick numbers, with their places."""
    lines = text.split("\n")
    skipped = 0
    while skipped < len(lines) and (
        lines[skipped][:1] in ("", ";", "%") or lines[skipped].lstrip("\ufeff \t\r")[:1] in ("[", "")
    ):
        skipped += 1
    for kind, token in _tokens("\n".join(lines[skipped:]), line + skipped):
        if kind == "open":
            return
        if kind == "word":
            word = token.text.lstrip("0123456789")
            if word.startswith("."):
                cut = len(token.text) - len(word) + 1
                token = Token(word[1:], token.line, token.column + cut)
            if token.text:
                yield token


def take_moves(record: Record, reader: MoveReader) -> None:
    """Put what a reader of moves has read into the record."""
    record.moves = reader.moves
    record.opening = tuple(reader.opening)
    record.comment = reader.comment
    record.readable = reader.readable
    record.lossless = record.lossless and reader.readable and reader.lossless
    record.faults += reader.faults


def _note_damage(record: Record, chunk: Chunk, file: str | None) -> None:
    """Faults of the text as such."""
    if chunk.overlong is not None:
        limit = f"{MAX_LINE // 1024} KiB a line, {MAX_RECORD // 1024} KiB a record"
        message = f"this is too long to be a deal record ({limit} are read); the rest is skipped"
        record.faults.append(Fault(Code.SYNTAX, message, Where(file, chunk.overlong)))
        record.lossless = False
    if chunk.undecodable is not None:
        message = "bytes here are not UTF-8; save the file as UTF-8 (was it Windows-1250 or -1252?)"
        record.faults.append(Fault(Code.SYNTAX, message, Where(file, chunk.undecodable)))
        record.lossless = False
    if "\0" in chunk.text:
        line = chunk.line + chunk.text.count("\n", 0, chunk.text.index("\0"))
        record.faults.append(Fault(Code.SYNTAX, "a NUL character stands here; remove it", Where(file, line)))
        record.lossless = False


def format_sdr(record: Record) -> str:
    """The record as text, ending with a line end; tags in the order in which the record has them."""
    lines = [f"[{name} {_quoted(value)}]\n" for name, value in record.tags]
    tokens = list(_move_tokens(record))
    if tokens:
        lines += ["\n", _wrapped(tokens), "\n"]
    return "".join(lines)


def _quoted(value: str) -> str:
    escaped = value.replace("\\", "\\\\").replace('"', '\\"')
    return f'"{escaped}"'


def _move_tokens(record: Record) -> Iterator[str]:
    if record.comment is not None:
        yield f"{{{record.comment}}}"
    yield from record.opening
    for number, move in enumerate(record.moves, 1):
        yield f"{number if move.number is None else move.number}."
        yield move.lead
        yield from move.lead_after
        if move.lead_comment is not None:
            yield f"{{{move.lead_comment}}}"
        if move.response is not None:
            yield move.response
        yield from move.after
        if move.comment is not None:
            yield f"{{{move.comment}}}"


def _wrapped(tokens: list[str]) -> str:
    """Tokens with blanks between them, wrapped; a comment is one token and keeps its own line ends."""
    pieces: list[str] = []
    column = 0
    for token in tokens:
        head, _, tail = token.partition("\n")
        if column and column + 1 + len(head) > WIDTH:
            pieces.append("\n")
            column = 0
        elif column:
            pieces.append(" ")
            column += 1
        pieces.append(token)
        column = len(token) - token.rindex("\n") - 1 if tail or token.endswith("\n") else column + len(token)
    return "".join(pieces)
