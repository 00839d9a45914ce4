"""Deals and sessions between built-in bots: compiled where a compiler is installed, else plain, with equal results."""

from __future__ import annotations

import sys
from array import array
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from functools import partial
from typing import Any, Final, NamedTuple

from schneider_league.arena import mirrored_pairs
from schneider_league.arena.mirrored_pairs import ANNOUNCED, MOVES, Choose
from schneider_league.bots.builtin import ROOM, Builtin, bot_module
from schneider_league.game import compiled
from schneider_league.game.cards import Card, format_card, format_suit
from schneider_league.game.chance import Chance, Key, derive_key, shuffle
from schneider_league.game.position import EXCHANGE, View
from schneider_league.game.ruleset import Ruleset
from schneider_league.game.score import Pair

_SEEN: Final = 1 << 10
"""Places in the first table of outcomes; it grows where that is not enough."""
_DEALS_OF_A_SESSION: Final = 24
"""Room that is kept for a session's deals at first."""


_COUNTED_AT_ONCE: Final = 1 << 20
"""Up to this many kinds of pairs are counted in a table."""
_SLOW: Final = ("endgame", "sampler")
"""Bots that choose so slowly that a single choice is worth the way to compiled code and back."""


class Keys(NamedTuple):
    """What the chance of a pairing comes from."""

    pack: Key
    chance: Key


class Totals(NamedTuple):
    """How a deal ended: bot a's numbers and bot b's."""

    units_a: int
    units_b: int
    points_a: int
    points_b: int


@dataclass(frozen=True, slots=True)
class DealBlock:
    """The outcomes of deals in the order of pairs, halves and, in sessions, deals."""

    outcomes: tuple[Totals, ...]
    """The different outcomes, in the order in which they first came up."""
    codes: bytes
    """For each deal its index in `outcomes`, each in `width` bytes, little-endian."""
    width: int
    """1, 2 or 4."""
    lengths: array[int]
    """For each session how many deals it has, first half before second; empty for deals on their own."""

    def __len__(self) -> int:
        return len(self.codes) // self.width

    def numbers(self) -> memoryview[int]:
        """The codes as integers."""
        return _as_integers(self.codes, self.width)

    def __iter__(self) -> Iterator[Totals]:
        return map(self.outcomes.__getitem__, self.numbers())

    def pair_counts(self) -> Counter[tuple[int, int]]:
        """How often two codes are the halves of a pair, of deals on their own."""
        kinds = len(self.outcomes)
        if kinds * kinds <= _COUNTED_AT_ONCE and "numpy" in sys.modules:
            return self._pair_counts_at_once(kinds)
        shift = 8 * self.width
        mask = (1 << shift) - 1
        counts = Counter(_as_integers(self.codes, 2 * self.width))
        return Counter({(pair & mask, pair >> shift): times for pair, times in counts.items()})

    def _pair_counts_at_once(self, kinds: int) -> Counter[tuple[int, int]]:
        import numpy

        codes = numpy.frombuffer(self.codes, f"<u{self.width}").astype(numpy.int64)
        counts = numpy.bincount(codes[0::2] * kinds + codes[1::2], minlength=kinds * kinds)
        return Counter({divmod(int(pair), kinds): int(counts[pair]) for pair in numpy.flatnonzero(counts)})


class PlayedDeal(NamedTuple):
    """One deal of a pairing, played again."""

    pack: tuple[Card, ...]
    """The cards as they were dealt, the first on top."""
    dealer: int
    """0 where bot a deals, 1 where b does."""
    score: Pair
    """The game points of the session before the deal, a's first."""
    totals: Totals
    moves: tuple[str, ...]
    """The plays in order: cards (`10H`), `x` for an exchange, `mH` for a marriage."""


def derive_keys(seed: int, pairing: int) -> Keys:
    """The keys of a pairing, counted from 0, in a run with this seed."""
    return Keys(derive_key("pack", seed, pairing), derive_key("chance", seed, pairing))


def deal_pack(ruleset: Ruleset, keys: Keys, pair: int, deal: int = 0) -> tuple[Card, ...]:
    """The shuffled pack of a pair (counted from 0), the first card on top; `deal` counts the deals of a session."""
    pack = [0] * ruleset.cards
    shuffle(keys.pack, pair, deal, pack, [0] * 16, ruleset.code.lowest_rank)
    return tuple(pack)


def seed_chance(seed: int) -> Chance:
    """The random source of a built-in bot for one deal, from the 64 bits that its seat is given (`DealStart.seed`)."""
    words = [seed & 0xFFFFFFFF, seed >> 32 & 0xFFFFFFFF | 1]
    return words * 2


def format_move(move: int) -> str:
    """A card as `10H`, an exchange as `x`, a marriage as `mH`."""
    if move < ANNOUNCED:
        return format_card(move)
    return "x" if move == ANNOUNCED + EXCHANGE else f"m{format_suit(move - ANNOUNCED)}"


class Playout:
    """Play between built-in bots under one ruleset.

    Compiling happens when a pairing is first played, takes some seconds, and is kept on disk; `on_compile` is called
    before it, so that whoever waits can be told.
    """

    def __init__(
        self, ruleset: Ruleset, *, is_compiled: bool | None = None, on_compile: Callable[[], None] | None = None
    ) -> None:
        """Play under this ruleset; `is_compiled` is None for "if there is a compiler"."""
        self.ruleset = ruleset
        self.is_compiled = compiled.is_available() if is_compiled is None else is_compiled
        self._on_compile = on_compile
        self._room = [0] * ROOM
        self._choice_memory: tuple[Any, Any] | None = None

    def prepare(self, bot_a: Builtin, bot_b: Builtin, *, sessions: bool = False) -> None:
        """Compile what the pairing needs, unless that is done or there is no compiler."""
        keys = derive_keys(0, 0)
        if self.is_compiled:
            if sessions:
                self.play_sessions(bot_a, bot_b, keys, 0, 0, 1)
            else:
                self.play_deals(bot_a, bot_b, keys, 0, 0)

    def play_deals(self, bot_a: Builtin, bot_b: Builtin, keys: Keys, first_pair: int, pairs: int) -> DealBlock:
        """Play mirrored pairs of deals: bot a leads first in the first half of each, bot b in the second."""
        run = self._function("pairs", bot_a, bot_b)
        memory = _Memory(self.is_compiled)
        numbers = memory.row(2 * pairs)
        done = 0
        while True:
            done += run(
                *keys, first_pair + done, pairs - done, *memory.working, memory.seen, memory.mask, numbers[2 * done :]
            )
            if done == pairs:
                return memory.block(numbers, ())
            memory.grow()

    def play_sessions(
        self, bot_a: Builtin, bot_b: Builtin, keys: Keys, first_pair: int, pairs: int, target: int
    ) -> DealBlock:
        """Play mirrored pairs of sessions to `target` game points: bot a leads first in the first, b in the second."""
        run = self._function("sessions", bot_a, bot_b)
        memory = _Memory(self.is_compiled)
        size = 2 * _DEALS_OF_A_SESSION * max(pairs, 1)
        numbers, lengths = memory.row(size), memory.row(2 * pairs)
        deals = array("I")
        all_lengths = array("I")
        done = 0
        while True:
            played = run(
                *keys, first_pair + done, pairs - done, target, *memory.working, memory.seen, memory.mask, numbers,
                size, lengths,
            )  # fmt: skip
            done += played
            these = array("I", lengths[: 2 * played].tolist())
            all_lengths += these
            deals += array("I", numbers[: sum(these)].tolist())
            if done == pairs:
                return memory.block(deals, all_lengths)
            memory.grow()
            if played == 0:
                size *= 2
                numbers = memory.row(size)

    def replay_deal(
        self, bot_a: Builtin, bot_b: Builtin, keys: Keys, pair: int, half: int, deal: int = 0, target: int | None = None
    ) -> PlayedDeal:
        """Play one deal again. `deal` counts the deals of a session from 0, `target` is None outside sessions.

        Raises:
            IndexError: the session has no such deal.
        """
        side_a, score = half, (0, 0)
        if target is not None:
            side_a, score = self._before(self.play_sessions(bot_a, bot_b, keys, pair, 1, target), half, deal)
        elif deal:
            raise IndexError(f"deals on their own are deal 0 of their half, not {deal}")
        rules = self.ruleset.code
        pack, words, chance, room, moves = _Memory(is_compiled=False).working
        shuffle(keys.pack, pair, deal, pack, words, rules.lowest_rank)
        mirrored_pairs.draw_chance(keys.chance, pair, deal, half, words, chance)
        position = mirrored_pairs.play_deal(rules, *_plain(bot_a), *_plain(bot_b), side_a, pack, chance, room, moves)
        return PlayedDeal(
            tuple(pack[: self.ruleset.cards]),
            side_a ^ 1,
            score,
            Totals(*mirrored_pairs.read_outcome(mirrored_pairs.outcome_of(rules, position, side_a))),
            tuple(map(format_move, moves[1 : 1 + moves[0]])),
        )

    @staticmethod
    def _before(pair: DealBlock, half: int, deal: int) -> tuple[int, Pair]:
        """Bot a's side in a deal of one of two sessions, and the score before it."""
        if not 0 <= deal < pair.lengths[half]:
            raise IndexError(f"the session has {pair.lengths[half]} deals, counted from 0; there is no {deal}")
        start = half * pair.lengths[0]
        before = list(pair)[start : start + deal]
        won = sum(each.points_a != each.points_b for each in before)
        return (half + won) % 2, (sum(each.points_a for each in before), sum(each.points_b for each in before))

    def choose(self, bot: Builtin, view: View, chance: Chance, *, is_announcing: bool = False) -> int:
        """One choice of a bot: a card of `view.legal`, or 0-3 a marriage, 4 the exchange, -1 nothing more to announce.

        `chance` is as `seed_chance` makes it, and moves on.
        """
        if self.is_compiled and bot.name in _SLOW and not is_announcing:
            return self._choose_compiled(bot, view, chance)
        module = bot_module(bot.name)
        choose = module.announce if is_announcing else module.choose_card
        return choose(self.ruleset.code, view, chance, self._room, bot.samples)  # type: ignore[no-any-return]

    def _choose_compiled(self, bot: Builtin, view: View, chance: Chance) -> int:
        import numpy

        from schneider_league.arena import compiled_pairs

        entry = compiled_pairs.choice_entry(bot.name)
        if self._choice_memory is None:
            self._choice_memory = numpy.zeros(4, numpy.int64), numpy.zeros(ROOM, numpy.int64)
        words, room = self._choice_memory
        words[:] = chance
        arguments = (self.ruleset.code, view, words, room, bot.samples)
        self._compile(entry, arguments)
        card = int(entry(*arguments))
        chance[:] = words.tolist()
        return card

    def _function(self, kind: str, bot_a: Builtin, bot_b: Builtin) -> Callable[..., int]:
        """`play_pairs` or `play_session_pairs` with the ruleset and the bots given."""
        if self.is_compiled:
            from schneider_league.arena import compiled_pairs

            make = compiled_pairs.pairs_entry if kind == "pairs" else compiled_pairs.sessions_entry
            entry = make(self.ruleset.code, bot_a.name, bot_b.name)

            def run(*arguments: Any) -> int:
                arguments = (bot_a.samples, bot_b.samples, *arguments)
                self._compile(entry, arguments)
                return int(entry(*arguments))

            return run
        play: Callable[..., int] = mirrored_pairs.play_pairs if kind == "pairs" else mirrored_pairs.play_session_pairs
        return partial(play, self.ruleset.code, *_plain(bot_a), *_plain(bot_b))

    def _compile(self, entry: Any, arguments: tuple[Any, ...]) -> None:
        if not entry.is_ready:
            if self._on_compile is not None and not entry.is_on_disk():
                self._on_compile()
            entry.compile(arguments)


def _plain(bot: Builtin) -> tuple[Choose, Choose, int]:
    """A bot as the loops in `mirrored_pairs` take it."""
    module = bot_module(bot.name)
    return module.choose_card, module.announce, bot.samples


class _Memory:
    """What the loops work with: arrays where they are compiled, lists where not."""

    def __init__(self, is_compiled: bool) -> None:
        self._is_compiled = is_compiled
        self.working = tuple(self._zeros(size) for size in (32, 16, 4, ROOM, MOVES))
        """pack, words, chance, room, moves"""
        self.mask = _SEEN - 1
        self.seen = self._zeros(1 + 2 * _SEEN)

    def _zeros(self, size: int) -> Any:
        if not self._is_compiled:
            return [0] * size
        import numpy

        return numpy.zeros(size, numpy.int64)

    def row(self, size: int) -> Any:
        """Room for the numbers of this many deals, of which slices are views."""
        return self._zeros(size) if self._is_compiled else memoryview(array("q", bytes(8 * size)))

    def grow(self) -> None:
        """Make room for more outcomes."""
        before = self.outcomes()
        self.mask = 4 * self.mask + 3
        self.seen = self._zeros(1 + 2 * (self.mask + 1))
        for outcome in before:
            mirrored_pairs.number_of(outcome, self.seen, self.mask)

    def outcomes(self) -> list[int]:
        """The outcomes that came up, in order."""
        seen = list(map(int, self.seen))
        found = {seen[at + 1]: seen[at] for at in range(1, len(seen), 2) if seen[at]}
        return [found[number] for number in range(seen[0])]

    def block(self, numbers: Any, lengths: Iterable[int]) -> DealBlock:
        """What was played."""
        outcomes = tuple(Totals(*mirrored_pairs.read_outcome(outcome)) for outcome in self.outcomes())
        width = 1 if len(outcomes) <= 1 << 8 else 2 if len(outcomes) <= 1 << 16 else 4
        if self._is_compiled:
            import numpy

            codes = numpy.asarray(numbers).astype(f"<u{width}").tobytes()
        else:
            row = array(_CODES[width], numbers)
            if sys.byteorder == "big":
                row.byteswap()
            codes = row.tobytes()
        return DealBlock(outcomes, codes, width, array("I", lengths))


_CODES: Final = {1: "B", 2: "H", 4: "I", 8: "Q"}


def _as_integers(codes: bytes, width: int) -> memoryview[int]:
    if sys.byteorder == "little":
        return memoryview(codes).cast(_CODES[width])  # type: ignore[call-overload, no-any-return]
    row = array(_CODES[width], codes)
    row.byteswap()
    return memoryview(row)
