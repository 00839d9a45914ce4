"""What a table says: its columns, and the words under it."""

from __future__ import annotations

import json
from collections.abc import Sequence

from schneider_league.derive.standings import derive_standings
from schneider_league.derive.tallies import Tally
from schneider_league.derive.tie_breaks import DEFAULT_ORDER
from schneider_league.reports.model import Report
from schneider_league.reports.numbers import show_exact, sparkline
from schneider_league.reports.render import Format, render
from schneider_league.reports.standings import TableContext, standings_report
from tests.derive.tallying import lines, session

AWKWARD = {1: "[bold]Anna", 2: "=1+1", 3: "Jan Černý " * 20, 4: "田中\x1b[31m"}


def report(
    tallies: Sequence[Tally],
    order: Sequence[str] = DEFAULT_ORDER,
    *,
    names: dict[int, str] | None = None,
    min_sessions: int = 1,
    explain: bool = False,
    width: int | None = None,
) -> Report:
    found = names or {number: f"P{number}" for number in range(1, 10)}
    standings = derive_standings(tallies, order=order, min_sessions=min_sessions, name_of=found.__getitem__)
    context = TableContext(None, "", found.__getitem__, {1: 1500.4}, {}, min_sessions)
    return standings_report(standings, context, explain=explain, width=width)


def text(found: Report, format: Format = "table") -> str:
    return b"".join(render(found, format)).decode()


def test_full_ties() -> None:
    found = report(lines("1 2 7-3\n1 3 7-3\n2 3 5-5\n1 4 7-0\n2 4 7-0\n3 4 7-0"))
    assert list(found.notes())[1:] == [
        "Places 2 and 3, level on points: nothing decided; P2 and P3 are level in everything."
    ]


def test_three_who_beat_one_another_and_two_more_who_are_level() -> None:
    found = report(lines("1 2 7-0\n2 3 7-5\n3 1 7-6\n4 5 5-5"))
    assert list(found.notes())[1:] == [
        "Places 1 to 3, level on points: decided by game-point difference.",
        "Places 4 and 5, level on points: nothing decided; P4 and P5 are level in everything.",
    ]
    explained = list(report(lines("1 2 7-0\n2 3 7-5\n3 1 7-6"), explain=True).notes())[1:]
    assert explained == [
        "Places 1 to 3 by direct encounter: P1 1; P2 1; P3 1: level.",
        "Places 1 to 3 by game-point difference: P1 +6; P3 −1; P2 −5.",
    ]


def test_direct_encounter_that_does_not_apply() -> None:
    tallies = lines("1 2 7-6\n3 4 7-0")
    assert list(report(tallies).notes())[1] == (
        "Places 1 and 2, level on points: decided by game-point difference; direct encounter did not apply where "
        "not all had met."
    )
    assert list(report(tallies, explain=True).notes())[1] == (
        "Places 1 and 2 by direct encounter: it does not apply, since not all of P1 and P3 have met."
    )


def test_all_decisions_of_direct_encounter_are_told() -> None:
    tallies = lines("1 2 7-6\n1 3 7-6\n4 1 7-0\n2 3 7-6\n2 4 6-7\n3 4 7-6\n3 9 7-0\n2 9 7-0")
    notes = list(report(tallies, explain=True).notes())[1:]
    assert notes == [
        "Places 1 to 4 by direct encounter: P1 2; P4 2; P2 1; P3 1.",
        "Places 1 and 2 by direct encounter, anew among them: P4 1; P1 0.",
        "Places 3 and 4 by direct encounter, anew among them: P2 1; P3 0.",
    ]


def test_mixed_rules_and_units() -> None:
    tallies = [session(1, 1, 2, (7, 4)), session(2, 1, 2, (7, 4), rules="points")]
    (note,) = [note for note in report(tallies).notes() if "rulesets" in note]
    assert note == (
        "Sessions of 2 rulesets are counted together, though game points differ between them: bohemian 1 and "
        "points 1. --rules takes one alone."
    )
    assert any("and honours captured differ" in note for note in report(tallies, ["points", "honours"]).notes())


def test_what_has_no_rounds_is_said() -> None:
    notes = " ".join(report(lines("1 2 7-4"), ["points", "buchholz", "progressive"]).notes())
    assert "Buchholz and progressive score: there are no rounds here" in notes
    assert "no rounds" not in " ".join(report(lines("1 2 7-4")).notes())


def test_min_sessions_is_said() -> None:
    assert (
        "Left out: 1 player with fewer than 2 sessions."
        in report(lines("1 2 7-4\n1 2 7-4\n1 3 2-7"), min_sessions=2).notes()
    )


def test_json_has_the_fields_of_the_contract() -> None:
    found = json.loads(text(report([session(1, 1, 2, (7, 0)), session(2, 1, 2, (3, 3))], ["points", "ratio"]), "json"))
    assert list(found) == ["schema", "event", "order", "rows"]
    keys = "rank player sessions won drawn lost points byes deals game_points_for game_points_against schneiders"
    assert list(found["rows"][0]) == [*keys.split(), "schwarzes", "rating", "tie_breaks"]
    assert found["rows"][0]["points"] == 1.5
    assert found["rows"][0]["rating"] == 1500
    assert found["rows"][1]["rating"] is None
    assert found["rows"][0]["tie_breaks"] == {"ratio": 10 / 3}


def test_nothing_lost_is_null_in_json_and_infinite_for_people() -> None:
    found = report(lines("1 2 7-0"), ["ratio"])
    assert json.loads(text(found, "json"))["rows"][0]["tie_breaks"] == {"ratio": None}
    assert "∞" in text(found)


def test_names_are_data_in_every_format() -> None:
    found = report(lines("1 2 7-4\n3 4 7-4"), names=AWKWARD)
    assert "[bold]Anna" in text(found)
    assert "\x1b" not in text(found)
    assert "'=1+1" in text(found, "csv")
    assert AWKWARD[3].strip() in text(found)
    assert "&lt;" not in text(found, "html")
    assert "[bold]Anna" in text(found, "html")


def test_a_narrow_terminal_leaves_out_what_is_less_asked_for() -> None:
    tallies = [session(1, 1, 2, (7, 4), deals=9, schneiders=(1, 0))]
    wide = report(tallies, width=200)
    narrow = report(tallies, width=70)
    assert {column.heading for column in wide.columns} - {column.heading for column in narrow.columns} == {
        "Deals",
        "Schwarz",
        "Schneider",
    }
    assert max(map(len, text(narrow).splitlines()[:3])) <= 70
    assert "Too narrow for Deals, Schwarz and Schneider" in text(narrow)
    assert "Too narrow" not in text(wide)


def test_many_groups_of_level_players_are_counted() -> None:
    played = "\n".join(f"{2 * number + 10} {2 * number + 11} 5-5\n{2 * number + 10} 1 7-0" for number in range(12))
    found = report(lines(played), ["won", "diff", "for"], names={number: f"P{number}" for number in range(40)})
    assert len(found.notes()) < 12


def test_numbers() -> None:
    from fractions import Fraction

    assert [show_exact(value) for value in (2, Fraction(1, 2), Fraction(5, 2), Fraction(1, 4), None)] == [
        "2",
        "½",
        "2½",
        "¼",
        "–",
    ]
    assert show_exact(Fraction(1, 3)) == "0.333"
    assert sparkline([1, 2, 3]) == "▁▅█"
    assert sparkline([5, 5]) == "▄▄"
    assert sparkline([7]) == "▄"
    assert len(sparkline(list(range(1000)))) == 60
    assert sparkline(list(range(1000)))[-1] == "█"
