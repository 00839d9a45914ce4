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


def shell(line: str, folder: Path, stdin: bytes = b"") -> tuple[int, str, str]:
    """Status and output of a shell's line in which `PROGRAM` is the program."""
    line = line.replace("PROGRAM", " ".join(PROGRAM))
    done = subprocess.run(
        ["bash", "-c", line], cwd=folder, env=environment(), input=stdin, capture_output=True, timeout=60
    )
    return done.returncode, done.stdout.decode(), done.stderr.decode()


NIGHT = b'[NonDealer "Anna"]\n[Dealer "Ben"]\n[Score "14-6"]\n'
CLOSED = "error: standard output is closed\n"
needs_bash = pytest.mark.skipif(shutil.which("bash") is None, reason="needs bash")


@needs_bash
@pytest.mark.parametrize(
    ("line", "status", "told"),
    [
        ("PROGRAM --help >&-", 6, CLOSED),
        ("PROGRAM rules list >&-", 6, CLOSED),
        ("PROGRAM replay - >&-", 6, CLOSED),
        ("PROGRAM rules list 1</dev/null", 6, CLOSED),
        ("PROGRAM rules list -o rules.csv >&-", 0, ""),
        ("PROGRAM replay - <&-", 6, "error: standard input cannot be read: it is closed\n"),
        ("PROGRAM convert - <&-", 6, "error: standard input cannot be read: it is closed\n"),
        ("PROGRAM rules list --rules-file - <&-", 6, "error: standard input cannot be read: it is closed\n"),
        ("PROGRAM rules list >/dev/null <&-", 0, ""),
    ],
)
def test_a_stream_that_is_closed(tmp_path: Path, line: str, status: int, told: str) -> None:
    assert shell(line, tmp_path, NIGHT) == (status, "", told)


@needs_bash
@pytest.mark.parametrize("redirection", ["2>&-", "2>/dev/full", "2> >(true)"])
@pytest.mark.parametrize(
    ("arguments", "status"),
    [("bogus", 2), ("", 2), ("replay", 2), ("replay nowhere.sdr", 4), ("rules show bohemain", 3), ("--version", 0)],
)
def test_an_error_that_cannot_be_told_is_the_same_error(
    tmp_path: Path, arguments: str, status: int, redirection: str
) -> None:
    assert shell(f"PROGRAM {arguments} {redirection}", tmp_path)[0] == status


@needs_bash
@pytest.mark.parametrize(
    ("line", "shown"),
    [
        ("PROGRAM replay - --json -o /dev/stdout", '{"schema": "replay/1"'),
        ("PROGRAM replay - -o /dev/stdout | cat", "Record  Session"),
        ("PROGRAM replay - -o /dev/stderr 2>&1", "Record  Session"),
        ("PROGRAM replay - --format csv -o >(cat) | cat", "file,record"),
        ("PROGRAM convert - -o /dev/stdout", '[Rules "bohemian"]'),
        ("PROGRAM convert - --to jsonl -o /dev/fd/1", '{"tags": '),
        ("echo before >all; PROGRAM replay - -o /dev/stdout >>all; cat all", "before\nRecord  Session"),
        ("echo mine >all; PROGRAM replay - -o /dev/fd/3 3>all; cat all", "Record  Session"),
        ("mkfifo pipe; cat pipe & PROGRAM replay - -o pipe; wait", "Record  Session"),
    ],
)
def test_devices_and_pipes_are_written_directly(tmp_path: Path, line: str, shown: str) -> None:
    status, out, err = shell(line, tmp_path, NIGHT)
    assert (status, err) == (0, "")
    assert out.startswith(shown)
    assert not {path.name for path in tmp_path.iterdir()} - {"all", "pipe"}


@needs_bash
def test_a_pipe_is_read_once(tmp_path: Path) -> None:
    (tmp_path / "night.sdr").write_bytes(NIGHT)
    for line in ("mkfifo pipe; cat night.sdr >pipe & PROGRAM replay pipe", "PROGRAM replay <(cat night.sdr)"):
        status, out, err = shell(line, tmp_path)
        assert (status, err) == (0, "")
        assert out.endswith("1 record, none faulty.\n")


@needs_bash
def test_house_rules_are_read_within_bounds(tmp_path: Path) -> None:
    status, _out, err = shell("PROGRAM rules list --rules-file /dev/zero", tmp_path)
    assert (status, err) == (3, "error: /dev/zero: this is too large to be a house rule\n")
    status, out, err = shell("PROGRAM rules list --rules-file <(echo 'name = \"u-jelena\"')", tmp_path)
    assert (status, err) == (0, "")
    assert "\nu-jelena " in out


def test_ctrl_c_while_the_program_is_being_loaded(tmp_path: Path) -> None:
    """A module that the program loads early is replaced by one that is interrupted."""
    code = "import os, signal, time\nos.kill(os.getpid(), signal.SIGINT)\ntime.sleep(5)\n"
    for name in ("typing.py", "typer.py"):
        folder = tmp_path / name.partition(".")[0]
        folder.mkdir()
        (folder / name).write_text(code)
        done = run("--help", folder=tmp_path, PYTHONPATH=f"{folder}{os.pathsep}{PACKAGE}")
        assert done.returncode in (130, -signal.SIGINT)
        assert (done.stdout, done.stderr) == (b"", b"")


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


@pytest.mark.parametrize("columns", [80, 50, 40, 30])
@pytest.mark.parametrize("command", [[], ["rules"], ["rules", "show"], ["replay"], ["convert"], ["demo"]])
def test_help_fits_the_terminal(tmp_path: Path, command: list[str], columns: int) -> None:
    shown = at_terminal(*command, "-h", folder=tmp_path, COLUMNS=str(columns), NO_COLOR="1")
    assert max(map(len, shown.splitlines())) <= columns


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
    script.write_text(f"#!{sys.executable}\nfrom schneider_league.__main__ import main\nmain()\n")
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
