"""The course of a deal as a coroutine, for those who have many deals on the table at once.

`play_deal` does the bookkeeping of `game/position.py` in the local variables of a generator, which in plain Python is
several times as fast; a test holds the two equal. It asks `kernel` for every rule, and tabulates what it answers.
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Sequence
from functools import lru_cache
from typing import Final, NamedTuple, cast

from schneider_league.bots.seat import Cause
from schneider_league.bots.turn import ANNOUNCED, ANNOUNCING, LEADING, NEWS_BITS, SIDE_BIT, Row
from schneider_league.game import kernel, position
from schneider_league.game.cards import FULL_PACK, cards_of
from schneider_league.game.kernel import Rules
from schneider_league.game.position import EXCHANGE, NO_CARD, Pack
from schneider_league.game.score import Pair
from schneider_league.game.tables import tables_of

NO_ANNOUNCEMENT: Final = 255
"""The choice that ends announcing."""

AskFor = Callable[[Row], object]
"""Takes the question to a side: a row as `bots.base.Turn` reads it. The choice is sent to the generator later."""


class SeatFailedError(Exception):
    """Thrown into the course of a deal: a side has failed, on move or not."""

    def __init__(self, side: int, cause: Cause) -> None:
        super().__init__(side, cause)
        self.side = side
        self.cause = cause


class Played(NamedTuple):
    """A deal that has come to its end; pairs have the non-dealer first."""

    units: Pair
    tricks: Pair
    moves: bytes
    """Cards 0–31, and 32 + an announcement."""
    asks: Pair
    """How often each side was asked."""
    marriages: int
    """Units declared, both sides' together."""
    cause: Cause
    by: int | None
    """The side that failed."""


class Announcements(dict[int, int]):
    """What may be announced, by what matters of the situation; the kernel is asked once for each."""

    def __init__(self, rules: Rules, trump: int) -> None:
        super().__init__()
        self._rules, self._trump = rules, trump
        # A card matters if a hand of all cards may announce less without it.
        everything = self._ask(FULL_PACK, 2, 0)
        self.concern = sum(
            1 << card for card in cards_of(FULL_PACK) if self._ask(FULL_PACK ^ 1 << card, 2, 0) != everything
        )

    def __missing__(self, key: int) -> int:
        self[key] = found = self._ask(key & FULL_PACK, key >> 32 & 1, key >> 33)
        return found

    def _ask(self, hand: int, talon: int, declared: int) -> int:
        rules, trump = self._rules, self._trump
        found = 1 << EXCHANGE if kernel.may_exchange(rules, hand, trump, talon) else 0
        for suit in range(4):
            if kernel.may_marry(rules, hand, suit, trump, declared):
                found |= 1 << suit
        return found


class CourseTables(NamedTuple):
    """What the kernel says of a ruleset and a trump suit, tabulated."""

    rules: Rules
    beaters: tuple[int, ...]
    """For each led card the cards that beat it."""
    is_free_to_lead: bool
    """Whether every lead is legal."""
    is_free: bool
    """Whether every response is legal while the talon lasts."""
    is_free_at_end: bool
    """Whether every response is legal once it is gone."""
    trick_units: tuple[int, ...]
    """By led card * 32 + response."""
    announcements: Announcements | None
    """None where there are none in this game."""


@lru_cache(maxsize=64)
def course_tables(rules: Rules) -> tuple[CourseTables, ...]:
    """The tables of this ruleset by trump suit; in a game without trumps one, which `NO_TRUMP` finds as the last."""
    units = tuple(kernel.trick_units(rules, led, response) for led in range(32) for response in range(32))
    found = []
    for trump in range(4) if rules.trumps else (kernel.NO_TRUMP,):
        tables, announcements = tables_of(rules, trump), Announcements(rules, trump)
        is_free, is_free_at_end = tables.denied is None, tables.denied_at_end is None
        offered = announcements if announcements.concern else None
        may_lead_any = kernel.legal_leads(FULL_PACK) == FULL_PACK
        found.append(CourseTables(rules, tables.beaters, may_lead_any, is_free, is_free_at_end, units, offered))
    return tuple(found)


def add_news(news: int, happened: int) -> int:
    """The news with one thing more."""
    return news | happened << -(-news.bit_length() // NEWS_BITS) * NEWS_BITS


def play_deal(
    tables: Sequence[CourseTables], pack: Pack, slot: int, ask_non_dealer: AskFor, ask_dealer: AskFor
) -> Generator[None, int, Played]:
    """Play a deal: each `yield` waits for the choice of the side that was asked last.

    A choice that was not on offer ends the deal as `illegal`, a `SeatFailedError` thrown in as what it says.

    Args:
        tables: The ruleset's (`course_tables`).
        slot: The first number of each question, by which the caller finds this deal again.
    """
    # The deal: as `position.begin` has it.
    hand = 1 << pack[0] | 1 << pack[1] | 1 << pack[2] | 1 << pack[6] | 1 << pack[7] | 1 << pack[8]
    other_hand = 1 << pack[3] | 1 << pack[4] | 1 << pack[5] | 1 << pack[9] | 1 << pack[10] | 1 << pack[11]
    talon = len(pack) - 2 * kernel.HAND_SIZE
    turned, trump = NO_CARD, kernel.NO_TRUMP
    if tables[0].rules.trumps:
        turned = pack[-1]
        trump = turned >> 3
    rules, beaters, is_free_to_lead, is_free, is_free_at_end, trick_units, announcements = tables[trump]
    legal_leads, legal_responses = kernel.legal_leads, kernel.legal_responses
    top = 2 * kernel.HAND_SIZE
    # The leader's, and those of the other side.
    ask, other_ask = ask_non_dealer, ask_dealer
    units = other_units = tricks = other_tricks = 0
    news = other_news = 0
    side = declared = marriages = 0
    moves: list[int] = []
    asks = [0, 0]  # for announcements; plays are counted at the end
    is_announcing = False
    lead = NO_CARD
    cause, by = Cause.NORMAL, None
    try:
        while hand:
            legal = hand if is_free_to_lead else legal_leads(hand)
            ask((slot, hand, legal, LEADING, news))
            news = 0
            card = yield
            if not legal >> card & 1:
                raise SeatFailedError(side, Cause.ILLEGAL)
            lead = card
            moves.append(lead)
            hand ^= 1 << lead

            legal = other_hand if is_free else legal_responses(rules, other_hand, lead, trump, talon)
            other_ask((slot, other_hand, legal, lead, other_news))
            other_news = 0
            card = yield
            if not legal >> card & 1:
                raise SeatFailedError(1 - side, Cause.ILLEGAL)
            moves.append(card)
            other_hand ^= 1 << card

            if beaters[lead] >> card & 1:
                side = 1 - side
                ask, other_ask = other_ask, ask
                hand, other_hand = other_hand, hand
                units, other_units = other_units, units
                tricks, other_tricks = other_tricks, tricks
            units += trick_units[lead << 5 | card]
            tricks += 1
            if not hand:
                units += rules.last_trick
            news = other_news = lead | card << 5 | side << SIDE_BIT
            lead = NO_CARD

            if announcements is not None:
                concern = announcements.concern
                is_announcing = True
                while legal := announcements[hand & concern | (talon > 0) << 32 | declared << 33]:
                    asks[side] += 1
                    ask((slot, hand, legal, ANNOUNCING, news))
                    news = 0
                    choice = yield
                    if choice == NO_ANNOUNCEMENT:
                        break
                    if not legal >> choice & 1:
                        raise SeatFailedError(side, Cause.ILLEGAL)
                    moves.append(32 + choice)
                    happened = ANNOUNCED | choice | side << SIDE_BIT
                    if choice == EXCHANGE:
                        given = kernel.exchange_card(rules, trump)
                        hand ^= 1 << given | 1 << turned
                        happened |= turned << 5
                        turned = given
                    else:
                        worth = kernel.marriage_units(rules, choice, trump)
                        units += worth
                        marriages += worth
                        declared |= 1 << choice
                    news, other_news = add_news(news, happened), add_news(other_news, happened)
                is_announcing = False

            if talon:
                hand |= 1 << pack[top]
                # The turned-up card, which is the last one, may have been exchanged.
                other_hand |= 1 << (pack[top + 1] if talon > 2 or turned < 0 else turned)
                top += 2
                talon -= 2
                if not talon:
                    is_free = is_free_at_end
    except SeatFailedError as failed:
        cause, by = failed.cause, failed.side
    for number in (0, 1):
        is_waiting = cause is not Cause.NORMAL and not is_announcing and (number == side or lead >= 0)
        asks[number] += tricks + other_tricks + is_waiting
    if side:
        units, other_units, tricks, other_tricks = other_units, units, other_tricks, tricks
    return Played((units, other_units), (tricks, other_tricks), bytes(moves), (asks[0], asks[1]), marriages, cause, by)


Chooser = Callable[[position.View, bool], int]
"""A built-in bot's choice; whether it is announcing. -1 ends announcing."""


def play_against_built_in(
    rules: Rules, pack: Pack, slot: int, sides: tuple[AskFor | Chooser, AskFor | Chooser], built_in: tuple[bool, bool]
) -> Generator[None, int, Played]:
    """The same by `game/position.py`, which sees what built-in bots want to see; they choose without a `yield`."""
    p = position.begin(rules, pack)
    top = 2 * kernel.HAND_SIZE
    moves = bytearray()
    asks = [0, 0]
    news = [0, 0]
    marriages = asked = 0
    cause, by = Cause.NORMAL, None

    def ask(legal: int, *, is_announcing: bool = False) -> Generator[None, int, int]:
        nonlocal asked
        asked = 1 - p.leader if p.lead >= 0 else p.leader
        asks[asked] += 1
        if built_in[asked]:
            choice = cast(Chooser, sides[asked])(position.look(rules, p, legal), is_announcing)
        else:
            hand = p.other_hand if p.lead >= 0 else p.hand
            cast(AskFor, sides[asked])((slot, hand, legal, ANNOUNCING if is_announcing else p.lead, news[asked]))
            news[asked] = 0
            choice = yield
        if is_announcing and choice in (position.NOTHING, NO_ANNOUNCEMENT):
            return NO_ANNOUNCEMENT
        if choice < 0 or not legal >> choice & 1:
            raise SeatFailedError(asked, Cause.ILLEGAL)
        moves.append(choice + 32 if is_announcing else choice)
        return choice

    def tell(happened: int) -> None:
        for number in (0, 1):
            news[number] = add_news(news[number], happened)

    try:
        while not position.is_over(p):
            lead = yield from ask(position.legal_plays(rules, p))
            p = position.lead_card(p, lead)
            response = yield from ask(position.legal_plays(rules, p))
            p = position.respond(rules, p, response)
            tell(lead | response << 5 | p.leader << SIDE_BIT)
            while legal := position.legal_announcements(rules, p):
                choice = yield from ask(legal, is_announcing=True)
                if choice == NO_ANNOUNCEMENT:
                    break
                taken = p.turned << 5 if choice == EXCHANGE else 0
                before = p.units
                p = position.announce(rules, p, choice)
                marriages += p.units - before
                tell(ANNOUNCED | choice | taken | p.leader << SIDE_BIT)
            if p.talon:
                p = position.draw(p, pack[top], pack[top + 1])
                top += 2
    except SeatFailedError as failed:
        cause, by = failed.cause, failed.side
    units = position.units_of(p, 0), position.units_of(p, 1)
    tricks = (p.other_tricks, p.tricks) if p.leader else (p.tricks, p.other_tricks)
    return Played(units, tricks, bytes(moves), (asks[0], asks[1]), marriages, cause, by)
