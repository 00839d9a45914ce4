"""Runs: the same digest however they are played, and what becomes of interrupted ones."""

from __future__ import annotations

import multiprocessing
import os
import random
import re
import select
import signal
import time
from collections.abc import Sequence
from functools import partial
from pathlib import Path

import pytest

from schneider_league.arena import chunk
from schneider_league.arena import run as runner
from schneider_league.arena.chunk import PlayedChunk, Setting, play_chunk
from schneider_league.arena.run import Progress, begin_run, resume_run
from schneider_league.arena.run_file import Run, read_run
from schneider_league.arena.seats import Surroundings
from schneider_league.arena.workers import Workers
from schneider_league.derive.sprt import Sprt
from schneider_league.errors import MachineError, NotFoundError, UsageError
from schneider_league.game.compiled import PLAIN
from tests.arena.runs import NOW, Reread, plan_of, play
from tests.processes import begin_in_child, end_of_child

LONG = plan_of("random", "greedy", "random", deals=400, seed=11)


@pytest.fixture(scope="module")
def whole(tmp_path_factory: pytest.TempPathFactory) -> Run:
    """The long run, played in one sitting."""
    with pytest.MonkeyPatch.context() as context:
        context.setenv(PLAIN, "1")
        return play(LONG, tmp_path_factory.mktemp("whole") / "a.run.jsonl")


def test_a_run_is_played_to_its_end(tmp_path: Path) -> None:
    seen: list[Progress] = []
    begun: list[Path] = []
    path = tmp_path / "a.run.jsonl"
    run = play(plan_of(deals=400), path, on_progress=seen.append, on_begin=begun.append)
    assert begun == [path]
    assert run.is_complete
    assert run.state == "complete"
    assert run.is_reproducible
    assert run.started == "2026-11-26T20:00:00+00:00"
    assert (seen[-1].pairs_done, seen[-1].deals, seen[-1].seconds_left) == (200, 400, 0.0)
    assert [each.pairs_done for each in seen] == sorted({each.pairs_done for each in seen})
    assert all(each.rate > 0 for each in seen)


def test_seeds_and_pairings_differ(tmp_path: Path) -> None:
    digests = set()
    for seed in range(3):
        run = play(plan_of("random", "random", "random", seed=seed), tmp_path / f"{seed}.run.jsonl")
        digests.add(run.digest)
        assert len({str(tally) for tally in run.tallies}) == 3
    assert len(digests) == 3


def test_two_workers_come_to_the_same(tmp_path: Path, whole: Run) -> None:
    run = play(LONG, tmp_path / "a.run.jsonl", workers=2)
    assert run.is_complete
    assert (run.digest, run.tallies) == (whole.digest, whole.tallies)


@pytest.mark.parametrize("most", [1, 3, 50])
def test_the_size_of_chunks_does_not_matter(most: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    plan = plan_of("random", "greedy", "random", deals=120)
    expected = play(plan, tmp_path / "a.run.jsonl")
    monkeypatch.setattr(runner, "_MOST_DEALS", 2 * most)
    again = play(plan, tmp_path / "b.run.jsonl")
    assert again.digest == expected.digest
    assert len(Reread(tmp_path / "b.run.jsonl").lines) - 2 >= 3 * 60 / most


class Interrupting:
    """Presses Ctrl-C when told of progress, from the given time on."""

    def __init__(self, after: int, times: int = 1) -> None:
        self.left, self.times = after, times

    def __call__(self, progress: Progress) -> None:
        self.left -= 1
        while self.left <= 0 and self.times:
            self.times -= 1
            os.kill(os.getpid(), signal.SIGINT)
            time.sleep(0)


@pytest.mark.parametrize("workers", [1, 2])
def test_ctrl_c_saves_and_the_run_goes_on(workers: int, tmp_path: Path, whole: Run) -> None:
    path = tmp_path / "a.run.jsonl"
    before = signal.getsignal(signal.SIGINT)
    notes: list[str] = []
    run = play(LONG, path, workers=workers, on_progress=Interrupting(2), on_note=notes.append)
    assert run.state == "incomplete"
    assert notes == [runner.FINISHING]
    assert 0 < run.pairs_done < LONG.total_pairs
    assert read_run(path).digest == run.digest
    sittings = 1
    while run.state == "incomplete":
        run = resume_run(path, workers=workers, on_progress=Interrupting(30 * sittings))
        sittings += 1
    assert sittings >= 2
    assert (run.digest, run.tallies) == (whole.digest, whole.tallies)
    assert signal.getsignal(signal.SIGINT) is before


@pytest.mark.parametrize("workers", [1, 2])
def test_a_second_ctrl_c_ends_at_once(workers: int, tmp_path: Path, whole: Run) -> None:
    path = tmp_path / "a.run.jsonl"
    with pytest.raises(KeyboardInterrupt):
        play(LONG, path, workers=workers, on_progress=Interrupting(3, times=2))
    assert not read_run(path).is_complete
    assert resume_run(path).digest == whole.digest


def play_or_resume(path: Path, workers: int, writer: int) -> None:
    """Go on with the long run, and tell how many pairs were saved."""

    def tell(progress: Progress) -> None:
        os.write(writer, f"{progress.pairs_done}\n".encode())

    if path.exists() and path.stat().st_size > 0:
        resume_run(path, workers=workers, on_progress=tell)
    else:
        path.unlink(missing_ok=True)
        begin_run(LONG, path, now=NOW, workers=workers, on_progress=tell)


def children_of(process: int) -> list[int]:
    """The processes that a process has started."""
    found = []
    for name in os.listdir("/proc"):
        try:
            if name.isdigit() and int(Path(f"/proc/{name}/stat").read_text().rpartition(")")[2].split()[1]) == process:
                found.append(int(name))
        except OSError:
            continue
    return found


def await_end(processes: Sequence[int]) -> None:
    """Wait until none of these processes is there any more."""
    until = time.monotonic() + 20
    while any(is_running(process) for process in processes):
        assert time.monotonic() < until, "a process was left behind"
        time.sleep(0.02)


def is_running(process: int) -> bool:
    try:
        return Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except OSError:
        return False


@pytest.mark.parametrize(("workers", "rounds", "longest"), [(1, 40, 0.06), (2, 6, 0.05)])
def test_kill_9_at_any_moment_loses_no_saved_pair(
    workers: int, rounds: int, longest: float, tmp_path: Path, whole: Run
) -> None:
    path = tmp_path / "a.run.jsonl"
    chance = random.Random(workers)
    saved = killed = 0
    for _round in range(rounds):
        child, reader = begin_in_child(partial(play_or_resume, path, workers))
        select.select([reader], [], [])
        time.sleep(chance.uniform(0, longest))
        workers_of_it = children_of(child)
        os.kill(child, signal.SIGKILL)
        status, told = end_of_child(child, reader)
        assert status in (0, -signal.SIGKILL), told
        killed += status != 0
        await_end(workers_of_it)
        lines = [line for line in told.splitlines(keepends=True) if line.endswith("\n")]
        saved = max([saved, *map(int, lines)])
        run = read_run(path)
        assert run.pairs_done >= saved
        if run.is_complete:
            break
    assert killed >= min(3, rounds - 1)
    run = resume_run(path)
    assert (run.digest, run.tallies) == (whole.digest, whole.tallies)
    assert Reread(path).digest() == whole.digest


def die_in_the_middle(setting: Setting, pairing: int, first: int, pairs: int, seconds: float) -> PlayedChunk | None:
    """What a worker does that is killed by the system."""
    if first > 50:
        os.kill(os.getpid(), signal.SIGKILL)
    return play_chunk(setting, pairing, first, pairs, seconds)


def test_a_dead_worker_ends_the_run_with_an_error(tmp_path: Path, whole: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("schneider_league.arena.workers._play", die_in_the_middle)
    path = tmp_path / "a.run.jsonl"
    with pytest.raises(MachineError, match="worker process has ended") as raised:
        play(LONG, path, workers=2)
    assert f"bot resume {path}" in (raised.value.hint or "")
    monkeypatch.undo()
    monkeypatch.setenv(PLAIN, "1")
    run = read_run(path)
    assert not run.is_complete
    assert run.pairs_done > 0
    assert resume_run(path).digest == whole.digest


def decided_by_hand(path: Path, sprt: Sprt) -> int:
    """After how many pairs a test is over, judged one by one."""
    counts = [0] * 5
    for number, pair in enumerate(Reread(path).pairs[0], 1):
        signs = 0
        for half in pair:
            lead = sum(deal[2] - deal[3] for deal in half)
            signs += (lead > 0) - (lead < 0)
        counts[2 + signs] += 1
        if sprt.judge(counts):
            return number
    raise AssertionError


@pytest.mark.parametrize(
    ("bots", "hypothesis", "workers"),
    [(("greedy", "random"), "H1", 1), (("random", "greedy"), "H0", 1), (("greedy", "random"), "H1", 2)],
)
def test_a_test_stops_at_the_pair_that_decides(
    bots: tuple[str, str], hypothesis: str, workers: int, tmp_path: Path
) -> None:
    sprt = Sprt(0, 40)
    tested = tmp_path / "a.run.jsonl"
    run = play(plan_of(*bots, deals=4000, sprt=sprt), tested, workers=workers)
    assert run.is_complete
    assert run.verdict is not None
    assert run.verdict.hypothesis == hypothesis
    assert run.pairs_done == run.verdict.pairs == decided_by_hand(tested, sprt)
    untested = tmp_path / "b.run.jsonl"
    play(plan_of(*bots, deals=2 * run.pairs_done), untested)
    assert Reread(untested).digest() == run.digest
    assert decided_by_hand(untested, sprt) == run.pairs_done


def test_a_test_that_was_over_when_the_run_was_killed_is_over(tmp_path: Path) -> None:
    path = tmp_path / "a.run.jsonl"
    run = play(plan_of("greedy", "random", deals=4000, sprt=Sprt(0, 40)), path)
    lines = path.read_bytes().splitlines(keepends=True)
    path.write_bytes(b"".join(lines[:-1]))
    again = resume_run(path)
    assert (again.digest, again.verdict) == (run.digest, run.verdict)
    assert path.read_bytes() == b"".join(lines)


def test_an_undecided_test_goes_to_the_end(tmp_path: Path) -> None:
    run = play(plan_of("random", "random", deals=20, sprt=Sprt(0, 5)), tmp_path / "a.run.jsonl")
    assert run.is_complete
    assert run.verdict is None
    assert run.pairs_done == 10


@pytest.mark.parametrize("workers", [0, -1, 5000])
def test_a_number_of_workers_that_makes_no_sense(workers: int, tmp_path: Path) -> None:
    with pytest.raises(UsageError, match="--workers"):
        play(plan_of(), tmp_path / "a.run.jsonl", workers=workers)
    assert not list(tmp_path.iterdir())


def test_no_file_is_left_of_a_run_whose_bots_do_not_start(tmp_path: Path) -> None:
    with pytest.raises(NotFoundError):
        play(plan_of("random", f"cmd:{tmp_path}/missing"), tmp_path / "a.run.jsonl")
    assert not list(tmp_path.iterdir())


def test_no_file_is_left_of_a_run_whose_trace_cannot_be_written(tmp_path: Path) -> None:
    with pytest.raises(NotFoundError, match="no folder to write the trace"):
        play(plan_of(), tmp_path / "a.run.jsonl", trace=tmp_path / "missing" / "trace.txt")
    assert not list(tmp_path.iterdir())


@pytest.mark.parametrize("name", [".", "..", "there", "a.logs"])
def test_what_is_no_file_for_a_run(name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "there").mkdir()
    with pytest.raises(UsageError, match=re.escape(f"'{Path(name)}' is")):
        play(plan_of(), Path(name))
    assert [path.name for path in tmp_path.iterdir()] == ["there"]


def test_ctrl_c_does_not_reach_a_worker_that_is_just_being_started(tmp_path: Path) -> None:
    crew = Workers(Setting("run", plan_of(), Surroundings(str(tmp_path))), 1)
    try:
        task = crew.submit(0, 0, 2, 1.0)
        for process in multiprocessing.active_children():
            os.kill(process.pid or 0, signal.SIGINT)
        played = task.result(60)
    finally:
        crew.close(at_once=True)
    assert played is not None
    assert played.chunk.pairs == 2


class Stubborn:
    """A seat whose log cannot be written any more."""

    def __init__(self, closed: list[Stubborn]) -> None:
        self._closed = closed

    def close(self) -> None:
        """Ends the bot, and fails."""
        self._closed.append(self)
        raise MachineError("the disk is full")


def test_a_log_that_cannot_be_written_keeps_no_bot_alive(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    closed: list[Stubborn] = []
    monkeypatch.setattr("schneider_league.arena.chunk.open_seat", lambda *_, **__: Stubborn(closed))
    seats = chunk._Seats(Setting("run", plan_of("random", "cmd:x"), Surroundings(str(tmp_path))), 0)
    with pytest.raises(MachineError):
        seats.close()
    assert len(set(closed)) == 4
