"""What a driver of deals and a bot say to each other, whatever the bot is: built in, a Python class, a program."""

from __future__ import annotations

import hashlib
from dataclasses import dataclass
from enum import StrEnum
from typing import NamedTuple, Protocol, TypeAlias

from schneider_league.game.cards import Card, CardSet
from schneider_league.game.position import View
from schneider_league.game.ruleset import Ruleset
from schneider_league.game.score import Pair


class Cause(StrEnum):
    """How a deal ended (protocol: "How a deal ends")."""

    NORMAL = "normal"
    TIME = "time"
    STALL = "stall"
    ILLEGAL = "illegal"
    CRASH = "crash"
    PROTOCOL = "protocol"
    VOID = "void"
    """Interrupted: not counted."""
    OUT = "out"
    """Not played any more, since the bot failed too often."""


class MatchStart(NamedTuple):
    """A session, or all deals of a pairing."""

    id: str
    """Opaque."""
    ruleset: Ruleset
    target: int | None
    """Game points of a session; None for deals on their own."""
    deals: int | None
    """How many deals the pairing has, where there is no target."""
    move_ms: int


class DealStart(NamedTuple):
    """A deal as one side is told of it."""

    id: str
    """Opaque; unique within the seat's match."""
    number: int
    """From 1."""
    is_dealer: bool
    seed: int
    """64 bits: the bot's own randomness for this deal (`seat_seed`)."""
    score: Pair
    """Game points of the session so far, one's own first."""
    hand: CardSet
    talon: int
    """Cards in the talon, the turned-up one included."""
    turned: Card | None


class Ask(NamedTuple):
    """A question to a side."""

    deal: str
    """The deal's id."""
    kind: str
    """lead, respond or announce."""
    view: View


class Answer(NamedTuple):
    """What the side chose, or how it failed."""

    choice: int
    """A card 0–31; of an announcement 0–3 a marriage, 4 the exchange, -1 none. Not judged yet; meaningless on failure.
    """
    cause: Cause = Cause.NORMAL
    text: str = ""
    """On failure: why, in words."""
    seconds: float = 0.0
    """How long it took."""
    cpu_seconds: float | None = None
    """CPU time, where known."""


class TrickTaken(NamedTuple):
    """A trick, as one side is told of it; the talon is counted before drawing."""

    lead: Card
    response: Card
    is_mine: bool
    units: Pair
    talon: int


class Announced(NamedTuple):
    """An exchange or a marriage, told to both."""

    is_mine: bool
    exchange: Card | None
    """The card taken for the trump 7, None for a marriage."""
    marriage: int | None
    """The suit."""
    units: Pair


class Drawn(NamedTuple):
    """One's own draw; the talon is counted after it."""

    card: Card
    talon: int


Happening: TypeAlias = TrickTaken | Announced | Drawn


class DealEnd(NamedTuple):
    """The end of a deal, one's own numbers first."""

    units: Pair
    points: Pair
    cause: Cause
    by_me: bool | None
    """Who failed; None for normal and void."""


class Seat(Protocol):
    """One instance of a bot in one seating of a pairing: a process of its own where it is foreign or Python."""

    def begin_match(self, match: MatchStart) -> None:
        """A session, or all deals of a pairing, begins."""

    def begin_deal(self, deal: DealStart) -> None:
        """A deal begins; a bot that had failed is started again here."""

    def ask(self, ask: Ask) -> Answer:
        """Let the bot choose. Failures are answers, never exceptions."""

    def tell(self, deal: str, happening: Happening) -> None:
        """Something happened that the side sees."""

    def end_deal(self, deal: str, end: DealEnd) -> None:
        """The deal is over, for whatever cause."""

    def end_match(self, points: Pair) -> None:
        """The match is over; one's own points first."""

    def close(self) -> None:
        """End whatever runs; may be called twice."""


@dataclass(frozen=True, slots=True)
class DealResult:
    """What became of a deal, side a (the pairing's first bot) first."""

    units: Pair
    points: Pair
    cause: Cause = Cause.NORMAL
    by: int | None = None
    """Who failed: 0 for a, 1 for b."""
    moves: tuple[str, ...] = ()
    """The plays in order: canonical cards (`10H`), `x` for an exchange, `mH` for a marriage; kept where a bot is not
    built in.
    """
    asks: Pair = (0, 0)
    """How often each side was asked."""
    cpu: tuple[float, float] = (0.0, 0.0)
    """CPU seconds of each side's answers, where known."""
    text: str = ""
    """Why it ended, in words."""


def seat_seed(run_seed: int, pairing: int, pair: int, half: int, deal: int, seat: int) -> int:
    """A bot's own randomness for a deal, 64 bits: one-way, so that no pack can be computed from it.

    Args:
        pairing: From 0, as `pair`, `half` (0, 1), `deal` (of the session) and `seat` (0 the non-dealer, 1 the dealer).
    """
    text = f"seat\n{run_seed}\n{pairing}\n{pair}\n{half}\n{deal}\n{seat}"
    return int.from_bytes(hashlib.sha256(text.encode()).digest()[:8])
