"""Players in the store: names apart from everything else, merges that can be taken back."""

from datetime import timedelta

import pytest

from schneider_league.derive.names import find_player
from schneider_league.errors import InputError, NotFoundError, StateError
from schneider_league.store.engine import Database
from schneider_league.store.people import (
    add_alias,
    add_player,
    append_player_entry,
    find_meetings,
    find_sessions_of,
    list_players,
    list_starts,
    load_player_entries,
    merge_entry_of,
    remove_alias,
    remove_names,
    rename_player,
)
from tests.store.examples import EVENING, at, pair, played

AWKWARD = [
    "[bold]Anna[/bold]",
    "<script>alert(1)</script>",
    "=1+1",
    "Ž" * 200,
    "山田太郎",
    "محمد",
    "👩‍👩‍👧 Čeněk",
    'O\'Neill "%s" ?; DROP TABLE player',
    "\x1b[31mred",
]


@pytest.mark.parametrize("name", AWKWARD, ids=range(len(AWKWARD)))
def test_names_are_data(league_address: str, name: str) -> None:
    with Database(league_address).writing() as league:
        added = add_player(league, name, aliases=[f"{name}2"])
    with Database(league_address).reading() as league:
        assert list_players(league) == [added]
        assert find_player(list_players(league), name) == added
    assert (added.name, added.aliases) == (name, (f"{name}2",))


@pytest.mark.parametrize("name", ["", "  ", "a\0b", "\udcff"])
def test_no_names(league_address: str, name: str) -> None:
    with Database(league_address).writing() as league, pytest.raises(InputError):
        add_player(league, name)


@pytest.mark.parametrize("name", ["Karl Müller", "karl mueller", "KARL MÜLLER", "Charly", " karl  müller "])
def test_a_name_is_taken(league_address: str, name: str) -> None:
    with Database(league_address).writing() as league:
        add_player(league, "Karl Müller", aliases=["Charly"])
        with pytest.raises(StateError, match="player 1"):
            add_player(league, name)
        anna = add_player(league, "Anna")
        for act in (rename_player, add_alias):
            with pytest.raises(StateError):
                act(league, anna.id, name)


def test_the_old_name_stays_an_alias(league_address: str) -> None:
    with Database(league_address).writing() as league:
        anna = add_player(league, "Anna Nováková")
        rename_player(league, anna.id, "Anna Malá")
        rename_player(league, anna.id, "Anna Nováková")
        assert add_alias(league, anna.id, "Anča")
        assert not add_alias(league, anna.id, "Anča")
        assert not remove_alias(league, anna.id, "Anna Nováková")
        assert remove_alias(league, anna.id, "Anna Malá")
        (player,) = list_players(league)
    assert (player.name, player.aliases) == ("Anna Nováková", ("Anča",))


def test_states(league_address: str) -> None:
    with Database(league_address, at).writing() as league:
        anna, ben = pair(league)
        append_player_entry(league, anna.id, "retire", reason="moved to Brno")
    with Database(league_address, lambda: EVENING + timedelta(days=1)).writing() as league:
        append_player_entry(league, anna.id, "return")
        remove_names(league, ben.id)
        append_player_entry(league, ben.id, "anonymise")
    with Database(league_address).reading() as league:
        assert [(player.name, player.state) for player in list_players(league)] == [
            ("Anna Nováková", "active"),
            ("Player 2", "anonymised"),
        ]
        assert [player.state for player in list_players(league, known_at=EVENING)] == ["retired", "active"]
        assert list_players(league, known_at=EVENING - timedelta(days=1)) == []
        assert [(entry.kind, entry.reason) for entry in load_player_entries(league, anna.id)] == [
            ("retire", "moved to Brno"),
            ("return", None),
        ]


def test_a_merge_and_back(league_address: str) -> None:
    with Database(league_address).writing() as league:
        anna, ben = pair(league)
        entry = append_player_entry(league, anna.id, "merge", into=ben.id)
        assert [player.merged_into for player in list_players(league)] == [ben.id, None]
        assert merge_entry_of(league, anna.id) == entry
        append_player_entry(league, anna.id, "void", replaces=entry)
        assert [player.merged_into for player in list_players(league)] == [None, None]
        with pytest.raises(NotFoundError):
            merge_entry_of(league, anna.id)
        with pytest.raises(StateError):
            append_player_entry(league, anna.id, "void", replaces=entry)


def test_who_met_whom(league_address: str) -> None:
    session = played(league_address, (14, 6))
    played(league_address, names=("Cyril", "Dora"))
    with Database(league_address).reading() as league:
        assert find_meetings(league, [2, 3], [1]) == [session]
        assert find_meetings(league, [1], [3, 4]) == []
        assert find_sessions_of(league, [4]) == [2]
        assert [(a, b) for a, b, _day in list_starts(league)] == [(1, 2), (3, 4)]
        assert [(a, b) for a, b, _day in list_starts(league, [1])] == [(1, 2)]
