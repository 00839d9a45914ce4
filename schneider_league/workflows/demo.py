"""The demonstration: a sample club's records in a folder, and the commands that a user would type there."""

from __future__ import annotations

import os
from collections.abc import Callable, Sequence
from contextlib import chdir, suppress
from pathlib import Path
from typing import Literal

from schneider_league.errors import InputError, LeagueError, MachineError, NotFoundError, StateError, UsageError
from schneider_league.workflows.convert import convert_file

DEFAULT_DIRECTORY = "demo-club"
MISTAKES = "mistakes.sdr"
FAULTY = InputError.exit_status
NOT_FOUND = NotFoundError.exit_status
INTERRUPTED = 130
"""The exit status after Ctrl-C or a closed pipe."""

_FOLDERS = "name a new folder, an empty one, or one that demo has made"

Say = Callable[[str], None]
Run = Callable[[list[str]], int]
"""Shows a command line, runs it in this process and returns its exit status."""


def sample_folder() -> Path:
    """Where the sample records lie: in an installed package inside it, in a checkout beside it.

    Raises:
        MachineError: they are in neither place.
    """
    package = Path(__file__).resolve().parent.parent
    for folder in (package / "sample_data", package.parent / "sample_data"):
        if folder.is_dir():
            return folder
    raise MachineError("the sample records are missing from this installation", hint="install schneider-league again")


def demo(directory: str | None, say: Say, run: Run, program: Callable[[], str]) -> int:
    """Put the sample records into a folder and run the commands there; what lies there already is kept.

    Args:
        directory: The folder; None is `demo-club` in the current one.
        say: Called with each line that explains what follows.
        run: Called with each command line.
        program: What a user has to type in the current folder to call the program.

    Returns:
        0, or the exit status of a command that failed although it should not have.

    Raises:
        UsageError: the name is empty, or that of a file.
        StateError: the folder holds other things than the sample records.
    """
    if directory == "":
        raise UsageError("no folder was named: its name is empty", hint=f"name one, or none for {DEFAULT_DIRECTORY}")
    folder = Path(directory or DEFAULT_DIRECTORY)
    kept = _fill(folder)
    say(f"The records of a sample club, in the folder {folder}.")
    if kept:
        say(f"({', '.join(kept)}: changed since they were put there, and left as they are.)")
    with chdir(folder):
        status = _show(say, run, frozenset(kept))
        if status not in (0, INTERRUPTED):
            say(f"\nThis command should not have failed (exit status {status}): the demonstration ends here.")
        typed = program()
    if status:
        return status
    say(f"\nTo try next, in the folder {folder}:")
    say(f"  {typed} replay next-higher-german.sdr --show 1 --cards french")
    say(f"  {typed} replay mistakes.sdr -o mistakes.html")
    say(f"  change a score in thursday-bohemian.sdr, then: {typed} replay thursday-bohemian.sdr")
    return 0


def _show(say: Say, run: Run, changed: frozenset[str]) -> int:
    """Run the commands in the current folder; the exit status of the first that fails and should not, else 0.

    Records of files that a user has `changed` may be faulty, unreadable or gone.
    """
    for text, command in _COMMANDS:
        say(f"\n— {text}")
        is_changed = not changed.isdisjoint(command)
        if command[0] == "convert" and not _may_be_written(command):
            say(f"({command[-1]} is there already with something else in it, and is left as it is.)")
            continue
        status = run(list(command))
        if status == INTERRUPTED:
            return status
        if status == FAULTY and command[0] == "convert" and is_changed:
            say(f"(A record of {command[1]} cannot be read, so it is not converted: something of it would be lost.)")
        elif status not in ({0, FAULTY, NOT_FOUND} if is_changed else {0, FAULTY} if MISTAKES in command else {0}):
            return status
    return 0


_COMMANDS = (
    (
        "A Thursday night: a whole session to 7, with a tie and a misdeal. Every line of it is checked.",
        ("replay", "thursday-bohemian.sdr"),
    ),
    (
        "Other games and other cards: to 10, next-higher with German cards, card points with marriages.",
        ("replay", "to-ten.sdr", "next-higher-german.sdr", "points-marriage.sdr"),
    ),
    (
        "A file with a mistake of each kind. All are found in one run, each with its place and the way out.",
        ("replay", MISTAKES),
    ),
    (
        "One deal trick by trick: hands, plays, who takes it, what is drawn, the count.",
        ("replay", "points-marriage.sdr", "--show", "1"),
    ),
    (
        "The German records with French cards.",
        ("convert", "next-higher-german.sdr", "--cards", "french", "-o", "next-higher-french.sdr"),
    ),
    (
        "A night as JSON lines, for other programs.",
        ("convert", "thursday-bohemian.sdr", "-o", "thursday-bohemian.jsonl"),
    ),
    ("The rules of a game, each with its source.", ("rules", "show", "points+marriage")),
)
"""What is said, and the command that it is said of."""


def _may_be_written(command: Sequence[str]) -> bool:
    """Whether the file that `convert` would write is not there, or is what it made of the sample, then or now."""
    name, made = Path(command[1]), Path(command[-1])
    if not os.path.lexists(made):
        return True
    for source in (sample_folder() / name, name):
        with suppress(LeagueError, OSError):
            if made.read_bytes() == converted(source, command).encode():
                return True
    return False


def converted(source: Path, command: Sequence[str]) -> str:
    """What a command of `_COMMANDS` that converts makes of a file."""
    to: Literal["sdr", "jsonl"] = "jsonl" if command[-1].endswith(".jsonl") else "sdr"
    return "".join(convert_file(os.fspath(source), to=to, cards="french" if "french" in command else None))


def _fill(folder: Path) -> list[str]:
    """Put the samples into the folder; the names of those that were there in another form.

    What the demonstration itself makes may be there, too; anything else is not written beside.
    """
    if folder.exists() and not folder.is_dir():
        raise UsageError(f"'{folder}' is a file, not a folder", hint=_FOLDERS)
    samples = {path.name: path.read_bytes() for path in sorted(sample_folder().iterdir()) if path.is_file()}
    made = {"next-higher-french.sdr", "thursday-bohemian.jsonl", "mistakes.html"}
    if folder.is_dir():
        strangers = sorted(set(os.listdir(folder)) - samples.keys() - made)
        if strangers:
            raise StateError(
                f"'{folder}' holds other things already, such as '{strangers[0]}'",
                hint=_FOLDERS,
            )
    folder.mkdir(parents=True, exist_ok=True)
    kept = []
    for name, content in samples.items():
        path = folder / name
        if not path.exists():
            path.write_bytes(content)
        elif path.read_bytes() != content:
            kept.append(name)
    return kept
