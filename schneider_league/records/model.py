"""A deal record as it stands in a file: tags and moves, nothing believed yet."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, NamedTuple

from schneider_league.errors import Code, Where

TAGS: Final = (
    "Event",
    "Site",
    "Date",
    "Table",
    "Session",
    "Deal",
    "Target",
    "Format",
    "Rules",
    "Cards",
    "NonDealer",
    "Dealer",
    "NonDealerHand",
    "DealerHand",
    "Talon",
    "Turned",
    "Misdeal",
    "Score",
    "Result",
    "Running",
    "Cause",
)
"""The known tags, in canonical order."""
HAND_TAGS: Final = ("NonDealerHand", "DealerHand", "Talon")
CARD_TAGS: Final = (*HAND_TAGS, "Turned")
KNOWN_TAGS: Final = {name.lower(): name for name in TAGS}


class Move(NamedTuple):
    """A trick as it was written: its words, canonical in case but not necessarily cards."""

    lead: str
    response: str | None
    """None where the trick was broken off."""
    after: tuple[str, ...] = ()
    """Announcements after the trick, in order: `exchange`, `marriage-H`."""
    number: int | None = None
    """The trick number that was written, where it was wrong."""
    comment: str | None = None
    """What stands in braces after the trick."""
    lead_comment: str | None = None
    """What stands in braces between the two cards."""
    lead_after: tuple[str, ...] = ()
    """Announcements between the two cards, which are never allowed."""


class Fault(NamedTuple):
    """Something that could not be read, while the file is read; checking turns it into a problem."""

    code: Code
    message: str
    where: Where
    trick: int | None = None
    excerpt: str | None = None
    width: int = 0


class Token(NamedTuple):
    """A word among the moves and where it stands."""

    text: str
    line: int
    """From 1, in the file."""
    column: int
    """From 1, in characters."""


class PlainMoves(NamedTuple):
    """Tricks in which all is as the program writes it, as in most records, column by column."""

    leads: list[str]
    responses: list[str]
    announced: dict[int, tuple[str, ...]]
    """By the index of the trick, from 0."""

    def moves(self) -> list[Move]:
        """The same, trick by trick."""
        announced = self.announced
        pairs = zip(self.leads, self.responses, strict=True)
        return [Move(lead, response, announced.get(index, ())) for index, (lead, response) in enumerate(pairs)]


class Record:
    """One deal record: what was written, and what could not be read of it.

    Two records are equal when they state the same; where it stood does not count.
    """

    __slots__ = (
        "_lines",
        "_moves",
        "broken_tags",
        "comment",
        "faults",
        "intelligible",
        "line",
        "lossless",
        "opening",
        "plain",
        "readable",
        "tag_lines",
        "tags",
        "text",
    )

    def __init__(
        self,
        tags: list[tuple[str, str]],
        moves: list[Move] | None = None,
        *,
        comment: str | None = None,
        opening: tuple[str, ...] = (),
        line: int = 1,
        tag_lines: Sequence[int] = (),
        text: str = "",
    ) -> None:
        self.tags = tags
        """(name, value) as they stand, known names in canonical case; a name may stand twice."""
        self._moves = moves
        self.plain: PlainMoves | None = None
        """The moves where they are plain; then `moves` is made of them when it is asked for."""
        self.comment = comment
        """The comment before the first move."""
        self.opening = opening
        """Announcements before the first move, which are never allowed."""
        self.line = line
        """Where the record begins."""
        self.tag_lines = tag_lines
        """The line of each tag."""
        self.text = text
        """The record as it was read, to show excerpts of it; empty for JSON."""
        self._lines: list[str] | None = None
        self.faults: list[Fault] = []
        self.broken_tags: set[str] = set()
        """Names of tags whose line could not be read."""
        self.readable = True
        """False where the moves could not be read to their end."""
        self.lossless = True
        """False where something that was written is not in the record, since it could not be read."""
        self.intelligible = True
        """False where nothing at all could be read."""

    @property
    def moves(self) -> list[Move]:
        """The tricks, as far as they can be read."""
        if self._moves is None:
            self._moves = self.plain.moves() if self.plain is not None else []
        return self._moves

    @moves.setter
    def moves(self, moves: list[Move]) -> None:
        self._moves, self.plain = moves, None

    @property
    def tricks_written(self) -> int:
        """How many tricks the moves have, a broken one included."""
        return len(self.plain.leads) if self.plain is not None else len(self.moves)

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Record):
            return NotImplemented
        mine = (self.tags, self.moves, self.comment, self.opening)
        return mine == (other.tags, other.moves, other.comment, other.opening)

    __hash__ = None  # type: ignore[assignment]

    def __repr__(self) -> str:
        return f"Record({self.tags!r}, {self.moves!r}, comment={self.comment!r}, opening={self.opening!r})"

    def get(self, name: str) -> str | None:
        """The value of the first tag of this name, None if there is none."""
        for tag, value in self.tags:
            if tag == name:
                return value
        return None

    def line_of(self, name: str) -> int:
        """The line of the first tag of this name, the record's own if there is none."""
        for (tag, _value), line in zip(self.tags, self.tag_lines, strict=False):
            if tag == name:
                return line
        return self.line

    def source_line(self, line: int) -> str | None:
        """The text of a line of the file that belongs to this record."""
        if self._lines is None:
            self._lines = self.text.split("\n")
        index = line - self.line
        return self._lines[index].rstrip("\r") if self.text and 0 <= index < len(self._lines) else None
