"""Looking whether a league is whole: the file, the tables and what keeps them, and all that is in them."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final, Literal

from schneider_league.derive.names import fold
from schneider_league.derive.sessions import DealRow, Session, State, derive_session
from schneider_league.errors import Code
from schneider_league.game.ruleset import Ruleset
from schneider_league.game.ruleset_definition import digest_of, parse_definition
from schneider_league.records.check_file import RulesBook, check_records
from schneider_league.records.entry_checks import Place, check_all_tricks, check_score
from schneider_league.records.jsonl import parse_jsonl
from schneider_league.records.ledger import Entry, EntryKind
from schneider_league.store.engine import Database
from schneider_league.store.league import League
from schneider_league.store.ledger import load_sessions
from schneider_league.store.people import list_players
from schneider_league.store.schema import check_schema
from schneider_league.store.verify_events import check_events
from schneider_league.store.watch import may_be_open

Area = Literal["file", "schema", "players", "rules", "events", "sessions"]


@dataclass(frozen=True, slots=True)
class Finding:
    """Something that is wrong with a league."""

    area: Area
    where: str
    """What it is found in: a table, a player, a session."""
    message: str


@dataclass(frozen=True, slots=True)
class Verified:
    """What was looked at, and what was found."""

    sessions: int
    entries: int
    plays: int
    """Deals whose cards were replayed."""
    findings: tuple[Finding, ...]


OnProgress = Callable[[int, int | None], None]

_OF_THE_SESSION: Final = ("Session", "Deal", "Running", "Target", "Format", "Rules")
"""Tags that are checked with the other deals of the session, and hold what the ledger says itself."""


def verify(address: str, on_progress: OnProgress | None = None) -> Verified:
    """Look through a league, as of one moment.

    Raises:
        LeagueError: it cannot be read at all.
    """
    with Database(address).reading() as league:
        findings = [Finding("file", where, message) for where, message in _check_file(league)]
        findings += [Finding("schema", where, message) for where, message in check_schema(league)]
        findings += [Finding("players", where, message) for where, message in _check_players(league)]
        rulesets: dict[str, Ruleset] = {}
        findings += [Finding("rules", where, message) for where, message in _check_rules(league, rulesets)]
        findings += [Finding("events", where, message) for where, message in check_events(league)]
        counts = _Counts()
        findings += [
            Finding("sessions", where, message)
            for where, message in _check_sessions(league, rulesets, counts, on_progress)
        ]
    return Verified(counts.sessions, counts.entries, counts.plays, tuple(findings))


Found = Iterator[tuple[str, str]]
"""Where, and what is wrong."""


def _check_file(league: League) -> Found:
    if league.is_postgres:
        return
    for (message,) in league.rows("PRAGMA integrity_check"):
        if message != "ok":
            yield "file", str(message)
    for table, row, parent, _number in league.rows("PRAGMA foreign_key_check"):
        yield table, f"row {row} refers to a {parent} that is missing"


def _check_players(league: League) -> Found:
    names: dict[int, list[tuple[str, str, str]]] = {}
    for id_, name, folded, role in league.rows("SELECT player_id, name, folded, role FROM player_name ORDER BY id"):
        names.setdefault(id_, []).append((name, folded, role))
    players = list_players(league)
    into = {player.id: player.merged_into for player in players}
    for player in players:
        where = f"player {player.id}"
        own = names.get(player.id, [])
        primary = sum(role == "primary" for _name, _folded, role in own)
        if player.state in ("active", "retired") and primary != 1:
            yield where, f"has {primary} names, and should have one beside aliases"
        if player.state == "anonymised" and own:
            yield where, "is anonymised, and has a name"
        for name, folded, _role in own:
            if folded != fold(name):
                yield where, f"'{name}' would not be found: it is stored as '{folded}'"
        head, seen = player.merged_into, {player.id}
        while head is not None and head not in seen:
            seen.add(head)
            head = into.get(head)
        if head is not None:
            yield where, "is merged into themselves"


def _check_rules(league: League, rulesets: dict[str, Ruleset]) -> Found:
    for digest, name, definition in league.rows("SELECT digest, name, definition FROM ruleset"):
        try:
            rulesets[digest] = parse_definition(definition)
        except (ValueError, TypeError) as error:
            yield f"ruleset {name}", f"its definition cannot be read: {error}"
            continue
        if digest_of(rulesets[digest]) != digest:
            yield f"ruleset {name}", "its definition is not the one that sessions were played by: the digest differs"


@dataclass(slots=True)
class _Counts:
    sessions: int = 0
    entries: int = 0
    plays: int = 0


def _check_sessions(
    league: League, rulesets: Mapping[str, Ruleset], counts: _Counts, on_progress: OnProgress | None
) -> Found:
    ((total,),) = league.rows("SELECT COUNT(*) FROM session")
    noted = set(may_be_open(league))
    empty = league.rows(
        "SELECT s.id FROM session s WHERE NOT EXISTS (SELECT 1 FROM entry e WHERE e.session_id = s.id) ORDER BY s.id"
    )
    for (session,) in empty:
        yield f"session {session}", "has no entries"
    for entries in load_sessions(league):
        where = f"session {entries[0].session}"
        counts.sessions += 1
        counts.entries += len(entries)
        faults = list(_check_chains(entries))
        yield from ((where, fault) for fault in faults)
        if not faults:
            yield from ((where, fault) for fault in _replay(entries, rulesets, counts, noted))
        if on_progress is not None:
            on_progress(counts.sessions, total)


def _check_chains(entries: Sequence[Entry]) -> Iterator[str]:
    """What stands where in a session, before anything is derived from it."""
    if entries[0].content.kind is not EntryKind.START:
        yield "does not begin with a start"
    heads: dict[int, int] = {}
    for number, entry in enumerate(entries, 1):
        if entry.seq != number:
            yield f"entry {number} is missing"
            return
        if entry.replaces is not None and heads.get(entry.root) != entry.replaces:
            yield f"entry {entry.seq} replaces what is not the last of its chain"
        if entry.replaces is None and entry.root in heads:
            yield f"entry {entry.seq} begins a chain that has begun"
        if entry.after is not None and entry.after != 0 and entry.after not in heads:
            yield f"entry {entry.seq} stands behind something that is not there"
        if (entry.content.start is not None) != (entry.content.kind is EntryKind.START):
            yield f"entry {entry.seq} is a {entry.content.kind} and does not say what such a one says"
        heads[entry.root] = entry.id


def _replay(
    entries: Sequence[Entry], rulesets: Mapping[str, Ruleset], counts: _Counts, noted: set[int]
) -> Iterator[str]:
    missing = {
        entry.content.start.digest
        for entry in entries
        if entry.content.start is not None and entry.content.start.digest not in rulesets
    }
    if missing:
        yield "is played by rules that are not there"
        return
    session = derive_session(entries, rulesets.__getitem__)
    if session.state is State.OPEN and session.id not in noted:
        yield "is open, but not among those that `session score` looks at"
    for row in session.rows:
        yield from _check_deal(session, row)
        if row.entry.content.plays is not None:
            counts.plays += 1
            yield from _check_play(session, row, row.entry.content.plays)


def _check_deal(session: Session, row: DealRow) -> Iterator[str]:
    place = Place(session.ruleset, row.proposed_dealer, row.is_after_end, ("a", "b"))
    for check in (check_score, check_all_tricks):
        fault = check(row.entry.content, place)
        if fault is not None:
            yield f"deal {row.deal}: {fault.message}"


def _check_play(session: Session, row: DealRow, plays: str) -> Iterator[str]:
    """The cards bear out the score that stands beside them."""
    rules = session.ruleset
    try:
        stated = _alone(json.loads(plays), rules)
    except (ValueError, AttributeError, TypeError):
        yield f"deal {row.deal}: its record cannot be read"
        return
    record = parse_jsonl(json.dumps(stated, ensure_ascii=False).encode())
    (verdict,) = check_records([record], "", RulesBook({rules.name.lower(): rules}))
    accepted = set(row.entry.content.accepted)
    for problem in verdict.problems:
        if problem.code.value not in accepted and problem.code not in (Code.WRONG_DEALER, Code.AFTER_END):
            yield f"deal {row.deal}: {problem.message}"
    if verdict.score is not None and row.score is not None:
        played = verdict.score if row.dealer == 1 else (verdict.score[1], verdict.score[0])
        if played != row.score:
            stored = f"{row.score[0]}-{row.score[1]}"
            yield f"deal {row.deal}: {stored} is stored, but the cards come to {played[0]}-{played[1]}"


def _alone(stated: dict[str, Any], rules: Ruleset) -> dict[str, Any]:
    """A record to be checked on its own, by the rules of its session."""
    tags = stated.get("tags", {})
    pairs = list(tags.items()) if isinstance(tags, dict) else tags
    kept = [(name, value) for name, value in pairs if name not in _OF_THE_SESSION]
    return {**stated, "tags": dict([("Rules", rules.name), *kept])}
