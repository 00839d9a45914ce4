"""Storing what an import has found to be new, in one transaction."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Sequence
from dataclasses import replace
from itertools import groupby
from operator import itemgetter

from schneider_league.game.ruleset import Ruleset
from schneider_league.records.event import Settings
from schneider_league.records.ledger import Content, EntryKind, SessionStart
from schneider_league.records.players import PlayerKind
from schneider_league.store.batches import add_batch
from schneider_league.store.engine import League
from schneider_league.store.events import create_event
from schneider_league.store.ledger import Draft, NewSession, append_many, start_sessions
from schneider_league.store.people import add_player
from schneider_league.store.rulesets import house_rules, store_ruleset
from schneider_league.store.watch import not_open
from schneider_league.workflows.importing.pairings import Pairings
from schneider_league.workflows.importing.plan import AddedDeal, NewSessionPlan, Plan
from schneider_league.workflows.importing.sources import Source, shown_name


class _Writer:
    """Writes a plan into the ledger."""

    def __init__(
        self, league: League, plan: Plan, sources: Sequence[Source], reason: str | None, bots: Collection[str]
    ) -> None:
        self._league = league
        self._plan = plan
        self._sources = sources
        self._reason = reason
        self._bots = bots
        self.batches: dict[int, int] = {}
        """By the index of a file."""
        self._players: dict[int, int] = {}
        self._events: dict[int, int] = {}
        self._digests: dict[str, str] = {}
        self._house_rules = house_rules(league)
        self._known_drafts: dict[int, Draft] = {}
        self._pairings = Pairings(league)

    def batch(self, file: int) -> int:
        """The batch of a file."""
        if file not in self.batches:
            source = self._sources[file]
            self.batches[file] = add_batch(self._league, source.kind, shown_name(source), source.sha256)
        return self.batches[file]

    def write(self) -> None:
        """Write all of it."""
        for file in sorted(self._files()):
            self.batch(file)
        new = [(session, self._new_session(session)) for session in self._plan.new_sessions]
        over: list[int] = []
        later: dict[int, list[tuple[int, list[Draft]]]] = defaultdict(list)
        for file, group in groupby(new, key=lambda pair: pair[0].stated.file):
            sessions = list(group)
            started = [
                NewSession(start, self._drafts(parts[0][1]) if parts else (), session.key, place=place)
                for place, (session, (start, parts)) in enumerate(sessions, 1)
            ]
            ids = start_sessions(self._league, started, batch=self.batch(file))
            for id_, (session, (_start, parts)) in zip(ids, sessions, strict=True):
                for part, deals in parts[1:]:
                    later[part].append((id_, self._drafts(deals)))
                if session.is_over:
                    over.append(id_)
        for growth in self._plan.growth:
            additions: dict[int, list[Draft]] = defaultdict(list)
            for part, head, plays in growth.played:
                additions[part].append(Draft(replace(head.content, plays=plays), replaces=head.id, reason=head.reason))
            for part, deals in _by_file(growth.deals):
                additions[part] += self._drafts(deals)
            for part, drafts in additions.items():
                later[part].append((growth.session, drafts))
            if growth.is_over:
                over.append(growth.session)
        for file in sorted(later):
            append_many(self._league, later[file], batch=self.batch(file))
        not_open(self._league, over)

    def _files(self) -> set[int]:
        deals = [session.deals for session in self._plan.new_sessions] + [each.deals for each in self._plan.growth]
        played = {file for each in self._plan.growth for file, _head, _plays in each.played}
        return played | {file for each in deals for file, _content in each}

    def _new_session(self, session: NewSessionPlan) -> tuple[Content, list[tuple[int, list[Content]]]]:
        """The start of a session, and its deals by the file that states them."""
        stated = session.stated
        a, b = (self._player(player, stated.file) for player in session.players)
        parts = _by_file(session.deals)
        event = self._event(session.event, stated.file)
        pairing, must_decide = (None, False) if event is None else self._pairings.take(event, a, b)
        start = SessionStart(
            (a, b),
            stated.ruleset.name,
            self._digest(stated.ruleset, stated.file),
            stated.format,
            stated.target,
            stated.played_on,
            session.deals[0][1].dealer,
            event,
            stated.table,
            pairing=pairing,
            must_decide=must_decide,
        )
        return Content(EntryKind.START, start=start), parts

    def _drafts(self, contents: Sequence[Content]) -> list[Draft]:
        return [self._draft(content) for content in contents]

    def _draft(self, content: Content) -> Draft:
        # Most contents are those of many deals, and one and the same object.
        draft = self._known_drafts.get(id(content))
        if draft is None:
            draft = Draft(content, reason=self._reason if content.accepted else None)
            self._known_drafts[id(content)] = draft
        return draft

    def _player(self, player: int, file: int) -> int:
        if player not in self._players:
            name = self._plan.people.name(player)
            is_new = player < 0
            if is_new:
                kind: PlayerKind = "bot" if name in self._bots else "human"
                self._players[player] = add_player(self._league, name, kind=kind, batch=self.batch(file)).id
            else:
                self._players[player] = player
        return self._players[player]

    def _event(self, event: int | None, file: int) -> int | None:
        if event is None or event > 0:
            return event
        if event not in self._events:
            name = self._plan.new_events[-event - 1]
            self._events[event] = create_event(self._league, Settings(name, "open"), batch=self.batch(file)).id
        return self._events[event]

    def _digest(self, ruleset: Ruleset, file: int) -> str:
        if ruleset.name not in self._digests:
            is_new = ruleset.name.lower() not in self._house_rules
            self._digests[ruleset.name] = store_ruleset(self._league, ruleset, current=is_new, batch=self.batch(file))
        return self._digests[ruleset.name]


def _by_file(deals: Sequence[AddedDeal]) -> list[tuple[int, list[Content]]]:
    """Deals by the file that states them, in order."""
    return [(file, [content for _file, content in group]) for file, group in groupby(deals, key=itemgetter(0))]


def apply_plan(
    league: League, plan: Plan, sources: Sequence[Source], reason: str | None, bots: Collection[str] = ()
) -> dict[int, int]:
    """Store what is new; the number of each file's import, by its index.

    Args:
        league: In a writing transaction.
        plan: What is to be stored.
        sources: The files.
        reason: Why irregularities are accepted.
        bots: Names of new players who are bots.
    """
    writer = _Writer(league, plan, sources, reason, bots)
    writer.write()
    return writer.batches
