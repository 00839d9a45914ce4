"""The demonstration: a sample club in a folder, built and looked at by the commands that a user would type there."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from contextlib import chdir, contextmanager
from datetime import date
from pathlib import Path
from typing import Final

from schneider_league.errors import MachineError, StateError, UsageError
from schneider_league.records.stated import derive_source_key

DEFAULT_DIRECTORY = "demo-club"
DATABASE: Final = "league.db"
_BEFORE: Final = "league-before.db"
_VARIABLE: Final = "SCHNEIDER_LEAGUE_DB"
_MADE: Final = frozenset(
    {DATABASE, _BEFORE, "thursday-bohemian.jsonl", "standings.html", "club.jsonl", "mistakes.html"}
)
"""What the demonstration makes, and what it names to try next."""

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
    """Put the sample files into a folder and run the commands there; what lies there already is kept.

    Args:
        directory: The folder; None is `demo-club` in the current one.
        say: Called with each line that explains what follows.
        run: Called with each command line.

    Raises:
        UsageError: the name is that of a file.
        StateError: the folder holds other things than the sample files.
    """
    folder = Path(directory or DEFAULT_DIRECTORY)
    kept = _fill(folder)
    say(f"A sample club, in the folder {folder}.")
    if kept:
        say(f"({', '.join(kept)}: changed since they were put there, and left as they are.)")
    with _own_database(), chdir(folder):
        if os.path.exists(DATABASE):
            os.replace(DATABASE, _BEFORE)
            say(f"(The database of an earlier demonstration is {_BEFORE} now.)")
        _show_records(say, run)
        _show_season(say, run)
    say(f"\nTo try next, in the folder {folder}:")
    say("  schneider-league ratings history Ida")
    say("  schneider-league standings --order percentage,direct,diff --min-sessions 8 --explain -o standings.html")
    say("  schneider-league pad")


@contextmanager
def _own_database() -> Iterator[None]:
    """Let commands without `--db` use the folder's database, whatever the environment names."""
    named = os.environ.pop(_VARIABLE, None)
    try:
        yield
    finally:
        if named is not None:
            os.environ[_VARIABLE] = named


def _show_records(say: Say, run: Run) -> None:
    """What can be done with files alone."""
    say("\n— A Thursday night, written down at the table. Every line of it is checked.")
    run(["replay", "thursday-bohemian.sdr"])
    say("\n— One deal trick by trick: hands, plays, who takes it, what is drawn, the count.")
    run(["replay", "points-marriage.sdr", "--show", "1"])
    say("\n— The same records as JSON lines, for other programs.")
    run(["convert", "thursday-bohemian.sdr", "-o", "thursday-bohemian.jsonl"])


def _show_season(say: Say, run: Run) -> None:
    """A club's season, from its score sheets to its ratings."""
    sheets = [f"season/{month}.csv" for month in ("september", "october", "november")]
    say("\n— The club gets a database, and the score sheets of its autumn: three files, each as somebody's spreadsheet")
    say("  wrote it (commas, tabs, semicolons; UTF-8 and Windows-1250; dates in two ways).")
    run(["init"])
    run(["import", *sheets])
    say("\n— Imported once more, nothing doubles.")
    run(["import", sheets[-1]])
    say("\n— The final was written down card by card, too, and the records say another thing than the sheet.")
    run(["import", "season/final.sdr"])
    say("\n— Who is right? The records are played out by the rules: the last deal was 11-9 for Šárka Nováková.")
    run(["replay", "season/final.sdr"])
    say("\n— So the sheet has a wrong score, which decided the session. It is put right; the answer says what moves.")
    final = str(_find_final())
    run(["session", "correct", final, "10", "11-9", "--reason", "the cards show it; the sheet had the names mixed up"])
    run(["import", "season/final.sdr"])
    run(["session", "show", final])
    say("\n— A sheet of September turns up late. Ratings follow the day of play, so all after it is reckoned anew.")
    run(["import", "season/late.csv"])
    say("\n— The table of those who came often, and what decided where points did not.")
    run(["standings", "--min-sessions", "8"])
    say("\n— The rating list, and how two players fared with each other.")
    run(["ratings"])
    run(["head-to-head", "Šárka Nováková", "Jiří Dvořák"])
    say("\n— All of it in one file, with every correction: a copy for the next laptop.")
    run(["export", "club.jsonl"])


def _find_final() -> int:
    """The number of the session of the final: the sheets may have been changed."""
    from schneider_league.store.engine import Database
    from schneider_league.store.ledger import session_keys

    players = ("Šárka Nováková", "Jiří Dvořák")
    with Database(DATABASE).reading() as league:
        return session_keys(league).get(derive_source_key(date(2026, 11, 26), "final", players), 1)


def _fill(folder: Path) -> list[str]:
    """Put the samples into the folder; the names of those that were there in another form.

    What the demonstration itself makes may be there, too; anything else is not written beside.
    """
    if folder.exists() and not folder.is_dir():
        raise UsageError(f"'{folder}' is a file, not a folder", hint="name a new folder, or an empty one")
    source = sample_folder()
    paths = [path for path in sorted(source.rglob("*")) if path.is_file()]
    samples = {path.relative_to(source).as_posix(): path.read_bytes() for path in paths}
    tops = {name.partition("/")[0] for name in samples}
    if folder.is_dir():
        strangers = sorted(set(os.listdir(folder)) - tops - _MADE)
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
            path.parent.mkdir(exist_ok=True)
            path.write_bytes(content)
        elif path.read_bytes() != content:
            kept.append(name)
    return kept
