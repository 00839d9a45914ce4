"""The pages of events: a list of all, and one for each."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import date

from schneider_league.derive.tallies import Tally
from schneider_league.reports.model import Report
from schneider_league.reports.site.bracket import BracketRound
from schneider_league.reports.site.league import MINOR, WIDE, session_table
from schneider_league.reports.site.pages import SitePages
from schneider_league.reports.site.season import Figure, Season, day_words, event_page
from schneider_league.reports.site.tables import Cell, Head, Table, report_table


@dataclass(frozen=True, slots=True)
class EventFacts:
    """An event in a line."""

    id: int
    name: str
    format: str
    rules: str | None
    """None where sessions say it themselves."""
    goes: str | None
    """What its sessions are played to, in words; None where they say it themselves."""
    players: int
    sessions: int
    open: int
    first: date | None
    """The days of its first and last session; None where there is none."""
    last: date | None
    state: str
    """How far it has got, in words."""


@dataclass(frozen=True, slots=True)
class EventParts:
    """What an event has to show."""

    facts: EventFacts
    standings: Report
    crosstable: Report | None
    """None without rounds."""
    bracket: Sequence[BracketRound]
    """Of a knockout; empty before its first round, and in other formats."""
    rounds: Sequence[tuple[str, Report]]
    """Each published round with its heading, the latest first."""
    tallies: Sequence[Tally]
    """Its sessions, in the order of play."""


def events_page(pages: SitePages, events: Sequence[EventFacts]) -> str:
    """All events, the latest first."""
    latest = sorted(events, key=lambda event: (event.last or date.max, event.id), reverse=True)
    rows = [
        (
            Cell(event.name, event_page(event.id)),
            Cell(event.format),
            Cell(event.state),
            Cell(str(event.players)),
            Cell(str(event.sessions)),
            Cell("" if event.first is None else event.first.isoformat()),
            Cell("" if event.last is None else event.last.isoformat()),
        )
        for event in latest
    ]
    heads = [
        Head("Event"),
        Head("Format"),
        Head("State", minor=True),
        Head("Players", "right"),
        Head("Sessions", "right"),
        Head("First", minor=True, is_day=True),
        Head("Last", minor=True, is_day=True),
    ]
    table = Table("Events", heads, rows, empty="There are no events yet.")
    return pages.render("table.html", "events/index.html", "Events", table=table, lead="")


def one_event_page(pages: SitePages, season: Season, event: EventParts) -> str:
    """An event: its table, its rounds where it has some, its sessions."""
    people, facts = season.people, event.facts

    def table_of(report: Report, caption: str, **settings: object) -> Table:
        links = {"session": "sessions/{}.html"}
        table = report_table(report, people.hrefs, links=links, hide=people.hide, **settings)  # type: ignore[arg-type]
        return replace(table, caption=caption)

    crosstable = event.crosstable
    return pages.render(
        "event.html",
        event_page(facts.id),
        facts.name,
        name=facts.name,
        facts=[*_days(facts), facts.format, *(said for said in (facts.rules, facts.goes, facts.state) if said)],
        figures=_figures(facts),
        table=table_of(event.standings, "Standings", minor=MINOR, wide=WIDE),
        bracket=event.bracket,
        crosstable=None if crosstable is None else table_of(crosstable, "Crosstable", is_grid=True),
        rounds=[table_of(report, heading, name_key="player_a") for heading, report in event.rounds],
        sessions=session_table(season, list(reversed(event.tallies)), "Sessions", with_event=False),
        trail=[("Events", "events/index.html"), (facts.name, "")],
    )


def _figures(facts: EventFacts) -> list[Figure]:
    figures = [Figure("Players", str(facts.players)), Figure("Sessions", str(facts.sessions))]
    if facts.open:
        figures.append(Figure("In play", str(facts.open)))
    return figures


def _days(facts: EventFacts) -> list[str]:
    if facts.first is None or facts.last is None:
        return []
    first = day_words(facts.first)
    return [first if facts.last == facts.first else f"{first} to {day_words(facts.last)}"]
