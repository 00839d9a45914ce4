"""The bots that there are, and the verdicts on one, as tables."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from schneider_league.reports.model import Column, Json, Report, Row


class BotEntry(NamedTuple):
    """A bot that is there to be named."""

    name: str
    idea: str
    options: tuple[str, ...]
    origin: str


def bots_report(bots: Iterable[BotEntry]) -> Report:
    """The bots that can be named without saying where they are."""
    rows = [
        Row(
            {"bot": bot.name, "origin": bot.origin, "idea": bot.idea, "options": list(bot.options)},
            {"options": "; ".join(bot.options)},
        )
        for bot in bots
    ]
    columns = [
        Column("bot", "Bot"),
        Column("origin", "From"),
        Column("idea", "What it does"),
        Column("options", "Options, as in NAME:option=value"),
    ]
    notes = [
        "Built-in bots stand from the weakest to the strongest.",
        "A bot of your own: file.py:Class or module:Class for Python (bot new FILE writes one to begin with), "
        "'cmd:COMMAND LINE' for a program of any language.",
    ]
    return Report("bots/1", "Bots", columns, rows, notes=lambda: notes)


class CheckEntry(NamedTuple):
    """One message of the protocol, and how the bot takes it."""

    message: str
    verdict: str
    """`ok`, `wrong`, `warning` or `not seen`."""
    found: str
    advice: str


def check_report(bot: str, is_sound: bool, entries: Iterable[CheckEntry]) -> Report:
    """The verdicts on a bot."""
    rows = [
        Row(
            {"message": entry.message, "verdict": entry.verdict, "found": entry.found, "advice": entry.advice},
            details=(f"advice: {entry.advice}",) if entry.advice else (),
            alert=entry.verdict == "wrong",
        )
        for entry in entries
    ]
    columns = [Column("message", "Message"), Column("verdict", "Verdict"), Column("found", "What it did")]
    fields: dict[str, Json] = {"bot": bot, "is_sound": is_sound}
    note = f"{bot} keeps to the protocol." if is_sound else f"{bot} does not keep to the protocol."
    return Report(
        "bot-check/1",
        f"Check of {bot}",
        columns,
        rows,
        fields=fields,
        notes=lambda: [note],
        data_columns=[*columns, Column("advice", "advice")],
        titled=True,
    )
