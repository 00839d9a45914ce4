"""Ratings: the list, one player's history, and how one session changed them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date

from schneider_league.derive.elo import EloStep
from schneider_league.derive.glicko_2 import PeriodStep
from schneider_league.derive.names import find_player
from schneider_league.derive.ratings import DEFAULT_SYSTEM, SYSTEMS, Elo, Rated, Rating, RatingSystem, rank_ratings
from schneider_league.derive.tallies import Tally
from schneider_league.errors import StateError, UsageError
from schneider_league.store.engine import Database
from schneider_league.workflows.scope import Scope
from schneider_league.workflows.sessions.book import Book
from schneider_league.workflows.sessions.finding import find_session
from schneider_league.workflows.tallies import Played, load_played


@dataclass(frozen=True, slots=True)
class RatingList:
    """A rating list, and what is needed to show it."""

    system: RatingSystem
    rows: Sequence[Rated]
    inactive: int
    """Players who are left out since they did not play lately."""
    active_since: date | None
    played: Played


@dataclass(frozen=True, slots=True)
class RatingHistory:
    """How one player's rating came about: sessions in `elo`, months in `glicko-2`."""

    system: RatingSystem
    player: int
    steps: Sequence[EloStep] | Sequence[PeriodStep]
    now: Rating | None
    """None where no session is rated."""
    played: Played


@dataclass(frozen=True, slots=True)
class RatingExplanation:
    """How one session changed two ratings: in `elo` by itself, in `glicko-2` with all others of its month."""

    system: RatingSystem
    tally: Tally
    steps: Sequence[EloStep] | Sequence[PeriodStep]
    """In `elo` one, in `glicko-2` the month of each player, a's first."""
    played: Played


def find_system(name: str) -> RatingSystem:
    """The rating system of this name.

    Raises:
        UsageError: there is none.
    """
    system = SYSTEMS.get(name.strip().lower())
    if system is None:
        raise UsageError(f"--system: there is no rating system '{name}'", hint=f"there are {' and '.join(SYSTEMS)}")
    return system


def list_ratings(
    database: str,
    system: str = DEFAULT_SYSTEM,
    *,
    active_since: date | None = None,
    scope: Scope | None = None,
) -> RatingList:
    """The rating list.

    Raises:
        LeagueError: the database cannot be read, or there is no such ruleset or system.
    """
    rating_system = find_system(system)
    played = _load(database, scope)
    ratings = rating_system.rate(played.tallies, played.last_day)
    rows = rank_ratings(ratings.values(), active_since=active_since, name_of=played.sort_name)
    return RatingList(rating_system, rows, len(ratings) - len(rows), active_since, played)


def show_history(
    database: str, player: str, system: str = DEFAULT_SYSTEM, *, scope: Scope | None = None
) -> RatingHistory:
    """One player's ratings, session by session or month by month.

    Raises:
        NotFoundError: there is no such player.
        LeagueError: the database cannot be read, or there is no such ruleset or system.
    """
    rating_system = find_system(system)
    played = _load(database, scope)
    found = find_player(played.players, player).id
    steps: Sequence[EloStep] | Sequence[PeriodStep]
    if isinstance(rating_system, Elo):
        steps = [step for step in rating_system.steps(played.tallies) if found in step.tally.players]
    else:
        steps = [step for step in rating_system.steps(played.tallies) if step.player == found]
    now = rating_system.rate(played.tallies, played.last_day).get(found)
    return RatingHistory(rating_system, found, steps, now, played)


def explain_session(
    database: str, session: str, system: str = DEFAULT_SYSTEM, *, scope: Scope | None = None
) -> RatingExplanation:
    """How one session changed the ratings of its players.

    Raises:
        NotFoundError: there is no such session.
        StateError: it is not rated.
        LeagueError: the database cannot be read, or there is no such ruleset or system.
    """
    rating_system = find_system(system)
    with Database(database).reading() as league:
        found = find_session(Book(league), session)
        played = load_played(league, scope or Scope())
    tally = next((tally for tally in played.tallies if tally.session == found.id), None)
    if tally is None or not tally.is_rated:
        state = found.state if tally is None else tally.state
        if tally is None and found.is_rated:
            raise StateError(
                f"session {found.id} is not among the sessions that are asked for",
                hint="leave out --since, --until, --as-of, --known-at and --rules; --bots takes bots in",
            )
        raise StateError(
            f"session {found.id} is {state}, so it is not rated", hint="only sessions that were finished are rated"
        )
    steps: Sequence[EloStep] | Sequence[PeriodStep]
    if isinstance(rating_system, Elo):
        steps = [step for step in rating_system.steps(played.tallies) if step.tally.session == tally.session]
    else:
        months = [step for step in rating_system.steps(played.tallies) if tally in step.tallies]
        steps = sorted(months, key=lambda step: tally.players.index(step.player))
    return RatingExplanation(rating_system, tally, steps, played)


def _load(database: str, scope: Scope | None) -> Played:
    with Database(database).reading() as league:
        return load_played(league, scope or Scope())
