"""`player …`: added, found, renamed, merged, retired, anonymised, removed."""

from __future__ import annotations

from dataclasses import asdict, replace
from typing import Annotated

import typer

from schneider_league.cli.options import Bom, Database, Json, OutFile, TableFormat
from schneider_league.cli.output import choose_output
from schneider_league.reports.text import make_visible

Who = Annotated[str, typer.Argument(metavar="PLAYER", help="A name, an alias, the beginning of one, or an id.")]
Reason = Annotated[str | None, typer.Option("--reason", metavar="T", help="Why; it is kept.")]


def _say(text: str) -> None:
    """Say it; a name that ends with a full stop ends the sentence too."""
    print(make_visible(text.removesuffix(".") if text.endswith("..") else text))


def add(
    names: Annotated[list[str], typer.Argument(metavar="NAME…", help="Full names; each in quotes.")],
    alias: Annotated[
        list[str] | None, typer.Option("--alias", metavar="A", help="A further name; may be given several times.")
    ] = None,
    db: Database = "",
) -> None:
    """Add players.

    schneider-league player add "Anna Nováková" "Ben Hofer"
    schneider-league player add "Karl Müller" --alias Charly
    """
    from schneider_league.workflows.players import add_players

    for player in add_players(db, names, aliases=alias or ()):
        also = f", also {', '.join(player.aliases)}" if player.aliases else ""
        _say(f"Player {player.id}: {player.name}{also}.")


def list_players(
    everybody: Annotated[
        bool, typer.Option("--all", help="Those who were merged, anonymised or removed, too.")
    ] = False,
    bots: Annotated[bool, typer.Option("--bots", help="Bots, too.")] = False,
    db: Database = "",
    format: TableFormat = None,
    json: Json = False,
    output: OutFile = None,
    bom: Bom = False,
) -> None:
    """List the players by name, with the sessions that count for them."""
    from schneider_league.reports.player import players_report
    from schneider_league.workflows.players import list_all_players

    chosen = choose_output(format, json, output, bom)
    chosen.write(players_report(asdict(line) for line in list_all_players(db, everybody=everybody, bots=bots)))


def show(
    player: Who,
    db: Database = "",
    format: TableFormat = None,
    json: Json = False,
    output: OutFile = None,
    bom: Bom = False,
) -> None:
    """Show a player: names, sessions, who was merged into them and what else happened.

    As HTML or PDF it is the player's page, with the record, the opponents and the course of the rating. Else results
    are shown by: session list --player PLAYER, ratings history PLAYER.

      schneider-league player show anna -o anna.pdf
    """
    from schneider_league.reports.player import player_report
    from schneider_league.workflows.player_results import load_player_results
    from schneider_league.workflows.players import view_player

    chosen = choose_output(format, json, output, bom)
    report = player_report(asdict(view_player(db, player)))
    chosen.write(replace(report, appendix=lambda: load_player_results(db, player)))


def rename(
    player: Who,
    name: Annotated[str, typer.Argument(metavar="NAME", help="The new name.")],
    db: Database = "",
) -> None:
    """Give a player another name. The old one stays an alias, so that old sheets are understood."""
    from schneider_league.workflows.players import rename_player

    was, now = rename_player(db, player, name)
    _say(f"Player {was.id}: {was.name} is called {now} now." if was.name != now else f"{now} is called so already.")


def alias(
    player: Who,
    aliases: Annotated[list[str], typer.Argument(metavar="ALIAS…", help="Further names.")],
    remove: Annotated[bool, typer.Option("--remove", help="Take them away instead.")] = False,
    db: Database = "",
) -> None:
    """Give a player further names, by which they are found and which may stand in sheets; or take some away."""
    from schneider_league.workflows.players import alias_player

    found, changed = alias_player(db, player, aliases, remove=remove)
    if not changed:
        _say(f"{found.name} has no such alias." if remove else f"{found.name} is called so already.")
    elif remove:
        _say(f"{found.name} is no longer also {', '.join(changed)}.")
    else:
        _say(f"{found.name} is also {', '.join(changed)}.")


def merge(
    from_: Annotated[str, typer.Argument(metavar="FROM", help="Whose sessions count for the other from now on.")],
    into: Annotated[str, typer.Argument(metavar="INTO", help="Who they count for.")],
    reason: Reason = None,
    db: Database = "",
) -> None:
    """Let one player's sessions count for another: they are one person under two names.

    Refused where the two have met. player unmerge takes it back.
    """
    from schneider_league.workflows.players import merge_players

    source, target, sessions = merge_players(db, from_, into, reason=reason)
    _say(
        f"{source.name} (id {source.id}) is {target.name} (id {target.id}) now: "
        f"{sessions} session{'' if sessions == 1 else 's'} moved. player unmerge {source.id} takes it back."
    )


def unmerge(player: Who, reason: Reason = None, db: Database = "") -> None:
    """Take a merge back: the player who was merged is one of their own again."""
    from schneider_league.workflows.players import unmerge_player

    source, target, sessions = unmerge_player(db, player, reason=reason)
    _say(
        f"{source.name} (id {source.id}) and {target.name} (id {target.id}) are two again: "
        f"{sessions} session{'' if sessions == 1 else 's'} moved back."
    )


def retire(player: Who, reason: Reason = None, db: Database = "") -> None:
    """Note that a player plays no longer. Results and ratings stay."""
    from schneider_league.workflows.players import retire_player

    found, is_new = retire_player(db, player, reason=reason)
    _say(f"{found.name} has retired." if is_new else f"{found.name} has retired already.")


def return_(player: Who, reason: Reason = None, db: Database = "") -> None:
    """Note that a player who retired plays again."""
    from schneider_league.workflows.players import return_player

    found, is_new = return_player(db, player, reason=reason)
    _say(f"{found.name} is back." if is_new else f"{found.name} has not retired.")


def anonymise(player: Who, db: Database = "") -> None:
    """Let a player's name vanish, with their aliases and the free text that holds them. It cannot be undone.

    What they played stays, and counts for a player without a name. Copies of the league that were made before keep
    the name.
    """
    from schneider_league.workflows.players import anonymise_player

    done = anonymise_player(db, player)
    texts = done.remarks + done.records
    removed = f" {texts} text{'' if texts == 1 else 's'} that held the name {'was' if texts == 1 else 'were'} removed."
    _say(
        f"The player is {done.called} from now on; what they played stays.{removed if texts else ''} "
        "The name is gone from this league, but not from backups and exports made before."
    )


def remove(player: Who, db: Database = "") -> None:
    """Remove a player who never played, such as one who was added by mistake."""
    from schneider_league.workflows.players import remove_player

    found = remove_player(db, player)
    _say(f"{found.name} (id {found.id}) is removed.")
