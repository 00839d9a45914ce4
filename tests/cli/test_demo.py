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

MADE = {"thursday-bohemian.jsonl", "league.db", "club.jsonl", "bots.run.jsonl", "bot-deal.sdr", "site"}
OTHER = b'{"tags": {"NonDealer": "Me", "Dealer": "You", "Score": "14-6"}, "moves": []}\n'


def demo(capfd: pytest.CaptureFixture[str], status: int = 0) -> tuple[str, str]:
    assert run(["demo", "club"]) == status
    out, err = capfd.readouterr()
    return out, err


def without_times(text: str) -> str:
    """What was printed without the times of the day and the batches' dates."""
    return re.sub(r"[0-9]{4}-[0-9]{2}-[0-9]{2}[ T][0-9:]{5,8}", "TIME", text)


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    return tmp_path / "club"


def test_again_and_again(folder: Path, capfd: pytest.CaptureFixture[str]) -> None:
    first = demo(capfd)
    assert "session correct" in first[1]  # what the records say against the sheet, and what to do
    assert {path.name for path in folder.iterdir()} >= MADE
    assert "season/november.csv: 45 new sessions" in first[0]
    assert "The winner changes: Šárka Nováková, not Jiří Dvořák." in first[0]
    assert "the plays of 10 deals added" in first[0]
    assert "26 players and 158 sessions, 10 deals card by card" in first[0]
    assert "Šárka Nováková" in (folder / "site" / "index.html").read_text("utf-8")
    again = demo(capfd)[0].replace("(The database of an earlier demonstration is league-before.db now.)\n", "", 1)
    assert without_times(again) == without_times(first[0])


def test_an_empty_folder_will_do_and_another_not(folder: Path, capfd: pytest.CaptureFixture[str]) -> None:
    folder.mkdir()
    demo(capfd)
    (folder / "letter.txt").touch()
    _out, err = demo(capfd, 5)
    assert err.endswith("hint: name a new folder, an empty one, or one that demo has made\n")


def test_a_file_of_the_user_is_left_alone(folder: Path, capfd: pytest.CaptureFixture[str]) -> None:
    folder.mkdir()
    (folder / "thursday-bohemian.jsonl").write_bytes(OTHER)
    out, _err = demo(capfd)
    assert (folder / "thursday-bohemian.jsonl").read_bytes() == OTHER
    assert "(thursday-bohemian.jsonl is there already with something else in it, and is left as it is.)" in out


def test_a_changed_sample_changes_what_is_shown(folder: Path, capfd: pytest.CaptureFixture[str]) -> None:
    before, _err = demo(capfd)
    records = folder / "thursday-bohemian.sdr"
    text = records.read_text("utf-8")
    records.write_text(re.sub(r"\[Score .*?\]", '[Score "11-9"]', text, count=3), "utf-8")
    # The last deal of a session was 16-4, not 4-16.
    sheet = folder / "season" / "september.csv"
    rows = sheet.read_text("utf-8").split("\n")
    names = [row.split(",")[1] for row in rows[:-1]]
    last = next(index for index in range(1, len(names)) if names[index] != names[index + 1])
    cells = rows[last].split(",")
    cells[5], cells[6] = cells[6], cells[5]
    sheet.write_text("\n".join([*rows[:last], ",".join(cells), *rows[last + 1 :]]), "utf-8")
    out, _err = demo(capfd)
    assert without_times(out.partition(" standings --min-sessions 8\n")[2]) != without_times(
        before.partition(" standings --min-sessions 8\n")[2]
    )
    assert "(season/september.csv, thursday-bohemian.sdr: changed since they were put there" in out
    assert "wrong-score" in out
    assert "To try next" in out


def test_a_command_that_should_not_fail(folder: Path, capfd: pytest.CaptureFixture[str]) -> None:
    demo(capfd)
    (folder / "club.jsonl").chmod(0o444)
    out, err = demo(capfd, 6)
    assert "read-only" in err
    assert out.endswith("This command should not have ended with status 6: the demonstration ends here.\n")


def test_ctrl_c_ends_it(monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]) -> None:
    def interrupted(*arguments: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr("schneider_league.cli.replay._check", interrupted)
    out, err = demo(capfd, 130)
    assert err == "interrupted\n"
    assert "should not" not in out
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
    assert done.returncode == 0, done.stderr
    suggested = done.stdout.partition("To try next, in the folder demo-club:\n")[2].splitlines()
    assert suggested[0] == f"  {expected} ratings history Ida"
    assert f"$ {expected} replay thursday-bohemian.sdr\n" in done.stdout
    assert len(suggested) == 4
    assert suggested[3] == f"  {expected} bot play careful"  # which somebody has to be there for
    for command_line in suggested[:3] if called == "by name" else suggested[:1]:
        again = subprocess.run(
            command_line,
            shell=True,
            cwd=tmp_path / "demo-club",
            env=settings,
            stdin=subprocess.DEVNULL,
            capture_output=True,
            text=True,
            timeout=60,
        )
        assert (again.returncode, again.stderr) == (0, "")
