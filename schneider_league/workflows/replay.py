"""Checking files of deal records."""

from __future__ import annotations

import io
from collections.abc import Iterator, Sequence

from schneider_league.errors import NotFoundError, UsageError
from schneider_league.records.check_file import RulesBook, check_cases, check_records, read_records
from schneider_league.records.playthrough import Playthrough, derive_playthrough
from schneider_league.records.verdict import Verdict
from schneider_league.workflows.files import Counted, OnProgress, check_names, check_there, open_input, size_of
from schneider_league.workflows.rules import OnWarning, ignore, league_house_rules, load_house_rules


def replay_files(
    files: Sequence[str],
    *,
    rules_files: Sequence[str] = (),
    address: str | None = None,
    on_warning: OnWarning = ignore,
    on_progress: OnProgress | None = None,
) -> Iterator[Verdict]:
    """The verdict of each record of these files (`-` is standard input), while they are read.

    The house rules of the league at `address` are known, if it is there.

    Raises:
        NotFoundError: a file is missing; nothing has been yielded then.
        UnreadableError: a file is no file of deal records, or one of house rules is wrong.
    """
    check_names([*files, *rules_files])
    rules = RulesBook(load_house_rules(rules_files, league_house_rules(address, on_warning)))
    check_there(files)
    done, total = 0, size_of(list(files)) if on_progress else None

    def read(count: int) -> None:
        nonlocal done
        done += count
        if on_progress:
            on_progress(done, total)

    for file in files:
        with open_input(file) as stream:
            source = io.BufferedReader(Counted(stream, read)) if on_progress else stream
            yield from check_records(read_records(source, file), file, rules)


def playthrough(
    files: Sequence[str],
    record: int,
    *,
    rules_files: Sequence[str] = (),
    address: str | None = None,
    on_warning: OnWarning = ignore,
) -> Playthrough:
    """One record, trick by trick; `record` counts from 1 in the one file that is given.

    Raises:
        UsageError: more than one file is given.
        NotFoundError: a file is missing, or the record.
        UnreadableError: it is no file of deal records.
    """
    if len(files) != 1:
        raise UsageError("one record is shown of one file", hint="name just one file beside --show")
    (file,) = files
    check_names([file, *rules_files])
    rules = RulesBook(load_house_rules(rules_files, league_house_rules(address, on_warning)))
    number = 0
    with open_input(file) as stream:
        for number, (case, verdict) in enumerate(check_cases(read_records(stream, file), file, rules), 1):
            if number == record:
                return derive_playthrough(case, verdict)
    held = "one record" if number == 1 else f"{number} records"
    raise NotFoundError(f"there is no record {record}: '{file}' holds {held if number else 'no record'}")
