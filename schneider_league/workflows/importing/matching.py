"""What files state beside what the ledger holds: what is new, what was there, and what differs."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass, replace
from typing import NamedTuple

from schneider_league.derive.names import fold
from schneider_league.errors import Code, Problem
from schneider_league.game.ruleset import Ruleset
from schneider_league.game.score import derive_outcome_of_score
from schneider_league.game.session import Progress, next_dealer
from schneider_league.records.claims import FormatKind
from schneider_league.records.entry_checks import Place, check_entry
from schneider_league.records.import_outcome import FileTally
from schneider_league.records.ledger import Content
from schneider_league.records.sheet_columns import DEALER, PLAYER_A, PLAYER_B
from schneider_league.records.stated import StatedDeal, StatedSession, turned
from schneider_league.workflows.importing.known import DIFFERS, KnownSession, LedgerView, is_same_deal
from schneider_league.workflows.importing.people import People
from schneider_league.workflows.importing.plan import AddedDeal, Growth, NewSessionPlan, Plan
from schneider_league.workflows.importing.sources import Source


class _Deal(NamedTuple):
    """A deal of a session, with the session's own a first."""

    file: int
    stated: StatedDeal
    content: Content


@dataclass(slots=True)
class _Stated:
    """A session as the files of the command state it, each from its beginning: the last goes furthest."""

    key: str
    first: StatedSession
    """As the first of the files states it."""
    files: list[int]
    deals: list[_Deal]
    is_whole: bool
    """Whether all of it could be read."""


class Matcher:
    """Compares the sessions of an import with the ledger; a plan comes of it."""

    def __init__(
        self,
        sources: Sequence[Source],
        ledger: LedgerView,
        *,
        accept: Collection[Code] = (),
        only_known_players: bool = False,
    ) -> None:
        self._sources = sources
        self._ledger = ledger
        self._accept = frozenset(accept)
        self._only_known = only_known_players
        self._events = {fold(event.name): event.id for event in ledger.events.values()}
        self._refused: set[tuple[int, str]] = set()
        self.plan = Plan(People(ledger.players), [FileTally() for _ in sources])
        self.plan.problems = [[] for _ in sources]

    def match(self) -> Plan:
        """What is to be stored."""
        stated = self._join()
        known = self._ledger.find({key: session.first for key, session in stated.items()})
        for key, session in stated.items():
            for file in session.files:
                self.plan.tallies[file].sessions += 1
            found = known.get(key)
            if not session.is_whole:
                # What is wrong with the deals that can be read is told all the same.
                for deal in session.deals:
                    self._accept_problems(deal.file, deal.stated.problems)
            if found is None:
                self._add_session(session)
            elif session.is_whole:
                self._compare(session, *found)
        return self.plan

    def _join(self) -> dict[str, _Stated]:
        """The sessions of all files by key; a session that several files state is compared as if imported in turn."""
        found: dict[str, _Stated] = {}
        for source in self._sources:
            for stated in source.sessions:
                key, turned_key = stated.keys
                deals = [_Deal(stated.file, deal, deal.content) for deal in stated.deals]
                session = found.get(key)
                if session is None and (session := found.get(turned_key)) is not None:
                    deals = [deal._replace(content=turned(deal.content)) for deal in deals]
                if session is None:
                    found[key] = _Stated(key, stated, [stated.file], deals, stated.is_whole)
                else:
                    self._go_on(session, stated, deals)
        return found

    def _go_on(self, session: _Stated, stated: StatedSession, deals: Sequence[_Deal]) -> None:
        """Add what a further file states of a session to what those before it do."""
        session.files.append(stated.file)
        first = session.first
        for what, one, other in (
            ("rules", first.ruleset.name, stated.ruleset.name),
            ("format", str(first.format), str(stated.format)),
            ("target", first.target, stated.target),
        ):
            if one != other:
                place = f"{self._sources[first.file].name}:{first.line}"
                message = f"the {what} of this session is {other} here, but {one} in {place}"
                self._report(stated.file, stated.line, Code.WRONG_SESSION, message)
        if not (session.is_whole and stated.is_whole):
            session.is_whole = False
            session.deals += deals
            return
        for deal, before in zip(deals, session.deals, strict=False):
            if not is_same_deal(deal.content, before.content):
                place = f"{self._sources[before.file].name}:{before.stated.line}"
                self._report(deal.file, deal.stated.line, Code.WRONG_SCORE, f"{DIFFERS} from the same deal in {place}")
        self.plan.tallies[stated.file].deals_there += min(len(deals), len(session.deals))
        session.deals += deals[len(session.deals) :]

    def _report(self, file: int, line: int, code: Code, message: str, column: int | None = None) -> None:
        source = self._sources[file]
        problem = source.problem(line, code, message) if column is None else source.problem(line, code, message, column)
        self.plan.problems[file].append(problem)

    # --- a session that is new ---

    def _add_session(self, session: _Stated) -> None:
        first = session.first
        players = self._find_players(first)
        if not session.is_whole or not session.deals:
            return
        dealer = session.deals[0].content.dealer
        progress = Progress(first.target, first.format.deals, dealer=dealer)
        deals = self._add_deals(session.deals, progress, False, first.ruleset, first.players)
        if players is None:
            return
        is_over = progress.is_over
        self.plan.new_sessions.append(
            NewSessionPlan(first, players, self._find_event(first), deals, is_over, session.key)
        )
        tally = self.plan.tallies[first.file]
        tally.new_sessions += 1
        self._tally(deals, first, is_over)

    def _tally(self, deals: Sequence[AddedDeal], stated: StatedSession, is_over: bool) -> None:
        for file, _content in deals:
            self.plan.tallies[file].new_deals += 1
        if not is_over:
            tally = self.plan.tallies[stated.file]
            tally.open_sessions += 1
            tally.timed_sessions += stated.format.kind is FormatKind.TIMED

    def _find_players(self, stated: StatedSession) -> tuple[int, int] | None:
        ids: list[int] = []
        for column, name in zip((PLAYER_A, PLAYER_B), stated.players, strict=True):
            found = self.plan.people.find(name)
            if isinstance(found, tuple):
                listed = ", ".join(f"{self.plan.people.name(id_)} (id {id_})" for id_ in found)
                message = f"'{name}' fits several players: {listed}; write the full name"
                self._refuse(stated, column, name, Code.SYNTAX, message)
            elif found < 0 and self._only_known:
                self.plan.unknown_names += self._refuse(
                    stated, column, name, Code.UNKNOWN_PLAYER, f"no player '{name}'"
                )
                ids.append(found)
            else:
                ids.append(found)
        if len(ids) < 2:
            return None
        a, b = ids
        if self.plan.people.head(a) == self.plan.people.head(b):
            name = self.plan.people.name(self.plan.people.head(a))
            message = f"'{stated.players[0]}' and '{stated.players[1]}' are the same player, {name}"
            self._report(stated.file, stated.line, Code.SYNTAX, message, PLAYER_B)
            return None
        return a, b

    def _refuse(self, stated: StatedSession, column: int, name: str, code: Code, message: str) -> bool:
        """Report a name, once in each file; whether it was reported now."""
        if (stated.file, name) in self._refused:
            return False
        self._refused.add((stated.file, name))
        self._report(stated.file, stated.line, code, message, column)
        return True

    def _find_event(self, stated: StatedSession) -> int | None:
        if stated.event is None:
            return None
        folded = fold(stated.event)
        if folded not in self._events:
            self.plan.new_events.append(stated.event)
            self._events[folded] = -len(self.plan.new_events)
        return self._events[folded]

    def _add_deals(
        self,
        deals: Sequence[_Deal],
        progress: Progress,
        is_over: bool,
        ruleset: Ruleset,
        names: tuple[str, str],
    ) -> list[AddedDeal]:
        """Check deals that follow in a session, and say how they are to be stored; `is_over` where it is ended."""
        added: list[AddedDeal] = []
        for file, deal, content in deals:
            proposed = progress.dealer
            if content.dealer is None:
                content = replace(content, dealer=1 if proposed else 0)
            is_after = is_over or progress.is_over
            accepted: list[Code] = []
            if deal.problems:
                accepted = self._accept_problems(file, deal.problems)
            if is_after or proposed not in (None, content.dealer):
                side = None if proposed is None else (1 if proposed else 0)
                place = Place(ruleset, side, is_after, names)  # type: ignore[arg-type]
                accepted += self._check(file, deal, content, place)
            if accepted:
                self.plan.accepted += 1
                content = replace(content, accepted=tuple(dict.fromkeys(code.value for code in accepted)))
            points = self._game_points(ruleset, content)
            dealer = 1 if content.dealer else 0
            if is_after:
                progress.dealer = next_dealer(dealer, has_winner=points != (0, 0))
            else:
                progress.add(dealer, points)
            added.append((file, content))
        return added

    def _check(self, file: int, deal: StatedDeal, content: Content, place: Place) -> list[Code]:
        """Check a deal where it comes to stand; the codes of what is accepted. Faults are reported."""
        reported = {problem.code for problem in deal.problems}
        accepted: list[Code] = []
        for fault in check_entry(content, place):
            if fault.code in self._accept:
                accepted.append(fault.code)
            elif fault.code not in reported:
                self._report(file, deal.line, fault.code, fault.message)
        return accepted

    def _accept_problems(self, file: int, problems: Sequence[Problem]) -> list[Code]:
        """Which of a record's problems are accepted; the others are reported."""
        accepted: list[Code] = []
        for problem in problems:
            if problem.code in self._accept:
                accepted.append(problem.code)
            else:
                self.plan.problems[file].append(problem)
        return accepted

    def _game_points(self, ruleset: Ruleset, content: Content) -> tuple[int, int]:
        if content.score is None:
            return 0, 0
        return derive_outcome_of_score(ruleset, content.score, all_tricks=content.all_tricks).game_points

    # --- a session that is there ---

    def _compare(self, session: _Stated, known: KnownSession, is_turned: bool) -> None:
        first = session.first
        deals = session.deals
        if is_turned:
            deals = [deal._replace(content=turned(deal.content)) for deal in deals]
        for message, column in known.differing_terms(first):
            self._report(first.file, first.line, Code.WRONG_SESSION, message, column)
        comparison = known.compare([content for _file, _deal, content in deals])
        for index, message, column in comparison.differences:
            file, deal, _content = deals[index]
            code = Code.WRONG_DEALER if column == DEALER else Code.WRONG_SCORE
            self._report(file, deal.line, code, message, column)
        for (file, deal, _content), stored in zip(deals, comparison.stored, strict=False):
            self.plan.tallies[file].deals_there += 1
            for problem in deal.problems:
                if stored is None or problem.code.value not in stored.accepted:
                    self.plan.problems[file].append(problem)
        self.plan.remarks += comparison.remarks
        if (remark := known.void_remark) is not None:
            self.plan.remarks.append(remark)
        new = deals[len(comparison.stored) :]
        if comparison.differences:
            return
        if new and (refusal := known.refusal) is not None:
            file, deal, _content = new[0]
            self._report(file, deal.line, Code.AFTER_END, refusal)
            return
        played = [(deals[index][0], head, deals[index][2].plays or "") for index, head in comparison.played]
        for file, _head, _plays in played:
            self.plan.tallies[file].plays_added += 1
        if not new:
            if played:
                self.plan.growth.append(Growth(known.session.id, [], known.is_ended, played))
            return
        progress = known.progress()
        added = self._add_deals(new, progress, known.is_ended, known.session.ruleset, known.names)
        is_over = known.is_ended or progress.is_over
        self.plan.growth.append(Growth(known.session.id, added, is_over, played))
        for file in dict.fromkeys(file for file, _content in added):
            self.plan.tallies[file].grown_sessions += 1
        self._tally(added, first, is_over)
