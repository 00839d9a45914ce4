"""What is said of a session in sentences: the one-line answers to what is entered."""

from __future__ import annotations

from collections.abc import Sequence

from schneider_league.derive.sessions import DealRow, Session, State
from schneider_league.game.score import Level
from schneider_league.records.claims import FormatKind
from schneider_league.records.ledger import Content, Ending, Entry, EntryKind, SessionStart, Side

Names = tuple[str, str]
"""Of a and b."""


def deal_words(row: DealRow, names: Names) -> str:
    """`Deal 5: Anna 14, Ben 6 (simple)`."""
    return f"Deal {row.deal}: {hand_words(row, names)}"


def hand_words(row: DealRow, names: Names) -> str:
    """`Anna 14, Ben 6 (simple)`, or `misdeal (an exposed card)`."""
    remarks = [] if row.level is Level.MISDEAL else [str(row.level)]
    if row.entry.content.note:
        remarks.append(row.entry.content.note)
    if is_out_of_turn(row):
        remarks.append(f"dealt by {names[row.dealer]}, out of turn")
    if row.is_after_end:
        remarks.append("after the end")
    what = content_words(row.entry.content, names)
    return f"{what} ({'; '.join(remarks)})" if remarks else what


def content_words(content: Content, names: Names) -> str:
    """`Anna 14, Ben 6`, or `misdeal`."""
    if content.kind is EntryKind.MISDEAL or content.score is None:
        return "misdeal"
    return f"{names[0]} {content.score[0]}, {names[1]} {content.score[1]}"


def accepted_words(codes: Sequence[str], reason: str | None) -> str:
    """`must-follow accepted: nobody saw`; nothing where there are no codes."""
    if not codes:
        return ""
    return f"{', '.join(codes)} accepted" + (f": {reason}" if reason else "")


def is_out_of_turn(row: DealRow) -> bool:
    """Whether the other player should have dealt."""
    return row.proposed_dealer is not None and row.proposed_dealer != row.dealer


def score_words(session: Session, names: Names) -> str:
    """`Anna 4, Ben 2`: the game points."""
    return f"{names[0]} {session.score[0]}, {names[1]} {session.score[1]}"


def next_words(session: Session, names: Names) -> str:
    """What comes next: `Ben deals`, or how the session ended."""
    match session.state:
        case State.OPEN:
            if session.next_dealer is None:
                return "It is open"
            decides = "; level, so the next deal with a winner decides" if is_decided_next(session) else ""
            return f"{names[session.next_dealer]} deals{decides}"
        case State.FINISHED:
            return winner_words(session.winner, names)
        case State.ABANDONED:
            return "The session is abandoned, without a result"
        case State.FORFEITED:
            if session.winner is None:
                return "Both forfeit the session; nobody wins it"
            return f"{names[1 - session.winner]} forfeits the session, {names[session.winner]} wins it"
        case State.VOID:
            return "The session is void"


def is_decided_next(session: Session) -> bool:
    """Whether a session that must be decided goes on only since it is level: the next deal with a winner ends it."""
    if session.state is not State.OPEN or not session.start.must_decide:
        return False
    deals = session.start.format.deals
    won = sum(row.game_points != (0, 0) for row in session.rows)
    return session.end is not None or (deals is not None and won >= deals)


def winner_words(winner: Side | None, names: Names) -> str:
    """Who wins the session."""
    return "The session is drawn" if winner is None else f"{names[winner]} wins the session"


def format_words(start: SessionStart) -> str:
    """`to 7`, `6 deals`, `timed`."""
    match start.format.kind:
        case FormatKind.FIRST_TO:
            return f"to {start.target}"
        case FormatKind.DEALS:
            return "1 deal" if start.format.deals == 1 else f"{start.format.deals} deals"
        case FormatKind.TIMED:
            return "timed"


def session_words(session: Session, names: Names, event: str | None) -> str:
    """`Session 3: Anna – Ben, bohemian, to 7, 2026-11-26, table T3, event Thursday`."""
    start = session.start
    parts = [f"{names[0]} – {names[1]}", start.rules, format_words(start), start.played_on.isoformat()]
    if start.table:
        parts.append(f"table {start.table}")
    if event is not None:
        parts.append(f"event {event}")
    return f"Session {session.id}: {', '.join(parts)}"


def state_line(session: Session, names: Names) -> str:
    """`Anna 4, Ben 2. Ben deals.`"""
    return f"{score_words(session, names)}. {next_words(session, names)}."


def entered_line(session: Session, row: DealRow, names: Names) -> str:
    """`Deal 5: Anna 14, Ben 6 (simple). Anna 4, Ben 2. Ben deals.`"""
    return f"{deal_words(row, names)}. {state_line(session, names)}"


def change_lines(before: Session, after: Session, names: Names) -> list[str]:
    """What a change did to a session that was over: opened it again, ended it earlier, changed its winner."""
    if before.state is State.OPEN:
        if after.state is State.OPEN:
            return []
        return _after_end_lines(before, after)
    lines: list[str] = []
    if after.state is State.OPEN:
        lines.append("The session is open again.")
    elif before.state in _DECIDED and after.state in _DECIDED and before.winner != after.winner:
        was, now = (_winner_name(session.winner, names) for session in (before, after))
        lines.append(f"The winner changes: {now}, not {was}.")
    return [*lines, *_after_end_lines(before, after)]


_DECIDED = (State.FINISHED, State.FORFEITED)


def _winner_name(winner: Side | None, names: Names) -> str:
    return "nobody" if winner is None else names[winner]


def _after_end_lines(before: Session, after: Session) -> list[str]:
    """Which deals stand after the end now, where others did before."""
    late = [row.deal for row in after.rows if row.is_after_end]
    if late == [row.deal for row in before.rows if row.is_after_end]:
        return []
    if not late:
        return ["All its deals count again."]
    last = max((row.deal for row in after.rows if not row.is_after_end), default=0)
    if len(late) == 1:
        return [f"It ends with deal {last} now; deal {late[0]} stands after the end and counts for nothing."]
    span = f"{late[0]} {'and' if len(late) == 2 else 'to'} {late[-1]}"
    return [f"It ends with deal {last} now; deals {span} stand after the end and count for nothing."]


def entry_words(entry: Entry, names: Names) -> str:
    """What an entry states, in a few words."""
    content = entry.content
    match content.kind:
        case EntryKind.START:
            assert content.start is not None
            return start_words(content.start, names)
        case EntryKind.DEAL | EntryKind.MISDEAL:
            note = f" ({content.note})" if content.note else ""
            tricks = ", every trick" if content.all_tricks else ""
            return f"{content_words(content, names)}{tricks}{note}"
        case EntryKind.RESULT:
            return f"result {content_words(content, names)}"
        case EntryKind.END:
            return _ending_words(content, names)
        case EntryKind.VOID:
            return "taken out"


def start_words(start: SessionStart, names: Names) -> str:
    """`Anna – Ben, bohemian, to 7, 2026-11-26, Ben deals first`."""
    parts = [f"{names[0]} – {names[1]}", start.rules, format_words(start), start.played_on.isoformat()]
    if start.table:
        parts.append(f"table {start.table}")
    if start.first_dealer is not None:
        parts.append(f"{names[start.first_dealer]} deals first")
    return ", ".join(parts)


def _ending_words(content: Content, names: Names) -> str:
    match content.ending:
        case Ending.ABANDON:
            return "abandoned"
        case Ending.FORFEIT:
            losers: dict[str | None, Sequence[str]] = {"a": names[:1], "b": names[1:], "both": names}
            return f"forfeited by {' and '.join(losers.get(content.loser, ()))}"
        case _:
            return "closed"
