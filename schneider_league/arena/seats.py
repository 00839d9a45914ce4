"""From a bot as it was named to one that plays: what it says of itself, and a seat for it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from schneider_league.bots.registry import BotKind, BotSpec
from schneider_league.game.ruleset import Ruleset

if TYPE_CHECKING:
    from schneider_league.bots.handshake import Command
    from schneider_league.bots.log import BotLog
    from schneider_league.bots.python_process import Limits, PythonBot
    from schneider_league.bots.seat import Seat


@dataclass(frozen=True, slots=True)
class Surroundings:
    """Where the bots of a run find themselves."""

    folder: str
    """In which the command was typed: files and programs are named from there."""
    logs: Path | None = None
    """The folder for what they say beside the protocol; None where nobody wants to know."""
    trace: Path | None = None
    """The file for every line between the runner and programs."""


def introduce(spec: BotSpec, folder: str) -> Mapping[str, Any] | None:
    """Start a bot and end it again; what it says of itself, None for a built-in one.

    Raises:
        LeagueError: it does not start, or an option is not as it has to be.
    """
    if spec.kind is BotKind.BUILTIN:
        return None
    if spec.kind is BotKind.PYTHON:
        from schneider_league.bots.python_seat import examine

        info = examine(python_bot(spec, folder))
        named = (info.name, info.version, info.author, info.deterministic)
    else:
        from schneider_league.bots.process import introduce as introduce_process

        said = introduce_process(command_of(spec, folder))
        named = (said.name or "", said.version or "", said.author or "", said.is_deterministic)
    return dict(zip(("name", "version", "author", "deterministic"), named, strict=True))


def open_log(spec: BotSpec, logs: Path | None) -> BotLog | None:
    """The log of a bot; None where nobody wants to know."""
    if logs is None:
        return None
    from schneider_league.bots.log import BotLog, log_name

    return BotLog(logs / log_name(spec.name))


def open_seat(
    spec: BotSpec,
    ruleset: Ruleset,
    *,
    folder: str,
    move_ms: int,
    log: BotLog | None = None,
    trace: Path | None = None,
    secret: bytes = b"",
) -> Seat:
    """An instance of a bot; what is not built in is started when its match begins.

    Args:
        spec: The bot.
        ruleset: What it plays.
        folder: In which the command was typed.
        move_ms: Its time for a move.
        log: For what it says beside the protocol.
        trace: A file for every line between the runner and it.
        secret: What the random words in its questions are made of; drawn if empty.
    """
    if spec.kind is BotKind.BUILTIN:
        from schneider_league.arena.built_in_seat import BuiltInSeat

        return BuiltInSeat(spec.built_in(), ruleset)
    if spec.kind is BotKind.PYTHON:
        from schneider_league.bots.python_process import discard
        from schneider_league.bots.python_seat import PythonSeat

        bot = python_bot(spec, folder)
        return PythonSeat(bot, limits=limits_of(move_ms), log=discard if log is None else log.write)
    from schneider_league.bots.process import ProcessSeat
    from schneider_league.bots.trace import Trace

    traced = None if trace is None else Trace(trace)
    return ProcessSeat(command_of(spec, folder), log=log, trace=traced, secret=secret)


def python_bot(spec: BotSpec, folder: str) -> PythonBot:
    """The Python bot that this one is."""
    from schneider_league.bots.python_process import PythonBot
    from schneider_league.bots.python_seat import entry_points

    return PythonBot(entry_points().get(spec.source, spec.source), spec.name, folder, spec.options)


def limits_of(move_ms: int) -> Limits:
    """How long a Python bot has."""
    from schneider_league.bots.python_process import Limits

    return Limits(move=move_ms / 1000)


def command_of(spec: BotSpec, folder: str) -> Command:
    """The program that this one is."""
    from schneider_league.bots.handshake import Command

    return Command(spec.name, spec.argv, folder, spec.options)
