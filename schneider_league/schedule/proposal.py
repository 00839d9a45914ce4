"""The next round of an event, whatever its format, with a reason for each pairing."""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass

from schneider_league.derive.event import EventState, Paired
from schneider_league.errors import NotAllowedError, StateError
from schneider_league.records.event import PairingKind, StatedPairing
from schneider_league.schedule.drafts import Draft, Request
from schneider_league.schedule.knockout_draft import draft_knockout
from schneider_league.schedule.round_robin_draft import draft_round_robin, is_game_left
from schneider_league.schedule.swiss import is_warned_of as needs_round_robin_warning
from schneider_league.schedule.swiss_draft import draft_swiss, too_many_rounds

__all__ = [
    "Proposal",
    "blocking_games",
    "is_last_paired",
    "needs_round_robin_warning",
    "propose_round",
    "too_many_rounds",
]


@dataclass(frozen=True, slots=True)
class Proposal:
    """A round as it would be published."""

    round: int
    """From 1."""
    players: tuple[int, ...]
    """All entrants by number."""
    pairings: tuple[StatedPairing, ...]
    """By board."""
    warnings: tuple[str, ...] = ()
    """Sentences for the director."""


def blocking_games(state: EventState) -> tuple[Paired, ...]:
    """Games of published rounds that have to have a result before the next round is paired.

    In a round-robin a game waits for somebody who was absent, and holds up nobody.
    """
    is_round_robin = state.settings.format in ("round-robin", "double-round-robin")

    def may_wait(paired: Paired) -> bool:
        entrants = [state.entrant(player) for player in paired.stated.players]
        return is_round_robin and any(entrant is not None and paired.round in entrant.absent for entrant in entrants)

    return tuple(paired for each in state.rounds for paired in each.missing if not may_wait(paired))


def is_last_paired(state: EventState) -> bool:
    """Whether no further round is to be paired, as far as anybody knows."""
    if state.settings.format in ("round-robin", "double-round-robin"):
        return bool(state.rounds) and not is_game_left(state)
    planned = state.planned_rounds
    return planned is not None and len(state.rounds) >= planned > 0


def propose_round(
    state: EventState,
    *,
    given_byes: Collection[int] = (),
    by_hand: Sequence[tuple[int, int]] = (),
    absent: Collection[int] = (),
    name_of: Callable[[int], str] = str,
) -> Proposal:
    """The next round; the same state and wishes always give the same round.

    Args:
        state: The event as it stands.
        given_byes: Player ids to whom the director gives a bye in this round, besides those recorded before.
        by_hand: Pairs of player ids who meet because the director says so; the first deals first. The others are
            paired around them.
        absent: Player ids who miss this round, besides those recorded before.
        name_of: What messages call a player.

    Raises:
        StateError: there is no next round: the event is open or finished, a game has no result, all rounds have been
            paired, nobody is left, or there is no pairing without a rematch.
        NotAllowedError: the wishes contradict each other or name somebody who is not in the event.
    """
    _check_state(state, name_of)
    number = state.next_round
    entrants = [entrant for entrant in state.entrants if entrant.is_in(number)]
    request = Request(
        byes=frozenset(given_byes) | {entrant.player for entrant in entrants if number in entrant.byes},
        by_hand=tuple(by_hand),
        absent=frozenset(absent) | {entrant.player for entrant in entrants if number in entrant.absent},
        name_of=name_of,
    )
    _check_request(state, request, set(given_byes) | set(absent))
    if state.settings.format == "swiss":
        draft = draft_swiss(state, request)
    elif state.settings.format == "knockout":
        draft = draft_knockout(state, request)
    else:
        draft = draft_round_robin(state, request)
    return Proposal(
        number,
        tuple(entrant.player for entrant in state.entrants),
        _by_board(draft, keep=state.settings.format == "knockout"),
        draft.warnings,
    )


def _by_board(draft: Draft, *, keep: bool) -> tuple[StatedPairing, ...]:
    """The lines numbered from 1, byes and absences behind the games; in a knockout as they stand in the bracket."""
    if keep:
        return draft.lines
    order = {PairingKind.GAME: 0, PairingKind.PAIRING_BYE: 1, PairingKind.ASKED_BYE: 2, PairingKind.ABSENCE: 3}
    lines = sorted(draft.lines, key=lambda line: order[line.kind])
    return tuple(
        StatedPairing(board, line.a, line.b, line.kind, line.reason, line.by_hand)
        for board, line in enumerate(lines, 1)
    )


def _check_state(state: EventState, name_of: Callable[[int], str]) -> None:
    name = state.settings.name
    if not state.settings.has_rounds:
        raise StateError(
            f"'{name}' is an open event: it has no rounds",
            hint="start sessions in it as they come, or create an event of another format",
        )
    if state.is_finished:
        raise StateError(f"'{name}' is finished", hint="event undo takes that back")
    blocking = blocking_games(state)
    if blocking:
        games = ", ".join(
            f"board {paired.stated.board} of round {paired.round} "
            f"({' – '.join(name_of(player) for player in paired.stated.players)})"
            for paired in blocking
        )
        raise StateError(
            f"round {state.next_round} cannot be paired yet: no result of {games}",
            hint="enter the result, or event forfeit",
        )
    in_event = [entrant for entrant in state.entrants if entrant.is_in(state.next_round)]
    if len(in_event) < 2:
        who = f"only {name_of(in_event[0].player)} is" if in_event else "nobody is"
        begun = "event finish ends it" if state.rounds else "enter players: event enter"
        raise StateError(f"{who} in '{name}': there is nobody to pair", hint=begun)


def _check_request(state: EventState, request: Request, asked: Collection[int]) -> None:
    number = state.next_round
    paired = [player for pair in request.by_hand for player in pair]
    for player in (*paired, *asked):
        if not state.is_active(player, number):
            raise NotAllowedError(
                f"{request.name_of(player)} is not in round {number} of '{state.settings.name}'",
                hint="event enter brings players in, also those who had withdrawn",
            )
    for player in paired:
        if paired.count(player) > 1:
            raise NotAllowedError(f"{request.name_of(player)} is paired twice by hand")
        if player in request.absent:
            raise NotAllowedError(
                f"{request.name_of(player)} is absent in round {number}, and cannot be paired by hand",
                hint="event undo takes the absence back",
            )
        if player in request.byes:
            raise NotAllowedError(f"{request.name_of(player)} has a bye in round {number}, and is paired by hand")
    for player in request.byes & request.absent:
        raise NotAllowedError(f"{request.name_of(player)} cannot both be absent and have a bye in round {number}")
