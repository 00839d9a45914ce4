"""Players: who there is, how they are called, and what happened to them."""

from __future__ import annotations

import unicodedata
from collections.abc import Collection, Sequence
from dataclasses import dataclass
from datetime import date, datetime
from typing import Final, Literal

from schneider_league.derive.names import fold
from schneider_league.errors import InputError, NotFoundError, StateError
from schneider_league.records.players import Player as Player
from schneider_league.records.players import PlayerKind, PlayerState
from schneider_league.store.league import League, Value, check_text, read_day, read_moment

PlayerEntryKind = Literal["merge", "retire", "return", "anonymise", "remove", "void"]

_STATES: Final[dict[str, PlayerState]] = {
    "retire": "retired",
    "return": "active",
    "anonymise": "anonymised",
    "remove": "removed",
}


def clean_name(name: str) -> str:
    """A name as it is stored: composed letters, without blanks around it.

    Raises:
        InputError: nothing is left of it, or it is no valid text.
    """
    cleaned = unicodedata.normalize("NFC", name).strip()
    if not cleaned:
        raise InputError(f"'{name}' is no name", hint="a name has at least one letter or sign")
    return check_text(cleaned)


def list_players(league: League, *, known_at: datetime | None = None) -> list[Player]:
    """All players by id, retired, merged and removed ones too; with `known_at` as of then, but by today's names."""
    names: dict[int, list[str]] = {}
    for id_, name in league.rows("SELECT player_id, name FROM player_name ORDER BY role DESC, id"):
        names.setdefault(id_, []).append(name)
    until, bound = _until(known_at)
    merged: dict[int, int] = {}
    states: dict[int, PlayerState] = {}
    voided: set[int] = set()
    entries = league.rows(
        f"SELECT id, player_id, kind, into_id, replaces FROM player_entry{until} ORDER BY player_id, seq", bound
    )
    voided.update(replaces for _id, _player, kind, _into, replaces in entries if kind == "void")
    for id_, player, kind, into, _replaces in entries:
        if kind == "merge" and id_ not in voided:
            merged[player] = into
        elif kind in _STATES:
            states[player] = _STATES[kind]
    return [
        _player(id_, uid, kind, names.get(id_, []), states.get(id_, "active"), merged.get(id_))
        for id_, uid, kind in league.rows(f"SELECT id, uid, kind FROM player{until} ORDER BY id", bound)
    ]


def _until(known_at: datetime | None) -> tuple[str, Sequence[Value]]:
    return ("", ()) if known_at is None else (" WHERE came <= ?", (known_at,))


def _player(
    id_: int, uid: str, kind: PlayerKind, names: Sequence[str], state: PlayerState, merged_into: int | None
) -> Player:
    name, *aliases = names or [f"Player {id_}"]
    return Player(id_, uid, kind, name, tuple(aliases), state, merged_into)


def add_player(
    league: League,
    name: str,
    *,
    kind: PlayerKind = "human",
    aliases: Sequence[str] = (),
    uid: str | None = None,
    at: datetime | None = None,
    came: datetime | None = None,
    batch: int | None = None,
    id_: int | None = None,
    taken: bool = False,
) -> Player:
    """A new player.

    Args:
        league: In a writing transaction.
        name: The full name.
        kind: A person or a bot.
        aliases: Further names.
        uid: Of a player who comes from another league.
        at: When they were recorded; now where None.
        came: When they came into this league; now where None.
        batch: The import that they come with.
        id_: The id of a player who comes into an empty database; the next one where None.
        taken: Whether the name may be somebody's already: of players who come from another league and are merged.

    Raises:
        StateError: somebody has that name or alias already.
    """
    wanted = [clean_name(each) for each in (name, *aliases)]
    wanted = list(dict.fromkeys(wanted))
    if not taken:
        for each in wanted:
            _check_free(league, each, None)
    if id_ is None:
        id_ = league.next_id("player")
    else:
        league.note_id("player", id_)
    uid = uid or league.new_uid()
    league.insert(
        "player",
        id=id_,
        uid=uid,
        kind=kind,
        batch_id=batch,
        at=at or league.now,
        came=came or league.now,
    )
    for number, each in enumerate(wanted):
        _insert_name(league, id_, each, "alias" if number else "primary")
    return _player(id_, uid, kind, wanted, "active", None)


def _insert_name(league: League, player: int, name: str, role: str) -> None:
    id_ = league.next_id("player_name")
    league.insert("player_name", id=id_, player_id=player, name=name, folded=fold(name), role=role)


def _check_free(league: League, name: str, player: int | None) -> None:
    """Raise StateError where somebody else has this name, accents, case and spelling of umlauts aside."""
    holders = league.rows(
        "SELECT player_id, name, role FROM player_name WHERE folded = ? ORDER BY player_id", [fold(name)]
    )
    for id_, held, role in holders:
        if id_ != player and not _is_removed(league, id_):
            what = "is called" if role == "primary" else "has the alias"
            raise StateError(
                f"player {id_} {what} '{held}' already",
                hint="give the new one a name that tells them apart, such as a second name or a year of birth",
            )


def _is_removed(league: League, player: int) -> bool:
    """Whether a player came with an import that was taken back: the sessions keep the name, and it is free."""
    kinds = league.rows("SELECT kind FROM player_entry WHERE player_id = ? ORDER BY seq", [player])
    states = [_STATES[kind] for (kind,) in kinds if kind in _STATES]
    return bool(states) and states[-1] == "removed"


def rename_player(league: League, id_: int, name: str) -> None:
    """Give a player another name; the old one stays as an alias.

    Raises:
        StateError: somebody else has that name.
    """
    cleaned = clean_name(name)
    _check_free(league, cleaned, id_)
    league.run("UPDATE player_name SET role = 'alias' WHERE player_id = ? AND role = 'primary'", [id_])
    if league.rows("SELECT 1 FROM player_name WHERE player_id = ? AND name = ?", [id_, cleaned]):
        league.run("UPDATE player_name SET role = 'primary' WHERE player_id = ? AND name = ?", [id_, cleaned])
    else:
        _insert_name(league, id_, cleaned, "primary")


def add_alias(league: League, id_: int, alias: str) -> bool:
    """Give a player one more name; False where they have it already.

    Raises:
        StateError: somebody else has that name.
    """
    cleaned = clean_name(alias)
    _check_free(league, cleaned, id_)
    if league.rows("SELECT 1 FROM player_name WHERE player_id = ? AND name = ?", [id_, cleaned]):
        return False
    _insert_name(league, id_, cleaned, "alias")
    return True


def remove_alias(league: League, id_: int, alias: str) -> bool:
    """Take an alias away; False where the player has none of that name."""
    cleaned = clean_name(alias)
    there = league.rows("SELECT 1 FROM player_name WHERE player_id = ? AND name = ? AND role = 'alias'", [id_, cleaned])
    league.run("DELETE FROM player_name WHERE player_id = ? AND name = ? AND role = 'alias'", [id_, cleaned])
    return bool(there)


def remove_names(league: League, id_: int) -> None:
    """Take all names of a player away."""
    league.run("DELETE FROM player_name WHERE player_id = ?", [id_])


def append_player_entry(
    league: League,
    player: int,
    kind: PlayerEntryKind,
    *,
    into: int | None = None,
    replaces: int | None = None,
    reason: str | None = None,
    batch: int | None = None,
    uid: str | None = None,
    at: datetime | None = None,
    came: datetime | None = None,
) -> int:
    """Note what happened to a player and return the entry's id.

    Raises:
        StateError: the merge to be made void is void already.
    """
    ((last,),) = league.rows("SELECT COALESCE(MAX(seq), 0) FROM player_entry WHERE player_id = ?", [player])
    if replaces is not None and league.rows("SELECT 1 FROM player_entry WHERE replaces = ?", [replaces]):
        raise StateError("that merge has been taken back already")
    id_ = league.next_id("player_entry")
    league.insert(
        "player_entry",
        id=id_,
        uid=uid or league.new_uid(),
        player_id=player,
        seq=last + 1,
        kind=kind,
        into_id=into,
        replaces=replaces,
        batch_id=batch,
        at=at or league.now,
        came=came or league.now,
    )
    if reason is not None:
        remark = league.next_id("remark")
        league.insert("remark", id=remark, entry_id=None, player_entry_id=id_, role="reason", text=check_text(reason))
    return id_


def merge_entry_of(league: League, player: int) -> int:
    """The id of the entry that merged this player into another.

    Raises:
        NotFoundError: the player is not merged.
    """
    found = league.rows(
        "SELECT m.id FROM player_entry m LEFT JOIN player_entry v ON v.replaces = m.id"
        " WHERE m.player_id = ? AND m.kind = 'merge' AND v.id IS NULL ORDER BY m.seq DESC",
        [player],
    )
    if not found:
        raise NotFoundError(f"player {player} was not merged into another")
    return int(found[0][0])


def find_meetings(league: League, these: Collection[int], those: Collection[int]) -> list[int]:
    """The sessions that count in which one of these and one of those met, by id; void ones are none."""
    first, second = _listed(these), _listed(those)
    found = league.rows(
        f"SELECT DISTINCT e.session_id FROM {_STARTS_THAT_COUNT}"
        f" AND (s.player_a IN ({first}) AND s.player_b IN ({second})"
        f" OR s.player_a IN ({second}) AND s.player_b IN ({first})) ORDER BY e.session_id",
        [*these, *those, *those, *these],
    )
    return [session for (session,) in found]


def find_sessions_of(league: League, players: Collection[int]) -> list[int]:
    """The sessions that count and that one of these players is in, by id; void ones are none."""
    listed = _listed(players)
    found = league.rows(
        f"SELECT DISTINCT e.session_id FROM {_STARTS_THAT_COUNT}"
        f" AND (s.player_a IN ({listed}) OR s.player_b IN ({listed})) ORDER BY e.session_id",
        [*players, *players],
    )
    return [session for (session,) in found]


def list_starts(league: League, players: Collection[int] | None = None) -> list[tuple[int, int, date]]:
    """For each session that counts its players as they were entered and its day; of these players, or all."""
    only, bound = "", []
    if players is not None:
        listed = _listed(players)
        only, bound = f" AND (s.player_a IN ({listed}) OR s.player_b IN ({listed}))", [*players, *players]
    found = league.rows(f"SELECT s.player_a, s.player_b, s.played_on FROM {_STARTS_THAT_COUNT}{only}", bound)
    return [(a, b, read_day(day)) for a, b, day in found]


_STARTS_THAT_COUNT: Final = (
    "session_start s JOIN entry e ON e.id = s.entry_id LEFT JOIN entry r ON r.replaces = e.id WHERE r.id IS NULL"
)


def _listed(ids: Collection[int]) -> str:
    return ", ".join("?" * len(ids))


@dataclass(frozen=True, slots=True)
class PlayerEntry:
    """What happened to a player."""

    id: int
    player: int
    kind: PlayerEntryKind
    into: int | None
    """Whom they were merged into."""
    replaces: int | None
    """The merge that is made void."""
    at: datetime
    """When it was recorded, UTC."""
    reason: str | None


def load_player_entries(league: League, player: int) -> list[PlayerEntry]:
    """What happened to a player, in order."""
    return [
        PlayerEntry(id_, owner, kind, into, replaces, read_moment(at), reason)
        for id_, owner, kind, into, replaces, at, reason in league.rows(
            "SELECT e.id, e.player_id, e.kind, e.into_id, e.replaces, e.at, r.text FROM player_entry e"
            " LEFT JOIN remark r ON r.player_entry_id = e.id WHERE e.player_id = ? ORDER BY e.seq",
            [player],
        )
    ]
