"""`db backup`: a copy that is whole, though others write meanwhile."""

from __future__ import annotations

import os
import shutil
import threading
from pathlib import Path

import pytest

from schneider_league.errors import InputError, NotFoundError, StateError, UsageError
from schneider_league.store.backup import back_up
from schneider_league.store.engine import Database
from schneider_league.store.ledger import Draft, append, load_session
from schneider_league.store.verify import verify
from tests.store.examples import deal, played


@pytest.fixture
def league(sqlite_template: Path, tmp_path: Path) -> str:
    address = tmp_path / "league.db"
    shutil.copyfile(sqlite_template, address)
    played(str(address), (14, 6))
    return str(address)


def test_the_copy_is_the_league(league: str, tmp_path: Path) -> None:
    copy = str(tmp_path / "copy.db")
    size = back_up(league, copy)
    assert size == os.path.getsize(copy)
    assert sorted(os.listdir(tmp_path)) == ["copy.db", "league.db"]
    with Database(league).reading() as one, Database(copy).reading() as other:
        assert load_session(one, 1) == load_session(other, 1)
    assert verify(copy).findings == ()


def test_an_earlier_copy_is_replaced_and_nothing_else(league: str, tmp_path: Path, sqlite_template: Path) -> None:
    copy = str(tmp_path / "copy.db")
    back_up(league, copy)
    with Database(league).writing() as writing:
        append(writing, 1, [Draft(deal(12, 8, 1))])
    back_up(league, copy)
    with Database(copy).reading() as reading:
        assert len(load_session(reading, 1)) == 3
    # The other way round what was entered last would be lost.
    with Database(copy).writing() as writing:
        append(writing, 1, [Draft(deal(12, 8))])
    with pytest.raises(StateError, match="no earlier copy"):
        back_up(league, copy)
    others = tmp_path / "others.db"
    shutil.copyfile(sqlite_template, others)
    played(str(others))
    with pytest.raises(StateError, match="no earlier copy"):
        back_up(league, str(others))
    (tmp_path / "letter.txt").write_text("dear")
    with pytest.raises(StateError, match="no earlier copy"):
        back_up(league, str(tmp_path / "letter.txt"))
    assert (tmp_path / "letter.txt").read_text() == "dear"


def test_where_it_cannot_go(league: str, tmp_path: Path) -> None:
    with pytest.raises(StateError, match="the league itself"):
        back_up(league, str(tmp_path / "." / "league.db"))
    with pytest.raises(NotFoundError, match="folder"):
        back_up(league, str(tmp_path / "nowhere" / "copy.db"))
    with pytest.raises(StateError):
        back_up(league, str(tmp_path))
    with pytest.raises(NotFoundError):
        back_up(str(tmp_path / "none.db"), str(tmp_path / "copy.db"))
    (tmp_path / "no.db").write_text("no database")
    with pytest.raises(InputError):
        back_up(str(tmp_path / "no.db"), str(tmp_path / "copy.db"))
    assert not (tmp_path / "copy.db").exists()


def test_a_league_on_a_server_is_left_to_its_tools(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match="server") as told:
        back_up("postgresql://nobody@/nothing", str(tmp_path / "copy.db"))
    assert "pg_dump" in (told.value.hint or "")


def test_a_copy_while_others_write(league: str, tmp_path: Path) -> None:
    stop = threading.Event()
    written = [2]

    def write() -> None:
        while not stop.is_set():
            with Database(league).writing() as writing:
                entered = append(writing, 1, [Draft(deal(10, 10))])[-1].seq
            written.append(entered)

    writer = threading.Thread(target=write)
    writer.start()
    try:
        for number in range(10):
            before = written[-1]
            copy = str(tmp_path / f"copy{number}.db")
            back_up(league, copy)
            with Database(copy).reading() as reading:
                entries = load_session(reading, 1)
            assert before <= len(entries) <= written[-1] + 1
            assert [entry.seq for entry in entries] == list(range(1, len(entries) + 1))
    finally:
        stop.set()
        writer.join()
    assert verify(str(tmp_path / "copy9.db")).findings == ()
