"""`--record EVENT`: sessions of bots become sessions of the league, by the same way as imported deal records."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from datetime import datetime
from typing import TYPE_CHECKING, Final

from schneider_league.arena.deal_records import make_record, session_records
from schneider_league.arena.run_file import Run
from schneider_league.errors import InputError, UsageError
from schneider_league.game.ruleset import Ruleset
from schneider_league.records.import_outcome import ImportOutcome
from schneider_league.records.model import TAGS, Record
from schneider_league.records.sdr import format_sdr
from schneider_league.records.stated import derive_source_key
from schneider_league.reports.importing import import_lines
from schneider_league.store.engine import Database
from schneider_league.store.ledger import session_keys
from schneider_league.workflows.days import club_day
from schneider_league.workflows.importing.files import import_sources
from schneider_league.workflows.importing.sources import Source
from schneider_league.workflows.sessions.book import Book
from schneider_league.workflows.sessions.ending import abandon_session
from schneider_league.workflows.sessions.terms import find_event

if TYPE_CHECKING:
    from schneider_league.workflows.bots.playing import Game

_DIGITS: Final = 12
"""How many of a digest tell runs apart in the names of their sessions."""


def check_recording(address: str, event: str, bots: Sequence[str]) -> None:
    """Raise LeagueError where nothing could be stored later: no league, no such event, a bot named as a person."""
    with Database(address).reading() as league:
        book = Book(league)
        find_event(book, event)
        for name in bots:
            for player in book.players:
                if player.kind == "human" and name.casefold() in (
                    each.casefold() for each in (player.name, *player.aliases)
                ):
                    raise UsageError(
                        f"the bot '{name}' is called as player {player.id}, {player.name}, who is a person",
                        hint="`player rename` gives the person another name",
                    )


def find_person(address: str, query: str) -> str:
    """The full name of the person whom a name or an id means.

    Raises:
        NotFoundError: nobody, or several.
        UsageError: it is a bot.
    """
    with Database(address).reading() as league:
        book = Book(league)
        player = book.player(query)
        head = book.resolve(player.id)
        if player.kind == "bot":
            raise UsageError(f"--me: {player.name} is a bot", hint="name the person who plays")
        return book.name(head)


def record_run(run: Run, address: str, event: str, now: datetime) -> tuple[str, ...]:
    """Store all sessions of a run that is complete; those that are stored already stay as they are.

    Returns:
        What was stored, in words.

    Raises:
        LeagueError: the league cannot be written, or something else has been stored under these names.
    """
    day = datetime.fromisoformat(run.started) if run.started else now
    name = _event_name(address, event)
    sources = []
    for pairing in run.plan.pairings:
        records = _run_records(run, pairing.index, name, club_day(day).isoformat())
        sources.append(_source(f"{run.path.name}, pairing {pairing.index + 1}", records))
    outcome = import_sources(
        address,
        sources,
        rulesets=_house_rules(run.plan.ruleset),
        bots=frozenset(spec.name for spec in run.plan.bots),
        clock=lambda: now,
    )
    return _stored(outcome)


def _run_records(run: Run, pairing: int, event: str, day: str) -> Iterator[Record]:
    for session in session_records(run, pairing):
        name = f"{run.digest[:_DIGITS]}-{pairing + 1}-{session.pair + 1}-{session.half + 1}"
        for record in session.records:
            yield _tagged(record, {"Event": event, "Date": day, "Session": name})


def record_game(game: Game, address: str, event: str, now: datetime) -> tuple[str, ...]:
    """Store the deals of a person's game that were played to their end, as one session.

    Raises:
        LeagueError: the league cannot be written.
    """
    name = f"play-{now:%Y%m%dT%H%M%S}-{game.seed}"
    tags = {} if game.deals is None else {"Format": str(game.format)}
    event, day = _event_name(address, event), club_day(now).isoformat()
    records = []
    running = (0, 0)
    for number, (dealer, result) in enumerate(zip(game.dealers, game.results, strict=True), 1):
        running = (running[0] + result.points[0], running[1] + result.points[1])
        record = make_record(
            game.ruleset,
            game.pack(number - 1),
            (game.me, game.bot.name),
            dealer,
            result,
            session=name,
            number=number,
            target=game.target,
            running=running,
            date=day,
            event=event,
        )
        records.append(_tagged(record, tags))
    outcome = import_sources(
        address,
        [_source(f"bot play {game.bot.name}", records)],
        rulesets=_house_rules(game.ruleset),
        bots=frozenset((game.bot.name,)),
        clock=lambda: now,
    )
    stored = _stored(outcome)
    if game.progress.is_over:
        return stored
    first = (game.me, game.bot.name) if game.dealers[0] else (game.bot.name, game.me)
    with Database(address).reading() as league:
        number = session_keys(league)[derive_source_key(club_day(now), name, first)]
    ended = abandon_session(address, str(number), reason="left before its end", clock=lambda: now)
    return (*stored, *ended.lines)


def _event_name(address: str, event: str) -> str:
    """The full name of an event."""
    with Database(address).reading() as league:
        return find_event(Book(league), event).name


def _house_rules(ruleset: Ruleset) -> dict[str, Ruleset]:
    return {ruleset.name.lower(): ruleset} if ruleset.extends is not None else {}


def _tagged(record: Record, tags: dict[str, str]) -> Record:
    """The record with these tags, in canonical order."""
    stated = {**dict(record.tags), **tags}
    ordered = [(name, stated.pop(name)) for name in TAGS if name in stated]
    return Record([*ordered, *stated.items()], record.moves, comment=record.comment)


def _source(name: str, records: Iterable[Record]) -> Source:
    return Source(name, "sdr", "\n".join(map(format_sdr, records)).encode())


def _stored(outcome: ImportOutcome) -> tuple[str, ...]:
    """What was stored, in words; raises InputError where something stands against it."""
    if outcome.problems:
        problem = outcome.problems[0]
        raise InputError(f"nothing was stored: {problem.message}", where=problem.where)
    return tuple(import_lines(outcome))
