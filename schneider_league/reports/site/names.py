"""How people are called on the site: by name, or by initials."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import Final

from schneider_league.derive.names import folded_ways
from schneider_league.records.players import Player

_PARTICLES: Final = frozenset({"von", "vom", "zu", "zur", "und", "van", "der", "den", "de", "da", "di", "du", "la"})


def initials_of(name: str) -> str:
    """`Jiří Dvořák` as `J. D.`; particles such as `von und zu` and hyphens are passed over."""
    words = [word for word in re.split(r"[\s,]+", name) if word]
    wanted = [word for word in words if word.casefold() not in _PARTICLES] or words
    letters = [_first_letter(word) for word in wanted]
    return " ".join(f"{letter}." for letter in letters if letter) or "N."


def _first_letter(word: str) -> str:
    found = re.search(r"\w", word)
    return found[0].upper() if found else ""


@dataclass(frozen=True, slots=True)
class People:
    """Everybody who has a page, and how they are called."""

    names: Mapping[int, str]
    """As they are shown, by id; no two are the same."""
    heads: Mapping[int, int]
    """For each id that of the player that it counts for."""
    hide: Callable[[str], str]
    """Free text as it is shown: with initials, full names in it are replaced."""
    is_hidden: bool
    """Whether initials stand for names."""

    def name(self, player: int) -> str:
        """How a player is called."""
        head = self.heads.get(player, player)
        return self.names.get(head) or f"Player {head}"

    def href(self, player: int) -> str:
        """The player's page, from the root of the site."""
        return f"players/{self.heads.get(player, player)}.html"

    @property
    def hrefs(self) -> dict[str, str]:
        """The pages by the names that are shown."""
        return {name: self.href(player) for player, name in self.names.items()}


def name_people(players: Iterable[Player], heads: Mapping[int, int], *, initials: bool) -> People:
    """Names or initials for all players; who would be called like another has the id behind it."""
    everybody = list(players)
    own = [player for player in everybody if heads.get(player.id, player.id) == player.id and player.state != "removed"]
    shown = {
        player.id: initials_of(player.name)
        if initials and player.kind != "bot" and player.state != "anonymised"
        else player.name
        for player in own
    }
    taken: dict[str, int] = {}
    for name in shown.values():
        taken[name] = taken.get(name, 0) + 1
    names = {id_: name if taken[name] == 1 else f"{name} ({id_})" for id_, name in shown.items()}
    if not initials:
        return People(names, dict(heads), str, False)
    return People(names, dict(heads), _hider(everybody, names, heads), True)


def _hider(players: Iterable[Player], names: Mapping[int, str], heads: Mapping[int, int]) -> Callable[[str], str]:
    """Replaces the names and aliases of people in a text by what they are called."""
    called: dict[str, str] = {}
    for player in players:
        head = heads.get(player.id, player.id)
        if player.kind == "bot" or head not in names:
            continue
        for name in (player.name, *player.aliases):
            called.setdefault(name.casefold(), names[head])
    if not called:
        return str
    listed = "|".join(re.escape(name) for name in sorted(called, key=lambda name: (-len(name), name)))
    pattern = re.compile(rf"(?<!\w)(?:{listed})(?!\w)", re.IGNORECASE)
    return lambda text: pattern.sub(lambda found: called.get(found[0].casefold(), "N."), text)


def search_keys(name: str) -> str:
    """A name as it is searched for: folded in all ways, such as `müller` as `mueller` and as `muller`."""
    return " ".join(folded_ways(name))
