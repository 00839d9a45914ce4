"""Appends to the file of a run (`run_file`), so that what was written is there, whatever happens next."""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path
from shlex import quote
from typing import BinaryIO

from schneider_league.arena.outcomes import Chunk
from schneider_league.arena.run_file import RunReader, SprtVerdict, open_run
from schneider_league.arena.run_lines import Head, format_chunk, format_head, format_last, seal
from schneider_league.errors import MachineError, NotFoundError, StateError


class RunWriter:
    """Appends to the file of a run, which nobody else does meanwhile."""

    def __init__(self, path: Path, stream: BinaryIO, size: int, now: Callable[[], float], sync_seconds: float) -> None:
        self.path = path
        self._stream = stream
        self._size = size
        self._now, self._sync_seconds = now, sync_seconds
        self._synced = now()

    @classmethod
    def begin(cls, path: Path, head: Head, now: Callable[[], float], sync_seconds: float = 1.0) -> RunWriter:
        """A new file.

        Raises:
            StateError: there is a file of this name.
            MachineError: it cannot be written.
        """
        try:
            stream = open(path, "xb", buffering=0)  # noqa: SIM115
        except FileExistsError:
            raise StateError(
                f"there is a file '{path}' already",
                hint="a run is written into a new file; bot resume goes on with one",
            ) from None
        except FileNotFoundError:
            raise NotFoundError(f"there is no folder '{path.parent}' to write the run into") from None
        except OSError as error:
            raise MachineError(f"'{path}' cannot be written: {os.strerror(error.errno or 0).lower()}") from None
        writer = cls(path, stream, 0, now, sync_seconds)
        try:
            _lock(path, stream)
            writer._append(format_head(head))
            writer.sync()
        except BaseException:
            writer.close()
            path.unlink(missing_ok=True)
            raise
        return writer

    @classmethod
    def reopen(cls, path: Path, now: Callable[[], float], sync_seconds: float = 1.0) -> tuple[RunWriter, RunReader]:
        """The file of a run that is to go on, and a reader of it, after which `go_on_behind` is to be called.

        Raises:
            NotFoundError: there is no such file.
            UnreadableError: it is no run file.
            StateError: another program is playing the run.
            MachineError: the file cannot be written.
        """
        try:
            stream = open_run(path, "r+b")
        except PermissionError:
            raise MachineError(f"'{path}' cannot be written", hint="resuming a run continues its file") from None
        try:
            _lock(path, stream)
            return cls(path, stream, 0, now, sync_seconds), RunReader(path, stream)
        except BaseException:
            stream.close()
            raise

    def go_on_behind(self, reader: RunReader) -> None:
        """Write behind what was read; a torn end is cut off."""
        self._size = reader.size
        if reader.is_torn:
            self._stream.truncate(reader.size)
        self._stream.seek(reader.size)

    def append(self, chunk: Chunk) -> None:
        """Write a chunk; it is on the disk within about a second."""
        self._append(format_chunk(chunk))
        if self._now() - self._synced >= self._sync_seconds:
            self.sync()

    def complete(self, pairs: int, deals: int, digest: str, verdict: SprtVerdict | None) -> None:
        """Write the last line."""
        self._append(format_last(pairs, deals, digest, verdict))
        self.sync()

    def sync(self) -> None:
        """See to it that what was written is on the disk."""
        try:
            self._stream.flush()
            os.fsync(self._stream.fileno())
        except OSError as error:
            raise self._failed(error) from None
        self._synced = self._now()

    def close(self) -> None:
        """Let go of the file."""
        self._stream.close()

    def _append(self, line: bytes) -> None:
        line = seal(line)
        try:
            view = memoryview(line)
            while view:
                view = view[self._stream.write(view) or 0 :]
            self._stream.flush()
        except OSError as error:
            self._cut()
            raise self._failed(error) from None
        self._size += len(line)

    def _cut(self) -> None:
        """Take back half a line, so that the file ends in a whole one; reading would do without it, too."""
        try:
            os.ftruncate(self._stream.fileno(), self._size)
        except OSError:
            return

    def _failed(self, error: OSError) -> MachineError:
        return MachineError(
            f"the run cannot be saved in '{self.path}': {os.strerror(error.errno or 0).lower()}",
            hint="what was saved before is sound; once that is mended: "
            f"schneider-league bot resume {quote(str(self.path))}",
        )


def _lock(path: Path, stream: BinaryIO) -> None:
    """Keep others from writing, until the file is closed."""
    try:
        import fcntl
    except ImportError:  # not on this system: two at once are not kept apart there
        return
    try:
        fcntl.flock(stream.fileno(), fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        raise StateError(
            f"another program is playing the run '{path}'", hint="wait until it is done, or end it first"
        ) from None
    except OSError:  # a file system without locks
        return
