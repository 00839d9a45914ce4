"""The effective entries of a whole league as plain rows: what standings and ratings are derived from.

This is the lean way beside `load_sessions`: of a deal only its score is read, and only of sessions in which
something was corrected or inserted more than the entries that count.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from datetime import datetime
from itertools import chain, groupby
from operator import itemgetter
from typing import Final, NamedTuple

from schneider_league.derive.tallies import EndRow, LedgerRows, ScoreRow, StartRow
from schneider_league.store.league import League, Row, Value, read_day, read_moment

_REPLACED: Final = "SELECT replaces FROM entry WHERE replaces IS NOT NULL"
_CHANGED: Final = "SELECT session_id FROM entry WHERE (replaces IS NOT NULL OR after_root IS NOT NULL)"


def load_tally(
    league: League, *, known_at: datetime | None = None, event: int | None = None, any_event: bool = False
) -> LedgerRows:
    """The entries that count, or that counted when nothing later than `known_at` had come into this league.

    The rows are read while they are gone through, within the transaction.

    Args:
        league: In any transaction.
        known_at: None for everything.
        event: Only of sessions of this event; None for any or none.
        any_event: Whether only of sessions that belong to some event.
    """
    until, bound = ("", ()) if known_at is None else (" AND {}came <= ?", (known_at,))
    of = _OF_EVERYTHING
    if event is not None:
        of = _Of("event_id = ?", (event,))
    elif any_event:
        of = _Of("event_id IS NOT NULL", ())
    return LedgerRows(
        _load_starts(league, until, bound, of),
        chain(_stream_unchanged(league, until, bound, of), _stream_changed(league, until, bound, of)),
        _load_ends(league, until, bound, of),
    )


class _Of(NamedTuple):
    """Which sessions are read: those of which a start fits; such as were put right since are among them."""

    condition: str
    """On a row of `session_start`; empty for all sessions."""
    bound: Sequence[Value]

    @property
    def start(self) -> str:
        """What is asked of a start."""
        return f" AND t.{self.condition}" if self.condition else ""

    @property
    def entry(self) -> str:
        """What is asked of an entry."""
        if not self.condition:
            return ""
        return (
            " AND session_id IN (SELECT e.session_id FROM session_start t JOIN entry e ON e.id = t.entry_id"
            f" WHERE t.{self.condition})"
        )


_OF_EVERYTHING: Final = _Of("", ())


def _load_starts(league: League, until: str, bound: Sequence[Value], of: _Of) -> list[StartRow]:
    # CROSS JOIN keeps SQLite to this order of the tables; left to itself it goes through all entries.
    rows = league.rows(
        "SELECT s.id, s.uid, f.at, COALESCE(s.place, 0), t.player_a, t.player_b, t.digest, t.target, t.deals,"
        " t.played_on, t.event_id, t.rules, t.pairing_id, t.must_decide"
        " FROM session_start t CROSS JOIN entry e CROSS JOIN session s CROSS JOIN entry f"
        " WHERE e.id = t.entry_id AND s.id = e.session_id AND f.session_id = s.id AND f.seq = 1"
        f" AND e.id NOT IN ({_REPLACED}{until.format('')}){until.format('e.')}{of.start}",
        [*bound, *bound, *of.bound],
    )
    return [
        StartRow(
            session,
            uid,
            read_moment(at),
            place,
            a,
            b,
            digest,
            target,
            deals,
            read_day(day),
            event,
            rules,
            pairing,
            bool(must_decide),
        )
        for session, uid, at, place, a, b, digest, target, deals, day, event, rules, pairing, must_decide in rows
    ]


def _load_ends(league: League, until: str, bound: Sequence[Value], of: _Of) -> list[EndRow]:
    rows = league.rows(
        "SELECT session_id, kind, ending, loser, score_a, score_b FROM entry"
        f" WHERE kind IN ('end', 'result') AND id NOT IN ({_REPLACED}{until.format('')}){until.format('')}{of.entry}"
        " ORDER BY session_id, root",
        [*bound, *bound, *of.bound],
    )
    return [EndRow(*row) for row in rows]


def _stream_unchanged(league: League, until: str, bound: Sequence[Value], of: _Of) -> Iterator[ScoreRow]:
    """Of sessions in which every entry counts and stands where it was entered."""
    return league.stream(
        "SELECT session_id, score_a, score_b, all_tricks FROM entry"
        f" WHERE kind = 'deal' AND session_id NOT IN ({_CHANGED}{until.format('')}{of.entry}){until.format('')}"
        f"{of.entry} ORDER BY session_id, seq",
        [*bound, *of.bound, *bound, *of.bound],
    )


def _stream_changed(league: League, until: str, bound: Sequence[Value], of: _Of) -> Iterator[ScoreRow]:
    """Of all other sessions."""
    rows = league.stream(
        "SELECT session_id, root, after_root, kind, score_a, score_b, all_tricks FROM entry"
        f" WHERE session_id IN ({_CHANGED}{until.format('')}{of.entry}){until.format('')}"
        " ORDER BY session_id, seq",
        [*bound, *of.bound, *bound],
    )
    for _session, entries in groupby(rows, key=itemgetter(0)):
        yield from _effective_scores(entries)


def _effective_scores(entries: Iterator[Row]) -> Iterator[ScoreRow]:
    """As `effective_entries` has it, of one session."""
    heads: dict[int, Row] = {}
    order: list[int] = []
    for row in entries:
        root, after = row[1], row[2]
        if root not in heads:
            if after is None:
                order.append(root)
            else:
                order.insert(order.index(after) + 1 if after in heads else 1, root)
        heads[root] = row
    for root in order:
        session, _root, _after, kind, score_a, score_b, all_tricks = heads[root]
        if kind == "deal":
            yield session, score_a, score_b, all_tricks
