"""What an import did, in a few lines and as rows."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Final

from schneider_league.reports.model import Column, Json, Report, Row
from schneider_league.reports.text import quoted

if TYPE_CHECKING:
    from schneider_league.errors import Problem
    from schneider_league.records.import_outcome import FileOutcome, ImportOutcome, MergeOutcome

NAMED: Final = 30
"""How many of a kind are named before the rest is counted."""


def counted(number: int, noun: str, plural: str | None = None) -> str:
    """`1 deal`, `3 deals`."""
    return f"{number} {noun}" if number == 1 else f"{number} {plural or f'{noun}s'}"


def import_lines(outcome: ImportOutcome) -> list[str]:
    """What was stored, or would be, what is new, and what was there already."""
    lines: list[str] = []
    if outcome.is_dry_run:
        lines.append("A dry run: nothing is stored. An import would answer:")
    lines += [_file_line(file) for file in outcome.files]
    if outcome.new_players:
        listed = _named([quoted(player.name)[1:-1] for player in outcome.new_players])
        lines.append(f"{counted(len(outcome.new_players), 'new player')}: {listed}.")
    if outcome.new_events:
        listed = _named([quoted(name)[1:-1] for name in outcome.new_events])
        lines.append(f"{counted(len(outcome.new_events), 'new event')}, of the format open: {listed}.")
    if outcome.accepted:
        lines.append(f"{counted(outcome.accepted, 'deal')} stored with what the rules forbid, marked, as accepted.")
    lines += [f"{remark}." for remark in outcome.remarks[:NAMED]]
    if len(outcome.remarks) > NAMED:
        lines.append(f"… and {len(outcome.remarks) - NAMED} more that were corrected since.")
    return [*lines, *outcome.changes]


def import_hints(outcome: ImportOutcome) -> list[str]:
    """What deserves attention: names that are almost others, sessions that are open, how files were read."""
    hints = [hint for file in outcome.files for hint in file.hints]
    near = [player for player in outcome.new_players if player.near]
    for player in near[:NAMED]:
        others = " or ".join(quoted(name) for name in player.near)
        hints.append(
            f"the new player {quoted(player.name)} is called almost as {others}; if it is the same person: "
            f"player merge {quoted(player.name)} {quoted(player.near[0])}"
        )
    if len(near) > NAMED:
        hints.append(f"{len(near) - NAMED} more new players are called almost as others; `player list` shows them")
    timed = sum(file.tally.timed_sessions for file in outcome.files)
    if timed:
        are = "is open until it is" if timed == 1 else "are open until they are"
        hints.append(f"{counted(timed, 'timed session')} {are} closed: session close REF")
    return hints


def _file_line(file: FileOutcome) -> str:
    tally = file.tally
    name = "standard input" if file.file == "-" else quoted(file.file)[1:-1]
    if file.merged is not None:
        return f"{name}: {_merge_words(file.merged)}{_batch_words(file)}."
    parts: list[str] = []
    if tally.new_sessions:
        parts.append(counted(tally.new_sessions, "new session"))
    if tally.grown_sessions:
        parts.append(f"{counted(tally.grown_sessions, 'session')} continued")
    what = f"{' and '.join(parts)}, {counted(tally.new_deals, 'deal')}" if parts else "nothing new"
    there = f"; {counted(tally.deals_there, 'deal')} {'was' if tally.deals_there == 1 else 'were'} there already"
    if tally.plays_added:
        there += f"; the plays of {counted(tally.plays_added, 'deal')} added"
    still = tally.open_sessions - tally.timed_sessions
    open_ = f"; {counted(still, 'session')} not over" if still else ""
    return f"{name}: {what}{there if tally.deals_there else ''}{open_}{_batch_words(file)}."


def _merge_words(merged: MergeOutcome) -> str:
    """What a league file brought, without a full stop."""
    there = f"; {counted(merged.there, 'session')} there already, unchanged" if merged.there else ""
    if not merged.is_anything:
        return f"nothing new{there}"
    what = f"{counted(merged.players, 'player')}, {counted(merged.sessions, 'session')}"
    entries = "1 entry" if merged.entries == 1 else f"{merged.entries} entries"
    if merged.is_restored:
        return f"a whole league into an empty database, as it was: {what}, {entries}"
    return f"{what} new, {entries} in all{there}{''.join(f'; {remark}' for remark in merged.remarks)}"


def _batch_words(file: FileOutcome) -> str:
    return f" (import {file.batch})" if file.batch is not None else ""


def _named(names: Sequence[str]) -> str:
    more = len(names) - NAMED
    return ", ".join(names[:NAMED]) + (f" and {more} more" if more > 0 else "")


def import_report(outcome: ImportOutcome) -> Report:
    """The same as rows, one a file."""
    return Report(
        schema="import/1",
        title="Dry run of an import" if outcome.is_dry_run else "Import",
        fields={"dry_run": outcome.is_dry_run, "stored": outcome.is_stored},
        columns=[
            Column("file", "File"),
            Column("kind", "Kind"),
            Column("import", "Import", "right"),
            Column("new_sessions", "New sessions", "right"),
            Column("continued_sessions", "Continued", "right"),
            Column("new_deals", "New deals", "right"),
            Column("deals_there", "There already", "right"),
            Column("faults", "Faults", "right"),
        ],
        rows=[_file_row(file) for file in outcome.files],
        totals=lambda: {
            "new_players": [{"name": player.name, "near": list(player.near)} for player in outcome.new_players],
            "new_events": list(outcome.new_events),
            "accepted": outcome.accepted,
            "corrected": list(outcome.remarks),
            "changes": list(outcome.changes),
        },
        notes=lambda: [*import_lines(outcome), *import_hints(outcome)],
    )


def _file_row(file: FileOutcome) -> Row:
    tally = file.tally
    values: dict[str, Json] = {
        "file": file.file,
        "kind": file.kind,
        "import": file.batch,
        "new_sessions": tally.new_sessions,
        "continued_sessions": tally.grown_sessions,
        "new_deals": tally.new_deals,
        "deals_there": tally.deals_there,
        "plays_added": tally.plays_added,
        "open_sessions": tally.open_sessions,
        "encoding": file.encoding,
        "problems": [_problem_json(problem) for problem in file.problems],
    }
    return Row(values, {"faults": len(file.problems)}, alert=bool(file.problems))


def _problem_json(problem: Problem) -> Json:
    return {
        "code": problem.code.value,
        "line": problem.where.line,
        "column": problem.where.column,
        "trick": problem.trick,
        "message": problem.message,
    }
