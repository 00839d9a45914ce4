"""A run while it is played: what has been taken so far, in order of pairing and pair, and what follows from it."""

from __future__ import annotations

from schneider_league.arena.chunk import PlayedChunk
from schneider_league.arena.out_rule import OutRule
from schneider_league.arena.outcomes import Chunk, Digest
from schneider_league.arena.run_file import Run, RunReader, SprtVerdict
from schneider_league.arena.run_lines import Head
from schneider_league.arena.run_writer import RunWriter
from schneider_league.arena.tally import Tally, pair_classes, tally_chunk


class Course:
    """Takes chunks in order, decides by the order alone who is out and when a test is over, and saves what counts."""

    def __init__(self, head: Head, writer: RunWriter) -> None:
        self.head, self.plan, self.path = head, head.plan, writer.path
        self._writer = writer
        self._digest = Digest()
        self._tallies = [Tally() for _pairing in self.plan.pairings]
        self._rule = OutRule(self.plan)
        self._at = (0, 0)
        self._verdict: SprtVerdict | None = None
        self._is_complete = False

    def take_up(self, reader: RunReader) -> None:
        """Take what is in the file, and cut off what a crash left behind it."""
        for chunk in reader.chunks():
            self._rule.apply(chunk)
            self._go_to(chunk.pairing, chunk.first + chunk.pairs)
        self._digest, self._tallies = reader.digest, reader.tallies
        self._verdict, self._is_complete = reader.verdict, reader.is_complete
        self._writer.go_on_behind(reader)
        if self.plan.sprt is not None and self._verdict is None and self.pairs_done:
            self._judge(self._tallies[0].pentanomial)
        self._lose_rest()

    @property
    def next_pair(self) -> tuple[int, int] | None:
        """The pairing and the pair that come next; None where nothing is left to be played."""
        return None if self._verdict is not None else self.after(*self._at)

    @property
    def is_over(self) -> bool:
        """Whether nothing is left to be played."""
        return self.next_pair is None

    def after(self, pairing: int, first: int) -> tuple[int, int] | None:
        """This pair of this pairing, the first of the next where it is one too far; None behind the last."""
        if first >= self.plan.pairs:
            pairing, first = pairing + 1, 0
        return (pairing, first) if pairing < len(self.plan.pairings) else None

    def is_ahead_of(self, pairing: int, first: int) -> bool:
        """Whether more has been taken than the pairs before this one."""
        return self._at > (pairing, first) and self.after(*self._at) != self.after(pairing, first)

    @property
    def pairs_done(self) -> int:
        """The pairs that were taken."""
        return sum(tally.pairs for tally in self._tallies)

    @property
    def deals(self) -> int:
        """The deals that were taken."""
        return sum(tally.deals for tally in self._tallies)

    def take(self, played: PlayedChunk) -> None:
        """Take the chunk that comes next."""
        chunk = self._rule.apply(played.chunk)
        self._save(chunk, played.tally if chunk is played.chunk else tally_chunk(chunk))
        self._lose_rest()

    def complete(self) -> None:
        """Say in the file that nothing is missing, unless it says so already."""
        if self._is_complete:
            return
        self._writer.complete(self.pairs_done, self.deals, str(self._digest), self._verdict)
        self._is_complete = True

    def sync(self) -> None:
        """See to it that all of it is on the disk."""
        self._writer.sync()

    def run(self) -> Run:
        """The run as it stands."""
        return Run(
            self.path,
            self.head,
            self.plan,
            self._tallies,
            str(self._digest),
            self._is_complete,
            self._verdict,
        )

    def _lose_rest(self) -> None:
        """Where a bot is out, its remaining pairs are lost."""
        pairing, first = self._at
        if self._rule.out is not None:
            for chunk in self._rule.rest(pairing, first):
                if self._verdict is None:
                    self._save(chunk, tally_chunk(chunk))

    def _save(self, chunk: Chunk, tally: Tally) -> None:
        if self.plan.sprt is not None:
            chunk, tally = self._cut_where_decided(chunk, tally)
        self._writer.append(chunk)
        self._digest.add(chunk)
        self._tallies[chunk.pairing].add(tally)
        self._go_to(chunk.pairing, chunk.first + chunk.pairs)

    def _go_to(self, pairing: int, first: int) -> None:
        self._at = (pairing, first)
        if first >= self.plan.pairs:
            self._at = (pairing + 1, 0)
            self._rule = OutRule(self.plan)

    def _cut_where_decided(self, chunk: Chunk, tally: Tally) -> tuple[Chunk, Tally]:
        """Pairs are judged one after the other; those behind the one that decides do not count."""
        sprt = self.plan.sprt
        counts, classes = list(self._tallies[chunk.pairing].pentanomial), pair_classes(chunk)
        number = None if sprt is None else sprt.first_decided(counts, classes)
        if number is None:
            return chunk, tally
        for class_ in classes[:number]:
            counts[class_] += 1
        self._judge(counts)
        cut = chunk.first_pairs(number)
        return (chunk, tally) if cut is chunk else (cut, tally_chunk(cut))

    def _judge(self, counts: list[int]) -> None:
        sprt = self.plan.sprt
        hypothesis = None if sprt is None else sprt.judge(counts)
        if sprt is not None and hypothesis is not None:
            self._verdict = SprtVerdict(hypothesis, sum(counts), round(sprt.llr(counts), 6))
