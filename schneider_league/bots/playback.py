"""Plays a trace back to a bot: it is told what another was told, and what it answers is compared."""

from __future__ import annotations

import os
import time
from collections.abc import Iterator
from typing import NamedTuple

from schneider_league.bots.child import Child
from schneider_league.bots.handshake import Command, Handshake, Talk, Timing, start
from schneider_league.bots.line_reader import Fault
from schneider_league.bots.protocol import Line, parse_int, parse_line
from schneider_league.bots.trace import TraceLine, read_trace
from schneider_league.errors import NotFoundError

_MOST_SHOWN = 100
"""Differences that are kept."""


class Difference(NamedTuple):
    """A turn that was answered otherwise."""

    at: str
    recorded: str
    now: str


class Playback(NamedTuple):
    """What came of playing back."""

    who: str
    """The process whose part of the trace it was."""
    turns: int
    """Turns that were asked."""
    same: int
    """Of these, how many were answered as recorded."""
    different: int
    differences: tuple[Difference, ...]
    """The first of them."""
    failure: str
    """Why it ended before the trace did; empty if it did not."""


def play_back(
    command: Command, path: str | os.PathLike[str], *, who: str | None = None, timing: Timing | None = None
) -> Playback:
    """Start a bot and tell it what one process of a trace was told; the first that was asked anything, unless named.

    Raises:
        LeagueError: the trace cannot be read or has no such process, or the bot does not start.
    """
    timing = timing or Timing()
    who = who or _first_asked(path)
    handshake = Handshake(command, timing, Talk(_ignore, _ignore))
    child = start(command, timing, handshake.hear_error_output)
    try:
        handshake.run(child)
        return _Player(child, timing, who).run(line for line in read_trace(path) if line.who == who)
    finally:
        child.write("quit\n")
        child.close(timing.quit)


def _first_asked(path: str | os.PathLike[str]) -> str:
    for line in read_trace(path):
        if line.direction == "R>" and line.text.startswith("turn "):
            return line.who
    raise NotFoundError(f"in the trace '{os.fspath(path)}' nobody is asked anything")


def _ignore(line: str | Fault) -> None:
    """A line that nobody listens to."""


class _Player:
    def __init__(self, child: Child, timing: Timing, who: str) -> None:
        self._child = child
        self._timing = timing
        self._who = who
        self._seconds = 1.0
        self._now: dict[str, str] = {}
        self._turns = self._same = self._different = 0
        self._differences: list[Difference] = []

    def run(self, lines: Iterator[TraceLine]) -> Playback:
        failure = ""
        for line in lines:
            said = parse_line(line.text)
            if line.direction == "B>":
                self._compare(said)
            elif line.direction == "R>" and said.word not in ("schneider-bot", "quit"):
                self._child.write(f"{line.text}\n")
                if said.word == "match":
                    self._seconds = (parse_int(said.values.get("move-ms", "")) or 1000) / 1000
                if said.word == "turn":
                    failure = self._await(said.values.get("at", ""))
                    if failure:
                        break
        shown = tuple(self._differences)
        return Playback(self._who, self._turns, self._same, self._different, shown, failure)

    def _await(self, at: str) -> str:
        """Wait for the answer to a turn; why there is none, empty if there is."""
        self._turns += 1
        until = time.monotonic() + self._seconds + self._timing.margin + self._timing.stall
        while True:
            while (line := self._child.lines.next()) is not None:
                if isinstance(line, Fault):
                    return f"at {at} it wrote {line.value}"
                said = parse_line(line)
                if said.word == "play" and said.values.get("at") == at:
                    self._now[at] = _choice(said)
                    return ""
            if self._child.ended is not None or self._child.is_output_closed:
                return f"at {at} {self._child.describe_end()}"
            left = until - time.monotonic()
            if left <= 0:
                return f"at {at} no answer came"
            self._child.pump(left)

    def _compare(self, said: Line) -> None:
        now = self._now.pop(said.values.get("at", ""), None) if said.word == "play" else None
        if now is None:
            return
        if now == _choice(said):
            self._same += 1
            return
        self._different += 1
        if len(self._differences) < _MOST_SHOWN:
            self._differences.append(Difference(said.values["at"], _choice(said), now))


def _choice(play: Line) -> str:
    return play.values.get("card") or play.values.get("announce") or ""
