"""Everybody meets everybody: Berger's tables, and what is left to play where they no longer hold."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple


class BergerRound(NamedTuple):
    """A round of numbers from 1; the first-named deals first."""

    pairs: tuple[tuple[int, int], ...]
    bye: int | None
    """The number that has nobody to meet; None for an even number of players."""


# FIDE C.05, Annex 1 "Berger tables": in the first round 1 meets the highest number n, 2 meets n − 1, and so on. The
# number that meets n in a round goes up by n/2 (beyond n − 1 it begins again at 1); n is named second and first by
# turns. All others meet whose numbers add up to twice that number, counted round n − 1, the one above it first. Where
# the number of players is odd, the highest number of the table is the bye.
def berger_rounds(players: int) -> tuple[BergerRound, ...]:
    """The rounds of a single round-robin; none for fewer than two players."""
    if players < 2:
        return ()
    table = players + players % 2
    others = table - 1

    def number(place: int) -> int:
        return (place - 1) % others + 1

    rounds = []
    for index in range(others):
        pivot = number(1 + index * table // 2)
        pairs = [(number(pivot + step), number(pivot - step)) for step in range(1, table // 2)]
        if table == players:
            pairs.insert(0, (pivot, table) if index % 2 == 0 else (table, pivot))
        rounds.append(BergerRound(tuple(pairs), None if table == players else pivot))
    return tuple(rounds)


# FIDE C.05, Annex 1: a double round-robin plays the tables a second time with the pairs turned; to avoid that somebody
# has the same colour three times in a row, the last two rounds of the first cycle are swapped.
def double_rounds(players: int) -> tuple[BergerRound, ...]:
    """The rounds of a double round-robin; none for fewer than two players."""
    first = list(berger_rounds(players))
    second = [BergerRound(tuple((b, a) for a, b in each.pairs), each.bye) for each in first]
    if len(first) > 2:
        first[-2:] = first[:-3:-1]
    return (*first, *second)


def rounds_left(players: Sequence[int], left: dict[tuple[int, int], int]) -> int:
    """The fewest rounds in which the games that are left could be played: the most that one player has."""
    games = dict.fromkeys(players, 0)
    for (a, b), number in left.items():
        games[a] += number
        games[b] += number
    return max(games.values(), default=0)


def pair_what_is_left(players: Sequence[int], left: dict[tuple[int, int], int]) -> tuple[tuple[int, int], ...]:
    """A round of games that are left, so many as can be, those of players who have most left before others.

    For events that have left Berger's tables: by a late entry, or since the director paired by hand.

    Args:
        players: Who can play.
        left: For pairs (the smaller first) how many games they still have to play with each other.
    """
    import networkx

    present = set(players)
    games = dict.fromkeys(players, 0)
    for (a, b), number in left.items():
        if a in present and b in present:
            games[a] += number
            games[b] += number
    most = max(games.values(), default=0)
    if most == 0:
        return ()
    # Whoever has most left must play now, or the end comes a round later: they weigh more than all others together.
    weight = {player: (len(players) + 1) ** max(3 - (most - games[player]), 0) for player in players}
    graph = networkx.Graph()
    graph.add_nodes_from(players)
    graph.add_weighted_edges_from(
        (a, b, weight[a] + weight[b])
        for (a, b), number in sorted(left.items())
        if number > 0 and a in present and b in present
    )
    found = networkx.max_weight_matching(graph)
    return tuple(sorted((min(pair), max(pair)) for pair in found))
