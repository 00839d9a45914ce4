"""Perfect matchings: of the least cost, the next best, and several that share no pair."""

from __future__ import annotations

import heapq
import random
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Final, TypeAlias

Pairs: TypeAlias = tuple[tuple[int, int], ...]
"""Each with the smaller vertex first, sorted."""

Costs: TypeAlias = Mapping[tuple[int, int], int]
"""Of every pair that is possible, the smaller vertex first."""

_ATTEMPTS: Final = 24
_EXACT_UP_TO: Final = 12
"""Vertices up to which disjoint matchings are searched for by trying everything."""
STEPS: Final = 40_000
"""What a search that tries everything may take at most, about a quarter of a second."""


def cheapest(vertices: Sequence[int], costs: Costs) -> Pairs | None:
    """The perfect matching of the least summed cost; None where there is none, also for an odd number of vertices."""
    if len(vertices) % 2:
        return None
    if not vertices:
        return ()
    # Loaded only when a round is paired.
    import networkx

    graph = networkx.Graph()
    # Sorted, so that among equals always the same one is found.
    graph.add_nodes_from(sorted(vertices))
    graph.add_weighted_edges_from((a, b, -cost) for (a, b), cost in sorted(costs.items()))
    found = networkx.max_weight_matching(graph, maxcardinality=True)
    if 2 * len(found) < len(vertices):
        return None
    return tuple(sorted((min(pair), max(pair)) for pair in found))


def by_cost(vertices: Sequence[int], costs: Costs, most: int) -> Iterator[Pairs]:
    """Perfect matchings, the cheapest first, at most so many.

    After K. G. Murty, "An algorithm for ranking all the assignments in order of increasing cost" (1968): what is left
    is split into parts that keep some pairs of the last one found and do without another.
    """
    first = cheapest(vertices, costs)
    if first is None:
        return
    count = 0
    queue: list[tuple[int, int, Pairs, Pairs, frozenset[tuple[int, int]]]] = [
        (_total(first, costs), count, first, (), frozenset())
    ]
    while queue and most > 0:
        _cost, _count, found, kept, without = heapq.heappop(queue)
        yield found
        most -= 1
        if most <= 0:
            return
        free = [pair for pair in found if pair not in kept]
        for index, pair in enumerate(free[:-1]):
            keep = (*kept, *free[:index])
            avoid = without | {pair}
            fixed = {vertex for each in keep for vertex in each}
            rest = [vertex for vertex in vertices if vertex not in fixed]
            left = {
                (a, b): cost
                for (a, b), cost in costs.items()
                if (a, b) not in avoid and a not in fixed and b not in fixed
            }
            other = cheapest(rest, left)
            if other is not None:
                whole = tuple(sorted((*keep, *other)))
                count += 1
                heapq.heappush(queue, (_total(whole, costs), count, whole, keep, avoid))


def _total(pairs: Pairs, costs: Costs) -> int:
    return sum(costs[pair] for pair in pairs)


Graph: TypeAlias = dict[int, set[int]]
"""Neighbours by vertex."""


def graph_of(vertices: Iterable[int], is_possible: Callable[[int, int], bool]) -> Graph:
    """The graph of the possible pairs."""
    listed = sorted(vertices)
    graph: Graph = {vertex: set() for vertex in listed}
    for index, a in enumerate(listed):
        for b in listed[index + 1 :]:
            if is_possible(a, b):
                graph[a].add(b)
                graph[b].add(a)
    return graph


def without(graph: Graph, pairs: Iterable[tuple[int, int]]) -> Graph:
    """The graph without some of its edges."""
    copy = {vertex: set(near) for vertex, near in graph.items()}
    for a, b in pairs:
        copy[a].discard(b)
        copy[b].discard(a)
    return copy


# Dirac (1952): a graph in which every vertex has at least half of the others as neighbours has a Hamiltonian circle, of
# which every second edge is a perfect matching. Each matching taken out costs every vertex one neighbour.
def is_surely_rich(graph: Graph, number: int) -> bool:
    """Whether so many perfect matchings that share no pair can be taken out one after the other, whichever they are."""
    if number <= 0:
        return True
    return len(graph) % 2 == 0 and all(2 * (len(near) - number + 1) >= len(graph) for near in graph.values())


class _OutOfStepsError(Exception):
    """A search was given up."""


class Steps:
    """How far searches that share it may still go; a step is a pair set down."""

    def __init__(self, left: int = STEPS) -> None:
        self.left = left

    def take(self) -> None:
        """Go one step."""
        if self.left == 0:
            raise _OutOfStepsError
        self.left -= 1


def disjoint_matchings(graph: Graph, number: int, steps: Steps | None = None) -> list[Pairs] | None:
    """So many perfect matchings that share no pair; None where none were found.

    Up to 12 vertices everything is tried, as far as `steps` reach; beyond, what is hidden well may be missed. Never is
    one invented.
    """
    if number <= 0:
        return []
    if len(graph) % 2 or any(len(near) < number for near in graph.values()):
        return None
    for attempt in range(_ATTEMPTS):
        found = _take_out(graph, number, random.Random(attempt))
        if found is not None:
            return found
    if len(graph) > _EXACT_UP_TO:
        return None
    try:
        return _search(graph, number, steps or Steps())
    except _OutOfStepsError:
        return None


def _take_out(graph: Graph, number: int, rng: random.Random) -> list[Pairs] | None:
    """Matchings taken out one after the other, chosen at random."""
    left, found = graph, []
    for _ in range(number):
        pairs = _some_matching(left, rng)
        if pairs is None:
            return None
        found.append(pairs)
        left = without(left, pairs)
    return found


def _some_matching(graph: Graph, rng: random.Random) -> Pairs | None:
    """A perfect matching by chance."""
    if len(graph) <= 2 * _EXACT_UP_TO:
        try:
            return next(_matchings(graph, (), Steps(40 * len(graph)), rng), None)
        except _OutOfStepsError:
            pass
    costs = {(a, b): rng.randrange(1 << 16) for a, near in graph.items() for b in near if a < b}
    return cheapest(list(graph), costs)


def _search(graph: Graph, number: int, steps: Steps) -> list[Pairs] | None:
    """The same by trying everything."""
    if number == 0:
        return []
    if any(len(near) < number for near in graph.values()):
        return None
    anchor = min(graph)
    # The order of the matchings does not matter: either one holds the anchor's first partner, or none does.
    for partner in sorted(graph[anchor]):
        for pairs in _matchings(graph, ((anchor, partner),), steps):
            rest = _search(without(graph, pairs), number - 1, steps)
            if rest is not None:
                return [pairs, *rest]
        graph = without(graph, [(anchor, partner)])
        if len(graph[anchor]) < number:
            return None
    return None


def _matchings(graph: Graph, begun: Pairs, steps: Steps, rng: random.Random | None = None) -> Iterator[Pairs]:
    """All perfect matchings that hold the pairs begun with; with `rng` in an order by chance."""
    steps.take()
    taken = {vertex for pair in begun for vertex in pair}
    free = [vertex for vertex in graph if vertex not in taken]
    if not free:
        yield tuple(sorted(begun))
        return
    # The one with the fewest choices first.
    vertex = min(free, key=lambda each: (len(graph[each] - taken), each))
    partners = sorted(graph[vertex] - taken)
    if rng is not None:
        rng.shuffle(partners)
    for partner in partners:
        yield from _matchings(graph, (*begun, (min(vertex, partner), max(vertex, partner))), steps, rng)
