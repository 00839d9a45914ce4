"""Questions on a terminal, and the one-line answers to what is entered."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable
from typing import Any, Protocol, TypeVar

from schneider_league.cli.terminal import is_colourful, is_terminal
from schneider_league.errors import AnswerNeededError
from schneider_league.reports.colour import paint
from schneider_league.reports.text import make_visible

Found = TypeVar("Found")


class Answer(Protocol):
    """What a command says."""

    @property
    def lines(self) -> tuple[str, ...]:
        """The result; the first line says what was stored."""

    @property
    def hints(self) -> tuple[str, ...]:
        """What deserves attention beside it."""


def answered(workflow: Callable[..., Found], *given: Any, **options: Any) -> Found:
    """What the workflow says; what it needs to know besides is asked for, if somebody is there to answer.

    Raises:
        AnswerNeededError: standard input is no terminal, or ended.
    """
    while True:
        try:
            return workflow(*given, **options)
        except AnswerNeededError as needed:
            if not is_terminal(sys.stdin):
                raise
            answer = ask(needed.question)
            if answer is None:
                raise
            options[needed.parameter] = answer


def ask(question: str) -> str | None:
    """What somebody answers; None where the input ends. An empty line is asked again."""
    while True:
        sys.stderr.write(f"{make_visible(question)} ")
        sys.stderr.flush()
        line = sys.stdin.readline()
        if not line:
            sys.stderr.write("\n")
            return None
        if line.strip():
            return line.strip()


def tell(answer: Answer) -> None:
    """The result on standard output, what deserves attention on standard error."""
    for line in answer.lines:
        print(make_visible(line))
    sys.stdout.flush()
    give_hints(answer.hints)


def give_hints(hints: Iterable[str]) -> None:
    """What deserves attention, on standard error."""
    for hint in hints:
        word = paint("hint:", "cyan", is_colourful(sys.stderr))
        print(f"{word} {make_visible(hint)}", file=sys.stderr)
