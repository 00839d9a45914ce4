"""`bot round-robin`, `gauntlet`, `resume`, `show` and `deal`: matches of bots and what came of them."""

from __future__ import annotations

import sys
from contextlib import contextmanager
from typing import TYPE_CHECKING, Annotated

import typer

from schneider_league.cli.bot_options import (
    BotOptions,
    Cluster,
    MoveMs,
    Record,
    Rules,
    RunFile,
    Seed,
    Trace,
    Workers,
)
from schneider_league.cli.options import Bom, Database, Json, OutFile, OutRecords, RulesFiles, TableFormat
from schneider_league.cli.output import Output, choose_output

if TYPE_CHECKING:
    from collections.abc import Iterator

    from schneider_league.reports.bot_run_view import RunView
    from schneider_league.reports.own import Kind
    from schneider_league.workflows.bots.running import Means, Played

INTERRUPTED = 130

Bots = Annotated[
    list[str],
    typer.Argument(
        metavar="BOT BOT…",
        help="A built-in's name, NAME:option=value, file.py:Class, module:Class, an installed bot's name, or "
        "'cmd:COMMAND LINE'.",
    ),
]
Deals = Annotated[
    int | None,
    typer.Option("--deals", metavar="N", help="Deals for each two bots, an even number; 1000 if nothing is said."),
]
Sessions = Annotated[
    int | None, typer.Option("--sessions", metavar="N", help="Whole sessions for each two bots, an even number.")
]
Target = Annotated[
    int | None,
    typer.Option("--target", metavar="T", help="Game points that sessions go to. Else what the rules say."),
]
SprtOption = Annotated[
    str | None,
    typer.Option(
        "--sprt",
        metavar="elo0=0,elo1=10,…",
        help="Stop as soon as it is decided whether the first of two bots is stronger by elo1 or by no more than "
        "elo0; further settings alpha=0.05, beta=0.05, model=logistic|normalised.",
    ),
]
RunName = Annotated[
    str | None,
    typer.Option("--run", metavar="FILE", help="Where the run is kept. Else in a new file here, which is named."),
]


def round_robin(
    bots: Bots,
    deals: Deals = None,
    sessions: Sessions = None,
    target: Target = None,
    rules: Rules = None,
    rules_file: RulesFiles = None,
    seed: Seed = None,
    workers: Workers = 1,
    move_ms: MoveMs = 1000,
    option: BotOptions = None,
    sprt: SprtOption = None,
    run: RunName = None,
    trace: Trace = None,
    record: Record = None,
    cluster: Cluster = None,
    db: Database = "",
    format: TableFormat = None,
    json: Json = False,
    output: OutFile = None,
    bom: Bom = False,
) -> int:
    """Let each bot play each other, and rate them.

    Every pack is played twice with the seats swapped. The run is kept in a file as it goes on: interrupted by Ctrl-C
    or by a power cut, `bot resume` goes on with it. The same seed gives the same run.

      schneider-league bot round-robin random greedy careful
      schneider-league bot round-robin careful endgame --deals 10000 --workers 4 --rules points
      schneider-league bot round-robin my_bot.py:MyBot careful --sprt elo0=0,elo1=20
      schneider-league bot round-robin greedy "cmd:node bot.js" --sessions 100 --record "Bots of autumn"
    """
    return _run(
        "round-robin",
        bots,
        choose_output(format, json, output, bom),
        {
            "deals": deals,
            "sessions": sessions,
            "target": target,
            "seed": seed,
            "rules": rules,
            "rules_files": rules_file or (),
            "move_ms": move_ms,
            "options": option or (),
            "sprt": sprt,
        },
        {"workers": workers, "cluster": cluster, "trace": trace},
        run,
        record,
        db,
    )


def gauntlet(
    bots: Bots,
    deals: Deals = None,
    sessions: Sessions = None,
    target: Target = None,
    rules: Rules = None,
    rules_file: RulesFiles = None,
    seed: Seed = None,
    workers: Workers = 1,
    move_ms: MoveMs = 1000,
    option: BotOptions = None,
    sprt: SprtOption = None,
    run: RunName = None,
    trace: Trace = None,
    record: Record = None,
    cluster: Cluster = None,
    db: Database = "",
    format: TableFormat = None,
    json: Json = False,
    output: OutFile = None,
    bom: Bom = False,
) -> int:
    """Let the first bot play each of the others, and rate them.

    Otherwise as `bot round-robin`.

      schneider-league bot gauntlet my_bot.py:MyBot random greedy careful
    """
    return _run(
        "gauntlet",
        bots,
        choose_output(format, json, output, bom),
        {
            "deals": deals,
            "sessions": sessions,
            "target": target,
            "seed": seed,
            "rules": rules,
            "rules_files": rules_file or (),
            "move_ms": move_ms,
            "options": option or (),
            "sprt": sprt,
        },
        {"workers": workers, "cluster": cluster, "trace": trace},
        run,
        record,
        db,
    )


def _run(
    kind: str,
    bots: list[str],
    chosen: Output,
    settings: dict[str, object],
    means: dict[str, object],
    run: str | None,
    record: str | None,
    db: str,
) -> int:
    from datetime import UTC, datetime

    from schneider_league.cli.failure import warn
    from schneider_league.workflows.bots.running import Settings, run_bots

    with _shown_means(means, record) as shown:
        played = run_bots(
            kind,
            bots,
            Settings(**settings),  # type: ignore[arg-type]
            shown,
            run_file=run,
            record=record,
            address=db,
            now=datetime.now(UTC),
            on_warning=warn,
        )
    return _tell(played, chosen)


def resume(
    run: RunFile,
    workers: Workers = 1,
    trace: Trace = None,
    record: Record = None,
    cluster: Cluster = None,
    db: Database = "",
    format: TableFormat = None,
    json: Json = False,
    output: OutFile = None,
    bom: Bom = False,
) -> int:
    """Go on with a run that was interrupted; what was planned stays as it was.

    schneider-league bot resume round-robin-2026-11-26-1.run.jsonl
    """
    from datetime import UTC, datetime

    from schneider_league.workflows.bots import running

    chosen = choose_output(format, json, output, bom)
    with _shown_means({"workers": workers, "cluster": cluster, "trace": trace}, record, run) as means:
        played = running.resume(run, means, record=record, address=db, now=datetime.now(UTC))
    return _tell(played, chosen)


def show(
    run: RunFile,
    pairings: Annotated[
        bool, typer.Option("--pairings", help="Each two bots on their own, with the Elo difference between them.")
    ] = False,
    format: TableFormat = None,
    json: Json = False,
    output: OutFile = None,
    bom: Bom = False,
) -> None:
    """Show what came of a run, complete or not.

    schneider-league bot show round-robin-2026-11-26-1.run.jsonl
    schneider-league bot show round-robin-2026-11-26-1.run.jsonl --pairings -o pairings.csv
    """
    from schneider_league.workflows.bots.viewing import show_run

    chosen = choose_output(format, json, output, bom)
    view = show_run(run)
    if pairings:
        from schneider_league.reports.bot_run import pairings_report

        chosen.write(pairings_report(view))
    else:
        _write(view, chosen)


def deal(
    run: RunFile,
    number: Annotated[int, typer.Argument(metavar="N", min=1, help="The deal's number in the run, from 1.")],
    output: OutRecords = None,
) -> None:
    """Write a deal of a run as a deal record, to be checked or looked at by `replay`.

    Deals are numbered by pairing, pair and half. What built-in bots played is computed again; what others played
    stands in the run's file.

      schneider-league bot deal round-robin-2026-11-26-1.run.jsonl 17
      schneider-league bot deal round-robin-2026-11-26-1.run.jsonl 17 -o deal-17.sdr
    """
    from schneider_league.cli.output import write_pieces
    from schneider_league.workflows.bots.deals import deal_of_run

    path = None if output == "-" else output
    kind: Kind = "records" if path is not None and path.lower().endswith(".jsonl") else "sdr"
    text = deal_of_run(run, number, as_json=kind == "records")
    write_pieces([text.encode()], path, kind)


def _write(view: RunView, chosen: Output) -> None:
    """The tables: where there is room for it, the crosstable is one of its own."""
    from schneider_league.cli.output import write_pieces
    from schneider_league.reports.bot_run import crosstable_report, run_report
    from schneider_league.reports.render import render

    if chosen.format not in ("table", "markdown") or len(view.bots) < 3:
        chosen.write(run_report(view, crosstable=len(view.bots) > 2))
        return
    report = run_report(view, crosstable=False)
    pieces = [
        piece
        for part in (report, crosstable_report(view))
        for piece in (*render(part, chosen.format, width=chosen.width, colour=chosen.colour), b"\n")
    ]
    write_pieces(pieces[:-1], chosen.path, chosen.format, report.names(False))


def _tell(played: Played, chosen: Output) -> int:
    """The tables on standard output, what was stored beside; the exit status."""
    from schneider_league.cli.asking import give_hints

    _write(played.view, chosen)
    sys.stdout.flush()
    for line in played.stored:
        print(line, file=sys.stderr)
    if played.view.is_complete:
        return 0
    give_hints([f"the run is not complete; to go on: {played.view.resume}"])
    return INTERRUPTED


@contextmanager
def _shown_means(means: dict[str, object], record: str | None, run: str | None = None) -> Iterator[Means]:
    """With what is played, and a line about how far it is, where somebody looks.

    A second Ctrl-C, or being terminated, ends the block at once; how to go on is said all the same.
    """
    from pathlib import Path

    from schneider_league.cli.app import Terminated
    from schneider_league.cli.asking import give_hints
    from schneider_league.cli.bot_progress import RunProgress
    from schneider_league.workflows.bots.running import Means
    from schneider_league.workflows.bots.viewing import resume_command

    with RunProgress(run) as shown:
        try:
            yield Means(
                **means,  # type: ignore[arg-type]
                on_progress=shown.advance if shown.is_looked_at else None,
                on_note=shown.note,
                on_begin=shown.begin,
            )
        except (KeyboardInterrupt, Terminated):
            if shown.run is not None:
                give_hints([f"the run is not complete; to go on: {resume_command(Path(shown.run), record)}"])
            raise
