"""A league with something of everything, and its site: what the browser looks at."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from schneider_league.cli.root import run
from schneider_league.workflows.demo import sample_folder
from schneider_league.workflows.events.pairing import pair_round

NIGHT = "2026-11-27"
HOSTILE = ('<img src=x onerror="console.error(1)">', "\x1b[31mred\u202e", "عمر", "日本 太郎", "Ž" * 200)
"""Names that would break a page that took them for markup, or run out of it."""
QUOTES = """"><b onclick='x'>Günther</b>"""
"""What somebody is called of whom deals are recorded."""
ENTRANTS = ("Šárka Nováková", "Jiří Dvořák", "Ida", "Käthe Müller", "Jörg Pöschl", *HOSTILE[:2])
ROUNDS = {"round-robin": 7, "swiss": 3, "knockout": 3}


class Command:
    """Types commands for one league."""

    def __init__(self, address: Path) -> None:
        self.address = str(address)

    def __call__(self, *words: str) -> None:
        assert run([*words, "--db", self.address]) == 0, words


def make_league(folder: Path) -> Path:
    """The sample club's November with its recorded deals, strange names, and an event of each format."""
    address = folder / "league.db"
    command = Command(address)
    samples = sample_folder()
    command("init")
    # A month shows all that a season does, and axe-core takes a second for each thousand elements of a page.
    command("import", str(samples / "season" / "november.csv"))
    command("import", str(samples / "next-higher-german.sdr"), str(samples / "to-ten.sdr"), "--date", NIGHT)
    for name in HOSTILE:
        command("player", "add", name)
    command("player", "add", "Ida B.")
    command("player", "merge", "Ida B.", "Ida")
    command("player", "rename", "Günther Weiß", QUOTES)
    command("session", "start", HOSTILE[0], HOSTILE[4], "--dealer", HOSTILE[0], "--date", NIGHT)
    command("session", "score", "14-6", "-s", HOSTILE[0])
    command("session", "result", HOSTILE[1], HOSTILE[2], "7-4", "--date", NIGHT)
    for format in ROUNDS:
        _play_event(command, format)
    return address


def _play_event(command: Command, format: str) -> None:
    name = f"The {format}"
    command(
        "event", "create", name, "--format", format, "--target", "7", *(("--rounds", "3") if format == "swiss" else ())
    )
    command("event", "enter", name, *ENTRANTS)
    for _round in range(2 if format != "knockout" else ROUNDS[format]):
        view = pair_round(command.address, name, publish=True).view
        games = [(line.a, line.b) for line in view.lines if line.b is not None]
        _play_round(command, name, games, leave=0 if format == "knockout" else _round)


def _play_round(command: Command, event: str, games: Sequence[tuple[str, str]], *, leave: int) -> None:
    """Each game with a result, all but the last so many."""
    for number, (a, b) in enumerate(games[: len(games) - leave]):
        score = ("7-4", "3-7", "8-2")[number % 3]
        command("session", "result", a, b, score, "--event", event, "--date", NIGHT)


def make_site(address: Path, folder: Path) -> Path:
    """The site of a league."""
    Command(address)("site", str(folder), "--title", "Café <Central>")
    return folder
