"""What a second screen shows of an event: the table and the current round, as lines that fit its width and height."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from schneider_league.derive.standings import Standings
from schneider_league.reports.event_rounds import heading_words, round_report
from schneider_league.reports.event_view import EventHeading, RoundView
from schneider_league.reports.model import Report
from schneider_league.reports.session import sessions_report
from schneider_league.reports.session_view import SessionLine
from schneider_league.reports.standings import TableContext, standings_report
from schneider_league.reports.table import render_table
from schneider_league.reports.text import make_visible, wrap


def screen_lines(
    heading: EventHeading,
    standings: Standings,
    names: Mapping[int, str],
    ratings: Mapping[int, float],
    round: RoundView | None,
    sessions: Sequence[SessionLine],
    notes: Sequence[str],
    *,
    width: int | None,
) -> list[str]:
    """The lines; `width` is the screen's in cells, None where nothing has to be fitted. They may hold colour."""
    colour = width is not None
    context = TableContext(None, "", lambda player: names.get(player, f"Player {player}"), ratings, {}, 1)
    table = standings_report(standings, context, width=width)
    shown = Report(
        schema=table.schema,
        title=heading_words(heading),
        columns=table.columns,
        rows=table.rows,
        notes=lambda: [] if standings.rows else ["Nothing is played yet."],
        titled=True,
        keep=table.keep,
    )
    lines = _lines(shown, width, colour)
    if round is not None:
        lines += ["", *_lines(round_report(round), width, colour)]
    elif sessions:
        lines += ["", *_lines(sessions_report(sessions), width, colour)]
    shown_below = [] if round is None else round.notes
    below = [make_visible(note) for note in notes if note not in shown_below]
    if width is not None:
        below = [part for note in below for part in wrap(note, width)]
    return [*lines, "", *below] if below else lines


def _lines(report: Report, width: int | None, colour: bool) -> list[str]:
    return "".join(render_table(report, width=width, colour=colour)).splitlines()


def page_of(lines: Sequence[str], height: int, turn: int) -> list[str]:
    """The part of the lines that a screen of this height shows: all, or one page after the other."""
    if len(lines) <= height or height < 3:
        return list(lines)
    pages = -(-len(lines) // (height - 1))
    page = turn % pages
    return [*lines[page * (height - 1) : (page + 1) * (height - 1)], f"page {page + 1} of {pages}"]
