"""Which pairing of an event a session is played for."""

from __future__ import annotations

from dataclasses import replace

from schneider_league.derive.event import Paired, opened_pairing
from schneider_league.derive.sessions import State
from schneider_league.errors import NotFoundError, StateError
from schneider_league.records.ledger import SessionStart
from schneider_league.store.events import Event
from schneider_league.workflows.events.held import Held
from schneider_league.workflows.sessions.book import Book


def find_pairing(book: Book, event: Event, a: int, b: int) -> Paired | None:
    """The two players' earliest published game that waits for a session; None in an open event.

    Raises:
        NotFoundError: one of them is not in the event.
        StateError: they have no such game, or the event is finished.
    """
    held = Held(book, event)
    held.refuse_finished()
    if not held.state.settings.has_rounds:
        return None
    found = opened_pairing(held.state, a, b)
    if found is None:
        raise _why_none(held, a, b)
    return found


def _why_none(held: Held, a: int, b: int) -> NotFoundError | StateError:
    """Why no game of the two waits for a session."""
    book, id_ = held.book, held.event.id
    for player in (a, b):
        if held.state.entrant(player) is None:
            return NotFoundError(
                f"{book.name(player)} is not in {held.name}",
                hint=f"`event enter {id_}` enters somebody; without --event the session belongs to no event",
            )
    if held.state.current is None:
        return StateError(f"no round of {held.name} is published yet", hint=f"event pair {id_} --publish")
    games = held.state.games_between(a, b)
    if games:
        last = games[-1]
        where = f"round {last.round}, {held.board(last)}"
        open_ones = [tally.session for tally in last.sessions if tally.state is State.OPEN]
        if open_ones:
            return StateError(
                f"{where} is being played already: session {open_ones[0]}",
                hint=f"`session score -s {open_ones[0]}` goes on with it",
            )
        session = last.sessions[-1].session if last.sessions else None
        return StateError(
            f"{where} has a result already" + ("" if session is None else f": session {session}"),
            hint=f"`event history {id_}` shows the forfeit"
            if session is None
            else f"`session correct {session}` puts it right; without --event the session belongs to no event",
        )
    waiting = [
        f"{book.name(player)} plays {book.name(paired.stated.opponent_of(player) or 0)} (round {paired.round}, board "
        f"{paired.stated.board})"
        for player in (a, b)
        for paired in held.state.unplayed_of(player)[:1]
    ]
    if not waiting and held.state.current.is_complete:
        return StateError(
            f"{book.name(a)} and {book.name(b)} are not paired in {held.name}: no game of either waits. "
            f"{held.next_words()}",
            hint="without --event the session belongs to no event",
        )
    return StateError(
        f"{book.name(a)} and {book.name(b)} are not paired in {held.name}"
        + (f": {'; '.join(dict.fromkeys(waiting))}" if waiting else ""),
        hint=f"`event pairings {id_}` shows who plays whom; without --event the session belongs to no event",
    )


def tied(book: Book, start: SessionStart) -> SessionStart:
    """The start with the pairing that its players have in its event; that which it had where they are its players.

    Raises:
        StateError: they have no game there that waits for a session.
    """
    event = None if start.event is None else book.events.get(start.event)
    if event is None:
        return replace(start, pairing=None, must_decide=False)
    a, b = (book.resolve(player) for player in start.players)
    held = Held(book, event)
    if not held.state.settings.has_rounds:
        return replace(start, pairing=None, must_decide=False)
    own = None if start.pairing is None else held.state.pairing(start.pairing)
    if own is None or set(own.stated.players) != {a, b}:
        own = find_pairing(book, event, a, b)
    return replace(
        start,
        pairing=None if own is None else own.stated.id,
        must_decide=held.state.settings.format == "knockout",
    )
