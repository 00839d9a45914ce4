"""A round of a round-robin, by Berger's table while it holds, else of the games that are left."""

from __future__ import annotations

from schneider_league.derive.event import Entrant, EventState
from schneider_league.errors import StateError
from schneider_league.records.event import PairingKind, StatedPairing
from schneider_league.schedule.dealing import deals_first
from schneider_league.schedule.drafts import Draft, Request, dealings, game, rest
from schneider_league.schedule.round_robin import BergerRound, berger_rounds, double_rounds, pair_what_is_left


def draft_round_robin(state: EventState, request: Request) -> Draft:
    """The next round of a round-robin.

    Who has withdrawn stays in the table: the game is the other's without play. Who is absent stays in it, too, since
    the game can be made up.

    Raises:
        StateError: everybody has met everybody, or two by hand have no game left with each other.
    """
    cycles = 2 if state.settings.format == "double-round-robin" else 1
    table = double_rounds if cycles == 2 else berger_rounds
    seats = [entrant for entrant in state.entrants if entrant.first_round == 1]
    rounds = table(len(seats))
    if len(seats) == len(state.entrants) and not request.by_hand and not request.byes:
        follows = len(state.rounds) < len(rounds) and all(
            _is_as_in(published, planned, seats)
            for published, planned in zip(_published_pairs(state), rounds, strict=False)
        )
        if follows:
            return _by_table(state, rounds[state.next_round - 1], seats, len(rounds), request)
    return _by_what_is_left(state, cycles, request)


def _published_pairs(state: EventState) -> list[set[tuple[int, int]]]:
    return [
        {(paired.stated.a, paired.stated.b) for paired in each.pairings if paired.stated.b is not None}
        for each in state.rounds
    ]


def _is_as_in(published: set[tuple[int, int]], planned: BergerRound, seats: list[Entrant]) -> bool:
    return published == {(seats[a - 1].player, seats[b - 1].player) for a, b in planned.pairs}


def _by_table(state: EventState, planned: BergerRound, seats: list[Entrant], rounds: int, request: Request) -> Draft:
    where = f"Berger table for {len(seats)}, round {state.next_round} of {rounds}"
    lines: list[StatedPairing] = []
    for one, other in planned.pairs:
        a, b = seats[one - 1], seats[other - 1]
        lines.append(game(a.player, b.player, f"{where}: {one} meets {other}{_gone(state, a, b, request)}"))
    if planned.bye is not None:
        bye = seats[planned.bye - 1]
        if bye.is_in(state.next_round):
            lines.append(rest(bye.player, PairingKind.PAIRING_BYE, f"{where}: the number of players is odd"))
    return Draft(tuple(lines))


def _gone(state: EventState, a: Entrant, b: Entrant, request: Request) -> str:
    words = []
    for place, entrant in (("first", a), ("second", b)):
        if not entrant.is_in(state.next_round):
            words.append(f"the {place} has withdrawn")
        elif entrant.player in request.absent:
            words.append(f"the {place} is absent, the game can be made up")
    return f"; {', '.join(words)}" if words else ""


def games_left(state: EventState, cycles: int) -> dict[tuple[int, int], int]:
    """How many games pairs of players (the smaller id first) have not been given yet; struck players have none."""
    players = sorted(entrant.player for entrant in state.entrants if not entrant.is_struck)
    left = {(a, b): cycles for index, a in enumerate(players) for b in players[index + 1 :]}
    for each in state.rounds:
        for paired in each.pairings:
            if paired.stated.b is not None:
                pair = min(paired.stated.players), max(paired.stated.players)
                if pair in left:
                    left[pair] -= 1
    return {pair: number for pair, number in left.items() if number > 0}


def is_game_left(state: EventState) -> bool:
    """Whether a game is still to be given to two players, of whom at least one is there."""
    gone = {entrant.player for entrant in state.entrants if not entrant.is_in(state.next_round)}
    cycles = 2 if state.settings.format == "double-round-robin" else 1
    return any(not {a, b} <= gone for a, b in games_left(state, cycles))


def _by_what_is_left(state: EventState, cycles: int, request: Request) -> Draft:
    left = games_left(state, cycles)
    number = state.next_round
    if not is_game_left(state):
        raise StateError(
            f"everybody has met everybody in '{state.settings.name}': there are no more rounds",
            hint="event finish ends it",
        )
    taken: set[int] = set(request.byes) | set(request.absent)
    lines: list[StatedPairing] = []
    for a, b in request.by_hand:
        if not left.get((min(a, b), max(a, b))):
            raise StateError(
                f"{request.name_of(a)} and {request.name_of(b)} have no game left with each other in "
                f"'{state.settings.name}'",
                hint="event crosstable shows who has met",
            )
        lines.append(game(a, b, "by hand", by_hand=True))
        taken |= {a, b}
    entrants = {entrant.player: entrant for entrant in state.entrants}
    dealt = dealings(state)
    present = [entrant.player for entrant in state.entrants if not entrant.is_struck and entrant.player not in taken]
    for pair in pair_what_is_left(present, left):
        higher, lower = sorted(pair, key=lambda player: entrants[player].number)
        earlier = state.games_between(higher, lower)
        if earlier:
            first, why = earlier[-1].stated.a != higher, "the other way round than before"
        else:
            first, why = deals_first(dealt[higher], dealt[lower])
        a, b = (higher, lower) if first else (lower, higher)
        gone_words = _gone(state, entrants[a], entrants[b], request)
        lines.append(game(a, b, f"a game that is left to play; deals first: {why}{gone_words}"))
    if not lines:
        raise StateError(
            f"nobody who is there in round {number} of '{state.settings.name}' has a game left with another",
            hint="games that wait can be played any time: session start --event",
        )
    paired = {player for line in lines for player in line.players}
    for entrant in state.entrants:
        player = entrant.player
        if player in paired or not entrant.is_in(number):
            continue
        if player in request.absent:
            lines.append(rest(player, PairingKind.ABSENCE, "absent"))
        elif player in request.byes:
            lines.append(rest(player, PairingKind.ASKED_BYE, "by hand", by_hand=True))
        else:
            lines.append(rest(player, PairingKind.PAIRING_BYE, "no game that is left fits into this round"))
    return Draft(tuple(lines))
