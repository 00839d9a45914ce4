"""Many deals at once between Python bots: what they give, and that no misbehaviour spoils another deal."""

from __future__ import annotations

import contextlib
import re
import subprocess
import sys
import time
from pathlib import Path

import pytest

from schneider_league.arena import lockstep_round
from schneider_league.arena.lockstep import Lockstep
from schneider_league.arena.playout import deal_pack, derive_keys
from schneider_league.bots.builtin import Builtin
from schneider_league.bots.python_process import Limits, PythonBot
from schneider_league.bots.seat import Cause, DealResult
from schneider_league.game import compiled
from schneider_league.game.cards import parse_card
from schneider_league.game.ruleset import canonical_names, parse_rules
from schneider_league.game.session import Progress

HERE = str(Path(__file__).parent)
SHORT = Limits(move=0.2, margin=0.05, stall=0.4)
AT = {2, 5}


class Logs:
    """What two bots have printed."""

    def __init__(self) -> None:
        self.texts = [bytearray(), bytearray()]

    @property
    def sinks(self):  # type: ignore[no-untyped-def]
        return tuple(text.extend for text in self.texts)

    def __getitem__(self, bot: int) -> str:
        return self.texts[bot].decode(errors="replace")


def running() -> list[str]:
    """The command lines of all processes."""
    found = []
    for file in Path("/proc").glob("[0-9]*/cmdline"):
        with contextlib.suppress(OSError):
            found.append(file.read_text(errors="replace").rstrip("\0").replace("\0", " "))
    return found


def python(name: str, **options: str) -> PythonBot:
    return PythonBot(f"naughty.py:{name}", name, HERE, tuple(options.items()))


def play(
    a: PythonBot | Builtin,
    b: PythonBot | Builtin,
    pairs: int = 6,
    *,
    rules: str = "bohemian",
    in_flight: int = 512,
    first: int = 0,
    logs: Logs | None = None,
) -> list[DealResult]:
    lockstep = Lockstep(
        parse_rules(rules),
        (a, b),
        run_seed=5,
        pairing=1,
        limits=SHORT,
        logs=(logs or Logs()).sinks,
        in_flight=in_flight,
    )
    with lockstep:
        return lockstep.play_deals(first, pairs)


def outcomes(results: list[DealResult]) -> list[object]:
    return [(r.units, r.points, r.cause, r.by, r.moves, r.asks) for r in results]


@pytest.fixture(scope="module")
def sound() -> list[DealResult]:
    """The deals between two good bots."""
    return play(python("Good"), python("Good"))


def test_the_same_whatever_is_in_play_at_once(sound: list[DealResult]) -> None:
    assert len(sound) == 12
    assert all(result.cause is Cause.NORMAL and result.asks == (16, 16) for result in sound)
    assert all(sum(result.units) == 20 and len(set(result.moves)) == 32 for result in sound)
    assert all(result.cpu[0] > 0 for result in sound)
    one_by_one = play(python("Good"), python("Good"), 2, in_flight=1) + play(
        python("Good"), python("Good"), 4, first=2, in_flight=3
    )
    assert outcomes(one_by_one) == outcomes(sound)


def test_text_is_as_good_as_a_card(sound: list[DealResult]) -> None:
    assert outcomes(play(python("ReturnsText"), python("Good"))) == outcomes(sound)


@pytest.mark.parametrize(
    ("name", "cause", "text"),
    [
        ("Raises", Cause.CRASH, "raised ValueError: no idea"),
        ("RaisesOddly", Cause.CRASH, "raised (UnspeakableError|SystemExit: 3)"),
        ("RaisesAtFirst", Cause.CRASH, "raised ValueError: rng is there: True"),
        ("Ends", Cause.CRASH, "its process failed: .*exit status 3"),
        ("Segfaults", Cause.CRASH, "its process failed: .*SIGSEGV"),
        ("Hangs", Cause.STALL, "no answer within"),
        ("Stops", Cause.STALL, "no answer within"),
        ("Slow", Cause.TIME, "answered after 0.5"),
        ("ReturnsOthers", Cause.ILLEGAL, r"play returned \w+, which"),
        ("Changes", Cause.CRASH, "raised AttributeError"),
        ("Writes", Cause.PROTOCOL, "the bot writes where answers go"),
    ],
)
def test_a_bot_that_fails_loses_those_deals_and_no_others(
    sound: list[DealResult], name: str, cause: Cause, text: str
) -> None:
    logs = Logs()
    results = play(python(name), python("Good"), logs=logs)
    assert len(results) == 12
    for place, (result, good) in enumerate(zip(results, sound, strict=True)):
        if place // 2 + 1 not in AT:
            assert outcomes([result]) == outcomes([good])
            continue
        assert (result.cause, result.by, result.units, result.points) == (cause, 0, (0, 20), (0, 3)), result
        assert re.search(text, result.text), result.text
        assert result.moves == good.moves[: len(result.moves)]
        assert f"deal {place + 1} of pairing 2 is lost by {cause}: " in logs[0]
    if name == "Raises":
        assert re.search(r"deal 2, turn to (lead|respond):\nTraceback .*in be_odd.*ValueError: no idea", logs[0], re.S)
        assert "python_host" not in logs[0]
    assert not logs[1]


def test_what_it_asks_after_a_failure_is_counted(sound: list[DealResult]) -> None:
    lost = play(python("Raises"), python("Good"))[2]
    # One trick was played; in the second a is asked, after b if b leads.
    assert lost.asks in {(2, 1), (2, 2)}
    assert len(lost.moves) == sum(lost.asks) - 1


@pytest.mark.parametrize(
    "name", ["ChangesBehind", "Prints", "Floods", "Forks", "Closes", "Daemonises", "Knows", "Remembers"]
)
def test_what_loses_nothing(sound: list[DealResult], name: str) -> None:
    logs = Logs()
    results = play(python(name), python("Good"), logs=logs)
    assert [result.cause for result in results] == [Cause.NORMAL] * 12
    if name not in {"ChangesBehind", "Prints", "Forks", "Closes", "Daemonises"}:
        assert outcomes(results) == outcomes(sound)
    if name == "Prints":
        assert "héllo \\ud800" in logs[0]
        assert "past Python" in logs[0]
        assert "child" in logs[0]
    if name == "Remembers":
        assert logs[0].split() == ["new"] * 6  # of twelve deals it leads in six, each in an instance of its own
    if name == "Knows":
        assert len(set(re.findall(r"pid (\d+)", logs[0]))) == 2
        assert "3 0.5 False 'plain'" in logs[0]
    assert "sleep 2718" not in running()


def test_options_have_the_type_of_their_defaults() -> None:
    logs = Logs()
    options = {"depth": "5", "daring": "2", "loud": "yes", "style": "bold"}
    play(python("Knows", **options), python("Good"), 1, logs=logs)
    assert "5 2.0 True 'bold'" in logs[0]


@pytest.mark.parametrize("name", ["RaisesAlways", "EndsAlways"])
def test_three_crashes_in_a_row_are_the_end(name: str) -> None:
    results = play(python("Good"), python(name), 40)
    assert len(results) == 3
    assert [(result.cause, result.by) for result in results] == [(Cause.CRASH, 1)] * 3


@pytest.mark.parametrize("name", ["RaisesAtLast", "EndsAtLast"])
def test_what_fails_between_deals_loses_another_one(name: str) -> None:
    results = play(python(name), python("Good"), in_flight=1)
    assert len(results) == 12
    lost = [place for place, result in enumerate(results) if result.cause is Cause.CRASH]
    # Each of the two halves loses one deal for either of the two.
    assert len(lost) == 4
    assert {place // 2 + 1 for place in lost}.isdisjoint(AT)


def test_an_announcement_that_is_none() -> None:
    results = play(python("Announces"), python("Good"), 20, rules="points+marriage")
    lost = [result for result in results if result.cause is not Cause.NORMAL]
    assert lost
    for result in lost:
        assert (result.cause, result.by, result.points) == (Cause.ILLEGAL, 0, (0, 2))
        assert "announce returned 'a slam'" in result.text
        assert result.units[1] >= 130
    assert all(sum(result.units) >= 130 for result in results)


@pytest.mark.parametrize("rules", canonical_names()[1::10])
def test_against_a_built_in_bot(rules: str) -> None:
    lockstep = Lockstep(parse_rules(rules), (python("Good"), Builtin("random")), run_seed=5, pairing=1)
    with lockstep:
        for result in lockstep.play_deals(3, 4):
            assert result.cause is Cause.NORMAL, result.text
            assert sum(result.units) >= parse_rules(rules).total


def test_sessions_go_on_by_the_rules() -> None:
    rules = parse_rules("bohemian")
    with Lockstep(rules, (python("Good"), python("Good")), run_seed=5, pairing=1, target=5) as lockstep:
        sessions = lockstep.play_sessions(2, 3)
    keys = derive_keys(5, 1)
    assert len(sessions) == 6
    for place, deals in enumerate(sessions):
        pair, half = 2 + place // 2, place % 2
        progress = Progress(target=5, dealer=1 - half)
        for number, deal in enumerate(deals):
            assert not progress.is_over
            assert progress.dealer is not None
            pack = deal_pack(rules, keys, pair, number)
            assert parse_card(deal.moves[0]) in {pack[at] for at in (0, 1, 2, 6, 7, 8)}
            progress.add(progress.dealer, deal.points)
        assert progress.is_over


def test_a_session_in_which_a_bot_is_out_ends_there() -> None:
    with Lockstep(
        parse_rules("bohemian"), (python("Good"), python("EndsAlways")), run_seed=5, pairing=1, target=50
    ) as lockstep:
        sessions = lockstep.play_sessions(0, 4)
    assert [len(deals) for deals in sessions] == [3]


def test_what_is_no_card() -> None:
    results = play(python("Nonsense"), python("Good"))
    assert [(result.cause, result.by) for result in results] == [(Cause.ILLEGAL, 0)] * 12
    for number, thing in enumerate(("None", "True", "1099511627776", "-1", "'10X'", "a Unspeakable")):
        assert f"play returned {thing}, which is not one of turn.legal" in results[2 * number].text


def test_a_bot_that_cannot_be_started_again_is_out(tmp_path: Path) -> None:
    file = tmp_path / "fickle.py"
    file.write_text(
        (Path(HERE) / "naughty.py").read_text() + "\nimport pathlib\n\nclass Fickle(EndsAlways):\n    pass\n"
    )
    bot = PythonBot("fickle.py:Fickle", "Fickle", str(tmp_path))
    with Lockstep(parse_rules("bohemian"), (python("Good"), bot), run_seed=5, pairing=1) as lockstep:
        lockstep.start()
        file.write_text("")
        results = lockstep.play_deals(0, 4)
    assert [(result.cause, result.by) for result in results[:-1]] in ([], [(Cause.CRASH, 1)], [(Cause.CRASH, 1)] * 2)
    assert (results[-1].cause, results[-1].by, results[-1].points) == (Cause.OUT, 1, (3, 0))
    assert "has no class 'Fickle'" in results[-1].text


@pytest.mark.skipif(not compiled.is_available(), reason="there is no compiler")
def test_compiled_is_the_same(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(lockstep_round, "COMPILED_FROM", 0)
    found = []
    noted: list[str] = []
    for is_compiled in (True, False):
        bots = python("Announces"), python("Raises")
        with Lockstep(
            parse_rules("points+marriage"),
            bots,
            run_seed=5,
            pairing=1,
            limits=SHORT,
            in_flight=20,
            is_compiled=is_compiled,
            on_compile=lambda: noted.append("compiling"),
        ) as lockstep:
            found.append(outcomes(lockstep.play_deals(0, 30)))
    assert found[0] == found[1]
    assert len(found[0]) == 60
    assert noted in ([], ["compiling"])  # it may be on disk


@pytest.mark.skipif(not compiled.is_available(), reason="there is no compiler")
def test_compiled_plays_again_what_a_process_took_along(
    sound: list[DealResult], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(lockstep_round, "COMPILED_FROM", 0)
    bots = python("Ends"), python("Good")
    with Lockstep(parse_rules("bohemian"), bots, run_seed=5, pairing=1, limits=SHORT, is_compiled=True) as lockstep:
        results = lockstep.play_deals(0, 6)
    for place, (result, good) in enumerate(zip(results, sound, strict=True)):
        assert result.cause is (Cause.CRASH if place // 2 + 1 in AT else Cause.NORMAL)
        assert result.moves == good.moves[: len(result.moves)]


KILLED = """
import sys
from tests.bots.python.test_lockstep import *

class Said:
    def extend(self, text):
        sys.stdout.write(text.decode())
        sys.stdout.flush()

bots = python("Knows"), python("Hangs")
settings = {"limits": Limits(move=100), "logs": (Said().extend,) * 2}
with Lockstep(parse_rules("bohemian"), bots, run_seed=5, pairing=1, **settings) as lockstep:
    lockstep.play_deals(0, 3)
"""


def test_nothing_is_left_when_the_runner_is_killed() -> None:
    root = Path(HERE).parents[2]
    runner = subprocess.Popen([sys.executable, "-c", KILLED], stdout=subprocess.PIPE, text=True, cwd=root)
    assert runner.stdout is not None
    pid = int(runner.stdout.readline().split()[1])
    assert Path(f"/proc/{pid}").exists()
    runner.kill()
    runner.communicate()
    until = time.monotonic() + 20
    while Path(f"/proc/{pid}").exists() and time.monotonic() < until:
        time.sleep(0.02)
    assert not Path(f"/proc/{pid}").exists()
