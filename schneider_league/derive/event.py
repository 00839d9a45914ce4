"""An event from its entries and the sessions that were played for it: who is in it, and how its rounds stand."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from types import MappingProxyType
from typing import Final

from schneider_league.derive.event_state import (
    Entrant,
    EventState,
    Paired,
    PairingState,
    Round,
    first_dealer_of,
    opened_pairing,
    struck_players,
)
from schneider_league.derive.sessions import State
from schneider_league.derive.tallies import Tally
from schneider_league.records.event import (
    EventEntry,
    EventEntryKind,
    Loser,
    PairingKind,
    Settings,
    StatedPairing,
    effective_event_entries,
)

__all__ = [
    "Entrant",
    "EventState",
    "Paired",
    "PairingState",
    "Round",
    "derive_event",
    "first_dealer_of",
    "opened_pairing",
    "struck_players",
]

UNRATED: Final = 1500.0
"""What somebody without a rating is numbered by."""


def derive_event(
    entries: Sequence[EventEntry],
    tallies: Iterable[Tally] = (),
    *,
    ratings: Mapping[int, float] = MappingProxyType({}),
    resolve: Callable[[int], int] = lambda id_: id_,
) -> EventState:
    """The event that these entries come to.

    Args:
        entries: All of one event, by seq; the first holds its settings.
        tallies: Sessions in the order in which they were played, open ones too; those of other events are passed over.
        ratings: By player, merges resolved: what numbers the entrants until the first round is published.
        resolve: For a player's id the one that their sessions count for.
    """
    event = entries[0].event
    facts = _Facts(resolve)
    for entry in effective_event_entries(entries):
        facts.take(entry)
    settings = facts.settings
    assert settings is not None, "an event begins with its settings"
    by_pairing: dict[int, list[Tally]] = {}
    loose = []
    known = {stated.id for published in facts.published.values() for stated in published.pairings}
    for tally in tallies:
        if tally.event != event:
            continue
        if tally.pairing is not None and tally.pairing in known:
            by_pairing.setdefault(tally.pairing, []).append(tally)
        else:
            loose.append(tally)
    entrants = _number(facts, settings, ratings)
    in_event = {entrant.player: entrant for entrant in entrants}
    rounds = tuple(
        Round(
            number,
            published.seq,
            published.at,
            tuple(
                _outcome(
                    stated,
                    number,
                    by_pairing.get(stated.id or 0, []),
                    facts.forfeits.get((number, stated.board)),
                    settings,
                    in_event,
                )
                for stated in published.pairings
            ),
            number in facts.closed,
        )
        for number, published in sorted(facts.published.items())
    )
    if settings.format in ("round-robin", "double-round-robin"):
        entrants = _strike(entrants, rounds, settings)
    return EventState(
        event,
        settings,
        tuple(entrants),
        rounds,
        MappingProxyType(dict(facts.drafts)),
        facts.is_finished,
        tuple(loose),
        {entrant.player: entrant for entrant in entrants},
    )


@dataclass(slots=True)
class _Published:
    seq: int
    at: datetime
    players: tuple[int, ...]
    pairings: tuple[StatedPairing, ...]


class _Facts:
    """What the entries state, merges resolved."""

    def __init__(self, resolve: Callable[[int], int]) -> None:
        self.resolve = resolve
        self.settings: Settings | None = None
        self.first_round: dict[int, int] = {}
        """Of everybody who ever entered, in the order in which they did."""
        self.withdrawn: dict[int, int] = {}
        self.away: dict[int, list[tuple[int, int]]] = {}
        self.absent: dict[int, set[int]] = {}
        self.byes: dict[int, set[int]] = {}
        self.published: dict[int, _Published] = {}
        self.drafts: dict[int, EventEntry] = {}
        self.forfeits: dict[tuple[int, int], Loser] = {}
        self.closed: set[int] = set()
        self.is_finished = False

    def take(self, entry: EventEntry) -> None:
        players = tuple(dict.fromkeys(self.resolve(player) for player in entry.players))
        round_ = entry.round if entry.round is not None else len(self.published) + 1
        match entry.kind:
            case EventEntryKind.SETTINGS:
                self.settings = entry.settings
            case EventEntryKind.ENTER:
                for player in players:
                    self._enter(player)
            case EventEntryKind.WITHDRAW:
                for player in players:
                    self.withdrawn[player] = round_
            case EventEntryKind.ABSENT:
                for player in players:
                    self.absent.setdefault(player, set()).add(round_)
            case EventEntryKind.BYE:
                for player in players:
                    self.byes.setdefault(player, set()).add(round_)
            case EventEntryKind.DRAFT:
                self.drafts[round_] = entry
            case EventEntryKind.PAIR:
                self._publish(entry, round_, players)
            case EventEntryKind.UNPAIR:
                self._unpair(round_)
            case EventEntryKind.FORFEIT:
                if entry.board is not None and entry.loser is not None:
                    self.forfeits[round_, entry.board] = entry.loser
            case EventEntryKind.CLOSE:
                self.closed.add(round_)
            case EventEntryKind.FINISH:
                self.is_finished = True
            case EventEntryKind.UNDO:
                pass

    def _enter(self, player: int) -> None:
        since = self.withdrawn.pop(player, None)
        if since is not None and since <= len(self.published):
            self.away.setdefault(player, []).append((since, len(self.published) + 1))
        self.first_round.setdefault(player, len(self.published) + 1)

    def _publish(self, entry: EventEntry, round_: int, players: tuple[int, ...]) -> None:
        pairings = tuple(
            StatedPairing(
                stated.board,
                self.resolve(stated.a),
                None if stated.b is None else self.resolve(stated.b),
                stated.kind,
                stated.reason,
                stated.by_hand,
                stated.id,
            )
            for stated in sorted(entry.pairings, key=lambda stated: stated.board)
        )
        self.published[round_] = _Published(entry.seq, entry.at, players, pairings)
        self.drafts.pop(round_, None)

    def _unpair(self, round_: int) -> None:
        self.published.pop(round_, None)
        self.drafts.pop(round_, None)
        self.closed.discard(round_)
        self.forfeits = {key: loser for key, loser in self.forfeits.items() if key[0] != round_}
        # Who came in while it was published can be in it when it is paired again.
        for player, first in self.first_round.items():
            self.first_round[player] = min(first, max(len(self.published) + 1, 1))


def _number(facts: _Facts, settings: Settings, ratings: Mapping[int, float]) -> list[Entrant]:
    """The entrants by number: as the first round was paired, later ones behind; before it by rating or entry."""
    entered = list(facts.first_round)
    if facts.published:
        stated = facts.published[min(facts.published)].players
        order = [player for player in stated if player in facts.first_round]
    else:
        order = [player for player in entered if player not in facts.withdrawn]
        if settings.seed_by == "rating":
            order.sort(key=lambda player: -ratings.get(player, UNRATED))
    # Who left before being paired is not in the event.
    paired = {player for each in facts.published.values() for stated in each.pairings for player in stated.players}
    order += [
        player
        for player in entered
        if player not in order and (player in paired or facts.withdrawn.get(player, _NEVER) > facts.first_round[player])
    ]
    # Whose entry was taken back though they had been paired, is in it all the same: their opponents met somebody.
    order += sorted(paired.difference(order))
    return [
        Entrant(
            player,
            number,
            facts.first_round.get(player, 1),
            facts.withdrawn.get(player),
            frozenset(facts.absent.get(player, ())),
            frozenset(facts.byes.get(player, ())),
            away=tuple(facts.away.get(player, ())),
        )
        for number, player in enumerate(order, 1)
    ]


_NEVER: Final = 1 << 30


def _outcome(
    stated: StatedPairing,
    round_: int,
    tallies: Sequence[Tally],
    forfeit: Loser | None,
    settings: Settings,
    entrants: Mapping[int, Entrant],
) -> Paired:
    """What came of a line of a round."""
    if stated.b is None:
        state = PairingState.ABSENCE if stated.kind is PairingKind.ABSENCE else PairingState.BYE
        return Paired(stated, round_, state, None)
    # A session whose players were amended to others is not of this pairing.
    sessions = tuple(tally for tally in tallies if set(tally.players) == {stated.a, stated.b})
    counted = [tally for tally in sessions if tally.is_counted]
    if settings.format != "knockout":
        counted = counted[-1:]
    wins, score = [0, 0], [0, 0]
    for tally in counted:
        turned = tally.players[0] != stated.a
        for side in (0, 1):
            score[side] += tally.score[1 - side if turned else side]
        if tally.winner is not None:
            wins[1 - tally.winner if turned else tally.winner] += 1
    won, shown = (wins[0], wins[1]), (score[0], score[1]) if counted else None
    if forfeit is None and not sessions:
        forfeit = _forfeit_by_leaving(stated, round_, settings, entrants)
    if forfeit is not None:
        winner = {"a": stated.b, "b": stated.a, "both": None}[forfeit]
        state = PairingState.DOUBLE_FORFEIT if forfeit == "both" else PairingState.FORFEIT
        return Paired(stated, round_, state, winner, sessions, won, shown, forfeit)
    needed = settings.best_of // 2 + 1 if settings.format == "knockout" else 1
    if max(won) >= needed:
        winner = stated.a if won[0] > won[1] else stated.b
        if counted[-1].state is not State.FORFEITED:
            return Paired(stated, round_, PairingState.WON, winner, sessions, won, shown)
        loser: Loser = "b" if winner == stated.a else "a"
        found = Paired(stated, round_, PairingState.WON, winner, sessions, won, shown, loser)
        # Half-way it is a game that was played; before the first deal it is none.
        return found if found.is_played else replace(found, state=PairingState.FORFEIT)
    nobody = [tally for tally in counted if tally.winner is None]
    if nobody and settings.format != "knockout":
        drawn = nobody[-1].state is State.FINISHED
        state = PairingState.DRAWN if drawn else PairingState.DOUBLE_FORFEIT
        return Paired(stated, round_, state, None, sessions, won, shown, None if drawn else "both")
    if nobody and nobody[-1].state is State.FORFEITED:
        return Paired(stated, round_, PairingState.DOUBLE_FORFEIT, None, sessions, won, shown, "both")
    under_way = bool(counted) or any(tally.state is State.OPEN for tally in sessions)
    return Paired(stated, round_, PairingState.OPEN if under_way else PairingState.UNPLAYED, None, sessions, won, shown)


def _forfeit_by_leaving(
    stated: StatedPairing, round_: int, settings: Settings, entrants: Mapping[int, Entrant]
) -> Loser | None:
    """Who forfeits a game for which nothing was played, because they withdrew or are absent."""

    def is_gone(player: int | None) -> bool:
        entrant = entrants.get(player or 0)
        if entrant is None:
            return False
        if entrant.is_gone(round_):
            return True
        # In a round-robin a missed game may still be made up.
        return round_ in entrant.absent and settings.format in ("swiss", "knockout")

    a, b = is_gone(stated.a), is_gone(stated.b)
    if a and b:
        return "both"
    return "a" if a else "b" if b else None


# FIDE C.05, 6.6: who withdraws from a round-robin (or is expelled) after having completed less than half of the games
# stays in the tournament table for rating and historical purposes, but the points scored by and against them are not
# counted in the final standings; with half of them or more the rest is lost by forfeit.
def _strike(entrants: Sequence[Entrant], rounds: Sequence[Round], settings: Settings) -> list[Entrant]:
    cycles = 2 if settings.format == "double-round-robin" else 1
    played: dict[int, int] = {}
    for each in rounds:
        for paired in each.pairings:
            if paired.is_game and paired.is_over and paired.is_played:
                for player in paired.stated.players:
                    played[player] = played.get(player, 0) + 1

    def is_struck(entrant: Entrant) -> bool:
        left = entrant.withdrawn_from
        if left is None:
            return False
        # Whoever came for a round that they left before does not make their share of the games smaller.
        others = sum(other.first_round < left for other in entrants if other is not entrant)
        return 2 * played.get(entrant.player, 0) < cycles * others

    return [replace(entrant, is_struck=is_struck(entrant)) for entrant in entrants]
