"""The log of a bug: a traceback in a file, since no user should have to read one."""

from __future__ import annotations

import os
import platform
import sys
import tempfile
import traceback
from datetime import datetime
from pathlib import Path

from schneider_league import __version__


def write_crash_log(error: BaseException) -> str | None:
    """Write what is needed to find the bug; the file's path, or None where none could be written."""
    lines = [
        f"schneider-league {__version__}, Python {platform.python_version()}, {platform.platform()}",
        f"arguments: {sys.argv[1:]!r}",
        "",
        *traceback.format_exception(error),
    ]
    name = f"crash-{datetime.now().astimezone():%Y%m%d-%H%M%S}-{os.getpid()}.log"
    for folder in (_state_folder(), Path(tempfile.gettempdir())):
        try:
            folder.mkdir(parents=True, exist_ok=True)
            path = folder / name
            path.write_text("\n".join(lines), encoding="utf-8", errors="backslashreplace")
        except (OSError, RuntimeError):
            continue
        return str(path)
    return None


def _state_folder() -> Path:
    """Where programs of this user keep their state."""
    state = os.environ.get("XDG_STATE_HOME", "")
    base = Path(state) if Path(state).is_absolute() else Path.home() / ".local" / "state"
    return base / "schneider-league"
