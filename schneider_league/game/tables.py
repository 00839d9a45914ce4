"""What the kernel's functions say, tabulated once for a ruleset and a trump suit, for those who ask a lot."""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

from schneider_league.game import kernel
from schneider_league.game.cards import Card, CardSet, cards_of
from schneider_league.game.kernel import Rules


@lru_cache(maxsize=65536)
def denied_cards(rules: Rules, led: Card, response: Card, trump: int, talon: int) -> tuple[tuple[int, CardSet], ...]:
    """For each duty (FOLLOW, WIN, TRUMP) the cards of which one in hand makes this response a breach of it.

    That they are told card by card is enough: a duty binds as soon as one such card is in hand. `talon` counts
    only as 0 or not.
    """
    denied: dict[int, CardSet] = {}
    for card in cards_of(kernel.pack(rules) & ~(1 << response)):
        duty = kernel.broken_duty(rules, 1 << response | 1 << card, led, response, trump, talon)
        if duty:
            denied[duty] = denied.get(duty, 0) | 1 << card
    return tuple((duty, denied[duty]) for duty in sorted(denied))


class Denied(dict[int, CardSet]):
    """By `led * 32 + response` the cards that make the response a breach of whatever duty; filled when asked."""

    def __init__(self, rules: Rules, trump: int, talon: int) -> None:
        super().__init__()
        self._given = (rules, trump, talon)

    def __missing__(self, key: int) -> CardSet:
        rules, trump, talon = self._given
        self[key] = cards = sum(mask for _duty, mask in denied_cards(rules, key >> 5, key & 31, trump, talon))
        return cards


class Tables(NamedTuple):
    """The tables of one ruleset and trump suit."""

    beaters: tuple[CardSet, ...]
    """For each led card the cards that beat it."""
    denied: Denied | None
    """While the talon lasts; None where every response is legal."""
    denied_at_end: Denied | None
    """Once the talon is gone; None where every response is legal."""


@lru_cache(maxsize=1024)
def tables_of(rules: Rules, trump: int) -> Tables:
    """The tables of this ruleset, with this trump suit or `NO_TRUMP`."""
    pack = kernel.pack(rules)
    beaters = tuple(kernel.beaters(rules, led, trump) for led in range(32))
    denied = [
        None
        if all(kernel.legal_responses(rules, pack, led, trump, talon) == pack for led in cards_of(pack))
        else Denied(rules, trump, talon)
        for talon in (1, 0)
    ]
    return Tables(beaters, denied[0], denied[1])
