"""What the pad shows: the running score sheet, or a line for each table."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from schneider_league.derive.sessions import DealRow
from schneider_league.reports.model import Column, Report, Row
from schneider_league.reports.session import session_report
from schneider_league.reports.session_view import SessionView
from schneider_league.reports.session_words import hand_words, state_line
from schneider_league.reports.table import render_table
from schneider_league.reports.text import make_visible, wrap

_AROUND = 9
"""Lines that title, header, standing, answer and prompt take."""
_FEWEST = 3
_NARROW = 60


def sheet_lines(view: SessionView, *, width: int | None, height: int | None, colour: bool = False) -> list[str]:
    """The score sheet of one session; with a `height` its last deals, as many as there is room for."""
    room = len(view.rows) if height is None else max(_FEWEST, height - _AROUND)
    shown = view.rows[-room:] if room else ()
    is_narrow = width is not None and width < _NARROW
    if is_narrow and width is not None:
        lines = _compact_sheet(view, shown, width)
    else:
        report = session_report(replace(view, rows=shown))
        lines = "".join(render_table(report, width=width, colour=colour)).splitlines()
    left_out = len(view.rows) - len(shown)
    if left_out:
        at = lines.index("") + 1
        lines.insert(at, f"({left_out} earlier deals)" if left_out > 1 else "(1 earlier deal)")
    return lines


def _compact_sheet(view: SessionView, shown: Sequence[DealRow], width: int) -> list[str]:
    """The sheet for a terminal that is too narrow for columns: a line for each deal."""
    said = [view.title, ""]
    for row in shown:
        score = "misdeal" if row.score is None else f"{row.score[0]}-{row.score[1]} {row.level}"
        said.append(f"{row.deal:>2}  {row.running[0]}-{row.running[1]}  {score}, dealt by {view.names[row.dealer]}")
    said += ["", state_line(view.session, view.names)]
    return [line for text in said for line in wrap(make_visible(text), width)]


def tables_lines(views: Sequence[SessionView], *, width: int | None, colour: bool = False) -> list[str]:
    """A line for each open session: who plays, how it stands, what comes next."""
    rows = []
    for view in views:
        last = view.session.rows[-1] if view.session.rows else None
        rows.append(
            Row(
                {
                    "table": view.line.table or f"#{view.line.id}",
                    "players": f"{view.line.player_a} – {view.line.player_b}",
                    "score": list(view.line.score),
                    "deal": len(view.session.rows) + 1,
                    "dealer": view.line.next_dealer,
                    "last": None if last is None else hand_words(last, view.names),
                }
            )
        )
    report = Report(
        schema="pad/1",
        title="Open sessions",
        columns=[
            Column("table", "Table"),
            Column("players", "Players"),
            Column("score", "Score", "right"),
            Column("deal", "Deal", "right"),
            Column("dealer", "Deals"),
            Column("last", "Last"),
        ],
        rows=rows,
    )
    return "".join(render_table(report, width=width, colour=colour)).splitlines()


def _compact_lines(views: Sequence[SessionView], width: int) -> list[str]:
    """The same for a terminal that is too narrow for columns."""
    lines: list[str] = []
    for view in views:
        table = view.line.table or f"#{view.line.id}"
        words = f"{table}  {state_line(view.session, view.names)}"
        lines += wrap(make_visible(words), width)
    return lines


def pad_lines(
    views: Sequence[SessionView],
    ended: SessionView | None,
    touched: int | None,
    *,
    width: int | None,
    height: int | None = None,
    colour: bool = False,
) -> list[str]:
    """Everything that is open: one sheet, or the tables and the sheet that was written on last.

    Args:
        views: The open sessions.
        ended: The session written to last, if it is over.
        touched: The id of the session written to last; None where there is none.
        width: The terminal's, in cells; None where nothing has to be fitted.
        height: The terminal's, in lines; None where there is room for all.
        colour: Whether to colour it.
    """
    if not views:
        lines = [*wrap("No session is open. Begin one, as in: start anna ben 7", width or 80)]
    elif len(views) == 1 and ended is None:
        return sheet_lines(views[0], width=width, height=height, colour=colour)
    else:
        is_narrow = width is not None and width < _NARROW
        lines = _compact_lines(views, width or 0) if is_narrow else tables_lines(views, width=width, colour=colour)
    current = ended or next((view for view in views if view.line.id == touched), None)
    if current is None or (views and (height is None or height - len(lines) < _AROUND + _FEWEST)):
        return lines
    room = None if height is None else height - len(lines)
    sheet = sheet_lines(current, width=width, height=room, colour=colour)
    return [*sheet, "", *lines] if ended is not None else [*lines, "", *sheet]
