"""What only a process of its own shows: pipes, signals, encodings, completion by a shell."""

import contextlib
import os
import pty
import shutil
import signal
import subprocess
import sys
import tempfile
from pathlib import Path

import pytest

import schneider_league

PACKAGE = Path(schneider_league.__file__).parents[1]
PROGRAM = [sys.executable, "-m", "schneider_league"]


def environment(**changes: str) -> dict[str, str]:
    kept = {name: value for name, value in os.environ.items() if name not in ("NO_COLOR", "COLUMNS")}
    kept |= {"PYTHONPATH": os.fspath(PACKAGE), "TERM": "xterm", "XDG_STATE_HOME": tempfile.gettempdir()}
    return kept | changes


def run(*arguments: str, folder: Path, **changes: str) -> subprocess.CompletedProcess[bytes]:
    return subprocess.run(
        [*PROGRAM, *arguments], cwd=folder, env=environment(**changes), capture_output=True, timeout=60
    )


@pytest.mark.parametrize(
    "changes", [{"LC_ALL": "C"}, {"PYTHONIOENCODING": "ascii"}, {"LC_ALL": "C", "PYTHONUTF8": "0"}]
)
def test_output_is_utf8_whatever_the_locale(tmp_path: Path, changes: dict[str, str]) -> None:
    done = run("--help", folder=tmp_path, **changes)
    assert "Böhmischer Schneider" in done.stdout.decode()
    assert done.stderr == b""


def test_a_file_name_that_is_no_utf8(tmp_path: Path) -> None:
    done = subprocess.run(
        [*map(os.fsencode, PROGRAM), b"rules", b"list", b"-o", b"caf\xe9"],
        cwd=tmp_path,
        env=environment(),
        capture_output=True,
        timeout=60,
    )
    assert done.returncode == 2
    assert "the ending of 'caf\\xe9' says no format" in done.stderr.decode()


def test_a_closed_pipe_ends_without_a_message(tmp_path: Path) -> None:
    read, write = os.pipe()
    os.close(read)
    process = subprocess.Popen(
        [*PROGRAM, "--help"], cwd=tmp_path, env=environment(), stdout=write, stderr=subprocess.PIPE
    )
    os.close(write)
    _out, err = process.communicate(timeout=60)
    assert (process.returncode, err) == (130, b"")


def test_a_closed_stdout_is_no_bug(tmp_path: Path) -> None:
    line = " ".join([*PROGRAM, "--help", ">&-"])
    done = subprocess.run(line, shell=True, cwd=tmp_path, env=environment(), capture_output=True, timeout=60)
    assert (done.returncode, done.stderr) == (0, b"")


@pytest.mark.skipif(not os.path.exists("/dev/full"), reason="needs a device that is always full")
def test_a_full_disk_is_told(tmp_path: Path) -> None:
    with open("/dev/full", "wb") as full:
        done = subprocess.run(
            [*PROGRAM, "--help"], cwd=tmp_path, env=environment(), stdout=full, stderr=subprocess.PIPE, timeout=60
        )
    assert done.returncode == 6
    assert b"the disk is full" in done.stderr


@pytest.mark.parametrize(("number", "word"), [(signal.SIGINT, "interrupted"), (signal.SIGTERM, "terminated")])
def test_a_signal_leaves_nothing_behind(tmp_path: Path, number: signal.Signals, word: str) -> None:
    process = subprocess.Popen(
        [*PROGRAM, "replay", "-", "-o", "checked.csv"],
        cwd=tmp_path,
        env=environment(),
        stdin=subprocess.PIPE,
        stderr=subprocess.PIPE,
    )
    while not list(tmp_path.iterdir()):  # until the file beside is there
        assert process.poll() is None
    process.send_signal(number)
    _out, err = process.communicate(timeout=60)
    assert (process.returncode, err.decode()) == (130, f"{word}\n")
    assert list(tmp_path.iterdir()) == []


def at_terminal(*arguments: str, folder: Path, **changes: str) -> str:
    """What a terminal shows of a command."""
    main, side = pty.openpty()
    process = subprocess.Popen(
        [*PROGRAM, *arguments], cwd=folder, env=environment(**changes), stdin=side, stdout=side, stderr=side
    )
    os.close(side)
    shown = b""
    with contextlib.suppress(OSError):  # how Linux says that the other side is closed
        while piece := os.read(main, 65536):
            shown += piece
    os.close(main)
    process.wait(timeout=60)
    return shown.decode()


def test_colour_on_a_terminal_alone(tmp_path: Path) -> None:
    assert "\x1b[1mCommands:" in at_terminal("--help", folder=tmp_path)
    assert "\x1b" not in at_terminal("--help", folder=tmp_path, NO_COLOR="1")
    assert "\x1b" not in at_terminal("--help", folder=tmp_path, TERM="dumb")
    assert b"\x1b" not in run("--help", folder=tmp_path).stdout


def test_help_fits_the_terminal(tmp_path: Path) -> None:
    shown = at_terminal("--help", folder=tmp_path, COLUMNS="50", NO_COLOR="1")
    assert max(map(len, shown.splitlines())) <= 50


def test_help_reads_no_command(tmp_path: Path) -> None:
    code = (
        "import sys; from schneider_league.cli.root import run; run(['--help']); run(['rules', '--help']);"
        "print(*[name for name in sys.modules if name.startswith(('schneider_league.', 'pydantic', 'rich'))])"
    )
    done = subprocess.run([sys.executable, "-c", code], cwd=tmp_path, env=environment(), capture_output=True)
    loaded = done.stdout.decode().splitlines()[-1].split()
    assert "schneider_league.cli.root" in loaded
    assert not {name.partition(".")[0] for name in loaded} & {"pydantic", "rich"}
    assert not [name for name in loaded if name.split(".")[1:2] in (["reports"], ["workflows"], ["records"], ["game"])]
    assert not {"schneider_league.cli.replay", "schneider_league.cli.rules"} & set(loaded)


@pytest.fixture
def commands(tmp_path: Path) -> Path:
    """A folder with `schneider-league` as a script, as an installed one would be."""
    folder = tmp_path / "bin"
    folder.mkdir()
    script = folder / "schneider-league"
    script.write_text(f"#!{sys.executable}\nfrom schneider_league.cli.app import main\nmain()\n")
    script.chmod(0o755)
    return folder


@pytest.mark.parametrize(
    ("words", "found"),
    [
        (["re"], "replay"),
        (["rules", "s"], "show"),
        (["rules", ""], "list show add"),
        (["replay", "--rul"], "--rules-file"),
        (["--ver"], "--version"),
    ],
)
@pytest.mark.skipif(shutil.which("bash") is None, reason="needs bash")
def test_bash_completes(commands: Path, words: list[str], found: str) -> None:
    path = f"{commands}{os.pathsep}{os.environ['PATH']}"
    script = subprocess.run(
        ["schneider-league", "--show-completion"],
        env=environment(PATH=path, SHELL="/bin/bash"),
        capture_output=True,
        text=True,
        check=True,
    ).stdout
    typed = " ".join(f"'{word}'" for word in ["schneider-league", *words])
    line = (
        f"{script}\nCOMP_WORDS=({typed}) COMP_CWORD={len(words)}\n"
        '_schneider_league_completion schneider-league; echo "${COMPREPLY[@]}"'
    )
    done = subprocess.run(["bash", "--norc", "-c", line], env=environment(PATH=path), capture_output=True, text=True)
    assert (done.stdout.strip(), done.stderr) == (found, "")


@pytest.mark.parametrize(
    ("shell", "changes", "shown"),
    [
        ("zsh", {"_TYPER_COMPLETE_ARGS": "schneider-league re"}, '"replay"'),
        (
            "fish",
            {"_TYPER_COMPLETE_ARGS": "schneider-league re", "_TYPER_COMPLETE_FISH_ACTION": "get-args"},
            "replay\t",
        ),
    ],
)
def test_other_shells_ask(commands: Path, shell: str, changes: dict[str, str], shown: str) -> None:
    done = subprocess.run(
        [commands / "schneider-league"],
        env=environment(_SCHNEIDER_LEAGUE_COMPLETE=f"complete_{shell}", **changes),
        capture_output=True,
        text=True,
    )
    assert shown in done.stdout
    assert done.returncode == 0
