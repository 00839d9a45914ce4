"""Which day a night belongs to."""

from __future__ import annotations

import time
from collections.abc import Iterator
from datetime import date, datetime

import pytest
from freezegun import freeze_time

from schneider_league.errors import UsageError
from schneider_league.store.engine import utc_now
from schneider_league.workflows.days import club_day, parse_day
from schneider_league.workflows.sessions.showing import view_session
from schneider_league.workflows.sessions.starting import begin_session
from schneider_league.workflows.sessions.terms import Terms
from tests.workflows.scorekeeper import Scorekeeper


@pytest.fixture
def zone(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> Iterator[str]:
    """The local time zone that the test asks for."""
    monkeypatch.setenv("TZ", request.param)
    time.tzset()
    yield request.param
    monkeypatch.undo()
    time.tzset()


@pytest.mark.parametrize(
    ("zone", "moment", "day"),
    [
        # A night that begins on Thursday is Thursday's until six in the morning.
        ("Europe/Prague", "2026-11-26T20:00+01:00", date(2026, 11, 26)),
        ("Europe/Prague", "2026-11-26T23:59+01:00", date(2026, 11, 26)),
        ("Europe/Prague", "2026-11-27T00:01+01:00", date(2026, 11, 26)),
        ("Europe/Prague", "2026-11-27T05:59+01:00", date(2026, 11, 26)),
        ("Europe/Prague", "2026-11-27T06:00+01:00", date(2026, 11, 27)),
        # The local time decides, wherever that is.
        ("UTC", "2026-11-27T05:30+00:00", date(2026, 11, 26)),
        ("Europe/Prague", "2026-11-27T05:30+00:00", date(2026, 11, 27)),
        ("America/New_York", "2026-11-27T05:30+00:00", date(2026, 11, 26)),
        ("Pacific/Kiritimati", "2026-11-26T17:00+00:00", date(2026, 11, 27)),
        # The nights in which the clock is put forward and back.
        ("Europe/Prague", "2026-03-29T03:30+02:00", date(2026, 3, 28)),
        ("Europe/Prague", "2026-03-29T05:59+02:00", date(2026, 3, 28)),
        ("Europe/Prague", "2026-03-29T06:00+02:00", date(2026, 3, 29)),
        ("Europe/Prague", "2026-10-25T02:30+02:00", date(2026, 10, 24)),
        ("Europe/Prague", "2026-10-25T05:59+01:00", date(2026, 10, 24)),
        ("Europe/Prague", "2026-10-25T06:00+01:00", date(2026, 10, 25)),
        # The first day of a year.
        ("Europe/Prague", "2027-01-01T02:00+01:00", date(2026, 12, 31)),
    ],
    indirect=["zone"],
)
def test_a_new_day_begins_at_six(zone: str, moment: str, day: date) -> None:
    assert club_day(datetime.fromisoformat(moment)) == day
    with freeze_time(datetime.fromisoformat(moment)):
        assert club_day(utc_now()) == day


@pytest.mark.parametrize("zone", ["Europe/Prague"], indirect=True)
def test_a_session_started_past_midnight_and_what_it_answers(zone: str, league_address: str) -> None:
    Scorekeeper(league_address)
    with freeze_time(datetime.fromisoformat("2026-11-27T00:30+01:00")):
        answer = begin_session(league_address, ("anna", "ben"), Terms(), dealer="anna")
    assert "2026-11-26" in answer.lines[0]
    assert view_session(league_address, "1").line.date == date(2026, 11, 26)


@pytest.mark.parametrize("zone", ["Europe/Prague"], indirect=True)
def test_the_date_may_be_said_and_one_yet_to_come_is_pointed_out(zone: str, league_address: str) -> None:
    Scorekeeper(league_address)
    with freeze_time(datetime.fromisoformat("2026-11-26T20:00+01:00")):
        said = begin_session(league_address, ("anna", "ben"), Terms(date="2026-11-19"), dealer="anna")
        ahead = begin_session(league_address, ("carl", "dora"), Terms(date="2027-11-26"), dealer="carl")
    assert ("2026-11-19" in said.lines[0], said.hints) == (True, ())
    assert ahead.hints == ("2027-11-26 is yet to come; `session amend --date` puts it right",)


@pytest.mark.parametrize("text", ["", "26.11.2026", "2026-11-31", "2026-13-01", "today", "20261126", "2026-11-26T20"])
def test_what_is_no_day(text: str) -> None:
    with pytest.raises(UsageError, match="--date"):
        parse_day(text, "--date")
