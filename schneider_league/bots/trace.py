"""A trace: every line between the runner and its bots, with times; written by any number of processes, and read again.

One line of the file is `SECONDS<tab>WHO<tab>R><tab>TEXT`: `R>` went to the bot, `B>` came from it, `--` is a remark.
SECONDS count on a clock that all processes of the machine share; WHO names one process of a bot.
"""

from __future__ import annotations

import os
import re
import time
from collections.abc import Iterator
from typing import Final, Literal, NamedTuple, TypeAlias

from schneider_league.errors import MachineError, NotFoundError, UnreadableError, Where

Direction: TypeAlias = Literal["R>", "B>", "--"]

_CONTROL = re.compile(r"[\x00-\x1f\x7f-\x9f\u2028\u2029]")
_LONGEST: Final = 5000
"""Characters of a line that are kept."""
_LINE = re.compile(r"([0-9]+\.[0-9]+)\t([^\t]*)\t(R>|B>|--)\t(.*)")


class Trace:
    """Appends to a file, a whole line at a time."""

    def __init__(self, path: str | os.PathLike[str]) -> None:
        """A trace; an existing file is continued.

        Raises:
            NotFoundError: there is no such folder.
            MachineError: the file cannot be written.
        """
        self._path = os.fspath(path)
        try:
            self._file = os.open(self._path, os.O_WRONLY | os.O_APPEND | os.O_CREAT | os.O_CLOEXEC, 0o666)
        except FileNotFoundError:
            raise NotFoundError(f"there is no folder to write the trace '{self._path}' into") from None
        except OSError as error:
            raise MachineError(f"the trace '{self._path}' cannot be written: {error.strerror}") from None

    def note(self, who: str, direction: Direction, line: str) -> None:
        """One line that went or came.

        Raises:
            MachineError: the file cannot be written.
        """
        if len(line) > _LONGEST:
            line = f"{line[:_LONGEST]}…"
        who, line = (_CONTROL.sub("\N{REPLACEMENT CHARACTER}", text) for text in (who, line))
        written = f"{time.monotonic():.6f}\t{who}\t{direction}\t{line}\n".encode(errors="backslashreplace")
        try:
            while written:
                written = written[os.write(self._file, written) :]
        except OSError as error:
            raise MachineError(f"the trace '{self._path}' cannot be written: {error.strerror}") from None

    def close(self) -> None:
        """End writing; may be called twice."""
        if self._file >= 0:
            os.close(self._file)
            self._file = -1


class TraceLine(NamedTuple):
    """A line of a trace."""

    seconds: float
    who: str
    direction: Direction
    text: str


def read_trace(path: str | os.PathLike[str]) -> Iterator[TraceLine]:
    """The lines of a trace, one at a time.

    Raises:
        NotFoundError: there is no such file.
        UnreadableError: a line is none of a trace; with its number.
        MachineError: it cannot be read.
    """
    name = os.fspath(path)
    try:
        with open(path, encoding="utf-8", errors="replace", newline="\n") as file:
            for number, line in enumerate(file, 1):
                match = _LINE.fullmatch(line.rstrip("\n"))
                if match is None:
                    raise UnreadableError(
                        "this is no line of a trace",
                        where=Where(name, number),
                        hint="a trace is what --trace FILE writes",
                        excerpt=line.rstrip("\n")[:200],
                    )
                direction: Direction = "R>" if match[3] == "R>" else "B>" if match[3] == "B>" else "--"
                yield TraceLine(float(match[1]), match[2], direction, match[4])
    except FileNotFoundError:
        raise NotFoundError(f"there is no file '{name}'") from None
    except OSError as error:
        raise MachineError(f"'{name}' cannot be read: {error.strerror}") from None
