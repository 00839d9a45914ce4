"""Plays consecutive pairs of a pairing, wherever that is: here, in a worker process, on another machine.

What comes out depends on the plan and on which pairs they are, not on who plays them or what was played before (bots
with a clock, and those that do not keep their promise to be deterministic, aside). Instances of bots stay between the
chunks of a pairing.
"""

from __future__ import annotations

import hashlib
import threading
import time
from collections.abc import Callable, Sequence
from contextlib import ExitStack
from dataclasses import dataclass, field
from functools import cache, partial
from pathlib import Path
from typing import TYPE_CHECKING, Final, Protocol

from schneider_league.arena.out_rule import OutRule, fill_out, pack_halves
from schneider_league.arena.outcomes import Chunk, DealOutcome, outcome_of, pack_block
from schneider_league.arena.plan import Plan
from schneider_league.arena.playout import Playout, deal_pack, derive_keys
from schneider_league.arena.seats import Surroundings, limits_of, open_log, open_seat, python_bot
from schneider_league.arena.tally import Tally, tally_chunk
from schneider_league.bots.builtin import Builtin
from schneider_league.bots.registry import BotKind
from schneider_league.bots.seat import DealResult, MatchStart, Seat, seat_seed
from schneider_league.game.score import Pair

if TYPE_CHECKING:
    from schneider_league.bots.log import BotLog

COMPILING: Final = "compiling the game for this machine, once for these rules and bots; that takes some seconds"
_LAG_WORTH_SAYING: Final = 0.05
"""Seconds by which the runner has to be late once for it to be said."""


@dataclass(frozen=True, slots=True)
class Setting:
    """All that whoever plays chunks needs to know."""

    run: str
    """Tells runs apart, so that no bot is taken from one to another."""
    plan: Plan
    around: Surroundings


@dataclass(slots=True)
class PlayedChunk:
    """A chunk with what whoever asked for it wants to know besides."""

    chunk: Chunk
    tally: Tally
    seconds: float
    """How long it took, getting ready aside."""
    version: str
    """`fingerprint` of the program that played it."""
    notes: list[str] = field(default_factory=list)


class _Match(Protocol):
    """The bots of a pairing, ready to play any of its pairs."""

    notes: list[str]

    def play(self, first: int, pairs: int, until: float) -> Chunk:
        """Play these pairs; fewer, but at least one, where that would go on for long after `until` (monotonic)."""

    def close(self) -> None:
        """End what runs."""


class _Seated(threading.local):
    """The match that this thread has at the table."""

    key: tuple[str, int] | None = None
    match: _Match | None = None


_seated = _Seated()


def play_chunk(
    setting: Setting, pairing: int, first: int, pairs: int, seconds: float, on_note: Callable[[str], None] | None = None
) -> PlayedChunk:
    """Play pairs of a pairing, in order.

    Args:
        setting: What is played.
        pairing: From 0.
        first: The first pair, from 0.
        pairs: How many; fewer may come back, but at least one.
        seconds: How long it may take, about.
        on_note: Told at once what cannot wait until the chunk is played.

    Raises:
        LeagueError: a bot cannot be started.
    """
    if _seated.key != (setting.run, pairing):
        clear_table()
        _seated.match = _sit_down(setting, pairing, on_note)
        _seated.key = (setting.run, pairing)
    match = _seated.match
    assert match is not None
    began = time.monotonic()
    try:
        chunk = match.play(first, pairs, began + seconds)
    except BaseException:
        clear_table()
        raise
    notes, match.notes = match.notes, []
    tally = tally_chunk(chunk)
    return PlayedChunk(chunk, tally, time.monotonic() - began, fingerprint(), notes)


def clear_table() -> None:
    """End the bots that this thread has at the table."""
    match, _seated.match, _seated.key = _seated.match, None, None
    if match is not None:
        match.close()


@cache
def fingerprint() -> str:
    """What tells versions of the program apart that may play differently: a digest of the sources that play."""
    import schneider_league

    digest = hashlib.sha256(schneider_league.__version__.encode())
    root = Path(schneider_league.__file__).parent
    for package in ("arena", "bots", "game", "solver"):
        for path in sorted((root / package).rglob("*.py")):
            digest.update(path.read_bytes())
    return digest.hexdigest()[:16]


def _sit_down(setting: Setting, pairing: int, on_note: Callable[[str], None] | None) -> _Match:
    kinds = {spec.kind for spec in setting.plan.bots_of(pairing)}
    if kinds == {BotKind.BUILTIN}:
        return _BuiltIns(setting.plan, pairing, on_note)
    if BotKind.PROCESS in kinds:
        return _Seats(setting, pairing)
    return _Pythons(setting, pairing)


class _BuiltIns:
    """Two built-in bots."""

    def __init__(self, plan: Plan, pairing: int, on_note: Callable[[str], None] | None) -> None:
        self.notes: list[str] = []
        self._pairing, self._target = pairing, plan.target
        a, b = plan.bots_of(pairing)
        self._bots = a.built_in(), b.built_in()
        self._keys = derive_keys(plan.seed, pairing)
        self._playout = Playout(
            plan.ruleset,
            is_compiled=None if _is_worth_compiling(plan, self._bots) else False,
            on_compile=None if on_note is None else partial(on_note, COMPILING),
        )
        self._playout.prepare(*self._bots, sessions=plan.target is not None)

    def play(self, first: int, pairs: int, until: float) -> Chunk:
        """Play all of them."""
        if self._target is None:
            block = self._playout.play_deals(*self._bots, self._keys, first, pairs)
        else:
            block = self._playout.play_sessions(*self._bots, self._keys, first, pairs, self._target)
        return pack_block(self._pairing, first, block)

    def close(self) -> None:
        """Nothing runs."""


# Compiling takes half a minute the first time, and loading what was compiled half a second.
_PLAINLY: Final = {"random": 10_000, "greedy": 10_000, "careful": 10_000, "endgame": 50, "sampler": 0}
"""So many deals are played as quickly without compiling first; in sessions ten deals each are counted on."""


def _is_worth_compiling(plan: Plan, bots: Sequence[Builtin]) -> bool:
    deals = 2 * plan.pairs * (1 if plan.target is None else 10)
    return deals > min(_PLAINLY.get(bot.name, 0) for bot in bots)


class _Results:
    """Collects what drivers give, in order of pair, half and deal."""

    def __init__(self, plan: Plan, pairing: int, first: int) -> None:
        self._plan, self._pairing, self._first = plan, pairing, first
        self._rule = OutRule(plan)
        self._halves: list[list[DealOutcome]] = []
        self._moves: list[str] = []
        self._asks, self._cpu = [0, 0], [0.0, 0.0]

    @property
    def is_over(self) -> bool:
        """Whether a bot is out, so that nothing more is played."""
        return self._rule.out is not None

    def add(self, half: Sequence[DealResult]) -> None:
        """The deals of a half."""
        self._halves.append([])
        for result in half:
            outcome = outcome_of(result)
            self._halves[-1].append(outcome)
            self._moves.append(" ".join(result.moves))
            for side in (0, 1):
                self._asks[side] += result.asks[side]
                self._cpu[side] += result.cpu[side]
            if self._rule.watch(outcome) is not None:
                break

    def chunk(self, pairs: int) -> Chunk:
        """All of it; what is missing of so many pairs counts as `out`."""
        if self._rule.out is not None:
            fill_out(self._plan, self._rule.out, self._halves, pairs)
        return pack_halves(
            self._plan,
            self._pairing,
            self._first,
            self._halves,
            moves=tuple(self._moves),
            asks=(self._asks[0], self._asks[1]),
            cpu=(self._cpu[0], self._cpu[1]),
        )


class _Pythons:
    """Two bots of which at least one is a Python class and none a program: many deals are in play at once."""

    def __init__(self, setting: Setting, pairing: int) -> None:
        from schneider_league.arena.lockstep import Lockstep
        from schneider_league.bots.python_process import discard

        self.notes: list[str] = []
        plan = self._plan = setting.plan
        self._pairing = pairing
        specs = plan.bots_of(pairing)
        self._logs = [open_log(spec, setting.around.logs) for spec in specs]
        bots = [
            spec.built_in() if spec.kind is BotKind.BUILTIN else python_bot(spec, setting.around.folder)
            for spec in specs
        ]
        writers = [discard if log is None else log.write for log in self._logs]
        self._lockstep = Lockstep(
            plan.ruleset,
            (bots[0], bots[1]),
            run_seed=plan.seed,
            pairing=pairing,
            target=plan.target,
            limits=limits_of(plan.move_ms),
            logs=(writers[0], writers[1]),
        )
        self._lockstep.start()

    def play(self, first: int, pairs: int, until: float) -> Chunk:
        """Play them in a few goes, so that slow bots are not waited for longer than was asked."""
        results = _Results(self._plan, self._pairing, first)
        done, step = 0, max(1, pairs // 4)
        while done < pairs and not results.is_over and (not done or time.monotonic() < until):
            step = min(step, pairs - done)
            if self._plan.target is None:
                for result in self._lockstep.play_deals(first + done, step):
                    results.add([result])
            else:
                for session in self._lockstep.play_sessions(first + done, step):
                    results.add(session)
            done += step
        return results.chunk(pairs if results.is_over else done)

    def close(self) -> None:
        """End the bots' processes."""
        with ExitStack() as left:
            _close_after(left, self._logs)
            left.callback(self._lockstep.close)


def _close_after(left: ExitStack, logs: Sequence[BotLog | None]) -> None:
    for log in logs:
        if log is not None:
            left.callback(log.close)


class _Seats:
    """Two bots of which at least one is a program: deal by deal."""

    def __init__(self, setting: Setting, pairing: int) -> None:
        self.notes: list[str] = []
        self._plan, self._pairing = setting.plan, pairing
        self._keys = derive_keys(setting.plan.seed, pairing)
        specs = setting.plan.bots_of(pairing)
        self._names = [spec.name for spec in specs]
        self._logs = [open_log(spec, setting.around.logs) for spec in specs]
        self._seats: list[tuple[Seat, Seat]] = []
        self._points = [[0, 0], [0, 0]]
        self._begun = [False, False]
        self._lagged = 0.0
        for half in (0, 1):
            plan, around = setting.plan, setting.around
            a, b = (
                open_seat(
                    spec,
                    plan.ruleset,
                    folder=around.folder,
                    move_ms=plan.move_ms,
                    log=log,
                    trace=around.trace,
                    secret=hashlib.sha256(f"at\n{plan.seed}\n{pairing}\n{half}\n{side}\n".encode()).digest(),
                )
                for side, (spec, log) in enumerate(zip(specs, self._logs, strict=True))
            )
            self._seats.append((a, b))

    def play(self, first: int, pairs: int, until: float) -> Chunk:
        """Play them one after the other."""
        results = _Results(self._plan, self._pairing, first)
        done = 0
        while done < pairs and not results.is_over and (not done or time.monotonic() < until):
            for half in (0, 1):
                if not results.is_over:
                    deal = self._play_deal if self._plan.target is None else self._play_session
                    results.add(deal(first + done, half))
            done += 1
        self._note_lags()
        return results.chunk(pairs if results.is_over else done)

    def close(self) -> None:
        """End the bots."""
        with ExitStack() as left:  # a log that cannot be written keeps no bot alive
            _close_after(left, self._logs)
            for half, seats in enumerate(self._seats):
                for side, seat in enumerate(seats):
                    left.callback(seat.close)
                    if self._begun[half] and self._plan.target is None:
                        points = self._points[half]
                        left.callback(seat.end_match, (points[side], points[1 - side]))

    def _seeds(self, pair: int, half: int, deal: int, dealer: int) -> Pair:
        seeds = [seat_seed(self._plan.seed, self._pairing, pair, half, deal, seat) for seat in (0, 1)]
        return (seeds[1], seeds[0]) if dealer == 0 else (seeds[0], seeds[1])

    def _play_deal(self, pair: int, half: int) -> list[DealResult]:
        from schneider_league.arena.table import Dealing, play_deal

        seats = self._seats[half]
        if not self._begun[half]:
            self._begun[half] = True
            self._begin_match(half, half, None)
        dealer = 1 - half
        pack = deal_pack(self._plan.ruleset, self._keys, pair)
        dealing = Dealing(pair + 1, pack, dealer, self._seeds(pair, half, 0, dealer))
        result = play_deal(self._plan.ruleset, dealing, seats)
        for side in (0, 1):
            self._points[half][side] += result.points[side]
        return [result]

    def _play_session(self, pair: int, half: int) -> list[DealResult]:
        from schneider_league.arena.table import play_session

        target, ruleset = self._plan.target, self._plan.ruleset
        assert target is not None
        seats = self._seats[half]
        self._begin_match(half, 2 * pair + half, target)

        def deal_of(deal: int, dealer: int) -> tuple[Sequence[int], Pair]:
            return deal_pack(ruleset, self._keys, pair, deal), self._seeds(pair, half, deal, dealer)

        results = play_session(ruleset, target, 1 - half, deal_of, seats)
        points = [sum(result.points[side] for result in results) for side in (0, 1)]
        for side, seat in enumerate(seats):
            seat.end_match((points[side], points[1 - side]))
        return results

    def _begin_match(self, half: int, number: int, target: int | None) -> None:
        deals = self._plan.pairs if target is None else None
        for side, seat in enumerate(self._seats[half]):
            text = f"match\n{self._plan.seed}\n{self._pairing}\n{number}\n{side}\n"
            name = f"M{hashlib.sha256(text.encode()).hexdigest()[:10]}"
            seat.begin_match(MatchStart(name, self._plan.ruleset, target, deals, self._plan.move_ms))

    def _note_lags(self) -> None:
        for seats in self._seats:
            for seat in seats:
                counted = getattr(seat, "tally", None)
                if counted is not None and counted.worst_lag > max(self._lagged, _LAG_WORTH_SAYING):
                    self._lagged = counted.worst_lag
                    self.notes.append(
                        "this machine is busier than its cores allow: the runner itself took a bot's answer late, and "
                        "gave the bot that time; fewer --workers make the clock fair"
                    )
