"""What is shown of a run of bots, as values."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from schneider_league.derive.bradley_terry import Field
from schneider_league.derive.sprt import Hypothesis, Sprt
from schneider_league.derive.statistics import Estimate, Match


@dataclass(frozen=True, slots=True)
class BotLine:
    """One bot of a run."""

    bot: str
    deals: int
    won: int
    """Deals, or sessions where sessions were played."""
    tied: int
    lost: int
    points: Estimate
    """Game points that it won a deal."""
    units: Estimate
    """What it took a deal."""
    causes: Mapping[str, int]
    """How many of its deals ended by play (`normal`), and how many it lost by what else."""
    seconds_a_move: float | None = None
    """CPU time; None where it is not known."""


@dataclass(frozen=True, slots=True)
class PairingLine:
    """Two bots of a run, by their places in it; all from a's side."""

    a: int
    b: int
    counts: tuple[int, ...]
    """Pairs: LL, LD, DD+WL, WD, WW."""
    units: Estimate

    @property
    def match(self) -> Match:
        """The score of a."""
        return Match(self.counts)


@dataclass(frozen=True, slots=True)
class Decision:
    """A sequential test, and what it came to."""

    test: Sprt
    accepted: Hypothesis | None
    pairs: int
    """How many it was judged by."""
    ratio: float
    """The log-likelihood ratio."""


@dataclass(frozen=True, slots=True)
class RunView:
    """A run as it is shown."""

    run: str
    """Its file."""
    format: str
    rules: str
    seed: int
    pairs: int
    pairs_planned: int
    digest: str
    counted: str
    """What units are: `honours` or `card points`."""
    target: int | None
    """What the sessions go to; None where deals were played on their own."""
    bots: Sequence[BotLine]
    pairings: Sequence[PairingLine]
    ratings: Field
    is_complete: bool = True
    is_reproducible: bool = True
    """False where a deal was lost by the clock or by a crash, which another run need not see."""
    decision: Decision | None = None
    resume: str = ""
    """The command that goes on with the run, where it is not complete."""
    units_shown: int = 2
    """Decimals of units."""

    @property
    def games(self) -> str:
        """What is won and lost."""
        return "deal" if self.target is None else "session"

    @property
    def has_cpu(self) -> bool:
        """Whether the CPU time of any bot is known."""
        return any(line.seconds_a_move is not None for line in self.bots)
