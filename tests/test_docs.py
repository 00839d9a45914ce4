"""The examples and tables of docs/ say what the program does."""

import json
import re
from pathlib import Path
from typing import NamedTuple

import pytest

from schneider_league.errors import Code, UnreadableError
from schneider_league.game import kernel
from schneider_league.game.cards import card_set, parse_card
from schneider_league.game.house_rules import FIELDS, house_rules_fields, parse_house_rules
from schneider_league.game.ruleset import BOHEMIAN, MODIFIERS, POINTS, Ruleset, parse_rules
from schneider_league.records.claims import parse_cause
from schneider_league.records.model import TAGS
from schneider_league.workflows.convert import convert_file
from schneider_league.workflows.replay import replay_files

ROOT = Path(__file__).parents[1]
DOCS = ROOT / "docs"
RULES = (DOCS / "rules.md").read_text("utf-8")
NOTATION = (DOCS / "notation.md").read_text("utf-8")


class Block(NamedTuple):
    """A fenced block, and what the HTML comment on the line before it says of it."""

    line: int
    said: str
    text: str


def blocks(document: str, language: str) -> list[Block]:
    pattern = rf"^(?:<!-- ([^\n]*) -->\n)?```{language}\n(.*?)^```$"
    found = re.finditer(pattern, document, re.MULTILINE | re.DOTALL)
    return [Block(document.count("\n", 0, match.start(2)), match[1] or "", match[2]) for match in found]


def rows(document: str, header: str) -> list[list[str]]:
    """The rows of the table that has this header, each as its cells."""
    (body,) = re.findall(rf"^\| {re.escape(header)} \|\n\|[-:| ]+\|\n((?:\|.*\|\n)+)", document, re.MULTILINE)
    return [[cell.strip() for cell in line.strip("|").split(" |")] for line in body.splitlines()]


def unquoted(cell: str) -> str:
    return cell.strip("`")


def by_line(block: Block) -> str:
    return f"line {block.line}"


# --- docs/notation.md ---


def verdict_of(problems: list[tuple[str, int | None]]) -> str:
    """`ok`, or the codes with their tricks: `wrong-score, must-follow@9`."""
    return ", ".join(code if trick is None else f"{code}@{trick}" for code, trick in problems) or "ok"


@pytest.mark.parametrize("block", blocks(NOTATION, "sdr"), ids=by_line)
def test_record_has_the_verdict_that_stands_beside_it(block: Block, tmp_path: Path) -> None:
    file = tmp_path / "block.sdr"
    file.write_text(block.text, "utf-8")
    found = [
        verdict_of([(problem.code.value, problem.trick) for problem in verdict.problems])
        for verdict in replay_files([str(file)])
    ]
    assert f"verdict: {'; '.join(found)}" == block.said


def test_json_is_that_of_the_record_above(tmp_path: Path) -> None:
    (stated,) = [block for block in blocks(NOTATION, "json") if block.said == "json of the record above"]
    above = [block for block in blocks(NOTATION, "sdr") if block.line < stated.line][-1]
    file = tmp_path / "block.sdr"
    file.write_text(above.text, "utf-8")
    (line,) = convert_file(str(file), to="jsonl")
    assert json.loads(line) == json.loads(stated.text)
    assert json.dumps(json.loads(line)) == json.dumps(json.loads(stated.text)), "in another order"


PROBLEMS = rows(NOTATION, "code | when | for example | how to mend it")


def test_every_code_is_explained() -> None:
    assert [unquoted(code) for code, *_ in PROBLEMS] == [code.value for code in Code if code is not Code.UNKNOWN_PLAYER]
    assert all(when and example and mend for _code, when, example, mend in PROBLEMS)


def test_example_messages_are_real() -> None:
    verdicts = replay_files([str(ROOT / "sample_data" / "mistakes.sdr")])
    real = {(problem.code.value, problem.message) for verdict in verdicts for problem in verdict.problems}
    shown = {(unquoted(code), example) for code, _when, example, _mend in PROBLEMS}
    assert shown - real == set()


def test_every_tag_is_explained_in_canonical_order() -> None:
    named = [name for cells in rows(NOTATION, "tag | value") for name in re.findall(r"`(\w+)`", cells[0])]
    assert named == list(TAGS)


def test_every_cause_is_named() -> None:
    (sentence,) = re.findall(r"A `Cause` is why and by whom: (.*?), and `dealer`", NOTATION)
    words = re.findall(r"`(\w+)`", sentence)
    assert [word for word in words if parse_cause(f"{word} dealer") is None] == []


# --- docs/rules.md ---


def house_rules() -> dict[str, Ruleset]:
    """The house rules of docs/rules.md that are right, by name; each may extend those before it."""
    known: dict[str, Ruleset] = {}
    for block in blocks(RULES, "toml"):
        if block.said == "house rule: ok":
            rules = parse_house_rules(block.text, "rules.md", known)
            known[rules.name] = rules
    return known


@pytest.mark.parametrize("block", blocks(RULES, "toml"), ids=by_line)
def test_house_rule_is_read_or_refused_as_is_said(block: Block) -> None:
    assert block.said.startswith("house rule: ")
    said = block.said.removeprefix("house rule: ")
    if said == "ok":
        assert any(f'name = "{name}"' in block.text for name in house_rules())
        return
    with pytest.raises(UnreadableError) as refused:
        parse_house_rules(block.text, "rules.md")
    assert refused.value.message == said
    assert refused.value.where is not None
    assert refused.value.where.line is not None


def test_house_rules_say_what_the_text_says() -> None:
    known = house_rules()
    assert known["five-honours"].total == 20
    assert (known["five-honours-strict"].total, known["five-honours-strict"].follow) == (20, "follow")
    assert (known["sixty-six-at-heart"].total, known["sixty-six-at-heart"].honours) == (120, ())


def as_toml(value: object) -> str:
    if isinstance(value, dict):
        return "{" + ", ".join(f"{key} = {as_toml(each)}" for key, each in value.items()) + "}"
    return json.dumps(value, ensure_ascii=False)


def test_every_field_has_its_values() -> None:
    table = rows(RULES, "field | in `bohemian` | in `points` | what it says")
    bohemian, points = house_rules_fields(BOHEMIAN), house_rules_fields(POINTS)
    assert sorted(unquoted(field) for field, *_ in table) == sorted(FIELDS)
    for field, in_bohemian, in_points, _what in table:
        name = unquoted(field)
        assert unquoted(in_bohemian) == as_toml(bohemian[name]), name
        assert unquoted(in_points) == as_toml(points[name]), name


def test_every_modifier_is_explained_in_canonical_order() -> None:
    explained = re.findall(r"^\*\*`([\w-]+)`\*\* \(", RULES, re.MULTILINE)
    assert explained == [modifier for modifiers in MODIFIERS.values() for modifier in modifiers]


WORTH = rows(RULES, "game | in all | tie | simple win | Schneider | Schwarz | session to")


@pytest.mark.parametrize("row", WORTH, ids=lambda row: unquoted(row[0]))
def test_what_a_deal_is_worth(row: list[str]) -> None:
    rules = parse_rules(unquoted(row[0]))
    half = rules.total // 2
    assert row[1:3] == [str(rules.total), f"{half}-{half}"]
    assert row[6] == str(rules.target)
    if rules.awards == "difference":
        assert row[3:6] == [f"{rules.win_at}: the difference", "–", "–"]
        return
    simple, schneider, schwarz = rules.awards
    reached = {"all-units": f"all {rules.total}: {schwarz}", "all-tricks": f"every trick: {schwarz}", "none": "–"}
    assert row[3:6] == [f"{rules.win_at}: {simple}", f"{rules.schneider_at}: {schneider}", reached[rules.schwarz]]


# Each table of what a response does: its header, and the card that is led.
RESPONSES = {"game | K♥ | 10♥ | 7♣": "9♥", "game | J♦ | 9♣ | A♠": "Q♦", "game | 8♥ | 9♣ | A♠": "Q♦"}
CLUBS = 0


def card(text: str) -> int:
    found = parse_card(text)
    assert found is not None
    return found


@pytest.mark.parametrize(
    ("led", "held", "row"),
    [
        pytest.param(led, header.split(" | ")[1:], row, id=f"{led} {row[0]}")
        for header, led in RESPONSES.items()
        for row in rows(RULES, header)
    ],
)
def test_what_beats_what(led: str, held: list[str], row: list[str]) -> None:
    game, *said = row
    name, _, state = game.partition(",")
    rules = parse_rules(unquoted(name)).code
    trump = CLUBS if rules.trumps else kernel.NO_TRUMP
    talon = 0 if state else 2
    hand = card_set(card(text) for text in held)
    legal = kernel.legal_responses(rules, hand, card(led), trump, talon)
    found = []
    for text in held:
        takes = "takes" if kernel.beats(rules, card(led), card(text), trump) else "loses"
        found.append(takes if legal >> card(text) & 1 else "not allowed")
    assert found == said


# --- links ---


def anchors(document: str) -> set[str]:
    headings = re.findall(r"^#+ (.*)$", document, re.MULTILINE)
    return {re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", "-") for heading in headings}


@pytest.mark.parametrize("page", sorted(DOCS.glob("*.md")), ids=lambda page: page.name)
def test_links_lead_somewhere(page: Path) -> None:
    text = page.read_text("utf-8")
    for target in re.findall(r"\]\(([^)]+)\)", text):
        if target.startswith("https://"):
            continue
        file, _, anchor = target.partition("#")
        other = page.parent / file if file else page
        assert other.is_file(), target
        assert not anchor or anchor in anchors(other.read_text("utf-8")), target


def test_the_index_names_every_page() -> None:
    index = (DOCS / "README.md").read_text("utf-8")
    pages = {page.name for page in DOCS.glob("*.md")} - {"README.md"}
    assert [name for name in sorted(pages) if f"({name})" not in index] == []
