"""The reports of events: all in a list, one with what is played in it, and its history."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, date

from schneider_league.reports.event_rounds import heading_json, heading_words, outcome_words, pairing_row
from schneider_league.reports.event_view import EntrantLine, EventHeading, EventHistory, PairingLine
from schneider_league.reports.model import Column, Json, Report, Row
from schneider_league.reports.numbers import json_number
from schneider_league.reports.session import sessions_report
from schneider_league.reports.session_view import SessionLine, format_time, show_time


@dataclass(frozen=True, slots=True)
class EventLine:
    """An event in a line."""

    id: int
    name: str
    format: str
    rules: str | None
    """None where sessions say it themselves."""
    goes: str | None
    """What its sessions are played to, in words; None where they say it themselves."""
    sessions: int
    """Void ones left out."""
    open: int
    players: int
    """Who is entered; in an open event who has played."""
    first: date | None
    """The days of its first and last session."""
    last: date | None
    round: int | None
    """The last published round; None in an open event."""
    rounds: int | None
    """How many are planned; None in an open event, and where nobody knows."""
    state: str
    """`open` before the first round, `running`, `finished`."""


def events_report(lines: Iterable[EventLine]) -> Report:
    """All events, one a row."""
    rows = [Row(_fields(line), {"progress": _progress(line)}) for line in lines]
    return Report(
        schema="events/1",
        title="Events",
        columns=[
            Column("id", "Event", "right"),
            Column("name", "Name"),
            Column("format", "Format"),
            Column("progress", "State"),
            Column("rules", "Rules"),
            Column("goes", "Sessions go"),
            Column("players", "Players", "right"),
            Column("sessions", "Sessions", "right"),
            Column("open", "Open", "right"),
            Column("first", "First"),
            Column("last", "Last"),
        ],
        rows=rows,
        notes=lambda: [] if rows else ['There are no events: event create "Thursday night" --format open makes one.'],
        data_columns=[Column(key, key) for key in _KEYS],
        keep=2,
    )


def _progress(line: EventLine) -> str:
    if line.state == "finished" or line.round is None:
        return line.state
    if not line.round:
        return "no round yet"
    return f"round {line.round}" + (f" of {line.rounds}" if line.rounds else "")


def event_report(
    line: EventLine,
    heading: EventHeading,
    sessions: Sequence[SessionLine],
    entrants: Sequence[EntrantLine],
    pairings: Sequence[PairingLine],
    notes: Sequence[str],
) -> Report:
    """One event: an open one with its sessions, another with its entrants, and as JSON with its current round too."""
    if line.round is None:
        return _open_report(line, heading, sessions)
    rows = [_entrant_row(each) for each in entrants]
    return Report(
        schema="event/1",
        title=heading_words(heading),
        columns=[
            Column("number", "No.", "right"),
            Column("player", "Player"),
            *([Column("rating", "Rating", "right")] if any(each.rating is not None for each in entrants) else []),
            Column("points", "Points", "right"),
            Column("games", "Games", "right"),
            Column("standing", "State"),
        ],
        rows=rows,
        fields={
            "event": _fields(line),
            "pairings": [pairing_row(each).values for each in pairings],
            "sessions": [row.values for row in sessions_report(sessions).rows],
        },
        notes=lambda: [*_round_lines(line, pairings), *notes],
        data_columns=[Column(key, key) for key in _ENTRANT_KEYS],
        titled=True,
        keep=2,
    )


def _open_report(line: EventLine, heading: EventHeading, sessions: Sequence[SessionLine]) -> Report:
    listed = sessions_report(sessions)
    count = "1 session" if line.sessions == 1 else f"{line.sessions} sessions"
    summary = [f"{count} of {line.players} players, {line.open} open."]
    if line.state == "finished":
        summary.append("It is finished.")
    return Report(
        schema="event/1",
        title=heading_words(heading),
        columns=[column for column in listed.columns if column.key != "event"],
        rows=listed.rows,
        fields={"event": _fields(line)},
        notes=lambda: (
            summary if line.sessions else [f"It has no sessions yet: session start A B --event {line.id} --dealer NAME"]
        ),
        data_columns=listed.data_columns,
        titled=True,
        keep=listed.keep,
    )


_ENTRANT_KEYS = (
    "number",
    "player",
    "rating",
    "points",
    "games",
    "state",
    "first_round",
    "withdrawn_from",
)


def _entrant_row(line: EntrantLine) -> Row:
    values: dict[str, Json] = {
        "number": line.number,
        "player": line.player,
        "rating": None if line.rating is None else round(line.rating),
        "points": json_number(line.points),
        "games": line.opponents,
        "state": line.state,
        "first_round": line.first_round,
        "withdrawn_from": line.withdrawn_from,
        "absent": list(line.absent),
    }
    words = {
        "withdrawn": f"withdrawn from round {line.withdrawn_from}",
        "struck": f"withdrawn from round {line.withdrawn_from}, results struck",
    }.get(line.state, "" if line.first_round == 1 else f"since round {line.first_round}")
    missed = [str(number) for number in line.absent]
    if missed:
        words = f"{words}{'; ' if words else ''}misses round{'s' if len(missed) > 1 else ''} {', '.join(missed)}"
    return Row(values, {"standing": words})


def _round_lines(line: EventLine, pairings: Sequence[PairingLine]) -> list[str]:
    """The current round in lines, for people: the table above is that of the players."""

    if not pairings:
        return []
    said = [
        f"{each.board}  {each.a} – {each.b}: {outcome_words(each)}"
        if each.b is not None
        else f"{each.board}  {each.a}: {outcome_words(each)}"
        for each in pairings
    ]
    return [f"Round {line.round}:", *said]


def history_report(history: EventHistory) -> Report:
    """All that was entered of an event."""
    rows = [
        Row(
            {
                "entry": line.entry,
                "time": format_time(line.at.astimezone(UTC)),
                "words": line.words,
                "reason": line.reason,
                "counts": line.counts,
            },
            {"recorded": show_time(line.at), "then": "stands" if line.counts else "taken back"},
        )
        for line in history.lines
    ]
    return Report(
        schema="event-history/1",
        title=f"{history.event.name}: history",
        columns=[
            Column("entry", "Entry", "right"),
            Column("recorded", "Recorded"),
            Column("words", "What"),
            Column("reason", "Reason", show=lambda value: str(value or "")),
            Column("then", "Then"),
        ],
        rows=rows,
        fields={"event": heading_json(history.event)},
        notes=lambda: [f"event undo {history.event.id} --entry N takes one back."],
        data_columns=[Column(key, key) for key in ("entry", "time", "words", "reason", "counts")],
        titled=True,
    )


_KEYS = (
    "id",
    "name",
    "format",
    "rules",
    "goes",
    "sessions",
    "open",
    "players",
    "first",
    "last",
    "round",
    "rounds",
    "state",
)


def _fields(line: EventLine) -> Mapping[str, Json]:
    return {
        "id": line.id,
        "name": line.name,
        "format": line.format,
        "rules": line.rules,
        "goes": line.goes,
        "sessions": line.sessions,
        "open": line.open,
        "players": line.players,
        "first": None if line.first is None else line.first.isoformat(),
        "last": None if line.last is None else line.last.isoformat(),
        "round": line.round,
        "rounds": line.rounds,
        "state": line.state,
    }
