"""`event enter`, `event withdraw` and `event absent`."""

from __future__ import annotations

from typing import Annotated

import typer

from schneider_league.cli.asking import answered, tell
from schneider_league.cli.event import E, Reason
from schneider_league.cli.options import Database

Players = Annotated[
    list[str], typer.Argument(metavar="PLAYER…", help="Players: id, name, alias or unique prefix; several at once.")
]


def enter(
    event: E,
    players: Annotated[
        list[str] | None,
        typer.Argument(metavar="PLAYER…", help="Players: id, name, alias or unique prefix; several at once."),
    ] = None,
    source: Annotated[
        str | None,
        typer.Option(
            "--from",
            metavar="FILE|EVENT",
            help="A file with a name a line (- is standard input), or with --top the event whose best enter.",
        ),
    ] = None,
    top: Annotated[
        int | None, typer.Option("--top", metavar="N", min=1, help="How many of the table of --from EVENT.")
    ] = None,
    add: Annotated[bool, typer.Option("--add", help="Make players of those who are not known yet.")] = False,
    db: Database = "",
) -> None:
    """Enter players into an event; also late, and those who had withdrawn.

    schneider-league event enter swiss Anna Ben "Carl Novák"
    schneider-league event enter swiss --from names.txt --add
    schneider-league event enter finals --from "Club Swiss" --top 4
    """
    from schneider_league.workflows.events.entering import enter_players

    tell(answered(enter_players, db, event, players or [], source=source, top=top, add=add))


def withdraw(event: E, players: Players, reason: Reason = None, db: Database = "") -> None:
    """Take players out of the rounds to come.

    A Swiss goes on without them. In a round-robin, who has played fewer than half of their games is struck from the
    table; the results stay for ratings.

      schneider-league event withdraw swiss ben --reason "had to leave"
    """
    from schneider_league.workflows.events.entering import withdraw_player

    tell(answered(withdraw_player, db, event, players, reason=reason))


def absent(
    event: E,
    players: Players,
    round: Annotated[
        int | None, typer.Option("--round", metavar="N", min=1, help="Which round they miss. Default: the next.")
    ] = None,
    reason: Reason = None,
    db: Database = "",
) -> None:
    """Note that players miss a round that is not published yet, and play on afterwards.

    schneider-league event absent swiss ben --round 3
    """
    from schneider_league.workflows.events.entering import note_absence

    tell(answered(note_absence, db, event, players, round, reason=reason))
