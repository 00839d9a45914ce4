"""`session …` afterwards: correct, insert, remove, amend, void."""

from __future__ import annotations

from typing import Annotated

import typer

from schneider_league.cli.asking import answered, tell
from schneider_league.cli.options import Database, RulesFiles
from schneider_league.cli.session import AllTricks, Deals, Reason, Ref, Target, Timed

NewScore = Annotated[
    str, typer.Argument(metavar="SCORE|misdeal", help="One word, as in 14-6: the first player's number first.")
]


def correct(
    session: Ref,
    deal: Annotated[
        str,
        typer.Argument(
            metavar="DEAL", help="The number that show prints now; result for a session of which only the end is known."
        ),
    ],
    score: NewScore,
    reason: Reason = None,
    dealer: Annotated[
        str | None, typer.Option("--dealer", metavar="NAME", help="Who dealt, where that was wrong, too.")
    ] = None,
    all_tricks: AllTricks = False,
    db: Database = "",
) -> None:
    """Put right the score of a deal. Who dealt stays as it was entered.

    The answer says what else changed: the winner, whether the session is open again, whose ratings and
    ranks moved. What was there stays in the history, with the reason.

      schneider-league session correct 3 5 6-14 --reason "read the wrong way round"
    """
    from schneider_league.workflows.sessions.correcting import correct_deal

    tell(answered(correct_deal, db, session, deal, score, reason=reason, dealer=dealer, all_tricks=all_tricks))


def insert(
    session: Ref,
    score: NewScore,
    after: Annotated[
        int,
        typer.Option("--after", metavar="DEAL", min=0, help="The deal behind which it stands; 0: before the first."),
    ],
    reason: Reason = None,
    dealer: Annotated[
        str | None, typer.Option("--dealer", metavar="NAME", help="Who dealt it, if not the one whose turn it was.")
    ] = None,
    all_tricks: AllTricks = False,
    db: Database = "",
) -> None:
    """Insert a deal that was forgotten.

    The rules propose who dealt it; who dealt the others stays as it was entered.

      schneider-league session insert 3 --after 4 12-8 --reason "left out of the sheet"
    """
    from schneider_league.workflows.sessions.correcting import insert_deal

    tell(answered(insert_deal, db, session, after, score, reason=reason, dealer=dealer, all_tricks=all_tricks))


def remove(
    session: Ref,
    deal: Annotated[str, typer.Argument(metavar="DEAL", help="The number that show prints now.")],
    reason: Reason = None,
    db: Database = "",
) -> None:
    """Take out a deal that was entered twice or never dealt; it stays in the history.

    The deals behind it move up by one number.

      schneider-league session remove 3 6 --reason "entered twice"
    """
    from schneider_league.workflows.sessions.correcting import remove_deal

    tell(answered(remove_deal, db, session, deal, reason=reason))


def void(session: Ref, reason: Reason = None, db: Database = "") -> None:
    """Make a session void: it stays in the book and counts for nothing. `session undo` brings it back."""
    from schneider_league.workflows.sessions.correcting import void_session

    tell(answered(void_session, db, session, reason=reason))


def amend(
    session: Ref,
    second: Annotated[list[str] | None, typer.Argument(metavar="", hidden=True)] = None,
    players: Annotated[
        str | None,
        typer.Option("--players", metavar='A B | "A, B"', help="The two players, in the order of the scores."),
    ] = None,
    dealer: Annotated[
        str | None,
        typer.Option(
            "--dealer",
            metavar="NAME",
            help="Who dealt first; every deal of which nobody said who dealt it is turned round.",
        ),
    ] = None,
    rules: Annotated[str | None, typer.Option("--rules", metavar="RULES", help="The ruleset.")] = None,
    rules_file: RulesFiles = None,
    target: Target = None,
    deals: Deals = None,
    timed: Timed = False,
    date: Annotated[str | None, typer.Option("--date", metavar="D", help="The day, as in 2026-11-26.")] = None,
    event: Annotated[str | None, typer.Option("--event", metavar="E", help="The event; none for none.")] = None,
    table: Annotated[str | None, typer.Option("--table", metavar="T", help="The table; none for none.")] = None,
    reason: Reason = None,
    db: Database = "",
) -> None:
    """Put right what a session was started with: players, dealer, rules, target, date, event, table.

    Another ruleset brings its own target, where the old one was the rules'.

      schneider-league session amend 3 --dealer Ben --reason "Ben dealt first"
      schneider-league session amend 3 --players Anna Carl --reason "it was Carl"
    """
    from schneider_league.cli.failure import unwanted_argument
    from schneider_league.workflows.sessions.amending import amend_session
    from schneider_league.workflows.sessions.terms import Terms

    names = None
    rest = list(second or ())
    if players is not None:
        names = [name.strip() for name in players.split(",")] if "," in players else [players, *rest[:1]]
        rest = rest if "," in players else rest[1:]
    if rest:
        raise unwanted_argument("schneider-league session amend", rest[0])
    terms = Terms(target, deals, timed, rules, tuple(rules_file or ()), event, table, date)
    tell(answered(amend_session, db, session, terms, players=names, dealer=dealer, reason=reason))
