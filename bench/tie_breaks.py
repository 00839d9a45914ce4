"""How long a table with all tie-breaks takes: 200 players after eleven rounds of a Swiss, CPU time beside the limit.

The event has byes, absences, a withdrawal and forfeits. Exit status 1 where the limit is passed.

    python -m bench.tie_breaks [--players 200] [--rounds 11]
"""

from __future__ import annotations

import argparse
import random
import sys
import time

from schneider_league.derive.event import derive_event
from schneider_league.derive.standings import derive_event_standings
from schneider_league.derive.tie_breaks import TIE_BREAKS
from tests.schedule.evenings import Evening, chance

SECONDS = 1.0


def main(players: int, rounds: int) -> int:
    rng = random.Random(1)
    evening = Evening("swiss", range(1, players + 1), rounds=rounds)
    result = chance(rng, {player: -0.01 * player for player in range(1, players + 1)})
    for number in range(1, rounds + 1):
        evening.pair(absent=rng.sample(range(1, players), 5))
        current = evening.state.current
        assert current is not None
        for paired in current.missing[:3]:
            evening.forfeit(paired, "a")
        if number == 3:
            evening.withdraw(players)
        evening.play_round(result)
    before = time.process_time()
    state = derive_event(evening.entries, evening.tallies)
    derived = time.process_time()
    table = derive_event_standings(state, order=list(TIE_BREAKS))
    seconds = time.process_time() - before
    assert len(table.rows) == players
    print(
        f"{players} players, {rounds} rounds, {len(TIE_BREAKS)} criteria: {seconds * 1000:.0f} ms of CPU time "
        f"({(derived - before) * 1000:.0f} of them for the rounds), limit {SECONDS * 1000:.0f}"
    )
    return 0 if seconds <= SECONDS else 1


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--players", type=int, default=200)
    parser.add_argument("--rounds", type=int, default=11)
    arguments = parser.parse_args()
    sys.exit(main(arguments.players, arguments.rounds))
