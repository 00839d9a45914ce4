"""`demo`: what it writes, what it leaves alone, and that what it suggests can be typed."""

import os
import re
import shlex
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from schneider_league.cli.root import run
from tests.cli.test_process import PACKAGE, environment

MADE = {"next-higher-french.sdr", "thursday-bohemian.jsonl"}
OTHER = b'{"tags": {"NonDealer": "Me", "Dealer": "You", "Score": "14-6"}, "moves": []}\n'


def demo(capfd: pytest.CaptureFixture[str], status: int = 0) -> tuple[str, str]:
    assert run(["demo", "club"]) == status
    out, err = capfd.readouterr()
    return out, err


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    return tmp_path / "club"


def test_again_and_again(folder: Path, capfd: pytest.CaptureFixture[str]) -> None:
    first = demo(capfd)
    assert first[1] == ""
    assert {path.name for path in folder.iterdir()} >= MADE
    assert demo(capfd) == first


def test_an_empty_folder_will_do_and_another_not(folder: Path, capfd: pytest.CaptureFixture[str]) -> None:
    folder.mkdir()
    demo(capfd)
    (folder / "letter.txt").touch()
    _out, err = demo(capfd, 5)
    assert err.endswith("hint: name a new folder, an empty one, or one that demo has made\n")


@pytest.mark.parametrize("name", sorted(MADE))
def test_a_file_of_the_user_is_left_alone(name: str, folder: Path, capfd: pytest.CaptureFixture[str]) -> None:
    folder.mkdir()
    (folder / name).write_bytes(OTHER)
    out, err = demo(capfd)
    assert (folder / name).read_bytes() == OTHER
    assert f"({name} is there already with something else in it, and is left as it is.)" in out
    assert err == ""


def test_a_changed_sample_may_be_faulty(folder: Path, capfd: pytest.CaptureFixture[str]) -> None:
    demo(capfd)
    for name in ("thursday-bohemian.sdr", "to-ten.sdr"):
        text = (folder / name).read_text("utf-8")
        (folder / name).write_text(re.sub(r"\[Score .*?\]", '[Score "11-9"]', text, count=3), "utf-8")
    out, _err = demo(capfd)
    assert "(thursday-bohemian.sdr, to-ten.sdr: changed since they were put there" in out
    assert "wrong-score" in out
    assert "To try next" in out


def test_a_changed_sample_may_be_unreadable_or_empty(folder: Path, capfd: pytest.CaptureFixture[str]) -> None:
    demo(capfd)
    with (folder / "next-higher-german.sdr").open("a", encoding="utf-8") as stream:
        stream.write("\n[NonDealer\n")
    (folder / "points-marriage.sdr").write_bytes(b"")
    out, err = demo(capfd)
    assert "(A record of next-higher-german.sdr cannot be read, so it is not converted" in out
    assert "cannot be converted without loss" in err
    assert "To try next" in out


def test_a_command_that_should_not_fail(folder: Path, capfd: pytest.CaptureFixture[str]) -> None:
    demo(capfd)
    (folder / "thursday-bohemian.jsonl").unlink()
    (folder / "thursday-bohemian.jsonl").symlink_to("/nowhere/at/all.jsonl")
    out, _err = demo(capfd)
    assert "thursday-bohemian.jsonl is there already" in out
    (folder / "next-higher-french.sdr").chmod(0o444)
    out, err = demo(capfd, 6)
    assert "read-only" in err
    assert out.endswith("This command should not have failed (exit status 6): the demonstration ends here.\n")


def test_ctrl_c_ends_it(monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]) -> None:
    def interrupted(*arguments: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr("schneider_league.cli.replay._check", interrupted)
    out, err = demo(capfd, 130)
    assert err == "interrupted\n"
    assert "failed" not in out
    assert out.count("$ ") == 1


@pytest.mark.parametrize("called", ["by path", "by relative path", "by name", "as a module"])
def test_what_it_suggests_can_be_typed(called: str, tmp_path: Path) -> None:
    program = tmp_path / "my env" / "schneider-league"
    program.parent.mkdir()
    program.write_text(f"#!{sys.executable}\nfrom schneider_league.__main__ import main\nmain()\n")
    program.chmod(0o755)
    path = os.environ["PATH"]
    if shutil.which("schneider-league"):
        path = "/usr/bin:/bin"
    command, expected = {
        "by path": ([str(program)], "'../my env/schneider-league'"),
        "by relative path": (["my env/schneider-league"], "'../my env/schneider-league'"),
        "by name": (["schneider-league"], "schneider-league"),
        "as a module": (
            [sys.executable, "-m", "schneider_league"],
            f"{shlex.quote(sys.executable)} -m schneider_league",
        ),
    }[called]
    if called == "by name":
        path = f"{program.parent}{os.pathsep}{path}"
        command = [str(program)]  # what the shell finds
    settings = environment(PATH=path, PYTHONPATH=os.fspath(PACKAGE))
    done = subprocess.run([*command, "demo"], cwd=tmp_path, env=settings, capture_output=True, text=True, timeout=60)
    assert (done.returncode, done.stderr) == (0, "")
    suggested = done.stdout.partition("To try next, in the folder demo-club:\n")[2].splitlines()
    assert suggested[0] == f"  {expected} replay next-higher-german.sdr --show 1 --cards french"
    assert f"$ {expected} replay thursday-bohemian.sdr\n" in done.stdout
    again = subprocess.run(
        suggested[0], shell=True, cwd=tmp_path / "demo-club", env=settings, capture_output=True, text=True, timeout=60
    )
    assert (again.returncode, again.stderr) == (0, "")
