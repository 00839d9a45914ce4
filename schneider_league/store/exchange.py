"""A league's rows apart from sessions' entries, to be written to a league file and brought in from one."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from datetime import datetime
from typing import NamedTuple

from schneider_league.derive.names import fold
from schneider_league.errors import InputError, Where
from schneider_league.records.event import EventEntry
from schneider_league.store.events import load_events_entries
from schneider_league.store.league import League, read_moment


class PlayerRow(NamedTuple):
    """A player's identity."""

    id: int
    uid: str
    kind: str
    batch: int | None
    at: datetime
    came: datetime
    names: tuple[str, ...]
    """The full name, then aliases; nothing of who was anonymised, or removed by hand."""
    entries: tuple[PlayerEntryRow, ...]

    @property
    def is_removed(self) -> bool:
        """Whether they are here no more; a name that is still there is only that of void sessions' players."""
        return are_removed([entry.kind for entry in self.entries])


def are_removed(kinds: Sequence[str]) -> bool:
    """Whether a player to whom this happened, in order, is removed."""
    states = [kind for kind in kinds if kind in ("retire", "return", "anonymise", "remove")]
    return states[-1:] == ["remove"]


class PlayerEntryRow(NamedTuple):
    """What happened to a player."""

    id: int
    uid: str
    seq: int
    kind: str
    into: int | None
    replaces: int | None
    """The id of the entry that is made void."""
    batch: int | None
    at: datetime
    came: datetime
    reason: str | None


class EventRow(NamedTuple):
    """An event, with all that was entered of it."""

    id: int
    uid: str
    batch: int | None
    at: datetime
    came: datetime
    entries: tuple[EventEntry, ...]


class SessionRow(NamedTuple):
    """A session's identity."""

    id: int
    uid: str
    source_key: str | None
    batch: int | None
    place: int | None


class RulesetRow(NamedTuple):
    """A definition of rules."""

    digest: str
    name: str
    definition: str
    at: datetime


class HouseRuleRow(NamedTuple):
    """What the name of a house rule means."""

    name: str
    digest: str
    batch: int | None
    at: datetime


@contextmanager
def consistent(file: str) -> Iterator[None]:
    """Bring rows of a file in: where the tables refuse them, the file contradicts itself.

    Raises:
        InputError: they do.
    """
    try:
        yield
    except Exception as error:
        is_sqlite = isinstance(error, sqlite3.IntegrityError | OverflowError | UnicodeEncodeError)
        if not is_sqlite and "IntegrityError" not in {each.__name__ for each in type(error).__mro__}:
            raise
        raise InputError(
            f"this league file contradicts itself: {str(error).splitlines()[0]}",
            where=Where(file),
            hint="was the file changed by hand? Export the league again",
        ) from error


def is_empty(league: League) -> bool:
    """Whether nothing was ever entered."""
    return not any(league.rows(f"SELECT 1 FROM {table} LIMIT 1") for table in ("player", "session", "event", "batch"))


def load_player_rows(league: League) -> list[PlayerRow]:
    """All players by id."""
    names: dict[int, list[str]] = {}
    for player, name in league.rows("SELECT player_id, name FROM player_name ORDER BY role DESC, id"):
        names.setdefault(player, []).append(name)
    entries: dict[int, list[PlayerEntryRow]] = {}
    for player, *row in league.rows(
        "SELECT e.player_id, e.id, e.uid, e.seq, e.kind, e.into_id, e.replaces, e.batch_id, e.at, e.came, r.text"
        " FROM player_entry e LEFT JOIN remark r ON r.player_entry_id = e.id ORDER BY e.player_id, e.seq"
    ):
        id_, uid, seq, kind, into, replaces, batch, at, came, reason = row
        entry = PlayerEntryRow(id_, uid, seq, kind, into, replaces, batch, read_moment(at), read_moment(came), reason)
        entries.setdefault(player, []).append(entry)
    return [
        PlayerRow(
            id_,
            uid,
            kind,
            batch,
            read_moment(at),
            read_moment(came),
            tuple(names.get(id_, ())),
            tuple(entries.get(id_, ())),
        )
        for id_, uid, kind, batch, at, came in league.rows(
            "SELECT id, uid, kind, batch_id, at, came FROM player ORDER BY id"
        )
    ]


def load_event_rows(league: League) -> list[EventRow]:
    """All events by id, those of imports that were taken back too."""
    entries = load_events_entries(league, with_taken_back=True)
    return [
        EventRow(id_, uid, batch, read_moment(at), read_moment(came), tuple(entries.get(id_, ())))
        for id_, uid, batch, at, came in league.rows("SELECT id, uid, batch_id, at, came FROM event ORDER BY id")
    ]


def load_session_rows(league: League) -> dict[int, SessionRow]:
    """All sessions by id."""
    rows = league.rows("SELECT id, uid, source_key, batch_id, place FROM session ORDER BY id")
    return {row[0]: SessionRow(*row) for row in rows}


def load_ruleset_rows(league: League) -> list[RulesetRow]:
    """All definitions, in a fixed order."""
    rows = league.rows("SELECT digest, name, definition, at FROM ruleset ORDER BY at, name, digest")
    return [RulesetRow(digest, name, definition, read_moment(at)) for digest, name, definition, at in rows]


def load_house_rule_rows(league: League) -> list[HouseRuleRow]:
    """What the names of house rules meant, one after the other."""
    rows = league.rows("SELECT name, digest, batch_id, at FROM house_rule ORDER BY id")
    return [HouseRuleRow(name, digest, batch, read_moment(at)) for name, digest, batch, at in rows]


def insert_ruleset(league: League, row: RulesetRow) -> None:
    """Keep a definition; one that is there is left as it is."""
    if not league.rows("SELECT 1 FROM ruleset WHERE digest = ?", [row.digest]):
        league.insert("ruleset", digest=row.digest, name=row.name, definition=row.definition, at=row.at)


def insert_house_rule(league: League, row: HouseRuleRow) -> None:
    """Let the name of a house rule mean this from now on."""
    id_ = league.next_id("house_rule")
    league.insert("house_rule", id=id_, name=row.name, digest=row.digest, batch_id=row.batch, at=row.at)


def insert_batch(
    league: League,
    *,
    id_: int | None,
    uid: str,
    kind: str,
    source: str,
    sha256: str | None,
    undoes: int | None,
    at: datetime,
) -> int:
    """Insert an import as it is and return its id."""
    id_ = _id(league, "batch", id_)
    league.insert("batch", id=id_, uid=uid, kind=kind, source=source, sha256=sha256, undoes=undoes, at=at)
    return id_


def insert_player(
    league: League,
    *,
    id_: int | None,
    uid: str,
    kind: str,
    batch: int | None,
    at: datetime,
    came: datetime,
    names: Sequence[str],
) -> int:
    """Insert a player as they are, whoever else has their names, and return the id."""
    id_ = _id(league, "player", id_)
    league.insert("player", id=id_, uid=uid, kind=kind, batch_id=batch, at=at, came=came)
    for number, name in enumerate(names):
        insert_name(league, id_, name, "alias" if number else "primary")
    return id_


def insert_name(league: League, player: int, name: str, role: str) -> None:
    """Give a player a name, whoever else has it."""
    id_ = league.next_id("player_name")
    league.insert("player_name", id=id_, player_id=player, name=name, folded=fold(name), role=role)


def insert_player_entry(league: League, player: int, row: PlayerEntryRow) -> None:
    """Insert what happened to a player as it is, its id too."""
    league.note_id("player_entry", row.id)
    league.insert(
        "player_entry",
        id=row.id,
        uid=row.uid,
        player_id=player,
        seq=row.seq,
        kind=row.kind,
        into_id=row.into,
        replaces=row.replaces,
        batch_id=row.batch,
        at=row.at,
        came=row.came,
    )
    if row.reason is not None:
        remark = league.next_id("remark")
        league.insert("remark", id=remark, entry_id=None, player_entry_id=row.id, role="reason", text=row.reason)


def insert_event(league: League, *, id_: int | None, uid: str, batch: int | None, at: datetime, came: datetime) -> int:
    """Insert an event as it is, without its entries, and return its id."""
    id_ = _id(league, "event", id_)
    league.insert("event", id=id_, uid=uid, batch_id=batch, at=at, came=came)
    return id_


def insert_session_rows(league: League, rows: Sequence[SessionRow]) -> None:
    """Insert sessions without entries, which have to follow."""
    for row in rows:
        league.note_id("session", row.id)
    league.run_many("INSERT INTO session (id, uid, source_key, batch_id, place) VALUES (?, ?, ?, ?, ?)", rows)


def next_id(league: League, table: str) -> int:
    """The next id of a table."""
    return league.next_id(table)


def _id(league: League, table: str, id_: int | None) -> int:
    if id_ is None:
        return league.next_id(table)
    league.note_id(table, id_)
    return id_


def iterate_uids(league: League, table: str) -> Iterator[tuple[str, int]]:
    """The uid and id of each row of a table of things."""
    yield from league.rows(f"SELECT uid, id FROM {table}")
