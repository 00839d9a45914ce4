"""Runs one bot and sees to it that nothing of it is left, however the runner ends.

A program of its own, started as `python -I -S supervisor.py CONTROL STATUS RUNNER -- COMMAND…` and using the standard
library alone. The bot has this program's standard input, output and error as its own, so that nothing is copied on
the way.

- CONTROL is the reading end of a pipe whose other end the runner holds: when that is closed, by the kernel if need be,
  everything ends.
- STATUS is the writing end of a pipe: `pid N`, then `exit N`, `signal N` or `failed ERRNO`, and `others N` where the
  bot had left N other processes, one a line.
- RUNNER is the runner's process number: where a pipe's end has leaked into another process, the runner's end is noticed
  all the same.

On Linux this program is a child subreaper: whatever the bot starts, forks twice or puts into a session of its own
becomes this program's child once its parent is gone, and can be found and ended. The bot itself is killed by the kernel
should this program be killed. Elsewhere the bot's process group is ended, and those of its descendants that are still
linked to it.
"""

from __future__ import annotations

import contextlib
import os
import select
import signal
import sys
import time

TYPE_CHECKING = False
if TYPE_CHECKING:  # loading typing would double the time that this takes to start
    from collections.abc import Callable, Iterable
    from types import FrameType
    from typing import TypeAlias

    Prctl: TypeAlias = Callable[[int, int], int]

_PR_SET_PDEATHSIG, _PR_SET_CHILD_SUBREAPER = 1, 36
_IS_LINUX: bool = sys.platform.startswith("linux")
_REQUESTS = (signal.SIGTERM, signal.SIGINT, signal.SIGHUP)
_GIVE_UP_AFTER = 10.0
"""Seconds for processes that cannot be ended: those of another user, or stuck in the kernel."""
_LOOK_AFTER_RUNNER = 0.5
"""Seconds between two looks whether the runner is still there, where the system does not tell."""


def main(arguments: list[str]) -> int:
    """Run the command until it ends or the runner wants it to."""
    control, status, runner = map(int, arguments[:3])
    command = arguments[4:]
    for descriptor in (control, status):
        os.set_inheritable(descriptor, False)
    prctl = _find_prctl()
    if prctl is not None:
        prctl(_PR_SET_CHILD_SUBREAPER, 1)
        # Whoever stops this program cannot keep it from doing its work once the runner is gone.
        prctl(_PR_SET_PDEATHSIG, signal.SIGCONT)
    woken, wake = os.pipe()
    os.set_blocking(wake, False)
    signal.set_wakeup_fd(wake)
    signal.signal(signal.SIGCHLD, _do_nothing)
    asked_to_end: list[int] = []
    for number in _REQUESTS:
        signal.signal(number, lambda signum, _: asked_to_end.append(signum))
    bot = _start(command, prctl, status)
    _let_go_of_streams()
    if bot:
        _say(status, f"pid {bot}")
        _wait(bot, control, woken, status, runner, asked_to_end)
    _end_everything(bot, status)
    return 0


def _wait(bot: int, control: int, woken: int, status: int, runner: int, asked_to_end: list[int]) -> None:
    """Return when the bot has ended, which is said, or when it is to end."""
    poll = select.poll()
    poll.register(control, select.POLLIN)
    poll.register(woken, select.POLLIN)
    watched = _watch(runner)
    if watched is not None:
        poll.register(watched, select.POLLIN)
    while os.getppid() == runner and not asked_to_end:
        ready = {descriptor for descriptor, _ in poll.poll(None if watched is not None else _LOOK_AFTER_RUNNER * 1000)}
        if control in ready or (watched is not None and watched in ready):
            return
        if woken in ready:
            os.read(woken, 4096)
        if _reap(bot, status):
            return


def _reap(bot: int, status: int) -> bool:
    """Take note of the children that have ended; whether the bot is among them, which is said."""
    while True:
        try:
            pid, code = os.waitpid(-1, os.WNOHANG)
        except ChildProcessError:
            return True
        if pid == 0:
            return False
        if pid == bot:
            ended = os.waitstatus_to_exitcode(code)
            _say(status, f"exit {ended}" if ended >= 0 else f"signal {-ended}")
            return True


def _watch(runner: int) -> int | None:
    """A descriptor that can be read once the runner is gone; None where the system has none."""
    try:
        return os.pidfd_open(runner)
    except (AttributeError, OSError):
        return None


def _start(command: list[str], prctl: Prctl | None, status: int) -> int:
    """Start the bot; its process number, 0 if that failed, which is said."""
    failed, failure = os.pipe()  # closed by a successful exec
    supervisor = os.getpid()
    pid = os.fork()
    if pid == 0:
        try:
            os.setsid()
            for number in (*_REQUESTS, signal.SIGCHLD, signal.SIGPIPE, signal.SIGXFSZ):
                signal.signal(number, signal.SIG_DFL)
            signal.pthread_sigmask(signal.SIG_SETMASK, ())
            if prctl is not None:
                prctl(_PR_SET_PDEATHSIG, signal.SIGKILL)
            if os.getppid() != supervisor:
                os._exit(127)
            os.execvp(command[0], command)
        except OSError as error:
            os.write(failure, str(error.errno).encode())
        finally:
            os._exit(127)
    os.close(failure)
    said = os.read(failed, 32)
    os.close(failed)
    if said:
        _say(status, f"failed {said.decode()}")
        return 0
    return pid


def _let_go_of_streams() -> None:
    """Hold neither end of the bot's streams, so that each side notices when the other is gone."""
    nothing = os.open(os.devnull, os.O_RDWR)
    for descriptor in (0, 1, 2):
        os.dup2(nothing, descriptor)
    os.close(nothing)


def _end_everything(bot: int, status: int) -> None:
    """Kill all descendants: first they are stopped, so that none can start another meanwhile."""
    until = time.monotonic() + _GIVE_UP_AFTER
    others = len(_descendants() - {bot})
    if others:
        _say(status, f"others {others}")
    while time.monotonic() < until:
        stopped: set[int] = set()
        for _ in range(64):
            new = _descendants() - stopped
            if not new:
                break
            _send(new, signal.SIGSTOP)
            stopped |= new
        if bot and not _IS_LINUX:
            with contextlib.suppress(OSError):
                os.killpg(bot, signal.SIGKILL)
        _send(stopped, signal.SIGKILL)
        try:
            while os.waitpid(-1, os.WNOHANG)[0]:
                pass
        except ChildProcessError:
            return  # no child is left, and what is no child has a parent among the children
        time.sleep(0.002)


def _send(pids: Iterable[int], number: int) -> None:
    for pid in pids:
        with contextlib.suppress(OSError):
            os.kill(pid, number)


def _descendants() -> set[int]:
    """All processes that descend from this one."""
    children: dict[int, list[int]] = {}
    for pid, parent in _processes():
        children.setdefault(parent, []).append(pid)
    found: set[int] = set()
    waiting = [os.getpid()]
    while waiting:
        for child in children.get(waiting.pop(), ()):
            if child not in found:
                found.add(child)
                waiting.append(child)
    return found


def _processes() -> list[tuple[int, int]]:
    """Every process with its parent."""
    found = []
    if _IS_LINUX:
        for name in os.listdir("/proc"):
            if name.isdigit():
                with contextlib.suppress(OSError, ValueError, IndexError), open(f"/proc/{name}/stat", "rb") as file:
                    # The name, in brackets, may hold anything; the parent is the second word behind it.
                    found.append((int(name), int(file.read().rpartition(b")")[2].split()[1])))
        return found
    with contextlib.suppress(OSError, ValueError), os.popen("ps -axo pid=,ppid=") as listing:
        for line in listing:
            pid, parent = line.split()
            found.append((int(pid), int(parent)))
    return found


def _find_prctl() -> Prctl | None:
    """The system call that makes a subreaper; None where there is none."""
    if not _IS_LINUX:
        return None
    try:
        import ctypes

        library = ctypes.CDLL(None)
        call = library.prctl
        call.argtypes = [ctypes.c_int, *[ctypes.c_ulong] * 4]
        return lambda option, value: call(option, value, 0, 0, 0)
    except (ImportError, OSError, AttributeError):
        return None


def _say(status: int, line: str) -> None:
    with contextlib.suppress(OSError):
        os.write(status, f"{line}\n".encode())


def _do_nothing(signum: int, frame: FrameType | None) -> None:
    """Let the wakeup descriptor tell."""


if __name__ == "__main__":
    # The runner may be gone when the status is said.
    signal.signal(signal.SIGPIPE, signal.SIG_IGN)
    sys.exit(main(sys.argv[1:]))
