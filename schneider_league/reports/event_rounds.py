"""The reports of an event's rounds: the boards of one, of all, and who played whom."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from schneider_league.reports.event_view import (
    CrossCell,
    CrossRow,
    CrosstableView,
    EventHeading,
    PairingLine,
    RoundsView,
    RoundView,
)
from schneider_league.reports.model import Column, Json, Report, Row
from schneider_league.reports.numbers import json_number, show_points

_KEYS = (
    "round",
    "board",
    "player_a",
    "number_a",
    "player_b",
    "number_b",
    "kind",
    "state",
    "winner",
    "forfeited_by",
    "table",
    "by_hand",
    "reason",
)


def heading_words(heading: EventHeading) -> str:
    """`Club cup: knockout, bohemian, to 7, best of 3`."""
    said = [heading.format, heading.rules, heading.goes, "best of 3" if heading.best_of == 3 else None]
    return f"{heading.name}: {', '.join(word for word in said if word)}"


def heading_json(heading: EventHeading) -> Mapping[str, Json]:
    """What stands above a table, as JSON has it."""
    return {
        "id": heading.id,
        "name": heading.name,
        "format": heading.format,
        "rules": heading.rules,
        "goes": heading.goes,
        "rounds": heading.rounds,
        "best_of": heading.best_of,
    }


def pairing_row(line: PairingLine) -> Row:
    """A board as JSON has it, and what only a person is shown."""
    values: dict[str, Json] = {
        "round": line.round,
        "board": line.board,
        "player_a": line.a,
        "number_a": line.number_a,
        "player_b": line.b,
        "number_b": line.number_b,
        "kind": line.kind,
        "state": line.state,
        "winner": line.winner,
        "score": None if line.score is None else list(line.score),
        "wins": list(line.wins),
        "forfeited_by": line.loser,
        "sessions": list(line.sessions),
        "table": line.table,
        "by_hand": line.by_hand,
        "reason": line.reason,
    }
    shown: dict[str, Json] = {
        "other": line.b if line.b is not None else _KIND_WORDS.get(line.kind, line.kind),
        "outcome": outcome_words(line),
        "session": ", ".join(map(str, line.sessions)),
        "why": line.reason or ("by hand" if line.by_hand else ""),
    }
    return Row(values, shown)


_KIND_WORDS = {"pairing-bye": "bye", "asked-bye": "bye", "absence": "absent"}


def outcome_words(line: PairingLine) -> str:
    """`7-4, Anna wins`, `still to be played`, `Ben forfeits`, …; nothing for a draft."""
    if line.state in ("draft", "bye", "absence"):
        return "" if line.state == "draft" else _KIND_WORDS.get(line.kind, line.state)
    nothing = line.score is None or (line.state == "forfeit" and not any(line.score))
    score = "" if line.score is None or nothing else f"{line.score[0]}-{line.score[1]}"
    if sum(line.wins) > 1 or (sum(line.wins) == 1 and line.state == "open"):
        score = f"{line.wins[0]}-{line.wins[1]} in sessions, {score}"
    words = {
        "won": f"{line.winner} wins" if line.loser is None else f"{line.loser} forfeits",
        "drawn": "drawn",
        "forfeit": f"{line.loser} forfeits",
        "double-forfeit": "both forfeit",
        "open": "being played" if line.is_playing else "it goes on",
    }.get(line.state, "still to be played")
    return f"{score}, {words}" if score else words


def pairing_columns(lines: Sequence[PairingLine], *, with_round: bool = False, with_reason: bool) -> list[Column]:
    """The columns that a person sees, without those that would be empty."""
    is_draft = all(line.state == "draft" for line in lines)
    return [
        *([Column("round", "Round", "right")] if with_round else []),
        Column("board", "Board", "right"),
        Column("player_a", "Deals first"),
        Column("other", "Other"),
        *([] if is_draft else [Column("outcome", "Result")]),
        *([Column("session", "Session", "right")] if any(line.sessions for line in lines) else []),
        *([Column("table", "Table")] if any(line.table for line in lines) else []),
        *([Column("why", "Why")] if with_reason and any(line.reason for line in lines) else []),
    ]


_DATA = [
    *(Column(key, key) for key in _KEYS[:9]),
    Column("score", "score", parts=("score_a", "score_b")),
    *(Column(key, key) for key in _KEYS[9:]),
]


def round_report(view: RoundView) -> Report:
    """The boards of a round, or of its draft with why each is so."""
    what = f"Round {view.number}"
    if view.event.rounds:
        what += f" of {view.event.rounds}"
    if view.is_draft:
        what = f"Draft of round {view.number}"
    return Report(
        schema="pairings/1",
        title=f"{view.event.name}: {what[0].lower() + what[1:]}",
        columns=pairing_columns(view.lines, with_reason=view.is_draft),
        rows=[pairing_row(line) for line in view.lines],
        fields={
            "event": heading_json(view.event),
            "round": view.number,
            "draft": view.is_draft,
            "closed": view.is_closed,
        },
        notes=lambda: view.notes,
        data_columns=_DATA,
        titled=True,
        keep=3,
    )


def rounds_report(view: RoundsView) -> Report:
    """The boards of all published rounds."""
    return Report(
        schema="event-rounds/1",
        title=f"{heading_words(view.event)}: all rounds",
        columns=pairing_columns(view.lines, with_round=True, with_reason=False),
        rows=[pairing_row(line) for line in view.lines],
        fields={"event": heading_json(view.event)},
        notes=lambda: view.notes,
        data_columns=_DATA,
        titled=True,
        keep=4,
    )


# --- crosstable ---


def crosstable_report(view: CrosstableView) -> Report:
    """Who played whom: opponents side by side in a round-robin, rounds side by side elsewhere."""
    numbers = [row.number for row in view.rows]
    if view.by_opponent:
        across = [(f"v{number}", str(number)) for number in numbers]
        legend = "Columns are opponents by their number: 1 a win, ½ a drawn session, 0 a loss, + and − by forfeit."
    else:
        across = [(f"r{number}", f"Round {number}") for number in range(1, view.rounds + 1)]
        legend = (
            "A round shows the opponent's number and the points: 3:1 a win against number 3, + and − by forfeit, "
            "* still to be played."
        )
    further = view.rows[0].values if view.rows else ()
    return Report(
        schema="crosstable/1",
        title=f"{heading_words(view.event)}: crosstable",
        columns=[
            Column("rank", "Rank", "right"),
            Column("number", "No.", "right"),
            Column("player", "Player"),
            *(Column(key, heading, "left" if not view.by_opponent else "right") for key, heading in across),
            Column("points", "Points", "right", show_points),
            *(Column(f"value_{name}", _heading(name), "right") for name, _shown, _value in further),
        ],
        rows=[_cross_row(row, view) for row in view.rows],
        fields={"event": heading_json(view.event), "rounds": view.rounds},
        notes=lambda: [legend, *view.notes] if view.rows else list(view.notes),
        data_columns=[
            *(Column(key, key) for key in ("rank", "number", "player")),
            *(Column(key, key) for key, _heading_ in across),
            Column("points", "points"),
            *(Column(f"tie_break_{name.replace('-', '_')}", name) for name, _shown, _value in further),
        ],
        titled=True,
        keep=3,
    )


def _heading(name: str) -> str:
    from schneider_league.reports.standings import criterion_heading

    return criterion_heading(name)


def _cross_row(row: CrossRow, view: CrosstableView) -> Row:
    values: dict[str, Json] = {
        "rank": row.rank,
        "number": row.number,
        "player": row.player,
        "results": [
            {
                "round": cell.round,
                "opponent": cell.opponent,
                "opponent_number": cell.opponent_number,
                "result": cell.result,
                "points": None if cell.points is None else json_number(cell.points),
                "score": None if cell.score is None else list(cell.score),
                "deals_first": cell.deals_first,
            }
            for cell in row.cells
        ],
        "points": json_number(row.points),
        "tie_breaks": {name: value for name, _shown, value in row.values},
    }
    shown: dict[str, Json] = {}
    if view.by_opponent:
        for other in view.rows:
            cells = [cell for cell in row.cells if cell.opponent_number == other.number]
            shown[f"v{other.number}"] = "×" if other.number == row.number else " ".join(map(_sign, cells)) or ""
    else:
        by_round = {cell.round: cell for cell in row.cells}
        for number in range(1, view.rounds + 1):
            cell = by_round.get(number)
            shown[f"r{number}"] = "" if cell is None else _round_sign(cell)
    for name, text, value in row.values:
        shown[f"value_{name}"] = text
        shown[f"tie_break_{name.replace('-', '_')}"] = value
    return Row(values, shown)


_SIGNS = {
    "won": "1",
    "drawn": "½",
    "lost": "0",
    "forfeit-won": "+",
    "forfeit-lost": "−",
    "open": "*",
    "unplayed": "*",
}


def _sign(cell: CrossCell) -> str:
    return _SIGNS.get(cell.result, cell.result)


def _round_sign(cell: CrossCell) -> str:
    if cell.opponent_number is None:
        return cell.result
    return f"{cell.opponent_number}:{_sign(cell)}"
