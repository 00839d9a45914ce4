"""What all pages are made from: the sessions of the league, who played them, and the ratings that follow."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from functools import cached_property

from schneider_league.derive.elo import EloStep
from schneider_league.derive.ratings import DEFAULT_SYSTEM, SYSTEMS, Elo, Rated, rank_ratings
from schneider_league.derive.sessions import State
from schneider_league.derive.tallies import Tally
from schneider_league.records.players import Player
from schneider_league.reports.site.names import People

_REMARKS = {
    State.OPEN: "in play",
    State.ABANDONED: "abandoned",
    State.FORFEITED: "forfeit",
    State.VOID: "void",
}


@dataclass(frozen=True, slots=True)
class SessionTile:
    """A session in a line."""

    href: str
    names: tuple[str, str]
    score: str
    remark: str
    """What is unusual about its end; empty for most."""
    winner: int | None
    day: str
    event: str | None


@dataclass(frozen=True)
class Season:
    """The league, read once."""

    people: People
    players: Mapping[int, Player]
    """By id, merged ones too."""
    tallies: Sequence[Tally]
    """All sessions that are not void, in the order in which they were played, those of bots among them."""
    events: Mapping[int, str]
    """Names by id, as they are shown."""

    @cached_property
    def league_tallies(self) -> list[Tally]:
        """Those between people: standings and ratings leave bots out."""
        bots = {id_ for id_, player in self.players.items() if player.kind == "bot"}
        return [tally for tally in self.tallies if bots.isdisjoint(tally.players)] if bots else list(self.tallies)

    @cached_property
    def last_day(self) -> date | None:
        """The day of the last session; None where there is none."""
        return self.tallies[-1].played_on if self.tallies else None

    @cached_property
    def elo(self) -> Elo:
        """The rating system of the site."""
        system = SYSTEMS[DEFAULT_SYSTEM]
        assert isinstance(system, Elo)
        return system

    @cached_property
    def steps(self) -> dict[int, EloStep]:
        """How each rated session changed two ratings, by its id, in the order of play."""
        return {step.tally.session: step for step in self.elo.steps(self.league_tallies)}

    @cached_property
    def rated(self) -> list[Rated]:
        """The rating list."""
        ratings = self.elo.rate(self.league_tallies, self.last_day)
        return rank_ratings(ratings.values(), name_of=self.sort_name)

    @cached_property
    def ratings(self) -> dict[int, Rated]:
        """The lines of the rating list by player."""
        return {row.rating.player: row for row in self.rated}

    @cached_property
    def by_player(self) -> dict[int, list[Tally]]:
        """Each player's sessions, in order."""
        found: dict[int, list[Tally]] = {}
        for tally in self.tallies:
            for player in tally.players:
                found.setdefault(player, []).append(tally)
        return found

    @cached_property
    def courses(self) -> dict[int, list[float]]:
        """Each player's ratings: that at the start, then after each rated session."""
        found: dict[int, list[float]] = {}
        for step in self.steps.values():
            for player, before, after in zip(step.tally.players, step.before, step.after, strict=True):
                found.setdefault(player, [before]).append(after)
        return found

    def sort_name(self, player: int) -> str:
        """What players who are level are sorted by."""
        return self.people.name(player).casefold()

    def tile(self, tally: Tally) -> SessionTile:
        """A session in a line."""
        a, b = tally.players
        return SessionTile(
            session_page(tally.session),
            (self.people.name(a), self.people.name(b)),
            f"{tally.score[0]}–{tally.score[1]}",
            _REMARKS.get(tally.state, ""),
            tally.winner,
            day_words(tally.played_on),
            None if tally.event is None else self.events.get(tally.event),
        )


@dataclass(frozen=True, slots=True)
class Figure:
    """A number with its name."""

    name: str
    value: str
    more: str = ""


def session_page(session: int) -> str:
    """Where a session's score sheet lies, from the root of the site."""
    return f"sessions/{session}.html"


def deals_page(session: int) -> str:
    """Where a session's recorded deals lie, from the root of the site."""
    return f"deals/{session}.html"


def month_page(day: date) -> str:
    """Where the sessions of a month are listed, from the root of the site."""
    return f"sessions/{day:%Y-%m}.html"


def event_page(event: int) -> str:
    """Where an event lies, from the root of the site."""
    return f"events/{event}.html"


def day_words(day: date) -> str:
    """`26 November 2026`."""
    return f"{day.day} {_MONTHS[day.month - 1]} {day.year}"


def month_words(day: date) -> str:
    """`November 2026`."""
    return f"{_MONTHS[day.month - 1]} {day.year}"


# English, whatever the locale of the machine: the site says the same everywhere.
_MONTHS = (
    *("January", "February", "March", "April", "May", "June"),
    *("July", "August", "September", "October", "November", "December"),
)
