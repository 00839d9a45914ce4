"""`export FILE`: the whole league, or its effective deals as records or as a score sheet."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Literal

from schneider_league.derive.sessions import State
from schneider_league.game.score import Level
from schneider_league.records.claims import FormatKind
from schneider_league.records.ledger import EntryKind
from schneider_league.records.sdr import format_sdr
from schneider_league.records.sheet_columns import COLUMNS, MISDEAL, defused
from schneider_league.reports.csv import BOM
from schneider_league.reports.importing import counted
from schneider_league.reports.text import make_visible
from schneider_league.store.engine import Database, League
from schneider_league.workflows.deal_records import NamedSession, SessionReader, has_deals, session_records
from schneider_league.workflows.league_files import league_lines

Form = Literal["league", "sdr", "csv"]


@dataclass(slots=True)
class Exported:
    """What an export has written and left out; it is complete when all has been gone through."""

    form: Form
    sessions: int = 0
    deals: int = 0
    void: int = 0
    """Void sessions."""
    results: int = 0
    """Sessions of which only the end is known."""
    empty: int = 0
    """Sessions without a deal."""
    ended: int = 0
    """Sessions that somebody ended: closed, abandoned, forfeited."""
    corrected: int = 0
    """Sessions in which something was corrected or taken back."""
    plays: int = 0
    """Deals whose plays are known."""
    accepted: int = 0
    """Deals with what the rules forbid."""
    notes: int = 0
    """Deals with a note."""
    named: int = 0
    """Sessions that had a name of their own in the file that they came from."""
    house_rules: set[str] = field(default_factory=set)

    def left_out(self) -> list[str]:
        """What the file does not say, in words."""
        if self.form == "league":
            return []
        several = (
            (self.void, "void session"),
            (self.results, "session of which only the end is known", "sessions of which only the end is known"),
            (self.empty, "session without a deal", "sessions without a deal"),
            (
                self.ended,
                "end that was declared (that session will be open)",
                "ends that were declared (those sessions will be open)",
            ),
            (self.corrected, "session's history of corrections", "sessions' histories of corrections"),
            (self.plays if self.form == "csv" else 0, "deal's plays", "deals' plays"),
            (self.notes if self.form == "sdr" else 0, "note"),
            (self.accepted, "mark of what was accepted", "marks of what was accepted (an import needs --accept)"),
            (
                self.named,
                "session's own name (another league that imports this file and the sheet it came from has it twice)",
                "sessions' own names (another league that imports this file and the sheets they came from has them "
                "twice)",
            ),
        )
        return [counted(*each) for each in several if each[0]]


def export_league(address: str, form: Form, exported: Exported, *, bom: bool = False) -> Iterator[bytes]:
    """The file in pieces, as they are read; `exported` is filled meanwhile.

    Raises:
        LeagueError: the database is missing or cannot be read.
    """
    with Database(address).reading() as league:
        if form == "league":
            for line in league_lines(league):
                yield line.encode()
            return
        write = _sdr_pieces if form == "sdr" else _csv_pieces
        if bom:
            yield BOM.encode()
        for piece in write(league, exported):
            yield piece.encode()


def _counted(league: League, exported: Exported) -> Iterator[NamedSession]:
    """The sessions that have deals; those and the others are counted."""
    for named in SessionReader(league).sessions():
        session = named.session
        exported.void += session.state is State.VOID
        if session.state is State.VOID:
            continue
        exported.results += session.end is not None and session.end.content.kind is EntryKind.RESULT
        exported.empty += session.end is None and not session.rows
        if not has_deals(named):
            continue
        exported.sessions += 1
        exported.deals += len(session.rows)
        exported.named += named.is_imported
        exported.ended += session.end is not None and session.end.content.kind is EntryKind.END
        exported.corrected += any(entry.replaces is not None for entry in session.entries)
        contents = [row.entry.content for row in session.rows]
        exported.plays += sum(content.plays is not None for content in contents)
        exported.accepted += sum(bool(content.accepted) for content in contents)
        exported.notes += sum(content.note is not None and content.kind is EntryKind.DEAL for content in contents)
        if session.ruleset.extends is not None:
            exported.house_rules.add(session.ruleset.name)
        yield named


def _sdr_pieces(league: League, exported: Exported) -> Iterator[str]:
    between = ""
    for named in _counted(league, exported):
        for record in session_records(named):
            yield between + format_sdr(record)
            between = "\n"


def _csv_pieces(league: League, exported: Exported) -> Iterator[str]:
    yield _line(COLUMNS)
    for named in _counted(league, exported):
        yield "".join(_line(cells) for cells in _rows(named))


def _rows(named: NamedSession) -> Iterator[list[str]]:
    session, start = named.session, named.session.start
    is_first_to = start.format.kind is FormatKind.FIRST_TO
    a, b = named.players
    for row in session.rows:
        content = row.entry.content
        score = ("", "") if row.score is None else (str(row.score[0]), str(row.score[1]))
        note = content.note or ""
        if row.level is Level.MISDEAL:
            note = f"{MISDEAL}: {note}" if note else MISDEAL
        texts = [start.played_on.isoformat(), named.name, a, b, named.players[row.dealer], *score]
        texts += [session.ruleset.name, str(start.target) if is_first_to else "", make_visible(note)]
        texts += ["" if is_first_to else str(start.format), named.event or "", start.table or ""]
        texts.append("yes" if content.all_tricks else "")
        yield [defused(text) for text in texts]


def _line(cells: list[str] | tuple[str, ...]) -> str:
    text = io.StringIO()
    csv.writer(text, lineterminator="\n").writerow(cells)
    return text.getvalue()
