"""Rounds are paired: a draft is shown, published, or taken back."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from schneider_league.derive.event import Paired as PairedBoard
from schneider_league.derive.event import Round
from schneider_league.errors import LeagueError, StateError, UnreadableError, UsageError
from schneider_league.records.event import EventEntry, EventEntryKind, StatedPairing
from schneider_league.reports.event_view import RoundView
from schneider_league.reports.numbers import counted, listed
from schneider_league.schedule.proposal import Proposal, blocking_games, is_last_paired, propose_round
from schneider_league.store.engine import Database
from schneider_league.workflows.events.held import Clock, EventAnswer, Held, hold, writing
from schneider_league.workflows.events.viewing import draft_view, round_view
from schneider_league.workflows.sessions.book import Book
from schneider_league.workflows.sessions.writing import clean_text, stated_reason


@dataclass(frozen=True, slots=True)
class Paired:
    """What pairing came to."""

    view: RoundView
    hints: tuple[str, ...]
    refusal: StateError | None = None
    """Why nothing was published although it was asked for; the draft that there is now is shown beside it."""


@dataclass(frozen=True, slots=True)
class _Choices:
    """What the director chose; names as they were typed."""

    pairs: Sequence[str] = ()
    byes: Sequence[str] = ()
    reason: str | None = None


def pair_round(
    address: str,
    query: str,
    *,
    publish: bool = False,
    by_hand: str | None = None,
    byes: Sequence[str] = (),
    reason: str | None = None,
    clock: Clock | None = None,
) -> Paired:
    """Pair the next round: a draft, or with `publish` the round. While one lacks results it is shown again.

    Args:
        address: The database.
        query: The event.
        publish: Whether the draft becomes the round.
        by_hand: Pairs that the director wants, as in `Anna-Ben, Carl-Dora`; the rest is paired around them.
        byes: Who gets a bye.
        reason: Why the director pairs by hand.
        clock: The time.

    Raises:
        AnswerNeededError: pairs by hand without a reason.
        StateError: the event is open or finished, all its rounds are played, or nobody is left to pair.
        LeagueError: a name is unknown, …
    """
    if by_hand is not None:
        reason = stated_reason(reason, "pairing by hand")
    choices = _Choices(split_pairs(by_hand) if by_hand is not None else (), byes, clean_text(reason))
    database = Database(address) if clock is None else Database(address, clock)
    with database.writing() as league:
        return _pair(hold(Book(league, is_writing=True), query), publish, choices)


def split_pairs(text: str) -> list[str]:
    """The pairs of `Anna-Ben, Carl-Dora`, still as text.

    Raises:
        UsageError: there is none.
    """
    pairs = [part.strip() for part in re.split(r"[,;]", text) if part.strip()]
    if not pairs:
        raise UsageError("--by-hand names no pair", hint='write pairs as in --by-hand "Anna-Ben, Carl-Dora"')
    return pairs


def _pair(held: Held, publish: bool, choices: _Choices) -> Paired:
    held.refuse_unless_rounds()
    held.refuse_finished()
    state = held.state
    blocking = blocking_games(state)
    if blocking:
        waiting = state.round(blocking[0].round)
        assert waiting is not None
        return Paired(round_view(held, waiting, _missing_notes(held, waiting)), _unused(held, waiting, choices))
    draft = state.drafts.get(state.next_round)
    is_chosen = bool(choices.pairs or choices.byes)
    if publish and not is_chosen and draft is not None:
        return _publish_draft(held, draft)
    proposal = _propose(held, choices)
    if publish:
        return _publish(held, proposal, choices.reason)
    if draft is None or not _is_same(draft, proposal) or draft.reason != choices.reason:
        held.append(
            EventEntryKind.DRAFT,
            round=proposal.round,
            players=proposal.players,
            pairings=proposal.pairings,
            reason=choices.reason,
        )
    return Paired(_shown_draft(held, proposal, choices.reason), proposal.warnings)


def _propose(held: Held, choices: _Choices) -> Proposal:
    pairs = [_split_pair(held, text) for text in choices.pairs]
    byes = list(dict.fromkeys(held.entrant(name).id for name in choices.byes))
    return propose_round(held.state, given_byes=byes, by_hand=pairs, name_of=held.book.name)


def _split_pair(held: Held, text: str) -> tuple[int, int]:
    """The two players of `Anna-Ben`; names may hold hyphens themselves."""
    places = [match.start() for match in re.finditer("[-–:]", text)]
    errors = []
    for place in sorted(places, key=lambda place: (not _is_alone(text, place), abs(place - len(text) / 2))):
        try:
            return held.entrant(text[:place].strip()).id, held.entrant(text[place + 1 :].strip()).id
        except LeagueError as error:  # said below unless another place fits
            errors.append(error)
    if errors:
        raise errors[0]
    raise UnreadableError(f"--by-hand: '{text}' is no pair", hint="write both names with a hyphen, as in Anna-Ben")


def _is_alone(text: str, place: int) -> bool:
    """Whether a hyphen stands between blanks."""
    return text[place - 1 : place] == " " and text[place + 1 : place + 2] == " "


def _publish_draft(held: Held, draft: EventEntry) -> Paired:
    """Publish the draft that was shown, if it would still be drawn up so."""
    by_hand = [pairing for pairing in draft.pairings if pairing.by_hand]
    try:
        proposal = propose_round(
            held.state,
            given_byes=[pairing.a for pairing in by_hand if pairing.kind.is_bye],
            by_hand=[(pairing.a, pairing.b) for pairing in by_hand if pairing.b is not None],
            name_of=held.book.name,
        )
    except StateError as error:
        raise StateError(
            f"the draft of round {draft.round} cannot be published any more: {error.message}",
            hint=f"event pair {held.event.id} makes another",
        ) from error
    if _is_same(draft, proposal):
        published = _publish(held, proposal, draft.reason)
        return Paired(published.view, ())  # the warnings were given with the draft
    held.append(
        EventEntryKind.DRAFT,
        round=proposal.round,
        players=proposal.players,
        pairings=proposal.pairings,
        reason=draft.reason,
    )
    refusal = StateError(
        f"round {proposal.round} was not published: since its draft was shown something has changed, and it is "
        "another now",
        hint=f"look at it, then say it again: event pair {held.event.id} --publish",
    )
    return Paired(_shown_draft(held, proposal, draft.reason), proposal.warnings, refusal)


def _is_same(draft: EventEntry, proposal: Proposal) -> bool:
    return [_bare(each) for each in draft.pairings] == [_bare(each) for each in proposal.pairings]


def _bare(pairing: StatedPairing) -> object:
    return pairing.board, pairing.a, pairing.b, pairing.kind, pairing.by_hand


def _publish(held: Held, proposal: Proposal, reason: str | None) -> Paired:
    held.append(
        EventEntryKind.PAIR,
        round=proposal.round,
        players=proposal.players,
        pairings=proposal.pairings,
        reason=reason,
    )
    current = held.state.current
    assert current is not None
    settled = held.state.settings
    dealing = "the first-named deals first" + (" (and in a third session)" if settled.best_of == 3 else "")
    if current.is_complete:
        note = f"Round {current.number} is published; nothing of it is to be played. {held.next_words()}"
    else:
        note = (
            f"Round {current.number} is published: {dealing}. Each board: session start A B --event {held.event.id}, "
            f"or session result A B 7-4 --event {held.event.id}."
        )
    return Paired(round_view(held, current, [note]), proposal.warnings)


def _unused(held: Held, waiting: Round, choices: _Choices) -> tuple[str, ...]:
    """That pairs by hand and byes changed nothing, since a published round is shown."""
    if not (choices.pairs or choices.byes):
        return ()
    what = " and ".join(word for word, given in (("--by-hand", choices.pairs), ("--bye", choices.byes)) if given)
    own = waiting == held.state.current and not results_of(held, waiting)
    then = f"event unpair {held.event.id} takes the round back first" if own else "say it when the next round is paired"
    return (f"{what} changed nothing: round {waiting.number} stays as it is; {then}",)


def _shown_draft(held: Held, proposal: Proposal, reason: str | None) -> RoundView:
    notes = [f"By hand, since: {reason}."] if reason is not None else []
    notes.append(f"This is a draft. event pair {held.event.id} --publish makes it round {proposal.round}.")
    return draft_view(held, proposal.round, proposal.pairings, notes)


def _missing_notes(held: Held, current: Round) -> list[str]:
    missing = len(current.missing)
    verb = "lacks" if missing == 1 else "lack"
    if is_last_paired(held.state):
        then = ""
    elif current.number < len(held.state.rounds):
        then = f"Round {held.state.next_round} can be paired when that is there. "
    else:
        then = f"Round {held.state.next_round} can be paired when {_awaited_words(held, current)}. "
    return [
        f"Round {current.number} is published already; {counted(missing, 'board')} still {verb} a result: "
        f"{held.missing_words(current)}.",
        f"{then}What is not played: event forfeit {held.event.id} --round {current.number} PLAYER.",
    ]


def _awaited_words(held: Held, current: Round) -> str:
    awaited = [paired for paired in blocking_games(held.state) if paired.round == current.number]
    if len(awaited) == len(current.missing):
        return "it is complete"
    # What can be made up later holds up nobody.
    return f"{listed([held.board(paired) for paired in awaited])} {'has' if len(awaited) == 1 else 'have'} a result"


def unpair_round(address: str, query: str, *, reason: str | None = None, clock: Clock | None = None) -> EventAnswer:
    """Take the last published round back, of which nothing was played yet.

    Raises:
        StateError: no round is published, or this one has results.
    """

    def unpair(held: Held) -> EventAnswer:
        held.refuse_finished()
        current = held.round(None)
        refuse_results(held, current)
        held.append(EventEntryKind.UNPAIR, round=current.number, reason=clean_text(reason))
        return EventAnswer(
            (f"Round {current.number} of {held.name} is taken back. {held.next_words()}",),
        )

    return writing(address, clock, query, unpair)


def _is_forfeit_of(entry: EventEntry, round: Round) -> bool:
    return entry.kind is EventEntryKind.FORFEIT and entry.round == round.number and entry.seq > round.seq


def results_of(held: Held, round: Round) -> list[PairedBoard]:
    """The lines of a round that were played, are being played, or were entered as forfeited.

    A game that is lost by having left follows from who is in the event, and is none.
    """
    forfeited = {entry.board for entry in held.effective if _is_forfeit_of(entry, round)}
    return [paired for paired in round.pairings if paired.sessions or paired.stated.board in forfeited]


def refuse_results(held: Held, round: Round) -> None:
    """Raise StateError where something of a round was played, or is being played."""
    played = results_of(held, round)
    if not played:
        return
    words = [held.board(paired) for paired in played[:10]]
    more = f" and {len(played) - 10} more" if len(played) > 10 else ""
    sessions = [session for paired in played for session in paired.sessions]
    forfeits = [entry.seq for entry in held.effective if _is_forfeit_of(entry, round)]
    hint = (
        f"`session void {sessions[0].session}` takes a session out that should not have been"
        if sessions
        else f"`event undo {held.event.id} --entry {forfeits[-1]}` takes the forfeit back"
    )
    raise StateError(
        f"round {round.number} of {held.name} has results or is being played on {listed(words)}{more}, and stays",
        hint=hint,
    )
