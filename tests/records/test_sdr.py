"""What a record's text and its JSON lines are read as, where the given examples say nothing of it."""

from __future__ import annotations

from io import BytesIO

import pytest

from schneider_league.errors import Code
from schneider_league.records.check_file import RulesBook, check_records, read_records
from schneider_league.records.model import Move
from schneider_league.records.words import MAX_ANNOUNCEMENTS
from tests.records.reading_aloud import records_of

PLAYERS = '[NonDealer "Anna"]\n[Dealer "Ben"]\n'


# Whether all that was written is in the record, so that it can be written in another form.
@pytest.mark.parametrize(
    ("text", "is_lossless"),
    [
        (PLAYERS, True),
        (PLAYERS + "\n1. AS KS 2. AH", True),
        (PLAYERS + "\n7. AS 11H exchange marriage-X", True),
        (PLAYERS + "\n1. AS KS {x} {}", True),
        (PLAYERS + "[Event \n", False),
        (PLAYERS + '[Event "x"] y\n', False),
        (PLAYERS + "\n1. AS KS 2.", False),
        (PLAYERS + "\n1. AS KS 2. 2. AH KH", False),
        (PLAYERS + "\n1. AS 2. KS", False),
        (PLAYERS + "\n1. AS word", False),
        (PLAYERS + "\n1. AS KS {x", False),
        (PLAYERS + "\n1. AS KS }", False),
        (PLAYERS.replace("Ben", "B\0n"), False),
    ],
)
def test_what_is_lost(text: str, is_lossless: bool) -> None:
    (record,) = records_of(text)
    assert record.lossless is is_lossless


@pytest.mark.parametrize(
    ("moves", "expected"),
    [
        ("as K♠", [Move("AS", "K♠")]),
        ("1.AS KS\n2.AH\nKH", [Move("AS", "KS"), Move("AH", "KH")]),
        ("1. AS KS EXCHANGE Marriage-h", [Move("AS", "KS", ("exchange", "marriage-H"))]),
        ("1. AS {a} {b} KS {c}\n{d\n e}", [Move("AS", "KS", comment="c d\n e", lead_comment="a b")]),
        ("1. AS exchange KS", [Move("AS", "KS", lead_after=("exchange",))]),
        ("2. AS KS 2. AH KH", [Move("AS", "KS", number=2), Move("AH", "KH")]),
        ("1. AS KS\n; aside\n% aside\n2. AH KH", [Move("AS", "KS"), Move("AH", "KH")]),
        ("1. AS KS{x}2. AH KH", [Move("AS", "KS", comment="x"), Move("AH", "KH")]),
    ],
)
def test_moves(moves: str, expected: list[Move]) -> None:
    (record,) = records_of(f"{PLAYERS}\n{moves}\n")
    assert record.moves == expected


@pytest.mark.parametrize("count", [MAX_ANNOUNCEMENTS, MAX_ANNOUNCEMENTS + 1])
@pytest.mark.parametrize("lead", ["1. AS KS", "AS KS", "1. AS"])
def test_announcements_are_read_up_to_a_limit(count: int, lead: str) -> None:
    (record,) = records_of(f"{PLAYERS}\n{lead}{' exchange' * count}\n")
    (move,) = record.moves
    assert len(move.after) + len(move.lead_after) == MAX_ANNOUNCEMENTS
    said = [fault.message for fault in record.faults]
    assert said == ["there are more announcements than a deal can have"] * (count - MAX_ANNOUNCEMENTS)


def test_empty_lines_between_json_lines_are_passed_over() -> None:
    records = records_of('\n{"tags": {"Dealer": "B"}}\r\n\n \t\r\n{"tags": {}}\n\n')
    assert [(record.line, record.faults) for record in records] == [(2, []), (5, [])]


def test_a_word_is_found_behind_a_stray_byte_order_mark() -> None:
    text = '[NonDealer "A"]\n[Dealer "B"]\n[Score "14-6"]\n\n\ufeff[NonDealer "A"]\n[Dealer "B"]\n\n1. KH QL\n'
    _first, second = check_records(read_records(BytesIO(text.encode()), "x"), "x", RulesBook())
    assert [(problem.code, problem.where.line, problem.where.column) for problem in second.problems] == [
        (Code.BAD_CARD, 8, 7)
    ]
