"""What holds for all tests, and the two databases that those of the store run on."""

import importlib
import os
import shutil
import tempfile
import uuid
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from hypothesis import settings

from tests.postgres import server_url, stop_server

# No deadlines: how long an example takes says something about the machine, not about the program.
settings.register_profile("here", deadline=None)
# In CI the examples are the same each time, so that what fails there fails here too.
settings.register_profile("ci", deadline=None, derandomize=True, database=None, print_blob=True)
settings.load_profile("ci" if os.environ.get("CI") else "here")

# A module that is first imported while freezegun holds the time keeps a false `datetime`, which breaks pydantic.
for name in (
    "sqlmodel",
    "alembic.command",
    "psycopg",
    "schneider_league.store.migrate",
    "schneider_league.store.tables",
):
    importlib.import_module(name)

POSTGRES_FOLDER = "SCHNEIDER_LEAGUE_TEST_FOLDER"
TEMPLATE = "league_template"
DATABASES = ("sqlite", "postgres")

NewAddress = Callable[[], str]


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption(
        "--rewrite", action="store_true", help="write the recorded terminal sessions (tests/cli/scenes) anew"
    )


def pytest_configure(config: pytest.Config) -> None:
    """Name the folder of the server, before processes are started that share it."""
    if not hasattr(config, "workerinput"):
        os.environ[POSTGRES_FOLDER] = tempfile.mkdtemp(prefix="schneider-pg-")
        config.pluginmanager.register(Databases(), "databases")


def pytest_unconfigure(config: pytest.Config) -> None:
    """Stop the server."""
    if not hasattr(config, "workerinput"):
        folder = Path(os.environ.pop(POSTGRES_FOLDER))
        stop_server(folder)
        shutil.rmtree(folder, ignore_errors=True)


class Databases:
    """Sees to it that CI does not pass for want of a PostgreSQL server."""

    def __init__(self) -> None:
        self.passed = dict.fromkeys(DATABASES, 0)

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        """Count what has passed on each database."""
        for database in DATABASES:
            if report.when == "call" and report.passed and database in report.keywords:
                self.passed[database] += 1

    def pytest_sessionfinish(self, session: pytest.Session) -> None:
        """Fail where tests ran on SQLite only."""
        if os.environ.get("CI") and self.passed["sqlite"] and not self.passed["postgres"]:
            session.exitstatus = pytest.ExitCode.TESTS_FAILED

    def pytest_terminal_summary(self, terminalreporter: pytest.TerminalReporter) -> None:
        """Say it."""
        if self.passed["sqlite"] and not self.passed["postgres"]:
            terminalreporter.write_line(
                "no test ran on PostgreSQL; in CI that is a failure (CONTRIBUTING.md)", red=True
            )


@pytest.fixture(scope="session")
def postgres_server() -> str:
    """The URL of a server on which databases can be made."""
    url = server_url(Path(os.environ[POSTGRES_FOLDER]))
    if url is None:
        pytest.skip("there is no PostgreSQL server here")
    return url


@pytest.fixture(scope="session")
def postgres_template(postgres_server: str, worker_id: str) -> str:
    """The name of a database with an empty league in it."""
    from schneider_league.store.migrate import create_league

    name = f"{TEMPLATE}_{worker_id}"
    create_league(on_server(postgres_server, name))
    return name


@pytest.fixture(scope="session")
def worker_id(request: pytest.FixtureRequest) -> str:
    """Which process of pytest-xdist this is."""
    workerinput = getattr(request.config, "workerinput", None)
    return "main" if workerinput is None else str(workerinput["workerid"])


@pytest.fixture(scope="session")
def sqlite_template(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A file with an empty league in it."""
    from schneider_league.store.migrate import create_league

    path = tmp_path_factory.mktemp("template") / "league.db"
    create_league(str(path))
    return path


def on_server(server: str, database: str) -> str:
    """The URL of another database on the same server."""
    from psycopg.conninfo import conninfo_to_dict

    parts = {key: str(value) for key, value in conninfo_to_dict(server).items() if key not in ("dbname", "user")}
    user = conninfo_to_dict(server).get("user", "postgres")
    return f"postgresql://{user}@/{database}?" + "&".join(f"{key}={value}" for key, value in parts.items())


@pytest.fixture(params=[pytest.param(name, marks=getattr(pytest.mark, name)) for name in DATABASES])
def database_kind(request: pytest.FixtureRequest) -> str:
    """Each test that asks for this runs on both databases."""
    return str(request.param)


@pytest.fixture
def new_address(database_kind: str, request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[NewAddress]:
    """Gives addresses at which there is nothing yet."""
    if database_kind == "sqlite":
        yield lambda: str(tmp_path / f"league-{uuid.uuid4().hex[:8]}.db")
        return
    server = request.getfixturevalue("postgres_server")
    made: list[str] = []

    def give() -> str:
        made.append(f"test_{uuid.uuid4().hex[:12]}")
        return on_server(server, made[-1])

    yield give
    for name in made:
        _execute(server, f"DROP DATABASE IF EXISTS {name} WITH (FORCE)")


@pytest.fixture
def new_league(database_kind: str, new_address: NewAddress, request: pytest.FixtureRequest) -> NewAddress:
    """Gives addresses of empty leagues."""

    def give() -> str:
        address = new_address()
        if database_kind == "sqlite":
            shutil.copyfile(request.getfixturevalue("sqlite_template"), address)
        else:
            template = request.getfixturevalue("postgres_template")
            name = address.partition("@/")[2].partition("?")[0]
            _execute(request.getfixturevalue("postgres_server"), f"CREATE DATABASE {name} TEMPLATE {template}")
        return address

    return give


@pytest.fixture
def league_address(new_league: NewAddress) -> str:
    """The address of an empty league, once on SQLite and once on PostgreSQL."""
    return new_league()


def _execute(server: str, statement: str) -> None:
    import psycopg

    with psycopg.connect(server, autocommit=True) as connection:
        connection.execute(statement)
