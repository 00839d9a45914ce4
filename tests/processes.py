"""Doing something in processes of its own, forked from this one, which has loaded everything already."""

from __future__ import annotations

import os
import warnings
from collections.abc import Callable

NOBODY = 65534


def fork() -> int:
    """As `os.fork`; that pytest-xdist has threads does not matter to what the tests do in a child."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", DeprecationWarning)
        return os.fork()


def begin_in_child(act: Callable[[int], object]) -> tuple[int, int]:
    """Begin something in a child; the process id, and a pipe to read what it writes to the one that it is given."""
    reader, writer = os.pipe()
    child = fork()
    if child:
        os.close(writer)
        return child, reader
    os.close(reader)
    try:
        act(writer)
    except BaseException as error:  # noqa: BLE001 - it is told to the parent
        os.write(writer, f"{type(error).__name__}: {error}".encode())
        os._exit(1)
    os._exit(0)


def end_of_child(child: int, reader: int) -> tuple[int, str]:
    """Wait for a child; its exit status (negative: the signal that ended it), and all that it wrote."""
    with os.fdopen(reader) as stream:
        told = stream.read()
    return os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]), told


def in_child(act: Callable[[], object], *, as_nobody: bool = False) -> str:
    """Do something in a child and wait for it; what it raised, else "done"."""

    def run(writer: int) -> None:
        if as_nobody and os.geteuid() == 0:
            os.setgroups([])
            os.setgid(NOBODY)
            os.setuid(NOBODY)
        act()
        os.write(writer, b"done")

    return end_of_child(*begin_in_child(run))[1]
