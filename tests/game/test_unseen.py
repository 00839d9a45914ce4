"""Deals of which only the tricks are known: small ones against every deal that there is, large ones by hand."""

from __future__ import annotations

import random
from collections import Counter

import pytest

from schneider_league.game.cards import card_set, format_card
from schneider_league.game.deal import EXCHANGE
from schneider_league.game.replay import Breach, Replay
from schneider_league.game.ruleset import Ruleset, parse_rules
from schneider_league.game.unseen import check_unseen
from tests.game.brute_force import Judged, SmallGame, Trick, judge
from tests.game.second_rules import responses, sort_key, takes
from tests.game.tables import RULESETS, game_of, number

BY_NAME = {ruleset.name: ruleset for ruleset in RULESETS}


def coded(said: str) -> int:
    return EXCHANGE if said == "exchange" else "CSHD".index(said[-1])


def ask(ruleset: Ruleset, small: SmallGame, tricks: list[Trick]) -> Replay:
    """What the package says of this game."""
    return check_unseen(
        ruleset.code,
        [(number(a), None if b is None else number(b), tuple(map(coded, after))) for a, b, after in tricks],
        None if small.turned is None else number(small.turned),
        pack=card_set(map(number, small.pack)),
        hand_size=small.hand_size,
    )


def as_judged(replayed: Replay) -> Judged:
    faults = []
    for fault in replayed.faults:
        is_play = fault.breach not in (Breach.BAD_EXCHANGE, Breach.BAD_MARRIAGE)
        said = "exchange" if fault.what == EXCHANGE else f"marriage-{'CSHD'[fault.what % 4]}"
        what = format_card(fault.what) if is_play else said
        faults.append((fault.trick, fault.breach.value, fault.side, what))
    return Judged(replayed.tricks, replayed.units, replayed.marriages, faults)


def small_pack(ruleset: Ruleset, rng: random.Random) -> tuple[list[str], int]:
    """Some cards of two or three suits, most often with K, Q and the lowest rank; and how many a hand has."""
    game = game_of(ruleset)
    size, hand_size = rng.choice(((8, 2), (10, 2), (10, 3), (10, 3), (12, 3)))
    suits = rng.sample("CSHD", 2 if size < 12 else 3)
    ranks = game.ranks[-5:] if game.next_higher else (game.ranks[0], rng.choice(game.ranks[1:-3]), "Q", "K", "A")
    return rng.sample([r + s for s in suits for r in ranks], size), hand_size


def random_game(ruleset: Ruleset, rng: random.Random) -> tuple[SmallGame, list[Trick]]:
    """A game as it might be written down: with revokes, wrong and right announcements, perhaps broken off."""
    game = game_of(ruleset)
    cards, size = small_pack(ruleset, rng)
    small = SmallGame(game, sorted(cards, key=sort_key), size, cards[-1] if game.trumps else None)
    if rng.random() < 0.2:
        return small, _written_at_random(small, rng)
    trump, lowest = small.trump, game.ranks[0] + (small.trump or "")
    hands, talon = [cards[:size], cards[size : 2 * size]], cards[2 * size :]
    honesty = rng.choice((0.0, 0.3, 0.7))
    lies = rng.choice((0.0, 0.0, 0.04)) if game.exchange or any(game.marriage) else 0.01
    tricks: list[Trick] = []
    leader = 0
    while hands[0]:
        lead = rng.choice(hands[leader])
        hands[leader].remove(lead)
        held = hands[1 - leader]
        response = rng.choice(responses(game, held, lead, trump, len(talon)) if rng.random() < honesty else held)
        held.remove(response)
        if takes(game, lead, response, trump):
            leader = 1 - leader
        mine = hands[leader]
        after: list[str] = []
        for said in rng.sample(["exchange", *(f"marriage-{s}" for s in "CSHD")], 5):
            pair = {lowest} if said == "exchange" else {"K" + said[-1], "Q" + said[-1]}
            allowed = game.exchange and talon if said == "exchange" else any(game.marriage)
            is_true = bool(allowed) and pair <= set(mine)
            if rng.random() < (0.7 if is_true else lies):
                after.append(said)
                if said == "exchange" and is_true:
                    mine.remove(lowest)
                    mine.append(talon[-1])
                    talon[-1] = lowest
        tricks.append((lead, response, tuple(after)))
        for side in (leader, 1 - leader) if talon else ():
            hands[side].append(talon.pop(0))
    if len(small.pack) < 12 and rng.random() < 0.15:
        tricks = tricks[: rng.randrange(0 if len(small.pack) == 8 else 3, len(tricks) + 1)]
        if tricks and rng.random() < 0.5:
            tricks[-1] = (tricks[-1][0], None, ())
    return small, tricks


def _written_at_random(small: SmallGame, rng: random.Random) -> list[Trick]:
    """Cards in any order: whose they were follows from who won; only the turned card can be in the wrong place."""
    cards = rng.sample(small.pack, len(small.pack))
    said = ["exchange", "marriage-C", "marriage-H"]
    return [
        (lead, response, tuple(rng.sample(said, 1)) if rng.random() < 0.15 else ())
        for lead, response in zip(cards[0::2], cards[1::2], strict=True)
    ]


KINDS = {
    "follow-suit": ["bohemian+follow-suit", "bohemian+next-higher+follow-suit", "bohemian+24-card+follow-suit"],
    "follow-suit and trumps": ["bohemian+follow-suit+trump", "bohemian+next-higher+follow-suit+trump"],
    "no duty": ["bohemian", "bohemian+trump"],
    "points": ["points", "points+three-wins"],
    "points and marriages": ["points+marriage", "points+marriage+no-last-trick"],
    "house rules": ["mixed", "odd"],
}
GAMES = 50


@pytest.mark.parametrize("seed", range(4))
@pytest.mark.parametrize("kind", KINDS)
def test_small_games_against_every_deal(kind: str, seed: int) -> None:
    rng = random.Random(f"{kind} {seed}")
    for _ in range(GAMES if kind != "no duty" else GAMES // 4):
        ruleset = BY_NAME[rng.choice(KINDS[kind])]
        small, tricks = random_game(ruleset, rng)
        replayed = ask(ruleset, small, tricks)
        expected = judge(small, tricks)
        given = (ruleset.name, small.pack, small.turned, tricks)
        misplaced = [fault for fault in replayed.faults if fault.breach is Breach.NOT_IN_HAND]
        if expected is None:
            assert [format_card(fault.what) for fault in misplaced] == [small.turned], given
        else:
            assert as_judged(replayed) == expected, given


def test_the_small_games_show_all_faults() -> None:
    """What the test above compares is worth comparing."""
    rng = random.Random(1)
    found: Counter[str] = Counter()
    for _ in range(200):
        for kind in ("points and marriages", "follow-suit"):
            ruleset = BY_NAME[rng.choice(KINDS[kind])]
            replayed = ask(ruleset, *random_game(ruleset, rng))
            found.update({fault.breach.value for fault in replayed.faults} or {"none"})
    assert found.keys() == {breach.value for breach in Breach} | {"none"}
    assert found["none"] > 60


# --- by hand, with the whole pack ---


def plays(text: str) -> list[Trick]:
    """Tricks from `JS 9S, KH AH exchange`; a lone card is a broken trick."""
    tricks: list[Trick] = []
    for part in text.split(", "):
        lead, *rest = part.split()
        tricks.append((lead, rest[0] if rest else None, tuple(rest[1:])))
    return tricks


def faults_of(rules: str, turned: str | None, text: str, opening: tuple[int, ...] = ()) -> list[str]:
    tricks = [(number(a), None if b is None else number(b), tuple(map(coded, after))) for a, b, after in plays(text)]
    replayed = check_unseen(parse_rules(rules).code, tricks, None if turned is None else number(turned), opening)
    return [f"{fault.trick} {fault.breach.value} {fault.side}/{fault.position}" for fault in replayed.faults]


# Ten tricks that the non-dealer wins, each with a card of the led suit in response; but for the tenth.
CLUBS_AND_DIAMONDS = "AC 7C, KC 8C, QC 9C, JC 10C, AD 7D, KD 8D, QD 9D, JD 10D, AH 7H, KH "


@pytest.mark.parametrize(
    ("rules", "turned", "text", "faults"),
    [
        # The dealer does not follow hearts in trick 2, and plays hearts later, which may have been drawn one by one.
        ("bohemian+follow-suit", None, "AH 7S, KH 7D, QH 7H, JH 8H, 10H 9H", []),
        ("bohemian+follow-suit", None, "AH 7S, KH 8S, QC 7H", []),
        # Not in trick 10, the last before the talon is gone: one card is drawn after it, …
        ("bohemian+follow-suit", None, CLUBS_AND_DIAMONDS + "7S, QH 8H, JH 8S, 10H 9S, 9H 10S, AS JS, KS QS", []),
        # … but not two, …
        ("bohemian+follow-suit", None, CLUBS_AND_DIAMONDS + "7S, QH 8H, JH 9H", ["10 must-follow 1/1"]),
        ("bohemian", None, CLUBS_AND_DIAMONDS + "7S, QH 8H, JH 9H", []),
        # … and after trick 11 none.
        (
            "bohemian+follow-suit",
            None,
            CLUBS_AND_DIAMONDS + "8H, QH 8S, JH 9H",
            ["11 must-follow 1/1"],
        ),
        # The strict second half: 10H could have been beaten; QH followed.
        ("points", "10S", CLUBS_AND_DIAMONDS + "8H, 10H 9H, QH JH", ["11 must-win 1/1"]),
        ("points", "10S", CLUBS_AND_DIAMONDS + "8H, 10H 9H, QH 10S, 9S AS, JH 7S", []),
        ("points", "10S", CLUBS_AND_DIAMONDS + "8H, 10H 7S, 8S AS, QH JH", ["11 must-follow 1/1"]),
        # Hearts are trumps, and diamonds led: a spade, with the turned 10H in hand.
        (
            "points",
            "10H",
            "AC 7C, KC 8C, QC 9C, JC 10C, AD 7D, KD 8D, QD 9D, AH 7H, KH 8H, QH 9H, 10D 7S, JD 10H",
            ["11 must-trump 1/1"],
        ),
        # The turned card is drawn last of all, so not played before.
        ("bohemian+trump", "AC", "AH 7S, AC 7D", ["2 not-in-hand 0/0"]),
        ("bohemian+trump", "AC", "AH 7S, 8D AC", ["2 not-in-hand 1/1"]),
        ("bohemian+trump", "AC", "AC 7S", ["1 not-in-hand 0/0"]),
        # … unless it was exchanged, and that before.
        ("points", "AC", "AC 8S exchange", ["1 not-in-hand 0/0"]),
        ("points", "AC", "AH 8C exchange, AC 7D", []),
        ("points", "AC", "AH 8S exchange, AC 7D", []),
        ("points", "AC", "AH 8S exchange, KH AC", ["2 not-in-hand 1/1"]),
        # Nobody exchanges what lies there already, or twice, or in a game without.
        ("points", "7C", "AH 8S exchange", ["1 bad-exchange 0/0"]),
        ("points", "AC", "AH 8S exchange exchange", ["1 bad-exchange 0/1"]),
        ("points", "AC", "AH 8S exchange, KH 8H exchange", ["2 bad-exchange 0/0"]),
        ("bohemian+trump", "AC", "AH 8S exchange", ["1 bad-exchange 0/0"]),
        # The seven was played by the other side before.
        ("points", "AC", "AH 7C, 8C 9C exchange", ["2 bad-exchange 0/0"]),
        # The seven that lies under the talon is not played while the talon lasts.
        (
            "points",
            "AC",
            "AH 7H exchange, KH 8H, QH 9H, JH 10H, KC 7C, QC 8C, JC 9C, AS 7S, KS 8S, QS 9S",
            ["1 bad-exchange 0/0"],
        ),
        # Marriages: both cards in hand, each suit once.
        ("points+marriage", "AC", "AH 8S marriage-H", []),
        ("points+marriage", "AC", "AH 8S marriage-H marriage-H", ["1 bad-marriage 0/1"]),
        ("points+marriage", "AC", "AH KS marriage-H marriage-S", ["1 bad-marriage 0/1"]),
        ("points+marriage", "AC", "KH 8H marriage-H", ["1 bad-marriage 0/0"]),
        ("points+marriage", "AC", "AH 8S marriage-H, KH 8H, AS QH", ["1 bad-marriage 0/0"]),
        ("points", "AC", "AH 8S marriage-H", ["1 bad-marriage 0/0"]),
        # Six cards in hand, one played: of three marriages one does not fit.
        ("points+marriage", "AC", "AH 8S marriage-H marriage-S marriage-D", ["1 bad-marriage 0/2"]),
        # The turned king makes a marriage after the exchange, not before it.
        ("points+marriage", "KC", "AH 8S exchange marriage-C", []),
        ("points+marriage", "KC", "AH 8S marriage-C exchange", ["1 bad-marriage 0/0"]),
        # Broken off.
        ("points", "AC", "AH", []),
        ("bohemian+trump", "AC", "AC", ["1 not-in-hand 0/0"]),
        # Who drew the turned-up jack has it left, and plays the king.
        (
            "bohemian+trump+24-card",
            "JH",
            "9C 9D, 10D KD, QH 9H, KH AD, 10H KC, AH QD, AS 10S, QS 9S, AC QC, 10C JC, JD JS, KS",
            ["12 not-in-hand 0/0"],
        ),
    ],
)
def test_worked_cases(rules: str, turned: str | None, text: str, faults: list[str]) -> None:
    assert faults_of(rules, turned, text) == faults


def test_announcements_before_the_first_trick() -> None:
    assert faults_of("points+marriage", "AC", "AH 8S marriage-H", (EXCHANGE, 2)) == [
        "0 bad-exchange 0/0",
        "0 bad-marriage 0/1",
    ]


def test_what_proves_a_breach() -> None:
    """The cards that were played later and should not have been held."""
    tricks = [
        (number(a), None if b is None else number(b), ()) for a, b, _ in plays(CLUBS_AND_DIAMONDS + "7S, QH 8H, JH 9H")
    ]
    (fault,) = check_unseen(parse_rules("bohemian+follow-suit").code, tricks, None).faults
    assert fault.hand == card_set([number("8H"), number("9H")])
    assert fault.what == number("7S")


def test_a_broken_duty_to_follow_is_not_a_broken_duty_to_trump_as_well() -> None:
    """One response, one fault: in trick 11 neither diamonds nor trumps (hearts), of which both come later."""
    text = "AC 7C, KC 8C, QC 9C, JC 10C, AD 7D, KD 8D, AH 7H, KH 8H, QH 9H, KS 7S, JD AS, JH 10H, QD 9D"
    assert faults_of("points", "10H", text) == ["11 must-follow 1/1"]
