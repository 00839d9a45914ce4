"""The reports of the database: what it is, and what is wrong with it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Any

from schneider_league.reports.model import Column, Json, Report, Row

_COUNTED = {"player": "players", "session": "sessions", "entry": "entries", "event": "events", "batch": "imports"}
_STATES = {
    "current": "the newest",
    "older": "older than the program: db upgrade brings it up",
    "newer": "newer than the program: install a newer one",
}


def status_report(status: Mapping[str, Any]) -> Report:
    """What the database is: a mapping of the fields of the store's status."""
    last: datetime | None = status["last_entry"]
    counts = {_COUNTED[table]: count for table, count in status["counts"].items()}
    fields: dict[str, Json] = {
        "database": status["address"],
        "kind": status["kind"],
        "version": status["version"],
        "newest": status["newest"],
        "state": status["state"],
        "size": status["size"],
        **{name: counts.get(name) for name in _COUNTED.values()},
        "last_entry": None if last is None else last.isoformat(timespec="seconds"),
    }
    shown = {
        **fields,
        "version": f"{status['version']}, {_STATES[status['state']]}",
        "size": None if status["size"] is None else f"{-(-status['size'] // 1024)} KiB",
        "last_entry": None if last is None else last.strftime("%Y-%m-%d %H:%M:%S UTC"),
    }
    hidden = ("newest", "state")
    return Report(
        schema="database/1",
        title="Database",
        columns=[Column("what", "What"), Column("value", "Value")],
        rows=[
            Row({"what": name, "value": fields[name]}, shown={"what": name.replace("_", " "), "value": shown[name]})
            for name in fields
            if name not in hidden
        ],
        fields={"database": fields},
    )


def verify_report(verified: Mapping[str, Any]) -> Report:
    """What is wrong with a league: a mapping of the fields of what was verified."""
    findings: Sequence[Mapping[str, Json]] = verified["findings"]
    counts = {name: verified[name] for name in ("sessions", "entries", "plays")}
    derived = f"{_counted(counts['sessions'], 'session')} with {_counted(counts['entries'], 'entry', 'entries')}"
    replayed = f"the cards of {_counted(counts['plays'], 'deal')} replayed"
    looked = f"{derived} derived anew, {replayed}; file, tables, triggers, players and rules looked at."
    verdict = "Nothing is wrong." if not findings else f"{_counted(len(findings), 'thing is', 'things are')} wrong."
    return Report(
        schema="verify/1",
        title="Verified",
        columns=[Column("area", "Area"), Column("where", "Where"), Column("message", "What is wrong")],
        rows=[Row(dict(finding), alert=True) for finding in findings],
        totals=lambda: {**counts, "wrong": len(findings)},
        notes=lambda: [looked, verdict],
    )


def _counted(count: int, one: str, many: str | None = None) -> str:
    return f"{count} {one if count == 1 else many or one + 's'}"
