"""Making the site: the league is read in one transaction, and each page is written as soon as it is made."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace

from schneider_league.derive.names import resolve_merges
from schneider_league.derive.sessions import Session, State
from schneider_league.game.ruleset import Ruleset
from schneider_league.records.check_file import RulesBook, check_cases
from schneider_league.records.playthrough import Playthrough, derive_playthrough
from schneider_league.reports.playthrough import own_alphabet
from schneider_league.reports.site.deals import recorded_deal, recorded_deals_page
from schneider_league.reports.site.league import (
    by_month,
    front_page,
    month_list_page,
    players_page,
    ratings_page,
    search_entries,
    sessions_page,
    standings_page,
)
from schneider_league.reports.site.names import People, name_people
from schneider_league.reports.site.pages import ASSETS, SEARCH_INDEX, Section, SitePages, asset, search_index
from schneider_league.reports.site.player import player_page
from schneider_league.reports.site.season import Season, day_words, deals_page, month_page, session_page
from schneider_league.reports.site.session import score_sheet_page
from schneider_league.reports.site.tables import Cell, Head, Table
from schneider_league.store.engine import Database
from schneider_league.store.league import League
from schneider_league.workflows.deal_records import NamedSession, plain_name, session_records
from schneider_league.workflows.scope import Scope
from schneider_league.workflows.sessions.book import Book
from schneider_league.workflows.sessions.showing import view_of
from schneider_league.workflows.site.events import write_events
from schneider_league.workflows.site.folder import SiteFolder, site_folder
from schneider_league.workflows.site.runs import RunPage, read_runs
from schneider_league.workflows.tallies import load_played

DEFAULT_TITLE = "Schneider league"

OnProgress = Callable[[int, int | None], None]


@dataclass(frozen=True, slots=True)
class SiteMade:
    """What was made."""

    pages: int
    players: int
    sessions: int
    deals: int
    """Recorded card by card."""


class _ShownBook(Book):
    """The league's book, in which people are called as the site calls them."""

    def __init__(self, league: League, people: People) -> None:
        super().__init__(league)
        self._people = people

    def name(self, player: int) -> str:
        """How a player is called on the site."""
        return self._people.name(player)

    def event_name(self, session: Session) -> str | None:
        """The event that the session belongs to, as the site calls it."""
        name = super().event_name(session)
        return None if name is None else self._people.hide(name)


def build_site(
    address: str,
    directory: str,
    *,
    title: str = DEFAULT_TITLE,
    runs: str | None = None,
    initials: bool = False,
    on_progress: OnProgress | None = None,
) -> SiteMade:
    """Make the site of a league in a folder.

    Args:
        address: The database.
        directory: The folder; made where it is missing.
        title: What the league is called.
        runs: A folder with files of bot runs; None for a site without.
        initials: Whether initials stand for the names of people.
        on_progress: Called with the pages that are made, and how many there will be.

    Raises:
        StateError: something in the folder is in the way.
        LeagueError: the league or a run cannot be read.
        OSError: the folder cannot be written.
    """
    run_pages = [] if runs is None else read_runs(runs)
    with Database(address).reading() as league, site_folder(directory) as folder:
        return _Building(league, folder, title, run_pages, initials, on_progress).build()


class _Building:
    """One run of `site`."""

    def __init__(
        self,
        league: League,
        folder: SiteFolder,
        title: str,
        runs: list[RunPage],
        initials: bool,
        on_progress: OnProgress | None,
    ) -> None:
        played = load_played(league, Scope(bots=True))
        people = name_people(played.players, resolve_merges(played.players), initials=initials)
        self.book = _ShownBook(league, people)
        self.people = people
        self.folder = folder
        self.runs = runs
        self.season = Season(
            people,
            {player.id: player for player in played.players},
            played.tallies,
            {event.id: people.hide(event.name) for event in self.book.events.values()},
        )
        last = self.season.last_day
        sections = [
            Section("Standings", "standings.html"),
            Section("Ratings", "ratings.html"),
            Section("Players", "players/index.html"),
            Section("Sessions", "sessions/index.html"),
            Section("Events", "events/index.html"),
        ]
        if runs:
            sections.append(Section("Bot runs", "runs/index.html"))
        self.pages = SitePages(title, "" if last is None else day_words(last), tuple(sections))
        self.on_progress = on_progress
        self.total = len(played.tallies) + len(people.names)
        self.deals = 0

    def build(self) -> SiteMade:
        """Write all pages."""
        for name in ASSETS:
            self.folder.write(f"assets/{name}", asset(name))
        self.folder.write(SEARCH_INDEX, search_index(search_entries(self.season)))
        self._write_lists()
        self._write_players()
        write_events(self.book, self.folder, self.pages, self.season)
        self._write_runs()
        sessions = 0
        for session in self.book.sessions():
            self._write_session(session)
            sessions += 1
        return SiteMade(len(self.folder.digests), len(self.people.names), sessions, self.deals)

    def _write_lists(self) -> None:
        season, pages, write = self.season, self.pages, self.folder.write
        write("index.html", front_page(pages, season))
        write("standings.html", standings_page(pages, season))
        write("ratings.html", ratings_page(pages, season))
        write("players/index.html", players_page(pages, season))
        write("sessions/index.html", sessions_page(pages, season))
        for tallies in by_month(season.tallies):
            write(month_page(tallies[0].played_on), month_list_page(pages, season, tallies))

    def _write_players(self) -> None:
        for id_ in self.people.names:
            self._write(self.people.href(id_), player_page(self.pages, self.season, id_))
        # An address stays good when a player is merged into another.
        for id_, player in self.season.players.items():
            head = self.people.heads.get(id_, id_)
            if head != id_ and head in self.people.names:
                name = self.people.hide(player.name) if not self.people.is_hidden else f"Player {id_}"
                page = self.pages.render(
                    "moved.html", f"players/{id_}.html", name, name=self.people.name(head), href=self.people.href(head)
                )
                self.folder.write(f"players/{id_}.html", page)

    def _write_runs(self) -> None:
        if self.runs:
            rows = [(Cell(run.name, f"runs/{run.key}.html"), Cell(", ".join(run.facts))) for run in self.runs]
            table = Table("Bot runs", [Head("Run"), Head("What it was")], rows)
            page = self.pages.render("table.html", "runs/index.html", "Bot runs", table=table, lead="")
            self.folder.write("runs/index.html", page)
        for run in self.runs:
            path = f"runs/{run.key}.html"
            page = self.pages.render("run.html", path, run.name, name=run.name, facts=run.facts, tables=run.tables)
            self.folder.write(path, page)

    def _write_session(self, session: Session) -> None:
        view = view_of(self.book, session)
        if self.people.is_hidden:
            view = replace(
                view,
                reasons={key: None if text is None else self.people.hide(text) for key, text in view.reasons.items()},
            )
        has_deals = session.state is not State.VOID and any(row.entry.content.plays for row in session.rows)
        self._write(session_page(session.id), score_sheet_page(self.pages, self.season, view, has_deals=has_deals))
        if not has_deals:
            return
        played = list(self._playthroughs(session, view.names))
        deals = [recorded_deal(number, each, hide_remarks=self.people.is_hidden) for number, each in played]
        self.deals += len(deals)
        is_german = own_alphabet(played[0][1]) == "german"
        page = recorded_deals_page(self.pages, self.season, view, deals, is_german=is_german)
        self.folder.write(deals_page(session.id), page)

    def _playthroughs(self, session: Session, names: tuple[str, str]) -> Iterator[tuple[int, Playthrough]]:
        """The deals whose cards are recorded, each with its number."""
        a, b = names
        named = NamedSession(session, str(session.id), (plain_name(a), plain_name(b)), None)
        rules = _own_rules(session.ruleset)
        cases = check_cases(session_records(named), "", rules)
        for (case, verdict), row in zip(cases, session.rows, strict=True):
            if row.entry.content.plays is None:
                continue
            let_stand = row.entry.content.accepted
            problems = tuple(problem for problem in verdict.problems if problem.code.value not in let_stand)
            yield row.deal, derive_playthrough(case, replace(verdict, problems=problems))

    def _write(self, name: str, page: str) -> None:
        self.folder.write(name, page)
        if self.on_progress is not None:
            self.on_progress(len(self.folder.digests), self.total)


def _own_rules(ruleset: Ruleset) -> RulesBook:
    """The session's own definition, whatever the name means now."""
    return RulesBook({ruleset.name.lower(): ruleset})
