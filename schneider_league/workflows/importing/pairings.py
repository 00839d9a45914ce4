"""Which pairings of events in rounds the sessions of an imported sheet were played for."""

from __future__ import annotations

from schneider_league.derive.sessions import State
from schneider_league.store.engine import League
from schneider_league.workflows.events.held import Held
from schneider_league.workflows.sessions.book import Book


class Pairings:
    """Hands out the published games that wait for a session, each once; as `session start --event` would."""

    def __init__(self, league: League) -> None:
        self._league = league
        self._held: dict[int, Held | None] = {}
        self._taken: set[int] = set()

    def take(self, event: int, a: int, b: int) -> tuple[int | None, bool]:
        """The id of the two players' earliest game that waits, if there is one, and whether it needs a winner.

        Of a best of three one sheet brings one session; `session amend --event` ties further ones.
        """
        held = self._of(event)
        if held is None:
            return None, False
        state, resolve = held.state, held.book.resolve
        for paired in state.games_between(resolve(a), resolve(b)):
            id_ = paired.stated.id
            if id_ is None or id_ in self._taken or paired.is_over:
                continue
            if all(tally.state is not State.OPEN for tally in paired.sessions):
                self._taken.add(id_)
                return id_, state.settings.format == "knockout"
        return None, False

    def _of(self, event: int) -> Held | None:
        """The event, if it is in rounds and not finished."""
        if event not in self._held:
            book = Book(self._league)
            held = Held(book, book.events[event], is_numbered=False) if event in book.events else None
            is_open = held is not None and held.state.settings.has_rounds and not held.state.is_finished
            self._held[event] = held if is_open else None
        return self._held[event]
