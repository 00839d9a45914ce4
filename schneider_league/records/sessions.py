"""Sessions across the records of a file: who deals, what the score is, when it is over."""

from __future__ import annotations

from dataclasses import dataclass

from schneider_league.errors import Code
from schneider_league.game.ruleset import Ruleset
from schneider_league.game.score import Level, Pair
from schneider_league.game.session import Progress
from schneider_league.records import claims
from schneider_league.records.case import Case, normal_name
from schneider_league.records.claims import FIRST_TO, FormatKind, SessionFormat


@dataclass(slots=True)
class Session:
    """What the records of one session so far have said."""

    rules: str | None
    """The name that the first record wrote, None where it wrote none."""
    ruleset: Ruleset | None
    target: int | None
    format: SessionFormat
    progress: Progress
    players: tuple[str, str] | None = None
    """The first record's non-dealer and dealer, in NFC: the session's players 0 and 1."""
    number: int = 0
    """The last deal's number."""
    drift: Pair = (0, 0)
    """By how much the last Running that was claimed was wrong, for players 0 and 1."""


class Sessions:
    """The sessions of one file, by name."""

    def __init__(self) -> None:
        self._open: dict[str, Session] = {}

    def rules_of(self, case: Case) -> str | None:
        """The ruleset name that the record inherits; None where it states one or there is none to inherit."""
        session = self._open.get(case.tags.get("Session", ""))
        return session.rules if session is not None and "Session" in case.tags else None

    def check(self, case: Case) -> Pair | None:
        """Check a record against its session and add it; the running score after it, non-dealer first.

        None where the record is of no session, cannot be scored, or does not count.
        """
        name = case.tags.get("Session")
        if name is None:
            return None
        session = self._open.get(name)
        if session is None:
            session = self._open[name] = _begin(case)
        else:
            _check_same(case, session)
        _check_number(case, session)
        sides = _sides(case, session)
        if sides is None:
            return None
        return _add(case, session, sides)


def _begin(case: Case) -> Session:
    form = claims.parse_format(case.tags.get("Format", "first-to")) or FIRST_TO
    target = claims.parse_count(case.tags.get("Target", ""))
    if target is None and case.ruleset is not None:
        target = case.ruleset.target
    if form.kind is not FormatKind.FIRST_TO:
        target = None
    progress = Progress(target, form.deals)
    return Session(case.tags.get("Rules"), case.ruleset, target, form, progress)


def _check_same(case: Case, session: Session) -> None:
    """Rules, target and format are those of the session's first record, where they are stated again."""
    ruleset = case.ruleset
    if ruleset is not None and session.ruleset is None:
        session.rules, session.ruleset = case.tags.get("Rules"), ruleset
        if session.target is None and session.format.kind is FormatKind.FIRST_TO:
            session.target = session.progress.target = ruleset.target
    elif ruleset is not None and session.ruleset is not None and ruleset.name != session.ruleset.name:
        message = f"this session is played by {session.ruleset.name}, as its first record says, not by {ruleset.name}"
        case.report(Code.WRONG_SESSION, message, tag="Rules" if "Rules" in case.tags else None)
    form = claims.parse_format(case.tags.get("Format", ""))
    if form is not None and form != session.format:
        message = f'the Format of this session is "{session.format}", as its first record says'
        case.report(Code.WRONG_SESSION, message, tag="Format")
    target = claims.parse_count(case.tags.get("Target", ""))
    if target is not None and target != session.target and form in (None, FIRST_TO):
        goes = f"goes to {session.target}" if session.target else f'has the Format "{session.format}" and no target'
        case.report(Code.WRONG_SESSION, f"this session {goes}, as its first record says", tag="Target")


def _check_number(case: Case, session: Session) -> None:
    """Deals are numbered from 1; numbers go on from the one that is written."""
    written = claims.parse_count(case.tags.get("Deal", ""))
    expected = session.number + 1
    if written is not None and written != expected:
        message = f"this is deal {expected} of its session, counting misdeals and ties; it is numbered {written}"
        case.report(Code.WRONG_NUMBER, message, tag="Deal")
    session.number = expected if written is None else written


def _sides(case: Case, session: Session) -> tuple[int, int] | None:
    """Which of the session's players is the non-dealer and which the dealer; None if they are others."""
    non_dealer, dealer = (normal_name(case.tags.get(name, "")) for name in ("NonDealer", "Dealer"))
    if not non_dealer or not dealer or non_dealer == dealer:
        return None
    if session.players is None:
        session.players = (non_dealer, dealer)
    if (non_dealer, dealer) == session.players:
        return 0, 1
    if (dealer, non_dealer) == session.players:
        return 1, 0
    first, second = session.players
    tag = "NonDealer" if non_dealer not in session.players else "Dealer"
    message = f"this session is between {first} and {second}, as its first record says; here it does not count"
    case.report(Code.WRONG_SESSION, message, tag=tag)
    return None


def _add(case: Case, session: Session, sides: tuple[int, int]) -> Pair | None:
    """Check dealer, end and running score, and add the deal to the session."""
    progress = session.progress
    non_dealer, dealer = sides
    if progress.dealer is not None and progress.dealer != dealer:
        message = (
            f"{case.player(0)} should have dealt: the deal passes after each deal with a winner, and stays after a tie "
            "or a misdeal"
        )
        case.report(Code.WRONG_DEALER, message, tag="Dealer")
    points = _game_points(case)
    by_player = points if non_dealer == 0 else (points[1], points[0])
    if progress.is_over:
        ended = _standing(session)
        case.report(Code.AFTER_END, f"the session was over before this deal ({ended}); it does not count")
        progress.dealer = 1 - dealer if points != (0, 0) else dealer
        return None
    progress.add(dealer, by_player)
    if case.outcome is None and case.level is not Level.MISDEAL:
        return None
    running = progress.score if non_dealer == 0 else (progress.score[1], progress.score[0])
    claimed = claims.parse_pair(case.tags.get("Running", ""))
    if claimed is not None:
        drift = (claimed[non_dealer] - progress.score[0], claimed[dealer] - progress.score[1])
        if drift not in ((0, 0), session.drift):
            right = claims.format_pair(running)
            message = (
                f'Running "{case.tags["Running"]}" is claimed; after this deal it is {right}, {case.player(0)} first'
            )
            case.report(Code.WRONG_RUNNING, message, tag="Running")
        session.drift = drift
    return running


def _game_points(case: Case) -> Pair:
    """What the deal adds, non-dealer first: by the play, else by its claimed Result, else as a misdeal."""
    result = case.result
    if result is None and case.level is not Level.UNFINISHED:
        claimed = claims.parse_result(case.tags.get("Result", ""))
        return claimed if isinstance(claimed, tuple) else (0, 0)
    return result if isinstance(result, tuple) else (0, 0)


def _standing(session: Session) -> str:
    assert session.players is not None
    (first, second), (a, b) = session.players, session.progress.score
    what = f"{session.format.deals} deals" if session.format.deals else f"to {session.target}"
    return f"{first} {a}, {second} {b}, {what}"
