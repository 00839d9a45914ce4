"""Options of the commands that look at what was played: which sessions, and as known when."""

from __future__ import annotations

from typing import Annotated

import typer

_SESSIONS = "Which sessions"

Since = Annotated[
    str | None,
    typer.Option("--since", metavar="DATE", rich_help_panel=_SESSIONS, help="Only sessions played on DATE or later."),
]
Until = Annotated[
    str | None,
    typer.Option("--until", metavar="DATE", rich_help_panel=_SESSIONS, help="Only sessions played up to DATE."),
]
AsOf = Annotated[
    str | None,
    typer.Option(
        "--as-of",
        metavar="DATE",
        rich_help_panel=_SESSIONS,
        help="As on the evening of DATE: sessions played up to then; Glicko-2 counts months up to it.",
    ),
]
KnownAt = Annotated[
    str | None,
    typer.Option(
        "--known-at",
        metavar="TIME",
        rich_help_panel=_SESSIONS,
        help="Only what had come into this league by TIME, local; a bare date means its end.",
    ),
]
Rules = Annotated[
    str | None,
    typer.Option("--rules", metavar="RULES", rich_help_panel=_SESSIONS, help="Only sessions of this ruleset."),
]
Bots = Annotated[
    bool, typer.Option("--bots", rich_help_panel=_SESSIONS, help="Count sessions in which a bot took part, too.")
]
