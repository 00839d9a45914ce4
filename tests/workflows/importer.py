"""Somebody who imports files: what is in them stands in the test, and the clock is the test's."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from datetime import UTC, date, datetime, timedelta
from pathlib import Path
from typing import Any

from schneider_league.derive.sessions import Session, State, derive_session
from schneider_league.records.import_outcome import ImportOutcome
from schneider_league.records.ledger import Content
from schneider_league.reports.importing import import_lines
from schneider_league.store.engine import Database
from schneider_league.store.ledger import Draft, append, load_sessions
from schneider_league.store.people import list_players
from schneider_league.store.rulesets import load_rulesets
from schneider_league.workflows.exporting import Exported, Form, export_league
from schneider_league.workflows.importing.files import import_files, parse_accepted
from schneider_league.workflows.importing.undoing import undo_import

HEADER = "date,session,player_a,player_b,dealer,score_a,score_b,rules,target,note"
EVENING = datetime(2026, 11, 26, 20, 0, tzinfo=UTC)


class Importer:
    """A league, a folder with files, and a clock that goes on by a minute with every command."""

    def __init__(self, address: str, folder: Path) -> None:
        self.address = address
        self.folder = folder
        self.now = EVENING

    def clock(self) -> datetime:
        self.now += timedelta(minutes=1)
        return self.now

    def write(self, name: str, content: str | bytes) -> str:
        path = self.folder / name
        path.write_bytes(content if isinstance(content, bytes) else content.encode())
        return str(path)

    def sheet(self, *rows: str, name: str = "s.csv", header: str = HEADER) -> str:
        return self.write(name, "\n".join([header, *rows]) + "\n")

    def import_(self, *files: str, accept: str = "", **options: Any) -> ImportOutcome:
        codes = parse_accepted([accept] if accept else [])
        return import_files(self.address, list(files), accept=codes, clock=self.clock, **options)

    def import_rows(self, *rows: str, **options: Any) -> ImportOutcome:
        return self.import_(self.sheet(*rows), **options)

    def undo(self, batch: int) -> list[str]:
        return undo_import(self.address, batch, clock=self.clock)

    def export(self, name: str, form: Form) -> str:
        path = self.folder / name
        path.write_bytes(b"".join(export_league(self.address, form, Exported(form))))
        return str(path)

    def sessions(self) -> list[Session]:
        with Database(self.address).reading() as league:
            rulesets = load_rulesets(league)
            return [derive_session(entries, rulesets.__getitem__) for entries in load_sessions(league)]

    def standing(self) -> list[tuple[str, str, State, tuple[int, int], int]]:
        """Of each session that is not void: the names, how it stands, the score, how many deals."""
        with Database(self.address).reading() as league:
            names = {player.id: player.name for player in list_players(league)}
        return [
            (names[a], names[b], session.state, session.score, len(session.rows))
            for session in self.sessions()
            if session.state is not State.VOID
            for a, b in [session.start.players]
        ]

    def names(self) -> list[str]:
        with Database(self.address).reading() as league:
            return [player.name for player in list_players(league) if player.state == "active"]

    def correct(self, session: int, deal: int, change: Callable[[Content], Content], reason: str = "typo") -> None:
        row = self.sessions()[session - 1].rows[deal - 1]
        with Database(self.address, self.clock).writing() as league:
            append(league, session, [Draft(change(row.entry.content), replaces=row.entry.id)], reason=reason)

    def rescore(self, session: int, deal: int, a: int, b: int) -> None:
        self.correct(session, deal, lambda content: replace(content, score=(a, b), plays=None))


def lines(outcome: ImportOutcome) -> list[str]:
    """The answer, the folder of the files left out."""
    return [line.rsplit("/", 1)[-1] for line in import_lines(outcome)]


def faults(outcome: ImportOutcome) -> list[tuple[str, int | None]]:
    """Code and line of each fault."""
    return [(problem.code.value, problem.where.line) for problem in outcome.problems]


def messages(outcome: ImportOutcome) -> str:
    """All that stands against it."""
    return "\n".join(problem.message for problem in outcome.problems)


def row(score: str, dealer: str = "Ben", *, session: str = "s1", day: date | str = "2026-11-26", more: str = "") -> str:
    """A deal of Anna and Ben, to 3: `14-6`, or `-` for a misdeal."""
    a, _, b = score.partition("-")
    note = more or ("misdeal" if not a else "")
    return f"{day},{session},Anna,Ben,{dealer},{a},{b},bohemian,3,{note}"
