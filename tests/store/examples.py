"""Leagues to try things on; they build and never assert."""

from __future__ import annotations

from datetime import UTC, date, datetime

from schneider_league.game.ruleset import parse_rules
from schneider_league.records.claims import FIRST_TO, SessionFormat
from schneider_league.records.ledger import Content, EntryKind, SessionStart, Side
from schneider_league.records.players import Player
from schneider_league.store.engine import Database, League
from schneider_league.store.ledger import Draft, append, start_session
from schneider_league.store.people import add_player
from schneider_league.store.rulesets import store_ruleset

EVENING = datetime(2026, 11, 26, 20, 15, 30, 123456, tzinfo=UTC)


def at(moment: datetime = EVENING) -> datetime:
    """A clock that stands still."""
    return moment


def start(
    league: League,
    a: int,
    b: int,
    *,
    played_on: date = date(2026, 11, 26),
    rules: str = "bohemian",
    format: SessionFormat = FIRST_TO,
    target: int | None = 7,
    first_dealer: Side = 0,
    event: int | None = None,
) -> Content:
    """The start of a session; its ruleset is stored."""
    digest = store_ruleset(league, parse_rules(rules))
    terms = SessionStart((a, b), rules, digest, format, target, played_on, first_dealer, event, "T1")
    return Content(EntryKind.START, start=terms)


def deal(a: int, b: int, dealer: Side = 0, **more: object) -> Content:
    """A deal, a's honours first."""
    return Content(EntryKind.DEAL, dealer=dealer, score=(a, b), **more)  # type: ignore[arg-type]


def pair(league: League) -> tuple[Player, Player]:
    """Two players."""
    return add_player(league, "Anna Nováková"), add_player(league, "Ben")


def played(address: str, *scores: tuple[int, int], names: tuple[str, str] = ("Anna Nováková", "Ben")) -> int:
    """A session of two new players with these deals; its id."""
    with Database(address, at).writing() as league:
        a, b = (add_player(league, name) for name in names)
        session = start_session(league, start(league, a.id, b.id))
        for number, score in enumerate(scores):
            append(league, session, [Draft(deal(*score, dealer=1 if number % 2 else 0))])
        return session
