"""Whom people mean by what they type."""

import pytest

from schneider_league.derive.names import Fit, derive_fit, find_named, find_player, fold, resolve_merges
from schneider_league.errors import AmbiguousError, NotFoundError
from schneider_league.records.players import Player, PlayerState

FITS = [
    ("Müller", "Müller", Fit.EXACT),
    ("Mu\u0308ller", "Müller", Fit.EXACT),
    ("muller", "Müller", Fit.FOLDED),
    ("mueller", "Müller", Fit.FOLDED),
    ("MÜLLER", "Mueller", Fit.FOLDED),
    ("Groß", "Gross", Fit.FOLDED),
    ("novakova anna", "Anna Nováková", Fit.FOLDED),
    ("Nováková, Anna", "Anna Nováková", Fit.FOLDED),
    ("an", "Anna Nováková", Fit.PREFIX),
    ("nov", "Anna Nováková", Fit.PREFIX),
    ("nov an", "Anna Nováková", Fit.PREFIX),
    ("anna n", "Anna Nováková", Fit.PREFIX),
    ("anna anna", "Anna Nováková", Fit.NONE),
    ("na", "Anna Nováková", Fit.NONE),
    ("Soren", "Søren", Fit.FOLDED),
    ("lodz", "Łódź", Fit.FOLDED),
    ("か", "が", Fit.NONE),
    ("山田", "山田太郎", Fit.PREFIX),
    ("🃏", "🃏 Joker", Fit.PREFIX),
    ("", "Anna", Fit.NONE),
]


@pytest.mark.parametrize(("query", "name", "fit"), FITS)
def test_fits(query: str, name: str, fit: Fit) -> None:
    assert derive_fit(query, name) is fit


def test_fold_is_never_empty() -> None:
    assert all(fold(name) for name in (",", "\u0301", "´", "ä"))


def player(id_: int, name: str, *aliases: str, state: PlayerState = "active", merged_into: int | None = None) -> Player:
    return Player(id_, f"u{id_}", "human", name, aliases, state, merged_into)


CLUB = [
    player(1, "Anna Nováková", "Anča"),
    player(2, "Jan Novák"),
    player(3, "Jana Nováková"),
    player(4, "Novák Jan"),
    player(5, "Karl Müller", merged_into=6),
    player(6, "Karl Mueller sen."),
    player(7, "Gone", state="removed"),
    player(8, "12"),
    player(9, "Jan"),
]


@pytest.mark.parametrize(
    ("query", "found"),
    [
        ("anna", 1),
        ("anča", 1),
        ("1", 1),
        ("Jan Novák", 2),
        ("Novák Jan", 4),
        ("jan", 9),
        ("jana", 3),
        ("Karl Müller", 6),
        ("karl", 6),
        ("12", 8),
        ("5", 6),
    ],
)
def test_players_are_found(query: str, found: int) -> None:
    assert find_player(CLUB, query).id == found


def test_who_was_merged_is_found_themselves_when_asked_for() -> None:
    assert find_player(CLUB, "karl müller", merged=True).id == 5


def test_an_ambiguous_name_lists_the_candidates() -> None:
    with pytest.raises(AmbiguousError, match="'jan novak' fits several players") as told:
        find_player(CLUB, "jan novak")
    assert told.value.candidates == ("Jan Novák (id 2)", "Novák Jan (id 4)")


def test_of_many_candidates_some_are_listed() -> None:
    with pytest.raises(AmbiguousError) as told:
        find_player([player(id_, f"Anna {id_}") for id_ in range(1, 31)], "anna")
    assert len(told.value.candidates) == 11
    assert told.value.candidates[-1] == "and 20 more"


@pytest.mark.parametrize(("query", "closest"), [("Hanna", "Anna Nováková"), ("Karl Miller", "Karl Müller")])
def test_an_unknown_name_lists_the_closest(query: str, closest: str) -> None:
    with pytest.raises(NotFoundError, match=f"no player '{query}'") as told:
        find_player(CLUB, query)
    assert closest in told.value.candidates


@pytest.mark.parametrize("query", ["Gone", "7", "99", ""])
def test_nobody(query: str) -> None:
    with pytest.raises(NotFoundError):
        find_player(CLUB, query)


def test_events_are_found_alike() -> None:
    events = [(1, ["Thursday night"]), (2, ["Friday night"]), (3, ["Thursday"])]
    assert find_named("event", "thursday", events) == 3
    assert find_named("event", "fri", events) == 2
    assert find_named("event", "2", events) == 2
    with pytest.raises(AmbiguousError):
        find_named("event", "night", events)


def test_merges_are_followed() -> None:
    chain = [player(1, "a", merged_into=2), player(2, "b", merged_into=3), player(3, "c")]
    assert resolve_merges(chain) == {1: 3, 2: 3, 3: 3}
