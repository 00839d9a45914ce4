"""The compiled entries to `mirrored_pairs`: one for each ruleset and two bots, which are constants to the compiler."""

from __future__ import annotations

import hashlib
from functools import lru_cache
from typing import Any

from schneider_league.arena import mirrored_pairs
from schneider_league.arena.mirrored_pairs import Choose
from schneider_league.bots.builtin import NAMES, bot_module, random
from schneider_league.game import bits, chance, kernel, position
from schneider_league.game.chance import Chance, Key, Words
from schneider_league.game.compiled import Entry, Program
from schneider_league.game.kernel import Rules
from schneider_league.game.position import View
from schneider_league.game.ruleset import BOHEMIAN
from schneider_league.solver import endgame


def pairs_entry(ruleset: Rules, bot_a: str, bot_b: str) -> Entry:
    """`play_pairs` from `samples_a, samples_b, pack_key` on."""
    return _entry(play_pairs, "pairs", ruleset, bot_a, bot_b)


def sessions_entry(ruleset: Rules, bot_a: str, bot_b: str) -> Entry:
    """`play_session_pairs` from `samples_a, samples_b, pack_key` on."""
    return _entry(play_session_pairs, "sessions", ruleset, bot_a, bot_b)


@lru_cache(maxsize=8)
def choice_entry(bot: str) -> Entry:
    """`choose_card` of a bot, under whatever ruleset."""
    return program().entry(choose_card, f"card_{bot}", {"CARD_A": _functions(bot)[0]})


@lru_cache(maxsize=256)
def _entry(function: Any, kind: str, rules: Rules, bot_a: str, bot_b: str) -> Entry:
    card_a, say_a = _functions(bot_a)
    card_b, say_b = _functions(bot_b)
    names = {"RULES": rules, "CARD_A": card_a, "SAY_A": say_a, "CARD_B": card_b, "SAY_B": say_b}
    names["mirrored"] = program().of(getattr(mirrored_pairs, function.__name__))
    return program().entry(function, _name(kind, rules, bot_a, bot_b), names)


def _name(kind: str, rules: Rules, bot_a: str, bot_b: str) -> str:
    digest = hashlib.sha256(repr(tuple(rules)).encode()).hexdigest()[:12]
    return f"{kind}_{bot_a}_{bot_b}_{digest}"


@lru_cache(maxsize=1)
def program() -> Program:
    """Compiled copies of all that the bots and the loops are made of."""
    bots = [bot_module(name) for name in NAMES]
    # So slow, and so large, that inlining would cost more in compiling than it saves.
    called = [bot_module(name).choose_card for name in ("endgame", "sampler")]
    return Program([bits, kernel, chance, position, endgame, *bots, mirrored_pairs], [*called, endgame.value_after])


def _functions(bot: str) -> tuple[Any, Any]:
    """What chooses a card and an announcement for a bot."""
    module = bot_module(bot)
    return program().of(module.choose_card), program().of(module.announce)


# --- what is compiled; the names in capitals are given by those above ---

RULES: Rules = BOHEMIAN.code
CARD_A: Choose = random.choose_card
SAY_A: Choose = random.announce
CARD_B: Choose = random.choose_card
SAY_B: Choose = random.announce
mirrored: Any = None


def choose_card(rules: Rules, view: View, chance: Chance, room: Words, samples: int) -> int:
    """One choice."""
    return CARD_A(rules, view, chance, room, samples)


def play_pairs(
    samples_a: int,
    samples_b: int,
    pack_key: Key,
    chance_key: Key,
    first: int,
    count: int,
    pack: Words,
    words: Words,
    chance: Chance,
    room: Words,
    moves: Words,
    seen: Words,
    seen_mask: int,
    numbers: Words,
) -> int:
    """`mirrored_pairs.play_pairs` with ruleset and bots given."""
    return mirrored(  # type: ignore[no-any-return]
        RULES, CARD_A, SAY_A, samples_a, CARD_B, SAY_B, samples_b, pack_key, chance_key, first, count, pack, words,
        chance, room, moves, seen, seen_mask, numbers,
    )  # fmt: skip


def play_session_pairs(
    samples_a: int,
    samples_b: int,
    pack_key: Key,
    chance_key: Key,
    first: int,
    count: int,
    target: int,
    pack: Words,
    words: Words,
    chance: Chance,
    room: Words,
    moves: Words,
    seen: Words,
    seen_mask: int,
    numbers: Words,
    size: int,
    lengths: Words,
) -> int:
    """`mirrored_pairs.play_session_pairs` with ruleset and bots given."""
    return mirrored(  # type: ignore[no-any-return]
        RULES, CARD_A, SAY_A, samples_a, CARD_B, SAY_B, samples_b, pack_key, chance_key, first, count, target, pack,
        words, chance, room, moves, seen, seen_mask, numbers, size, lengths,
    )  # fmt: skip
