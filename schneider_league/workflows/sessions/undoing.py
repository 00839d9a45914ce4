"""What was entered last is taken back, or done again."""

from __future__ import annotations

from collections.abc import Sequence

from schneider_league.derive.sessions import Session, State, derive_actions
from schneider_league.errors import StateError
from schneider_league.records.ledger import VOID, Content, Entry, EntryKind
from schneider_league.reports.session_words import (
    change_lines,
    content_words,
    entry_words,
    next_words,
    session_words,
    state_line,
)
from schneider_league.store.ledger import Draft
from schneider_league.workflows.days import club_day
from schneider_league.workflows.sessions.book import Answer, Book
from schneider_league.workflows.sessions.finding import (
    find_written_session,
)
from schneider_league.workflows.sessions.writing import (
    Clock,
    append_to,
    clean_text,
    moved,
    needed_reason,
    snapshot_of,
    write,
)


def undo(
    address: str,
    *,
    session: str | None = None,
    reason: str | None = None,
    seen: int | None = None,
    clock: Clock | None = None,
) -> Answer:
    """Take back what was entered last, whatever it was; with `seen`, the last entry's number, only that.

    Raises:
        AnswerNeededError: it opens a session of an earlier day again, and nobody said why.
        StateError: there is nothing to take back.
    """

    def take_back(book: Book) -> Answer:
        before = find_written_session(book, session)
        actions = derive_actions(before.entries)
        if not actions.done:
            raise StateError(
                f"in session {before.id} there is nothing to undo", hint="`session redo` does again what was undone"
            )
        _refuse_imported(before, actions.done[-1])
        if seen is not None and seen != before.entries[-1].seq:
            names = book.names(before)
            raise StateError(
                f"somebody else entered something meanwhile: {entry_words(before.entries[-1], names)}. "
                f"{state_line(before, names)}",
                hint="if that is what you want to take back, say it again",
            )
        snapshot = snapshot_of(book, before)
        drafts = _reversed(before.entries, actions.done[-1], begun=VOID)
        after = append_to(book, before, drafts, reason=reason, undoes=actions.done[-1])
        reopens = before.state is not State.OPEN and after.state is State.OPEN
        if reopens and before.start.played_on < club_day(book.league.now) and not clean_text(reason):
            raise needed_reason(f"opening session {before.id} of {before.start.played_on} again")
        what = action_words(book, before, after, actions.done[-1])
        return _back_and_forth(book, before, after, f"Undone: {what}", moved(book, snapshot, after))

    return write(address, clock, take_back)


def _refuse_imported(session: Session, action: int) -> None:
    """What came in one piece with a file is not taken back in one piece with the last deal."""
    batch = next(entry.batch for entry in session.entries if entry.seq == action)
    if batch is not None:
        raise StateError(
            f"what stands last in session {session.id} came with import {batch}",
            hint=f"`import --undo {batch}` takes the import back; `session correct` or `remove` puts one deal right",
        )


def redo(address: str, *, session: str | None = None, clock: Clock | None = None) -> Answer:
    """Do again what was undone last; until something new is entered.

    Raises:
        StateError: there is nothing to do again.
    """

    def do_again(book: Book) -> Answer:
        before = find_written_session(book, session)
        actions = derive_actions(before.entries)
        if not actions.undone:
            raise StateError(
                f"in session {before.id} there is nothing to redo",
                hint="redo follows undo, until something new is entered",
            )
        snapshot = snapshot_of(book, before)
        undoing = actions.undone[-1]
        undone = next(entry.undoes for entry in before.entries if entry.action == undoing)
        assert undone is not None
        after = append_to(book, before, _reversed(before.entries, undoing), redoes=undoing)
        what = action_words(book, after, before, undone)
        return _back_and_forth(book, before, after, f"Redone: {what}", moved(book, snapshot, after))

    return write(address, clock, do_again)


def _reversed(entries: Sequence[Entry], action: int, begun: Content | None = None) -> list[Draft]:
    """What takes an action back: for each of its entries what stood there before, `begun` where nothing did."""
    by_id = {entry.id: entry for entry in entries}
    heads = {entry.root: entry for entry in entries}
    drafts: list[Draft] = []
    for entry in reversed([entry for entry in entries if entry.action == action]):
        content = begun if entry.replaces is None else by_id[entry.replaces].content
        assert content is not None
        drafts.append(Draft(content, root=entry.root, replaces=heads[entry.root].id))
    return drafts


def _back_and_forth(book: Book, before: Session, after: Session, what: str, moves: list[str]) -> Answer:
    names = book.names(after)
    if after.state is State.VOID:
        return Answer(after.id, (f"{what}. {next_words(after, names)}.", *moves))
    return Answer(after.id, (f"{what}. {state_line(after, names)}", *change_lines(before, after, names), *moves))


def action_words(book: Book, done: Session, undone: Session, action: int) -> str:
    """What an action did, in a few words.

    Args:
        book: For the names.
        done: The session where it stands.
        undone: The session where it does not.
        action: Its number.
    """
    entries = [entry for entry in done.entries if entry.action == action]
    main = next((entry for entry in entries if entry.content.kind is EntryKind.START), entries[0])
    by_id = {entry.id: entry for entry in done.entries}
    replaced = by_id[main.replaces].content if main.replaces is not None else None
    names = book.names(done)
    kind = main.content.kind
    if kind is EntryKind.START:
        if replaced is None:
            return f"the start of session {done.id}"
        return (
            f"the change of session {done.id}"
            if replaced.kind is EntryKind.START
            else session_words(done, names, book.event_name(done))
        )
    if replaced is not None and replaced.kind is EntryKind.START:
        return f"that session {done.id} is void"
    if kind is EntryKind.END or (replaced is not None and replaced.kind is EntryKind.END):
        return f"the end of session {done.id}"
    if kind is EntryKind.RESULT or (replaced is not None and replaced.kind is EntryKind.RESULT):
        return f"the result of session {done.id}"
    row = next((row for row in done.rows if row.entry.root == main.root), None)
    if row is not None and (replaced is None or replaced.kind is EntryKind.VOID):
        return f"deal {row.deal} ({content_words(main.content, names)})"
    if row is not None and replaced is not None:
        return f"the correction of deal {row.deal} from {content_words(replaced, names)} to " + content_words(
            main.content, names
        )
    gone = next((row for row in undone.rows if row.entry.root == main.root), None)
    if gone is not None and replaced is not None:
        return f"the removal of deal {gone.deal} ({content_words(replaced, names)})"
    return "the last entry"
