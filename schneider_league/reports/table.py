"""A report as an aligned table for people, on a terminal or in a pipe.

On a terminal it fits the width: columns in which nothing stands are left out, cells wrap, and where even
that does not fit each row becomes a block of `heading  value` lines. In a pipe nothing is wrapped. Nothing
is ever cut. There are no ruled lines, which a screen reader would spell out.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice

from schneider_league.reports.colour import paint
from schneider_league.reports.model import NOTHING, Report, Row
from schneider_league.reports.text import break_points, cell_width, make_visible, pad, wrap

_GAP = "  "
_LOOK_AHEAD = 200  # rows that are read before the first is written, to know how wide the columns are
_WORD = 16  # cells up to which a word stays whole where not all can
_PROSE = 24  # cells below which sentences are not squeezed
_SCRAP = 6  # cells to which a column shrinks before the table is given up for blocks


def render_table(report: Report, *, width: int | None = None, colour: bool = False) -> Iterator[str]:
    """The report in lines, each with its line end. `width` is the terminal's in cells, None in a pipe."""
    if report.titled:
        yield paint(make_visible(report.title), "bold", colour) + "\n\n"
    rows = iter(report.rows)
    layout = _Layout(report, width, colour)
    while chunk := list(islice(rows, _LOOK_AHEAD)):
        yield from layout.lines(chunk)
    notes = report.notes()
    if not layout.begun and not notes:
        yield from layout.lines([])
    if layout.begun and notes and not layout.blocks:
        yield "\n"
    for note in notes:
        text = make_visible(note)
        yield from (line + "\n" for line in (wrap(text, width) if width else [text]))


class _Layout:
    """How wide the columns are: found from the first rows, later only wider."""

    def __init__(self, report: Report, width: int | None, colour: bool) -> None:
        self.report = report
        self.width = width
        self.colour = colour
        self.header = report.header()
        self.natural = [cell_width(heading) for heading in self.header]
        self.words = [_longest_word(heading) for heading in self.header]
        self.gap = _GAP
        self.shown = list(range(len(self.header)))
        """Which columns are shown: those without values are not where there is no room for them."""
        self.begun = False
        self.blocks = False

    def lines(self, rows: list[Row]) -> Iterator[str]:
        """These rows, and before the first of all the header."""
        texts = [[make_visible(cell) for cell in self.report.cells(row)] for row in rows]
        for cells in texts:
            for index, cell in enumerate(cells):
                self.natural[index] = max(self.natural[index], cell_width(cell))
                if self.width is not None:
                    self.words[index] = max(self.words[index], _longest_word(cell))
        if not self.begun:
            self._leave_out(texts)
        widths = self._widths()
        if not self.begun:
            self.begun = True
            self.blocks = widths is None
            if widths is not None:
                yield from self._row(self.header, widths, "bold")
        for row, cells in zip(rows, texts, strict=True):
            if self.blocks or widths is None:
                yield from self._block(cells)
            else:
                yield from self._row(cells, widths)
            yield from self._left_out(cells)
            yield from self._details(row)
            if self.blocks:
                yield "\n"

    def _leave_out(self, texts: list[list[str]]) -> None:
        """Leave out what is empty in all of these rows, if not all columns fit."""
        if self.width is None or not texts or sum(self.natural) <= self._room():
            return
        filled = [i for i in self.shown if any(cells[i] not in (NOTHING, "") for cells in texts)]
        self.shown = filled or self.shown

    def _left_out(self, cells: list[str]) -> Iterator[str]:
        """Values that turned up later in columns that had been left out, each on a line below the row."""
        for index, cell in enumerate(cells):
            if index not in self.shown and cell not in (NOTHING, ""):
                text = f"{self.header[index]}: {cell}"
                lines = wrap(text, max(_WORD, self.width - len(_GAP))) if self.width else [text]
                yield from (f"{_GAP}{line}\n" for line in lines)

    def _room(self) -> int:
        """Cells that there are for columns."""
        return (self.width or 0) - len(self.gap) * (len(self.shown) - 1)

    def _widths(self) -> list[int] | None:
        """A width for each shown column so that the row fits, or None where it cannot.

        First what has several words wraps, then columns stand closer; only where that is not enough, words are
        broken, the longest first, and beside sentences not even those.
        """
        natural = [self.natural[i] for i in self.shown]
        if self.width is None:
            return natural
        whole = [self._least(i, self.words[i]) for i in self.shown]
        broken = [self._least(i, min(self.words[i], _WORD)) for i in self.shown]
        scraps = [self._least(i, min(self.words[i], _SCRAP)) for i in self.shown]
        ways = [(natural, whole, _GAP), (natural, whole, " "), (whole, broken, _GAP)]
        if not any(map(self._is_prose, self.shown)):
            ways.append((broken, scraps, _GAP))
        for widths, least, self.gap in ways:
            room = self._room()
            if sum(least) <= room:
                return _shrink(widths, least, room)
        return None

    def _least(self, index: int, word: int) -> int:
        """How narrow a column may be in which words are broken after `word` cells."""
        if self.report.columns[index].align == "right":
            return self.natural[index]
        return max(word, _PROSE) if self._is_prose(index) else word

    def _is_prose(self, index: int) -> bool:
        """Whether sentences stand in the column, or much like them."""
        return self.natural[index] > 2 * max(_PROSE, self.words[index])

    def _row(self, cells: list[str], widths: list[int], style: str = "") -> Iterator[str]:
        """One row in as many lines as its tallest cell needs."""
        shown = [cells[i] for i in self.shown]
        aligns = [self.report.columns[i].align for i in self.shown]
        columns = [[cell] if self.width is None else wrap(cell, w) for cell, w in zip(shown, widths, strict=True)]
        for line in range(max(map(len, columns))):
            parts = [
                pad(column[line] if line < len(column) else "", width, align)
                for column, width, align in zip(columns, widths, aligns, strict=True)
            ]
            text = self.gap.join(parts).rstrip()
            yield (paint(text, style, self.colour) if style else text) + "\n"

    def _block(self, cells: list[str]) -> Iterator[str]:
        """One row as lines of heading and value, for a terminal that is too narrow for columns."""
        total = self.width or 80
        shown = [(self.header[i], cells[i]) for i in self.shown]
        label = max(cell_width(heading) for heading, _cell in shown)
        room = total - label - len(_GAP)
        for heading, cell in shown:
            if room < _WORD:
                yield paint(heading, "bold", self.colour) + "\n"
                yield from (f"  {line}\n" for line in wrap(cell, max(1, total - 2)))
                continue
            first, *rest = wrap(cell, room)
            yield f"{paint(pad(heading, label), 'bold', self.colour)}{_GAP}{first}\n"
            yield from (f"{' ' * label}{_GAP}{line}\n" for line in rest)

    def _details(self, row: Row) -> Iterator[str]:
        """What stands below the row; sentences wrap, excerpts have been made to fit."""
        for line in row.details:
            text = make_visible(line)
            lines = wrap(text, max(_WORD, self.width - len(_GAP))) if self.width else [text]
            for part in lines:
                yield f"{_GAP}{paint(part, 'red', self.colour) if row.alert else part}".rstrip() + "\n"


def _shrink(widths: list[int], least: list[int], room: int) -> list[int]:
    """`widths` made to fit `room`, the widest first, none below what it needs at least."""
    shrunk = list(widths)
    for _cell in range(sum(widths) - room):
        widest = max(range(len(shrunk)), key=lambda i: (shrunk[i] > least[i], shrunk[i]))
        shrunk[widest] -= 1
    return shrunk


def _longest_word(text: str) -> int:
    """Cells that a column needs so that its words stay whole."""
    return max(cell_width(word.rstrip()) for word in break_points(text))
