"""Bytes that a program writes, as lines; what is no line of the protocol is a fault and not an exception."""

from __future__ import annotations

from enum import Enum
from typing import Final

LIMIT: Final = 4096
"""The longest line in bytes, its end included."""

_MARK: Final = "\ufeff"


class Fault(Enum):
    """What is wrong with a line; the value says it in words."""

    TOO_LONG = f"a line of more than {LIMIT} bytes"
    NOT_UTF8 = "a line with bytes that are not UTF-8"
    NUL = "a line with a NUL byte"


class LineReader:
    """Takes bytes as they come and gives lines, without their ends and a byte-order mark.

    A line that is too long is told as soon as that is known; the rest of it is dropped as it comes, so that no more
    than a line and what was fed last is ever held.
    """

    __slots__ = ("_at", "_buffer", "_dropping")

    def __init__(self) -> None:
        self._buffer = bytearray()
        self._at = 0
        self._dropping = False

    def feed(self, chunk: bytes) -> None:
        """Bytes that came."""
        if self._at:
            del self._buffer[: self._at]
            self._at = 0
        self._buffer += chunk

    @property
    def unfinished(self) -> int:
        """How many bytes are held that were not given as a line."""
        return len(self._buffer) - self._at

    def describe_unfinished(self) -> str:
        """What is held and has no end yet, in words."""
        raw = bytes(self._buffer[self._at :])
        try:
            text = raw.decode()
        except UnicodeDecodeError:
            return f"{len(raw)} bytes that are not UTF-8"
        return f"{len(raw)} bytes without a line's end: '{text[:100]}'"

    def next(self) -> str | Fault | None:
        """The next line, what is wrong with it, or None where there is no whole line."""
        buffer, start = self._buffer, self._at
        end = buffer.find(b"\n", start)
        if self._dropping:
            if end < 0:
                self._at = len(buffer)
                return None
            self._dropping = False
            self._at = start = end + 1
            end = buffer.find(b"\n", start)
        if end < 0:
            if len(buffer) - start < LIMIT:
                return None
            self._dropping = True
            self._at = len(buffer)
            return Fault.TOO_LONG
        self._at = end + 1
        if end - start >= LIMIT:
            return Fault.TOO_LONG
        raw = buffer[start:end]
        if b"\0" in raw:
            return Fault.NUL
        try:
            line = raw.decode()
        except UnicodeDecodeError:
            return Fault.NOT_UTF8
        return line.removesuffix("\r").removeprefix(_MARK)
