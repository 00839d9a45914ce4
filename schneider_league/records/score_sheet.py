"""A club's score sheet (`.csv`): a header, then one row a deal. What it states, and every fault with its place."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import date
from operator import itemgetter
from typing import Final

from schneider_league.errors import Code, Problem, UnreadableError, Where
from schneider_league.game.ruleset import Ruleset, UnknownRulesError
from schneider_league.records.check_file import RulesBook
from schneider_league.records.claims import FIRST_TO, FormatKind, SessionFormat, parse_format
from schneider_league.records.entry_checks import Place, check_entry
from schneider_league.records.ledger import Content, EntryKind, Side
from schneider_league.records.sheet_columns import (
    ALL_TRICKS,
    COLUMNS,
    DATE,
    DEALER,
    EVENT,
    FORMAT,
    MISDEAL,
    NOTE,
    PLAYER_A,
    PLAYER_B,
    RULES,
    SCORE_A,
    SCORE_B,
    SESSION,
    TABLE,
    TARGET,
    Header,
    ScoreSheet,
    find_columns,
    is_column,
    plain,
)
from schneider_league.records.sheet_dates import SlashOrder, derive_slash_order, parse_sheet_date
from schneider_league.records.sheet_text import SheetText, read_sheet
from schneider_league.records.stated import StatedDeal, StatedSession

_SCORE = re.compile(r"([0-9]{1,6})(?:[.,]0+)?")
_TARGET = re.compile(r"([1-9][0-9]{0,5})(?:[.,]0+)?")
_YES: Final = frozenset({"yes", "true", "1", "x", "y", "ja", "wahr", "ano", "pravda"})
_NO: Final = frozenset({"", "no", "false", "0", "n", "nein", "falsch", "ne", "nepravda"})


@dataclass(slots=True)
class _Group:
    """The rows of one session; `turned` rows name the players the other way round."""

    line: int
    played_on: date
    name: str
    players: tuple[str, str]
    rows: list[tuple[int, list[str], bool]] = field(default_factory=list)
    stated: dict[int, tuple[str, int]] = field(default_factory=dict)
    """By column, what is said of the whole session: the text, and the row that said it first."""
    is_whole: bool = True


_Key = tuple[str, ...]
_OF_SESSION: Final = (DATE, SESSION, PLAYER_A, PLAYER_B, RULES, TARGET, FORMAT, EVENT, TABLE)
"""The columns that say the same in each row of a session."""


class _Reader:
    """Reads one sheet; each fault is noted and reading goes on."""

    def __init__(self, text: SheetText, header: Header, rules: RulesBook, default_date: date | None) -> None:
        self.text = text
        self.rules = rules
        self.default_date = default_date
        self.places = header.places
        self.sheet = ScoreSheet(text, header)
        self.problems = list(header.problems)
        self.order = SlashOrder.UNKNOWN
        self.groups: dict[_Key, tuple[_Group, bool] | None] = {}
        self.by_session: dict[tuple[date, str, frozenset[str]], _Group] = {}
        self.contents: dict[tuple[object, ...], Content | None] = {}

    def report(self, line: int, column: int, message: str, code: Code = Code.SYNTAX) -> None:
        """Note a fault of a cell of the row that begins on this line; `column` is one of `COLUMNS`."""
        self.problems.append(self.sheet.problem(line, column, code, f"{COLUMNS[column]}: {message}"))

    # --- rows ---

    def read_rows(self) -> None:
        """Sort the rows by session."""
        rows: list[tuple[int, list[str]]] = []
        try:
            rows.extend(self.text.rows())
        except UnreadableError as error:
            where = error.where or Where(self.text.file)
            message = f"{error.message}; {error.hint}"
            self.problems.append(Problem(Code.SYNTAX, where, message))
        width = len(self.text.header)
        day = self.places[DATE]
        if "/" in self.text.text:
            self.order = derive_slash_order({cells[day] for _line, cells in rows if day < len(cells)})
        groups, new = self.groups, object()
        key_of = itemgetter(*(self.places[column] for column in _OF_SESSION))
        for line, cells in rows:
            if len(cells) == width:
                cells.append("")
            elif not self._fit(line, cells, width):
                continue
            key = key_of(cells)
            found = groups.get(key, new)
            if found is new:
                if not "".join(cells).strip():
                    continue
                found = groups[key] = self._group_of(line, cells)
                if found is not None:
                    self._note_settings(found[0], line, cells)
            elif found is None:
                self._group_of(line, cells)
            if found is None:
                self._check_stray(line, cells)
            else:
                found[0].rows.append((line, cells, found[1]))  # type: ignore[index]
            self.sheet.rows += 1

    def _fit(self, line: int, cells: list[str], width: int) -> bool:
        """Bring a row to the header's width and one empty cell behind it."""
        for index in range(width, len(cells)):
            if cells[index].strip():
                row, column, excerpt, length = self.text.find_cell(line, index)
                message = f"this row has more cells than the header: {len(cells)}, not {width}"
                problem = Problem(Code.SYNTAX, Where(self.text.file, row, column), message, None, excerpt, length)
                self.problems.append(problem)
                break
        del cells[width:]
        cells += [""] * (width + 1 - len(cells))
        return any(cells)

    def _group_of(self, line: int, cells: list[str]) -> tuple[_Group, bool] | None:
        """The session that a row belongs to, and whether its players are named the other way round."""
        played_on = self._read_date(line, cells)
        name = plain(cells[self.places[SESSION]])
        if not name:
            self.report(line, SESSION, "this cell is empty; rows with the same name and day are one session")
        players = plain(cells[self.places[PLAYER_A]]), plain(cells[self.places[PLAYER_B]])
        for column, player in zip((PLAYER_A, PLAYER_B), players, strict=True):
            if not player:
                self.report(line, column, "this cell is empty; it takes a player's name")
        if players[0] and players[0] == players[1]:
            self.report(line, PLAYER_B, f"'{players[1]}' is both players")
            return None
        if played_on is None or not name or not all(players):
            return None
        key = (played_on, name, frozenset(players))
        group = self.by_session.get(key)
        if group is None:
            group = self.by_session[key] = _Group(line, played_on, name, players)
        return group, group.players != players

    def _read_date(self, line: int, cells: list[str]) -> date | None:
        text = plain(cells[self.places[DATE]])
        if not text:
            if self.default_date is None:
                self.report(line, DATE, "this cell is empty; write the day, or give --date for all such rows")
            return self.default_date
        day = parse_sheet_date(text, self.order)
        if isinstance(day, str):
            self.report(line, DATE, day)
            return None
        return day

    def _note_settings(self, group: _Group, line: int, cells: list[str]) -> None:
        """What a row says of the whole session has to agree with what rows before it said."""
        for column in (RULES, TARGET, FORMAT, EVENT, TABLE):
            text = plain(cells[self.places[column]])
            if not text:
                continue
            before = group.stated.get(column)
            if before is None:
                group.stated[column] = (text, line)
            elif before[0].casefold() != text.casefold():
                message = f"'{text}' here, but '{before[0]}' on line {before[1]}, in the same session"
                group.is_whole = False
                self.report(line, column, message, Code.WRONG_SESSION)

    def _check_stray(self, line: int, cells: list[str]) -> None:
        """Report what else is wrong with a row of which it cannot be told to which session it belongs."""
        a, b = plain(cells[self.places[PLAYER_A]]), plain(cells[self.places[PLAYER_B]])
        alone = _Group(line, date.min, "", (a, b))
        self._note_settings(alone, line, cells)
        ruleset = self._read_rules(alone)
        self._read_target(alone, self._read_format(alone) or FIRST_TO, ruleset)
        said = cells[self.places[DEALER]]
        if a and b and a != b and said.strip() and self._dealer_finder(alone)(line, cells) is None:
            self._report_dealer(alone, line, cells, said)
        self._read_content(line, cells, ruleset)

    # --- sessions ---

    def read_sessions(self) -> None:
        """Make sessions of the rows that belong together."""
        for group in self.by_session.values():
            faults = len(self.problems)
            ruleset = self._read_rules(group)
            form = self._read_format(group)
            target = self._read_target(group, form or FIRST_TO, ruleset)
            event, table = (group.stated[column][0] if column in group.stated else None for column in (EVENT, TABLE))
            deals = self._read_deals(group, ruleset)
            if ruleset is None or form is None:
                continue
            self.sheet.sessions.append(
                StatedSession(
                    0,
                    group.line,
                    group.played_on,
                    group.name,
                    group.players,
                    ruleset,
                    form,
                    target,
                    event,
                    table,
                    deals,
                    group.is_whole and len(self.problems) == faults,
                )
            )

    def _read_rules(self, group: _Group) -> Ruleset | None:
        if RULES not in group.stated:
            return self.rules.find("bohemian")
        text, line = group.stated[RULES]
        try:
            return self.rules.find(text)
        except UnknownRulesError as error:
            self.report(line, RULES, f"{error.message}. {error.hint or ''}".rstrip(), Code.UNKNOWN_RULES)
            return None

    def _read_format(self, group: _Group) -> SessionFormat | None:
        if FORMAT not in group.stated:
            return FIRST_TO
        text, line = group.stated[FORMAT]
        form = parse_format(text)
        if form is None:
            self.report(line, FORMAT, f"'{text}' is not first-to, deals N or timed{_deals_hint(group, text)}")
        return form

    def _read_target(self, group: _Group, form: SessionFormat, ruleset: Ruleset | None) -> int | None:
        is_first_to = form.kind is FormatKind.FIRST_TO
        if TARGET not in group.stated:
            return ruleset.target if is_first_to and ruleset is not None else None
        text, line = group.stated[TARGET]
        match = _TARGET.fullmatch(text)
        if match is None:
            self.report(line, TARGET, f"'{text}' is not a whole number of game points from 1")
            return None
        if not is_first_to:
            self.report(line, TARGET, f"a session of format '{form}' has no target; leave it empty")
            return None
        return int(match[1])

    def _read_deals(self, group: _Group, ruleset: Ruleset | None) -> list[StatedDeal]:
        deals: list[StatedDeal] = []
        contents, places = self.contents, self.places
        dealer, score_a, score_b = places[DEALER], places[SCORE_A], places[SCORE_B]
        note, all_tricks = places[NOTE], places[ALL_TRICKS]
        dealers: dict[str, Side | None] = {}
        find_dealer = self._dealer_finder(group)
        name = ruleset.name if ruleset is not None else None
        for line, cells, turned in group.rows:
            said = cells[dealer]
            side = dealers[said] if said in dealers else dealers.setdefault(said, find_dealer(line, cells))
            if side is None and (said.strip() or not deals):
                self._report_dealer(group, line, cells, said)
            key = (name, side, turned, cells[score_a], cells[score_b], cells[note], cells[all_tricks])
            content = contents.get(key)
            if content is None:
                content = self._read_content(line, cells, ruleset, side, turned=turned)
                if content is None:
                    continue
                contents[key] = content
            deals.append(StatedDeal(line, content))
        return deals

    def _dealer_finder(self, group: _Group) -> Callable[[int, list[str]], Side | None]:
        """Which of the two is meant by a dealer's cell: the name, or a word of just one of the names."""
        names = [name.casefold() for name in group.players]

        def find(_line: int, cells: list[str]) -> Side | None:
            text = plain(cells[self.places[DEALER]])
            if text in group.players:
                return 1 if group.players.index(text) else 0
            asked = text.casefold()
            fits = [asked == name or (asked != "" and asked in re.split(r"[\s,]+", name)) for name in names]
            exact = [asked == name for name in names]
            chosen = exact if sum(exact) == 1 else fits
            return None if sum(chosen) != 1 else 1 if chosen[1] else 0

        return find

    def _report_dealer(self, group: _Group, line: int, cells: list[str], said: str) -> None:
        a, b = group.players
        text = plain(said)
        if text:
            message = f"'{text}' does not play here; it is {a} or {b}"
        else:
            message = f"this cell is empty; who dealt the first hand of a session has to be said: {a} or {b}"
        self.report(line, DEALER, message)

    def _read_content(
        self, line: int, cells: list[str], ruleset: Ruleset | None, side: Side | None = None, *, turned: bool = False
    ) -> Content | None:
        """What a row says of its deal, a of the session first; None where that cannot be told."""
        note = cells[self.places[NOTE]]
        note = plain(note) if "\n" not in note else note.strip()
        numbers = [self._read_number(line, cells, column) for column in (SCORE_A, SCORE_B)]
        is_empty = [not cells[self.places[column]].strip() for column in (SCORE_A, SCORE_B)]
        tricks = self._read_all_tricks(line, cells)
        if all(is_empty):
            if not note.lower().startswith(MISDEAL):
                said = f"; the note says '{note[:40]}'" if note else ""
                message = f"both scores are empty, which is a misdeal only where the note begins with 'misdeal'{said}"
                self.report(line, SCORE_A, message)
                return None
            reason = note[len(MISDEAL) :].lstrip(" \t\n:,;.–-").rstrip() or None
            return Content(EntryKind.MISDEAL, dealer=side, dealer_stated=side is not None, note=reason)
        for column, empty in zip((SCORE_A, SCORE_B), is_empty, strict=True):
            if empty:
                self.report(line, column, "this cell is empty, but the other score is given")
        a, b = numbers
        if a is None or b is None:
            return None
        content = Content(
            EntryKind.DEAL,
            dealer=side,
            dealer_stated=side is not None,
            score=(b, a) if turned else (a, b),
            all_tricks=bool(tricks),
            note=note or None,
        )
        if ruleset is None or tricks is None:
            return None
        written = Content(EntryKind.DEAL, score=(a, b), all_tricks=bool(tricks))
        faults = check_entry(written, Place(ruleset, None, False, ("a", "b")))
        for fault in faults:
            column = ALL_TRICKS if fault.code is Code.WRONG_RESULT else SCORE_A
            self.report(line, column, f"{fault.message}; {fault.hint}", fault.code)
        return None if faults else content

    def _read_number(self, line: int, cells: list[str], column: int) -> int | None:
        text = cells[self.places[column]].strip()
        if not text:
            return None
        match = _SCORE.fullmatch(text)
        if match is None:
            self.report(line, column, f"'{plain(text)}' is not a whole number of units")
            return None
        return int(match[1])

    def _read_all_tricks(self, line: int, cells: list[str]) -> bool | None:
        text = plain(cells[self.places[ALL_TRICKS]]).lower()
        if text in _NO:
            return False
        if text in _YES:
            return True
        self.report(line, ALL_TRICKS, f"'{text}' is neither yes nor no")
        return None


def _deals_hint(group: _Group, text: str) -> str:
    """How to write that a session has so many deals, where only `deals` was written; the number may stand as target."""
    if text.casefold() != "deals":
        return ""
    number = _TARGET.fullmatch(group.stated[TARGET][0]) if TARGET in group.stated else None
    if number is None:
        return "; write how many, such as 'deals 6'"
    return f"; write 'deals {number[1]}' here, and leave the target empty"


def read_score_sheet(content: bytes, file: str, rules: RulesBook, *, default_date: date | None = None) -> ScoreSheet:
    """What a sheet states, and all that is wrong with it.

    Args:
        content: The bytes of the sheet.
        file: Its name, for the places of faults.
        rules: The rulesets that it may name.
        default_date: The day of rows that state none.

    Raises:
        UnreadableError: nothing of it can be read.
    """
    text = read_sheet(content, file, is_column)
    header = find_columns(text, has_default_date=default_date is not None)
    reader = _Reader(text, header, rules, default_date)
    if header.is_complete:
        reader.read_rows()
        reader.read_sessions()
    places = ((problem.where.line or 0, problem.where.column or 0) for problem in reader.problems)
    by_place = sorted(zip(places, range(len(reader.problems)), reader.problems, strict=True))
    reader.sheet.problems = [problem for _place, _index, problem in by_place]
    return reader.sheet
