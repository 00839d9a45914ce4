"""What was entered of an event is taken back or done again; and the event is finished."""

from __future__ import annotations

from schneider_league.derive.sessions import State, derive_actions
from schneider_league.errors import NotFoundError, StateError
from schneider_league.records.event import EventEntry, EventEntryKind
from schneider_league.records.ledger import VOID, Ending
from schneider_league.reports.numbers import counted, listed
from schneider_league.schedule.proposal import is_last_paired
from schneider_league.store.ledger import Draft
from schneider_league.workflows.events.held import Clock, EventAnswer, Held, writing
from schneider_league.workflows.events.history import entry_words
from schneider_league.workflows.events.pairing import refuse_results
from schneider_league.workflows.sessions.writing import append_to, clean_text


def undo_event(
    address: str,
    query: str,
    *,
    entry: int | None = None,
    reason: str | None = None,
    clock: Clock | None = None,
) -> EventAnswer:
    """Take back what was entered last of an event, drafts aside, or one earlier entry.

    Raises:
        NotFoundError: there is no such entry.
        StateError: there is nothing to take back, or something was built on it.
    """

    def undo(held: Held) -> EventAnswer:
        found = _entry(held, entry)
        words = entry_words(held, found)
        _refuse_built_on(held, found)
        reopened = _reopen(held, found) if found.kind is EventEntryKind.CLOSE else []
        if found.kind is EventEntryKind.SETTINGS and not _has_other_settings(held, found):
            return _take_event_back(held, found, reason)
        held.append(EventEntryKind.UNDO, undoes=found.seq, reason=clean_text(reason))
        if reopened:
            held.reload()
        lines = [f"Undone in {held.name}: {words}. {held.next_words()}"]
        if reopened:
            lines.append(f"Open again: {'session' if len(reopened) == 1 else 'sessions'} {listed(reopened)}.")
        return EventAnswer(tuple(lines), (f"event redo {held.event.id} does it again",))

    return writing(address, clock, query, undo)


def _entry(held: Held, number: int | None) -> EventEntry:
    """The entry of that number, or the last, drafts aside."""
    standing = [each for each in held.effective if each.kind is not EventEntryKind.DRAFT]
    if number is None:
        return standing[-1]
    for each in standing:
        if each.seq == number:
            return each
    there = next((each for each in held.entries if each.seq == number), None)
    if there is None:
        raise NotFoundError(
            f"{held.name} has no entry {number}", hint=f"`event history {held.event.id}` shows their numbers"
        )
    what = "takes something back itself" if there.kind is EventEntryKind.UNDO else "is a draft"
    if there.kind not in (EventEntryKind.UNDO, EventEntryKind.DRAFT):
        what = "was taken back already"
    raise StateError(f"entry {number} of {held.name} {what}", hint=f"event history {held.event.id}")


def _has_other_settings(held: Held, found: EventEntry) -> bool:
    return any(each.kind is EventEntryKind.SETTINGS and each.seq != found.seq for each in held.effective)


def _refuse_built_on(held: Held, found: EventEntry) -> None:
    """Raise StateError where something later rests on the entry."""
    state, id_ = held.state, held.event.id
    match found.kind:
        case EventEntryKind.SETTINGS:
            first = next(each for each in held.effective if each.kind is EventEntryKind.SETTINGS)
            if first.seq == found.seq:
                _refuse_filled(held, found)
        case EventEntryKind.ENTER:
            playing = {player for each in state.rounds for paired in each.pairings for player in paired.stated.players}
            in_rounds = [player for player in found.players if held.book.resolve(player) in playing]
            if in_rounds:
                raise StateError(
                    f"{listed([held.book.name(player) for player in in_rounds])} "
                    f"{'is' if len(in_rounds) == 1 else 'are'} in a published round of {held.name}",
                    hint=f"`event withdraw {id_} PLAYER` takes somebody out of the rounds to come",
                )
        case EventEntryKind.ABSENT | EventEntryKind.BYE:
            if found.round is not None and found.round < state.next_round:
                raise StateError(
                    f"round {found.round} of {held.name} is published", hint=f"`event unpair {id_}` takes it back first"
                )
        case EventEntryKind.PAIR:
            _refuse_later_round(held, found)
            current = state.current
            if current is not None and current.number == found.round:
                refuse_results(held, current)
        case EventEntryKind.UNPAIR:
            if found.round is not None and found.round < state.next_round:
                raise StateError(f"round {found.round} of {held.name} was paired anew since")
        case _:
            pass


def _refuse_later_round(held: Held, found: EventEntry) -> None:
    """Raise StateError where a later round is published."""
    if found.round is None or found.round >= len(held.state.rounds):
        return
    raise StateError(
        f"round {len(held.state.rounds)} of {held.name} was paired since",
        hint=f"`event unpair {held.event.id}` takes the last round back first",
    )


def _refuse_filled(held: Held, found: EventEntry) -> None:
    """Raise StateError where an event that is to be taken back has something in it."""
    sessions = [tally.session for tally in held.tallies]
    later = [each for each in held.effective if each.seq != found.seq and each.kind is not EventEntryKind.DRAFT]
    if later:
        raise StateError(f"{held.name} has more entries; take those back first", hint=f"event history {held.event.id}")
    if sessions:
        raise StateError(
            f"{held.name} has {counted(len(sessions), 'session')}, and stays",
            hint="`session amend --event none` takes a session out of an event",
        )


def _take_event_back(held: Held, found: EventEntry, reason: str | None) -> EventAnswer:
    """Take back that the event was made: it is in no list any more, and its name is free."""
    from schneider_league.store.events import append_event_entry

    name = held.name
    append_event_entry(
        held.book.league, held.event.id, EventEntryKind.UNDO, undoes=found.seq, reason=clean_text(reason)
    )
    return EventAnswer((f"Undone: event {held.event.id} ({name}) was made. It is gone, and its name is free.",))


def _reopen(held: Held, found: EventEntry) -> list[str]:
    """Open the sessions again that were closed with a round, and in which nothing happened since."""
    published = held.state.round(found.round or 0)
    reopened = []
    for paired in published.pairings if published is not None else ():
        for tally in paired.sessions:
            session = held.book.session(tally.session)
            end, last = session.end, derive_actions(session.entries).done[-1:]
            is_last = end is not None and last == (end.action,)
            if end is None or not is_last or end.at != found.at or end.content.ending is not Ending.CLOSE:
                continue
            after = append_to(held.book, session, [Draft(VOID, root=end.root, replaces=end.id)], undoes=end.action)
            if after.state is State.OPEN:
                reopened.append(str(session.id))
    return reopened


def redo_event(address: str, query: str, *, clock: Clock | None = None) -> EventAnswer:
    """Do again what was taken back last, unless something was entered since.

    Raises:
        StateError: there is nothing to do again.
    """

    def redo(held: Held) -> EventAnswer:
        last = held.entries[-1]
        undone = next((each for each in held.entries if each.seq == last.undoes), None)
        if last.kind is not EventEntryKind.UNDO or undone is None or undone.kind is EventEntryKind.UNDO:
            raise StateError(
                f"in {held.name} there is nothing to redo", hint="redo follows undo, until something new is entered"
            )
        held.append(EventEntryKind.UNDO, undoes=last.seq)
        lines = [f"Redone in {held.name}: {entry_words(held, undone)}. {held.next_words()}"]
        hints = []
        if undone.kind is EventEntryKind.CLOSE:
            hints.append(f"sessions stay open: event close {held.event.id} --round {undone.round} ends them")
        return EventAnswer(tuple(lines), tuple(hints))

    return writing(address, clock, query, redo)


def finish_event(address: str, query: str, *, reason: str | None = None, clock: Clock | None = None) -> EventAnswer:
    """Say that nothing more is to come: the table is final.

    Raises:
        StateError: it is finished, or something is still to be played.
    """

    def finish(held: Held) -> EventAnswer:
        state = held.state
        if state.is_finished:
            return EventAnswer((f"{held.name} is finished already.",))
        for each in state.rounds:
            if not each.is_complete:
                raise StateError(
                    f"round {each.number} of {held.name} lacks {held.missing_words(each)}",
                    hint=f"enter the results, or: event forfeit {held.event.id} --round {each.number} PLAYER",
                )
        still = [tally.session for tally in held.tallies if tally.state is State.OPEN]
        if still:
            raise StateError(
                f"{counted(len(still), 'session')} of {held.name} {'is' if len(still) == 1 else 'are'} open: "
                f"{', '.join(map(str, still[:10]))}",
                hint="close, abandon or void them first",
            )
        hints = []
        planned, is_swiss = state.planned_rounds, state.settings.format == "swiss"
        if state.settings.has_rounds and not state.rounds:
            hints.append(f"no round was played; if some are to come: event undo {held.event.id}")
        elif state.settings.has_rounds and not is_last_paired(state) and (planned is not None or not is_swiss):
            played = len(state.rounds)
            said = counted(played, "round") if planned is None else f"{played} of {planned} rounds"
            was = "was" if played == 1 and planned is None else "were"
            hints.append(f"{said} {was} played; if more are to come: event undo {held.event.id}")
        held.append(EventEntryKind.FINISH, reason=clean_text(reason))
        return EventAnswer((f"{held.name} is finished. {_winner_words(held)}",), tuple(hints))

    return writing(address, clock, query, finish)


def _winner_words(held: Held) -> str:
    from schneider_league.workflows.events.entering import table_of

    if held.state.settings.format == "knockout" and held.state.champion is None:
        return f"It was not played to the end, and has no winner. Table: standings {held.event.id}."
    first = [held.book.name(row.player) for row in table_of(held).rows if row.rank == 1]
    if not first:
        return f"Nobody played. Table: standings {held.event.id}."
    won = "wins" if len(first) == 1 else "share the first place"
    return f"{listed(first)} {won}. Table: standings {held.event.id} -o final.pdf."
