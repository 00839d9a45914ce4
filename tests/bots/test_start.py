"""How a program becomes a bot, and what is said where it does not."""

import os
import sys
from pathlib import Path

import pytest

from schneider_league.bots.handshake import Command, Timing
from schneider_league.bots.process import ProcessSeat, introduce
from schneider_league.bots.protocol import Option
from schneider_league.errors import LeagueError, MachineError, NotFoundError, UnreadableError, UsageError
from tests.bots.tables import rude_command

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="bots as programs need POSIX")

IMPATIENT = Timing(ready=0.5, quit=0.3)


def test_it_says_who_it_is() -> None:
    found = introduce(rude_command("polite"))
    assert (found.name, found.version, found.author) == ("Rude", "1", None)
    assert (found.is_deterministic, found.protocol) == (False, 1)
    assert found.options == (
        Option("depth", "int", "3", 1, 9),
        Option("way of life", "choice", "calm", choices=("calm", "wild")),
    )


def test_what_means_nothing_before_ready_is_ignored() -> None:
    assert introduce(rude_command("banner")).name == "Rude"


@pytest.mark.parametrize(
    ("manner", "words"),
    [
        ("silent", ["no 'ready' came within 0.5 s", "What came: nothing", "does your bot flush"]),
        ("stderr only", ["What came: nothing", "standard error ends: 'ready 1 / ready 1"]),
        ("latin", ["1 × a line with bytes that are not UTF-8"]),
        ("no flush", ["11 bytes without a line's end: 'id name=Foo'"]),
        (
            "fails at once",
            ["it ended with exit status 1 without 'ready'", "RuntimeError: no licence", "run it by hand"],
        ),
        ("too new", ["it says 'ready 2', but version 1 was offered"]),
        ("no version", ["it says 'ready', but version 1 was offered"]),
    ],
)
def test_it_does_not_start(manner: str, words: list[str]) -> None:
    command = rude_command(manner)
    # one that says nothing needs the whole time, the others may have more
    timing = IMPATIENT if manner in ("silent", "latin", "no flush", "stderr only") else Timing()
    with pytest.raises(UnreadableError) as caught:
        introduce(command, timing)
    message = f"{caught.value.message} {caught.value.hint or ''}"
    assert f"rude.py {manner!r}" in message or f"rude.py {manner}" in message  # the command line
    for word in words:
        assert word in message


def script(folder: Path, name: str, text: str, mode: int = 0o755) -> str:
    path = folder / name
    path.write_text(text)
    path.chmod(mode)
    return f"./{name}"


@pytest.mark.parametrize(
    ("name", "text", "mode", "error", "words"),
    [
        ("missing", None, 0, NotFoundError, "there is no program './missing' in the folder"),
        ("a bot", "#!/no/such/python\n", 0o755, NotFoundError, "its first line names '/no/such/python'"),
        ("dos", "#!/bin/sh\r\necho\r\n", 0o755, NotFoundError, "its lines end with CR LF"),
        ("unmarked", "#!/bin/sh\n", 0o644, MachineError, "there is no right to execute './unmarked'"),
        ("text", "just words\n", 0o755, UnreadableError, "no program that this system can run"),
    ],
)
def test_it_cannot_be_run(
    name: str, text: str | None, mode: int, error: type[LeagueError], words: str, tmp_path: Path
) -> None:
    program = f"./{name}" if text is None else script(tmp_path, name, text, mode)
    with pytest.raises(error, match="does not start") as caught:
        introduce(Command("foo", (program, "an argument"), str(tmp_path)))
    assert words in caught.value.message
    assert "'an argument'" in caught.value.message


def test_a_folder_is_no_bot(tmp_path: Path) -> None:
    (tmp_path / "bot").mkdir()
    with pytest.raises(NotFoundError, match="is a folder"):
        introduce(Command("foo", ("./bot",), str(tmp_path)))
    with pytest.raises(NotFoundError, match="no program 'no-such-bot' on the PATH"):
        introduce(Command("foo", ("no-such-bot",), str(tmp_path)))
    with pytest.raises(MachineError, match="cannot be started: No such file"):
        introduce(Command("foo", ("sh",), str(tmp_path / "gone")))
    with pytest.raises(MachineError, match="cannot be started: embedded null byte"):
        introduce(Command("foo", ("sh\0",), str(tmp_path)))


@pytest.mark.parametrize(
    ("name", "value", "words"),
    [
        ("dept", "5", "has no option 'dept'"),
        ("depth", "10", "it is a whole number from 1 to 9"),
        ("depth", "²", "it is a whole number from 1 to 9"),
        ("way of life", "odd", "it is one of calm, wild"),
    ],
)
def test_an_option_does_not_fit(name: str, value: str, words: str) -> None:
    with pytest.raises(UsageError) as caught:
        introduce(rude_command("polite", options=[(name, value)]))
    assert words in caught.value.message


def test_the_environment(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SCHNEIDER_LEAGUE_DB", "postgresql://secret@host/league")
    monkeypatch.setenv("OF_THE_USER", "kept")
    program = script(
        tmp_path,
        "bot with a blank.sh",
        '#!/bin/sh\nread -r line\nenv > "$1"\npwd >> "$1"\necho "$line" >> "$1"\necho ready 1\nread -r line\n',
    )
    introduce(Command("foo", (program, "what it saw"), str(tmp_path)))
    seen = (tmp_path / "what it saw").read_text().splitlines()
    assert "PYTHONUNBUFFERED=1" in seen
    assert "OF_THE_USER=kept" in seen
    assert not any("SCHNEIDER_LEAGUE_DB" in line for line in seen)
    assert seen[-2] == os.path.realpath(tmp_path)
    assert seen[-1].startswith('schneider-bot 1 runner="schneider-league ')


def test_closing_one_that_never_ran() -> None:
    seat = ProcessSeat(rude_command("polite"))
    seat.close()
    seat.close()
