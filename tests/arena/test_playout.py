"""Deals and sessions between built-in bots: compiled as plain, under every ruleset, and each deal can be had again."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from functools import lru_cache, partial
from itertools import pairwise
from typing import Any

import pytest

from schneider_league.arena import compiled_pairs, mirrored_pairs, playout
from schneider_league.arena.playout import DealBlock, Playout, Totals, deal_pack, derive_keys, seed_chance
from schneider_league.bots.builtin import NAMES, Builtin, bot_module, random
from schneider_league.game import compiled, position
from schneider_league.game.cards import parse_card
from schneider_league.game.chance import Chance, Words
from schneider_league.game.deal import Deal
from schneider_league.game.kernel import Rules
from schneider_league.game.position import View
from schneider_league.game.ruleset import Ruleset, parse_rules
from tests.game.tables import RULESETS

# Before any fixture turns it off.
HAS_COMPILER = compiled.is_available()
WAYS = sorted({False, HAS_COMPILER})
KEYS = derive_keys(11, 3)
RANDOM, GREEDY, CAREFUL, ENDGAME = (Builtin(name) for name in NAMES[:4])
SAMPLER = Builtin("sampler", 3)

# How many pairs of each pairing are compared under each ruleset: what is slow in plain Python is played less.
COMPARED = [(RANDOM, GREEDY, 8), (CAREFUL, RANDOM, 6), (ENDGAME, CAREFUL, 1), (SAMPLER, GREEDY, 1)]


# --- compiled and plain ---


@pytest.mark.skipif(not HAS_COMPILER, reason="numba is not installed")
def test_compiled_is_as_plain(monkeypatch: pytest.MonkeyPatch) -> None:
    """All in one test: where tests share the work, one process then compiles for all that is asked here."""
    for ruleset in RULESETS:
        with monkeypatch.context() as patch:
            compare_any(ruleset, patch)
    for name in ("bohemian", "points+marriage", "mixed"):
        compare_constant(next(each for each in RULESETS if each.name == name))
    for name in ("points+marriage", "bohemian+follow-suit"):
        for bot in (ENDGAME, SAMPLER):
            check_single_choices(bot, parse_rules(name), is_compiled=True)


def compare_any(ruleset: Ruleset, monkeypatch: pytest.MonkeyPatch) -> None:
    """All bots in one compiled function, to which the ruleset is an argument: that compiles once."""
    played, plain = Playout(ruleset, is_compiled=True), Playout(ruleset, is_compiled=False)

    def function(kind: str, bot_a: Builtin, bot_b: Builtin) -> Callable[..., int]:
        return partial(any_pairs(), ruleset.code, number_of(bot_a), number_of(bot_b))

    monkeypatch.setattr(played, "_function", function)
    for a, b, pairs in COMPARED:
        expected = plain.play_deals(a, b, KEYS, 5, pairs)
        assert played.play_deals(a, b, KEYS, 5, pairs) == expected, (ruleset.name, a.name, b.name)


def compare_constant(ruleset: Ruleset) -> None:
    """As they are really played: compiled for one ruleset and two bots."""
    told: list[str] = []
    played = Playout(ruleset, is_compiled=True, on_compile=lambda: told.append(ruleset.name))
    plain = Playout(ruleset, is_compiled=False)
    played.prepare(RANDOM, GREEDY)
    assert len(told) <= 1
    told.clear()
    assert played.play_deals(RANDOM, GREEDY, KEYS, 0, 50) == plain.play_deals(RANDOM, GREEDY, KEYS, 0, 50)
    assert not told
    sessions = (RANDOM, GREEDY, KEYS, 2, 4, ruleset.target)
    assert played.play_sessions(*sessions) == plain.play_sessions(*sessions)


def number_of(bot: Builtin) -> int:
    """A bot as `any_card` knows it."""
    return bot.samples + 3 if bot.name == "sampler" else NAMES.index(bot.name)


def any_card(rules: Rules, view: View, chance: Chance, room: Words, number: int) -> int:
    """Whichever bot the number says."""
    if number == 0:
        return random_card(rules, view, chance, room, 0)
    if number == 1:
        return greedy_card(rules, view, chance, room, 0)
    if number == 2:
        return careful_card(rules, view, chance, room, 0)
    if number == 3:
        return endgame_card(rules, view, chance, room, 0)
    return sampler_card(rules, view, chance, room, number - 3)


def any_say(rules: Rules, view: View, chance: Chance, room: Words, number: int) -> int:
    return random_say(rules, view, chance, room, 0) if number == 0 else greedy_say(rules, view, chance, room, 0)


def play_any(rules: Any, a: Any, b: Any, k: Any, c: Any, i: Any, n: Any, p: Any, w: Any, h: Any, r: Any, m: Any,
             s: Any, o: Any, t: Any) -> Any:  # fmt: skip
    return mirrored(rules, any_card_, any_say_, a, any_card_, any_say_, b, k, c, i, n, p, w, h, r, m, s, o, t)


random_card = greedy_card = careful_card = endgame_card = sampler_card = random.choose_card
random_say = greedy_say = random.announce
mirrored: Any = None
any_card_: Any = None
any_say_: Any = None


@lru_cache(maxsize=1)
def any_pairs() -> Callable[..., int]:
    program = compiled_pairs.program()
    cards = {f"{name}_card": program.of(bot_module(name).choose_card) for name in NAMES}
    says = {f"{name}_say": program.of(bot_module(name).announce) for name in NAMES[:2]}
    names = {
        "any_card_": program.copy(any_card, cards),
        "any_say_": program.copy(any_say, says),
        "mirrored": program.of(mirrored_pairs.play_pairs),
    }
    return program.entry(play_any, "play_any", names)


# --- what is in a block ---


def test_blocks_do_not_depend_on_where_they_begin() -> None:
    played = Playout(parse_rules("points+marriage"), is_compiled=False)
    whole = list(played.play_deals(RANDOM, CAREFUL, KEYS, 0, 12))
    parts = [played.play_deals(RANDOM, CAREFUL, KEYS, first, 4) for first in (0, 4, 8)]
    assert [totals for part in parts for totals in part] == whole
    assert len(whole) == 24


def test_pairs_are_counted() -> None:
    block = Playout(parse_rules("bohemian"), is_compiled=False).play_deals(RANDOM, GREEDY, KEYS, 0, 60)
    codes = list(block.numbers())
    assert block.pair_counts() == Counter(zip(codes[::2], codes[1::2], strict=True))
    assert [block.outcomes[code] for code in codes] == list(block)
    assert sorted(set(codes)) == list(range(len(block.outcomes)))
    assert [codes.index(code) for code in range(len(block.outcomes))] == sorted(
        codes.index(code) for code in set(codes)
    )


@pytest.mark.parametrize("is_compiled", WAYS)
@pytest.mark.parametrize(("kinds", "width"), [(256, 1), (257, 2), (65536, 2), (65537, 4)])
def test_codes_are_as_wide_as_they_must_be(kinds: int, width: int, is_compiled: bool) -> None:
    memory = playout._Memory(is_compiled)
    outcomes = [kind + 1 for kind in range(kinds)]
    numbers = memory.row(kinds)
    for at, outcome in enumerate(outcomes):
        while (number := mirrored_pairs.number_of(outcome, memory.seen, memory.mask)) < 0:
            memory.grow()
        numbers[at] = number
    block = memory.block(numbers, ())
    assert block.width == width
    assert list(block.numbers()) == list(range(kinds))
    assert memory.outcomes() == outcomes


def test_an_outcome_is_read_as_it_was_written() -> None:
    rules = parse_rules("points+marriage").code
    ended = position.Position(1, -1, 0, 0, 0, 0, 100, 30, 7, 9, 0, -1, 0, 0, rules.units[0], 0, 0)
    assert mirrored_pairs.read_outcome(mirrored_pairs.outcome_of(rules, ended, 1)) == (100, 30, 2, 0)
    assert mirrored_pairs.read_outcome(mirrored_pairs.outcome_of(rules, ended, 0)) == (30, 100, 0, 2)


def test_a_block_may_be_empty() -> None:
    block = Playout(parse_rules("bohemian"), is_compiled=False).play_deals(RANDOM, GREEDY, KEYS, 0, 0)
    assert (len(block), list(block), block.pair_counts()) == (0, [], Counter())


# --- mirrored pairs, sessions, single deals ---


@pytest.mark.parametrize("name", ["bohemian", "points+marriage", "bohemian+24-card+follow-suit+trump"])
def test_a_deal_played_again_is_the_same_and_follows_the_rules(name: str) -> None:
    ruleset = parse_rules(name)
    played = Playout(ruleset, is_compiled=False)
    totals = list(played.play_deals(RANDOM, GREEDY, KEYS, 3, 6))
    for number, expected in enumerate(totals):
        pair, half = 3 + number // 2, number % 2
        again = played.replay_deal(RANDOM, GREEDY, KEYS, pair, half)
        assert again.totals == expected
        assert again.pack == deal_pack(ruleset, KEYS, pair)
        assert (again.dealer, again.score) == (1 - half, (0, 0))
        assert follow(ruleset, again) == expected


def follow(ruleset: Ruleset, played: playout.PlayedDeal) -> Totals:
    """The plays on a `Deal`; bot a is the non-dealer where b deals."""
    deal = Deal.of_pack(ruleset, played.pack)
    for move in played.moves:
        card = parse_card(move)
        if card is not None:
            if deal.is_announcing:
                deal.draw()
            deal.play(card)
        else:
            deal.announce(position.EXCHANGE if move == "x" else "CSHD".index(move[1]))
    if deal.is_announcing:
        deal.draw()
    units, _level, points = deal.outcome()
    a = 0 if played.dealer == 1 else 1
    return Totals(units[a], units[1 - a], points[a], points[1 - a])


@pytest.mark.parametrize("name", ["bohemian", "points+three-wins", "bohemian+cumulative"])
def test_sessions_go_as_at_the_table(name: str) -> None:
    ruleset = parse_rules(name)
    played = Playout(ruleset, is_compiled=False)
    block = played.play_sessions(GREEDY, RANDOM, KEYS, 4, 3, ruleset.target)
    totals = iter(block)
    assert len(block.lengths) == 6
    for session, length in enumerate(block.lengths):
        pair, half = 4 + session // 2, session % 2
        score, dealer = (0, 0), 1 - half
        for deal in range(length):
            assert max(score) < ruleset.target
            again = played.replay_deal(GREEDY, RANDOM, KEYS, pair, half, deal, ruleset.target)
            assert again.totals == next(totals) == follow(ruleset, again)
            assert again.pack == deal_pack(ruleset, KEYS, pair, deal), "both sessions are played with the same packs"
            assert (again.dealer, again.score) == (dealer, score)
            points = again.totals.points_a, again.totals.points_b
            score = score[0] + points[0], score[1] + points[1]
            if points != (0, 0):
                dealer = 1 - dealer
        assert max(score) >= ruleset.target
        with pytest.raises(IndexError, match=f"the session has {length} deals"):
            played.replay_deal(GREEDY, RANDOM, KEYS, pair, half, length, ruleset.target)
    assert next(totals, None) is None


def test_long_sessions_have_room() -> None:
    played = Playout(parse_rules("bohemian"), is_compiled=False)
    block = played.play_sessions(GREEDY, RANDOM, KEYS, 0, 1, 200)
    assert sum(block.lengths) == len(block) > 2 * playout._DEALS_OF_A_SESSION
    assert block == played.play_sessions(GREEDY, RANDOM, KEYS, 0, 1, 200)


def test_packs_differ_between_pairs_deals_pairings_and_runs() -> None:
    ruleset = parse_rules("bohemian")
    packs = {
        deal_pack(ruleset, derive_keys(seed, pairing), pair, deal)
        for seed in (1, 2)
        for pairing in (0, 1)
        for pair in range(10)
        for deal in range(3)
    }
    assert len(packs) == 120


def test_both_halves_of_a_pair_have_a_chance_of_their_own() -> None:
    """Two random bots do not play both halves alike, nor do the two sides draw the same."""
    played = Playout(parse_rules("bohemian"), is_compiled=False)
    halves = [played.replay_deal(RANDOM, RANDOM, KEYS, 0, half) for half in (0, 1)]
    assert halves[0].pack == halves[1].pack
    assert halves[0].moves != halves[1].moves
    words = [[0] * 16, [0] * 4]
    sources = set()
    for half in (0, 1):
        mirrored_pairs.draw_chance(KEYS.chance, 0, 0, half, *words)
        sources |= {tuple(words[1][:2]), tuple(words[1][2:])}
    assert len(sources) == 4


# --- one choice, for a bot at a table with one that is not built in ---


@pytest.mark.parametrize("bot", [RANDOM, GREEDY, CAREFUL, ENDGAME, SAMPLER], ids=NAMES)
@pytest.mark.parametrize("name", ["points+marriage", "bohemian+follow-suit"])
def test_single_choices_make_the_deal_that_is_played(bot: Builtin, name: str) -> None:
    check_single_choices(bot, parse_rules(name), is_compiled=False)


def check_single_choices(bot: Builtin, ruleset: Ruleset, *, is_compiled: bool) -> None:
    """A deal choice by choice is the deal that is played by the loop."""
    rules = ruleset.code
    expected = Playout(ruleset, is_compiled=False).replay_deal(bot, bot, KEYS, 1, 0)
    single = Playout(ruleset, is_compiled=is_compiled)
    chance: Chance = [0] * 4
    mirrored_pairs.draw_chance(KEYS.chance, 1, 0, 0, [0] * 16, chance)
    moves = []
    at, top = position.begin(rules, expected.pack), 12

    def choose(is_announcing: bool) -> int:
        legal = position.legal_announcements(rules, at) if is_announcing else position.legal_plays(rules, at)
        choice = single.choose(bot, position.look(rules, at, legal), chance, is_announcing=is_announcing)
        if choice >= 0:
            assert legal >> choice & 1
            moves.append(playout.format_move(choice + 32 * is_announcing))
        return choice

    while not position.is_over(at):
        at = position.lead_card(at, choose(False))
        at = position.respond(rules, at, choose(False))
        while position.legal_announcements(rules, at) and (said := choose(True)) >= 0:
            at = position.announce(rules, at, said)
        if at.talon:
            at = position.draw(at, *expected.pack[top : top + 2])
            top += 2
    assert tuple(moves) == expected.moves


def test_a_seat_has_the_chance_of_its_seed() -> None:
    assert seed_chance(5) != seed_chance(6)
    for seed in (0, 1, 1 << 63, (1 << 64) - 1):
        chance = seed_chance(seed)
        assert list(chance[:2]) == list(chance[2:]), "whichever side it plays"
        assert any(chance[:2])
        assert all(0 <= word < 1 << 32 for word in chance)


def test_blocks_are_equal_only_with_equal_content() -> None:
    played = Playout(parse_rules("bohemian"), is_compiled=False)
    blocks: list[DealBlock] = [played.play_deals(RANDOM, RANDOM, KEYS, first, 2) for first in (0, 2, 4)]
    assert all(one != other for one, other in pairwise(blocks))
