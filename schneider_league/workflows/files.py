"""Opening what a user names."""

from __future__ import annotations

import io
import os
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import BinaryIO

from schneider_league.errors import NotFoundError, UsageError

STANDARD_INPUT = "-"

OnProgress = Callable[[int, int | None], None]
"""Called with the bytes that are done and with those in all, None where that is not known."""


@contextmanager
def open_input(file: str) -> Iterator[BinaryIO]:
    """A file to read, or standard input for `-`.

    Raises:
        NotFoundError: there is no such file.
        UsageError: it is a folder.
    """
    if file == STANDARD_INPUT:
        yield sys.stdin.buffer
        return
    try:
        stream = Path(file).open("rb")  # noqa: SIM115
    except FileNotFoundError:
        raise NotFoundError(f"there is no file '{file}'") from None
    except IsADirectoryError:
        raise UsageError(f"'{file}' is a folder, not a file", hint=f"name the files in it: {file}/*.sdr") from None
    with stream:
        yield stream


class Counted(io.RawIOBase):
    """A stream that tells how far it has been read."""

    def __init__(self, stream: BinaryIO, on_read: Callable[[int], None]) -> None:
        self._stream = stream
        self._on_read = on_read

    def readable(self) -> bool:
        """Always."""
        return True

    def readinto(self, buffer: memoryview) -> int:  # type: ignore[override]
        """Read what is there, and report how much."""
        read1 = getattr(self._stream, "read1", self._stream.read)
        piece = read1(len(buffer))
        buffer[: len(piece)] = piece
        self._on_read(len(piece))
        return len(piece)


def size_of(files: list[str]) -> int | None:
    """The bytes of all files together; None where that is not known."""
    total = 0
    for file in files:
        if file == STANDARD_INPUT:
            return None
        try:
            total += os.stat(file).st_size
        except OSError:
            return None
    return total
