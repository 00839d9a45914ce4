"""Tricks-only records of small packs, judged by trying every deal: the same question as `check_unseen`, the slow way.

From docs/notation.md, "Checking a record", and on `second_rules`. A guess is a deal (hands and the order of the
talon) together with which of the announced exchanges was really made, if any. Guesses that the plays do not fit are
none; then each claim, in order, is held against the guesses that are left.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import permutations
from typing import NamedTuple

from tests.game.second_rules import RANKS, Game, rank, suit, takes

Trick = tuple[str, str | None, tuple[str, ...]]
"""Lead, response, and what was announced."""
Hands = tuple[frozenset[str], frozenset[str]]


class Judged(NamedTuple):
    """What the moves show."""

    tricks: tuple[int, int]
    units: tuple[int, int]
    marriages: int
    faults: list[tuple[int, str, int, str]]
    """Trick, code, side, and the response or announcement."""


class SmallGame(NamedTuple):
    """A pack that is small enough."""

    game: Game
    pack: list[str]
    hand_size: int
    turned: str | None

    @property
    def draws(self) -> int:
        return (len(self.pack) - 2 * self.hand_size) // 2

    @property
    def trump(self) -> str | None:
        return suit(self.turned) if self.turned else None

    def winners(self, tricks: list[Trick]) -> list[int]:
        found, leader = [], 0
        for lead, response, _after in tricks:
            if response is not None:
                leader = 1 - leader if takes(self.game, lead, response, self.trump) else leader
                found.append(leader)
        return found


def deals(small: SmallGame, tricks: list[Trick]) -> Iterator[tuple[list[list[str]], list[str]]]:
    """All deals, hands and talon, but for some that certainly do not fit the plays.

    Left out are those in which a card that no exchange can have moved is drawn by the side that never played it
    although it was played, or before whose drawing it was played.
    """
    winners, leader = small.winners(tricks), 0
    played: dict[str, tuple[int, int]] = {}
    for number, (lead, response, _after) in enumerate(tricks, 1):
        played[lead] = (leader, number)
        if response is not None:
            played[response] = (1 - leader, number)
            leader = winners[number - 1]
    movable = {small.turned, small.game.ranks[0] + (small.trump or "")} if small.game.exchange else set()

    def may_be_drawn(card: str, place: int) -> bool:
        trick = place // 2 + 1
        if card in movable or card not in played or trick > len(winners):
            return card in movable or card not in played or played[card][1] > trick
        side = winners[trick - 1] if place % 2 == 0 else 1 - winners[trick - 1]
        return played[card][0] == side and played[card][1] > trick

    size = len(small.pack) - 2 * small.hand_size

    def talons(begun: list[str]) -> Iterator[list[str]]:
        if len(begun) == size:
            yield list(begun)
            return
        for card in small.pack:
            is_last = len(begun) == size - 1
            if card in begun or (small.turned is not None and (card == small.turned) is not is_last):
                continue
            if may_be_drawn(card, len(begun)) or card == small.turned:
                yield from talons([*begun, card])

    for talon in talons([]):
        rest = [card for card in small.pack if card not in talon]
        fixed: list[list[str]] = [[], []]
        open_cards = []
        for card in rest:
            if card in played and card not in movable:
                fixed[played[card][0]].append(card)
            else:
                open_cards.append(card)
        missing = small.hand_size - len(fixed[0])
        if missing < 0 or len(fixed[1]) > small.hand_size:
            continue
        for chosen in {frozenset(chosen) for chosen in permutations(open_cards, missing)}:
            others = [card for card in open_cards if card not in chosen]
            yield [[*fixed[0], *chosen], [*fixed[1], *others]], talon


def follow(
    small: SmallGame, dealt: tuple[list[list[str]], list[str]], tricks: list[Trick], made: tuple[int, int] | None
) -> dict[tuple[int, int], Hands] | None:
    """Both hands before each response (place -1) and each announcement; None where the plays do not fit the deal.

    `made` is the trick and place of the announced exchange that is taken for real.
    """
    hands, talon = [set(hand) for hand in dealt[0]], list(dealt[1])
    seen: dict[tuple[int, int], Hands] = {}
    leader = 0
    for number, (lead, response, after) in enumerate(tricks, 1):
        if lead not in hands[leader]:
            return None
        hands[leader].remove(lead)
        if response is None:
            break
        if response not in hands[1 - leader]:
            return None
        seen[number, -1] = (frozenset(hands[0]), frozenset(hands[1]))
        hands[1 - leader].remove(response)
        if takes(small.game, lead, response, small.trump):
            leader = 1 - leader
        for place in range(len(after)):
            seen[number, place] = (frozenset(hands[0]), frozenset(hands[1]))
            if (number, place) == made:
                lowest = small.game.ranks[0] + (small.trump or "")
                if not talon or not small.game.exchange or lowest not in hands[leader]:
                    return None
                hands[leader].remove(lowest)
                hands[leader].add(talon[-1])
                talon[-1] = lowest
        for side in (leader, 1 - leader) if talon else ():
            hands[side].add(talon.pop(0))
    return seen


def judge(small: SmallGame, tricks: list[Trick]) -> Judged | None:
    """What check_unseen should say; None where no deal fits even the plays (the turned card is misplaced)."""
    game, trump, winners = small.game, small.trump, small.winners(tricks)
    exchanges = [
        (number, place)
        for number, (_lead, _response, after) in enumerate(tricks, 1)
        for place, said in enumerate(after)
        if said == "exchange"
    ]
    guesses: list[tuple[tuple[int, int] | None, dict[tuple[int, int], Hands]]] = []
    for dealt in deals(small, tricks):
        for made in [None, *(exchanges if game.exchange else [])]:
            seen = follow(small, dealt, tricks, made)
            if seen is not None:
                guesses.append((made, seen))
    if not guesses:
        return None
    units, faults, declared = [0, 0], [], set()
    marriages, leader = 0, 0
    for number, winner in enumerate(winners, 1):
        lead, response, after = tricks[number - 1]
        assert response is not None
        side, strict = 1 - leader, game.strict_second_half and number > small.draws
        higher = [r + suit(lead) for r in RANKS if takes(game, lead, r + suit(lead), trump)]
        denied: list[tuple[str, list[str]]] = []
        if suit(response) != suit(lead):
            if game.follow or strict:
                denied.append(("must-follow", [r + suit(lead) for r in RANKS]))
            if strict and trump is not None and suit(response) != trump and suit(lead) != trump:
                denied.append(("must-trump", [r + trump for r in RANKS]))
        elif strict and response not in higher:
            denied.append(("must-win", higher))
        for code, cards in denied:
            fitting = [g for g in guesses if not g[1][number, -1][side] & set(cards)]
            if not fitting:
                faults.append((number, code, side, response))
                break
            guesses = fitting
        units[winner] += game.worth.get(rank(lead), 0) + game.worth.get(rank(response), 0)
        if number == len(small.pack) // 2:
            units[winner] += game.last_trick
        for place, said in enumerate(after):
            if said == "exchange":
                fitting = [g for g in guesses if g[0] == (number, place)]
                code = "bad-exchange"
            else:
                worth = game.marriage[1 if said[-1] == trump else 0]
                pair = {"K" + said[-1], "Q" + said[-1]}
                fitting = [g for g in guesses if pair <= g[1][number, place][winner]]
                code = "bad-marriage"
                if not worth or said in declared:
                    fitting = []
                if fitting:
                    declared.add(said)
                    marriages += worth
                    units[winner] += worth
            if fitting:
                guesses = fitting
            else:
                faults.append((number, code, winner, said))
        leader = winner
    return Judged((winners.count(0), winners.count(1)), (units[0], units[1]), marriages, faults)
