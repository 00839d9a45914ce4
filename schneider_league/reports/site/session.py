"""A session's score sheet as a page: its deals, its course, and what it did to the ratings."""

from __future__ import annotations

from dataclasses import dataclass, replace

from schneider_league.derive.sessions import State
from schneider_league.reports.numbers import counted, show_change
from schneider_league.reports.session import session_report
from schneider_league.reports.session_view import SessionView
from schneider_league.reports.session_words import format_words, hand_words, state_line
from schneider_league.reports.site.charts import Chart, score_chart
from schneider_league.reports.site.pages import SitePages
from schneider_league.reports.site.season import (
    Season,
    day_words,
    deals_page,
    event_page,
    month_page,
    month_words,
    session_page,
)
from schneider_league.reports.site.tables import Cell, Table, report_table

_FEWEST = 3  # deals from which the course is drawn


@dataclass(frozen=True, slots=True)
class RatingChange:
    """What a session did to a rating."""

    name: str
    before: str
    after: str
    change: str
    chance: str


def score_sheet_page(pages: SitePages, season: Season, view: SessionView, *, has_deals: bool) -> str:
    """The page of a session; `has_deals` says whether the cards of any of its deals are recorded."""
    session, start = view.session, view.session.start
    people = season.people
    day = start.played_on
    is_void = session.state is State.VOID
    names = view.names
    heading = f"{names[0]} – {names[1]}, {day_words(day)}"
    facts = [start.rules, format_words(start)]
    if start.table:
        facts.append(f"table {start.table}")
    event = None if start.event is None else season.events.get(start.event)
    return pages.render(
        "session.html",
        session_page(session.id),
        heading,
        view=view,
        day=day_words(day),
        facts=facts,
        event=None if event is None or start.event is None else (event, event_page(start.event)),
        players=[(name, people.href(player)) for name, player in zip(names, start.players, strict=True)],
        winner=None if is_void else session.winner,
        score=session.score,
        verdict="This session was taken out; it counts for nothing." if is_void else state_line(session, names),
        chart=None if is_void else _chart(view),
        table=None if is_void else _sheet(view, season, has_deals=has_deals),
        changes=[] if is_void else _changes(season, session.id),
        deals=deals_page(session.id) if has_deals and not is_void else None,
        trail=[
            ("Sessions", "sessions/index.html"),
            *([] if is_void else [(month_words(day), month_page(day))]),
            (f"Session {session.id}", ""),
        ],
    )


def _sheet(view: SessionView, season: Season, *, has_deals: bool) -> Table:
    report = session_report(view)
    table = report_table(report, {}, name_key="deal", minor=("level", "dealer"), hide=season.people.hide)
    rows = list(table.rows)
    if has_deals:
        recorded = {row.deal for row in view.rows if row.entry.content.plays is not None}
        page = deals_page(view.session.id)
        rows = [
            (Cell(row[0].text, f"{page}#deal-{row[0].text}" if int(row[0].text) in recorded else None), *row[1:])
            for row in rows
        ]
    return replace(table, caption="Score sheet", rows=rows, notes=(), is_sortable=False, empty=_only_the_end(view))


def _only_the_end(view: SessionView) -> str:
    open_yet = view.session.state is State.OPEN
    return "No deal is entered yet." if open_yet else "Only the end of this session is known."


def _chart(view: SessionView) -> Chart | None:
    rows = [row for row in view.rows if not row.is_after_end]
    if len(rows) < _FEWEST:
        return None
    a, b = view.names
    label = f"Game points of {a} and {b} after each of {counted(len(rows), 'deal')}, at the end {_score(view)}"
    titles = [f"Deal {row.deal}: {hand_words(row, view.names)}; {row.running[0]}–{row.running[1]}" for row in rows]
    return score_chart(label, view.names, [row.running for row in rows], titles, view.session.start.target)


def _score(view: SessionView) -> str:
    return f"{view.session.score[0]}–{view.session.score[1]}"


def _changes(season: Season, session: int) -> list[RatingChange]:
    step = season.steps.get(session)
    if step is None:
        return []
    return [
        RatingChange(
            season.people.name(step.tally.players[side]),
            f"{step.before[side]:.0f}",
            f"{step.after[side]:.0f}",
            show_change(step.after[side] - step.before[side]),
            f"{100 * step.expected[side]:.0f} %",
        )
        for side in (0, 1)
    ]
