"""The deals that `bot check` lets a bot play, and what is noted of them."""

from __future__ import annotations

import random
import time
from collections import Counter
from collections.abc import Callable
from dataclasses import replace
from typing import Final, NamedTuple

from schneider_league.arena.table import Dealing, play_deal
from schneider_league.bots.log import BotLog
from schneider_league.bots.process import ProcessSeat
from schneider_league.bots.protocol import parse_line
from schneider_league.bots.seat import Answer, Ask, Cause, DealEnd, DealResult, DealStart, Happening, MatchStart, Seat
from schneider_league.bots.trace import Direction, Trace
from schneider_league.game.cards import cards_of
from schneider_league.game.ruleset import POINTS, Ruleset, parse_rules
from schneider_league.game.score import Pair

UNHEARD_OF: Final = replace(
    POINTS,
    name="a-rule-nobody-knows",
    title="A house rule that no bot has heard of",
    lowest_rank="9",
    marriage=(10, 30),
    card_points=(0, 0, 1, 10, 2, 3, 4, 11),
    last_trick=0,
    win_at=63,
    schneider_at=84,
    extends="points",
)
RULESETS: Final = (
    parse_rules("bohemian"),
    parse_rules("bohemian+24-card+next-higher+follow-suit+trump+cumulative"),
    parse_rules("points+marriage"),
    UNHEARD_OF,
)
_ENOUGH_SECONDS: Final = 20.0
"""After so long a slow bot is spared further deals."""
_ENOUGH_FAILURES: Final = 3
_DEALS: Final = 6
"""Deals in each ruleset, half of them as dealer."""


class Opponent:
    """Plays what it may, by chance."""

    def __init__(self) -> None:
        self._chance = random.Random(0)

    def begin_match(self, match: MatchStart) -> None:
        """Nothing is to be done."""

    def begin_deal(self, deal: DealStart) -> None:
        """Begin anew, so that a deal is the same wherever it is played."""
        self._chance.seed(deal.seed)

    def ask(self, ask: Ask) -> Answer:
        """Any of what is on offer."""
        return Answer(self._chance.choice(list(cards_of(ask.view.legal))))

    def tell(self, deal: str, happening: Happening) -> None:
        """Nothing is to be done."""

    def end_deal(self, deal: str, end: DealEnd) -> None:
        """Nothing is to be done."""

    def end_match(self, points: Pair) -> None:
        """Nothing is to be done."""

    def close(self) -> None:
        """Nothing is to be done."""


class Listener(Trace):
    """Counts what goes to and fro instead of writing it."""

    def __init__(self) -> None:
        """A listener; there is no file."""
        self.sent: Counter[str] = Counter()
        self.received: Counter[str] = Counter()
        self.strange = ""
        """The first line that means nothing."""
        self.pongs: set[str] = set()
        self._expected: set[str] = set()
        self.surplus = 0
        """How many `play` lines answer nothing, or something a second time."""

    def note(self, who: str, direction: Direction, line: str) -> None:
        """Count a line."""
        if direction == "--":
            return
        said = parse_line(line)
        (self.sent if direction == "R>" else self.received)[said.word] += 1
        if direction == "R>":
            if said.word == "turn":
                self._expected.add(said.values["at"])
            return
        if said.word == "pong":
            self.pongs.update(said.words)
        elif said.word == "play":
            at = said.values.get("at", "")
            self.surplus += at not in self._expected
            self._expected.discard(at)
        elif said.word not in ("id", "option", "ready", "info", ""):
            self.strange = self.strange or line[:100]
            self.received["strange"] += 1

    def close(self) -> None:
        """Nothing is to be done."""


class ErrorOutput(BotLog):
    """Keeps the end of what a program writes to standard error, and nothing else."""

    def __init__(self) -> None:
        """Nothing yet; there is no file."""
        self.size = 0
        """All bytes that came."""
        self._end = b""

    def write(self, text: str | bytes) -> None:
        """Take note; what is text is a remark of the runner."""
        if isinstance(text, bytes):
            self.size += len(text)
            self._end = (self._end + text)[-2000:]

    def flush(self) -> None:
        """Nothing waits."""

    @property
    def last_lines(self) -> str:
        """The last three lines, joined."""
        lines = [line.strip() for line in self._end.decode(errors="replace").splitlines() if line.strip()]
        return " / ".join(lines[-3:])[-300:]


class Asked(NamedTuple):
    """A question and its answer."""

    kind: str
    answer: Answer


class Watcher:
    """Stands between the table and a seat, and keeps what was asked and answered."""

    def __init__(self, seat: Seat) -> None:
        self._seat = seat
        self.asked: list[Asked] = []
        self.begin_match = seat.begin_match
        self.begin_deal = seat.begin_deal
        self.tell = seat.tell
        self.end_deal = seat.end_deal
        self.end_match = seat.end_match
        self.close = seat.close

    def ask(self, ask: Ask) -> Answer:
        """Ask the seat."""
        answer = self._seat.ask(ask)
        self.asked.append(Asked(ask.kind, answer))
        return answer

    def failure(self) -> Answer | None:
        """What the seat has noticed."""
        noticed: Callable[[], Answer | None] | None = getattr(self._seat, "failure", None)
        return noticed() if noticed is not None else None


class Played(NamedTuple):
    """A deal that was played."""

    ruleset: Ruleset
    result: DealResult


def play_all(watcher: Watcher, move_ms: int) -> list[Played]:
    """Deals in several rulesets, in each at least one as dealer and one not, up to the third that the bot fails in."""
    played = []
    failures = 0
    until = time.monotonic() + _ENOUGH_SECONDS
    for number, ruleset in enumerate(RULESETS):
        watcher.begin_match(MatchStart(f"M{number + 1}", ruleset, None, _DEALS, move_ms))
        points = [0, 0]
        for deal in range(_DEALS):
            if deal >= 2 and time.monotonic() > until:
                break
            pack = list(cards_of(ruleset.pack))
            random.Random(f"{ruleset.name} {deal}").shuffle(pack)
            seeds = (number * 1000 + deal * 2 + 1, number * 1000 + deal * 2 + 2)
            result = play_deal(ruleset, Dealing(deal + 1, pack, deal % 2, seeds), (watcher, Opponent()))
            played.append(Played(ruleset, result))
            points = [points[0] + result.points[0], points[1] + result.points[1]]
            failures += result.cause is not Cause.NORMAL
            if failures == _ENOUGH_FAILURES or result.cause is Cause.OUT:
                return played
        watcher.end_match((points[0], points[1]))
    return played


def play_one_ruleset(
    open_seat: Callable[[Ruleset], Seat], ruleset: Ruleset, move_ms: int
) -> tuple[Watcher, list[Played]]:
    """Two deals of a seat that is opened for them."""
    seat = open_seat(ruleset)
    watcher = Watcher(seat)
    try:
        seat.begin_match(MatchStart("M1", ruleset, None, 2, move_ms))
        played = []
        for deal in range(2):
            pack = list(cards_of(ruleset.pack))
            random.Random(f"{ruleset.name} {deal}").shuffle(pack)
            dealing = Dealing(deal + 1, pack, deal % 2, (deal * 2 + 1, deal * 2 + 2))
            played.append(Played(ruleset, play_deal(ruleset, dealing, (watcher, Opponent()))))
        return watcher, played
    finally:
        seat.close()


class WordySeat(ProcessSeat):
    """Says things that a later version of the protocol might say."""

    def _send(self, line: str) -> None:
        word = line.partition(" ")[0]
        if word in ("deal", "turn"):
            super()._send('future news="of another version"')
            super()._send("ping 7")
            line += " future=yes"
        super()._send(line)
