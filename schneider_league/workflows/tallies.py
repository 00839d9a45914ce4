"""What the league has played, read once in a transaction: the sessions in the order of play, and who played them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date, datetime

from schneider_league.derive.names import fold, resolve_merges
from schneider_league.derive.sessions import State
from schneider_league.derive.tallies import LedgerRows, Tally, derive_tallies
from schneider_league.game.ruleset import parse_rules
from schneider_league.records.players import Player
from schneider_league.store.league import League
from schneider_league.store.people import list_players
from schneider_league.store.rulesets import house_rules, load_rulesets
from schneider_league.store.tally import load_tally
from schneider_league.workflows.rules import load_house_rules
from schneider_league.workflows.scope import Scope

EVERYTHING = Scope()


@dataclass(frozen=True, slots=True)
class Played:
    """The sessions of a scope, and the players."""

    scope: Scope
    tallies: list[Tally]
    """In the order in which they were played, void ones left out."""
    players: list[Player]
    """All, by id."""
    last_day: date | None
    """Up to which time passes for ratings: that of `--as-of`, else of the last session; None where there is none."""
    names: Mapping[int, str] = field(repr=False)
    """Of all players, by id."""

    def name(self, player: int) -> str:
        """How a player is called."""
        return self.names.get(player) or f"Player {player}"

    def sort_name(self, player: int) -> str:
        """What players who are level are sorted by."""
        return fold(self.name(player))

    def not_counted(self, event: int | None) -> dict[State, int]:
        """How many sessions, of an event or of all, do not count yet or never will, by state."""
        found: dict[State, int] = {}
        for tally in self.tallies:
            if not tally.is_counted and (event is None or tally.event == event):
                found[tally.state] = found.get(tally.state, 0) + 1
        return found


def load_played(league: League, scope: Scope = EVERYTHING) -> Played:
    """The sessions of this scope.

    Raises:
        UnknownRulesError: there is no such ruleset.
        LeagueError: a file of house rules is missing or wrong.
    """
    rules = None if scope.rules is None else _canonical_rules(league, scope)
    players = list_players(league, known_at=scope.known_at)
    tallies = _derive(league, load_tally(league, known_at=scope.known_at), players)
    last = scope.last_day
    if scope.since is not None or last is not None:
        first = scope.since or date.min
        tallies = [tally for tally in tallies if first <= tally.played_on <= (last or date.max)]
    last_played = tallies[-1].played_on if tallies else None
    if rules is not None:
        tallies = [tally for tally in tallies if tally.rules == rules]
    bots = set() if scope.bots else {player.id for player in players if player.kind == "bot"}
    if bots:
        tallies = [tally for tally in tallies if not bots.intersection(tally.players)]
    names = {player.id: player.name for player in players}
    return Played(scope, tallies, players, scope.as_of or last_played, names)


def _derive(league: League, rows: LedgerRows, players: Sequence[Player]) -> list[Tally]:
    rulesets = load_rulesets(league)
    merged = {id_: head for id_, head in resolve_merges(players).items() if id_ != head}
    return derive_tallies(rows, rulesets.__getitem__, merged)


def load_event_tallies(league: League, event: int | None = None, *, known_at: datetime | None = None) -> list[Tally]:
    """The sessions of an event, or of all events, in the order in which they were played, void ones left out.

    Those of no event are not read: a long season costs an evening nothing.
    """
    players = list_players(league, known_at=known_at)
    rows = load_tally(league, known_at=known_at, event=event, any_event=event is None)
    return _derive(league, rows, players)


def load_tallies(league: League, scope: Scope = EVERYTHING) -> list[Tally]:
    """The sessions of this scope in the order in which they were played, void ones left out."""
    return load_played(league, scope).tallies


def _canonical_rules(league: League, scope: Scope) -> str:
    known = {**house_rules(league), **load_house_rules(scope.rules_files)}
    return parse_rules(scope.rules or "", known).name
