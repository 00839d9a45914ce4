"""Speed of checking full deal records: plies a second against python-chess reading PGN games.

Both parse text from memory and check every move for legality; the games have as many plies as the deals. The two
are timed in turn, by CPU time, and the median of the ratios is what counts: at least 10.

    python bench/replay.py [--records 2000] [--rounds 7]
"""

from __future__ import annotations

import argparse
import io
import random
import statistics
import time
from collections.abc import Callable

import chess.pgn

from bench.records import random_record
from schneider_league.records.check_file import RulesBook, check_records, read_records
from schneider_league.records.sdr import format_sdr

LIMIT = 10.0
PLIES = 32


def pgn_of(games: int, rng: random.Random) -> str:
    """So many random chess games of 32 plies."""
    texts: list[str] = []
    while len(texts) < games:
        game = chess.pgn.Game()
        node: chess.pgn.GameNode = game
        board = game.board()
        for _ in range(PLIES):
            moves = list(board.legal_moves)
            if not moves:
                break
            move = rng.choice(moves)
            board.push(move)
            node = node.add_variation(move)
        else:
            texts.append(str(game))
    return "\n\n".join(texts) + "\n"


def read_games(text: str) -> int:
    """The number of plies that python-chess reads."""
    stream = io.StringIO(text)
    plies = 0
    while (game := chess.pgn.read_game(stream)) is not None:
        plies += sum(1 for _ in game.mainline())
    return plies


def check_text(text: bytes) -> int:
    """The number of plies that are checked; every record has to be right."""
    verdicts = check_records(read_records(io.BytesIO(text), "bench.sdr"), "bench.sdr", RulesBook())
    return sum(PLIES for verdict in verdicts if not verdict.is_faulty)


def timed(work: Callable[[], int]) -> float:
    """Plies a second of CPU time."""
    start = time.process_time()
    plies = work()
    return plies / (time.process_time() - start)


def main() -> None:
    """Print plies a second of both, and the ratio, for two rulesets."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--records", type=int, default=2000)
    parser.add_argument("--rounds", type=int, default=7)
    arguments = parser.parse_args()
    rng = random.Random(1)
    games = pgn_of(arguments.records // 8, rng)
    for rules in ("bohemian", "points+marriage"):
        records = "\n".join(format_sdr(random_record(rules, rng)) for _ in range(arguments.records)).encode()
        assert check_text(records) == PLIES * arguments.records
        ratios, ours, theirs = [], [], []
        for _ in range(arguments.rounds):
            theirs.append(timed(lambda: read_games(games)))
            ours.append(timed(lambda records=records: check_text(records)))  # type: ignore[misc]
            ratios.append(ours[-1] / theirs[-1])
        print(
            f"{rules}: {statistics.median(ours):,.0f} plies/s, python-chess {statistics.median(theirs):,.0f}; "
            f"ratio {statistics.median(ratios):.1f} ({min(ratios):.1f} to {max(ratios):.1f}), wanted {LIMIT:.0f}"
        )


if __name__ == "__main__":
    main()
