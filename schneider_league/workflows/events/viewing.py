"""Rounds, tables and histories of an event as they are shown."""

from __future__ import annotations

from collections.abc import Sequence

from schneider_league.derive.event import Paired, PairingState, Round
from schneider_league.derive.sessions import State
from schneider_league.records.event import StatedPairing
from schneider_league.reports.event_view import (
    CrossCell,
    CrossRow,
    CrosstableView,
    EntrantLine,
    EventHeading,
    PairingLine,
    RoundsView,
    RoundView,
    Slip,
)
from schneider_league.reports.numbers import counted, json_number, listed
from schneider_league.store.engine import Database
from schneider_league.workflows.events.creating import goes_words
from schneider_league.workflows.events.entering import table_of
from schneider_league.workflows.events.held import ROUND_ROBINS, Held, hold
from schneider_league.workflows.sessions.book import Book


def heading_of(held: Held) -> EventHeading:
    """What stands above everything that is shown of it."""
    settings = held.state.settings
    return EventHeading(
        held.event.id,
        settings.name,
        settings.format,
        settings.rules,
        goes_words(settings),
        held.state.planned_rounds if settings.has_rounds else None,
        settings.best_of,
    )


def line_of_paired(held: Held, paired: Paired) -> PairingLine:
    """A board of a published round."""
    loser = None
    if paired.forfeited_by is not None:
        stated = paired.stated
        losers = {"a": stated.a, "b": stated.b}
        who = losers.get(paired.forfeited_by)
        loser = "both" if who is None else held.book.name(who)
    return _line(
        held,
        paired.round,
        paired.stated,
        str(paired.state),
        winner=None if paired.winner is None else held.book.name(paired.winner),
        paired=paired,
        loser=loser,
        table=held.tables.get(paired.sessions[-1].session) if paired.sessions else None,
    )


def _line(
    held: Held,
    round: int,
    stated: StatedPairing,
    state: str,
    *,
    winner: str | None = None,
    paired: Paired | None = None,
    loser: str | None = None,
    table: str | None = None,
) -> PairingLine:
    a, b = stated.a, stated.b
    return PairingLine(
        round,
        stated.board,
        held.book.name(a),
        _number(held, a),
        None if b is None else held.book.name(b),
        None if b is None else _number(held, b),
        str(stated.kind),
        state,
        winner,
        None if paired is None else paired.score,
        (0, 0) if paired is None else paired.wins,
        loser,
        () if paired is None else tuple(tally.session for tally in paired.sessions),
        table,
        stated.reason,
        stated.by_hand,
        paired is not None and any(tally.state is State.OPEN for tally in paired.sessions),
    )


def _number(held: Held, player: int) -> int | None:
    entrant = held.state.entrant(player)
    return None if entrant is None else entrant.number


def round_view(held: Held, round: Round, notes: Sequence[str]) -> RoundView:
    """A published round."""
    lines = tuple(line_of_paired(held, paired) for paired in round.pairings)
    return RoundView(heading_of(held), round.number, lines, False, round.is_closed, tuple(notes))


def draft_view(held: Held, number: int, pairings: Sequence[StatedPairing], notes: Sequence[str]) -> RoundView:
    """A round that is not published."""
    lines = tuple(_line(held, number, stated, "draft") for stated in pairings)
    return RoundView(heading_of(held), number, lines, True, False, tuple(notes))


def state_notes(held: Held, round: Round) -> list[str]:
    """What stands below a round: what it lacks, and what comes next."""
    notes = []
    if round.is_closed and not round.is_complete:
        notes.append(f"Time is up for round {round.number}.")
    if not round.is_complete:
        notes.append(f"Without a result: {held.missing_words(round)}.")
    elif round == held.state.current:
        notes.append(held.next_words())
    return notes


def view_pairings(address: str, query: str, number: int | None = None) -> RoundView:
    """A published round; without a number the last.

    Raises:
        NotFoundError: there is no such event or round.
        StateError: it has no rounds, or none is published.
    """
    with Database(address).reading() as league:
        held = hold(Book(league), query)
        found = held.round(number)
        return round_view(held, found, state_notes(held, found))


def view_rounds(address: str, query: str) -> RoundsView:
    """All published rounds.

    Raises:
        NotFoundError: there is no such event.
        StateError: it has no rounds.
    """
    with Database(address).reading() as league:
        held = hold(Book(league), query)
        held.refuse_unless_rounds()
        lines = [line_of_paired(held, paired) for each in held.state.rounds for paired in each.pairings]
        return RoundsView(heading_of(held), tuple(lines), (progress_words(held), held.next_words()))


def progress_words(held: Held) -> str:
    """`8 players, 2 of 5 rounds are published.`"""
    state = held.state
    planned = state.planned_rounds
    rounds = len(state.rounds)
    of = "" if planned is None else f" of {planned}"
    verb = "is" if rounds == 1 and planned is None else "are"
    said = f"{rounds}{of} round{'s' if rounds != 1 or planned is not None else ''} {verb} published"
    out = len(state.entrants) - len(state.active)
    return f"{counted(len(state.entrants), 'player')}{f' ({out} withdrawn)' if out else ''}, {said}."


def entrant_lines(held: Held) -> list[EntrantLine]:
    """Everybody in the event, by number."""
    standings = {row.player: row for row in table_of(held).rows}
    lines = []
    for entrant in held.state.entrants:
        row = standings.get(entrant.player)
        state = "struck" if entrant.is_struck else "active" if entrant.is_in(held.state.next_round) else "withdrawn"
        lines.append(
            EntrantLine(
                entrant.number,
                held.book.name(entrant.player),
                held.ratings.get(entrant.player),
                state,
                entrant.first_round,
                entrant.withdrawn_from,
                tuple(sorted(entrant.absent)),
                0 if row is None else row.totals.halves / 2,
                0 if row is None else row.totals.sessions,
            )
        )
    return lines


def view_crosstable(address: str, query: str) -> CrosstableView:
    """Everybody against everybody (round-robins), or round by round.

    Raises:
        NotFoundError: there is no such event.
        StateError: it has no rounds, or none is published.
    """
    with Database(address).reading() as league:
        held = hold(Book(league), query)
        held.round(None)
        return crosstable_of(held)


def crosstable_of(held: Held) -> CrosstableView:
    """The crosstable of an event in rounds."""
    from schneider_league.derive.tie_breaks import TIE_BREAKS
    from schneider_league.reports.deciding import ranking_words, show_criterion

    standings = table_of(held)
    shown = [
        name
        for name in standings.order
        if name != "points"
        and (TIE_BREAKS[name].value is not None or any(row.values.get(name) is not None for row in standings.rows))
    ]
    rows = []
    for row in standings.rows:
        values = tuple(
            (name, show_criterion(name, row.values.get(name)), json_number(row.values.get(name))) for name in shown
        )
        rows.append(_cross_row(held, row.rank, row.player, row.totals.halves / 2, values))
    rows += [_cross_row(held, None, player, 0, ()) for player in standings.struck]
    notes = [ranking_words(standings), progress_words(held)]
    if standings.struck:
        notes.append(_struck_words(held, standings.struck))
    return CrosstableView(
        heading_of(held),
        held.state.settings.format in ROUND_ROBINS,
        tuple(rows),
        len(held.state.rounds),
        tuple(notes),
    )


def _struck_words(held: Held, struck: Sequence[int]) -> str:
    names = listed([held.book.name(player) for player in struck])
    return f"Struck from the table, having left before half of their games: {names}. The results stay for ratings."


def _cross_row(
    held: Held,
    rank: int | None,
    player: int,
    points: float,
    values: tuple[tuple[str, str, float | int | None], ...],
) -> CrossRow:
    cells = []
    for each in held.state.rounds:
        paired = each.of(player)
        if paired is not None:
            cells.append(_cell(held, paired, player))
    return CrossRow(rank, _number(held, player) or 0, held.book.name(player), tuple(cells), points, values)


def _cell(held: Held, paired: Paired, player: int) -> CrossCell:
    stated = paired.stated
    opponent = stated.opponent_of(player)
    is_first = player == stated.a
    score = paired.score if paired.score is None or is_first else (paired.score[1], paired.score[0])
    result, points = _result(held, paired, player)
    return CrossCell(
        paired.round,
        None if opponent is None else held.book.name(opponent),
        None if opponent is None else _number(held, opponent),
        result,
        points,
        score,
        is_first and opponent is not None,
    )


def _result(held: Held, paired: Paired, player: int) -> tuple[str, float | None]:
    """What it was for a player, and the points; None while it is not over."""
    match paired.state:
        case PairingState.BYE:
            is_round_robin = held.state.settings.format in ROUND_ROBINS
            return "bye", 0 if is_round_robin else 1
        case PairingState.ABSENCE:
            return "absent", 0
        case PairingState.FORFEIT:
            return ("forfeit-won", 1) if paired.winner == player else ("forfeit-lost", 0)
        case PairingState.DOUBLE_FORFEIT:
            return "forfeit-lost", 0
        case PairingState.DRAWN:
            return "drawn", 0.5
        case PairingState.WON:
            return ("won", 1) if paired.winner == player else ("lost", 0)
        case _:
            return str(paired.state), None


def view_slips(address: str, query: str, number: int | None = None) -> list[Slip]:
    """Blank score slips for the games of a round; without a number the last.

    Raises:
        NotFoundError: there is no such event or round.
        StateError: it has no rounds, or none is published.
    """
    with Database(address).reading() as league:
        held = hold(Book(league), query)
        found = held.round(number)
        settings = held.state.settings
        slips = []
        for paired in found.pairings:
            b = paired.stated.b
            if b is not None:
                line = line_of_paired(held, paired)
                slips.append(
                    Slip(
                        held.name,
                        found.number,
                        line.board,
                        line.table,
                        line.a,
                        held.book.name(b),
                        goes_words(settings),
                        settings.rules,
                        settings.best_of,
                    )
                )
        return slips
