"""A round of a knockout."""

from __future__ import annotations

from schneider_league.derive.event import EventState
from schneider_league.errors import StateError
from schneider_league.records.event import PairingKind, StatedPairing
from schneider_league.schedule.dealing import deals_first
from schneider_league.schedule.drafts import Draft, Request, dealings, game, rest
from schneider_league.schedule.knockout import Line, bracket_size, first_lines, next_lines


def draft_knockout(state: EventState, request: Request) -> Draft:
    """The next round of a knockout; who is absent or has withdrawn stays in the bracket and forfeits.

    Raises:
        StateError: it is decided, or a bye is asked for: those follow from the bracket.
    """
    for player in sorted(request.byes):
        raise StateError(
            f"{request.name_of(player)} cannot be given a bye: in a knockout they follow from the numbers",
            hint="event forfeit lets the other go on",
        )
    numbers = {entrant.player: entrant.number for entrant in state.entrants}
    players = [entrant.player for entrant in state.entrants]
    size = bracket_size(len([entrant for entrant in state.entrants if entrant.first_round == 1]))
    if state.current is None:
        lines = first_lines(players)
    else:
        winners = {}
        for paired in state.current.pairings:
            winner = paired.winner if paired.is_game else paired.stated.a
            if winner is not None:
                winners[paired.stated.board] = winner
        count = size >> len(state.rounds)
        if count <= 1:
            raise StateError(
                f"'{state.settings.name}' is decided: there are no more rounds", hint="event finish ends it"
            )
        lines = next_lines(winners, count, numbers)
    if not lines:
        raise StateError(f"nobody is left in '{state.settings.name}'", hint="event finish ends it")
    lines = _swapped(lines, request, numbers)
    return Draft(tuple(_line(state, line, size, numbers, request) for line in lines))


def _swapped(lines: tuple[Line, ...], request: Request, numbers: dict[int, int]) -> tuple[Line, ...]:
    """The lines with the pairs by hand: the second player changes places with whom the first would have met."""
    slots = {line.number: [line.higher, line.lower] for line in lines}
    for a, b in request.by_hand:
        places = {player: (number, side) for number, slot in slots.items() for side, player in enumerate(slot)}
        if a not in places or b not in places:
            out = a if a not in places else b
            raise StateError(f"{request.name_of(out)} is out of the bracket", hint="event rounds shows it")
        (line, side), (other_line, other_side) = places[a], places[b]
        slots[other_line][other_side] = slots[line][1 - side]
        slots[line][1 - side] = b
    found = []
    for number, slot in slots.items():
        present = sorted((player for player in slot if player is not None), key=lambda player: numbers[player])
        if present:
            found.append(Line(number, present[0], present[1] if len(present) == 2 else None))
    return tuple(found)


def _line(state: EventState, line: Line, size: int, numbers: dict[int, int], request: Request) -> StatedPairing:
    round_ = state.next_round
    if line.lower is None:
        if round_ == 1:
            reason = f"number {numbers[line.higher]} of {len(numbers)} in a bracket of {size}"
        else:
            reason = "nobody goes on from the other line"
        return rest(line.higher, PairingKind.PAIRING_BYE, reason, board=line.number)
    pair = line.higher, line.lower
    chosen = next((each for each in request.by_hand if set(each) == set(pair)), None)
    if chosen is not None:
        return game(*chosen, "by hand", by_hand=True, board=line.number)
    dealt = dealings(state)
    first, dealing = deals_first(dealt[line.higher], dealt[line.lower])
    a, b = pair if first else pair[::-1]
    if round_ == 1:
        why = f"number {numbers[line.higher]} meets {numbers[line.lower]} in a bracket of {size}"
    else:
        why = f"the winners of lines {2 * line.number - 1} and {2 * line.number}"
    gone = [
        f"the {place} {'is absent' if player in request.absent else 'has withdrawn'}"
        for place, player in (("first", a), ("second", b))
        if player in request.absent or not state.is_active(player, round_)
    ]
    return game(a, b, "; ".join([why, f"deals first: {dealing}", *gone]), board=line.number)
