"""Which sessions are meant: those of some days, of one ruleset, as the league knew them at some time."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date, datetime, time, timedelta, tzinfo

from schneider_league.errors import UsageError
from schneider_league.records.claims import parse_date
from schneider_league.workflows.days import parse_day


@dataclass(frozen=True, slots=True)
class Scope:
    """What is asked for; None does not restrict."""

    since: date | None = None
    """The first day."""
    until: date | None = None
    """The last day."""
    as_of: date | None = None
    """The last day, and the day up to which time passes for ratings."""
    known_at: datetime | None = None
    """What came into this league later is not known. Aware."""
    rules: str | None = None
    """A ruleset, as the user named it."""
    rules_files: Sequence[str] = ()
    """Files of house rules that may be named."""
    bots: bool = False
    """Whether sessions in which a bot took part count."""

    @property
    def last_day(self) -> date | None:
        """The last day whose sessions count."""
        days = [day for day in (self.until, self.as_of) if day is not None]
        return min(days, default=None)

    def rating_words(self) -> str:
        """What a rating counts where sessions before or between are left out; empty where it counts all of them."""
        options = [name for name, given in (("--since", self.since), ("--rules", self.rules)) if given is not None]
        if not options:
            return ""
        what = f"played since {self.since}" if self.since is not None else ""
        under = f"under {self.rules}" if self.rules is not None else ""
        return (
            f"Ratings count only the sessions {' '.join(filter(None, (what, under)))}: everybody starts anew with "
            f"the first of them. Without {' and '.join(options)} they count all."
        )

    def words(self) -> str:
        """`played from 2026-01-01 to 2026-06-30, under points`; empty where nothing is restricted."""
        last = self.last_day
        parts = []
        if self.since is not None or last is not None:
            since = f" from {self.since}" if self.since is not None else ""
            parts.append(f"played{since}" + (f" up to {last}" if last is not None else ""))
        if self.rules is not None:
            parts.append(f"under {self.rules}")
        if self.known_at is not None:
            parts.append(f"as known at {self.known_at:%Y-%m-%d %H:%M:%S %z}")
        if self.bots:
            parts.append("bots included")
        return ", ".join(parts)


def parse_scope(
    *,
    since: str | None = None,
    until: str | None = None,
    as_of: str | None = None,
    known_at: str | None = None,
    rules: str | None = None,
    rules_files: Sequence[str] = (),
    bots: bool = False,
    zone: tzinfo | None = None,
) -> Scope:
    """What was given as options; `zone` is the local time zone, the machine's where None.

    Raises:
        UsageError: something is no day or no time, or nothing can lie between.
    """
    scope = Scope(
        None if since is None else parse_day(since, "--since"),
        None if until is None else parse_day(until, "--until"),
        None if as_of is None else parse_day(as_of, "--as-of"),
        None if known_at is None else parse_moment(known_at, "--known-at", zone),
        rules,
        rules_files,
        bots,
    )
    if scope.since is not None and scope.last_day is not None and scope.since > scope.last_day:
        option = "--until" if scope.last_day == scope.until else "--as-of"
        raise UsageError(f"--since {scope.since} lies after {option} {scope.last_day}")
    return scope


# A bare date means its end, local time: the last moment before the next local midnight.
def parse_moment(text: str, option: str, zone: tzinfo | None = None) -> datetime:
    """A day or a time that was given as `option`, local where it names no zone.

    Raises:
        UsageError: it is neither.
    """
    given = text.strip()
    day = parse_date(given)
    try:
        if day is not None:
            midnight = datetime.combine(day + timedelta(days=1), time.min)
            return _localised(midnight, zone) - timedelta(microseconds=1)
        if re.match(r"\d{4}-\d{2}-\d{2}[T ]", given):
            return _localised(datetime.fromisoformat(given.replace(" ", "T", 1)), zone)
    except (ValueError, OverflowError, OSError):
        pass
    raise UsageError(
        f"{option}: '{text}' is neither a day nor a time",
        hint="write 2026-11-26, which means its end, or 2026-11-26T22:30, local time where no zone is named",
    )


def _localised(at: datetime, zone: tzinfo | None) -> datetime:
    """The time with its zone; the local one where it names none."""
    if at.tzinfo is not None:
        return at
    return at.replace(tzinfo=zone) if zone is not None else at.astimezone()
