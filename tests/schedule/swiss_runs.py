"""Swiss events with results by strength, paired by us or by `py4swiss`, and how unequal the pairs were."""

from __future__ import annotations

import random
import time
from typing import TYPE_CHECKING

from schneider_league.schedule.dealing import Dealing, deals_first
from schneider_league.schedule.swiss import SwissPlayer, pair_round

if TYPE_CHECKING:
    from py4swiss.trf import ParsedTrf
    from py4swiss.trf.results import RoundResult

Line = tuple[int, int | None]
"""The first dealer and the other, or who has the bye."""


class Run:
    """One event; players are numbers from 1."""

    def __init__(self, players: int, rounds: int, seed: int, *, by_py4swiss: bool = False) -> None:
        rng = random.Random(seed)
        self.rounds = rounds
        self.seed = seed
        self.by_py4swiss = by_py4swiss
        self.numbers = range(1, players + 1)
        self.strength = {number: rng.gauss(-number / players, 0.7) for number in self.numbers}
        self.halves = dict.fromkeys(self.numbers, 0)
        self.met: dict[int, set[int]] = {number: set() for number in self.numbers}
        self.had_bye: set[int] = set()
        self.firsts: dict[int, tuple[bool, ...]] = dict.fromkeys(self.numbers, ())
        self.floated = dict.fromkeys(self.numbers, 0)
        self.history: list[dict[int, tuple[int, bool, int]]] = []
        """For each round and player: the opponent (0 for the bye), whether they dealt first, half points."""
        self.gap = 0
        """Summed differences of the half points of those who met."""
        self.slowest = 0.0
        """CPU seconds of the slowest pairing."""

    def play(self) -> Run:
        for number in range(1, self.rounds + 1):
            before = time.process_time()
            lines = self._paired_by_py4swiss() if self.by_py4swiss else self._paired(number)
            self.slowest = max(self.slowest, time.process_time() - before)
            self._finish(number, lines)
        return self

    def players(self) -> list[SwissPlayer]:
        return [
            SwissPlayer(
                number,
                self.halves[number],
                frozenset(self.met[number]),
                number in self.had_bye,
                False,
                Dealing(number, self.firsts[number]),
                self.floated[number],
            )
            for number in self.numbers
        ]

    def _paired(self, number: int) -> list[Line]:
        players = {player.number: player for player in self.players()}
        found = pair_round(list(players.values()), number, self.rounds)
        assert found is not None
        lines: list[Line] = []
        for a, b in found.pairs:
            first, _why = deals_first(players[a].deals, players[b].deals)
            lines.append((a, b) if first else (b, a))
        return lines if found.bye is None else [*lines, (found.bye, None)]

    def _paired_by_py4swiss(self) -> list[Line]:
        from py4swiss.engines import DutchEngine

        pairings = DutchEngine.generate_pairings(self._as_trf())
        return [(pairing.white, pairing.black or None) for pairing in pairings]

    def _as_trf(self) -> ParsedTrf:
        from py4swiss.trf import ParsedTrf
        from py4swiss.trf.codes import PlayerCode
        from py4swiss.trf.sections import PlayerSection, XSection

        sections = [
            PlayerSection(
                code=PlayerCode.PLAYER,
                starting_number=number,
                points_times_ten=5 * self.halves[number],
                rank=number,
                results=[self._as_result(each[number]) for each in self.history],
            )
            for number in self.numbers
        ]
        return ParsedTrf(player_sections=sections, x_section=XSection(number_of_rounds=self.rounds))

    @staticmethod
    def _as_result(line: tuple[int, bool, int]) -> RoundResult:
        from py4swiss.trf.results import ColorToken, ResultToken, RoundResult

        opponent, first, halves = line
        if not opponent:
            return RoundResult(id=0, color=ColorToken.BYE_OR_NOT_PAIRED, result=ResultToken.PAIRING_ALLOCATED_BYE)
        result = (ResultToken.LOSS, ResultToken.DRAW, ResultToken.WIN)[halves]
        return RoundResult(id=opponent, color=ColorToken.WHITE if first else ColorToken.BLACK, result=result)

    def _finish(self, number: int, lines: list[Line]) -> None:
        floated = dict.fromkeys(self.numbers, 0)
        gained: dict[int, tuple[int, bool, int]] = {}
        for a, b in lines:
            if b is None:
                assert a not in self.had_bye
                self.had_bye.add(a)
                gained[a] = (0, False, 2)
                floated[a] = -1
                continue
            assert b not in self.met[a]
            self.met[a].add(b)
            self.met[b].add(a)
            lead = self.halves[a] - self.halves[b]
            self.gap += abs(lead)
            floated[a], floated[b] = (lead < 0) - (lead > 0), (lead > 0) - (lead < 0)
            self.firsts[a] += (True,)
            self.firsts[b] += (False,)
            # The same two in the same round of the same event: the same result, whoever paired them.
            rng = random.Random(f"{self.seed}/{number}/{min(a, b)}/{max(a, b)}")
            chance = rng.gauss(self.strength[min(a, b)] - self.strength[max(a, b)], 1)
            for_lower = 1 if abs(chance) < 0.1 else 2 if chance > 0 else 0
            for_a = for_lower if a < b else 2 - for_lower
            gained[a], gained[b] = (b, True, for_a), (a, False, 2 - for_a)
        assert sorted(gained) == list(self.numbers)
        for player, (_opponent, _first, halves) in gained.items():
            self.halves[player] += halves
        self.floated = floated
        self.history.append(gained)


def sizes(seed: int) -> tuple[int, int]:
    """Players and rounds of an event as clubs and opens have them, within half as many rounds as players."""
    rng = random.Random(seed)
    players = rng.randrange(8, 61)
    return players, rng.randrange(3, min(players // 2, 9) + 1)
