"""The play of `lockstep.py`: what waits, what is in play, what has ended, and what becomes of it when a bot fails."""

from __future__ import annotations

import heapq
import time
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from itertools import chain
from typing import Any, Final, Literal, NamedTuple, cast

from schneider_league.arena.compiled_course import is_compiled_already
from schneider_league.arena.course import Chooser, Played
from schneider_league.arena.courses import CompiledCourses, Courses, PlainCourses, Side
from schneider_league.arena.packs import Packs
from schneider_league.arena.playout import Playout, seed_chance
from schneider_league.bots.builtin import Builtin
from schneider_league.bots.python_process import Gone, Limits, Log, PythonBot, PythonProcess, Reply, Waiting
from schneider_league.bots.seat import Cause, seat_seed
from schneider_league.errors import LeagueError
from schneider_league.game.ruleset import Ruleset
from schneider_league.game.score import Pair, derive_outcome, forfeited_outcome
from schneider_league.game.session import Progress

OUT_AFTER: Final = 3
"""So many crashes and stalls in a row, in the order of the deals, and a bot is out."""
COMPILED_FROM: Final = 1000
"""So many deals in one call make up for loading the compiler."""
_CRASHES: Final = frozenset((Cause.CRASH, Cause.STALL))
_SLOW: Final = 0.25
"""Seconds for one move in every deal beyond which fewer deals are in play at once."""


class Ended(NamedTuple):
    """A deal that was played; pairs have the pairing's first bot first."""

    half: int
    units: Pair
    points: Pair
    cause: Cause
    by: int | None
    moves: bytes
    asks: Pair
    text: str


@dataclass(slots=True)
class Match:
    """A deal on its own, or a session: one half of a mirrored pair."""

    place: int
    """Where it stands in the order in which results are given."""
    pair: int
    half: int
    progress: Progress
    ended: list[Ended] = field(default_factory=list)
    is_complete: bool = False

    @property
    def dealer(self) -> int:
        """Who deals next: 0 the pairing's first bot, 1 the second."""
        dealer = self.progress.dealer
        assert dealer is not None
        return dealer


class Table(NamedTuple):
    """A deal that is being played."""

    slot: int
    match: Match
    dealer: int
    """0 for the pairing's first bot, 1 for the second."""


class Seat:
    """One instance of a Python bot, with what is to be sent to it."""

    def __init__(self, half: int, bot: int, process: PythonProcess) -> None:
        self.half, self.bot, self.process = half, bot, process
        self.number = 2 * half + bot
        self.ends: list[Any] = []
        self.begins: list[Any] = []
        self.sent: Sequence[int] = ()
        """The slots of the deals that it was asked about last."""
        self.owed: tuple[Cause, str] | None = None
        """Why the next deal is lost as soon as it begins."""
        self.out = ""
        """Why it could not be started again."""
        self.cpu = 0.0
        self.asked = 0

    def can_play(self) -> bool:
        """Whether it runs, or could be started again."""
        if not self.process.is_running and not self.out:
            try:
                self.process.start()
            except LeagueError as error:
                self.out = error.message
        return not self.out

    def reset(self) -> None:
        """Begin anew: nothing is to be sent or lost, and nothing has been spent."""
        self.forget()
        self.cpu, self.asked, self.owed = 0.0, 0, None

    def forget(self) -> None:
        """Nothing is to be sent any more."""
        self.ends.clear()
        self.begins.clear()

    def send(self, slots: Sequence[int], rows: list[Any] | bytes) -> None:
        """Send all of it with these questions."""
        self.sent = slots
        self.process.send(self.ends, self.begins, rows)
        self.forget()


@dataclass(slots=True)
class Pairing:
    """What is played, and by whom."""

    ruleset: Ruleset
    bots: tuple[PythonBot | Builtin, PythonBot | Builtin]
    run_seed: int
    number: int
    """From 0."""
    target: int | None
    """Game points of a session; None for deals on their own."""
    limits: Limits
    logs: tuple[Log, Log]
    in_flight: int
    """How many deals are at most in play at once."""
    packs: Packs
    playout: Playout
    is_compiled: bool
    on_compile: Callable[[], object] | None
    seats: list[list[Seat | None]]
    """By half and bot; None where the bot is built in."""
    begun: int = 0
    """How many deals have begun."""


class Round:
    """The play of one call: what waits, what is in play, what has ended."""

    def __init__(self, of: Pairing, waiting: list[Match]) -> None:
        self._of = of
        self._ruleset = of.ruleset
        self._courses = _courses(of, len(waiting))
        self._seats = [seat for seat in chain(*of.seats) if seat is not None]
        self._tables: dict[int, Table] = {}
        self._window = of.in_flight
        """How many may be in play: fewer after a process has failed, or where bots are slow."""
        self._is_slow = False
        self._has_failed = False
        """Whether a process has failed: from then on deals are played in the order of the results."""
        # A heap: who is next is on top. One half of many pairs goes before the other: so fewer processes take turns.
        self._waiting = [(self._turn_of(match), match) for match in waiting]
        heapq.heapify(self._waiting)
        self._matches = waiting
        self._judged = 0
        """How many deals of the first match that is not in order yet were looked at."""
        self._in_order: list[Match] = []
        self._in_a_row = [0, 0]
        self._is_stopped = False

    def play(self) -> list[Match]:
        """Play everything; the matches in order, as far as that goes."""
        seats = self._seats
        waiting = Waiting(self._of.limits)
        begun = time.monotonic()
        while True:
            while self._waiting and len(self._tables) < self._window and not self._is_stopped:
                self._begin_next()
            if self._is_stopped:
                self._clear(self._tables.values())
                self._waiting.clear()
            busy = [seat for seat in seats if seat.process.is_waiting]
            if not busy:
                now = time.monotonic()
                self._is_slow = now - begun > _SLOW
                if self._is_slow:
                    self._window = max(1, self._window // 2)
                begun = now
                # All at once: where processes share a core, a turn of one costs as much as a dozen moves.
                busy = [seat for seat in seats if seat.ends or self._courses.has_questions(seat.number)]
                for seat in busy:
                    seat.send(*self._courses.take_questions(seat.number))
            if not busy:
                if self._waiting:
                    continue
                return self._in_order
            ready = waiting.wait([seat.process for seat in busy])
            for seat in busy:
                reply = seat.process.take() if seat.process in ready else None
                if reply is None:
                    continue
                if isinstance(reply, Gone):
                    self._restart(seat, reply)
                else:
                    self._take(seat, reply)

    # --- beginning ---

    def _turn_of(self, match: Match) -> tuple[int, int, int]:
        if self._has_failed:
            return match.place, 0, 0
        pair = match.place // 2
        return pair // self._of.in_flight, match.half, pair

    def _wait(self, match: Match) -> None:
        heapq.heappush(self._waiting, (self._turn_of(match), match))

    def _begin_next(self) -> None:
        of = self._of
        _, match = heapq.heappop(self._waiting)
        dealer, half = match.dealer, match.half
        deal = len(match.ended)
        score = match.progress.score
        number = deal + 1 if of.target is not None else match.pair + 1
        seats = of.seats[half]
        for seat in seats:
            if seat is not None and not seat.can_play():
                self._end(match, _forfeit(self._ruleset, match, seat.bot, Cause.OUT, seat.out))
                return
        seeds = [seat_seed(of.run_seed, of.number, match.pair, half, deal, side) for side in (0, 1)]
        sides: list[Side] = []
        for bot, seed in zip((1 - dealer, dealer), seeds, strict=True):
            seat = seats[bot]
            sides.append(seat.number if seat is not None else self._chooser(cast(Builtin, of.bots[bot]), seed))
        of.begun += 1
        slot = self._courses.new_slot(of.begun)
        turned = self._courses.begin(slot, match.pair, deal, (sides[0], sides[1]))
        self._tables[slot] = Table(slot, match, dealer)
        for side, bot in ((0, 1 - dealer), (1, dealer)):
            seat = seats[bot]
            if seat is not None:
                seat.begins.append((slot, number, side, turned, seeds[side], score[bot], score[1 - bot]))
        for seat in seats:
            if seat is not None and seat.owed is not None:
                (cause, text), seat.owed = seat.owed, None
                self._fail(slot, seat, cause, text)
                return

    def _chooser(self, bot: Builtin, seed: int) -> Chooser:
        chance, choose = seed_chance(seed), self._of.playout.choose
        return lambda view, is_announcing: choose(bot, view, chance, is_announcing=is_announcing)

    # --- going on ---

    def _take(self, seat: Seat, reply: Reply) -> None:
        """Go on with every deal of the answer."""
        if len(reply.choices) != len(seat.sent):
            seat.process.close()
            self._restart(seat, Gone(Cause.PROTOCOL, "an answer that does not fit the questions", None))
            return
        seat.cpu += reply.cpu
        seat.asked += len(seat.sent)
        for slot, played in self._courses.go_on(seat.sent, reply.choices):
            self._finish(slot, played, "")
        for at, cause, text in reply.failures:
            if at >= 0:
                self._fail(int(seat.sent[at]), seat, cause, text)
            else:
                self._fail(self._first_of(seat), seat, cause, text)

    def _first_of(self, seat: Seat) -> int | None:
        """The first deal in order that this one has begun: it is lost when a bot fails between deals."""
        begun = [(table.match.place, slot) for slot, table in self._tables.items() if table.match.half == seat.half]
        return min(begun)[1] if begun else None

    def _fail(self, slot: int | None, seat: Seat, cause: Cause, text: str) -> None:
        """End a deal that a bot loses other than by play; None means the next one that it begins."""
        if slot is None:
            seat.owed = cause, text
        elif (table := self._tables.get(slot)) is not None:
            played = self._courses.fail(slot, int(table.dealer == seat.bot), cause)
            self._finish(slot, played, text)

    def _restart(self, seat: Seat, gone: Gone) -> None:
        """A process has failed: it loses a deal, the others that it had begun are to be played again."""
        seat.forget()
        self._courses.forget_questions(seat.number)
        # What it wrote where answers go may come from any of several deals: one at a time they will tell.
        if gone.cause is not Cause.PROTOCOL or len(self._tables) == 1:
            lost = gone.slot if gone.slot in self._tables else self._first_of(seat)
            self._fail(lost, seat, gone.cause, gone.text)
            seat.forget()  # the end of it is news to the other side alone
        again = [table for table in self._tables.values() if table.match.half == seat.half]
        self._clear(again)
        self._has_failed = True
        self._waiting = [(self._turn_of(match), match) for _, match in self._waiting]
        heapq.heapify(self._waiting)
        for table in again:
            self._wait(table.match)
        self._window = 1

    def _clear(self, tables: Iterable[Table]) -> None:
        """Take deals off the table as if they had not begun."""
        for table in list(tables):
            del self._tables[table.slot]
            self._courses.drop(table.slot)
            for seat in self._of.seats[table.match.half]:
                if seat is not None and seat.process.is_running:
                    seat.begins[:] = [begin for begin in seat.begins if begin[0] != table.slot]
                    seat.ends.append((table.slot, None))

    # --- ending ---

    def _finish(self, slot: int, played: Played, text: str) -> None:
        """A deal has come to its end."""
        table = self._tables.pop(slot)
        match, dealer = table.match, table.dealer
        if played.by is None:
            outcome = derive_outcome(self._ruleset, played.units, played.tricks)
            by = None
        else:
            outcome = forfeited_outcome(self._ruleset, cast(Literal[0, 1], played.by), played.marriages)
            by = dealer if played.by else 1 - dealer
            text = text or "what it chose was not on offer"
            self._note(match, by, f"{played.cause}: {text}")
        units, points, asks = outcome.units, outcome.game_points, played.asks
        if dealer == 0:
            units, points, asks = (units[1], units[0]), (points[1], points[0]), (asks[1], asks[0])
        ended = Ended(match.half, units, points, played.cause, by, played.moves, asks, text)
        for seat in self._of.seats[match.half]:
            if seat is not None:
                told = None
                if seat.process.has_end:
                    bot = seat.bot
                    by_me = None if by is None else by == bot
                    told = (units[bot], units[1 - bot], points[bot], points[1 - bot], played.cause.value, by_me)
                seat.ends.append((slot, told))
        if not self._is_slow and self._window < self._of.in_flight:
            self._window = min(self._window * 2, self._of.in_flight)
        self._end(match, ended)

    def _note(self, match: Match, bot: int, text: str) -> None:
        """Say in a bot's log which deal it has lost."""
        of = self._of
        which = f"deal {2 * match.pair + match.half + 1}"
        if of.target is not None:
            which = f"session {2 * match.pair + match.half + 1}, deal {len(match.ended) + 1}"
        of.logs[bot](f"{which} of pairing {of.number + 1} is lost by {text}\n".encode())

    def _end(self, match: Match, ended: Ended) -> None:
        match.ended.append(ended)
        match.is_complete = True
        if self._of.target is not None and ended.cause is not Cause.OUT:
            match.progress.add(match.dealer, ended.points)
            if not match.progress.is_over:
                match.is_complete = False
                self._wait(match)
        self._judge()

    def _judge(self) -> None:
        """Go on with the results in their order, as far as they are there, and see whether a bot is out."""
        while not self._is_stopped and len(self._in_order) < len(self._matches):
            match = self._matches[len(self._in_order)]
            while self._judged < len(match.ended):
                each = match.ended[self._judged]
                self._judged += 1
                if each.by is None:
                    self._in_a_row = [0, 0]
                    continue
                self._in_a_row[1 - each.by] = 0
                self._in_a_row[each.by] = self._in_a_row[each.by] + 1 if each.cause in _CRASHES else 0
                if self._in_a_row[each.by] >= OUT_AFTER or each.cause is Cause.OUT:
                    del match.ended[self._judged :]
                    match.is_complete = self._is_stopped = True
            if not match.is_complete:
                return
            self._in_order.append(match)
            self._judged = 0


def _courses(of: Pairing, deals: int) -> Courses:
    """Compiled where that is worth the time that it takes to load."""
    if deals >= COMPILED_FROM and of.is_compiled and not any(isinstance(bot, Builtin) for bot in of.bots):
        if of.on_compile is not None and not is_compiled_already():
            of.on_compile()
        return CompiledCourses(of.ruleset, of.packs, of.in_flight)
    return PlainCourses(of.ruleset, of.packs)


def _forfeit(ruleset: Ruleset, match: Match, bot: int, cause: Cause, text: str) -> Ended:
    """A deal that a bot loses before it has begun."""
    outcome = forfeited_outcome(ruleset, cast(Literal[0, 1], bot))
    return Ended(match.half, outcome.units, outcome.game_points, cause, bot, b"", (0, 0), text)
