"""The demonstration: a sample club's records in a folder, and the commands that a user would type there."""

from __future__ import annotations

import os
from collections.abc import Callable
from contextlib import chdir
from pathlib import Path

from schneider_league.errors import MachineError, StateError, UsageError

DEFAULT_DIRECTORY = "demo-club"

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


def demo(directory: str | None, say: Say, run: Run) -> None:
    """Put the sample records into a folder and run the commands there; what lies there already is kept.

    Args:
        directory: The folder; None is `demo-club` in the current one.
        say: Called with each line that explains what follows.
        run: Called with each command line.

    Raises:
        UsageError: the name is that of a file.
        StateError: the folder holds other things than the sample records.
    """
    folder = Path(directory or DEFAULT_DIRECTORY)
    kept = _fill(folder)
    say(f"The records of a sample club, in the folder {folder}.")
    if kept:
        say(f"({', '.join(kept)}: changed since they were put there, and left as they are.)")
    with chdir(folder):
        say("\n— A Thursday night: a whole session to 7, with a tie and a misdeal. Every line of it is checked.")
        run(["replay", "thursday-bohemian.sdr"])
        say("\n— Other games and other cards: to 10, next-higher with German cards, card points with marriages.")
        run(["replay", "to-ten.sdr", "next-higher-german.sdr", "points-marriage.sdr"])
        say("\n— A file with a mistake of each kind. All are found in one run, each with its place and the way out.")
        run(["replay", "mistakes.sdr"])
        say("\n— One deal trick by trick: hands, plays, who takes it, what is drawn, the count.")
        run(["replay", "points-marriage.sdr", "--show", "1"])
        say("\n— The same records with French cards, and as JSON lines for other programs.")
        run(["convert", "next-higher-german.sdr", "--cards", "french", "-o", "next-higher-french.sdr"])
        run(["convert", "thursday-bohemian.sdr", "-o", "thursday-bohemian.jsonl"])
        say("\n— The rules of a game, each with its source.")
        run(["rules", "show", "points+marriage"])
    say(f"\nTo try next, in the folder {folder}:")
    say("  schneider-league replay next-higher-german.sdr --show 1 --cards german")
    say("  schneider-league replay mistakes.sdr -o mistakes.html")
    say("  change a score in thursday-bohemian.sdr, then: schneider-league replay thursday-bohemian.sdr")


def _fill(folder: Path) -> list[str]:
    """Put the samples into the folder; the names of those that were there in another form.

    What the demonstration itself makes may be there, too; anything else is not written beside.
    """
    if folder.exists() and not folder.is_dir():
        raise UsageError(f"'{folder}' is a file, not a folder", hint="name a new folder, or an empty one")
    samples = {path.name: path.read_bytes() for path in sorted(sample_folder().iterdir()) if path.is_file()}
    made = {"next-higher-french.sdr", "thursday-bohemian.jsonl", "mistakes.html"}
    if folder.is_dir():
        strangers = sorted(set(os.listdir(folder)) - samples.keys() - made)
        if strangers:
            raise StateError(
                f"'{folder}' holds other things already, such as '{strangers[0]}'",
                hint="name a new folder, or an empty one",
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
