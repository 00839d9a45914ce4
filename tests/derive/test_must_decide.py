"""A session that must decide, as those of a knockout do, goes on while it is level."""

from __future__ import annotations

from datetime import UTC, date, datetime

from schneider_league.derive.sessions import Session, State, derive_session
from schneider_league.game.session import Progress
from schneider_league.records.claims import FormatKind, SessionFormat
from schneider_league.records.ledger import Content, Ending, Entry, EntryKind, SessionStart
from tests.derive.ledgers import ruleset_of

AT = datetime(2026, 11, 26, 20, tzinfo=UTC)
A, B = (14, 6), (6, 14)


def session(format_: SessionFormat, *happened: tuple[int, int] | str, must_decide: bool = True) -> Session:
    """A session of deals (`(14, 6)`), a `close`, or a whole result (`5-5`)."""
    start = SessionStart(
        (1, 2), "bohemian", "bohemian", format_, None, date(2026, 11, 26), 0, 1, pairing=3, must_decide=must_decide
    )
    contents = [Content(EntryKind.START, start=start)]
    for each in happened:
        if isinstance(each, tuple):
            contents.append(Content(EntryKind.DEAL, dealer=0, score=each))
        elif each == "close":
            contents.append(Content(EntryKind.END, ending=Ending.CLOSE))
        else:
            a, b = each.split("-")
            contents.append(Content(EntryKind.RESULT, score=(int(a), int(b))))
    entries = [
        Entry(seq, f"e{seq}", 1, seq, seq, seq, None, None, None, None, None, AT, AT, None, content)
        for seq, content in enumerate(contents, 1)
    ]
    return derive_session(entries, ruleset_of)


DEALS = SessionFormat(FormatKind.DEALS, 2)
TIMED = SessionFormat(FormatKind.TIMED)


def test_fixed_deals_go_on_until_a_deal_separates_them() -> None:
    assert session(DEALS, A, B, must_decide=False).state is State.FINISHED
    level = session(DEALS, A, B)
    assert (level.state, level.winner, level.next_dealer) == (State.OPEN, None, 1)
    decided = session(DEALS, A, B, B)
    assert (decided.state, decided.winner, decided.score) == (State.FINISHED, 1, (1, 2))
    late = session(DEALS, A, B, B, A)
    assert (late.score, late.rows[3].is_after_end) == ((1, 2), True)
    assert session(DEALS, A, A).state is State.FINISHED


def test_a_timed_session_goes_on_behind_its_closing_while_it_is_level() -> None:
    assert session(TIMED, A, B, "close", must_decide=False).state is State.FINISHED
    level = session(TIMED, A, B, "close")
    assert (level.state, level.winner) == (State.OPEN, None)
    assert level.next_dealer is not None
    decided = session(TIMED, A, B, "close", A)
    assert (decided.state, decided.winner, decided.score) == (State.FINISHED, 0, (2, 1))
    assert session(TIMED, A, "close").state is State.FINISHED


def test_a_drawn_whole_result_decides_nothing() -> None:
    assert session(DEALS, "5-5", must_decide=False).state is State.FINISHED
    assert session(DEALS, "5-5").state is State.OPEN
    assert session(DEALS, "5-4").state is State.FINISHED


def test_progress_to_a_target_is_never_level() -> None:
    progress = Progress(2, None, must_decide=True)
    progress.add(0, (2, 0))
    assert progress.is_over
