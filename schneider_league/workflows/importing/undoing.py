"""Looking over the imports, and taking one back."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import groupby
from operator import attrgetter

from schneider_league.derive.sessions import State, derive_actions, derive_session
from schneider_league.errors import StateError
from schneider_league.records.import_outcome import ImportLine
from schneider_league.records.ledger import VOID, Content, Entry, EntryKind
from schneider_league.reports.importing import counted
from schneider_league.store.batches import (
    Batch,
    add_batch,
    entries_of_batch,
    find_batch,
    list_batches,
    players_of_batch,
)
from schneider_league.store.engine import Clock, Database, League, utc_now
from schneider_league.store.events import list_events, load_events_entries
from schneider_league.store.ledger import Draft, append, load_sessions
from schneider_league.store.people import append_player_entry, list_players
from schneider_league.store.rulesets import load_rulesets
from schneider_league.store.watch import not_open
from schneider_league.workflows.changes import moved_lines, take_snapshot
from schneider_league.workflows.sessions.book import Book


def list_imports(address: str) -> list[ImportLine]:
    """All imports, the first first, and what took one back.

    Raises:
        LeagueError: the database is missing or cannot be read.
    """
    with Database(address).reading() as league:
        return [
            ImportLine(
                batch.id,
                batch.kind,
                batch.source,
                batch.sha256,
                batch.at,
                batch.undoes,
                batch.undone_by,
                batch.sessions,
                batch.entries,
            )
            for batch in list_batches(league)
        ]


def undo_import(address: str, number: int, *, reason: str | None = None, clock: Clock = utc_now) -> list[str]:
    """Take back all that came with an import, and say in lines what that was.

    Sessions that it began are made void, deals that it added to others too, and players who came with it and are
    in no other session are removed. The file can be imported again afterwards.

    Args:
        address: The database.
        number: Of the import.
        reason: Why.
        clock: The time.

    Raises:
        NotFoundError: there is no such import.
        StateError: it is taken back already, or something of it was corrected or continued since.
    """
    with Database(address, clock).writing() as league:
        batch = find_batch(league, number)
        if batch.kind == "undo":
            raise StateError(
                f"{number} takes import {batch.undoes} back, and is no import",
                hint="import the file again to have it back",
            )
        if batch.undone_by is not None:
            raise StateError(f"import {number} has been taken back already", hint="`import --list` shows it")
        return _undo(league, batch, reason)


def _undo(league: League, batch: Batch, reason: str | None) -> list[str]:
    own = entries_of_batch(league, batch.id)
    sessions = {session: list(entries) for session, entries in groupby(own, attrgetter("session"))}
    loaded = {entries[0].session: entries for entries in load_sessions(league, ids=sessions.keys())}
    taken_back = [each.id for each in list_batches(league) if each.undone_by is not None or each.kind == "undo"]
    chains = {
        session: _chains(entries, {entry.id for entry in sessions[session]}) for session, entries in loaded.items()
    }
    _refuse_changed(batch, chains, loaded, {batch.id, *taken_back})
    _refuse_events_gone_on(league, batch)
    book = Book(league)
    snapshot = take_snapshot(book) if loaded and book.players else None
    number = add_batch(league, "undo", batch.source, None, undoes=batch.id)
    for session, own_chains in chains.items():
        drafts = [Draft(chain.before, root=chain.root, replaces=chain.head.id) for chain in reversed(own_chains)]
        actions = {entry.action for entry in sessions[session]} & set(derive_actions(loaded[session]).done)
        undoes = actions.pop() if len(actions) == 1 else None
        append(league, session, drafts, reason=reason, batch=number, undoes=undoes)
    rulesets = load_rulesets(league)
    after = [
        derive_session(entries, lambda digest: rulesets[digest]) for entries in load_sessions(league, ids=sessions)
    ]
    not_open(league, [session.id for session in after if session.state is not State.OPEN])
    gone = _remove_players(league, batch.id, number)
    void = sum(session.state is State.VOID for session in after)
    every = [chain for own_chains in chains.values() for chain in own_chains]
    dealt = [chain for chain in every if chain.last.content.kind in (EntryKind.DEAL, EntryKind.MISDEAL)]
    deals = sum(chain.before is VOID for chain in dealt)
    parts = [f"{counted(void, 'session')} made void, {counted(deals, 'deal')} taken out"]
    if len(dealt) > deals:
        parts.append(f"{counted(len(dealt) - deals, 'deal')} as before")
    lines = [f"Import {batch.id} ({batch.source}) is taken back: {', '.join(parts)}. The file can be imported again."]
    if gone:
        lines.append(f"Players who came with it and are in no other session are removed: {', '.join(gone)}.")
    return lines + (moved_lines(book, snapshot) if snapshot is not None else [])


def _refuse_events_gone_on(league: League, batch: Batch) -> None:
    """Raise StateError where an event that came with an import, or was continued by it, went on since."""
    for event, entries in load_events_entries(league).items():
        own = [entry.seq for entry in entries if entry.batch == batch.id]
        later = [entry for entry in entries if own and entry.seq > own[0] and entry.batch != batch.id]
        if later:
            name = next(each.name for each in list_events(league) if each.id == event)
            raise StateError(
                f"import {batch.id} cannot be taken back: event {event} ({name}) went on since",
                hint=f"`event history {event}` shows how; take that back first (`event undo {event}`)",
            )


@dataclass(frozen=True, slots=True)
class _Chain:
    """What an import did to one thing that a session says."""

    root: int
    before: Content
    """What counted before it; VOID where nothing did."""
    last: Entry
    """The import's own last entry of it."""
    head: Entry
    """What counts now."""


def _chains(entries: Sequence[Entry], own: set[int]) -> list[_Chain]:
    """The chains of a session that an import began or went on with, in order."""
    heads = {entry.root: entry for entry in entries}
    by_id = {entry.id: entry for entry in entries}
    firsts: dict[int, Entry] = {}
    lasts: dict[int, Entry] = {}
    for entry in entries:
        if entry.id in own:
            firsts.setdefault(entry.root, entry)
            lasts[entry.root] = entry
    return [
        _Chain(root, VOID if first.replaces is None else by_id[first.replaces].content, lasts[root], heads[root])
        for root, first in firsts.items()
    ]


def _refuse_changed(
    batch: Batch, chains: dict[int, list[_Chain]], loaded: dict[int, list[Entry]], taken_back: set[int]
) -> None:
    """Raise StateError where something of an import was corrected, or its sessions went on."""
    corrected: list[int] = []
    continued: list[int] = []
    for session, own in chains.items():
        heads = {entry.root: entry for entry in loaded[session]}
        later = [
            heads[entry.root]
            for entry in loaded[session]
            if entry.seq > own[0].last.seq and entry.root == entry.seq and entry.batch not in taken_back
        ]
        if any(chain.head.content != chain.last.content for chain in own):
            corrected.append(session)
        elif any(head.content.kind is not EntryKind.VOID for head in later):
            continued.append(session)
    for found, what in ((corrected, "corrected"), (continued, "continued")):
        if found:
            listed = ", ".join(map(str, found[:10])) + (f" and {len(found) - 10} more" if len(found) > 10 else "")
            noun = f"session {listed} was" if len(found) == 1 else f"sessions {listed} were"
            raise StateError(
                f"import {batch.id} cannot be taken back: {noun} {what} since",
                hint=f"`session show {found[0]} --history` shows how; take that back first (`session undo`), or make "
                "sessions void one by one (`session void`)",
            )


def _remove_players(league: League, batch: int, undo: int) -> list[str]:
    """Remove those who came with an import and are in no session that counts; their names.

    What they are called stays known, so that the void sessions can be read.
    """
    names = {player.id: player.name for player in list_players(league)}
    gone = players_of_batch(league, batch)
    for player in gone:
        append_player_entry(league, player, "remove", batch=undo)
    return [names[player] for player in gone]
