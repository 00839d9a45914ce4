"""The report of checked deal records: one row a record, its problems below it, a summary at the end."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from typing import TYPE_CHECKING

from schneider_league.reports.excerpt import DEFAULT_WIDTH, problem_lines
from schneider_league.reports.model import Column, Json, Report, Row
from schneider_league.reports.session_words import accepted_words
from schneider_league.reports.text import make_visible

if TYPE_CHECKING:
    from schneider_league.errors import Problem
    from schneider_league.records.verdict import Accepted, Verdict

_LISTED = 10  # faulty records that the summary names


class Tally:
    """What is counted while the records pass."""

    def __init__(self) -> None:
        self.records = 0
        self.faulty = 0
        self.codes: Counter[str] = Counter()
        self.accepted: Counter[str] = Counter()
        """What the table let stand."""
        self.first: list[str] = []
        """Places of the first faulty records."""

    def count(self, verdict: Verdict) -> None:
        """Count one more record."""
        self.records += 1
        self.accepted.update(each.problem.code.value for each in verdict.accepted)
        if not verdict.problems:
            return
        self.faulty += 1
        self.codes.update(problem.code.value for problem in verdict.problems)
        if len(self.first) < _LISTED:
            place = f" ({verdict.file}:{verdict.line})" if verdict.line is not None else ""
            self.first.append(f"record {verdict.record}{place}")

    def totals(self) -> dict[str, Json]:
        """The JSON fields after the rows."""
        return {"records": self.records, "faulty": self.faulty}

    def notes(self) -> list[str]:
        """The summary in words."""
        if not self.records:
            return ["There are no records."]
        accepted = ", ".join(f"{code} {count}" for code, count in self.accepted.most_common())
        let_stand = [f"Accepted by the table: {accepted}."] if accepted else []
        if not self.faulty:
            return [f"{_records(self.records)}, none faulty.", *let_stand]
        codes = ", ".join(f"{code} {count}" for code, count in self.codes.most_common())
        named = ", ".join(self.first)
        more = self.faulty - len(self.first)
        tail = f" and {more} more" if more else ""
        return [
            f"{_records(self.records)}, {self.faulty} faulty: {named}{tail}.",
            f"Problems: {codes}.",
            *let_stand,
        ]


def replay_report(
    verdicts: Iterable[Verdict], files: Sequence[str], tally: Tally, *, width: int | None = None
) -> Report:
    """The report; `tally` is filled while its rows are gone through.

    `files` are those that are read, `width` the cells of the terminal, None where there is none.
    """
    several = [Column("file", "File")] if len(files) > 1 else []
    room = (width or DEFAULT_WIDTH + 2) - 2
    return Report(
        schema="replay/1",
        title=f"Deal records of {', '.join(files)}" if len(files) <= 3 else "Deal records",
        columns=[
            *several,
            Column("record", "Record", "right"),
            Column("session", "Session"),
            Column("deal", "Deal", "right"),
            Column("non_dealer", "Non-dealer"),
            Column("dealer", "Dealer"),
            Column("score", "Score", "right"),
            Column("level", "Level"),
            Column("result", "Result", "right"),
            Column("running", "Running", "right"),
            Column("check", "Check"),
        ],
        rows=_rows(verdicts, tally, room),
        totals=tally.totals,
        notes=tally.notes,
        data_columns=[
            *(Column(key, key) for key in ("file", "record", "line", "session", "deal", "rules")),
            Column("non_dealer", "non_dealer"),
            Column("dealer", "dealer"),
            Column("score", "score", parts=("score_non_dealer", "score_dealer")),
            Column("level", "level"),
            Column("result", "result", parts=("result_non_dealer", "result_dealer")),
            Column("running", "running", parts=("running_non_dealer", "running_dealer")),
            Column("problems", "problems"),
        ],
        keep=len(several) + 1,
    )


def _rows(verdicts: Iterable[Verdict], tally: Tally, room: int) -> Iterator[Row]:
    for verdict in verdicts:
        tally.count(verdict)
        details = [line for problem in verdict.problems for line in problem_lines(problem, width=room)]
        faults = "; ".join(
            f"{problem.code.value}{_line(verdict, problem)}: {problem.message}" for problem in verdict.problems
        )
        accepted = [accepted_line(each) for each in verdict.accepted]
        yield Row(
            values=verdict.as_json(),
            shown={"check": "faulty" if details else "accepted" if accepted else "ok", "problems": faults or None},
            details=(*details, *accepted),
            alert=bool(details),
        )


def accepted_line(accepted: Accepted) -> str:
    """`must-follow accepted: nobody saw (trick 3: …)`."""
    problem = accepted.problem
    return make_visible(f"{accepted_words([problem.code.value], accepted.reason)} ({problem.message})")


def _line(verdict: Verdict, problem: Problem) -> str:
    return "" if verdict.line is None else f" (line {problem.where.line})"


def _records(number: int) -> str:
    return "1 record" if number == 1 else f"{number} records"
