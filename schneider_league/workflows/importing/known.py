"""Sessions of the ledger that files state again: what was imported, what was made of it since, and what differs."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from functools import cached_property

from schneider_league.derive.names import fold, resolve_merges
from schneider_league.derive.sessions import DealRow, Session, State, derive_session
from schneider_league.game.ruleset import Ruleset
from schneider_league.game.session import Progress
from schneider_league.records.claims import format_pair
from schneider_league.records.ledger import Content, Entry, EntryKind, SessionStart
from schneider_league.records.players import Player
from schneider_league.records.sheet_columns import DEALER, EVENT, FORMAT, RULES, SCORE_A, TABLE, TARGET
from schneider_league.records.stated import StatedSession
from schneider_league.records.stored_plays import are_same_plays
from schneider_league.store.batches import list_batches
from schneider_league.store.engine import League
from schneider_league.store.events import Event, list_events
from schneider_league.store.ledger import load_session, load_sessions, session_keys, session_uids
from schneider_league.store.people import list_players
from schneider_league.store.rulesets import load_rulesets

DIFFERS = "differs"
"""How the message begins of a deal that is stored otherwise."""
EXPORTED = "#"
"""How the name begins that a session has in files that are exported."""
UID_LENGTH = 12
"""How many letters of its uid name a session that has no name of its own, in files that are exported."""


def exported_name(uid: str) -> str:
    """What a session is called in files that are exported: the beginning of its uid."""
    return f"{EXPORTED}{uid[:UID_LENGTH]}"


@dataclass(frozen=True, slots=True)
class Chain:
    """A deal of the ledger: what was first stored, and what counts now."""

    entries: Sequence[Entry]
    """By seq: each replaces the one before it."""

    @property
    def root(self) -> Entry:
        """What was first stored."""
        return self.entries[0]

    @property
    def head(self) -> Entry:
        """What counts now."""
        return self.entries[-1]

    @property
    def changed(self) -> Entry:
        """The entry that made of it what it is now."""
        found = self.head
        for entry in reversed(self.entries):
            if entry.content.kind is not found.content.kind or not is_same_deal(entry.content, self.head.content):
                break
            found = entry
        return found

    @property
    def is_changed(self) -> bool:
        """Whether something else counts now."""
        return self.head.content.kind is EntryKind.VOID or not is_same_deal(self.root.content, self.head.content)


def is_same_deal(stated: Content, stored: Content) -> bool:
    """Whether two contents state the same deal, as far as the first states it; notes aside."""
    return (
        stated.kind is stored.kind
        and stated.score == stored.score
        and stated.all_tricks == stored.all_tricks
        and stated.dealer in (None, stored.dealer)
        and (stated.plays is None or stored.plays is None or are_same_plays(stated.plays, stored.plays))
    )


def _lacks_plays(stated: Content, stored: Content) -> bool:
    """Whether a stored deal is the one that a file states, but for its plays."""
    return stored.plays is None and is_same_deal(stated, stored)


def _column(content: Content, chain: Chain) -> int:
    """In which column of a sheet a deal differs."""
    is_score = content.score != chain.root.content.score or content.dealer in (None, chain.root.content.dealer)
    return SCORE_A if is_score else DEALER


@dataclass(slots=True)
class Comparison:
    """What came of comparing the deals of a file with those of the ledger."""

    stored: list[Content | None] = field(default_factory=list)
    """For each of the deals that are there what was stored first; what follows in the file is new."""
    differences: list[tuple[int, str, int]] = field(default_factory=list)
    """The index of each deal that differs, how, and in which column of a sheet."""
    remarks: list[str] = field(default_factory=list)
    played: list[tuple[int, Entry]] = field(default_factory=list)
    """The index of each deal of which the file knows the plays and the ledger does not, and what counts of it there."""


class KnownSession:
    """A session that the ledger has."""

    def __init__(
        self,
        session: Session,
        names: tuple[str, str],
        event: str | None,
        is_undone: Callable[[Entry], bool],
        day_of: Callable[[datetime], str],
    ) -> None:
        self.session = session
        self.names = names
        """As a and b are called now."""
        self._event = event
        self._is_undone = is_undone
        self._day_of = day_of

    @cached_property
    def chains(self) -> list[Chain]:
        """The deals as they were first entered, in this order; neither what was inserted behind others nor what was
        entered by hand and taken back, or came with an import that was taken back."""
        found: dict[int, list[Entry]] = {}
        for entry in self.session.entries:
            found.setdefault(entry.root, []).append(entry)
        dealt = (EntryKind.DEAL, EntryKind.MISDEAL)
        chains = [Chain(each) for each in found.values() if each[0].content.kind in dealt and each[0].after is None]
        return [
            chain
            for chain in chains
            if chain.head.content.kind is not EntryKind.VOID
            or not (chain.root.batch is None or self._is_undone(chain.root))
        ]

    def differing_terms(self, stated: StatedSession) -> Iterator[tuple[str, int]]:
        """In what a file says something else of the whole session than the ledger, and in which column."""
        original = self.session.entries[0].content.start
        current = self.session.start
        assert original is not None
        for what, column, said, stored in (
            ("rules", RULES, stated.ruleset.name, lambda start: start.rules),
            ("format", FORMAT, str(stated.format), lambda start: str(start.format)),
            ("target", TARGET, stated.target, lambda start: start.target),
            ("table", TABLE, stated.table, lambda start: start.table),
        ):
            if said is not None and said not in (stored(original), stored(current)):
                yield self._differs(what, said, stored(current)), column
        if stated.event is not None and self._event is not None and fold(stated.event) != fold(self._event):
            if original.event == current.event:
                yield self._differs("event", stated.event, self._event), EVENT
        elif stated.event is not None and original.event is None and current.event is None:
            yield self._differs("event", stated.event, None), EVENT

    def _differs(self, what: str, said: object, stored: object) -> str:
        number = self.session.id
        return (
            f"the {what} of this session is {said} here, but {'none' if stored is None else stored} as it was "
            f"imported (session {number}); `session amend {number} --{what} …` changes it"
        )

    def compare(self, contents: Sequence[Content]) -> Comparison:
        """Compare the deals of a file, from the first on, with those of the ledger."""
        chains = self.chains
        by_entry = self._compare_with([(chain.root.content, chain) for chain in chains], contents)
        if not by_entry.differences:
            return by_entry
        # A sheet that was corrected like the ledger, where that moved deals.
        effective = [(row.entry.content, None) for row in self.session.rows]
        if len(contents) >= len(effective):
            as_it_stands = self._compare_with(effective, contents)
            if not as_it_stands.differences:
                return as_it_stands
        return by_entry

    def _compare_with(self, stored: Sequence[tuple[Content, Chain | None]], contents: Sequence[Content]) -> Comparison:
        found = Comparison()
        for index, (content, (first, chain)) in enumerate(zip(contents, stored, strict=False)):
            found.stored.append(first)
            if chain is None:
                if not is_same_deal(content, first):
                    found.differences.append((index, DIFFERS, SCORE_A))
            elif not chain.is_changed:
                if not is_same_deal(content, first):
                    found.differences.append((index, self._difference(content, chain), _column(content, chain)))
            elif is_same_deal(content, first) or is_same_deal(content, chain.head.content):
                found.remarks.append(self._remark(index, chain))
            else:
                found.differences.append((index, self._difference(content, chain), _column(content, chain)))
            if chain is not None and content.plays is not None and _lacks_plays(content, chain.head.content):
                found.played.append((index, chain.head))
        return found

    def _row_of(self, chain: Chain) -> DealRow | None:
        return next((row for row in self.session.rows if row.entry.root == chain.root.seq), None)

    def _remark(self, index: int, chain: Chain) -> str:
        head = chain.head
        day = self._day_of(chain.changed.at)
        if head.content.kind is EntryKind.VOID:
            now = f"removed on {day}"
        else:
            now = f"corrected on {day}: {self._words(chain.root.content)} → {self._words(head.content)}"
        return f"session {self.session.id}, deal {index + 1} of the file: already there, {now}"

    def _difference(self, content: Content, chain: Chain) -> str:
        """A deal of a file beside the stored one, and what would put it right."""
        number = self.session.id
        row = self._row_of(chain)
        there = f"session {number}, deal {row.deal}" if row is not None else f"session {number}"
        stored = self._words(chain.root.content)
        since = ""
        if chain.is_changed:
            day = self._day_of(chain.changed.at)
            is_gone = chain.head.content.kind is EntryKind.VOID
            since = f", removed on {day}" if is_gone else f", corrected on {day} to {self._words(chain.head.content)}"
        message = f"{DIFFERS} from what was stored; here: {self._words(content)}; stored ({there}): {stored}{since}"
        if content.score == chain.root.content.score and content.plays is not None and row is not None:
            return f"{message}; the plays are other ones"
        if row is None:
            return message
        said = "misdeal" if content.score is None else format_pair(content.score)
        return f'{message}; if this is right: session correct {number} {row.deal} {said} --reason "…"'

    def _words(self, content: Content) -> str:
        a, b = self.names
        dealer = "" if content.dealer is None else f", {self.names[content.dealer]} dealt"
        if content.kind is EntryKind.VOID:
            return "nothing"
        if content.score is None:
            return f"misdeal{dealer}"
        tricks = ", every trick" if content.all_tricks else ""
        return f"{a} {content.score[0]}, {b} {content.score[1]}{tricks}{dealer}"

    @property
    def refusal(self) -> str | None:
        """Why nothing can be added to the session; None where something can."""
        if self.session.state is State.VOID:
            number = self.session.id
            return (
                f"session {number} was made void, so nothing is added to it; `session undo -s {number}` takes that back"
            )
        return None

    @property
    def void_remark(self) -> str | None:
        """That all of it was made void since; None where it was not."""
        if self.session.state is not State.VOID:
            return None
        head = [entry for entry in self.session.entries if entry.root == self.session.entries[0].root][-1]
        return f"session {self.session.id}: already there, made void on {self._day_of(head.at)}"

    @property
    def is_ended(self) -> bool:
        """Whether the session is over, by its score or because somebody said so."""
        return self.session.state is not State.OPEN

    def progress(self) -> Progress:
        """How the session goes on."""
        start: SessionStart = self.session.start
        progress = Progress(start.target, start.format.deals, dealer=start.first_dealer)
        for row in self.session.rows:
            if not row.is_after_end:
                progress.add(row.dealer, row.game_points)
        return progress


class LedgerView:
    """What an import needs to know of the ledger, read in one transaction."""

    def __init__(self, league: League, day_of: Callable[[datetime], str]) -> None:
        self._league = league
        self._day_of = day_of
        self.players: list[Player] = list_players(league)
        self.events: dict[int, Event] = {event.id: event for event in list_events(league)}
        self._names = {player.id: player.name for player in self.players}
        self._heads = resolve_merges(self.players)

    @cached_property
    def rulesets(self) -> dict[str, Ruleset]:
        """Those that sessions were played by, by digest."""
        return load_rulesets(self._league)

    def find(self, wanted: Mapping[str, StatedSession]) -> dict[str, tuple[KnownSession, bool]]:
        """The sessions that are there, of those that files state, by the same names; and whether there a is b."""
        ids = self._find_ids(wanted)
        if not ids:
            return {}
        undone = {batch.id for batch in list_batches(self._league) if batch.undone_by is not None}
        loaded = {
            entries[0].session: entries
            for entries in load_sessions(self._league, ids={session for session, _is_turned in ids.values()})
        }
        return {
            name: (self._known(loaded[session], lambda entry: entry.batch in undone), is_turned)
            for name, (session, is_turned) in ids.items()
        }

    def _find_ids(self, wanted: Mapping[str, StatedSession]) -> dict[str, tuple[int, bool]]:
        keys = session_keys(self._league)
        uids: dict[str, int] | None = None
        ids: dict[str, tuple[int, bool]] = {}
        for name, stated in wanted.items():
            for key, is_turned in zip(stated.keys, (False, True), strict=True):
                if key in keys and name not in ids:
                    ids[name] = (keys[key], is_turned)
            if name not in ids and stated.name.startswith(EXPORTED):
                if uids is None:
                    uids = {exported_name(uid): id_ for uid, id_ in session_uids(self._league).items()}
                if stated.name in uids:
                    ids[name] = (uids[stated.name], self._is_turned(uids[stated.name], stated))
        return ids

    def _is_turned(self, session: int, stated: StatedSession) -> bool:
        """Whether the player whom a file names first is b here, by how b is called."""
        start = derive_session(load_session(self._league, session), lambda digest: self.rulesets[digest]).start
        called: list[set[str]] = []
        for player in start.players:
            heads = self._heads
            same = [each for each in self.players if heads[each.id] == heads[player]]
            called.append({fold(name) for each in same for name in (each.name, *each.aliases)})
        first = fold(stated.players[0])
        return first in called[1] and first not in called[0]

    def _known(self, entries: Sequence[Entry], is_undone: Callable[[Entry], bool]) -> KnownSession:
        session = derive_session(entries, lambda digest: self.rulesets[digest])
        a, b = (self._names[self._heads.get(player, player)] for player in session.start.players)
        event = self.events.get(session.start.event) if session.start.event is not None else None
        return KnownSession(session, (a, b), event.name if event else None, is_undone, self._day_of)
