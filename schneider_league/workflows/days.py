"""Days as a club counts them: a night that began on Thursday is Thursday's until six in the morning."""

from __future__ import annotations

from datetime import date, datetime, timedelta
from typing import Final

from schneider_league.errors import UsageError
from schneider_league.records.claims import parse_date

NEW_DAY: Final = 6
"""The hour, local time, at which a club's new day begins."""


def club_day(now: datetime) -> date:
    """The day that a session played now belongs to. `now` is aware; the local time zone decides."""
    local = now.astimezone()
    return local.date() if local.hour >= NEW_DAY else local.date() - timedelta(days=1)


def parse_day(text: str, option: str) -> date:
    """A day that was given as `option`.

    Raises:
        UsageError: it is no day.
    """
    day = parse_date(text.strip())
    if day is None:
        raise UsageError(f"{option}: '{text}' is no day", hint="write year, month and day, as in 2026-11-26")
    return day
