"""The players of a league file: who is here already, who is new, and who has the name of somebody here."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from schneider_league.derive.names import fold, resolve_merges
from schneider_league.records.league_file import Line, parse_time, text_or_none
from schneider_league.store import exchange
from schneider_league.store.people import (
    append_player_entry,
    find_meetings,
    find_sessions_of,
    list_players,
    remove_names,
)
from schneider_league.store.redaction import redact_names

if TYPE_CHECKING:
    from schneider_league.workflows.importing.merging import Incoming

_KINDS: Final = ("merge", "retire", "return", "anonymise", "remove", "void")


class PlayerMerger:
    """Brings players in."""

    def __init__(self, incoming: Incoming) -> None:
        self._incoming = incoming
        self._league = incoming.league
        rows = exchange.load_player_rows(self._league)
        self._here = {row.id: row for row in rows}
        self._entries = {entry.uid: entry.id for row in rows for entry in row.entries}
        self._names = {fold(name): row.id for row in rows if not row.is_removed for name in row.names}
        self._full_names = {fold(row.names[0]): row.id for row in rows if row.names and not row.is_removed}
        self._joined: list[tuple[int, int, str]] = []
        """Who came, whom they were merged into, and their name."""

    def add(self, line: Line) -> None:
        """Bring a player in, or give one who is here the names that they have there."""
        value = line.value
        uid, names = value["uid"], [str(name) for name in value["names"]]
        incoming = self._incoming
        is_gone = exchange.are_removed([str(entry["kind"]) for entry in value["entries"]])
        if uid in incoming.players:
            if not is_gone:
                self._add_names(incoming.players[uid], names)
            return
        batch = incoming.batch(value.get("batch"))
        is_alone = incoming.is_restoring or is_gone or not names
        same = None if is_alone else self._full_names.get(fold(names[0]))
        # An alias that is somebody's name here would fit both.
        kept = [name for index, name in enumerate(names) if index == 0 or is_gone or self._is_free(name, same)]
        player = exchange.insert_player(
            self._league,
            id_=int(value["id"]) if incoming.is_restoring else None,
            uid=str(uid),
            kind=str(value["kind"]),
            batch=batch,
            at=parse_time(value["at"]),
            came=parse_time(value["came"]) if incoming.is_restoring else self._league.now,
            names=kept,
        )
        incoming.players[uid] = player
        incoming.outcome.players += 1
        if same is not None:
            self._joined.append((player, same, names[0]))

    def _is_free(self, name: str, same: int | None) -> bool:
        return self._incoming.is_restoring or self._names.get(fold(name), same) == same

    def _add_names(self, player: int, names: list[str]) -> None:
        """Names that a player has there and not here become aliases; who has no name any more stays so."""
        row = self._here[player]
        if not row.names or row.is_removed:
            self._bring_back(row, names)
            return
        for name in names:
            if fold(name) not in self._names:
                exchange.insert_name(self._league, player, name, "alias")
                self._names[fold(name)] = player
                self._incoming.outcome.remarks.append(f"{row.names[0]} has the alias {name} now")

    def _bring_back(self, row: exchange.PlayerRow, names: list[str]) -> None:
        """Who was removed when an import was taken back is here again; who was anonymised stays so."""
        incoming = self._incoming
        if names and row.entries and row.entries[-1].kind == "remove" and row.entries[-1].batch in incoming.undoings:
            free = [name for name in names if fold(name) not in self._names] or names[:1]
            remove_names(self._league, row.id)
            for number, name in enumerate(free):
                exchange.insert_name(self._league, row.id, name, "alias" if number else "primary")
            append_player_entry(self._league, row.id, "return", batch=incoming.batch(None))
            incoming.outcome.players += 1
            same = self._full_names.get(fold(free[0]))
            if same is not None:
                self._joined.append((row.id, same, free[0]))

    def add_entries(self, line: Line) -> None:
        """Bring in what happened to a player; where that differs on both sides, note it."""
        incoming = self._incoming
        player = incoming.players[line.value["uid"]]
        row = self._here.get(player)
        own = [entry.uid for entry in row.entries] if row is not None else []
        stated = line.value["entries"]
        uids = [entry["uid"] for entry in stated]
        common = min(len(own), len(uids))
        if own[:common] != uids[:common] and not self._is_back(row):
            name = row.names[0] if row is not None and row.names else f"Player {player}"
            incoming.conflicts.append(f"player {player}, {name}: merged, retired or the like on both sides")
            return
        for seq, entry in enumerate(stated[common:], common + 1):
            self._add_entry(player, seq, entry)
        if stated[common:] and not line.value["names"] and row is not None:
            self._let_vanish(row)

    def _is_back(self, row: exchange.PlayerRow | None) -> bool:
        """Whether what happened here besides is only that the import was taken back."""
        return row is not None and all(entry.batch in self._incoming.undoings for entry in row.entries)

    def _add_entry(self, player: int, seq: int, stated: dict[str, Any]) -> None:
        incoming = self._incoming
        kind = stated["kind"]
        if kind not in _KINDS:
            raise ValueError(f"'{kind}' is nothing that happens to a player")
        id_ = int(stated["id"]) if incoming.is_restoring else exchange.next_id(self._league, "player_entry")
        replaces, into = stated.get("replaces"), stated.get("into")
        row = exchange.PlayerEntryRow(
            id_,
            str(stated["uid"]),
            seq,
            kind,
            None if into is None else incoming.players[into],
            None if replaces is None else self._entries[replaces],
            incoming.batch(stated.get("batch")),
            parse_time(stated["at"]),
            parse_time(stated["came"]) if incoming.is_restoring else self._league.now,
            text_or_none(stated.get("reason")),
        )
        exchange.insert_player_entry(self._league, player, row)
        self._entries[row.uid] = id_

    def _let_vanish(self, row: exchange.PlayerRow) -> None:
        """Who was anonymised there is so here."""
        if row.names:
            sessions = find_sessions_of(self._league, [row.id])
            redact_names(self._league, row.names, f"Player {row.id}", sessions)
            remove_names(self._league, row.id)

    def join(self) -> None:
        """Merge each player who came into the one here who has the same full name, unless they are one already."""
        for came, same, name in self._joined:
            players = list_players(self._league)
            heads = resolve_merges(players)
            is_merged = any(player.id == came and player.merged_into is not None for player in players)
            if heads[came] == heads[same] or is_merged:
                continue
            append_player_entry(
                self._league,
                came,
                "merge",
                into=same,
                reason="the same full name in another league",
                batch=self._incoming.batch(None),
            )
            self._incoming.outcome.remarks.append(
                f"{name} (player {came}) was merged into player {same} of the same name: `player unmerge {came}` if "
                "they are two"
            )

    def refuse_meetings(self) -> None:
        """Two of the same name who met each other cannot be one."""
        heads = resolve_merges(list_players(self._league))
        for came, same, name in self._joined:
            if heads[came] != heads[same]:
                continue
            first = [came]
            second = [id_ for id_, head in heads.items() if head == heads[same] and id_ != came]
            if met := find_meetings(self._league, first, second):
                self._incoming.conflicts.append(
                    f"{name} would be one player, but two of that name met (session {met[0]}): rename one of them first"
                )
