"""`import FILE…`: everything that the files state, or nothing."""

from __future__ import annotations

import gc
from collections.abc import Collection, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import replace
from datetime import date, datetime
from fnmatch import fnmatchcase
from types import MappingProxyType

from schneider_league.errors import Code, Problem, StateError, UsageError
from schneider_league.game.ruleset import Ruleset
from schneider_league.records.check_file import RulesBook
from schneider_league.records.import_outcome import FileOutcome, ImportOutcome, MergeOutcome
from schneider_league.records.stated import ACCEPTABLE
from schneider_league.store.engine import Clock, Database, League, utc_now
from schneider_league.store.exchange import is_empty
from schneider_league.store.rulesets import house_rules
from schneider_league.store.session_index import is_any_after
from schneider_league.workflows.changes import late_lines_since, take_snapshot
from schneider_league.workflows.importing.applying import apply_plan
from schneider_league.workflows.importing.known import DIFFERS, LedgerView
from schneider_league.workflows.importing.matching import Matcher
from schneider_league.workflows.importing.plan import Plan
from schneider_league.workflows.importing.sources import Source, parse_sources, read_sources
from schneider_league.workflows.rules import load_house_rules
from schneider_league.workflows.sessions.book import Book


class _NothingIsToStayError(Exception):
    """Ends a transaction of which nothing is to be kept."""


def is_code(word: str) -> bool:
    """Whether a word can be a code that is accepted."""
    return word != "*" and any(fnmatchcase(code.value, word.lower()) for code in ACCEPTABLE)


def acceptable_codes(problems: Sequence[Problem]) -> list[str]:
    """The codes of these problems, if all of them are irregularities that can be accepted; else none."""
    codes = {problem.code for problem in problems if not problem.message.startswith(DIFFERS)}
    has_others = not codes.issubset(ACCEPTABLE) or any(problem.message.startswith(DIFFERS) for problem in problems)
    return [] if has_others else sorted(code.value for code in codes)


def parse_accepted(codes: Sequence[str]) -> frozenset[Code]:
    """The codes that `--accept` names: one each, several with commas, `must-*` for all that begin so.

    Raises:
        UsageError: one is not a code that can be accepted.
    """
    found: set[Code] = set()
    known = [code.value for code in ACCEPTABLE]
    for word in (part.strip() for text in codes for part in text.split(",") if part.strip()):
        fits = {code for code in ACCEPTABLE if fnmatchcase(code.value, word.lower())}
        if not fits or word == "*":
            reason = "is no irregularity that a table can let stand"
            if word in {code.value for code in Code}:
                reason = "cannot be accepted: a wrong claim, or what cannot be read, has to be put right in the file"
            raise UsageError(f"--accept: '{word}' {reason}", hint=f"what can be accepted: {', '.join(known)}")
        found |= fits
    return frozenset(found)


def import_files(
    address: str,
    files: Sequence[str],
    *,
    rules_files: Sequence[str] = (),
    dry_run: bool = False,
    known_players: bool = False,
    date: date | None = None,
    accept: Collection[Code] = (),
    reason: str | None = None,
    clock: Clock = utc_now,
) -> ImportOutcome:
    """Store what the files state and the league does not have; where anything stands against it, nothing.

    Args:
        address: The database.
        files: Score sheets, deal records or league files; `-` is standard input.
        rules_files: House rules, whose names are then known.
        dry_run: Only say what would be stored.
        known_players: Whether names that no player has stand against it.
        date: The day of sessions that state none.
        accept: Irregularities that are stored all the same.
        reason: Why they are.
        clock: The time.

    Raises:
        NotFoundError: a file is missing, or the database.
        StateError: a league file has what was continued or corrected on both sides.
        LeagueError: the database cannot be read or written.
    """
    return import_sources(
        address,
        read_sources(files),
        rules_files=rules_files,
        dry_run=dry_run,
        known_players=known_players,
        date=date,
        accept=accept,
        reason=reason,
        clock=clock,
    )


def import_sources(
    address: str,
    sources: Sequence[Source],
    *,
    rules_files: Sequence[str] = (),
    rulesets: Mapping[str, Ruleset] = MappingProxyType({}),
    bots: Collection[str] = (),
    dry_run: bool = False,
    known_players: bool = False,
    date: date | None = None,
    accept: Collection[Code] = (),
    reason: str | None = None,
    clock: Clock = utc_now,
) -> ImportOutcome:
    """`import_files` of what has been read, or was made here; what is not told apart is as there.

    Args:
        address: The database.
        sources: What is stated.
        rules_files: House rules, whose names are then known.
        rulesets: Further ones, by lower-case name.
        bots: Names of players who are bots, not people.
        dry_run: Only say what would be stored.
        known_players: Whether names that no player has stand against it.
        date: The day of sessions that state none.
        accept: Irregularities that are stored all the same.
        reason: Why they are.
        clock: The time.

    Raises:
        StateError: a bot is called as a person is who is known.
        LeagueError: as `import_files`.
    """
    with _without_collector(), Database(address, clock) as database:
        with database.reading() as league:
            rules = RulesBook({**load_house_rules(rules_files, house_rules(league)), **rulesets})
        parse_sources(sources, rules, date)

        def look(league: League) -> Plan:
            view = LedgerView(league, _local_day)
            plan = Matcher(sources, view, accept=accept, only_known_players=known_players).match()
            _check_bots(plan, view, bots)
            return plan

        has_leagues = any(source.kind == "league" for source in sources)
        if dry_run and not has_leagues:
            with database.reading() as league:
                plan = look(league)
                return _outcome(sources, plan, {}, {}, is_dry_run=True)
        outcome: ImportOutcome | None = None
        try:
            with database.writing() as league:
                snapshot = take_snapshot(Book(league)) if has_leagues and not is_empty(league) else None
                merged = _merge(league, sources) if has_leagues else {}
                plan = look(league)
                if snapshot is None and not has_leagues and _may_be_late(league, plan):
                    snapshot = take_snapshot(Book(league))
                stands = any(source.problems for source in sources) or any(plan.problems)
                batches = {} if stands or plan.is_empty else apply_plan(league, plan, sources, reason, bots)
                outcome = _outcome(sources, plan, batches, merged, is_dry_run=dry_run)
                if stands or dry_run or not outcome.is_stored:
                    raise _NothingIsToStayError
                if snapshot is not None:
                    lines = late_lines_since(Book(league), snapshot, always=has_leagues)
                    outcome = replace(outcome, changes=tuple(lines))
        except _NothingIsToStayError:
            pass
        assert outcome is not None
        return outcome


def _check_bots(plan: Plan, view: LedgerView, bots: Collection[str]) -> None:
    """Raise StateError where the name of a bot means a person: their results would be mixed."""
    kinds = {player.id: player.kind for player in view.players}
    for name in bots:
        found = plan.people.find(name)
        for id_ in found if isinstance(found, tuple) else (found,):
            if kinds.get(id_) == "human":
                raise StateError(
                    f"the bot '{name}' is called as player {id_}, {plan.people.name(id_)}, who is a person",
                    hint="`player rename` gives one of them another name",
                )


@contextmanager
def _without_collector() -> Iterator[None]:
    """Many objects are made and no garbage: looking for some takes a third of the time of an import."""
    was_enabled = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if was_enabled:
            gc.enable()


def _merge(league: League, sources: Sequence[Source]) -> dict[int, MergeOutcome]:
    """Bring in the league files."""
    from schneider_league.workflows.importing.merging import merge_league

    return {index: merge_league(league, source) for index, source in enumerate(sources) if source.kind == "league"}


def _may_be_late(league: League, plan: Plan) -> bool:
    """Whether a session that is stored as over was played before the day of another."""
    ended = [growth.session for growth in plan.growth if growth.is_over]
    days = [session.stated.played_on for session in plan.new_sessions if session.is_over]
    days += [session.start.played_on for session in (Book(league).sessions(ended) if ended else ())]
    return bool(days) and is_any_after(league, min(days))


def _local_day(at: datetime) -> str:
    return at.astimezone().date().isoformat()


def _outcome(
    sources: Sequence[Source],
    plan: Plan,
    batches: dict[int, int],
    merged: dict[int, MergeOutcome],
    *,
    is_dry_run: bool,
) -> ImportOutcome:
    found = [(*source.problems, *problems) for source, problems in zip(sources, plan.problems, strict=True)]
    stands = any(found)
    files = tuple(
        FileOutcome(
            source.name,
            source.kind,
            source.sheet.encoding if source.sheet is not None else None,
            plan.tallies[index],
            merged[index].batch if index in merged else batches.get(index),
            tuple(sorted(found[index], key=lambda problem: (problem.where.line or 0, problem.where.column or 0))),
            tuple(_hints(source)),
            merged.get(index),
        )
        for index, source in enumerate(sources)
    )
    is_stored = not stands and not is_dry_run and (bool(batches) or any(each.is_anything for each in merged.values()))
    return ImportOutcome(
        files,
        is_dry_run,
        is_stored,
        tuple(plan.new_players),
        tuple(plan.new_events),
        tuple(plan.remarks),
        plan.accepted,
        stands and plan.unknown_names == sum(map(len, found)),
    )


def _hints(source: Source) -> list[str]:
    """What deserves attention in how a file was read."""
    sheet = source.sheet
    hints: list[str] = []
    if not source.content.strip():
        hints.append(f"{source.name} is empty")
    if sheet is None:
        return hints
    if sheet.encoding != "UTF-8":
        hints.append(f"{source.name} is no UTF-8; it was read as {sheet.encoding}: look whether the names are right")
    if sheet.header.passed_over:
        listed = ", ".join(f"'{heading}'" for heading in sheet.header.passed_over)
        hints.append(f"{source.name}:{sheet.text.header_line}: what stands under {listed} is not kept")
    usual = {"rules": "the rules are bohemian", "target": "the target is that of the rules"}
    hints += [f"{source.name} has no column {name}: {usual[name]}" for name in sheet.header.missing]
    return hints
