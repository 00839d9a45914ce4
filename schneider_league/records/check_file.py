"""Checking the records of a file, one after the other, in their sessions."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import BinaryIO

from schneider_league.errors import Code
from schneider_league.game.ruleset import BOHEMIAN, Ruleset, UnknownRulesError, parse_rules
from schneider_league.records.case import Case
from schneider_league.records.checks import FORM_CHECKS, PLAY_CHECKS
from schneider_league.records.claims import parse_count
from schneider_league.records.jsonl import read_jsonl
from schneider_league.records.model import Record
from schneider_league.records.reading import open_source, read_chunks
from schneider_league.records.sdr import parse_sdr
from schneider_league.records.sessions import Sessions
from schneider_league.records.verdict import Verdict


def read_records(stream: BinaryIO, file: str) -> Iterator[Record]:
    """The records of a stream, text or JSON lines.

    Raises:
        UnreadableError: the stream is UTF-16, or a league file.
    """
    source, is_json = open_source(stream, file)
    if is_json:
        return read_jsonl(source, file)
    return (parse_sdr(chunk, file) for chunk in read_chunks(source))


class RulesBook:
    """The rulesets that records may name."""

    def __init__(self, house_rules: Mapping[str, Ruleset] | None = None) -> None:
        self._house_rules = dict(house_rules or {})
        self._known: dict[str, Ruleset | UnknownRulesError] = {}

    def find(self, name: str) -> Ruleset:
        """The ruleset of this name.

        Raises:
            UnknownRulesError: there is none.
        """
        found = self._known.get(name)
        if found is None:
            try:
                found = parse_rules(name, self._house_rules)
            except UnknownRulesError as error:
                found = error
            if len(self._known) < 1000:
                self._known[name] = found
        if isinstance(found, UnknownRulesError):
            raise found
        return found


def examine(record: Record, file: str, rules: RulesBook, sessions: Sessions) -> Case:
    """Check one record by itself; `sessions` says which rules it inherits."""
    case = Case(record, file)
    if record.faults:
        case.report_faults()
    for check in FORM_CHECKS:
        check(case)
    _find_rules(case, rules, sessions)
    for check in PLAY_CHECKS:
        check(case)
    return case


def _find_rules(case: Case, rules: RulesBook, sessions: Sessions) -> None:
    stated = case.tags.get("Rules")
    name = stated if stated is not None else sessions.rules_of(case)
    if name is None:
        case.ruleset = BOHEMIAN if "Rules" not in case.record.broken_tags else None
    else:
        try:
            case.ruleset = rules.find(name)
        except UnknownRulesError as error:
            message = error.message if stated is not None else f"{error.message} (as the session's first record says)"
            hint = f"; {error.hint}" if error.hint else ""
            case.report(Code.UNKNOWN_RULES, message + hint, tag="Rules" if stated is not None else None)
    if case.ruleset is None:
        case.is_scorable = False


def check_cases(records: Iterable[Record], file: str, rules: RulesBook) -> Iterator[tuple[Case, Verdict]]:
    """Each record as it was examined, with its verdict, in order."""
    sessions = Sessions()
    for number, record in enumerate(records, 1):
        case = examine(record, file, rules, sessions)
        running = sessions.check(case)
        tags = case.tags
        yield (
            case,
            Verdict(
                file,
                number,
                record.line,
                tags.get("Session"),
                parse_count(tags["Deal"]) if "Deal" in tags else None,
                case.ruleset.name if case.ruleset else None,
                tags.get("NonDealer"),
                tags.get("Dealer"),
                case.outcome.units if case.outcome else None,
                case.level,
                case.result,
                running,
                case.problems(),
            ),
        )


def check_records(records: Iterable[Record], file: str, rules: RulesBook) -> Iterator[Verdict]:
    """The verdict of each record, in order."""
    return (verdict for _case, verdict in check_cases(records, file, rules))
