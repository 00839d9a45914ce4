"""What the rounds of an event add up to: the field that its table is made of."""

from __future__ import annotations

from schneider_league.derive.event import EventState, Paired, PairingState, struck_players
from schneider_league.derive.totals import Game, GameKind, Totals
from schneider_league.records.ledger import Side

_BYE = 2
"""Half points."""


def add_up_rounds(state: EventState) -> dict[int, Totals]:
    """The totals of all entrants whose results count, by player; games without a result are left out.

    A bye counts a point, in a round-robin none; an absence none; a forfeit a point for the other.
    """
    struck = struck_players(state)
    is_round_robin = state.settings.format in ("round-robin", "double-round-robin")
    field = {entrant.player: Totals() for entrant in state.entrants if entrant.player not in struck}
    played = [each for each in state.rounds if any(paired.is_over for paired in each.pairings)]
    for each in played:
        seen: set[int] = set()
        for paired in each.pairings:
            seen.update(paired.stated.players)
            if not struck.isdisjoint(paired.stated.players):
                continue
            for player in paired.stated.players:
                if player in field and paired.is_over:
                    _add(field[player], paired, player, is_round_robin=is_round_robin)
        if state.settings.format == "swiss":
            for player, totals in field.items():
                if player not in seen:
                    totals.count(Game(None, 0, GameKind.ABSENCE))
    if not is_round_robin:
        for totals in field.values():
            totals.rounds = len(played)
            totals.adjusted = adjusted_halves(totals)
    return field


def _add(totals: Totals, paired: Paired, player: int, *, is_round_robin: bool) -> None:
    """One line of a round from the side of one of its players."""
    if paired.state is PairingState.BYE:
        # In a round-robin the round is not counted: everybody has it once.
        if is_round_robin:
            totals.byes += 1
        else:
            totals.count(Game(None, _BYE, GameKind.BYE))
        return
    if paired.state is PairingState.ABSENCE and is_round_robin:
        totals.absences += 1
        return
    if paired.state is PairingState.ABSENCE:
        totals.count(Game(None, 0, GameKind.ABSENCE))
        return
    for tally in paired.counted:
        side: Side = 0 if tally.players[0] == player else 1
        totals.add(tally, side)
    # FIDE C.07, 15.2: where the pairings are known from the start, forfeits count as games with the scheduled opponent.
    is_game = is_round_robin or paired.is_played
    kind = GameKind.PLAYED if is_game else GameKind.FORFEIT
    totals.count(Game(paired.stated.opponent_of(player), paired.halves(player), kind))


# FIDE C.07, 16.3: for the tie-breaks of the opponents an unplayed round counts what was given for it (16.3.1); but a
# requested bye behind which only voluntary unplayed rounds follow counts as a draw (16.3.2).
def adjusted_halves(totals: Totals) -> int:
    """The half points of a player that the tie-breaks of the opponents go by."""
    halves = totals.halves
    for game in reversed(totals.games):
        if not game.is_voluntary:
            break
        if game.kind is GameKind.ABSENCE:
            halves += 1 - game.halves
    return halves
