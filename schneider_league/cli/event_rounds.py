"""`event pair`, `event unpair`, `event forfeit`, `event close`, `event undo`, `event redo` and `event finish`."""

from __future__ import annotations

from typing import Annotated

import typer

from schneider_league.cli.asking import answered, give_hints, tell
from schneider_league.cli.event import E, Reason
from schneider_league.cli.options import Bom, Database, Json, OutFile, TableFormat
from schneider_league.cli.output import choose_output

Round = Annotated[int | None, typer.Option("--round", metavar="N", min=1, help="The round. Default: the last.")]


def pair(
    event: E,
    publish: Annotated[bool, typer.Option("--publish", help="Make the draft the round.")] = False,
    by_hand: Annotated[
        str | None,
        typer.Option(
            "--by-hand", metavar='"A-B,…"', help="Pairs that you want; the rest is paired around them. Needs --reason."
        ),
    ] = None,
    bye: Annotated[
        list[str] | None,
        typer.Option("--bye", metavar="PLAYER", help="Who gets a bye; may be given several times."),
    ] = None,
    reason: Reason = None,
    db: Database = "",
    format: TableFormat = None,
    json: Json = False,
    output: OutFile = None,
    bom: Bom = False,
) -> None:
    """Pair the next round: show a draft with the reason of each pairing, and with --publish make it the round.

    The draft that was shown is the one that is published; if something has changed since, it is shown again first.
    While a round lacks results, that round is shown, with what is missing.

      schneider-league event pair swiss
      schneider-league event pair swiss --publish
      schneider-league event pair swiss --by-hand "Anna-Ben" --reason "they travel together"
      schneider-league event pair swiss --bye carl
    """
    from schneider_league.reports.event_rounds import round_report
    from schneider_league.workflows.events.pairing import pair_round

    chosen = choose_output(format, json, output, bom)
    found = answered(pair_round, db, event, publish=publish, by_hand=by_hand, byes=tuple(bye or ()), reason=reason)
    chosen.write(round_report(found.view))
    give_hints(found.hints)
    if found.refusal is not None:
        raise found.refusal


def unpair(event: E, reason: Reason = None, db: Database = "") -> None:
    """Take the last published round back, as long as nothing of it was played.

    schneider-league event unpair swiss
    """
    from schneider_league.workflows.events.pairing import unpair_round

    tell(answered(unpair_round, db, event, reason=reason))


def forfeit(
    event: E,
    player: Annotated[str, typer.Argument(metavar="PLAYER|both", help="Who did not come; both: neither of the two.")],
    round: Annotated[
        int | None,
        typer.Option(
            "--round", metavar="N", min=1, help="The round. Default: the one in which the player's game waits."
        ),
    ] = None,
    board: Annotated[int | None, typer.Option("--board", metavar="N", min=1, help="The board, for both.")] = None,
    reason: Reason = None,
    db: Database = "",
) -> None:
    """Enter that a game is not played since somebody did not come: the other player wins it.

    Where both forfeit, neither has a point. It is not rated.

      schneider-league event forfeit swiss --round 2 ben
      schneider-league event forfeit swiss --round 2 both --board 3
    """
    from schneider_league.workflows.events.results import forfeit_pairing

    tell(answered(forfeit_pairing, db, event, player, round, board=board, reason=reason))


def close(event: E, round: Round = None, reason: Reason = None, db: Database = "") -> None:
    """End all timed sessions of a round together, as they stand.

    In a knockout, who is level plays on: the next deal with a winner decides. event undo opens them again.

      schneider-league event close swiss --round 2
    """
    from schneider_league.workflows.events.results import close_round

    tell(answered(close_round, db, event, round, reason=reason))


def undo(
    event: E,
    entry: Annotated[
        int | None,
        typer.Option("--entry", metavar="N", min=1, help="An earlier entry, by its number in event history."),
    ] = None,
    reason: Reason = None,
    db: Database = "",
) -> None:
    """Take back what was entered last of an event: players, a round, a forfeit, its end, …

    Results are those of sessions; session undo and session correct put them right.

      schneider-league event undo swiss
      schneider-league event undo swiss --entry 7
    """
    from schneider_league.workflows.events.undoing import undo_event

    tell(answered(undo_event, db, event, entry=entry, reason=reason))


def redo(event: E, db: Database = "") -> None:
    """Do again what event undo took back; until something new is entered."""
    from schneider_league.workflows.events.undoing import redo_event

    tell(answered(redo_event, db, event))


def finish(event: E, reason: Reason = None, db: Database = "") -> None:
    """Say that nothing more is to come: the table is final. event undo opens it again."""
    from schneider_league.workflows.events.undoing import finish_event

    tell(answered(finish_event, db, event, reason=reason))
