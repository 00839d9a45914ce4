"""Nothing of a bot outlives the runner, whatever ends the runner and whatever the bot has done to stay."""

import contextlib
import os
import signal
import subprocess
import sys
import time
import uuid
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.bots.tables import processes_with, rude_seat, wait_until_gone

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="looks into /proc")

ROOT = Path(__file__).parents[2]

# A runner that starts bots of these manners and waits to be killed, in the middle of a deal.
RUNNER = """
import sys, time
from tests.bots.tables import CalmSeat, a_dealing, a_match, rude_seat
from schneider_league.arena.table import play_deal
from schneider_league.game.ruleset import parse_rules

rules = parse_rules("bohemian")
seats = [rude_seat(manner, sys.argv[1]) for manner in sys.argv[2:]]
for seat in seats:
    seat.begin_match(a_match(rules, 600_000))
print("ready", flush=True)
play_deal(rules, a_dealing(rules, dealer=1), (seats[0], CalmSeat()))
time.sleep(600)
"""


@contextlib.contextmanager
def running(mark: str, *manners: str, runner_text: str = RUNNER) -> Iterator[subprocess.Popen[str]]:
    environment = {**os.environ, "PYTHONPATH": str(ROOT)}
    command = [sys.executable, "-c", runner_text, mark, *manners]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True, env=environment, cwd=ROOT) as runner:
        try:
            assert runner.stdout is not None
            assert runner.stdout.readline() == "ready\n"
            yield runner
        finally:
            runner.kill()


@pytest.mark.parametrize("how", [signal.SIGKILL, signal.SIGTERM])
def test_the_runner_is_killed(how: signal.Signals) -> None:
    mark = f"mark-{uuid.uuid4().hex}"
    # the first is asked and never answers
    with running(mark, "silent on move", "daemonises", "forks", "stops its supervisor") as runner:
        # each with its supervisor, those that daemonise with two more, the one that forks with five
        until = time.monotonic() + 10
        while len(processes_with(mark)) < 1 + 8 + 2 + 5 and time.monotonic() < until:
            time.sleep(0.02)
        assert len(processes_with(mark)) >= 1 + 8 + 2 + 5
        runner.send_signal(how)
        runner.wait()
        assert not wait_until_gone(mark)


def test_the_supervisor_is_killed_with_the_runner() -> None:
    mark = f"mark-{uuid.uuid4().hex}"
    with running(mark, "ignores quit") as runner:
        others = [pid for pid in processes_with(mark) if pid != runner.pid and _is_supervisor(pid)]
        assert len(others) == 1
        os.kill(runner.pid, signal.SIGKILL)
        os.kill(others[0], signal.SIGKILL)
        runner.wait()
        assert not wait_until_gone(mark)


def test_another_process_that_holds_the_pipes_does_not_matter() -> None:
    mark = f"mark-{uuid.uuid4().hex}"
    holder = RUNNER.replace("print(", "import os\nif os.fork() == 0:\n    time.sleep(15)\n    os._exit(0)\nprint(", 1)
    with running(mark, "silent on move", runner_text=holder) as runner:
        runner.kill()
        runner.wait()
        until = time.monotonic() + 10
        while any(_is_supervisor(pid) for pid in processes_with(mark)) and time.monotonic() < until:
            time.sleep(0.02)
        (left,) = processes_with(mark)  # the forked runner alone
        os.kill(left, signal.SIGKILL)


def _is_supervisor(pid: int) -> bool:
    try:
        return b"supervisor.py" in Path(f"/proc/{pid}/cmdline").read_bytes()
    except OSError:
        return False


def test_a_bot_has_a_session_of_its_own() -> None:
    # so that Ctrl-C at the terminal reaches the runner alone
    seat = rude_seat("polite", f"mark-{uuid.uuid4().hex}")
    seat.start()
    mine = os.getsid(0)
    found = processes_with(seat.command.words[-1])
    assert len(found) == 2
    assert len({os.getsid(pid) for pid in found} | {mine}) == 3
    seat.close()
    assert not processes_with(seat.command.words[-1])
