"""Looking whether what was entered of events is whole, and fits the sessions that were played for it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from schneider_league.derive.event import derive_event
from schneider_league.records.event import EventEntry, EventEntryKind
from schneider_league.store.events import load_events_entries
from schneider_league.store.league import League

NEEDED = {
    EventEntryKind.ENTER: ("players",),
    EventEntryKind.WITHDRAW: ("players", "round"),
    EventEntryKind.ABSENT: ("players", "round"),
    EventEntryKind.BYE: ("players", "round"),
    EventEntryKind.DRAFT: ("players", "round", "pairings"),
    EventEntryKind.PAIR: ("players", "round", "pairings"),
    EventEntryKind.UNPAIR: ("round",),
    EventEntryKind.FORFEIT: ("round", "board"),
    EventEntryKind.CLOSE: ("round",),
}
"""What an entry has to say besides its kind."""


def check_events(league: League) -> Iterator[tuple[str, str]]:
    """Where something is wrong, and what."""
    everything = load_events_entries(league, with_taken_back=True)
    for (event,) in league.rows("SELECT id FROM event ORDER BY id"):
        entries = everything.get(event, [])
        faults = list(_check_entries(entries))
        yield from ((f"event {event}", fault) for fault in faults)
        if not faults:
            derive_event(entries)
    yield from _check_pairings(league, everything)


def _check_entries(entries: Sequence[EventEntry]) -> Iterator[str]:
    if not entries:
        yield "has no entries"
        return
    if entries[0].kind is not EventEntryKind.SETTINGS:
        yield "does not begin with what is settled for it"
    kinds = {entry.seq: entry.kind for entry in entries}
    for number, entry in enumerate(entries, 1):
        if entry.seq != number:
            yield f"entry {number} is missing"
            return
        lacking = [name for name in NEEDED.get(entry.kind, ()) if not getattr(entry, name)]
        if lacking:
            yield f"entry {entry.seq} ({entry.kind}) says nothing of {' and '.join(lacking)}"
        if entry.undoes is not None and entry.undoes not in kinds:
            yield f"entry {entry.seq} takes back an entry that is missing"
        players = [player for pairing in entry.pairings for player in pairing.players]
        if len(players) != len(set(players)):
            yield f"entry {entry.seq} pairs somebody twice"
        boards = [pairing.board for pairing in entry.pairings]
        if boards and sorted(boards) != list(range(1, len(boards) + 1)):
            yield f"entry {entry.seq} leaves out a board"


def _check_pairings(league: League, everything: dict[int, list[EventEntry]]) -> Iterator[tuple[str, str]]:
    """Sessions were played for pairings of their own event that were published."""
    published = {
        pairing.id: event
        for event, entries in everything.items()
        for entry in entries
        if entry.kind is EventEntryKind.PAIR
        for pairing in entry.pairings
    }
    for session, pairing, event in league.rows(
        "SELECT e.session_id, s.pairing_id, s.event_id FROM session_start s JOIN entry e ON e.id = s.entry_id"
        " WHERE s.pairing_id IS NOT NULL ORDER BY e.session_id, e.seq"
    ):
        if published.get(pairing) != event:
            yield f"session {session}", "was played for a pairing that its event has not published"
