"""The pages of the league as a whole: its front page, tables, lists of players, sessions and events."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date
from itertools import groupby

from schneider_league.derive.sessions import State
from schneider_league.derive.standings import Standings, derive_standings
from schneider_league.derive.tallies import Tally
from schneider_league.reports.model import Report
from schneider_league.reports.numbers import counted, half_points, show_points
from schneider_league.reports.site.charts import spark_path
from schneider_league.reports.site.names import search_keys
from schneider_league.reports.site.pages import SitePages
from schneider_league.reports.site.season import (
    Figure,
    Season,
    day_words,
    event_page,
    month_page,
    month_words,
)
from schneider_league.reports.site.tables import Cell, Head, Table, report_table
from schneider_league.reports.standings import TableContext, standings_report

_LEADING = 10  # players on the front page
_LATEST = 8  # sessions on the front page
MINOR = ("drawn", "lost", "byes", "game_points", "shown_direct", "shown_diff")
"""Columns of a table that a phone leaves out."""

WIDE = ("deals", "schneiders", "schwarzes", "rating")
"""Columns of a table that only a wide screen has, and paper."""


def front_page(pages: SitePages, season: Season) -> str:
    """The page that the site opens with."""
    counting = [tally for tally in season.league_tallies if tally.is_counted]
    players = {player for tally in counting for player in tally.players}
    standings = derive_standings(season.league_tallies, name_of=season.sort_name)
    deals = sum(tally.deals for tally in season.tallies)
    figures = [
        Figure("Players", str(len(players))),
        Figure("Sessions", f"{len(counting):,}"),
        Figure("Deals", f"{deals:,}"),
    ]
    if season.events:
        figures.append(Figure("Events", str(len(season.events))))
    return pages.render(
        "index.html",
        "index.html",
        pages.title,
        figures=figures,
        table=_short_table(standings, season),
        ratings=_rating_table(season, most=_LEADING),
        latest=[season.tile(tally) for tally in reversed(season.tallies[-_LATEST:])],
    )


def _short_table(standings: Standings, season: Season) -> Table:
    """The first of the table."""
    rows = [
        (
            Cell(str(row.rank)),
            Cell(season.people.name(row.player), season.people.href(row.player)),
            Cell(str(row.totals.sessions)),
            Cell(show_points(half_points(row.totals.halves))),
        )
        for row in standings.rows[:_LEADING]
    ]
    heads = [Head("Rank", "right"), Head("Player"), Head("Played", "right"), Head("Points", "right")]
    return Table("Standings", heads, rows, is_sortable=False, name_column=1, empty="No session counts yet.")


def standings_page(pages: SitePages, season: Season) -> str:
    """The table of the whole league."""
    report = league_report(season)
    table = report_table(report, season.people.hrefs, minor=MINOR, wide=WIDE)
    return pages.render("table.html", "standings.html", "Standings", table=table, lead=_all_time(season))


def league_report(season: Season) -> Report:
    """The table of the whole league, as every output has it."""
    tallies = season.league_tallies
    return standings_report(derive_standings(tallies, name_of=season.sort_name), table_context(season, tallies))


def table_context(season: Season, tallies: Sequence[Tally], event: str | None = None) -> TableContext:
    """What stands around a table of these sessions."""
    not_counted: dict[State, int] = {}
    for tally in tallies:
        if not tally.is_counted:
            not_counted[tally.state] = not_counted.get(tally.state, 0) + 1
    ratings = {player: row.rating.rating for player, row in season.ratings.items()}
    return TableContext(event, "", season.people.name, ratings, not_counted, 1)


def _all_time(season: Season) -> str:
    if not season.tallies:
        return ""
    first, last = season.tallies[0].played_on, season.tallies[-1].played_on
    return f"All sessions from {day_words(first)} to {day_words(last)}."


def ratings_page(pages: SitePages, season: Season) -> str:
    """The rating list."""
    lead = (
        f"Everybody starts at {season.elo.start:g}. After each session the rating moves towards what the result says: "
        "a win against a stronger player counts for more."
    )
    return pages.render("table.html", "ratings.html", "Ratings", table=_rating_table(season), lead=lead)


def _rating_table(season: Season, most: int | None = None) -> Table:
    """The rating list, or the first so many of it with less beside them."""
    short = most is not None
    rows = []
    for row in season.rated[:most]:
        rating = row.rating
        course = season.courses[rating.player]
        cells = [
            Cell(str(row.rank)),
            Cell(season.people.name(rating.player), season.people.href(rating.player)),
            Cell(f"{rating.rating:.0f}", sort=rating.rating),
            Cell("", spark=spark_path(course), sort=course[-1] - course[0]),
        ]
        if not short:
            cells += [
                Cell(str(rating.sessions)),
                Cell("provisional" if rating.provisional else ""),
                Cell(rating.last_played.isoformat()),
            ]
        rows.append(cells)
    heads = [Head("Rank", "right"), Head("Player"), Head("Rating", "right"), Head("Course")]
    notes: list[str] = []
    if not short:
        heads += [Head("Sessions", "right"), Head("State", minor=True), Head("Last played", minor=True, is_day=True)]
        if any(row.rating.provisional for row in season.rated):
            notes.append(f"Provisional: fewer than {season.elo.new_sessions} rated sessions.")
    return Table("Ratings", heads, rows, notes, is_sortable=not short, name_column=1, empty="No session is rated yet.")


def players_page(pages: SitePages, season: Season) -> str:
    """Everybody, by name."""
    rows = []
    for id_ in sorted(season.people.names, key=lambda id_: (season.sort_name(id_), id_)):
        played = season.by_player.get(id_, [])
        rated = season.ratings.get(id_)
        player = season.players[id_]
        state = "bot" if player.kind == "bot" else "" if player.state == "active" else player.state
        rows.append(
            (
                Cell(season.people.name(id_), season.people.href(id_)),
                Cell(state),
                Cell(str(len(played))),
                Cell("–", sort=-1.0) if rated is None else Cell(f"{rated.rating.rating:.0f}", sort=rated.rating.rating),
                Cell(played[-1].played_on.isoformat() if played else "–"),
            )
        )
    heads = [
        Head("Player"),
        Head("State", minor=True),
        Head("Sessions", "right"),
        Head("Rating", "right"),
        Head("Last played", minor=True, is_day=True),
    ]
    table = Table("Players", heads, rows, empty="There are no players yet.")
    lead = f"{counted(len(rows), 'player')}, by name." if rows else ""
    return pages.render("table.html", "players/index.html", "Players", table=table, lead=lead)


def sessions_page(pages: SitePages, season: Season) -> str:
    """The months, and the latest sessions."""
    months = [
        (month_words(day), month_page(day), number)
        for day, number in reversed([(sessions[0].played_on, len(sessions)) for sessions in by_month(season.tallies)])
    ]
    years = [{"year": year, "months": list(group)} for year, group in groupby(months, key=lambda month: month[0][-4:])]
    latest = [season.tile(tally) for tally in reversed(season.tallies[-20:])]
    return pages.render("sessions.html", "sessions/index.html", "Sessions", years=years, latest=latest)


def by_month(tallies: Sequence[Tally]) -> list[list[Tally]]:
    """The sessions of each month, in order."""
    return [list(group) for _month, group in groupby(tallies, key=lambda tally: _month_of(tally.played_on))]


def _month_of(day: date) -> tuple[int, int]:
    return day.year, day.month


def month_list_page(pages: SitePages, season: Season, tallies: Sequence[Tally]) -> str:
    """The sessions of one month."""
    day = tallies[0].played_on
    table = session_table(season, list(reversed(tallies)), f"Sessions of {month_words(day)}")
    return pages.render(
        "list.html",
        month_page(day),
        month_words(day),
        table=table,
        trail=[("Sessions", "sessions/index.html"), (month_words(day), "")],
    )


def session_table(season: Season, tallies: Sequence[Tally], caption: str, *, with_event: bool = True) -> Table:
    """Sessions, one a row; with what differs between them."""
    rows = []
    several = len({tally.rules for tally in tallies}) > 1
    has_events = with_event and any(tally.event is not None for tally in tallies)
    for tally in tallies:
        tile = season.tile(tally)
        a, b = tally.players
        rows.append(
            [
                Cell(tally.played_on.isoformat()),
                Cell(f"{tile.score} {tile.remark}".strip(), tile.href, sort=float(tally.score[0] - tally.score[1])),
                Cell(tile.names[0], season.people.href(a)),
                Cell(tile.names[1], season.people.href(b)),
                *([Cell(tally.rules)] if several else []),
                *([_event_cell(season, tally)] if has_events else []),
            ]
        )
    heads = [
        Head("Date", is_day=True),
        Head("Score", "centre"),
        Head("Player"),
        Head("Opponent"),
        *([Head("Rules", minor=True)] if several else []),
        *([Head("Event", minor=True)] if has_events else []),
    ]
    return Table(caption, heads, rows, name_column=1, empty="There are no sessions yet.")


def _event_cell(season: Season, tally: Tally) -> Cell:
    if tally.event is None or tally.event not in season.events:
        return Cell("")
    return Cell(season.events[tally.event], event_page(tally.event))


def search_entries(season: Season) -> list[tuple[str, str, str, str]]:
    """What the search finds: name, kind, page, and what it is found by."""
    people = season.people
    found = []
    for id_, name in people.names.items():
        aliases = () if people.is_hidden else season.players[id_].aliases
        keys = " | ".join(search_keys(each) for each in (name, *aliases))
        found.append((name, "bot" if season.players[id_].kind == "bot" else "player", people.href(id_), keys))
    found += [(name, "event", event_page(id_), search_keys(name)) for id_, name in season.events.items()]
    return found
