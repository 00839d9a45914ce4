"""The runner's end of a Python bot's process: starts it, sends what is asked in frames, and notices when it fails.

Many deals are in play at once, and all questions to one process go there in one frame, since a message to another
process and back costs more than the rest of a move. The host (`python_host.py`) writes into a shared place which deal
it is at, so that a process that ends or hangs in the middle of a frame loses that deal and no other.
"""

from __future__ import annotations

import json
import marshal
import mmap
import pickle
import select
import sys
import tempfile
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final, NamedTuple

from schneider_league.bots.child import Child
from schneider_league.bots.line_reader import LineReader
from schneider_league.bots.python_host import ANSWER_HEAD, ASK_HEAD, IDLE, PROGRESS_SIZE, Setup
from schneider_league.bots.seat import Cause
from schneider_league.errors import InputError, LeagueError, NotFoundError, UsageError
from schneider_league.game.ruleset import Ruleset

Log = Callable[[bytes], object]
"""Takes what a bot prints, and tracebacks."""

_MOST_ANSWERED: Final = 1 << 24
"""Bytes of an answer beyond which it is none."""
_TAIL: Final = 2000
"""Bytes of the log that stand in the message when a bot does not start."""
_TELLS_WITHIN: Final = 2.0
"""Seconds within which it is known how a process ended whose output is closed."""
_LOOK_EVERY: Final = 0.05
"""Seconds between two looks at whether a bot is getting on, where it is silent."""
_PACKAGES = str(Path(__file__).resolve().parents[2])
# While the host itself is loaded, no file in the bot's folder passes for a module of the standard library (also -P).
_PROGRAM = f"""
import os, sys
path = sys.path[:]
sys.path[:] = [{_PACKAGES!r}, *(each for each in path if os.path.abspath(each) != os.getcwd())]
from schneider_league.bots.python_host import main
sys.path[:] = [*path, {_PACKAGES!r}]
main()
"""
_ERRORS: Final[dict[str, type[LeagueError]]] = {"missing": NotFoundError, "option": UsageError, "bad": InputError}


@dataclass(frozen=True, slots=True)
class PythonBot:
    """A Python bot as it was named; nothing of it is loaded yet."""

    source: str
    """`file.py:Class` or `module:Class`."""
    name: str
    """As it is called in the run."""
    folder: str
    """Where the command was typed: files and modules are looked for from there."""
    options: tuple[tuple[str, str], ...] = ()
    """As text."""


class BotInfo(NamedTuple):
    """What a bot says of itself."""

    name: str
    version: str
    author: str
    deterministic: bool
    options: dict[str, bool | int | float | str]
    """With the values that they have."""


@dataclass(frozen=True, slots=True)
class Limits:
    """Times in seconds."""

    move: float = 1.0
    margin: float = 0.05
    """After the end of a move's time, in which an answer is still in time."""
    stall: float = 5.0
    """After that, in which an answer is late; then the bot has stalled."""
    start: float = 10.0

    @property
    def late_after(self) -> float:
        """When an answer is late."""
        return self.move + self.margin


class Reply(NamedTuple):
    """The answer to a frame."""

    choices: bytes
    """One for each question; `python_host.FAILED` where the bot failed."""
    failures: list[tuple[int, Cause, str]]
    """Which question (-1: while a deal that is over was ended), and why."""
    cpu: float
    """CPU seconds of all answers together."""


class Gone(NamedTuple):
    """The process has failed and is ended."""

    cause: Cause
    text: str
    slot: int | None
    """The deal that it was at, if it was."""


class _FrameReader(LineReader):
    """Collects answers instead of lines; the lengths stand in front."""

    __slots__ = ()

    def next(self) -> None:
        """No line."""

    def take(self) -> tuple[bytes, bytes, float] | None:
        """The next answer whole, None while it is not.

        Raises:
            ValueError: this is no answer.
        """
        if len(self._buffer) < ANSWER_HEAD.size:
            return None
        choices, said, cpu = ANSWER_HEAD.unpack_from(self._buffer)
        if choices + said > _MOST_ANSWERED:
            raise ValueError
        middle = ANSWER_HEAD.size + choices
        if len(self._buffer) < middle + said:
            return None
        found = bytes(self._buffer[ANSWER_HEAD.size : middle]), bytes(self._buffer[middle : middle + said]), cpu
        del self._buffer[: middle + said]
        return found


class _FrameChild(Child):
    """A child that is spoken to in frames."""

    def __init__(self, words: Sequence[str], folder: str, on_error_output: Log) -> None:
        self._forgotten: set[int] = set()
        super().__init__(words, folder, on_error_output)
        self.frames = self.lines = _FrameReader()

    def send(self, frame: bytes) -> None:
        """Send a frame, at once as far as the pipe takes it."""
        if self.is_input_closed:
            return
        was_waiting = bool(self._pending)
        self._pending += ASK_HEAD.pack(len(frame)) + frame
        if not was_waiting:
            self._send()

    @property
    def descriptors(self) -> list[tuple[int, int]]:
        """What this one waits for, as a poll takes it."""
        read = (self._output, self._errors, self._status)
        found = [(descriptor, select.POLLIN) for descriptor in read if descriptor not in self._forgotten]
        return [*found, (self._input, select.POLLOUT)] if self.pending else found

    def _forget(self, descriptor: int) -> None:
        super()._forget(descriptor)
        self._forgotten.add(descriptor)

    def attend(self, ready: int) -> None:
        """Do what can be done now that this descriptor is ready."""
        if ready == self._output:
            self._receive()
        else:
            self.pump(0)


class PythonProcess:
    """One host process of a bot. After it has failed, `start` makes a new one."""

    def __init__(self, bot: PythonBot, rules: Ruleset, target: int | None, limits: Limits, log: Log) -> None:
        self.bot = bot
        self.info: BotInfo | None = None
        self.has_end = False
        """Whether the bot wants to know how deals end."""
        self.is_waiting = False
        """Whether an answer is due."""
        self._rules, self._target, self._limits, self._log = rules, target, limits, log
        self._child: _FrameChild | None = None
        self._tail = b""
        self._since = 0.0
        self._at = IDLE
        self._closed_at: float | None = None

    @property
    def is_running(self) -> bool:
        """Whether there is a process."""
        return self._child is not None

    def launch(self) -> None:
        """Let the process start, unless it runs; `start` waits for it. So several can start at once."""
        if self._child is not None:
            return
        bot = self.bot
        self.info = None
        self._tail = b""
        self._closed_at = None
        file = tempfile.NamedTemporaryFile(prefix="schneider-bot-")  # noqa: SIM115 - the host opens it, too
        file.write(bytes(PROGRESS_SIZE))
        file.flush()
        self._file = file
        self._progress = memoryview(mmap.mmap(file.fileno(), PROGRESS_SIZE)).cast("q")
        self._progress[0] = IDLE
        self._child = child = _FrameChild([sys.executable, "-P", "-c", _PROGRAM], bot.folder, self._note)
        late_after = self._limits.late_after
        child.send(
            pickle.dumps(Setup(bot.source, bot.folder, bot.options, self._rules, self._target, late_after, file.name))
        )

    def start(self) -> BotInfo:
        """Start the process and load the bot, unless it runs.

        Raises:
            NotFoundError: there is no such file, module or class.
            UsageError: an option is none.
            InputError: the bot cannot be loaded.
        """
        self.launch()
        assert self._child is not None
        if self.info is None:
            try:
                said = self._await_start(self._child)
            except BaseException:
                self.close()
                raise
            finally:
                self._file.close()
            self.has_end = said.pop("ends")
            self.info = BotInfo(**said)
        return self.info

    def _await_start(self, child: _FrameChild) -> dict[str, Any]:
        until = time.monotonic() + self._limits.start
        answer = None
        while answer is None:
            left = until - time.monotonic()
            if child.ended or child.is_output_closed or left <= 0:
                has_ended = child.ended or child.is_output_closed
                why = child.describe_end() if has_ended else f"not loaded within {self._limits.start:g} seconds"
                raise self._start_error(why, "bad")
            child.pump(min(left, _LOOK_EVERY))
            try:
                answer = child.frames.take()
            except ValueError:
                raise self._start_error("it writes where answers go", "bad") from None
        said: dict[str, Any] = json.loads(answer[1])
        if "error" in said:
            child.pump(0)
            raise self._start_error(said["error"], said["kind"])
        return said

    def _start_error(self, why: str, kind: str) -> LeagueError:
        self.close()
        printed = self._tail.decode(errors="replace").strip()
        hint = f"it printed: {printed}" if printed else "bot new FILE writes a bot that plays at once"
        return _ERRORS[kind](f"the bot '{self.bot.source}' does not start: {why}", hint=hint)

    def _note(self, text: bytes) -> None:
        self._tail = (self._tail + text)[-_TAIL:]
        self._log(text)

    def send(self, ends: list[Any], begins: list[Any], rows: list[Any] | bytes) -> None:
        """Send a frame: deals that are over, deals that begin, questions. Its answer has to be taken before the next.

        Args:
            ends: (slot, None) or (slot, (units, the other's, game points, the other's, cause, by_me)).
            begins: (slot, number, side, turned-up card, seed, game points of the session so far, the other's).
            rows: Each a `turn.Row`, or all of them as the bytes of integers of 64 bits.
        """
        assert self._child is not None
        # Version 2 does not look for what it wrote before, which costs more than it saves.
        self._child.send(marshal.dumps((ends, begins, rows), 2))
        self.is_waiting = True
        self._since = time.monotonic()
        self._at = IDLE

    def attend(self, ready: int) -> None:
        """Do what can be done now that this descriptor is ready."""
        if self._child is not None:
            self._child.attend(ready)

    def take(self) -> Reply | Gone | None:
        """The answer, if it has come (`Waiting` reads it); None while it is due."""
        child = self._child
        if child is None or not self.is_waiting:
            return None
        try:
            answer = child.frames.take()
            if answer is not None:
                self.is_waiting = False
                choices, said, cpu = answer
                failures = [(at, Cause(cause), text) for at, cause, text in json.loads(said)] if said else []
                return Reply(choices, failures, cpu)
        except (ValueError, TypeError):
            return self._give_up(Cause.PROTOCOL, "what came is no answer: the bot writes where answers go")
        at, now = self._progress[0], time.monotonic()
        if child.ended:
            return self._give_up(Cause.CRASH, f"its process failed: {child.ended}")
        if child.is_output_closed:
            # How it ended, if it did, is known in a moment.
            self._closed_at = self._closed_at or now
            if now - self._closed_at > _TELLS_WITHIN:
                return self._give_up(Cause.CRASH, "its process failed: it closed its output")
            return None
        if at != self._at:
            self._at, self._since = at, now
        elif now - self._since > self._limits.late_after + self._limits.stall:
            return self._give_up(Cause.STALL, f"no answer within {now - self._since:.1f} s")
        return None

    def _give_up(self, cause: Cause, text: str) -> Gone:
        at = self._progress[0]
        self.close()
        return Gone(cause, text, None if at == IDLE else at)

    def cpu_seconds(self) -> float:
        """The CPU time that the process has used; 0 where it is not known."""
        return (self._child.cpu_seconds() if self._child is not None else None) or 0.0

    def close(self) -> None:
        """End the process and all that it started; may be called twice."""
        self.is_waiting = False
        if self._child is not None:
            self._child.close()
            self._child = None


class Waiting:
    """Waits for several processes at once."""

    def __init__(self, limits: Limits) -> None:
        self._timeout = min(_LOOK_EVERY, limits.stall / 4) * 1000
        self._for: list[tuple[int, int]] = []
        self._poll = select.poll()

    def wait(self, processes: Sequence[PythonProcess]) -> Sequence[PythonProcess]:
        """Those that may have something, of these which all owe an answer; all when it is time to look after them."""
        of: dict[int, PythonProcess] = {}
        wanted = []
        for process in processes:
            if process._child is not None:
                for descriptor, event in process._child.descriptors:
                    of[descriptor] = process
                    wanted.append((descriptor, event))
        if wanted != self._for:
            self._for, self._poll = wanted, select.poll()
            for descriptor, event in wanted:
                self._poll.register(descriptor, event)
        found = []
        for descriptor, _ in self._poll.poll(self._timeout):
            process = of[descriptor]
            process.attend(descriptor)
            found.append(process)
        return found or processes


def discard(text: bytes) -> None:
    """A log that keeps nothing."""
