"""Writing result files: beside and renamed, and never over something of another kind."""

from __future__ import annotations

import codecs
import os
import re
import secrets
import stat
from collections.abc import Iterator
from contextlib import contextmanager
from typing import BinaryIO

from schneider_league.errors import NotFoundError, StateError, UsageError
from schneider_league.reports.text import quoted

ENDINGS = {
    "table": (".txt",),
    "json": (".json",),
    "jsonl": (".jsonl",),
    "csv": (".csv",),
    "markdown": (".md", ".markdown"),
    "html": (".html", ".htm"),
    "pdf": (".pdf",),
    "sdr": (".sdr",),
    "records": (".jsonl",),
}
"""The file name endings of each kind; the first is the one to recommend. `records` are deal records in
JSON lines, where `jsonl` are a report's rows."""

EXPORTED_SHEET = "date,session,player_a,player_b,dealer,score_a,score_b,rules,target,note,format,event,table,all_tricks"
"""The first line of a score sheet that `export` wrote."""

_HEAD = 1 << 16  # bytes of an existing file that are looked at
_RECORD = re.compile(r'\s*(?:[;%][^\n]*\n\s*)*\[\w+\s+"')


@contextmanager
def replacing(path: str, kind: str) -> Iterator[BinaryIO]:
    """A stream whose content takes the place of the file `path` when all went well.

    Until then it lies beside it under another name; on any failure, Ctrl-C included, it is removed and
    the old file stays. A symbolic link stays one. A device or pipe is written directly.

    Raises StateError where `path` holds something of another kind than `kind`, UsageError where it is
    a folder, NotFoundError where its folder is missing, OSError.
    """
    target = os.path.realpath(path)
    mode = _check_target(path, target, kind)
    if mode is not None and not stat.S_ISREG(mode):
        with _named(path), open(target, "wb") as stream:
            yield stream
        return
    folder = os.path.dirname(target)
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


def check_replaceable(path: str, kind: str) -> None:
    """Raise what `replacing` would raise, before any work is done."""
    _check_target(path, os.path.realpath(path), kind)


def _check_target(path: str, target: str, kind: str) -> int | None:
    """The mode of the file that is there, None where there is none."""
    try:
        mode = os.stat(target).st_mode
    except FileNotFoundError:
        folder = os.path.dirname(target)
        if not os.path.isdir(folder):
            raise NotFoundError(
                f"{quoted(path)} cannot be written: its folder does not exist",
                hint=f"make the folder first: mkdir -p {quoted(os.path.dirname(path))}",
            ) from None
        return None
    if stat.S_ISDIR(mode):
        raise UsageError(f"{quoted(path)} is a folder", hint="name a file within it")
    if stat.S_ISREG(mode) and not is_replaceable(target, kind):
        raise StateError(
            f"{quoted(path)} is there and is {_description(kind)}, so it is left alone",
            hint="choose another name, or move that file away first",
        )
    return mode


def is_replaceable(path: str, kind: str) -> bool:
    """Whether the file is empty or of the kind that is about to be written over it."""
    with open(path, "rb") as stream:
        head = stream.read(_HEAD)
    if not head:
        return True
    if kind == "pdf":
        return head.startswith(b"%PDF-")
    try:
        text = codecs.getincrementaldecoder("utf-8-sig")().decode(head)
    except UnicodeDecodeError:
        return False
    if "\0" in text:
        return False
    start = text.lstrip()
    match kind:
        case "json":
            return start.startswith("{") and not _is_rows(start)
        case "jsonl":
            return start.startswith('{"file": ')
        case "records":
            return start.startswith(('{"tags"', '{"moves"', '{"comment"'))
        case "league":
            return '"schema": "league/' in start.partition("\n")[0]
        case "sheet":
            # One that was exported; a club's own has other columns, or no row for some of them.
            return start.partition("\n")[0].strip() == EXPORTED_SHEET
        case "sdr":
            return _RECORD.match(text) is not None
        case "html":
            return start[:9].lower() == "<!doctype" or start[:5].lower() == "<html"
    return path.lower().endswith(ENDINGS[kind]) and not (_RECORD.match(text) or _is_score_sheet(start, kind))


def _is_rows(text: str) -> bool:
    """Whether this is one object a line (rows, deal records, a whole league), not one object."""
    first = text.partition("\n")[0]
    return first.startswith(('{"file":', '{"tags"')) or '"schema": "league/' in first


def _is_score_sheet(text: str, kind: str) -> bool:
    """Whether this is a club's own sheet of scores, which no report may replace."""
    return kind == "csv" and "score_a" in text.partition("\n")[0].lower()


def _description(kind: str) -> str:
    names = {
        "table": "no plain text of ours",
        "json": "no JSON report",
        "jsonl": "no file of report rows",
        "csv": "no CSV report",
        "markdown": "no Markdown",
        "html": "no HTML page",
        "pdf": "no PDF",
        "sdr": "no file of deal records",
        "records": "no file of deal records in JSON lines",
        "league": "no league file",
        "sheet": "no score sheet that was exported",
    }
    return names[kind]


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
