"""Who takes part: players enter, withdraw, miss a round."""

from __future__ import annotations

import os
from collections.abc import Collection, Sequence
from dataclasses import replace

from schneider_league.derive.standings import Standings, derive_event_standings
from schneider_league.errors import AnswerNeededError, NotFoundError, StateError, UsageError
from schneider_league.records.event import EventEntryKind, FinalsOf
from schneider_league.records.players import Player
from schneider_league.records.sheet_text import decode_sheet
from schneider_league.reports.numbers import counted, listed
from schneider_league.schedule.proposal import is_last_paired
from schneider_league.store.people import add_player
from schneider_league.workflows.events.held import ROUND_ROBINS, Clock, EventAnswer, Held, hold, writing
from schneider_league.workflows.files import STANDARD_INPUT, open_input
from schneider_league.workflows.sessions.book import Book
from schneider_league.workflows.sessions.writing import clean_text


def enter_players(
    address: str,
    query: str,
    names: Sequence[str],
    *,
    source: str | None = None,
    top: int | None = None,
    add: bool = False,
    clock: Clock | None = None,
) -> EventAnswer:
    """Enter players into an event: those who are named, of a file (a name a line), or the best of another event.

    Args:
        address: The database.
        query: The event.
        names: Players.
        source: A file, `-` for standard input, or an event.
        top: How many of that event's table.
        add: Whether who is not known yet becomes a player.
        clock: The time.

    Raises:
        UsageError: nobody is named.
        NotFoundError: somebody is not known.
        StateError: the event is finished, or a knockout that has begun.
    """
    if not names and source is None:
        raise UsageError("nobody is named", hint="name players, or take them from a file or an event with --from")
    if top is not None and source is None:
        raise UsageError("--top says how many of the event that --from names", hint='--from "Club Swiss" --top 4')
    stated = [*names]
    if source is not None and top is None and _is_file(source):
        stated += read_names(source)

    def enter(held: Held) -> EventAnswer:
        held.refuse_finished()
        held.refuse_unless_rounds()
        if held.state.settings.format == "knockout" and held.state.rounds:
            raise StateError(
                f"{held.name} has begun: nobody can enter a knockout after its first round",
                hint=f"`event unpair {held.event.id}` takes the round back while nothing of it was played",
            )
        found, new = _known_players(held.book, stated, add=add)
        hints: list[str] = []
        if source is not None and (top is not None or not _is_file(source)):
            best, hints = _best_of(held, source, top)
            found += best
        answer = _enter(held, found, new)
        return replace(answer, hints=(*answer.hints, *hints))

    return writing(address, clock, query, enter, is_numbered=False)


def _is_file(source: str) -> bool:
    return source == STANDARD_INPUT or os.path.exists(source)


def read_names(file: str) -> list[str]:
    """The names in a file, one a line; what is empty or begins with # is passed over.

    Raises:
        NotFoundError: there is no such file.
        UnreadableError: it is no text.
    """
    with open_input(file) as stream:
        text, _encoding = decode_sheet(stream.read(), file)
    lines = (line.strip() for line in text.removeprefix("\ufeff").splitlines())
    return [_unquoted(line) for line in lines if line.strip('" ') and not line.startswith("#")]


def _unquoted(line: str) -> str:
    """A cell as spreadsheets write it: quoted as a whole, quotes within doubled."""
    within = line[1:-1]
    if len(line) > 1 and line[0] == line[-1] == '"' and '"' not in within.replace('""', ""):
        return within.replace('""', '"').strip()
    return line


def _known_players(book: Book, names: Sequence[str], *, add: bool) -> tuple[list[Player], list[str]]:
    """The players who are named; with `add` who is not known becomes one, and is listed."""
    found: list[Player] = []
    new: list[str] = []
    unknown: list[NotFoundError] = []
    for name in names:
        try:
            found.append(book.player(name))
        except NotFoundError as error:
            if error.__class__ is not NotFoundError:
                raise
            if not add:
                unknown.append(error)
                continue
            player = add_player(book.league, name)
            found.append(player)
            new.append(player.name)
            book.__dict__.pop("players", None)
            book.__dict__.pop("_by_id", None)
            book.__dict__.pop("_heads", None)
    if len(unknown) == 1:
        (alone,) = unknown
        raise NotFoundError(alone.message, candidates=alone.candidates, hint=_add_hint(alone.hint))
    if unknown:
        listed_ = "; ".join(
            error.message + (f" (near: {', '.join(error.candidates)})" if error.candidates else "") for error in unknown
        )
        raise NotFoundError(f"{len(unknown)} players are not known, and nobody was entered: {listed_}", hint=_ADD)
    return found, new


_ADD = "--add makes players of those who are not known"


def _add_hint(hint: str | None) -> str:
    return _ADD if hint is None else f"{hint}; {_ADD}"


def _best_of(held: Held, source: str, top: int | None) -> tuple[list[Player], list[str]]:
    """The best of another event, by its table, and what deserves attention."""
    try:
        other = hold(held.book, source)
    except NotFoundError as error:
        raise NotFoundError(
            f"'{source}' is no file, and {error.message}", hint=error.hint, candidates=error.candidates
        ) from None
    if other.event.id == held.event.id:
        raise UsageError(f"--from names {held.name} itself")
    if top is None:
        raise AnswerNeededError(
            f"nothing says how many of {other.name} enter",
            question=f"How many of {other.name} enter?",
            parameter="top",
            hint="say it with --top N",
        )
    if int(top) < 1:
        raise UsageError(f"--top {top}: at least 1")
    top = int(top)
    standings = table_of(other)
    if len(standings.rows) < top:
        raise StateError(f"the table of {other.name} has {counted(len(standings.rows), 'player')}, not {top}")
    if len(standings.rows) > top and standings.rows[top].rank == standings.rows[top - 1].rank:
        rank = standings.rows[top].rank
        level = [held.book.name(row.player) for row in standings.rows if row.rank == rank]
        raise StateError(
            f"{listed(level)} share place {rank} in {other.name}",
            hint=f"take --top {rank - 1 or rank + len(level) - 1} or {rank + len(level) - 1}, or enter them by name",
        )
    players = {player.id: player for player in held.book.players}
    settings = held.state.settings
    finals = replace(settings, finals_of=FinalsOf(other.event.id, top))
    if not held.state.entrants:
        finals = replace(finals, seed_by="entry")
    if finals != settings:
        held.append(EventEntryKind.SETTINGS, settings=finals)
    best = [players[row.player] for row in standings.rows[:top]]
    gone = [player for player in best if not other.state.is_active(player.id, other.state.next_round)]
    hints = [
        f"{player.name} had withdrawn from {other.name}; if they do not come: event withdraw {held.event.id} "
        f"{_word(player.name)}"
        for player in (gone if other.state.settings.has_rounds else [])
    ]
    return best, hints + _unfinished_hints(other)


def _unfinished_hints(other: Held) -> list[str]:
    """That the table the best were taken from may change yet."""
    state = other.state
    if state.is_finished or not state.settings.has_rounds:
        return []
    is_endless = state.settings.format == "swiss" and state.planned_rounds is None
    if any(not each.is_complete for each in state.rounds) or not (is_endless or is_last_paired(state)):
        return [f"{other.name} is not played to its end: its table may change yet"]
    return []


def table_of(held: Held) -> Standings:
    """The table of an event of whichever format."""
    return derive_event_standings(held.state, held.tallies, name_of=held.book.name)


def _enter(held: Held, found: Sequence[Player], new: Sequence[str]) -> EventAnswer:
    state, book = held.state, held.book
    lines: list[str] = []
    wanted = list(dict.fromkeys(book.resolve(player.id) for player in found))
    coming = [player for player in wanted if not state.is_active(player, state.next_round)]
    there = [player for player in wanted if player not in coming]
    back = [player for player in coming if state.entrant(player) is not None]
    if coming:
        held.append(EventEntryKind.ENTER, players=coming)
        late = f" from round {held.state.next_round} on" if state.rounds else ""
        fresh = [player for player in coming if player not in back]
        if fresh:
            lines.append(f"{_names(book, fresh)} entered {held.name}{late}.")
        if back:
            lines.append(f"{_names(book, back)} {'is' if len(back) == 1 else 'are'} back{late}.")
    if there:
        lines.append(f"{_names(book, there)} {'is' if len(there) == 1 else 'are'} in {held.name} already.")
    lines.append(f"{counted(len(held.state.active), 'player')}. {held.next_words()}")
    hints = _absence_hints(held, there)
    hints += [f"new {'player' if len(new) == 1 else 'players'}: {', '.join(new)}"] if new else []
    retired = [player.name for player in found if player.state == "retired"]
    if retired:
        hints.append(f"{listed(retired)} {'is' if len(retired) == 1 else 'are'} retired; `player return` brings back")
    if coming and state.rounds and state.settings.format in ROUND_ROBINS:
        hints.append("the rounds that are published stay; those who entered late meet the others in rounds to come")
    return EventAnswer(tuple(lines), tuple(hints))


def _absence_hints(held: Held, players: Collection[int]) -> list[str]:
    """How those who are to miss the next round come to play it after all."""
    number = held.state.next_round
    return [
        f"{held.book.name(player)} misses round {number}; event undo {held.event.id} --entry {entry.seq} takes that "
        "back"
        for player in players
        for entry in held.effective
        if entry.kind is EventEntryKind.ABSENT
        and entry.round == number
        and player in map(held.book.resolve, entry.players)
    ]


def _names(book: Book, players: Collection[int]) -> str:
    return listed([book.name(player) for player in players])


def withdraw_player(
    address: str, query: str, players: Sequence[str], *, reason: str | None = None, clock: Clock | None = None
) -> EventAnswer:
    """Take players out of the rounds to come.

    Raises:
        NotFoundError: somebody is not in the event.
        StateError: they have withdrawn already, or the event is finished.
    """

    def withdraw(held: Held) -> EventAnswer:
        held.refuse_finished()
        held.refuse_unless_rounds()
        state = held.state
        found = [held.entrant(name) for name in players]
        for player in found:
            if not state.is_active(player.id, state.next_round):
                raise StateError(
                    f"{player.name} has withdrawn already", hint=f"`event enter {held.event.id}` brings them back"
                )
        ids = list(dict.fromkeys(player.id for player in found))
        held.append(EventEntryKind.WITHDRAW, players=ids, round=state.next_round, reason=clean_text(reason))
        names = _names(held.book, ids)
        lines = [f"{names} withdrew from {held.name}: no game from round {state.next_round} on."]
        for id_ in ids:
            entrant = held.state.entrant(id_)
            if entrant is not None and entrant.is_struck:
                lines.append(
                    f"{held.book.name(id_)} has played fewer than half of their games: the results are struck from "
                    "the table, and stay for ratings."
                )
        hints = []
        for id_ in ids:
            hints += [
                f"round {paired.round}, {held.board(paired)} is still to be played; if it is not: "
                f"event forfeit {held.event.id} --round {paired.round} {_word(held.book.name(id_))}"
                for paired in held.state.unplayed_of(id_)
            ]
        lines.append(f"{counted(len(held.state.active), 'player')} left. {held.next_words()}")
        return EventAnswer(tuple(lines), tuple(hints))

    return writing(address, clock, query, withdraw, is_numbered=False)


def _word(name: str) -> str:
    return f'"{name}"' if " " in name else name


def note_absence(
    address: str,
    query: str,
    players: Sequence[str],
    round: int | None = None,
    *,
    reason: str | None = None,
    clock: Clock | None = None,
) -> EventAnswer:
    """Let players miss a round that is not published yet; without a number the next.

    Raises:
        NotFoundError: somebody is not in the event.
        StateError: the round is published.
    """

    def miss(held: Held) -> EventAnswer:
        held.refuse_finished()
        held.refuse_unless_rounds()
        state = held.state
        number = state.next_round if round is None else round
        found = [held.entrant(name) for name in players]
        if number < state.next_round:
            raise StateError(
                f"round {number} of {held.name} is published",
                hint=f"`event forfeit {held.event.id} --round {number} {_word(found[0].name)}` enters a game that is "
                f"not played; `event unpair {held.event.id}` takes a round back that has no results",
            )
        if state.settings.format == "knockout":
            raise StateError(
                "in a knockout nobody can miss a round and play on",
                hint=f"`event withdraw {held.event.id} {_word(found[0].name)}` lets the opponent go on",
            )
        planned = state.planned_rounds
        if planned is not None and number > planned and state.settings.format == "swiss":
            raise StateError(f"{held.name} has {planned} rounds, not {number}", hint="`event amend --rounds` has more")
        ids = [player.id for player in found]
        for player in found:
            entrant = state.entrant(player.id)
            if entrant is None or not entrant.is_in(number):
                raise StateError(f"{player.name} has withdrawn", hint=f"`event enter {held.event.id}` brings them back")
        fresh = [
            player for player in ids if (known := state.entrant(player)) is not None and number not in known.absent
        ]
        if not fresh:
            return EventAnswer((f"{_names(held.book, ids)} will miss round {number}; that is noted already.",))
        held.append(EventEntryKind.ABSENT, players=fresh, round=number, reason=clean_text(reason))
        lines = (f"{_names(held.book, fresh)} will miss round {number} of {held.name}.", held.next_words())
        return EventAnswer(lines)

    return writing(address, clock, query, miss, is_numbered=False)
