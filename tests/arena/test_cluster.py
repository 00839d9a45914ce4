"""Runs on a cluster: a real scheduler with two workers, one of which is killed on the way."""

from __future__ import annotations

import os
import re
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from schneider_league.arena.run import Progress
from schneider_league.arena.run_file import read_run
from schneider_league.errors import MachineError, UsageError
from tests.arena.runs import plan_of, play

pytest.importorskip("distributed")
pytestmark = pytest.mark.filterwarnings("ignore")

PLAN = plan_of("random", "greedy", deals=2000, seed=3)
ROOT = Path(__file__).parents[2]


class Cluster:
    """A scheduler and workers, each a process of its own."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._environment = {**os.environ, "PYTHONPATH": str(ROOT)}
        self.processes: list[subprocess.Popen[bytes]] = []
        self.log = folder / "scheduler.log"
        self._start("scheduler", "--host", "127.0.0.1", "--port", "0", "--no-dashboard", "--no-show", log=self.log)
        self.address = self._await(self.log, r"Scheduler at: +(tcp://\S+)")
        for number in (1, 2):
            self._start(
                "worker", self.address, "--no-nanny", "--nthreads", "1", "--no-dashboard", "--host", "127.0.0.1",
                "--local-directory", str(folder), log=folder / f"worker-{number}.log",
            )  # fmt: skip
        self._await(self.log, r"(?s)Starting worker.*(Starting worker)|(?s:Register worker.*(Register worker))")

    def _start(self, role: str, *options: str, log: Path) -> None:
        with log.open("wb") as stream:
            words = [sys.executable, "-m", f"distributed.cli.dask_{role}", *options]
            self.processes.append(
                subprocess.Popen(
                    words, stdout=stream, stderr=subprocess.STDOUT, env=self._environment, cwd=self._folder
                )
            )

    def _await(self, log: Path, pattern: str) -> str:
        until = time.monotonic() + 60
        while not (match := re.search(pattern, log.read_text())):
            assert time.monotonic() < until, log.read_text()
            time.sleep(0.05)
        return str(match[1])

    def close(self) -> None:
        """End all of it."""
        for process in self.processes:
            process.kill()
            process.wait()


@pytest.fixture(scope="module")
def cluster(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Cluster]:
    with pytest.MonkeyPatch.context() as context:
        context.setenv("SCHNEIDER_LEAGUE_PLAIN", "1")
        cluster = Cluster(tmp_path_factory.mktemp("cluster"))
    yield cluster
    cluster.close()


def test_a_worker_that_is_killed_changes_nothing(cluster: Cluster, tmp_path: Path) -> None:
    here = play(PLAN, tmp_path / "here.run.jsonl")
    killed: list[int] = []

    def kill_one(progress: Progress) -> None:
        if progress.pairs_done > 100 and not killed:
            killed.append(cluster.processes[1].pid)
            os.kill(killed[0], signal.SIGKILL)

    there = play(PLAN, tmp_path / "there.run.jsonl", cluster=cluster.address, on_progress=kill_one)
    assert killed
    assert there.is_complete
    assert (there.digest, there.tallies) == (here.digest, here.tallies)

    def end_all(progress: Progress) -> None:
        if progress.pairs_done > 100:
            cluster.close()

    path = tmp_path / "lost.run.jsonl"
    with pytest.raises(MachineError, match="is gone") as raised:
        play(PLAN, path, cluster=cluster.address, on_progress=end_all)
    assert "bot resume" in (raised.value.hint or "")
    assert 100 < read_run(path).pairs_done < 1000


def test_a_scheduler_that_is_not_there(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("schneider_league.arena.cluster._CONNECT_SECONDS", 0.3)
    with pytest.raises(MachineError, match="no scheduler answers"):
        play(PLAN, tmp_path / "a.run.jsonl", cluster="tcp://127.0.0.1:9")
    with pytest.raises(UsageError, match="no address"):
        play(PLAN, tmp_path / "b.run.jsonl", cluster="nonsense://1")
    with pytest.raises(UsageError, match="no address"):
        play(PLAN, tmp_path / "b.run.jsonl", cluster="nonsense")
    assert not list(tmp_path.iterdir())
