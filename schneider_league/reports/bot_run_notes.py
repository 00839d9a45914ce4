"""What stands under the tables of a run of bots: what the numbers mean, and what they do not say."""

from __future__ import annotations

from schneider_league.derive.statistics import Match
from schneider_league.reports.bot_numbers import (
    counted_of,
    interval_words,
    show_elo,
    show_probability,
    show_reach,
)
from schneider_league.reports.bot_run_view import Decision, RunView
from schneider_league.reports.numbers import counted, listed

_FEW_PAIRS = 30
"""With fewer pairs the normal distribution, which the intervals rest on, is a rough guess."""


def run_notes(view: RunView) -> list[str]:
    """What stands under the tables: what the numbers mean, what they do not say, how to have the run again."""
    notes = [_state_note(view)] if not view.is_complete else []
    if view.decision is not None:
        notes.append(_decision_note(view, view.decision))
    notes += [*_match_notes(view), *_strength_notes(view)]
    notes += _failure_notes(view)
    again = f"Seed {view.seed}. Digest of all {sum(line.deals for line in view.bots) // 2:,} deals: {view.digest}."
    if not view.is_reproducible:
        again += (
            " Deals were lost by time, stall or crash, which a further run need not see: its digest may be another."
        )
    return [*notes, again]


def _state_note(view: RunView) -> str:
    note = f"Incomplete: {view.pairs:,} of {counted_of(view.pairs_planned, 'pair')} were played."
    return f"{note} To go on: {view.resume}" if view.resume else note


def _match_notes(view: RunView) -> list[str]:
    """Of two bots how they fared against each other, from the better one's side."""
    if len(view.bots) != 2 or not view.pairs:
        return []
    line = view.pairings[0]
    match, (first, second) = line.match, (line.a, line.b)
    if match.score < 0.5:
        match, first, second = Match(line.counts[::-1]), second, first
    names = f"{view.bots[first].bot} took", f"of the points against {view.bots[second].bot}"
    if match.elo is None:
        sure = f"an Elo difference of {show_elo(match.elo_95[0])} or more, with a probability of 97.5 %"
        return [f"{names[0]} all {names[1]}: {sure}."] if match.units else []
    reach = show_reach(100 * (match.score_95[1] - match.score), 1)
    return [
        f"{names[0]} {100 * match.score:.1f} ±{reach} % {names[1]}: an Elo difference of {show_elo(match.elo)} "
        f"({interval_words(match.elo_95)}); the probability that it is the stronger one is "
        f"{show_probability(match.superiority)}."
    ]


def _strength_notes(view: RunView) -> list[str]:
    names = [line.bot for line in view.bots]
    notes = [
        "Elo: strength by all results together (Bradley-Terry), 0 is the mean of all. Of two bots 100 apart the "
        "stronger one takes 64 of 100 points, 200 apart 76.",
        "±: how far the true value may lie from the one shown, unless this run was one of the 5 in 100 that mislead "
        f"(95 % interval). It comes from mirrored pairs, the same cards twice with the seats swapped, not from single "
        f"{view.games}s.",
        f"Points/deal are the game points that a bot won a deal, {view.counted}/deal what it took."
        + (" CPU/move is the computer's own time." if view.has_cpu else ""),
    ]
    pairs = [sum(line.counts) for line in view.pairings if any(line.counts)]
    if pairs and min(pairs) < _FEW_PAIRS:
        notes.append(
            f"With as few pairs as here ({min(pairs)} for two bots) intervals are rough, and may be much too narrow."
        )
    for bound, what, where in (("above", "won", "from"), ("below", "lost", "up to")):
        found = [name for name, s in zip(names, view.ratings.strengths, strict=True) if s.bound == bound]
        if found:
            notes.append(
                f"{listed(found)} {what} everything: how {'strong' if bound == 'above' else 'weak'} that makes a bot "
                f"nobody can say, only that it lies anywhere {where} the number that stands there."
            )
    groups = view.ratings.not_separated() if pairs else []
    notes += [
        f"Not separated: {listed([names[bot] for bot in group])}; their order may be chance, more pairs would tell."
        for group in groups
    ]
    if not groups and len(names) > 1 and view.pairs:
        notes.append("Each bot is clear of its neighbours: the intervals of their differences do not reach zero.")
    return notes


def _failure_notes(view: RunView) -> list[str]:
    words = {
        "time": "late answers",
        "stall": "no answer",
        "illegal": "illegal plays",
        "crash": "crashes",
        "protocol": "breaches of the protocol",
        "out": "being out after three failures in a row",
    }
    notes = []
    for line in view.bots:
        causes = [
            f"{number} by {words.get(cause, cause)}" for cause, number in line.causes.items() if cause != "normal"
        ]
        if causes:
            lost = sum(number for cause, number in line.causes.items() if cause != "normal")
            notes.append(f"{line.bot} lost {counted(lost, 'deal')} other than by play: {', '.join(causes)}.")
    return notes


def _decision_note(view: RunView, decision: Decision) -> str:
    test = decision.test
    a, b = view.bots[view.pairings[0].a].bot, view.bots[view.pairings[0].b].bot
    unit = "Elo" if test.model == "logistic" else "normalised Elo"
    low, high = test.bounds
    where = f"log-likelihood ratio {decision.ratio:.2f} after {counted_of(decision.pairs, 'pair')}"
    if decision.accepted == "H1":
        return (
            f"Sequential test: decided for H1, {a} is stronger than {b} by {test.elo1:g} {unit} or more "
            f"({where}, {high:.2f} decides). Wrong so in at most {100 * test.alpha:g} of 100 tests."
        )
    if decision.accepted == "H0":
        return (
            f"Sequential test: decided for H0, {a} is stronger than {b} by no more than {test.elo0:g} {unit} "
            f"({where}, {low:.2f} decides). Wrong so in at most {100 * test.beta:g} of 100 tests."
        )
    return f"Sequential test: undecided ({where}; {low:.2f} decides for H0, {high:.2f} for H1)."
