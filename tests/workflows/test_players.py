"""What players can be done to, as a user does it."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from schneider_league.errors import AmbiguousError, NotFoundError, StateError, UsageError
from schneider_league.records.ledger import VOID, Content, EntryKind
from schneider_league.store.engine import Database
from schneider_league.store.ledger import Draft, append, load_session, start_session
from schneider_league.store.verify import verify
from schneider_league.workflows.players import (
    add_players,
    alias_player,
    anonymise_player,
    list_all_players,
    merge_players,
    remove_player,
    rename_player,
    retire_player,
    return_player,
    unmerge_player,
    view_player,
)
from tests.store.examples import deal, played, start

NAMES = ("Anna Nováková", "Ben", "Karl Müller", "Karl Mueller sen.")


@pytest.fixture
def league(league_address: str) -> str:
    add_players(league_address, NAMES)
    return league_address


def meet(address: str, a: int, b: int, *deals: Content) -> int:
    """A session of two players."""
    with Database(address).writing() as league:
        session = start_session(league, start(league, a, b))
        for content in deals:
            append(league, session, [Draft(content)])
        return session


def names(address: str) -> list[str]:
    """Who is listed."""
    return [line.name for line in list_all_players(address)]


def test_all_are_added_or_none(league: str) -> None:
    with pytest.raises(StateError):
        add_players(league, ["Dora", "BEN"])
    with pytest.raises(UsageError):
        add_players(league, ["Dora", "dóra"])
    with pytest.raises(UsageError):
        add_players(league, ["Dora", "Emil"], aliases=["D"])
    assert names(league) == ["Anna Nováková", "Ben", "Karl Müller", "Karl Mueller sen."]
    (dora,) = add_players(league, ["Dora"], aliases=["Dorka"])
    assert view_player(league, "dorka").line.id == dora.id


def test_a_merge_moves_sessions_and_is_taken_back(league: str) -> None:
    meet(league, 1, 3, deal(14, 6))
    meet(league, 2, 4, deal(14, 6))
    source, target, moved = merge_players(league, "Karl Müller", "Karl Mueller sen.", reason="one person")
    assert (source.id, target.id, moved) == (3, 4, 1)
    assert view_player(league, "karl").line.sessions == 2
    assert view_player(league, "karl").merged == ("Karl Müller (id 3)",)
    assert "Karl Müller" not in names(league)
    assert [(line.name, line.merged_into) for line in list_all_players(league, everybody=True) if line.id == 3] == [
        ("Karl Müller", "Karl Mueller sen.")
    ]
    with pytest.raises(StateError, match=r"merged into Karl Mueller sen\. already"):
        merge_players(league, "Karl Müller", "Karl Mueller sen.")
    source, target, moved = unmerge_player(league, "Karl Müller")
    assert (source.id, target.id, moved) == (3, 4, 1)
    assert view_player(league, "3").line.sessions == 1
    assert [each.what for each in view_player(league, "3").history] == [
        "merged into Karl Mueller sen. (id 4)",
        "the merge was taken back",
    ]
    with pytest.raises(StateError, match="was not merged"):
        unmerge_player(league, "Karl Müller")
    assert verify(league).findings == ()


def test_who_met_are_two(league: str) -> None:
    session = meet(league, 3, 4)
    with pytest.raises(StateError, match=f"they met in session {session}"):
        merge_players(league, "3", "4")
    # Opened by mistake, it is no meeting.
    with Database(league).writing() as writing:
        append(writing, session, [Draft(VOID, replaces=load_session(writing, session)[0].id)], reason="a mistake")
    merge_players(league, "3", "4")


def test_who_met_through_an_earlier_merge_are_two(league: str) -> None:
    meet(league, 1, 3)
    merge_players(league, "3", "4")
    with pytest.raises(StateError, match="they met in session 1"):
        merge_players(league, "Anna", "karl")
    with pytest.raises(StateError, match="they met in session 1"):
        merge_players(league, "karl", "Anna")
    merge_players(league, "4", "2")
    with pytest.raises(StateError, match="they met in session 1"):
        merge_players(league, "Anna", "Ben")
    # Un-merged from the middle, who was merged before goes along.
    source, target, moved = unmerge_player(league, "4")
    assert (source.id, target.id, moved) == (4, 2, 1)
    merge_players(league, "Anna", "Ben")


def test_nobody_is_merged_into_themselves(league: str) -> None:
    with pytest.raises(UsageError, match="the same player"):
        merge_players(league, "Anna", "1")


def test_retired_and_back(league: str) -> None:
    assert retire_player(league, "anna", reason="moved away")[1]
    assert not retire_player(league, "anna")[1]
    assert view_player(league, "anna").line.state == "retired"
    assert return_player(league, "anna")[1]
    assert not return_player(league, "anna")[1]
    assert view_player(league, "anna").line.state == "active"


def test_names_and_aliases(league: str) -> None:
    was, now = rename_player(league, "anna", " Anna Malá ")
    assert (was.name, now) == ("Anna Nováková", "Anna Malá")
    assert view_player(league, "novakova").line.name == "Anna Malá"
    assert alias_player(league, "anna", ["Anča", "Anna Malá"])[1] == ["Anča"]
    with pytest.raises(StateError):
        alias_player(league, "anna", ["ben"])
    assert alias_player(league, "anna", ["Anča", "?"], remove=True)[1] == ["Anča"]
    with pytest.raises(NotFoundError):
        view_player(league, "anca")


def test_who_played_stays(league: str) -> None:
    session = meet(league, 1, 2)
    with pytest.raises(StateError, match="has played"):
        remove_player(league, "Anna")
    with Database(league).writing() as writing:
        append(writing, session, [Draft(VOID, replaces=load_session(writing, session)[0].id)], reason="a mistake")
    remove_player(league, "Anna")
    with pytest.raises(NotFoundError):
        view_player(league, "Anna")
    (anna,) = add_players(league, ["Anna Nováková"])
    assert anna.id == 5


def test_who_others_were_merged_into_stays(league: str) -> None:
    merge_players(league, "3", "4")
    with pytest.raises(StateError, match=r"merged into Karl Mueller sen\."):
        remove_player(league, "4")
    with pytest.raises(StateError, match="was merged into"):
        remove_player(league, "Karl Müller")


RECORD = {
    "tags": {
        "Session": "anna-ben",
        "NonDealer": "Ben",
        "Dealer": "Anna Nováková",
        "Event": "Thursday",
        "Score": "14-6",
    },
    "moves": [{"lead": "JS", "response": "9S", "comment": "Nováková thought long"}],
    "comment": "a good one",
}


def test_a_name_vanishes_everywhere(league: str) -> None:
    alias_player(league, "anna", ["Anča"])
    rename_player(league, "anna", "Anna Malá")
    session = meet(
        league,
        1,
        2,
        deal(14, 6, note="Anna looked at the talon"),
        deal(6, 14, 1, plays=json.dumps(RECORD)),
        Content(EntryKind.MISDEAL, dealer=0, note="a card lay open"),
    )
    other = meet(league, 2, 3, deal(14, 6, note="ANČA kept the score"), deal(14, 6, 1, note="Annabel watched"))
    retire_player(league, "anna", reason="anna mala moved")
    done = anonymise_player(league, "anna")
    assert (done.called, done.names, done.remarks, done.records) == ("Player 1", 3, 3, 1)
    with Database(league).reading() as reading:
        own = load_session(reading, session)
        others = load_session(reading, other)
        everything = " ".join(
            str(value)
            for table in ("player", "player_name", "player_entry", "entry", "session_start", "remark", "play")
            for row in reading.rows(f"SELECT * FROM {table}")
            for value in row
        )
    assert [entry.content.note for entry in own[1:]] == ["[removed]", None, "a card lay open"]
    assert [entry.content.note for entry in others[1:]] == ["[removed]", "Annabel watched"]
    assert own[2].content.plays is not None
    assert json.loads(own[2].content.plays) == {
        "tags": {
            "Session": f"session-{session}",
            "NonDealer": "Ben",
            "Dealer": "Player 1",
            "Event": "Thursday",
            "Score": "14-6",
        },
        "moves": [{"lead": "JS", "response": "9S", "comment": "[removed]"}],
        "comment": "a good one",
    }
    for name in ("Anna ", "anna ", "Nováková", "Malá", "Anča", "ANČA"):
        assert name not in everything
    assert view_player(league, "Player 1").line.sessions == 1
    for act in (anonymise_player, retire_player):
        with pytest.raises(StateError):
            act(league, "1")
    with pytest.raises(StateError):
        rename_player(league, "1", "Anna")
    add_players(league, ["Anna Malá"])
    assert [finding for finding in verify(league).findings if finding.area != "sessions"] == []


def test_who_was_merged_vanishes_too(league: str) -> None:
    merge_players(league, "3", "4")
    done = anonymise_player(league, "karl")
    assert done.names == 2
    with pytest.raises(NotFoundError):
        view_player(league, "karl")
    assert view_player(league, "4").line.state == "anonymised"


def test_an_ambiguous_name(league: str) -> None:
    with pytest.raises(AmbiguousError):
        view_player(league, "karl")


def test_looking_never_writes(tmp_path: Path, sqlite_template: Path) -> None:
    address = tmp_path / "league.db"
    address.write_bytes(sqlite_template.read_bytes())
    played(str(address), (14, 6))
    before = address.read_bytes()
    list_all_players(str(address))
    view_player(str(address), "anna")
    assert address.read_bytes() == before
