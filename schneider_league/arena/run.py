"""Plays a run: hands out chunks of pairs, takes them in order, decides who is out and when a test is over, saves."""

from __future__ import annotations

import os
import signal
import threading
import time
import uuid
from collections import deque
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from datetime import datetime
from pathlib import Path
from shlex import quote
from types import FrameType
from typing import Any, Final

from schneider_league import __version__
from schneider_league.arena.chunk import PlayedChunk, Setting
from schneider_league.arena.plan import Plan
from schneider_league.arena.run_course import Course
from schneider_league.arena.run_file import ENDING, Run, logs_of
from schneider_league.arena.run_lines import Head
from schneider_league.arena.run_writer import RunWriter
from schneider_league.arena.seats import Surroundings, introduce
from schneider_league.arena.workers import Crew, Task, hire
from schneider_league.bots.registry import BotKind
from schneider_league.errors import MachineError, UsageError

CHUNK_SECONDS: Final = 1.0
"""How long a chunk is to take, about."""
_MOST_SECONDS: Final = 3.0
"""After so long a chunk comes back as far as it is."""
_MOST_DEALS: Final = 1 << 18
_MOST_PAIRS_WITH_PLAYS: Final = 1 << 13
_MOST_PAIRS_TESTED: Final = 1 << 12
_GROWTH: Final = 8
FINISHING: Final = "Ctrl-C: what is on the table is finished and saved; once more stops at once"
_POLL: Final = 0.2


@dataclass(frozen=True, slots=True)
class Progress:
    """How far a run has come."""

    pairs_done: int
    pairs_planned: int
    deals: int
    seconds: float
    """Of this sitting."""
    deals_this_sitting: int
    pairs_this_sitting: int

    @property
    def rate(self) -> float:
        """Deals a second."""
        return self.deals_this_sitting / self.seconds if self.seconds > 0 else 0.0

    @property
    def seconds_left(self) -> float | None:
        """About; None while that cannot be told."""
        if not self.pairs_this_sitting:
            return None
        return (self.pairs_planned - self.pairs_done) * self.seconds / self.pairs_this_sitting


OnProgress = Callable[[Progress], None]
OnNote = Callable[[str], None]


@dataclass(slots=True)
class Observer:
    """Who is told of a run while it is played."""

    on_progress: OnProgress | None = None
    on_note: OnNote | None = None
    said: set[str] = field(default_factory=set)

    def note(self, text: str) -> None:
        """Say something, once."""
        if self.on_note is not None and text not in self.said:
            self.on_note(text)
            self.said.add(text)


def begin_run(
    plan: Plan,
    path: Path,
    *,
    now: datetime,
    workers: int = 1,
    cluster: str | None = None,
    trace: Path | None = None,
    on_begin: Callable[[Path], None] | None = None,
    on_progress: OnProgress | None = None,
    on_note: OnNote | None = None,
) -> Run:
    """Play a run into a new file. After a first Ctrl-C the run that comes back is incomplete.

    Args:
        plan: What is played.
        path: The file, which must not be there yet.
        now: When the run begins.
        workers: Processes on this machine that play; 1 plays in this one.
        cluster: The address of a scheduler whose workers play instead.
        trace: A file for all that is said to programs and by them.
        on_begin: Called with the file once it is there, since all bots start.
        on_progress: Called after each chunk.
        on_note: Called with what a user should know, each sentence once.

    Raises:
        UsageError, NotFoundError, InputError: a bot does not start; no file is left.
        StateError: there is a file of this name.
        MachineError: the disk is full, a worker died, the cluster is gone; what was saved can be resumed.
        KeyboardInterrupt: Ctrl-C was pressed a second time.
    """
    _check_workers(workers)
    _check_path(path)
    observer = Observer(on_progress, on_note)
    around = _surroundings(plan, path, trace, observer)
    head = Head(plan, now.isoformat(timespec="seconds"), __version__, _introduce_all(plan, around.folder))
    with _hired(plan, around, workers, cluster, observer) as crew:
        writer = RunWriter.begin(path, head, time.monotonic)
        try:
            if on_begin is not None:
                on_begin(path)
            return _play(Course(head, writer), crew, observer)
        finally:
            writer.close()


def resume_run(
    path: Path,
    *,
    workers: int = 1,
    cluster: str | None = None,
    trace: Path | None = None,
    on_progress: OnProgress | None = None,
    on_note: OnNote | None = None,
) -> Run:
    """Go on with a run; one that is complete is left as it is. See `begin_run`.

    Raises:
        NotFoundError: there is no such file.
        UnreadableError: it is no run file, or damaged.
        StateError: another program is playing the run.
    """
    _check_workers(workers)
    observer = Observer(on_progress, on_note)
    writer, reader = RunWriter.reopen(path, time.monotonic)
    try:
        course = Course(reader.head, writer)
        course.take_up(reader)
        if course.is_over:
            return _end(course)
        if reader.head.version != __version__:
            observer.note(f"the run was begun by version {reader.head.version} of the program, this is {__version__}")
        around = _surroundings(reader.plan, path, trace, observer)
        _introduce_all(reader.plan, around.folder)
        with _hired(reader.plan, around, workers, cluster, observer) as crew:
            return _play(course, crew, observer)
    finally:
        writer.close()


def _check_workers(workers: int) -> None:
    if not 1 <= workers <= 1024:
        raise UsageError(f"--workers {workers}: give a number from 1 to 1024")


def _check_path(path: Path) -> None:
    if not path.name or path.is_dir():
        raise UsageError(f"'{path}' is a folder, not a file for a run", hint=f"as in {path / f'mine{ENDING}'}")
    if logs_of(path) == path:
        raise UsageError(f"'{path}' is where the logs of the run would be", hint=f"run files end in {ENDING}")


def _surroundings(plan: Plan, path: Path, trace: Path | None, observer: Observer) -> Surroundings:
    """Where the bots find themselves; raises LeagueError where the trace could not be written."""
    if trace is not None:
        from schneider_league.bots.trace import Trace

        if not any(spec.kind is BotKind.PROCESS for spec in plan.bots):
            observer.note("the trace stays empty: it has what programs say, and none takes part")
        Trace(trace).close()
    return Surroundings(os.getcwd(), logs_of(path), trace)


def _introduce_all(plan: Plan, folder: str) -> dict[str, Any]:
    """What all bots say of themselves; raises LeagueError where one does not start."""
    found = {spec.name: introduce(spec, folder) for spec in plan.bots}
    return {name: identity for name, identity in found.items() if identity is not None}


def _play(course: Course, crew: Crew, observer: Observer) -> Run:
    """Have the crew play what is missing, until all is played or Ctrl-C is pressed."""
    try:
        with _interrupts(observer) as interrupts:
            _hand_out(course, crew, interrupts, observer)
        crew.close(at_once=False)
    except MachineError as error:
        if error.hint is None:
            error.hint = f"what was played is saved; go on with: schneider-league bot resume {quote(str(course.path))}"
        raise
    return _end(course)


def _end(course: Course) -> Run:
    """The run as it is left, with its last line where nothing is missing."""
    if course.is_over:
        course.complete()
    course.sync()
    return course.run()


@contextmanager
def _hired(plan: Plan, around: Surroundings, workers: int, cluster: str | None, observer: Observer) -> Iterator[Crew]:
    """With a crew, which is there before anything is written, and is ended at once if something goes wrong."""
    crew = _hire(Setting(uuid.uuid4().hex, plan, around), workers, cluster, observer)
    try:
        yield crew
    except BaseException:
        crew.close(at_once=True)
        raise


def _hire(setting: Setting, workers: int, cluster: str | None, observer: Observer) -> Crew:
    if cluster is not None:
        from schneider_league.arena.cluster import Cluster

        return Cluster(setting, cluster)
    cores = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
    if workers > cores and not all(setting.plan.is_built_in(pairing.index) for pairing in setting.plan.pairings):
        observer.note(f"{workers} workers on {cores} cores: bots that have a clock get less of it than they are told")
    return hire(setting, workers, observer.note)


class _Interrupts:
    """How often Ctrl-C was pressed."""

    count = 0


@contextmanager
def _interrupts(observer: Observer) -> Iterator[_Interrupts]:
    """Have the first Ctrl-C noted and answered, and the second raise KeyboardInterrupt, while this lasts."""
    seen = _Interrupts()

    def note(number: int, frame: FrameType | None) -> None:
        seen.count += 1
        if seen.count > 1:
            raise KeyboardInterrupt
        with suppress(RuntimeError):  # it came while just that stream was written to: said by `_hand_out`, then
            observer.note(FINISHING)

    if threading.current_thread() is not threading.main_thread():
        yield seen
        return
    before = signal.signal(signal.SIGINT, note)
    try:
        yield seen
    finally:
        signal.signal(signal.SIGINT, before)


def _hand_out(course: Course, crew: Crew, interrupts: _Interrupts, observer: Observer) -> None:
    """Keep the crew busy, and take what it has played in order."""
    plan = course.plan
    began = time.monotonic()
    before = (course.pairs_done, course.deals)
    sizes = [_Size(plan, pairing.index) for pairing in plan.pairings]
    flying: deque[_Flying] = deque()
    following = course.next_pair
    while True:
        if interrupts.count:
            observer.note(FINISHING)
            crew.stop()
        while following is not None and not interrupts.count and len(flying) < crew.in_flight:
            pairing, first = following
            pairs = min(sizes[pairing].pairs, plan.pairs - first)
            flying.append(_Flying(pairing, first, pairs, crew.submit(pairing, first, pairs, _MOST_SECONDS)))
            following = course.after(pairing, first + pairs)
        if not flying:
            return
        head = flying[0]
        played = _await(head, crew, interrupts, observer)
        if played is None:
            return  # nothing behind it was begun before it
        flying.popleft()
        for text in played.notes:
            observer.note(text)
        sizes[head.pairing].learn(played)
        left = head.pairs - played.chunk.pairs
        if left:  # it would have gone on for too long
            first = head.first + played.chunk.pairs
            if interrupts.count:
                flying.clear()
            else:
                flying.appendleft(
                    _Flying(head.pairing, first, left, crew.submit(head.pairing, first, left, _MOST_SECONDS))
                )
        course.take(played)
        reached = course.next_pair
        if reached is None:
            following = None
            flying.clear()
        elif course.is_ahead_of(head.pairing, head.first + played.chunk.pairs):  # a bot is out
            while flying and flying[0].pairing == head.pairing:
                flying.popleft()
            if following is not None and following[0] == head.pairing:
                following = reached
        if observer.on_progress is not None:
            done, deals = course.pairs_done, course.deals
            seconds = time.monotonic() - began
            progress = Progress(done, plan.total_pairs, deals, seconds, deals - before[1], done - before[0])
            observer.on_progress(progress)


@dataclass(slots=True)
class _Flying:
    """A chunk that was handed out."""

    pairing: int
    first: int
    pairs: int
    task: Task


def _await(head: _Flying, crew: Crew, interrupts: _Interrupts, observer: Observer) -> PlayedChunk | None:
    while True:
        try:
            return head.task.result(_POLL)
        except TimeoutError:
            if interrupts.count:
                crew.stop()


class _Size:
    """How many pairs of a pairing make a chunk: about a second's, within bounds."""

    def __init__(self, plan: Plan, pairing: int) -> None:
        self.pairs = 1
        most = _MOST_DEALS // 2 if plan.is_built_in(pairing) else _MOST_PAIRS_WITH_PLAYS
        self._most = min(most, _MOST_PAIRS_TESTED) if plan.sprt is not None else most

    def learn(self, played: PlayedChunk) -> None:
        """Go by a chunk that was played."""
        pairs, deals = played.chunk.pairs, played.chunk.count
        by_time = int(pairs * CHUNK_SECONDS / max(played.seconds, 1e-6))
        by_deals = pairs * _MOST_DEALS // max(deals, 1)
        self.pairs = max(1, min(by_time, by_deals, self._most, _GROWTH * max(pairs, self.pairs)))
