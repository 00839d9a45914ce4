"""The lean way to tallies: equal to the readable one, on both databases, whatever was corrected."""

from __future__ import annotations

from dataclasses import replace
from datetime import datetime, timedelta

import pytest

from schneider_league.derive.sessions import State, derive_session
from schneider_league.derive.tallies import Tally, derive_tallies, play_order, tally_session
from schneider_league.game.ruleset import parse_rules
from schneider_league.game.ruleset_definition import digest_of
from schneider_league.records.event import EventEntryKind, Settings, StatedPairing
from schneider_league.records.ledger import Entry
from schneider_league.store.batches import add_batch
from schneider_league.store.engine import Database
from schneider_league.store.events import append_event_entry, create_event, list_events
from schneider_league.store.league import League
from schneider_league.store.ledger import insert_entries, insert_session, load_sessions
from schneider_league.store.people import add_player
from schneider_league.store.rulesets import load_rulesets, store_ruleset
from schneider_league.store.tally import load_tally
from tests.derive.ledgers import BEGIN, RULES, random_histories

SEEDS = range(12)
SESSIONS = 8


def real(entry: Entry, session: int, number: int) -> Entry:
    """The entry with ids that fit into one league, and the digest of its ruleset."""
    content = entry.content
    if content.start is not None:
        digest = digest_of(parse_rules(content.start.rules))
        content = replace(content, start=replace(content.start, digest=digest))
    shift = session * 1000 - entry.session * 1000
    replaces = None if entry.replaces is None else entry.replaces + shift
    return replace(
        entry, id=entry.id + shift, uid=f"e{session}-{number}", session=session, replaces=replaces, content=content
    )


def fill(league: League) -> None:
    """Enter random histories, some of them by import."""
    for name in ("Anna", "Ben", "Cyril", "Dora", "Eva"):
        add_player(league, name)
    for rules in RULES:
        store_ruleset(league, parse_rules(rules))
    event = create_event(league, Settings("Thursday", "swiss")).id
    boards = [StatedPairing(board, 2 * board - 1, 2 * board) for board in range(1, 3)]
    for _entry in range(4):  # sessions name one of some pairings
        append_event_entry(league, event, EventEntryKind.PAIR, round=1, players=[1], pairings=boards)
    for source in ("a.csv", "b.csv"):
        add_batch(league, "csv", source, "0" * 64)
    session = 0
    placed: dict[int, int] = {}
    for seed in SEEDS:
        for history in random_histories(seed, SESSIONS):
            session += 1
            batch = history[0].batch
            if batch is not None:
                placed[batch] = placed.get(batch, 0) + 1
            place = None if batch is None else placed[batch]
            insert_session(league, uid=f"s{session:03}", id_=session, batch=batch, place=place)
            insert_entries(league, [real(entry, session, number) for number, entry in enumerate(history)])


def readable(league: League, known_at: datetime | None, merged: dict[int, int]) -> list[Tally]:
    rulesets = load_rulesets(league)
    about = {id_: (uid, place or 0) for id_, uid, place in league.rows("SELECT id, uid, place FROM session")}
    found = []
    for entries in load_sessions(league, known_at=known_at):
        session = derive_session(entries, rulesets.__getitem__)
        uid, place = about[session.id]
        found.append(tally_session(session, uid=uid, place=place, resolve=lambda id_: merged.get(id_, id_)))
    return sorted((tally for tally in found if tally.state is not State.VOID), key=play_order)


@pytest.mark.parametrize("merged", [{}, {5: 1, 4: 1}])
def test_the_lean_way_is_the_readable_way(league_address: str, merged: dict[int, int]) -> None:
    with Database(league_address) as database:
        with database.writing() as league:
            fill(league)
        most = 0
        moments = [None, *(BEGIN + timedelta(seconds=seconds) for seconds in range(0, 400, 37))]
        for known_at in moments:
            with database.reading() as league:
                rulesets = load_rulesets(league)
                lean = derive_tallies(load_tally(league, known_at=known_at), rulesets.__getitem__, merged)
                assert lean == readable(league, known_at, merged), known_at
                most = max(most, len(lean))
        assert most > SESSIONS


def test_the_sessions_of_an_event_alone(league_address: str) -> None:
    with Database(league_address) as database:
        with database.writing() as league:
            fill(league)
            (event,) = list_events(league)
        for known_at in (None, BEGIN + timedelta(seconds=111), BEGIN + timedelta(seconds=222)):
            with database.reading() as league:
                ruleset_of = load_rulesets(league).__getitem__
                whole = derive_tallies(load_tally(league, known_at=known_at), ruleset_of)
                own = derive_tallies(load_tally(league, known_at=known_at, event=event.id), ruleset_of)
                assert own == [tally for tally in whole if tally.event == event.id]
                assert own == derive_tallies(load_tally(league, known_at=known_at, any_event=True), ruleset_of)
                assert known_at is not None or 0 < len(own) < len(whole)


def test_of_an_empty_league(league_address: str) -> None:
    with Database(league_address).reading() as league:
        assert derive_tallies(load_tally(league), load_rulesets(league).__getitem__) == []
