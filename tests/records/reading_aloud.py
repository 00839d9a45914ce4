"""From text to verdicts, for the tests of records."""

from __future__ import annotations

import io
from collections.abc import Iterable

from schneider_league.game.cards import Alphabet
from schneider_league.game.ruleset import Ruleset
from schneider_league.records.canonical import Canonical
from schneider_league.records.check_file import RulesBook, check_records, read_records
from schneider_league.records.jsonl import format_jsonl
from schneider_league.records.model import Record
from schneider_league.records.sdr import format_sdr
from schneider_league.records.verdict import Verdict

HANDS = """\
[NonDealerHand "AC KC QC JC 10C 9C"]
[DealerHand "AS KS QS JS 10S 9S"]
"""


def records_of(text: str | bytes, file: str = "t.sdr") -> list[Record]:
    raw = text.encode() if isinstance(text, str) else text
    return list(read_records(io.BytesIO(raw), file))


def verdicts_of(source: str | bytes | Iterable[Record], house_rules: dict[str, Ruleset] | None = None) -> list[Verdict]:
    records = records_of(source) if isinstance(source, str | bytes) else source
    return list(check_records(records, "t.sdr", RulesBook(house_rules)))


def codes_of(verdict: Verdict) -> list[tuple[str, int | None]]:
    return [(problem.code.value, problem.trick) for problem in verdict.problems]


def canonical_sdr(records: Iterable[Record], alphabet: Alphabet | None = None) -> str:
    """The file in canonical form."""
    canonical = Canonical(RulesBook(), alphabet)
    return "\n".join(format_sdr(canonical.of(record)) for record in records)


def canonical_jsonl(records: Iterable[Record], alphabet: Alphabet | None = None) -> str:
    canonical = Canonical(RulesBook(), alphabet)
    return "".join(format_jsonl(canonical.of(record)) for record in records)
