import ast
import errno
import os
from collections.abc import Iterator
from pathlib import Path

import pytest

from schneider_league.cli import root
from schneider_league.cli.failure import as_league_error, closest, message_lines
from schneider_league.errors import (
    AmbiguousError,
    InputError,
    LeagueError,
    MachineError,
    NotFoundError,
    StateError,
    UsageError,
    Where,
)


def test_the_layout_of_a_message() -> None:
    error = InputError(
        "the score is 14-6, not 14-7",
        where=Where("night.sdr", 52, 9),
        excerpt='[Score "14-7"]',
        mark=(8, 12),
        hint="correct the tag",
    )
    assert list(message_lines(error, None, False)) == [
        "error: night.sdr:52:9: the score is 14-6, not 14-7",
        '  52 | [Score "14-7"]',
        "     |         ^^^^",
        "hint: correct the tag",
    ]


@pytest.mark.parametrize(
    ("error", "lines"),
    [
        (LeagueError("why\x1b[31m"), ["error: why␛[31m"]),
        (NotFoundError('"x"', candidates=["a", "b"]), ['error: "x"', "hint: did you mean 'a' or 'b'?"]),
        (
            AmbiguousError('"ann" fits several players', candidates=["Anna\x1b", "Anne"], hint="write more"),
            ['error: "ann" fits several players', "  Anna␛", "  Anne", "hint: write more"],
        ),
        (InputError("why", where=Where("a\x1b.sdr")), ["error: a␛.sdr: why"]),
        (InputError("why", where=Where()), ["error: why"]),
    ],
)
def test_other_messages(error: LeagueError, lines: list[str]) -> None:
    assert list(message_lines(error, None, False)) == lines


def test_colour_changes_nothing_but_colour() -> None:
    error = InputError("why", excerpt="abc", mark=(1, 2), hint="what")
    coloured = "\n".join(message_lines(error, 80, True))
    for code in ("\x1b[1;31m", "\x1b[31m", "\x1b[36m", "\x1b[2m", "\x1b[0m"):
        assert code in coloured
        coloured = coloured.replace(code, "")
    assert coloured.splitlines() == list(message_lines(error, 80, False))


@pytest.mark.parametrize(
    ("number", "kind"),
    [
        (errno.ENOENT, NotFoundError),
        (errno.ENOTDIR, NotFoundError),
        (errno.EISDIR, UsageError),
        (errno.ELOOP, NotFoundError),
        (errno.EBADF, MachineError),
        (errno.EEXIST, StateError),
        (errno.ENAMETOOLONG, UsageError),
        (errno.EACCES, MachineError),
        (errno.EPERM, MachineError),
        (errno.ENOSPC, MachineError),
        (errno.EROFS, MachineError),
        (errno.EIO, MachineError),
    ],
)
def test_what_the_system_refuses(number: int, kind: type[LeagueError]) -> None:
    error = as_league_error(OSError(number, os.strerror(number), "a\x1b.sdr"))
    assert type(error) is kind
    assert "'a␛.sdr'" in error.message
    assert type(as_league_error(OSError(number, os.strerror(number)))) is kind


@pytest.mark.parametrize("error", [ValueError("x"), KeyError("x"), RecursionError()])
def test_anything_else_is_a_bug(error: Exception) -> None:
    assert as_league_error(error) is None


def test_a_bug_leaves_a_log(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]) -> None:
    def broken(*arguments: object) -> None:
        raise ZeroDivisionError("kaputt\x1b")

    monkeypatch.setattr("schneider_league.cli.replay._check", broken)
    monkeypatch.setenv("XDG_STATE_HOME", os.fspath(tmp_path))
    assert root.run(["replay", "night.sdr"]) == 1
    out, err = capfd.readouterr()
    (log,) = (tmp_path / "schneider-league").iterdir()
    assert out == ""
    assert err == (
        "error: ZeroDivisionError: kaputt␛\n"
        f"This is a bug in schneider-league, not your fault. Please report it, with the file {log}\n"
    )
    assert "in broken" in log.read_text()


def test_a_bug_where_no_log_can_be_written(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def broken(*arguments: object) -> None:
        raise ZeroDivisionError

    (tmp_path / "file").touch()
    monkeypatch.setattr("schneider_league.cli.replay._check", broken)
    monkeypatch.setattr("tempfile.tempdir", os.fspath(tmp_path / "file"))
    monkeypatch.setenv("XDG_STATE_HOME", os.fspath(tmp_path / "file"))
    assert root.run(["replay", "night.sdr"]) == 1
    assert capsys.readouterr().err.endswith("Please report it.\n")


def hints() -> Iterator[tuple[str, str]]:
    """Each hint that stands in the source, its inserted parts as …"""
    for path in sorted(Path(root.__file__).parents[1].rglob("*.py")):
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            if isinstance(node, ast.keyword) and node.arg == "hint":
                if isinstance(node.value, ast.Constant) and isinstance(node.value.value, str):
                    yield path.name, node.value.value
                elif isinstance(node.value, ast.JoinedStr):
                    parts = [part.value if isinstance(part, ast.Constant) else "…" for part in node.value.values]
                    yield path.name, "".join(map(str, parts))


def test_hints_are_written_alike() -> None:
    """They begin small, being the end of a line, and have no full stop."""
    found = list(hints())
    assert len(found) > 15
    assert [hint for hint in found if hint[1][:1].isupper() or hint[1].endswith(".")] == []


@pytest.mark.parametrize(
    ("name", "near"),
    [("replya", ["replay"]), ("REPLAY", ["replay"]), ("rul", ["rules"]), ("xyzzy", []), ("r", [])],
)
def test_closest(name: str, near: list[str]) -> None:
    assert closest(name, ["demo", "rules", "replay", "convert"]) == near
