"""Which sessions may be open: a note beside the ledger, so that nobody looks through the whole season for them.

Every session that is written to is noted; whoever finds that one is over takes it off the list. So the list holds
all open sessions, and for a while some others. Nothing is derived from it.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable

from schneider_league.store.league import League


def note_open(league: League, sessions: Iterable[int]) -> None:
    """Note that these may be open."""
    rows = [(session,) for session in dict.fromkeys(sessions)]
    statement = "INSERT INTO session_watch (session_id) VALUES (?) ON CONFLICT (session_id) DO NOTHING"
    if len(rows) == 1:
        league.run(statement, rows[0])
    elif rows:
        league.run_many(statement, rows)


def may_be_open(league: League) -> list[int]:
    """The sessions that may be open, by id; no other is."""
    return [session for (session,) in league.rows("SELECT session_id FROM session_watch ORDER BY session_id")]


def not_open(league: League, sessions: Collection[int]) -> None:
    """Take sessions off the list that are over."""
    rows = [(session,) for session in sessions]
    if rows:
        league.run_many("DELETE FROM session_watch WHERE session_id = ?", rows)
