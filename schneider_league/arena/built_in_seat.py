"""A built-in bot at a table with one that is not."""

from __future__ import annotations

import time

from schneider_league.arena.playout import Playout, seed_chance
from schneider_league.bots.builtin import Builtin
from schneider_league.bots.seat import Answer, Ask, DealEnd, DealStart, Happening, MatchStart
from schneider_league.game.chance import Chance
from schneider_league.game.ruleset import Ruleset
from schneider_league.game.score import Pair


class BuiltInSeat:
    """A `Seat` for a built-in bot; it has no clock and cannot fail."""

    def __init__(self, bot: Builtin, ruleset: Ruleset) -> None:
        self._bot = bot
        self._playout = Playout(ruleset)
        self._chance: Chance = seed_chance(0)

    def begin_match(self, match: MatchStart) -> None:
        """Nothing is to be done."""

    def begin_deal(self, deal: DealStart) -> None:
        """Take the deal's seed."""
        self._chance = seed_chance(deal.seed)

    def ask(self, ask: Ask) -> Answer:
        """What the bot chooses."""
        began, cpu = time.perf_counter(), time.thread_time()
        choice = self._playout.choose(self._bot, ask.view, self._chance, is_announcing=ask.kind == "announce")
        return Answer(choice, seconds=time.perf_counter() - began, cpu_seconds=time.thread_time() - cpu)

    def tell(self, deal: str, happening: Happening) -> None:
        """It needs to remember nothing: the view says it."""

    def end_deal(self, deal: str, end: DealEnd) -> None:
        """Nothing is to be done."""

    def end_match(self, points: Pair) -> None:
        """Nothing is to be done."""

    def close(self) -> None:
        """Nothing is to be done."""
