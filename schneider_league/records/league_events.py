"""What was entered of an event as JSON: its settings as the database keeps them, its entries as a league file does."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any, Final

from schneider_league.records.claims import parse_format
from schneider_league.records.event import (
    EVENT_FORMATS,
    EventEntry,
    EventEntryKind,
    EventFormat,
    FinalsOf,
    PairingKind,
    Settings,
    StatedPairing,
)
from schneider_league.records.league_file import format_time, number_or_none, parse_time, text_or_none

_FORMATS: Final[dict[str, EventFormat]] = {format: format for format in EVENT_FORMATS}


def format_settings(settings: Settings) -> dict[str, Any]:
    """What was settled, name and format aside; what is as usual is left out."""
    finals = settings.finals_of
    stated: dict[str, Any] = {
        "rules": settings.rules,
        "session_format": None if settings.session_format is None else str(settings.session_format),
        "target": settings.target,
        "rounds": settings.rounds,
        "best_of": None if settings.best_of == 1 else settings.best_of,
        "seed_by": None if settings.seed_by == "rating" else settings.seed_by,
        "order": list(settings.order) or None,
        "finals_of": None if finals is None else {"event": finals.event, "top": finals.top},
    }
    return {name: value for name, value in stated.items() if value is not None}


def parse_settings(name: str, format: str, stated: Mapping[str, Any]) -> Settings:
    """What `format_settings` wrote; KeyError, TypeError or ValueError where it is none."""
    if format not in _FORMATS:
        raise ValueError(f"{format!r} is no format of an event")
    form, finals = stated.get("session_format"), stated.get("finals_of")
    best_of, seed_by = stated.get("best_of", 1), stated.get("seed_by", "rating")
    if best_of not in (1, 3) or seed_by not in ("rating", "entry"):
        raise ValueError(f"best of {best_of!r}, seeded by {seed_by!r}: there is no such thing")
    return Settings(
        name,
        _FORMATS[format],
        text_or_none(stated.get("rules")),
        None if form is None else parse_format(str(form)),
        number_or_none(stated.get("target")),
        number_or_none(stated.get("rounds")),
        best_of,
        seed_by,
        tuple(map(str, stated.get("order", ()))),
        None if finals is None else FinalsOf(int(finals["event"]), int(finals["top"])),
    )


def format_event_entry(
    entry: EventEntry,
    player_uid: Callable[[int], str],
    event_uid: Callable[[int], str],
    batch_uid: Callable[[int], str],
) -> dict[str, Any]:
    """An entry as a league file states it. What is empty is left out."""
    stated: dict[str, Any] = {"id": entry.id, "uid": entry.uid, "seq": entry.seq, "kind": str(entry.kind)}
    settings = entry.settings
    if settings is not None:
        settled = format_settings(settings)
        if settings.finals_of is not None:
            settled["finals_of"] = {"event": event_uid(settings.finals_of.event), "top": settings.finals_of.top}
        stated |= {"name": settings.name, "format": settings.format, "settings": settled}
    stated |= {
        "players": [player_uid(player) for player in entry.players] or None,
        "round": entry.round,
        "pairings": [_format_pairing(pairing, player_uid) for pairing in entry.pairings] or None,
        "board": entry.board,
        "loser": entry.loser,
        "undoes": entry.undoes,
        "reason": entry.reason,
        "batch": None if entry.batch is None else batch_uid(entry.batch),
        "at": format_time(entry.at),
        "came": format_time(entry.came),
    }
    return {name: value for name, value in stated.items() if value is not None}


def _format_pairing(pairing: StatedPairing, player_uid: Callable[[int], str]) -> dict[str, Any]:
    stated: dict[str, Any] = {
        "id": pairing.id,
        "board": pairing.board,
        "a": player_uid(pairing.a),
        "b": None if pairing.b is None else player_uid(pairing.b),
        "kind": str(pairing.kind),
        "reason": pairing.reason or None,
        "by_hand": pairing.by_hand or None,
    }
    return {name: value for name, value in stated.items() if value is not None}


def parse_event_entry(
    stated: Mapping[str, Any], player_id: Callable[[str], int], event_id: Callable[[str], int]
) -> EventEntry:
    """The entry that `format_event_entry` wrote, with the ids that it and its pairings had there and no batch yet.

    KeyError, TypeError or ValueError where it is none.
    """
    kind = EventEntryKind(stated["kind"])
    settings: Settings | None = None
    if kind is EventEntryKind.SETTINGS:
        settled = dict(stated["settings"])
        finals = settled.pop("finals_of", None)
        settings = parse_settings(str(stated["name"]), str(stated["format"]), settled)
        if finals is not None:
            settings = replace(settings, finals_of=FinalsOf(event_id(finals["event"]), int(finals["top"])))
    loser = stated.get("loser")
    if loser not in (None, "a", "b", "both"):
        raise ValueError(f"{loser!r} is none of a, b, both")
    return EventEntry(
        int(stated["id"]),
        str(stated["uid"]),
        0,
        int(stated["seq"]),
        kind,
        parse_time(stated["at"]),
        parse_time(stated["came"]),
        None,
        text_or_none(stated.get("reason")),
        settings,
        tuple(player_id(player) for player in stated.get("players", ())),
        number_or_none(stated.get("round")),
        tuple(_parse_pairing(pairing, player_id) for pairing in stated.get("pairings", ())),
        number_or_none(stated.get("board")),
        loser,
        number_or_none(stated.get("undoes")),
    )


def _parse_pairing(stated: Mapping[str, Any], player_id: Callable[[str], int]) -> StatedPairing:
    b = stated.get("b")
    return StatedPairing(
        int(stated["board"]),
        player_id(stated["a"]),
        None if b is None else player_id(b),
        PairingKind(stated["kind"]),
        str(stated.get("reason", "")),
        bool(stated.get("by_hand", False)),
        int(stated["id"]),
    )
