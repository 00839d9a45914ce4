"""Cutting a file into the texts of records: where one ends, what is too long, and that the fast way is the slow one."""

from __future__ import annotations

import io
import tracemalloc
from collections.abc import Iterator

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from schneider_league.errors import UnreadableError
from schneider_league.records import reading
from schneider_league.records.reading import (
    MAX_LINE,
    MAX_RECORD,
    Chunk,
    open_source,
    read_chunks,
    read_lines,
    split_lines,
)


def slow(text: bytes) -> list[Chunk]:
    return list(split_lines(read_lines(io.BytesIO(text))))


def texts(text: bytes) -> list[tuple[int, str]]:
    return [(chunk.line, chunk.text) for chunk in read_chunks(io.BytesIO(text))]


T, U = b'[Dealer "B"]', b'[Event "x [y] {z}"]'
M = b"1. AS KS"


# The file's lines, and the first line and number of lines of each record.
@pytest.mark.parametrize(
    ("lines", "records"),
    [
        ([], []),
        ([b"", b"", b" \t"], []),
        ([T], [(1, 1)]),
        ([T, U, b"", M], [(1, 4)]),
        # a record ends where a tag follows moves
        ([T, b"", M, T, b"", M], [(1, 3), (4, 3)]),
        ([T, M, T, M], [(1, 2), (3, 2)]),
        # a record without moves ends at a blank line that another tag follows
        ([T, b"", U, b"", b"", T], [(1, 1), (3, 1), (6, 1)]),
        ([T, b" ", U], [(1, 1), (3, 1)]),
        # no blank line is needed, and some do not matter
        ([b"", b"", T, b"", b"", M, b"", M, b"", T], [(3, 6), (10, 1)]),
        ([T, b"", b"", M], [(1, 4)]),
        # moves without tags are a record
        ([M, b"", T], [(1, 1), (3, 1)]),
        # comment lines are neither tags nor moves, wherever they stand
        ([b"; first", T, b"% [x]", b"", M], [(2, 4)]),
        ([T, b"; x", b"", b"; y", U], [(1, 4), (5, 1)]),
        ([T, b"", M, b"; x", T], [(1, 4), (5, 1)]),
        # only at the start of a line
        ([T, b" ; no comment", T], [(1, 2), (3, 1)]),
        # tags may be indented
        ([b"  " + T, b"\t" + U, b"", M, b" " + T], [(1, 4), (5, 1)]),
        # a comment holds anything that looks like a tag, …
        ([T, b"", M + b" {a", T, b"b} 2. KH KD", T], [(1, 5), (6, 1)]),
        ([T, b"", M + b" {a", b"", T, b"b} 2. KH KD", T], [(1, 6), (7, 1)]),
        ([T, b"", b"{" + T, T + b"}", M, T], [(1, 5), (6, 1)]),
        ([T, b"", M + b" {a} {b", T, b"} {", b"", T, b"}", T], [(1, 8), (9, 1)]),
        ([T, b"", M + b" {a} {b}", T, b"", M], [(1, 3), (4, 3)]),
        # … but one that is not closed ends where a blank line and two tags follow
        ([T, b"", M + b" {a", b"", T, U, b"", M], [(1, 4), (5, 4)]),
        ([T, b"", M + b" {a", T, U, b"", M], [(1, 7)]),
        ([T, b"", M + b" {a", b"", T, b"", U, M + b"}"], [(1, 8)]),
    ],
)
@pytest.mark.parametrize("end", [b"\n", b"\r\n"])
def test_where_records_end(lines: list[bytes], records: list[tuple[int, int]], end: bytes) -> None:
    found = texts(end.join(lines) + end)
    expected = [(first, end.join(lines[first - 1 : first - 1 + count]).decode().rstrip()) for first, count in records]
    assert found == expected
    assert texts(end.join(lines)) == expected  # the last line without its end


PIECES = [
    T,
    U,
    M,
    b"",
    b"",
    b"",
    b" ",
    b"\t",
    b"; aside",
    b'% [Event "x"]',
    b" ; no aside",
    b"{a comment}",
    b"{begins",
    b"ends}",
    b"} {",
    b'[Broken "x',
    b"[",
    b"]",
    b"\xef\xbb\xbf" + T,
    b" " + T,
    b'[Site "\xfc"]',
    b"\xff\xfe",
    b"\0",
    T + b" " + U,
    b"AS KS [",
    b"-" * 40,
    b"\r",
    b"x\ry",
]


@given(
    st.lists(st.tuples(st.sampled_from(PIECES), st.sampled_from([b"\n"] * 8 + [b"\r\n"])), max_size=25),
    st.sampled_from([b"", b"\xef\xbb\xbf", T]),
    st.sampled_from([1, 2, 7, 16, 33, 100, reading._BLOCK]),
    st.sets(st.sampled_from(["{", "\r", ";", "\xef"])),
)
@settings(max_examples=400)
def test_blocks_give_what_lines_give(
    parts: list[tuple[bytes, bytes]], begin: bytes, block: int, without: set[str]
) -> None:
    """The fast way over blocks, for blocks of several sizes, and files with and without what makes it give up."""
    kept = [line + end for line, end in parts if not any(mark.encode("latin-1") in line + end for mark in without)]
    text = begin + b"".join(kept)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(reading, "_BLOCK", block)
        assert list(read_chunks(io.BytesIO(text))) == slow(text)


@given(
    st.lists(st.sampled_from([T, M, b"", b"", b"-" * 30, b"{", b"}", b" " + T]), max_size=40),
    st.sampled_from([1, 9, 64]),
)
@settings(max_examples=300)
@example([T, b"", b"-" * 30, b"-" * 30, b"-" * 30, T], 9)
def test_blocks_give_what_lines_give_within_bounds(parts: list[bytes], block: int) -> None:
    """The same where lines and records are too long."""
    text = b"\n".join(parts)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(reading, "_BLOCK", block)
        patch.setattr(reading, "MAX_LINE", 20)
        patch.setattr(reading, "read_lines", lambda stream, limit=20: read_lines(stream, limit))
        patch.setattr(reading, "MAX_RECORD", 64)
        expected = list(split_lines(read_lines(io.BytesIO(text), 20)))
        found = list(read_chunks(io.BytesIO(text)))
    assert [(c.line, c.overlong is not None, c.undecodable) for c in found] == [
        (c.line, c.overlong is not None, c.undecodable) for c in expected
    ]


# --- what is too long, and what is not UTF-8 ---


@pytest.mark.parametrize(
    ("text", "overlong"),
    [
        (T + b"\n\n" + b"x" * (MAX_LINE - 2), None),
        (T + b"\n\n" + b"x" * (MAX_LINE - 2) + b"\n", None),
        (T + b"\n\n" + b"x" * MAX_LINE, 3),
        (T + b"\n\n" + b"x" * MAX_LINE + b"\n", 3),
        (T + b"\n\n{" + b"x" * MAX_LINE + b"}\n", 3),
        (b"x" * (3 * MAX_LINE) + b"\n" + T, 1),
        (T + b"\n\n" + (b"x" * 1000 + b"\n") * 200, None),
        (T + b"\n\n" + (b"x" * 1000 + b"\n") * 300, 264),
        (T + b"\n\n{" + (b"x" * 1000 + b"\n") * 300 + b"}", 264),
    ],
)
def test_what_is_too_long(text: bytes, overlong: int | None) -> None:
    chunks = list(read_chunks(io.BytesIO(text)))
    assert chunks[0].overlong == overlong
    assert len(chunks[0].text.encode()) <= MAX_RECORD
    # What follows is read.
    assert len(list(read_chunks(io.BytesIO(text + b"\n\n" + T + b"\n" + U + b"\n\n" + M)))) == len(chunks) + 1


@pytest.mark.parametrize(
    ("text", "line"),
    [(T + b"\n\n" + M + b"\n" + b"{\xfc}", 4), (b'[Event "\xfc"]\n' + T, 1), (T + b"\n" + "ü".encode(), None)],
)
def test_what_is_not_utf8(text: bytes, line: int | None) -> None:
    (chunk,) = read_chunks(io.BytesIO(text))
    assert chunk.undecodable == line


@pytest.mark.parametrize(
    ("line", "cut"),
    [(b"x" * 9, False), (b"x" * 9 + b"\n", False), (b"x" * 10, True), (b"x" * 25 + b"\n", True), (b"x" * 30, True)],
)
def test_read_lines(line: bytes, cut: bool) -> None:
    first, *rest = read_lines(io.BytesIO(line + (b"" if line.endswith(b"\n") else b"\n") + b"next"), 10)
    assert rest == [(b"next", False)]
    assert first[1] is cut
    assert first[0].startswith(line[:9])
    assert first[0].endswith(b"\n")


# --- what a file holds ---


@pytest.mark.parametrize(
    ("begin", "is_json"),
    [
        (b'{"tags": {}}', True),
        (b'\n\n  {"tags": {}}', True),
        (b'{ "tags": {}}', True),
        (b"{}", True),
        (b"\xef\xbb\xbf{}", True),
        (b"{a comment}", False),
        (b"[[]]", False),
        (b'[Event "x"]', False),
        (b"", False),
    ],
)
def test_text_or_json(begin: bytes, is_json: bool) -> None:
    source, found = open_source(io.BytesIO(begin), "t")
    assert found is is_json
    assert source.read() == begin.removeprefix(b"\xef\xbb\xbf")


@pytest.mark.parametrize("encoding", ["utf-16", "utf-16-le", "utf-16-be", "utf-32"])
def test_utf16_is_refused(encoding: str) -> None:
    mark = {"utf-16-le": b"\xff\xfe", "utf-16-be": b"\xfe\xff"}.get(encoding, b"")
    with pytest.raises(UnreadableError) as caught:
        open_source(io.BytesIO(mark + '[Event "x"]\n'.encode(encoding)), "night.sdr")
    assert caught.value.message == "this is UTF-16, not UTF-8"
    assert str(caught.value.where) == "night.sdr"


# --- how much is kept in memory ---


class Endless(io.RawIOBase):
    """A stream of so many bytes, made when they are read."""

    def __init__(self, begin: bytes, repeated: bytes, size: int, end: bytes = b"") -> None:
        self._parts = self._make(begin, repeated, size, end)
        self._rest = b""

    @staticmethod
    def _make(begin: bytes, repeated: bytes, size: int, end: bytes) -> Iterator[bytes]:
        yield begin
        whole = repeated * (65536 // len(repeated))
        for _ in range(size // len(whole)):
            yield whole
        yield end

    def readable(self) -> bool:
        return True

    def readinto(self, buffer: memoryview) -> int:  # type: ignore[override]
        while not self._rest:
            part = next(self._parts, None)
            if part is None:
                return 0
            self._rest = part
        count = min(len(buffer), len(self._rest))
        buffer[:count] = self._rest[:count]
        self._rest = self._rest[count:]
        return count


MEGABYTE = 1 << 20


@pytest.mark.parametrize(
    ("begin", "repeated", "end"),
    [
        (b"", b"x", b""),
        (T + b"\n\n", b"x", b"\n" + T),
        (T + b"\n\n{", b"x", b"}"),
        (b'[Event "', b"x", b""),
        (T + b"\n\n{", b"{", b""),
        (b"", b"\r", b""),
    ],
)
def test_memory_is_bounded_in_a_line_of_100_megabytes(begin: bytes, repeated: bytes, end: bytes) -> None:
    stream, _is_json = open_source(Endless(begin, repeated, 100 * MEGABYTE, end), "t")  # type: ignore[arg-type]
    tracemalloc.start()
    try:
        kept = max((len(chunk.text) for chunk in read_chunks(stream)), default=0)
        _now, peak = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    assert peak < 4 * MEGABYTE
    assert kept < 2 * MAX_LINE


@pytest.mark.parametrize(
    ("begin", "repeated", "end", "records"),
    [
        (T + b"\n\n", b"AS KS\n", b"", 1),
        (T + b"\n\n{", b"AS KS\n", b"}", 1),
        (T + b"\n\n", b"a [\n\n", b"", 1),
        (T + b"\n", b"\n", T, 2),
        (T + b"\n{", b" \n", T, 1),
        (T + b"\n", b"; aside\n", b"", 1),
    ],
)
def test_a_record_of_many_lines_is_kept_up_to_a_limit(begin: bytes, repeated: bytes, end: bytes, records: int) -> None:
    stream, _is_json = open_source(Endless(begin, repeated, MEGABYTE, end), "t")  # type: ignore[arg-type]
    chunks = list(read_chunks(stream))
    assert len(chunks) == records
    assert max(len(chunk.text) for chunk in chunks) <= MAX_RECORD
