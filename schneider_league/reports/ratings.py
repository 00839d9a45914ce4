"""Rating lists and histories as reports."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from datetime import date

from schneider_league.derive.elo import EloStep
from schneider_league.derive.glicko_2 import PeriodStep
from schneider_league.derive.rating import Rating
from schneider_league.derive.ratings import Elo, Rated, RatingSystem
from schneider_league.reports.model import Column, Json, Report, Row
from schneider_league.reports.numbers import (
    counted,
    half_points,
    show_change,
    show_points,
    show_rounded,
    show_two_decimals,
    sparkline,
)

_LIST = ("rank", "player", "rating", "deviation", "sessions", "provisional", "last_played")
_SESSIONS = ("session", "date", "opponent", "score", "result", "expected", "k", "before", "after", "change")
_MONTHS = ("month", "sessions", "points", "before", "after", "change", "deviation_before", "deviation", "volatility")
_Name = Callable[[int], str]


def ratings_report(
    rows: Sequence[Rated],
    system: RatingSystem,
    name_of: _Name,
    *,
    scope: str = "",
    inactive: int = 0,
    active_since: date | None = None,
    rating_words: str = "",
) -> Report:
    """A rating list. `inactive` players are left out, since they did not play since `active_since`.

    `rating_words` say what the ratings count, where it is not every session.
    """
    has_deviation = not isinstance(system, Elo)
    provisional = sum(row.rating.provisional for row in rows)
    return Report(
        schema="ratings/1",
        title=f"Ratings ({', '.join(part for part in (system.name, scope) if part)})",
        columns=[
            Column("rank", "Rank", "right"),
            Column("player", "Player"),
            Column("rating", "Rating", "right", show_rounded),
            *([Column("deviation", "Deviation", "right", show_rounded)] if has_deviation else []),
            Column("sessions", "Sessions", "right"),
            *([Column("provisional", "State", "left", _show_provisional)] if provisional else []),
            Column("last_played", "Last played"),
        ],
        rows=[_list_row(row, name_of) for row in rows],
        fields={"system": system.name},
        notes=lambda: [*_list_notes(system, rows, provisional, inactive, active_since), *_said(rating_words, rows)],
        data_columns=[Column(key, key) for key in _LIST],
        titled=bool(scope) or has_deviation,
        keep=2,
    )


def _said(words: str, rows: Sequence[object]) -> list[str]:
    return [words] if words and rows else []


def _show_provisional(value: Json) -> str:
    return "provisional" if value else ""


def _list_row(row: Rated, name_of: _Name) -> Row:
    rating = row.rating
    deviation = None if rating.deviation is None else round(rating.deviation, 2)
    return Row(
        {
            "rank": row.rank,
            "player": name_of(rating.player),
            "rating": round(rating.rating, 2),
            "deviation": deviation,
            "sessions": rating.sessions,
            "provisional": rating.provisional,
            "last_played": rating.last_played.isoformat(),
        }
    )


def _list_notes(
    system: RatingSystem, rows: Sequence[Rated], provisional: int, inactive: int, active_since: date | None
) -> list[str]:
    notes = []
    if not rows and not inactive:
        return ["No session is rated yet."]
    if provisional:
        why = (
            f"fewer than {system.new_sessions} rated sessions"
            if isinstance(system, Elo)
            else f"a deviation above {system.provisional_above:g}"
        )
        notes.append(f"Provisional: {why}.")
    if inactive:
        notes.append(f"Left out: {counted(inactive, 'player')} who did not play since {active_since}.")
    return notes


def rating_history_report(
    steps: Sequence[EloStep] | Sequence[PeriodStep],
    system: RatingSystem,
    player: int,
    now: Rating | None,
    name_of: _Name,
    *,
    scope: str = "",
    rating_words: str = "",
) -> Report:
    """One player's ratings; `steps` are those of the system and of this player."""
    if isinstance(system, Elo):
        sessions = [step for step in steps if isinstance(step, EloStep)]
        report = _elo_history(sessions, system, player, now, name_of, scope)
    else:
        months = [step for step in steps if isinstance(step, PeriodStep)]
        report = _glicko_history(months, system, player, now, name_of, scope)
    course = report.notes
    return replace(report, notes=lambda: [*course(), *_said(rating_words, steps)])


def _elo_history(
    steps: Sequence[EloStep], system: Elo, player: int, now: Rating | None, name_of: _Name, scope: str
) -> Report:
    """Session by session."""
    return Report(
        schema="rating-history/1",
        title=_history_title(system, player, name_of, scope),
        columns=[
            Column("date", "Date"),
            Column("session", "Session", "right"),
            Column("opponent", "Opponent"),
            Column("score", "Score", "right"),
            Column("result", "Result", "right", show_points),
            Column("expected", "Expected", "right", show_two_decimals),
            Column("k", "K", "right"),
            Column("change_words", "Change", "right"),
            Column("after", "Rating", "right", show_two_decimals),
        ],
        rows=[_session_row(step, player, name_of) for step in steps],
        fields={"system": system.name, "player": name_of(player)},
        notes=lambda: _course(now, [system.start, *(step.after[_side(step, player)] for step in steps)]),
        data_columns=[Column(key, key, parts=_SCORE if key == "score" else ()) for key in _SESSIONS],
        titled=True,
    )


_SCORE = ("score_for", "score_against")


def _side(step: EloStep, player: int) -> int:
    return step.tally.players.index(player)


def _session_row(step: EloStep, player: int, name_of: _Name) -> Row:
    side = _side(step, player)
    tally = step.tally
    change = step.after[side] - step.before[side]
    return Row(
        {
            "session": tally.session,
            "date": tally.played_on.isoformat(),
            "opponent": name_of(tally.players[1 - side]),
            "score": [tally.score[side], tally.score[1 - side]],
            "result": half_points(round(2 * step.scored[side])),
            "expected": round(step.expected[side], 4),
            "k": step.k[side],
            "before": round(step.before[side], 2),
            "after": round(step.after[side], 2),
            "change": round(change, 2),
        },
        {"change_words": show_change(change)},
    )


def _glicko_history(
    steps: Sequence[PeriodStep],
    system: RatingSystem,
    player: int,
    now: Rating | None,
    name_of: _Name,
    scope: str,
) -> Report:
    """Month by month; months without play are left out."""
    return Report(
        schema="rating-history/1",
        title=_history_title(system, player, name_of, scope),
        columns=[
            Column("month", "Month"),
            Column("sessions", "Sessions", "right"),
            Column("points", "Points", "right", show_points),
            Column("change_words", "Change", "right"),
            Column("after", "Rating", "right", show_two_decimals),
            Column("deviation_before", "Deviation before", "right", show_two_decimals),
            Column("deviation", "Deviation", "right", show_two_decimals),
            Column("volatility", "Volatility", "right"),
        ],
        rows=[_month_row(step) for step in steps],
        fields={"system": system.name, "player": name_of(player)},
        notes=lambda: _course(now, [system.start, *(step.after.rating for step in steps)]),
        data_columns=[Column(key, key) for key in _MONTHS],
        titled=True,
    )


def _month_row(step: PeriodStep) -> Row:
    change = step.after.rating - step.before.rating
    halves = sum(tally.halves(1 if tally.players[1] == step.player else 0) for tally in step.tallies)
    return Row(
        {
            "month": str(step.month),
            "sessions": len(step.tallies),
            "points": half_points(halves),
            "before": round(step.before.rating, 2),
            "after": round(step.after.rating, 2),
            "change": round(change, 2),
            "deviation_before": round(step.before.deviation, 2),
            "deviation": round(step.after.deviation, 2),
            "volatility": round(step.after.volatility, 6),
        },
        {"change_words": show_change(change)},
    )


def _history_title(system: RatingSystem, player: int, name_of: _Name, scope: str) -> str:
    return f"{name_of(player)}: ratings ({', '.join(part for part in (system.name, scope) if part)})"


def _course(now: Rating | None, values: Sequence[float]) -> list[str]:
    """The course of the rating at a glance, and where it stands."""
    if now is None:
        return ["No session is rated yet."]
    deviation = "" if now.deviation is None else f", deviation {now.deviation:.0f}"
    provisional = ", provisional" if now.provisional else ""
    return [
        f"{values[0]:.0f} {sparkline(values)} {values[-1]:.0f}",
        f"Now {now.rating:.0f}{deviation}{provisional}; lowest {min(values):.0f}, highest {max(values):.0f}, "
        f"{counted(now.sessions, 'rated session')}.",
    ]
