"""Replaying a deal as it was played: what is a breach, and what the hands hold after one."""

from __future__ import annotations

import pytest

from schneider_league.game.cards import card_set, format_cards, sorted_hand
from schneider_league.game.deal import EXCHANGE
from schneider_league.game.replay import Breach, Replay, Trick, bad_announcement, replay
from schneider_league.game.ruleset import parse_rules
from tests.game.tables import number

# Worked by hand. In each the non-dealer holds clubs, the dealer spades; the talon begins as given, and the rest of
# the pack follows it, the trump under it.
NON_DEALER = "AC KC QC JC 10C 7H"
DEALER = "AS KS QS JS 10S 9S"


def replay_of(rules: str, text: str, top: str, last: str, opening: tuple[int, ...] = ()) -> Replay:
    """Replay `AC AS, KC KS exchange` from the hands above; `top` begins the talon, `last` ends it."""
    ruleset = parse_rules(rules)
    hands = [[number(word) for word in hand.split()] for hand in (NON_DEALER, DEALER)]
    begun, end = [number(word) for word in top.split()], [number(last)]
    rest = [c for c in range(32) if ruleset.pack >> c & 1 and c not in (*hands[0], *hands[1], *begun, *end)]
    tricks: list[Trick] = []
    for part in text.split(", ") if text else []:
        lead, *words = part.split()
        said = tuple(EXCHANGE if w == "exchange" else "CSHD".index(w[-1]) for w in words[1:])
        tricks.append((number(lead), number(words[0]) if words else None, said))
    return replay(ruleset.code, (card_set(hands[0]), card_set(hands[1])), [*begun, *rest, *end], tricks, opening)


def faults_of(replayed: Replay) -> list[str]:
    return [f"{f.trick} {f.breach.value} {f.side}/{f.position}" for f in replayed.faults]


@pytest.mark.parametrize(
    ("rules", "text", "top", "last", "faults"),
    [
        ("bohemian", "AC AS, KC KS, QC QS", "8C 8S", "AH", []),
        ("bohemian+follow-suit", "AC AS, KC KS, QC QS", "8C 8S 7D 8D", "AH", []),
        # 8D was drawn after the first trick, by the loser: not in the first trick, but in the second
        ("bohemian", "AC 8D, KC KS", "8C 8D", "AH", ["1 not-in-hand 1/1"]),
        ("bohemian", "AC AS, KC 8D", "8C 8D", "AH", []),
        ("bohemian", "AC AS, 8D KS", "8C 8D", "AH", ["2 not-in-hand 0/0"]),
        # what was played too early is not drawn again
        ("bohemian", "AC 8D, KC KS, QC 8C, 10C 8S", "8C 8D 9D 8S", "AH", ["1 not-in-hand 1/1", "3 not-in-hand 1/1"]),
        # the card leaves the other hand
        ("bohemian", "AC KC, JC 9S, KS 10S", "8D 9D 10D JD", "AH", ["1 not-in-hand 1/1", "3 not-in-hand 0/0"]),
        ("bohemian", "AS 9S, JC KS", "8D 9D 10D JD", "AH", ["1 not-in-hand 0/0"]),
        # … at once: it is no card to follow with, and none to declare
        ("bohemian+follow-suit", "AC AS, 8C KS", "8D 8C", "AH", ["2 not-in-hand 0/0"]),
        ("points+marriage", "AC QC marriage-C", "8D 8C", "AH", ["1 not-in-hand 1/1", "1 bad-marriage 0/0"]),
        # duties: 8C was drawn after the first trick
        ("bohemian+follow-suit", "AC AS, KC KS", "8D 8C", "AH", ["2 must-follow 1/1"]),
        ("bohemian+follow-suit", "AC AS, KC 8C", "8D 8C", "AH", []),
        ("bohemian+follow-suit", "AC AS, KC KS", "8C 8D", "AH", []),
        ("points", "AC AS, KC KS", "8D 8C", "AH", []),
        # exchange: the winner of the trick, with the seven, while the talon lasts, in this game, once
        ("points", "AC AS exchange", "8D 8C", "AH", []),
        ("points", "AC AS exchange, AH KS", "8D 8C", "AH", []),
        ("points", "AC AS, KC KS exchange", "8D 8C", "AH", []),
        ("points", "7H AS exchange", "8D 8C", "AH", ["1 bad-exchange 0/0"]),
        ("points", "AC AS exchange", "8D 8C", "AD", ["1 bad-exchange 0/0"]),
        ("points", "AC AS exchange exchange", "8D 8C", "AH", ["1 bad-exchange 0/1"]),
        ("points", "JC 8C exchange", "8D 8C", "AH", ["1 not-in-hand 1/1"]),
        ("points", "10C KC exchange", "8D 8C", "AH", ["1 not-in-hand 1/1", "1 bad-exchange 1/0"]),
        ("bohemian+trump", "AC AS exchange", "8D 8C", "AH", ["1 bad-exchange 0/0"]),
        # without effect the turned card is not in hand
        ("bohemian+trump", "AC AS exchange, AH KS", "8D 8C", "AH", ["1 bad-exchange 0/0", "2 not-in-hand 0/0"]),
        # a seven that was just drawn waits
        ("points", "AC AS exchange", "7D 8C", "AD", ["1 bad-exchange 0/0"]),
        ("points", "AC AS, KC KS exchange", "7D 8C", "AD", []),
        # marriages: the winner, both cards in hand, each suit once, in this game
        ("points+marriage", "AC AS marriage-C", "8D 8C", "AH", []),
        ("points+marriage", "KC 9S marriage-C", "8D 8C", "AH", ["1 bad-marriage 0/0"]),
        ("points+marriage", "AC AS marriage-S", "8D 8C", "AH", ["1 bad-marriage 0/0"]),
        ("points+marriage", "AC AS marriage-C, 10C 9S marriage-C", "8D 8C", "AH", ["2 bad-marriage 0/0"]),
        ("points+marriage", "AC AS marriage-C marriage-C", "8D 8C", "AH", ["1 bad-marriage 0/1"]),
        ("points", "AC AS marriage-C", "8D 8C", "AH", ["1 bad-marriage 0/0"]),
        # after the exchange, not before it
        ("points+marriage", "AC AS, KC KS exchange marriage-H", "QH 8C", "KH", []),
        ("points+marriage", "AC AS, KC KS marriage-H exchange", "QH 8C", "KH", ["2 bad-marriage 0/0"]),
        # the turned card was played before, and is not there to be exchanged for
        (
            "points+marriage",
            "AC AS, KH KS exchange marriage-H",
            "QH 8C",
            "KH",
            ["2 not-in-hand 0/0", "2 bad-marriage 0/1"],
        ),
        # broken off after a lead
        ("bohemian", "AC", "8D 8C", "AH", []),
        ("bohemian", "AS", "8D 8C", "AH", ["1 not-in-hand 0/0"]),
    ],
)
def test_faults(rules: str, text: str, top: str, last: str, faults: list[str]) -> None:
    replayed = replay_of(rules, text, top, last)
    assert faults_of(replayed) == faults


def test_what_the_fault_holds() -> None:
    replayed = replay_of("bohemian+follow-suit", "AC AS, KC KS", "8D 8C", "AH")
    (fault,) = replayed.faults
    assert (fault.what, format_cards(sorted_hand(fault.hand))) == (number("KS"), "8C KS QS JS 10S 9S")


def test_announcements_before_the_first_trick() -> None:
    replayed = replay_of("points+marriage", "AC AS marriage-C", "8D 8C", "AH", (EXCHANGE, 0))
    assert faults_of(replayed) == ["0 bad-exchange 0/0", "0 bad-marriage 0/1"]
    assert (replayed.units, replayed.marriages) == ((42, 0), 20)


def test_what_is_counted() -> None:
    replayed = replay_of("points+marriage", "AC AS exchange marriage-H, AD 9S, QC KC", "8D 8C AD QH", "KH")
    # AC AS 22; AD 0 drawn only then; marriage-H without QH does not count; QC KC: 7 for whoever played the K
    assert faults_of(replayed)[0] == "1 bad-marriage 0/1"
    assert replayed.units[0] == 22 + 11
    assert replayed.units[1] == 7
    assert replayed.tricks == (2, 1)
    replayed = replay_of("points+marriage", "AC AS exchange marriage-H", "8D 8C AD 9D", "KH")
    assert (replayed.units, replayed.marriages) == ((22, 0), 0)


def test_a_marriage_in_trumps_counts_forty() -> None:
    replayed = replay_of("points+marriage", "AC 9S marriage-C", "8D 8H", "8C")
    assert (replayed.units, replayed.marriages) == ((51, 0), 40)


def test_the_last_trick_counts_only_as_the_last() -> None:
    ruleset = parse_rules("points")
    # All cards in order: the non-dealer has 7C 8C 9C JC QC KC, the dealer 10C AC and four spades.
    pack = list(range(32))
    tricks: list[Trick] = []
    hands, talon = [[*pack[0:6]], [*pack[6:12]]], pack[12:]
    leader = 0
    while hands[0]:
        lead, response = hands[leader].pop(), hands[1 - leader].pop()
        tricks.append((lead, response, ()))
        if (response > lead and response >> 3 == lead >> 3) or response >> 3 == 3 != lead >> 3:
            leader = 1 - leader
        for side in (leader, 1 - leader) if talon else ():
            hands[side].append(talon.pop(0))
    whole = replay(ruleset.code, (card_set(pack[0:6]), card_set(pack[6:12])), pack[12:], tricks)
    without = replay(ruleset.code, (card_set(pack[0:6]), card_set(pack[6:12])), pack[12:], tricks[:-1])
    last = sum(ruleset.code.units[card & 7] for card in tricks[-1][:2] if card is not None)
    assert sum(whole.units) == 130
    assert sum(whole.units) - sum(without.units) == last + 10
    assert sum(whole.tricks) == 16


@pytest.mark.parametrize(
    ("text", "non_dealer", "dealer", "leader", "turned", "units"),
    [
        ("", "AC KC QC JC 10C 7H", "AS KS QS JS 10S 9S", 0, "AH", (0, 0)),
        ("AC", "KC QC JC 10C 7H", "AS KS QS JS 10S 9S", 0, "AH", (0, 0)),
        ("AC AS", "KC QC JC 10C 7H 8D", "8C KS QS JS 10S 9S", 0, "AH", (22, 0)),
        ("AC AS exchange", "KC QC JC 10C AH 8D", "8C KS QS JS 10S 9S", 0, "7H", (22, 0)),
        ("AC AS exchange, KC KS", "QC JC 10C AH 9D 8D", "9C 8C QS JS 10S 9S", 0, "7H", (30, 0)),
        # a card of the other side leaves its hand
        ("AS 9S", "AC KC QC JC 10C 7H 8D", "8C KS QS JS 10S", 0, "AH", (11, 0)),
        ("AC KC", "QC JC 10C 7H 8D", "8C AS KS QS JS 10S 9S", 0, "AH", (15, 0)),
        # a card of the talon is not drawn again
        ("AC 8C", "KC QC JC 10C 7H 8D", "AS KS QS JS 10S 9S", 0, "AH", (11, 0)),
        ("8D AS", "AC KC QC JC 10C 7H", "8C KS QS JS 10S 9S", 0, "AH", (11, 0)),
        ("7H 10H", "AC KC QC JC 10C 8C", "AS KS QS JS 10S 9S 8D", 1, "AH", (0, 10)),
    ],
)
def test_how_far_it_got(
    text: str, non_dealer: str, dealer: str, leader: int, turned: str, units: tuple[int, int]
) -> None:
    replayed = replay_of("points", text, "8D 8C 9D 9C", "AH")
    assert replayed.hands is not None
    hands = tuple(format_cards(sorted_hand(hand)) for hand in replayed.hands)
    assert hands == (non_dealer, dealer)
    assert (replayed.leader, replayed.turned, replayed.units) == (leader, number(turned), units)


TALON = "8D 8C 9D 9C 10D 8H JD 7C QD 7D KD 8S AD 9H 7S 10H QH KH"


def test_the_exchanged_seven_is_drawn_last_of_all() -> None:
    """The loser of the tenth trick draws it, and may play it then."""
    text = "AC 9S exchange, KC 10S, QC JS, JC QS, 10C KS, AH AS, 8D 8C, 9D 9C, 10D 7C, JD 8S, QD 7D, KD 7H"
    replayed = replay_of("points", text, TALON, "AH")
    assert faults_of(replayed) == []
    begun = replay_of("points", ", ".join(text.split(", ")[:10]), TALON, "AH")
    assert begun.hands is not None
    assert begun.hands[1] >> number("7H") & 1


@pytest.mark.parametrize(("said", "breach"), [(EXCHANGE, Breach.BAD_EXCHANGE), (2, Breach.BAD_MARRIAGE)])
def test_what_a_bad_announcement_is(said: int, breach: Breach) -> None:
    assert bad_announcement(said) is breach
