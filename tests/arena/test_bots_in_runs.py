"""Runs with bots that are programs and Python classes: the same digest for any number of workers, plays kept."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from schneider_league.arena.deal_records import deal_record, find_deal, session_records
from schneider_league.arena.run_file import logs_of
from schneider_league.bots.seat import Cause
from tests.arena.runs import Reread, plan_of, play
from tests.arena.test_deal_records import verdicts

ROOT = Path(__file__).parents[2]
LOWEST = f"cmd:{sys.executable} '{ROOT / 'sample_data' / 'bots' / 'lowest.py'}'"
PYTHON = f"{ROOT / 'schneider_league' / 'bots' / 'template.py'}:MyBot"

CRASHES = """
import sys
print("ready 1", flush=True)
for line in sys.stdin:
    if line.startswith("turn"):
        print("I give up", file=sys.stderr)
        sys.exit(3)
    if line.startswith("quit"):
        break
"""


@pytest.mark.parametrize(
    ("bots", "deals", "sessions"), [(("random", LOWEST, PYTHON), 12, None), ((LOWEST, PYTHON), None, 4)]
)
def test_workers_and_kinds_of_bots(
    bots: tuple[str, ...], deals: int | None, sessions: int | None, tmp_path: Path
) -> None:
    plan = plan_of(*bots, rules="points+marriage", deals=deals, sessions=sessions, move_ms=20_000)
    runs = [play(plan, tmp_path / f"{workers}.run.jsonl", workers=workers) for workers in (1, 2)]
    assert runs[0].digest == runs[1].digest == Reread(runs[0].path).digest()
    assert runs[0].is_reproducible
    assert set(runs[0].identities) == {"lowest", "MyBot"}
    for tally in runs[0].tallies:
        assert min(tally.asks) >= 16 * tally.deals
        assert tally.causes == {(Cause.NORMAL, None): tally.deals}
    if sessions:
        for session in session_records(runs[0], 0):
            assert all(verdict.problems == () for verdict in verdicts(list(session.records)))
    for number in range(1, runs[0].deals + 1, 5):
        (verdict,) = verdicts([deal_record(runs[0], find_deal(runs[0], number))])
        assert verdict.problems == ()


def test_a_bot_that_crashes_is_out_and_the_run_goes_on(tmp_path: Path) -> None:
    bot = tmp_path / "gone.py"
    bot.write_text(CRASHES)
    plan = plan_of("random", f"cmd:{sys.executable} {bot}", deals=20)
    digests = set()
    for workers in (1, 2):
        run = play(plan, tmp_path / f"{workers}.run.jsonl", workers=workers)
        assert run.is_complete
        assert not run.is_reproducible
        assert run.tallies[0].causes == {(Cause.CRASH, 1): 3, (Cause.OUT, 1): 17}
        assert run.tallies[0].pentanomial == [0, 0, 0, 0, 10]
        assert "I give up" in (logs_of(run.path) / "gone.log").read_text()
        digests.add(run.digest)
        for number in (1, 3, 4, 20):
            (verdict,) = verdicts([deal_record(run, find_deal(run, number))])
            assert verdict.problems == ()
    assert len(digests) == 1
