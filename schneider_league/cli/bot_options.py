"""Options that the commands about bots share."""

from __future__ import annotations

from typing import Annotated

import typer

Rules = Annotated[str | None, typer.Option("--rules", metavar="RULES", help="What is played. Else bohemian.")]

Seed = Annotated[
    int | None,
    typer.Option("--seed", metavar="N", help="All cards and all chance come from it. Else one is drawn and printed."),
]

BotOptions = Annotated[
    list[str] | None,
    typer.Option(
        "--option", metavar="BOT.NAME=VALUE", help="Set an option of a bot that takes part; may be given several times."
    ),
]

MoveMs = Annotated[
    int,
    typer.Option("--move-ms", metavar="N", min=1, help="A bot's time for a move, in milliseconds; 1000 if not said."),
]

Record = Annotated[
    str | None,
    typer.Option("--record", metavar="EVENT", help="Store the sessions in the league, as part of EVENT."),
]

Workers = Annotated[
    int,
    typer.Option(
        "--workers", metavar="N", min=1, help="Play in N processes at once. The result is the same for any number."
    ),
]

Cluster = Annotated[
    str | None,
    typer.Option("--cluster", metavar="ADDRESS", help="Play on a dask.distributed cluster, as in tcp://10.0.0.5:8786."),
]

Trace = Annotated[
    str | None,
    typer.Option("--trace", metavar="FILE", help="Keep what bots of other programs say and are told, with times."),
]

RunFile = Annotated[str, typer.Argument(metavar="RUN", help="The file of a run.")]
