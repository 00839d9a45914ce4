"""`bot check`: whether a bot can be let into a match, and what its author should know."""

from __future__ import annotations

import os
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from schneider_league.arena.check import Finding, Verdict, check_command, check_playback, check_seat
from schneider_league.arena.seats import command_of, introduce, open_seat
from schneider_league.bots.registry import BotKind, BotSpec, parse_bots
from schneider_league.errors import UsageError

__all__ = ["BotCheck", "Finding", "Verdict", "check_bot"]


@dataclass(frozen=True, slots=True)
class BotCheck:
    """What there is to say of a bot."""

    bot: str
    """Its name."""
    verdicts: tuple[Finding, ...]
    """In the order of a conversation."""

    @property
    def is_sound(self) -> bool:
        """Whether it does nothing that loses deals or keeps it from starting."""
        return all(each.verdict is not Verdict.WRONG for each in self.verdicts)


def check_bot(
    bot: str,
    *,
    trace: str | None = None,
    move_ms: int = 1000,
    options: Sequence[str] = (),
    folder: str | None = None,
) -> BotCheck:
    """Let a bot play, and judge each message of its conversation; or play a trace back to it.

    Args:
        bot: As in a match.
        trace: A file that `--trace` wrote; for programs only.
        move_ms: How long it has for a move.
        options: `BOT.name=value` each.
        folder: From which it is run; None for the current one.

    Raises:
        LeagueError: there is no such bot, an option does not fit, or the trace cannot be read.
    """
    (spec,) = parse_bots([bot], options)
    where = folder or os.getcwd()
    return BotCheck(spec.name, tuple(_findings(spec, where, trace, move_ms)))


def _findings(spec: BotSpec, folder: str, trace: str | None, move_ms: int) -> Iterator[Finding]:
    if spec.kind is BotKind.PROCESS:
        command = command_of(spec, folder)
        yield from check_playback(command, trace) if trace else check_command(command, move_ms=move_ms)
        return
    if trace is not None:
        raise UsageError(
            f"'{spec.text}' speaks no protocol, so that no trace can be played back to it", hint="name a program: cmd:…"
        )
    said = introduce(spec, folder)
    is_deterministic = True
    if said is None:
        yield Finding("start", Verdict.OK, "it is built in")
    else:
        named = " ".join(filter(None, (str(said["name"]), str(said["version"]))))
        yield Finding("start", Verdict.OK, named or spec.name)
        is_deterministic = bool(said["deterministic"])
    yield from check_seat(
        lambda ruleset: open_seat(spec, ruleset, folder=folder, move_ms=move_ms),
        move_ms=move_ms,
        is_deterministic=is_deterministic,
    )
