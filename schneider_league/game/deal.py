"""A deal being played, as a reader of the rules would follow it; it asks `kernel` for every rule."""

from __future__ import annotations

from collections.abc import Sequence

from schneider_league.errors import NotAllowedError
from schneider_league.game import kernel
from schneider_league.game.cards import Card, CardSet, card_set, cards_of, format_card
from schneider_league.game.ruleset import Ruleset
from schneider_league.game.score import Outcome, derive_outcome

NON_DEALER, DEALER = 0, 1

EXCHANGE = 4
"""The announcement of an exchange; 0–3 announce a marriage in the suit of that index."""


class Deal:
    """One deal in play. Sides are 0, the non-dealer, and 1, the dealer.

    The non-dealer leads to the first trick; `play` plays a card for the side whose turn it is. After a
    trick its winner may announce (`legal_announcements`, `announce`); where there is nothing to announce, or
    after `draw`, both sides draw.
    """

    __slots__ = (
        "_announcing",
        "_declared",
        "_hands",
        "_lead",
        "_leader",
        "_rules",
        "_talon",
        "_tricks",
        "_trump",
        "_units",
        "ruleset",
    )

    def __init__(self, ruleset: Ruleset, non_dealer: CardSet, dealer: CardSet, talon: Sequence[Card]) -> None:
        """A deal of six cards each, the talon from the top down; its last card is turned up in games with trumps.

        Raises:
            NotAllowedError: these are not the cards of the pack, or wrongly dealt.
        """
        whole = card_set(talon)
        dealt_right = non_dealer.bit_count() == dealer.bit_count() == kernel.HAND_SIZE and len(talon) == ruleset.talon
        if not dealt_right or non_dealer | dealer | whole != ruleset.pack:
            raise NotAllowedError(f"not a deal of '{ruleset.name}': 6 cards each and {ruleset.talon} as talon")
        self.ruleset = ruleset
        self._rules = ruleset.code
        self._hands = [non_dealer, dealer]
        self._talon = list(reversed(talon))  # the top card last, so that drawing is popping
        self._trump = talon[-1] >> 3 if ruleset.has_trumps else kernel.NO_TRUMP
        self._units = [0, 0]
        self._tricks = [0, 0]
        self._declared = 0
        self._leader = NON_DEALER
        self._lead: Card | None = None
        self._announcing = False

    @classmethod
    def of_pack(cls, ruleset: Ruleset, pack: Sequence[Card]) -> Deal:
        """The deal of a shuffled pack: three to the non-dealer, three to the dealer, again three and three."""
        return cls(ruleset, card_set((*pack[0:3], *pack[6:9])), card_set((*pack[3:6], *pack[9:12])), tuple(pack[12:]))

    @property
    def turn(self) -> int:
        """The side that is to play or to announce."""
        return self._leader if self._lead is None else 1 - self._leader

    @property
    def leader(self) -> int:
        """The side that leads to this trick, or has just won one and may announce."""
        return self._leader

    @property
    def lead(self) -> Card | None:
        """The led card that waits for its response, else None."""
        return self._lead

    @property
    def trump(self) -> int | None:
        """The trump suit, None in games without."""
        return None if self._trump == kernel.NO_TRUMP else self._trump

    @property
    def turned(self) -> Card | None:
        """The turned-up card while it lies under the talon, else None."""
        return self._talon[0] if self._talon and self.ruleset.has_trumps else None

    @property
    def talon(self) -> int:
        """How many cards are left in the talon, the turned-up one included."""
        return len(self._talon)

    @property
    def units(self) -> tuple[int, int]:
        """What each side has captured and declared so far, the last trick once it was played."""
        return self._units[0], self._units[1]

    @property
    def tricks(self) -> tuple[int, int]:
        """How many tricks each side has won."""
        return self._tricks[0], self._tricks[1]

    @property
    def is_announcing(self) -> bool:
        """Whether the winner of the last trick may announce before both draw."""
        return self._announcing

    @property
    def is_over(self) -> bool:
        """Whether all tricks are played."""
        return not self._hands[0] and not self._hands[1] and not self._announcing

    def hand(self, side: int) -> CardSet:
        """The cards that the side holds."""
        return self._hands[side]

    def legal_plays(self) -> CardSet:
        """The cards that the side whose turn it is may play."""
        if self._lead is None:
            return kernel.legal_leads(self._hands[self._leader])
        hand = self._hands[1 - self._leader]
        return kernel.legal_responses(self._rules, hand, self._lead, self._trump, len(self._talon))

    def play(self, card: Card) -> None:
        """Play a card for the side whose turn it is.

        Raises:
            NotAllowedError: the card may not be played, or the winner of the last trick is still to announce.
        """
        if self._announcing:
            raise NotAllowedError("the winner of the last trick announces or draws first")
        if not self.legal_plays() >> card & 1:
            raise NotAllowedError(f"{format_card(card)} may not be played now")
        lead = self._lead
        if lead is None:
            self._hands[self._leader] ^= 1 << card
            self._lead = card
            return
        responder = 1 - self._leader
        self._hands[responder] ^= 1 << card
        if kernel.beats(self._rules, lead, card, self._trump):
            self._leader = responder
        winner = self._leader
        self._tricks[winner] += 1
        self._units[winner] += kernel.trick_units(self._rules, lead, card)
        if not self._hands[winner]:
            self._units[winner] += self._rules.last_trick
        self._lead = None
        if self.legal_announcements():
            self._announcing = True
        else:
            self.draw()

    def legal_announcements(self) -> list[int]:
        """What the winner of the last trick may announce now: `EXCHANGE`, or suits of marriages."""
        rules, hand = self._rules, self._hands[self._leader]
        found = []
        if kernel.may_exchange(rules, hand, self._trump, len(self._talon)):
            found.append(EXCHANGE)
        if rules.marriage_plain or rules.marriage_trump:
            found += [s for s in range(4) if kernel.may_marry(rules, hand, s, self._trump, self._declared)]
        return found

    def announce(self, announcement: int) -> None:
        """Exchange, or declare a marriage, for the winner of the last trick.

        Raises:
            NotAllowedError: not allowed at this moment.
        """
        if not self._announcing or announcement not in self.legal_announcements():
            raise NotAllowedError("that may not be announced now")
        if announcement == EXCHANGE:
            given = kernel.exchange_card(self._rules, self._trump)
            self._hands[self._leader] ^= 1 << given | 1 << self._talon[0]
            self._talon[0] = given
        else:
            self._declared |= 1 << announcement
            self._units[self._leader] += kernel.marriage_units(self._rules, announcement, self._trump)
        if not self.legal_announcements():
            self.draw()

    def draw(self) -> None:
        """End the announcements: the winner draws the top card, then the loser the next, while there is a talon."""
        self._announcing = False
        if self._talon:
            self._hands[self._leader] |= 1 << self._talon.pop()
            self._hands[1 - self._leader] |= 1 << self._talon.pop()

    def outcome(self) -> Outcome:
        """Who won the deal and what it is worth.

        Raises:
            NotAllowedError: the deal is not over.
        """
        if not self.is_over:
            raise NotAllowedError("the deal is not over")
        return derive_outcome(self.ruleset, self.units, self.tricks)

    def __repr__(self) -> str:
        hands = ", ".join(" ".join(format_card(card) for card in cards_of(hand)) for hand in self._hands)
        return f"<Deal {self.ruleset.name}: {hands}; talon {len(self._talon)}; units {self._units}>"
