"""The entry point of the console scripts: light itself, so that it is ready before the rest is loaded."""

from __future__ import annotations

import gc
import os
import signal
import sys

from schneider_league.cli.terminal import prepare_streams

PROGRAMS = ("schneider-league", "schneider")
INTERRUPTED = 130


class Terminated(BaseException):
    """The process was asked to end (SIGTERM, SIGHUP); files are cleaned up on the way out."""


def main() -> None:
    """Run the command line of this process and exit with its status."""
    try:
        if signal.getsignal(signal.SIGINT) == signal.SIG_DFL:  # as __main__ leaves it while this is loaded
            signal.signal(signal.SIGINT, signal.default_int_handler)
        status = _start()
    except (KeyboardInterrupt, Terminated):  # while the program was still being loaded
        status = INTERRUPTED
    _leave(status)


def _start() -> int:
    prepare_streams()
    for name in ("SIGTERM", "SIGHUP"):
        number = getattr(signal, name, None)
        if number is not None and signal.getsignal(number) == signal.SIG_DFL:
            signal.signal(number, _terminate)
    gc.disable()  # loading makes many objects and no garbage: a tenth of the time of --help
    from schneider_league.cli import root

    gc.enable()
    program = os.path.basename(sys.argv[0])
    if program not in PROGRAMS:
        program = PROGRAMS[0]
    if any(name.endswith("_COMPLETE") for name in os.environ):
        from schneider_league.cli.completion import answer_shell

        answer_shell(root.app, program)
    return root.run(sys.argv[1:], program=program)


def _terminate(number: int, frame: object) -> None:
    raise Terminated


def _leave(status: int) -> None:
    """Exit with `status`, without a word about a pipe that was closed, a disk that is full or a last Ctrl-C."""
    if signal.getsignal(signal.SIGINT) is signal.default_int_handler:
        signal.signal(signal.SIGINT, signal.SIG_DFL)
    for stream in (sys.stdout, sys.stderr):
        try:
            stream.flush()
        except (OSError, ValueError):
            os.dup2(os.open(os.devnull, os.O_WRONLY), stream.fileno())
    sys.exit(status)


if __name__ == "__main__":
    main()
