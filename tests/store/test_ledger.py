"""The ledger keeps what is entered, as it was entered, on both databases."""

from datetime import UTC, date, datetime, timedelta, timezone

import pytest

from schneider_league.derive.sessions import State, derive_session
from schneider_league.errors import InputError, NotFoundError, StateError
from schneider_league.records.claims import FormatKind, SessionFormat
from schneider_league.records.event import Settings
from schneider_league.records.ledger import VOID, Content, Ending, Entry, EntryKind
from schneider_league.store.batches import add_batch, entries_of_batch, list_batches
from schneider_league.store.engine import Database, League
from schneider_league.store.events import create_event, list_events
from schneider_league.store.ledger import (
    Draft,
    EnteredMeanwhileError,
    NewSession,
    append,
    append_many,
    insert_entries,
    insert_session,
    last_written,
    load_session,
    load_sessions,
    session_keys,
    session_uids,
    start_session,
    start_sessions,
)
from schneider_league.store.people import add_player
from schneider_league.store.rulesets import load_rulesets
from tests.store.examples import EVENING, at, deal, pair, played, start

ENTRIES = [
    deal(14, 6),
    deal(0, 20, 1, dealer_stated=True, accepted=("wrong-dealer", "must-follow"), note="the second deal in a row"),
    deal(20, 0, 0, all_tricks=True, plays='{"tags": {"Dealer": "Anna"}, "moves": []}'),
    Content(EntryKind.MISDEAL, dealer=1, note="a card lay open: „♠A“ 🂡"),
    Content(EntryKind.RESULT, score=(7, 4)),
    Content(EntryKind.END, ending=Ending.CLOSE),
    Content(EntryKind.END, ending=Ending.ABANDON),
    Content(EntryKind.END, ending=Ending.FORFEIT, loser="both"),
]


@pytest.mark.parametrize("content", ENTRIES, ids=lambda content: f"{content.kind}-{content.ending or content.score}")
def test_what_is_appended_is_read_again(league_address: str, content: Content) -> None:
    with Database(league_address, at).writing() as league:
        a, b = pair(league)
        session = start_session(league, start(league, a.id, b.id))
        written = append(league, session, [Draft(content)], reason="because")
    with Database(league_address).reading() as league:
        begun, read = load_session(league, session)
    assert [read] == written
    assert read.content == content
    assert (read.at, read.came, read.reason) == (EVENING, EVENING, "because")
    assert begun.content.start is not None
    assert begun.content.start.played_on == date(2026, 11, 26)


@pytest.mark.parametrize(
    ("format", "target"),
    [(SessionFormat(FormatKind.DEALS, 10), None), (SessionFormat(FormatKind.TIMED), None)],
    ids=["deals", "timed"],
)
def test_starts_of_other_formats_are_read_again(league_address: str, format: SessionFormat, target: int | None) -> None:
    with Database(league_address).writing() as league:
        a, b = pair(league)
        event = create_event(league, Settings("Thursday", "open", "points"))
        content = start(league, a.id, b.id, format=format, target=target, rules="points", event=event.id)
        session = start_session(league, content)
    with Database(league_address).reading() as league:
        assert load_session(league, session)[0].content == content
        assert [event.settings for event in list_events(league)] == [Settings("Thursday", "open", "points")]


def test_times_are_kept_as_utc(league_address: str) -> None:
    prague = datetime(2026, 11, 26, 21, 15, tzinfo=timezone(timedelta(hours=1)))
    with Database(league_address, lambda: prague).writing() as league:
        a, b = pair(league)
        session = start_session(league, start(league, a.id, b.id))
    with Database(league_address).reading() as league:
        (entry,) = load_session(league, session)
    assert entry.at == prague
    assert entry.at.tzinfo is UTC


def test_a_correction_stands_in_its_chain(league_address: str) -> None:
    session = played(league_address, (14, 6), (12, 8))
    with Database(league_address).writing() as league:
        wrong = load_session(league, session)[1]
        (right,) = append(league, session, [Draft(deal(6, 14), replaces=wrong.id)], reason="read wrongly")
        (again,) = append(league, session, [Draft(deal(5, 15), replaces=right.id)], reason="again")
    assert (right.root, right.seq, again.root) == (2, 4, 2)
    with Database(league_address).reading() as league:
        session_ = derive_session(load_session(league, session), load_rulesets(league).__getitem__)
    assert [row.score for row in session_.rows] == [(5, 15), (12, 8)]


def test_an_entry_is_corrected_once(league_address: str) -> None:
    session = played(league_address, (14, 6))
    with Database(league_address).writing() as league:
        wrong = load_session(league, session)[1]
        append(league, session, [Draft(deal(6, 14), replaces=wrong.id)])
    with (
        Database(league_address).writing() as league,
        pytest.raises(StateError, match="corrected already"),
    ):
        append(league, session, [Draft(deal(7, 13), replaces=wrong.id)])


def test_the_second_who_enters_the_same_deal_is_told(league_address: str) -> None:
    session = played(league_address, (14, 6))
    with Database(league_address).writing() as league:
        append(league, session, [Draft(deal(12, 8, 1))], seen=2)
    with (
        Database(league_address).writing() as league,
        pytest.raises(EnteredMeanwhileError, match="deal 12-8") as told,
    ):
        append(league, session, [Draft(deal(13, 7, 1))], seen=2)
    assert [entry.seq for entry in told.value.entries] == [3]
    assert told.value.exit_status == 5


def test_what_is_appended_together_is_one_action(league_address: str) -> None:
    session = played(league_address, (14, 6))
    with Database(league_address).writing() as league:
        entries = append(league, session, [Draft(deal(12, 8, 1)), Draft(deal(11, 9))], reason="two")
        head = entries[-1]
        undone = append(league, session, [Draft(VOID, replaces=head.id)], undoes=3)
    assert [(entry.seq, entry.action, entry.reason) for entry in entries] == [(3, 3, "two"), (4, 3, None)]
    assert (undone[0].undoes, undone[0].root) == (3, 4)


def test_a_failed_transaction_leaves_nothing(league_address: str) -> None:
    session = played(league_address, (14, 6))

    def fail(league: League) -> None:
        append(league, session, [Draft(deal(12, 8, 1))])
        raise StateError("no")

    with pytest.raises(StateError), Database(league_address).writing() as league:
        fail(league)
    with Database(league_address).reading() as league:
        assert len(load_session(league, session)) == 2


def test_what_the_tables_do_not_allow_is_refused(league_address: str) -> None:
    session = played(league_address, (14, 6))
    impossible = [
        Content(EntryKind.DEAL, dealer=0),
        Content(EntryKind.DEAL, score=(14, 6)),
        Content(EntryKind.END),
        Content(EntryKind.END, ending=Ending.FORFEIT),
        Content(EntryKind.MISDEAL),
        VOID,
    ]
    for content in impossible:
        with pytest.raises(Exception, match=r"(?i)check"), Database(league_address).writing() as league:
            append(league, session, [Draft(content)])


@pytest.mark.parametrize("text", ["a\0b", "half \ud800"], ids=["nul", "surrogate"])
def test_text_that_a_database_cannot_hold_is_refused(league_address: str, text: str) -> None:
    session = played(league_address)
    with pytest.raises(InputError), Database(league_address).writing() as league:
        append(league, session, [Draft(Content(EntryKind.MISDEAL, dealer=0, note=text))])


def test_no_session(league_address: str) -> None:
    with Database(league_address).reading() as league:
        with pytest.raises(NotFoundError, match="no session 7"):
            load_session(league, 7)
        assert last_written(league) is None
        assert list(load_sessions(league)) == []
    with Database(league_address).writing() as league, pytest.raises(NotFoundError):
        append(league, 7, [Draft(deal(14, 6))])


def test_many_sessions_at_once(league_address: str) -> None:
    with Database(league_address).writing() as league:
        a, b = pair(league)
        batch = add_batch(league, "csv", "night.csv", "0" * 64)
        news = [
            NewSession(
                start(league, a.id, b.id), [Draft(deal(14, 6)), Draft(deal(12, 8, 1))], f"key-{number}", None, number
            )
            for number in range(1, 1201)
        ]
        ids = start_sessions(league, news, batch=batch)
        append_many(league, [(ids[0], [Draft(deal(11, 9))]), (ids[1], [Draft(deal(13, 7))])], batch=batch)
    assert ids == list(range(1, 1201))
    with Database(league_address).reading() as league:
        sessions = list(load_sessions(league))
        assert [len(entries) for entries in sessions] == [4, 4, *[3] * 1198]
        assert [entries[0].session for entries in load_sessions(league, ids=range(400, 1100))] == list(range(400, 1100))
        assert session_keys(league)["key-7"] == 7
        assert len(session_uids(league)) == 1200
        assert last_written(league) is None
        ((batch_,),) = [list_batches(league)]
        assert (batch_.sessions, batch_.entries, batch_.undone_by) == (1200, 3602, None)
        assert len(entries_of_batch(league, batch)) == 3602


def test_entries_are_taken_over_as_they_are(new_league: "object") -> None:
    first, second = new_league(), new_league()  # type: ignore[operator]
    session = played(first, (14, 6), (12, 8))
    with Database(first).reading() as league:
        entries = load_session(league, session)
    with Database(second).writing() as league:
        for id_, name in ((1, "Anna Nováková"), (2, "Ben")):
            add_player(league, name, id_=id_)
        start(league, 1, 2)
        insert_session(league, uid="s", id_=session, place=3)
        insert_entries(league, entries)
    with Database(second).reading() as league:
        assert load_session(league, session) == entries
    assert played(second, names=("Cyril", "Dora")) == session + 1


def test_known_at(league_address: str) -> None:
    session = played(league_address, (14, 6))
    later = EVENING + timedelta(hours=2)
    with Database(league_address, lambda: later).writing() as league:
        append(league, session, [Draft(deal(12, 8, 1))])
    with Database(league_address).reading() as league:
        assert len(load_session(league, session, known_at=EVENING)) == 2
        assert len(load_session(league, session, known_at=later)) == 3
        assert [len(entries) for entries in load_sessions(league, known_at=EVENING)] == [2]
        with pytest.raises(NotFoundError):
            load_session(league, session, known_at=EVENING - timedelta(seconds=1))


def test_an_import_is_taken_back_once(league_address: str) -> None:
    with Database(league_address).writing() as league:
        a, b = pair(league)
        batch = add_batch(league, "csv", "night.csv", "0" * 64)
        start_sessions(league, [NewSession(start(league, a.id, b.id), (), "k")], batch=batch)
        assert session_keys(league) == {"k": 1}
        undo = add_batch(league, "undo", "night.csv", None, undoes=batch)
        assert session_keys(league) == {}
        assert [(each.id, each.undone_by) for each in list_batches(league)] == [(batch, undo), (undo, None)]
        with pytest.raises(StateError):
            add_batch(league, "undo", "night.csv", None, undoes=batch)


def test_a_finished_session_is_derived_from_what_was_read(league_address: str) -> None:
    session = played(league_address, (20, 0), (20, 0), (16, 4))
    with Database(league_address).reading() as league:
        derived = derive_session(load_session(league, session), load_rulesets(league).__getitem__)
    assert (derived.state, derived.score, derived.winner) == (State.FINISHED, (8, 0), 0)


def test_entries_have_ids_in_the_order_in_which_they_were_entered(league_address: str) -> None:
    session = played(league_address, (14, 6), (14, 6))
    with Database(league_address).reading() as league:
        entries: list[Entry] = load_session(league, session)
    assert [entry.id for entry in entries] == [1, 2, 3]
    assert len({entry.uid for entry in entries}) == 3
