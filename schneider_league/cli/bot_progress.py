"""How far a run of bots is, in one line on standard error that is written anew."""

from __future__ import annotations

import os
import sys
import time
from contextlib import suppress
from types import TracebackType
from typing import TYPE_CHECKING

from schneider_league.cli.failure import warn
from schneider_league.cli.terminal import is_terminal, terminal_width
from schneider_league.reports.text import quoted

if TYPE_CHECKING:
    from schneider_league.arena.run import Progress

_EVERY = 0.25  # seconds between two updates
_ENOUGH = 20  # deals that tell how long the rest will take
_MINUTE, _HOUR = 60, 3600


class RunProgress:
    """The line; it is there only while somebody looks at standard error."""

    def __init__(self, run: str | None = None) -> None:
        self.run = run
        """The run's file, once it is there."""
        self.is_looked_at = is_terminal(sys.stderr) and os.environ.get("TERM") != "dumb"
        self._next = 0.0
        self._is_there = False

    def __enter__(self) -> RunProgress:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._clear()

    def begin(self, run: str) -> None:
        """Say where the run is kept."""
        self.run = run
        with suppress(OSError, ValueError):
            print(f"The run is kept in {quoted(run)}.", file=sys.stderr, flush=True)

    def note(self, text: str) -> None:
        """Say what deserves attention."""
        self._clear()
        warn(text)

    def advance(self, progress: Progress) -> None:
        """Write the line anew, now and then."""
        now = time.monotonic()
        if not self.is_looked_at or now < self._next:
            return
        self._next = now + _EVERY
        left = progress.seconds_left if progress.deals_this_sitting >= _ENOUGH else None
        text = progress_line(progress.pairs_done, progress.pairs_planned, progress.deals, progress.rate, left)
        width = terminal_width(sys.stderr) or 80
        with suppress(OSError, ValueError):  # the terminal is gone: the run goes on
            sys.stderr.write(f"\r\x1b[2K{text[: width - 1]}")
            sys.stderr.flush()
            self._is_there = True

    def _clear(self) -> None:
        if self._is_there:
            with suppress(OSError, ValueError):
                sys.stderr.write("\r\x1b[2K")
                sys.stderr.flush()
            self._is_there = False


def progress_line(done: int, planned: int, deals: int, rate: float, left: float | None) -> str:
    """`1,200 of 3,000 pairs (40%), 2,400 deals, 1,234 a second, 1 min 20 s left`."""
    parts = [f"{done:,} of {planned:,} pairs ({100 * done // max(planned, 1)}%)", f"{deals:,} deals"]
    if rate > 0:
        parts.append(f"{rate:,.0f} a second" if rate >= 10 else f"{rate:.1f} a second")
    if left is not None:
        parts.append(f"{duration_words(left)} left")
    return ", ".join(parts)


def duration_words(seconds: float) -> str:
    """`12 s`, `3 min 20 s`, `2 h 5 min`."""
    whole = max(0, round(seconds))
    if whole < _MINUTE:
        return f"{whole} s"
    if whole < _HOUR:
        return f"{whole // _MINUTE} min {whole % _MINUTE} s"
    return f"{whole // _HOUR} h {whole % _HOUR // _MINUTE} min"
