"""Records as the program writes them: canonical order and spelling, nothing lost."""

from __future__ import annotations

from functools import cache
from typing import Final

from schneider_league.game.cards import CARD_SPELLINGS, SUIT_SPELLINGS, Alphabet, format_card, format_suit
from schneider_league.game.ruleset import UnknownRulesError
from schneider_league.records.check_file import RulesBook
from schneider_league.records.claims import canonical_value, parse_alphabet
from schneider_league.records.model import CARD_TAGS, TAGS, Move, PlainMoves, Record
from schneider_league.records.words import MARRIAGE_PREFIX

_ORDER: Final = {name: index for index, name in enumerate(TAGS)}


class Canonical:
    """Makes the records of one file canonical, in order: later ones of a session inherit its rules."""

    def __init__(self, rules: RulesBook, alphabet: Alphabet | None = None) -> None:
        """`alphabet` is the one to write, None for that of each record."""
        self._rules = rules
        self._alphabet = alphabet
        self._session_rules: dict[str, str] = {}

    def of(self, record: Record) -> Record:
        """The record in canonical form."""
        tags = list(record.tags)
        if record.get("Rules") is None:
            tags.append(("Rules", self._inherited(record)))
        session = record.get("Session")
        if session is not None:
            self._session_rules.setdefault(session, record.get("Rules") or "bohemian")
        source = parse_alphabet(record.get("Cards") or "french") or Alphabet.FRENCH
        target = self._alphabet or source
        if target is not source and not _is_spelt(record, source):
            target = source
        if target is not source:
            tags = [(name, value) for name, value in tags if name != "Cards"]
            if target is Alphabet.GERMAN:
                tags.append(("Cards", target))
        spell = _Speller(source, target)
        written = [(name, self._value(name, value, spell)) for name, value in tags]
        written.sort(key=lambda tag: _ORDER.get(tag[0], len(TAGS)))
        canonical = Record(
            written,
            comment=record.comment,
            opening=tuple(spell.announcement(word) for word in record.opening),
        )
        if record.plain is not None:
            canonical.plain = spell.plain(record.plain)
        else:
            canonical.moves = [spell.move(move) for move in record.moves]
        return canonical

    def _inherited(self, record: Record) -> str:
        return self._session_rules.get(record.get("Session") or "", "bohemian")

    def _value(self, name: str, value: str, spell: _Speller) -> str:
        if name in CARD_TAGS:
            return spell.cards(value)
        if name == "Rules":
            try:
                return self._rules.find(value).name
            except UnknownRulesError:
                return value
        return canonical_value(name, value)


@cache
def _card_words(source: Alphabet, target: Alphabet) -> dict[str, str]:
    """How each word for a card of one alphabet is written in the other."""
    return {word: format_card(card, target) for word, card in CARD_SPELLINGS[source].items()}


class _Speller:
    """Writes the words of one alphabet in another; a word that is no card stays as it is."""

    def __init__(self, source: Alphabet, target: Alphabet) -> None:
        self._cards = _card_words(source, target)
        self._suits = SUIT_SPELLINGS[source]
        self._target = target

    def card(self, word: str) -> str:
        return self._cards.get(word, word)

    def cards(self, value: str) -> str:
        words = value.split()
        return " ".join(map(self._cards.get, words, words))

    def plain(self, moves: PlainMoves) -> PlainMoves:
        leads, responses = moves.leads, moves.responses
        announced = {
            trick: tuple(self.announcement(word) for word in words) for trick, words in moves.announced.items()
        }
        spelt = self._cards.get
        return PlainMoves(list(map(spelt, leads, leads)), list(map(spelt, responses, responses)), announced)

    def announcement(self, word: str) -> str:
        if not word.startswith(MARRIAGE_PREFIX):
            return word
        suit = self._suits.get(word.removeprefix(MARRIAGE_PREFIX))
        return word if suit is None else MARRIAGE_PREFIX + format_suit(suit, self._target)

    def move(self, move: Move) -> Move:
        return move._replace(
            lead=self.card(move.lead),
            response=None if move.response is None else self.card(move.response),
            after=tuple(self.announcement(word) for word in move.after),
            lead_after=tuple(self.announcement(word) for word in move.lead_after),
        )


def _is_spelt(record: Record, alphabet: Alphabet) -> bool:
    """Whether every card of the record is one of this alphabet.

    Where one is not, another alphabet could make it a card that was not meant: the record keeps its own.
    """
    cards, suits = CARD_SPELLINGS[alphabet], SUIT_SPELLINGS[alphabet]
    words = [word for name, value in record.tags if name in CARD_TAGS for word in value.split()]
    announcements = list(record.opening)
    for move in record.moves:
        words += [move.lead] if move.response is None else [move.lead, move.response]
        announcements += [*move.after, *move.lead_after]
    declared = [word.removeprefix(MARRIAGE_PREFIX) for word in announcements if word.startswith(MARRIAGE_PREFIX)]
    return all(word in cards for word in words) and all(suit in suits for suit in declared)
