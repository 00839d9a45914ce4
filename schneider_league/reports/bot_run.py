"""A run of bots as tables: how strong each is, how each fared against each, and what the numbers mean."""

from __future__ import annotations

from schneider_league.derive.bradley_terry import Strength
from schneider_league.derive.statistics import Estimate, Match
from schneider_league.reports.bot_numbers import (
    bound_words,
    counted_of,
    interval_words,
    rounded,
    show_duration,
    show_elo,
    show_estimate,
    show_probability,
    show_reach,
)
from schneider_league.reports.bot_run_notes import run_notes
from schneider_league.reports.bot_run_view import BotLine, PairingLine, RunView
from schneider_league.reports.model import NOTHING, Column, Json, Report, Row

_CROSSTABLE_NOTE = "v. a bot: the points that the row's bot took from that one, in per cent, a tie half."
_SHORT_NAME = 14
"""Letters up to which a name stands in a heading."""


def run_report(view: RunView, *, crosstable: bool = True) -> Report:
    """The rating table; with `crosstable` one column for each opponent, too."""
    lines = [(view.bots[bot], view.ratings.strengths[bot], view.ratings.ranks[bot], bot) for bot in view.ratings.order]
    rows = [_row(view, line, strength, rank, bot) for line, strength, rank, bot in lines]
    columns = [
        Column("rank", "Rank", "right"),
        Column("bot", "Bot"),
        Column("elo_shown", "Elo", "right"),
        Column("deals", "Deals", "right"),
        *([] if view.target is None else [Column("sessions", "Sessions", "right")]),
        Column("won", "Won", "right"),
        Column("tied", "Tied", "right"),
        Column("lost", "Lost", "right"),
        Column("points_shown", "Points/deal", "right"),
        Column("units_shown", f"{view.counted.capitalize()}/deal", "right"),
        *([Column("cpu_shown", "CPU/move", "right")] if view.has_cpu else []),
    ]
    if crosstable:
        columns += _opponents(view)
    data = [
        *(Column(name, name) for name in ("rank", "bot", "deals", "won", "tied", "lost")),
        *(Column(name, name) for name in ("game_points_per_deal", "units_per_deal", "elo")),
        Column("elo_95", "elo_95", parts=("elo_95_low", "elo_95_high")),
        Column("causes", "causes"),
    ]
    return Report(
        "bot-run/1",
        run_title(view),
        columns,
        rows,
        fields={
            "run": view.run,
            "rules": view.rules,
            "seed": view.seed,
            "pairs": view.pairs,
            "digest": view.digest,
            **_further_fields(view),
        },
        totals=lambda: {"pairings": [_pairing(view, line) for line in view.pairings]},
        notes=lambda: [*([_CROSSTABLE_NOTE] if crosstable else []), *run_notes(view)],
        data_columns=data,
        titled=True,
        keep=2,
    )


def crosstable_report(view: RunView) -> Report:
    """How each bot fared against each: shares of the points in per cent."""
    rows = [
        Row({"rank": view.ratings.ranks[bot], "bot": view.bots[bot].bot}, _against(view, bot))
        for bot in view.ratings.order
    ]
    columns = [Column("rank", "Rank", "right"), Column("bot", "Bot"), *_opponents(view)]
    title = f"Each against each: per cent of the {view.games}s won, a tie half"
    note = "Row against column; ± is half the width of the 95 % interval."
    return Report("bot-crosstable/1", title, columns, rows, notes=lambda: [note], titled=True, keep=2)


def pairings_report(view: RunView) -> Report:
    """Each two bots who met, with the Elo difference that this meeting alone speaks for."""
    rows = []
    for line in view.pairings:
        match = line.match
        shown: dict[str, Json] = {
            "score_shown": _share(match),
            "elo": show_elo(match.elo) if match.elo is not None else bound_words(match.elo_95),
            "elo_95": interval_words(match.elo_95),
            "stronger": show_probability(match.superiority) if match.elo is not None else NOTHING,
            "units_shown": show_estimate(line.units, view.units_shown),
            **{f"class_{index}": count for index, count in enumerate(line.counts)},
        }
        rows.append(Row(_pairing(view, line), shown))
    columns = [
        *(Column(side, side) for side in ("a", "b")),
        Column("pairs", "Pairs", "right"),
        Column("score_shown", "a's share in per cent", "right"),
        Column("elo", "Elo difference", "right"),
        Column("elo_95", "95 % interval", "right"),
        Column("stronger", "a is stronger", "right"),
        Column("units_shown", f"{view.counted.capitalize()}/deal of a", "right"),
        *(Column(f"class_{index}", name, "right") for index, name in enumerate(("LL", "LD", "DD+WL", "WD", "WW"))),
    ]
    data = [
        *(Column(name, name) for name in ("a", "b", "pairs")),
        Column("pentanomial", "pentanomial", parts=("ll", "ld", "dd_wl", "wd", "ww")),
        *(Column(name, name) for name in ("score", "score_se", "units_mean", "units_se")),
    ]
    notes = [
        "a is stronger: the probability that it is, by the results of these two alone (LOS).",
        f"LL to WW: pairs by what a won of their two {view.games}s (L lost, D tied, W won).",
    ]
    return Report(
        "bot-pairings/1",
        f"{run_title(view)}: pairings",
        columns,
        rows,
        fields={"run": view.run, "rules": view.rules, "seed": view.seed, "digest": view.digest},
        notes=lambda: notes,
        data_columns=data,
        titled=True,
        keep=2,
    )


def _further_fields(view: RunView) -> dict[str, Json]:
    """What only some runs have."""
    found: dict[str, Json] = {}
    if not view.is_complete:
        found["incomplete"] = {"pairs_planned": view.pairs_planned}
    if view.decision is not None:
        test, decision = view.decision.test, view.decision
        found["sprt"] = {
            **{"elo0": test.elo0, "elo1": test.elo1, "alpha": test.alpha, "beta": test.beta, "model": test.model},
            "accepted": decision.accepted,
            "pairs": decision.pairs,
            "llr": rounded(decision.ratio),
        }
    return found


def _row(view: RunView, line: BotLine, strength: Strength, rank: int, bot: int) -> Row:
    values: dict[str, Json] = {
        "rank": rank,
        "bot": line.bot,
        "deals": line.deals,
        "won": line.won,
        "tied": line.tied,
        "lost": line.lost,
        "game_points_per_deal": rounded(line.points.mean),
        "units_per_deal": rounded(line.units.mean),
        "elo": rounded(strength.elo),
        "elo_95": [rounded(end) for end in strength.elo_95],
        "causes": dict(line.causes),
    }
    if strength.bound is not None:
        values["bound"] = strength.bound
    shown: dict[str, Json] = {
        "elo_shown": _strength_words(strength),
        "sessions": line.won + line.tied + line.lost,
        "points_shown": show_estimate(line.points, 3),
        "units_shown": show_estimate(line.units, view.units_shown),
        "cpu_shown": show_duration(line.seconds_a_move),
        **_against(view, bot),
    }
    return Row(values, shown)


def _share(match: Match) -> str:
    """The points that a took, in per cent."""
    return show_estimate(Estimate(100 * match.score, 100 * match.standard_error), 1)


def _strength_words(strength: Strength) -> str:
    low, high = strength.elo_95
    if strength.elo is None or low is None or high is None:
        return bound_words(strength.elo_95)
    return f"{show_elo(strength.elo)} ±{show_reach(0.5 * (high - low), 0)}"


def _pairing(view: RunView, line: PairingLine) -> dict[str, Json]:
    match = line.match
    return {
        "a": view.bots[line.a].bot,
        "b": view.bots[line.b].bot,
        "pairs": match.units,
        "pentanomial": list(line.counts),
        "score": rounded(match.score),
        "score_se": rounded(match.standard_error),
        "units_mean": rounded(line.units.mean),
        "units_se": rounded(line.units.error),
    }


def _opponents(view: RunView) -> list[Column]:
    """A column for each bot, in the order of the table."""
    is_short = all(len(line.bot) <= _SHORT_NAME for line in view.bots)
    return [
        Column(f"against_{bot}", f"v. {view.bots[bot].bot if is_short else f'no. {place}'}", "right")
        for place, bot in enumerate(view.ratings.order, 1)
    ]


def _against(view: RunView, bot: int) -> dict[str, Json]:
    """The bot's share against each other, in per cent."""
    found: dict[str, Json] = {f"against_{bot}": ""}
    for line in view.pairings:
        if bot in (line.a, line.b) and any(line.counts):
            match = line.match if bot == line.a else Match(line.counts[::-1])
            other = line.b if bot == line.a else line.a
            found[f"against_{other}"] = _share(match)
    return found


def run_title(view: RunView) -> str:
    """What was played: `Bots, round-robin in bohemian: 4 bots, 3,000 mirrored pairs of deals`."""
    what = "deals" if view.target is None else f"sessions to {view.target}"
    pairs = counted_of(view.pairs, "mirrored pair")
    return f"Bots, {view.format} in {view.rules}: {len(view.bots)} bots, {pairs} of {what}"
