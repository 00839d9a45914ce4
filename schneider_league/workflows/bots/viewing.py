"""A run as it is shown, and `bot show RUN`."""

from __future__ import annotations

import shlex
from collections import Counter
from pathlib import Path

from schneider_league.arena.run_file import Run, read_run
from schneider_league.arena.tally import Tally
from schneider_league.bots.seat import Cause
from schneider_league.derive.bradley_terry import rate
from schneider_league.derive.sprt import Hypothesis
from schneider_league.derive.statistics import PairSums, estimate_rate
from schneider_league.game.ruleset import Counts
from schneider_league.records.score_text import unit_words
from schneider_league.reports.bot_run_view import BotLine, Decision, PairingLine, RunView

RESUME = "schneider-league bot resume"


def show_run(path: str) -> RunView:
    """A run as far as it is in its file.

    Raises:
        NotFoundError: there is no such file.
        UnreadableError: it is no run file, or damaged.
    """
    return view_of(read_run(Path(path)))


def view_of(run: Run, *, record: str | None = None) -> RunView:
    """What is shown of a run; `record` is the event in which its sessions are to be stored."""
    plan = run.plan
    results = {(p.a, p.b): tuple(tally.pentanomial) for p, tally in zip(plan.pairings, run.tallies, strict=True)}
    decision = None
    if plan.sprt is not None:
        counts, verdict = run.tallies[0].pentanomial, run.verdict
        if verdict is not None:
            accepted: Hypothesis = "H1" if verdict.hypothesis == "H1" else "H0"
            decision = Decision(plan.sprt, accepted, verdict.pairs, verdict.llr)
        else:
            decision = Decision(plan.sprt, None, sum(counts), plan.sprt.llr(counts) if any(counts) else 0.0)
    return RunView(
        run=str(run.path),
        format=str(plan.format),
        rules=plan.ruleset.name,
        seed=plan.seed,
        pairs=run.pairs_done,
        pairs_planned=plan.total_pairs,
        digest=run.digest,
        counted=unit_words(plan.ruleset),
        target=plan.target,
        bots=[_bot_line(run, place) for place in range(len(plan.bots))],
        pairings=[
            PairingLine(p.a, p.b, tuple(tally.pentanomial), estimate_rate([_units(tally, 0)]))
            for p, tally in zip(plan.pairings, run.tallies, strict=True)
        ],
        ratings=rate(len(plan.bots), results),
        is_complete=run.is_complete,
        is_reproducible=run.is_reproducible,
        decision=decision,
        resume=resume_command(run.path, record),
        units_shown=1 if plan.ruleset.counts is Counts.POINTS else 2,
    )


def resume_command(path: Path, record: str | None = None) -> str:
    """What to type to go on with a run."""
    more = f" --record {shlex.quote(record)}" if record is not None else ""
    return f"{RESUME} {shlex.quote(str(path))}{more}"


def _bot_line(run: Run, place: int) -> BotLine:
    """A bot's results over all its pairings."""
    deals = won = tied = lost = asked = 0
    cpu = 0.0
    causes: Counter[str] = Counter()
    points: list[PairSums] = []
    units: list[PairSums] = []
    for pairing, tally in zip(run.plan.pairings, run.tallies, strict=True):
        if place not in (pairing.a, pairing.b):
            continue
        side = 0 if place == pairing.a else 1
        deals += tally.deals
        tied += tally.tied
        won, lost = (won + tally.won, lost + tally.lost) if side == 0 else (won + tally.lost, lost + tally.won)
        points.append(_points(tally, side))
        units.append(_units(tally, side))
        asked += tally.asks[side]
        cpu += tally.cpu[side]
        for (cause, by), number in tally.causes.items():
            if cause is Cause.NORMAL or by == side:
                causes[str(cause)] += number
    ordered = {str(cause): causes[str(cause)] for cause in Cause if causes[str(cause)] or cause is Cause.NORMAL}
    return BotLine(
        run.plan.bots[place].name,
        deals,
        won,
        tied,
        lost,
        estimate_rate(points),
        estimate_rate(units),
        ordered,
        cpu / asked if asked and cpu else None,
    )


def _units(tally: Tally, side: int) -> PairSums:
    units, squares, with_deals = tally.units[side], tally.units2[side], tally.units_n[side]
    return PairSums(tally.pairs, tally.deals, tally.n2, units, squares, with_deals)


def _points(tally: Tally, side: int) -> PairSums:
    points, squares, with_deals = tally.points[side], tally.points2[side], tally.points_n[side]
    return PairSums(tally.pairs, tally.deals, tally.n2, points, squares, with_deals)
