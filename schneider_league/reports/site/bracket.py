"""The bracket of a knockout, as it is drawn: round by round, each match beside that which its winner goes on to."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from schneider_league.derive.event import EventState, Paired, PairingState
from schneider_league.reports.site.names import People
from schneider_league.reports.site.season import session_page
from schneider_league.schedule.knockout import bracket_size

_LATE: Final = {1: "Final", 2: "Semi-finals", 4: "Quarter-finals"}
"""Rounds by how many lines they have."""

_REMARKS: Final = {
    PairingState.FORFEIT: "forfeit",
    PairingState.DOUBLE_FORFEIT: "both forfeit",
    PairingState.BYE: "bye",
    PairingState.UNPLAYED: "to be played",
}


@dataclass(frozen=True, slots=True)
class BracketSide:
    """One of the two of a match."""

    name: str
    """Empty where it is not known yet."""
    href: str | None
    """The player's page, from the root of the site."""
    number: int | None
    """By which the bracket was drawn up."""
    score: str
    """Game points, in a best of three sessions won; empty before there are any."""
    is_winner: bool


@dataclass(frozen=True, slots=True)
class BracketMatch:
    """A line of the bracket."""

    sides: tuple[BracketSide, ...]
    """Two, the upper first; one where somebody goes on without playing, none where nobody comes."""
    remark: str
    """What is to be said about it; empty for most."""
    sessions: tuple[tuple[str, str], ...]
    """What was played for it: words and page."""


@dataclass(frozen=True, slots=True)
class BracketRound:
    """A round with all its lines."""

    title: str
    matches: tuple[BracketMatch, ...]


def bracket_of(state: EventState, people: People) -> tuple[BracketRound, ...]:
    """All rounds of a knockout, those to come among them; none before the first is published."""
    if state.settings.format != "knockout" or not state.rounds:
        return ()
    numbers = {entrant.player: entrant.number for entrant in state.entrants}
    lines = bracket_size(sum(entrant.first_round == 1 for entrant in state.entrants)) // 2
    rounds = []
    coming: dict[int, int] = {}
    number = 0
    while lines:
        number += 1
        published = state.round(number)
        by_line = {} if published is None else {paired.stated.board: paired for paired in published.pairings}
        matches = []
        going_on: dict[int, int] = {}
        for line in range(1, lines + 1):
            paired = by_line.get(line)
            upper, lower = coming.get(2 * line - 1), coming.get(2 * line)
            if paired is None:
                # Of a round to come, or a line that nobody reached.
                awaited = (upper, lower) if published is None else ()
                matches.append(BracketMatch(tuple(_side(player, people, numbers) for player in awaited), "", ()))
                continue
            matches.append(_match(paired, lower, people, numbers, best_of=state.settings.best_of))
            winner = paired.winner if paired.is_game else paired.stated.a
            if winner is not None:
                going_on[line] = winner
        rounds.append(BracketRound(_LATE.get(lines, f"Last {2 * lines}"), tuple(matches)))
        coming, lines = going_on, lines // 2
    return tuple(rounds)


def _match(
    paired: Paired, lower: int | None, people: People, numbers: Mapping[int, int], *, best_of: int
) -> BracketMatch:
    """A published line; `lower` came from the lower of the two lines before, and in the first round the higher number
    stands below."""
    players = sorted(paired.stated.players, key=lambda player: (player == lower, numbers.get(player, 0)))
    sides = []
    for player in players:
        side = 0 if player == paired.stated.a else 1
        score = paired.wins if best_of == 3 else paired.score
        is_shown = score is not None and any(score)
        is_winner = paired.winner == player
        sides.append(_side(player, people, numbers, str(score[side]) if score and is_shown else "", is_winner))
    remark = _REMARKS.get(paired.state, "")
    if paired.state is PairingState.OPEN:
        remark = "in play" if any(not tally.is_counted for tally in paired.sessions) else "it goes on"
    pages = tuple((f"session {tally.session}", session_page(tally.session)) for tally in paired.sessions)
    return BracketMatch(tuple(sides), remark, pages)


def _side(
    player: int | None, people: People, numbers: Mapping[int, int], score: str = "", is_winner: bool = False
) -> BracketSide:
    if player is None:
        return BracketSide("", None, None, "", False)
    return BracketSide(people.name(player), people.href(player), numbers.get(player), score, is_winner)
