"""Events are made, and what was settled for one is put right."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Literal

from schneider_league.errors import InputError, StateError, UsageError
from schneider_league.game.ruleset import Ruleset
from schneider_league.records.claims import FormatKind
from schneider_league.records.event import EventEntryKind, EventFormat, SeedBy, Settings
from schneider_league.store.engine import Database
from schneider_league.store.events import create_event, refuse_taken_name
from schneider_league.store.rulesets import house_rules
from schneider_league.workflows.events.held import Clock, EventAnswer, Held, writing
from schneider_league.workflows.sessions.book import Book
from schneider_league.workflows.sessions.terms import find_ruleset, keep_ruleset, stated_format
from schneider_league.workflows.sessions.writing import clean_text

MOST_ROUNDS = 99


@dataclass(frozen=True, slots=True)
class EventOptions:
    """What is to be settled for an event, as far as it was said."""

    format: EventFormat | None = None
    rules: str | None = None
    rules_files: Sequence[str] = ()
    target: int | None = None
    deals: int | None = None
    timed: bool = False
    rounds: int | None = None
    best_of: int | None = None
    seed_by: SeedBy | None = None
    order: tuple[str, ...] | None = None
    """Criteria that are known; None where nothing was said, empty for the format's own."""


def begin_event(address: str, name: str, options: EventOptions, *, clock: Clock | None = None) -> EventAnswer:
    """Make an event.

    Raises:
        UsageError: the options contradict each other or the format.
        StateError: there is an event of that name.
        LeagueError: the ruleset is unknown, …
    """
    if not name.strip():
        raise InputError("an event needs a name", hint='as in event create "Thursday night" --format open')
    assert options.format is not None
    database = Database(address) if clock is None else Database(address, clock)
    with database.writing() as league:
        book = Book(league, is_writing=True)
        refuse_taken_name(league, name)
        settings = _settled(book, Settings(clean_text(name) or name, options.format), options)
        event = create_event(league, settings)
        if settings.has_rounds:
            then = f"event enter {event.id} PLAYER…, then event pair {event.id}"
        else:
            then = f"session start A B --event {event.id} --dealer NAME, or session pad --event {event.id}"
        return EventAnswer((f"Event {event.id}: {settled_words(settings)}. Next: {then}.",))


def amend_event(
    address: str,
    query: str,
    options: EventOptions,
    *,
    name: str | None = None,
    reason: str | None = None,
    clock: Clock | None = None,
) -> EventAnswer:
    """Change what was settled for an event; sessions that were started keep what they were started with.

    Raises:
        UsageError: nothing is said that should change, or it contradicts the format.
        StateError: the format or the seeding of an event that has been paired.
    """
    if options == EventOptions() and name is None:
        raise UsageError(
            "nothing is said that should change",
            hint="--name, --format, --rules, --target, --deals, --timed, --rounds, --best-of, --seed-by or --order "
            "says it",
        )

    def amend(held: Held) -> EventAnswer:
        before = held.state.settings
        settings = before
        if options.format is not None and options.format != before.format:
            _refuse_if_paired(held, "its format stays")
            # What the other format has no use for is let go; all else that was settled stays.
            settings = replace(
                before,
                format=options.format,
                rounds=before.rounds if options.format == "swiss" else None,
                best_of=before.best_of if options.format == "knockout" else 1,
                seed_by=before.seed_by if options.format != "open" else "rating",
            )
        if name is not None:
            if not name.strip():
                raise InputError("an event needs a name", hint="give it one with --name")
            refuse_taken_name(held.book.league, name, own=held.event.id)
            settings = replace(settings, name=clean_text(name) or name)
        if options.seed_by is not None and options.seed_by != before.seed_by:
            _refuse_if_paired(held, "its numbers stay")
        if options.best_of is not None and options.best_of != before.best_of:
            _refuse_if_paired(held, "it stays as it is")
        settings = _settled(held.book, settings, options)
        paired = len(held.state.rounds)
        if settings.rounds is not None and settings.rounds < paired:
            raise StateError(
                f"{paired} rounds of {held.name} are published", hint=f"--rounds {paired} or more; or unpair one first"
            )
        if settings == before:
            return EventAnswer((f"Event {held.event.id}: {settled_words(settings)}. It is so already.",))
        held.append(EventEntryKind.SETTINGS, settings=settings, reason=clean_text(reason))
        hints = []
        if held.tallies and _played_for(settings) != _played_for(before):
            hints.append("sessions that were started stay as they are; `session amend` changes one")
        return EventAnswer((f"Event {held.event.id}: {settled_words(settings)}.",), tuple(hints))

    return writing(address, clock, query, amend)


def _played_for(settings: Settings) -> object:
    return settings.rules, settings.session_format, settings.target


def _refuse_if_paired(held: Held, what: str) -> None:
    if held.state.rounds:
        raise StateError(
            f"round 1 of {held.name} is published: {what}",
            hint=f"`event unpair {held.event.id}` takes a round back that has no results yet",
        )


def _settled(book: Book, settings: Settings, options: EventOptions) -> Settings:
    """The settings with what the options say.

    Raises:
        UsageError: they contradict each other or the format.
    """
    _check(settings.format, options)
    form = stated_format(options.target, options.deals, options.timed)
    if options.rules is not None or options.rules_files:
        settings = replace(settings, rules=_kept(book, options))
    if form is not None:
        target = options.target if form.kind is FormatKind.FIRST_TO else None
        settings = replace(settings, session_format=form, target=target)
    best_of: Literal[1, 3] = 3 if options.best_of == 3 else 1
    return replace(
        settings,
        rounds=settings.rounds if options.rounds is None else options.rounds,
        best_of=settings.best_of if options.best_of is None else best_of,
        seed_by=settings.seed_by if options.seed_by is None else options.seed_by,
        order=settings.order if options.order is None else options.order,
    )


def _check(format: EventFormat, options: EventOptions) -> None:
    """Raise UsageError where an option is not for this format."""
    if options.rounds is not None and format != "swiss":
        why = {
            "open": "an open event has no rounds",
            "knockout": "a knockout has as many rounds as its players need",
        }.get(format, "a round-robin has as many rounds as its players need")
        hint = "--format double-round-robin plays everybody twice" if format == "round-robin" else "leave --rounds out"
        raise UsageError(f"--rounds is for --format swiss: {why}", hint=hint)
    if options.rounds is not None and not 1 <= options.rounds <= MOST_ROUNDS:
        raise UsageError(f"--rounds {options.rounds}: there can be 1 to {MOST_ROUNDS}")
    if options.best_of is not None:
        if options.best_of not in (1, 3):
            raise UsageError(f"--best-of {options.best_of}: a pairing is best of 1 or of 3")
        if options.best_of == 3 and format != "knockout":
            raise UsageError("--best-of 3 is for --format knockout", hint="elsewhere each pairing is one session")
    if options.seed_by is not None and format == "open":
        raise UsageError("--seed-by is for events in rounds", hint="an open event is not paired by the program")


def _kept(book: Book, options: EventOptions) -> str:
    """The canonical name of the ruleset, which the league knows from now on."""
    ruleset: Ruleset = find_ruleset(book, options.rules, options.rules_files)
    keep_ruleset(book, ruleset)
    if ruleset.extends is not None and house_rules(book.league)[ruleset.name.lower()] != ruleset:
        raise StateError(
            f"the league knows '{ruleset.name}' by another definition", hint="`rules add --replace` changes it"
        )
    return ruleset.name


def settled_words(settings: Settings) -> str:
    """`Club cup, knockout, bohemian, to 7, best of 3, seeded by entry`."""
    goes = goes_words(settings)
    said = [
        settings.name,
        settings.format,
        settings.rules,
        goes,
        None if settings.rounds is None else f"{settings.rounds} round{'s' if settings.rounds != 1 else ''}",
        "best of 3" if settings.best_of == 3 else None,
        "numbered in order of entry" if settings.has_rounds and settings.seed_by == "entry" else None,
        f"ordered by {', '.join(settings.order)}" if settings.order else None,
    ]
    return ", ".join(word for word in said if word)


def goes_words(settings: Settings) -> str | None:
    """`to 7`, `deals 6`, `timed`; None where sessions say it themselves."""
    if settings.session_format is None:
        return None
    return f"to {settings.target}" if settings.target is not None else str(settings.session_format)
