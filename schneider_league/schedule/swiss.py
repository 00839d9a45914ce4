"""A Swiss round: equal meets equal, nobody twice, at most one bye each, and the announced rounds can all be paired."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import Final

from schneider_league.schedule.dealing import MUST_NOT_MEET, Dealing, clash
from schneider_league.schedule.matching import (
    Costs,
    Pairs,
    Steps,
    by_cost,
    cheapest,
    disjoint_matchings,
    graph_of,
    is_surely_rich,
)

_ALL_PAIRS_UP_TO: Final = 24
"""Players up to which every possible pair is weighed; beyond, for each the nearest, and more where they do not do."""
_NEAREST: Final = 5
_TRIED: Final = 150
"""Pairings of a round that are looked at, at most, for one that leaves the announced rounds pairable."""
_BYE: Final = 0
"""What stands in the place of an opponent; numbers of players begin with 1."""


@dataclass(frozen=True, slots=True)
class SwissPlayer:
    """Somebody to be paired."""

    number: int
    """In the event, from 1; what breaks ties of the points."""
    halves: int = 0
    """Half points, byes and forfeits among them."""
    met: frozenset[int] = frozenset()
    """Numbers of all whom they have been paired with, forfeits among them."""
    had_bye: bool = False
    had_forfeit_win: bool = False
    dealing: Dealing | None = None
    """What they dealt so far; None for nothing."""
    floated: int = 0
    """In the round before: -1 met somebody with fewer points (or had a bye), 1 with more, 0 with as many."""

    @property
    def deals(self) -> Dealing:
        """What they dealt so far."""
        return self.dealing or Dealing(self.number)


@dataclass(frozen=True, slots=True)
class SwissRound:
    """Who meets whom, as numbers."""

    pairs: tuple[tuple[int, int], ...]
    """The higher-ranked first; in the order of the boards."""
    bye: int | None
    """None for an even number of players."""
    passed_over: int = 0
    """How many who stand below the one with the bye have had none, but could not have it."""
    rounds_pairable: int = 0
    """How many rounds behind this one surely can be paired without a rematch, at most those announced."""


def rank(players: Sequence[SwissPlayer]) -> list[SwissPlayer]:
    """The best first: by points, then by number."""
    return sorted(players, key=lambda player: (-player.halves, player.number))


def pair_round(
    players: Sequence[SwissPlayer],
    round_number: int,
    rounds_announced: int | None = None,
    *,
    resting: Sequence[SwissPlayer] = (),
    fixed: Sequence[tuple[int, int]] = (),
) -> SwissRound | None:
    """A round of these players; None where there is none without a rematch or a second bye.

    Within half as many rounds as there are players there always is one, whatever happened before. Where more are
    announced, the round is chosen so that the rest of them can still be paired for everybody who is in the event now.

    Args:
        players: Who is to be paired.
        round_number: Of this round, from 1.
        rounds_announced: How many there will be; None to look no further than this round.
        resting: Who is in the event, but not in this round: absent, or with a bye given by hand.
        fixed: Pairs of other players of the event who meet in this round anyway: they count for the rounds to come.
    """
    field = _Field(rank(players), {each.number: each for each in (*players, *resting)}, frozenset(map(_sorted, fixed)))
    ahead = max((rounds_announced or round_number) - round_number, 0)
    # Where not all announced rounds can be had any more, as many as possible.
    for rounds in range(min(ahead, field.most_rounds(ahead)), -1, -1):
        found = field.pair(rounds)
        if found is not None:
            pairs, bye, passed_over = found
            return SwissRound(field.boards(pairs), bye, passed_over, rounds)
    return None


def is_warned_of(players: int, rounds: int) -> bool:
    """Whether so many rounds are too many for a Swiss: a round-robin suits the number of players better."""
    return rounds > players // 2 + 1


def _sorted(pair: tuple[int, int]) -> tuple[int, int]:
    return min(pair), max(pair)


class _Field:
    """The players of a round, and everybody who will be there afterwards."""

    def __init__(
        self, ranked: list[SwissPlayer], everybody: dict[int, SwissPlayer], fixed: frozenset[tuple[int, int]]
    ) -> None:
        self.ranked = ranked
        self.everybody = everybody
        self.fixed = fixed
        self.place = {player.number: place for place, player in enumerate(ranked)}
        self.group: dict[int, tuple[int, int]] = {}
        """For each player the place within those of the same points, from 0, and how many they are."""
        for _halves, members in groupby(ranked, key=lambda player: player.halves):
            listed = list(members)
            for place, player in enumerate(listed):
                self.group[player.number] = place, len(listed)
        self.weights = _weights(ranked)
        self.tried = 0
        self.steps = Steps()

    def pair(self, ahead: int) -> tuple[Pairs, int | None, int] | None:
        """The pairs, the bye, and how many were passed over for it, so that `ahead` more rounds can be paired."""
        self.tried, self.steps = 0, Steps()
        if not self._may_leave(ahead):
            return None
        if len(self.ranked) % 2 == 0:
            pairs = self._best([player.number for player in self.ranked], None, ahead)
            return None if pairs is None else (pairs, None, 0)
        for passed_over, candidate in enumerate(self._bye_order()):
            rest = [player.number for player in self.ranked if player is not candidate]
            pairs = self._best(rest, candidate.number, ahead)
            if pairs is not None:
                return pairs, candidate.number, passed_over
        return None

    # FIDE C.04.1, c and d: who had a bye, or won by forfeit, has no (further) bye; C.04.3: it goes to the lowest of
    # those for whom the rest can be paired.
    def _bye_order(self) -> list[SwissPlayer]:
        """Who may have the bye, the first choice first: from the bottom, the leader last."""
        able = [player for player in self.ranked if not player.had_bye]
        leader = self.ranked[0]
        return sorted(able, key=lambda each: (each is leader, each.had_forfeit_win, each.halves, -each.number))

    def _best(self, numbers: list[int], bye: int | None, ahead: int) -> Pairs | None:
        """The cheapest pairs that leave `ahead` rounds."""
        near = _NEAREST if len(numbers) > _ALL_PAIRS_UP_TO else len(numbers)
        first, costs = None, self._costs(numbers, near)
        while True:
            first = cheapest(numbers, costs)
            if first is not None or near >= len(numbers):
                break
            near *= 2
            costs = self._costs(numbers, near)
        if first is None:
            return None
        if ahead == 0 or self._leaves(first, bye, ahead):
            return first
        for pairs in by_cost(numbers, costs, _TRIED - self.tried):
            if pairs != first and self._leaves(pairs, bye, ahead):
                return pairs
        return self._from_plan(numbers, bye, ahead)

    def _may_leave(self, ahead: int) -> bool:
        """Whether so many rounds could be paired behind some pairing of this one; only a no is certain."""
        graph = self._graph(frozenset(), None)
        whole = len(self.ranked) == len(self.everybody)
        rounds = ahead + 1 if whole and ahead else ahead
        return is_surely_rich(graph, rounds) or disjoint_matchings(graph, rounds, self.steps) is not None

    def _from_plan(self, numbers: list[int], bye: int | None, ahead: int) -> Pairs | None:
        """The cheapest round of a plan for all the rounds; None where there is none, or others than these rest."""
        if len(numbers) + (bye is not None) < len(self.everybody):
            return None
        plan = disjoint_matchings(self._graph(frozenset(), None), ahead + 1, self.steps)
        rounds = [pairs for pairs in plan or () if bye is None or (_BYE, bye) in pairs]
        if not rounds:
            return None
        costs = self._costs(numbers, len(numbers))
        own = [tuple(pair for pair in pairs if pair[0] != _BYE) for pairs in rounds]
        return min(own, key=lambda pairs: (sum(costs[pair] for pair in pairs), pairs))

    def most_rounds(self, ahead: int) -> int:
        """How many rounds there can be behind this one at the best, not more than `ahead`."""
        size = len(self.everybody) + len(self.everybody) % 2
        graph = self._graph(frozenset(), None)
        return max(min(ahead, size - 1, *(len(near) for near in graph.values())), 0) if graph else 0

    def _leaves(self, pairs: Pairs, bye: int | None, ahead: int) -> bool:
        """Whether so many more rounds can be paired behind this one."""
        self.tried += 1
        graph = self._graph(frozenset(pairs), bye)
        return is_surely_rich(graph, ahead) or disjoint_matchings(graph, ahead, self.steps) is not None

    def _graph(self, pairs: frozenset[tuple[int, int]], bye: int | None) -> dict[int, set[int]]:
        """Who could still meet whom behind this round; where the number is odd, with the bye as somebody to meet."""
        vertices = list(self.everybody)
        if len(vertices) % 2:
            vertices.append(_BYE)

        def is_possible(a: int, b: int) -> bool:
            if a == _BYE:
                return not self.everybody[b].had_bye and b != bye
            return b not in self.everybody[a].met and (a, b) not in pairs and (a, b) not in self.fixed

        return graph_of(vertices, is_possible)

    def _costs(self, numbers: list[int], near: int) -> Costs:
        """The cost of every pair that is looked at, by numbers."""
        ranked = [self.everybody[number] for number in sorted(numbers, key=lambda number: self.place[number])]
        costs = {}
        for index, higher in enumerate(ranked):
            for lower in self._opponents(ranked, index, near):
                pair = _sorted((higher.number, lower.number))
                costs[pair] = self._cost(higher, lower)
        return costs

    def _opponents(self, ranked: list[SwissPlayer], index: int, near: int) -> Iterator[SwissPlayer]:
        """Whom a player of that index may meet, of those below: the likeliest of the same points, and the nearest."""
        player = ranked[index]
        below = ranked[index + 1 :]
        if near >= len(ranked):
            yield from (other for other in below if other.number not in player.met)
            return
        same: list[SwissPlayer] = []
        others: list[SwissPlayer] = []
        for other in below:
            if other.number in player.met:
                continue
            if other.halves == player.halves:
                same.append(other)
            elif len(others) < near:
                others.append(other)
            else:
                break
        same.sort(key=lambda other: (self._fold(player, other), other.number))
        yield from same[: 2 * near]
        yield from others

    # FIDE C.04.3 pairs by brackets: nobody comes to a difference of three colours; then the scores, repeated floats,
    # colours, and the top half of a bracket against its bottom half in order. Here it is one sum, in which each of
    # these outweighs all that follow; behind the scores stand their squares, so that two floats of one step come before
    # one of two.
    def _cost(self, higher: SwissPlayer, lower: SwissPlayer) -> int:
        gap = higher.halves - lower.halves
        floats = 0
        if gap:
            floats = (higher.floated < 0) + (lower.floated > 0)
        weights = self.weights
        dealing = clash(higher.deals, lower.deals)
        return (
            (dealing == MUST_NOT_MEET) * weights.must
            + gap * weights.gap
            + gap * gap * weights.square
            + floats * weights.floats
            + dealing * weights.clash
            + self._fold(higher, lower)
        )

    def _fold(self, higher: SwissPlayer, lower: SwissPlayer) -> int:
        """How far a pair is from the top half meeting the bottom half in order, or the lowest the highest."""
        (place, size), (other, _other_size) = self.group[higher.number], self.group[lower.number]
        if higher.halves == lower.halves:
            return abs(other - place - size // 2)
        return 2 * (size - 1 - place) + other

    # FIDE C.04.3, D: boards are sorted by the score of the higher-ranked player, the sum of both scores, and the rank.
    def boards(self, pairs: Pairs) -> tuple[tuple[int, int], ...]:
        """The pairs in the order of the boards, the higher-ranked player first."""
        turned = [(a, b) if self.place[a] < self.place[b] else (b, a) for a, b in pairs]

        def key(pair: tuple[int, int]) -> tuple[int, int, int]:
            higher, lower = (self.everybody[number] for number in pair)
            return -higher.halves, -lower.halves, self.place[pair[0]]

        return tuple(sorted(turned, key=key))


@dataclass(frozen=True, slots=True)
class _Weights:
    """What one unit of each cost weighs: more than all that could add up of the lesser ones."""

    must: int
    gap: int
    square: int
    floats: int
    clash: int


def _weights(ranked: Sequence[SwissPlayer]) -> _Weights:
    pairs = len(ranked) // 2 + 1
    most = ranked[0].halves - ranked[-1].halves if ranked else 0
    dealing = pairs * 3 * len(ranked) + 1
    floats = dealing * (MUST_NOT_MEET * pairs + 1)
    square = floats * (2 * pairs + 1)
    gap = square * (most * most * pairs + 1)
    return _Weights(gap * (most * pairs + 1), gap, square, floats, dealing)
