"""Files of any size into the texts of records, line by line and within bounds."""

from __future__ import annotations

import io
import re
from collections.abc import Iterable, Iterator
from itertools import chain
from typing import BinaryIO, Final, NamedTuple

from schneider_league.errors import UnreadableError, Where

MAX_LINE: Final = 64 * 1024
"""The longest line that is read, in bytes; a full record has about 500."""
MAX_RECORD: Final = 256 * 1024
"""The longest record that is read, in bytes."""

_BLOCK: Final = 256 * 1024

BOM: Final = b"\xef\xbb\xbf"
_SPREAD_JSON = re.compile(rb'\[\s*(\{\s*"|\])|\{\s*\n\s*"')
_TAG_LINE = re.compile(rb'\s*\[\s*\w+\s+".*"\s*\]\s*$')


class Chunk(NamedTuple):
    """The text of one record."""

    text: str
    line: int
    """Where it begins, from 1."""
    overlong: int | None
    """A line that was too long to be read, or at which the record became too long; None."""
    undecodable: int | None
    """The first line with bytes that are not UTF-8; they are replaced in the text."""


def open_source(stream: BinaryIO, name: str) -> tuple[BinaryIO, bool]:
    """The stream behind its byte-order mark, and whether it holds JSON lines.

    Raises:
        UnreadableError: the text is UTF-16, its lines end in lone carriage returns, or it is JSON over several
            lines.
    """
    buffered = stream if isinstance(stream, io.BufferedReader) else io.BufferedReader(stream)  # type: ignore[type-var]
    head = buffered.peek(4096)[:4096]
    halves = (head[0::2].count(0), head[1::2].count(0))
    if head.startswith((b"\xff\xfe", b"\xfe\xff")) or max(halves) > max(8, len(head) // 4):
        raise UnreadableError(
            "this is UTF-16, not UTF-8",
            where=Where(name),
            hint="save the file as UTF-8 (in a spreadsheet or editor: 'Encoding: UTF-8')",
        )
    if b"\r" in head and b"\n" not in head and b"\r" in head.rstrip():
        raise UnreadableError(
            "the lines of this file end in lone carriage returns, as on old Macs",
            where=Where(name),
            hint="save the file with Unix (LF) or Windows (CRLF) line ends",
        )
    if head.startswith(BOM):
        buffered.read(len(BOM))
        head = head[len(BOM) :]
    start = head.lstrip()
    if _SPREAD_JSON.match(start):
        raise UnreadableError(
            "this JSON is a list, or spread over several lines; each deal record is one object on one line",
            where=Where(name),
            hint="jq -c '.[]' (or jq -c .) writes it so",
        )
    return buffered, start.startswith((b'{"', b'{ "', b"{}"))


def read_lines(stream: BinaryIO, limit: int = MAX_LINE) -> Iterator[tuple[bytes, bool]]:
    """The lines of a stream with their ends; True with one of which only the beginning is given."""
    readline = stream.readline
    while line := readline(limit):
        if len(line) == limit and not line.endswith(b"\n"):
            rest = line
            while rest and not rest.endswith(b"\n"):
                rest = readline(limit)
            yield line[:200] + b"\n", True
        else:
            yield line, False


def read_chunks(stream: BinaryIO) -> Iterator[Chunk]:
    """The texts of a file's records; `split_lines` says where a record ends.

    As long as no comment, carriage return or overlong record has been met, records are cut out of large blocks
    at blank lines that a tag follows, which is what `split_lines` would come to, and faster.
    """
    rest = b""
    line = 1
    while block := stream.read(_BLOCK):
        text = rest + block
        if b"{" in block or b"\r" in block or len(rest) > MAX_RECORD:
            yield from split_lines(chain(read_lines(io.BytesIO(_to_line_end(text, stream))), read_lines(stream)), line)
            return
        *pieces, rest = text.split(b"\n\n[")
        if pieces:
            rest = b"[" + rest
        for index, piece in enumerate(pieces):
            yield from _cut_out(b"[" + piece if index else piece, line)
            line += piece.count(b"\n") + 2
    yield from _cut_out(rest, line)


def _cut_out(piece: bytes, line: int) -> Iterator[Chunk]:
    """The records in what stands between blank lines that tags follow: most often one."""
    head, _, moves = piece.partition(b"\n\n")
    is_head_of_tags = head.count(b"\n") == head.count(b"\n[")
    is_indented = b"\n " in piece or b"\n\t" in piece or BOM in piece
    if piece[:1] == b"[" and is_head_of_tags and b"\n[" not in moves and not is_indented and len(piece) < MAX_LINE:
        yield _chunk(piece, line, None)
    else:
        yield from split_lines(read_lines(io.BytesIO(piece)), line)


def _to_line_end(text: bytes, stream: BinaryIO) -> bytes:
    """The text with the rest of its last line, which is not kept further than lines are read."""
    wanted = MAX_LINE
    while not text.endswith(b"\n") and (more := stream.readline(MAX_LINE)):
        text += more if wanted > 0 else more[-1:]
        wanted -= len(more)
    return text


def split_lines(source: Iterable[tuple[bytes, bool]], first_number: int = 1) -> Iterator[Chunk]:
    """The texts of the records in these lines, the first of which has this number.

    A record ends where a tag follows moves, or at a blank line after tags that another tag follows. A comment
    that is not closed ends at the latest where a blank line and two tags in a row follow.
    """
    lines: list[bytes] = []
    first = size = 0
    has_tags = has_moves = blank = commenting = False
    overlong: int | None = None
    suspect: int | None = None  # where in `lines` a tag stands in a comment behind a blank line
    for number, (line, cut) in enumerate(source, first_number):
        start = line[:1]
        if commenting:
            is_tag = start == b"[" and _TAG_LINE.match(line) is not None
            if is_tag and suspect is not None:
                yield _chunk(b"".join(lines[:suspect]), first, overlong)
                lines, first = lines[suspect:], number - 1
                size = sum(map(len, lines))
                has_tags, has_moves, blank, commenting, overlong, suspect = True, False, False, False, None, None
            else:
                suspect = len(lines) if is_tag and blank else None
                blank = not line.strip()
                commenting = b"}" not in line or _is_open(line, inside=True)
        else:
            suspect = None
            if start in b" \t\r\xef":
                start = line.removeprefix(BOM).lstrip()[:1]
            if start == b"[":
                if has_moves or (blank and has_tags):
                    yield _chunk(b"".join(lines), first, overlong)
                    lines, size = [], 0
                    has_tags = has_moves = False
                    overlong = None
                has_tags, blank = True, False
            elif start in (b"", b"\n"):
                blank = True
            elif not (start in b";%" and line[:1] == start):
                has_moves, blank = True, False
                commenting = b"{" in line and _is_open(line, inside=False)
        if not lines:
            if not (has_tags or has_moves):
                continue
            first = number
        size += len(line)
        if size > MAX_RECORD:
            overlong = overlong or number
            continue
        if cut:
            overlong = overlong or number
        lines.append(line)
    if lines:
        yield _chunk(b"".join(lines), first, overlong)


def _is_open(line: bytes, *, inside: bool) -> bool:
    """Whether a comment is open at the end of a line, given whether one was at its start."""
    for byte in re.findall(rb"[{}]", line):
        inside = byte == b"{" or (inside and byte != b"}")
    return inside


def _chunk(whole: bytes, first: int, overlong: int | None) -> Chunk:
    undecodable = None
    try:
        text = whole.decode()
    except UnicodeDecodeError as error:
        undecodable = first + whole.count(b"\n", 0, error.start)
        text = whole.decode(errors="replace")
    return Chunk(text.rstrip(), first, overlong, undecodable)
