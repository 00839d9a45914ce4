"""What can happen to a file: a sentence each, and nothing harmed."""

from __future__ import annotations

import os
import resource
import shutil
import signal
import sqlite3
import subprocess
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Any
from urllib.parse import quote

import pytest

from schneider_league.errors import InputError, LeagueError, MachineError, NotFoundError, UsageError
from schneider_league.store import sqlite
from schneider_league.store.address import parse_address
from schneider_league.store.engine import Database
from schneider_league.store.ledger import Draft, append, load_session
from schneider_league.store.migrate import create_league, upgrade
from schneider_league.store.status import read_status
from schneider_league.store.verify import verify
from tests.conftest import on_server
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


@pytest.mark.parametrize(
    "address",
    [
        "postgresql://club:se/cret@host/league",
        "postgresql://club:se?cret@host/league",
        "postgresql://club:se@cret@127.0.0.1:1/league",
        "postgresql://club:se%zzcret@host/league",
        "postgresql://club:se:cret@127.0.0.1:1/league",
        'postgresql://club:se"cret@host:x"y/league',
        "postgresql://club:secret@host:port/league",
        "postgresql://club:secret/league",
        "postgresql://club:secret@[host/league",
        "postgresql://club@127.0.0.1:1/league?password=secret",
        "postgresql://club@127.0.0.1:1/league?pass%77ord=secret",
        "postgresql+psycopg://club:secret@/?host=127.0.0.1&port=se",
        "postgresql:/club:secret@host/league",
        "postgres:club:secret@host/league",
    ],
)
def test_a_wrong_address_does_not_echo_a_password(address: str) -> None:
    acts: list[Callable[[str], object]] = [read, write, read_status, create_league]
    for act in acts:
        with pytest.raises((UsageError, MachineError)) as told:
            act(address)
        said = f"{told.value} {told.value.message} {told.value.hint}".replace("password=", "")
        assert "cret" not in said


def test_what_a_server_says_of_an_address_without_a_password_is_kept() -> None:
    with pytest.raises(MachineError, match=r"'host'|\"x\""):
        read("postgresql://club@host:x/league")


@pytest.mark.postgres
def test_an_empty_database_on_a_server(postgres_server: str, monkeypatch: pytest.MonkeyPatch) -> None:
    import psycopg

    address = on_server(postgres_server, "empty_one")
    acts: list[Callable[[str], object]] = [read, write, read_status, upgrade]
    for act in acts[:3]:
        with pytest.raises(NotFoundError) as missing:
            act(address)
        assert missing.value.hint == f"`schneider-league init --db '{address}'` makes one; --db names another"
    monkeypatch.setenv("SCHNEIDER_LEAGUE_DB", address)
    with pytest.raises(NotFoundError) as missing:
        read(address)
    assert missing.value.hint == "`schneider-league init` makes one; --db names another"
    monkeypatch.delenv("SCHNEIDER_LEAGUE_DB")
    with psycopg.connect(postgres_server, autocommit=True) as connection:
        connection.execute("CREATE DATABASE empty_one")
        try:
            for act in acts:
                with pytest.raises(InputError, match="is an empty database") as told:
                    act(address)
                assert told.value.hint == f"`schneider-league init --db '{address}'` makes a league of it"
            with psycopg.connect(address, autocommit=True) as other:
                other.execute("CREATE TABLE song (name TEXT)")
            with pytest.raises(InputError, match="holds no league") as told:
                read(address)
            assert address not in (told.value.hint or "")
            with psycopg.connect(address, autocommit=True) as other:
                other.execute("DROP TABLE song")
            assert create_league(address)
            assert read_status(address).state == "current"
        finally:
            connection.execute("DROP DATABASE empty_one WITH (FORCE)")


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


def test_the_hint_names_the_address_that_was_given(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.delenv("SCHNEIDER_LEAGUE_DB", raising=False)
    for given, shown in (("league.db", ""), ("my club.db", " --db 'my club.db'"), ("x/l.db", " --db x/l.db")):
        with pytest.raises(NotFoundError) as told:
            read(given)
        assert told.value.hint == f"`schneider-league init{shown}` makes one; --db names another"


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


def write_and_die(league: str) -> None:
    """Enter one more deal and be killed, so that it lies in the -wal."""

    def begin_and_die(_writer: int) -> None:
        with Database(league) as held:
            with held.writing() as writing:
                append(writing, 1, [Draft(deal(10, 10))])
            os.kill(os.getpid(), signal.SIGKILL)

    assert end_of_child(*begin_in_child(begin_and_die)) == (-signal.SIGKILL, "")
    assert os.path.getsize(f"{league}-wal") > 0


def test_what_a_killed_program_left_is_taken_up(league: str) -> None:
    write_and_die(league)
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


def refuse_to_grow(bytes_left: int = 0) -> None:
    """Let no file of this process grow any more, as on a full disk."""
    signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
    resource.setrlimit(resource.RLIMIT_FSIZE, (bytes_left, bytes_left))


def test_reading_on_a_full_disk(league: str) -> None:
    def check() -> None:
        refuse_to_grow()
        assert read(league) == 2
        assert read_status(league).state == "current"

    assert in_child(check) == "done"
    assert os.listdir(Path(league).parent) == ["league.db"]


def test_writing_on_a_full_disk_leaves_nothing_behind(league: str) -> None:
    def check() -> None:
        refuse_to_grow()
        write(league)

    told = in_child(check)
    assert told.startswith("MachineError: ")
    assert "nothing was stored" in told
    assert os.listdir(Path(league).parent) == ["league.db"]


class FullDisk(sqlite3.Connection):
    """What SQLite says where it cannot make what lies beside a database."""

    code = sqlite3.SQLITE_FULL

    def execute(self, sql: str, *parameters: Any) -> sqlite3.Cursor:
        error = sqlite3.OperationalError("database or disk is full")
        error.sqlite_errorcode = self.code
        raise error


@pytest.mark.parametrize("code", [sqlite3.SQLITE_FULL, sqlite3.SQLITE_IOERR, sqlite3.SQLITE_IOERR | (19 << 8)])
@pytest.mark.parametrize("is_written", [False, True])
def test_reading_where_sqlite_says_that_the_disk_is_full(
    league: str, code: int, is_written: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Also what lies in a -wal is seen: that of a program which was killed."""
    if is_written:
        write_and_die(league)
    before = {name: (Path(league).parent / name).read_bytes() for name in os.listdir(Path(league).parent)}
    connect: Any = sqlite3.connect
    monkeypatch.setattr(FullDisk, "code", code)

    def connect_there(place: str, **settings: Any) -> Any:
        full = "mode=rw" in place and quote(league) in place
        return connect(place, **settings, **({"factory": FullDisk} if full else {}))

    monkeypatch.setattr(sqlite3, "connect", connect_there)
    if is_written:
        (Path(league + "-shm")).unlink()
        del before["league.db-shm"]
    assert read(league) == (3 if is_written else 2)
    after = {name: (Path(league).parent / name).read_bytes() for name in os.listdir(Path(league).parent)}
    assert after == before


def test_a_reader_does_not_speak_of_storing(league: str) -> None:
    """Whatever goes wrong while it reads."""
    for code in (sqlite3.SQLITE_FULL, sqlite3.SQLITE_IOERR):
        error = sqlite3.OperationalError("disk I/O error")
        error.sqlite_errorcode = code
        with pytest.raises(MachineError) as told, Database(league).reading():
            raise error
        assert "stored" not in told.value.message
        with pytest.raises(MachineError, match="nothing was stored"), Database(league).writing():
            raise error


def test_what_somebody_else_has_open_is_not_cleared_up(league: str) -> None:
    with Database(league) as held:
        with held.reading() as reading:
            assert len(load_session(reading, 1)) == 2
        beside = [league + "-shm", league + "-wal"]
        assert all(map(os.path.exists, beside))
        assert in_child(lambda: sqlite._clear_up(league, beside)) == "done"
        assert all(map(os.path.exists, beside))
    assert os.listdir(Path(league).parent) == ["league.db"]


def test_reading_on_a_disk_that_is_full_indeed(league: str, tmp_path: Path) -> None:
    place = tmp_path / "disk"
    place.mkdir()
    mount = shutil.which("mount")
    command = [str(mount), "-t", "tmpfs", "-o", "size=600k", "none", str(place)]
    if os.geteuid() != 0 or mount is None or subprocess.run(command, stderr=subprocess.DEVNULL).returncode:
        pytest.skip("needs root, and a system on which it may mount")
    try:
        there = str(place / "league.db")
        shutil.copyfile(league, there)
        with suppress(OSError), (place / "filler").open("wb", buffering=0) as filler:
            while filler.write(b"x" * 4096):
                pass
        assert read(there) == 2
        assert verify(there).findings == ()
        assert sorted(os.listdir(place)) == ["filler", "league.db"]
        with pytest.raises(MachineError, match="nothing was stored"):
            write(there)
        assert sorted(os.listdir(place)) == ["filler", "league.db"]
        (place / "filler").unlink()
        write(there)
        assert read(there) == 3
    finally:
        subprocess.run(["umount", str(place)], check=True)


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
