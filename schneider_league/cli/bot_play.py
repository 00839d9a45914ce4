"""`bot play`: a person against a bot at the terminal, or with moves from a file."""

from __future__ import annotations

import io
import sys
from typing import TYPE_CHECKING, Annotated, Literal

import typer

from schneider_league.cli.bot_options import BotOptions, MoveMs, Record, Rules, Seed
from schneider_league.cli.options import Database, RulesFiles
from schneider_league.cli.terminal import is_colourful, is_terminal, terminal_width
from schneider_league.errors import UsageError
from schneider_league.reports.text import make_visible

if TYPE_CHECKING:
    from collections.abc import Iterable

    from schneider_league.reports.bot_play import Event, Style, Telling, Turn
    from schneider_league.workflows.bots.playing import Game

INTERRUPTED = 130


def play(
    bot: Annotated[
        str | None,
        typer.Argument(metavar="BOT", help="Whom to play: a built-in's name, file.py:Class, 'cmd:COMMAND LINE'."),
    ] = None,
    me: Annotated[
        str | None,
        typer.Option("--me", metavar="PLAYER", help="How you are called; with --record a player of the league."),
    ] = None,
    deals: Annotated[
        int | None, typer.Option("--deals", metavar="N", help="Play N deals with a winner instead of a session.")
    ] = None,
    target: Annotated[
        int | None,
        typer.Option("--target", metavar="T", help="Game points that the session goes to. Else what the rules say."),
    ] = None,
    rules: Rules = None,
    rules_file: RulesFiles = None,
    seed: Seed = None,
    option: BotOptions = None,
    move_ms: MoveMs = 1000,
    record: Record = None,
    cards: Annotated[
        Literal["french", "german"],
        typer.Option("--cards", metavar="french|german", help="French suits or German letters."),
    ] = "french",
    plain: Annotated[
        bool, typer.Option("--plain", help="List the cards instead of drawing them, as it is done in a pipe.")
    ] = False,
    db: Database = "",
) -> int:
    """Play against a bot: a session, or with --deals 1 a single deal.

    Your cards stand before you with what may be played now; a card that may not is refused with the reason. The
    answers can come from a file or a pipe, a line each. A deal that you leave does not count. With --record the deals
    that were played are stored as a session, abandoned if you left it.

      schneider-league bot play careful
      schneider-league bot play greedy --me anna --deals 1 --rules points+marriage
      schneider-league bot play sampler --me anna --record "Club night"
    """
    from schneider_league.cli.failure import warn
    from schneider_league.workflows.bots import playing

    if bot is None:
        if me is None or record is not None:
            raise UsageError("BOT is missing", hint="as in: schneider-league bot play careful")
        bot, me = me, None  # `play --me BOT`
    if isinstance(sys.stdin, io.TextIOWrapper):
        sys.stdin.reconfigure(errors="replace")
    game = playing.begin_game(
        bot,
        me=me,
        deals=deals,
        target=target,
        rules=rules,
        rules_files=rules_file or (),
        seed=seed,
        options=option or (),
        move_ms=move_ms,
        record=record,
        address=db,
        on_warning=warn,
    )
    screen = _Screen(game, cards, plain)
    try:
        playing.play_game(game, screen)
    finally:
        if game.is_left:
            _print(["You leave. The deal on the table does not count."])
        _store(game, record, db)
    if not game.is_left:
        return 0
    if screen.is_interrupted:
        return INTERRUPTED
    if screen.has_input_ended and not is_terminal(sys.stdin):
        raise UsageError("the input ended before the game did", hint="it takes a line for each turn; q leaves")
    return 0


def _store(game: Game, record: str | None, db: str) -> None:
    """Store what was played, if it is wished."""
    if record is None or not game.results:
        return
    from datetime import UTC, datetime

    from schneider_league.workflows.bots.playing import store_game

    for line in store_game(game, record, address=db, now=datetime.now(UTC)):
        _print([line])


class _Screen:
    """Shows the game on standard output and reads from standard input."""

    def __init__(self, game: Game, cards: Literal["french", "german"], plain: bool) -> None:
        from schneider_league.reports.bot_play import Style, Telling

        self._is_typed = is_terminal(sys.stdin)
        self._style = Style(
            cards,
            terminal_width(sys.stdout),
            is_colourful(sys.stdout),
            is_terminal(sys.stdout) and not plain,
        )
        self._telling: Telling = Telling(game.ruleset, game.me, game.bot.name, self._style)
        self._shown: Turn | None = None
        self.is_interrupted = False
        self.has_input_ended = False

    @property
    def style(self) -> Style:
        """How cards are shown and read."""
        return self._style

    def ask(self, turn: Turn) -> str | None:
        """Show the turn, once, and read a line."""
        if turn != self._shown:
            self._shown = turn
            _print(self._telling.turn(turn))
        sys.stdout.write(self._telling.prompt(turn))
        sys.stdout.flush()
        try:
            line = sys.stdin.readline()
        except KeyboardInterrupt:
            self.is_interrupted = True
            print()
            return None
        if not line:
            self.has_input_ended = True
            print()
            return None
        if not self._is_typed:
            print(make_visible(line.rstrip("\r\n")))
        return line

    def tell(self, event: Event) -> None:
        """Show what happened."""
        _print(self._telling.event(event))

    def refuse(self, message: str) -> None:
        """Say why it is not done."""
        _print([message])

    def note(self, lines: tuple[str, ...]) -> None:
        """Show what was asked for."""
        _print(lines)


def _print(lines: Iterable[str]) -> None:
    for line in lines:
        print(line)
    sys.stdout.flush()
