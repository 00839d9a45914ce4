"""What a bot wrote beside the game: kept within bounds, in a file that several processes may write to."""

from __future__ import annotations

import os
import re
import time
from pathlib import Path
from typing import BinaryIO, Final

from schneider_league.errors import MachineError

try:
    import fcntl
except ImportError:  # a system without locks of files: there, one process writes
    fcntl = None  # type: ignore[assignment]

KEPT: Final = 64 * 1024
"""Bytes kept of the beginning, and of the end."""

_LEFT_OUT = re.compile(rb"\n\[\.\.\. ([0-9]{20}) bytes are left out here \.\.\.\]\n")
_FLUSH_AFTER = 0.2
"""Seconds for which something may wait in memory while more is written."""


def log_name(bot: str) -> str:
    """The name of a bot's log file: that of the bot, with `_` for what a file name had better not have."""
    return re.sub(r"[^\w#.,=+@-]", "_", bot).lstrip(".")[:100] + ".log"


class BotLog:
    """The first and the last 64 KiB of all that is ever written to a file, whichever processes write.

    A flood costs no more than memory for what is kept: what comes between two writes to the file is dropped from the
    middle before it gets there.
    """

    def __init__(self, path: str | os.PathLike[str]) -> None:
        """A log; its file and the folder of it are made when something is written."""
        self._path = Path(path)
        self._first = bytearray()
        self._last = bytearray()
        self._left_out = 0
        self._flushed_at = float("-inf")

    def write(self, text: str | bytes) -> None:
        """Keep this, as it is; an unfinished line stays one.

        Raises:
            MachineError: the file cannot be written.
        """
        data = text.encode(errors="backslashreplace") if isinstance(text, str) else text
        room = KEPT - len(self._first)
        if room > 0:
            self._first += data[:room]
            data = data[room:]
        if data:
            self._last += data
            if len(self._last) > 4 * KEPT:
                self._left_out += len(self._last) - KEPT
                del self._last[:-KEPT]
        if time.monotonic() - self._flushed_at > _FLUSH_AFTER:
            self.flush()

    def flush(self) -> None:
        """Write to the file what waits.

        Raises:
            MachineError: the file cannot be written.
        """
        if not self._first:
            return
        try:
            self._path.parent.mkdir(parents=True, exist_ok=True)
            with open(os.open(self._path, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o666), "r+b") as file:
                if fcntl is not None:
                    fcntl.flock(file, fcntl.LOCK_EX)
                self._add(file)
        except OSError as error:
            raise MachineError(f"the log '{self._path}' cannot be written: {error.strerror}") from None
        self._first.clear()
        self._last.clear()
        self._left_out = 0
        self._flushed_at = time.monotonic()

    def _add(self, file: BinaryIO) -> None:
        size = file.seek(0, os.SEEK_END)
        if not self._left_out and size + len(self._first) + len(self._last) <= 4 * KEPT:
            file.write(bytes(self._first))
            file.write(bytes(self._last))
            return
        missing = KEPT - size
        if missing > 0:
            file.write(bytes(self._first[:missing]))
            del self._first[:missing]
        file.seek(KEPT)
        rest = file.read()
        left_out = self._left_out
        mark = _LEFT_OUT.match(rest)
        if mark is not None:
            left_out += int(mark[1])
            rest = rest[mark.end() :]
        rest += bytes(self._first) + bytes(self._last)
        left_out += max(0, len(rest) - KEPT)
        file.seek(KEPT)
        if left_out:
            file.write(b"\n[... %020d bytes are left out here ...]\n" % left_out)
        file.write(rest[-KEPT:])
        file.truncate()

    def close(self) -> None:
        """Write what waits, and bring the file down to what is kept; may be called twice.

        Raises:
            MachineError: the file cannot be written.
        """
        self.flush()
