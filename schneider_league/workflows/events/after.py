"""What a session that ended, or was put right, means for the event that it was played for."""

from __future__ import annotations

from collections.abc import Iterator

from schneider_league.derive.event import Paired
from schneider_league.derive.sessions import Session, State
from schneider_league.reports.numbers import counted
from schneider_league.workflows.events.held import Held
from schneider_league.workflows.events.pairing import results_of
from schneider_league.workflows.sessions.book import Book


def ended_lines(book: Book, session: Session) -> list[str]:
    """How its round stands now that a session is over: what is still missing, or what comes next."""
    found = _pairing_of(book, session)
    if found is None:
        return []
    held, paired = found
    return list(_progress(held, paired, session))


def put_right_lines(book: Book, session: Session) -> list[str]:
    """That rounds which were paired before a result was put right stay as they are; else how its round stands."""
    found = _pairing_of(book, session)
    if found is None:
        return []
    held, paired = found
    later = len(held.state.rounds)
    if later > paired.round:
        which = f"round {later}" if later == paired.round + 1 else f"rounds {paired.round + 1} to {later}"
        verb = "was" if later == paired.round + 1 else "were"
        stays = "stays as it is" if later == paired.round + 1 else "stay as they are"
        lines = [f"{which[0].upper()}{which[1:]} of {held.name} {verb} paired before this, and {stays}."]
        if not results_of(held, held.state.rounds[-1]):
            lines.append(f"Nothing of round {later} is played yet: event unpair {held.event.id} would pair it anew.")
        return lines
    return list(_progress(held, paired, session))


def _pairing_of(book: Book, session: Session) -> tuple[Held, Paired] | None:
    start = session.start
    if start.pairing is None or start.event is None or start.event not in book.events:
        return None
    held = Held(book, book.events[start.event])
    paired = held.state.pairing(start.pairing)
    return None if paired is None else (held, paired)


def _progress(held: Held, paired: Paired, session: Session) -> Iterator[str]:
    current = held.state.round(paired.round)
    assert current is not None
    where = f"Round {paired.round} of {held.name}"
    if not paired.is_over and session.state is not State.OPEN and held.state.settings.best_of == 3:
        a, b = (held.book.name(player) for player in paired.stated.players)
        yield f"{where}, board {paired.stated.board}: {a} {paired.wins[0]}, {b} {paired.wins[1]}; it goes on."
    elif not current.is_complete:
        missing = len(current.missing)
        verb = "lacks" if missing == 1 else "lack"
        said = f": {held.missing_words(current)}" if missing <= 3 else ""
        yield f"{where}: {counted(missing, 'board')} still {verb} a result{said}."
    elif current == held.state.current:
        yield f"{where} is complete. {held.next_words()}"
