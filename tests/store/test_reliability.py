"""What was acknowledged is there: writers are killed at random moments, and many write and read at once."""

from __future__ import annotations

import os
import random
import select
import shutil
import signal
import time
from collections import Counter
from functools import partial
from pathlib import Path

import pytest

from schneider_league.errors import StateError
from schneider_league.store.engine import Database
from schneider_league.store.ledger import Draft, EnteredMeanwhileError, append, load_session, load_sessions
from schneider_league.store.verify import verify
from tests.processes import begin_in_child, end_of_child
from tests.store.examples import deal, played

ROUNDS = 110
WRITERS = 3
PROCESSES = 8


def enter(database: Database, session: int) -> str:
    """Enter a deal; its uid, once it is stored."""
    with database.writing() as league:
        (entry,) = append(league, session, [Draft(deal(10, 10, note="a tie"))])
    return entry.uid


def stored(address: str) -> set[str]:
    """The uids of all entries."""
    with Database(address).reading() as league:
        return {entry.uid for entries in load_sessions(league) for entry in entries}


def write_until_killed(address: str, session: int, writer: int) -> None:
    """Enter deals for ever and acknowledge each; the database is held open for a while, and opened anew each time."""
    while True:
        with Database(address) as held:
            for _deal in range(5):
                os.write(writer, f"{enter(held, session)}\n".encode())
        for _deal in range(2):
            os.write(writer, f"{enter(Database(address), session)}\n".encode())


def test_what_was_acknowledged_survives_kill_9(sqlite_template: Path, tmp_path: Path) -> None:
    """Hundreds of writers, killed in the middle of whatever they did, several of them in one go."""
    address = str(tmp_path / "league.db")
    shutil.copyfile(sqlite_template, address)
    sessions = [played(address, names=(f"Anna {n}", f"Ben {n}")) for n in range(WRITERS)]
    chance = random.Random(3)
    acknowledged: set[str] = set()
    killed = 0
    for number in range(ROUNDS):
        children = [begin_in_child(partial(write_until_killed, address, session)) for session in sessions]
        group = children[0][0]
        for process, _reader in children:
            os.setpgid(process, group)
        if number % 4:  # else some are killed before they have stored anything
            select.select([reader for _child, reader in children], [], [])
        time.sleep(chance.uniform(0, 0.03))
        os.killpg(group, signal.SIGKILL)
        for child in children:
            status, told = end_of_child(*child)
            assert status == -signal.SIGKILL, told
            killed += 1
            acknowledged.update(line for line in told.splitlines(keepends=True) if line.endswith("\n"))
        if number % 10 == 0 or number == ROUNDS - 1:
            lost = {line.strip() for line in acknowledged} - stored(address)
            assert not lost, f"{len(lost)} of {len(acknowledged)} acknowledged entries are lost after {killed} kills"
    assert killed == ROUNDS * WRITERS >= 300
    assert len(acknowledged) >= ROUNDS // 2
    assert verify(address).findings == ()
    assert os.listdir(tmp_path) == ["league.db"]


def test_a_server_lets_go_of_what_a_killed_writer_held(league_address: str) -> None:
    session = played(league_address)
    acknowledged: list[str] = []
    chance = random.Random(5)
    for _round in range(10):
        child, reader = begin_in_child(partial(write_until_killed, league_address, session))
        time.sleep(chance.uniform(0.02, 0.1))
        os.kill(child, signal.SIGKILL)
        _status, told = end_of_child(child, reader)
        acknowledged += [line.strip() for line in told.splitlines(keepends=True) if line.endswith("\n")]
    assert acknowledged
    assert set(acknowledged) <= stored(league_address)
    assert verify(league_address).findings == ()


def test_many_write_and_read_at_once(league_address: str) -> None:
    """Nothing is lost, nobody is sent away, and every reader sees whole sessions."""
    sessions = [played(league_address, names=(f"Anna {n}", f"Ben {n}")) for n in range(3)]

    def work(writer: int) -> None:
        chance = random.Random(os.getpid())
        for turn in range(25):
            database = Database(league_address)
            os.write(writer, f"{enter(database, chance.choice(sessions))}\n".encode())
            if turn % 3 == 0:
                with database.reading() as league:
                    for entries in load_sessions(league):
                        assert [entry.seq for entry in entries] == list(range(1, len(entries) + 1))

    children = [begin_in_child(work) for _process in range(PROCESSES)]
    ended = [end_of_child(*child) for child in children]
    assert [(status, told) for status, told in ended if status] == []
    acknowledged = {line for _status, told in ended for line in told.split()}
    assert len(acknowledged) == PROCESSES * 25
    assert acknowledged <= stored(league_address)
    assert verify(league_address).findings == ()


def test_of_many_who_enter_the_same_deal_one_is_first(league_address: str) -> None:
    session = played(league_address)

    def work(writer: int) -> None:
        database = Database(league_address)
        for _turn in range(12):
            with database.reading() as league:
                seen = load_session(league, session)[-1].seq
            try:
                with database.writing() as league:
                    append(league, session, [Draft(deal(10, 10))], seen=seen)
            except EnteredMeanwhileError as told:
                os.write(writer, f"late {told.entries[0].seq}\n".encode())
            else:
                os.write(writer, f"first {seen + 1}\n".encode())

    ended = [end_of_child(*child) for child in [begin_in_child(work) for _process in range(PROCESSES)]]
    assert [(status, told) for status, told in ended if status] == []
    told = [line for _status, text in ended for line in text.splitlines()]
    firsts = Counter(line for line in told if line.startswith("first"))
    assert set(firsts.values()) == {1}
    assert len(told) == PROCESSES * 12
    with Database(league_address).reading() as league:
        assert len(load_session(league, session)) == 1 + len(firsts)
    for line in told:
        if line.startswith("late"):
            assert f"first {line.split()[1]}" in firsts


@pytest.mark.parametrize("reader_first", [True, False])
def test_a_reader_sees_one_moment(league_address: str, reader_first: bool) -> None:
    session = played(league_address, (14, 6))
    with Database(league_address).reading() as reading:
        seen = len(load_session(reading, session)) if reader_first else None
        enter(Database(league_address), session)
        if seen is not None:
            assert len(load_session(reading, session)) == seen
    with Database(league_address).reading() as reading:
        assert len(load_session(reading, session)) == 3


def test_who_writes_for_too_long_is_not_waited_for(league_address: str, monkeypatch: pytest.MonkeyPatch) -> None:
    session = played(league_address)
    for module in ("sqlite", "postgres"):
        monkeypatch.setattr(f"schneider_league.store.{module}._BUSY", 0.1)
    with Database(league_address).writing(), pytest.raises(StateError, match="another program"):
        enter(Database(league_address), session)
