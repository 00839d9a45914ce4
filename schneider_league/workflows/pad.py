"""The pad: one line after the other is understood, stored and answered; nothing is printed or read here."""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

from schneider_league.derive.names import find_player
from schneider_league.derive.sessions import Session, State
from schneider_league.errors import AnswerNeededError, LeagueError, NotFoundError, UsageError
from schneider_league.records.players import Player
from schneider_league.reports.session_view import SessionView
from schneider_league.store.engine import Database
from schneider_league.workflows.pad_language import (
    HELP,
    Begin,
    DoAgain,
    EnterMisdeal,
    EnterScore,
    Finish,
    Fix,
    Help,
    Leave,
    Look,
    PadCommand,
    TakeBack,
    parse_line,
)
from schneider_league.workflows.sessions.book import Answer, Book
from schneider_league.workflows.sessions.correcting import correct_deal
from schneider_league.workflows.sessions.ending import abandon_session, close_session
from schneider_league.workflows.sessions.entering import enter_deal, enter_misdeal
from schneider_league.workflows.sessions.finding import find_session, find_written_session, is_table, listed
from schneider_league.workflows.sessions.showing import view_of
from schneider_league.workflows.sessions.starting import begin_session
from schneider_league.workflows.sessions.terms import Terms
from schneider_league.workflows.sessions.undoing import redo, undo
from schneider_league.workflows.sessions.writing import Clock


@dataclass(frozen=True, slots=True)
class Reply:
    """What the pad answers to a line."""

    lines: tuple[str, ...] = ()
    hints: tuple[str, ...] = ()
    question: str | None = None
    """What has to be answered by the next line."""
    views: tuple[SessionView, ...] = ()
    """Sheets that were asked for."""
    is_over: bool = False
    """Whether somebody wants to leave."""


@dataclass(frozen=True, slots=True)
class _Pending:
    """A command that waits for an answer."""

    call: Callable[..., Answer]
    options: dict[str, object]
    needed: AnswerNeededError


class Pad:
    """The scorekeeper's pad: knows what it has shown, so that every deal it enters is the one that was meant."""

    def __init__(
        self,
        address: str,
        *,
        event: str | None = None,
        clock: Clock | None = None,
        chance: random.Random | None = None,
    ) -> None:
        self._address = address
        self._event = event
        self._clock = clock
        self._chance = chance
        self._pending: _Pending | None = None
        self._shown: dict[int, int] = {}
        """Of each session the seq of the last entry that was shown."""
        self._next: dict[int, int] = {}
        """Of each open session the deal that comes next, as it was shown."""
        self._touched: list[int] = []
        """Sessions that this pad wrote to, the last one last."""
        self._ended: SessionView | None = None
        self.names: tuple[str, ...] = ()
        """What players are called, for completing."""

    @property
    def question(self) -> str | None:
        """What has to be answered next."""
        return None if self._pending is None else self._pending.needed.question

    @property
    def touched(self) -> int | None:
        """The session that this pad wrote to last."""
        return self._touched[-1] if self._touched else None

    @property
    def ended(self) -> SessionView | None:
        """The session that this pad wrote to last, as it ended; None where it is open."""
        return self._ended

    def look(self) -> tuple[SessionView, ...]:
        """The open sessions as they stand, and as they are taken to have been shown from now on.

        Raises:
            LeagueError: there is no league to look at.
        """
        with self._database().reading() as league:
            book = Book(league)
            sessions = book.open_sessions()
            for session in sessions:
                self._note(session)
            self._ended = None
            if self.touched is not None and all(session.id != self.touched for session in sessions):
                last = book.session(self.touched)
                self._note(last)
                self._ended = view_of(book, last)
            self.names = tuple(player.name for player in book.players if player.merged_into is None)
            return tuple(view_of(book, session) for session in sessions)

    def enter(self, line: str) -> Reply:
        """Do what a line says; when this returns it is stored.

        Raises:
            LeagueError: it cannot be done; nothing is stored.
        """
        if self._pending is not None:
            return self._answer(line)
        return self._perform(parse_line(line))

    def give_up(self) -> bool:
        """Forget the command that waits for an answer; whether there was one."""
        waiting, self._pending = self._pending is not None, None
        return waiting

    def _database(self) -> Database:
        return Database(self._address) if self._clock is None else Database(self._address, self._clock)

    def _note(self, session: Session) -> None:
        self._shown[session.id] = session.entries[-1].seq
        self._next[session.id] = len(session.rows) + 1

    def _answer(self, line: str) -> Reply:
        assert self._pending is not None
        pending = self._pending
        if not line.strip():
            self._pending = None
            return Reply(("Nothing is entered.",))
        return self._call(pending.call, {**pending.options, pending.needed.parameter: line.strip()})

    def _call(self, call: Callable[..., Answer], options: dict[str, object]) -> Reply:
        """Call a workflow; a question that it has becomes the reply."""
        self._pending = None
        try:
            answer = call(**options, clock=self._clock)
        except AnswerNeededError as needed:
            self._pending = _Pending(call, options, needed)
            return Reply(question=needed.question)
        except UsageError as error:
            # The dealer was misspelt: the question stands.
            if call is begin_session and options["dealer"] is not None:
                return replace(self._call(call, {**options, "dealer": None}), hints=(error.message,))
            raise
        if answer.session in self._touched:
            self._touched.remove(answer.session)
        self._touched.append(answer.session)
        return Reply(answer.lines, answer.hints)

    def _perform(self, command: PadCommand) -> Reply:
        match command:
            case Help():
                return Reply(HELP)
            case Leave():
                return Reply(is_over=True)
            case Look():
                return self._look_at(command)
            case Begin():
                return self._begin(command)
            case EnterScore():
                session = self._find_open(command.ref)
                return self._call(
                    enter_deal,
                    {
                        "address": self._address,
                        "score": command.score,
                        "session": str(session.id),
                        "deal": self._next[session.id],
                        "first": self._first(session, command.ref),
                        "all_tricks": command.all_tricks,
                        "dealer": command.dealer,
                    },
                )
            case EnterMisdeal():
                session = self._find_open(command.ref)
                return self._call(
                    enter_misdeal,
                    {
                        "address": self._address,
                        "session": str(session.id),
                        "deal": self._next[session.id],
                        "note": command.note,
                    },
                )
            case TakeBack() | DoAgain():
                return self._back_and_forth(command)
            case Fix():
                session = self._find_open(command.ref) if command.ref is None else self._find_any(command.ref)
                return self._call(
                    correct_deal,
                    {
                        "address": self._address,
                        "session": str(session.id),
                        "deal": command.deal,
                        "score": command.score,
                        "reason": command.reason,
                        "first": self._first(session, command.ref),
                    },
                )
            case Finish():
                session = self._find_open(command.ref)
                call = close_session if command.word == "close" else abandon_session
                return self._call(call, {"address": self._address, "session": str(session.id)})

    def _begin(self, command: Begin) -> Reply:
        terms = Terms(
            command.target,
            command.deals,
            command.timed,
            command.rules,
            (),
            command.event or self._event,
            command.table,
            command.date,
        )
        options: dict[str, object] = {
            "address": self._address,
            "players": self._two_names(command.names),
            "terms": terms,
            "dealer": command.dealer,
            "chance": self._chance,
        }
        return self._call(begin_session, options)

    def _two_names(self, words: Sequence[str]) -> tuple[str, str]:
        """Two names of several words: where the first of them ends is where both mean somebody."""
        if len(words) == 2:
            return words[0], words[1]
        splits = [(" ".join(words[:at]), " ".join(words[at:])) for at in range(1, len(words))]
        with self._database().reading() as league:
            players = Book(league).players
        fitting = [split for split in splits if all(_means_somebody(players, name) for name in split)]
        if len(fitting) == 1:
            return fitting[0]
        raise UsageError(
            f"it is not clear which two players '{' '.join(words)}' are", hint='as in: start "Anna Nová" ben 7'
        )

    def _find_open(self, ref: str | None) -> Session:
        """The session that is meant, which has been shown here as it stood.

        Raises:
            LeagueError: there is none, or it was begun elsewhere since the pad last looked.
        """
        with self._database().reading() as league:
            book = Book(league)
            if ref is None:
                found = self._only_open(book)
            else:
                found = find_session(book, ref)
            if found.id not in self._next and found.state is State.OPEN:
                a, b = book.names(found)
                raise UsageError(
                    f"session {found.id} ({a} – {b}) was begun elsewhere meanwhile", hint="look at it, and say it again"
                )
            self._next.setdefault(found.id, len(found.rows) + 1)
            return found

    def _only_open(self, book: Book) -> Session:
        open_ones = book.open_sessions()
        if len(open_ones) == 1:
            return open_ones[0]
        if open_ones:
            raise UsageError(
                f"{len(open_ones)} sessions are open: {listed(book, open_ones)}",
                hint="say whose it is, as in: anna 14-6 or T3 14-6",
            )
        raise NotFoundError("no session is open", hint="begin one, as in: start anna ben 7")

    def _find_any(self, ref: str) -> Session:
        """The session that is meant, those that ended at this pad among them, the last first."""
        with self._database().reading() as league:
            book = Book(league)
            try:
                return find_session(book, ref)
            except NotFoundError:
                for number in reversed(self._touched):
                    session = book.session(number)
                    if is_table(session.start.table, ref) or _plays(book, session, ref):
                        return session
                raise

    def _first(self, session: Session, ref: str | None) -> str | None:
        """The player whose number stands first: who was named, if it was a player."""
        if ref is None or is_table(session.start.table, ref) or ref.isdecimal():
            return None
        return ref

    def _back_and_forth(self, command: TakeBack | DoAgain) -> Reply:
        if command.ref is not None:
            number = self._find_any(command.ref).id
        elif self.touched is not None:
            number = self.touched
        else:
            with self._database().reading() as league:
                number = find_written_session(Book(league), None).id
        options: dict[str, object] = {"address": self._address, "session": str(number)}
        if isinstance(command, DoAgain):
            return self._call(redo, options)
        # What somebody else entered since is not what is to be taken back.
        return self._call(undo, {**options, "seen": self._shown.get(number)})

    def _look_at(self, command: Look) -> Reply:
        if command.ref is None:
            return Reply(views=self.look())
        session = self._find_any(command.ref)
        with self._database().reading() as league:
            book = Book(league)
            found = book.session(session.id)
            self._note(found)
            return Reply(views=(view_of(book, found),))


def _means_somebody(players: Sequence[Player], name: str) -> bool:
    try:
        find_player(players, name)
    except LeagueError:
        return False
    return True


def _plays(book: Book, session: Session, ref: str) -> bool:
    try:
        book.side_of(session, ref)
    except LeagueError:
        return False
    return True
