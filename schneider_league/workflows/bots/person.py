"""The seat of a person who plays against a bot: asks until an answer is allowed, and tells what happens."""

from __future__ import annotations

from typing import Protocol

from schneider_league.bots.seat import (
    Announced,
    Answer,
    Ask,
    Cause,
    DealEnd,
    DealStart,
    Drawn,
    Happening,
    MatchStart,
    TrickTaken,
)
from schneider_league.errors import NotAllowedError, UnreadableError
from schneider_league.game.cards import Alphabet, Card, format_suit, parse_card, parse_suit, sorted_hand
from schneider_league.game.position import EXCHANGE, NOTHING, View
from schneider_league.game.ruleset import Ruleset
from schneider_league.game.score import Pair, derive_outcome
from schneider_league.reports.bot_play import HELP, Began, Ended, Event, Style, Turn, offers, refusal
from schneider_league.reports.text import quoted

_LEAVE = frozenset(("q", "quit", "exit"))
_HELP = frozenset(("?", "h", "help"))
_GO_ON = frozenset(("", "-", "n", "no", "none"))
_EXCHANGE = frozenset(("x", "e", "exchange"))


class PersonLeftError(KeyboardInterrupt):
    """The person left in the middle of a deal, which does not count."""


class Screen(Protocol):
    """Where the person looks and types."""

    @property
    def style(self) -> Style:
        """How cards are shown and read."""

    def ask(self, turn: Turn) -> str | None:
        """Show the turn and read a line; None where the input ends."""

    def tell(self, event: Event) -> None:
        """Show what happened."""

    def refuse(self, message: str) -> None:
        """Say why what was typed is not done."""

    def note(self, lines: tuple[str, ...]) -> None:
        """Show what was asked for."""


class PersonSeat:
    """A `Seat` in which a person sits."""

    def __init__(self, screen: Screen, ruleset: Ruleset) -> None:
        self._screen = screen
        self._ruleset = ruleset
        self._number = 0
        self._score: Pair = (0, 0)
        self._is_dealer = False
        self._tricks = [0, 0]

    def begin_match(self, match: MatchStart) -> None:
        """Nothing is to be done."""

    def begin_deal(self, deal: DealStart) -> None:
        """Tell that a deal begins."""
        self._number, self._score, self._is_dealer = deal.number, deal.score, deal.is_dealer
        self._tricks = [0, 0]
        self._screen.tell(Began(deal.number, deal.is_dealer, deal.score, deal.turned))

    def ask(self, ask: Ask) -> Answer:
        """Ask until the answer is allowed. Raises PersonLeftError where the person leaves."""
        view = ask.view
        if ask.kind != "announce" and view.hand.bit_count() == 1:
            return Answer(view.legal.bit_length() - 1)
        while True:
            typed = self._screen.ask(Turn(ask.kind, view))
            word = None if typed is None else typed.strip().lower()
            if word is None or word in _LEAVE:
                raise PersonLeftError
            if word in _HELP:
                self._screen.note(HELP)
                continue
            try:
                if ask.kind == "announce":
                    return Answer(parse_announcement(word, view, self._screen.style))
                return Answer(parse_play(word, view, self._ruleset, self._screen.style))
            except (UnreadableError, NotAllowedError) as error:
                self._screen.refuse(error.message)

    def tell(self, deal: str, happening: Happening) -> None:
        """Show what happened."""
        if isinstance(happening, TrickTaken):
            self._tricks[0 if happening.is_mine else 1] += 1
        if isinstance(happening, TrickTaken | Announced | Drawn):
            self._screen.tell(happening)

    def end_deal(self, deal: str, end: DealEnd) -> None:
        """Tell how the deal ended."""
        if end.cause is Cause.VOID:
            return
        level = None
        if end.cause is Cause.NORMAL:
            mine, other = self._tricks
            units, tricks = (
                ((end.units[1], end.units[0]), (other, mine)) if self._is_dealer else (end.units, (mine, other))
            )
            level = derive_outcome(self._ruleset, units, tricks).level
        self._score = (self._score[0] + end.points[0], self._score[1] + end.points[1])
        self._screen.tell(Ended(self._number, end.units, end.points, self._score, level, end.cause, bool(end.by_me)))

    def end_match(self, points: Pair) -> None:
        """Nothing is to be done."""

    def close(self) -> None:
        """Nothing is to be done."""


def parse_play(word: str, view: View, ruleset: Ruleset, style: Style) -> Card:
    """The card that a person means: by its name, or by its place in the hand from 1.

    Raises:
        UnreadableError: it is neither.
        NotAllowedError: the card may not be played now; the message says why.
    """
    hand = sorted_hand(view.hand)
    if not word:
        raise UnreadableError(f"You may play {style.cards(view.legal)}; ? helps.")
    if word.isdecimal() and 1 <= int(word) <= len(hand):
        card: Card | None = hand[int(word) - 1]
    else:
        card = parse_card(word, Alphabet(style.alphabet)) if word.isprintable() else None
    if card is None:
        if word.isdecimal():
            raise UnreadableError(f"{quoted(word)} is no number of a card in your hand, 1 to {len(hand)}; ? helps.")
        raise UnreadableError(
            f"{quoted(word)} is no card; type one by its name, as in {_example(view, style)}, or its number."
        )
    if not ruleset.pack >> card & 1:
        raise NotAllowedError(f"{style.card(card)} is not in the pack of {ruleset.name}.")
    if not view.legal >> card & 1:
        raise NotAllowedError(refusal(card, view, style))
    return card


def _example(view: View, style: Style) -> str:
    from schneider_league.game.cards import format_card

    return format_card(sorted_hand(view.legal)[0], Alphabet(style.alphabet)).lower()


def parse_announcement(word: str, view: View, style: Style) -> int:
    """What a person announces: `x`, `mh`, or nothing more.

    Raises:
        UnreadableError: it is none of them.
        NotAllowedError: it may not be announced now.
    """
    if word in _GO_ON:
        return NOTHING
    if word in _EXCHANGE:
        if not view.legal >> EXCHANGE & 1:
            raise NotAllowedError(f"You cannot exchange now; you may announce {offers(view, style)}.")
        return EXCHANGE
    letters = word.removeprefix("marriage").removeprefix("m").lstrip("- ")
    suit = parse_suit(letters, Alphabet(style.alphabet))
    if suit is None:
        raise UnreadableError(
            f"{quoted(word)} is no announcement; you may announce {offers(view, style)}, and Enter goes on."
        )
    if not view.legal >> suit & 1:
        letter = format_suit(suit, Alphabet(style.alphabet)).lower()
        raise NotAllowedError(f"m{letter} may not be declared now; you may announce {offers(view, style)}.")
    return suit
