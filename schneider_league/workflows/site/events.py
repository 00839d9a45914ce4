"""The events of the site."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

from schneider_league.derive.event import derive_event
from schneider_league.derive.sessions import State
from schneider_league.derive.tallies import Tally
from schneider_league.records.event import EventEntry
from schneider_league.reports.event_rounds import crosstable_report, round_report
from schneider_league.reports.site.bracket import bracket_of
from schneider_league.reports.site.events import EventFacts, EventParts, events_page, one_event_page
from schneider_league.reports.site.league import table_context
from schneider_league.reports.site.pages import SitePages
from schneider_league.reports.site.season import Season, event_page
from schneider_league.reports.standings import standings_report
from schneider_league.store.events import Event, load_events_entries
from schneider_league.workflows.events.creating import goes_words
from schneider_league.workflows.events.entering import table_of
from schneider_league.workflows.events.held import Held
from schneider_league.workflows.events.viewing import crosstable_of, round_view
from schneider_league.workflows.sessions.book import Book
from schneider_league.workflows.site.folder import SiteFolder


class _SiteEvent(Held):
    """An event as it stands, from what was read of the league already."""

    def __init__(
        self,
        book: Book,
        event: Event,
        entries: Sequence[EventEntry],
        tallies: list[Tally],
        ratings: Mapping[int, float],
    ) -> None:
        self.book = book
        self.event = event
        self.known_at = None
        self.entries = entries
        self.tallies = tallies
        self.ratings = ratings
        self.state = derive_event(entries, tallies, ratings=ratings, resolve=book.resolve)


def write_events(book: Book, folder: SiteFolder, pages: SitePages, season: Season) -> None:
    """The page of each event, and the list of all."""
    by_event: dict[int, list[Tally]] = {}
    for tally in season.tallies:
        if tally.event is not None:
            by_event.setdefault(tally.event, []).append(tally)
    entries = load_events_entries(book.league)
    ratings = {player: row.rating.rating for player, row in season.ratings.items()}
    events = []
    for event in book.events.values():
        held = _SiteEvent(book, event, entries[event.id], by_event.get(event.id, []), ratings)
        parts = _parts(held, season)
        events.append(parts.facts)
        folder.write(event_page(event.id), one_event_page(pages, season, parts))
    folder.write("events/index.html", events_page(pages, events))


def _parts(held: _SiteEvent, season: Season) -> EventParts:
    """What an event has to show."""
    rounds, tallies = held.state.rounds, held.tallies
    report = standings_report(table_of(held), table_context(season, tallies, season.events[held.event.id]))
    return EventParts(
        _facts(held, season),
        report,
        crosstable_report(crosstable_of(held)) if rounds else None,
        bracket_of(held.state, season.people),
        [
            (f"Round {each.number}", round_report(replace(round_view(held, each, ()), notes=())))
            for each in rounds[::-1]
        ],
        tallies,
    )


def _facts(held: _SiteEvent, season: Season) -> EventFacts:
    settings, state, tallies = held.state.settings, held.state, held.tallies
    days = [tally.played_on for tally in tallies]
    playing = {player for tally in tallies for player in tally.players}
    return EventFacts(
        held.event.id,
        season.events[held.event.id],
        settings.format,
        settings.rules,
        goes_words(settings),
        len(state.entrants) if settings.has_rounds else len(playing),
        len(tallies),
        sum(tally.state is State.OPEN for tally in tallies),
        min(days, default=None),
        max(days, default=None),
        _progress(held),
    )


def _progress(held: _SiteEvent) -> str:
    state = held.state
    if state.is_finished:
        return "finished"
    if not state.settings.has_rounds:
        return ""
    if not state.rounds:
        return "not begun"
    return f"round {len(state.rounds)}" + (f" of {state.planned_rounds}" if state.planned_rounds else "")
