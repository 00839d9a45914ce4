"""What a session is played for: its rules and what ends it, as said by options, else by its event, else by default."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from schneider_league.derive.names import find_named
from schneider_league.errors import UsageError
from schneider_league.game.ruleset import BOHEMIAN, Ruleset, parse_rules
from schneider_league.records.claims import FIRST_TO, FormatKind, SessionFormat
from schneider_league.records.whole_results import LARGEST
from schneider_league.store.events import Event
from schneider_league.store.rulesets import house_rules, store_ruleset
from schneider_league.workflows.rules import load_house_rules
from schneider_league.workflows.sessions.book import Book


@dataclass(frozen=True, slots=True)
class Terms:
    """What a session is played for, as far as it was said."""

    target: int | None = None
    deals: int | None = None
    timed: bool = False
    rules: str | None = None
    rules_files: Sequence[str] = ()
    event: str | None = None
    table: str | None = None
    date: str | None = None


@dataclass(frozen=True, slots=True)
class EventTerms:
    """What the sessions of an event are played for, unless one says otherwise."""

    rules: str | None
    """None where the default is played."""
    format: SessionFormat | None
    """None where nothing was said."""
    target: int | None
    """None for the ruleset's, and for formats other than first-to."""


def event_terms(event: Event) -> EventTerms:
    """The terms of an event as they were settled."""
    settings = event.settings
    return EventTerms(settings.rules, settings.session_format, settings.target)


def find_ruleset(book: Book, name: str | None, rules_files: Sequence[str]) -> Ruleset:
    """A ruleset by name; house rules of the files first, then those of the league.

    Raises:
        UnknownRulesError: there is none.
    """
    if name is None and not rules_files:
        return BOHEMIAN
    stated = load_house_rules(rules_files)
    if name is None:
        if len(stated) == 1:
            return next(iter(stated.values()))
        raise UsageError("--rules-file brings several house rules", hint="say which is played with --rules")
    return parse_rules(name, {**house_rules(book.league), **stated})


def keep_ruleset(book: Book, ruleset: Ruleset) -> str:
    """Store the definition that a session is played by and return its digest.

    A house rule that the league does not know gets its name, one that it knows keeps what the name means.
    """
    is_new = ruleset.extends is not None and ruleset.name.lower() not in house_rules(book.league)
    return store_ruleset(book.league, ruleset, current=is_new)


def agree_format(terms: Terms, ruleset: Ruleset, event: EventTerms | None) -> tuple[SessionFormat, int | None]:
    """What ends the session, and its target.

    Raises:
        UsageError: two of --target, --deals and --timed were given.
    """
    stated = stated_format(terms.target, terms.deals, terms.timed)
    if stated is not None:
        return stated, terms.target
    if event is None or event.format is None:
        return FIRST_TO, ruleset.target
    if event.format.kind is not FormatKind.FIRST_TO:
        return event.format, None
    return FIRST_TO, event.target if event.target is not None else ruleset.target


def stated_format(target: int | None, deals: int | None, timed: bool) -> SessionFormat | None:
    """What ends a session, as the options say it; None where they say nothing.

    Raises:
        UsageError: two of them were given.
    """
    options = (("--target", target is not None), ("--deals", deals is not None), ("--timed", timed))
    given = [option for option, is_given in options if is_given]
    if len(given) > 1:
        raise UsageError(f"{' and '.join(given)} contradict each other", hint="a session ends in one way")
    if max(target or 0, deals or 0) > LARGEST:
        raise UsageError(f"{given[0]} {target or deals} is more than anybody plays for", hint=f"at most {LARGEST}")
    if target is not None:
        return FIRST_TO
    if deals is not None:
        return SessionFormat(FormatKind.DEALS, deals)
    return SessionFormat(FormatKind.TIMED) if timed else None


def find_event(book: Book, query: str) -> Event:
    """The event that a name or an id means.

    Raises:
        NotFoundError: it means none, or several.
    """
    return book.events[find_named("event", query, [(event.id, (event.name,)) for event in book.events.values()])]
