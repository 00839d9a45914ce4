"""The effective deals of the league as deal records."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property

from schneider_league.derive.names import resolve_merges
from schneider_league.derive.sessions import DealRow, Session, State, derive_session
from schneider_league.game.ruleset import Ruleset
from schneider_league.game.score import Level, Pair
from schneider_league.records.claims import FormatKind, format_pair
from schneider_league.records.jsonl import parse_jsonl
from schneider_league.records.model import TAGS, Record
from schneider_league.records.stated_records import BROKEN_OFF
from schneider_league.reports.text import make_visible
from schneider_league.store.engine import League
from schneider_league.store.events import list_events
from schneider_league.store.exchange import load_session_rows
from schneider_league.store.ledger import load_sessions
from schneider_league.store.people import list_players
from schneider_league.store.rulesets import load_rulesets
from schneider_league.workflows.importing.known import exported_name

_ORDER = {name: index for index, name in enumerate(TAGS)}


@dataclass(frozen=True, slots=True)
class NamedSession:
    """A session with what it is called in files."""

    session: Session
    name: str
    players: tuple[str, str]
    """As a and b are called."""
    event: str | None
    is_imported: bool = False
    """Whether it had a name of its own in the file that it came from, of which the ledger keeps only a digest."""


class SessionReader:
    """Reads the sessions of a league, and what is named in them."""

    def __init__(self, league: League) -> None:
        self._league = league

    @cached_property
    def rulesets(self) -> dict[str, Ruleset]:
        """By digest."""
        return load_rulesets(self._league)

    def sessions(self, event: int | None = None) -> Iterator[NamedSession]:
        """All sessions by number, void ones too; with `event` those of one event."""
        players = list_players(self._league)
        names = {player.id: player.name for player in players}
        heads = resolve_merges(players)
        events = {each.id: each.name for each in list_events(self._league)}
        rows = load_session_rows(self._league)
        for entries in load_sessions(self._league):
            session = derive_session(entries, self.rulesets.__getitem__)
            start = session.start
            if event is not None and start.event != event:
                continue
            a, b = (plain_name(names[heads[player]]) for player in start.players)
            called = None if start.event is None else events.get(start.event)
            row = rows[session.id]
            yield NamedSession(session, exported_name(row.uid), (a, b), called, row.source_key is not None)


def plain_name(name: str) -> str:
    """A name on one line, without control characters."""
    return make_visible(" ".join(name.split()))


def has_deals(named: NamedSession) -> bool:
    """Whether a session has deals that can be written: it is not void, and more than its end is known."""
    return named.session.state is not State.VOID and bool(named.session.rows)


def session_records(named: NamedSession) -> Iterator[Record]:
    """A record for each hand that was dealt, in order."""
    for row in named.session.rows:
        yield _record(named, row)


def _record(named: NamedSession, row: DealRow) -> Record:
    plays = row.entry.content.plays
    record = parse_jsonl(plays.encode()) if plays is not None else Record([], [])
    stated = _tags(named, row)
    kept = [(name, value) for name, value in record.tags if name not in _ALWAYS]
    tags = [*stated, *kept]
    tags.sort(key=lambda tag: _ORDER.get(tag[0], len(_ORDER)))
    record.tags = tags
    return record


_ALWAYS = frozenset(
    [
        "Event",
        "Date",
        "Table",
        "Session",
        "Deal",
        "Target",
        "Format",
        "Rules",
        "NonDealer",
        "Dealer",
        "Misdeal",
        "Score",
        "Result",
        "Running",
    ]
)
"""Tags that are written by what the ledger says, whatever the record said when it came."""


def _tags(named: NamedSession, row: DealRow) -> list[tuple[str, str]]:
    session, start = named.session, named.session.start
    dealer = row.dealer
    tags = [
        ("Event", plain_name(named.event or "")),
        ("Date", start.played_on.isoformat()),
        ("Table", plain_name(start.table or "")),
        ("Session", named.name),
        ("Deal", str(row.deal)),
        ("Rules", session.ruleset.name),
        ("NonDealer", named.players[1 - dealer]),
        ("Dealer", named.players[dealer]),
    ]
    if start.format.kind is FormatKind.FIRST_TO:
        tags.append(("Target", str(start.target)))
    else:
        tags.append(("Format", str(start.format)))
    note = row.entry.content.note
    if row.level is Level.MISDEAL and note == BROKEN_OFF:
        tags.append(("Result", "*"))
    elif row.level is Level.MISDEAL:
        tags += [("Misdeal", plain_name(note or "misdeal")), ("Result", "redeal")]
    elif row.score is not None:
        result = row.result
        said = result if isinstance(result, str) else format_pair(_by_role(result, dealer))
        tags += [("Score", format_pair(_by_role(row.score, dealer))), ("Result", said)]
        if not row.is_after_end:
            tags.append(("Running", format_pair(_by_role(row.running, dealer))))
    return [(name, value) for name, value in tags if value]


def _by_role(pair: Pair, dealer: int) -> Pair:
    """A pair of a and b as one of non-dealer and dealer."""
    return pair if dealer == 1 else (pair[1], pair[0])
