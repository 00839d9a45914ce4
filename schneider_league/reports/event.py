"""The reports of events: all in a list, and one with its sessions."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import date

from schneider_league.reports.model import Column, Json, Report, Row
from schneider_league.reports.session import sessions_report
from schneider_league.reports.session_view import SessionLine


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
    first: date | None
    """The days of its first and last session."""
    last: date | None


def events_report(lines: Iterable[EventLine]) -> Report:
    """All events, one a row."""
    rows = [Row(_fields(line)) for line in lines]
    return Report(
        schema="events/1",
        title="Events",
        columns=[
            Column("id", "Event", "right"),
            Column("name", "Name"),
            Column("format", "Format"),
            Column("rules", "Rules"),
            Column("goes", "Sessions go"),
            Column("sessions", "Sessions", "right"),
            Column("open", "Open", "right"),
            Column("players", "Players", "right"),
            Column("first", "First"),
            Column("last", "Last"),
        ],
        rows=rows,
        notes=lambda: [] if rows else ["There are no events."],
        keep=2,
    )


def event_report(line: EventLine, sessions: Iterable[SessionLine]) -> Report:
    """One event, its sessions one a row."""
    listed = sessions_report(sessions)
    count = "1 session" if line.sessions == 1 else f"{line.sessions} sessions"
    summary = [f"{count} of {line.players} players, {line.open} open."]
    return Report(
        schema="event/1",
        title=f"{line.name}: {line.format}" + "".join(f", {said}" for said in (line.rules, line.goes) if said),
        columns=[column for column in listed.columns if column.key != "event"],
        rows=listed.rows,
        fields={"event": _fields(line)},
        notes=lambda: summary if line.sessions else ["It has no sessions yet: session start A B --event …"],
        data_columns=listed.data_columns,
        titled=True,
        keep=listed.keep,
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
    }
