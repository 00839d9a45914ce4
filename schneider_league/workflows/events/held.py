"""An event opened for one transaction: what was entered of it, what was played for it, and what both come to."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from functools import cached_property
from typing import TYPE_CHECKING, Final

from schneider_league.derive.event import EventState, Paired, Round, derive_event
from schneider_league.derive.ratings import DEFAULT_SYSTEM, SYSTEMS
from schneider_league.errors import AmbiguousError, NotFoundError, StateError
from schneider_league.records.event import EventEntry, EventEntryKind, effective_event_entries
from schneider_league.schedule.proposal import blocking_games, is_last_paired
from schneider_league.store.engine import Database
from schneider_league.store.events import Event, append_event_entry, load_event_entries
from schneider_league.store.session_index import table_names
from schneider_league.workflows.scope import Scope
from schneider_league.workflows.sessions.book import Book
from schneider_league.workflows.sessions.terms import find_event
from schneider_league.workflows.tallies import load_event_tallies, load_played

if TYPE_CHECKING:
    from schneider_league.derive.tallies import Tally
    from schneider_league.records.players import Player

Clock = Callable[[], datetime]

ROUND_ROBINS: Final = ("round-robin", "double-round-robin")


@dataclass(frozen=True, slots=True)
class EventAnswer:
    """What a command about an event says."""

    lines: tuple[str, ...]
    """The result; the first line says what was stored."""
    hints: tuple[str, ...] = ()
    """What deserves attention beside it."""


class Held:
    """An event as it stands in this transaction."""

    def __init__(self, book: Book, event: Event, *, known_at: datetime | None = None, is_numbered: bool = True) -> None:
        """Where not `is_numbered`, the entrants of an event that has not begun have just any numbers."""
        self.book = book
        self._is_numbered = is_numbered
        self.event = event
        self.known_at = known_at
        self.entries: Sequence[EventEntry] = load_event_entries(book.league, event.id, known_at=known_at)
        self.tallies: list[Tally] = load_event_tallies(book.league, event.id, known_at=known_at)
        """Of its sessions, in the order of play."""
        self.ratings: Mapping[int, float] = {}
        """By player: what numbers the entrants; empty once a round is published, and where they do not."""
        self.state: EventState = self._derive()

    def _derive(self) -> EventState:
        self.ratings = self.league_ratings if self._is_numbered_by_rating() else {}
        return derive_event(self.entries, self.tallies, ratings=self.ratings, resolve=self.book.resolve)

    def _is_numbered_by_rating(self) -> bool:
        if not self._is_numbered:
            return False
        kinds = {entry.kind for entry in self.effective}
        if EventEntryKind.PAIR in kinds or EventEntryKind.ENTER not in kinds:
            return False
        *_earlier, settings = (entry.settings for entry in self.effective if entry.settings is not None)
        return settings.seed_by == "rating"

    @cached_property
    def league_ratings(self) -> Mapping[int, float]:
        """Everybody's rating, for which the whole league is read."""
        played = load_played(self.book.league, Scope(known_at=self.known_at, bots=True))
        rated = SYSTEMS[DEFAULT_SYSTEM].rate(played.tallies)
        return {player: rating.rating for player, rating in rated.items()}

    @cached_property
    def tables(self) -> Mapping[int, str]:
        """At which table each of its sessions is played, as far as it was said."""
        return table_names(self.book.league, self.event.id)

    @property
    def effective(self) -> list[EventEntry]:
        """The entries that count."""
        return effective_event_entries(self.entries)

    @property
    def name(self) -> str:
        """What it is called."""
        return self.state.settings.name

    def append(self, kind: EventEntryKind, **what: object) -> EventEntry:
        """Append an entry, unless somebody was quicker; the event as it stands then is this one."""
        seen = self.entries[-1].seq
        entry = append_event_entry(self.book.league, self.event.id, kind, seen=seen, **what)  # type: ignore[arg-type]
        self.entries = load_event_entries(self.book.league, self.event.id)
        self.state = self._derive()
        return entry

    def reload(self) -> None:
        """Look again at what was played."""
        self.tallies = load_event_tallies(self.book.league, self.event.id)
        for read in ("league_ratings", "tables"):
            self.__dict__.pop(read, None)
        self.state = self._derive()

    def entrant(self, query: str) -> Player:
        """The player of this event that a name means; a name that fits others too means the one who is in it.

        Raises:
            NotFoundError: it means nobody, several, or somebody who is not in the event.
        """
        from schneider_league.derive.names import find_player

        inside = {entrant.player for entrant in self.state.entrants}
        own = [player for player in self.book.players if self.book.resolve(player.id) in inside]
        try:
            return self._head(find_player(own, query))
        except AmbiguousError:
            raise
        except NotFoundError:
            other = self._head(self.book.player(query))
            hint = f"`event enter {self.event.id} {_quoted(other.name)}` enters them"
            raise NotFoundError(f"{other.name} is not in {self.name}", hint=hint) from None

    def _head(self, player: Player) -> Player:
        head = self.book.resolve(player.id)
        return next(each for each in self.book.players if each.id == head)

    def names(self, paired: Paired) -> str:
        """`Anna – Ben`, or a name alone."""
        return " – ".join(self.book.name(player) for player in paired.stated.players)

    def board(self, paired: Paired) -> str:
        """`board 2 (Anna – Ben)`."""
        return f"board {paired.stated.board} ({self.names(paired)})"

    def refuse_unless_rounds(self) -> None:
        """Raise StateError where the event is not played in rounds."""
        if not self.state.settings.has_rounds:
            raise StateError(
                f"{self.name} is open: it has no rounds, whoever comes plays whom they like",
                hint=f"`session start A B --event {self.event.id}` begins a session, "
                f"`standings {self.event.id}` shows the table",
            )

    def refuse_finished(self) -> None:
        """Raise StateError where the event is finished."""
        if self.state.is_finished:
            raise StateError(f"{self.name} is finished", hint=f"`event undo {self.event.id}` opens it again")

    def round(self, number: int | None, *, what: str = "it") -> Round:
        """A published round; without a number the last.

        Raises:
            StateError: no round is published yet.
            NotFoundError: there is no such round.
        """
        self.refuse_unless_rounds()
        if self.state.current is None:
            raise StateError(f"no round of {self.name} is published yet", hint=f"event pair {self.event.id} --publish")
        found = self.state.current if number is None else self.state.round(number)
        if found is None:
            raise NotFoundError(
                f"round {number} of {self.name} is not published", hint=f"published are 1 to {len(self.state.rounds)}"
            )
        return found

    def missing_words(self, round: Round) -> str:
        """`board 1 (Anna – Ben) and board 3 (Carl – Dora)`, ten at most."""
        from schneider_league.reports.numbers import listed

        words = [self.board(paired) for paired in round.missing]
        return listed(words[:10]) + (f" and {len(words) - 10} more" if len(words) > 10 else "")

    def next_words(self) -> str:
        """What comes next, as a sentence."""
        state, id_ = self.state, self.event.id
        if state.is_finished:
            return f"It is finished: standings {id_}."
        if not state.settings.has_rounds:
            return f"Next: session start A B --event {id_} --dealer NAME."
        for published in state.rounds:
            if any(paired.round == published.number for paired in blocking_games(state)):
                return f"Round {published.number} still lacks {self.missing_words(published)}."
        if state.champion is not None:
            return f"{self.book.name(state.champion)} has won it. Next: event finish {id_}."
        if is_last_paired(state):
            for published in state.rounds:
                if not published.is_complete:
                    return f"Round {published.number} still lacks {self.missing_words(published)}."
            return f"All {len(state.rounds)} rounds are played. Next: event finish {id_}."
        if len(state.active) < 2:
            return f"Next: event enter {id_} PLAYER…"
        return f"Next: event pair {id_} (round {state.next_round})."


def _quoted(name: str) -> str:
    return f'"{name}"' if " " in name else name


def hold(book: Book, query: str, *, known_at: datetime | None = None, is_numbered: bool = True) -> Held:
    """The event that a name or an id means.

    Raises:
        NotFoundError: it means none, or several.
    """
    return Held(book, find_event(book, query), known_at=known_at, is_numbered=is_numbered)


def writing(
    address: str, clock: Clock | None, query: str, change: Callable[[Held], EventAnswer], *, is_numbered: bool = True
) -> EventAnswer:
    """Do `change` to an event in one transaction: all of it is stored when this returns, or nothing.

    Args:
        address: The database.
        clock: The time.
        query: The event.
        change: What is done; it says what the answer is.
        is_numbered: Whether it looks at the entrants' numbers, for which the whole league is read until a round is
            published.

    Raises:
        LeagueError: whatever stands against it.
    """
    database = Database(address) if clock is None else Database(address, clock)
    with database.writing() as league:
        return change(hold(Book(league, is_writing=True), query, is_numbered=is_numbered))
