"""A record's moves as plays of cards, and where in the text each of them stands."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import repeat
from typing import Final, NamedTuple

from schneider_league.game.cards import CARD_MASKS, CARD_SPELLINGS, SUIT_SPELLINGS, Alphabet, CardSet
from schneider_league.game.deal import EXCHANGE
from schneider_league.game.replay import Trick
from schneider_league.records.model import PlainMoves, Record, Token
from schneider_league.records.sdr import iterate_words
from schneider_league.records.words import EXCHANGE_WORD, MARRIAGE_PREFIX, canonical_word, is_announcement


class Spot(NamedTuple):
    """One word among the moves: which trick, and which of its words."""

    trick: int
    """From 1; 0 before the first."""
    role: str
    """`lead`, `response`, `after` or `lead_after`."""
    place: int = 0
    """The place among the announcements of that role."""


@dataclass(slots=True)
class Plays:
    """The moves as far as they are cards of the pack, none of them twice."""

    tricks: list[Trick]
    opening: tuple[int, ...] = ()
    bad_word: Spot | None = None
    """A word that is no card of this pack, or no suit: nothing behind it is read."""
    repeated: Spot | None = None
    """A card that was played before: what the hands hold from here on cannot be known."""
    early: tuple[Spot, ...] = ()
    """Announcements between the two cards of a trick."""


def is_whole_deal(plays: Plays, tricks: int) -> bool:
    """Whether the plays go to the end of the last trick."""
    return len(plays.tricks) >= tricks and plays.tricks[tricks - 1][1] is not None


ANNOUNCEMENTS: Final = {
    alphabet: {EXCHANGE_WORD: EXCHANGE}
    | {MARRIAGE_PREFIX + letter.upper(): suit for letter, suit in SUIT_SPELLINGS[alphabet].items()}
    for alphabet in Alphabet
}
"""For each alphabet every announcement, in canonical case, and what it announces."""


def parse_announcement(word: str, alphabet: Alphabet) -> int | None:
    """`EXCHANGE` or the suit of a marriage; None if there is no such suit."""
    return ANNOUNCEMENTS[alphabet].get(word)


def read_plays(record: Record, alphabet: Alphabet, pack: CardSet) -> Plays:
    """The moves of a record as plays of cards of this pack."""
    cards = CARD_SPELLINGS[alphabet]
    plays = Plays([])
    if record.plain is not None and (sound := _sound_tricks(record.plain, alphabet, pack)) is not None:
        plays.tricks = sound
        return plays
    played = 0
    opening: list[int] = []
    for index, word in enumerate(record.opening):
        what = parse_announcement(word, alphabet)
        if what is None:
            plays.bad_word = Spot(0, "after", index)
            return plays
        opening.append(what)
    plays.opening = tuple(opening)
    tricks = plays.tricks
    for number, move in enumerate(record.moves, 1):
        lead = cards.get(move.lead)
        response = None if move.response is None else cards.get(move.response)
        words = [("lead", lead)] if move.response is None else [("lead", lead), ("response", response)]
        for role, card in words:
            bit = 0 if card is None else 1 << card & pack
            if not bit or played & bit:
                if not bit:
                    plays.bad_word = Spot(number, role)
                else:
                    plays.repeated = Spot(number, role)
                if role == "response" and lead is not None:
                    tricks.append((lead, None, ()))
                return plays
            played |= bit
        assert lead is not None
        if move.lead_after:
            plays.early += tuple(Spot(number, "lead_after", index) for index in range(len(move.lead_after)))
        if not move.after:
            tricks.append((lead, response, ()))
            continue
        after: list[int] = []
        for index, word in enumerate(move.after):
            what = parse_announcement(word, alphabet)
            if what is None:
                plays.bad_word = Spot(number, "after", index)
                break
            after.append(what)
        tricks.append((lead, response, tuple(after)))
        if plays.bad_word:
            return plays
    return plays


def _sound_tricks(moves: PlainMoves, alphabet: Alphabet, pack: CardSet) -> list[Trick] | None:
    """The tricks where all words are cards of the pack and none stands twice, as in most records; else None."""
    card_of, mask_of = CARD_SPELLINGS[alphabet].__getitem__, CARD_MASKS[alphabet].__getitem__
    words = moves.leads + moves.responses
    try:
        # The sum of as many powers of two as it has bits: none of them is there twice.
        played = sum(map(mask_of, words))
        if played & ~pack or played.bit_count() < len(words):
            return None
        leads, responses = map(card_of, moves.leads), map(card_of, moves.responses)
        if not moves.announced:
            return list(zip(leads, responses, repeat(())))
        what_is = ANNOUNCEMENTS[alphabet].__getitem__
        after: list[tuple[int, ...]] = [()] * len(moves.leads)
        for index, announcements in moves.announced.items():
            after[index] = tuple(map(what_is, announcements))
    except KeyError:
        return None
    return list(zip(leads, responses, after, strict=True))


def word_at(record: Record, spot: Spot) -> str:
    """The word at a spot."""
    if spot.trick == 0:
        return record.opening[spot.place]
    move = record.moves[spot.trick - 1]
    if spot.role == "lead":
        return move.lead
    if spot.role == "response":
        return move.response or ""
    return (move.after if spot.role == "after" else move.lead_after)[spot.place]


def locate(record: Record, spot: Spot) -> Token:
    """Where in the text a word stands; the record's own line if it was not read from text."""
    for found, token in _spots(record):
        if found == spot:
            return token
    return Token(word_at(record, spot), record.line, 0)


def _spots(record: Record) -> Iterator[tuple[Spot, Token]]:
    if not record.text:
        return
    trick, role, index = 0, "after", 0
    for token in iterate_words(record.text, record.line):
        word = canonical_word(token.text)
        if word is None:
            return
        if is_announcement(word):
            if role in ("lead", "response"):
                role, index = ("lead_after" if role == "lead" else "after"), 0
            yield Spot(trick, role, index), token
            index += 1
        elif role in ("lead", "lead_after"):
            role = "response"
            yield Spot(trick, role), token
        else:
            trick, role = trick + 1, "lead"
            yield Spot(trick, role), token
