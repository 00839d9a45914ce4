"""A record trick by trick, with all that there is to see of it."""

from __future__ import annotations

from dataclasses import dataclass, replace
from itertools import pairwise

from schneider_league.errors import Problem
from schneider_league.game import kernel
from schneider_league.game.cards import CardSet, format_card, sorted_hand
from schneider_league.game.deal import EXCHANGE
from schneider_league.game.replay import ANNOUNCEMENT_BREACHES, Replay
from schneider_league.game.score import Level, Pair
from schneider_league.records.case import Case
from schneider_league.records.play_faults import replay_case
from schneider_league.records.verdict import Verdict


@dataclass(frozen=True, slots=True)
class Step:
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
    count: Pair
    """Units so far, the non-dealer's first."""
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
    tricks = case.plays.tricks[: case.ruleset.tricks]
    whole = replay_case(case, case.plays)
    if whole is None:
        return ()
    bad = {(fault.trick, fault.position) for fault in whole.faults if fault.breach in ANNOUNCEMENT_BREACHES}
    # What was announced wrongly has no effect. Where no hands are known, a later trick may be what shows that it was
    # wrong, so that it is left out of the replays that end before.
    heard = [
        (lead, response, tuple(what for place, what in enumerate(after) if (number, place) not in bad))
        for number, (lead, response, after) in enumerate(tricks, 1)
    ]
    # Each trick stands between two replays, one that ends before it and one that ends with it.
    replays = [replay_case(case, replace(case.plays, tricks=heard), count) for count in range(len(tricks) + 1)]
    steps = []
    for number, (before, behind) in enumerate(pairwise(replays), 1):
        assert before is not None
        assert behind is not None
        steps.append(_step(case, verdict, number, before, behind, bad))
    return tuple(steps)


def _step(case: Case, verdict: Verdict, number: int, before: Replay, behind: Replay, bad: set[tuple[int, int]]) -> Step:
    assert case.plays is not None
    assert case.ruleset is not None
    lead, response, after = case.plays.tricks[number - 1]
    move = case.record.moves[number - 1]
    players = (case.player(0), case.player(1))
    winner = None if response is None else behind.leader
    drawn: tuple[tuple[str, str], ...] = ()
    talon_before = max(0, case.ruleset.talon - 2 * (number - 1))
    talon_left = talon_before if winner is None else max(0, talon_before - 2)
    if case.talon is not None and behind.turned is not None and winner is not None and talon_before:
        first = case.talon[2 * number - 2]
        second = case.talon[2 * number - 1] if talon_left else behind.turned
        drawn = ((players[winner], format_card(first)), (players[1 - winner], format_card(second)))
    return Step(
        number=number,
        leader=players[before.leader],
        responder=players[1 - before.leader],
        leader_hand=_hand(before.hands[before.leader]) if before.hands else None,
        responder_hand=_hand(before.hands[1 - before.leader]) if before.hands else None,
        lead=format_card(lead),
        response=None if response is None else format_card(response),
        winner=None if winner is None else players[winner],
        announcements=tuple(
            _announcement(case, players[behind.leader], what, is_bad=(number, position) in bad)
            for position, what in enumerate(after)
        ),
        drawn=drawn,
        talon_left=talon_left,
        count=behind.units,
        problems=tuple(problem for problem in verdict.problems if problem.trick == number),
        comment=move.comment,
        lead_comment=move.lead_comment,
    )


def _hand(cards: CardSet) -> tuple[str, ...]:
    return tuple(format_card(card) for card in sorted_hand(cards))


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
