"""Every problem as it is shown: place, code, trick and message, in problems.txt beside the record.

A case is `# what is wrong`, the text, `---`, and a line `line:column code trick: message` for each problem; ␀ stands
for a NUL. `pytest tests/records/test_problems.py --rewrite` writes what is said now into the file, to be read.
"""

from __future__ import annotations

from pathlib import Path
from typing import NamedTuple

import pytest

from schneider_league.errors import Code, Kind, Problem
from tests.records.reading_aloud import verdicts_of

FILE = Path(__file__).with_name("problems.txt")


class Case(NamedTuple):
    about: str
    text: str
    problems: list[str]


def read_cases() -> list[Case]:
    cases = []
    for block in ("\n" + FILE.read_text("utf-8")).split("\n# ")[1:]:
        about, _, rest = block.partition("\n")
        text, _, answer = rest.partition("\n---\n")
        cases.append(Case(about, text, answer.strip("\n").split("\n") if answer.strip("\n") else []))
    return cases


CASES = read_cases()


def shown(problem: Problem) -> str:
    place = ":".join(str(number) for number in problem.where[1:] if number is not None)
    trick = "" if problem.trick is None else f" {problem.trick}"
    return f"{place} {problem.code.value}{trick}: {problem.message}"


def problems_of(case: Case) -> list[Problem]:
    verdicts = verdicts_of(case.text.replace("␀", "\0") + "\n")
    return [problem for verdict in verdicts for problem in verdict.problems]


@pytest.mark.parametrize("case", CASES, ids=[case.about for case in CASES])
def test_what_is_said(case: Case, request: pytest.FixtureRequest) -> None:
    found = [shown(problem) for problem in problems_of(case)]
    if not request.config.getoption("--rewrite"):
        assert found == case.problems


def test_rewriting(request: pytest.FixtureRequest) -> None:
    if request.config.getoption("--rewrite"):
        blocks = [
            "\n".join([f"# {case.about}", case.text, "---", *(shown(problem) for problem in problems_of(case)), ""])
            for case in CASES
        ]
        FILE.write_text("\n".join(blocks), "utf-8")


@pytest.mark.parametrize("case", CASES, ids=[case.about for case in CASES])
def test_the_marked_text_is_what_is_wrong(case: Case) -> None:
    """The excerpt is a line of the file, and the mark lies within it."""
    lines = case.text.replace("␀", "\0").split("\n")
    for problem in problems_of(case):
        if problem.where.column is not None:
            assert problem.where.line is not None
            assert problem.excerpt == lines[problem.where.line - 1]
            marked = problem.excerpt[problem.where.column - 1 :][: problem.width]
            assert len(marked) == problem.width
            assert marked or '""' in problem.excerpt
            assert marked == marked.strip()


def test_every_code_is_here() -> None:
    said = {line.split(" ")[1].rstrip(":") for case in CASES for line in case.problems}
    assert said == {code.value for code in Code} - {"unknown-player"}


@pytest.mark.parametrize(
    ("kind", "codes"),
    [
        (Kind.CONTRADICTED, "wrong-score wrong-result wrong-running"),
        (
            Kind.UNREADABLE,
            "syntax missing-tag duplicate-tag unknown-rules bad-card duplicate-card wrong-deal incomplete",
        ),
        (
            Kind.NOT_ALLOWED,
            "not-in-hand must-follow must-win must-trump bad-exchange bad-marriage extra-moves wrong-dealer "
            "wrong-number wrong-session after-end unknown-player",
        ),
    ],
)
def test_three_kinds_of_problem(kind: Kind, codes: str) -> None:
    assert {code.value for code in Code if code.kind is kind} == set(codes.split())
