"""`init` and `db …`: the database itself."""

from __future__ import annotations

from dataclasses import asdict
from typing import Annotated

import typer

from schneider_league.cli.options import Bom, Database, Json, OutFile, TableFormat
from schneider_league.cli.output import choose_output
from schneider_league.reports.text import quoted

WRONG = 3


def init(db: Database = "") -> None:
    """Make the league's database: league.db in this folder, or what --db or SCHNEIDER_LEAGUE_DB names.

    One that is there is left as it is.

      schneider-league init
      schneider-league init --db postgresql://club@localhost/league
    """
    from schneider_league.workflows.database import make_league, shown_address

    made = make_league(db)
    name = quoted(shown_address(db))
    print(f"{name} is there now, an empty league." if made else f"{name} is a league already, and left as it is.")


def status(
    db: Database = "", format: TableFormat = None, json: Json = False, output: OutFile = None, bom: Bom = False
) -> None:
    """Show which database it is, its version, its size and how much it holds."""
    from schneider_league.reports.database import status_report
    from schneider_league.workflows.database import describe_database

    chosen = choose_output(format, json, output, bom)
    chosen.write(status_report(asdict(describe_database(db))))


def upgrade(db: Database = "") -> None:
    """Bring the database up to the version of this program.

    It is done whole or not at all: if it fails, the database is as it was.
    """
    from schneider_league.workflows.database import shown_address, upgrade_database

    steps = upgrade_database(db)
    name = quoted(shown_address(db))
    print(f"{name} is of version {steps[-1]} now." if steps else f"{name} is of the newest version already.")


def verify(
    db: Database = "", format: TableFormat = None, json: Json = False, output: OutFile = None, bom: Bom = False
) -> int:
    """Look through everything for what is wrong: the file, its tables and triggers, players, and every session.

    Sessions are derived anew from their entries, and recorded cards are replayed. Exit status 0 if all is well, else 3.
    """
    from schneider_league.cli.progress import progress
    from schneider_league.reports.database import verify_report
    from schneider_league.workflows.database import verify_database

    chosen = choose_output(format, json, output, bom)
    with progress("Verifying", wanted=not chosen.to_terminal) as advance:
        verified = verify_database(db, advance)
    chosen.write(verify_report(asdict(verified)))
    return WRONG if verified.findings else 0


def backup(
    file: Annotated[str, typer.Argument(metavar="FILE", help="The copy. An earlier one of this league is replaced.")],
    db: Database = "",
) -> None:
    """Copy the league to a file, as of one moment, though others write meanwhile.

    Copying the file by other means may miss what was entered last.
    """
    from schneider_league.workflows.database import back_up_database

    size = back_up_database(db, file)
    print(f"{quoted(file)} is a copy of the league ({size // 1024} KiB).")
