"""The file of a run: what was planned, what came of every deal, and a seal on each line (docs/runs.md).

JSON lines: a head, a line for each chunk of pairs in order of pairing and pair, and a last line once the run is
complete. Only ever appended to. A line that a crash has torn is cut off when the run is resumed; anything else that
does not fit is an error.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, BinaryIO, Final, NamedTuple

from schneider_league.arena.outcomes import Chunk, Digest
from schneider_league.arena.plan import Plan
from schneider_league.arena.run_lines import (
    BrokenLineError,
    Head,
    parse_chunk,
    parse_head,
    parse_last,
    unseal,
)
from schneider_league.arena.tally import Tally, tally_chunk
from schneider_league.bots.seat import Cause
from schneider_league.errors import NotFoundError, UnreadableError, UsageError, Where

ENDING: Final = ".run.jsonl"
MAX_LINE: Final = 64 << 20
"""The longest line that is read, in bytes: a chunk has about a second's deals."""
_NOT_REPRODUCIBLE: Final = frozenset([Cause.TIME, Cause.STALL, Cause.CRASH, Cause.OUT])


class SprtVerdict(NamedTuple):
    """What a sequential test decided."""

    hypothesis: str
    """`H0` or `H1`."""
    pairs: int
    """After how many pairs."""
    llr: float
    """The log-likelihood ratio then."""


@dataclass(slots=True)
class Run:
    """A run as far as it is in its file."""

    path: Path
    head: Head
    plan: Plan
    tallies: list[Tally]
    """One for each pairing."""
    digest: str
    """Of the deals that are there (`Digest`), 64 hexadecimal digits."""
    is_complete: bool = False
    """Whether all was played that was to be played."""
    verdict: SprtVerdict | None = None
    is_torn: bool = False
    """Whether the file ends in a line that was never finished."""
    size: int = 0
    """The bytes of the file that are whole."""

    @property
    def name(self) -> str:
        """What the file is called, without folder and ending."""
        return run_name(self.path)

    @property
    def pairs_done(self) -> int:
        """The pairs that were played."""
        return sum(tally.pairs for tally in self.tallies)

    @property
    def deals(self) -> int:
        """The deals that were played."""
        return sum(tally.deals for tally in self.tallies)

    @property
    def state(self) -> str:
        """`complete` or `incomplete`."""
        return "complete" if self.is_complete else "incomplete"

    @property
    def identities(self) -> Mapping[str, Mapping[str, Any]]:
        """What bots that are not built in said of themselves: name, version, author, deterministic; by bot."""
        return self.head.identities

    @property
    def started(self) -> str:
        """When the run began, ISO 8601."""
        return self.head.started

    @property
    def version(self) -> str:
        """The program that began it."""
        return self.head.version

    @property
    def is_reproducible(self) -> bool:
        """Whether the same run gives the same digest again: no clock and no crash decided a deal."""
        decided = {cause for tally in self.tallies for cause, _by in tally.causes}
        return not decided & _NOT_REPRODUCIBLE


@dataclass(frozen=True, slots=True)
class RunSummary:
    """A run file in a folder, as a list shows it."""

    path: Path
    name: str
    problem: str | None = None
    """Why the file cannot be read; the rest says nothing then."""
    format: str = ""
    rules: str = ""
    seed: int = 0
    bots: tuple[str, ...] = ()
    pairs_done: int = 0
    pairs_planned: int = 0
    deals: int = 0
    is_complete: bool = False
    digest: str | None = None
    """None while the run is incomplete."""
    started: str = ""
    run: Run | None = field(default=None, repr=False, compare=False)
    """All of it; None where there is a problem."""


def run_name(path: Path) -> str:
    """What a run file is called, without folder and ending."""
    return path.name.removesuffix(ENDING) if path.name.endswith(ENDING) else path.stem


def logs_of(path: Path) -> Path:
    """The folder for what the bots of a run say beside the protocol."""
    return path.with_name(run_name(path) + ".logs")


def new_run_path(folder: Path, plan: Plan, day: str) -> Path:
    """A name that is free in the folder: `round-robin-2026-11-26-1.run.jsonl`."""
    number = 1
    while True:
        path = folder / f"{plan.format}-{day}-{number}{ENDING}"
        if not path.exists() and not logs_of(path).exists():
            return path
        number += 1


class RunReader:
    """Reads a run file line by line; `digest`, `tallies` and `size` say how far it has come."""

    def __init__(self, path: Path, stream: BinaryIO) -> None:
        self._path, self._stream = path, stream
        self._line = 0
        self.size = 0
        self.is_torn = False
        self.is_complete = False
        self.verdict: SprtVerdict | None = None
        self.digest = Digest()
        head = self._next()
        if head is None:
            raise self._error(
                "this is no whole run file: its first line is missing or was never finished",
                hint="nothing is lost with it: begin the run anew",
            )
        try:
            self.head = parse_head(head)
        except BrokenLineError as error:
            raise self._error(str(error)) from None
        self.plan = self.head.plan
        self.tallies = [Tally() for _pairing in self.plan.pairings]
        self._at = (0, 0)

    def chunks(self) -> Iterator[Chunk]:
        """The chunks, in order; each is counted as it comes."""
        while (stated := self._next()) is not None:
            try:
                if self.is_complete:
                    raise BrokenLineError("something stands behind the line that ends the run")
                if "complete" in stated:
                    self._end(stated)
                    continue
                chunk = parse_chunk(stated, self.plan)
                self._follow(chunk)
            except BrokenLineError as error:
                raise self._error(str(error)) from None
            self.digest.add(chunk)
            self.tallies[chunk.pairing].add(tally_chunk(chunk))
            yield chunk

    def run(self) -> Run:
        """What was read."""
        return Run(
            self._path,
            self.head,
            self.plan,
            self.tallies,
            str(self.digest),
            self.is_complete,
            self.verdict,
            self.is_torn,
            self.size,
        )

    def _next(self) -> dict[str, Any] | None:
        """The next line; None at the end, or where nothing sound follows."""
        if self.is_torn:
            return None
        line = self._stream.readline(MAX_LINE)
        if not line:
            return None
        self._line += 1
        try:
            stated = unseal(line)
        except BrokenLineError as error:
            if self._is_followed_by_sound_line():
                raise self._error(f"{error}, but sound ones follow it: the file was changed or damaged") from None
            if self._line == 1 and line.endswith(b"\n"):
                raise self._error(f"this is no run file: {error}") from None
            self.is_torn = True
            return None
        self.size += len(line)
        return stated

    def _is_followed_by_sound_line(self) -> bool:
        while line := self._stream.readline(MAX_LINE):
            try:
                unseal(line)
            except BrokenLineError:
                continue
            return True
        return False

    def _follow(self, chunk: Chunk) -> None:
        """Check that a chunk begins where the last one ended."""
        pairing, first = self._at
        if first == self.plan.pairs:
            pairing, first = pairing + 1, 0
        if (chunk.pairing, chunk.first) != (pairing, first):
            raise BrokenLineError(
                f"pair {chunk.first} of pairing {chunk.pairing} stands where pair {first} of pairing {pairing} belongs"
            )
        self._at = (pairing, first + chunk.pairs)

    def _end(self, stated: dict[str, Any]) -> None:
        pairs, deals, digest, verdict = parse_last(stated)
        found = (sum(tally.pairs for tally in self.tallies), sum(tally.deals for tally in self.tallies))
        if (pairs, deals) != found:
            raise BrokenLineError(
                f"the last line speaks of {pairs} pairs, {deals} deals, but {found[0]}, {found[1]} are there"
            )
        if digest != str(self.digest):
            raise BrokenLineError(f"the last line's digest is {digest}, that of the deals {self.digest}")
        self.verdict = None if verdict is None else SprtVerdict(*verdict)
        if self.verdict is None and pairs != self.plan.total_pairs:
            raise BrokenLineError(f"the run ends after {pairs} pairs of {self.plan.total_pairs}")
        self.is_complete = True

    def _error(self, message: str, hint: str | None = None) -> UnreadableError:
        return UnreadableError(message, where=Where(str(self._path), self._line or 1), hint=hint)


def open_run(path: Path, mode: str) -> BinaryIO:
    """Open a run file; raises NotFoundError where there is none, UsageError where it is a folder."""
    try:
        return open(path, mode)  # type: ignore[return-value]
    except FileNotFoundError:
        raise NotFoundError(f"there is no run file '{path}'") from None
    except IsADirectoryError:
        raise UsageError(f"'{path}' is a folder, not a run file", hint=f"run files end in {ENDING}") from None


def read_run(path: Path) -> Run:
    """A run as far as it is in its file.

    Raises:
        NotFoundError: there is no such file.
        UnreadableError: it is no run file, or damaged.
    """
    with open_run(path, "rb") as stream:
        reader = RunReader(path, stream)
        for _chunk in reader.chunks():
            pass
        return reader.run()


def iterate_chunks(path: Path) -> Iterator[Chunk]:
    """The chunks of a run in order, read one after the other; raises as `read_run` does."""
    with open_run(path, "rb") as stream:
        yield from RunReader(path, stream).chunks()


def read_runs(folder: Path) -> list[RunSummary]:
    """The run files (`*.run.jsonl`) in a folder by name, with a summary of each; a broken one has its `problem`.

    Raises:
        NotFoundError: there is no such folder.
    """
    if not folder.is_dir():
        raise NotFoundError(f"there is no folder '{folder}'")
    found = []
    for path in sorted(folder.glob(f"*{ENDING}")):
        try:
            run = read_run(path)
        except (UnreadableError, UsageError, OSError) as error:
            found.append(RunSummary(path, run_name(path), problem=str(error)))
            continue
        plan = run.plan
        found.append(
            RunSummary(
                path,
                run.name,
                None,
                plan.format,
                plan.ruleset.name,
                plan.seed,
                tuple(spec.name for spec in plan.bots),
                run.pairs_done,
                plan.total_pairs,
                run.deals,
                run.is_complete,
                run.digest if run.is_complete else None,
                run.started,
                run,
            )
        )
    return found
