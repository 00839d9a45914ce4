"""Bots that misbehave, each in one way; those of the tests in this folder."""

import ctypes
import os
import subprocess
import sys
import time

from schneider_league.bots.base import Bot, Card, Result, Turn

AT = {2, 5}
"""The deals in which they misbehave."""


class Good(Bot):
    """Plays anything, and behaves."""

    deterministic = True
    depth = 3
    daring = 0.5
    loud = False
    style = "plain"

    def play(self, turn: Turn) -> Card:
        return self.rng.choice(turn.legal)


class Odd(Good):
    """Does something odd in the second trick of some deals."""

    def play(self, turn: Turn) -> Card:
        if self.deal.number in AT and len(self.tricks) == 1:
            return self.be_odd(turn)
        return super().play(turn)

    def be_odd(self, turn: Turn) -> Card:
        raise NotImplementedError


class Raises(Odd):
    def be_odd(self, turn: Turn) -> Card:
        raise ValueError("no idea\nwhat to play")


class RaisesAlways(Good):
    def play(self, turn: Turn) -> Card:
        raise RuntimeError


class UnspeakableError(Exception):
    def __str__(self) -> str:
        raise ValueError


class RaisesOddly(Odd):
    def be_odd(self, turn: Turn) -> Card:
        if self.deal.is_dealer:
            sys.exit(3)
        raise UnspeakableError


class RaisesAtFirst(Good):
    def __init__(self) -> None:
        if self.deal.number in AT:
            raise ValueError(f"rng is there: {self.rng.random() < 1}")


class RaisesAtLast(Good):
    def end(self, result: Result) -> None:
        if self.deal.number in AT:
            raise ValueError("a bad loser")


class Ends(Odd):
    def be_odd(self, turn: Turn) -> Card:
        os._exit(3)


class EndsAlways(Good):
    def play(self, turn: Turn) -> Card:
        os._exit(3)


class EndsAtLast(Good):
    def end(self, result: Result) -> None:
        if self.deal.number in AT:
            os._exit(3)


class Segfaults(Odd):
    def be_odd(self, turn: Turn) -> Card:
        ctypes.string_at(0)
        return turn.legal[0]


class Hangs(Odd):
    def be_odd(self, turn: Turn) -> Card:
        while True:
            time.sleep(1)


class Slow(Odd):
    def be_odd(self, turn: Turn) -> Card:
        time.sleep(0.5)
        return turn.legal[0]


class Unspeakable:
    def __repr__(self) -> str:
        raise ValueError


class Nonsense(Good):
    """Returns another thing that is no card in each deal."""

    things = (None, True, 1 << 40, -1, "10X", Unspeakable())

    def play(self, turn: Turn) -> Card:
        return self.things[(self.deal.number - 1) % 6]  # type: ignore[return-value]


class ReturnsOthers(Odd):
    def be_odd(self, turn: Turn) -> Card:
        return next(card for card in turn.unseen if card not in turn.legal)


class ReturnsText(Good):
    """Says cards as text, which is fine."""

    def play(self, turn: Turn) -> Card:
        return str(super().play(turn))  # type: ignore[return-value]


class Announces(Good):
    def announce(self, turn: Turn) -> str:
        return "a slam"


class Changes(Odd):
    """Tries to change what it sees."""

    def be_odd(self, turn: Turn) -> Card:
        turn.hand = turn.unseen  # type: ignore[misc]
        return turn.legal[0]


class ChangesBehind(Odd):
    """Changes what it can get at, and loses nothing but its own view."""

    def be_odd(self, turn: Turn) -> Card:
        self._sight.history.clear()
        self._sight.history += [1, 2, 3]
        return turn.legal[0]


class Prints(Odd):
    def be_odd(self, turn: Turn) -> Card:
        print("héllo \ud800", flush=False)
        os.write(1, b"past Python\n")
        subprocess.run(["sh", "-c", "echo child; cat"], check=True)
        return turn.legal[0]


class Floods(Good):
    def play(self, turn: Turn) -> Card:
        print("x" * 20_000)
        return super().play(turn)


class Writes(Odd):
    """Writes to every file that is open."""

    def be_odd(self, turn: Turn) -> Card:
        for number in range(3, 64):
            try:
                os.write(number, b"\xff" * 64)
            except OSError:
                continue
        return turn.legal[0]


class Forks(Odd):
    """Comes back from `play` twice."""

    def be_odd(self, turn: Turn) -> Card:
        os.fork()
        return turn.legal[0]


class Closes(Odd):
    """Closes what is open, the pipe of the answers aside."""

    def be_odd(self, turn: Turn) -> Card:
        os.closerange(0, 3)
        return turn.legal[0]


class Daemonises(Odd):
    def be_odd(self, turn: Turn) -> Card:
        subprocess.Popen(["sleep", "2718"], start_new_session=True)
        return turn.legal[0]


class Stops(Odd):
    def be_odd(self, turn: Turn) -> Card:
        os.kill(os.getpid(), 19)
        return turn.legal[0]


SEEN: dict[object, int] = {}


class Remembers(Good):
    """Says whether this process has seen its first hand before."""

    def play(self, turn: Turn) -> Card:
        if not self.tricks and turn.lead is None:
            SEEN[turn.hand] = SEEN.get(turn.hand, 0) + 1
            print("again" if SEEN[turn.hand] > 1 else "new")
        return super().play(turn)


class Knows(Good):
    """Says what process it is in."""

    def play(self, turn: Turn) -> Card:
        print(f"pid {os.getpid()} {self.depth!r} {self.daring!r} {self.loud!r} {self.style!r}")
        return super().play(turn)
