"""A session from its entries: which of them count, in which order, and what they come to."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Literal

from schneider_league.game.ruleset import Ruleset
from schneider_league.game.score import Level, Pair, derive_outcome_of_score
from schneider_league.game.session import Progress, next_dealer
from schneider_league.records.ledger import Content, Ending, Entry, EntryKind, SessionStart, Side


class State(StrEnum):
    """How far a session has got."""

    OPEN = "open"
    FINISHED = "finished"
    ABANDONED = "abandoned"
    FORFEITED = "forfeited"
    VOID = "void"


@dataclass(frozen=True, slots=True)
class DealRow:
    """One dealt hand that counts; pairs are a's number first."""

    deal: int
    """From 1, misdeals and ties included."""
    entry: Entry
    dealer: Side
    level: Level
    score: Pair | None
    """Units; None for a misdeal."""
    game_points: Pair
    """(0, 0) for a tie or a misdeal."""
    running: Pair
    proposed_dealer: Side | None
    """Who should have dealt; None before the first deal."""
    is_after_end: bool
    """Whether the session was over before it; then it adds nothing."""

    @property
    def result(self) -> Pair | Literal["redeal"]:
        """What it was worth."""
        return "redeal" if self.level in (Level.TIE, Level.MISDEAL) else self.game_points


@dataclass(frozen=True, slots=True)
class Session:
    """A session as it stands."""

    id: int
    start: SessionStart
    ruleset: Ruleset
    state: State
    winner: Side | None
    """None while it is open, for a drawn session, and where nobody won."""
    score: Pair
    """Game points."""
    next_dealer: Side | None
    """Who deals the next hand; None where none is to be dealt, or only the end is known."""
    rows: tuple[DealRow, ...]
    end: Entry | None
    """The effective end or whole result."""
    entries: tuple[Entry, ...] = field(repr=False)
    """All entries, replaced ones included, by seq."""

    @property
    def is_rated(self) -> bool:
        """Whether it counts for ratings: finished, not forfeited or abandoned."""
        return self.state is State.FINISHED


def effective_entries(entries: Sequence[Entry]) -> list[Entry]:
    """The last entry of each chain that does not end in a VOID, deals in the order of the table.

    `entries` are those of one session by seq.
    """
    heads: dict[int, Entry] = {}
    order: list[int] = []
    for entry in entries:
        if entry.root not in heads:
            if entry.after is None:
                order.append(entry.root)
            else:
                # Behind its root, or before the first deal: behind the start, which is never inserted.
                place = order.index(entry.after) + 1 if entry.after in heads else 1
                order.insert(place, entry.root)
        heads[entry.root] = entry
    return [heads[root] for root in order if heads[root].content.kind is not EntryKind.VOID]


def derive_session(entries: Sequence[Entry], ruleset_of: Callable[[str], Ruleset]) -> Session:
    """The session that these entries, all of one session by seq, come to.

    Args:
        entries: Of one session, by seq; the first is its start.
        ruleset_of: The ruleset of a digest.
    """
    effective = effective_entries(entries)
    first = entries[0]
    start_entry = next((entry for entry in effective if entry.content.kind is EntryKind.START), None)
    start = (start_entry or _last_start(entries)).content.start
    assert start is not None
    ruleset = ruleset_of(start.digest)
    progress = Progress(start.target, start.format.deals, dealer=start.first_dealer, must_decide=start.must_decide)
    rows: list[DealRow] = []
    end: Entry | None = None
    for entry in effective:
        content = entry.content
        if content.kind in (EntryKind.DEAL, EntryKind.MISDEAL):
            rows.append(_add_deal(progress, entry, content, ruleset, len(rows) + 1))
        elif content.kind in (EntryKind.END, EntryKind.RESULT):
            end = entry
    state, winner, score = _standing(start_entry, end, progress)
    is_open = state is State.OPEN
    dealer: Side | None = None
    if is_open and progress.dealer is not None:
        dealer = 1 if progress.dealer else 0
    return Session(first.session, start, ruleset, state, winner, score, dealer, tuple(rows), end, tuple(entries))


def _last_start(entries: Sequence[Entry]) -> Entry:
    return [entry for entry in entries if entry.content.kind is EntryKind.START][-1]


def _add_deal(progress: Progress, entry: Entry, content: Content, ruleset: Ruleset, number: int) -> DealRow:
    proposed: Side | None = None if progress.dealer is None else (1 if progress.dealer else 0)
    dealer: Side = content.dealer if content.dealer is not None else (proposed or 0)
    if content.kind is EntryKind.MISDEAL or content.score is None:
        level, points = Level.MISDEAL, (0, 0)
    else:
        outcome = derive_outcome_of_score(ruleset, content.score, all_tricks=content.all_tricks)
        level, points = outcome.level, outcome.game_points
    is_after_end = progress.is_over
    if is_after_end:
        # It adds nothing, but the deal passes as it did at the table.
        progress.dealer = next_dealer(dealer, has_winner=points != (0, 0))
    else:
        progress.add(dealer, points)
    return DealRow(
        number,
        entry,
        dealer,
        level,
        content.score,
        points,
        progress.score,
        proposed if number > 1 else None,
        is_after_end,
    )


def _standing(start: Entry | None, end: Entry | None, progress: Progress) -> tuple[State, Side | None, Pair]:
    """State, winner and score."""
    score = progress.score
    if start is None:
        return State.VOID, None, score
    if end is not None:
        content = end.content
        if content.kind is EntryKind.RESULT:
            assert content.score is not None
            return _finished(content.score, must_decide=progress.must_decide)
        if content.ending is Ending.ABANDON:
            return State.ABANDONED, None, score
        if content.ending is Ending.FORFEIT:
            winner: Side | None = {"a": 1, "b": 0}.get(content.loser or "")  # type: ignore[assignment]
            return State.FORFEITED, winner, score
        return _finished(score, must_decide=progress.must_decide)
    if progress.is_over:
        return State.FINISHED, _leader(score), score
    return State.OPEN, None, score


def _finished(score: Pair, *, must_decide: bool) -> tuple[State, Side | None, Pair]:
    """What a session comes to that was said to be over: one that must decide stays open while it is level."""
    if must_decide and score[0] == score[1]:
        return State.OPEN, None, score
    return State.FINISHED, _leader(score), score


def _leader(score: Pair) -> Side | None:
    if score[0] == score[1]:
        return None
    return 0 if score[0] > score[1] else 1


@dataclass(frozen=True, slots=True)
class Actions:
    """What can be taken back, and what taken back can be done again."""

    done: tuple[int, ...]
    """Actions that stand, in order; the last is what `undo` takes back."""
    undone: tuple[int, ...]
    """Undoing actions that stand, in order; the last is what `redo` takes back. None once something new is entered."""


def derive_actions(entries: Sequence[Entry]) -> Actions:
    """The stacks of undo and redo after these entries, all of one session by seq."""
    done: list[int] = []
    undone: list[tuple[int, int]] = []
    seen: set[int] = set()
    for entry in entries:
        if entry.action in seen:
            continue
        seen.add(entry.action)
        if entry.undoes is not None:
            done.remove(entry.undoes)
            undone.append((entry.action, entry.undoes))
        elif entry.redoes is not None:
            undone = [pair for pair in undone if pair[0] != entry.redoes]
            done.append(entry.action)
        else:
            undone.clear()
            done.append(entry.action)
    return Actions(tuple(done), tuple(action for action, _taken_back in undone))
