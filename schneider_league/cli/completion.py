"""Completion of commands and options by the shell: bash, zsh, fish, PowerShell."""

from __future__ import annotations

import contextlib
import os
import sys
from pathlib import Path
from typing import Any

from typer import Typer

from schneider_league.errors import UsageError

_SHELLS = ("bash", "zsh", "fish", "powershell", "pwsh")


def variable(program: str) -> str:
    """The environment variable by which the shell asks for completions."""
    return f"_{program.replace('-', '_').upper()}_COMPLETE"


def completion_script(program: str) -> str:
    """What the user's shell has to read so that it completes `program`."""
    from typer._completion_shared import get_completion_script

    return get_completion_script(prog_name=program, complete_var=variable(program), shell=_current_shell())


def install_completion(program: str) -> str:
    """Let the user's shell read the script when it starts; says in words where it was written."""
    from typer._completion_shared import install

    shell, path = install(shell=_current_shell(), prog_name=program, complete_var=variable(program))
    return f"Completion for {shell} is installed in {path}. New terminals have it."


def _current_shell() -> str:
    from typer._completion_shared import _get_shell_name

    for name in (_get_shell_name(), Path(os.environ.get("SHELL", "")).name):
        if name in _SHELLS:
            return name
    raise UsageError(
        "it is not clear which shell you use",
        hint=f"name it, as in: SHELL=bash schneider-league --show-completion ({', '.join(_SHELLS)})",
    )


def answer_shell(app: Typer, program: str) -> None:
    """Answer the shell and leave, if it is the shell that asks. A failure completes nothing, silently."""
    if variable(program) not in os.environ:
        return
    from typer._completion_classes import completion_init
    from typer.main import get_command

    completion_init()
    with contextlib.suppress(Exception):
        command: Any = get_command(app)
        command._main_shell_completion({}, program, variable(program))
    sys.exit(0)
