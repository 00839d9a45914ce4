"""Replaying a deal that was played: as it was played, noting every breach of the rules on the way."""

from __future__ import annotations

from collections.abc import Sequence
from enum import Enum
from typing import NamedTuple

from schneider_league.game import kernel
from schneider_league.game.cards import Card, CardSet
from schneider_league.game.deal import EXCHANGE
from schneider_league.game.kernel import Rules
from schneider_league.game.score import Pair
from schneider_league.game.tables import tables_of


class Breach(Enum):
    """What can be wrong with a play or an announcement."""

    NOT_IN_HAND = "not-in-hand"
    MUST_FOLLOW = "must-follow"
    MUST_WIN = "must-win"
    MUST_TRUMP = "must-trump"
    BAD_EXCHANGE = "bad-exchange"
    BAD_MARRIAGE = "bad-marriage"


DUTY_BREACHES = {
    kernel.FOLLOW: Breach.MUST_FOLLOW,
    kernel.WIN: Breach.MUST_WIN,
    kernel.TRUMP: Breach.MUST_TRUMP,
}


Trick = tuple[Card, Card | None, tuple[int, ...]]
"""A trick as it was played: the lead; the response, None where the deal was broken off after the lead; and
what was announced after it, in order (`EXCHANGE` or the suit of a marriage)."""

ANNOUNCEMENT_BREACHES = frozenset({Breach.BAD_EXCHANGE, Breach.BAD_MARRIAGE})


class Fault(NamedTuple):
    """A breach, and what is needed to explain it."""

    trick: int
    """From 1; 0 for an announcement before the first trick."""
    breach: Breach
    side: int
    what: int
    """The card that was played; for an announcement `EXCHANGE` or the suit."""
    hand: CardSet
    """What the side held at that moment, before the play."""
    position: int
    """For an announcement its place among those after the trick, for a play 0 the lead and 1 the response."""


class Stage(NamedTuple):
    """How a deal stands between two tricks, once both have drawn."""

    leader: int
    """The side that won the last trick, or leads to the first."""
    units: Pair
    """The non-dealer's and the dealer's; those for the last trick come with it."""
    hands: tuple[CardSet, CardSet] | None
    """What both hold; None where the deal is not known."""
    turned: Card | None
    """The last card of the talon, which an exchange changes; None where it is not known."""


class Replay(NamedTuple):
    """How far a replay got, and what it found."""

    tricks: Pair
    """Tricks won by the non-dealer and by the dealer."""
    units: Pair
    marriages: int
    """Units declared in marriages, both sides' together."""
    faults: tuple[Fault, ...]
    leader: int = 0
    """The side that won the last trick, or leads to the first."""
    hands: tuple[CardSet, CardSet] | None = None
    """What both hold at the end; None where the deal is not known."""
    turned: Card | None = None
    """The last card of the talon, which an exchange changes; None where it is not known."""


def bad_announcement(what: int) -> Breach:
    """The breach that an announcement is where it is not allowed."""
    return Breach.BAD_EXCHANGE if what == EXCHANGE else Breach.BAD_MARRIAGE


def replay(
    rules: Rules,
    hands: tuple[CardSet, CardSet],
    talon: Sequence[Card],
    tricks: Sequence[Trick],
    opening: Sequence[int] = (),
    *,
    stages: list[Stage] | None = None,
) -> Replay:
    """Replay a recorded deal.

    After a breach the card counts as played, wherever it was: it leaves the other hand, and is not drawn again
    from the talon. A bad announcement has no effect.

    Args:
        rules: The ruleset as integers.
        hands: The non-dealer's and the dealer's six cards.
        talon: From the top down; in games with trumps the last is turned up.
        tricks: No more than the deal has; no card twice.
        opening: What was announced before the first trick, which is always wrong.
        stages: Where given, how the deal stands before each trick and at the end is appended to it.
    """
    turned = talon[-1]
    trump = turned >> 3 if rules.trumps else kernel.NO_TRUMP
    units, won = [0, 0], [0, 0]
    declared = marriages = leader = 0
    early = 0  # cards that were played from elsewhere than the hand, perhaps from the talon
    mine, other = hands  # the leader's hand and the responder's
    faults = [Fault(0, bad_announcement(what), 0, what, mine, place) for place, what in enumerate(opening)]
    values = rules.units
    beaters, denied, denied_at_end = tables_of(rules, trump)
    left = len(talon)
    # The winner draws the first of these, the loser the second.
    draws = zip(talon[0::2], talon[1::2], strict=True)
    duties = denied if left else denied_at_end
    for lead, response, after in tricks:
        if stages is not None:
            both = (other, mine) if leader else (mine, other)
            stages.append(Stage(leader, (units[0], units[1]), both, turned))
        bit = 1 << lead
        if mine & bit:
            mine ^= bit
        else:
            faults.append(Fault(sum(won) + 1, Breach.NOT_IN_HAND, leader, lead, mine, 0))
            other &= ~bit
            early |= bit
        if response is None:
            break
        bit = 1 << response
        if other & bit:
            if duties is not None and duties[lead << 5 | response] & other:
                duty = kernel.broken_duty(rules, other, lead, response, trump, left)
                faults.append(Fault(sum(won) + 1, DUTY_BREACHES[duty], 1 - leader, response, other, 1))
            other ^= bit
        else:
            faults.append(Fault(sum(won) + 1, Breach.NOT_IN_HAND, 1 - leader, response, other, 1))
            mine &= ~bit
            early |= bit
        if beaters[lead] & bit:
            leader = 1 - leader
            mine, other = other, mine
        won[leader] += 1
        units[leader] += values[lead & 7] + values[response & 7]
        for position, what in enumerate(after) if after else ():
            if what == EXCHANGE and kernel.may_exchange(rules, mine, trump, left):
                given = kernel.exchange_card(rules, trump)
                mine = (mine ^ 1 << given) | (1 << turned & ~early)
                turned = given
            elif what != EXCHANGE and kernel.may_marry(rules, mine, what, trump, declared):
                declared |= 1 << what
                marriages += kernel.marriage_units(rules, what, trump)
                units[leader] += kernel.marriage_units(rules, what, trump)
            else:
                faults.append(Fault(sum(won), bad_announcement(what), leader, what, mine, position))
        if left:
            left -= 2
            first, second = next(draws)
            mine |= 1 << first
            other |= 1 << (second if left else turned)
            if early:
                mine &= ~early
                other &= ~early
            if not left:
                duties = denied_at_end
    if sum(won) == kernel.pack_size(rules) // 2:
        units[leader] += rules.last_trick
    held = (mine, other) if leader == 0 else (other, mine)
    if stages is not None:
        stages.append(Stage(leader, (units[0], units[1]), held, turned))
    return Replay((won[0], won[1]), (units[0], units[1]), marriages, tuple(faults), leader, held, turned)
