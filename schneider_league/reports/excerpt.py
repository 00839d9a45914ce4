"""A line of what was read, with a mark under what is wrong in it.

52 | [Score "14-7"]
   |         ^^^^
"""

from __future__ import annotations

from schneider_league.errors import Problem, Where
from schneider_league.reports.colour import paint
from schneider_league.reports.text import cell_width, graphemes, make_visible

DEFAULT_WIDTH = 100
"""Cells for an excerpt where there is no terminal to fit."""
_BEFORE = 30  # cells that stay before the mark when a long line is clipped
_CUT = "…"


def excerpt_lines(
    text: str,
    mark: tuple[int, int] | None,
    line: int | None = None,
    *,
    width: int = DEFAULT_WIDTH,
    colour: bool = False,
) -> list[str]:
    """The line of source `text`, and below it a mark under the characters from `mark[0]` to `mark[1]`.

    `line` is its number from 1. A line of more than `width` cells is clipped around the mark.
    Control characters become visible; the mark stands right under wide characters too.
    """
    number = "" if line is None else str(line)
    gutter = " " * len(number)
    room = max(20, width - len(number) - 5)
    start, end = mark if mark is not None else (0, 0)
    before, marked, after = (make_visible(part) for part in (text[:start], text[start:end], text[end:].rstrip("\r\n")))
    if cell_width(before + marked + after) > room:
        before, marked, after = _clip(before, marked, after, room)
    shown = f"{before}{paint(marked, 'red', colour)}{after}"
    lines = [paint(f"  {number} |", "dim", colour) + (f" {shown}" if shown else "")]
    if mark is not None:
        carets = paint("^" * max(1, cell_width(marked)), "error", colour)
        lines.append(paint(f"  {gutter} |", "dim", colour) + " " * (1 + cell_width(before)) + carets)
    return lines


def _clip(before: str, marked: str, after: str, room: int) -> tuple[str, str, str]:
    """The three parts shortened to `room` cells: the mark is kept as far as it can be."""
    marked = _first(marked, room - 2)
    left = min(_BEFORE, room - 2 - cell_width(marked))
    if cell_width(before) > left + 1:
        before = _CUT + _last(before, left)
    return before, marked, _first(after, room - cell_width(before + marked))


def _first(text: str, room: int) -> str:
    """The beginning of `text` in at most `room` cells, with an ellipsis where something was cut."""
    if cell_width(text) <= room:
        return text
    kept, used = "", 1
    for character, length in graphemes(text):
        if used + length > room:
            break
        kept, used = kept + character, used + length
    return kept + _CUT


def _last(text: str, room: int) -> str:
    """The end of `text` in at most `room` cells."""
    kept, used = "", 0
    for character, length in reversed(graphemes(text)):
        if used + length > room:
            break
        kept, used = character + kept, used + length
    return kept


def place(where: Where) -> str:
    """`night.sdr:52:9` with control characters visible; empty where no place is known."""
    return make_visible(str(where))


def problem_lines(problem: Problem, *, width: int = DEFAULT_WIDTH) -> list[str]:
    """A problem in plain lines: `file:line:column: code: message`, then the excerpt if there is one."""
    start = place(problem.where)
    lead = f"{start}: " if start else ""
    lines = [f"{lead}{problem.code.value}: {make_visible(problem.message)}"]
    if problem.excerpt is not None:
        mark = None
        if problem.where.column is not None and problem.width:
            mark = (problem.where.column - 1, problem.where.column - 1 + problem.width)
        lines += excerpt_lines(problem.excerpt, mark, problem.where.line, width=width)
    return lines
