"""The words among the moves: cards, announcements, and what is neither."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Final

from schneider_league.errors import Code, Where
from schneider_league.game.cards import CARD_SPELLINGS, SUIT_SPELLINGS, is_card_shaped
from schneider_league.records.model import Fault, Move, Token

EXCHANGE_WORD: Final = "exchange"
MARRIAGE_PREFIX: Final = "marriage-"

CARD_WORDS: Final = frozenset(word.upper() for table in CARD_SPELLINGS.values() for word in table)
"""Every card of every alphabet, in capitals."""

ANNOUNCEMENT_WORDS: Final = {
    word.upper(): word
    for word in (
        EXCHANGE_WORD,
        *(MARRIAGE_PREFIX + suit.upper() for suits in SUIT_SPELLINGS.values() for suit in suits),
    )
}
"""Every announcement of every alphabet, from capitals to what the program writes."""

_ANNOUNCEMENT = re.compile(r"exchange|marriage-[A-Z♣♠♥♦]", re.IGNORECASE)
MAX_ANNOUNCEMENTS: Final = 200
"""More than these are not read: each of 16 tricks has an exchange and four suits at the most."""

_NUMBER = re.compile(r"([0-9]{1,9})\.(.*)")


def canonical_word(word: str) -> str | None:
    """A card or card-shaped word in capitals, an announcement as it is written; None for any other word."""
    upper = word.upper()
    if upper in CARD_WORDS:
        return upper
    if _ANNOUNCEMENT.fullmatch(word):
        name, dash, suit = word.partition("-")
        return name.lower() + dash + suit.upper()
    return upper if is_card_shaped(word) else None


def is_announcement(word: str) -> bool:
    """Whether a canonical word announces something."""
    return word.startswith((EXCHANGE_WORD, MARRIAGE_PREFIX))


class MoveReader:
    """Puts words together to tricks, one after the other, and notes what does not fit."""

    def __init__(self, file: str | None) -> None:
        self.file = file
        self.moves: list[Move] = []
        self.opening: list[str] = []
        self.comment: str | None = None
        self.faults: list[Fault] = []
        self.readable = True
        self.lossless = True
        """False where something that was written has no place in the tricks."""
        self._lead: str | None = None
        self._lead_comment: str | None = None
        self._lead_after: list[str] = []
        self._number: int | None = None
        self._number_at: Token | None = None
        self._unreadable = 0
        self._announced = 0

    def read(self, words: Iterable[tuple[str, int, int]]) -> None:
        """Read words with the line and column of each; a number may be glued to the word behind it."""
        for text, line, column in words:
            token = Token(text, line, column)
            number = _NUMBER.fullmatch(text)
            if number is not None:
                digits, rest = number.groups()
                self.add_number(int(digits), Token(f"{digits}.", line, column))
                if not rest:
                    continue
                token = Token(rest, line, column + len(digits) + 1)
            self.add_word(token)

    def add_comment(self, text: str) -> None:
        """A comment, on what precedes it."""
        if not text:
            return
        if self._lead is not None:
            self._lead_comment = _joined(self._lead_comment, text)
        elif self.moves:
            self.moves[-1] = self.moves[-1]._replace(comment=_joined(self.moves[-1].comment, text))
        else:
            self.comment = _joined(self.comment, text)

    def add_number(self, number: int, token: Token) -> None:
        """A trick number: it has to be the one of the trick that follows."""
        if not self.readable:
            return
        if self._lead is not None:
            trick = len(self.moves) + 1
            self._stop(token, f'trick {trick}: the response to {self._lead} is missing before "{token.text}"', trick)
            return
        self._no_cards()
        self._number_at = token
        expected = len(self.moves) + 1
        if number != expected:
            self._number = number
            self._fault(token, f'"{token.text}" stands before trick {expected}; write "{expected}."', expected)

    def add_word(self, token: Token) -> None:
        """A card or an announcement."""
        word = canonical_word(token.text)
        if word is None:
            self._unreadable += 1
            trick = len(self.moves) + 1
            if self._unreadable == 1:
                self._stop(token, f'"{_short(token.text)}" is neither a card nor an announcement', trick)
        elif not self.readable:
            return
        elif is_announcement(word):
            self._announced += 1
            if self._announced > MAX_ANNOUNCEMENTS:
                self._stop(token, "there are more announcements than a deal can have", len(self.moves))
            elif self._lead is not None:
                self._lead_after.append(word)
            elif self.moves:
                self.moves[-1] = self.moves[-1]._replace(after=(*self.moves[-1].after, word))
            else:
                self.opening.append(word)
        elif self._lead is None:
            self._lead = word
        else:
            self._end_trick(word)

    def end(self) -> None:
        """The end of the moves: the last trick may lack its response."""
        if self._lead is not None:
            self._end_trick(None)
        self._no_cards()
        if self._unreadable > 1:
            index = next(i for i, fault in enumerate(self.faults) if "neither a card" in fault.message)
            fault = self.faults[index]
            others = self._unreadable - 1
            self.faults[index] = fault._replace(
                message=f"{fault.message}, nor {'is' if others == 1 else 'are'} {others} more of the words behind it"
            )

    def _end_trick(self, response: str | None) -> None:
        assert self._lead is not None
        self.moves.append(
            Move(self._lead, response, (), self._number, None, self._lead_comment, tuple(self._lead_after))
        )
        self._lead = self._lead_comment = self._number = self._number_at = None
        self._lead_after = []

    def _no_cards(self) -> None:
        if self._number_at is not None:
            trick = len(self.moves) + 1
            self._fault(self._number_at, f'"{self._number_at.text}" has no cards behind it', trick)
            self._number = self._number_at = None
            self.lossless = False

    def _stop(self, token: Token, message: str, trick: int) -> None:
        """From here on the moves cannot be read."""
        self._fault(token, message, trick)
        self.readable = False

    def _fault(self, token: Token, message: str, trick: int) -> None:
        where = Where(self.file, token.line, token.column)
        self.faults.append(Fault(Code.SYNTAX, message, where, trick, width=len(token.text)))


def _joined(first: str | None, second: str) -> str:
    return second if first is None else f"{first} {second}"


def _short(text: str) -> str:
    return text if len(text) <= 40 else f"{text[:40]}…"
