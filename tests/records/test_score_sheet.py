"""Score sheets as clubs have them: read right, or refused by line and column."""

from __future__ import annotations

from contextlib import suppress
from datetime import date

import pytest
from hypothesis import given
from hypothesis import strategies as st

from schneider_league.errors import UnreadableError
from schneider_league.records.check_file import RulesBook
from schneider_league.records.claims import FormatKind
from schneider_league.records.ledger import EntryKind
from schneider_league.records.score_sheet import read_score_sheet
from schneider_league.records.sheet_columns import ScoreSheet, defused, plain
from schneider_league.records.sheet_dates import SlashOrder, derive_slash_order, parse_sheet_date
from schneider_league.records.sheet_text import decode_sheet

HEADER = "date,session,player_a,player_b,dealer,score_a,score_b,rules,target,note"


def read(text: str | bytes, default_date: date | None = None) -> ScoreSheet:
    content = text if isinstance(text, bytes) else text.encode()
    return read_score_sheet(content, "s.csv", RulesBook(), default_date=default_date)


def deals(sheet: ScoreSheet) -> list[object]:
    """Of each deal who dealt (0 is a), and the score, or the reason of a misdeal."""
    return [
        (deal.content.dealer, deal.content.score or deal.content.note)
        for session in sheet.sessions
        for deal in session.deals
    ]


def faults(sheet: ScoreSheet) -> list[tuple[int | None, int | None, str]]:
    """Line, column and the first word of each fault."""
    return [(each.where.line, each.where.column, each.message.split()[0]) for each in sheet.problems]


def test_a_plain_sheet() -> None:
    sheet = read(
        f"{HEADER}\n"
        "2026-11-26,s1,Anna,Ben,Ben,14,6,bohemian,5,\n"
        "2026-11-26,s1,Anna,Ben,Anna,,,bohemian,5,misdeal: a card fell\n"
        "2026-11-26,s1,Anna,Ben,Anna,8,12,bohemian,5,close\n"
    )
    assert faults(sheet) == []
    (session,) = sheet.sessions
    assert (session.played_on, session.name, session.players) == (date(2026, 11, 26), "s1", ("Anna", "Ben"))
    assert (session.ruleset.name, session.target, session.format.kind) == ("bohemian", 5, FormatKind.FIRST_TO)
    assert deals(sheet) == [(1, (14, 6)), (0, "a card fell"), (0, (8, 12))]
    assert [deal.content.kind for deal in session.deals][1] is EntryKind.MISDEAL
    assert session.deals[2].content.note == "close"


ROW = "Jiří Dvořák;Käthe Müller;Jiří Dvořák;14;6"


@pytest.mark.parametrize(
    ("codec", "encoding"),
    [("utf-8", "UTF-8"), ("utf-8-sig", "UTF-8"), ("cp1250", "Windows-1250")],
)
@pytest.mark.parametrize("delimiter", [",", ";", "\t"])
@pytest.mark.parametrize("end", ["\n", "\r\n", "\r"])
def test_encodings_delimiters_and_line_ends(codec: str, encoding: str, delimiter: str, end: str) -> None:
    lines = ["date;session;player_a;player_b;dealer;score_a;score_b", f"26.11.2026;ž1;{ROW}", ""]
    sheet = read(end.join(lines).replace(";", delimiter).encode(codec))
    assert faults(sheet) == []
    assert sheet.encoding == encoding
    assert [(session.name, session.players) for session in sheet.sessions] == [("ž1", ("Jiří Dvořák", "Käthe Müller"))]


@pytest.mark.parametrize(
    ("names", "codec", "encoding"),
    [
        ("Ondřej Řehoř", "cp1250", "Windows-1250"),
        ("Růžena Čapková", "cp1250", "Windows-1250"),
        ("Łukasz Wałęsa", "cp1250", "Windows-1250"),
        ("Ödön Gyűrű", "cp1250", "Windows-1250"),
        # The same bytes in both: nothing tells, and nothing has to.
        ("Günther Weiß", "cp1252", "Windows-1250"),
        ("Bjørn Sørensen", "cp1252", "Windows-1252"),
        ("Hélène Lefèvre", "cp1252", "Windows-1252"),
        ("José Muñoz", "cp1252", "Windows-1252"),
    ],
)
def test_windows_encodings_by_content(names: str, codec: str, encoding: str) -> None:
    assert decode_sheet(f"{names};x".encode(codec), "s.csv") == (f"{names};x", encoding)


@pytest.mark.parametrize("codec", ["utf-16", "utf-16-le", "utf-16-be"])
def test_utf16_is_refused_with_a_sentence(codec: str) -> None:
    with pytest.raises(UnreadableError, match="UTF-16") as raised:
        read(f"{HEADER}\n".encode(codec))
    assert "UTF-8" in (raised.value.hint or "")


@pytest.mark.parametrize("content", [b"\n \n;;;\n", b"date\0"])
def test_what_is_no_sheet(content: bytes) -> None:
    with pytest.raises(UnreadableError):
        read(content)


@pytest.mark.parametrize(
    ("written", "day"),
    [
        ("2026-11-26", date(2026, 11, 26)),
        ("2026-11-26 00:00:00", date(2026, 11, 26)),
        ("2026-11-26T23:30", date(2026, 11, 26)),
        ("26.11.2026", date(2026, 11, 26)),
        ("6. 1. 2026", date(2026, 1, 6)),
        ("26.11.26", date(2026, 11, 26)),
        ("46352", date(2026, 11, 26)),
        ("46352.75", date(2026, 11, 26)),
        ("11/26/2026", date(2026, 11, 26)),
        ("26/11/2026", date(2026, 11, 26)),
        ("26-11-2026", date(2026, 11, 26)),
        ("2026/11/26", date(2026, 11, 26)),
        ("26-Nov-26", date(2026, 11, 26)),
        ("26. Dez 2026", date(2026, 12, 26)),
        ("20261126", date(2026, 11, 26)),
    ],
)
def test_days_as_spreadsheets_write_them(written: str, day: date) -> None:
    assert parse_sheet_date(written) == day


@pytest.mark.parametrize("written", ["2026-02-30", "31.11.2026", "3/4/2026", "2026", "tomorrow", "1", "99999"])
def test_what_is_no_day(written: str) -> None:
    assert isinstance(parse_sheet_date(written), str)


def test_one_date_with_slashes_tells_the_others() -> None:
    assert derive_slash_order(["3/4/2026", "26/4/2026"]) is SlashOrder.DAY_FIRST
    assert derive_slash_order(["3/4/2026", "4/26/2026"]) is SlashOrder.MONTH_FIRST
    assert derive_slash_order(["26/4/2026", "4/26/2026"]) is SlashOrder.UNKNOWN
    assert parse_sheet_date("3/4/2026", SlashOrder.MONTH_FIRST) == date(2026, 3, 4)


def test_quirks_of_spreadsheets() -> None:
    """A separator line, quoted line breaks, defused cells, empty trailing rows and columns, numbers as 14.0."""
    sheet = read(
        "sep=;\r\n"
        "Date;Session;Player A;player-b;DEALER;score_a;score_b;note;;\r\n"
        '26.11.2026;a;"Anna\r\nNová";\'=cmd();Anna Nová;14.0;6,0;"over\r\ntwo lines";;\r\n'
        "26.11.2026;a; Anna  Nová ;'=cmd();=cmd();12;8\r\n"
        ";;;;;;;;;\r\n"
        "  ;;;;;;;;;\r\n\r\n"
    )
    assert faults(sheet) == []
    assert [session.players for session in sheet.sessions] == [("Anna Nová", "=cmd()")]
    assert deals(sheet) == [(0, (14, 6)), (1, (12, 8))]
    assert [deal.line for deal in sheet.sessions[0].deals] == [3, 6]
    assert sheet.sessions[0].deals[0].content.note == "over\r\ntwo lines"


def test_rows_of_a_session_need_not_stand_together_nor_name_the_players_alike() -> None:
    sheet = read(
        f"{HEADER}\n"
        "2026-11-26,s1,Anna,Ben,Ben,14,6,bohemian,7,\n"
        "2026-11-26,s2,Cara,Ben,Ben,15,5,bohemian,7,\n"
        "2026-11-26,s1,Ben,Anna,Anna,12,8,,,\n"
    )
    assert faults(sheet) == []
    assert [len(session.deals) for session in sheet.sessions] == [2, 1]
    assert sheet.sessions[0].deals[1].content.score == (8, 12)


def test_every_fault_with_line_and_column() -> None:
    sheet = read(
        f"{HEADER}\n"
        "2026-11-31,s1,Anna,Ben,Ben,14,6,bohemian,7,\n"
        "2026-11-26,,Anna,Ben,Ben,14,6,bohemian,7,\n"
        "2026-11-26,s1,Anna,Anna,Anna,14,6,bohemian,7,\n"
        "2026-11-26,s2,Anna,Ben,Cara,14,7,bohemian,7,\n"
        "2026-11-26,s3,Anna,Ben,Ben,14,,nonsense,0,\n"
        "2026-11-26,s4,Anna,Ben,Ben,,,bohemian,7,nobody knows\n"
        "2026-11-26,s4,Anna,Ben,Ben,12,8,points,7,,more\n"
    )
    assert faults(sheet) == [
        (2, 1, "date:"),
        (3, 12, "session:"),
        (4, 20, "player_b:"),
        (5, 24, "dealer:"),
        (5, 29, "score_a:"),
        (6, 31, "score_b:"),
        (6, 32, "rules:"),
        (6, 41, "target:"),
        (7, 28, "score_a:"),
        (8, 33, "rules:"),
        (8, 43, "this"),
    ]


def test_the_place_of_a_cell_behind_a_quoted_line_break() -> None:
    sheet = read(f'{HEADER}\n2026-11-26,s1,"Anna\nNová",Ben,Ben,fourteen,6,bohemian,7,\n')
    (problem,) = sheet.problems
    assert (problem.where.line, problem.where.column, problem.width) == (3, 15, 8)
    assert problem.excerpt == 'Nová",Ben,Ben,fourteen,6,bohemian,7,'


@pytest.mark.parametrize(
    ("header", "word"),
    [
        (HEADER.replace("score_b,", ""), "score_b"),
        (HEADER.replace("dealer", "daeler"), "dealer"),
        (HEADER.replace("note", "Target"), "twice"),
        (HEADER.replace("date,", ""), "--date"),
    ],
)
def test_headers_that_lack_something(header: str, word: str) -> None:
    sheet = read(f"{header}\n2026-11-26,s1,Anna,Ben,Ben,14,6,bohemian,7,\n")
    assert any(word in problem.message and problem.where.line == 1 for problem in sheet.problems)


def test_columns_that_mean_nothing_here_are_passed_over() -> None:
    sheet = read(f"{HEADER},beer\n2026-11-26,s1,Anna,Ben,Ben,14,6,bohemian,7,,3\n")
    assert (faults(sheet), sheet.header.passed_over) == ([], ("beer",))


def test_a_default_day() -> None:
    sheet = read("session,player_a,player_b,dealer,score_a,score_b\ns1,Anna,Ben,Ben,14,6\n", date(2026, 11, 26))
    assert [session.played_on for session in sheet.sessions] == [date(2026, 11, 26)]


@pytest.mark.parametrize("text", ['"Anna,Ben\n', 'Anna,"Be"n,x\n', f'"{"x" * 70_000}"\n'])
def test_broken_quotes(text: str) -> None:
    sheet = read(f"{HEADER}\n2026-11-26,s1,Anna,Ben,Ben,14,6,,,\n2026-11-26,s1,{text}")
    assert [(line, word) for line, _column, word in faults(sheet)][-1][0] == 3
    assert sheet.rows == 1


def test_formats_and_every_trick() -> None:
    sheet = read(
        f"{HEADER},format,event,table,all_tricks\n"
        "2026-11-26,s1,Anna,Ben,Ben,120,0,points+three-wins+no-last-trick,,,,Cup,3,x\n"
        "2026-11-26,s2,Anna,Ben,Ben,14,6,,,,deals 6,,,\n"
        "2026-11-26,s3,Anna,Ben,Ben,14,6,,7,,timed,,,\n"
        "2026-11-26,s4,Anna,Ben,Ben,20,0,,,,,,,yes\n"
    )
    first, second, *_ = sheet.sessions
    assert (first.ruleset.name, first.target, first.event, first.table) == (
        "points+no-last-trick+three-wins",
        3,
        "Cup",
        "3",
    )
    assert first.deals[0].content.all_tricks
    assert (str(second.format), second.target) == ("deals 6", None)
    assert faults(sheet) == [(4, 34, "target:"), (5, 39, "all_tricks:")]


def test_a_dealer_may_be_left_out_but_for_the_first() -> None:
    sheet = read(
        f"{HEADER}\n2026-11-26,s1,Anna Nová,Ben,nová,14,6,,,\n2026-11-26,s1,Anna Nová,Ben,,14,6,,,\n"
        "2026-11-26,s2,Anna Nová,Ben,,14,6,,,\n"
    )
    assert deals(sheet)[:2] == [(0, (14, 6)), (None, (14, 6))]
    assert faults(sheet) == [(4, 29, "dealer:")]


@given(st.text(st.sampled_from("'=+-@aä"), max_size=5))
def test_defused_cells_come_back(text: str) -> None:
    cell = defused(text)
    assert not cell.startswith(("=", "+", "-", "@"))
    assert plain(cell) == text


@given(st.binary(max_size=300))
def test_no_bytes_break_the_reader(content: bytes) -> None:
    with suppress(UnreadableError):
        assert read(HEADER.encode() + b"\n" + content).text.file == "s.csv"
