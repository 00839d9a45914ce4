"""The demonstration: a sample club in a folder, and the commands that a user would type there."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator, Sequence
from contextlib import chdir, contextmanager, suppress
from datetime import date
from pathlib import Path
from typing import Final, Literal, NamedTuple

from schneider_league.errors import InputError, LeagueError, MachineError, NotFoundError, StateError, UsageError
from schneider_league.records.stated import derive_source_key
from schneider_league.workflows.convert import convert_file

DEFAULT_DIRECTORY = "demo-club"
DATABASE: Final = "league.db"
FAULTY = InputError.exit_status
INTERRUPTED = 130
"""The exit status after Ctrl-C or a closed pipe."""

_BEFORE: Final = "league-before.db"
_RUN: Final = "bots.run.jsonl"
_RUN_BEFORE: Final = "bots-before.jsonl"
_VARIABLE: Final = "SCHNEIDER_LEAGUE_DB"
_MADE: Final = frozenset(
    {
        *(DATABASE, _BEFORE, _RUN, _RUN_BEFORE, "bot-deal.sdr"),
        *("thursday-bohemian.jsonl", "standings.html", "club.jsonl", "mistakes.html", "site"),
    }
)
"""What the demonstration makes, and what it names to try next."""
_FOLDERS = "name a new folder, an empty one, or one that demo has made"
_FINAL = "FINAL"
"""Stands in a command for the number of the final's session."""

Say = Callable[[str], None]
Run = Callable[[list[str]], int]
"""Shows a command line, runs it in this process and returns its exit status."""


class _Step(NamedTuple):
    text: str
    command: tuple[str, ...]
    status: int = 0
    """The exit status that belongs to the story, with the samples as they are."""


_SHEETS = tuple(f"season/{month}.csv" for month in ("september", "october", "november"))

_STEPS: Final = (
    _Step(
        "A Thursday night, written down at the table: a session to 7, with a tie and a misdeal. All of it is checked.",
        ("replay", "thursday-bohemian.sdr"),
    ),
    _Step(
        "A file with a mistake of each kind. All are found in one run, each with its place and the way out.",
        ("replay", "mistakes.sdr"),
        FAULTY,
    ),
    _Step(
        "One deal trick by trick: hands, plays, who takes it, what is drawn, the count.",
        ("replay", "points-marriage.sdr", "--show", "1"),
    ),
    _Step(
        "The Thursday night as JSON lines, for other programs.",
        ("convert", "thursday-bohemian.sdr", "-o", "thursday-bohemian.jsonl"),
    ),
    _Step("The club gets a database.", ("init",)),
    _Step(
        "The score sheets of its autumn: three files, each as somebody's spreadsheet wrote it (commas, tabs,\n"
        "  semicolons; UTF-8 and Windows-1250; dates in two ways).",
        ("import", *_SHEETS),
    ),
    _Step("Imported once more, nothing doubles.", ("import", _SHEETS[-1])),
    _Step(
        "The final was written down card by card, too, and the records say another thing than the sheet.",
        ("import", "season/final.sdr"),
        FAULTY,
    ),
    _Step(
        "Who is right? The records are played out by the rules: the last deal was 11-9 for Šárka Nováková.",
        ("replay", "season/final.sdr"),
    ),
    _Step(
        "So the sheet has a wrong score, which decided the session. It is put right; the answer says what moves.",
        (
            *("session", "correct", _FINAL, "10", "11-9"),
            *("--reason", "the cards show it; the sheet had the names mixed up"),
        ),
    ),
    _Step("Now the records agree, and their plays are kept.", ("import", "season/final.sdr")),
    _Step("The final as it stands.", ("session", "show", _FINAL)),
    _Step(
        "A sheet of September turns up late. Ratings follow the day of play, so all after it is reckoned anew.",
        ("import", "season/late.csv"),
    ),
    _Step(
        "The table of those who came often, and what decided where points did not.",
        ("standings", "--min-sessions", "8"),
    ),
    _Step("The rating list.", ("ratings",)),
    _Step("How two players fared with each other.", ("head-to-head", "Šárka Nováková", "Jiří Dvořák")),
    _Step(
        "Bots can play, too: each against each, every pack twice with the seats swapped.\n"
        "  Below stands what the numbers mean.",
        ("bot", "round-robin", "random", "greedy", "careful", "--deals", "200", "--seed", "2026", "--run", _RUN),
    ),
    _Step("Any deal of it can be had as a record …", ("bot", "deal", _RUN, "401", "-o", "bot-deal.sdr")),
    _Step("… and is checked as a person's is.", ("replay", "bot-deal.sdr")),
    _Step("All of it in one file, with every correction: a copy for the next laptop.", ("export", "club.jsonl")),
    _Step(
        "And all of it as pages to look at, on a phone, on paper or from a USB stick.",
        ("site", "site", "--title", "The sample club", "--runs", "."),
    ),
)


def sample_folder() -> Path:
    """Where the sample files lie: in an installed package inside it, in a checkout beside it.

    Raises:
        MachineError: they are in neither place.
    """
    package = Path(__file__).resolve().parent.parent
    for folder in (package / "sample_data", package.parent / "sample_data"):
        if folder.is_dir():
            return folder
    raise MachineError("the sample records are missing from this installation", hint="install schneider-league again")


def demo(directory: str | None, say: Say, run: Run, program: Callable[[], str]) -> int:
    """Put the sample files into a folder and run the commands there; what lies there already is kept.

    Args:
        directory: The folder; None is `demo-club` in the current one.
        say: Called with each line that explains what follows.
        run: Called with each command line.
        program: What a user has to type in the current folder to call the program.

    Returns:
        0, or the exit status of a command that failed although it should not have.

    Raises:
        UsageError: the name is empty, or that of a file.
        StateError: the folder holds other things than the sample files.
    """
    if directory == "":
        raise UsageError("no folder was named: its name is empty", hint=f"name one, or none for {DEFAULT_DIRECTORY}")
    folder = Path(directory or DEFAULT_DIRECTORY)
    kept = _fill(folder)
    say(f"A sample club, in the folder {folder}.")
    if kept:
        say(f"({', '.join(kept)}: changed since they were put there, and left as they are.)")
    with _own_database(), chdir(folder):
        if os.path.exists(DATABASE):
            os.replace(DATABASE, _BEFORE)
            say(f"(The database of an earlier demonstration is {_BEFORE} now.)")
        if os.path.exists(_RUN):
            os.replace(_RUN, _RUN_BEFORE)
        status = _show(say, run, is_changed=bool(kept))
        if status not in (0, INTERRUPTED):
            say(f"\nThis command should not have ended with status {status}: the demonstration ends here.")
        typed = program()
    if status:
        return status
    say(f"\nTo try next, in the folder {folder}:")
    say(f"  {typed} ratings history Ida")
    say(f"  {typed} standings --order percentage,direct,diff --min-sessions 8 --explain -o standings.html")
    say(f"  {typed} session pad")
    say(f"  {typed} bot play careful")
    return 0


def _show(say: Say, run: Run, *, is_changed: bool) -> int:
    """Run the commands in the current folder; the exit status of the first that fails and should not, else 0.

    Where a user has changed samples, the story may take another course: then only a bug or the machine's failure
    ends it.
    """
    for step in _STEPS:
        say(f"\n— {step.text}")
        command = [str(_find_final()) if word == _FINAL else word for word in step.command]
        if command[0] == "convert" and not _may_be_written(command):
            say(f"({command[-1]} is there already with something else in it, and is left as it is.)")
            continue
        status = run(command)
        if status == INTERRUPTED:
            return status
        expected = {0, FAULTY, NotFoundError.exit_status, StateError.exit_status} if is_changed else {step.status}
        if status not in expected:
            return status or 1
    return 0


@contextmanager
def _own_database() -> Iterator[None]:
    """Let commands without `--db` use the folder's database, whatever the environment names."""
    named = os.environ.pop(_VARIABLE, None)
    try:
        yield
    finally:
        if named is not None:
            os.environ[_VARIABLE] = named


def _find_final() -> int:
    """The number of the session of the final: the sheets may have been changed."""
    from schneider_league.store.engine import Database
    from schneider_league.store.ledger import session_keys

    players = ("Šárka Nováková", "Jiří Dvořák")
    with Database(DATABASE).reading() as league:
        return session_keys(league).get(derive_source_key(date(2026, 11, 26), "final", players), 1)


def _may_be_written(command: Sequence[str]) -> bool:
    """Whether the file that `convert` would write is not there, or is what it made of the sample, then or now."""
    name, made = Path(command[1]), Path(command[-1])
    if not os.path.lexists(made):
        return True
    for source in (sample_folder() / name, name):
        with suppress(LeagueError, OSError):
            if made.read_bytes() == converted(source, made).encode():
                return True
    return False


def converted(source: Path, made: Path) -> str:
    """What `convert` makes of a file, in the form that the name of the file to write says."""
    to: Literal["sdr", "jsonl"] = "jsonl" if made.suffix == ".jsonl" else "sdr"
    return "".join(convert_file(os.fspath(source), to=to))


def _fill(folder: Path) -> list[str]:
    """Put the samples into the folder; the names of those that were there in another form.

    What the demonstration itself makes may be there, too; anything else is not written beside.
    """
    if folder.exists() and not folder.is_dir():
        raise UsageError(f"'{folder}' is a file, not a folder", hint=_FOLDERS)
    source = sample_folder()
    paths = [path for path in sorted(source.rglob("*")) if path.is_file()]
    samples = {path.relative_to(source).as_posix(): path.read_bytes() for path in paths}
    tops = {name.partition("/")[0] for name in samples}
    if folder.is_dir():
        strangers = sorted(set(os.listdir(folder)) - tops - _MADE)
        if strangers:
            raise StateError(f"'{folder}' holds other things already, such as '{strangers[0]}'", hint=_FOLDERS)
    kept = []
    for name, content in samples.items():
        path = folder / name
        if not path.exists():
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(content)
        elif path.read_bytes() != content:
            kept.append(name)
    return kept
