"""What can go wrong: one tree of errors, and the problems that checking a record reports.

Everything that a user can cause is a `LeagueError`; the command line turns it into one message and an
exit status. Anything else that is raised is a bug.

    LeagueError
    ├── UsageError              2  the command was called wrongly
    │   └── AnswerNeededError       a question has to be answered first
    ├── InputError              3  what was given is wrong
    │   ├── UnreadableError         it cannot be read
    │   ├── NotAllowedError         it can be read, but the rules do not allow it
    │   └── ContradictedError       it is allowed, but contradicts what was recorded or claimed
    ├── NotFoundError           4  a file, player, event, … that does not exist
    │   └── AmbiguousError          a name that fits several
    ├── StateError              5  refused by the state of the league
    └── MachineError            6  the machine failed: disk full, no permission, read-only

A record's faults are not raised but collected as `Problem`s, since all of them are shown at once.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from enum import Enum
from typing import ClassVar, NamedTuple


class Where(NamedTuple):
    """A place in what was read."""

    file: str | None = None
    """As the user named it; None for what was not read from a file."""
    line: int | None = None
    """From 1; None where the fault is of the whole."""
    column: int | None = None
    """From 1, in characters; None where the fault is of the whole line."""

    def __str__(self) -> str:
        parts = [self.file] if self.file is not None else []
        parts += [str(number) for number in (self.line, self.column) if number is not None]
        return ":".join(parts)


class LeagueError(Exception):
    """Something that a user can cause and mend.

    `message` says what was given and why it is wrong, `hint` what to do, `where` in which place;
    `excerpt` is the offending line and `mark` the (start, end) of the offending text within it.
    """

    exit_status: ClassVar[int]

    def __init__(
        self,
        message: str,
        *,
        hint: str | None = None,
        where: Where | None = None,
        excerpt: str | None = None,
        mark: tuple[int, int] | None = None,
        candidates: Sequence[str] = (),
    ) -> None:
        super().__init__(message)
        self.message = message
        self.hint = hint
        self.where = where
        self.excerpt = excerpt
        self.mark = mark
        self.candidates = tuple(candidates)


class UsageError(LeagueError):
    """The command was called wrongly, or a needed answer could not be asked for."""

    exit_status = 2


class AnswerNeededError(UsageError):
    """A question has to be answered first, on a terminal or by an option: `hint` names it."""

    def __init__(self, message: str, *, question: str, parameter: str, hint: str, choices: Sequence[str] = ()) -> None:
        super().__init__(message, hint=hint)
        self.question = question
        self.parameter = parameter
        """The argument of the workflow that the answer is given to."""
        self.choices = tuple(choices)
        """What can be answered; empty where it is free text."""


class InputError(LeagueError):
    """What was given is wrong."""

    exit_status = 3


class UnreadableError(InputError):
    """What was given cannot be read."""


class NotAllowedError(InputError):
    """What was given can be read, but the rules do not allow it."""


class ContradictedError(InputError):
    """What was given contradicts what was recorded or claimed."""


class NotFoundError(LeagueError):
    """A file, database, player, event or session that does not exist."""

    exit_status = 4


class AmbiguousError(NotFoundError):
    """A name that fits several; `candidates` lists them."""


class StateError(LeagueError):
    """Refused by the state of the league: a session that is over, a name that is taken, …"""

    exit_status = 5


class MachineError(LeagueError):
    """The machine failed: disk full, no permission, read-only."""

    exit_status = 6


class Kind(Enum):
    """The three ways in which a record can be wrong; the error class that stands for each."""

    UNREADABLE = UnreadableError
    NOT_ALLOWED = NotAllowedError
    CONTRADICTED = ContradictedError


class Code(Enum):
    """The stable codes of a record's problems (docs/notation.md, "Problems")."""

    SYNTAX = "syntax"
    MISSING_TAG = "missing-tag"
    DUPLICATE_TAG = "duplicate-tag"
    UNKNOWN_RULES = "unknown-rules"
    BAD_CARD = "bad-card"
    DUPLICATE_CARD = "duplicate-card"
    WRONG_DEAL = "wrong-deal"
    NOT_IN_HAND = "not-in-hand"
    MUST_FOLLOW = "must-follow"
    MUST_WIN = "must-win"
    MUST_TRUMP = "must-trump"
    BAD_EXCHANGE = "bad-exchange"
    BAD_MARRIAGE = "bad-marriage"
    INCOMPLETE = "incomplete"
    EXTRA_MOVES = "extra-moves"
    WRONG_SCORE = "wrong-score"
    WRONG_RESULT = "wrong-result"
    WRONG_RUNNING = "wrong-running"
    WRONG_DEALER = "wrong-dealer"
    WRONG_NUMBER = "wrong-number"
    WRONG_SESSION = "wrong-session"
    AFTER_END = "after-end"
    # Of an import only, with --known-players (docs/ledger.md).
    UNKNOWN_PLAYER = "unknown-player"

    @property
    def kind(self) -> Kind:
        """Which of the three ways to be wrong this is."""
        return _KINDS.get(self, Kind.NOT_ALLOWED)


_KINDS = {
    **dict.fromkeys(
        (
            Code.SYNTAX,
            Code.MISSING_TAG,
            Code.DUPLICATE_TAG,
            Code.UNKNOWN_RULES,
            Code.BAD_CARD,
            Code.DUPLICATE_CARD,
            Code.WRONG_DEAL,
            Code.INCOMPLETE,
        ),
        Kind.UNREADABLE,
    ),
    **dict.fromkeys((Code.WRONG_SCORE, Code.WRONG_RESULT, Code.WRONG_RUNNING), Kind.CONTRADICTED),
}


@dataclass(frozen=True, slots=True)
class Problem:
    """One fault of a record: a stable code, a place, and a sentence that says what would be right."""

    code: Code
    where: Where
    message: str
    trick: int | None = None
    """From 1; None where the fault belongs to no trick."""
    excerpt: str | None = None
    """The line that holds the offending text, None where there is none to show."""
    width: int = 0
    """How many characters of the excerpt, from `where.column`, are at fault."""
