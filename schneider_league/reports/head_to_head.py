"""Two players against each other, as a report."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from schneider_league.derive.elo import expected_score
from schneider_league.derive.head_to_head import HeadToHead, Meeting
from schneider_league.derive.sessions import State
from schneider_league.reports.model import Column, Json, Report, Row
from schneider_league.reports.numbers import counted, half_points, show_points

_KEYS = ("session", "date", "event", "rules", "score", "points", "deals", "schneiders", "schwarzes", "forfeited")
_PAIRS = ("score", "points", "schneiders", "schwarzes")


def head_to_head_report(
    found: HeadToHead,
    name_of: Callable[[int], str],
    events: Mapping[int, str],
    ratings: tuple[float | None, float | None],
    *,
    scope: str = "",
) -> Report:
    """Their sessions in the order in which they were played, the first player's numbers first."""
    a, b = (name_of(player) for player in found.players)
    mine, theirs = found.totals
    title = f"{a} – {b}" + (f" ({scope})" if scope else "")
    has_events = any(meeting.tally.event is not None for meeting in found.meetings)
    has_rules = len({meeting.tally.rules for meeting in found.meetings}) > 1
    return Report(
        schema="head-to-head/1",
        title=title,
        columns=[
            Column("date", "Date"),
            Column("session", "Session", "right"),
            *([Column("event", "Event")] if has_events else []),
            *([Column("rules", "Rules")] if has_rules else []),
            Column("score", "Score", "right"),
            Column("won_by", "Won by"),
            Column("deals", "Deals", "right"),
        ],
        rows=[_row(meeting, found, name_of, events) for meeting in found.meetings],
        fields={
            "player_a": a,
            "player_b": b,
            "sessions": mine.sessions,
            "won": [mine.won, theirs.won],
            "drawn": mine.drawn,
            "points": [half_points(mine.halves), half_points(theirs.halves)],
            "game_points": [mine.game_points_for, theirs.game_points_for],
            "deals": mine.deals,
            "schneiders": [mine.schneiders, theirs.schneiders],
            "schwarzes": [mine.schwarzes, theirs.schwarzes],
            "ratings": [None if rating is None else round(rating) for rating in ratings],
        },
        notes=lambda: _notes(found, (a, b), ratings),
        data_columns=[Column(key, key, parts=(f"{key}_a", f"{key}_b") if key in _PAIRS else ()) for key in _KEYS],
        titled=True,
    )


def _row(meeting: Meeting, found: HeadToHead, name_of: Callable[[int], str], events: Mapping[int, str]) -> Row:
    tally = meeting.tally
    halves = meeting.halves
    is_forfeited = tally.state is State.FORFEITED
    if tally.winner is None:
        won_by = "nobody, both forfeited" if is_forfeited else "drawn"
    else:
        won_by = name_of(tally.players[tally.winner]) + (", forfeited" if is_forfeited else "")
    values: dict[str, Json] = {
        "session": tally.session,
        "date": tally.played_on.isoformat(),
        "event": None if tally.event is None else events.get(tally.event),
        "rules": tally.rules,
        "score": list(meeting.score),
        "points": [half_points(halves[0]), half_points(halves[1])],
        "deals": tally.deals,
        "schneiders": list(meeting.turned(tally.schneiders)),
        "schwarzes": list(meeting.turned(tally.schwarzes)),
        "forfeited": is_forfeited,
    }
    return Row(values, {"won_by": won_by})


def _notes(found: HeadToHead, names: tuple[str, str], ratings: tuple[float | None, float | None]) -> list[str]:
    a, b = names
    mine, theirs = found.totals
    if not found.meetings:
        return [f"{a} and {b} have finished no session with each other."]
    drawn = f", {mine.drawn} drawn" if mine.drawn else ""
    notes = [
        f"{counted(mine.sessions, 'session')}: {a} won {mine.won}, {b} {theirs.won}{drawn}; "
        f"points {show_points(half_points(mine.halves))} to {show_points(half_points(theirs.halves))}.",
        f"{counted(mine.deals, 'deal')}: game points {mine.game_points_for} to {theirs.game_points_for}, "
        f"Schneiders {mine.schneiders} to {theirs.schneiders}, Schwarzes {mine.schwarzes} to {theirs.schwarzes}.",
    ]
    if ratings[0] is not None and ratings[1] is not None:
        expected = expected_score(ratings[0], ratings[1])
        notes.append(
            f"By their ratings, {ratings[0]:.0f} and {ratings[1]:.0f}, {a} can expect {expected:.0%} of the points."
        )
    return notes
