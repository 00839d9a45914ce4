"""Checking a deal of which only the tricks are known: does any deal fit what was seen?

Hands and talon order are unknown, but what fits is a question with an exact answer. Each card of the pack
came from one place: one of the six of a hand, or one place of the talon, of which the tricks say who drew it
and when. What was seen restricts, card by card, the places that it can have come from:

- a card that a side played came from a place that the side had by then;
- a side that broke no duty with a response held none of certain cards at that moment, so that those of
  them that it plays later, or never, were not yet there (a showing);
- who declares a marriage or exchanges held certain cards at that moment.

All of these forbid pairs of a card and a place, so that a deal fits if and only if the pairs that are left
have a perfect matching. Claims (showings and announcements) are taken in order: the first that leaves no
deal together with those before it is a breach, and is dropped.

An exchange moves two cards about, so that there is one `_World` for each exchange that may have taken place
and one for none; a claim stands while it fits in one of them.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

from schneider_league.game import kernel
from schneider_league.game.cards import Card, CardSet, cards_of
from schneider_league.game.deal import EXCHANGE
from schneider_league.game.kernel import Rules
from schneider_league.game.replay import DUTY_BREACHES, Breach, Fault, Replay, Stage, Trick, bad_announcement
from schneider_league.game.tables import denied_cards


class _Play(NamedTuple):
    side: int
    trick: int
    position: int
    """0 for a lead, 1 for a response."""


@dataclass(frozen=True, slots=True, eq=False)
class _Claim:
    """What a response or an announcement says of a hand: which cards were in it, or were not."""

    trick: int
    side: int
    breach: Breach
    """What it is if no deal fits it."""
    what: int
    """The response; for an announcement `EXCHANGE` or the suit."""
    position: int
    """-1 for a response, else the place among the announcements after the trick."""
    absent: CardSet = 0
    present: CardSet = 0


@dataclass(frozen=True, slots=True)
class _Course:
    """What the tricks alone say of the places, which are numbered: hands first, then the talon from the top."""

    plays: dict[Card, _Play]
    winners: tuple[int, ...]
    had: tuple[tuple[int, ...], tuple[int, ...]]
    """For each side and trick (from 0) the mask of the places that the side had come to have before it."""
    places: int
    draws: int
    """How many tricks are followed by drawing."""

    def last_drawer(self) -> int | None:
        """Who drew the last card of the talon; None while that is open."""
        return 1 - self.winners[self.draws - 1] if len(self.winners) >= self.draws else None


def _follow(rules: Rules, tricks: Sequence[Trick], trump: int, pack: CardSet, hand_size: int) -> _Course:
    """Who played what, who won, and who drew from which place."""
    size = pack.bit_count()
    draws = (size - 2 * hand_size) // 2
    hand = (1 << hand_size) - 1
    now = [hand, hand << hand_size]
    had: tuple[list[int], list[int]] = ([0, now[0]], [0, now[1]])
    plays: dict[Card, _Play] = {}
    winners: list[int] = []
    leader = 0
    for number, (lead, response, _after) in enumerate(tricks, 1):
        plays[lead] = _Play(leader, number, 0)
        if response is None:
            break
        plays[response] = _Play(1 - leader, number, 1)
        if kernel.beats(rules, lead, response, trump):
            leader = 1 - leader
        winners.append(leader)
        if number <= draws:
            top = 2 * hand_size + 2 * (number - 1)
            now[leader] |= 1 << top
            now[1 - leader] |= 1 << top + 1
        for side in (0, 1):
            had[side].append(now[side])
    return _Course(plays, tuple(winners), (tuple(had[0]), tuple(had[1])), size, draws)


def _claims(rules: Rules, tricks: Sequence[Trick], course: _Course, trump: int) -> Iterator[_Claim]:
    """All claims in order; of one response first what would break the duty to follow."""
    responder = 1
    for number, (winner, (lead, response, after)) in enumerate(zip(course.winners, tricks, strict=False), 1):
        assert response is not None
        for duty, cards in denied_cards(rules, lead, response, trump, int(number <= course.draws)):
            yield _Claim(number, responder, DUTY_BREACHES[duty], response, -1, absent=cards)
        for position, what in enumerate(after):
            pair = 0 if what == EXCHANGE else 0x60 << (what << 3)
            yield _Claim(number, winner, bad_announcement(what), what, position, present=pair)
        responder = 1 - winner


@dataclass(slots=True)
class _World:
    """The places that each card can still have come from, and a matching of cards and places."""

    course: _Course
    allowed: dict[Card, int]
    turned: Card | None
    seven: Card | None
    """The card that is exchanged for the turned one; None where there is no exchange."""
    exchange: _Claim | None
    place_of: dict[Card, int] = field(default_factory=dict)
    card_at: dict[int, Card] = field(default_factory=dict)

    def is_possible(self) -> bool:
        """Whether some deal fits; mends the matching where a restriction has broken it."""
        for card, place in list(self.place_of.items()):
            if not self.allowed[card] >> place & 1:
                del self.place_of[card], self.card_at[place]
        return all(card in self.place_of or self._find_place(card, set()) for card in self.allowed)

    def _find_place(self, card: Card, tried: set[int]) -> bool:
        """Find a place for the card along an augmenting path."""
        for place in cards_of(self.allowed[card]):
            if place in tried:
                continue
            tried.add(place)
            holder = self.card_at.get(place)
            if holder is None or self._find_place(holder, tried):
                self.card_at[place] = card
                self.place_of[card] = place
                return True
        return False

    def with_claim(self, claim: _Claim) -> _World | None:
        """This world with the claim added; None if no deal fits then."""
        if claim.breach is Breach.BAD_EXCHANGE:
            return self if self.exchange is claim else None
        allowed = dict(self.allowed)
        for cards, present in ((claim.absent, False), (claim.present, True)):
            for card in cards_of(cards):
                if card not in allowed:
                    if present:
                        return None
                    continue
                play = self.course.plays.get(card)
                held = False if play is not None and play.trick <= claim.trick else self._moved(card, claim)
                if held is None:
                    had = self.course.had[claim.side][claim.trick]
                    allowed[card] &= had if present else ~had
                elif held != present:
                    return None
        world = _World(
            self.course, allowed, self.turned, self.seven, self.exchange, dict(self.place_of), dict(self.card_at)
        )
        return world if world.is_possible() else None

    def _moved(self, card: Card, claim: _Claim) -> bool | None:
        """Whether the claim's side holds a card that was exchanged; None where its place still decides."""
        if self.exchange is None or card not in (self.turned, self.seven):
            return None
        is_after = (claim.trick, claim.position) > (self.exchange.trick, self.exchange.position)
        if card == self.turned:
            return is_after and claim.side == self.exchange.side
        if not is_after:
            return None
        return claim.trick > self.course.draws and claim.side == self.course.last_drawer()


def _possible_worlds(
    rules: Rules, course: _Course, pack: CardSet, turned: Card | None, claims: Sequence[_Claim], *, strict: bool
) -> list[_World]:
    """A world without exchange, and one for each that may have been made, as far as some deal fits the plays.

    Without `strict` the play of the turned card is not looked at, since it is known to be wrong.
    """
    everywhere = (1 << course.places) - 1
    last = 1 << course.places - 1
    allowed = {
        card: course.had[play.side][play.trick] if (play := course.plays.get(card)) else everywhere
        for card in cards_of(pack)
    }
    if turned is None:
        worlds = [_World(course, allowed, None, None, None)]
        return [world for world in worlds if world.is_possible()]
    worlds = [_World(course, allowed | {turned: allowed[turned] & last} if strict else allowed, turned, None, None)]
    trump = turned >> 3
    seven = kernel.exchange_card(rules, trump)
    for claim in claims:
        if claim.breach is not Breach.BAD_EXCHANGE or seven == turned or not pack >> seven & 1:
            continue
        talon = 2 * (course.draws - claim.trick + 1)
        if not kernel.may_exchange(rules, 1 << seven, trump, talon):
            continue
        taken, given = course.plays.get(turned), course.plays.get(seven)
        if strict and taken is not None and (taken.side != claim.side or taken.trick <= claim.trick):
            continue
        if given is not None and (given.side != course.last_drawer() or given.trick <= course.draws):
            continue
        held = course.had[claim.side][claim.trick]
        worlds.append(_World(course, allowed | {turned: last, seven: held}, turned, seven, claim))
    return [world for world in worlds if world.is_possible()]


def check_unseen(
    rules: Rules,
    tricks: Sequence[Trick],
    turned: Card | None,
    opening: Sequence[int] = (),
    *,
    pack: CardSet | None = None,
    hand_size: int = kernel.HAND_SIZE,
    stages: list[Stage] | None = None,
) -> Replay:
    """Count a deal of which only the tricks are known, and find the breaches that no deal can explain.

    A fault's `hand` holds the cards that the side played later and should not have held, or should have
    played; it is empty where no single card proves the fault.

    Args:
        rules: The ruleset as integers.
        tricks: No card twice; may break off.
        turned: The turned-up card; None in games without trumps.
        opening: What was announced before the first trick, which is always wrong.
        pack: The cards played with, where it is not the ruleset's pack.
        hand_size: How many cards a hand has.
        stages: Where given, how the deal stands before each trick and at the end is appended to it.
    """
    cards = kernel.pack(rules) if pack is None else pack
    trump = kernel.NO_TRUMP if turned is None else turned >> 3
    course = _follow(rules, tricks, trump, cards, hand_size)
    claims = list(_claims(rules, tricks, course, trump))
    faults = [Fault(0, bad_announcement(what), 0, what, 0, place) for place, what in enumerate(opening)]
    worlds = _possible_worlds(rules, course, cards, turned, claims, strict=True)
    if not worlds and turned is not None:
        # Where the turned-up card never came, who drew it played some other card as the last one.
        card = turned if turned in course.plays else _last_played(course)
        side, number, position = course.plays[card]
        faults.append(Fault(number, Breach.NOT_IN_HAND, side, card, 0, position))
        worlds = _possible_worlds(rules, course, cards, turned, claims, strict=False)
    won = [0, 0]
    gained = [[0, 0] for _trick in tricks]  # units, by the trick that they came with
    for number, (winner, (lead, response, _after)) in enumerate(zip(course.winners, tricks, strict=False), 1):
        assert response is not None
        won[winner] += 1
        gained[number - 1][winner] += kernel.trick_units(rules, lead, response)
        if number == course.places // 2:
            gained[number - 1][winner] += rules.last_trick
    declared = marriages = 0
    broken_in = 0
    for claim in claims:
        is_marriage = claim.breach is Breach.BAD_MARRIAGE
        if claim.position < 0 and claim.trick == broken_in:
            continue  # a response that did not follow breaks that duty alone
        if is_marriage and not kernel.may_marry(rules, claim.present, claim.what, trump, declared):
            left = []
        else:
            left = [world for world in (world.with_claim(claim) for world in worlds) if world is not None]
        if not left:
            broken_in = claim.trick if claim.position < 0 else broken_in
            proof = sum(
                1 << card
                for card in cards_of(claim.absent)
                if (play := course.plays.get(card)) and play.side == claim.side and play.trick > claim.trick
            )
            position = 1 if claim.position < 0 else claim.position
            faults.append(Fault(claim.trick, claim.breach, claim.side, claim.what, proof, position))
            continue
        worlds = left
        if is_marriage:
            pair = kernel.marriage_units(rules, claim.what, trump)
            declared |= 1 << claim.what
            marriages += pair
            gained[claim.trick - 1][claim.side] += pair
    leader = course.winners[-1] if course.winners else 0
    units = (sum(a for a, _b in gained), sum(b for _a, b in gained))
    if stages is not None:
        stages += _stages(course.winners, gained)
    return Replay((won[0], won[1]), units, marriages, tuple(faults), leader)


def _last_played(course: _Course) -> Card:
    """The card played last of all."""
    return max(course.plays, key=lambda card: course.plays[card][1:])


def _stages(winners: Sequence[int], gained: Sequence[Sequence[int]]) -> list[Stage]:
    """How the deal stands before each trick and at the end."""
    a = b = 0
    stages = [Stage(0, (0, 0), None, None)]
    for place, (more_a, more_b) in enumerate(gained):
        a, b = a + more_a, b + more_b
        stages.append(Stage(winners[place] if place < len(winners) else stages[-1].leader, (a, b), None, None))
    return stages
