"""Write the reference of all commands: `python -m schneider_league.cli.reference docs/cli.md`.

With `--check` nothing is written; exit status 1 says that the file is not what would be written.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import typer

from schneider_league.cli.frame import Group
from schneider_league.cli.help import help_page
from schneider_league.cli.root import PROGRAM, app

_WIDTH = 90

_HEAD = f"""# The commands of {PROGRAM}

This page is made from the program: `python -m schneider_league.cli.reference docs/cli.md`.

The result of a command goes to standard output, everything else (progress, hints, warnings, errors) to
standard error. Tables fit a terminal; in a pipe they are neither wrapped nor coloured. Colour needs a
terminal and no `NO_COLOR`. `-` as a file to read is standard input, `-o -` is standard output.

A command that shows something takes `--format`, `--json` for short, and `-o FILE`, whose ending says the
format where none is given. A file is written beside and renamed, so that it is there whole or not at all; a
device or a pipe is written directly. An existing file is replaced only if this program wrote it, in the format
that is being written, and if it is not read-only; an empty one always. What a killed run has left beside
(`.schneider-league-….tmp`) is removed by a later run that writes to the same folder, after a day.

## Exit status

| status | meaning |
| ---: | --- |
| 0 | done; also where there was nothing to do |
| 1 | a bug: there is a traceback in a log file, please report it |
| 2 | wrong usage, such as a folder for a file, or a needed answer that could not be asked for |
| 3 | the input is wrong: unreadable, illegal play, a contradicted claim, an unknown ruleset |
| 4 | not found: a file, database, player, event, session; an ambiguous name |
| 5 | refused by the state of the league, or a file that is not to be replaced is in the way |
| 6 | the machine failed: disk full, no permission, read-only, a stream that is closed |
| 130 | interrupted, by Ctrl-C or the signals TERM and HUP; also a closed pipe, without a message |
"""


def reference() -> str:
    """The page in Markdown. It does not depend on the terminal or the environment."""
    root = typer.main.get_command(app)
    context = root.context_class(root, info_name=PROGRAM)
    return _HEAD + "".join(_chapter(context))


def _chapter(ctx: Any) -> Iterator[str]:
    """The command of `ctx` and those below it."""
    command = ctx.command
    group = command if isinstance(command, Group) else None
    commands = [(name, entry.line) for name, entry in group.tree.items()] if group else []
    yield f"\n## {ctx.command_path}\n\n```\n"
    yield help_page(ctx, commands, width=_WIDTH, colour=False)
    yield "\n```\n"
    for name, _line in commands:
        below = group.get_command(ctx, name) if group else None
        assert below is not None
        yield from _chapter(below.context_class(below, info_name=name, parent=ctx))


def main(arguments: list[str]) -> int:
    """Write or compare the page named in `arguments`; 0 where it is as it should be."""
    check = "--check" in arguments
    names = [argument for argument in arguments if argument != "--check"]
    if len(names) != 1:
        print("usage: python -m schneider_league.cli.reference [--check] FILE", file=sys.stderr)
        return 2
    path, page = Path(names[0]), reference()
    if not check:
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(page, encoding="utf-8", newline="\n")
        return 0
    if path.is_file() and path.read_text(encoding="utf-8") == page:
        return 0
    print(
        f"{path} is not what the program says; write it anew with: python -m schneider_league.cli.reference {path}",
        file=sys.stderr,
    )
    return 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
