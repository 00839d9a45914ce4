"""`event show --watch`: a second screen that follows the event, on a terminal and in a pipe."""

from __future__ import annotations

import fcntl
import signal
import struct
import subprocess
import termios
from collections.abc import Iterator
from pathlib import Path

import pytest

from schneider_league.cli.event_screen import watch_screen
from schneider_league.reports.event_screen import page_of
from tests.cli.test_pad import Terminal
from tests.cli.test_process import PROGRAM, environment
from tests.workflows.director import EIGHT, Director


@pytest.fixture
def director(sqlite_template: Path, tmp_path: Path) -> Director:
    path = tmp_path / "league.db"
    path.write_bytes(sqlite_template.read_bytes())
    director = Director(str(path), (*EIGHT[:3], "[bold]Max\x1b[31m"))
    director.hold("swiss", rounds=2)
    director.enter("Anna", "Ben", "Carl", "4")
    return director


@pytest.fixture
def terminals() -> Iterator[list[Terminal]]:
    opened: list[Terminal] = []
    yield opened
    for terminal in opened:
        terminal.close()


def test_it_follows_the_event_until_interrupted(director: Director, terminals: list[Terminal], tmp_path: Path) -> None:
    screen = Terminal("event", "show", "cup", "--watch", folder=tmp_path, columns=110, lines=40)
    terminals.append(screen)
    first = screen.until("Next: event pair 1 (round 1).")
    assert "Cup: swiss" in first
    director.publish()
    seen = screen.until("still to be played")
    # Names are data: no markup, and no escape sequence of theirs reaches the terminal.
    assert "[bold]Max" in first + seen
    assert "\x1b[31m" not in first + seen
    director.play_round()
    screen.until("7-4, ")
    # Another width is taken up at the next look.
    fcntl.ioctl(screen.master, termios.TIOCSWINSZ, struct.pack("HHHH", 12, 60, 0, 0))
    screen.until("page 1 of ")
    screen.process.send_signal(signal.SIGINT)
    screen.until("interrupted")
    assert screen.status() == 130


def test_in_a_pipe_it_prints_whenever_something_changed(director: Director, tmp_path: Path) -> None:
    process = subprocess.Popen(
        [*PROGRAM, "event", "show", "cup", "--watch"],
        cwd=tmp_path,
        env=environment(),
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    assert process.stdout is not None
    assert process.stdout.readline() == "Cup: swiss\n"
    for line in process.stdout:
        if line.startswith("Next: event pair 1"):
            break
    director.publish()
    printed = []
    for line in process.stdout:
        printed.append(line)
        if line.startswith("Round 1 still lacks"):
            break
    assert "Cup: round 1 of 2\n" in printed
    process.send_signal(signal.SIGINT)
    _out, err = process.communicate(timeout=30)
    assert process.returncode == 130
    assert err == "interrupted\n"


def test_an_unknown_event_is_told_before_the_screen_is_taken(
    director: Director, terminals: list[Terminal], tmp_path: Path
) -> None:
    screen = Terminal("event", "show", "nothing", "--watch", folder=tmp_path)
    terminals.append(screen)
    assert "\x1b[?1049h" not in screen.until("no event 'nothing'")
    assert screen.status() == 4


def test_without_a_change_nothing_is_printed(director: Director, capsys: pytest.CaptureFixture[str]) -> None:
    looks = iter(range(3))

    class Enough(Exception):  # noqa: N818
        pass

    def wait(_seconds: float) -> None:
        if next(looks, None) is None:
            raise Enough

    with pytest.raises(Enough):
        watch_screen(director.address, "cup", wait=wait)
    assert capsys.readouterr().out.count("Cup: swiss") == 1


def test_pages() -> None:
    lines = [str(number) for number in range(10)]
    assert page_of(lines, 10, 3) == lines
    assert page_of(lines, 6, 0) == ["0", "1", "2", "3", "4", "page 1 of 2"]
    assert page_of(lines, 6, 1) == ["5", "6", "7", "8", "9", "page 2 of 2"]
    assert page_of(lines, 6, 2) == page_of(lines, 6, 0)
