"""Entries as rows of the tables, and back."""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator, Sequence
from datetime import datetime
from typing import Any, Final, Protocol

from schneider_league.records.claims import FormatKind, SessionFormat
from schneider_league.records.ledger import Content, Ending, Entry, EntryKind, SessionStart
from schneider_league.store.league import League, Row, Value, check_text, insert_statement, read_day, read_moment
from schneider_league.store.watch import note_open

ENTRY_COLUMNS: Final = (
    "id",
    "uid",
    "session_id",
    "seq",
    "action",
    "root",
    "replaces",
    "after_root",
    "undoes",
    "redoes",
    "batch_id",
    "at",
    "came",
    "kind",
    "dealer",
    "dealer_stated",
    "score_a",
    "score_b",
    "all_tricks",
    "ending",
    "loser",
    "accepted",
)
START_COLUMNS: Final = (
    "entry_id",
    "player_a",
    "player_b",
    "rules",
    "digest",
    "format",
    "deals",
    "target",
    "played_on",
    "first_dealer",
    "event_id",
    "table_name",
    "pairing_id",
    "must_decide",
)
_REMARK_COLUMNS: Final = ("id", "entry_id", "role", "text")

_ENTRY_SQL = ", ".join(f"e.{name}" for name in ENTRY_COLUMNS)
_START_SQL = ", ".join(f"s.{name}" for name in START_COLUMNS)
_SELECT: Final = (
    f"SELECT {_ENTRY_SQL}, {_START_SQL}, n.text, r.text, p.record FROM entry e"
    " LEFT JOIN session_start s ON s.entry_id = e.id"
    " LEFT JOIN remark n ON n.entry_id = e.id AND n.role = 'note'"
    " LEFT JOIN remark r ON r.entry_id = e.id AND r.role = 'reason'"
    " LEFT JOIN play p ON p.entry_id = e.id"
)
_KINDS = {str(kind): kind for kind in EntryKind}
_ENDINGS = {str(ending): ending for ending in Ending}
_FORMATS = {str(kind): kind for kind in FormatKind}
_END_OF_START = len(ENTRY_COLUMNS) + len(START_COLUMNS)


def select_entries(league: League, where: str, parameters: Sequence[Value]) -> list[Entry]:
    """The entries that fulfil a condition on `e`, by session and seq."""
    return [read_entry(row) for row in league.rows(f"{_SELECT} {where} ORDER BY e.session_id, e.seq", parameters)]


def stream_entries(league: League, where: str, parameters: Sequence[Value]) -> Iterator[Entry]:
    """As `select_entries`, a few thousand at a time."""
    for row in league.stream(f"{_SELECT} {where} ORDER BY e.session_id, e.seq", parameters):
        yield read_entry(row)


def read_entry(row: Row) -> Entry:
    """The entry that a row of `_SELECT` is."""
    (
        id_,
        uid,
        session,
        seq,
        action,
        root,
        replaces,
        after,
        undoes,
        redoes,
        batch,
        at,
        came,
        kind,
        dealer,
        dealer_stated,
        score_a,
        score_b,
        all_tricks,
        ending,
        loser,
        accepted,
        start_entry,
    ) = row[: len(ENTRY_COLUMNS) + 1]
    content = Content(
        _KINDS[kind],
        dealer,
        bool(dealer_stated),
        None if score_a is None else (score_a, score_b),
        bool(all_tricks),
        None if ending is None else _ENDINGS[ending],
        loser,
        row[_END_OF_START],
        () if accepted is None else tuple(accepted.split(" ")),
        None if start_entry is None else _read_start(row[len(ENTRY_COLUMNS) : _END_OF_START]),
        row[_END_OF_START + 2],
    )
    recorded = read_moment(at)
    return Entry(
        id_,
        uid,
        session,
        seq,
        action,
        root,
        replaces,
        after,
        undoes,
        redoes,
        batch,
        recorded,
        recorded if came == at else read_moment(came),
        row[_END_OF_START + 1],
        content,
    )


def _read_start(row: Row) -> SessionStart:
    _entry, a, b, rules, digest, kind, deals, target, played_on, first_dealer, event, table, pairing, must = row
    format_ = SessionFormat(_FORMATS[kind], deals)
    day = read_day(played_on)
    return SessionStart((a, b), rules, digest, format_, target, day, first_dealer, event, table, pairing, bool(must))


_INSERT_ENTRY = insert_statement("entry", ENTRY_COLUMNS)
_INSERT_START = insert_statement("session_start", START_COLUMNS)
_INSERT_REMARK = insert_statement("remark", _REMARK_COLUMNS)
_INSERT_PLAY = insert_statement("play", ("entry_id", "record"))


def insert_entries(league: League, entries: Iterable[Entry]) -> None:
    """Insert entries as they are, ids and all, in one go."""
    rows = _Rows(league)
    for entry in entries:
        rows.entries.append(_entry_row(entry, entry.content))
        rows.add_parts(entry.id, entry.content, entry.reason)
    rows.insert()


class NewEntry(Protocol):
    """An entry that begins a chain, before it has its place."""

    @property
    def content(self) -> Content:
        """What it states."""

    @property
    def after(self) -> int | None:
        """The root behind which it stands."""

    @property
    def uid(self) -> str | None:
        """Of an entry that comes from another league; a new one where None."""

    @property
    def at(self) -> datetime | None:
        """When it was recorded; now where None."""

    @property
    def came(self) -> datetime | None:
        """When it came into this league; now where None."""

    @property
    def reason(self) -> str | None:
        """Why."""


def insert_first_entries(league: League, sessions: Sequence[tuple[int, Sequence[NewEntry]]], batch: int | None) -> None:
    """Insert the entries with which sessions begin, each session's as one action: as `insert_entries`, and faster."""
    rows = _Rows(league)
    number = sum(len(entries) for _session, entries in sessions)
    ids = iter(league.next_ids("entry", number)) if number else iter(())
    uids = _new_uids(number)
    now, bind = league.bind(league.now), league.bind
    shapes: dict[int, tuple[Value, ...]] = {}
    for session, entries in sessions:
        for seq, entry in enumerate(entries, 1):
            content = entry.content
            # Most contents are those of many deals, and one and the same object.
            shape = shapes.get(id(content))
            if shape is None:
                shape = shapes[id(content)] = _content_row(content)
            id_, uid = next(ids), next(uids)
            at = now if entry.at is None else bind(entry.at)
            came = now if entry.came is None else bind(entry.came)
            rows.entries.append(
                (
                    *(id_, entry.uid or uid, session, seq, 1, seq, None, entry.after, None, None, batch, at, came),
                    *shape,
                )
            )
            rows.add_parts(id_, content, entry.reason)
    rows.insert(is_bound=True)


def _new_uids(number: int) -> Iterator[str]:
    """So many names that no other league gives."""
    letters = os.urandom(16 * number).hex()
    return (letters[at : at + 32] for at in range(0, len(letters), 32))


class _Rows:
    """Rows for the tables that entries are spread over."""

    def __init__(self, league: League) -> None:
        self._league = league
        self.entries: list[tuple[Any, ...]] = []
        self.starts: list[tuple[Any, ...]] = []
        self.remarks: list[tuple[Any, ...]] = []
        self.plays: list[tuple[Any, ...]] = []

    def add_parts(self, entry: int, content: Content, reason: str | None) -> None:
        """Add what stands in tables of its own."""
        if content.start is not None:
            self.starts.append(_start_row(entry, content.start))
        if content.note is not None:
            self._add_remark(entry, "note", content.note)
        if reason is not None:
            self._add_remark(entry, "reason", reason)
        if content.plays is not None:
            self.plays.append((entry, content.plays))

    def _add_remark(self, entry: int, role: str, text: str) -> None:
        self.remarks.append((self._league.next_id("remark"), entry, role, check_text(text)))

    def insert(self, *, is_bound: bool = False) -> None:
        """Insert all of them; `is_bound` where times of entries are as the database takes them."""
        league = self._league
        for statement, found, bound in (
            (_INSERT_ENTRY, self.entries, is_bound),
            (_INSERT_START, self.starts, False),
            (_INSERT_REMARK, self.remarks, True),
            (_INSERT_PLAY, self.plays, True),
        ):
            if len(found) == 1:
                league.run(statement, found[0])
            elif found:
                league.run_many(statement, found, is_bound=bound)
        note_open(league, (row[2] for row in self.entries))


def _entry_row(entry: Entry, content: Content) -> tuple[Value, ...]:
    return (
        entry.id,
        entry.uid,
        entry.session,
        entry.seq,
        entry.action,
        entry.root,
        entry.replaces,
        entry.after,
        entry.undoes,
        entry.redoes,
        entry.batch,
        entry.at,
        entry.came,
        *_content_row(content),
    )


def _content_row(content: Content) -> tuple[Value, ...]:
    score = content.score or (None, None)
    return (
        str(content.kind),
        content.dealer,
        content.dealer_stated,
        score[0],
        score[1],
        content.all_tricks,
        None if content.ending is None else str(content.ending),
        content.loser,
        " ".join(content.accepted) or None,
    )


def _start_row(entry: int, start: SessionStart) -> tuple[Value, ...]:
    return (
        entry,
        *start.players,
        start.rules,
        start.digest,
        str(start.format.kind),
        start.format.deals,
        start.target,
        start.played_on,
        start.first_dealer,
        start.event,
        None if start.table is None else check_text(start.table),
        start.pairing,
        start.must_decide,
    )
