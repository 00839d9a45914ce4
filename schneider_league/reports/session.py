"""The reports of sessions: the score sheet of one, all that was entered in it, and lists of them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from datetime import UTC

from schneider_league.derive.sessions import DealRow, State
from schneider_league.errors import Code
from schneider_league.game.score import derive_outcome_of_score
from schneider_league.records.ledger import EntryKind
from schneider_league.reports.model import Column, Json, Report, Row
from schneider_league.reports.session_view import HistoryLine, SessionLine, SessionView, format_time, show_time
from schneider_league.reports.session_words import accepted_words, is_out_of_turn, next_words, score_words
from schneider_league.reports.text import make_visible

_DEALT = (EntryKind.DEAL, EntryKind.MISDEAL)


def session_report(view: SessionView) -> Report:
    """The score sheet of a session, with everything that was replaced where the view has it."""
    sheet = _sheet(view) if view.history is None else _history_sheet(view, view.history)
    return Report(
        schema="session/1",
        title=view.title,
        columns=sheet[0],
        rows=sheet[1],
        fields={"session": _session_fields(view.line)},
        totals=lambda: {} if view.history is None else {"entries": _log(view.history)},
        notes=lambda: _notes(view),
        data_columns=[
            *([Column("entry", "entry"), Column("kind", "kind")] if view.history is not None else []),
            *(Column(key, key) for key in ("deal", "dealer", "level")),
            Column("score", "score", parts=("score_a", "score_b")),
            Column("result", "result", parts=("result_a", "result_b")),
            Column("running", "running", parts=("running_a", "running_b")),
            Column("reason", "reason"),
            *(
                Column(key, key)
                for key in ("time", "replaced_by", "replaced_at", "replaced_reason")
                if view.history is not None
            ),
        ],
        titled=True,
    )


def _session_fields(line: SessionLine) -> Mapping[str, Json]:
    return {
        "id": line.id,
        "player_a": line.player_a,
        "player_b": line.player_b,
        "rules": line.rules,
        "format": line.format,
        "target": line.target,
        "date": line.date.isoformat(),
        "event": line.event,
        "table": line.table,
        "state": line.state,
        "winner": line.winner,
        "score": list(line.score),
        "next_dealer": line.next_dealer,
    }


def deal_values(row: DealRow, names: tuple[str, str], reason: str | None) -> dict[str, Json]:
    """A dealt hand as JSON has it."""
    values: dict[str, Json] = {
        "deal": row.deal,
        "dealer": names[row.dealer],
        "level": str(row.level),
        "score": None if row.score is None else list(row.score),
        "result": row.result if isinstance(row.result, str) else list(row.result),
        "running": list(row.running),
        "reason": reason,
    }
    if row.is_after_end:
        values["after_end"] = True
    if row.entry.content.accepted:
        values["accepted"] = list(row.entry.content.accepted)
    return values


def _sheet(view: SessionView) -> tuple[list[Column], list[Row]]:
    """A line for each dealt hand."""
    a, b = view.names
    columns = [
        Column("deal", "Deal", "right"),
        Column("dealer", "Dealer"),
        Column("a", make_visible(a), "right"),
        Column("b", make_visible(b), "right"),
        Column("level", "Level"),
        Column("worth", "Result", "right"),
        Column("running", "Running", "right"),
    ]
    rows = []
    for row in view.rows:
        score = row.score or (None, None)
        remark = _remark(row, view.reasons.get(row.entry.id), view.accepted.get(row.entry.id))
        shown: dict[str, Json] = {"a": score[0], "b": score[1], "worth": row.result, "remark": remark}
        rows.append(Row(deal_values(row, view.names, view.reasons.get(row.entry.id)), shown, alert=row.is_after_end))
    if any(row.shown["remark"] for row in rows):
        columns.append(Column("remark", "Remark", show=lambda value: str(value or "")))
    return columns, rows


def _remark(row: DealRow, reason: str | None, accepted_reason: str | None) -> str:
    """What is unusual about a deal, in words."""
    codes = row.entry.content.accepted
    # The two that are said in words already are not named twice.
    named = [code for code in codes if code not in (Code.WRONG_DEALER.value, Code.AFTER_END.value)]
    if named and reason == accepted_reason:
        reason = None
    said = [
        "after the end" if row.is_after_end else "",
        "dealt out of turn" if is_out_of_turn(row) else "",
        "every trick" if row.entry.content.all_tricks else "",
        reason or "",
        accepted_words(named, accepted_reason),
    ]
    return "; ".join(word for word in said if word)


def _history_sheet(view: SessionView, history: Iterable[HistoryLine]) -> tuple[list[Column], list[Row]]:
    """A line for each entry; JSON has those that are dealt hands or were replaced."""
    columns = [
        Column("entry", "Entry", "right"),
        Column("recorded", "Recorded"),
        Column("deal", "Deal", "right"),
        Column("dealer", "Dealer"),
        Column("words", "What"),
        Column("why", "Reason", show=lambda value: str(value or "")),
        Column("then", "Then"),
    ]
    rows = []
    for line in history:
        entry = line.entry
        is_row = line.replaced_by is not None or line.row is not None
        shown: dict[str, Json] = {
            "entry": entry.seq,
            "recorded": show_time(entry.at),
            "deal": line.deal,
            "dealer": None if entry.content.dealer is None else line.names[entry.content.dealer],
            "words": line.words,
            "why": _why(line),
            "then": _fate(line),
        }
        rows.append(Row(_history_values(view, line) if is_row else {}, shown, only_shown=not is_row))
    return columns, rows


def _why(line: HistoryLine) -> str | None:
    """Why an entry was made, and what was accepted in it."""
    accepted = accepted_words(line.entry.content.accepted, line.accepted_reason)
    if not accepted:
        return line.reason
    return accepted if line.reason in (None, line.accepted_reason) else f"{line.reason}; {accepted}"


def _fate(line: HistoryLine) -> str:
    if line.replaced_by is not None:
        return f"replaced by {line.replaced_by.seq}"
    if line.entry.content.kind is EntryKind.VOID:
        return "counts for nothing"
    if line.row is not None and line.row.is_after_end:
        return "stands, after the end"
    return "stands"


def _history_values(view: SessionView, line: HistoryLine) -> dict[str, Json]:
    """A replaced entry, or a deal that stands, as JSON has it."""
    entry = line.entry
    if line.row is not None:
        values = deal_values(line.row, view.names, line.reason or entry.content.note)
    else:
        values = _replaced_values(view, line)
    return {
        **values,
        "entry": entry.seq,
        "kind": str(entry.content.kind),
        "words": line.words,
        "time": format_time(entry.at.astimezone(UTC)),
        "replaced_by": None if line.replaced_by is None else line.replaced_by.seq,
        "replaced_at": None if line.replaced_by is None else format_time(line.replaced_by.at.astimezone(UTC)),
        "replaced_reason": line.replaced_reason,
    }


def _replaced_values(view: SessionView, line: HistoryLine) -> dict[str, Json]:
    """What a replaced entry said; it has no running score."""
    content = line.entry.content
    level: Json = None
    result: Json = None
    if content.kind is EntryKind.MISDEAL:
        level, result = "misdeal", "redeal"
    elif content.kind is EntryKind.DEAL and content.score is not None:
        outcome = derive_outcome_of_score(view.session.ruleset, content.score, all_tricks=content.all_tricks)
        level, result = str(outcome.level), "redeal" if outcome.is_tie else list(outcome.game_points)
    return {
        "deal": line.deal,
        "dealer": None if content.dealer is None or content.kind not in _DEALT else line.names[content.dealer],
        "level": level,
        "score": None if content.score is None else list(content.score),
        "result": result,
        "running": None,
        "reason": line.reason or content.note,
        **_accepted(line),
    }


def _accepted(line: HistoryLine) -> dict[str, Json]:
    codes = line.entry.content.accepted
    return {"accepted": list(codes)} if codes else {}


def _log(history: Iterable[HistoryLine]) -> list[Json]:
    """All entries in the order in which they were made."""
    return [
        {
            "entry": line.entry.seq,
            "kind": str(line.entry.content.kind),
            "words": line.words,
            "deal": line.deal,
            "time": format_time(line.entry.at.astimezone(UTC)),
            "reason": line.reason or line.entry.content.note,
            "replaced_by": None if line.replaced_by is None else line.replaced_by.seq,
            **_accepted(line),
        }
        for line in sorted(history, key=lambda line: line.entry.seq)
    ]


def _notes(view: SessionView) -> list[str]:
    session = view.session
    notes = [f"{score_words(session, view.names)}. {next_words(session, view.names)}."]
    if session.end is not None and session.end.content.kind is EntryKind.RESULT and session.state is State.FINISHED:
        notes.append("Only the end of this session is known.")
    if session.state is State.VOID:
        notes = ["The session is void; it counts for nothing."]
    return notes


def sessions_report(lines: Iterable[SessionLine]) -> Report:
    """Sessions, one a row."""
    rows = [
        Row(_session_fields(line), {"players": f"{line.player_a} – {line.player_b}", "goes": _goes(line)})
        for line in lines
    ]
    return Report(
        schema="sessions/1",
        title="Sessions",
        columns=[
            Column("id", "Session", "right"),
            Column("date", "Date"),
            Column("players", "Players"),
            Column("score", "Score", "right"),
            Column("state", "State"),
            Column("winner", "Winner"),
            Column("next_dealer", "Deals next"),
            Column("rules", "Rules"),
            Column("goes", "Format"),
            Column("event", "Event"),
            Column("table", "Table"),
        ],
        rows=rows,
        notes=lambda: [] if rows else ["There are no such sessions."],
        data_columns=[
            *(Column(key, key) for key in ("id", "date", "player_a", "player_b")),
            Column("score", "score", parts=("score_a", "score_b")),
            *(Column(key, key) for key in ("state", "winner", "next_dealer", "rules", "format", "target")),
            *(Column(key, key) for key in ("event", "table")),
        ],
        keep=3,
    )


def _goes(line: SessionLine) -> str:
    return line.format if line.target is None else f"to {line.target}"
