"""`session pad`: the prompt at the tables. Each line is stored before the next is asked for."""

from __future__ import annotations

import io
import os
import signal
import sys
import threading
from types import FrameType, TracebackType
from typing import TYPE_CHECKING, Annotated, Any

import typer

from schneider_league.cli.asking import give_hints
from schneider_league.cli.options import Database
from schneider_league.cli.terminal import is_colourful, is_terminal, terminal_width
from schneider_league.errors import LeagueError
from schneider_league.reports.text import make_visible

if TYPE_CHECKING:
    from schneider_league.workflows.pad import Pad, Reply

INTERRUPTED = 130
_NUDGE = 0.05  # seconds
_NUDGES = 100


def pad(
    event: Annotated[
        str | None, typer.Option("--event", metavar="E", help="The event that sessions started here belong to.")
    ] = None,
    db: Database = "",
) -> None:
    """Keep the score at one table or at several: one line for each deal.

    The score sheet and who deals stand above the prompt. Every line is stored before the next is asked
    for; leaving with q, Ctrl-D or Ctrl-C loses nothing.

      14          the first player took 14, the other the rest; 14-6 is the same
      anna 14     Anna's table: after a name the first number is that player's
      T3 14-6     the session at table T3
      m, u, r     a misdeal; take back; do again
      start anna ben 7
      ?           all that can be typed
    """
    from schneider_league.workflows.pad import Pad

    if isinstance(sys.stdin, io.TextIOWrapper):
        sys.stdin.reconfigure(errors="replace")
    book = Pad(db, event=event)
    book.look()
    person = is_terminal(sys.stdin) and is_terminal(sys.stdout)
    status = _Screen(book).run() if person else _read_on(book)
    if status:
        raise typer.Exit(status)


def _read_on(pad: Pad) -> int:
    """Take lines from a file or a pipe and write the answers; the status of the first fault, 0 without any."""
    status = 0
    for line in sys.stdin:
        if pad.question is None and not line.strip():
            continue
        try:
            reply = pad.enter(line.rstrip("\n"))
        except LeagueError as error:
            _complain(error)
            status = status or error.exit_status
        else:
            _write(reply)
            if reply.is_over:
                return status
        pad.look()
    if pad.question is not None:
        from schneider_league.errors import UsageError

        raise UsageError(
            f"the input ended before this was answered: {pad.question}",
            hint="nothing is stored of it; the answer is the next line",
        )
    return status


def _write(reply: Reply) -> None:
    """The answer; sheets without being fitted."""
    from schneider_league.reports.pad import sheet_lines

    for line in reply.lines:
        print(make_visible(line))
    for index, view in enumerate(reply.views):
        print("\n" * bool(index) + "\n".join(sheet_lines(view, width=terminal_width(sys.stdout), height=None)))
    sys.stdout.flush()
    give_hints(reply.hints)


def _complain(error: LeagueError) -> None:
    from schneider_league.cli.failure import message_lines

    sys.stdout.flush()
    for line in message_lines(error, terminal_width(sys.stderr), is_colourful(sys.stderr)):
        print(line, file=sys.stderr)
    sys.stderr.flush()


class _Screen:
    """The pad before a person: the sheet is drawn anew after each line."""

    def __init__(self, pad: Pad) -> None:
        self.pad = pad
        self.can_clear = os.environ.get("TERM", "dumb") not in ("dumb", "")
        self.readline = _prepare_readline(pad)

    def run(self) -> int:
        """Until somebody leaves; the exit status."""
        with _Interrupts() as interrupts:
            return self._run(interrupts)

    def _run(self, interrupts: _Interrupts) -> int:
        said: list[str] = []
        while True:
            self._draw(said)
            try:
                line = interrupts.ask(self._prompt())
            except EOFError:
                print("\nEverything is stored.")
                return 0
            except KeyboardInterrupt:
                if self.pad.give_up():
                    said = ["Nothing is entered."]
                    continue
                print("\nEverything that was answered is stored.")
                return INTERRUPTED
            try:
                reply = self.pad.enter(line)
            except LeagueError as error:
                from schneider_league.cli.failure import message_lines

                said = list(message_lines(error, terminal_width(sys.stderr), is_colourful(sys.stdout)))
                continue
            if reply.is_over:
                return 0
            said = [make_visible(text) for text in reply.lines] + [
                f"hint: {make_visible(hint)}" for hint in reply.hints
            ]
            if reply.views and line.split()[1:]:
                from schneider_league.reports.pad import sheet_lines

                said = [text for view in reply.views for text in sheet_lines(view, width=self._width(), height=None)]

    def _draw(self, said: list[str]) -> None:
        """Sheet, then what was said last; without clearing where the terminal cannot."""
        from schneider_league.reports.pad import pad_lines
        from schneider_league.reports.text import wrap

        width = self._width()
        spoken = [part for text in said for part in wrap(text, width)] if width else said
        height = self._height() - len(spoken)
        views = self.pad.look()
        lines = pad_lines(
            views, self.pad.ended, self.pad.touched, width=width, height=height, colour=is_colourful(sys.stdout)
        )
        if self.can_clear:
            sys.stdout.write("\x1b[H\x1b[J")
        print("\n".join([*lines, "", *spoken]))
        if spoken:
            print()
        sys.stdout.flush()

    def _prompt(self) -> str:
        question = self.pad.question
        return f"{make_visible(question)} " if question is not None else "> "

    @staticmethod
    def _width() -> int:
        return terminal_width(sys.stdout) or 80

    @staticmethod
    def _height() -> int:
        try:
            return max(10, os.get_terminal_size(sys.stdout.fileno()).lines)
        except (OSError, ValueError):
            return 24


class _Interrupts:
    """Ctrl-C before a person: it counts while a line is asked for, and otherwise when the next one is.

    So a line that is being stored is stored; a second Ctrl-C ends even that. Python misses a signal that comes between
    the prompt and the waiting for a key until the next one comes; so a thread nudges it until it has seen the first.
    """

    def __init__(self) -> None:
        self._is_asking = False
        self._waiting = False
        self._seen = threading.Event()
        self._before: dict[int, Any] = {}
        self._ends: tuple[int, int] | None = None
        self._thread: threading.Thread | None = None

    def __enter__(self) -> _Interrupts:
        if threading.current_thread() is not threading.main_thread():
            return self
        self._before[signal.SIGINT] = signal.signal(signal.SIGINT, self._handle)
        if hasattr(signal, "SIGURG") and hasattr(signal, "pthread_kill"):
            self._before[signal.SIGURG] = signal.signal(signal.SIGURG, _ignore)
            self._ends = reader, writer = os.pipe()
            os.set_blocking(writer, False)
            signal.set_wakeup_fd(writer, warn_on_full_buffer=False)
            self._thread = threading.Thread(target=self._nudge, args=(reader, threading.get_ident()), daemon=True)
            self._thread.start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        for number, handler in self._before.items():
            signal.signal(number, handler)
        if self._ends is not None and self._thread is not None:
            reader, writer = self._ends
            signal.set_wakeup_fd(-1)
            self._seen.set()
            os.close(writer)
            self._thread.join()
            os.close(reader)

    def ask(self, prompt: str) -> str:
        """The line that somebody enters.

        Raises:
            KeyboardInterrupt: Ctrl-C, now or since the last line.
            EOFError: there is none.
        """
        self._is_asking = True
        try:
            if self._waiting:
                raise KeyboardInterrupt
            return input(prompt)
        finally:
            self._is_asking = self._waiting = False

    def _handle(self, number: int, frame: FrameType | None) -> None:
        self._seen.set()
        if self._is_asking or self._waiting:
            self._is_asking = self._waiting = False
            raise KeyboardInterrupt
        self._waiting = True

    def _nudge(self, reader: int, main: int) -> None:
        """Wait for signals; where the handler of one does not run, interrupt what the main thread waits in."""
        while numbers := os.read(reader, 64):
            if signal.SIGINT in numbers:
                for _time in range(_NUDGES):
                    if self._seen.wait(_NUDGE):
                        break
                    signal.pthread_kill(main, signal.SIGURG)
                self._seen.clear()


def _ignore(number: int, frame: FrameType | None) -> None:
    """It has done what it is for when it has come."""


def _prepare_readline(pad: Pad) -> Any:
    """Let the line be edited and names be completed, where the system can."""
    try:
        import readline
    except ImportError:
        return None

    def complete(text: str, state: int) -> str | None:
        words = {word for name in pad.names for word in name.split()}
        found = sorted(word for word in words if word.casefold().startswith(text.casefold()))
        return found[state] + " " if state < len(found) else None

    readline.set_completer_delims(" ")
    readline.set_completer(complete)
    readline.parse_and_bind("tab: complete")
    return readline
