"""Many deals on the table at once: questions are collected for each seat, answers taken by the dozen.

In plain Python each deal is a generator (`course.py`). Where there is a compiler, the deals are rows of an array that
one call takes further; what comes out is the same.
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Sequence
from functools import partial
from typing import Any, Final, Protocol, TypeAlias

from schneider_league.arena import compiled_course as cc
from schneider_league.arena.course import (
    Chooser,
    Played,
    SeatFailedError,
    course_tables,
    play_against_built_in,
    play_deal,
)
from schneider_league.arena.packs import Packs
from schneider_league.bots.python_host import FAILED
from schneider_league.bots.seat import Cause
from schneider_league.bots.turn import Row
from schneider_league.game.position import NO_CARD
from schneider_league.game.ruleset import Ruleset

SEATS: Final = 4
"""Seats are numbered 2 * half + bot."""

Side: TypeAlias = int | Chooser
"""The number of a seat that is asked, or a built-in bot."""
Ended: TypeAlias = list[tuple[int, Played]]
"""Slots of deals that have come to their end."""


class Courses(Protocol):
    """Deals in play, each with a slot of its own."""

    def new_slot(self, number: int) -> int:
        """The slot of the next deal, given a number that was not given before."""

    def begin(self, slot: int, pair: int, deal: int, sides: tuple[Side, Side]) -> int:
        """Begin a deal, the non-dealer's side first; the turned-up card, -1 in games without trumps."""

    def has_questions(self, seat: int) -> bool:
        """Whether there are questions to a seat."""

    def take_questions(self, seat: int) -> tuple[Sequence[int], list[Row] | bytes]:
        """The questions to a seat: the slot of each, and what is to be sent (`PythonProcess.send`)."""

    def forget_questions(self, seat: int) -> None:
        """Drop the questions to a seat."""

    def go_on(self, slots: Sequence[int], choices: bytes) -> Ended:
        """Go on with these deals, except those whose choice is `FAILED` and those that are not in play any more."""

    def fail(self, slot: int, side: int, cause: Cause) -> Played:
        """End a deal that is in play, since a side has failed."""

    def drop(self, slot: int) -> None:
        """Take a deal off the table, with the questions of it."""


class PlainCourses:
    """Deals in play, in plain Python."""

    def __init__(self, ruleset: Ruleset, packs: Packs) -> None:
        self._ruleset, self._packs = ruleset, packs
        self._tables = course_tables(ruleset.code)
        self._courses: dict[int, Generator[None, int, Played]] = {}
        self._send: dict[int, Callable[[int], None]] = {}
        self._rows: list[list[Row]] = [[] for _ in range(SEATS)]

    def new_slot(self, number: int) -> int:
        """The slot of the next deal."""
        return number

    def begin(self, slot: int, pair: int, deal: int, sides: tuple[Side, Side]) -> int:
        """Begin a deal."""
        pack = self._packs.of(pair, deal)
        first, second = sides
        if isinstance(first, int) and isinstance(second, int):
            course = play_deal(self._tables, pack, slot, self._rows[first].append, self._rows[second].append)
        else:
            asks = [self._rows[side].append if isinstance(side, int) else side for side in sides]
            is_built_in = not isinstance(first, int), not isinstance(second, int)
            course = play_against_built_in(self._ruleset.code, pack, slot, (asks[0], asks[1]), is_built_in)
        self._courses[slot] = course
        self._send[slot] = course.send
        next(course)
        return pack[-1] if self._ruleset.has_trumps else NO_CARD

    def has_questions(self, seat: int) -> bool:
        """Whether there are questions to a seat."""
        return bool(self._rows[seat])

    def take_questions(self, seat: int) -> tuple[Sequence[int], list[Row] | bytes]:
        """The questions to a seat."""
        rows = self._rows[seat][:]
        self._rows[seat].clear()
        return [row[0] for row in rows], rows

    def forget_questions(self, seat: int) -> None:
        """Drop the questions to a seat."""
        self._rows[seat].clear()

    def go_on(self, slots: Sequence[int], choices: bytes) -> Ended:
        """Go on with these deals."""
        send, found = self._send, []
        for slot, choice in zip(slots, choices, strict=True):
            if choice != FAILED and (go_on := send.get(slot)) is not None:
                try:
                    go_on(choice)
                except StopIteration as ended:
                    del self._courses[slot], send[slot]
                    found.append((slot, ended.value))
        return found

    def fail(self, slot: int, side: int, cause: Cause) -> Played:
        """End a deal."""
        del self._send[slot]
        try:
            self._courses.pop(slot).throw(SeatFailedError(side, cause))
        except StopIteration as ended:
            played: Played = ended.value
            return played
        raise AssertionError("a deal goes on although a side has failed")

    def drop(self, slot: int) -> None:
        """Take a deal off the table."""
        del self._send[slot]
        self._courses.pop(slot).close()
        for rows in self._rows:
            rows[:] = [row for row in rows if row[0] != slot]


class CompiledCourses:
    """Deals in play between Python bots, compiled. A deal's slot tells its row: the remainder by the number of rows."""

    def __init__(self, ruleset: Ruleset, packs: Packs, capacity: int) -> None:
        import numpy

        def room(*shape: int) -> Any:
            return numpy.zeros(shape, dtype=numpy.int64)

        self._ruleset, self._rules, self._packs = ruleset, ruleset.code, packs
        self._array = partial(numpy.array, dtype=numpy.int64)
        self._numbers_of = partial(numpy.frombuffer, dtype=numpy.uint8)
        self._capacity = capacity
        self._table = room(capacity, cc.WIDTH)
        self._table[:, cc.SLOT] = cc.FREE
        self._dealt = room(capacity, ruleset.cards)
        self._moves = room(capacity, cc.MOST_MOVES)
        self._questions = room(SEATS, capacity, cc.QUESTION)
        self._counts = room(SEATS)
        self._ended = room(capacity)
        self._begun: list[tuple[int, int, Side, Side]] = []
        self._begun_packs: list[tuple[int, ...]] = []
        self._free = list(range(capacity))

    def new_slot(self, number: int) -> int:
        """The slot of the next deal."""
        return number * self._capacity + self._free.pop()

    def begin(self, slot: int, pair: int, deal: int, sides: tuple[Side, Side]) -> int:
        """Begin a deal."""
        pack = self._packs.of(pair, deal)
        self._begun.append((slot % self._capacity, slot, *sides))
        self._begun_packs.append(pack)
        return pack[-1] if self._ruleset.has_trumps else NO_CARD

    def _begin(self) -> None:
        """Ask the first questions of deals that have begun."""
        if self._begun:
            begun = self._array(self._begun)
            places = begun[:, 0].copy()
            self._table[places, cc.SLOT : cc.SLOT + 3] = begun[:, 1:]
            self._dealt[places] = self._begun_packs
            self._begun.clear()
            self._begun_packs.clear()
            cc.entry("begin_deals")(self._rules, places, self._table, self._dealt, self._questions, self._counts)

    def has_questions(self, seat: int) -> bool:
        """Whether there are questions to a seat."""
        self._begin()
        return bool(self._counts[seat])

    def take_questions(self, seat: int) -> tuple[Sequence[int], list[Row] | bytes]:
        """The questions to a seat."""
        self._begin()
        rows = self._questions[seat, : self._counts[seat]]
        self._counts[seat] = 0
        return rows[:, 0].copy(), rows.tobytes()

    def forget_questions(self, seat: int) -> None:
        """Drop the questions to a seat."""
        self._begin()
        self._counts[seat] = 0

    def go_on(self, slots: Sequence[int], choices: bytes) -> Ended:
        """Go on with these deals."""
        if not choices:
            return []
        count = cc.entry("go_on")(
            self._rules, slots, self._array(self._numbers_of(choices)), self._table, self._dealt, self._moves,
            self._questions, self._counts, self._ended,
        )  # fmt: skip
        if not count:
            return []
        places = self._ended[:count]
        rows, moves = self._table[places].tolist(), self._moves[places].astype("uint8")
        found = []
        for row, made in zip(rows, moves, strict=True):
            by = row[cc.BY] if row[cc.BY] >= 0 else None
            cause = Cause.NORMAL if by is None else Cause.ILLEGAL
            found.append((row[cc.SLOT], self._end(row, made.tobytes(), by, cause)))
        return found

    def _end(self, row: list[int], moves: bytes, by: int | None, cause: Cause) -> Played:
        self._give_back(row[cc.SLOT])
        units, tricks = (row[cc.UNITS], row[cc.UNITS + 1]), (row[cc.TRICKS], row[cc.TRICKS + 1])
        if row[cc.LEADER]:
            units, tricks = (units[1], units[0]), (tricks[1], tricks[0])
        asks = row[cc.ASKS], row[cc.ASKS + 1]
        return Played(units, tricks, moves[: row[cc.MOVES]], asks, row[cc.MARRIAGES], cause, by)

    def _give_back(self, slot: int) -> None:
        place = slot % self._capacity
        self._table[place, cc.SLOT] = cc.FREE
        self._free.append(place)

    def fail(self, slot: int, side: int, cause: Cause) -> Played:
        """End a deal."""
        self._begin()
        place = slot % self._capacity
        return self._end(self._table[place].tolist(), bytes(self._moves[place].tolist()), side, cause)

    def drop(self, slot: int) -> None:
        """Take a deal off the table."""
        self._begin()
        self._give_back(slot)
        for seat in range(SEATS):
            rows = self._questions[seat, : self._counts[seat]]
            kept = rows[rows[:, 0] != slot]
            self._questions[seat, : len(kept)] = kept
            self._counts[seat] = len(kept)
