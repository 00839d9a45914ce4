"""A Python bot as a `Seat`, one question at a time: for a table at which programs of other languages sit too."""

from __future__ import annotations

import time
from importlib.metadata import entry_points as installed_entry_points
from typing import Any, Final

from schneider_league.bots.python_host import FAILED, NO_ANNOUNCEMENT
from schneider_league.bots.python_process import (
    BotInfo,
    Gone,
    Limits,
    Log,
    PythonBot,
    PythonProcess,
    Reply,
    Waiting,
    discard,
)
from schneider_league.bots.seat import (
    Announced,
    Answer,
    Ask,
    Cause,
    DealEnd,
    DealStart,
    Happening,
    MatchStart,
    TrickTaken,
)
from schneider_league.bots.turn import ANNOUNCED, ANNOUNCING, NEWS_BITS, SIDE_BIT
from schneider_league.errors import LeagueError
from schneider_league.game.position import EXCHANGE, NO_CARD, NOTHING
from schneider_league.game.ruleset import BOHEMIAN
from schneider_league.game.score import Pair

GROUP: Final = "schneider_league.bots"
"""The group of entry points under which packages offer bots."""


def entry_points() -> dict[str, str]:
    """The bots that installed packages offer: `module:Class` by name."""
    return {point.name: point.value for point in installed_entry_points(group=GROUP)}


def examine(bot: PythonBot, limits: Limits | None = None) -> BotInfo:
    """Load a bot in a process of its own, once; what it says of itself.

    Raises:
        NotFoundError: there is no such file, module or class.
        UsageError: an option is none.
        InputError: the bot cannot be loaded.
    """
    process = PythonProcess(bot, BOHEMIAN, None, limits or Limits(), discard)
    try:
        return process.start()
    finally:
        process.close()


class PythonSeat:
    """One instance of a Python bot, in a process of its own; a `Seat`.

    A failure is an answer and never an exception. After a crash or a stall of the process the next deal starts it
    again; where that fails, `Cause.OUT` is all that is answered.
    """

    def __init__(self, bot: PythonBot, *, limits: Limits | None = None, log: Log = discard) -> None:
        self.info: BotInfo | None = None
        """What the bot says of itself, once it has been started."""
        self._bot, self._limits, self._log = bot, limits or Limits(), log
        self._process: PythonProcess | None = None
        self._waiting = Waiting(self._limits)
        self._failed: Answer | None = None
        self._ends: list[Any] = []
        self._begins: list[Any] = []
        self._news: list[int] = []
        self._slot = 0
        self._side = 0

    def begin_match(self, match: MatchStart) -> None:
        """A session, or the deals of a pairing; the bot is started, and is out if it cannot be."""
        self.close()
        self._process = PythonProcess(self._bot, match.ruleset, match.target, self._limits, self._log)
        self._failed = None
        self._start()

    def _start(self) -> None:
        assert self._process is not None
        try:
            self.info = self._process.start()
        except LeagueError as error:
            self._failed = Answer(NOTHING, Cause.OUT, error.message)

    def begin_deal(self, deal: DealStart) -> None:
        """A deal begins; a process that has failed is started again."""
        if self._failed is None and self._process is not None and not self._process.is_running:
            self._start()
        self._slot += 1
        self._side = int(deal.is_dealer)
        turned = NO_CARD if deal.turned is None else deal.turned
        self._begins = [(self._slot, deal.number, self._side, turned, deal.seed, *deal.score)]
        self._news.clear()

    def tell(self, deal: str, happening: Happening) -> None:
        """Something happened that the side sees; it is sent with the next question."""
        if isinstance(happening, TrickTaken):
            side = self._side if happening.is_mine else 1 - self._side
            self._news.append(happening.lead | happening.response << 5 | side << SIDE_BIT)
        elif isinstance(happening, Announced):
            side = self._side if happening.is_mine else 1 - self._side
            what = happening.marriage
            if what is None:
                what = EXCHANGE | (happening.exchange or 0) << 5
            self._news.append(ANNOUNCED | what | side << SIDE_BIT)

    def ask(self, ask: Ask) -> Answer:
        """Let the bot choose."""
        if self._failed is not None or self._process is None:
            return self._failed or Answer(NOTHING, Cause.CRASH, "it does not run")
        view = ask.view
        lead = ANNOUNCING if ask.kind == "announce" else view.lead
        news = sum(happened << NEWS_BITS * place for place, happened in enumerate(self._news))
        begun = time.monotonic()
        reply = self._exchange([(self._slot, view.hand, view.legal, lead, news)])
        seconds = time.monotonic() - begun
        self._news.clear()
        if isinstance(reply, Gone):
            self._failed = Answer(NOTHING, reply.cause, reply.text, seconds)
            return self._failed
        for _, cause, text in reply.failures:
            return Answer(NOTHING, cause, text, seconds, reply.cpu)
        if len(reply.choices) != 1 or reply.choices[0] == FAILED:
            return Answer(NOTHING, Cause.PROTOCOL, "an answer that does not fit the question", seconds, reply.cpu)
        choice = reply.choices[0]
        return Answer(NOTHING if choice == NO_ANNOUNCEMENT else choice, Cause.NORMAL, "", seconds, reply.cpu)

    def _exchange(self, rows: list[Any]) -> Reply | Gone:
        process = self._process
        assert process is not None
        process.send(self._ends, self._begins, rows)
        self._ends, self._begins = [], []
        while True:
            for each in self._waiting.wait([process]):
                reply = each.take()
                if reply is not None:
                    return reply

    def failure(self) -> Answer | None:
        """Why the deal is lost although the bot is not asked: it could not be started. None if it is not."""
        return self._failed

    def end_deal(self, deal: str, end: DealEnd) -> None:
        """The deal is over; a bot that wants to know is told, and loses the next deal if it fails then."""
        failed, process = self._failed, self._process
        if failed is not None and failed.cause is not Cause.OUT:
            self._failed = None
        if failed is not None or process is None or not process.is_running:
            return
        told = (*end.units, *end.points, end.cause.value, end.by_me) if process.has_end else None
        self._ends.append((self._slot, told))
        if told is None:
            return
        reply = self._exchange([])
        if isinstance(reply, Gone):
            self._failed = Answer(NOTHING, reply.cause, reply.text)
        elif reply.failures:
            _, cause, text = reply.failures[0]
            self._failed = Answer(NOTHING, cause, text)

    def end_match(self, points: Pair) -> None:
        """The match is over; nothing is told, since each deal has an object of its own."""

    def close(self) -> None:
        """End the process; may be called twice."""
        if self._process is not None:
            self._process.close()
