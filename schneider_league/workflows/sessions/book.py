"""The league's book, opened for one transaction: sessions, and who and what they name."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass
from functools import cached_property

from schneider_league.derive.names import find_player, resolve_merges
from schneider_league.derive.sessions import Session, State, derive_session
from schneider_league.errors import AmbiguousError, NotFoundError
from schneider_league.game.ruleset import Ruleset
from schneider_league.records.ledger import Side
from schneider_league.records.players import Player
from schneider_league.reports.session_words import Names
from schneider_league.store.events import Event, list_events
from schneider_league.store.league import League
from schneider_league.store.ledger import load_session, load_sessions
from schneider_league.store.people import list_players
from schneider_league.store.rulesets import load_rulesets
from schneider_league.store.watch import may_be_open, not_open


@dataclass(frozen=True, slots=True)
class Answer:
    """What a command says."""

    session: int
    lines: tuple[str, ...]
    """The result; the first line says what was stored and what comes next."""
    hints: tuple[str, ...] = ()
    """What deserves attention beside it."""


class Book:
    """What is read of a league in one transaction, each thing once."""

    def __init__(self, league: League, *, is_writing: bool = False) -> None:
        self.league = league
        self._is_writing = is_writing

    @cached_property
    def players(self) -> list[Player]:
        """Everybody, by id."""
        return list_players(self.league)

    @cached_property
    def _heads(self) -> Mapping[int, int]:
        return resolve_merges(self.players)

    @cached_property
    def _by_id(self) -> dict[int, Player]:
        return {player.id: player for player in self.players}

    @cached_property
    def rulesets(self) -> dict[str, Ruleset]:
        """Those that sessions were played by, by digest."""
        return load_rulesets(self.league)

    @cached_property
    def events(self) -> dict[int, Event]:
        """All events, by id."""
        return {event.id: event for event in list_events(self.league)}

    def resolve(self, player: int) -> int:
        """The player that this one's sessions count for."""
        return self._heads.get(player, player)

    def player(self, query: str) -> Player:
        """The player that a name or an id means.

        Raises:
            NotFoundError: it means none, or several.
        """
        return find_player(self.players, query)

    def name(self, player: int) -> str:
        """How a player is called, merges resolved."""
        return self._by_id[self.resolve(player)].name

    def names(self, session: Session) -> Names:
        """How a and b are called."""
        a, b = session.start.players
        return self.name(a), self.name(b)

    def event_name(self, session: Session) -> str | None:
        """The event that the session belongs to."""
        number = session.start.event
        if number is None:
            return None
        return self.events[number].name if number in self.events else f"event {number}"

    def session(self, number: int) -> Session:
        """A session as it stands now.

        Raises:
            NotFoundError: there is none of this number.
        """
        return derive_session(load_session(self.league, number), self._ruleset_of)

    def sessions(self, numbers: Collection[int] | None = None) -> Iterable[Session]:
        """Sessions by number, all where none are named."""
        return (derive_session(entries, self._ruleset_of) for entries in load_sessions(self.league, ids=numbers))

    def _ruleset_of(self, digest: str) -> Ruleset:
        if digest not in self.rulesets:
            self.rulesets.update(load_rulesets(self.league))
        return self.rulesets[digest]

    def open_sessions(self) -> list[Session]:
        """Those that are being played, by number. Few are looked at, however long the season."""
        found = list(self.sessions(may_be_open(self.league)))
        if self._is_writing:
            not_open(self.league, [session.id for session in found if session.state is not State.OPEN])
        return [session for session in found if session.state is State.OPEN]

    def side_of(self, session: Session, query: str) -> Side:
        """Whether a name or an id means the session's a or b; what fits others, too, means the one of these two.

        Raises:
            NotFoundError: it means nobody, both, or somebody else.
        """
        own = [player for player in self.players if self.resolve(player.id) in map(self.resolve, session.start.players)]
        try:
            found = self.resolve(find_player(own, query).id)
        except AmbiguousError:
            raise
        except NotFoundError:
            other = self.player(query)
            a, b = self.names(session)
            raise NotFoundError(f"{other.name} does not play in session {session.id}: it is {a} – {b}") from None
        return 0 if found == self.resolve(session.start.players[0]) else 1
