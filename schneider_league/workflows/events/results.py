"""Results that no session brings: forfeits, and rounds whose time is up."""

from __future__ import annotations

from collections.abc import Sequence

from schneider_league.derive.event import Paired, PairingState
from schneider_league.derive.names import derive_fit, fold
from schneider_league.derive.sessions import State
from schneider_league.errors import AnswerNeededError, NotFoundError, StateError, UsageError
from schneider_league.records.claims import FormatKind
from schneider_league.records.event import EventEntryKind, Loser
from schneider_league.records.ledger import Content, Ending, EntryKind
from schneider_league.reports.session_words import state_line
from schneider_league.store.ledger import Draft
from schneider_league.workflows.events.held import Clock, EventAnswer, Held, writing
from schneider_league.workflows.sessions.writing import append_to, clean_text

BOTH = "both"


def forfeit_pairing(
    address: str,
    query: str,
    player: str,
    round: int | None = None,
    *,
    board: int | None = None,
    reason: str | None = None,
    clock: Clock | None = None,
) -> EventAnswer:
    """Enter that a game is not played, since a player, or `both`, did not come.

    Args:
        address: The database.
        query: The event.
        player: Who forfeits; `both` needs the board, unless just one lacks a result.
        round: The round; without a number the only one in which a game of the player waits.
        board: The board.
        reason: Why.
        clock: The time.

    Raises:
        AnswerNeededError: nothing says which board.
        NotFoundError: the player is not in the event or has no game in that round.
        StateError: the game has a result, or is being played.
    """

    def forfeit(held: Held) -> EventAnswer:
        held.refuse_unless_rounds()
        held.refuse_finished()
        wanted = held.round(round)
        called_both = any(derive_fit(player, held.book.name(each.player)) > 1 for each in held.state.entrants)
        if fold(player) == BOTH and not called_both:
            found = _of_board(held, wanted.missing, wanted.number, board)
            loser: Loser = "both"
        else:
            found, loser = _of_player(held, player, round, board)
        _refuse_played(held, found)
        held.append(
            EventEntryKind.FORFEIT,
            round=found.round,
            board=found.stated.board,
            loser=loser,
            reason=clean_text(reason),
        )
        return EventAnswer((_forfeit_line(held, found, loser), held.next_words()))

    return writing(address, clock, query, forfeit)


def _of_board(held: Held, missing: Sequence[Paired], round: int, board: int | None) -> Paired:
    """The game on a board of a round; without a number the only one that lacks a result."""
    if board is None:
        if len(missing) == 1:
            return missing[0]
        if not missing:
            raise StateError(f"round {round} of {held.name} lacks no result")
        raise AnswerNeededError(
            f"nothing says on which board both forfeit: {', '.join(held.board(each) for each in missing)}",
            question="On which board?",
            parameter="board",
            hint="say it with --board N",
        )
    published = held.state.round(round)
    assert published is not None
    number = _whole(board)
    for paired in published.pairings:
        if paired.stated.board == number and paired.is_game:
            return paired
    raise NotFoundError(f"round {round} of {held.name} has no board {board}", hint=f"event pairings {held.event.id}")


def _whole(value: object) -> int:
    text = str(value).strip()
    if not text.isdecimal():
        raise UsageError(f"'{text}' is no number of a board")
    return int(text)


def _of_player(held: Held, query: str, round: int | None, board: int | None) -> tuple[Paired, Loser]:
    player = held.entrant(query)
    if round is None:
        waiting = held.state.unplayed_of(player.id)
        found = waiting[0] if waiting else None
        if found is None:
            raise NotFoundError(
                f"no game of {player.name} in {held.name} waits for a result", hint=f"event pairings {held.event.id}"
            )
    else:
        published = held.state.round(round)
        assert published is not None
        found = published.of(player.id)
        if found is None or not found.is_game:
            what = "does not play" if found is None else "has no opponent"
            raise NotFoundError(
                f"{player.name} {what} in round {round} of {held.name}",
                hint=f"event pairings {held.event.id} --round {round}",
            )
    if board is not None and found.stated.board != _whole(board):
        raise UsageError(f"{player.name} plays on {held.board(found)}, not on board {board}")
    return found, "a" if found.stated.a == player.id else "b"


def _refuse_played(held: Held, found: Paired) -> None:
    where = f"round {found.round}, {held.board(found)}"
    by_session = any(tally.state is State.FORFEITED for tally in found.sessions)
    if found.forfeited_by is not None and not by_session:
        raise StateError(
            f"{where} is forfeited already",
            hint=f"`event history {held.event.id}` shows the entry, `event undo {held.event.id} --entry N` takes it "
            "back",
        )
    open_ones = [tally for tally in found.sessions if tally.state is State.OPEN]
    if open_ones:
        number = open_ones[0].session
        raise StateError(
            f"{where} is being played: session {number}",
            hint=f"`session forfeit {number} PLAYER --reason …` ends it so; `session void {number}` if it was begun by "
            "mistake",
        )
    if found.is_over:
        session = found.sessions[-1].session if found.sessions else None
        raise StateError(
            f"{where} has a result",
            hint=None if session is None else f"`session show {session}` shows it, `session correct` puts it right",
        )


def _forfeit_line(held: Held, found: Paired, loser: Loser) -> str:
    where = f"Round {found.round}, board {found.stated.board}"
    a, b = (held.book.name(player) for player in found.stated.players)
    if loser == "both":
        return f"{where}: {a} and {b} both forfeit; neither has a point."
    lost, won = (a, b) if loser == "a" else (b, a)
    return f"{where}: {lost} forfeits, {won} wins."


def close_round(
    address: str,
    query: str,
    round: int | None = None,
    *,
    reason: str | None = None,
    clock: Clock | None = None,
) -> EventAnswer:
    """End all timed sessions of a round together, as they stand; without a number of the last.

    In a knockout a session that is level goes on: the next deal with a winner decides it.

    Raises:
        StateError: nothing of it is being played by time, or the round is not published.
    """

    def close(held: Held) -> EventAnswer:
        held.refuse_unless_rounds()
        held.refuse_finished()
        found = held.round(round)
        book, why = held.book, clean_text(reason)
        lines: list[str] = []
        hints: list[str] = []
        closed = 0
        for paired in found.pairings:
            where = f"Board {paired.stated.board}"
            for tally in paired.sessions:
                if tally.state is not State.OPEN:
                    continue
                session = book.session(tally.session)
                names = book.names(session)
                if session.start.format.kind is not FormatKind.TIMED:
                    hints.append(f"{where.lower()}: session {session.id} ends by itself and goes on")
                elif session.end is not None:
                    hints.append(f"{where.lower()}: session {session.id} is level; the next deal with a winner decides")
                elif all(row.score is None for row in session.rows):
                    hints.append(
                        f"{where.lower()}: session {session.id} has no deal that counts; `event forfeit` or "
                        f"`session abandon {session.id}` ends it"
                    )
                else:
                    after = append_to(book, session, [Draft(Content(EntryKind.END, ending=Ending.CLOSE))], reason=why)
                    closed += 1
                    lines.append(f"{where}: {state_line(after, names)}")
        unplayed = [paired for paired in found.pairings if paired.state is PairingState.UNPLAYED]
        if not closed and found.is_closed:
            return EventAnswer((f"Time is up for round {found.number} of {held.name} already.",), tuple(hints))
        if not closed and not hints:
            what = "is complete" if found.is_complete else "has no session that is being played"
            hint = (
                held.next_words()
                if found.is_complete
                else f"without a result: {held.missing_words(found)}; `event forfeit {held.event.id}` enters who "
                "did not come"
            )
            raise StateError(f"round {found.number} of {held.name} {what}", hint=hint)
        held.append(EventEntryKind.CLOSE, round=found.number, reason=why)
        held.reload()
        ended = "1 session is" if closed == 1 else f"{closed or 'no'} sessions are"
        lines.insert(0, f"Time is up for round {found.number} of {held.name}: {ended} closed.")
        if unplayed:
            hints += [f"{held.board(paired)} was not begun" for paired in unplayed]
        lines.append(held.next_words())
        return EventAnswer(tuple(lines), tuple(hints))

    return writing(address, clock, query, close)
