"""Tallies: what counts, and that the lean way gives the same as the readable one."""

from __future__ import annotations

from datetime import UTC, date, datetime

import pytest
from hypothesis import given
from hypothesis import strategies as st

from schneider_league.derive.sessions import State, derive_session, effective_entries
from schneider_league.derive.tallies import (
    EndRow,
    LedgerRows,
    StartRow,
    Tally,
    derive_tallies,
    play_order,
    tally_session,
)
from schneider_league.records.ledger import Entry, EntryKind
from tests.derive.ledgers import random_histories, ruleset_of
from tests.derive.tallying import shuffled


def places_in_batches(starts: list[list[Entry]]) -> dict[int, int]:
    """For each session, by id, its place in the import that it began with; `starts` are entries, sessions by id."""
    counted: dict[int, int] = {}
    places: dict[int, int] = {}
    for entries in starts:
        first = entries[0]
        if first.batch is not None:
            counted[first.batch] = counted.get(first.batch, 0) + 1
        places[first.session] = 0 if first.batch is None else counted[first.batch]
    return places


def readable_tallies(histories: list[list[Entry]], merged: dict[int, int]) -> list[Tally]:
    places = places_in_batches(histories)
    tallies = [
        tally_session(
            derive_session(entries, ruleset_of),
            uid=f"s{entries[0].session}",
            place=places[entries[0].session],
            resolve=lambda id_: merged.get(id_, id_),
        )
        for entries in histories
    ]
    return sorted((tally for tally in tallies if tally.state is not State.VOID), key=play_order)


def lean_rows(histories: list[list[Entry]]) -> LedgerRows:
    """What the store would select."""
    places = places_in_batches(histories)
    starts, scores, ends = [], [], []
    for entries in histories:
        session, recorded = entries[0].session, entries[0].at
        for entry in effective_entries(entries):
            content = entry.content
            if content.start is not None:
                start = content.start
                starts.append(
                    StartRow(
                        session,
                        f"s{session}",
                        recorded,
                        places[session],
                        *start.players,
                        start.digest,
                        start.target,
                        start.format.deals,
                        start.played_on,
                        start.event,
                        start.rules,
                        start.pairing,
                        start.must_decide,
                    )
                )
            elif content.kind is EntryKind.DEAL and content.score is not None:
                scores.append((session, *content.score, int(content.all_tricks)))
            elif content.kind in (EntryKind.END, EntryKind.RESULT):
                score = content.score or (None, None)
                ends.append(EndRow(session, content.kind, content.ending, content.loser, *score))
    return LedgerRows(starts, iter(scores), iter(ends))


@given(seed=st.integers(0, 10**9), merged=st.sampled_from([{}, {5: 1}, {4: 2, 5: 2}]))
def test_the_lean_way_is_the_readable_way(seed: int, merged: dict[int, int]) -> None:
    histories = random_histories(seed)
    assert derive_tallies(lean_rows(histories), ruleset_of, merged) == readable_tallies(histories, merged)


def test_the_histories_hold_what_can_happen() -> None:
    seen = {tally.state for seed in range(40) for tally in readable_tallies(random_histories(seed), {})}
    assert seen == set(State) - {State.VOID}
    kinds = {entry.content.kind for seed in range(40) for entries in random_histories(seed) for entry in entries}
    assert kinds == set(EntryKind)
    tallies = [tally for seed in range(40) for tally in readable_tallies(random_histories(seed), {})]
    assert any(sum(tally.schwarzes) for tally in tallies)
    assert any(sum(tally.schneiders) for tally in tallies)


def tally(**changed: object) -> Tally:
    values: dict[str, object] = {
        "session": 1,
        "uid": "u1",
        "players": (1, 2),
        "played_on": date(2026, 11, 26),
        "recorded": datetime(2026, 11, 26, 20, tzinfo=UTC),
        "place": 0,
        "state": State.FINISHED,
        "winner": 0,
        "score": (7, 4),
        "deals": 9,
        "units": (100, 80),
        "schneiders": (1, 0),
        "schwarzes": (0, 0),
        "rules": "bohemian",
        "event": None,
    }
    return Tally(**{**values, **changed})  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("state", "winner", "counted", "rated", "halves"),
    [
        (State.FINISHED, 0, True, True, (2, 0)),
        (State.FINISHED, 1, True, True, (0, 2)),
        (State.FINISHED, None, True, True, (1, 1)),
        (State.FORFEITED, 1, True, False, (0, 2)),
        (State.FORFEITED, None, True, False, (0, 0)),
        (State.OPEN, None, False, False, (0, 0)),
        (State.ABANDONED, None, False, False, (0, 0)),
        (State.VOID, None, False, False, (0, 0)),
    ],
)
def test_what_counts(state: State, winner: int | None, counted: bool, rated: bool, halves: tuple[int, int]) -> None:
    found = tally(state=state, winner=winner)
    assert (found.is_counted, found.is_rated, (found.halves(0), found.halves(1))) == (counted, rated, halves)


def test_the_total_order() -> None:
    early = datetime(2026, 11, 26, 19, tzinfo=UTC)
    ordered = [
        tally(played_on=date(2026, 11, 25)),
        tally(recorded=early, place=3),
        tally(place=0),
        tally(place=1, uid="u9"),
        tally(place=2, uid="a"),
        tally(place=2, uid="b"),
    ]
    assert sorted(shuffled(ordered, 5), key=play_order) == ordered
