"""A record trick by trick, with all that there is to see of it."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from itertools import pairwise
from typing import Final, NamedTuple

from schneider_league.errors import Problem
from schneider_league.game import kernel
from schneider_league.game.cards import CardSet, format_card, sorted_hand
from schneider_league.game.deal import EXCHANGE
from schneider_league.game.replay import ANNOUNCEMENT_BREACHES, Stage
from schneider_league.game.score import Level, Pair
from schneider_league.records.case import Case
from schneider_league.records.play_faults import replay_case
from schneider_league.records.verdict import Verdict


class Step(NamedTuple):
    """One trick. Cards are French codes such as `10H`."""

    number: int
    leader: str
    responder: str
    leader_hand: tuple[str, ...] | None
    """By suit, from high to low; None where the deal is not recorded."""
    responder_hand: tuple[str, ...] | None
    lead: str
    response: str | None
    winner: str | None
    announcements: tuple[str, ...]
    drawn: tuple[tuple[str, str], ...]
    """Player and card, in the order of drawing; empty where the deal is not recorded."""
    talon_left: int
    units: Pair
    """Captured so far, the non-dealer's first."""
    problems: tuple[Problem, ...]
    comment: str | None
    lead_comment: str | None


@dataclass(frozen=True, slots=True)
class Playthrough:
    """A record to be looked at."""

    verdict: Verdict
    title: str
    tags: tuple[tuple[str, str], ...]
    comment: str | None
    trump: str | None
    """The trump suit in words; None in games without, or where it is not known."""
    turned: str | None
    """The card turned up."""
    steps: tuple[Step, ...]
    final: str


def derive_playthrough(case: Case, verdict: Verdict) -> Playthrough:
    """The record trick by trick, as far as its moves can be followed."""
    title = _title(verdict)
    trump = case.suit(case.turned >> 3) if case.turned is not None else None
    turned = format_card(case.turned) if case.turned is not None else None
    return Playthrough(
        verdict, title, tuple(case.record.tags), case.record.comment, trump, turned, _steps(case, verdict), _final(case)
    )


def _title(verdict: Verdict) -> str:
    names = f"{verdict.non_dealer or 'the non-dealer'} against {verdict.dealer or 'the dealer'}, who dealt"
    place = f", deal {verdict.deal}" if verdict.deal is not None else ""
    return f"{verdict.rules or 'unknown rules'}{place}: {names}"


def _steps(case: Case, verdict: Verdict) -> tuple[Step, ...]:
    if case.ruleset is None or case.plays is None:
        return ()
    stages: list[Stage] = []
    whole = replay_case(case, case.plays, stages)
    if whole is None:
        return ()
    bad = {(fault.trick, fault.position) for fault in whole.faults if fault.breach in ANNOUNCEMENT_BREACHES}
    players = (case.player(0), case.player(1))
    problems: dict[int | None, list[Problem]] = {}
    for problem in verdict.problems:
        problems.setdefault(problem.trick, []).append(problem)
    steps = []
    for number, (before, behind) in enumerate(pairwise(stages), 1):
        after = case.plays.tricks[number - 1][2]
        said = [
            _announcement(case, players[behind.leader], what, is_bad=(number, position) in bad)
            for position, what in enumerate(after)
        ]
        steps.append(_step(case, players, number, before, behind, tuple(said), tuple(problems.get(number, ()))))
    return tuple(steps)


_CODES: Final = tuple(map(format_card, range(32)))


def _step(
    case: Case,
    players: tuple[str, str],
    number: int,
    before: Stage,
    behind: Stage,
    announcements: tuple[str, ...],
    problems: tuple[Problem, ...],
) -> Step:
    assert case.plays is not None
    assert case.ruleset is not None
    lead, response, _after = case.plays.tricks[number - 1]
    move = None if case.record.plain is not None else case.record.moves[number - 1]  # plain ones have no comments
    leader = before.leader
    winner = None if response is None else behind.leader
    drawn: tuple[tuple[str, str], ...] = ()
    talon_left = case.ruleset.talon - 2 * (number - 1)
    if talon_left > 0 and winner is not None:
        talon_left -= 2
        if case.talon is not None and behind.turned is not None:
            first = case.talon[2 * number - 2]
            second = case.talon[2 * number - 1] if talon_left else behind.turned
            drawn = ((players[winner], _CODES[first]), (players[1 - winner], _CODES[second]))
    return Step(
        number,
        players[leader],
        players[1 - leader],
        _hand(before.hands[leader]) if before.hands else None,
        _hand(before.hands[1 - leader]) if before.hands else None,
        _CODES[lead],
        None if response is None else _CODES[response],
        None if winner is None else players[winner],
        announcements,
        drawn,
        talon_left if talon_left > 0 else 0,
        behind.units,
        problems,
        None if move is None else move.comment,
        None if move is None else move.lead_comment,
    )


def _hand(cards: CardSet) -> tuple[str, ...]:
    return (
        _of_suit(0, cards & 255)
        + _of_suit(1, cards >> 8 & 255)
        + _of_suit(2, cards >> 16 & 255)
        + _of_suit(3, cards >> 24)
    )


@cache
def _of_suit(suit: int, ranks: CardSet) -> tuple[str, ...]:
    """The cards of a suit, of which a hand has few at a time: the same ones come again and again."""
    return tuple(map(format_card, sorted_hand(ranks << 8 * suit)))


def _announcement(case: Case, winner: str, what: int, *, is_bad: bool) -> str:
    assert case.ruleset is not None
    if what == EXCHANGE:
        said = f"{winner} exchanges for the card turned up"
    else:
        trump = case.turned >> 3 if case.turned is not None else kernel.NO_TRUMP
        units = kernel.marriage_units(case.ruleset.code, what, trump)
        said = f"{winner} declares the marriage in {case.suit(what)}" + (f" ({units})" if units and not is_bad else "")
    return f"{said}, which is not allowed." if is_bad else f"{said}."


def _final(case: Case) -> str:
    first, second = case.player(0), case.player(1)
    if case.level is Level.MISDEAL:
        return f"A misdeal: {case.tags.get('Misdeal', '')}. The same dealer deals again."
    if case.level is Level.UNFINISHED:
        return "Broken off: nothing is counted."
    if case.outcome is None:
        return "This record cannot be scored."
    a, b = case.outcome.units
    score = f"{first} {a}, {second} {b}"
    if case.level is Level.TIE:
        return f"{score}: a tie. The same dealer deals again."
    winner = first if case.outcome.game_points[0] else second
    points = max(case.outcome.game_points)
    worth = "1 game point" if points == 1 else f"{points} game points"
    return f"{score}: {winner} wins {worth}{_HOW.get(case.outcome.level, '')}."


_HOW = {Level.SCHNEIDER: ", Schneider", Level.SCHWARZ: ", Schwarz", Level.DIFFERENCE: ", the difference"}
