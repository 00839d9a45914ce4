import pytest

from schneider_league.records.players import Player, PlayerKind
from schneider_league.reports.site.names import initials_of, name_people, search_keys


def player(id_: int, name: str, *aliases: str, kind: PlayerKind = "human") -> Player:
    return Player(id_, f"u{id_}", kind, name, aliases, "active", None)


@pytest.mark.parametrize(
    ("name", "initials"),
    [
        ("Jiří Dvořák", "J. D."),
        ("Maria-Theresia von und zu Trautmannsdorff-Weinsberg", "M. T."),
        ("šárka", "Š."),
        ("Novák, Jan", "N. J."),
        ("日本 太郎", "日. 太."),
        ("<b>Max</b>", "B."),
        ("von der", "V. D."),
        ("👍", "N."),
    ],
)
def test_initials(name: str, initials: str) -> None:
    assert initials_of(name) == initials


def test_who_would_be_called_alike_is_told_apart() -> None:
    people = name_people([player(1, "Jan Novák"), player(2, "Jana Nováková"), player(3, "Ben")], {}, initials=True)
    assert dict(people.names) == {1: "J. N. (1)", 2: "J. N. (2)", 3: "B."}
    assert people.hrefs == {"J. N. (1)": "players/1.html", "J. N. (2)": "players/2.html", "B.": "players/3.html"}


def test_free_text_loses_names_and_aliases() -> None:
    people = name_people([player(1, "Jan Novák", "Honza"), player(2, "Jan")], {}, initials=True)
    assert people.hide("jan novák and Honza, not Janek; JAN") == "J. N. and J. N., not Janek; J."
    assert name_people([player(1, "Jan")], {}, initials=False).hide("Jan") == "Jan"


def test_bots_keep_their_names() -> None:
    people = name_people([player(1, "greedy", kind="bot"), player(2, "Greta")], {}, initials=True)
    assert dict(people.names) == {1: "greedy", 2: "G."}


def test_merged_players_count_for_another() -> None:
    people = name_people([player(1, "Ida"), player(2, "Ida B.")], {1: 1, 2: 1}, initials=False)
    assert dict(people.names) == {1: "Ida"}
    assert (people.name(2), people.href(2)) == ("Ida", "players/1.html")


def test_a_name_is_found_in_both_ways_of_writing_it() -> None:
    assert search_keys("Käthe Müller").split(" ") == ["kaethe", "mueller", "kathe", "muller"]
