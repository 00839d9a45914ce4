"""A bot that is a program of any language: its turns, its deadlines, and what counts as failing (docs/protocol.md)."""

from __future__ import annotations

import hashlib
import itertools
import os
import time
from dataclasses import dataclass
from typing import Final

from schneider_league.bots.child import Child
from schneider_league.bots.handshake import Command, Handshake, Introduction, Talk, Timing, start
from schneider_league.bots.line_reader import Fault
from schneider_league.bots.log import BotLog
from schneider_league.bots.protocol import (
    deal_line,
    dealend_line,
    error_line,
    happening_line,
    match_line,
    matchend_line,
    parse_line,
    read_play,
    rules_line,
    turn_line,
)
from schneider_league.bots.seat import Answer, Ask, Cause, DealEnd, DealStart, Happening, MatchStart
from schneider_league.bots.trace import Trace
from schneider_league.errors import LeagueError
from schneider_league.game.score import Pair

__all__ = ["Command", "Introduction", "ProcessSeat", "Tally", "Timing", "introduce"]

_MOST_PENDING: Final = 256 * 1024
"""Bytes that a bot may be behind with reading, from one deal to the next."""
_MOST_PASSES: Final = 64
"""How often what has come is read before something is sent: 4 MiB, so that a flood keeps nobody."""
_MOST_TEXT: Final = 1000
"""Characters of a line that the log keeps."""
_WORD_LETTERS: Final = "bcdfghjkmnpqrstvwxz23456789"
_numbers = itertools.count(1)
_UNUSABLE: Final = -2
"""The choice of an answer that has none."""


@dataclass(slots=True)
class Tally:
    """What a seat has counted; times in seconds."""

    starts: int = 0
    answers: int = 0
    seconds: float = 0.0
    """Taken by answers."""
    cpu: float = 0.0
    """CPU time while on move."""
    idle_cpu: float = 0.0
    """CPU time while not on move."""
    lags: int = 0
    """How often it was the runner that woke up late, so that the bot was given that time."""
    worst_lag: float = 0.0


def introduce(command: Command, timing: Timing | None = None) -> Introduction:
    """Start a bot, let it say who it is, set its options, and end it.

    Raises:
        LeagueError: it does not start, or an option is not as it has to be; the message is complete.
    """
    seat = ProcessSeat(command, timing=timing)
    try:
        return seat.start()
    finally:
        seat.close()


class ProcessSeat:
    """A process that plays one seating of a pairing; a `Seat`.

    A failure is an answer and never an exception. After a crash or a stall the next deal starts the bot again; where
    that fails, `Cause.OUT` is all that is answered.
    """

    def __init__(
        self,
        command: Command,
        *,
        log: BotLog | None = None,
        trace: Trace | None = None,
        timing: Timing | None = None,
        secret: bytes = b"",
    ) -> None:
        """A seat; nothing is started yet.

        `secret` is what the random words of `at=` are made of, the same words for the same secret; drawn if empty.
        """
        self.command = command
        self.introduction: Introduction | None = None
        """What the bot said of itself when it was last started."""
        self.start_faults: tuple[str, ...] = ()
        """What was wrong with the lines before `ready`, but did not matter."""
        self.last_end = ""
        """How the process ended that was closed last, as half a sentence."""
        self.others_ended = 0
        """How many processes that it had started were ended with it."""
        self.tally = Tally()
        self._number = next(_numbers)  # tells seats of one process apart in a trace
        self._timing = timing or Timing()
        self._log = log
        self._trace = trace
        self._secret = secret or os.urandom(16)
        self._child: Child | None = None
        self._match: MatchStart | None = None
        self._is_to_restart = False
        self._out = ""
        self._failed: Answer | None = None
        self._at = ""
        self._waiting: list[str] = []
        self._asked = 0
        self._cpu: float | None = None

    # --- starting and ending ---

    def start(self) -> Introduction:
        """Start the bot, unless it runs.

        Raises:
            LeagueError: it does not start.
        """
        if self._child is None or self.introduction is None:
            return self._open()
        return self.introduction

    def _open(self) -> Introduction:
        self._close_child(0.0)
        self.tally.starts += 1
        self._remark(f"{self.command.name} is started")
        handshake = Handshake(self.command, self._timing, Talk(self._note_sent, self._note_received))

        def hear(chunk: bytes) -> None:
            if self.introduction is None:
                handshake.hear_error_output(chunk)
            if self._log is not None:
                self._log.write(chunk)

        self.introduction = None
        self._child = child = start(self.command, self._timing, hear)
        try:
            self.introduction = handshake.run(child)
        except BaseException:
            self._close_child(0.0)
            raise
        self.start_faults = tuple(handshake.faults)
        self._cpu = child.cpu_seconds()
        if self._match is not None:
            self._send(match_line(self._match))
            self._send(rules_line(self._match.ruleset))
        return self.introduction

    def _start_again(self) -> None:
        self._is_to_restart = False
        try:
            self._open()
        except LeagueError as error:
            self._out = error.message
            self._remark(error.message)

    def _close_child(self, grace: float) -> None:
        child, self._child = self._child, None
        self._waiting.clear()
        if child is not None:
            child.close(grace)
            self.last_end = child.ended or ""
            self.others_ended = child.others
            self._remark(f"{self.command.name}: {child.ended}")

    def close(self) -> None:
        """Tell the bot to quit, and end it with all that it started; may be called twice."""
        if self._child is not None:
            self._send("quit")
            self._close_child(self._timing.quit)
        if self._log is not None:
            self._log.flush()

    # --- the match ---

    def begin_match(self, match: MatchStart) -> None:
        """A session, or the deals of a pairing; the bot is started if it does not run, and is out if it cannot be."""
        self._match = match
        if self._child is None and not self._out:
            self._start_again()
        elif not self._is_to_restart:
            self._send(match_line(match))
            self._send(rules_line(match.ruleset))

    def end_match(self, points: Pair) -> None:
        """The match is over; one's own points first."""
        if self._match is not None:
            self._send(matchend_line(self._match.id, points))
        self._match = None

    def begin_deal(self, deal: DealStart) -> None:
        """A deal begins; a bot that crashed or stalled is started again."""
        self._failed = None
        self._at = f"{deal.id}.0"
        self._asked = 0
        if self._is_to_restart and not self._out:
            self._start_again()
        if self.failure() is None:
            self._send(deal_line(deal))

    def tell(self, deal: str, happening: Happening) -> None:
        """Something happened that the side sees; it is sent with the next question, or by `flush`."""
        if self._child is not None:
            line = happening_line(self._at, happening)
            self._note_sent(line)
            self._waiting.append(line)

    def flush(self) -> None:
        """Send what was told, since the other side is asked next."""
        if self._child is not None and self._waiting:
            self._child.write("".join(f"{line}\n" for line in self._waiting))
            self._waiting.clear()

    def end_deal(self, deal: str, end: DealEnd) -> None:
        """The deal is over; what the bot did wrong is said first."""
        if end.by_me:
            text = self._failed.text if self._failed is not None else f"the deal is lost: {end.cause}"
            self._remark(f"{self._at} {end.cause}: {text}")
            self._send(error_line(self._at, end.cause, text))
        self._send(dealend_line(deal, end))
        if end.by_me and end.cause in (Cause.CRASH, Cause.STALL):
            self._is_to_restart = True
            self._close_child(0.0)
        if self._log is not None:
            self._log.flush()

    # --- a question ---

    def ask(self, ask: Ask) -> Answer:
        """Let the bot choose."""
        if self.failure() is not None or self._child is None:
            return self._failed or self._fail(Cause.CRASH, "it does not run")
        child = self._child
        cpu = child.cpu_seconds()
        if cpu is not None and self._cpu is not None:
            self.tally.idle_cpu += max(0.0, cpu - self._cpu)
        self._asked += 1
        self._at = f"{ask.deal}.{self._asked}-{self._word(ask.deal)}"
        answer = self._await(child, ask)
        self._cpu = child.cpu_seconds()
        if cpu is not None and self._cpu is not None:
            answer = answer._replace(cpu_seconds=max(0.0, self._cpu - cpu))
            self.tally.cpu += answer.cpu_seconds or 0.0
        self.tally.answers += 1
        self.tally.seconds += answer.seconds
        return answer

    def _word(self, deal: str) -> str:
        """A word that the bot cannot know before it is asked."""
        digest = hashlib.sha256(b"%s %s %d" % (self._secret, deal.encode(), self._asked)).digest()
        return "".join(_WORD_LETTERS[byte % len(_WORD_LETTERS)] for byte in digest[:4])

    # Protocol: "Time counts from the end of the runner's write (or from its start, if the bot has not taken the line
    # within move-ms) to the newline of the answer, plus a margin". Where the runner itself wakes up late, that time is
    # the bot's, since nobody can say when the answer came.
    def _await(self, child: Child, ask: Ask) -> Answer:
        limit = (self._match.move_ms if self._match is not None else 1000) / 1000
        begun = time.monotonic()
        self._send(turn_line(self._at, ask))
        taken = time.monotonic() if not child.pending else None
        entered = begun  # when the wait began that brought what is looked at
        while True:
            counted = taken if taken is not None and taken - begun <= limit else begun
            deadline = counted + limit + self._timing.margin
            while (line := child.lines.next()) is not None:
                answer = self._read(line, ask, is_late=entered >= deadline)
                if answer is not None:
                    return answer._replace(seconds=max(0.0, time.monotonic() - counted))
            if child.ended is not None or child.is_output_closed:
                seconds = time.monotonic() - counted
                return self._fail(Cause.CRASH, child.describe_end(), seconds)
            entered = time.monotonic()
            if entered >= deadline + self._timing.stall:
                behind = f", {child.pending} bytes were not even read" if child.pending else ""
                text = f"no answer within {limit + self._timing.margin + self._timing.stall:g} s{behind}"
                return self._fail(Cause.STALL, text, entered - counted)
            until = deadline if entered < deadline else deadline + self._timing.stall
            if taken is None and entered < begun + limit:
                until = begun + limit  # from when on it counts is not known before
            child.pump(until - entered)
            woken = time.monotonic()
            if woken - until > self._timing.margin:
                begun += self._note_lag(woken - until)
                taken = None if taken is None else taken + (woken - until)
            if taken is None and not child.pending:
                taken = woken

    def _note_lag(self, seconds: float) -> float:
        self.tally.lags += 1
        self.tally.worst_lag = max(self.tally.worst_lag, seconds)
        self._remark(f"{self._at} the runner itself was {seconds:.3f} s late, which the bot is given")
        return seconds

    def _read(self, line: str | Fault, ask: Ask, *, is_late: bool) -> Answer | None:
        """What a line answers to the question, None if nothing."""
        self._note_received(line)
        if isinstance(line, Fault):
            return self._fail(Cause.PROTOCOL, f"it wrote {line.value}")
        if not line.lstrip(" \t").startswith("play"):
            self._keep(line)
            return None
        said = parse_line(line)
        if said.word != "play" or said.values.get("at") != self._at:
            self._keep(line)
            return None
        if is_late:
            return self._fail(Cause.TIME, "the answer came after the deadline")
        choice = read_play(said, ask)
        if choice is None:
            key = "announce" if ask.kind == "announce" else "card"
            return self._fail(Cause.PROTOCOL, f"'{line[:_MOST_TEXT]}' lacks {key}=, which was asked for")
        if choice.value is None:
            return self._fail(Cause.ILLEGAL, f"'{choice.word[:100]}' is not on offer")
        return Answer(choice.value)

    # --- what is noticed while it is not on move ---

    def failure(self) -> Answer | None:
        """Read what has come by now; why the deal is lost even without a question, None if it is not."""
        if self._failed is not None:
            return self._failed
        if self._out:
            return self._fail(Cause.OUT, self._out)
        child = self._child
        if child is None:
            return self._fail(Cause.CRASH, "it does not run")
        for _ in range(_MOST_PASSES):
            some = child.pump(0.0)
            while (line := child.lines.next()) is not None:
                self._note_received(line)
                if isinstance(line, Fault):
                    return self._fail(Cause.PROTOCOL, f"it wrote {line.value}")
                self._keep(line)
            if not some:
                break
        if child.ended is not None or child.is_output_closed:
            return self._fail(Cause.CRASH, f"{child.describe_end()} while it was not on move")
        if child.pending > _MOST_PENDING:
            return self._fail(Cause.STALL, f"it has stopped reading: {child.pending} bytes wait")
        return None

    def _fail(self, cause: Cause, text: str, seconds: float = 0.0) -> Answer:
        self._failed = Answer(_UNUSABLE, cause, text, max(0.0, seconds))
        return self._failed

    # --- lines ---

    def _send(self, line: str) -> None:
        if self._child is not None:
            self._note_sent(line)
            self._waiting.append(line)
            self.flush()

    def _note_sent(self, line: str) -> None:
        if self._trace is not None:
            self._trace.note(self._who, "R>", line)

    def _note_received(self, line: str | Fault) -> None:
        if self._trace is not None:
            if isinstance(line, Fault):
                self._trace.note(self._who, "--", f"it wrote {line.value}")
            else:
                self._trace.note(self._who, "B>", line)

    def _remark(self, text: str) -> None:
        if self._trace is not None:
            self._trace.note(self._who, "--", text)
        if self._log is not None:
            self._log.write(f"--- {text[:_MOST_TEXT]}\n")

    def _keep(self, line: str) -> None:
        """A line that means nothing for the game."""
        if self._log is not None:
            self._log.write(f"{line[:_MOST_TEXT]}\n")

    @property
    def _who(self) -> str:
        return f"{self.command.name}/{os.getpid()}.{self._number}.{self.tally.starts}"
