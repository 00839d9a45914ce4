"""A tournament director with a database: the commands of a tournament as short functions."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from datetime import datetime
from typing import Any

from schneider_league.derive.event import EventState
from schneider_league.reports.event_view import CrosstableView, RoundView
from schneider_league.store.engine import Database
from schneider_league.workflows.events import creating, entering, pairing, results, undoing, viewing
from schneider_league.workflows.events.creating import EventOptions
from schneider_league.workflows.events.held import EventAnswer, hold
from schneider_league.workflows.sessions.book import Book
from schneider_league.workflows.standings import TableView, show_standings
from tests.workflows.scorekeeper import Scorekeeper

EIGHT = ("Anna", "Ben", "Carl", "Dora", "Eva", "Filip", "Gita", "Hugo")


class Director(Scorekeeper):
    """Somebody who holds events. The clock goes on by two minutes with every command."""

    @classmethod
    def at(cls, address: str, now: datetime) -> Director:
        """The director of a league that is there."""
        director = cls(address, ())
        director.now = now
        return director

    def hold(self, format: str, players: Sequence[str] = (), *, name: str = "Cup", **options: Any) -> EventAnswer:
        """Make an event and enter players."""
        options.setdefault("seed_by", "entry" if format != "open" else None)
        made = self._call(creating.begin_event, name, EventOptions(format, **options))  # type: ignore[arg-type]
        if players:
            self.enter(*players, event=name)
        return made  # type: ignore[return-value]

    def amend_event(self, *, event: str = "Cup", name: str | None = None, **options: Any) -> EventAnswer:
        return self._event(creating.amend_event, event, EventOptions(**options), name=name)

    def enter(self, *players: str, event: str = "Cup", **options: Any) -> EventAnswer:
        return self._event(entering.enter_players, event, list(players), **options)

    def withdraw(self, *players: str, event: str = "Cup") -> EventAnswer:
        return self._event(entering.withdraw_player, event, list(players))

    def absent(self, *players: str, round: int | None = None, event: str = "Cup") -> EventAnswer:
        return self._event(entering.note_absence, event, list(players), round)

    def draft(self, event: str = "Cup", **options: Any) -> pairing.Paired:
        return self._event(pairing.pair_round, event, **options)  # type: ignore[return-value]

    def publish(self, event: str = "Cup", **options: Any) -> RoundView:
        """Publish the next round."""
        paired = self.draft(event, publish=True, **options)
        if paired.refusal is not None:
            raise paired.refusal
        return paired.view

    def unpair(self, event: str = "Cup") -> EventAnswer:
        return self._event(pairing.unpair_round, event)

    def forfeit_game(self, player: str, round: int | None = None, *, event: str = "Cup", **options: Any) -> EventAnswer:
        return self._event(results.forfeit_pairing, event, player, round, **options)

    def close_round(self, round: int | None = None, event: str = "Cup") -> EventAnswer:
        return self._event(results.close_round, event, round)

    def undo_event(self, event: str = "Cup", **options: Any) -> EventAnswer:
        return self._event(undoing.undo_event, event, **options)

    def redo_event(self, event: str = "Cup") -> EventAnswer:
        return self._event(undoing.redo_event, event)

    def finish(self, event: str = "Cup") -> EventAnswer:
        return self._event(undoing.finish_event, event)

    def _event(self, workflow: Callable[..., Any], event: str, *given: Any, **options: Any) -> EventAnswer:
        return self._call(workflow, event, *given, **options)  # type: ignore[return-value]

    # --- looking ---

    def name_of(self, player: int) -> str:
        with Database(self.address).reading() as league:
            return Book(league).name(player)

    def state(self, event: str = "Cup") -> EventState:
        with Database(self.address).reading() as league:
            return hold(Book(league), event).state

    def boards(self, round: int | None = None, event: str = "Cup") -> list[str]:
        """`Anna – Ben: 7-4, …`, of the last round or another."""
        from schneider_league.reports.event_rounds import outcome_words

        view = viewing.view_pairings(self.address, event, round)
        return [" – ".join(filter(None, (line.a, line.b))) + f": {outcome_words(line)}" for line in view.lines]

    def play_round(self, event: str = "Cup", *, score: str = "7-4") -> None:
        """Every game of the last round is won by its first-named player."""
        for line in viewing.view_pairings(self.address, event, None).lines:
            if line.b is not None and line.state == "unplayed":
                self.result(line.a, line.b, score, event=event)

    def table(self, event: str = "Cup", **options: Any) -> TableView:
        return show_standings(self.address, event, **options)

    def places(self, event: str = "Cup") -> list[tuple[int, str, float]]:
        """Rank, player, points."""
        view = self.table(event)
        return [(row.rank, view.played.name(row.player), row.totals.halves / 2) for row in view.standings.rows]

    def crosstable(self, event: str = "Cup") -> CrosstableView:
        return viewing.view_crosstable(self.address, event)
