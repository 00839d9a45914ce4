"""A person's game against a bot: the hand as cards, what may be played, what happened, in lines for a terminal."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final, NamedTuple, TypeAlias

from schneider_league.bots.seat import Announced, Cause, Drawn, TrickTaken
from schneider_league.game import cards as game_cards
from schneider_league.game.cards import SUIT_NAMES, Card, CardSet, sorted_hand
from schneider_league.game.position import EXCHANGE, View
from schneider_league.game.ruleset import Counts, Ruleset
from schneider_league.game.score import Level, Pair
from schneider_league.reports.cards import Alphabet, card_parts, format_card
from schneider_league.reports.colour import paint
from schneider_league.reports.numbers import listed
from schneider_league.reports.text import make_visible, wrap

_CARD_WIDTH: Final = 5
_GAP: Final = " "
_GERMAN_SUITS: Final = ("acorns", "leaves", "hearts", "bells")

HELP: Final = (
    "A card is played by its name (10h, ks, 10♥) or by the number under it.",
    "When you may announce: x exchanges the trump 7, mh declares the marriage in hearts, Enter or - goes on.",
    "q leaves; so does Ctrl-D. ? shows this.",
)


@dataclass(frozen=True, slots=True)
class Style:
    """How it is shown."""

    alphabet: Alphabet = "french"
    width: int | None = None
    """Cells of the terminal; None in a pipe."""
    colour: bool = False
    is_drawn: bool = False
    """Whether cards are drawn; else they are listed, for a pipe or a reader aloud."""

    def card(self, card: Card) -> str:
        """`10♥`."""
        return format_card(game_cards.format_card(card), self.alphabet, colour=self.colour)

    def cards(self, cards: CardSet) -> str:
        """Several, as they are held."""
        return " ".join(map(self.card, sorted_hand(cards)))

    def suit(self, suit: int) -> str:
        """`hearts`."""
        return _GERMAN_SUITS[suit] if self.alphabet == "german" else SUIT_NAMES[suit]


class Began(NamedTuple):
    """A deal begins."""

    number: int
    is_dealer: bool
    score: Pair
    """Game points, the person's first."""
    turned: Card | None


class Turn(NamedTuple):
    """What the person has to choose."""

    kind: str
    """lead, respond or announce."""
    view: View


class Ended(NamedTuple):
    """A deal ended; pairs are the person's number first."""

    number: int
    units: Pair
    points: Pair
    score: Pair
    """Of the session with this deal."""
    level: Level | None
    """None where it was lost other than by play."""
    cause: Cause
    is_mine: bool
    """Whether it was the person who failed."""
    why: str = ""


class Over(NamedTuple):
    """The session ended; the person's number first."""

    score: Pair


Event: TypeAlias = Began | TrickTaken | Announced | Drawn | Ended | Over


@dataclass(frozen=True, slots=True)
class Telling:
    """Puts a game into lines."""

    ruleset: Ruleset
    me: str
    bot: str
    style: Style

    @property
    def _units(self) -> str:
        return "card points" if self.ruleset.counts is Counts.POINTS else "honours"

    def _who(self, is_me: bool, mine: str, other: str) -> str:
        return f"You {mine}" if is_me else f"{make_visible(self.bot)} {other}"

    def opening(self, target: int | None, deals: int | None, seed: int) -> list[str]:
        """What is played."""
        until = f"to {target} game points" if target is not None else f"{deals} deals with a winner"
        until = "one deal" if deals == 1 else until
        me, bot = make_visible(self.me), make_visible(self.bot)
        lines = [f"{self.ruleset.name}: {me} against {bot}, {until} (seed {seed})."]
        return self._wrapped([*lines, "Play a card by its name or number; ? helps, q leaves."])

    def event(self, event: Event) -> list[str]:
        """Something happened."""
        return self._wrapped(self._event(event))

    def _event(self, event: Event) -> list[str]:
        style = self.style
        match event:
            case Began():
                dealer = "You deal" if event.is_dealer else f"{make_visible(self.bot)} deals"
                lines = ["", paint(f"Deal {event.number}. {dealer}; {self._score(event.score)}.", "bold", style.colour)]
                if event.turned is not None:
                    trumps = style.suit(event.turned >> 3)
                    lines.append(f"{style.card(event.turned)} is turned up: {trumps} are trumps.")
                return lines
            case TrickTaken():
                taken = f"{style.card(event.lead)} {style.card(event.response)}"
                who = self._who(event.is_mine, "take", "takes")
                return [f"  {who} the trick: {taken}. {self._count(event.units)}."]
            case Announced(is_mine=is_mine, exchange=card, marriage=suit):
                if card is not None:
                    return [f"  {self._who(is_mine, 'exchange', 'exchanges')} the trump 7 for {style.card(card)}."]
                assert suit is not None
                who = self._who(is_mine, "declare", "declares")
                return [f"  {who} the marriage in {style.suit(suit)}. {self._count(event.units)}."]
            case Drawn():
                left = f"{event.talon} cards are left in the talon" if event.talon else "the talon is gone"
                return [f"  You draw {style.card(event.card)}; {left}."]
            case Ended():
                return self._ended(event)
            case Over(score=(mine, other)):
                result = "a draw" if mine == other else f"{make_visible(self.me if mine > other else self.bot)} wins"
                return [paint(f"The session is over: {self._score(event.score)}; {result}.", "bold", style.colour)]

    def _ended(self, event: Ended) -> list[str]:
        lines = []
        if event.cause is not Cause.NORMAL and not event.is_mine:
            why = f": {make_visible(event.why)}" if event.why else ""
            lines.append(f"{make_visible(self.bot)} failed ({event.cause}){why}. The deal is yours.")
        me, bot = make_visible(self.me), make_visible(self.bot)
        worth = f"{event.level}" if event.level is not None else "not played out"
        if event.points == (0, 0):
            worth += ", dealt again"
        line = f"Deal {event.number}: {me} {event.units[0]}, {bot} {event.units[1]} ({worth})."
        lines.append(paint(f"{line} {self._score(event.score)}.", "bold", self.style.colour))
        return lines

    def _score(self, score: Pair) -> str:
        return f"{make_visible(self.me)} {score[0]}, {make_visible(self.bot)} {score[1]}"

    def _count(self, units: Pair) -> str:
        return f"{self._units.capitalize()} {units[0]} to {units[1]}"

    def turn(self, turn: Turn) -> list[str]:
        """The table and the hand as the person sees them before choosing."""
        view, style = turn.view, self.style
        if turn.kind == "announce":
            return self._announcements(view)
        number = view.tricks + view.other_tricks + 1
        parts = [f"Trick {number} of {self.ruleset.tricks}"]
        if view.trump >= 0:
            lies = f", {style.card(view.turned)} lies under the talon" if view.turned >= 0 else ""
            parts.append(f"{style.suit(view.trump).capitalize()} are trumps{lies}")
        if turn.kind == "lead":
            parts.append("You lead")
        else:
            parts.append(f"{make_visible(self.bot)} leads {style.card(view.lead)}")
        return [*self._wrapped(["", ". ".join(parts) + "."]), *self._hand(view.hand, view.legal)]

    def _announcements(self, view: View) -> list[str]:
        style, offers = self.style, []
        if view.legal >> EXCHANGE & 1:
            offers.append(f"x exchanges the trump 7 for {style.card(view.turned)}")
        for suit in range(4):
            if view.legal >> suit & 1:
                worth = self.ruleset.marriage[suit == view.trump]
                letter = game_cards.format_suit(suit, game_cards.Alphabet(style.alphabet)).lower()
                offers.append(f"m{letter} declares the marriage in {style.suit(suit)} ({worth})")
        return [
            *self._wrapped([f"You may announce: {'; '.join(offers)}; Enter goes on."]),
            *self._hand(view.hand, 0, numbered=False),
        ]

    def _hand(self, hand: CardSet, legal: CardSet, *, numbered: bool = True) -> list[str]:
        cards = sorted_hand(hand)
        fits = self.style.width is None or len(cards) * (_CARD_WIDTH + 1) <= self.style.width
        if self.style.is_drawn and fits:
            return _drawn(cards, legal, self.style, numbered)
        if not numbered:
            return self._wrapped([f"  Your hand: {self.style.cards(hand)}"])
        may = [f"{place} {self.style.card(card)}" for place, card in enumerate(cards, 1) if legal >> card & 1]
        lines = [f"  You may play: {'   '.join(may)}"]
        if hand & ~legal:
            lines.append(f"  Not now: {self.style.cards(hand & ~legal)}")
        return self._wrapped(lines)

    def prompt(self, turn: Turn) -> str:
        """What stands before what is typed."""
        return {"lead": "Lead: ", "respond": "Play: "}.get(turn.kind, "Announce: ")

    def _wrapped(self, lines: Sequence[str]) -> list[str]:
        """The lines, each wrapped where it is too long and has no colours that wrapping would count."""
        if self.style.width is None:
            return list(lines)
        found: list[str] = []
        for line in lines:
            found += [line] if "\x1b" in line else wrap(line, self.style.width) if line else [""]
        return found


def _drawn(cards: Sequence[Card], legal: CardSet, style: Style, numbered: bool) -> list[str]:
    """The cards side by side; under each its number, or a dash where it may not be played."""
    rows: list[list[str]] = [[], [], [], [], []]
    for place, card in enumerate(cards, 1):
        rank, suit, colour = card_parts(game_cards.format_card(card), style.alphabet)
        may = not numbered or bool(legal >> card & 1)

        def draw(text: str, style_name: str, may: bool = may) -> str:
            name = style_name if may else "dim"
            return paint(text, name, style.colour) if name else text

        bar = draw("│", "")
        rows[0].append(draw("┌───┐", ""))
        rows[1].append(f"{bar}{draw(rank, colour)}{' ' * (3 - len(rank))}{bar}")
        rows[2].append(f"{bar} {draw(suit, colour)} {bar}")
        rows[3].append(draw("└───┘", ""))
        rows[4].append(f"  {place if may else '–'}  ")
    return [_GAP.join(row).rstrip() for row in (rows if numbered else rows[:4])]


def refusal(card: Card, view: View, style: Style) -> str:
    """Why a card of the pack may not be played now."""
    name = style.card(card)
    if not view.hand >> card & 1:
        return f"You do not hold {name}; your hand is {style.cards(view.hand)}."
    suit = 0xFF << (view.lead & 24)
    wanted = style.cards(view.legal)
    if view.hand & suit:
        if card & 24 != view.lead & 24:
            return f"{name} is not allowed: you must follow {style.suit(view.lead >> 3)}. You may play {wanted}."
        return f"{name} is not allowed: you must win the trick where you can. You may play {wanted}."
    return (
        f"{name} is not allowed: without {style.suit(view.lead >> 3)} you must play a trump "
        f"({style.suit(view.trump)}). You may play {wanted}."
    )


def offers(view: View, style: Style) -> str:
    """What may be announced, in words."""
    found = ["x (exchange)"] if view.legal >> EXCHANGE & 1 else []
    found += [
        f"m{game_cards.format_suit(suit, game_cards.Alphabet(style.alphabet)).lower()} (marriage in {style.suit(suit)})"
        for suit in range(4)
        if view.legal >> suit & 1
    ]
    return listed(found, "or") if found else "nothing"
