"""The ledger of sessions: appending entries, and reading them."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from itertools import groupby
from operator import attrgetter

from schneider_league.errors import NotFoundError, StateError
from schneider_league.records.ledger import Content, Entry
from schneider_league.store.entry_rows import insert_entries, insert_first_entries, select_entries, stream_entries
from schneider_league.store.league import League, Value

__all__ = [
    "Draft",
    "EnteredMeanwhileError",
    "NewSession",
    "append",
    "append_many",
    "insert_entries",
    "insert_session",
    "last_written",
    "load_session",
    "load_sessions",
    "session_keys",
    "session_uids",
    "start_session",
    "start_sessions",
]


@dataclass(frozen=True, slots=True)
class Draft:
    """An entry that is to be appended."""

    content: Content
    root: int | None = None
    """The seq of the first entry of its chain; None begins a new one."""
    replaces: int | None = None
    """The id of the entry that it replaces, the last of its chain; None where it begins one."""
    after: int | None = None
    """For an inserted deal the root behind which it stands, 0 for before the first."""
    uid: str | None = None
    """Of an entry that comes from another league; a new one where None."""
    at: datetime | None = None
    """When it was recorded; now where None."""
    came: datetime | None = None
    """When it came into this league; now where None."""
    reason: str | None = None
    """Why, where the entry has a reason of its own."""


@dataclass(frozen=True, slots=True)
class NewSession:
    """A session that is to be started, with what has been played of it."""

    start: Content
    drafts: Sequence[Draft] = ()
    source_key: str | None = None
    uid: str | None = None
    place: int | None = None
    """Its place in its import."""
    at: datetime | None = None


class EnteredMeanwhileError(StateError):
    """Somebody else has written into the session since it was looked at."""

    def __init__(self, entries: Sequence[Entry]) -> None:
        self.entries = tuple(entries)
        """What they entered."""
        what = ", ".join(_in_words(entry.content) for entry in entries)
        super().__init__(
            f"somebody entered something in this session meanwhile: {what}",
            hint="look at the session (`session show`), and enter only what is missing",
        )


def _in_words(content: Content) -> str:
    score = "" if content.score is None else f" {content.score[0]}-{content.score[1]}"
    return f"{content.ending or content.kind}{score}"


def start_session(
    league: League,
    content: Content,
    *,
    source_key: str | None = None,
    uid: str | None = None,
    batch: int | None = None,
    place: int | None = None,
    at: datetime | None = None,
    more: Sequence[Draft] = (),
) -> int:
    """Begin a session and return its id; the start and `more` are one action."""
    (session,) = start_sessions(league, [NewSession(content, more, source_key, uid, place, at)], batch=batch)
    return session


def start_sessions(league: League, sessions: Iterable[NewSession], *, batch: int | None = None) -> list[int]:
    """Begin many sessions in one go and return their ids."""
    begun: list[tuple[int, list[Draft]]] = []
    rows: list[tuple[Value, ...]] = []
    for new in sessions:
        session = league.next_id("session")
        rows.append((session, new.uid or league.new_uid(), new.source_key, batch, new.place))
        more = (
            new.drafts if new.at is None else [draft if draft.at else replace(draft, at=new.at) for draft in new.drafts]
        )
        begun.append((session, [Draft(new.start, at=new.at), *more]))
    league.run_many("INSERT INTO session (id, uid, source_key, batch_id, place) VALUES (?, ?, ?, ?, ?)", rows)
    insert_first_entries(league, begun, batch)
    return [session for session, _drafts in begun]


def insert_session(
    league: League,
    *,
    uid: str,
    id_: int | None = None,
    source_key: str | None = None,
    batch: int | None = None,
    place: int | None = None,
) -> int:
    """Insert a session without entries, of which `insert_entries` has to follow at once; return its id."""
    if id_ is None:
        id_ = league.next_id("session")
    else:
        league.note_id("session", id_)
    league.insert("session", id=id_, uid=uid, source_key=source_key, batch_id=batch, place=place)
    return id_


def append(
    league: League,
    session: int,
    drafts: Sequence[Draft],
    *,
    seen: int | None = None,
    reason: str | None = None,
    batch: int | None = None,
    undoes: int | None = None,
    redoes: int | None = None,
) -> list[Entry]:
    """Append one action to a session.

    Args:
        league: In a writing transaction.
        session: The session's id.
        drafts: What the action consists of, at least one.
        seen: The highest seq that the caller knows of; None where that does not matter.
        reason: Why; kept with the action's first entry.
        batch: The import that it comes with.
        undoes: The action that it takes back.
        redoes: The undoing action that it takes back.

    Raises:
        NotFoundError: there is no such session.
        EnteredMeanwhileError: somebody has written into the session since `seen`.
        StateError: what a draft replaces has been replaced already.
    """
    known = _known(league, session, drafts, seen)
    last, roots = known
    entries = _entries(league, session, last, drafts, roots, batch=batch, reason=reason, undoes=undoes, redoes=redoes)
    insert_entries(league, entries)
    return entries


def append_many(
    league: League, additions: Iterable[tuple[int, Sequence[Draft]]], *, batch: int | None = None
) -> list[Entry]:
    """Append one action to each of several sessions in one go, as an import does.

    Raises:
        NotFoundError: there is no such session.
        StateError: what a draft replaces has been replaced already.
    """
    entries: list[Entry] = []
    for session, drafts in additions:
        last, roots = _known(league, session, drafts, None)
        entries += _entries(league, session, last, drafts, roots, batch=batch)
    insert_entries(league, entries)
    return entries


def _known(league: League, session: int, drafts: Sequence[Draft], seen: int | None) -> tuple[int, dict[int, int]]:
    """The session's last seq, and for each entry that is to be replaced, by id, its root."""
    ((last,),) = league.rows("SELECT MAX(seq) FROM entry WHERE session_id = ?", [session])
    if last is None:
        raise NotFoundError(f"there is no session {session}", hint="`session list` shows all")
    if seen is not None and last > seen:
        raise EnteredMeanwhileError(select_entries(league, "WHERE e.session_id = ? AND e.seq > ?", [session, seen]))
    roots: dict[int, int] = {}
    for draft in drafts:
        if draft.replaces is None:
            continue
        found = league.rows(
            "SELECT e.root, r.id FROM entry e LEFT JOIN entry r ON r.replaces = e.id"
            " WHERE e.id = ? AND e.session_id = ?",
            [draft.replaces, session],
        )
        if not found:
            raise NotFoundError(f"session {session} has no entry {draft.replaces}")
        root, replaced_by = found[0]
        if replaced_by is not None:
            raise StateError(
                "that entry has been corrected already",
                hint=f"look at the session first: session show {session} --history",
            )
        roots[draft.replaces] = root
    return last, roots


def _entries(
    league: League,
    session: int,
    last: int,
    drafts: Sequence[Draft],
    roots: dict[int, int],
    *,
    batch: int | None,
    reason: str | None = None,
    undoes: int | None = None,
    redoes: int | None = None,
    at: datetime | None = None,
) -> list[Entry]:
    action = last + 1
    entries = []
    for seq, draft in enumerate(drafts, action):
        entries.append(
            Entry(
                league.next_id("entry"),
                draft.uid or league.new_uid(),
                session,
                seq,
                action,
                seq if draft.replaces is None else roots[draft.replaces],
                draft.replaces,
                draft.after,
                undoes,
                redoes,
                batch,
                draft.at or at or league.now,
                draft.came or league.now,
                draft.reason or (reason if seq == action else None),
                draft.content,
            )
        )
    return entries


def load_session(league: League, session: int, *, known_at: datetime | None = None) -> list[Entry]:
    """All entries of a session by seq; with `known_at` those that had come into this league by then.

    Raises:
        NotFoundError: there is no such session, or was none then.
    """
    where, parameters = _conditions([session], known_at)
    entries = select_entries(league, where, parameters)
    if not entries:
        raise NotFoundError(f"there is no session {session}", hint="`session list` shows all")
    return entries


def load_sessions(
    league: League, *, ids: Collection[int] | None = None, known_at: datetime | None = None
) -> Iterator[list[Entry]]:
    """The entries of many sessions, or all, session by session in the order of their ids."""
    groups = [None] if ids is None else [sorted(ids)[at : at + 500] for at in range(0, len(ids), 500)]
    for group in groups:
        where, parameters = _conditions(group, known_at)
        for _session, entries in groupby(stream_entries(league, where, parameters), attrgetter("session")):
            yield list(entries)


def _conditions(ids: Sequence[int] | None, known_at: datetime | None) -> tuple[str, list[Value]]:
    conditions: list[str] = []
    parameters: list[Value] = []
    if ids is not None:
        conditions.append(f"e.session_id IN ({', '.join('?' * len(ids))})")
        parameters += ids
    if known_at is not None:
        conditions.append("e.came <= ?")
        parameters.append(known_at)
    return (f"WHERE {' AND '.join(conditions)}" if conditions else ""), parameters


def session_keys(league: League) -> dict[str, int]:
    """For each key of a session that was imported, the session; not for imports that were taken back."""
    return dict(
        league.rows(
            "SELECT s.source_key, s.id FROM session s LEFT JOIN batch b ON b.undoes = s.batch_id"
            " WHERE s.source_key IS NOT NULL AND b.id IS NULL ORDER BY s.id"
        )
    )


def session_uids(league: League) -> dict[str, int]:
    """For each session's uid its id."""
    return dict(league.rows("SELECT uid, id FROM session"))


def last_written(league: League) -> int | None:
    """The session that was written to last, imports aside; None where there is none."""
    found = league.rows("SELECT session_id FROM entry WHERE batch_id IS NULL ORDER BY id DESC LIMIT 1")
    return int(found[0][0]) if found else None
