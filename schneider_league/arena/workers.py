"""Who plays the chunks of a run: this process itself, or processes of its own on this machine."""

from __future__ import annotations

import os
import signal
import threading
from collections.abc import Callable, Iterator
from concurrent.futures import Future, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from contextlib import contextmanager, suppress
from multiprocessing import get_context, parent_process
from multiprocessing.synchronize import Event
from multiprocessing.util import Finalize
from typing import Protocol

from schneider_league.arena.chunk import PlayedChunk, Setting, clear_table, play_chunk
from schneider_league.errors import MachineError


class Task(Protocol):
    """A chunk that is being played, or waits for it."""

    def result(self, timeout: float) -> PlayedChunk | None:
        """What was played, None where the crew was told to stop before.

        Raises:
            TimeoutError: that is not yet known after so many seconds.
            MachineError: whoever played it is gone.
            LeagueError: a bot cannot be started.
        """


class Crew(Protocol):
    """Those who play chunks."""

    @property
    def in_flight(self) -> int:
        """How many chunks are to be handed out at once, so that nobody waits."""

    def submit(self, pairing: int, first: int, pairs: int, seconds: float) -> Task:
        """Have pairs played (`play_chunk`); those that are handed out first are begun first."""

    def stop(self) -> None:
        """Begin nothing more; what was begun is finished."""

    def close(self, *, at_once: bool) -> None:
        """End the crew; `at_once` whatever it is doing."""


class _Own:
    """A task that is played when its result is asked for."""

    def __init__(self, crew: Alone, pairing: int, first: int, pairs: int, seconds: float) -> None:
        self._crew = crew
        self._asked = (pairing, first, pairs, seconds)

    def result(self, timeout: float) -> PlayedChunk | None:
        """Play it."""
        return None if self._crew.is_stopped else play_chunk(self._crew.setting, *self._asked, self._crew.on_note)


class Alone:
    """This process plays everything itself."""

    in_flight = 1

    def __init__(self, setting: Setting, on_note: Callable[[str], None]) -> None:
        self.setting, self.on_note = setting, on_note
        self.is_stopped = False

    def submit(self, pairing: int, first: int, pairs: int, seconds: float) -> Task:
        """Have pairs played."""
        return _Own(self, pairing, first, pairs, seconds)

    def stop(self) -> None:
        """Begin nothing more."""
        self.is_stopped = True

    def close(self, *, at_once: bool) -> None:
        """End the bots."""
        clear_table()


_stopped: Event | None = None


def _begin_worker(stopped: Event) -> None:
    """What a worker process does first."""
    global _stopped
    _stopped = stopped
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C goes to all; the coordinator says what it means
    if hasattr(signal, "pthread_sigmask"):
        signal.pthread_sigmask(signal.SIG_UNBLOCK, [signal.SIGINT])
    Finalize(None, clear_table, exitpriority=100)
    threading.Thread(target=_end_with_parent, daemon=True).start()


def _end_with_parent() -> None:
    """Else a worker whose parent was killed would wait for work for ever, since it holds the queue open itself."""
    parent = parent_process()
    if parent is not None:
        parent.join()
        os._exit(1)


def _play(setting: Setting, pairing: int, first: int, pairs: int, seconds: float) -> PlayedChunk | None:
    if _stopped is not None and _stopped.is_set():
        return None
    return play_chunk(setting, pairing, first, pairs, seconds)


@contextmanager
def _without_interrupts() -> Iterator[None]:
    """Hold Ctrl-C back, from what is started meanwhile too: a worker is deaf to it before it has said so itself."""
    if not hasattr(signal, "pthread_sigmask"):
        yield
        return
    before = signal.pthread_sigmask(signal.SIG_BLOCK, [signal.SIGINT])
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


class _Pooled:
    """A task of a worker process."""

    def __init__(self, future: Future[PlayedChunk | None]) -> None:
        self._future = future

    def result(self, timeout: float) -> PlayedChunk | None:
        """What the worker played."""
        try:
            return self._future.result(timeout)
        except BrokenProcessPool:
            raise MachineError(
                "a worker process has ended in the middle of its work: killed, or out of memory"
            ) from None


class Workers:
    """Processes on this machine, each of which plays one chunk at a time.

    They are started anew, not forked: what this process holds open is not theirs.
    """

    def __init__(self, setting: Setting, count: int) -> None:
        self._setting = setting
        context = get_context("spawn")
        self._stopped = context.Event()
        self._pool = ProcessPoolExecutor(count, context, _begin_worker, (self._stopped,))
        self.in_flight = 2 * count + 1

    def submit(self, pairing: int, first: int, pairs: int, seconds: float) -> Task:
        """Have pairs played."""
        try:
            with _without_interrupts():  # a worker may be started by this
                return _Pooled(self._pool.submit(_play, self._setting, pairing, first, pairs, seconds))
        except BrokenProcessPool:
            broken: Future[PlayedChunk | None] = Future()
            broken.set_exception(BrokenProcessPool())
            return _Pooled(broken)

    def stop(self) -> None:
        """Begin nothing more."""
        self._stopped.set()

    def close(self, *, at_once: bool) -> None:
        """End the processes."""
        self._stopped.set()
        if at_once:
            for process in list((self._pool._processes or {}).values()):
                with suppress(OSError, ValueError):
                    process.kill()
        self._pool.shutdown(wait=True, cancel_futures=True)


def hire(setting: Setting, workers: int, on_note: Callable[[str], None]) -> Crew:
    """So many workers on this machine; one is this process itself."""
    return Alone(setting, on_note) if workers == 1 else Workers(setting, workers)
