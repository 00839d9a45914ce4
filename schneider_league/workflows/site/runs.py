"""Bot runs for the site."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from schneider_league.arena import run_file
from schneider_league.errors import NotFoundError
from schneider_league.reports.bot_run import crosstable_report, run_report
from schneider_league.reports.site.tables import Table, report_table
from schneider_league.reports.text import quoted
from schneider_league.workflows.bots.viewing import view_of


@dataclass(frozen=True, slots=True)
class RunPage:
    """A bot run as it is shown."""

    key: str
    """What its page is called: letters, digits, `-` and `_`."""
    name: str
    facts: tuple[str, ...]
    """Rules, seed, digest and the like."""
    tables: tuple[Table, ...]


def read_runs(directory: str) -> list[RunPage]:
    """The runs whose files (`*.run.jsonl`) lie in a folder, by name; one that cannot be read says why on its page.

    Raises:
        NotFoundError: there is no such folder.
    """
    folder = Path(directory)
    if not folder.is_dir():
        raise NotFoundError(f"there is no folder {quoted(directory)}", hint="--runs names the one with the run files")
    pages = []
    taken = {"index"}
    for summary in run_file.read_runs(folder):
        key = _key_of(summary.name, taken)
        taken.add(key.lower())
        if summary.run is None:
            pages.append(RunPage(key, summary.name, (f"cannot be read: {summary.problem}",), ()))
            continue
        view = view_of(summary.run)
        facts = (f"{view.format} in {view.rules}", f"seed {view.seed}", f"begun {summary.run.started}")
        tables = (
            report_table(run_report(view, crosstable=False), {}, name_key="bot", minor=("rank", "won", "tied", "lost")),
            report_table(crosstable_report(view), {}, name_key="bot", is_grid=True),
        )
        pages.append(RunPage(key, summary.name, facts, tables))
    return pages


def _key_of(name: str, taken: set[str]) -> str:
    """An address for a run: its name as far as addresses have its letters, and a number where that is taken."""
    plain = "".join(sign if sign.isascii() and (sign.isalnum() or sign in "-_") else "-" for sign in name) or "run"
    key, number = plain, 2
    while key.lower() in taken:
        key, number = f"{plain}-{number}", number + 1
    return key
