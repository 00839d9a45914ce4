"""`bot play`: a person against a bot, one deal or a session, at the terminal."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import datetime
from pathlib import Path
from typing import Final

from schneider_league.arena.plan import draw_seed
from schneider_league.arena.playout import deal_pack, derive_keys
from schneider_league.arena.seats import introduce, open_seat
from schneider_league.arena.table import Dealing, play_deal
from schneider_league.bots.registry import BotSpec, parse_bots
from schneider_league.bots.seat import Cause, DealResult, MatchStart, seat_seed
from schneider_league.errors import InputError, UsageError
from schneider_league.game.chance import derive_key
from schneider_league.game.ruleset import Ruleset
from schneider_league.game.session import Progress
from schneider_league.records.claims import FIRST_TO, FormatKind, SessionFormat
from schneider_league.records.whole_results import LARGEST
from schneider_league.reports.bot_play import Over, Telling
from schneider_league.workflows.bots.person import PersonLeftError, PersonSeat, Screen
from schneider_league.workflows.bots.running import find_rules
from schneider_league.workflows.rules import OnWarning, ignore

NOBODY: Final = "You"
"""How a person is called who has not said it."""
_PERSON, _BOT = 0, 1
MAX_FAILURES: Final = 3
"""After so many crashes in a row nobody wants to go on."""


@dataclass(slots=True)
class Game:
    """A game of a person, side 0, and a bot, side 1, as it is settled and as far as it has come."""

    ruleset: Ruleset
    me: str
    bot: BotSpec
    target: int | None
    deals: int | None
    """How many deals with a winner are played; None for a session to `target`."""
    seed: int
    move_ms: int
    dealers: list[int] = field(default_factory=list)
    """Who dealt each deal that was played to its end."""
    results: list[DealResult] = field(default_factory=list)
    is_left: bool = False
    """Whether the person left before the end."""

    @property
    def progress(self) -> Progress:
        """The session as it stands."""
        progress = Progress(self.target, self.deals, dealer=self.first_dealer)
        for dealer, result in zip(self.dealers, self.results, strict=True):
            progress.add(dealer, result.points)
        return progress

    @property
    def first_dealer(self) -> int:
        """Who deals first, as if cut for: by the seed."""
        return derive_key("first dealer", self.seed, 0)[0] & 1

    @property
    def format(self) -> SessionFormat:
        """What ends it."""
        return FIRST_TO if self.deals is None else SessionFormat(FormatKind.DEALS, self.deals)

    def pack(self, deal: int) -> Sequence[int]:
        """The cards of a deal, from 0, the first on top."""
        return deal_pack(self.ruleset, derive_keys(self.seed, 0), 0, deal)


def begin_game(
    bot: str,
    *,
    me: str | None = None,
    deals: int | None = None,
    target: int | None = None,
    rules: str | None = None,
    rules_files: Sequence[str] = (),
    seed: int | None = None,
    options: Sequence[str] = (),
    move_ms: int = 1000,
    record: str | None = None,
    address: str,
    on_warning: OnWarning = ignore,
) -> Game:
    """Settle what is played; nothing is dealt yet.

    Args:
        bot: As it was named.
        me: How the person is called; with `record` a player of the league.
        deals: How many deals with a winner; None for a session.
        target: What a session goes to; None for the ruleset's.
        rules: The ruleset's name.
        rules_files: House rules.
        seed: All chance comes from it; None to draw one.
        options: `BOT.name=value` each.
        move_ms: The bot's time for a move.
        record: The event in which it is to be stored.
        address: The league.
        on_warning: Told what deserves attention.

    Raises:
        LeagueError: there is no such bot, ruleset, player or event.
    """
    if deals is not None and target is not None:
        raise UsageError("--deals and --target contradict each other", hint="a session ends in one way")
    for option, number in (("--deals", deals), ("--target", target)):
        if number is not None and not 1 <= number <= LARGEST:
            raise UsageError(f"{option} {number}: this is from 1 to {LARGEST}")
    if seed is not None and seed < 0:
        raise UsageError(f"--seed {seed}: a seed is a whole number from 0")
    ruleset = find_rules(rules, rules_files, address, on_warning)
    (spec,) = parse_bots([bot], options)
    name = (me or "").strip() or NOBODY
    if record is not None:
        from schneider_league.workflows.bots.recording import check_recording, find_person

        if me is None:
            raise UsageError("--record has to know who plays", hint="say it with --me PLAYER")
        check_recording(address, record, [spec.name])
        name = find_person(address, me)
    if deals is None and target is None:
        target = ruleset.target
    return Game(ruleset, name, spec, target, deals, draw_seed() if seed is None else seed, move_ms)


def play_game(game: Game, screen: Screen) -> None:
    """Play until the session is over or the person leaves; what was played to its end stands in `game`.

    Raises:
        LeagueError: the bot cannot be started, or fails again and again.
    """
    telling = Telling(game.ruleset, game.me, game.bot.name, screen.style)
    person = PersonSeat(screen, game.ruleset)
    folder = str(Path.cwd())
    introduce(game.bot, folder)
    bot = open_seat(game.bot, game.ruleset, folder=folder, move_ms=game.move_ms)
    try:
        start = MatchStart("M1", game.ruleset, game.target, game.deals, game.move_ms)
        bot.begin_match(start)
        person.begin_match(start)
        screen.note(tuple(telling.opening(game.target, game.deals, game.seed)))
        failures = 0
        while not (progress := game.progress).is_over:
            number, dealer = len(game.results), progress.dealer or 0
            seat = 1 if dealer == _BOT else 0
            seeds = (0, seat_seed(game.seed, 0, 0, 0, number, seat))
            dealing = Dealing(number + 1, game.pack(number), dealer, seeds, progress.score)
            result = play_deal(game.ruleset, dealing, (person, bot))
            if result.cause is not Cause.NORMAL and result.text:
                screen.note((f"{game.bot.name}: {result.text}",))
            game.dealers.append(dealer)
            game.results.append(result)
            failures = failures + 1 if result.cause in (Cause.CRASH, Cause.STALL, Cause.OUT) else 0
            if failures == MAX_FAILURES or result.cause is Cause.OUT:
                raise InputError(f"{game.bot.name} fails again and again", hint="bot check finds out why")
        points = game.progress.score
        bot.end_match((points[1], points[0]))
        screen.tell(Over(points))
    except PersonLeftError:
        game.is_left = True
    finally:
        bot.close()


def store_game(game: Game, record: str, *, address: str, now: datetime) -> tuple[str, ...]:
    """Store the deals that were played to their end as a session of the league; what was stored, in words.

    Raises:
        LeagueError: the league cannot be written.
    """
    from schneider_league.workflows.bots.recording import record_game

    return record_game(game, address, record, now)
