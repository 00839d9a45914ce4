"""`bot deal RUN N`: a deal of a run as a deal record."""

from __future__ import annotations

from pathlib import Path

from schneider_league.arena.deal_records import deal_record, find_deal
from schneider_league.arena.run_file import read_run
from schneider_league.records.jsonl import format_jsonl
from schneider_league.records.sdr import format_sdr


def deal_of_run(path: str, number: int, *, as_json: bool = False) -> str:
    """The record of deal `number` of a run, from 1, as text or as a line of JSON.

    Raises:
        NotFoundError: there is no such run, or no such deal in it.
        UnreadableError: the file is no run, or damaged.
        StateError: built-in bots do not play it today as they did.
    """
    run = read_run(Path(path))
    record = deal_record(run, find_deal(run, number))
    return format_jsonl(record) if as_json else format_sdr(record)
