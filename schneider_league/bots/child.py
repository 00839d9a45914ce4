"""A bot's process: started under a supervisor, spoken to through pipes that never block, ended with all it started."""

from __future__ import annotations

import contextlib
import os
import select
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Final

from schneider_league.bots.line_reader import LineReader

_SUPERVISOR = Path(__file__).with_name("supervisor.py")
_CHUNK: Final = 64 * 1024
_MOST_AT_THE_END: Final = 1024 * 1024
"""Bytes of output that are still read once the bot has ended: more than a pipe holds."""
_SUPERVISOR_TAKES: Final = 12.0
"""Seconds within which a supervisor has ended everything, or given up."""
_TOLD_WITHIN: Final = 0.5
"""Seconds from the end of a bot's output to the word of how it ended, where it ended."""
_KEPT_FROM_BOTS = ("SCHNEIDER_LEAGUE_DB", "SCHNEIDER_LEAGUE_TEST_POSTGRES")
"""Addresses of databases, with passwords in them."""


def is_supported() -> bool:
    """Whether this system can run bots as programs."""
    return os.name == "posix"


class Child:
    """A process with its streams. Whatever it does, no call takes longer than it is told to."""

    def __init__(self, words: Sequence[str], folder: str, on_error_output: Callable[[bytes], object]) -> None:
        """Start it; whether that went well is told by and by.

        Raises:
            OSError: not even the supervisor could be started.
        """
        self.lines = LineReader()
        self.pid: int | None = None
        """Its process number, once it is known."""
        self.failed: int | None = None
        """The system's error number, where the command could not be run."""
        self.ended: str | None = None
        """How it ended, as half a sentence; None while it runs."""
        self.others = 0
        """How many other processes of it were there when it was ended."""
        self.is_output_closed = False
        self.is_input_closed = False
        self._on_error_output = on_error_output
        self._pending = bytearray()
        self._said = b""
        control, self._control = os.pipe()
        self._status, status = os.pipe()
        environment = {key: value for key, value in os.environ.items() if key not in _KEPT_FROM_BOTS}
        environment["PYTHONUNBUFFERED"] = "1"
        numbers = map(str, (control, status, os.getpid()))
        try:
            self._supervisor = subprocess.Popen(
                [sys.executable, "-I", "-S", str(_SUPERVISOR), *numbers, "--", *words],
                bufsize=0,
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.PIPE,
                pass_fds=(control, status),
                cwd=folder,
                env=environment,
                start_new_session=True,
            )
        except BaseException:
            os.close(self._control)
            os.close(self._status)
            raise
        finally:
            os.close(control)
            os.close(status)
        streams = (self._supervisor.stdin, self._supervisor.stdout, self._supervisor.stderr)
        self._input, self._output, self._errors = (stream.fileno() if stream else -1 for stream in streams)
        self._poll = select.poll()
        for descriptor in (self._input, self._output, self._errors, self._status):
            os.set_blocking(descriptor, False)
        for descriptor in (self._output, self._errors, self._status):
            self._poll.register(descriptor, select.POLLIN)

    @property
    def pending(self) -> int:
        """Bytes that the bot has not taken yet."""
        return len(self._pending)

    def write(self, text: str | bytes) -> None:
        """Send text, at once as far as the pipe takes it."""
        if self.is_input_closed:
            return
        was_waiting = bool(self._pending)
        self._pending += text.encode() if isinstance(text, str) else text
        if not was_waiting:
            self._send()

    def _send(self) -> None:
        try:
            sent = os.write(self._input, self._pending)
        except BlockingIOError:
            sent = 0
        except OSError:  # nobody reads any more
            self._close_input()
            return
        del self._pending[:sent]
        if self._pending:
            self._poll.register(self._input, select.POLLOUT)
        else:
            self._forget(self._input)

    def _close_input(self) -> None:
        self._forget(self._input)
        self._pending.clear()
        if not self.is_input_closed and self._supervisor.stdin is not None:
            self.is_input_closed = True
            with contextlib.suppress(OSError):
                self._supervisor.stdin.close()

    def pump(self, seconds: float) -> bool:
        """Wait until something can be read or sent, at most so long, and do it; whether there was anything.

        Afterwards `lines` may have some.
        """
        ready = self._poll.poll(max(0.0, seconds) * 1000)
        for descriptor, _ in ready:
            if descriptor == self._output:
                self._receive()
            elif descriptor == self._input:
                self._send()
            elif descriptor == self._errors:
                chunk = _read(descriptor)
                if chunk:
                    self._on_error_output(chunk)
                elif chunk is not None:
                    self._forget(descriptor)
            elif descriptor == self._status:
                self._learn()
        return bool(ready)

    def _receive(self) -> int:
        chunk = _read(self._output)
        if chunk:
            self.lines.feed(chunk)
            return len(chunk)
        if chunk is not None:
            self.is_output_closed = True
            self._forget(self._output)
        return 0

    def _learn(self) -> None:
        """What the supervisor says."""
        chunk = _read(self._status)
        if chunk is None:
            return
        if not chunk:
            self._forget(self._status)
            self.ended = self.ended or "its supervisor was ended"
            return
        *lines, self._said = (self._said + chunk).split(b"\n")
        for line in lines:
            word, _, number = line.decode().partition(" ")
            if word == "pid":
                self.pid = int(number)
            elif word == "failed":
                self.failed = int(number)
                self.ended = "it could not be started"
            elif word == "others":
                self.others = int(number)
            elif word == "exit":
                self.ended = f"it ended with exit status {number}"
            elif word == "signal":
                self.ended = f"it was ended by {_signal_name(int(number))}"
        if self.ended:
            # What it wrote before it ended is in the pipe.
            received = 0
            while received < _MOST_AT_THE_END and not self.is_output_closed:
                chunk_size = self._receive()
                if not chunk_size:
                    break
                received += chunk_size

    def describe_end(self) -> str:
        """How it came that nothing more can be read."""
        until = time.monotonic() + _TOLD_WITHIN
        while self.ended is None and (left := until - time.monotonic()) > 0:
            self.pump(left)
        return self.ended or "it closed its output"

    def _forget(self, descriptor: int) -> None:
        with contextlib.suppress(KeyError):
            self._poll.unregister(descriptor)

    def cpu_seconds(self) -> float | None:
        """The CPU time that the process has used, without that of programs it started; None where it is not known."""
        if self.pid is None or not sys.platform.startswith("linux"):
            return None
        try:
            return time.clock_gettime(~self.pid << 3 | 2)  # clock_getcpuclockid(3) of a process
        except OSError:
            return None

    def close(self, grace: float = 0.0) -> None:
        """End it: its input is closed, and after so many seconds it is killed; may be called twice."""
        if self._control < 0:
            return
        until = time.monotonic() + grace
        while grace > 0 and self._pending and self.ended is None and time.monotonic() < until:
            self.pump(until - time.monotonic())
            self.drop_lines()
        self._close_input()
        while self.ended is None and (left := until - time.monotonic()) > 0:
            self.pump(left)
            self.drop_lines()
        os.close(self._control)
        self._control = -1
        with contextlib.suppress(OSError):
            self._supervisor.send_signal(signal.SIGCONT)
        try:
            self._supervisor.wait(_SUPERVISOR_TAKES)
        except subprocess.TimeoutExpired:
            self._supervisor.kill()
            self._supervisor.wait()
        self._learn()
        # What it said last on standard error is worth knowing.
        while (chunk := _read(self._errors)) and len(chunk) == _CHUNK:
            self._on_error_output(chunk)
        if chunk:
            self._on_error_output(chunk)
        self.ended = self.ended or "it was ended"
        self.is_output_closed = True
        for stream in (self._supervisor.stdout, self._supervisor.stderr):
            if stream is not None:
                stream.close()
        os.close(self._status)

    def drop_lines(self) -> None:
        """Forget what has come."""
        while self.lines.next() is not None:
            pass


def _read(descriptor: int) -> bytes | None:
    """What can be read: empty at the end, None where there is nothing yet."""
    try:
        return os.read(descriptor, _CHUNK)
    except BlockingIOError:
        return None
    except OSError:
        return b""


def _signal_name(number: int) -> str:
    try:
        return f"signal {number} ({signal.Signals(number).name})"
    except ValueError:
        return f"signal {number}"
