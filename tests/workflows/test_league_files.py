"""A whole league in one file: into an empty database, into another laptop's, and what the other files leave out."""

from __future__ import annotations

import json
import os
import shutil
import tempfile
from collections.abc import Callable
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from schneider_league.derive.sessions import State
from schneider_league.errors import InputError, NotFoundError, StateError
from schneider_league.records.ledger import Content, Ending, EntryKind
from schneider_league.store.engine import Database
from schneider_league.store.ledger import Draft, append
from schneider_league.store.migrate import create_league
from schneider_league.store.people import add_player, append_player_entry, list_players, rename_player
from schneider_league.store.verify import verify
from schneider_league.workflows.exporting import Exported, export_league
from tests.workflows.director import EIGHT, Director
from tests.workflows.importer import Importer, lines, row

SAMPLES = Path(__file__).parents[2] / "sample_data"
NewLeague = Callable[[], str]


def with_history(league: Importer) -> None:
    """Fill a league with something of everything."""
    league.import_(league.sheet(row("14-6"), row("16-4", "Anna"), row("-", session="s2"), row("12-8", session="s2")))
    league.import_(str(SAMPLES / "points-marriage.sdr"))
    league.import_(str(SAMPLES / "u-jelena.sdr"), rules_files=[str(SAMPLES / "house-rule.toml")])
    league.import_(league.sheet("2026-11-20,x,Cara,=Dora,Cara,12,8,,,", name="wrong.csv"))
    league.undo(4)
    league.rescore(1, 2, 12, 8)
    with Database(league.address, league.clock).writing() as store:
        append(store, 2, [Draft(Content(EntryKind.END, ending=Ending.ABANDON))], reason="late")
        rename_player(store, 1, "Johanna")
        annie = add_player(store, "Annie").id
        append_player_entry(store, annie, "merge", into=1, reason="the same")
        append_player_entry(store, 2, "retire")


def bytes_of(address: str) -> bytes:
    return b"".join(export_league(address, "league", Exported("league")))


def test_into_an_empty_database_it_is_the_same_league(
    league_address: str, new_league: NewLeague, tmp_path: Path
) -> None:
    league = Importer(league_address, tmp_path)
    with_history(league)
    copy = Importer(new_league(), tmp_path)
    outcome = copy.import_(league.export("l.jsonl", "league"))
    assert lines(outcome) == [
        "l.jsonl: a whole league into an empty database, as it was: 9 players, 5 sessions, 22 entries."
    ]
    assert bytes_of(copy.address) == bytes_of(league_address)
    assert copy.sessions() == league.sessions()
    assert verify(copy.address).findings == ()
    again = copy.import_(str(tmp_path / "l.jsonl"))
    assert lines(again) == ["l.jsonl: nothing new; 5 sessions there already, unchanged."]


def test_from_one_database_to_the_other(new_league: NewLeague, database_kind: str, tmp_path: Path) -> None:
    """SQLite into PostgreSQL, or into SQLite again."""
    source = Importer(str(tmp_path / "source.db"), tmp_path)
    create_league(source.address)
    with_history(source)
    copy = Importer(new_league(), tmp_path)
    copy.import_(source.export("l.jsonl", "league"))
    assert bytes_of(copy.address) == bytes_of(source.address)


@pytest.fixture
def laptops(new_league: NewLeague, tmp_path: Path) -> tuple[Importer, Importer]:
    """Two copies of one league."""
    one, two = Importer(new_league(), tmp_path), Importer(new_league(), tmp_path)
    one.import_(one.sheet(row("14-6"), row("12-8", session="s2")))
    two.import_(one.export("start.jsonl", "league"))
    return one, two


def play(league: Importer, session: int, score: tuple[int, int], dealer: int = 0) -> None:
    with Database(league.address, league.clock).writing() as store:
        content = Content(EntryKind.DEAL, dealer=1 if dealer else 0, score=score)
        append(store, session, [Draft(content)])


def test_two_laptops_merge_without_doubling(laptops: tuple[Importer, Importer]) -> None:
    one, two = laptops
    play(two, 1, (15, 5))
    two.import_(two.sheet("2026-11-27,new,Cara,Anna,Cara,12,8,,,", name="two.csv"))
    one.import_(one.sheet("2026-11-27,other,Ben,Dora,Ben,12,8,,,", name="one.csv"))
    there = lines(one.import_(two.export("two.jsonl", "league")))[0]
    assert there.startswith(
        "two.jsonl: 1 player, 1 session new, 3 entries in all; 1 session there already, unchanged; "
    )
    assert "session 1 was continued there" in there
    two.import_(one.export("one.jsonl", "league"))
    assert sorted(one.standing()) == sorted(two.standing())
    assert len(one.standing()) == 4
    for league, name in ((one, "two.jsonl"), (two, "one.jsonl")):
        assert lines(league.import_(str(league.folder / name)))[0].startswith(f"{name}: nothing new; ")
        assert verify(league.address).findings == ()


def test_what_came_from_the_other_laptop_came_now(laptops: tuple[Importer, Importer]) -> None:
    one, two = laptops
    play(two, 1, (15, 5))
    file = two.export("two.jsonl", "league")
    one.import_(file)
    recorded, came = [(entry.at, entry.came) for entry in one.sessions()[0].entries][-1]
    assert recorded == two.sessions()[0].entries[-1].at
    assert came > recorded


def test_a_session_continued_on_both_sides_is_listed_and_nothing_is_added(laptops: tuple[Importer, Importer]) -> None:
    one, two = laptops
    play(one, 1, (15, 5))
    play(two, 1, (5, 15))
    two.import_(two.sheet("2026-11-27,new,Cara,Anna,Cara,12,8,,,", name="two.csv"))
    file, before = two.export("two.jsonl", "league"), bytes_of(one.address)
    with pytest.raises(StateError, match=r"session 1 \(Anna – Ben, 2026-11-26\) was continued or corrected on both"):
        one.import_(file)
    assert bytes_of(one.address) == before


def test_players_of_the_same_name_are_joined_until_somebody_says_otherwise(laptops: tuple[Importer, Importer]) -> None:
    one, two = laptops
    for league in laptops:
        league.import_(league.sheet("2026-11-27,new,Dora Nová,Anna,Anna,12,8,,,", name=f"{id(league)}.csv"))
    with Database(one.address).writing() as store:
        rename_player(store, 1, "Johanna")
    # Both imported a sheet that says the same: one session, though it has two uids.
    answer = lines(one.import_(two.export("two.jsonl", "league")))[0]
    assert "Dora Nová (player 4) was merged into player 3 of the same name: `player unmerge 4`" in answer
    assert len(one.standing()) == 3
    with Database(one.address).reading() as store:
        assert [(player.id, player.merged_into) for player in list_players(store)][2:] == [(3, None), (4, 3)]
    assert verify(one.address).findings == ()


def test_merging_to_and_fro_makes_no_ring(laptops: tuple[Importer, Importer]) -> None:
    one, two = laptops
    for league in laptops:
        with Database(league.address).writing() as store:
            add_player(store, "Dora Nová")
    one.import_(two.export("two.jsonl", "league"))
    two.import_(one.export("one.jsonl", "league"))
    one.import_(two.export("two.jsonl", "league"))
    for league in laptops:
        assert verify(league.address).findings == ()


def test_a_merge_is_taken_back_and_done_again(laptops: tuple[Importer, Importer]) -> None:
    one, two = laptops
    two.import_(two.sheet("2026-11-27,new,Cara,Anna,Cara,12,8,,,", name="two.csv"))
    play(two, 1, (15, 5))
    file = two.export("two.jsonl", "league")
    one.import_(file)
    after = one.standing()
    one.undo(2)
    assert [standing[-1] for standing in one.standing()] == [1, 1]
    assert "Cara" not in one.names()
    one.import_(file)
    assert one.standing() == after
    assert "Cara" in one.names()
    assert verify(one.address).findings == ()


def test_what_is_no_whole_league_file(laptops: tuple[Importer, Importer], tmp_path: Path) -> None:
    one, _two = laptops
    whole = (tmp_path / "start.jsonl").read_text("utf-8").splitlines(keepends=True)
    changed = json.loads(whole[1])
    changed["ruleset"]["definition"]["win_at"] = 12
    broken = {
        "cut off": "".join(whole[:-1]),
        "cut off within a line": "".join(whole)[:-40],
        "of a later version": whole[0].replace("league/1", "league/2") + "".join(whole[1:]),
        "a stranger's line": whole[0] + '{"song": {}}\n' + "".join(whole[2:]),
        "rules changed": whole[0] + json.dumps(changed) + "\n" + "".join(whole[2:]),
        "a session without entries": "".join([*whole[:-1], '{"session": {"id": 1, "uid": "x", "entries": []}}\n']),
        "a player without a name list": "".join([*whole[:-1], '{"player": {"id": 7, "uid": "x"}}\n']),
    }
    before = bytes_of(one.address)
    for name, text in broken.items():
        file = one.write("broken.jsonl", text)
        with pytest.raises(InputError):
            one.import_(file)
        assert bytes_of(one.address) == before, name


# --- sheets and records ---


@pytest.mark.parametrize("form", ["csv", "sdr"])
def test_exported_deals_come_into_another_league_and_back(
    form: str, league_address: str, new_league: NewLeague, tmp_path: Path
) -> None:
    league, other = Importer(league_address, tmp_path), Importer(new_league(), tmp_path)
    league.import_(str(SAMPLES / "season" / "november.csv"), str(SAMPLES / "thursday-bohemian.sdr"))
    name = f"out.{form}"
    file = league.export(name, "csv" if form == "csv" else "sdr")
    assert lines(league.import_(file))[0].startswith(f"{name}: nothing new; ")
    assert other.import_(file).is_stored

    def played(sessions: Importer) -> list[tuple[object, ...]]:
        return sorted(
            (min(a, b), max(a, b), str(state), sorted(score), n) for a, b, state, score, n in sessions.standing()
        )

    assert played(other) == played(league)
    assert lines(other.import_(file))[0].startswith(f"{name}: nothing new; ")


OWN_NAMES = "4 sessions' own names (another league that imports this file and the sheets they came from has them twice)"


def test_an_export_says_what_it_leaves_out(league_address: str, tmp_path: Path) -> None:
    league = Importer(league_address, tmp_path)
    with_history(league)
    exported = Exported("csv")
    list(export_league(league_address, "csv", exported))
    assert exported.left_out() == [
        "1 void session",
        "1 end that was declared (that session will be open)",
        "1 session's history of corrections",
        "8 deals' plays",
        OWN_NAMES,
    ]
    assert exported.house_rules == {"u-jelena"}


scores = st.integers(0, 20).map(lambda a: (a, 20 - a))
nights = st.lists(
    st.tuples(st.sampled_from(["Anna", "=Ben", "Čeněk", "'=x", "Dora, Eva"]), st.lists(scores | st.none(), max_size=6)),
    max_size=4,
)


@given(nights)
@settings(max_examples=25, suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow])
def test_any_league_comes_back_as_it_was(sessions: list[tuple[str, list[tuple[int, int] | None]]]) -> None:
    folder = Path(tempfile.mkdtemp())
    try:
        addresses = [os.fspath(folder / name) for name in ("1.db", "2.db", "3.db")]
        for address in addresses:
            create_league(address)
        league, copy, other = (Importer(address, folder) for address in addresses)
        rows = []
        for number, (name, deals) in enumerate(sessions):
            dealer = 0
            for score in deals:
                quoted = f'"{name}"'
                cells = ",".join(map(str, score)) if score else ","
                said = (quoted, "Zoe")[dealer]
                rows.append(
                    f"2026-11-26,s{number},{quoted},Zoe,{said},{cells},bohemian,500,{'' if score else 'misdeal'}"
                )
                dealer = 1 - dealer if score and score != (10, 10) else dealer
        outcome = league.import_(league.sheet(*rows))
        assert outcome.problems == []
        copy.import_(league.export("l.jsonl", "league"))
        assert bytes_of(copy.address) == bytes_of(league.address)
        other.import_(league.export("l.csv", "csv"))
        assert other.standing() == [standing for standing in league.standing() if standing[2] is State.OPEN]
    finally:
        shutil.rmtree(folder)


# --- events in rounds ---


def write_league(address: str, file: str) -> None:
    Path(file).write_bytes(bytes_of(address))


def bring(address: str, file: str) -> list[str]:
    return lines(Importer(address, Path(file).parent).import_(file))


def held_event(address: str) -> Director:
    """A Swiss with a round that is played, and a second that is published."""
    director = Director(address, EIGHT)
    director.hold("swiss", EIGHT[:5], rounds=3)
    director.draft()
    director.publish()
    director.play_round()
    director.absent("Eva", round=3)
    director.publish()
    return director


def test_an_event_in_rounds_survives(new_league: NewLeague, tmp_path: Path) -> None:
    here, there = new_league(), new_league()
    director = held_event(here)
    file = str(tmp_path / "league.jsonl")
    write_league(here, file)
    bring(there, file)
    twin = Director.at(there, director.now)
    assert twin.boards(1) == director.boards(1)
    assert twin.places() == director.places()
    assert bytes_of(there) == bytes_of(here)
    assert verify(there).findings == ()
    # It goes on there, and comes back.
    twin.play_round()
    twin.publish()
    write_league(there, file)
    outcome = bring(here, file)
    assert "event 1 was continued there" in " ".join(outcome)
    assert director.boards() == twin.boards()
    assert director.places() == twin.places()
    assert verify(here).findings == ()


def test_an_event_that_went_on_on_both_sides(new_league: NewLeague, tmp_path: Path) -> None:
    here, there = new_league(), new_league()
    director = held_event(here)
    file = str(tmp_path / "league.jsonl")
    write_league(here, file)
    bring(there, file)
    twin = Director.at(there, director.now)
    director.withdraw("Anna")
    twin.withdraw("Ben")
    write_league(there, file)
    with pytest.raises(StateError, match=r"event 1 \(Cup\) was continued on both sides"):
        bring(here, file)


def test_an_event_comes_into_another_league_and_is_taken_back(new_league: NewLeague, tmp_path: Path) -> None:
    here, there = new_league(), new_league()
    held_event(here)
    file = str(tmp_path / "league.jsonl")
    write_league(here, file)
    other = Director(there, ("Zora", "Anna"))
    other.hold("open", name="Thursday")
    bring(there, file)
    assert len(other.state("Cup").rounds) == 2
    assert [points for _rank, _name, points in other.places()] == [
        points for _rank, _name, points in Director.at(here, other.now).places()
    ]
    Importer(there, tmp_path).undo(1)
    with pytest.raises(NotFoundError):
        other.state("Cup")
    bring(there, file)
    assert len(other.state("Cup").rounds) == 2
    other.withdraw("Ben")
    with pytest.raises(StateError, match=r"event .* \(Cup\) went on since"):
        Importer(there, tmp_path).undo(3)
    assert verify(there).findings == ()
