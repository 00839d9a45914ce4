"""What the streams are: their encoding, their width, and whether colour is wished."""

from __future__ import annotations

import io
import os
import sys
from typing import TextIO


def prepare_streams() -> None:
    """Make standard output and error write UTF-8 whatever the locale says, and never fail on a letter.

    A stream that was closed by the caller becomes one that fails as soon as it is used, but not before;
    errors that nobody can see are swallowed.
    """
    for name in ("stdin", "stdout", "stderr"):
        if getattr(sys, name) is None:
            mode = "r" if name == "stdin" else "w"
            usable = os.O_WRONLY if name in ("stdin", "stderr") else os.O_RDONLY
            setattr(sys, name, open(os.open(os.devnull, usable), mode, encoding="utf-8"))  # noqa: SIM115
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(encoding="utf-8", errors="backslashreplace")


def is_terminal(stream: TextIO) -> bool:
    """Whether a person looks at the stream."""
    try:
        return stream.isatty()
    except ValueError:  # closed
        return False


def is_colourful(stream: TextIO) -> bool:
    """Whether to colour what is written to the stream: a terminal that can, and no `NO_COLOR`."""
    wished = not os.environ.get("NO_COLOR") and os.environ.get("TERM") != "dumb"
    return wished and is_terminal(stream)


def terminal_width(stream: TextIO) -> int | None:
    """The terminal's width in cells, `COLUMNS` first; None where the stream is no terminal."""
    if not is_terminal(stream):
        return None
    wished = os.environ.get("COLUMNS", "")
    if wished.isdecimal() and int(wished) > 0:
        return int(wished)
    try:
        return os.get_terminal_size(stream.fileno()).columns or 80
    except OSError:
        return 80
