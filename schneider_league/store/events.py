"""Events: evenings, leagues and tournaments that sessions belong to, and what was entered of them."""

from __future__ import annotations

import json
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Any, Final

from schneider_league.derive.names import fold
from schneider_league.errors import NotFoundError, StateError
from schneider_league.records.event import (
    EventEntry,
    EventEntryKind,
    EventFormat,
    Loser,
    PairingKind,
    Settings,
    StatedPairing,
    effective_event_entries,
)
from schneider_league.records.league_events import format_settings, parse_settings
from schneider_league.store.league import League, Value, check_text, read_moment
from schneider_league.store.people import clean_name


@dataclass(frozen=True, slots=True)
class Event:
    """An event as it is settled now."""

    id: int
    uid: str
    settings: Settings
    created: datetime
    """UTC."""

    @property
    def name(self) -> str:
        """What it is called."""
        return self.settings.name

    @property
    def format(self) -> EventFormat:
        """How it is played."""
        return self.settings.format


# --- writing ---


def create_event(league: League, settings: Settings, *, batch: int | None = None) -> Event:
    """A new event.

    Raises:
        StateError: there is one of that name, accents and case aside.
    """
    settings = replace(settings, name=clean_name(settings.name))
    refuse_taken_name(league, settings.name)
    id_ = league.next_id("event")
    uid = league.new_uid()
    league.insert("event", id=id_, uid=uid, batch_id=batch, at=league.now, came=league.now)
    append_event_entry(league, id_, EventEntryKind.SETTINGS, settings=settings, batch=batch)
    return Event(id_, uid, settings, league.now)


def refuse_taken_name(league: League, name: str, *, own: int | None = None) -> None:
    """Raise StateError where another event than `own` is called so, accents and case aside."""
    for there in list_events(league):
        if there.id != own and fold(there.name) == fold(name):
            raise StateError(f"there is an event '{there.name}' already ({there.id})", hint="choose another name")


def append_event_entry(
    league: League,
    event: int,
    kind: EventEntryKind,
    *,
    seen: int | None = None,
    reason: str | None = None,
    settings: Settings | None = None,
    players: Sequence[int] = (),
    round: int | None = None,
    pairings: Sequence[StatedPairing] = (),
    board: int | None = None,
    loser: Loser | None = None,
    undoes: int | None = None,
    batch: int | None = None,
) -> EventEntry:
    """Append one entry to an event, in a writing transaction; the ids of pairings are given here.

    Raises:
        StateError: somebody has entered something since `seen`, the highest seq that the caller knows of.
    """
    ((last,),) = league.rows("SELECT MAX(seq) FROM event_entry WHERE event_id = ?", [event])
    if seen is not None and last is not None and last > seen:
        raise StateError(
            "somebody entered something in this event meanwhile", hint="look at it (`event show`), then say it again"
        )
    entry = EventEntry(
        league.next_id("event_entry"),
        league.new_uid(),
        event,
        (last or 0) + 1,
        kind,
        league.now,
        league.now,
        batch,
        reason,
        settings,
        tuple(players),
        round,
        tuple(pairings),
        board,
        loser,
        undoes,
    )
    return insert_event_entries(league, [entry])[0]


def insert_event_entries(league: League, entries: Iterable[EventEntry]) -> list[EventEntry]:
    """Insert entries as they are, ids and all; pairings that have none yet get one, and come back with it."""
    inserted = []
    for entry in entries:
        settings = entry.settings
        league.insert(
            "event_entry",
            id=entry.id,
            uid=entry.uid,
            event_id=entry.event,
            seq=entry.seq,
            kind=str(entry.kind),
            name=None if settings is None else check_text(settings.name),
            format=None if settings is None else settings.format,
            settings=None
            if settings is None
            else json.dumps(format_settings(settings), ensure_ascii=False, sort_keys=True),
            batch_id=entry.batch,
            at=entry.at,
            came=entry.came,
            round=entry.round,
            board=entry.board,
            loser=entry.loser,
            undoes=entry.undoes,
            reason=None if entry.reason is None else check_text(entry.reason),
        )
        if entry.players:
            league.run_many(
                "INSERT INTO event_entry_player (entry_id, place, player_id) VALUES (?, ?, ?)",
                [(entry.id, place, player) for place, player in enumerate(entry.players, 1)],
            )
        pairings = tuple(
            replace(each, id=league.next_id("pairing") if each.id is None else each.id) for each in entry.pairings
        )
        if pairings:
            league.run_many(
                "INSERT INTO pairing (id, entry_id, board, player_a, player_b, kind, by_hand, reason)"
                " VALUES (?, ?, ?, ?, ?, ?, ?, ?)",
                [
                    (each.id, entry.id, each.board, each.a, each.b, str(each.kind), each.by_hand, each.reason)
                    for each in pairings
                ],
            )
        inserted.append(replace(entry, pairings=pairings))
    return inserted


# --- reading ---

_NOT_TAKEN_BACK: Final = (
    " LEFT JOIN batch u ON u.undoes = n.batch_id LEFT JOIN batch w ON w.undoes = e.batch_id"
    " WHERE u.id IS NULL AND w.id IS NULL"
)
"""Only what did not come with an import that was taken back."""


def list_events(league: League, *, known_at: datetime | None = None) -> list[Event]:
    """All events by id, as they are settled now; with `known_at` as of then. Not those of imports taken back."""
    until, bound = _known(known_at)
    rows = league.rows(
        "SELECT e.id, e.uid, e.at, n.seq, n.kind, n.undoes, n.name, n.format, n.settings"
        f" FROM event e JOIN event_entry n ON n.event_id = e.id{_NOT_TAKEN_BACK}"
        f" AND n.kind IN ('settings', 'undo'){until} ORDER BY e.id, n.seq DESC",
        bound,
    )
    found: dict[int, Event] = {}
    undone: set[tuple[int, int]] = set()
    # From the last to the first, since what takes back is itself taken back only by what stands behind it.
    for id_, uid, at, seq, kind, undoes, name, format_, settings in rows:
        if (id_, seq) in undone:
            continue
        if kind == "undo":
            undone.add((id_, undoes))
        elif id_ not in found:
            settled = parse_settings(name, format_, json.loads(settings))
            found[id_] = Event(id_, uid, settled, read_moment(at))
    return [found[id_] for id_ in sorted(found)]


def load_event_entries(league: League, event: int, *, known_at: datetime | None = None) -> list[EventEntry]:
    """All entries of an event by seq; with `known_at` those that had come into this league by then.

    Raises:
        NotFoundError: there is no such event, or was none then.
    """
    entries = load_events_entries(league, [event], known_at=known_at).get(event)
    if not entries:
        raise NotFoundError(f"there is no event {event}", hint="`event list` shows all")
    return entries


def load_events_entries(
    league: League,
    events: Collection[int] | None = None,
    *,
    known_at: datetime | None = None,
    with_taken_back: bool = False,
) -> dict[int, list[EventEntry]]:
    """The entries of several events, or all, by event and seq."""
    until, bound = _known(known_at)
    if events is not None:
        until += f" AND n.event_id IN ({', '.join('?' * len(events))})" if events else " AND n.event_id IS NULL"
        bound += list(events)
    source = (
        " FROM event_entry n JOIN event e ON e.id = n.event_id"
        f"{' WHERE 1 = 1' if with_taken_back else _NOT_TAKEN_BACK}{until}"
    )
    players: dict[int, list[int]] = {}
    joined = source.replace(" FROM event_entry n", " FROM event_entry_player p JOIN event_entry n ON n.id = p.entry_id")
    for entry, player in league.rows(f"SELECT p.entry_id, p.player_id{joined} ORDER BY p.entry_id, p.place", bound):
        players.setdefault(entry, []).append(player)
    pairings: dict[int, list[StatedPairing]] = {}
    joined = source.replace(" FROM event_entry n", " FROM pairing p JOIN event_entry n ON n.id = p.entry_id")
    for id_, entry, board, a, b, kind, by_hand, reason in league.rows(
        f"SELECT p.id, p.entry_id, p.board, p.player_a, p.player_b, p.kind, p.by_hand, p.reason{joined}"
        " ORDER BY p.entry_id, p.board",
        bound,
    ):
        pairings.setdefault(entry, []).append(StatedPairing(board, a, b, PairingKind(kind), reason, bool(by_hand), id_))
    found: dict[int, list[EventEntry]] = {}
    for row in league.rows(
        "SELECT n.id, n.uid, n.event_id, n.seq, n.kind, n.at, n.came, n.batch_id, n.reason, n.name, n.format,"
        f" n.settings, n.round, n.board, n.loser, n.undoes{source} ORDER BY n.event_id, n.seq",
        bound,
    ):
        entry_ = _read_entry(row, players, pairings)
        found.setdefault(entry_.event, []).append(entry_)
    return found


def _read_entry(
    row: tuple[Any, ...], players: Mapping[int, list[int]], pairings: Mapping[int, list[StatedPairing]]
) -> EventEntry:
    id_, uid, event, seq, kind, at, came, batch, reason, name, format_, settings, round_, board, loser, undoes = row
    return EventEntry(
        id_,
        uid,
        event,
        seq,
        EventEntryKind(kind),
        read_moment(at),
        read_moment(came),
        batch,
        reason,
        None if settings is None else parse_settings(name, format_, json.loads(settings)),
        tuple(players.get(id_, ())),
        round_,
        tuple(pairings.get(id_, ())),
        board,
        loser,
        undoes,
    )


def _known(known_at: datetime | None) -> tuple[str, list[Value]]:
    return ("", []) if known_at is None else (" AND n.came <= ?", [known_at])


def events_of_players(league: League, players: Collection[int]) -> list[Event]:
    """The events into which one of these players is entered."""
    wanted = set(players)
    named = league.rows(
        "SELECT DISTINCT n.event_id FROM event_entry_player p JOIN event_entry n ON n.id = p.entry_id"
        f" WHERE p.player_id IN ({', '.join('?' * len(wanted))})",
        sorted(wanted),
    )
    entries = load_events_entries(league, [event for (event,) in named])
    entered = {
        event
        for event, own in entries.items()
        for entry in effective_event_entries(own)
        if entry.kind is EventEntryKind.ENTER and not wanted.isdisjoint(entry.players)
    }
    return [event for event in list_events(league) if event.id in entered]


def event_change(league: League) -> tuple[Value, ...]:
    """Something that is another whenever anything was entered in the league."""
    ((entry,),) = league.rows("SELECT COALESCE(MAX(id), 0) FROM entry")
    ((event_entry,),) = league.rows("SELECT COALESCE(MAX(id), 0) FROM event_entry")
    ((player_entry,),) = league.rows("SELECT COALESCE(MAX(id), 0) FROM player_entry")
    return entry, event_entry, player_entry
