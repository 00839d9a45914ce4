"""The events of a league file: which are new, which went on there, and which were changed on both sides."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from schneider_league.derive.names import fold
from schneider_league.records.event import EventEntry, EventEntryKind
from schneider_league.records.league_events import parse_event_entry
from schneider_league.records.league_file import Line, parse_time, text_or_none
from schneider_league.store import exchange
from schneider_league.store.events import insert_event_entries, list_events, load_events_entries

if TYPE_CHECKING:
    from schneider_league.workflows.importing.merging import Incoming


class EventMerger:
    """Brings events in, one after the other."""

    def __init__(self, incoming: Incoming) -> None:
        self._incoming = incoming
        self._league = incoming.league
        self._own = load_events_entries(self._league)
        everything = load_events_entries(self._league, with_taken_back=True)
        self._uids = {entry.uid for entries in everything.values() for entry in entries}
        """Of all entries here, those of imports that were taken back too."""
        self._hidden = set(dict(exchange.iterate_uids(self._league, "event"))) - set(incoming.events)
        """Events here that came with imports that were taken back."""

    def add(self, line: Line) -> None:
        """Bring an event in, unless it is here, or an open one of its name is; or what was added to it there."""
        incoming, value = self._incoming, line.value
        uid = str(value["uid"])
        stated = [
            parse_event_entry(each, incoming.players.__getitem__, incoming.events.__getitem__)
            for each in value["entries"]
        ]
        batches = [text_or_none(each.get("batch")) for each in value["entries"]]
        _check(stated)
        if uid in incoming.events:
            self._go_on(incoming.events[uid], stated, batches)
            return
        last = [entry.settings for entry in stated if entry.settings is not None][-1]
        known = [] if incoming.is_restoring else list_events(self._league)
        same = next((event for event in known if fold(event.name) == fold(last.name)), None)
        if same is not None:
            if same.format == last.format == "open":
                incoming.events[uid] = same.id
                return
            incoming.conflicts.append(
                f"there are two events called '{last.name}', one here and one there (`event amend --name` renames one)"
            )
            return
        self._begin(uid, value, stated, batches)

    def _begin(self, uid: str, value: dict[str, Any], stated: Sequence[EventEntry], batches: list[str | None]) -> None:
        incoming = self._incoming
        event = exchange.insert_event(
            self._league,
            id_=int(value["id"]) if incoming.is_restoring else None,
            uid=self._league.new_uid() if uid in self._hidden else uid,
            batch=incoming.batch(text_or_none(value.get("batch"))),
            at=parse_time(value["at"]),
            came=parse_time(value["came"]) if incoming.is_restoring else self._league.now,
        )
        incoming.events[uid] = event
        incoming.outcome.events += 1
        self._insert(event, stated, batches, 0, {})

    def _go_on(self, event: int, stated: Sequence[EventEntry], batches: list[str | None]) -> None:
        """What was added to an event that is here, where both sides agree on all before it."""
        own = self._own.get(event, [])
        common = min(len(own), len(stated))
        for mine, theirs in zip(own, stated, strict=False):
            if mine.uid != theirs.uid:
                name = next(each.name for each in list_events(self._league) if each.id == event)
                self._incoming.conflicts.append(f"event {event} ({name}) was continued on both sides")
                return
            self._note_pairings(theirs, mine)
        if len(stated) > common:
            seqs = {theirs.seq: mine.seq for mine, theirs in zip(own, stated, strict=False)}
            self._insert(event, stated[common:], batches[common:], own[-1].seq if own else 0, seqs)
            self._incoming.outcome.remarks.append(f"event {event} was continued there")

    def _insert(
        self,
        event: int,
        stated: Sequence[EventEntry],
        batches: Sequence[str | None],
        last: int,
        seqs: dict[int, int],
    ) -> None:
        """Entries of the file behind those that are there; `seqs` gives their places here."""
        incoming, league = self._incoming, self._league
        ((highest,),) = league.rows("SELECT COALESCE(MAX(seq), 0) FROM event_entry WHERE event_id = ?", [event])
        placed = []
        for seq, (entry, batch) in enumerate(zip(stated, batches, strict=True), max(last, highest) + 1):
            seqs[entry.seq] = seq
            is_restoring = incoming.is_restoring
            if is_restoring:
                league.note_id("event_entry", entry.id)
                for pairing in entry.pairings:
                    league.note_id("pairing", pairing.id or 0)
            placed.append(
                replace(
                    entry,
                    id=entry.id if is_restoring else league.next_id("event_entry"),
                    uid=league.new_uid() if entry.uid in self._uids else entry.uid,
                    event=event,
                    seq=seq,
                    came=entry.came if is_restoring else league.now,
                    batch=incoming.batch(batch),
                    pairings=entry.pairings
                    if is_restoring
                    else tuple(replace(pairing, id=None) for pairing in entry.pairings),
                    undoes=None if entry.undoes is None else seqs[entry.undoes],
                )
            )
        for theirs, mine in zip(stated, insert_event_entries(league, placed), strict=True):
            self._note_pairings(theirs, mine)

    def _note_pairings(self, theirs: EventEntry, mine: EventEntry) -> None:
        """Which pairing here is meant by a session that names one there."""
        for pairing in mine.pairings:
            assert pairing.id is not None
            self._incoming.pairings[theirs.uid, pairing.board] = pairing.id


def _check(entries: Sequence[EventEntry]) -> None:
    """Entries follow each other, take back only what stands before them, and begin with settings."""
    if not entries or entries[0].kind is not EventEntryKind.SETTINGS:
        raise ValueError("it does not begin with what is settled for it")
    last = 0
    for entry in entries:
        if entry.seq <= last:
            raise ValueError(f"entry {entry.seq} stands behind entry {last}")
        if entry.undoes is not None and not 0 < entry.undoes < entry.seq:
            raise ValueError(f"entry {entry.seq} takes back what does not stand before it")
        if (entry.kind is EventEntryKind.UNDO) != (entry.undoes is not None):
            raise ValueError(f"entry {entry.seq} takes back nothing, or is no undo")
        last = entry.seq
