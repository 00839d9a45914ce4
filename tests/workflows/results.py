"""A club in a database, whose clock a test sets."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import AbstractContextManager
from datetime import UTC, date, datetime, timedelta

from schneider_league.derive.sessions import derive_session, effective_entries
from schneider_league.game.ruleset import parse_rules
from schneider_league.records.claims import FIRST_TO, FormatKind, SessionFormat
from schneider_league.records.event import Settings
from schneider_league.records.ledger import VOID, Content, Ending, EntryKind, SessionStart
from schneider_league.records.players import PlayerKind
from schneider_league.store.engine import Database
from schneider_league.store.events import create_event
from schneider_league.store.league import League
from schneider_league.store.ledger import Draft, append, load_session, start_session
from schneider_league.store.people import PlayerEntryKind, add_player, append_player_entry, remove_names
from schneider_league.store.rulesets import load_rulesets, store_ruleset


class Club:
    """Enters sessions at a time of its own."""

    def __init__(self, address: str, *names: str) -> None:
        self.address = address
        self.now = datetime(2026, 1, 1, 12, tzinfo=UTC)
        self.database = Database(address, clock=lambda: self.now)
        self.ids: dict[str, int] = {}
        for name in names:
            self.add(name)

    def writing(self) -> AbstractContextManager[League]:
        return self.database.writing()

    def add(self, name: str, kind: PlayerKind = "human") -> int:
        with self.writing() as league:
            self.ids[name] = add_player(league, name, kind=kind).id
        return self.ids[name]

    def event(self, name: str) -> int:
        with self.writing() as league:
            return create_event(league, Settings(name, "open")).id

    def result(
        self,
        a: str,
        b: str,
        score: tuple[int, int],
        day: date,
        *,
        rules: str = "bohemian",
        event: int | None = None,
    ) -> int:
        """A whole result."""
        drawn = score[0] == score[1]
        format_ = SessionFormat(FormatKind.TIMED) if drawn else FIRST_TO
        more = [Draft(Content(EntryKind.RESULT, score=score))]
        return self._start(a, b, day, rules, event, format_, None if drawn else max(score), more)

    def deals(self, a: str, b: str, scores: list[tuple[int, int]], day: date, *, target: int = 7) -> int:
        """A session of some deals."""
        more = [Draft(Content(EntryKind.DEAL, dealer=0, score=score)) for score in scores]
        return self._start(a, b, day, "bohemian", None, FIRST_TO, target, more)

    def _start(
        self,
        a: str,
        b: str,
        day: date,
        rules: str,
        event: int | None,
        format_: SessionFormat,
        target: int | None,
        more: list[Draft],
    ) -> int:
        self.now += timedelta(seconds=1)  # of two sessions of a day the first entered is the first
        with self.writing() as league:
            digest = store_ruleset(league, parse_rules(rules))
            start = SessionStart((self.ids[a], self.ids[b]), rules, digest, format_, target, day, 0, event)
            return start_session(league, Content(EntryKind.START, start=start), more=more)

    def correct(self, session: int, number: int, score: tuple[int, int]) -> None:
        """Put right the score of the deal of this number, or with 1 that of a whole result."""
        self._replace(session, number, lambda content: Content(content.kind, dealer=content.dealer, score=score))

    def redate(self, session: int, day: date) -> None:
        def changed(content: Content) -> Content:
            assert content.start is not None
            start = content.start
            return Content(
                EntryKind.START,
                start=SessionStart(start.players, start.rules, start.digest, start.format, start.target, day, 0),
            )

        self._replace(session, 0, changed)

    def void(self, session: int) -> None:
        self._replace(session, 0, lambda _content: VOID)

    def _replace(self, session: int, index: int, changed: Callable[[Content], Content]) -> None:
        with self.writing() as league:
            old = effective_entries(load_session(league, session))[index]
            append(league, session, [Draft(changed(old.content), old.root, old.id)], reason="a test")

    def end(self, session: int, ending: Ending, loser: str | None = None) -> None:
        with self.writing() as league:
            side = None
            if loser is not None:
                found = derive_session(load_session(league, session), load_rulesets(league).__getitem__)
                side = "a" if found.start.players[0] == self.ids[loser] else "b"
            content = Content(EntryKind.END, ending=ending, loser=side)  # type: ignore[arg-type]
            append(league, session, [Draft(content)])

    def happens(self, player: str, kind: PlayerEntryKind, into: str | None = None) -> None:
        with self.writing() as league:
            append_player_entry(league, self.ids[player], kind, into=None if into is None else self.ids[into])
            if kind == "anonymise":
                remove_names(league, self.ids[player])
