"""Writing result files: beside and renamed, and never over something of another kind."""

from __future__ import annotations

import os
import re
import secrets
import stat
import sys
import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, suppress
from typing import BinaryIO

from schneider_league.errors import MachineError, NotFoundError, StateError, UsageError
from schneider_league.reports.own import HEAD, Kind, Names, is_own
from schneider_league.reports.text import quoted

ENDINGS: Mapping[Kind, tuple[str, ...]] = {
    "table": (".txt",),
    "json": (".json",),
    "jsonl": (".jsonl",),
    "csv": (".csv",),
    "markdown": (".md", ".markdown"),
    "html": (".html", ".htm"),
    "pdf": (".pdf",),
    "sdr": (".sdr",),
    "records": (".jsonl",),
    "league": (".jsonl",),
    "sheet": (".csv",),
}
"""The file name endings of each kind; the first is the one to recommend. `records` are deal records in
JSON lines, where `jsonl` are a report's rows; `sheet` is an exported score sheet."""

_BESIDE = re.compile(r"\.schneider-league-[0-9a-f]{12}\.tmp")
_STALE = 24 * 60 * 60  # seconds after which a file beside is no longer being written
_DESCRIPTOR = re.compile(r"/(?:dev|proc/(?:self|thread-self|[0-9]+))/fd/([0-9]{1,9})")
_STREAMS = {"/dev/stdout": 1, "/dev/stderr": 2}


@contextmanager
def replacing(path: str, kind: Kind, names: Names = ()) -> Iterator[BinaryIO]:
    """A stream whose content takes the place of the file `path` when all went well.

    Until then it lies beside it under another name; on any failure, Ctrl-C included, it is removed and
    the old file stays. A symbolic link stays one. A device, a pipe, or what is open already (`/dev/stdout`)
    is written directly. `names` are the headings that the file will begin with, by which an older one of the
    same report is known.

    Raises StateError where `path` holds something else than a file of ours of this `kind`, UsageError where
    it is a folder, NotFoundError where its folder is missing, MachineError where it is read-only, OSError.
    """
    mode = _check_target(path, kind, names)
    if mode is not None and not stat.S_ISREG(mode):
        with _named(path), _open_directly(path) as stream:
            yield stream
        return
    target = os.path.realpath(path)
    folder = os.path.dirname(target)
    _remove_stale(folder)
    beside = os.path.join(folder, f".schneider-league-{secrets.token_hex(6)}.tmp")
    done = False
    try:
        with _named(path, beside):
            descriptor = os.open(beside, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o666)
            with os.fdopen(descriptor, "wb") as stream:
                if mode is not None:
                    os.chmod(beside, stat.S_IMODE(mode))
                yield stream
                stream.flush()
                os.fsync(stream.fileno())
            os.replace(beside, target)
            done = True
    finally:
        if not done and os.path.lexists(beside):
            os.unlink(beside)
    _sync_folder(folder)


@contextmanager
def _named(path: str, beside: str | None = None) -> Iterator[None]:
    """Let errors of the system name the file that is being written as the user did."""
    try:
        yield
    except OSError as error:
        if error.filename in (None, beside):
            error.filename, error.filename2 = path, None
        raise


def check_replaceable(path: str, kind: Kind) -> None:
    """Raise what `replacing` would raise, before any work is done."""
    _check_target(path, kind)


def is_written_directly(path: str) -> bool:
    """Whether there is a device or a pipe, or what is open already, which says nothing of a format."""
    try:
        return _descriptor(path) is not None or stat.S_IFMT(os.stat(path).st_mode) not in (stat.S_IFREG, stat.S_IFDIR)
    except OSError:
        return False


def _check_target(path: str, kind: Kind, names: Names = ()) -> int | None:
    """The mode of the file that is there, None where there is none; that of a pipe for what is open already."""
    if not path:
        raise UsageError("no file was named to write to", hint="name one behind -o, or - for standard output")
    if _descriptor(path) is not None:
        return stat.S_IFIFO
    try:
        mode = os.stat(path).st_mode
    except FileNotFoundError:
        folder = os.path.dirname(os.path.realpath(path))
        if not os.path.isdir(folder):
            raise NotFoundError(
                f"{quoted(path)} cannot be written: its folder does not exist",
                hint=f"make the folder first: mkdir -p {quoted(os.path.dirname(path))}",
            ) from None
        return None
    if stat.S_ISDIR(mode):
        raise UsageError(f"{quoted(path)} is a folder, not a file", hint="name a file within it")
    if stat.S_ISREG(mode):
        _check_file(path, mode, kind, names)
    return mode


def _check_file(path: str, mode: int, kind: Kind, names: Names) -> None:
    """Raise where the file is not ours or not of this kind, or where nobody may write it."""
    if not is_replaceable(path, kind, names):
        raise StateError(
            f"{quoted(path)} is there and is {_OTHER_THAN[kind]}, so it is left alone",
            hint="choose another name, or remove that file first",
        )
    if not mode & 0o222 or not os.access(path, os.W_OK):
        raise MachineError(f"{quoted(path)} is read-only", hint="choose another name, or allow writing: chmod u+w")


def is_replaceable(path: str, kind: Kind, names: Names = ()) -> bool:
    """Whether the file is empty, or ours and of the kind that is about to be written over it."""
    with open(path, "rb") as stream:
        head = stream.read(HEAD)
        stream.seek(max(0, os.fstat(stream.fileno()).st_size - HEAD))
        return is_own(head, stream.read(HEAD), kind, names)


_OTHER_THAN: Mapping[Kind, str] = {
    "table": "no plain text that this program wrote",
    "json": "no JSON that this program wrote",
    "jsonl": "no list of report rows that this program wrote",
    "csv": "no CSV that this program wrote",
    "markdown": "no Markdown that this program wrote",
    "html": "no HTML that this program wrote",
    "pdf": "no PDF that this program wrote",
    "sdr": "no file of deal records",
    "records": "no file of deal records in JSON lines",
    "league": "no league file",
    "sheet": "no score sheet that was exported",
}


def _descriptor(path: str) -> int | None:
    """The number of the open stream that the path stands for; None for any other path."""
    match = _DESCRIPTOR.fullmatch(path)
    return int(match[1]) if match else _STREAMS.get(path)


def _open_directly(path: str) -> BinaryIO:
    """What is open already is written where it stands, anything else opened."""
    number = _descriptor(path)
    if number is None:
        return open(path, "wb")
    for stream in (sys.stdout, sys.stderr):
        stream.flush()
    return os.fdopen(os.dup(number), "wb")


def _remove_stale(folder: str) -> None:
    """Remove files beside that a run left which was killed, a day ago or earlier."""
    with suppress(OSError), os.scandir(folder) as entries:
        for entry in entries:
            if _BESIDE.fullmatch(entry.name) and time.time() - entry.stat().st_mtime > _STALE:
                os.unlink(entry.path)


def _sync_folder(folder: str) -> None:
    """Make the new name last through a power cut, where the system can."""
    try:
        descriptor = os.open(folder, os.O_RDONLY)
    except OSError:
        return
    try:
        os.fsync(descriptor)
    except OSError:
        pass
    finally:
        os.close(descriptor)
