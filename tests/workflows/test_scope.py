"""Days and times that restrict what is looked at: midnight, time zones, summer time."""

from __future__ import annotations

import time
from collections.abc import Iterator
from datetime import UTC, date, datetime, timedelta
from zoneinfo import ZoneInfo

import pytest
from freezegun import freeze_time

from schneider_league.errors import UsageError
from schneider_league.workflows.scope import Scope, parse_moment, parse_scope

PRAGUE = ZoneInfo("Europe/Prague")
TICK = timedelta(microseconds=1)


@pytest.mark.parametrize(
    ("text", "zone", "expected"),
    [
        ("2026-11-26", PRAGUE, datetime(2026, 11, 26, 23, tzinfo=UTC) - TICK),
        ("2026-11-26", ZoneInfo("America/New_York"), datetime(2026, 11, 27, 5, tzinfo=UTC) - TICK),
        ("2026-11-26", UTC, datetime(2026, 11, 27, tzinfo=UTC) - TICK),
        # a day of 25 hours and one of 23
        ("2026-10-25", PRAGUE, datetime(2026, 10, 25, 23, tzinfo=UTC) - TICK),
        ("2026-10-24", PRAGUE, datetime(2026, 10, 24, 22, tzinfo=UTC) - TICK),
        ("2026-03-29", PRAGUE, datetime(2026, 3, 29, 22, tzinfo=UTC) - TICK),
        ("2026-11-26T22:30", PRAGUE, datetime(2026, 11, 26, 21, 30, tzinfo=UTC)),
        ("2026-11-26 22:30:15", PRAGUE, datetime(2026, 11, 26, 21, 30, 15, tzinfo=UTC)),
        ("2026-11-26T22:30Z", PRAGUE, datetime(2026, 11, 26, 22, 30, tzinfo=UTC)),
        ("2026-11-26T22:30-05:00", PRAGUE, datetime(2026, 11, 27, 3, 30, tzinfo=UTC)),
    ],
)
def test_a_bare_date_means_its_end(text: str, zone: ZoneInfo, expected: datetime) -> None:
    assert parse_moment(text, "--known-at", zone) == expected


@pytest.mark.parametrize("text", ["", "26.11.2026", "2026-02-30", "2026-11-26T25:00", "yesterday", "9999-12-31"])
def test_what_is_no_time(text: str) -> None:
    with pytest.raises(UsageError) as caught:
        parse_moment(text, "--known-at", UTC)
    assert caught.value.hint is not None


@pytest.fixture
def tokyo(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    monkeypatch.setenv("TZ", "Asia/Tokyo")
    time.tzset()
    yield
    monkeypatch.undo()
    time.tzset()


@pytest.mark.usefixtures("tokyo")
def test_the_machines_zone_is_the_default() -> None:
    assert parse_moment("2026-11-26", "--known-at") == datetime(2026, 11, 26, 15, tzinfo=UTC) - TICK


@pytest.mark.usefixtures("tokyo")
@pytest.mark.parametrize("now", ["2026-11-26 14:59:59", "2026-11-26 15:00:01", "2027-07-01"])
def test_what_a_day_means_does_not_depend_on_today(now: str) -> None:
    with freeze_time(now):
        assert parse_moment("2026-11-26", "--known-at") == datetime(2026, 11, 26, 15, tzinfo=UTC) - TICK


def test_the_earlier_of_two_last_days_counts() -> None:
    scope = parse_scope(until="2026-06-30", as_of="2026-03-31")
    assert scope.last_day == date(2026, 3, 31)
    assert parse_scope(until="2026-02-01", as_of="2026-03-31").last_day == date(2026, 2, 1)
    assert parse_scope().last_day is None


def test_nothing_can_lie_between() -> None:
    with pytest.raises(UsageError, match="--since 2026-02-01 lies after --until 2026-01-31"):
        parse_scope(since="2026-02-01", until="2026-01-31")
    with pytest.raises(UsageError, match="lies after --as-of"):
        parse_scope(since="2026-02-01", as_of="2026-01-31")


def test_words() -> None:
    assert Scope().words() == ""
    scope = parse_scope(since="2026-01-01", until="2026-06-30", rules="points", bots=True)
    assert scope.words() == "played from 2026-01-01 up to 2026-06-30, under points, bots included"
    assert parse_scope(as_of="2026-06-30").words() == "played up to 2026-06-30"
