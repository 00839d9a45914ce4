"""The pad and questions before a person: on a terminal of its own."""

from __future__ import annotations

import codecs
import fcntl
import os
import pty
import select
import shutil
import signal
import struct
import subprocess
import sys
import termios
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

import schneider_league
from schneider_league.cli.pad import _Interrupts
from schneider_league.reports.pad import pad_lines
from schneider_league.store.engine import Database
from schneider_league.workflows.pad import Pad
from tests.workflows.scorekeeper import Scorekeeper

PACKAGE = Path(schneider_league.__file__).parents[1]


class Terminal:
    """A program on a terminal, and a person who types."""

    def __init__(
        self,
        *arguments: str,
        folder: Path,
        columns: int = 80,
        lines: int = 24,
        term: str = "xterm",
        module: bool = True,
    ) -> None:
        self.screen = ""
        self.decoder = codecs.getincrementaldecoder("utf-8")()
        self.master, slave = pty.openpty()
        fcntl.ioctl(slave, termios.TIOCSWINSZ, struct.pack("HHHH", lines, columns, 0, 0))
        kept = {name: value for name, value in os.environ.items() if name not in ("NO_COLOR", "COLUMNS", "LINES")}
        kept |= {"PYTHONPATH": os.fspath(PACKAGE), "TERM": term, "TZ": "UTC"}
        self.process = subprocess.Popen(
            [sys.executable, *(("-m", "schneider_league") if module else ()), *arguments],
            cwd=folder,
            env=kept,
            stdin=slave,
            stdout=slave,
            stderr=slave,
            start_new_session=True,
            preexec_fn=_take_terminal,
        )
        os.close(slave)

    def until(self, text: str) -> str:
        """What is on the screen when `text` has come, from the last time on."""
        end = time.monotonic() + 30
        while text not in self.screen:
            assert time.monotonic() < end, f"{text!r} does not come: {self.screen!r}"
            ready, _, _ = select.select([self.master], [], [], 1)
            if ready:
                try:
                    piece = os.read(self.master, 65536)
                except OSError:
                    assert text in self.screen, self.screen
                    break
                self.screen += self.decoder.decode(piece).replace("\r", "")
        at = self.screen.index(text) + len(text)
        seen, self.screen = self.screen[:at], self.screen[at:]
        return seen

    def type(self, text: str) -> None:
        os.write(self.master, text.encode())

    def status(self) -> int:
        return self.process.wait(30)

    def close(self) -> None:
        self.process.kill()
        self.process.wait()
        os.close(self.master)


def _take_terminal() -> None:
    fcntl.ioctl(0, termios.TIOCSCTTY, 0)


@pytest.fixture
def league(tmp_path: Path, sqlite_template: Path) -> Path:
    path = tmp_path / "league.db"
    shutil.copyfile(sqlite_template, path)
    Scorekeeper(str(path), ("Anna", "Ben", "Karel Novák", "Dora"))
    return path


@pytest.fixture
def terminals() -> Iterator[list[Terminal]]:
    opened: list[Terminal] = []
    yield opened
    for terminal in opened:
        terminal.close()


def count_entries(league: Path) -> int:
    with Database(str(league)).reading() as book:
        return int(book.rows("SELECT COUNT(*) FROM entry")[0][0])


def test_each_line_is_stored_before_the_next_is_asked_for(league: Path, terminals: list[Terminal]) -> None:
    pad = Terminal("session", "pad", folder=league.parent)
    terminals.append(pad)
    assert "No session is open" in pad.until("> ")
    pad.type("start anna ben 7\n")
    pad.until("Who deals first: Anna, Ben or cut? ")
    assert count_entries(league) == 0
    pad.type("ben\n")
    assert "Session 1: Anna – Ben, bohemian, to 7" in pad.until("Ben deals.\n\n> ")
    assert count_entries(league) == 1
    pad.type("14\n")
    pad.until("Deal 1: Anna 14, Ben 6 (simple). Anna 1, Ben 0. Anna deals.\n\n> ")
    assert count_entries(league) == 2
    pad.process.kill()
    assert count_entries(league) == 2


def test_ctrl_c_drops_a_question_and_then_leaves(league: Path, terminals: list[Terminal]) -> None:
    pad = Terminal("session", "pad", folder=league.parent)
    terminals.append(pad)
    pad.until("> ")
    pad.type("start anna ben\n")
    pad.until("cut? ")
    pad.type("\x03")
    pad.until("Nothing is entered.\n\n> ")
    pad.type("\x03")
    pad.until("Everything that was answered is stored.")
    assert pad.status() == 130


MISSED = """
import signal, threading, time
from schneider_league.cli.pad import _Interrupts
def interrupt():
    time.sleep(0.5)
    signal.pthread_kill(threading.get_ident(), signal.SIGINT)  # not to the thread that waits for a key
threading.Thread(target=interrupt, daemon=True).start()
with _Interrupts() as interrupts:
    try:
        interrupts.ask("? ")
    except KeyboardInterrupt:
        print("seen")
"""


@pytest.mark.skipif(not hasattr(signal, "SIGURG"), reason="the system has no such signals")
@pytest.mark.parametrize("module", ["readline", "time"])
def test_ctrl_c_that_does_not_interrupt_the_waiting_is_seen_all_the_same(
    module: str, tmp_path: Path, terminals: list[Terminal]
) -> None:
    """So it is where it comes between the prompt and the waiting."""
    terminal = Terminal("-c", f"import {module}{MISSED}", folder=tmp_path, module=False)
    terminals.append(terminal)
    terminal.until("seen")
    assert terminal.status() == 0


def test_ctrl_c_while_something_is_stored_counts_at_the_next_question() -> None:
    before = signal.getsignal(signal.SIGINT)
    with _Interrupts() as interrupts:
        signal.raise_signal(signal.SIGINT)
        with pytest.raises(KeyboardInterrupt):
            interrupts.ask("> ")
        signal.raise_signal(signal.SIGINT)
        with pytest.raises(KeyboardInterrupt):  # twice: somebody means it
            signal.raise_signal(signal.SIGINT)
    assert signal.getsignal(signal.SIGINT) is before


@pytest.mark.parametrize("leave", ["q\n", "\x04"])
def test_leaving(league: Path, terminals: list[Terminal], leave: str) -> None:
    pad = Terminal("session", "pad", folder=league.parent, term="dumb")
    terminals.append(pad)
    seen = pad.until("> ")
    assert "\x1b" not in seen
    pad.type(leave)
    assert pad.status() == 0


def test_questions_are_asked_where_somebody_can_answer(league: Path, terminals: list[Terminal]) -> None:
    start = Terminal("session", "start", "anna", "ben", folder=league.parent)
    terminals.append(start)
    start.until("Who deals first: Anna, Ben or cut? ")
    start.type("anna\n")
    start.until("Anna deals.")
    assert start.status() == 0
    void = Terminal("session", "void", "1", folder=league.parent)
    terminals.append(void)
    void.until("Why? ")
    void.type("\n")
    void.until("Why? ")
    void.type("by mistake\n")
    void.until("The session is void.")
    assert void.status() == 0
    asked = Terminal("session", "start", "anna", "ben", folder=league.parent)
    terminals.append(asked)
    asked.until("cut? ")
    asked.type("\x04")
    asked.until("--dealer NAME")
    assert asked.status() == 2


def test_the_pad_fits_a_narrow_and_a_low_terminal(league: Path) -> None:
    keeper = Scorekeeper(str(league), ())
    keeper.start("Karel", "Dora", dealer="Dora", target=50)
    for _ in range(30):
        keeper.score("10-10")
    keeper.score("14-6")
    pad = Pad(str(league))
    for width in (20, 40, 59, 60, 80, 200):
        lines = pad_lines(pad.look(), pad.ended, pad.touched, width=width, height=24)
        assert len(lines) <= 24 or width < 30
        assert all(len(line) <= width for line in lines[3:])
        assert any("14" in line for line in lines)
    keeper.start("Anna", "Ben")
    for width in (20, 40, 80):
        lines = pad_lines(pad.look(), pad.ended, pad.touched, width=width, height=10)
        assert all(len(line) <= width for line in lines)
        assert any("Anna" in line for line in lines)


def test_a_deal_that_somebody_else_entered_is_shown_and_not_doubled(league: Path, terminals: list[Terminal]) -> None:
    keeper = Scorekeeper(str(league), ())
    keeper.start()
    pad = Terminal("session", "pad", folder=league.parent)
    terminals.append(pad)
    pad.until("> ")
    keeper.score("6-14")
    pad.type("6-14\n")
    pad.until("deal 1 has been entered: Anna 6, Ben 14 (simple).")
    pad.until("> ")
    keeper.score("6-14")
    pad.type("u\n")
    pad.until("somebody else entered something meanwhile: Anna 6, Ben 14.")
    assert len(keeper.session().rows) == 2
    pad.type("q\n")
    assert pad.status() == 0
