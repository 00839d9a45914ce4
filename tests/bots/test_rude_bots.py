"""Whatever a program does, the deal gets the right cause, and the run goes on. tests/bots/rude.py is the program."""

import re
import resource
import signal
import sys
import time
import uuid
from pathlib import Path

import pytest

from schneider_league.arena.table import play_deal
from schneider_league.bots.log import KEPT, BotLog
from schneider_league.bots.process import ProcessSeat, Timing
from schneider_league.bots.seat import Answer, Ask, Cause
from schneider_league.game.ruleset import parse_rules
from tests.bots.tables import (
    QUICK,
    CalmSeat,
    a_dealing,
    a_match,
    play_against_calm,
    rude_command,
    rude_seat,
    wait_until_gone,
)

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="bots as programs need POSIX")

# what it does in its second turn of the first deal: the cause of that deal, and words of the reason
BLAMED = {
    "16 MB": (Cause.PROTOCOL, "more than 4096 bytes"),
    "16 MB play": (Cause.PROTOCOL, "more than 4096 bytes"),
    "unfinished": (Cause.PROTOCOL, "more than 4096 bytes"),
    "4096": (Cause.PROTOCOL, "more than 4096 bytes"),
    "nul": (Cause.PROTOCOL, "NUL"),
    "not UTF-8": (Cause.PROTOCOL, "not UTF-8"),
    "no key": (Cause.PROTOCOL, "lacks card="),
    "bare play": (Cause.PROTOCOL, "lacks card="),
    "illegal": (Cause.ILLEGAL, "'QX' is not on offer"),
    "small letters": (Cause.ILLEGAL, "is not on offer"),
    "empty": (Cause.ILLEGAL, "'' is not on offer"),
    "exits": (Cause.CRASH, "exit status 3"),
    "unfinished answer": (Cause.CRASH, "exit status 0"),
    "kills itself": (Cause.CRASH, "SIGSEGV"),
    "exits after its answer": (Cause.CRASH, "exit status 0"),
    "exits while not on move": (Cause.CRASH, "exit status 0"),
    "leaves a child behind": (Cause.CRASH, "exit status 0"),
    "closes its output": (Cause.CRASH, "closed its output"),
}


@pytest.mark.parametrize("manner", BLAMED)
def test_the_deal_is_lost_and_the_next_is_played(manner: str) -> None:
    cause, text = BLAMED[manner]
    first, second = play_against_calm(rude_seat(manner))
    assert (first.cause, first.by) == (cause, 0)
    assert text in first.text
    assert (first.units, first.points) == ((0, 20), (0, 3))
    assert second.cause is Cause.NORMAL


# these let time pass: the time for a move is short
SLOW = {
    "late": (Cause.TIME, "after the deadline"),
    "silent on move": (Cause.STALL, "no answer within"),
    "stops": (Cause.STALL, "no answer within"),
    "closes its input": (Cause.STALL, "no answer within"),
    "endless flood": (Cause.STALL, "no answer within"),
    "stops reading": (Cause.STALL, "no answer within"),
}


@pytest.mark.parametrize("manner", SLOW)
def test_a_slow_one(manner: str) -> None:
    cause, text = SLOW[manner]
    first, second = play_against_calm(rude_seat(manner, timing=QUICK_TO_STALL[cause]), move_ms=300)
    assert (first.cause, first.by) == (cause, 0), first.text
    assert text in first.text
    assert second.cause is Cause.NORMAL


QUICK_TO_STALL = {Cause.TIME: Timing(stall=10.0, quit=0.3), Cause.STALL: Timing(stall=0.2, quit=0.3)}


@pytest.mark.parametrize("manner", ["4095", "twice", "rubbish", "many blanks", "crlf", "no pong", "banner", "polite"])
def test_odd_but_no_loss(manner: str) -> None:
    results = play_against_calm(rude_seat(manner))
    assert [result.cause for result in results] == [Cause.NORMAL] * 2
    assert results[0].asks == (16, 16)


@pytest.mark.parametrize("manner", ["flood", "flood of errors"])
def test_a_flood_is_no_loss_and_stays_within_bounds(manner: str, tmp_path: Path) -> None:
    log = BotLog(tmp_path / "logs" / "rude.log")
    before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    results = play_against_calm(rude_seat(manner, log=log), move_ms=60_000)
    log.close()
    assert [result.cause for result in results] == [Cause.NORMAL] * 2
    grown = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before
    assert grown < (16 * 1024 if sys.platform == "linux" else 16 * 1024**2)
    kept = (tmp_path / "logs" / "rude.log").read_bytes()
    assert len(kept) < 5 * KEPT
    assert b"bytes are left out here" in kept
    assert kept.count(b"thinking about it") > 2000
    # the beginning and the end are there
    assert kept.startswith(b"--- rude is started\n")
    assert kept.rstrip().splitlines()[-1].startswith(b"---")


def test_what_is_dropped_is_in_the_log(tmp_path: Path) -> None:
    log = BotLog(tmp_path / "rude.log")
    play_against_calm(rude_seat("rubbish", log=log))
    log.close()
    kept = (tmp_path / "rude.log").read_text()
    assert "\n???\n" in kept
    assert "\nplay card=XX\n" in kept
    assert "deal id=" in kept  # the bot repeats it on standard error


def test_one_that_exits_between_deals_loses_the_next_one(tmp_path: Path) -> None:
    log = BotLog(tmp_path / "rude.log")
    results = play_against_calm(rude_seat("exits between deals", log=log), 3)
    assert [result.cause for result in results] == [Cause.NORMAL, Cause.CRASH, Cause.NORMAL]
    assert [result.by for result in results] == [None, 0, None]


def test_after_a_crash_everything_is_said_again(tmp_path: Path) -> None:
    log = BotLog(tmp_path / "rude.log")
    command = rude_command("exits each time", options=(("depth", "5"), ("way of life", "wild")))
    seat = ProcessSeat(command, log=log, timing=QUICK)
    results = play_against_calm(seat, 3)
    log.close()
    assert [result.cause for result in results] == [Cause.CRASH] * 3
    kept = (tmp_path / "rude.log").read_text()
    assert kept.count("setoption name=depth value=5\n") == 3
    assert kept.count('setoption name="way of life" value=wild\n') == 3
    assert kept.count("match id=M1 rules=bohemian deals=10 move-ms=5000\n") == 3
    assert kept.count("deal id=") == 3
    assert seat.tally.starts == 3


def test_one_that_does_not_come_back_is_out(tmp_path: Path) -> None:
    seat = rude_seat("restarts badly", str(tmp_path / "was here"))
    ruined = rude_seat("restarts badly", str(tmp_path / "was here"))
    assert [result.cause for result in play_against_calm(seat, 1)] == [Cause.NORMAL]
    # the file is there now, so that this one never starts
    results = play_against_calm(ruined, 2)
    assert [(result.cause, result.by) for result in results] == [(Cause.OUT, 0)] * 2
    assert "not again" in results[0].text
    assert results[0].units == (0, 20)


def test_the_error_is_said_once_before_the_end_of_the_deal(tmp_path: Path) -> None:
    log = BotLog(tmp_path / "rude.log")
    play_against_calm(rude_seat("illegal", log=log))
    log.close()
    kept = (tmp_path / "rude.log").read_text()
    assert (
        len(re.findall(r"^error at=D\w+\.2-\w+ code=illegal text=\"'QX' is not on offer\"$", kept, re.MULTILINE)) == 1
    )
    ends = re.findall(r"^dealend id=\w+ (.*)$", kept, re.MULTILINE)
    assert ends[0] == "units=0,20 points=0,3 cause=illegal by=you"
    assert ends[1].endswith("cause=normal")
    assert kept.index("error at=") < kept.index("dealend")


@pytest.mark.skipif(sys.platform != "linux", reason="looks into /proc")
@pytest.mark.parametrize(
    "manner", ["ignores quit", "daemonises", "forks", "leaves a child behind", "stops its supervisor"]
)
def test_nothing_is_left_running(manner: str) -> None:
    mark = f"mark-{uuid.uuid4().hex}"
    results = play_against_calm(rude_seat(manner, mark))
    assert results[1].cause is Cause.NORMAL
    assert not wait_until_gone(mark)


def test_an_overslept_deadline_is_not_the_bots_fault() -> None:
    # the runner is held up in the middle of the wait: what came meanwhile counts
    seat = rude_seat("polite")
    signal.signal(signal.SIGALRM, lambda *_: time.sleep(0.5))
    signal.setitimer(signal.ITIMER_REAL, 0.05, 0.6)
    try:
        results = play_against_calm(seat, 2, move_ms=200)
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, signal.SIG_DFL)
    assert [result.cause for result in results] == [Cause.NORMAL] * 2


@pytest.mark.parametrize(("manner", "causes"), [("stops reading", {"illegal", "stall"}), ("polite", {"illegal"})])
def test_one_that_is_never_asked(manner: str, causes: set[str]) -> None:
    """The other side fails in its first answer, deal after deal; what waits to be read does not grow for ever."""

    class Hopeless(CalmSeat):
        def ask(self, ask: Ask) -> Answer:
            return Answer(99)

    ruleset = parse_rules("bohemian")
    seat, hopeless = rude_seat(manner), Hopeless()
    try:
        for each in (seat, hopeless):
            each.begin_match(a_match(ruleset, 1000))
        found = set()
        for number in range(2500):
            result = play_deal(ruleset, a_dealing(ruleset, 1)._replace(number=number + 1), (hopeless, seat))
            found.add(str(result.cause))
            if result.cause is Cause.STALL:
                assert "it has stopped reading" in result.text
                break
        assert found == causes
    finally:
        seat.close()


def test_quit_has_its_time() -> None:
    seat = rude_seat("ignores quit", timing=QUICK)
    seat.start()
    began = time.monotonic()
    seat.close()
    assert time.monotonic() - began >= QUICK.quit
    seat.close()
