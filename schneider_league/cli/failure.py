"""What went wrong, told on standard error, and the exit status: the one place where errors end.

error: night.sdr:52:9: the score is 14-6, not 14-7
  52 | [Score "14-7"]
     |         ^^^^
hint: correct the tag, or the play
"""

from __future__ import annotations

import errno
import sys
from collections.abc import Iterable, Iterator
from contextlib import suppress

import typer

from schneider_league.cli.app import INTERRUPTED, Terminated
from schneider_league.cli.terminal import is_colourful, terminal_width
from schneider_league.errors import (
    AmbiguousError,
    LeagueError,
    MachineError,
    NotFoundError,
    StateError,
    UsageError,
)
from schneider_league.reports.colour import paint
from schneider_league.reports.text import make_visible, quoted

BUG = 1


def fail(error: BaseException) -> int:
    """Tell what went wrong and return the exit status, which is the same where nobody can be told."""
    if isinstance(error, BrokenPipeError):
        return INTERRUPTED
    if isinstance(error, KeyboardInterrupt | Terminated | typer.Abort):
        _write(["terminated" if isinstance(error, Terminated) else "interrupted"])
        return INTERRUPTED
    told = as_league_error(error)
    if told is not None:
        _write(message_lines(told, terminal_width(sys.stderr), is_colourful(sys.stderr)))
        return told.exit_status
    from schneider_league.cli.crash import write_crash_log

    log = write_crash_log(error)
    _write(
        [
            f"{_word('error', is_colourful(sys.stderr))} {_summary(error)}",
            "This is a bug in schneider-league, not your fault. Please report it"
            + (f", with the file {make_visible(log)}" if log else "."),
        ]
    )
    return BUG


def as_league_error(error: BaseException) -> LeagueError | None:
    """The error as one of ours, or None where it is a bug."""
    if isinstance(error, LeagueError):
        return error
    if isinstance(error, typer.TyperException):
        return _usage_error(error)
    if isinstance(error, OSError):
        return _system_error(error)
    if isinstance(error, MemoryError):
        return MachineError("there is not enough memory")
    return None


def message_lines(error: LeagueError, width: int | None, colour: bool) -> Iterator[str]:
    """The message in lines: place and reason, the excerpt with its mark, candidates, what to do."""
    from schneider_league.reports.excerpt import DEFAULT_WIDTH, excerpt_lines, place

    where = f"{place(error.where)}: " if error.where and str(error.where) else ""
    yield f"{_word('error', colour)} {where}{make_visible(error.message)}"
    if error.excerpt is not None:
        line = error.where.line if error.where else None
        yield from excerpt_lines(error.excerpt, error.mark, line, width=width or DEFAULT_WIDTH, colour=colour)
    if isinstance(error, AmbiguousError):
        yield from (f"  {make_visible(candidate)}" for candidate in error.candidates)
    elif error.candidates and error.candidates[0] not in (error.hint or ""):
        named = " or ".join(quoted(candidate) for candidate in error.candidates)
        yield f"{_word('hint', colour)} did you mean {named}?"
    if error.hint is not None:
        yield f"{_word('hint', colour)} {make_visible(error.hint)}"


def warn(message: str, hint: str | None = None) -> None:
    """Tell on standard error what deserves attention but stops nothing."""
    colour = is_colourful(sys.stderr)
    lines = [f"{_word('warning', colour)} {make_visible(message)}"]
    if hint is not None:
        lines.append(f"{_word('hint', colour)} {make_visible(hint)}")
    _write(lines)


def unknown_command(path: str, name: str, known: Iterable[str]) -> UsageError:
    """There is no such command; `path` is what stands before it."""
    near = closest(name, known)
    return UsageError(
        f"{path} has no command {quoted(name)}",
        candidates=near,
        hint=None if near else f"{path} --help lists the commands",
    )


def unwanted_argument(path: str, argument: str) -> UsageError:
    """The command `path` was given one argument too many."""
    return UsageError(f"{path} has no use for {quoted(argument)}", hint=f"{path} --help shows what it takes")


def closest(name: str, known: Iterable[str]) -> list[str]:
    """Up to three of the `known` names that `name` may have been meant as, the closest first."""
    from difflib import get_close_matches

    names = list(known)
    exact = [candidate for candidate in names if candidate.casefold() == name.casefold()]
    begin = [candidate for candidate in names if len(name) > 1 and candidate.startswith(name)]
    near = get_close_matches(name.casefold(), names, n=3)
    return list(dict.fromkeys([*exact, *begin, *near]))[:3]


def _usage_error(error: typer.TyperException) -> UsageError:
    """Typer's complaint about the command line, in our words."""
    from typer._click import exceptions

    ctx = error.ctx if isinstance(error, exceptions.UsageError) else None
    hint = f"{ctx.command_path} --help shows what there is" if ctx is not None else None
    if isinstance(error, exceptions.NoSuchOption):
        near = [option for option in error.possibilities or () if _is_near(error.option_name, option)]
        path = f"{ctx.command_path} has" if ctx is not None else "there is"
        if ctx is not None and ctx.command.allow_extra_args and not near:
            hint = f"options of a command stand after it; {hint}"
        return UsageError(
            f"{path} no option {quoted(error.option_name)}",
            candidates=near,
            hint=None if near else hint,
        )
    if isinstance(error, exceptions.MissingParameter) and error.param is not None:
        option = error.param.param_type_name == "option"
        name = error.param.opts[-1] if option else error.param.display_name_raw.rstrip("…")
        return UsageError(f"{name} is missing", hint=hint)
    if isinstance(error, exceptions.BadParameter):
        where = "" if error.param is None else f"{_parameter_name(error.param)}: "
        return UsageError(f"{where}{error.message}", hint=None if "did you" in error.message else hint)
    if isinstance(error, exceptions.BadOptionUsage):
        return UsageError(f"{error.option_name} needs a value", hint=hint)
    return UsageError(error.format_message(), hint=hint)


def _is_near(given: str, option: str) -> bool:
    """Whether `option` may have been meant; Typer's own idea of near is too generous."""
    from difflib import SequenceMatcher

    return SequenceMatcher(None, given.strip("-"), option.strip("-")).ratio() > 0.6


def _parameter_name(param: object) -> str:
    opts: list[str] = getattr(param, "opts", [])
    if opts and opts[-1].startswith("-"):
        return opts[-1]
    return str(getattr(param, "metavar", None) or getattr(param, "name", ""))


def _system_error(error: OSError) -> LeagueError:
    """What the operating system refused, as one of our errors. What has no name is the output."""
    name = error.filename
    if isinstance(name, bytes):
        name = name.decode(errors="surrogateescape")
    what = quoted(name) if isinstance(name, str) else "the output" if name is None else str(name)
    kind = error.errno
    if kind == errno.ENOENT:
        return NotFoundError(f"{what} does not exist")
    if kind == errno.ENOTDIR:
        return NotFoundError(f"{what} does not exist: a part of its path is no folder")
    if kind == errno.ELOOP:
        return NotFoundError(f"{what} does not exist: its symbolic links lead in a circle")
    if kind == errno.EISDIR:
        return UsageError(f"{what} is a folder, not a file")
    if kind == errno.EBADF:
        return MachineError("standard output is closed" if name is None else f"{what} is closed")
    if kind == errno.ENAMETOOLONG:
        return UsageError(f"{what} is too long for a file name")
    if kind == errno.EEXIST:
        return StateError(f"{what} is already there")
    reasons = {
        errno.EACCES: ("permission denied", "look at who may read and write it"),
        errno.EPERM: ("permission denied", None),
        errno.EROFS: ("it lies on a read-only disk", "choose another folder"),
        errno.ENOSPC: ("the disk is full", "make room and try again"),
        errno.EDQUOT: ("your disk quota is used up", "make room and try again"),
    }
    reason, hint = reasons.get(kind or 0, ((error.strerror or str(error)).lower(), None))
    return MachineError(f"{what}: {reason}", hint=hint)


def _summary(error: BaseException) -> str:
    text = make_visible(str(error))
    return f"{type(error).__name__}: {text}" if text else type(error).__name__


def _word(word: str, colour: bool) -> str:
    styles = {"error": "error", "warning": "yellow", "hint": "cyan"}
    return paint(f"{word}:", styles[word], colour)


def _write(lines: Iterable[str]) -> None:
    with suppress(OSError, ValueError):  # full or closed: there is no other place to say it
        sys.stderr.write("".join(f"{line}\n" for line in lines))
        sys.stderr.flush()
