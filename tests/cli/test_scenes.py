"""Recorded terminal sessions: each file in `scenes/` holds commands and what they answer.

    # What this scene shows.
    === file NAME          the lines that follow are put into the file NAME
    === env NAME=VALUE     for all commands that follow
    === clock 2026-11-26T20:00+01:00   the time at the next command; each one after it comes two minutes later
    === terminal 60        from here on a terminal of 60 columns; `=== pipe` ends that
    === stdin              the lines that follow are the next command's standard input
    === $ schneider-league …
    === stdout, === stderr, === exit N      what it answered; what is empty or 0 is left out
    === shows NAME         the lines that follow are the content of the file NAME after the last command

Escape characters stand as ␛ in the files. `pytest --rewrite` writes what is answered now.
"""

from __future__ import annotations

import io
import os
import shlex
import sys
import time
from collections.abc import Iterator
from contextlib import nullcontext
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from freezegun import freeze_time

from schneider_league.cli.root import run

SCENES = sorted(Path(__file__).with_name("scenes").glob("*.txt"))
NO_END = "\\ no line end"


class Screen(io.TextIOWrapper):
    """An output stream that keeps what is written, and may claim to be a terminal."""

    def __init__(self, terminal: bool) -> None:
        self.bytes = io.BytesIO()
        self.terminal = terminal
        super().__init__(self.bytes, encoding="utf-8", errors="backslashreplace", newline="\n")

    def isatty(self) -> bool:
        return self.terminal

    def text(self) -> str:
        self.flush()
        return self.bytes.getvalue().decode()


def sections(text: str) -> Iterator[tuple[str, str]]:
    """The (heading, content) of each section; what stands before the first has the heading ``."""
    heading = ""
    lines: list[str] = []
    for line in text.splitlines(keepends=True):
        if line.startswith("=== "):
            yield heading, "".join(lines)
            heading, lines = line[4:].strip(), []
        else:
            lines.append(line)
    yield heading, "".join(lines)


def shown(text: str) -> str:
    """An answer as it stands in a scene."""
    if text and not text.endswith("\n"):
        text += f"\n{NO_END}\n"
    return text.replace("\x1b", "␛").replace("\ufeff", "‹BOM›")


def perform(script: str, folder: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    """Do what the scene says in `folder`; the scene with the answers of now."""
    performed: list[str] = []
    given, terminal = "", False
    clock: datetime | None = None
    for heading, content in sections(script):
        word, _, rest = heading.partition(" ")
        if word in ("stdout", "stderr", "exit"):
            continue
        if word == "shows":
            performed.append(f"=== {heading}\n{shown((folder / rest).read_bytes().decode())}")
            continue
        performed.append(f"=== {heading}\n{content}" if heading else content)
        if word == "file":
            (folder / rest).write_text(content.replace("␛", "\x1b"), encoding="utf-8", newline="")
        elif word == "env":
            name, _, value = rest.partition("=")
            monkeypatch.setenv(name, value)
            if name == "TZ":
                time.tzset()
        elif word == "clock":
            clock = datetime.fromisoformat(rest).astimezone(UTC)
        elif word in ("terminal", "pipe"):
            terminal = word == "terminal"
            monkeypatch.setenv("COLUMNS", rest or "80")
        elif word == "stdin":
            given = content
        elif word == "$":
            with freeze_time(clock) if clock is not None else nullcontext():
                performed.append(answer(rest, given, terminal, monkeypatch))
            clock = clock and clock + timedelta(minutes=2)
            given = ""
        else:
            assert not heading, f"unknown section: {heading}"
    return "".join(performed)


def answer(line: str, given: str, terminal: bool, monkeypatch: pytest.MonkeyPatch) -> str:
    """Run one command line in this process; its answer as sections."""
    program, *arguments = shlex.split(line.replace("␛", "\x1b"))
    assert program == "schneider-league"
    out, err = Screen(terminal), Screen(terminal)
    with monkeypatch.context() as patch:
        patch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(given.encode()), encoding="utf-8"))
        patch.setattr(sys, "stdout", out)
        patch.setattr(sys, "stderr", err)
        status = run(arguments)
    assert status != 1, err.text()  # a bug is not worth recording
    parts = [f"=== {name}\n{shown(stream.text())}" for name, stream in (("stdout", out), ("stderr", err))]
    return "".join(part for part in parts if part.count("\n") > 1) + (f"=== exit {status}\n" if status else "")


@pytest.mark.parametrize("scene", SCENES, ids=lambda scene: scene.stem)
def test_scene(scene: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, pytestconfig: pytest.Config) -> None:
    recorded = scene.read_text(encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    for name in ("NO_COLOR", "SCHNEIDER_LEAGUE_DB"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("TERM", "xterm")
    monkeypatch.setenv("TZ", "UTC")
    time.tzset()
    monkeypatch.setenv("XDG_STATE_HOME", os.fspath(tmp_path / "state"))
    performed = perform(recorded, tmp_path, monkeypatch)
    if pytestconfig.getoption("--rewrite"):
        scene.write_text(performed, encoding="utf-8", newline="")
    else:
        assert performed == recorded


def test_there_are_scenes() -> None:
    assert SCENES
