"""Players: added, found, renamed, merged and un-merged, retired, anonymised, removed."""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import date, datetime
from typing import TYPE_CHECKING

from schneider_league.derive.names import find_player, fold, resolve_merges
from schneider_league.errors import StateError, UsageError
from schneider_league.records.players import Player
from schneider_league.store import people
from schneider_league.store.engine import Database, utc_now

if TYPE_CHECKING:
    from collections.abc import Iterator

    from schneider_league.store.league import League

Clock = Callable[[], datetime]


@dataclass(frozen=True, slots=True)
class PlayerLine:
    """A player in a line."""

    id: int
    name: str
    aliases: tuple[str, ...]
    kind: str
    state: str
    """`active`, `retired`, `anonymised`, `removed`, or `merged`."""
    merged_into: str | None
    sessions: int
    """That count, those of who was merged into them included."""
    last_played: date | None


@dataclass(frozen=True, slots=True)
class Happening:
    """Something that happened to a player."""

    at: datetime
    """UTC."""
    what: str
    reason: str | None


@dataclass(frozen=True, slots=True)
class PlayerView:
    """All that is known of a player, results aside."""

    line: PlayerLine
    merged: tuple[str, ...]
    """Who was merged into them, with their ids."""
    first_played: date | None
    history: tuple[Happening, ...]


class _People:
    """All players of a league, in one transaction."""

    def __init__(self, league: League) -> None:
        self.league = league
        self.players = people.list_players(league)
        self.by_id = {player.id: player for player in self.players}
        self.heads = resolve_merges(self.players)

    def find(self, query: str, *, merged: bool = False) -> Player:
        return find_player(self.players, query, merged=merged)

    def group(self, player: int) -> list[int]:
        """The ids whose sessions count for this player."""
        return [id_ for id_, head in self.heads.items() if head == player]

    def named(self, player: int) -> str:
        return self.by_id[player].name


@contextmanager
def _writing(address: str, clock: Clock) -> Iterator[_People]:
    with Database(address, clock).writing() as league:
        yield _People(league)


def add_players(
    address: str, names: Sequence[str], *, aliases: Sequence[str] = (), clock: Clock = utc_now
) -> list[Player]:
    """Add players, all or none; aliases go with a single name.

    Raises:
        UsageError: aliases are given beside several names, or a name twice.
        StateError: somebody has one of the names already.
    """
    if aliases and len(names) > 1:
        raise UsageError("--alias goes with one name", hint="add the players one by one, or use `player alias`")
    folded = [fold(name) for name in names]
    twice = next((name for name, key in zip(names, folded, strict=True) if folded.count(key) > 1), None)
    if twice is not None:
        raise UsageError(f"'{twice}' is given twice")
    with Database(address, clock).writing() as league:
        return [people.add_player(league, name, aliases=aliases) for name in names]


def list_all_players(address: str, *, everybody: bool = False, bots: bool = False) -> list[PlayerLine]:
    """The players by name; with `everybody` those who were merged, anonymised or removed too; with `bots` bots too."""
    with Database(address).reading() as league:
        found = _People(league)
        days = _days(league, found, None)
        lines = [
            _line(found, player, days)
            for player in found.players
            if (everybody or (player.merged_into is None and player.state in ("active", "retired")))
            and (bots or player.kind != "bot")
        ]
    return sorted(lines, key=lambda line: (fold(line.name), line.id))


def view_player(address: str, query: str) -> PlayerView:
    """One player.

    Raises:
        NotFoundError: there is none of that name, or several.
    """
    with Database(address).reading() as league:
        found = _People(league)
        player = found.find(query)
        group = found.group(player.id)
        days = _days(league, found, group)
        merged = tuple(f"{found.named(id_)} (id {id_})" for id_ in group if id_ != player.id)
        played = days.get(player.id, [])
        return PlayerView(
            _line(found, player, days), merged, min(played, default=None), tuple(_history(found, player.id))
        )


def _days(league: League, found: _People, group: Collection[int] | None) -> dict[int, list[date]]:
    """For each player the days they played on, once for each session that counts."""
    days: dict[int, list[date]] = {}
    for a, b, played_on in people.list_starts(league, group):
        for player in (a, b):
            days.setdefault(found.heads[player], []).append(played_on)
    return days


def _line(found: _People, player: Player, days: dict[int, list[date]]) -> PlayerLine:
    is_merged = player.merged_into is not None
    played = [] if is_merged else days.get(player.id, [])
    return PlayerLine(
        player.id,
        player.name,
        player.aliases,
        player.kind,
        "merged" if is_merged else player.state,
        found.named(found.heads[player.id]) if is_merged else None,
        len(played),
        max(played, default=None),
    )


def _history(found: _People, player: int) -> Iterator[Happening]:
    words = {"retire": "retired", "return": "returned", "anonymise": "anonymised", "remove": "removed"}
    for entry in people.load_player_entries(found.league, player):
        if entry.kind == "merge" and entry.into is not None:
            what = f"merged into {found.named(entry.into)} (id {entry.into})"
        elif entry.kind == "void":
            what = "the merge was taken back"
        else:
            what = words[entry.kind]
        yield Happening(entry.at, what, entry.reason)


def rename_player(address: str, query: str, name: str, *, clock: Clock = utc_now) -> tuple[Player, str]:
    """Give a player another name; the player as they were, and the name as it is stored.

    Raises:
        StateError: somebody else has that name, or the player was anonymised.
    """
    with _writing(address, clock) as found:
        player = found.find(query)
        _check_has_names(player)
        people.rename_player(found.league, player.id, name)
        return player, people.clean_name(name)


def alias_player(
    address: str, query: str, aliases: Sequence[str], *, remove: bool = False, clock: Clock = utc_now
) -> tuple[Player, list[str]]:
    """Give a player further names, or take some away; the player, and which of the names changed something.

    Raises:
        StateError: somebody else has one of them, or the player was anonymised.
    """
    with _writing(address, clock) as found:
        player = found.find(query)
        _check_has_names(player)
        act = people.remove_alias if remove else people.add_alias
        return player, [alias for alias in aliases if act(found.league, player.id, alias)]


def _check_has_names(player: Player) -> None:
    if player.state == "anonymised":
        raise StateError(f"{player.name} was anonymised, and keeps no name", hint="add a new player")


def merge_players(
    address: str, from_: str, into: str, *, reason: str | None = None, clock: Clock = utc_now
) -> tuple[Player, Player, int]:
    """Let all sessions of one player count for another; both, and how many sessions these are.

    Raises:
        StateError: the two have met, so they are two.
    """
    with _writing(address, clock) as found:
        source, target = found.find(from_), found.find(into)
        if source.id == target.id:
            asked = found.find(from_, merged=True)
            if asked.id != source.id:
                raise StateError(f"'{from_}' was merged into {source.name} already")
            raise UsageError(f"'{from_}' and '{into}' are the same player, {source.name}")
        for player in (source, target):
            _check_has_names(player)
        these, those = found.group(source.id), found.group(target.id)
        met = people.find_meetings(found.league, these, those)
        if met:
            listed = ", ".join(map(str, met[:5])) + (" …" if len(met) > 5 else "")
            raise StateError(
                f"{source.name} and {target.name} are two: they met in session{'s' if len(met) > 1 else ''} {listed}",
                hint="if that was entered wrongly, put it right first: session amend, session void",
            )
        both = _entered_as_two(found, these, those)
        if both is not None:
            raise StateError(
                f"{source.name} and {target.name} are both entered in {both}, as two",
                hint="`event undo` takes back that one of them was entered, while they are in no published round",
            )
        people.append_player_entry(found.league, source.id, "merge", into=target.id, reason=reason)
        return source, target, len(people.find_sessions_of(found.league, these))


def _entered_as_two(found: _People, these: Collection[int], those: Collection[int]) -> str | None:
    """The name of an event into which both are entered; None where there is none."""
    from schneider_league.store.events import events_of_players

    first = {event.id: event for event in events_of_players(found.league, these)}
    shared = [event for event in events_of_players(found.league, those) if event.id in first]
    return shared[0].name if shared else None


def unmerge_player(
    address: str, query: str, *, reason: str | None = None, clock: Clock = utc_now
) -> tuple[Player, Player, int]:
    """Take a merge back; who is a player of their own again, into whom they were merged, and their sessions.

    Raises:
        StateError: the player was not merged.
    """
    with _writing(address, clock) as found:
        player = found.find(_merged_one(found, query), merged=True)
        if player.merged_into is None:
            into_them = [found.named(id_) for id_ in found.group(player.id) if id_ != player.id]
            hint = f"name who was merged into them: {', '.join(into_them)}" if into_them else None
            raise StateError(f"{player.name} was not merged into another", hint=hint)
        target = found.by_id[player.merged_into]
        entry = people.merge_entry_of(found.league, player.id)
        people.append_player_entry(found.league, player.id, "void", replaces=entry, reason=reason)
        own = _own_group(found, player.id)
        return player, target, len(people.find_sessions_of(found.league, own))


def _merged_one(found: _People, query: str) -> str:
    """The query, or the id of the one merged player that it fits, where others of the name were not merged."""
    merged = [player for player in found.players if player.merged_into is not None]
    fits = [player for player in merged if fold(query) in map(fold, (player.name, *player.aliases))]
    return str(fits[0].id) if len(fits) == 1 else query


def _own_group(found: _People, player: int) -> list[int]:
    """Who counts for this player once they are one of their own."""
    apart = [
        Player(each.id, each.uid, each.kind, each.name, each.aliases, each.state, None) if each.id == player else each
        for each in found.players
    ]
    return [id_ for id_, head in resolve_merges(apart).items() if head == player]


def retire_player(
    address: str, query: str, *, reason: str | None = None, clock: Clock = utc_now
) -> tuple[Player, bool]:
    """Note that a player plays no longer; results and ratings stay. The player, and whether that is news."""
    with _writing(address, clock) as found:
        player = found.find(query)
        _check_has_names(player)
        if player.state == "retired":
            return player, False
        people.append_player_entry(found.league, player.id, "retire", reason=reason)
        return player, True


def return_player(
    address: str, query: str, *, reason: str | None = None, clock: Clock = utc_now
) -> tuple[Player, bool]:
    """Note that a player who retired plays again. The player, and whether that is news."""
    with _writing(address, clock) as found:
        player = found.find(query)
        _check_has_names(player)
        if player.state == "active":
            return player, False
        people.append_player_entry(found.league, player.id, "return", reason=reason)
        return player, True


@dataclass(frozen=True, slots=True)
class Anonymised:
    """Whose name vanished."""

    id: int
    called: str
    """What stands in its place."""
    names: int
    remarks: int
    """Pieces of free text that held it."""
    records: int
    """Records of deals that held it."""


def anonymise_player(address: str, query: str, *, clock: Clock = utc_now) -> Anonymised:
    """Let a player's name vanish, and whatever free text holds it; what they played stays.

    Raises:
        StateError: it has vanished already.
    """
    from schneider_league.store.events import events_of_players
    from schneider_league.store.redaction import redact_names

    with _writing(address, clock) as found:
        player = _find_removed(found, query) or found.find(query)
        if player.state == "anonymised":
            raise StateError(f"{player.name} was anonymised already")
        group = [found.by_id[id_] for id_ in found.group(player.id)]
        group += _removed_namesakes(found, group)
        names = [name for each in group for name in (each.name, *each.aliases)]
        sessions = people.find_sessions_of(found.league, [each.id for each in group])
        called = f"Player {player.id}"
        events = [event.id for event in events_of_players(found.league, [each.id for each in group])]
        redacted = redact_names(found.league, names, called, sessions, events)
        for each in group:
            people.remove_names(found.league, each.id)
            people.append_player_entry(found.league, each.id, "anonymise")
        return Anonymised(player.id, called, len(names), redacted.remarks, redacted.records)


def _find_removed(found: _People, query: str) -> Player | None:
    """Who came with an import that was taken back, by id: the void sessions still name them."""
    named = found.by_id.get(int(query)) if query.strip().isdecimal() else None
    return named if named is not None and named.state == "removed" else None


def _removed_namesakes(found: _People, group: Sequence[Player]) -> list[Player]:
    """Those of the same name who came with an import that was taken back: void sessions name them."""
    names = {fold(name) for each in group for name in (each.name, *each.aliases)}
    ids = {each.id for each in group}
    return [
        each
        for each in found.players
        if each.state == "removed"
        and each.id not in ids
        and not names.isdisjoint(map(fold, (each.name, *each.aliases)))
    ]


def remove_player(address: str, query: str, *, clock: Clock = utc_now) -> Player:
    """Remove a player who never played.

    Raises:
        StateError: they have played, are entered in an event, or others were merged into them.
    """
    from schneider_league.store.events import events_of_players

    with _writing(address, clock) as found:
        player = found.find(query, merged=True)
        if player.merged_into is not None:
            raise StateError(
                f"{player.name} was merged into {found.named(player.merged_into)}", hint="player unmerge takes it back"
            )
        played = people.find_sessions_of(found.league, found.group(player.id))
        if played:
            raise StateError(
                f"{player.name} has played ({len(played)} session{'s' if len(played) > 1 else ''}), and stays",
                hint="player retire keeps the results; player anonymise removes the name",
            )
        entered = events_of_players(found.league, [player.id])
        if entered:
            raise StateError(
                f"{player.name} is entered in {entered[0].name}, and stays",
                hint="`event withdraw` takes somebody out of an event, `event undo` takes back that they entered",
            )
        if len(found.group(player.id)) > 1:
            raise StateError(f"others were merged into {player.name}", hint="player unmerge takes it back")
        people.remove_names(found.league, player.id)
        people.append_player_entry(found.league, player.id, "remove")
        return player
