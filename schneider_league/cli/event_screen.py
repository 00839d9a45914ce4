"""`event show --watch`: an event on a second screen, refreshed as results come in, until Ctrl-C."""

from __future__ import annotations

import sys
import time
from collections.abc import Callable
from typing import TYPE_CHECKING

from schneider_league.cli.terminal import is_terminal

if TYPE_CHECKING:
    from schneider_league.workflows.events.showing import ScreenView

EVERY = 1.0
"""Seconds between two looks at the database."""
TURN = 8
"""Looks until the next page, where not all fits the screen."""


def watch_screen(address: str, event: str, *, wait: Callable[[float], None] = time.sleep) -> None:
    """Show it until interrupted: on a terminal as a screen of its own, else printed whenever something changed."""
    if is_terminal(sys.stdout):
        _watch_live(address, event, wait)
    else:
        _watch_printing(address, event, wait)


def _lines(view: ScreenView, width: int | None) -> list[str]:
    from schneider_league.reports.event_screen import screen_lines

    return screen_lines(
        view.heading,
        view.standings,
        view.names,
        view.ratings,
        view.round,
        view.sessions,
        view.notes,
        width=width,
    )


def _watch_printing(address: str, event: str, wait: Callable[[float], None]) -> None:
    from schneider_league.reports.text import make_visible
    from schneider_league.workflows.events.showing import watch_event

    is_first = True
    for view in watch_event(address, event):
        if view is not None:
            print("" if is_first else "\n", end="")
            for line in _lines(view, None):
                print(make_visible(line))
            sys.stdout.flush()
            is_first = False
        wait(EVERY)


def _watch_live(address: str, event: str, wait: Callable[[float], None]) -> None:
    from rich.console import Console
    from rich.live import Live
    from rich.text import Text

    from schneider_league.errors import MachineError
    from schneider_league.reports.event_screen import page_of
    from schneider_league.workflows.events.showing import watch_event

    console = Console(file=sys.stdout, highlight=False, markup=False, emoji=False)
    shown: ScreenView | None = None
    looks = watch_event(address, event)
    # The first look is before the screen is taken: an error is told where it can be read.
    shown = next(looks)
    with Live(console=console, screen=True, auto_refresh=False) as live:
        look = 0
        while True:
            assert shown is not None
            width, height = console.size
            lines = page_of(_lines(shown, max(width - 1, 20)), height, look // TURN)
            live.update(Text.from_ansi("\n".join(lines), no_wrap=True, overflow="crop"), refresh=True)
            wait(EVERY)
            look += 1
            try:
                shown = next(looks) or shown
            except MachineError:  # a disk that is away for a moment
                looks = watch_event(address, event)
