"""Plays the deals of a pairing with a Python bot in it, many at once, so that questions to a process go there together.

A deal depends on nothing but its pack, its seeds and, in a session, the score, so that the order in which deals are
played does not show. Where a process fails, the deal that it was at is lost; the others that it had begun are played
again from their start, one at a time at first.
"""

from __future__ import annotations

from collections.abc import Callable
from itertools import chain
from types import TracebackType
from typing import Final

from schneider_league.arena.lockstep_round import Ended, Match, Pairing, Round, Seat
from schneider_league.arena.packs import Packs
from schneider_league.arena.playout import Playout, derive_keys, format_move
from schneider_league.bots.builtin import Builtin
from schneider_league.bots.python_process import BotInfo, Limits, Log, PythonBot, PythonProcess, discard
from schneider_league.bots.seat import DealResult
from schneider_league.game import compiled
from schneider_league.game.ruleset import Ruleset
from schneider_league.game.session import Progress

_MOVES: Final = tuple(format_move(move) for move in range(37))


class Lockstep:
    """Plays deals or sessions of one pairing; its bots' processes go on until it is closed.

    There is one instance of each Python bot for each half of the mirrored pairs, so that none sees a pack twice.
    """

    def __init__(
        self,
        ruleset: Ruleset,
        bots: tuple[PythonBot | Builtin, PythonBot | Builtin],
        *,
        run_seed: int,
        pairing: int,
        target: int | None = None,
        limits: Limits | None = None,
        logs: tuple[Log, Log] = (discard, discard),
        in_flight: int = 256,
        is_compiled: bool | None = None,
        on_compile: Callable[[], object] | None = None,
    ) -> None:
        """A pairing; nothing is started yet.

        Args:
            pairing: From 0.
            target: Game points of a session; None for deals on their own.
            logs: What each bot prints goes there, and tracebacks.
            in_flight: How many deals are at most in play at once.
            on_compile: Called before the compiler is at work for some seconds, once on a machine.
            is_compiled: Whether calls for many deals may use the compiler; None for "if there is one".
        """
        limits = limits or Limits()
        seats = [
            [
                Seat(half, bot, PythonProcess(spec, ruleset, target, limits, log))
                if isinstance(spec, PythonBot)
                else None
                for bot, (spec, log) in enumerate(zip(bots, logs, strict=True))
            ]
            for half in (0, 1)
        ]
        packs = Packs(ruleset, derive_keys(run_seed, pairing).pack)
        playout = Playout(ruleset)
        self._pairing = Pairing(
            ruleset,
            bots,
            run_seed,
            pairing,
            target,
            limits,
            logs,
            in_flight,
            packs,
            playout,
            compiled.is_available() if is_compiled is None else is_compiled,
            on_compile,
            seats,
        )

    def start(self) -> tuple[BotInfo | None, BotInfo | None]:
        """Start all processes; what each bot says of itself, None for a built-in one.

        Raises:
            LeagueError: a bot does not start.
        """
        try:
            for seat in self._seats():
                seat.process.launch()
            infos = [None if seat is None else seat.process.start() for seat in chain(*self._pairing.seats)]
        except BaseException:
            self.close()
            raise
        return infos[0], infos[1]

    def play_deals(self, first_pair: int, pairs: int) -> list[DealResult]:
        """Play mirrored pairs of deals; results in order of pair and half (in half 0 the first bot is the non-dealer).

        The list ends early with the deal in which a bot has crashed or stalled for the third time in a row, or could
        not be started again.

        Raises:
            LeagueError: a bot does not start.
        """
        return [result for results in self._play(first_pair, pairs) for result in results]

    def play_sessions(self, first_pair: int, pairs: int) -> list[list[DealResult]]:
        """Play mirrored pairs of sessions; the deals of each session in order of pair and half.

        The list ends early as that of `play_deals` does, the last session then perhaps in the middle.

        Raises:
            LeagueError: a bot does not start.
        """
        return self._play(first_pair, pairs)

    def cpu_seconds(self) -> float:
        """The CPU time that all processes have used, starting and loading included."""
        return sum(seat.process.cpu_seconds() for seat in self._seats())

    def close(self) -> None:
        """End all processes; may be called twice."""
        for seat in self._seats():
            seat.process.close()

    def __enter__(self) -> Lockstep:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def _play(self, first_pair: int, pairs: int) -> list[list[DealResult]]:
        self.start()
        pairing = self._pairing
        pairing.packs.forget()
        # Half 0 begins with the second bot as dealer.
        waiting = [
            Match(2 * number + half, first_pair + number, half, Progress(target=pairing.target, dealer=1 - half))
            for number in range(pairs)
            for half in (0, 1)
        ]
        for seat in self._seats():
            seat.reset()
        try:
            matches = Round(pairing, waiting).play()
        except BaseException:
            self.close()  # an answer may be on its way that belongs to nothing any more
            raise
        return [[self._result(ended) for ended in match.ended] for match in matches]

    def _seats(self) -> list[Seat]:
        return [seat for seat in chain(*self._pairing.seats) if seat is not None]

    def _result(self, ended: Ended) -> DealResult:
        costs = []
        for seat, asks in zip(self._pairing.seats[ended.half], ended.asks, strict=True):
            costs.append(asks * seat.cpu / seat.asked if seat is not None and seat.asked else 0.0)
        return DealResult(
            ended.units,
            ended.points,
            ended.cause,
            ended.by,
            tuple([_MOVES[move] for move in ended.moves]),
            ended.asks,
            (costs[0], costs[1]),
            ended.text,
        )
