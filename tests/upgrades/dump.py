"""Prints a small league of the newest version, with something of everything in it, as an SQLite dump."""

from __future__ import annotations

import sqlite3
import sys
import tempfile
from datetime import UTC, date, datetime, timedelta
from pathlib import Path

from schneider_league.game.house_rules import parse_house_rules
from schneider_league.game.ruleset import parse_rules
from schneider_league.game.score import Pair
from schneider_league.records.check_file import RulesBook, check_records, read_records
from schneider_league.records.claims import FIRST_TO, FormatKind, SessionFormat
from schneider_league.records.event import EventEntryKind, PairingKind, Settings, StatedPairing
from schneider_league.records.jsonl import format_jsonl
from schneider_league.records.ledger import VOID, Content, Ending, EntryKind, SessionStart
from schneider_league.store.batches import add_batch
from schneider_league.store.engine import Database, League
from schneider_league.store.events import append_event_entry, create_event
from schneider_league.store.ledger import Draft, NewSession, append, start_session, start_sessions
from schneider_league.store.migrate import create_league
from schneider_league.store.people import add_alias, add_player, append_player_entry, remove_names
from schneider_league.store.rulesets import store_ruleset

SAMPLES = Path(__file__).parent.parent.parent / "sample_data"
DAY = date(2026, 11, 26)


def fill(league: League) -> None:
    """Something of everything."""
    anna, ben, cyril, dora = (
        add_player(league, name).id for name in ("Anna Nováková", "Ben [bold]", "Cyril Müller", "Dora")
    )
    add_alias(league, ben, "Benda")
    also_cyril = add_player(league, "Cyril Mueller jun.").id
    append_player_entry(league, also_cyril, "merge", into=cyril, reason="one person")
    append_player_entry(league, dora, "retire", reason="moved away")
    nobody = add_player(league, "Nobody").id
    remove_names(league, nobody)
    append_player_entry(league, nobody, "remove")
    bohemian = store_ruleset(league, parse_rules("bohemian"))
    house_rule = parse_house_rules((SAMPLES / "house-rule.toml").read_text(encoding="utf-8"), "house-rule.toml")
    house = store_ruleset(league, house_rule)
    event = create_event(league, Settings("Thursday night", "open", "bohemian")).id

    begin = SessionStart((anna, ben), "bohemian", bohemian, FIRST_TO, 7, DAY, 0, event, "T1")
    first = start_session(league, Content(EntryKind.START, start=begin))
    scores = [(14, 6), (10, 10), (4, 16)]
    for score, dealer in zip(scores, (0, 1, 1), strict=True):
        append(league, first, [Draft(Content(EntryKind.DEAL, dealer=dealer, score=score))])  # type: ignore[arg-type]
    append(league, first, [Draft(Content(EntryKind.MISDEAL, dealer=0, note="a card lay open"))])
    correction = Draft(Content(EntryKind.DEAL, dealer=0, score=(15, 5)), replaces=2)
    (corrected,) = append(league, first, [correction], reason="written down wrongly")
    append(league, first, [Draft(Content(EntryKind.DEAL, dealer=0, score=(14, 6)), replaces=corrected.id)], undoes=6)
    append(league, first, [Draft(Content(EntryKind.DEAL, dealer=1, score=(12, 8)), after=2)], reason="forgotten")

    timed = SessionStart((cyril, dora), house_rule.name, house, SessionFormat(FormatKind.TIMED), None, DAY, 1)
    second = start_session(league, Content(EntryKind.START, start=timed))
    (mistaken,) = append(league, second, [Draft(Content(EntryKind.END, ending=Ending.ABANDON))])
    append(league, second, [Draft(VOID, replaces=mistaken.id)], undoes=mistaken.action)
    append(league, second, [Draft(Content(EntryKind.END, ending=Ending.FORFEIT, loser="b"))], reason="left")

    whole = SessionStart((also_cyril, anna), "bohemian", bohemian, FIRST_TO, 7, DAY, None)
    start_session(
        league,
        Content(EntryKind.START, start=whole),
        more=[Draft(Content(EntryKind.RESULT, score=(7, 4)))],
    )

    batch = add_batch(league, "sdr", "night.sdr", "0" * 64)
    record, (non_dealers, dealers) = recorded_deal()
    played = SessionStart((anna, dora), "bohemian", bohemian, FIRST_TO, 7, DAY - timedelta(days=1), 0, event)
    plays = Content(EntryKind.DEAL, dealer=0, score=(dealers, non_dealers), plays=record, accepted=("must-follow",))
    start_sessions(
        league,
        [NewSession(Content(EntryKind.START, start=played), [Draft(plays)], "key", place=1)],
        batch=batch,
    )
    fill_event(league, (anna, ben, cyril, dora, also_cyril), bohemian)


def fill_event(league: League, players: tuple[int, int, int, int, int], digest: str) -> None:
    """A Swiss with a round: paired, un-paired, paired anew, played, forfeited; somebody came late, somebody left."""
    anna, ben, cyril, dora, also_cyril = players
    settings = Settings("Club Swiss", "swiss", "bohemian", FIRST_TO, 7, 3, seed_by="entry")
    event = create_event(league, settings).id
    entered = (anna, ben, cyril, dora)
    append_event_entry(league, event, EventEntryKind.ENTER, players=entered)
    lines = (
        StatedPairing(1, anna, cyril, reason="both have no points"),
        StatedPairing(2, dora, ben, reason="both have no points", by_hand=True),
    )
    append_event_entry(league, event, EventEntryKind.DRAFT, players=entered, round=1, pairings=lines, reason="asked")
    append_event_entry(league, event, EventEntryKind.PAIR, players=entered, round=1, pairings=lines)
    append_event_entry(league, event, EventEntryKind.UNPAIR, round=1, reason="too early, said Anna Nováková")
    byes = (
        *lines[:1],
        StatedPairing(2, ben, None, PairingKind.ASKED_BYE),
        StatedPairing(3, dora, None, PairingKind.ABSENCE),
    )
    append_event_entry(league, event, EventEntryKind.ABSENT, players=[dora], round=1)
    paired = append_event_entry(league, event, EventEntryKind.PAIR, players=entered, round=1, pairings=byes)
    begin = SessionStart(
        (anna, also_cyril), "bohemian", digest, FIRST_TO, 7, DAY, 0, event, None, paired.pairings[0].id
    )
    start_session(league, Content(EntryKind.START, start=begin), more=[Draft(Content(EntryKind.RESULT, score=(7, 2)))])
    forfeit = append_event_entry(league, event, EventEntryKind.FORFEIT, round=1, board=1, loser="b")
    append_event_entry(league, event, EventEntryKind.UNDO, undoes=forfeit.seq)
    append_event_entry(league, event, EventEntryKind.WITHDRAW, players=[dora], round=2)
    append_event_entry(league, event, EventEntryKind.CLOSE, round=1)
    append_event_entry(league, event, EventEntryKind.FINISH, reason="no time")


def recorded_deal() -> tuple[str, Pair]:
    """A deal with its cards, as it is stored, and its score."""
    with (SAMPLES / "thursday-bohemian.sdr").open("rb") as stream:
        record = next(read_records(stream, ""))
    (verdict,) = check_records([record], "", RulesBook())
    assert verdict.score is not None
    return format_jsonl(record), verdict.score


def main() -> None:
    """Print it."""
    with tempfile.TemporaryDirectory() as folder:
        address = f"{folder}/league.db"
        create_league(address)
        with Database(address, lambda: datetime(2026, 11, 26, 20, 15, 30, 123456, tzinfo=UTC)).writing() as league:
            fill(league)
        connection = sqlite3.connect(address)
        ((application,),) = connection.execute("PRAGMA application_id").fetchall()
        sys.stdout.write("".join(f"{line}\n" for line in connection.iterdump()))
        sys.stdout.write(f"PRAGMA application_id = {application};\n")
        connection.close()


if __name__ == "__main__":
    main()
