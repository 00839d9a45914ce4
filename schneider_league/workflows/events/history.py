"""All that was entered of an event, in words."""

from __future__ import annotations

from schneider_league.records.event import EventEntry, EventEntryKind
from schneider_league.reports.event_view import EventHistory, EventHistoryLine
from schneider_league.reports.numbers import listed
from schneider_league.store.engine import Database
from schneider_league.workflows.events.creating import settled_words
from schneider_league.workflows.events.held import Held, hold
from schneider_league.workflows.events.viewing import heading_of
from schneider_league.workflows.sessions.book import Book


def view_history(address: str, query: str) -> EventHistory:
    """All that was entered of an event, what was taken back too.

    Raises:
        NotFoundError: there is no such event.
    """
    with Database(address).reading() as league:
        held = hold(Book(league), query)
        standing = {entry.seq for entry in held.effective}
        undone = {entry.undoes for entry in held.entries if entry.undoes is not None}
        lines = [
            EventHistoryLine(
                entry.seq,
                entry.at,
                entry_words(held, entry),
                entry.reason,
                entry.seq in standing or (entry.kind is EventEntryKind.UNDO and entry.seq not in undone),
            )
            for entry in held.entries
        ]
        return EventHistory(heading_of(held), lines)


def entry_words(held: Held, entry: EventEntry) -> str:
    """What an entry states, in a few words."""
    names = listed([held.book.name(player) for player in entry.players]) if entry.players else ""
    match entry.kind:
        case EventEntryKind.SETTINGS:
            return settled_words(entry.settings) if entry.settings is not None else "settings"
        case EventEntryKind.ENTER:
            return (
                f"{names if len(entry.players) <= 8 else f'{len(entry.players)} players'} {_entered_words(held, entry)}"
            )
        case EventEntryKind.WITHDRAW:
            return f"{names} withdrew from round {entry.round} on"
        case EventEntryKind.ABSENT:
            return f"{names} missing round {entry.round}"
        case EventEntryKind.BYE:
            return f"a bye for {names} in round {entry.round}"
        case EventEntryKind.DRAFT:
            return f"a draft of round {entry.round}"
        case EventEntryKind.PAIR:
            return f"round {entry.round} published"
        case EventEntryKind.UNPAIR:
            return f"round {entry.round} taken back"
        case EventEntryKind.FORFEIT:
            return _forfeit_words(held, entry)
        case EventEntryKind.CLOSE:
            return f"time is up for round {entry.round}"
        case EventEntryKind.FINISH:
            return "finished"
        case EventEntryKind.UNDO:
            undone = next((each for each in held.entries if each.seq == entry.undoes), None)
            return f"entry {entry.undoes} taken back" + ("" if undone is None else f": {entry_words(held, undone)}")


def _entered_words(held: Held, entry: EventEntry) -> str:
    """`entered`, or that they came back if all of them had been in before."""
    before = {
        held.book.resolve(player)
        for each in held.entries
        if each.seq < entry.seq and each.kind is EventEntryKind.WITHDRAW
        for player in each.players
    }
    came_back = all(held.book.resolve(player) in before for player in entry.players)
    return "came back" if came_back and entry.players else "entered"


def _forfeit_words(held: Held, entry: EventEntry) -> str:
    published = [
        each
        for each in held.entries
        if each.kind is EventEntryKind.PAIR and each.round == entry.round and each.seq < entry.seq
    ]
    found = [pairing for each in published[-1:] for pairing in each.pairings if pairing.board == entry.board]
    if not found:
        return f"a forfeit on board {entry.board} of round {entry.round}"
    a, b = found[0].a, found[0].b
    who = "both" if entry.loser == "both" else held.book.name(a if entry.loser == "a" or b is None else b)
    return f"round {entry.round}, board {entry.board} forfeited by {who}"
