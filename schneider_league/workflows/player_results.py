"""What a player has achieved, for the player's page."""

from __future__ import annotations

from collections.abc import Sequence

from schneider_league.derive.names import find_player, resolve_merges
from schneider_league.derive.ratings import DEFAULT_SYSTEM, SYSTEMS, Elo
from schneider_league.reports.model import Report
from schneider_league.reports.player_results import result_reports
from schneider_league.store.engine import Database
from schneider_league.workflows.scope import Scope
from schneider_league.workflows.tallies import load_played


def load_player_results(address: str, query: str) -> Sequence[Report]:
    """A player's record, opponents and course of the rating, as tables.

    Raises:
        NotFoundError: there is no such player.
        LeagueError: the database cannot be read.
    """
    system = SYSTEMS[DEFAULT_SYSTEM]
    assert isinstance(system, Elo)
    with Database(address).reading() as league:
        asked = find_player(load_played(league).players, query)
        played = load_played(league, Scope(bots=asked.kind == "bot"))
    player = resolve_merges(played.players).get(asked.id, asked.id)
    steps = [step for step in system.steps(played.tallies) if player in step.tally.players]
    now = system.rate(played.tallies, played.last_day).get(player)
    own = [tally for tally in played.tallies if player in tally.players]
    return result_reports(player, own, steps, system, now, played.name)
