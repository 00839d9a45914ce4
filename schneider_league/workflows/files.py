"""Opening what a user names."""

from __future__ import annotations

import errno
import io
import os
import stat
import sys
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from typing import BinaryIO

from schneider_league.errors import MachineError, NotFoundError, UsageError

STANDARD_INPUT = "-"

OnProgress = Callable[[int, int | None], None]
"""Called with the bytes that are done and with those in all, None where that is not known."""


@contextmanager
def open_input(file: str) -> Iterator[BinaryIO]:
    """A file to read, or standard input for `-`.

    Raises:
        NotFoundError: there is no such file.
        UsageError: it is a folder, or the name is empty.
        MachineError: standard input is closed or fails.
        OSError: anything else that the system refuses, with the file's name.
    """
    if not file:
        raise UsageError("no file was named: a name is empty", hint="name a file, or - for standard input")
    if file == STANDARD_INPUT:
        try:
            yield sys.stdin.buffer
        except OSError as error:
            reason = "it is closed" if error.errno == errno.EBADF else os.strerror(error.errno or 0).lower()
            raise MachineError(f"standard input cannot be read: {reason}") from None
        return
    try:
        stream = open(file, "rb")  # noqa: SIM115
    except FileNotFoundError:
        raise NotFoundError(f"there is no file '{file}'") from None
    except IsADirectoryError:
        raise UsageError(f"'{file}' is a folder, not a file", hint="name the files in it") from None
    with stream:
        try:
            yield stream
        except OSError as error:
            error.filename = error.filename or file
            raise


def check_names(files: Iterable[str]) -> None:
    """Raise UsageError where more than one of the files to read is standard input."""
    if list(files).count(STANDARD_INPUT) > 1:
        raise UsageError("standard input is named twice", hint="it can be read only once: leave one - out")


def check_there(files: Iterable[str]) -> None:
    """Raise what `open_input` would raise of the first of these files. Pipes, which can be opened once, are not."""
    for file in files:
        if not (file and os.path.exists(file) and stat.S_ISFIFO(os.stat(file).st_mode)):
            with open_input(file):
                pass


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
            found = os.stat(file)
        except OSError:
            return None
        if not stat.S_ISREG(found.st_mode):
            return None
        total += found.st_size
    return total
