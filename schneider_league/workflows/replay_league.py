"""Checking the deals that the league holds, as records."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from schneider_league.derive.names import find_named
from schneider_league.errors import NotFoundError, Where
from schneider_league.records.case import Case
from schneider_league.records.check_file import RulesBook, check_cases
from schneider_league.records.playthrough import Playthrough, derive_playthrough
from schneider_league.records.verdict import Accepted, Verdict
from schneider_league.store.address import parse_address
from schneider_league.store.engine import Database, League
from schneider_league.store.events import list_events
from schneider_league.workflows.deal_records import SessionReader, has_deals, session_records
from schneider_league.workflows.sessions.showing import acceptance_reason


def replay_league(address: str, event: str | None = None) -> Iterator[Verdict]:
    """The verdict of each effective deal of the league, session by session.

    What the table let stand is no problem any more, and is said beside them.

    Args:
        address: The database.
        event: An event's name or id; None for the whole league.

    Raises:
        NotFoundError: there is no such event, or no league.
        LeagueError: it cannot be read.
    """
    with Database(address).reading() as league:
        for _case, verdict in _check(league, str(parse_address(address)), event):
            yield verdict


def playthrough_of_league(address: str, record: int, event: str | None = None) -> Playthrough:
    """One of the deals that `replay_league` goes through, trick by trick.

    Raises:
        NotFoundError: there are not so many.
        LeagueError: the league cannot be read.
    """
    number = 0
    with Database(address).reading() as league:
        for case, verdict in _check(league, str(parse_address(address)), event):
            number = verdict.record
            if number == record:
                return derive_playthrough(case, verdict)
    raise NotFoundError(f"there is no record {record}: the league holds {number} deals")


def _check(league: League, name: str, event: str | None) -> Iterator[tuple[Case, Verdict]]:
    reader = SessionReader(league)
    wanted = (
        None if event is None else find_named("event", event, [(each.id, (each.name,)) for each in list_events(league)])
    )
    number = 0
    for named in reader.sessions(wanted):
        if not has_deals(named):
            continue
        ruleset = named.session.ruleset
        # Its own definition, whatever the name means now.
        rules = RulesBook({ruleset.name.lower(): ruleset})
        session = named.session
        for (case, verdict), row in zip(check_cases(session_records(named), name, rules), session.rows, strict=True):
            number += 1
            where = Where(f"{name}, session {session.id}, deal {verdict.deal}")
            found = [replace(problem, where=where, excerpt=None) for problem in verdict.problems]
            let_stand = row.entry.content.accepted
            reason = acceptance_reason(session, row.entry)
            problems = tuple(problem for problem in found if problem.code.value not in let_stand)
            accepted = tuple(Accepted(problem, reason) for problem in found if problem.code.value in let_stand)
            yield (
                case,
                replace(
                    verdict, record=number, line=None, session=str(session.id), problems=problems, accepted=accepted
                ),
            )
