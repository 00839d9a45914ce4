"""Which sessions to look at: found by what any of their starts says, so that not all have to be read."""

from __future__ import annotations

from collections.abc import Collection
from datetime import date

from schneider_league.store.league import League, Value


def sessions_started_with(
    league: League,
    *,
    players: Collection[int] | None = None,
    event: int | None = None,
    since: date | None = None,
    until: date | None = None,
) -> list[int]:
    """Sessions of which some start fits, by id; a start that was changed since counts, too.

    Args:
        league: In any transaction.
        players: One of them has to play; None for anybody.
        event: It has to belong to this event; None for any or none.
        since: The first day; None for no limit.
        until: The last day; None for no limit.
    """
    conditions = ["e.kind = 'start'"]
    bound: list[Value] = []
    if players is not None:
        marks = ", ".join("?" * len(players))
        conditions.append(f"(s.player_a IN ({marks}) OR s.player_b IN ({marks}))")
        bound += [*players, *players]
    if event is not None:
        conditions.append("s.event_id = ?")
        bound.append(event)
    if since is not None:
        conditions.append("s.played_on >= ?")
        bound.append(since)
    if until is not None:
        conditions.append("s.played_on <= ?")
        bound.append(until)
    rows = league.rows(
        "SELECT DISTINCT e.session_id FROM session_start s JOIN entry e ON e.id = s.entry_id"
        f" WHERE {' AND '.join(conditions)} ORDER BY e.session_id",
        bound,
    )
    return [session for (session,) in rows]


def table_names(league: League, event: int) -> dict[int, str]:
    """At which table each session of an event is played, by its id; those of which nothing is said are left out."""
    rows = league.rows(
        "SELECT e.session_id, s.table_name FROM session_start s JOIN entry e ON e.id = s.entry_id"
        " WHERE s.event_id = ? AND s.table_name IS NOT NULL"
        " AND e.id NOT IN (SELECT replaces FROM entry WHERE replaces IS NOT NULL)",
        [event],
    )
    return dict(rows)


def is_any_after(league: League, day: date) -> bool:
    """Whether a session was started for a later day; it may have been put right since.

    Those that were started last are looked at first: where there is one, it is found at once.
    """
    statement = "SELECT 1 FROM session_start WHERE played_on > ? ORDER BY entry_id DESC LIMIT 1"
    return bool(league.rows(statement, (day,)))
