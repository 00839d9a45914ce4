"""What can happen to a file: a sentence each, and nothing harmed."""

from __future__ import annotations

import os
import resource
import shutil
import signal
import sqlite3
from collections.abc import Callable
from pathlib import Path

import pytest

from schneider_league.errors import LeagueError, MachineError, NotFoundError, UsageError
from schneider_league.store.address import parse_address
from schneider_league.store.engine import Database
from schneider_league.store.ledger import Draft, append, load_session
from schneider_league.store.migrate import create_league
from schneider_league.store.status import read_status
from schneider_league.store.verify import verify
from tests.processes import begin_in_child, end_of_child, in_child
from tests.store.examples import deal, played


@pytest.fixture
def league(sqlite_template: Path, tmp_path: Path) -> str:
    folder = tmp_path / "club"
    folder.mkdir()
    address = folder / "league.db"
    shutil.copyfile(sqlite_template, address)
    played(str(address), (14, 6))
    return str(address)


def read(address: str) -> int:
    """How many entries the first session has."""
    with Database(address).reading() as reading:
        return len(load_session(reading, 1))


def write(address: str) -> None:
    """Enter one more deal."""
    with Database(address).writing() as writing:
        append(writing, 1, [Draft(deal(10, 10))])


def broken(league: str, how: str) -> str:
    """Do something to the file."""
    path = Path(league)
    whole = path.read_bytes()
    if how == "missing":
        path.unlink()
    elif how == "a folder":
        path.unlink()
        path.mkdir()
    elif how == "empty":
        path.write_bytes(b"")
    elif how == "text":
        path.write_text("date;session\n" * 1000)
    elif how == "short":
        path.write_bytes(whole[:50])
    elif how == "truncated":
        path.write_bytes(whole[: len(whole) // 2])
    elif how == "scribbled":
        path.write_bytes(whole[:100] + b"\xa5" * 4000 + whole[4100:])
    elif how == "somebody else's":
        path.unlink()
        connection = sqlite3.connect(path)
        connection.execute("CREATE TABLE alembic_version (version_num TEXT)")
        connection.execute("INSERT INTO alembic_version VALUES ('0001')")
        connection.commit()
        connection.close()
    return league


@pytest.mark.parametrize(
    ("how", "status", "words"),
    [
        ("missing", 4, "there is no league"),
        ("a folder", 3, "is a folder"),
        ("empty", 3, "is empty"),
        ("text", 3, "no SQLite database"),
        ("short", 3, "no SQLite database"),
        ("truncated", 3, "its end is missing"),
        ("scribbled", 3, "is damaged"),
        ("somebody else's", 3, "holds no league"),
    ],
)
def test_a_sentence_each(league: str, how: str, status: int, words: str) -> None:
    broken(league, how)
    before = Path(league).read_bytes() if Path(league).is_file() else None
    acts: list[Callable[[str], object]] = [read, write, read_status, verify]
    for act in acts:
        with pytest.raises(LeagueError, match=words) as told:
            act(league)
        assert told.value.exit_status == status
    if before is not None:
        assert Path(league).read_bytes() == before
    assert len(os.listdir(Path(league).parent)) == (0 if how == "missing" else 1)


@pytest.mark.parametrize("how", ["a folder", "text", "truncated", "somebody else's"])
def test_init_leaves_what_is_there(league: str, how: str) -> None:
    broken(league, how)
    before = Path(league).read_bytes() if Path(league).is_file() else None
    with pytest.raises(LeagueError) as told:
        create_league(league)
    assert told.value.exit_status == 3
    if before is not None:
        assert Path(league).read_bytes() == before
    assert os.listdir(Path(league).parent) == ["league.db"]


def test_init_makes_a_league_of_an_empty_file(league: str) -> None:
    assert create_league(broken(league, "empty"))
    assert read_status(league).state == "current"
    assert os.listdir(Path(league).parent) == ["league.db"]


def test_init_where_there_is_no_folder(tmp_path: Path) -> None:
    with pytest.raises(NotFoundError, match="its folder does not exist"):
        create_league(str(tmp_path / "no" / "league.db"))


@pytest.mark.parametrize("address", ["mysql://localhost/league", "http://example.org"])
def test_other_addresses(address: str) -> None:
    with pytest.raises(UsageError, match="no database that this program knows"):
        Database(address)


def test_a_server_that_is_not_there() -> None:
    with (
        pytest.raises(MachineError, match="cannot be reached") as told,
        Database("postgresql://club:secret@127.0.0.1:1/league").reading(),
    ):
        pass
    assert "secret" not in str(told.value)


def test_a_password_is_not_shown() -> None:
    assert str(parse_address("postgres://club:secret@host/league")) == "postgresql://club:…@host/league"
    assert str(parse_address("postgresql://host/league")) == "postgresql://host/league"


@pytest.fixture
def open_to_all(league: str) -> str:
    """A league in a folder that everybody may read and only its owner may write."""
    folder = Path(league).parent
    while folder != folder.parent and os.geteuid() == 0 and folder.owner() == "root" and folder != Path("/tmp"):
        folder.chmod(0o755)
        folder = folder.parent
    Path(league).chmod(0o644)
    if os.geteuid() != 0:
        Path(league).parent.chmod(0o555)
    return league


def test_a_folder_that_may_only_be_read(open_to_all: str) -> None:
    league = open_to_all
    assert in_child(lambda: print(read(league)), as_nobody=True) == "done"
    assert in_child(lambda: write(league), as_nobody=True) == f"MachineError: '{league}' is read-only"
    assert os.listdir(Path(league).parent) == ["league.db"]


def test_a_folder_that_may_only_be_read_while_somebody_writes(open_to_all: str) -> None:
    """What is in the -wal is seen, too, and nothing is left behind."""
    if os.geteuid() != 0:
        pytest.skip("the owner writes, somebody else reads: only root can be both")
    league = open_to_all

    def check() -> None:
        assert read(league) == 3
        before = set(os.listdir(Path(league).parent))
        assert read(league) == 3
        assert set(os.listdir(Path(league).parent)) == before

    with Database(league) as held:
        with held.writing() as writing:
            append(writing, 1, [Draft(deal(10, 10))])
        assert os.path.getsize(f"{league}-wal") > 0
        assert in_child(check, as_nobody=True) == "done"
    assert os.listdir(Path(league).parent) == ["league.db"]


def test_a_file_that_may_not_be_read(open_to_all: str) -> None:
    if os.geteuid() != 0:
        pytest.skip("needs root")
    Path(open_to_all).chmod(0o600)
    told = in_child(lambda: print(read(open_to_all)), as_nobody=True)
    assert told == f"MachineError: '{open_to_all}' may not be read"


def test_reading_leaves_nothing_behind(league: str) -> None:
    for _time in range(3):
        read(league)
        verify(league)
        read_status(league)
    write(league)
    assert os.listdir(Path(league).parent) == ["league.db"]


def test_what_a_killed_program_left_is_taken_up(league: str) -> None:
    def begin_and_die(_writer: int) -> None:
        with Database(league) as held:
            with held.writing() as writing:
                append(writing, 1, [Draft(deal(10, 10))])
            os.kill(os.getpid(), signal.SIGKILL)

    assert end_of_child(*begin_in_child(begin_and_die)) == (-signal.SIGKILL, "")
    assert os.path.getsize(f"{league}-wal") > 0
    assert read(league) == 3
    assert os.listdir(Path(league).parent) == ["league.db"]
    assert verify(league).findings == ()


def test_a_full_disk(league: str) -> None:
    """The file may not grow any more: what was stored stays, what was not is told."""
    before = read(league)

    def fill() -> None:
        signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
        limit = os.path.getsize(league) + 8192
        resource.setrlimit(resource.RLIMIT_FSIZE, (limit, limit))
        written = 0
        try:
            with Database(league) as held:
                for _time in range(10000):
                    with held.writing() as writing:
                        append(writing, 1, [Draft(deal(10, 10, note="x" * 500))])
                    written += 1
        except MachineError as error:
            raise MachineError(f"{written} {error.message}") from None

    child_told = in_child(fill)
    assert child_told.startswith("MachineError: "), child_told
    assert "the disk" in child_told
    written = int(child_told.split()[1])
    assert 0 < written < 10000
    assert read(league) == before + written
    assert verify(league).findings == ()
    write(league)
    assert os.listdir(Path(league).parent) == ["league.db"]


def test_a_database_that_may_not_grow(league: str) -> None:
    """SQLite's own word for a full disk."""
    with Database(league) as held:
        with held.writing():
            pass
        connection = held._connections["writing"]
        ((pages,),) = connection.execute("PRAGMA page_count").fetchall()
        connection.execute(f"PRAGMA max_page_count={pages}")

        def fill() -> None:
            for _time in range(2000):
                with held.writing() as writing:
                    append(writing, 1, [Draft(deal(10, 10, note="x" * 500))])

        with pytest.raises(MachineError, match="the disk is full"):
            fill()
    assert verify(league).findings == ()


def test_init_on_a_full_disk(tmp_path: Path) -> None:
    def make() -> None:
        signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
        resource.setrlimit(resource.RLIMIT_FSIZE, (20000, 20000))
        create_league(str(tmp_path / "league.db"))

    told = in_child(make)
    assert told.startswith("MachineError: "), told
    assert os.listdir(tmp_path) == []


def test_two_who_make_a_league_at_once(tmp_path: Path) -> None:
    league = str(tmp_path / "league.db")
    made = [begin_in_child(lambda _writer: create_league(league)) for _time in range(3)]
    assert [end_of_child(*child) for child in made] == [(0, "")] * 3
    assert os.listdir(tmp_path) == ["league.db"]
    assert verify(league).findings == ()
