"""A league of any size, for the benchmarks: sessions to 7 game points of about ten deals each, some corrected."""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping, Sequence
from datetime import UTC, date, datetime, timedelta

from bench.records import random_record
from schneider_league.game.ruleset import parse_rules
from schneider_league.records.claims import FIRST_TO, parse_pair
from schneider_league.records.jsonl import format_jsonl
from schneider_league.records.ledger import Content, EntryKind, SessionStart, Side
from schneider_league.store.engine import Database
from schneider_league.store.league import League
from schneider_league.store.ledger import Draft, NewSession, append_many, start_sessions
from schneider_league.store.migrate import create_league
from schneider_league.store.people import add_player
from schneider_league.store.rulesets import store_ruleset

PLAYERS = 200
TARGET = 7
FIRST_DAY = date(2016, 1, 1)
SIDES: tuple[Side, Side] = (0, 1)
CORRECTED = 0.02  # of the sessions
PLAYED = 500
"""How many deals are played out where cards are recorded; then they come again."""


def build_league(path: str, sessions: int, seed: int = 1, *, players: int = PLAYERS, is_recorded: bool = False) -> int:
    """Make a league with so many sessions in the file; return how many deals it has.

    Where `is_recorded`, with the cards of each deal.
    """
    rng = random.Random(seed)
    create_league(path)
    with Database(path).writing() as league:
        digest = store_ruleset(league, parse_rules("bohemian"))
        for number in range(1, players + 1):
            add_player(league, f"Player {number:03}")
        played = _played_out(rng) if is_recorded else {}
        ids = start_sessions(league, _sessions(rng, sessions, digest, players, played))
        _correct(league, rng, ids)
        ((deals,),) = league.rows("SELECT COUNT(*) FROM entry WHERE kind = 'deal'")
    return int(deals)


_Played = Mapping[int, Sequence[str]]
"""The records of deals, by the non-dealer's honours."""


def _played_out(rng: random.Random) -> _Played:
    """Deals of random players."""
    found: dict[int, list[str]] = {}
    for _number in range(PLAYED):
        record = random_record("bohemian", rng)
        score = parse_pair(record.get("Score") or "")
        assert score is not None
        found.setdefault(score[0], []).append(format_jsonl(record).rstrip("\n"))
    return found


def _sessions(rng: random.Random, sessions: int, digest: str, players: int, played: _Played) -> Iterator[NewSession]:
    """About seven sessions a day."""
    for number in range(sessions):
        day = FIRST_DAY + timedelta(days=number // 7)
        a, b = rng.sample(range(1, players + 1), 2)
        start = SessionStart((a, b), "bohemian", digest, FIRST_TO, TARGET, day, rng.choice(SIDES))
        at = datetime(day.year, day.month, day.day, 19, tzinfo=UTC) + timedelta(minutes=number % 7)
        yield NewSession(Content(EntryKind.START, start=start), list(_deals(rng, (b - a) / players, played)), at=at)


def _deals(rng: random.Random, strength: float, played: _Played) -> Iterator[Draft]:
    """Deals until one side has its game points; `strength` from -1 to 1 is how much the first player is better."""
    points = [0, 0]
    dealer = 0
    while max(points) < TARGET:
        honours = min(max(round(rng.gauss(10 + strength, 3.6)), 0), 20)
        record = None
        if played:
            wanted = honours if dealer else 20 - honours
            nearest = min(played, key=lambda there: abs(there - wanted))
            honours, record = nearest if dealer else 20 - nearest, rng.choice(played[nearest])
        score = (honours, 20 - honours)
        yield Draft(Content(EntryKind.DEAL, dealer=1 if dealer else 0, score=score, plays=record))
        best = max(honours, 20 - honours)
        if best > 10:
            points[0 if honours > 10 else 1] += 1 if best < 16 else 2 if best < 20 else 3
            dealer = 1 - dealer


def _correct(league: League, rng: random.Random, ids: list[int]) -> None:
    """In some sessions the first deal is corrected."""
    chosen = sorted(rng.sample(ids, round(len(ids) * CORRECTED)))
    drafts = []
    for session in chosen:
        ((entry, root),) = league.rows("SELECT id, root FROM entry WHERE session_id = ? AND seq = 2", [session])
        drafts.append((session, [Draft(Content(EntryKind.DEAL, dealer=0, score=(12, 8)), root, entry)]))
    append_many(league, drafts)
