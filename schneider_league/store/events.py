"""Events: evenings, leagues and tournaments that sessions belong to."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from schneider_league.derive.names import fold
from schneider_league.errors import StateError
from schneider_league.store.league import League, read_moment
from schneider_league.store.people import clean_name


@dataclass(frozen=True, slots=True)
class Event:
    """An event as it is settled now."""

    id: int
    uid: str
    name: str
    format: str
    settings: Mapping[str, Any]
    created: datetime
    """UTC."""


def create_event(
    league: League,
    name: str,
    format: str,
    settings: Mapping[str, Any],
    *,
    uid: str | None = None,
    entry_uid: str | None = None,
    batch: int | None = None,
    at: datetime | None = None,
    came: datetime | None = None,
    id_: int | None = None,
) -> Event:
    """A new event.

    Raises:
        StateError: there is one of that name, accents and case aside.
    """
    cleaned = clean_name(name)
    for there in list_events(league):
        if fold(there.name) == fold(cleaned):
            raise StateError(f"there is an event '{there.name}' already (id {there.id})", hint="give it another name")
    if id_ is None:
        id_ = league.next_id("event")
    else:
        league.note_id("event", id_)
    uid, at, came = uid or league.new_uid(), at or league.now, came or league.now
    league.insert("event", id=id_, uid=uid, batch_id=batch, at=at, came=came)
    league.insert(
        "event_entry",
        id=league.next_id("event_entry"),
        uid=entry_uid or league.new_uid(),
        event_id=id_,
        seq=1,
        kind="settings",
        name=cleaned,
        format=format,
        settings=json.dumps(settings, ensure_ascii=False, sort_keys=True),
        batch_id=batch,
        at=at,
        came=came,
    )
    return Event(id_, uid, cleaned, format, settings, at)


def list_events(league: League, *, known_at: datetime | None = None) -> list[Event]:
    """All events by id, as they are settled now; with `known_at` as of then. Not those of imports taken back."""
    until, bound = ("", []) if known_at is None else (" AND n.came <= ?", [known_at])
    found: dict[int, Event] = {}
    for id_, uid, at, name, format_, settings in league.rows(
        "SELECT e.id, e.uid, e.at, n.name, n.format, n.settings FROM event e JOIN event_entry n ON n.event_id = e.id"
        f" LEFT JOIN batch u ON u.undoes = e.batch_id WHERE u.id IS NULL{until} ORDER BY e.id, n.seq",
        bound,
    ):
        found[id_] = Event(id_, uid, name, format_, json.loads(settings), read_moment(at))
    return list(found.values())
