"""The reports of players: all in a list, and one."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from datetime import date, datetime
from typing import Any

from schneider_league.reports.model import Column, Json, Report, Row


def players_report(lines: Iterable[Mapping[str, Any]]) -> Report:
    """Players, one a row: mappings of the fields of a line."""
    rows = [_row(line) for line in lines]
    return Report(
        schema="players/1",
        title="Players",
        columns=[
            Column("id", "Id", "right"),
            Column("name", "Name"),
            Column("aliases", "Also"),
            Column("state", "State"),
            Column("sessions", "Sessions", "right"),
            Column("last_played", "Last played"),
        ],
        rows=rows,
        notes=lambda: [] if rows else ["There are no players: player add NAME…"],
        data_columns=[Column(key, key) for key in _LINE],
        keep=2,
    )


_LINE = ("id", "name", "aliases", "kind", "state", "merged_into", "sessions", "last_played")


def _row(line: Mapping[str, Any]) -> Row:
    fields = _fields(line)
    state = f"merged into {line['merged_into']}" if line["merged_into"] else line["state"]
    if line["kind"] == "bot":
        state = f"bot, {state}"
    return Row(fields, shown={"state": state, "aliases": ", ".join(line["aliases"]) or None})


def _fields(line: Mapping[str, Any]) -> dict[str, Json]:
    last: date | None = line["last_played"]
    return {
        **{key: line[key] for key in _LINE},
        "aliases": list(line["aliases"]),
        "last_played": None if last is None else last.isoformat(),
    }


def player_report(view: Mapping[str, Any]) -> Report:
    """One player, a row for each thing that happened to them: a mapping of the fields of a view."""
    line = view["line"]
    first: date | None = view["first_played"]
    rows = [_happening(each) for each in view["history"]]
    fields: dict[str, Json] = {
        "player": {
            **_fields(line),
            "merged": list(view["merged"]),
            "first_played": None if first is None else first.isoformat(),
        }
    }
    return Report(
        schema="player/1",
        title=f"Player {line['id']}: {line['name']}",
        columns=[Column("at", "When"), Column("what", "What happened"), Column("reason", "Reason")],
        rows=rows,
        fields=fields,
        notes=lambda: list(_sentences(line, view["merged"], first)),
        titled=True,
    )


def _happening(each: Mapping[str, Any]) -> Row:
    at: datetime = each["at"]
    return Row(
        {"at": at.isoformat(timespec="seconds"), "what": each["what"], "reason": each["reason"]},
        shown={"at": at.strftime("%Y-%m-%d %H:%M UTC")},
    )


def _sentences(line: Mapping[str, Any], merged: Iterable[str], first: date | None) -> Iterable[str]:
    if line["aliases"]:
        yield f"Also {', '.join(line['aliases'])}."
    state = f"Merged into {line['merged_into']}." if line["merged_into"] else f"{str(line['state']).capitalize()}."
    yield state
    for name in merged:
        yield f"{name} was merged into them."
    count = line["sessions"]
    if first is None:
        yield "No session counts for them yet."
    else:
        days = f"on {first}" if first == line["last_played"] else f"from {first} to {line['last_played']}"
        yield f"{count} session{'' if count == 1 else 's'} {days}."
