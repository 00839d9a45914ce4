"""A Swiss round of an event, with its reasons in words."""

from __future__ import annotations

from collections.abc import Sequence

from schneider_league.derive.event import EventState, Paired, PairingState
from schneider_league.derive.event_totals import add_up_rounds
from schneider_league.errors import StateError
from schneider_league.records.event import PairingKind, StatedPairing
from schneider_league.schedule.dealing import Dealing, deals_first
from schneider_league.schedule.drafts import Draft, Request, dealings, game, ordinal, rest, show_points
from schneider_league.schedule.swiss import SwissPlayer, SwissRound, is_warned_of, pair_round, rank


def draft_swiss(state: EventState, request: Request) -> Draft:
    """The next round of a Swiss.

    Raises:
        StateError: all announced rounds have been paired, somebody would have a second bye, or there is no pairing
            without a rematch.
    """
    number, announced = state.next_round, state.settings.rounds
    if announced is not None and number > announced:
        raise StateError(
            f"all {announced} rounds of '{state.settings.name}' have been paired",
            hint="event finish ends it; event amend --rounds announces more",
        )
    everybody = swiss_players(state)
    _check_byes(state, everybody, request)
    in_round = [entrant.player for entrant in state.entrants if entrant.is_in(number)]
    by_hand = {player for pair in request.by_hand for player in pair}
    resting = request.byes | request.absent | by_hand
    present = [everybody[player] for player in in_round if player not in resting]
    found = pair_round(
        present,
        number,
        announced,
        resting=[everybody[player] for player in in_round if player in resting],
        fixed=[(everybody[a].number, everybody[b].number) for a, b in request.by_hand],
    )
    if found is None or not (found.pairs or request.by_hand):
        raise _dead_end(state, present, found)
    players = {entrant.number: entrant.player for entrant in state.entrants}
    lines = [_by_hand(state, pair, everybody) for pair in request.by_hand]
    words = _Words(present, dealings(state), players)
    lines += [words.of_pair(*pair) for pair in found.pairs]
    if found.bye is not None:
        lines.append(rest(players[found.bye], PairingKind.PAIRING_BYE, words.of_bye(found)))
    # A bye by hand is the one that an odd number needs, unless there are more of them than that.
    needed = (len(present) + len(request.byes)) % 2 == 1 and len(request.byes) == 1
    kind = PairingKind.PAIRING_BYE if needed else PairingKind.ASKED_BYE
    for player in in_round:
        if player in request.byes:
            lines.append(rest(player, kind, "by hand", by_hand=True))
        elif player in request.absent:
            lines.append(rest(player, PairingKind.ABSENCE, "absent"))
    return Draft(tuple(lines), tuple(_warnings(state, in_round, request, everybody, found)))


def swiss_players(state: EventState) -> dict[int, SwissPlayer]:
    """All entrants as the pairing sees them, by player."""
    field = add_up_rounds(state)
    dealt = dealings(state)
    numbers = {entrant.player: entrant.number for entrant in state.entrants}
    met: dict[int, set[int]] = {player: set() for player in numbers}
    byes, walkovers = set(), set()
    for each in state.rounds:
        for paired in each.pairings:
            a, b = paired.stated.a, paired.stated.b
            if b is not None and a in met and b in met:
                met[a].add(numbers[b])
                met[b].add(numbers[a])
            if paired.stated.kind.is_bye:
                byes.add(a)
            if paired.state is PairingState.FORFEIT and not paired.is_played and paired.winner is not None:
                walkovers.add(paired.winner)
    floated = _floats(state)
    return {
        player: SwissPlayer(
            number,
            field[player].halves,
            frozenset(met[player]),
            player in byes,
            player in walkovers,
            dealt[player],
            floated.get(player, 0),
        )
        for player, number in numbers.items()
    }


def _floats(state: EventState) -> dict[int, int]:
    """Who met somebody with fewer points in the last round (-1, also who had a bye), and who with more (1)."""
    halves = {entrant.player: 0 for entrant in state.entrants}
    floats: dict[int, int] = {}
    for each in state.rounds:
        floats = {}
        before = dict(halves)
        for paired in each.pairings:
            for player in paired.stated.players:
                opponent = paired.stated.opponent_of(player)
                if paired.stated.kind.is_bye:
                    floats[player] = -1
                elif opponent is not None:
                    gap = before.get(player, 0) - before.get(opponent, 0)
                    floats[player] = (gap < 0) - (gap > 0)
                halves[player] = halves.get(player, 0) + _halves(paired, player)
    return floats


def _halves(paired: Paired, player: int) -> int:
    return 2 if paired.state is PairingState.BYE else paired.halves(player)


def _check_byes(state: EventState, everybody: dict[int, SwissPlayer], request: Request) -> None:
    for player in sorted(request.byes, key=lambda each: everybody[each].number):
        if everybody[player].had_bye:
            earlier = next(
                each.number
                for each in state.rounds
                if (line := each.of(player)) is not None and line.stated.kind.is_bye
            )
            raise StateError(
                f"{request.name_of(player)} had a bye in round {earlier}: nobody has two",
                hint="event absent lets them miss a round, without a point",
            )


def _dead_end(state: EventState, present: Sequence[SwissPlayer], found: SwissRound | None) -> StateError:
    name, number = state.settings.name, state.next_round
    if len(present) < 2 and (found is not None or not present):
        return StateError(f"nobody is left to be paired in round {number} of '{name}'", hint="event finish ends it")
    return StateError(
        f"round {number} of '{name}' cannot be paired: all {len(present)} players who are there have met too many "
        "of each other, and nobody meets twice or has two byes",
        hint="event finish ends it; --by-hand can let two meet again",
    )


def _by_hand(state: EventState, pair: tuple[int, int], everybody: dict[int, SwissPlayer]) -> StatedPairing:
    a, b = pair
    scores = f"{show_points(everybody[a].halves)} meets {show_points(everybody[b].halves)}"
    again = ", again" if state.games_between(a, b) else ""
    return game(a, b, f"by hand{again}; {scores}", by_hand=True)


class _Words:
    """Why a round is as it is."""

    def __init__(self, present: Sequence[SwissPlayer], dealt: dict[int, Dealing], players: dict[int, int]) -> None:
        self.ranked = rank(present)
        self.of = {player.number: player for player in present}
        self.dealt = dealt
        self.players = players

    def _group(self, halves: int) -> list[SwissPlayer]:
        return [player for player in self.ranked if player.halves == halves]

    def of_pair(self, higher: int, lower: int) -> StatedPairing:
        """The line of a pair, with its reason."""
        one, other = self.of[higher], self.of[lower]
        first, dealing = deals_first(one.deals, other.deals)
        a, b = (higher, lower) if first else (lower, higher)
        why = self._same(one, other) if one.halves == other.halves else self._float(one, other)
        return game(self.players[a], self.players[b], f"{why}; deals first: {dealing}")

    def _same(self, one: SwissPlayer, other: SwissPlayer) -> str:
        group = self._group(one.halves)
        place, other_place = (ordinal(group.index(player) + 1) for player in (one, other))
        return f"both have {show_points(one.halves)}, {place} meets {other_place} of {len(group)}"

    def _float(self, one: SwissPlayer, other: SwissPlayer) -> str:
        points = show_points(one.halves)
        mates = [player for player in self._group(one.halves) if player is not one]
        if not mates:
            why = f"nobody else has {points}"
        elif all(player.number in one.met for player in mates):
            why = f"has met all others with {points}"
        elif len(mates) % 2 == 0:
            why = f"the number of players with {points} is odd"
        else:
            why = f"those with {points} cannot all be paired with each other"
        return f"{points} meets {show_points(other.halves)}: {why}"

    def of_bye(self, found: SwissRound) -> str:
        """Why the one has the bye."""
        assert found.bye is not None
        player = self.of[found.bye]
        place = self.ranked.index(player) + 1
        stands = f"{show_points(player.halves)}, {ordinal(place)} of {len(self.ranked)}"
        words = f"odd number; {stands}: the lowest without a bye"
        below = self.ranked[place:]
        if any(each.had_forfeit_win and not each.had_bye for each in below):
            words += " or a win by forfeit"
        if found.passed_over:
            words += f", but for {found.passed_over} without whom the rounds could not be paired"
        return words


def _warnings(
    state: EventState,
    in_round: Sequence[int],
    request: Request,
    everybody: dict[int, SwissPlayer],
    found: SwissRound,
) -> list[str]:
    warnings = []
    announced = state.settings.rounds
    if announced is not None and state.next_round == 1 and is_warned_of(len(in_round), announced):
        warnings.append(too_many_rounds(len(in_round), announced))
    ahead = 0 if announced is None else announced - state.next_round
    if found.rounds_pairable < ahead:
        left = f"only {found.rounds_pairable}" if found.rounds_pairable else "none"
        warnings.append(
            f"Of the {ahead} rounds behind this one {left} can still be paired without a rematch for those who are in "
            "the event now."
        )
    for a, b in request.by_hand:
        if everybody[b].number in everybody[a].met:
            rounds = ", ".join(str(paired.round) for paired in state.games_between(a, b))
            warnings.append(f"{request.name_of(a)} and {request.name_of(b)} have met already, in round {rounds}.")
    return warnings


def too_many_rounds(players: int, rounds: int) -> str:
    """The warning of a Swiss that is nearly a round-robin."""
    needed = players - 1 + players % 2
    return (
        f"{rounds} rounds are many for a Swiss of {players} players: beyond {players // 2 + 1} the last rounds pair "
        f"who is left rather than equals. A round-robin, in which everybody meets everybody, takes {needed}."
    )
