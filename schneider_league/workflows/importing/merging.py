"""A league file into the league: into an empty database as it was, into another what is new by uid.

Everything is written in the one transaction of the import; where something turns out to be other on both sides,
the error that says so ends it, and nothing stays.
"""

from __future__ import annotations

import json
from collections.abc import Callable

from schneider_league.errors import StateError
from schneider_league.game.ruleset_definition import digest_of, format_definition, parse_definition
from schneider_league.records.import_outcome import MergeOutcome
from schneider_league.records.league_file import Line, misshapen, parse_time, read_lines, text_or_none
from schneider_league.store import exchange
from schneider_league.store.batches import add_batch, list_batches
from schneider_league.store.engine import League
from schneider_league.store.events import list_events
from schneider_league.store.rulesets import house_rules
from schneider_league.workflows.importing.merged_events import EventMerger
from schneider_league.workflows.importing.merged_players import PlayerMerger
from schneider_league.workflows.importing.merged_sessions import SessionMerger
from schneider_league.workflows.importing.sources import Source, shown_name

_LISTED = 20


class Incoming:
    """What is known of a league file while it is brought in: who is who, and which import what belongs to."""

    def __init__(self, league: League, source: Source) -> None:
        self.league = league
        self.is_restoring = exchange.is_empty(league)
        """Whether the database is empty: then ids and times are kept."""
        self.outcome = MergeOutcome(self.is_restoring)
        self.conflicts: list[str] = []
        """What is other on both sides."""
        self.players = dict(exchange.iterate_uids(league, "player"))
        """By uid the id here, as below."""
        self.events = {event.uid: event.id for event in list_events(league)}
        batches = list_batches(league)
        self._batches = {batch.uid: batch.id for batch in batches}
        self.undoings = {batch.id for batch in batches if batch.kind == "undo"}
        """What took imports back here."""
        self.pairings: dict[tuple[str, int], int] = {}
        """By the uid of the event's entry there, and the board, the pairing here."""
        self.taken_back: set[str] = set()
        """Imports of the file that were taken back there."""
        self._source = source

    def note_batch(self, line: Line) -> None:
        """Note which imports were taken back."""
        if line.value.get("undoes") is not None:
            self.taken_back.add(line.value["undoes"])

    def add_batch(self, line: Line) -> None:
        """Bring an import in as it was; beside other entries only where it was taken back."""
        value = line.value
        uid, undoes = value["uid"], value.get("undoes")
        if uid in self._batches or not (self.is_restoring or undoes is not None or uid in self.taken_back):
            return
        self._batches[uid] = exchange.insert_batch(
            self.league,
            id_=int(value["id"]) if self.is_restoring else None,
            uid=uid,
            kind=str(value["kind"]),
            source=str(value["source"]),
            sha256=text_or_none(value.get("sha256")),
            undoes=None if undoes is None else self._batches[undoes],
            at=parse_time(value["at"]),
        )

    def check_batch(self, uid: str | None) -> None:
        """Raise ValueError where an import is named that should be in the file, and is not."""
        if self.is_restoring and uid is not None and uid not in self._batches:
            raise ValueError(f"the import {uid} is not in the file")

    def batch(self, uid: str | None) -> int | None:
        """The import here of what came with that import there."""
        self.check_batch(uid)
        if uid is not None and uid in self._batches:
            return self._batches[uid]
        if self.is_restoring:
            return None
        if self.outcome.batch is None:
            self.outcome.batch = add_batch(self.league, "league", shown_name(self._source), self._source.sha256)
        return self.outcome.batch

    # --- rules ---

    def add_ruleset(self, line: Line) -> None:
        """Keep a definition."""
        value = line.value
        ruleset = parse_definition(json.dumps(value["definition"], sort_keys=True))
        if digest_of(ruleset) != value["digest"]:
            raise ValueError(f"the definition of {value['name']} is not the one that its digest is of")
        at = parse_time(value["at"]) if self.is_restoring else self.league.now
        row = exchange.RulesetRow(value["digest"], ruleset.name, format_definition(ruleset), at)
        exchange.insert_ruleset(self.league, row)

    def add_house_rule(self, line: Line) -> None:
        """Let a name mean what it meant there, where it means nothing here."""
        value = line.value
        name, digest = str(value["name"]), str(value["digest"])
        known = house_rules(self.league)
        if not self.is_restoring and name in known:
            if digest_of(known[name]) != digest:
                self.outcome.remarks.append(f"the house rule {name} means another thing there, and stays as it is here")
            return
        at = parse_time(value["at"]) if self.is_restoring else self.league.now
        exchange.insert_house_rule(self.league, exchange.HouseRuleRow(name, digest, self.batch(value.get("batch")), at))


def merge_league(league: League, source: Source) -> MergeOutcome:
    """Bring a league file into the league.

    Args:
        league: In a writing transaction, which has to be given up where this raises.
        source: The file.

    Raises:
        UnreadableError: the file is not whole, or of an unknown version.
        StateError: something was continued or corrected on both sides.
    """
    lines = list(read_lines(source.content, source.name))
    incoming = Incoming(league, source)
    players, events, sessions = PlayerMerger(incoming), EventMerger(incoming), SessionMerger(incoming)
    steps: tuple[tuple[str, Callable[[Line], None]], ...] = (
        ("batch", incoming.note_batch),
        ("ruleset", incoming.add_ruleset),
        ("batch", incoming.add_batch),
        ("house_rule", incoming.add_house_rule),
        ("player", players.add),
        ("player", players.add_entries),
        ("event", events.add),
        ("session", sessions.note),
    )
    with exchange.consistent(source.name):
        for kind, act in steps:
            for line in lines:
                if line.kind == kind:
                    _guarded(act, line)
        players.join()
        sessions.add_all()
        players.refuse_meetings()
    _refuse_conflicts(incoming, source)
    return incoming.outcome


def _guarded(act: Callable[[Line], None], line: Line) -> None:
    """Do something with a line; what it lacks is the file's fault."""
    try:
        act(line)
    except (KeyError, TypeError, ValueError, AttributeError, IndexError, OverflowError) as error:
        raise misshapen(line, error) from error


def _refuse_conflicts(incoming: Incoming, source: Source) -> None:
    """Raise where something is other on both sides."""
    conflicts = incoming.conflicts
    if not conflicts:
        return
    listed = "; ".join(conflicts[:_LISTED])
    more = f"; and {len(conflicts) - _LISTED} more" if len(conflicts) > _LISTED else ""
    raise StateError(
        f"nothing of '{source.name}' was added: {listed}{more}",
        hint="look at both sides (`session show ID --history`), take back on one of them what the other is to keep "
        "(`session undo`), and enter it by hand where it is missing",
    )
