"""The bracket that the site draws of a knockout."""

from __future__ import annotations

from pathlib import Path

import pytest

from schneider_league.derive.names import resolve_merges
from schneider_league.reports.site.bracket import BracketMatch, BracketRound, bracket_of
from schneider_league.reports.site.names import name_people
from schneider_league.store.engine import Database
from schneider_league.store.people import list_players
from schneider_league.workflows.site.building import build_site
from tests.workflows.director import EIGHT, Director


@pytest.fixture
def director(league_address: str) -> Director:
    return Director(league_address, EIGHT)


def drawn(director: Director) -> tuple[BracketRound, ...]:
    with Database(director.address).reading() as league:
        players = list_players(league)
    return bracket_of(director.state(), name_people(players, resolve_merges(players), initials=False))


def words(match: BracketMatch) -> str:
    sides = " – ".join(
        f"{side.name or '?'}{'!' if side.is_winner else ''}{f' {side.score}' if side.score else ''}"
        for side in match.sides
    )
    said = [words for words, _href in match.sessions] + ([match.remark] if match.remark else [])
    return f"{sides}: {', '.join(said)}" if said else sides


def lines(director: Director) -> dict[str, list[str]]:
    return {each.title: [words(match) for match in each.matches] for each in drawn(director)}


def test_only_a_knockout_that_has_begun_has_one(director: Director) -> None:
    director.hold("swiss", EIGHT, rounds=3, name="Swiss")
    director.publish("Swiss")
    director.hold("knockout", EIGHT)
    assert drawn(director) == ()
    assert bracket_of(director.state("Swiss"), name_people([], {}, initials=False)) == ()


def test_from_the_first_round_to_the_last(director: Director) -> None:
    director.hold("knockout", EIGHT[:6])
    director.publish()
    assert lines(director) == {
        "Quarter-finals": [
            "Anna: bye",
            "Dora – Eva: to be played",
            "Ben: bye",
            "Carl – Filip: to be played",
        ],
        "Semi-finals": ["Anna – ?", "Ben – ?"],
        "Final": ["? – ?"],
    }
    director.result("Dora", "Eva", "4-7", event="Cup")
    director.start("Carl", "Filip", event="Cup", dealer=None)
    assert lines(director)["Quarter-finals"][1:] == [
        "Dora 4 – Eva! 7: session 1",
        "Ben: bye",
        "Carl – Filip: session 2, in play",
    ]
    assert lines(director)["Semi-finals"] == ["Anna – Eva", "Ben – ?"]
    director.score("14-6", session="2")
    assert lines(director)["Quarter-finals"][3].endswith("session 2, in play")
    director.forfeit("2", "Carl", reason="ill")
    director.publish()
    director.forfeit_game("both", board=1)
    director.result("Ben", "Filip", "7-4", event="Cup")
    assert lines(director)["Semi-finals"] == ["Anna – Eva: both forfeit", "Ben! 7 – Filip 4: session 3"]
    director.publish()
    assert lines(director)["Final"] == ["Ben: bye"]


def test_a_best_of_three_counts_sessions(director: Director) -> None:
    director.hold("knockout", EIGHT[:2], best_of=3)
    director.publish()
    director.result("Anna", "Ben", "7-4", event="Cup")
    director.result("Anna", "Ben", "4-7", event="Cup")
    assert lines(director) == {"Final": ["Anna 1 – Ben 1: session 1, session 2, it goes on"]}
    director.result("Anna", "Ben", "8-6", event="Cup")
    assert lines(director) == {"Final": ["Anna! 2 – Ben 1: session 1, session 2, session 3"]}


def test_a_line_that_nobody_reaches(director: Director) -> None:
    director.hold("knockout", EIGHT)
    director.publish()
    for board in (1, 2):
        director.forfeit_game("both", board=board)
    for line in director.state().rounds[0].pairings[2:]:
        a, b = (director.name_of(player) for player in line.stated.players)
        director.result(a, b, "7-4", event="Cup")
    director.publish()
    (nobody, _other) = drawn(director)[1].matches
    assert nobody.sides == ()


def test_its_page(director: Director, tmp_path: Path) -> None:
    director.hold("knockout", EIGHT[:3])
    director.publish()
    director.result("Ben", "Carl", "7-4", event="Cup")
    build_site(director.address, str(tmp_path / "site"), initials=True)
    text = (tmp_path / "site" / "events" / "1.html").read_text("utf-8")
    assert text.index("Semi-finals") < text.index(">Final<") < text.index('id="standings-title"')
    assert '<a href="../players/2.html"><bdi>B.</bdi></a><span class="unseen"> wins</span><b>7</b>' in text
    assert "Ben" not in text
