"""Which ends of a session can occur, where only the end is known."""

from __future__ import annotations

from functools import lru_cache

from schneider_league.game.ruleset import Ruleset
from schneider_league.game.score import Pair, decides_by_tricks, derive_outcome_of_score, may_be_all_tricks
from schneider_league.game.score import possible_scores as possible_units
from schneider_league.records.claims import FormatKind, SessionFormat

LARGEST = 100_000
"""Game points beyond which no result is believed."""


@lru_cache(maxsize=256)
def possible_awards(ruleset: Ruleset) -> tuple[int, ...]:
    """What winning a deal can be worth, in game points, from low to high."""
    awards: set[int] = set()
    for units in possible_units(ruleset):
        awards.add(max(derive_outcome_of_score(ruleset, units).game_points))
        if decides_by_tricks(ruleset) and may_be_all_tricks(ruleset, units):
            awards.add(max(derive_outcome_of_score(ruleset, units, all_tricks=True).game_points))
    return tuple(sorted(awards - {0}))


def why_impossible_result(
    ruleset: Ruleset, form: SessionFormat, target: int | None, result: Pair
) -> tuple[str, str] | None:
    """Why no session ends so, and what would be possible, in words; None where one can."""
    if max(result) > LARGEST:
        return "that is more than anybody ever scored", "give the game points of the whole session, as in 7-4"
    awards = possible_awards(ruleset)
    if form.kind is FormatKind.DEALS:
        assert form.deals is not None
        return _why_not_deals(awards, form.deals, result)
    if form.kind is FormatKind.FIRST_TO:
        assert target is not None
        return _why_not_first_to(ruleset, awards, target, result)
    sums = _sums(awards, max(result))
    odd = next((points for points in result if not sums >> points & 1), None)
    if odd is None:
        return None
    return f"no deals of {ruleset.name} add up to {odd}", f"a deal is worth {_listed(awards)}"


def _why_not_first_to(ruleset: Ruleset, awards: tuple[int, ...], target: int, result: Pair) -> tuple[str, str] | None:
    """The winner passed the target with the last deal; the other did not reach it."""
    high, low = max(result), min(result)
    if high < target:
        return (
            f"nobody has reached {target}",
            f"if it went to {high}, add --target {high}; --timed for a session that ended otherwise",
        )
    if low >= target:
        return f"it was over when the first of them had reached {target}", "only one player gets there"
    sums = _sums(awards, high)
    reached = any(high - award < target and high >= award and sums >> (high - award) & 1 for award in awards)
    if not reached:
        most = target - 1 + awards[-1]
        return f"nobody ends with {high} in a session to {target}", f"possible is {target} to {most}" if (
            high > most
        ) else f"a deal of {ruleset.name} is worth {_listed(awards)}"
    if not sums >> low & 1:
        return f"no deals of {ruleset.name} add up to {low}", f"a deal is worth {_listed(awards)}"
    return None


def _why_not_deals(awards: tuple[int, ...], deals: int, result: Pair) -> tuple[str, str] | None:
    """Each of the deals was won by one of the two."""
    total = sum(result)
    least, most = awards[0] * deals, awards[-1] * deals
    if not least <= total <= most:
        return (
            f"{deals} deals with a winner are worth {least} to {most} game points together, not {total}",
            "give the game points, and the number of deals that had a winner",
        )
    needed = [_least_and_most(awards, points) for points in result]
    if any(need is None for need in needed):
        odd = result[0] if needed[0] is None else result[1]
        return f"no deals add up to {odd}", f"a deal is worth {_listed(awards)}"
    (least_a, most_a), (least_b, most_b) = (need for need in needed if need is not None)
    if not least_a + least_b <= deals <= most_a + most_b:
        return f"{deals} deals do not end {result[0]}-{result[1]}", f"a deal is worth {_listed(awards)}"
    return None


@lru_cache(maxsize=64)
def _sums(awards: tuple[int, ...], most: int) -> int:
    """A bit for each number up to `most` that some deals add up to."""
    reachable, mask = 1, (1 << (most + 1)) - 1
    for award in awards:
        # Any number of deals with this award: doubling the number of shifts each time.
        shift = award
        while shift <= most:
            reachable |= reachable << shift & mask
            shift *= 2
    return reachable


def _least_and_most(awards: tuple[int, ...], points: int) -> tuple[int, int] | None:
    """With how few and with how many won deals these points are reached; None where they cannot be."""
    unreached = points + 1
    least, most = [0] + [unreached] * points, [0] + [-1] * points
    for sum_ in range(1, points + 1):
        before = [sum_ - award for award in awards if award <= sum_ and most[sum_ - award] >= 0]
        if before:
            least[sum_] = 1 + min(least[index] for index in before)
            most[sum_] = 1 + max(most[index] for index in before)
    return None if most[points] < 0 else (least[points], most[points])


def _listed(numbers: tuple[int, ...]) -> str:
    *first, last = map(str, numbers)
    return f"{', '.join(first)} or {last}" if first else last
