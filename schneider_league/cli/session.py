"""`session …` at the table: start, result, score, misdeal, undo, redo, close, abandon, forfeit."""

from __future__ import annotations

from typing import Annotated

import typer

from schneider_league.cli.asking import answered, tell
from schneider_league.cli.options import Database, RulesFiles

PlayerA = Annotated[str, typer.Argument(metavar="A", help="The player whose numbers stand first.")]
PlayerB = Annotated[str, typer.Argument(metavar="B", help="The other player.")]
Ref = Annotated[
    str,
    typer.Argument(metavar="REF", help="The session: its id, its table (T3), or a player who has just one open."),
]
OpenRef = Annotated[
    str | None,
    typer.Option(
        "-s",
        "--session",
        metavar="REF",
        help="The session: its id, its table (T3), or a player who has just one open. "
        "May be left out while exactly one is open.",
    ),
]
LastRef = Annotated[
    str | None,
    typer.Option("-s", "--session", metavar="REF", help="The session. Without it the one last written to."),
]
Target = Annotated[
    int | None,
    typer.Option("--target", metavar="N", min=1, help="It goes to N game points. Default: as the rules say."),
]
Deals = Annotated[
    int | None, typer.Option("--deals", metavar="N", min=1, help="It goes over N deals that have a winner.")
]
Timed = Annotated[bool, typer.Option("--timed", help="It goes on until it is closed.")]
Rules = Annotated[str | None, typer.Option("--rules", metavar="RULES", help="The ruleset. Default: bohemian.")]
FirstDealer = Annotated[
    str | None,
    typer.Option("--dealer", metavar="NAME|cut", help="Who deals first; cut lets the program cut for it."),
]
Event = Annotated[
    str | None, typer.Option("--event", metavar="E", help="The event that it belongs to, which may say the rest.")
]
Table = Annotated[str | None, typer.Option("--table", metavar="T", help="The table at which it is played.")]
Day = Annotated[
    str | None,
    typer.Option(
        "--date", metavar="D", help="The day, as in 2026-11-26. Default: today, before six in the morning yesterday."
    ),
]
Reason = Annotated[str | None, typer.Option("--reason", metavar="T", help="Why; it is kept.")]
DealNumber = Annotated[
    int | None,
    typer.Option("--deal", metavar="N", min=1, help="Which deal is meant: refused if it has been entered meanwhile."),
]
Dealt = Annotated[
    str | None,
    typer.Option("--dealer", metavar="NAME", help="Who dealt, where it was not the one whose turn it was."),
]
AllTricks = Annotated[bool, typer.Option("--all-tricks", help="The winner took every trick: a Schwarz in three-wins.")]


def start(
    player_a: PlayerA,
    player_b: PlayerB,
    target: Target = None,
    deals: Deals = None,
    timed: Timed = False,
    rules: Rules = None,
    rules_file: RulesFiles = None,
    dealer: FirstDealer = None,
    event: Event = None,
    table: Table = None,
    date: Day = None,
    db: Database = "",
) -> None:
    """Start a session of two players.

    Scores are entered in the order of the two names, whoever deals. A session goes to the rules' target
    unless --target, --deals or --timed says otherwise.

      schneider-league session start Anna Ben --dealer Ben
      schneider-league session start Anna Ben --rules points --target 5 --dealer cut --table T3
    """
    from schneider_league.workflows.sessions.starting import begin_session
    from schneider_league.workflows.sessions.terms import Terms

    terms = Terms(target, deals, timed, rules, tuple(rules_file or ()), event, table, date)
    tell(answered(begin_session, db, (player_a, player_b), terms, dealer=dealer))


def result(
    player_a: PlayerA,
    player_b: PlayerB,
    score: Annotated[str, typer.Argument(metavar="RESULT", help="The game points of both, as in 7-4.")],
    target: Target = None,
    deals: Deals = None,
    timed: Timed = False,
    rules: Rules = None,
    rules_file: RulesFiles = None,
    dealer: FirstDealer = None,
    event: Event = None,
    table: Table = None,
    date: Day = None,
    db: Database = "",
) -> None:
    """Enter a whole session of which only the end is known.

    It counts like any other; an end that play cannot reach is refused.

      schneider-league session result Anna Ben 7-4 --date 2026-11-26
    """
    from schneider_league.workflows.sessions.starting import enter_result
    from schneider_league.workflows.sessions.terms import Terms

    terms = Terms(target, deals, timed, rules, tuple(rules_file or ()), event, table, date)
    tell(answered(enter_result, db, (player_a, player_b), score, terms, dealer=dealer))


def score(
    words: Annotated[
        list[str],
        typer.Argument(metavar="SCORE", help="As in 14-6, 14:6, 14 6, or 14 alone: the first player's number first."),
    ],
    session: OpenRef = None,
    deal: DealNumber = None,
    dealer: Dealt = None,
    reason: Reason = None,
    all_tricks: AllTricks = False,
    db: Database = "",
) -> None:
    """Enter the score of the next deal, in honours or card points.

    The numbers stand in the order in which the session was started. The answer repeats what was stored and
    says who deals next.

      schneider-league session score 14-6
      schneider-league session score 14-6 -s anna --deal 5
      schneider-league session score 12 8 --dealer Ben --reason "Ben dealt twice"
    """
    from schneider_league.workflows.sessions.entering import enter_deal

    tell(
        answered(
            enter_deal,
            db,
            " ".join(words),
            session=session,
            deal=deal,
            dealer=dealer,
            reason=reason,
            all_tricks=all_tricks,
        )
    )


def misdeal(
    session: OpenRef = None,
    deal: DealNumber = None,
    dealer: Dealt = None,
    reason: Reason = None,
    db: Database = "",
) -> None:
    """Enter that the next deal was a misdeal: it counts for nothing, and the same player deals again.

    The reason says what happened, in words.

      schneider-league session misdeal --reason "a card lay open"
    """
    from schneider_league.workflows.sessions.entering import enter_misdeal

    tell(answered(enter_misdeal, db, session=session, deal=deal, dealer=dealer, note=reason))


def undo(session: LastRef = None, reason: Reason = None, db: Database = "") -> None:
    """Take back what was entered last, whatever it was, the end of a session included.

    A reason is needed only where it opens a session of an earlier day again.
    """
    from schneider_league.workflows.sessions.undoing import undo as take_back

    tell(answered(take_back, db, session=session, reason=reason))


def redo(session: LastRef = None, db: Database = "") -> None:
    """Do again what undo took back; until something new is entered."""
    from schneider_league.workflows.sessions.undoing import redo as do_again

    tell(answered(do_again, db, session=session))


def close(session: Ref, reason: Reason = None, db: Database = "") -> None:
    """End a timed session: more game points wins, equal is drawn."""
    from schneider_league.workflows.sessions.ending import close_session

    tell(answered(close_session, db, session, reason=reason))


def abandon(session: Ref, reason: Reason = None, db: Database = "") -> None:
    """End a session without a result."""
    from schneider_league.workflows.sessions.ending import abandon_session

    tell(answered(abandon_session, db, session, reason=reason))


def forfeit(
    session: Ref,
    player: Annotated[str, typer.Argument(metavar="PLAYER|both", help="Who gives up: one of the two, or both.")],
    reason: Reason = None,
    db: Database = "",
) -> None:
    """End a session as forfeited: the other player wins it, the game points stand as they are.

    Where both forfeit, nobody wins it. It is not rated.

      schneider-league session forfeit 3 anna --reason "had to leave"
    """
    from schneider_league.workflows.sessions.ending import forfeit_session

    tell(answered(forfeit_session, db, session, player, reason=reason))
