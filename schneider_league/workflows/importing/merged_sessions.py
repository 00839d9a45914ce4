"""The sessions of a league file: which are new, which go on, and which were changed on both sides."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

from schneider_league.derive.sessions import State, derive_session
from schneider_league.records.league_file import Line, StatedEntry, number_or_none, parse_entry, text_or_none
from schneider_league.records.ledger import Content, Entry, EntryKind
from schneider_league.store import exchange
from schneider_league.store.entry_rows import insert_entries
from schneider_league.store.ledger import load_sessions, session_keys
from schneider_league.store.people import list_players
from schneider_league.store.rulesets import load_rulesets
from schneider_league.store.watch import not_open

if TYPE_CHECKING:
    from schneider_league.workflows.importing.merging import Incoming


@dataclass(frozen=True, slots=True)
class _Stated:
    """A session of the file."""

    row: exchange.SessionRow
    here: int | None
    """The session here; None for a new one."""
    is_same_uid: bool
    """Whether it is the same by its uid; else both were imported from the same sheet."""
    entries: Sequence[StatedEntry]


class SessionMerger:
    """Brings sessions in, all at the end and in one go."""

    def __init__(self, incoming: Incoming) -> None:
        self._incoming = incoming
        self._league = incoming.league
        self._uids = {row.uid: row.id for row in exchange.load_session_rows(self._league).values()}
        self._keys = session_keys(self._league)
        self._digests = set(load_rulesets(self._league))
        self._stated: list[_Stated] = []

    def note(self, line: Line) -> None:
        """Read a session, and find the one here that it is."""
        if not self._digests:
            self._digests = set(load_rulesets(self._league))
        value = line.value
        incoming = self._incoming
        entries = [
            parse_entry(each, incoming.players.__getitem__, incoming.events.__getitem__, incoming.pairings.__getitem__)
            for each in value["entries"]
        ]
        self._check(entries)
        uid, key, batch = str(value["uid"]), text_or_none(value.get("source_key")), text_or_none(value.get("batch"))
        for entry in entries:
            incoming.check_batch(entry.batch)
        here = self._uids.get(uid)
        is_same_uid = here is not None
        if here is None and key is not None and batch not in incoming.taken_back:
            here = self._keys.get(key)
        is_new = here is None
        row = exchange.SessionRow(
            int(value["id"]) if incoming.is_restoring else exchange.next_id(self._league, "session") if is_new else 0,
            uid,
            key,
            incoming.batch(batch) if is_new else None,
            number_or_none(value.get("place")),
        )
        self._stated.append(_Stated(row, here, is_same_uid, entries))

    def _check(self, entries: Sequence[StatedEntry]) -> None:
        """Entries are numbered from 1, refer to those before them, and begin with a start."""
        digests = self._digests
        for seq, entry in enumerate(entries, 1):
            start = entry.content.start
            if entry.seq != seq or not (1 <= entry.action <= seq and 1 <= entry.root <= seq):
                raise ValueError(f"entry {entry.seq} stands at place {seq}")
            if (entry.replaces is None) != (entry.root == seq) or not 0 < (entry.replaces or 1) < max(seq, 2):
                raise ValueError(f"entry {seq} replaces none that stands before it")
            if (entry.content.kind is EntryKind.START) != (start is not None):
                raise ValueError(f"entry {seq} is a start that states nothing, or no start")
            if start is not None and start.digest not in digests:
                self._digests = digests = set(load_rulesets(self._league))
                if start.digest not in digests:
                    raise ValueError(f"the definition of {start.rules} is missing")
        if not entries or entries[0].content.kind is not EntryKind.START:
            raise ValueError("it does not begin with a start")

    def add_all(self) -> None:
        """Write what is new."""
        incoming, outcome = self._incoming, self._incoming.outcome
        here = {stated.here for stated in self._stated if stated.here is not None}
        own = {entries[0].session: entries for entries in load_sessions(self._league, ids=here)}
        rows: list[exchange.SessionRow] = []
        entries: list[Entry] = []
        for stated in self._stated:
            if stated.here is None:
                rows.append(stated.row)
                entries += self._placed(stated.row.id, (), stated.entries)
                outcome.sessions += 1
                continue
            there = own[stated.here]
            common = min(len(there), len(stated.entries))
            if not all(
                _is_same(mine, theirs, by_uid=stated.is_same_uid)
                for mine, theirs in zip(there, stated.entries, strict=False)
            ):
                incoming.conflicts.append(self._conflict(stated.here, there))
            elif len(stated.entries) > common:
                entries += self._placed(stated.here, there, stated.entries[common:])
                outcome.remarks.append(f"session {stated.here} was continued there")
            elif restored := self._restored(stated, there):
                entries += restored
                outcome.sessions += 1
            else:
                outcome.there += 1
        if incoming.conflicts:
            return
        exchange.insert_session_rows(self._league, rows)
        insert_entries(self._league, entries)
        outcome.entries = len(entries)
        self._forget_closed({entry.session for entry in entries})

    def _placed(self, session: int, there: Sequence[Entry], stated: Sequence[StatedEntry]) -> list[Entry]:
        """Entries of the file as entries here, behind those that are there."""
        ids = {entry.seq: entry.id for entry in there}
        incoming = self._incoming
        placed: list[Entry] = []
        for each in stated:
            id_ = each.id if incoming.is_restoring else exchange.next_id(self._league, "entry")
            ids[each.seq] = id_
            placed.append(
                Entry(
                    id_,
                    each.uid,
                    session,
                    each.seq,
                    each.action,
                    each.root,
                    None if each.replaces is None else ids[each.replaces],
                    each.after,
                    each.undoes,
                    each.redoes,
                    incoming.batch(each.batch),
                    each.at,
                    each.came if incoming.is_restoring else self._league.now,
                    each.reason,
                    each.content,
                )
            )
        return placed

    def _restored(self, stated: _Stated, there: Sequence[Entry]) -> list[Entry]:
        """What brings a session back of which nothing happened here but that its import was taken back."""
        incoming = self._incoming
        since = there[len(stated.entries) :]
        if not since or not all(entry.batch in incoming.undoings for entry in since):
            return []
        heads = {entry.root: entry for entry in there}
        wanted = {entry.root: entry.content for entry in stated.entries}
        action = there[-1].seq + 1
        changed = [(root, content) for root, content in wanted.items() if heads[root].content != content]
        return [
            Entry(
                exchange.next_id(self._league, "entry"),
                self._league.new_uid(),
                there[0].session,
                seq,
                action,
                root,
                heads[root].id,
                None,
                None,
                None,
                incoming.batch(None),
                self._league.now,
                self._league.now,
                None,
                content,
            )
            for seq, (root, content) in enumerate(changed, action)
        ]

    def _conflict(self, session: int, own: Sequence[Entry]) -> str:
        names = {player.id: player.name for player in list_players(self._league)}
        start = own[0].content.start
        assert start is not None
        a, b = (names[player] for player in start.players)
        return f"session {session} ({a} – {b}, {start.played_on}) was continued or corrected on both sides"

    def _forget_closed(self, sessions: set[int]) -> None:
        rulesets = load_rulesets(self._league)
        loaded = load_sessions(self._league, ids=sessions)
        derived = (derive_session(entries, lambda digest: rulesets[digest]) for entries in loaded)
        not_open(self._league, [session.id for session in derived if session.state is not State.OPEN])


def _is_same(mine: Entry, theirs: StatedEntry, *, by_uid: bool) -> bool:
    """Whether two entries are the same, by uid or, where both came from the same sheet, by what they say."""
    if mine.uid == theirs.uid:
        return True
    return not by_uid and _bare(mine.content) == _bare(theirs.content)


def _bare(content: Content) -> Any:
    """What a content says, apart from who and which event is meant: those have other ids."""
    start = content.start
    if start is None:
        return content
    return replace(content, start=replace(start, players=(0, 0), event=None, pairing=None))
