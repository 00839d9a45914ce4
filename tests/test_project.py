"""The frame of the project: its versions, its files, and the script `run`."""

import os
import re
import shutil
import subprocess
import tomllib
from pathlib import Path

import pytest

import schneider_league

ROOT = Path(__file__).parents[1]
RUN = ROOT / "run"


def project_files() -> list[Path]:
    """All files that are, or are about to be, under version control; in an unpacked source archive all files."""
    if (ROOT / ".git").exists():
        listing = subprocess.run(
            ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"],
            cwd=ROOT,
            capture_output=True,
            check=True,
        ).stdout.decode()
        paths = [ROOT / name for name in listing.split("\0") if name]
    else:
        paths = [path for path in ROOT.rglob("*") if not re.search(r"/(\.\w|__pycache__)", str(path.relative_to(ROOT)))]
    return [path for path in paths if path.is_file()]


def read_constraints() -> list[str]:
    lines = (ROOT / "constraints.txt").read_text("utf-8").splitlines()
    return [line for line in lines if line and not line.startswith("#")]


def normalize(name: str) -> str:
    return re.sub(r"[-_.]+", "-", name).lower()


def version_key(version: str) -> tuple[int, ...]:
    return tuple(int(part) for part in version.split("."))


# --- versions ---


def test_changelog_begins_with_this_version() -> None:
    first = re.search(r"^## (\S+)", (ROOT / "CHANGELOG.md").read_text("utf-8"), re.MULTILINE)
    assert first is not None
    assert first[1] == schneider_league.__version__


def test_constraints_are_exact_versions_once_each() -> None:
    pins = read_constraints()
    assert [pin for pin in pins if not re.fullmatch(r"[A-Za-z0-9._-]+==[0-9.]+", pin)] == []
    names = [normalize(pin.split("==")[0]) for pin in pins]
    assert len(names) == len(set(names))


def test_every_dependency_is_pinned_to_a_version_that_fits() -> None:
    pyproject = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))
    project = pyproject["project"]
    extras = project["optional-dependencies"].values()
    named = [
        *pyproject["build-system"]["requires"],
        *project["dependencies"],
        *(line for extra in extras for line in extra),
    ]
    pinned = {normalize(name): version for name, version in (pin.split("==") for pin in read_constraints())}
    for requirement in named:
        match = re.fullmatch(r"([A-Za-z0-9._-]+)(?:\[[a-z,]+\])?(?:>=([0-9.]+))?(?:,<([0-9.]+))?", requirement)
        assert match is not None, f"{requirement} is written in a way that this test does not read"
        name, least, bound = normalize(match[1]), match[2], match[3]
        if name == project["name"]:
            continue
        assert name in pinned, f"constraints.txt has no version of {name}"
        assert least is not None, f"{name} has no lower bound"
        assert version_key(pinned[name]) >= version_key(least), requirement
        assert bound is None or version_key(pinned[name]) < version_key(bound), requirement


# --- files ---


def test_no_file_names_a_place_outside_the_project() -> None:
    """A path of the machine it was written on, or the host of a package registry."""
    # Put together here, so that this file does not name them either.
    folders = "|".join(("work", "root", "opt/wheels"))
    hosts = "|".join((r"pypi\.", r"pythonhosted\.", r"registry\.npmjs\.", r"conda\.anaconda\."))
    forbidden = re.compile(rf"(?<![\w.])/(?:{folders})/|(?:{hosts})(?:org|com)".encode())
    found = [
        f"{path.relative_to(ROOT)}:{number}: {line.decode(errors='replace')}"
        for path in project_files()
        for number, line in enumerate(path.read_bytes().splitlines(), start=1)
        if forbidden.search(line)
    ]
    assert found == []


@pytest.mark.parametrize("script", ["run", ".ci/run"])
def test_script_is_executable_and_has_unix_line_ends(script: str) -> None:
    assert os.access(ROOT / script, os.X_OK)
    assert b"\r" not in (ROOT / script).read_bytes()


# --- run ---


def write_script(path: Path, text: str) -> Path:
    path.write_text(f"#!/bin/sh\n{text}\n")
    path.chmod(0o755)
    return path


@pytest.fixture
def bare_path(tmp_path: Path) -> Path:
    """A folder with the few commands that `run` uses, and no Python."""
    folder = tmp_path / "bin"
    folder.mkdir()
    for name in ("cat", "cksum", "dirname", "ls", "mktemp", "readlink", "rm", "sh"):
        command = shutil.which(name)
        assert command is not None
        (folder / name).symlink_to(command)
    return folder


def call_run(
    *arguments: str, script: Path = RUN, cwd: Path = ROOT, **variables: str
) -> subprocess.CompletedProcess[str]:
    environment = {"PATH": os.defpath} | variables
    return subprocess.run([script, *arguments], cwd=cwd, env=environment, capture_output=True, text=True, check=False)


@pytest.mark.parametrize("arguments", [(), ("help",), ("--help",)])
def test_run_prints_help(arguments: tuple[str, ...]) -> None:
    answer = call_run(*arguments)
    assert (answer.returncode, answer.stderr) == (0, "")
    for command in ("demo", "test", "check", "bench"):
        assert f"./run {command}" in answer.stdout


def test_run_refuses_what_it_does_not_know() -> None:
    answer = call_run("tset")
    assert (answer.returncode, answer.stdout) == (2, "")
    assert "there is no 'tset'" in answer.stderr
    assert "./run test" in answer.stderr


def test_run_works_through_a_link_from_another_folder(tmp_path: Path, bare_path: Path) -> None:
    folder = tmp_path / "a folder"
    folder.mkdir()
    link = folder / "link"
    link.symlink_to(RUN)
    # It comes to look for a Python only after it has read the project's files.
    answer = call_run("demo", script=link, cwd=folder, PATH=str(bare_path), SCHNEIDER_VENV="here")
    assert answer.stderr.startswith("run: Python 3.11 or later is needed")


@pytest.mark.parametrize(
    ("python", "sentence"),
    [
        (None, "Python 3.11 or later is needed, but no python3 or python is on the PATH."),
        ("exit 127", "Python 3.11 or later is needed, but no python3 or python is on the PATH."),
        ("echo 3.9", "Python 3.11 or later is needed, but python3 is 3.9."),
        ("echo 2.7", "Python 3.11 or later is needed, but python3 is 2.7."),
        ("case $2 in *venv*) exit 1 ;; esac; echo 3.12", "python3 (3.12) cannot make virtual environments"),
    ],
)
def test_run_says_what_is_wrong_with_python(python: str | None, sentence: str, tmp_path: Path, bare_path: Path) -> None:
    if python is not None:
        write_script(bare_path / "python3", python)
    answer = call_run("demo", PATH=str(bare_path), SCHNEIDER_VENV=str(tmp_path / "venv"))
    assert answer.returncode == 1
    assert sentence in answer.stderr
    assert not (tmp_path / "venv").exists()


@pytest.mark.parametrize(
    ("python", "sentence"),
    [
        ("exit 1", "which is no Python that runs"),
        ("echo 3.10", "is 3.10"),
    ],
)
def test_run_takes_no_other_python_than_the_named_one(
    python: str, sentence: str, tmp_path: Path, bare_path: Path
) -> None:
    write_script(bare_path / "python3", "echo 3.13")
    named = write_script(tmp_path / "my python", python)
    answer = call_run("demo", PATH=str(bare_path), PYTHON=str(named), SCHNEIDER_VENV=str(tmp_path / "venv"))
    assert answer.returncode == 1
    assert str(named) in answer.stderr
    assert sentence in answer.stderr


def test_run_leaves_a_folder_alone_that_is_no_environment(tmp_path: Path, bare_path: Path) -> None:
    write_script(bare_path / "python3", "echo 3.13")
    precious = tmp_path / "precious"
    precious.mkdir()
    (precious / "letter.txt").write_text("Dear Anna")
    answer = call_run("demo", PATH=str(bare_path), SCHNEIDER_VENV=str(precious))
    assert answer.returncode == 1
    assert f"{precious} is in the way" in answer.stderr
    assert [path.name for path in precious.iterdir()] == ["letter.txt"]
