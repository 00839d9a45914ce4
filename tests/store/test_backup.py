"""`db backup`: a copy that is whole, though others write meanwhile."""

from __future__ import annotations

import os
import shutil
import threading
from pathlib import Path

import pytest

from schneider_league.errors import InputError, NotFoundError, StateError
from schneider_league.store.engine import Database
from schneider_league.store.ledger import Draft, append, load_session
from schneider_league.store.verify import verify
from schneider_league.workflows.database import back_up_database as back_up
from schneider_league.workflows.ratings import list_ratings
from schneider_league.workflows.standings import show_standings
from tests.store.examples import deal, played
from tests.workflows.importer import Importer
from tests.workflows.test_league_files import bytes_of, with_history


@pytest.fixture
def league(league_address: str) -> str:
    """On either database."""
    played(league_address, (14, 6))
    return league_address


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A folder for copies."""
    path = tmp_path / "copies"
    path.mkdir()
    return path


@pytest.fixture
def file_league(sqlite_template: Path, tmp_path: Path) -> str:
    address = tmp_path / "league.db"
    shutil.copyfile(sqlite_template, address)
    played(str(address), (14, 6))
    return str(address)


def test_the_copy_is_the_league(league: str, folder: Path) -> None:
    copy = str(folder / "copy.db")
    size = back_up(league, copy)
    assert size == os.path.getsize(copy)
    assert os.listdir(folder) == ["copy.db"]
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


def test_where_it_cannot_go(file_league: str, tmp_path: Path) -> None:
    league = file_league
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


def test_everything_is_in_the_copy(league_address: str, tmp_path: Path, folder: Path) -> None:
    """Histories, merged players, rules, imports that were taken back: as the league file of both says."""
    with_history(Importer(league_address, tmp_path))
    copy = str(folder / "copy.db")
    back_up(league_address, copy)
    assert bytes_of(copy) == bytes_of(league_address)
    assert verify(copy).findings == ()
    assert show_standings(copy) == show_standings(league_address)
    assert list_ratings(copy) == list_ratings(league_address)
    back_up(league_address, copy)
    assert os.listdir(folder) == ["copy.db"]


def test_a_server_copy_that_fails_leaves_nothing(
    league: str, folder: Path, monkeypatch: pytest.MonkeyPatch, database_kind: str
) -> None:
    if database_kind == "sqlite":
        pytest.skip("SQLite copies by itself")
    back_up(league, str(folder / "copy.db"))
    before = (folder / "copy.db").read_bytes()

    def fail(*_of: object) -> None:
        raise InputError("this league file contradicts itself")

    monkeypatch.setattr("schneider_league.workflows.importing.merging.merge_league", fail)
    with pytest.raises(InputError):
        back_up(league, str(folder / "copy.db"))
    assert os.listdir(folder) == ["copy.db"]
    assert (folder / "copy.db").read_bytes() == before


def test_a_copy_while_others_write(league: str, folder: Path) -> None:
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
            copy = str(folder / f"copy{number}.db")
            back_up(league, copy)
            with Database(copy).reading() as reading:
                entries = load_session(reading, 1)
            assert before <= len(entries) <= written[-1] + 1
            assert [entry.seq for entry in entries] == list(range(1, len(entries) + 1))
    finally:
        stop.set()
        writer.join()
    assert verify(str(folder / "copy9.db")).findings == ()
