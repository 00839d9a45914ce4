"""`site`: its folder, its addresses, its names."""

from __future__ import annotations

import hashlib
import json
import os
import re
from collections.abc import Callable
from datetime import date
from pathlib import Path

import pytest

from schneider_league.errors import InputError, MachineError, NotFoundError, StateError, UsageError
from schneider_league.records.event import Settings
from schneider_league.reports.site.tables import Cell, Head, Table
from schneider_league.store.engine import Database
from schneider_league.store.events import create_event
from schneider_league.workflows.players import merge_players, rename_player
from schneider_league.workflows.sessions.correcting import void_session
from schneider_league.workflows.site.building import SiteMade, build_site
from schneider_league.workflows.site.folder import MANIFEST
from schneider_league.workflows.site.runs import RunPage
from tests.workflows.results import Club

Build = Callable[..., SiteMade]


@pytest.fixture
def league(league_address: str) -> str:
    club = Club(league_address, "Anna Bauer", "Ben <b>", "Carl", "Dora")
    event = club.event("Thursday")
    club.result("Anna Bauer", "Ben <b>", (7, 4), date(2026, 9, 3), event=event)
    club.result("Anna Bauer", "Carl", (3, 7), date(2026, 10, 1))
    return league_address


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return tmp_path / "public"


@pytest.fixture
def build(league: str, folder: Path) -> Build:
    return lambda **settings: build_site(league, str(folder), **settings)


def names(folder: Path) -> list[str]:
    return sorted(path.relative_to(folder).as_posix() for path in folder.rglob("*") if path.is_file())


def content(folder: Path) -> dict[str, str]:
    return {name: hashlib.sha256((folder / name).read_bytes()).hexdigest() for name in names(folder)}


def test_what_is_there(build: Build, folder: Path) -> None:
    made = build()
    assert names(folder) == [
        *("assets/search.js", "assets/site.css", "assets/site.js", "events/1.html", "events/index.html", "index.html"),
        *("players/1.html", "players/2.html", "players/3.html", "players/4.html", "players/index.html", "ratings.html"),
        *("sessions/1.html", "sessions/2.html", "sessions/2026-09.html", "sessions/2026-10.html"),
        *("sessions/index.html", MANIFEST, "standings.html"),
    ]
    assert (made.pages, made.players, made.sessions, made.deals) == (18, 4, 2, 0)


def test_the_same_league_gives_the_same_bytes(build: Build, folder: Path, league: str, tmp_path: Path) -> None:
    build()
    first = content(folder)
    build()
    build_site(league, str(tmp_path / "other"))
    assert first == content(folder) == content(tmp_path / "other")


def test_names_are_text(build: Build, folder: Path) -> None:
    build(title="<i>Club</i> \x1b[0m")
    for path in folder.rglob("*.html"):
        text = path.read_text("utf-8")
        assert "<b>" not in re.sub(r"<b>\+|<b>−", "", text), path
        assert "<i>" not in text
        assert "\x1b" not in text
    assert "Ben &lt;b&gt;" in (folder / "players" / "2.html").read_text("utf-8")


def test_with_initials_no_name_is_left(build: Build, folder: Path, league: str) -> None:
    rename_player(league, "Carl", "Carl Dietz")
    with Database(league).writing() as writing:
        create_event(writing, Settings("The birthday of Anna Bauer", "open"))
    build(initials=True)
    for path in folder.rglob("*"):
        if path.is_file():
            assert not re.search("Anna|Bauer|Carl|Dietz|Dora", path.read_text("utf-8")), path
    assert "The birthday of A. B." in (folder / "events" / "2.html").read_text("utf-8")


def test_addresses_stay_when_players_are_merged_and_sessions_void(build: Build, folder: Path, league: str) -> None:
    build()
    before = set(names(folder))
    merge_players(league, "Dora", "Carl")
    void_session(league, "2", reason="entered twice")
    build()
    assert before - set(names(folder)) == {"sessions/2026-10.html"}, "a month without sessions"
    assert "players/3.html" in (folder / "players" / "4.html").read_text("utf-8")
    assert "counts for nothing" in (folder / "sessions" / "2.html").read_text("utf-8")


def test_an_empty_league(league_address: str, folder: Path) -> None:
    made = build_site(league_address, str(folder))
    assert made.sessions == 0
    assert "No session counts yet." in (folder / "index.html").read_text("utf-8")


# --- the folder ---


def test_foreign_files_are_left_alone(build: Build, folder: Path) -> None:
    folder.mkdir()
    (folder / "CNAME").write_text("club.example")
    (folder / "photos").mkdir()
    (folder / "photos" / "1.html").write_text("a photo")
    build()
    build()
    assert (folder / "CNAME").read_text() == "club.example"
    assert (folder / "photos" / "1.html").read_text() == "a photo"


@pytest.mark.parametrize("name", ["index.html", "players/3.html", "assets/site.css"])
def test_nothing_is_written_where_a_foreign_file_is_in_the_way(name: str, build: Build, folder: Path) -> None:
    path = folder / name
    path.parent.mkdir(parents=True)
    path.write_text("mine")
    with pytest.raises(StateError, match=f"{name}.*is there already"):
        build()
    assert names(folder) == [name]
    assert os.listdir(folder) == [name.partition("/")[0]]


def test_a_page_that_somebody_changed_is_somebodys(build: Build, folder: Path) -> None:
    build()
    before = content(folder)
    (folder / "ratings.html").write_text("my own words")
    with pytest.raises(StateError, match=r"ratings\.html' was changed since"):
        build()
    assert {name for name, digest in content(folder).items() if before[name] != digest} == {"ratings.html"}


def test_folders_and_links_in_the_way(build: Build, folder: Path, tmp_path: Path) -> None:
    (tmp_path / "elsewhere").mkdir()
    folder.mkdir()
    (folder / "players").symlink_to(tmp_path / "elsewhere")
    with pytest.raises(StateError, match="players' is in the way"):
        build()
    (folder / "players").unlink()
    (folder / "index.html").mkdir()
    with pytest.raises(StateError, match=r"index\.html' is in the way"):
        build()
    assert os.listdir(tmp_path / "elsewhere") == []


def test_a_manifest_cannot_make_it_remove_other_things(build: Build, folder: Path, tmp_path: Path) -> None:
    build()
    outside = tmp_path / "outside.html"
    outside.write_text("x")
    digest = hashlib.sha256(b"x").hexdigest()[:32]
    stated = json.loads((folder / MANIFEST).read_text())
    stated["files"] |= {"../outside.html": [digest], str(outside): [digest], "a/b/../../../outside.html": [digest]}
    (folder / MANIFEST).write_text(json.dumps(stated))
    build()
    assert outside.exists()


@pytest.mark.parametrize("text", ["", "{", "[]", '{"schema": "site-files/1", "files": 3}', '{"schema": "other/1"}'])
def test_a_manifest_that_cannot_be_read(text: str, build: Build, folder: Path) -> None:
    build()
    (folder / MANIFEST).write_text(text)
    with pytest.raises(InputError, match="no list of the files of a site"):
        build()


def test_a_failure_leaves_the_old_site(build: Build, folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    build()
    before = content(folder)

    def broken(*arguments: object, **settings: object) -> str:
        raise MachineError("the disk is full")

    monkeypatch.setattr("schneider_league.workflows.site.building.score_sheet_page", broken)
    with pytest.raises(MachineError):
        build(title="Another")
    assert content(folder) == before


def test_a_failure_leaves_no_new_folder(build: Build, folder: Path) -> None:
    with pytest.raises(NotFoundError):
        build(runs=str(folder / "none"))
    assert not folder.exists()


def test_an_interruption_while_moving_is_made_good(build: Build, folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    build()
    replace, moves = os.replace, iter(range(1000))

    def interrupted(source: str, target: str) -> None:
        if next(moves) == 7:
            raise KeyboardInterrupt
        replace(source, target)

    monkeypatch.setattr(os, "replace", interrupted)
    with pytest.raises(KeyboardInterrupt):
        build(title="Another")
    monkeypatch.undo()
    build(title="Another")
    assert "Another" in (folder / "index.html").read_text("utf-8")


def test_names_of_folders(league: str, tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    (tmp_path / "dangling").symlink_to(tmp_path / "none")
    for name, error in {
        "": UsageError,
        str(tmp_path / "file"): UsageError,
        str(tmp_path / "dangling"): UsageError,
        str(tmp_path / "none" / "site"): NotFoundError,
    }.items():
        with pytest.raises(error):
            build_site(league, name)
    assert sorted(os.listdir(tmp_path)) == sorted({"file", "dangling", *_databases(tmp_path)})


def _databases(folder: Path) -> list[str]:
    return [name for name in os.listdir(folder) if name.startswith("league-")]


def test_bot_runs_have_a_list_and_pages(build: Build, folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    table = Table("Results", [Head("Bot"), Head("Won", "right")], [(Cell("greedy"), Cell("3"))])
    run = RunPage("first", "The first <run>", ("bohemian", "seed 7"), (table,))
    monkeypatch.setattr("schneider_league.workflows.site.building.read_runs", lambda directory: [run])
    build(runs="anywhere")
    assert 'href="../runs/first.html"' in (folder / "runs" / "index.html").read_text("utf-8")
    assert "greedy" in (folder / "runs" / "first.html").read_text("utf-8")
    assert "runs/index.html" in (folder / "index.html").read_text("utf-8")
