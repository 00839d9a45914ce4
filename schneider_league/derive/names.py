"""Finding players, events and the like by what people type: id, name, alias, prefix; accents and case ignored."""

from __future__ import annotations

import difflib
import unicodedata
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from enum import IntEnum
from typing import Final, Generic, TypeVar

from schneider_league.errors import AmbiguousError, NotFoundError
from schneider_league.records.players import Player

Key = TypeVar("Key")

MOST_CANDIDATES: Final = 10
"""How many are listed where a name fits several."""

# Letters that Unicode does not take apart, in both ways of writing them without their signs.
_DIGRAPHS: Final = str.maketrans({"ä": "ae", "ö": "oe", "ü": "ue", "ø": "oe", "æ": "ae", "œ": "oe", "å": "aa"})
_PLAIN: Final = str.maketrans({"ø": "o", "æ": "ae", "œ": "oe", "ł": "l", "đ": "d", "ð": "d", "þ": "th", "ı": "i"})
# Marks that make another sound of a letter, rather than stress it: nukta, the Japanese voicing, virama.
_SOUND_MARKS: Final = (7, 8, 9)


def fold(name: str) -> str:
    """A name as it is compared: small letters without accents, `ä` as `ae`, single blanks, no commas."""
    return _fold(name)


def _fold(name: str, *, digraphs: bool = True) -> str:
    text = unicodedata.normalize("NFC", unicodedata.normalize("NFKC", name).casefold())
    if digraphs:
        text = text.translate(_DIGRAPHS)
    kept = [
        character
        for character in unicodedata.normalize("NFKD", text)
        if unicodedata.combining(character) in _SOUND_MARKS or not unicodedata.combining(character)
    ]
    bare = unicodedata.normalize("NFC", "".join(kept)).translate(_PLAIN)
    return " ".join(bare.replace(",", " ").split()) or " ".join(text.split())


def folded_ways(name: str) -> tuple[str, ...]:
    """Both ways of writing a name without accents: `Müller` as `mueller` and as `muller`."""
    return tuple(dict.fromkeys((fold(name), _fold(name, digraphs=False))))


class Fit(IntEnum):
    """How well a name fits what was asked for; the better the higher."""

    NONE = 0
    PREFIX = 1
    """It begins so, or its words do, in either order."""
    FOLDED = 2
    """It is the same but for accents, case and the order of its words."""
    EXACT = 3
    """It is the same, letter by letter."""


def derive_fit(query: str, name: str) -> Fit:
    """How well this name fits what was asked for."""
    if unicodedata.normalize("NFC", query.strip()) == unicodedata.normalize("NFC", name.strip()):
        return Fit.EXACT
    best = Fit.NONE
    for asked in folded_ways(query):
        for named in folded_ways(name):
            asked_words, words = asked.split(" "), named.split(" ")
            if asked == named or sorted(asked_words) == sorted(words):
                return Fit.FOLDED
            if asked and (named.startswith(asked) or _words_begin(asked_words, words)):
                best = Fit.PREFIX
    return best


def _words_begin(asked: Sequence[str], words: Sequence[str]) -> bool:
    """Whether each word that was asked for begins a word of the name of its own, in whichever order."""
    if not asked:
        return True
    first, *others = asked
    return any(
        word.startswith(first) and _words_begin(others, [*words[:index], *words[index + 1 :]])
        for index, word in enumerate(words)
    )


@dataclass(frozen=True, slots=True)
class Match(Generic[Key]):
    """Whom a name fits best."""

    keys: tuple[Key, ...]
    """All that it fits equally well; empty where it fits none."""
    fit: Fit
    closest: tuple[str, ...] = ()
    """Where it fits none: the names that are written most like it."""


def match_name(query: str, named: Iterable[tuple[Key, Iterable[str]]]) -> Match[Key]:
    """Whom a name fits best, of some that have one or more names each. An exact match beats a prefix."""
    best: dict[Key, None] = {}
    best_fit = Fit.NONE
    seen: dict[str, str] = {}
    for key, names in named:
        for name in names:
            seen.setdefault(fold(name), name)
            fit = derive_fit(query, name)
            if fit is Fit.NONE or fit < best_fit:
                continue
            if fit > best_fit:
                best.clear()
                best_fit = fit
            best[key] = None
    if best:
        return Match(tuple(best), best_fit)
    asked = fold(query)
    by_word = {word: name for folded, name in seen.items() for word in folded.split(" ")}
    close = [seen[folded] for folded in difflib.get_close_matches(asked, list(seen), 3, 0.6)]
    close += [by_word[word] for word in difflib.get_close_matches(asked, list(by_word), 3, 0.7)]
    return Match((), Fit.NONE, tuple(dict.fromkeys(close))[:3])


def find_named(kind: str, query: str, named: Iterable[tuple[int, Sequence[str]]]) -> int:
    """The id of the one that this id, name, alias or unique prefix means; `kind` is what it is called: "event".

    Raises:
        NotFoundError: it means none; the closest names are given.
        AmbiguousError: it means several; the candidates are given.
    """
    known = list(named)
    match = match_name(query, known)
    ids = match.keys
    if match.fit is not Fit.EXACT and query.strip().isdecimal():
        number = int(query)
        if any(id_ == number for id_, _names in known):
            return number
    if len(ids) == 1:
        return ids[0]
    if ids:
        raise _ambiguous(kind, query, [(id_, names[0]) for id_, names in known if id_ in ids and names])
    raise _unknown(kind, query, match.closest)


def find_player(players: Sequence[Player], query: str, *, merged: bool = False) -> Player:
    """The player that this id, name, alias or unique prefix means.

    Who was merged is found by their old names, too, and the player they were merged into is returned; with
    `merged` themselves.

    Raises:
        NotFoundError: it means none; the closest names are given.
        AmbiguousError: it means several; the candidates are given.
    """
    by_id = {player.id: player for player in players}
    heads = {} if merged else resolve_merges(players)
    there = [player for player in players if player.state != "removed"]
    match = match_name(query, [(player.id, (player.name, *player.aliases)) for player in there])
    if match.fit is not Fit.EXACT and query.strip().isdecimal():
        named = by_id.get(int(query))
        if named is not None and named.state != "removed":
            return by_id[heads.get(named.id, named.id)]
    found = tuple(dict.fromkeys(heads.get(id_, id_) for id_ in match.keys))
    if len(found) == 1:
        return by_id[found[0]]
    if found:
        raise _ambiguous("player", query, [(id_, by_id[id_].name) for id_ in found])
    raise _unknown("player", query, match.closest)


def _ambiguous(kind: str, query: str, candidates: Sequence[tuple[int, str]]) -> AmbiguousError:
    listed = [f"{name} (id {id_})" for id_, name in candidates]
    if len(listed) > MOST_CANDIDATES:
        listed[MOST_CANDIDATES:] = [f"and {len(listed) - MOST_CANDIDATES} more"]
    return AmbiguousError(
        f"'{query}' fits several {kind}s", hint="write more of the name, or the id", candidates=listed
    )


def _unknown(kind: str, query: str, closest: Sequence[str]) -> NotFoundError:
    if closest:
        listed = " or ".join(f"'{name}'" for name in closest)
        return NotFoundError(f"no {kind} '{query}'", hint=f"did you mean {listed}?", candidates=closest)
    return NotFoundError(f"no {kind} '{query}'", hint=f"`{kind} list` shows all")


def resolve_merges(players: Iterable[Player]) -> Mapping[int, int]:
    """For each player the id that their sessions count for: their own, or that of whom they were merged into."""
    into = {player.id: player.merged_into for player in players}
    resolved: dict[int, int] = {}
    for id_ in into:
        head, seen = id_, {id_}
        while (following := into.get(head)) is not None and following not in seen:
            head = following
            seen.add(head)
        resolved[id_] = head
    return resolved
