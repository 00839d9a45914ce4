"""The summary under checked records."""

import pytest

from schneider_league.errors import Code, Problem, Where
from schneider_league.records.verdict import Verdict
from schneider_league.reports.replay import Tally


def verdict(number: int, *codes: Code) -> Verdict:
    problems = tuple(Problem(code, Where("n.sdr", number), "why") for code in codes)
    return Verdict("n.sdr", number, number, None, None, None, None, None, None, None, None, None, problems)


@pytest.mark.parametrize(
    ("records", "faulty", "said"),
    [
        (0, 0, "There are no records."),
        (1, 0, "1 record, none faulty."),
        (5, 2, "5 records, 2 faulty: record 1 (n.sdr:1), record 2 (n.sdr:2)."),
        (10, 10, "record 10 (n.sdr:10)."),
        (13, 13, "record 9 (n.sdr:9), record 10 (n.sdr:10) and 3 more."),
    ],
)
def test_at_most_ten_are_named(records: int, faulty: int, said: str) -> None:
    tally = Tally()
    for number in range(1, records + 1):
        tally.count(verdict(number, *([Code.SYNTAX] if number <= faulty else [])))
    assert tally.notes()[0].endswith(said)
