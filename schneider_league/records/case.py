"""One record under examination: what is known of it so far, and the problems found."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Sequence
from dataclasses import dataclass, field
from enum import Enum
from functools import lru_cache
from typing import Final

from schneider_league.errors import Code, Problem, Where
from schneider_league.game.cards import SUIT_NAMES, Alphabet, Card, CardSet, format_card, sorted_hand
from schneider_league.game.ruleset import Ruleset
from schneider_league.game.score import Level, Outcome
from schneider_league.records.model import Record
from schneider_league.records.plays import Plays, Spot, locate
from schneider_league.records.verdict import Result


class RecordKind(Enum):
    """Kinds of record, by what is there."""

    FULL = "full"
    TRICKS_ONLY = "tricks-only"
    SCORE_ONLY = "score-only"
    MISDEAL = "misdeal"
    NOTHING = "nothing"
    """Nothing is recorded; also a deal or a cause without moves."""


_ROLES: Final = {"lead": 0, "lead_after": 1, "response": 2, "after": 3}
Order = tuple[int, int, int]


@dataclass(slots=True)
class Case:
    """A record, and what the checks have made of it; each check adds to it."""

    record: Record
    file: str
    tags: dict[str, str] = field(default_factory=dict)
    """The first value of each tag, by its name."""
    alphabet: Alphabet = Alphabet.FRENCH
    ruleset: Ruleset | None = None
    kind: RecordKind = RecordKind.NOTHING
    hands: tuple[CardSet, CardSet] | None = None
    talon: tuple[Card, ...] | None = None
    turned: Card | None = None
    plays: Plays | None = None
    is_scorable: bool = True
    outcome: Outcome | None = None
    level: Level | None = None
    found: list[tuple[Order, Problem]] = field(default_factory=list)

    @property
    def result(self) -> Result:
        """What the deal is worth; None where it cannot be scored."""
        if self.level is Level.MISDEAL or self.level is Level.TIE:
            return "redeal"
        return self.outcome.game_points if self.outcome else None

    def names(self, name: str) -> bool:
        """Whether the record has this tag, be it unreadable."""
        return name in self.tags or name in self.record.broken_tags

    def player(self, side: int) -> str:
        """The player's name, or what the player is where the name is missing."""
        return self.tags.get("Dealer" if side else "NonDealer") or ("the dealer" if side else "the non-dealer")

    def card(self, card: Card) -> str:
        """The card in the record's own alphabet."""
        return format_card(card, self.alphabet)

    def cards(self, cards: CardSet) -> str:
        """A hand in the record's own alphabet, as a player holds it."""
        return ", ".join(self.card(card) for card in sorted_hand(cards)) or "nothing"

    def suit(self, suit: int) -> str:
        """The suit in words, as the record's alphabet calls it."""
        return GERMAN_SUITS[suit] if self.alphabet is Alphabet.GERMAN else SUIT_NAMES[suit]

    def report(
        self, code: Code, message: str, *, tag: str | None = None, spot: Spot | None = None, trick: int | None = None
    ) -> None:
        """Add a problem, at a tag, at a word among the moves, or of the whole record."""
        if tag is not None:
            self.report_tag(code, message, [name for name, _value in self.record.tags].index(tag))
        elif spot is not None:
            token = locate(self.record, spot)
            where = Where(self.file, token.line, token.column or None)
            order = (token.line, token.column or 10_000 + spot.trick * 100 + _ROLES[spot.role] * 10 + spot.place, 0)
            self._add(order, Problem(code, where, message, trick, self.record.source_line(token.line), len(token.text)))
        else:
            self._add((self.record.line, 0, 0), Problem(code, Where(self.file, self.record.line), message, trick))

    def report_tag(self, code: Code, message: str, index: int, place: int | None = None) -> None:
        """Add a problem of the tag of this index; `place` is the word of its value that is at fault, from 0."""
        record = self.record
        name, value = record.tags[index]
        line = record.tag_lines[index] if index < len(record.tag_lines) else record.line
        excerpt = record.source_line(line)
        column, width = None, len(value)
        if excerpt is not None:
            begun = re.search(rf'\[\s*{name}\s+"', excerpt, re.IGNORECASE)
            start = begun.end() if begun else 0
            column = start + 1
            words = list(re.finditer(r'[^\s"]+', excerpt[start:]))
            if place is not None and place < len(words):
                column, width = start + words[place].start() + 1, len(words[place][0])
        where = Where(self.file, line, column)
        self._add((line, column or index + 1, place or 0), Problem(code, where, message, None, excerpt, width))

    def report_faults(self) -> None:
        """Add what could not be read."""
        for fault in self.record.faults:
            line = fault.where.line or self.record.line
            excerpt = fault.excerpt if fault.excerpt is not None else self.record.source_line(line)
            column = fault.where.column or 0
            if not self.record.text and fault.trick is not None:
                column = 10_000 + fault.trick * 100 - 1  # before the card behind the number
            problem = Problem(fault.code, fault.where, fault.message, fault.trick, excerpt, fault.width)
            self._add((line, column, fault.trick or 0), problem)

    def _add(self, order: Order, problem: Problem) -> None:
        self.found.append((order, problem))

    def problems(self) -> tuple[Problem, ...]:
        """The problems by line, then trick; nothing behind a card that is none."""
        if not self.found:
            return ()
        found = sorted(self.found, key=lambda each: each[0])
        bad = next((order for order, problem in found if problem.code is Code.BAD_CARD), None)
        return tuple(problem for order, problem in found if bad is None or order <= bad)


GERMAN_SUITS: Final = ("acorns", "leaves", "hearts", "bells")


def normal_name(name: str) -> str:
    """A name as it is compared: in Unicode NFC."""
    return name if name.isascii() else unicodedata.normalize("NFC", name)


@lru_cache(maxsize=4096)
def is_blank(text: str) -> bool:
    """Whether nothing of the text can be seen."""
    return not text.strip() or (not text.isprintable() and not any(c.isprintable() and not c.isspace() for c in text))


def listed(words: Sequence[str], conjunction: str = "and") -> str:
    """`a`, `a and b`, `a, b and c`."""
    return words[0] if len(words) == 1 else f"{', '.join(words[:-1])} {conjunction} {words[-1]}"
