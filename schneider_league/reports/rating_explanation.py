"""How a session changed two ratings, as a report: the numbers, and the sum in words."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from schneider_league.derive.elo import EloStep
from schneider_league.derive.glicko_2 import Glicko2, PeriodStep, expected_score
from schneider_league.derive.ratings import Elo, RatingSystem
from schneider_league.derive.tallies import Tally
from schneider_league.reports.model import Column, Json, Report, Row
from schneider_league.reports.numbers import (
    counted,
    half_points,
    listed,
    show_change,
    show_exact,
    show_points,
    show_two_decimals,
)

_ELO = ("player", "score", "before", "expected", "result", "k", "change", "after", "sessions")
_GLICKO = (
    "player",
    "score",
    "before",
    "expected",
    "result",
    "change",
    "after",
    "deviation_before",
    "deviation",
    "sessions",
)
_SCORE = ("score_for", "score_against")
_Name = Callable[[int], str]


def rating_explanation_report(
    tally: Tally, steps: Sequence[EloStep] | Sequence[PeriodStep], system: RatingSystem, name_of: _Name
) -> Report:
    """How a session changed two ratings; `steps` are those of the system in which it is."""
    if isinstance(system, Elo):
        (session,) = (step for step in steps if isinstance(step, EloStep))
        return _elo_explanation(session, system, name_of)
    months = [step for step in steps if isinstance(step, PeriodStep)]
    return _glicko_explanation(tally, months, system, name_of)


def _elo_explanation(step: EloStep, system: Elo, name_of: _Name) -> Report:
    """The sum for each player."""
    tally = step.tally
    return Report(
        schema="rating-explanation/1",
        title=_title(tally, name_of),
        columns=[
            Column("player", "Player"),
            Column("before", "Before", "right", show_two_decimals),
            Column("expected_words", "Expected", "right"),
            Column("result", "Result", "right", show_points),
            Column("k", "K", "right"),
            Column("change_words", "Change", "right"),
            Column("after", "After", "right", show_two_decimals),
        ],
        rows=[_elo_row(step, side, name_of) for side in (0, 1)],
        fields=_fields(tally, system.name),
        notes=lambda: [_elo_sum(step, side, system, name_of) for side in (0, 1)],
        data_columns=[Column(key, key, parts=_SCORE if key == "score" else ()) for key in _ELO],
        titled=True,
    )


def _elo_row(step: EloStep, side: int, name_of: _Name) -> Row:
    tally = step.tally
    change = step.after[side] - step.before[side]
    return Row(
        {
            "player": name_of(tally.players[side]),
            "score": [tally.score[side], tally.score[1 - side]],
            "before": round(step.before[side], 2),
            "expected": round(step.expected[side], 4),
            "result": half_points(round(2 * step.scored[side])),
            "k": step.k[side],
            "change": round(change, 2),
            "after": round(step.after[side], 2),
            "sessions": step.sessions[side],
        },
        {"change_words": show_change(change), "expected_words": f"{step.expected[side]:.3f}"},
    )


def _elo_sum(step: EloStep, side: int, system: Elo, name_of: _Name) -> str:
    name = name_of(step.tally.players[side])
    mine, theirs = step.before[side], step.before[1 - side]
    number = step.sessions[side]
    why = (
        f"as it is session {number} of the first {system.new_sessions}"
        if number <= system.new_sessions
        else f"after the first {system.new_sessions}"
    )
    result = show_exact(half_points(round(2 * step.scored[side])))
    return (
        f"{name}: expected 1 / (1 + 10^(({theirs:.2f} − {mine:.2f}) / {system.scale:g})) = {step.expected[side]:.3f}, "
        f"scored {result}; K is {step.k[side]} {why}: {mine:.2f} + {step.k[side]} × ({result} − "
        f"{step.expected[side]:.3f}) = {step.after[side]:.2f}."
    )


def _glicko_explanation(tally: Tally, steps: Sequence[PeriodStep], system: Glicko2, name_of: _Name) -> Report:
    """Each player's month, of which the session is a part."""
    return Report(
        schema="rating-explanation/1",
        title=_title(tally, name_of),
        columns=[
            Column("player", "Player"),
            Column("before", "Before", "right", show_two_decimals),
            Column("deviation_before", "Deviation before", "right", show_two_decimals),
            Column("expected_words", "Expected", "right"),
            Column("result", "Result", "right", show_points),
            Column("change_words", "Change of the month", "right"),
            Column("after", "After", "right", show_two_decimals),
            Column("deviation", "Deviation", "right", show_two_decimals),
        ],
        rows=[_glicko_row(tally, step, name_of) for step in steps],
        fields={**_fields(tally, system.name), "month": str(steps[0].month)},
        notes=lambda: [
            "All sessions of a month count at once, against the ratings before it: "
            + listed([_month_words(step, name_of) for step in steps])
            + "."
        ],
        data_columns=[Column(key, key, parts=_SCORE if key == "score" else ()) for key in _GLICKO],
        titled=True,
    )


def _glicko_row(tally: Tally, step: PeriodStep, name_of: _Name) -> Row:
    side = tally.players.index(step.player)
    opponent = step.opponents[step.tallies.index(tally)]
    expected = expected_score(step.before.rating, opponent.rating, opponent.deviation)
    change = step.after.rating - step.before.rating
    return Row(
        {
            "player": name_of(step.player),
            "score": [tally.score[side], tally.score[1 - side]],
            "before": round(step.before.rating, 2),
            "expected": round(expected, 4),
            "result": half_points(tally.halves(1 if side else 0)),
            "change": round(change, 2),
            "after": round(step.after.rating, 2),
            "deviation_before": round(step.before.deviation, 2),
            "deviation": round(step.after.deviation, 2),
            "sessions": step.sessions,
        },
        {"change_words": show_change(change), "expected_words": f"{expected:.3f}"},
    )


def _month_words(step: PeriodStep, name_of: _Name) -> str:
    halves = sum(tally.halves(1 if tally.players[1] == step.player else 0) for tally in step.tallies)
    points = show_points(half_points(halves))
    return f"{name_of(step.player)} had {points} of {counted(len(step.tallies), 'session')} in {step.month}"


def _fields(tally: Tally, system: str) -> dict[str, Json]:
    return {"system": system, "session": tally.session, "date": tally.played_on.isoformat()}


def _title(tally: Tally, name_of: _Name) -> str:
    a, b = (name_of(player) for player in tally.players)
    return f"Session {tally.session}, {tally.played_on}: {a} {tally.score[0]}, {b} {tally.score[1]}"
