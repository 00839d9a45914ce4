"""Whom the names of a file mean: players who are known, or new ones, with those who are called almost so."""

from __future__ import annotations

import unicodedata
from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from difflib import SequenceMatcher
from typing import Final

from schneider_league.derive.names import fold, folded_ways, resolve_merges
from schneider_league.records.import_outcome import NewPlayer
from schneider_league.records.players import Player

_NEAR: Final = 0.84
"""How alike two names have to be written to be taken for a slip of the pen."""


@dataclass(slots=True)
class _Known:
    """Everybody by name."""

    exact: dict[str, list[int]] = field(default_factory=lambda: defaultdict(list))
    folded: dict[str, list[int]] = field(default_factory=lambda: defaultdict(list))


class People:
    """Finds players by names as files write them.

    A full name or an alias is meant, case, accents and the order of its words aside; a beginning of a name is not
    enough, since a file does not answer a question. Ids below 0 stand for new players, in the order in which they
    were met.
    """

    def __init__(self, players: Sequence[Player]) -> None:
        self._players = {player.id: player for player in players}
        self._heads = resolve_merges(players)
        self._known = _Known()
        self._found: dict[str, int | tuple[int, ...]] = {}
        self.new: list[str] = []
        """Names of new players; the first has the id -1."""
        for player in players:
            if player.state in ("anonymised", "removed"):
                continue
            for name in (player.name, *player.aliases):
                self._add(player.id, name)

    def _add(self, id_: int, name: str) -> None:
        _note(self._known.exact[unicodedata.normalize("NFC", name)], id_)
        for way in _ways(name):
            _note(self._known.folded[way], id_)

    def find(self, name: str) -> int | tuple[int, ...]:
        """The id of whom a name means, one below 0 for a new player; several ids where it fits several."""
        found = self._found.get(name)
        if found is None:
            found = self._found[name] = self._find(name)
        return found

    def _find(self, name: str) -> int | tuple[int, ...]:
        ids = self._known.exact.get(name) or [
            *dict.fromkeys(id_ for way in _ways(name) for id_ in self._known.folded.get(way, ()))
        ]
        if not ids:
            self.new.append(name)
            self._add(-len(self.new), name)
            return -len(self.new)
        if len({self.head(id_) for id_ in ids}) == 1:
            return ids[0]
        return tuple(ids)

    def head(self, id_: int) -> int:
        """The player that this one's sessions count for."""
        return self._heads.get(id_, id_)

    def name(self, id_: int) -> str:
        """How a player is called."""
        return self.new[-id_ - 1] if id_ < 0 else self._players[id_].name

    def new_players(self) -> list[NewPlayer]:
        """The new ones, and who is called almost so: of the new ones those who were met before."""
        there = [player for player in self._players.values() if player.state not in ("anonymised", "removed")]
        known = [name for player in there for name in (player.name, *player.aliases)]
        near = _Near(known)
        found: list[NewPlayer] = []
        for name in self.new:
            found.append(NewPlayer(name, near.of(name)))
            near.add(name)
        return found


def _note(ids: list[int], id_: int) -> None:
    if id_ not in ids:
        ids.append(id_)


def _ways(name: str) -> list[str]:
    """The name without accents, in both ways of writing umlauts, its words in order."""
    return [" ".join(sorted(way.split())) for way in folded_ways(name)]


class _Near:
    """Names that are almost others: one letter apart, or with a word more or an initial."""

    def __init__(self, names: Iterable[str]) -> None:
        self._by_beginning: dict[str, list[tuple[str, list[str], str]]] = defaultdict(list)
        for name in dict.fromkeys(names):
            self.add(name)

    def add(self, name: str) -> None:
        """One more name."""
        words = fold(name).split()
        for beginning in {word[:1] for word in words}:
            self._by_beginning[beginning].append((" ".join(sorted(words)), words, name))

    def of(self, name: str) -> tuple[str, ...]:
        """Up to three names that are almost this one."""
        words = fold(name).split()
        matcher = SequenceMatcher(autojunk=False)
        matcher.set_seq2(" ".join(sorted(words)))
        found: dict[str, float] = {}
        for beginning in dict.fromkeys(word[:1] for word in words):
            for text, others, other in self._by_beginning[beginning]:
                if other == name or other in found:
                    continue
                matcher.set_seq1(text)
                if _begins(words, others) or _begins(others, words):
                    found[other] = 0.99
                elif matcher.real_quick_ratio() >= _NEAR and matcher.quick_ratio() >= _NEAR:
                    ratio = matcher.ratio()
                    if ratio >= _NEAR:
                        found[other] = ratio
        return tuple(sorted(found, key=lambda other: -found[other])[:3])


def _begins(words: Sequence[str], others: Sequence[str]) -> bool:
    """Whether each of the words begins one of the others: `A. Novák` and `Anna Nováková`, `Anna` and `Anna Nová`."""
    left = list(others)
    for word in words:
        begun = next((other for other in left if other.startswith(word.rstrip("."))), None)
        if begun is None:
            return False
        left.remove(begun)
    return True
