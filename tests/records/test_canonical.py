"""Records as the program writes them: the given examples, and what is generated."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from schneider_league.game.cards import Alphabet
from schneider_league.records.canonical import Canonical
from schneider_league.records.check_file import RulesBook
from schneider_league.records.jsonl import format_jsonl, parse_jsonl
from schneider_league.records.model import KNOWN_TAGS, TAGS, Move, Record
from schneider_league.records.sdr import format_sdr
from tests.records.reading_aloud import canonical_jsonl, canonical_sdr, records_of

FOLDER = Path(__file__).parents[1] / "data" / "canonical"
NAMES = sorted(path.name.removesuffix(".in.sdr") for path in FOLDER.glob("*.in.sdr"))
SDR = {name: (FOLDER / f"{name}.out.sdr").read_text("utf-8") for name in NAMES}


def read_bytes(name: str) -> bytes:
    return (FOLDER / name).read_bytes()


def test_all_are_there() -> None:
    assert len(NAMES) == 16
    assert len(list(FOLDER.glob("*.french.sdr"))) == 2
    assert len(list(FOLDER.glob("*.german.sdr"))) == 4


@pytest.mark.parametrize("name", NAMES)
def test_the_canonical_form(name: str) -> None:
    assert canonical_sdr(records_of(read_bytes(f"{name}.in.sdr"))) == SDR[name]


@pytest.mark.parametrize("name", NAMES)
def test_the_canonical_form_stays_as_it_is(name: str) -> None:
    assert canonical_sdr(records_of(read_bytes(f"{name}.out.sdr"))) == SDR[name]


@pytest.mark.parametrize("name", NAMES)
def test_json_and_back(name: str) -> None:
    given_lines = read_bytes(f"{name}.out.jsonl")
    expected = [json.loads(line) for line in given_lines.decode().splitlines()]
    for source in (f"{name}.in.sdr", f"{name}.out.sdr", f"{name}.out.jsonl"):
        written = canonical_jsonl(records_of(read_bytes(source)))
        assert [json.loads(line) for line in written.splitlines()] == expected
    assert canonical_sdr(records_of(given_lines)) == SDR[name]


@pytest.mark.parametrize(
    ("name", "alphabet"),
    [
        (path.name.split(".")[0], Alphabet(path.name.split(".")[1]))
        for path in sorted((*FOLDER.glob("*.french.sdr"), *FOLDER.glob("*.german.sdr")))
    ],
)
def test_other_cards_and_back(name: str, alphabet: Alphabet) -> None:
    expected = read_bytes(f"{name}.{alphabet}.sdr").decode()
    records = records_of(read_bytes(f"{name}.out.sdr"))
    assert canonical_sdr(records, alphabet) == expected
    other = Alphabet.GERMAN if alphabet is Alphabet.FRENCH else Alphabet.FRENCH
    assert canonical_sdr(records_of(expected), other) == SDR[name]
    assert canonical_sdr(records_of(expected), alphabet) == expected


# --- generated ---

ODD = ["[bold]x[/bold]", "=1+1", '"', "\\", '\\"', "{", "}", "[", "]", "花子", "Ève", "é", "a  b", ";", "%", " ", "1."]
values = (
    st.lists(st.one_of(st.sampled_from(ODD), st.text("ab 1-", max_size=4)), max_size=4)
    .map("".join)
    .filter(lambda value: value == value.strip())
)
comments = (
    st.lists(
        st.one_of(st.sampled_from([*ODD, "\n", "\n\n", "1. AS"]), st.text("ab ", max_size=3)), min_size=1, max_size=6
    )
    .map("".join)
    .filter(lambda comment: comment != "" and "}" not in comment)
)
unknown_names = st.sampled_from(["Zeta", "alpha", "Ünknown", "x1", "Round_2"])
FREE = ("Event", "Site", "Table", "Session", "NonDealer", "Dealer", "Misdeal")
CARDS = {
    Alphabet.FRENCH: [rank + suit for suit in "CSHD" for rank in ["A", "K", "Q", "J", "10", "9", "8", "7"]],
    Alphabet.GERMAN: [rank + suit for suit in "ELHS" for rank in ["D", "K", "O", "U", "10", "9", "8", "7"]],
}


@st.composite
def records(draw: st.DrawFn, *, one_alphabet: bool = False) -> Record:
    """Canonical records, many of them wrong."""
    alphabet = draw(st.sampled_from(Alphabet))
    card = st.sampled_from(CARDS[alphabet] if one_alphabet else [*CARDS[alphabet], "11H", "XX"])
    announcement = st.sampled_from(
        ["exchange", *(f"marriage-{suit}" for suit in ("CSHD", "ELHS")[alphabet == "german"])]
    )
    announcements = st.lists(announcement, max_size=2).map(tuple)
    tags = [(name, draw(values)) for name in draw(st.lists(st.sampled_from(FREE), max_size=5))]
    tags += [(name, draw(values)) for name in draw(st.lists(unknown_names, max_size=3))]
    tags.append(("Rules", draw(st.sampled_from(["bohemian", "points+marriage", "no such rules", "bohemian+trump"]))))
    if alphabet is Alphabet.GERMAN:
        tags.append(("Cards", "german"))
    tags += [
        (name, value)
        for name, value in {
            "Date": "2026-11-26",
            "Deal": "007",
            "Target": "x",
            "Format": "deals 4",
            "NonDealerHand": " ".join(draw(st.lists(card, min_size=1, max_size=6))),
            "Turned": draw(card),
            "Score": "14-06",
            "Result": draw(st.sampled_from(["*", "redeal", "1-0"])),
            "Running": "",
            "Cause": "time dealer",
        }.items()
        if draw(st.booleans())
    ]
    order = {name: index for index, name in enumerate(TAGS)}
    tags.sort(key=lambda tag: order.get(tag[0], 99))
    number = st.one_of(st.none(), st.none(), st.sampled_from([0, 77, 99999]))
    moves: list[Move] = [
        Move(
            draw(card),
            draw(card),
            draw(announcements),
            draw(number),
            draw(st.one_of(st.none(), comments)),
            draw(st.one_of(st.none(), comments)),
            draw(announcements) if draw(st.integers(0, 9)) == 0 else (),
        )
        for _ in range(draw(st.integers(0, 5)))
    ]
    is_broken_off = draw(st.booleans())
    if moves and is_broken_off:
        moves[-1] = moves[-1]._replace(response=None, after=(), lead_comment=None)
        if moves[-1].comment is not None:
            # What follows a lead alone stands between the two cards, the second of which is missing.
            moves[-1] = moves[-1]._replace(comment=None, lead_comment=moves[-1].comment)
    return Record(
        tags, moves, comment=draw(st.one_of(st.none(), comments)), opening=draw(announcements) if moves else ()
    )


def is_readable_back(record: Record) -> bool:
    """Whether no comment holds what begins a new record: a blank line and two tags on lines of their own."""
    texts = [record.comment, *(text for move in record.moves for text in (move.comment, move.lead_comment))]
    return not any(text and "\n" in text and "[" in text for text in texts)


@given(records().filter(is_readable_back))
@settings(max_examples=30)
def test_text_is_read_back_as_it_was_written(record: Record) -> None:
    text = format_sdr(record)
    (back,) = records_of(text)
    assert back == record
    assert back.lossless
    assert format_sdr(back) == text


@given(records())
@settings(max_examples=50)
def test_json_is_read_back_as_it_was_written(record: Record) -> None:
    line = format_jsonl(record)
    assert line.count("\n") == 1
    back = parse_jsonl(line.encode())
    assert back == record
    assert format_jsonl(back) == line


@given(st.lists(records().filter(is_readable_back), min_size=1, max_size=4))
@settings(max_examples=30)
def test_files_in_canonical_form_stay_as_they_are(given_records: list[Record]) -> None:
    """Text to JSON and back, and each to itself."""
    text = canonical_sdr(given_records)
    read = records_of(text)
    assert len(read) == len(given_records)
    assert canonical_sdr(read) == text
    lines = canonical_jsonl(read)
    assert canonical_sdr(records_of(lines)) == text
    assert canonical_jsonl(records_of(lines)) == lines


@given(records(one_alphabet=True).filter(is_readable_back))
@settings(max_examples=50)
def test_the_other_alphabet_and_back(record: Record) -> None:
    own = Alphabet(record.get("Cards") or "french")
    other = Alphabet.GERMAN if own is Alphabet.FRENCH else Alphabet.FRENCH
    canonical = canonical_sdr([record])
    there = canonical_sdr([record], other)
    assert canonical_sdr(records_of(there), own) == canonical
    assert ('[Cards "german"]' in there) == (other is Alphabet.GERMAN)
    assert canonical_sdr([record], own) == canonical


@pytest.mark.parametrize("word", ["XX", "OL", "11H"])
def test_a_word_that_is_no_card_keeps_the_record_in_its_alphabet(word: str) -> None:
    """In the other alphabet it could become a card that was not meant."""
    record = Record([("Rules", "bohemian"), ("Dealer", "B")], [Move("AS", word)])
    assert canonical_sdr([record], Alphabet.GERMAN) == canonical_sdr([record])
    bad_suit = Record([("Rules", "bohemian")], [Move("AS", "KS", ("marriage-L",))])
    assert canonical_sdr([bad_suit], Alphabet.GERMAN) == canonical_sdr([bad_suit])


# What is not canonical, beside what is.
@pytest.mark.parametrize(
    ("tags", "canonical"),
    [
        ([("Rules", "BOHEMIAN+trump+24-card")], [("Rules", "bohemian+24-card+trump")]),
        ([], [("Rules", "bohemian")]),
        ([("Rules", "nonsense")], [("Rules", "nonsense")]),
        ([("Result", "REDEAL")], [("Rules", "bohemian"), ("Result", "redeal")]),
        ([("Format", "Deals  6")], [("Format", "deals 6"), ("Rules", "bohemian")]),
        ([("Cards", "German"), ("Turned", "dg")], [("Rules", "bohemian"), ("Cards", "german"), ("Turned", "DL")]),
        ([("Cause", "TIME Non-Dealer")], [("Rules", "bohemian"), ("Cause", "time non-dealer")]),
        ([("Talon", "  as TH  9♦ x")], [("Rules", "bohemian"), ("Talon", "AS 10H 9D x")]),
        # as they stand
        ([("Score", "014-6"), ("Deal", "01")], [("Deal", "01"), ("Rules", "bohemian"), ("Score", "014-6")]),
        ([("Result", "01-0"), ("Z", " x ")], [("Rules", "bohemian"), ("Result", "1-0"), ("Z", " x ")]),
    ],
)
def test_values(tags: list[tuple[str, str]], canonical: list[tuple[str, str]]) -> None:
    assert Canonical(RulesBook()).of(Record(tags)).tags == canonical


def test_later_records_of_a_session_inherit_its_rules() -> None:
    canonical = Canonical(RulesBook())
    session = ("Session", "s")
    found = [
        canonical.of(Record(tags)).get("Rules")
        for tags in (
            [session, ("Rules", "points")],
            [session],
            [session, ("Rules", "bohemian")],
            [session],
            [("Session", "t")],
            [("Session", "t")],
            [],
        )
    ]
    assert found == ["points", "points", "bohemian", "points", "bohemian", "bohemian", "bohemian"]


def test_known_tags_come_first_in_their_order() -> None:
    tags = [("Zeta", "1"), *((name, "x") for name in reversed(TAGS)), ("Alpha", "2"), ("Event", "again")]
    names = [name for name, _value in Canonical(RulesBook()).of(Record(tags)).tags]
    assert names == ["Event", *TAGS, "Zeta", "Alpha"]
    assert KNOWN_TAGS["nondealerhand"] == "NonDealerHand"
