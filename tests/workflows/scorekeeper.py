"""A scorekeeper with a database: the commands of a night as short functions."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from datetime import UTC, datetime, timedelta
from random import Random
from typing import Any

from schneider_league.derive.sessions import Session
from schneider_league.store.engine import Database
from schneider_league.store.people import add_player
from schneider_league.workflows.sessions import amending, correcting, ending, entering, showing, starting, undoing
from schneider_league.workflows.sessions.book import Answer
from schneider_league.workflows.sessions.terms import Terms

EVENING = datetime(2026, 11, 26, 20, 0, tzinfo=UTC)
PLAYERS = ("Anna", "Ben", "Carl", "Dora")


class Scorekeeper:
    """Somebody who keeps a league with some players. The clock goes on by two minutes with every command."""

    def __init__(self, address: str, players: Sequence[str] = PLAYERS) -> None:
        self.address = address
        self.now = EVENING
        with Database(address).writing() as league:
            for name in players:
                add_player(league, name)

    def clock(self) -> datetime:
        return self.now

    def _call(self, workflow: Callable[..., Answer], *given: Any, **options: Any) -> Answer:
        self.now += timedelta(minutes=2)
        return workflow(self.address, *given, clock=self.clock, **options)

    def start(self, a: str = "Anna", b: str = "Ben", *, dealer: str | None = "Ben", **terms: Any) -> Answer:
        chance = terms.pop("chance", Random(1))
        return self._call(starting.begin_session, (a, b), Terms(**terms), dealer=dealer, chance=chance)

    def result(self, a: str, b: str, score: str, *, dealer: str | None = None, **terms: Any) -> Answer:
        return self._call(starting.enter_result, (a, b), score, Terms(**terms), dealer=dealer)

    def score(self, score: str, **options: Any) -> Answer:
        return self._call(entering.enter_deal, score, **options)

    def misdeal(self, **options: Any) -> Answer:
        return self._call(entering.enter_misdeal, **options)

    def undo(self, **options: Any) -> Answer:
        return self._call(undoing.undo, **options)

    def redo(self, **options: Any) -> Answer:
        return self._call(undoing.redo, **options)

    def close(self, ref: str, **options: Any) -> Answer:
        return self._call(ending.close_session, ref, **options)

    def abandon(self, ref: str, **options: Any) -> Answer:
        return self._call(ending.abandon_session, ref, **options)

    def forfeit(self, ref: str, player: str, reason: str | None = "left early") -> Answer:
        return self._call(ending.forfeit_session, ref, player, reason=reason)

    def correct(self, ref: str, deal: object, score: str, reason: str | None = "typo", **options: Any) -> Answer:
        return self._call(correcting.correct_deal, ref, str(deal), score, reason=reason, **options)

    def insert(self, ref: str, after: int, score: str, reason: str | None = "forgotten", **options: Any) -> Answer:
        return self._call(correcting.insert_deal, ref, after, score, reason=reason, **options)

    def remove(self, ref: str, deal: object, reason: str | None = "twice") -> Answer:
        return self._call(correcting.remove_deal, ref, str(deal), reason=reason)

    def void(self, ref: str, reason: str | None = "by mistake") -> Answer:
        return self._call(correcting.void_session, ref, reason=reason)

    def amend(
        self,
        ref: str,
        *,
        players: Sequence[str] | None = None,
        dealer: str | None = None,
        reason: str | None = "wrong at the start",
        **terms: Any,
    ) -> Answer:
        return self._call(amending.amend_session, ref, Terms(**terms), players=players, dealer=dealer, reason=reason)

    def session(self, ref: str = "1") -> Session:
        return showing.view_session(self.address, ref).session

    def dealers(self, ref: str = "1") -> str:
        """Who dealt each hand, `a` or `b`."""
        return "".join("ab"[row.dealer] for row in self.session(ref).rows)
