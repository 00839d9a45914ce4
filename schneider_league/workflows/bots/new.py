"""Writing a bot to begin with."""

from __future__ import annotations

from pathlib import Path

from schneider_league.bots import template
from schneider_league.errors import NotFoundError, StateError, UsageError


def new_bot(file: Path) -> Path:
    """Write a Python bot that plays at once, a class `MyBot`; the file that was written.

    Raises:
        UsageError: the name does not end in `.py`.
        StateError: the file is there already.
        NotFoundError: the folder is not there.
    """
    if file.suffix != ".py":
        raise UsageError(f"a Python bot's file ends in .py, '{file}' does not", hint=f"name it {file.stem or 'bot'}.py")
    text = Path(template.__file__).read_text(encoding="utf-8")
    try:
        with file.open("x", encoding="utf-8", newline="\n") as stream:
            stream.write(text)
    except FileExistsError:
        raise StateError(f"'{file}' is there already, and stays as it is", hint="choose another name") from None
    except FileNotFoundError:
        raise NotFoundError(f"there is no folder '{file.parent}'", hint="make it first, or choose another") from None
    return file
