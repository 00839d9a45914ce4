"""A bot that keeps failing: when it is out, and what the deals count for that it does not play."""

from __future__ import annotations

import random
from pathlib import Path

import pytest

from schneider_league.arena import run as runner
from schneider_league.arena.chunk import PlayedChunk
from schneider_league.arena.out_rule import OutRule, fill_out, out_outcome, pack_halves
from schneider_league.arena.outcomes import DealOutcome
from schneider_league.arena.plan import Plan
from schneider_league.arena.run import resume_run
from schneider_league.arena.run_file import iterate_chunks
from schneider_league.arena.tally import tally_chunk
from schneider_league.bots.seat import Cause
from schneider_league.game.ruleset import parse_rules
from tests.arena.runs import Reread, plan_of, play

# Letters for deals: . played out, C c crash of a and b, S s stall, I i illegal, T t time, O o out
CAUSES = {"C": Cause.CRASH, "S": Cause.STALL, "I": Cause.ILLEGAL, "T": Cause.TIME, "O": Cause.OUT}
LETTERS = {cause: letter for letter, cause in CAUSES.items()}


def deal_of(letter: str) -> DealOutcome:
    if letter == ".":
        return DealOutcome(12, 8, 1, 0)
    if letter.isupper():
        return DealOutcome(0, 20, 0, 3, CAUSES[letter], 0)
    return DealOutcome(20, 0, 3, 0, CAUSES[letter.upper()], 1)


def letter_of(deal: DealOutcome) -> str:
    letter = LETTERS.get(deal.cause, ".")
    return letter.lower() if deal.by == 1 else letter


# what is played -> what counts
DEALS = {
    "........": "........",
    "CC.CC.CC": "CC.CC.CC",
    "CCC.....": "CCCOOOOO",
    "CSC.....": "CSCOOOOO",
    ".sss....": ".sssoooo",
    "CCcCCcCC": "CCcCCcCC",
    "CCICTC..": "CCICTC..",
    "..CCC.CC": "..CCCOOO",
    "....cccc": "....ccco",
    ".O......": ".OOOOOOO",
    ".C.o....": ".C.ooooo",
    "IIIITTTT": "IIIITTTT",
    "CCCOOOOO": "CCCOOOOO",
}


@pytest.mark.parametrize("sizes", [[8], [2, 2, 2, 2], [4, 4], [2, 6]])
@pytest.mark.parametrize("played", DEALS)
def test_when_a_bot_is_out(played: str, sizes: list[int]) -> None:
    plan = plan_of(deals=16)
    rule = OutRule(plan)
    found = ""
    for size in sizes:
        first = len(found)
        letters = played[first : first + size]
        moves = tuple("" if letter.upper() == "O" else "x" for letter in letters)
        chunk = pack_halves(plan, 0, first // 2, [[deal_of(letter)] for letter in letters], moves=moves)
        counted = rule.apply(chunk)
        found += "".join(map(letter_of, counted.deals()))
        assert counted.moves is not None
        pairs = zip(letters, found[first:], strict=True)
        assert [bool(plays) for plays in counted.moves] == [a == b and a.upper() != "O" for a, b in pairs]
        if rule.out is not None:
            break
    found += "".join(letter_of(deal) for chunk in rule.rest(0, len(found) // 2) for deal in chunk.deals())
    expected = DEALS[played]
    rest = expected[-1] * 8 if expected[-1].upper() == "O" else ""
    assert found == expected + rest


@pytest.mark.parametrize(
    ("rules", "expected"),
    [
        ("bohemian", (0, 20, 0, 3)),
        ("bohemian+24-card", (0, 16, 0, 3)),
        ("bohemian+cumulative", (0, 20, 0, 20)),
        ("points", (0, 130, 0, 2)),
        ("points+no-last-trick+three-wins", (0, 120, 0, 3)),
    ],
)
def test_what_a_lost_deal_counts(rules: str, expected: tuple[int, ...]) -> None:
    ruleset = parse_rules(rules)
    assert out_outcome(ruleset, 0) == (*expected, Cause.OUT, 0)
    assert out_outcome(ruleset, 1) == (expected[1], expected[0], expected[3], expected[2], Cause.OUT, 1)


def test_a_session_that_was_begun_is_lost_too() -> None:
    plan = plan_of(sessions=4, target=7)
    halves = [[deal_of(".")] * 7, [deal_of("."), deal_of("c")]]
    fill_out(plan, 1, halves, 2)
    assert ["".join(map(letter_of, half)) for half in halves] == [".......", ".co", "ooo", "ooo"]
    halves = []
    fill_out(plan, 0, halves, 1)
    assert ["".join(map(letter_of, half)) for half in halves] == ["OOO", "OOO"]


class FailingCrew:
    """Plays deals in which bot b fails as often as the chance wants it, the same for the same deal."""

    in_flight = 5

    def __init__(self, plan: Plan) -> None:
        self._plan = plan

    def submit(self, pairing: int, first: int, pairs: int, seconds: float) -> FailingCrew:
        deals = [self._deal(pairing, place) for place in range(2 * first, 2 * (first + pairs))]
        chunk = pack_halves(self._plan, pairing, first, [[deal] for deal in deals], moves=("AS 9S",) * len(deals))
        task = FailingCrew(self._plan)
        task.played = PlayedChunk(chunk, tally_chunk(chunk), 0.01, "", [])
        return task

    def _deal(self, pairing: int, place: int) -> DealOutcome:
        return deal_of(random.Random(f"{pairing} {place}").choice("..........Iccccc"))

    def result(self, timeout: float) -> PlayedChunk:
        return self.played

    def stop(self) -> None:
        pass

    def close(self, *, at_once: bool) -> None:
        pass

    played: PlayedChunk


def test_a_run_goes_on_with_the_next_pairing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    plan = plan_of("random", "random", "random", deals=2000)
    monkeypatch.setattr(runner, "hire", lambda setting, workers, on_note: FailingCrew(setting.plan))
    digests: set[str] = set()
    for growth in (1, 2, 8):
        monkeypatch.setattr(runner, "_GROWTH", growth)
        path = tmp_path / f"{growth}.run.jsonl"
        run = play(plan, path)
        assert run.is_complete
        assert not run.is_reproducible
        assert [tally.pairs for tally in run.tallies] == [1000] * 3
        assert Reread(path).digest() == run.digest
        digests.add(run.digest)
        for tally, chunks in zip(run.tallies, _by_pairing(path), strict=True):
            letters = "".join(chunks)
            first_out = letters.index("ccc") + 3
            assert letters[first_out:] == "o" * (2000 - first_out)
            assert tally.causes[Cause.OUT, 1] == 2000 - first_out
    assert len(digests) == 1
    # A run that was killed while the rest was being counted as lost goes on with that.
    path = tmp_path / "1.run.jsonl"
    lines = path.read_bytes().splitlines(keepends=True)
    for kept in range(1, len(lines), 1 + len(lines) // 12):
        path.write_bytes(b"".join(lines[:kept]))
        assert {resume_run(path).digest} == digests


def _by_pairing(path: Path) -> list[list[str]]:
    found: list[list[str]] = [[], [], []]
    for chunk in iterate_chunks(path):
        found[chunk.pairing] += map(letter_of, chunk.deals())
    return found
