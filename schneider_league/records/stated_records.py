"""Deal records (`.sdr`, `.jsonl`) as sessions to be imported: the same verdicts as `replay`, with the plays kept."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from datetime import date
from typing import BinaryIO, Final

from schneider_league.errors import Code, Problem, Where
from schneider_league.game.ruleset import Ruleset
from schneider_league.game.score import Level, decides_by_tricks
from schneider_league.records.canonical import Canonical
from schneider_league.records.case import Case, RecordKind, normal_name
from schneider_league.records.check_file import RulesBook, check_cases, read_records
from schneider_league.records.claims import FormatKind, SessionFormat, parse_count, parse_date, parse_format
from schneider_league.records.jsonl import format_jsonl
from schneider_league.records.ledger import Content, EntryKind, Side
from schneider_league.records.stated import StatedDeal, StatedSession
from schneider_league.records.verdict import Verdict

BROKEN_OFF: Final = "broken off"
"""What the note of a deal says that was recorded with the Result `*`."""

_PLAIN_TAGS: Final = frozenset(
    [
        "Event",
        "Date",
        "Table",
        "Session",
        "Deal",
        "Target",
        "Format",
        "Rules",
        "Cards",
        "NonDealer",
        "Dealer",
        "Misdeal",
        "Score",
        "Result",
        "Running",
    ]
)
"""Tags that the ledger keeps, or works out, without the record."""


@dataclass(slots=True)
class StatedRecords:
    """What a file of deal records states, and what is wrong with it."""

    sessions: list[StatedSession] = field(default_factory=list)
    """In the order in which they begin."""
    problems: list[Problem] = field(default_factory=list)
    """Of records that belong to no session, or to one that cannot be told; by line."""
    records: int = 0


@dataclass(slots=True)
class _Open:
    """A session whose records are being read."""

    stated: StatedSession | None
    """None where its records cannot be imported."""


def read_stated_records(
    stream: BinaryIO, file: str, rules: RulesBook, *, default_date: date | None = None
) -> StatedRecords:
    """What a file of deal records states.

    Args:
        stream: The file.
        file: Its name, for the places of faults.
        rules: The rulesets that it may name.
        default_date: The day of sessions that state none.

    Raises:
        UnreadableError: the file is UTF-16, or a league file.
    """
    found = StatedRecords()
    canonical = Canonical(rules)
    sessions: dict[str, _Open] = {}
    for case, verdict in check_cases(read_records(stream, file), file, rules):
        found.records += 1
        name = " ".join(case.tags.get("Session", "").split())
        session = sessions.get(name) if name else None
        if session is None:
            lacking = list(_lacking(case, default_date))
            found.problems += lacking
            session = _Open(None if lacking else _begin(case, verdict, name, default_date))
            if name:
                sessions[name] = session
            if session.stated is not None:
                found.sessions.append(session.stated)
        content = None if session.stated is None else _content(case, verdict, session.stated, canonical)
        if content is None or session.stated is None:
            found.problems += verdict.problems
            if session.stated is not None:
                session.stated.is_whole = False
        else:
            session.stated.deals.append(StatedDeal(case.record.line, content, verdict.problems))
    return found


def _lacking(case: Case, default_date: date | None) -> Iterator[Problem]:
    """What a record would have to say besides to be imported."""
    if not case.record.intelligible:
        return
    where = Where(case.file, case.record.line)
    if not case.tags.get("Session", "").strip() and "Session" not in case.record.broken_tags:
        message = 'an import needs to know which deals belong together: add [Session "…"]'
        yield Problem(Code.MISSING_TAG, where, message)
    if default_date is None and "Date" not in case.tags and "Date" not in case.record.broken_tags:
        message = 'an import needs to know the day: add [Date "2026-11-26"], or give --date for all that have none'
        yield Problem(Code.MISSING_TAG, where, message)


def _begin(case: Case, verdict: Verdict, name: str, default_date: date | None) -> StatedSession | None:
    """The session that begins with this record; None where a problem of the record stands against it."""
    tags = case.tags
    played_on = parse_date(tags["Date"]) if "Date" in tags else default_date
    form = parse_format(tags.get("Format", "first-to"))
    players = tuple(" ".join(normal_name(tags.get(tag, "")).split()) for tag in ("NonDealer", "Dealer"))
    if played_on is None or form is None or case.ruleset is None or not all(players) or players[0] == players[1]:
        return None
    return StatedSession(
        0,
        case.record.line,
        played_on,
        name,
        (players[0], players[1]),
        case.ruleset,
        form,
        _target(case, form, case.ruleset),
        " ".join(tags.get("Event", "").split()) or None,
        " ".join(tags.get("Table", "").split()) or None,
    )


def _target(case: Case, form: SessionFormat, ruleset: Ruleset) -> int | None:
    if form.kind is not FormatKind.FIRST_TO:
        return None
    return parse_count(case.tags.get("Target", "")) or ruleset.target


def _content(case: Case, verdict: Verdict, session: StatedSession, canonical: Canonical) -> Content | None:
    """What a record says of its deal; None where a problem stands against it."""
    dealer = _dealer(case, session)
    if dealer is None or verdict.level is None:
        return None
    plays = format_jsonl(canonical.of(case.record)).rstrip("\n") if _keeps_record(case) else None
    if verdict.level is Level.MISDEAL:
        note = " ".join(case.tags.get("Misdeal", "").split()) or None
        return Content(EntryKind.MISDEAL, dealer=dealer, dealer_stated=True, note=note, plays=plays)
    if verdict.level is Level.UNFINISHED:
        return Content(EntryKind.MISDEAL, dealer=dealer, dealer_stated=True, note=BROKEN_OFF, plays=plays)
    if verdict.score is None:
        return None
    score = verdict.score if dealer == 1 else (verdict.score[1], verdict.score[0])
    return Content(
        EntryKind.DEAL,
        dealer=dealer,
        dealer_stated=True,
        score=score,
        all_tricks=verdict.level is Level.SCHWARZ and case.ruleset is not None and decides_by_tricks(case.ruleset),
        plays=plays,
    )


def _dealer(case: Case, session: StatedSession) -> Side | None:
    """Which of the session's players dealt; None where others play."""
    non_dealer, dealer = (" ".join(normal_name(case.tags.get(tag, "")).split()) for tag in ("NonDealer", "Dealer"))
    if (non_dealer, dealer) == session.players:
        return 1
    return 0 if (dealer, non_dealer) == session.players else None


def _keeps_record(case: Case) -> bool:
    """Whether a record says more than the ledger keeps without it: plays, hands, comments, other tags."""
    if case.kind in (RecordKind.FULL, RecordKind.TRICKS_ONLY):
        return True
    record = case.record
    return record.comment is not None or record.tricks_written > 0 or not _PLAIN_TAGS.issuperset(case.tags)


__all__ = ["BROKEN_OFF", "StatedRecords", "read_stated_records"]
