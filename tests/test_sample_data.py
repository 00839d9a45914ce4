"""The files of sample_data: the right ones are right, and the wrong one is wrong in every way that there is."""

import re
from collections.abc import Iterator
from itertools import groupby
from pathlib import Path
from typing import Literal

import pytest

from schneider_league.errors import Code
from schneider_league.records.verdict import Verdict
from schneider_league.workflows.convert import convert_file
from schneider_league.workflows.replay import replay_files
from schneider_league.workflows.rules import describe_rules

SAMPLES = Path(__file__).parents[1] / "sample_data"
HOUSE_RULE = str(SAMPLES / "house-rule.toml")

# How many records each right file has, and the game points at the end.
RIGHT = {
    "thursday-bohemian.sdr": (10, {"Jiří Dvořák": 7, "Käthe Müller": 6}),
    "to-ten.sdr": (12, {"Šárka Nováková": 12, "Günther Weiß": 7}),
    "next-higher-german.sdr": (4, {"Lieselotte Häußler": 4, "Zdeněk Kříž": 2}),
    "points-marriage.sdr": (4, {"Anežka Horáková": 5, "Jörg Pöschl": 0}),
    "u-jelena.sdr": (4, {"Jelena Marković": 5, "Václav Šimek": 1}),
}

# Record → the codes of its problems, with their tricks.
MISTAKES: dict[int, list[tuple[str, int | None]]] = {
    1: [("syntax", None)],
    2: [("syntax", 9)],
    3: [("missing-tag", None)],
    4: [("missing-tag", None)],
    5: [("duplicate-tag", None)],
    6: [("unknown-rules", None)],
    7: [("bad-card", 1)],
    8: [("duplicate-card", 15)],
    9: [("wrong-deal", None)],
    10: [("not-in-hand", 4)],
    11: [("incomplete", 15)],
    12: [("extra-moves", None)],
    13: [("wrong-score", None)],
    14: [("wrong-score", None)],
    15: [("wrong-result", None)],
    16: [("must-follow", 8)],
    17: [("must-follow", 11)],
    18: [("must-win", 12)],
    19: [("must-trump", 14)],
    20: [("bad-exchange", 6)],
    21: [("bad-exchange", None)],
    22: [("bad-marriage", 8)],
    23: [],
    24: [("wrong-dealer", None)],
    25: [("wrong-number", None)],
    26: [("wrong-running", None)],
    27: [("wrong-session", None)],
    28: [],
    29: [("after-end", None)],
}


def replay(path: Path) -> list[Verdict]:
    return list(replay_files([str(path)], rules_files=[HOUSE_RULE]))


def codes(verdict: Verdict) -> list[tuple[str, int | None]]:
    return [(problem.code.value, problem.trick) for problem in verdict.problems]


def borne_out(verdict: Verdict) -> tuple[object, ...]:
    """What a verdict says, but for the places in the file."""
    return (
        *(verdict.session, verdict.deal, verdict.rules, verdict.non_dealer, verdict.dealer),
        *(verdict.score, verdict.level, verdict.result, verdict.running, sorted(codes(verdict), key=str)),
    )


def convert(path: Path, to: Literal["sdr", "jsonl"], cards: Literal["french", "german"] | None = None) -> str:
    return "".join(convert_file(str(path), to=to, cards=cards, rules_files=[HOUSE_RULE]))


def standings(verdicts: list[Verdict]) -> dict[str | None, int]:
    """The game points of both players after the last deal."""
    last = verdicts[-1]
    assert last.running is not None
    return {last.non_dealer: last.running[0], last.dealer: last.running[1]}


def test_every_file_is_tested() -> None:
    assert {path.name for path in SAMPLES.glob("*.sdr")} == {*RIGHT, "mistakes.sdr"}


@pytest.mark.parametrize("name", RIGHT)
def test_right_file_has_no_problem(name: str) -> None:
    verdicts = replay(SAMPLES / name)
    records, points = RIGHT[name]
    assert [verdict for verdict in verdicts if verdict.is_faulty] == []
    assert len(verdicts) == records
    assert standings(verdicts) == points


def test_thursday_has_what_a_session_can_have() -> None:
    verdicts = replay(SAMPLES / "thursday-bohemian.sdr")
    levels = [str(verdict.level) for verdict in verdicts]
    assert levels == [
        *("simple", "simple", "misdeal", "tie", "schneider"),
        *("simple", "schwarz", "simple", "schneider", "schneider"),
    ]
    # After the misdeal and after the tie the same player deals again.
    dealers = [len(list(deals)) for _dealer, deals in groupby(verdict.dealer for verdict in verdicts)]
    assert dealers == [1, 1, 3, 1, 1, 1, 1, 1]


def test_to_ten_overshoots() -> None:
    *_, before, last = replay(SAMPLES / "to-ten.sdr")
    assert before.running is not None
    assert max(before.running) == 9
    assert last.result == (0, 3)


def test_points_marriage_has_exchanges_and_marriages() -> None:
    text = (SAMPLES / "points-marriage.sdr").read_text("utf-8")
    assert text.count("exchange marriage-") == 2
    assert text.count(" marriage-") == 5
    verdicts = replay(SAMPLES / "points-marriage.sdr")
    assert [verdict.score for verdict in verdicts] == [(96, 94), (83, 107), (75, 75), (81, 69)]


def test_house_rule_describes_itself() -> None:
    description = describe_rules("u-jelena", [HOUSE_RULE])
    assert description.title == "As played at U Jelena"
    assert (description.fields["exchange"], description.fields["target"]) == (True, 5)


def test_mistakes_are_found() -> None:
    verdicts = replay(SAMPLES / "mistakes.sdr")
    assert {verdict.record: codes(verdict) for verdict in verdicts} == MISTAKES


def test_mistakes_are_of_every_kind() -> None:
    # An import alone can find an unknown player.
    wanted = {code.value for code in Code if code is not Code.UNKNOWN_PLAYER}
    assert {code for found in MISTAKES.values() for code, _trick in found} == wanted


def test_each_mistake_is_explained() -> None:
    records = (SAMPLES / "mistakes.sdr").read_text("utf-8").split("\n\n[")[1:]
    assert len(records) == len(MISTAKES)
    assert [record for record in records if "{" not in record] == []


def readme_rows() -> Iterator[tuple[int, list[tuple[str, int | None]]]]:
    text = (SAMPLES / "README.md").read_text("utf-8")
    for number, words in re.findall(r"^\| (\d+) \| (.*?) \|", text, re.MULTILINE):
        code = re.search(r"`(.*?)`", words)
        trick = re.search(r"trick (\d+)", words)
        yield int(number), [(code[1], int(trick[1]) if trick else None)] if code else []


def test_readme_lists_the_mistakes() -> None:
    assert dict(readme_rows()) == MISTAKES


@pytest.mark.parametrize("name", [*RIGHT, "mistakes.sdr"])
def test_convert_round_trips(name: str, tmp_path: Path) -> None:
    original = SAMPLES / name
    as_json, as_text = tmp_path / "converted.jsonl", tmp_path / "converted.sdr"
    as_json.write_text(convert(original, "jsonl"), "utf-8")
    as_text.write_text(convert(as_json, "sdr"), "utf-8")
    assert as_text.read_text("utf-8") == convert(original, "sdr")
    for path in (as_json, as_text):
        assert [borne_out(verdict) for verdict in replay(path)] == [borne_out(verdict) for verdict in replay(original)]


@pytest.mark.parametrize("name", RIGHT)
def test_cards_convert_there_and_back(name: str, tmp_path: Path) -> None:
    german, french = tmp_path / "german.sdr", tmp_path / "french.sdr"
    german.write_text(convert(SAMPLES / name, "sdr", "german"), "utf-8")
    french.write_text(convert(german, "sdr", "french"), "utf-8")
    assert french.read_text("utf-8") == convert(SAMPLES / name, "sdr", "french")
    assert [borne_out(verdict) for verdict in replay(german)] == [
        borne_out(verdict) for verdict in replay(SAMPLES / name)
    ]


@pytest.mark.parametrize("name", RIGHT)
def test_right_files_are_canonical(name: str) -> None:
    """But for the comment at their head, which is for people and not kept."""
    text = (SAMPLES / name).read_text("utf-8")
    head, _, records = text.partition("\n\n")
    assert [line for line in head.splitlines() if not line.startswith(";")] == []
    assert records == convert(SAMPLES / name, "sdr")
