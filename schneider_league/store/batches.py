"""Imports: what came from where, and whether it was taken back."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from typing import Literal

from schneider_league.errors import NotFoundError, StateError
from schneider_league.records.ledger import Entry
from schneider_league.store.entry_rows import select_entries
from schneider_league.store.league import League, read_moment
from schneider_league.store.people import find_sessions_of

BatchKind = Literal["csv", "sdr", "jsonl", "league", "undo"]
"""What was imported: a score sheet, deal records in either form, a whole league; or an import was taken back."""


@dataclass(frozen=True, slots=True)
class Batch:
    """One import, or the taking back of one."""

    id: int
    uid: str
    kind: BatchKind
    source: str
    """The file as it was named."""
    sha256: str | None
    """Of the file; None where an import is taken back."""
    at: datetime
    undoes: int | None
    """The import that it takes back."""
    undone_by: int | None
    """What took it back."""
    sessions: int
    """How many sessions it began."""
    entries: int


def add_batch(
    league: League,
    kind: BatchKind,
    source: str,
    sha256: str | None,
    *,
    undoes: int | None = None,
    uid: str | None = None,
    at: datetime | None = None,
) -> int:
    """Note an import, or with `undoes` that one is taken back; return its id.

    Raises:
        StateError: that import has been taken back already.
    """
    if undoes is not None and league.rows("SELECT 1 FROM batch WHERE undoes = ?", [undoes]):
        raise StateError(f"import {undoes} has been taken back already")
    id_ = league.next_id("batch")
    league.insert(
        "batch",
        id=id_,
        uid=uid or league.new_uid(),
        kind=kind,
        source=source.encode(errors="backslashreplace").decode().replace("\0", ""),
        sha256=sha256,
        undoes=undoes,
        at=at or league.now,
    )
    return id_


def list_batches(league: League) -> list[Batch]:
    """All imports by id, and what took them back."""
    sessions: dict[int | None, int] = dict(league.rows("SELECT batch_id, COUNT(*) FROM session GROUP BY batch_id"))
    entries: dict[int | None, int] = dict(league.rows("SELECT batch_id, COUNT(*) FROM entry GROUP BY batch_id"))
    return [
        Batch(id_, uid, kind, source, sha256, read_moment(at), undoes, by, sessions.get(id_, 0), entries.get(id_, 0))
        for id_, uid, kind, source, sha256, at, undoes, by in league.rows(
            "SELECT b.id, b.uid, b.kind, b.source, b.sha256, b.at, b.undoes, u.id FROM batch b"
            " LEFT JOIN batch u ON u.undoes = b.id ORDER BY b.id"
        )
    ]


def find_batch(league: League, id_: int) -> Batch:
    """An import by its id.

    Raises:
        NotFoundError: there is none.
    """
    for batch in list_batches(league):
        if batch.id == id_:
            return batch
    raise NotFoundError(f"there is no import {id_}", hint="`import --list` shows all")


def entries_of_batch(league: League, batch: int) -> list[Entry]:
    """All entries that came with an import, by session and seq."""
    return select_entries(league, "WHERE e.batch_id = ?", [batch])


def players_of_batch(league: League, batch: int) -> list[int]:
    """The players who came with an import, are in no session that counts, and to whom nothing happened since."""
    untouched = league.rows(
        "SELECT p.id FROM player p WHERE p.batch_id = ? AND NOT EXISTS"
        " (SELECT 1 FROM player_entry e WHERE e.player_id = p.id OR e.into_id = p.id) ORDER BY p.id",
        [batch],
    )
    return [player for (player,) in untouched if not find_sessions_of(league, [player])]
