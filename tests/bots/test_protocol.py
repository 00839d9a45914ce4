"""The lines themselves: what is written, and how what comes is read."""

import string

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from schneider_league.bots.line_reader import LIMIT, Fault, LineReader
from schneider_league.bots.protocol import (
    Choice,
    Option,
    choices,
    deal_line,
    dealend_line,
    error_line,
    format_line,
    happening_line,
    hello_line,
    match_line,
    matchend_line,
    parse_line,
    read_option,
    read_play,
    rules_line,
    setoption_line,
    turn_line,
)
from schneider_league.bots.seat import (
    Announced,
    Ask,
    Cause,
    DealEnd,
    DealStart,
    Drawn,
    MatchStart,
    TrickTaken,
)
from schneider_league.game.cards import card_set, parse_card
from schneider_league.game.house_rules import FIELDS
from schneider_league.game.position import NOTHING, View
from schneider_league.game.ruleset import canonical_names, parse_rules


def cards(text: str) -> int:
    return card_set(card(word) for word in text.split())


def card(text: str) -> int:
    found = parse_card(text)
    assert found is not None
    return found


HAND = cards("KH 7D KS 9S JC 8C")


def view(**changes: int) -> View:
    nothing = dict.fromkeys(View._fields, 0)
    return View(**{**nothing, "hand": HAND, "legal": HAND, "lead": -1, "trump": -1, "turned": -1, **changes})


POINTS = parse_rules("points+marriage")


@pytest.mark.parametrize(
    ("line", "written"),
    [
        (hello_line("schneider-league 0.3"), 'schneider-bot 1 runner="schneider-league 0.3"'),
        (setoption_line("depth", "5"), "setoption name=depth value=5"),
        (setoption_line("way of life", 'a "b" \\'), 'setoption name="way of life" value="a \\"b\\" \\\\"'),
        (setoption_line("empty", ""), 'setoption name=empty value=""'),
        (
            match_line(MatchStart("M17", POINTS, 7, None, 1000)),
            "match id=M17 rules=points+marriage target=7 move-ms=1000",
        ),
        (
            match_line(MatchStart("M17", POINTS, None, 100, 50)),
            "match id=M17 rules=points+marriage deals=100 move-ms=50",
        ),
        (
            rules_line(POINTS),
            "rules name=points+marriage lowest_rank=7 beats=higher follow=none second_half=follow-win-trump "
            "trump=last-talon-card exchange=true marriage=20,40 counts=points honours="
            '"" card_points=10:10,J:2,Q:3,K:4,A:11 last_trick=10 win_at=66 schneider_at=91 schwarz=none awards=1,2,3 '
            'target=7 title="Böhmischer Schneider for card points"',
        ),
        (
            deal_line(DealStart("D93", 12, True, 0x8F3A1C0922D4E67B, (5, 6), HAND, 20, card("9D"))),
            "deal id=D93 number=12 you=dealer seed=8f3a1c0922d4e67b score=5,6 hand=JC,8C,KS,9S,KH,7D "
            "talon=20 turned=9D",
        ),
        (
            deal_line(DealStart("D93", 12, False, 1, (0, 0), HAND, 12, None)),
            "deal id=D93 number=12 you=nondealer seed=0000000000000001 score=0,0 hand=JC,8C,KS,9S,KH,7D talon=12",
        ),
        (
            turn_line("D93.1-x7", Ask("D93", "respond", view(lead=card("JH"), trump=3, turned=card("9D"), talon=20))),
            "turn at=D93.1-x7 kind=respond hand=JC,8C,KS,9S,KH,7D lead=JH legal=JC,8C,KS,9S,KH,7D trump=D turned=9D "
            "talon=20 units=0,0",
        ),
        (
            turn_line("D93.2-k3", Ask("D93", "announce", view(legal=0b11010, trump=3, talon=2, units=6))),
            "turn at=D93.2-k3 kind=announce hand=JC,8C,KS,9S,KH,7D choices=exchange,marriage-S,marriage-D trump=D "
            "talon=2 units=6,0",
        ),
        (
            happening_line("D93.1-x7", TrickTaken(card("JH"), card("KH"), True, (6, 0), 20)),
            "trick at=D93.1-x7 lead=JH response=KH winner=you units=6,0 talon=20",
        ),
        (
            happening_line("D93.2-k3", Announced(True, card("9D"), None, (6, 0))),
            "announced at=D93.2-k3 by=you exchange=9D units=6,0",
        ),
        (
            happening_line("D93.2-k3", Announced(False, None, 2, (6, 20))),
            "announced at=D93.2-k3 by=opponent marriage=H units=6,20",
        ),
        (happening_line("D93.2-k3", Drawn(card("QS"), 18)), "draw at=D93.2-k3 card=QS talon=18"),
        (error_line("D93.1-x7", Cause.ILLEGAL, "no\nsuch card"), 'error at=D93.1-x7 code=illegal text="no such card"'),
        (
            dealend_line("D93", DealEnd((62, 68), (0, 1), Cause.NORMAL, None)),
            "dealend id=D93 units=62,68 points=0,1 cause=normal",
        ),
        (
            dealend_line("D93", DealEnd((130, 0), (2, 0), Cause.TIME, False)),
            "dealend id=D93 units=130,0 points=2,0 cause=time by=opponent",
        ),
        (matchend_line("M17", (5, 7)), "matchend id=M17 points=5,7"),
    ],
)
def test_lines(line: str, written: str) -> None:
    assert line == written


@pytest.mark.parametrize("name", canonical_names())
def test_a_ruleset_is_told_whole(name: str) -> None:
    line = rules_line(parse_rules(name))
    assert set(parse_line(line).values) == {"name", *FIELDS}
    assert len(line.encode()) < LIMIT


@pytest.mark.parametrize(
    ("line", "word", "values", "words"),
    [
        ("play at=a card=KH", "play", {"at": "a", "card": "KH"}, ()),
        ("  play\tcard=KH    at=a  ", "play", {"at": "a", "card": "KH"}, ()),
        ('id name="Foo \\"x\\" \\\\" version="1.2"', "id", {"name": 'Foo "x" \\', "version": "1.2"}, ()),
        ("play card=KH card=7D", "play", {"card": "KH"}, ()),
        ("play card= KH", "play", {"card": ""}, ("KH",)),
        ('play card="KH', "play", {"card": ""}, ('"KH',)),
        ("play card=K=H", "play", {"card": "K=H"}, ()),
        ("ready 1", "ready", {}, ("1",)),
        ("= == =a a=", "=", {"a": ""}, ("==", "=a")),
        ("", "", {}, ()),
        ("???", "???", {}, ()),
    ],
)
def test_reading(line: str, word: str, values: dict[str, str], words: tuple[str, ...]) -> None:
    assert parse_line(line) == (word, values, words)


@settings(max_examples=50)
@given(st.text(max_size=100))
def test_anything_can_be_read(line: str) -> None:
    parse_line(line)
    option = read_option(parse_line(line))
    assert isinstance(option, Option | str)


KEYS = st.text(string.ascii_lowercase + "_-", min_size=1, max_size=8)
# a line's end and other signs that steer are written as blanks, so that they do not come back
VALUES = st.text(st.characters(blacklist_categories=("Cc", "Cs", "Zl", "Zp")), max_size=30)


@given(st.dictionaries(KEYS, VALUES, max_size=5))
def test_what_is_written_can_be_read(values: dict[str, str]) -> None:
    line = format_line("word", **values)
    assert "\n" not in line
    assert parse_line(line) == ("word", values, ())


def test_what_is_on_offer() -> None:
    ask = Ask("D1", "lead", view(legal=cards("KH 10H 7C")))
    assert list(choices(ask)) == ["7C", "KH", "10H"]
    assert read_play(parse_line("play card=10H"), ask) == Choice("10H", card("10H"))
    assert read_play(parse_line("play card=TH"), ask) == Choice("TH", None)
    assert read_play(parse_line("play announce=none"), ask) is None
    ask = Ask("D1", "announce", view(legal=0b10100))
    assert choices(ask) == {"exchange": 4, "marriage-H": 2}
    assert read_play(parse_line("play announce=marriage-H card=KH"), ask) == Choice("marriage-H", 2)
    assert read_play(parse_line("play announce=none"), ask) == Choice("none", NOTHING)
    assert read_play(parse_line("play announce=marriage-S"), ask) == Choice("marriage-S", None)
    assert read_play(parse_line("play card=none"), ask) is None


@pytest.mark.parametrize(
    ("line", "option"),
    [
        ("option name=depth type=int default=3 min=1 max=9", Option("depth", "int", "3", 1, 9)),
        ("option name=fast type=bool default=yes", Option("fast", "bool", "yes")),
        ('option name=a type=choice choices="x,y z" default="y z"', Option("a", "choice", "y z", choices=("x", "y z"))),
        ('option name=b type=string default=""', Option("b", "string", "")),
        ("option type=int", "it has no name="),
        ("option name=a type=float", "type=float is none of int, bool, choice, string"),
        ("option name=a type=int min=one", "min=one is no whole number"),
        ("option name=a type=int default=0 min=1", "default=0: a is a whole number from 1"),
        ("option name=a type=bool default=true", "default=true: a is yes or no"),
    ],
)
def test_options(line: str, option: Option | str) -> None:
    assert read_option(parse_line(line)) == option


# --- bytes to lines ---


@pytest.mark.parametrize(
    ("given", "lines"),
    [
        (b"a\nb\n", ["a", "b"]),
        (b"a\r\n\xef\xbb\xbfb\nc", ["a", "b"]),
        (b"\n\r\n", ["", ""]),
        (b"a\0\nb\n", [Fault.NUL, "b"]),
        (b"\xe4\nb\n", [Fault.NOT_UTF8, "b"]),
        (b"x" * (LIMIT - 1) + b"\n", ["x" * (LIMIT - 1)]),
        (b"x" * LIMIT + b"\nb\n", [Fault.TOO_LONG, "b"]),
        (b"x" * (LIMIT - 1), []),
        (b"x" * LIMIT, [Fault.TOO_LONG]),
        (b"x" * 3 * LIMIT + b"\nb\n", [Fault.TOO_LONG, "b"]),
    ],
)
@pytest.mark.parametrize("size", [1, 7, 4096, 100_000])
def test_lines_of_bytes(given: bytes, lines: list[str | Fault], size: int) -> None:
    reader = LineReader()
    found: list[str | Fault] = []
    for start in range(0, len(given), size):
        reader.feed(given[start : start + size])
        while (line := reader.next()) is not None:
            found.append(line)
    assert found == lines


def test_a_long_line_is_not_kept() -> None:
    reader = LineReader()
    for _ in range(1000):
        reader.feed(b"x" * 65536)
        while reader.next() is not None:
            pass
        assert reader.unfinished < LIMIT


@pytest.mark.parametrize(
    ("given", "words"),
    [(b"abc", "3 bytes without a line's end: 'abc'"), (b"\xff" * 56, "56 bytes that are not UTF-8")],
)
def test_what_is_unfinished(given: bytes, words: str) -> None:
    reader = LineReader()
    reader.feed(given)
    assert reader.describe_unfinished() == words
