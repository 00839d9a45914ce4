"""A session as standings and ratings need it: who met, who won, and what its deals add up to.

There are two ways to the same tallies. `tally_session` reads a derived session and is the definition;
`derive_tallies` takes plain rows of a whole league and makes no object for a deal. A test holds them equal.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date, datetime
from typing import NamedTuple

from schneider_league.derive.sessions import Session, State
from schneider_league.game.ruleset import Ruleset
from schneider_league.game.score import Level, Pair, derive_outcome_of_score
from schneider_league.records.ledger import Ending, EntryKind, Side


class Tally(NamedTuple):
    """What a session adds up to; pairs are a's number first."""

    session: int
    uid: str
    players: tuple[int, int]
    """Ids of a and b, merges resolved."""
    played_on: date
    recorded: datetime
    """When its first entry was recorded, UTC."""
    place: int
    """Its place among the sessions that began in the same import, from 1; 0 where it was not imported."""
    state: State
    winner: Side | None
    """None where it is not over, was drawn, or nobody won."""
    score: Pair
    """Game points."""
    deals: int
    """Played out, ties included; neither misdeals nor deals after the end."""
    units: Pair
    """Captured in these deals."""
    schneiders: Pair
    """Of these deals, won by a Schneider that was no Schwarz."""
    schwarzes: Pair
    """Of these deals, won by a Schwarz."""
    rules: str
    """The ruleset's canonical name."""
    event: int | None
    pairing: int | None = None
    """The pairing of the event that it was started for."""

    # Unfinished, abandoned and void sessions do not count. A forfeited one is won by the other player, or by nobody.
    @property
    def is_counted(self) -> bool:
        """Whether standings count it."""
        return self.state in (State.FINISHED, State.FORFEITED)

    # Whole results are rated like any other; forfeits and abandoned sessions are not.
    @property
    def is_rated(self) -> bool:
        """Whether ratings count it."""
        return self.state is State.FINISHED

    def halves(self, side: Side) -> int:
        """Half points of a side: 2 for a win, 1 for a drawn session, else 0; a session forfeited by both gives none."""
        if self.winner is None:
            return 1 if self.state is State.FINISHED else 0
        return 2 if self.winner == side else 0


def play_order(tally: Tally) -> tuple[date, datetime, int, str]:
    """The key of the one total order: day played, first recording, place in its import batch, uid."""
    return tally.played_on, tally.recorded, tally.place, tally.uid


def tally_session(session: Session, *, uid: str, place: int, resolve: Callable[[int], int] = lambda id_: id_) -> Tally:
    """The tally of a session.

    Args:
        session: As derived from its entries.
        uid: The session's.
        place: Its place in its import, 0 where there is none.
        resolve: For a player's id the one that their sessions count for.
    """
    deals = 0
    units, schneiders, schwarzes = [0, 0], [0, 0], [0, 0]
    for row in session.rows:
        if row.score is None or row.level is Level.MISDEAL or row.is_after_end:
            continue
        deals += 1
        units[0] += row.score[0]
        units[1] += row.score[1]
        winner = 0 if row.score[0] > row.score[1] else 1
        schneiders[winner] += row.level is Level.SCHNEIDER
        schwarzes[winner] += row.level is Level.SCHWARZ
    start = session.start
    return Tally(
        session.id,
        uid,
        (resolve(start.players[0]), resolve(start.players[1])),
        start.played_on,
        session.entries[0].at,
        place,
        session.state,
        session.winner,
        session.score,
        deals,
        (units[0], units[1]),
        (schneiders[0], schneiders[1]),
        (schwarzes[0], schwarzes[1]),
        start.rules,
        start.event,
        start.pairing,
    )


class StartRow(NamedTuple):
    """The start of a session that is not void, as it stands now."""

    session: int
    uid: str
    recorded: datetime
    place: int
    player_a: int
    player_b: int
    digest: str
    target: int | None
    deals: int | None
    """Deals with a winner that end it; None for other formats."""
    played_on: date
    event: int | None
    rules: str
    pairing: int | None = None
    must_decide: bool = False


ScoreRow = tuple[int, int, int, int]
"""Session, units of a, units of b, whether the winner took every trick (0 or 1): a deal that counts."""


class EndRow(NamedTuple):
    """An end or a whole result that counts."""

    session: int
    kind: str
    ending: str | None
    loser: str | None
    score_a: int | None
    score_b: int | None


@dataclass(frozen=True, slots=True)
class LedgerRows:
    """The effective entries of a league as plain rows, misdeals left out."""

    starts: Sequence[StartRow]
    scores: Iterable[ScoreRow]
    """Those of one session stand together and in the order of the table; void sessions' may be among them."""
    ends: Iterable[EndRow]
    """In the order in which their chains began."""


_SCHNEIDER, _SCHWARZ = 1, 2
_Worth = tuple[int, int, int]


class _Worths(dict[tuple[int, int, int], _Worth]):
    """What a score is worth under one ruleset: game points of a, of b, and which kind of win."""

    def __init__(self, ruleset: Ruleset) -> None:
        super().__init__()
        self.ruleset = ruleset

    def __missing__(self, key: tuple[int, int, int]) -> _Worth:
        outcome = derive_outcome_of_score(self.ruleset, key[:2], all_tricks=bool(key[2]))
        kind = {Level.SCHNEIDER: _SCHNEIDER, Level.SCHWARZ: _SCHWARZ}.get(outcome.level, 0)
        worth = self[key] = (*outcome.game_points, kind)
        return worth


_UNREACHED = 1 << 62


def derive_tallies(
    rows: LedgerRows, ruleset_of: Callable[[str], Ruleset], merged: Mapping[int, int] | None = None
) -> list[Tally]:
    """The tallies of all sessions that are not void, in the order in which they were played (`play_order`).

    Args:
        rows: The league's.
        ruleset_of: The ruleset of a digest.
        merged: For a player's id the one that their sessions count for; who is not in it counts for themselves.
    """
    sums = _sum_scores(rows, ruleset_of)
    ends = {end.session: end for end in rows.ends}
    heads = merged or {}
    tallies = [
        _tally_start(start, sums.get(start.session, _NO_DEALS), ends.get(start.session), heads) for start in rows.starts
    ]
    tallies.sort(key=play_order)
    return tallies


class _Sums(NamedTuple):
    score: Pair
    is_over: bool
    deals: int
    units: Pair
    schneiders: Pair
    schwarzes: Pair


_NO_DEALS = _Sums((0, 0), False, 0, (0, 0), (0, 0), (0, 0))


def _sum_scores(rows: LedgerRows, ruleset_of: Callable[[str], Ruleset]) -> dict[int, _Sums]:
    """What the deals of each session add up to. This loop runs once a deal: nothing in it is looked up by name."""
    starts = {start.session: start for start in rows.starts}
    worths: dict[str, _Worths] = {}
    sums: dict[int, _Sums] = {}
    current = -1
    table: _Worths | None = None
    target = limit = _UNREACHED
    points_a = points_b = won = deals = units_a = units_b = 0
    kinds_a, kinds_b = [0, 0, 0], [0, 0, 0]
    is_over = must_decide = False

    def keep() -> None:
        sums[current] = _Sums(
            (points_a, points_b),
            is_over,
            deals,
            (units_a, units_b),
            (kinds_a[_SCHNEIDER], kinds_b[_SCHNEIDER]),
            (kinds_a[_SCHWARZ], kinds_b[_SCHWARZ]),
        )

    for session, score_a, score_b, all_tricks in rows.scores:
        if session != current:
            if table is not None:
                keep()
            current = session
            start = starts.get(session)
            if start is None:
                table = None
                continue
            table = worths.get(start.digest)
            if table is None:
                table = worths[start.digest] = _Worths(ruleset_of(start.digest))
            # What ends it is the target, or else the number of deals with a winner.
            target = _UNREACHED if start.target is None else start.target
            limit = _UNREACHED if start.target is not None or start.deals is None else start.deals
            must_decide = start.must_decide
            points_a = points_b = won = deals = units_a = units_b = 0
            kinds_a, kinds_b = [0, 0, 0], [0, 0, 0]
            is_over = False
        if is_over or table is None:
            continue
        gained_a, gained_b, kind = table[score_a, score_b, all_tricks]
        deals += 1
        units_a += score_a
        units_b += score_b
        if gained_a:
            points_a += gained_a
            kinds_a[kind] += 1
            won += 1
            is_over = points_a >= target or (won >= limit and (not must_decide or points_a != points_b))
        elif gained_b:
            points_b += gained_b
            kinds_b[kind] += 1
            won += 1
            is_over = points_b >= target or (won >= limit and (not must_decide or points_a != points_b))
    if table is not None:
        keep()
    return sums


def _tally_start(start: StartRow, sums: _Sums, end: EndRow | None, heads: Mapping[int, int]) -> Tally:
    a, b = start.player_a, start.player_b
    state, winner, score = _standing(sums, end, must_decide=start.must_decide)
    return Tally(
        start.session,
        start.uid,
        (heads.get(a, a), heads.get(b, b)),
        start.played_on,
        start.recorded,
        start.place,
        state,
        winner,
        score,
        sums.deals,
        sums.units,
        sums.schneiders,
        sums.schwarzes,
        start.rules,
        start.event,
        start.pairing,
    )


def _standing(sums: _Sums, end: EndRow | None, *, must_decide: bool) -> tuple[State, Side | None, Pair]:
    """State, winner and score, as `derive_session` finds them."""
    score = sums.score
    if end is None:
        return (State.FINISHED, _leader(score), score) if sums.is_over else (State.OPEN, None, score)
    if end.kind == EntryKind.RESULT:
        return _finished((end.score_a or 0, end.score_b or 0), must_decide=must_decide)
    if end.ending == Ending.ABANDON:
        return State.ABANDONED, None, score
    if end.ending == Ending.FORFEIT:
        return State.FORFEITED, {"a": _B, "b": _A}.get(end.loser or ""), score
    return _finished(score, must_decide=must_decide)


def _finished(score: Pair, *, must_decide: bool) -> tuple[State, Side | None, Pair]:
    if must_decide and score[0] == score[1]:
        return State.OPEN, None, score
    return State.FINISHED, _leader(score), score


_A: Side = 0
_B: Side = 1


def _leader(score: Pair) -> Side | None:
    if score[0] == score[1]:
        return None
    return _A if score[0] > score[1] else _B
