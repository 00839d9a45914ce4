"""`event rounds`, `event crosstable`, `event pairings`, `event slips` and `event history`."""

from __future__ import annotations

from schneider_league.cli.event import E
from schneider_league.cli.event_rounds import Round
from schneider_league.cli.options import Bom, Database, Json, OutFile, TableFormat
from schneider_league.cli.output import choose_output


def rounds(
    event: E,
    db: Database = "",
    format: TableFormat = None,
    json: Json = False,
    output: OutFile = None,
    bom: Bom = False,
) -> None:
    """Show all published rounds with their results."""
    from schneider_league.reports.event_rounds import rounds_report
    from schneider_league.workflows.events.viewing import view_rounds

    chosen = choose_output(format, json, output, bom)
    chosen.write(rounds_report(view_rounds(db, event)))


def crosstable(
    event: E,
    db: Database = "",
    format: TableFormat = None,
    json: Json = False,
    output: OutFile = None,
    bom: Bom = False,
) -> None:
    """Show who played whom: opponents side by side in a round-robin, rounds side by side elsewhere.

    schneider-league event crosstable swiss -o crosstable.pdf
    """
    from schneider_league.reports.event_rounds import crosstable_report
    from schneider_league.workflows.events.viewing import view_crosstable

    chosen = choose_output(format, json, output, bom)
    chosen.write(crosstable_report(view_crosstable(db, event)))


def pairings(
    event: E,
    round: Round = None,
    db: Database = "",
    format: TableFormat = None,
    json: Json = False,
    output: OutFile = None,
    bom: Bom = False,
) -> None:
    """Show the boards of a round, to be put on the wall.

    schneider-league event pairings swiss --round 2 -o round2.pdf
    """
    from schneider_league.reports.event_rounds import round_report
    from schneider_league.workflows.events.viewing import view_pairings

    chosen = choose_output(format, json, output, bom)
    chosen.write(round_report(view_pairings(db, event, round)))


def slips(
    event: E,
    round: Round = None,
    db: Database = "",
    format: TableFormat = None,
    json: Json = False,
    output: OutFile = None,
    bom: Bom = False,
) -> None:
    """Print blank score slips for the games of a round, several on a page.

    schneider-league event slips swiss --round 2 -o slips.pdf
    """
    from schneider_league.reports.slips import slips_report
    from schneider_league.workflows.events.viewing import view_slips

    chosen = choose_output(format, json, output, bom)
    chosen.write(slips_report(view_slips(db, event, round)))


def history(
    event: E,
    db: Database = "",
    format: TableFormat = None,
    json: Json = False,
    output: OutFile = None,
    bom: Bom = False,
) -> None:
    """Show all that was entered of an event, what was taken back too; event undo --entry N takes one entry back."""
    from schneider_league.reports.event import history_report
    from schneider_league.workflows.events.history import view_history

    chosen = choose_output(format, json, output, bom)
    chosen.write(history_report(view_history(db, event)))
