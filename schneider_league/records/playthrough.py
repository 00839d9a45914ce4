"""A record trick by trick, with all that there is to see of it."""

from __future__ import annotations

from dataclasses import dataclass

from schneider_league.errors import Problem
from schneider_league.game import kernel
from schneider_league.game.cards import CardSet, format_card, sorted_hand
from schneider_league.game.deal import EXCHANGE
from schneider_league.game.replay import Fault, Replay, Seen
from schneider_league.game.score import Level, Pair
from schneider_league.records.case import Case, RecordKind
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
    seen: list[Seen] = []
    replayed = replay_case(case, case.plays, seen.append)
    if replayed is None:
        return ()
    if case.kind is not RecordKind.FULL:
        seen = _followed(case, replayed)
    bad = {(fault.trick, fault.position) for fault in replayed.faults if fault.breach.name.startswith("BAD")}
    return tuple(_step(case, verdict, each, bad) for each in seen)


def _followed(case: Case, replayed: Replay) -> list[Seen]:
    """What can be seen of a deal of which only the tricks are known: no hands, nothing drawn."""
    assert case.ruleset is not None
    assert case.plays is not None
    rules = case.ruleset.code
    trump = case.turned >> 3 if case.turned is not None else kernel.NO_TRUMP
    refused: list[Fault] = [fault for fault in replayed.faults if fault.breach.name == "BAD_MARRIAGE"]
    leader, units, seen = 0, [0, 0], []
    for number, (lead, response, after) in enumerate(case.plays.tricks[: case.ruleset.tricks], 1):
        left = max(0, case.ruleset.talon - 2 * number)
        if response is None:
            seen.append(Seen(number, leader, (0, 0), None, (), left + 2 * (left > 0), (units[0], units[1])))
            break
        led_by = leader
        if kernel.beats(rules, lead, response, trump):
            leader = 1 - leader
        units[leader] += kernel.trick_units(rules, lead, response)
        units[leader] += rules.last_trick if number == case.ruleset.tricks else 0
        for position, what in enumerate(after):
            if what != EXCHANGE and not any((f.trick, f.position) == (number, position) for f in refused):
                units[leader] += kernel.marriage_units(rules, what, trump)
        seen.append(Seen(number, led_by, (0, 0), leader, (), left, (units[0], units[1])))
    return seen


def _step(case: Case, verdict: Verdict, seen: Seen, bad: set[tuple[int, int]]) -> Step:
    assert case.plays is not None
    lead, response, after = case.plays.tricks[seen.number - 1]
    move = case.record.moves[seen.number - 1]
    players = (case.player(0), case.player(1))
    full = case.kind is RecordKind.FULL
    winner = None if seen.winner is None else players[seen.winner]
    return Step(
        number=seen.number,
        leader=players[seen.leader],
        responder=players[1 - seen.leader],
        leader_hand=_hand(seen.hands[seen.leader]) if full else None,
        responder_hand=_hand(seen.hands[1 - seen.leader]) if full else None,
        lead=format_card(lead),
        response=None if response is None else format_card(response),
        winner=winner,
        announcements=tuple(
            _announcement(case, winner or "", what, is_bad=(seen.number, position) in bad)
            for position, what in enumerate(after)
        ),
        drawn=tuple((players[side], format_card(card)) for side, card in seen.drawn),
        talon_left=seen.talon,
        count=seen.units,
        problems=tuple(problem for problem in verdict.problems if problem.trick == seen.number),
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
