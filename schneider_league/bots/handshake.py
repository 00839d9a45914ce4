"""How a program becomes a bot: it is started, says who it is and which options it has, and has these set."""

from __future__ import annotations

import errno
import os
import re
import shlex
import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import NamedTuple, NoReturn

from schneider_league import __version__
from schneider_league.bots.child import Child, is_supported
from schneider_league.bots.line_reader import Fault
from schneider_league.bots.protocol import (
    VERSION,
    Line,
    Option,
    hello_line,
    parse_int,
    parse_line,
    read_option,
    setoption_line,
)
from schneider_league.errors import LeagueError, MachineError, NotFoundError, UnreadableError, UsageError

_MOST_OPTIONS = 1000
_EXCERPT = 200
"""Characters of something that a bot wrote, in a message."""


@dataclass(frozen=True, slots=True)
class Command:
    """A program that plays."""

    name: str
    """As it is shown."""
    words: tuple[str, ...]
    """The command line, split."""
    folder: str
    """From which it is run."""
    options: tuple[tuple[str, str], ...] = ()
    """What its options are set to, as text."""


@dataclass(frozen=True, slots=True)
class Timing:
    """How long a bot has, in seconds, beside the time for a move."""

    ready: float = 10.0
    """From its start to `ready`."""
    margin: float = 0.05
    """Added to the time for a move, for the way there and back."""
    stall: float = 5.0
    """From the deadline on, until it is given up."""
    quit: float = 1.0
    """From `quit` on, until it is ended."""


class Introduction(NamedTuple):
    """What a bot said of itself."""

    name: str | None
    version: str | None
    author: str | None
    is_deterministic: bool
    options: tuple[Option, ...]
    protocol: int
    """The version that is spoken."""


class Talk(NamedTuple):
    """Where what is said goes besides."""

    sent: Callable[[str], object]
    """Called with each line to the bot."""
    received: Callable[[str | Fault], object]
    """Called with each line from it."""


def start(command: Command, timing: Timing, on_error_output: Callable[[bytes], object]) -> Child:
    """Start the program.

    Raises:
        LeagueError: the system cannot.
    """
    if not is_supported():
        raise MachineError("on this system bots can be Python classes, but not programs: it lacks POSIX pipes")
    try:
        return Child(command.words, command.folder, on_error_output)
    except (OSError, ValueError) as error:
        reason = os.strerror(error.errno) if isinstance(error, OSError) and error.errno else str(error)
        raise MachineError(f"{_named(command)} cannot be started: {reason}") from None


class Handshake:
    """The conversation from `schneider-bot` to `ready`, and the options."""

    def __init__(self, command: Command, timing: Timing, talk: Talk) -> None:
        self._command = command
        self._timing = timing
        self._talk = talk
        self._error_output = bytearray()
        self._id: Line | None = None
        self._options: list[Option] = []
        self.faults: list[str] = []
        """What was wrong, but did not matter: a sentence each."""
        self._lines = 0
        self._last = ""
        self._spoilt: dict[Fault, int] = {}

    def hear_error_output(self, chunk: bytes) -> None:
        """Standard error, whose end is shown where the bot does not start."""
        self._error_output += chunk
        del self._error_output[:-4096]

    def run(self, child: Child) -> Introduction:
        """Wait for `ready`, and set the options.

        Raises:
            LeagueError: it does not come, or an option is not as it has to be; the child is left as it is.
        """
        until = time.monotonic() + self._timing.ready
        self._say(child, hello_line(f"schneider-league {__version__}"))
        while True:
            while (line := child.lines.next()) is not None:
                introduction = self._take(line)
                if introduction is not None:
                    self._set_options(child, introduction)
                    return introduction
            if child.failed is not None:
                _refuse_command(self._command, child.failed)
            if child.ended is not None or child.is_output_closed:
                self._refuse(f"{child.describe_end()} without 'ready'", child)
            left = until - time.monotonic()
            if left <= 0:
                self._refuse(f"no 'ready' came within {self._timing.ready:g} s", child)
            child.pump(left)

    def _say(self, child: Child, line: str) -> None:
        self._talk.sent(line)
        child.write(f"{line}\n")

    def _take(self, line: str | Fault) -> Introduction | None:
        self._talk.received(line)
        if isinstance(line, Fault):
            self._spoilt[line] = self._spoilt.get(line, 0) + 1
            return None
        self._lines += 1
        self._last = line
        said = parse_line(line)
        if said.word == "id":
            self._id = said
        elif said.word == "option" and len(self._options) < _MOST_OPTIONS:
            option = read_option(said)
            if isinstance(option, str):
                self._note_fault(f"'{line[:_EXCERPT]}' is no option: {option}")
            elif option.name in {other.name for other in self._options}:
                self._note_fault(f"the option '{option.name[:_EXCERPT]}' is stated twice")
            else:
                self._options.append(option)
        elif said.word == "ready":
            version = parse_int(said.words[0]) if said.words else None
            if version is None or not 1 <= version <= VERSION:
                self._refuse(f"it says '{line[:_EXCERPT]}', but version {VERSION} was offered", None)
            values = self._id.values if self._id is not None else {}
            is_deterministic = values.get("deterministic") == "yes"
            stated = (values.get("name"), values.get("version"), values.get("author"))
            return Introduction(*stated, is_deterministic, tuple(self._options), version)
        return None

    def _note_fault(self, fault: str) -> None:
        if len(self.faults) < _MOST_OPTIONS:
            self.faults.append(fault)

    def _set_options(self, child: Child, introduction: Introduction) -> None:
        known = {option.name: option for option in introduction.options}
        for name, value in self._command.options:
            option = known.get(name)
            if option is None:
                has = ", ".join(known) if known else "none"
                raise UsageError(
                    f"the bot '{self._command.name}' has no option '{name}'", hint=f"its options are: {has}"
                )
            fault = option.fault(value)
            if fault is not None:
                raise UsageError(f"'{value}' does not fit the option '{name}' of '{self._command.name}': it {fault}")
            self._say(child, setoption_line(name, value))

    def _refuse(self, reason: str, child: Child | None) -> NoReturn:
        unfinished = child.lines.unfinished if child is not None else 0
        came = []
        if self._lines:
            lines = "1 line" if self._lines == 1 else f"{self._lines} lines, the last"
            came.append(f"{lines} '{self._last[:_EXCERPT]}'")
        came += [f"{count} × {fault.value}" for fault, count in self._spoilt.items()]
        if child is not None and unfinished:
            came.append(child.lines.describe_unfinished())
        hint = None
        if not came and child is not None and child.ended is not None:
            hint = f"run it by hand to see why: {shlex.join(self._command.words)}"
        elif not came:
            hint = "does your bot flush its output?"
        elif unfinished:
            hint = "a line ends with a line feed, and is flushed"
        message = (
            f"{_named(self._command)} does not start: {reason}. What came: {'; '.join(came) or 'nothing'}."
            f"{self._end_of_errors()}"
        )
        raise UnreadableError(message, hint=hint)

    def _end_of_errors(self) -> str:
        text = self._error_output.decode(errors="replace").strip()
        lines = [line.strip() for line in text.splitlines() if line.strip()]
        if not lines:
            return ""
        return f" Its standard error ends: '{' / '.join(lines[-4:])[-600:]}'"


def _named(command: Command) -> str:
    return f"the bot '{command.name}' (command: {shlex.join(command.words)})"


def _refuse_command(command: Command, number: int) -> NoReturn:
    """Say why the system did not run a command."""
    program = command.words[0]
    path = os.path.join(command.folder, program)
    is_path = "/" in program
    problem: LeagueError
    if number == errno.ENOENT and is_path and os.path.lexists(path):
        problem = NotFoundError(
            f"{_named(command)} does not start: {_missing_interpreter(path)}",
            hint="name the interpreter: cmd:python3 FILE",
        )
    elif number == errno.ENOENT:
        where = f"in the folder '{command.folder}'" if is_path else "on the PATH"
        problem = NotFoundError(f"{_named(command)} does not start: there is no program '{program}' {where}")
    elif number == errno.EACCES and is_path and os.path.isdir(path):
        problem = NotFoundError(f"{_named(command)} does not start: '{program}' is a folder")
    elif number == errno.EACCES:
        problem = MachineError(
            f"{_named(command)} does not start: there is no right to execute '{program}'",
            hint="chmod +x gives it, or name the interpreter: cmd:python3 FILE",
        )
    elif number == errno.ENOEXEC:
        problem = UnreadableError(
            f"{_named(command)} does not start: '{program}' is no program that this system can run",
            hint="name its interpreter (cmd:python3 FILE), or give it a first line such as #!/usr/bin/env python3",
        )
    else:
        problem = MachineError(f"{_named(command)} does not start: {os.strerror(number)}")
    raise problem


def _missing_interpreter(path: str) -> str:
    try:
        with open(path, "rb") as file:
            first = file.readline(300)
    except OSError:
        return "it is a link to nothing"
    match = re.match(rb"#!\s*(\S+)", first)
    if match is None:
        return "what it needs to run is not there"
    interpreter = match[1].decode(errors="replace")
    carriage = r"; its lines end with CR LF" if first.endswith(b"\r\n") else ""
    return f"its first line names '{interpreter}', which is not there{carriage}"
