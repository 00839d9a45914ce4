"""Converting deal records between their two forms and two card alphabets."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Literal

from schneider_league.errors import UnreadableError
from schneider_league.game.cards import Alphabet
from schneider_league.records.canonical import Canonical
from schneider_league.records.check_file import RulesBook, read_records
from schneider_league.records.jsonl import format_jsonl
from schneider_league.records.reading import open_source, read_lines
from schneider_league.records.sdr import format_sdr
from schneider_league.workflows.files import check_names, open_input
from schneider_league.workflows.rules import OnWarning, ignore, league_house_rules, load_house_rules

FORMATTERS: dict[str, Callable[..., str]] = {"sdr": format_sdr, "jsonl": format_jsonl}


def convert_file(
    file: str,
    *,
    to: Literal["sdr", "jsonl"],
    cards: Literal["french", "german"] | None = None,
    rules_files: Sequence[str] = (),
    address: str | None = None,
    on_warning: OnWarning = ignore,
) -> Iterator[str]:
    """The records of a file in canonical form, in pieces to write.

    Args:
        file: The file to read; `-` is standard input.
        to: The form to write.
        cards: The alphabet to write; None keeps that of each record.
        rules_files: House rules, whose names are then known.
        address: A league whose house rules are known too, if it is there.
        on_warning: Called where it is there and cannot be opened.

    Raises:
        NotFoundError: there is no such file.
        UsageError: it is a folder, or standard input is named twice.
        UnreadableError: a record cannot be read, so that something of it would be lost.
    """
    check_names([file, *rules_files])
    house_rules = load_house_rules(rules_files, league_house_rules(address, on_warning))
    canonical = Canonical(RulesBook(house_rules), Alphabet(cards) if cards else None)
    between = ""
    with open_input(file) as stream:
        for number, record in enumerate(read_records(stream, file), 1):
            if not record.lossless:
                fault = record.faults[0]
                excerpt = fault.excerpt if fault.excerpt is not None else record.source_line(fault.where.line or 0)
                column = fault.where.column
                mark = (column - 1, column - 1 + fault.width) if column and excerpt is not None else None
                raise UnreadableError(
                    f"record {number} cannot be converted without loss: {fault.message}",
                    where=fault.where,
                    excerpt=excerpt,
                    mark=mark,
                    hint=f"schneider-league replay {file} lists all that is wrong",
                )
            yield between + FORMATTERS[to](canonical.of(record))
            between = "\n" if to == "sdr" else ""


def count_asides(file: str) -> int:
    """How many lines of a file are asides, begun with `;` or `%`: what is converted does not have them any more."""
    count, inside = 0, False
    with open_input(file) as stream:
        source, is_json = open_source(stream, file)
        for line, _cut in read_lines(source) if not is_json else ():
            if not inside and line.startswith((b";", b"%")):
                count += 1
            elif inside or not line.lstrip().startswith(b"["):
                _before, end, behind = line.rpartition(b"}")
                inside = b"{" in behind or (inside and not end)
    return count
