"""A progress bar on standard error, where a person would otherwise wait in front of nothing."""

from __future__ import annotations

import os
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from typing import TypeAlias

from schneider_league.cli.terminal import is_terminal

Advance: TypeAlias = Callable[[int, int | None], None]
"""Called with how much is done and how much there is in all, None where that is not known."""

_AFTER = 0.5  # seconds of work before the bar appears
_EVERY = 0.1  # seconds between two updates


@contextmanager
def progress(label: str, *, wanted: bool = True) -> Iterator[Advance | None]:
    """A function to report progress to, or None where nobody looks, or where it is not `wanted`."""
    if not wanted or not is_terminal(sys.stderr) or os.environ.get("TERM") == "dumb":
        yield None
        return
    bar = _Bar(label)
    try:
        yield bar.advance
    finally:
        bar.close()


class _Bar:
    """Draws nothing for the first moment, then rich's bar; its import is paid for only then."""

    def __init__(self, label: str) -> None:
        self.label = label
        self.next = time.monotonic() + _AFTER
        self.stop: Callable[[], None] | None = None
        self.draw: Advance | None = None

    def advance(self, done: int, total: int | None) -> None:
        now = time.monotonic()
        if now < self.next:
            return
        self.next = now + _EVERY
        if self.draw is None:
            self._begin()
        if self.draw is not None:
            self.draw(done, total)

    def _begin(self) -> None:
        from rich.console import Console
        from rich.progress import BarColumn, Progress, TextColumn, TimeRemainingColumn

        console = Console(stderr=True, no_color=bool(os.environ.get("NO_COLOR")) or None)
        drawn = Progress(
            TextColumn("{task.description}", markup=False),
            BarColumn(),
            TextColumn("{task.percentage:>3.0f}%", markup=False),
            TimeRemainingColumn(),
            console=console,
            transient=True,
            auto_refresh=False,
        )
        task = drawn.add_task(self.label, total=None)
        with suppress(OSError):
            drawn.start()

        def draw(done: int, total: int | None) -> None:
            with suppress(OSError):  # the terminal is gone: the work goes on
                drawn.update(task, completed=done, total=total)
                drawn.refresh()

        self.draw, self.stop = draw, drawn.stop

    def close(self) -> None:
        if self.stop is not None:
            with suppress(OSError):
                self.stop()
