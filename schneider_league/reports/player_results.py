"""What a player has achieved, as tables below the player's own: the record, the opponents, the rating."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from schneider_league.derive.elo import EloStep
from schneider_league.derive.ratings import Elo, Rating
from schneider_league.derive.tallies import Tally
from schneider_league.derive.totals import Totals, add_up
from schneider_league.reports.model import Column, Json, Report, Row
from schneider_league.reports.numbers import half_points, show_points
from schneider_league.reports.ratings import rating_history_report

_Name = Callable[[int], str]


def result_reports(
    player: int,
    tallies: Sequence[Tally],
    steps: Sequence[EloStep],
    system: Elo,
    now: Rating | None,
    name_of: _Name,
) -> list[Report]:
    """The tables of a player.

    Args:
        player: The id.
        tallies: The player's sessions, in the order of play.
        steps: How those that are rated changed the rating.
        system: By which it is reckoned.
        now: The rating after them; None where there is none.
        name_of: How players are called.
    """
    counted = [tally for tally in tallies if tally.is_counted]
    if not counted:
        return []
    return [
        _record(add_up(counted)[player]),
        _opponents(player, counted, name_of),
        rating_history_report(steps, system, player, now, name_of),
    ]


_COLUMNS = (
    Column("sessions", "Played", "right"),
    Column("won", "Won", "right"),
    Column("drawn", "Drawn", "right"),
    Column("lost", "Lost", "right"),
    Column("points", "Points", "right", show_points),
    Column("game_points", "Game points", "right"),
    Column("deals", "Deals", "right"),
    Column("schneiders", "Schneider", "right"),
    Column("schwarzes", "Schwarz", "right"),
)


def _record(totals: Totals) -> Report:
    return Report("player-record/1", "Record", _COLUMNS, [Row(_values(totals))])


def _opponents(player: int, counted: Sequence[Tally], name_of: _Name) -> Report:
    against: dict[int, list[Tally]] = {}
    for tally in counted:
        against.setdefault(tally.players[1 - tally.players.index(player)], []).append(tally)
    ordered = sorted(against, key=lambda other: (-len(against[other]), name_of(other), other))
    rows = [Row({"opponent": name_of(other), **_values(add_up(against[other])[player])}) for other in ordered]
    return Report("player-opponents/1", "Head to head", [Column("opponent", "Opponent"), *_COLUMNS], rows)


def _values(totals: Totals) -> dict[str, Json]:
    return {
        "sessions": totals.sessions,
        "won": totals.won,
        "drawn": totals.drawn,
        "lost": totals.lost,
        "points": half_points(totals.halves),
        "game_points": f"{totals.game_points_for}–{totals.game_points_against}",
        "deals": totals.deals,
        "schneiders": totals.schneiders,
        "schwarzes": totals.schwarzes,
    }
