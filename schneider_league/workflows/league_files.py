"""Writing a whole league to a file, without loss."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

from schneider_league import __version__
from schneider_league.records.league_events import format_event_entry
from schneider_league.records.league_file import format_entry, format_header, format_line, format_time
from schneider_league.store.batches import list_batches
from schneider_league.store.engine import League
from schneider_league.store.exchange import (
    PlayerRow,
    load_event_rows,
    load_house_rule_rows,
    load_player_rows,
    load_ruleset_rows,
    load_session_rows,
)
from schneider_league.store.ledger import load_sessions


def league_lines(league: League) -> Iterator[str]:
    """The lines of a league file; the same league gives the same bytes."""
    lines = [*_rules_lines(league), *_batch_lines(league), *_player_lines(league), *_event_lines(league)]
    sessions = load_session_rows(league)
    yield format_header(len(lines) + len(sessions), program=f"schneider-league {__version__}")
    yield from lines
    yield from _session_lines(league)


def _batch_uids(league: League) -> dict[int, str]:
    return {batch.id: batch.uid for batch in list_batches(league)}


def _rules_lines(league: League) -> Iterator[str]:
    batches = _batch_uids(league)
    for row in load_ruleset_rows(league):
        definition = json.loads(row.definition)
        yield format_line(
            "ruleset", {"digest": row.digest, "name": row.name, "definition": definition, "at": format_time(row.at)}
        )
    for rule in load_house_rule_rows(league):
        stated: dict[str, Any] = {"name": rule.name, "digest": rule.digest, "at": format_time(rule.at)}
        yield format_line("house_rule", stated | _batch(rule.batch, batches))


def _batch(batch: int | None, batches: dict[int, str]) -> dict[str, Any]:
    return {} if batch is None else {"batch": batches[batch]}


def _batch_lines(league: League) -> Iterator[str]:
    batches = list_batches(league)
    uids = {batch.id: batch.uid for batch in batches}
    for batch in batches:
        stated: dict[str, Any] = {"id": batch.id, "uid": batch.uid, "kind": batch.kind, "source": batch.source}
        if batch.sha256 is not None:
            stated["sha256"] = batch.sha256
        if batch.undoes is not None:
            stated["undoes"] = uids[batch.undoes]
        yield format_line("batch", stated | {"at": format_time(batch.at)})


def _player_lines(league: League) -> Iterator[str]:
    batches = _batch_uids(league)
    players = load_player_rows(league)
    uids = {player.id: player.uid for player in players}
    for player in players:
        yield format_line("player", _player(player, uids, batches))


def _player(player: PlayerRow, uids: dict[int, str], batches: dict[int, str]) -> dict[str, Any]:
    entry_uids = {entry.id: entry.uid for entry in player.entries}
    entries: list[dict[str, Any]] = []
    for entry in player.entries:
        stated: dict[str, Any] = {"id": entry.id, "uid": entry.uid, "seq": entry.seq, "kind": entry.kind}
        if entry.into is not None:
            stated["into"] = uids[entry.into]
        if entry.replaces is not None:
            stated["replaces"] = entry_uids[entry.replaces]
        stated |= _batch(entry.batch, batches) | {"at": format_time(entry.at), "came": format_time(entry.came)}
        if entry.reason is not None:
            stated["reason"] = entry.reason
        entries.append(stated)
    identity = {"id": player.id, "uid": player.uid, "kind": player.kind, "names": list(player.names)}
    times = {"at": format_time(player.at), "came": format_time(player.came)}
    return identity | _batch(player.batch, batches) | times | {"entries": entries}


def _event_lines(league: League) -> Iterator[str]:
    batches = _batch_uids(league)
    players = {player.id: player.uid for player in load_player_rows(league)}
    events = load_event_rows(league)
    uids = {event.id: event.uid for event in events}
    for event in events:
        entries = [
            format_event_entry(entry, players.__getitem__, uids.__getitem__, batches.__getitem__)
            for entry in event.entries
        ]
        times = {"at": format_time(event.at), "came": format_time(event.came)}
        identity = {"id": event.id, "uid": event.uid} | _batch(event.batch, batches)
        yield format_line("event", identity | times | {"entries": entries})


def _session_lines(league: League) -> Iterator[str]:
    batches = _batch_uids(league)
    players = {player.id: player.uid for player in load_player_rows(league)}
    event_rows = load_event_rows(league)
    events = {event.id: event.uid for event in event_rows}
    pairings = {
        pairing.id: (entry.uid, pairing.board)
        for event in event_rows
        for entry in event.entries
        for pairing in entry.pairings
        if pairing.id is not None
    }
    rows = load_session_rows(league)
    for entries in load_sessions(league):
        row = rows[entries[0].session]
        seqs = {entry.id: entry.seq for entry in entries}
        stated: dict[str, Any] = {"id": row.id, "uid": row.uid}
        if row.source_key is not None:
            stated["source_key"] = row.source_key
        stated |= _batch(row.batch, batches)
        if row.place is not None:
            stated["place"] = row.place
        stated["entries"] = [
            format_entry(
                entry, seqs, players.__getitem__, events.__getitem__, batches.__getitem__, pairings.__getitem__
            )
            for entry in entries
        ]
        yield format_line("session", stated)
