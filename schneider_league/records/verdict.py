"""What checking says of a record."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Literal, NamedTuple

from schneider_league.errors import Problem
from schneider_league.game.score import Level, Pair

Result = Pair | Literal["redeal"] | None
"""Game points, non-dealer first; `redeal` for a tie or a misdeal; None where nothing can be said."""


class Accepted(NamedTuple):
    """A problem that the table let stand, so that the record is not faulty for it."""

    problem: Problem
    reason: str | None


@dataclass(slots=True)
class Verdict:
    """What the play of one record bears out, and the problems with what it claims.

    Pairs of numbers are the non-dealer's and the dealer's. `score`, `level`, `result` and `running` are None
    where the record cannot be scored; `running` also outside a session.
    """

    file: str
    record: int
    """From 1 in each file."""
    line: int | None
    """Where it begins; None for a deal that is no file's."""
    session: str | None
    deal: int | None
    """The number that is written."""
    rules: str | None
    """Canonical; None where the ruleset is not known."""
    non_dealer: str | None
    dealer: str | None
    score: Pair | None
    level: Level | None
    result: Result
    running: Pair | None
    problems: tuple[Problem, ...]
    accepted: tuple[Accepted, ...] = ()
    """What the table let stand; only of deals that the league holds."""

    @property
    def is_faulty(self) -> bool:
        """Whether anything is wrong with the record."""
        return bool(self.problems)

    def as_json(self) -> dict[str, Any]:
        """The row of `replay --json`."""
        return {
            "file": self.file,
            "record": self.record,
            "line": self.line,
            "session": self.session,
            "deal": self.deal,
            "rules": self.rules,
            "non_dealer": self.non_dealer,
            "dealer": self.dealer,
            "score": self.score,
            "level": self.level,
            "result": self.result,
            "running": self.running,
            "problems": [_problem_json(problem) for problem in self.problems],
            **({"accepted": self._accepted_json()} if self.accepted else {}),
        }

    def _accepted_json(self) -> list[dict[str, Any]]:
        return [{**_problem_json(each.problem), "reason": each.reason} for each in self.accepted]


def _problem_json(problem: Problem) -> dict[str, Any]:
    return {
        "code": problem.code.value,
        "line": problem.where.line,
        "trick": problem.trick,
        "message": problem.message,
    }
