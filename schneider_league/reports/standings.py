"""The table of a league or an event as a report, and what stands under it."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from schneider_league.derive.sessions import State
from schneider_league.derive.standings import Standing, Standings
from schneider_league.derive.tie_breaks import TIE_BREAKS
from schneider_league.reports.deciding import (
    deciding_lines,
    decisions_json,
    explanation_lines,
    ranking_words,
    show_criterion,
)
from schneider_league.reports.model import Column, Json, Report, Row
from schneider_league.reports.numbers import (
    counted,
    half_points,
    json_number,
    listed,
    show_points,
    show_rounded,
)
from schneider_league.reports.text import cell_width

_KEYS = (
    "rank",
    "player",
    "sessions",
    "won",
    "drawn",
    "lost",
    "points",
    "byes",
    "deals",
    "game_points_for",
    "game_points_against",
    "schneiders",
    "schwarzes",
    "rating",
)
_SHORT = {
    "direct": "Direct",
    "diff": "Diff",
    "ratio": "Ratio",
    "progressive": "Progressive",
    "honours": "Honours",
    "percentage": "Percent",
}
_LESS_ASKED_FOR = ("deals", "schwarzes", "schneiders", "shown_direct", "game_points", "lost", "drawn")
_HAVE_A_COLUMN = ("points", "for", "won", "schneiders", "schwarzes")


@dataclass(frozen=True, slots=True)
class TableContext:
    """What stands around a table."""

    event: str | None
    scope: str
    """Which sessions were asked for, in words; empty where all."""
    name_of: Callable[[int], str]
    ratings: Mapping[int, float]
    not_counted: Mapping[State, int]
    min_sessions: int
    rating_words: str = ""
    """What the ratings count, where it is not every session."""


def standings_report(
    standings: Standings, context: TableContext, *, explain: bool = False, width: int | None = None
) -> Report:
    """The table; with `explain` all the values that decided.

    `width` is the terminal's in cells: what is less asked for is left out where the table would not fit. None where
    it need not fit.
    """
    title = "Standings" if context.event is None else f"Standings: {context.event}"
    if context.scope:
        title = f"{title} ({context.scope})"
    extra = [name for name in standings.order if name not in _HAVE_A_COLUMN and _is_told(standings, name)]
    rows = [_row(standing, standings.order, context) for standing in standings.rows]
    columns, dropped = _fitting(_columns(standings, extra), rows, width)
    return Report(
        schema="standings/1",
        title=title,
        columns=columns,
        rows=rows,
        fields={"event": context.event, "order": list(standings.order)},
        totals=lambda: {"decisions": decisions_json(standings, context.name_of)} if explain else {},
        notes=lambda: [*_notes(standings, context, explain), *_dropped_words(dropped)],
        data_columns=[Column(key, key) for key in (*_KEYS, *(_tie_break_key(name) for name in _tie_breaks(standings)))],
        titled=bool(context.event or context.scope),
        keep=2,
    )


def _columns(standings: Standings, extra: Sequence[str]) -> list[Column]:
    has_byes = any(row.totals.byes for row in standings.rows)
    has_draws = any(row.totals.drawn for row in standings.rows)
    return [
        Column("rank", "Rank", "right"),
        Column("player", "Player"),
        Column("sessions", "Played", "right"),
        Column("won", "Won", "right"),
        *([Column("drawn", "Drawn", "right")] if has_draws else []),
        Column("lost", "Lost", "right"),
        Column("points", "Points", "right", show_points),
        *([Column("byes", "Byes", "right")] if has_byes else []),
        *(Column(f"shown_{name}", criterion_heading(name), "right") for name in extra),
        Column("game_points", "Game points", "right"),
        Column("deals", "Deals", "right"),
        Column("schneiders", "Schneider", "right"),
        Column("schwarzes", "Schwarz", "right"),
        Column("rating", "Rating", "right", show_rounded),
    ]


def _fitting(columns: list[Column], rows: Sequence[Row], width: int | None) -> tuple[list[Column], list[str]]:
    """The columns that fit into so many cells, and the headings of those that were left out for it."""
    if width is None:
        return columns, []
    needed = {
        column.key: max(
            cell_width(text) for text in (column.heading, *(column.show(row.value(column.key)) for row in rows))
        )
        for column in columns
    }
    kept, dropped = list(columns), []
    for key in _LESS_ASKED_FOR:
        if sum(needed[column.key] + 2 for column in kept) - 2 <= width:
            break
        dropped += [column.heading for column in kept if column.key == key]
        kept = [column for column in kept if column.key != key]
    return kept, dropped


def _dropped_words(dropped: Sequence[str]) -> list[str]:
    if not dropped:
        return []
    return [f"Too narrow for {listed(dropped)}; a wider window or -o standings.html has all."]


def criterion_heading(name: str) -> str:
    """What a column of this criterion is headed by."""
    words = TIE_BREAKS[name].words
    return _SHORT.get(name) or words[0].upper() + words[1:]


def _is_told(standings: Standings, name: str) -> bool:
    """Whether a criterion has a column: direct encounter only where it was applied."""
    return TIE_BREAKS[name].value is not None or any(row.values[name] is not None for row in standings.rows)


def _tie_breaks(standings: Standings) -> list[str]:
    """The criteria that stand in `tie_breaks`: all but points, which the row has."""
    return [name for name in standings.order if name != "points"]


def _tie_break_key(name: str) -> str:
    return f"tie_break_{name.replace('-', '_')}"


def _row(standing: Standing, order: Sequence[str], context: TableContext) -> Row:
    totals = standing.totals
    rating = context.ratings.get(standing.player)
    tie_breaks = {name: json_number(standing.values[name]) for name in order if name != "points"}
    values: dict[str, Json] = {
        "rank": standing.rank,
        "player": context.name_of(standing.player),
        "sessions": totals.sessions,
        "won": totals.won,
        "drawn": totals.drawn,
        "lost": totals.lost,
        "points": half_points(totals.halves),
        "byes": totals.byes,
        "deals": totals.deals,
        "game_points_for": totals.game_points_for,
        "game_points_against": totals.game_points_against,
        "schneiders": totals.schneiders,
        "schwarzes": totals.schwarzes,
        "rating": None if rating is None else round(rating),
        "tie_breaks": tie_breaks,
    }
    shown: dict[str, Json] = {f"shown_{name}": show_criterion(name, standing.values[name]) for name in order}
    shown["game_points"] = f"{totals.game_points_for}–{totals.game_points_against}"
    shown |= {_tie_break_key(name): value for name, value in tie_breaks.items()}
    return Row(values, shown)


def _notes(standings: Standings, context: TableContext, explain: bool) -> list[str]:
    if not standings.rows and not standings.left_out:
        notes = ["No session counts yet." if not context.scope else f"No session counts ({context.scope})."]
        return notes + _not_counted(context)
    lines = explanation_lines if explain else deciding_lines
    notes = [ranking_words(standings), *lines(standings, context.name_of)]
    roundless = [TIE_BREAKS[name].words for name in standings.order if TIE_BREAKS[name].needs_rounds]
    if standings.struck:
        notes.append(
            f"Struck, having left before half of their games: "
            f"{listed([context.name_of(player) for player in standings.struck])}. The results stay for ratings."
        )
    if roundless and not standings.in_rounds:
        notes.append(
            f"{listed(roundless)}: there are no rounds here, so each session is a game of its own, in the order of "
            "play; who is met twice counts twice, and who plays more has more."
        )
    if len(standings.rules) > 1:
        mixed = listed([f"{rules} {number}" for rules, number in standings.rules])
        units = [TIE_BREAKS[name].words for name in standings.order if TIE_BREAKS[name].in_units]
        notes.append(
            f"Sessions of {len(standings.rules)} rulesets are counted together, though game points"
            f"{' and ' + units[0] if units else ''} differ between them: {mixed}. --rules takes one alone."
        )
    if standings.left_out:
        notes.append(
            f"Left out: {counted(standings.left_out, 'player')} with fewer than "
            f"{counted(context.min_sessions, 'session')}."
        )
    if context.rating_words:
        notes.append(context.rating_words)
    return notes + _not_counted(context)


def _not_counted(context: TableContext) -> list[str]:
    states = {State.OPEN: "still open", State.ABANDONED: "abandoned"}
    parts = [f"{context.not_counted[state]} {word}" for state, word in states.items() if context.not_counted.get(state)]
    return [f"Not counted: {listed(parts)}."] if parts else []
