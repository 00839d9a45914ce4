"""What the formats have in common when they draw up a round."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from schneider_league.derive.event import EventState
from schneider_league.records.event import PairingKind, StatedPairing
from schneider_league.schedule.dealing import Dealing


@dataclass(frozen=True, slots=True)
class Request:
    """What the director wants of a round; everything by player id."""

    byes: frozenset[int]
    by_hand: tuple[tuple[int, int], ...]
    absent: frozenset[int]
    name_of: Callable[[int], str]


@dataclass(frozen=True, slots=True)
class Draft:
    """The lines of a round, not yet numbered except in a knockout."""

    lines: tuple[StatedPairing, ...]
    warnings: tuple[str, ...] = ()


def game(a: int, b: int, reason: str, *, by_hand: bool = False, board: int = 0) -> StatedPairing:
    """A line on which two meet; a deals first."""
    return StatedPairing(board, a, b, PairingKind.GAME, reason, by_hand)


def rest(player: int, kind: PairingKind, reason: str, *, by_hand: bool = False, board: int = 0) -> StatedPairing:
    """A line of one player."""
    return StatedPairing(board, player, None, kind, reason, by_hand)


def dealings(state: EventState) -> dict[int, Dealing]:
    """What everybody has dealt so far, by player; forfeits without play left out."""
    firsts: dict[int, list[bool]] = {entrant.player: [] for entrant in state.entrants}
    for each in state.rounds:
        for paired in each.pairings:
            if paired.is_game and paired.is_played:
                for player in paired.stated.players:
                    if player in firsts:
                        firsts[player].append(player == paired.stated.a)
    return {entrant.player: Dealing(entrant.number, tuple(firsts[entrant.player])) for entrant in state.entrants}


def show_points(halves: int) -> str:
    """`1 point`, `2½ points`, `no points`."""
    if halves == 0:
        return "no points"
    whole = f"{halves // 2 or ''}{'½' if halves % 2 else ''}"
    return f"{whole} {'point' if halves <= 2 else 'points'}"


def ordinal(number: int) -> str:
    """`1st`, `2nd`, `11th`."""
    ending = "th" if 10 <= number % 100 <= 13 else {1: "st", 2: "nd", 3: "rd"}.get(number % 10, "th")
    return f"{number}{ending}"
