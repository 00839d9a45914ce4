"""The workers of a dask.distributed scheduler as the crew of a run; the extra `cluster` brings what it takes."""

from __future__ import annotations

import logging
from contextlib import suppress
from typing import Any, Final

from schneider_league.arena.chunk import PlayedChunk, Setting, clear_table, fingerprint, play_chunk
from schneider_league.arena.workers import Task
from schneider_league.errors import MachineError, UsageError

_CONNECT_SECONDS: Final = 10
_PER_THREAD: Final = 2


class _Remote:
    """A task of a cluster."""

    def __init__(self, cluster: Cluster, future: Any) -> None:
        self._cluster, self._future = cluster, future

    def result(self, timeout: float) -> PlayedChunk | None:
        """What a worker played; a worker that is lost meanwhile has its work done by another."""
        from distributed import CancelledError, KilledWorker

        try:
            played: PlayedChunk = self._future.result(timeout=timeout)
        except TimeoutError:
            self._cluster.check()
            raise
        except KilledWorker:
            raise MachineError(
                f"the workers of the cluster {self._cluster.address} end in the middle of their work, one after another"
            ) from None
        except CancelledError:
            raise self._cluster.lost() from None
        if played.version != fingerprint():
            raise MachineError(
                f"a worker of the cluster {self._cluster.address} runs another version of the program",
                hint="install the same version for the coordinator and all workers",
            )
        return played


def _is_address(text: str) -> bool:
    from distributed.comm.addressing import parse_address, parse_host_port
    from distributed.comm.registry import get_backend

    try:
        scheme, place = parse_address(text)
        get_backend(scheme)
        return scheme == "inproc" or bool(parse_host_port(place)[0])
    except ValueError:
        return False


class Cluster:
    """The workers of a scheduler that runs already."""

    def __init__(self, setting: Setting, address: str) -> None:
        """Connect to a scheduler.

        Raises:
            UsageError: the extra is not installed, or the address is none.
            MachineError: nobody answers there.
        """
        try:
            import distributed
        except ImportError:
            raise UsageError(
                "--cluster needs the extra 'cluster'", hint="pip install 'schneider-league[cluster]'"
            ) from None
        # What goes wrong is said here, and once.
        logging.getLogger("distributed").setLevel(logging.CRITICAL)
        self.address = address
        self._setting = setting
        self._is_stopped = False
        if not _is_address(address):  # a client that is made of one leaves threads behind that complain
            raise UsageError(
                f"--cluster {address} is no address of a scheduler", hint="as in --cluster tcp://192.0.2.7:8786"
            )
        try:
            client: Any = distributed.Client
            self._client: Any = client(address, timeout=_CONNECT_SECONDS, set_as_default=False)
        except (OSError, TimeoutError):
            raise MachineError(
                f"no scheduler answers at {address}", hint="dask scheduler starts one, dask worker ADDRESS its workers"
            ) from None

    @property
    def in_flight(self) -> int:
        """Enough for all threads of the workers that are there now."""
        threads = sum(self._client.nthreads().values()) if self._client.status == "running" else 0
        return max(2, _PER_THREAD * threads + 1)

    def submit(self, pairing: int, first: int, pairs: int, seconds: float) -> Task:
        """Have pairs played."""
        self.check()
        future = self._client.submit(play_chunk, self._setting, pairing, first, pairs, seconds, pure=False)
        return _Remote(self, future)

    def stop(self) -> None:
        """What was handed out is finished."""

    def close(self, *, at_once: bool) -> None:
        """Let go of the cluster, which goes on without the run."""
        if self._client.status == "running" and not at_once:
            with suppress(OSError, TimeoutError):
                self._client.run(clear_table)
        self._client.close(timeout=2)

    def check(self) -> None:
        """Raise MachineError where the scheduler is gone."""
        if self._client.status != "running":
            raise self.lost()

    def lost(self) -> MachineError:
        """What to raise where the scheduler is gone."""
        return MachineError(f"the cluster {self.address} is gone")
