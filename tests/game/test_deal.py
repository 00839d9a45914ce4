"""`Deal`: random play against the second rules, and what it refuses."""

from __future__ import annotations

import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from schneider_league.errors import NotAllowedError
from schneider_league.game.cards import card_set, cards_of, format_cards
from schneider_league.game.deal import EXCHANGE, Deal
from schneider_league.game.replay import Trick, replay
from schneider_league.game.ruleset import Ruleset, parse_rules
from schneider_league.game.score import possible_scores
from schneider_league.game.unseen import check_unseen
from tests.game.second_rules import sort_key
from tests.game.tables import RULESETS, KernelTable, all_tables, game_of, number

BOHEMIAN = parse_rules("bohemian")


def shuffled(ruleset: Ruleset, seed: int) -> list[str]:
    pack = game_of(ruleset).pack()
    random.Random(seed).shuffle(pack)
    return pack


# --- random play ---


@pytest.mark.parametrize("ruleset", RULESETS, ids=lambda ruleset: ruleset.name)
@settings(max_examples=15)
@given(seed=st.integers(0, 2**32), eager=st.booleans())
def test_deal_kernel_and_replay_agree_with_the_second_rules(ruleset: Ruleset, seed: int, eager: bool) -> None:
    """Cards are conserved at every moment, and all agree in what may be done and in what comes of it."""
    rng = random.Random(seed)
    pack = shuffled(ruleset, seed)
    second, by_deal, by_kernel = all_tables(ruleset, pack)
    deal = by_deal.deal
    hands, talon = (deal.hand(0), deal.hand(1)), [number(card) for card in pack[12:]]
    played: list[int] = []
    tricks: list[Trick] = []
    while not second.is_over():
        for side in (0, 1):
            assert format_cards(cards_of(deal.hand(side))) == " ".join(sorted(second.hands[side], key=sort_key))
        assert deal.talon == len(second.talon)
        assert (deal.leader, deal.is_announcing) == (second.leader, second.announcing)
        assert deal.turn == (second.leader if second.led is None else 1 - second.leader)
        assert deal.units == tuple(second.units)
        assert deal.tricks == tuple(second.tricks)
        assert deal.trump == (None if second.trump is None else "CSHD".index(second.trump))
        assert deal.turned == (number(second.talon[-1]) if second.talon and second.trump else None)
        in_hands = deal.hand(0) | deal.hand(1)
        assert in_hands.bit_count() == ruleset.cards - len(played) - deal.talon
        assert not in_hands & card_set(played)
        options = second.options()
        assert by_deal.options() == by_kernel.options() == options
        assert not by_deal.is_over()
        option = options[0] if eager and "draw" in options else rng.choice(options)
        if option == "exchange" or option.startswith("marriage"):
            said = EXCHANGE if option == "exchange" else "CSHD".index(option[-1])
            tricks[-1] = (*tricks[-1][:2], (*tricks[-1][2], said))
        elif option != "draw":
            card = number(option)
            played.append(card)
            if second.led is None:
                tricks.append((card, None, ()))
            else:
                assert deal.lead == number(second.led)
                tricks[-1] = (tricks[-1][0], card, ())
        for table in (second, by_deal, by_kernel):
            table.do(option)
    assert by_deal.is_over()
    assert by_kernel.is_over()
    assert card_set(played) == ruleset.pack
    assert by_deal.outcome() == by_kernel.outcome() == second.outcome()
    marriages = sum(second.units) - ruleset.total
    assert sum(deal.units) == ruleset.total + marriages
    expected = sum(second.game.marriage[1 if suit == second.trump else 0] for suit in second.declared)
    assert marriages == expected
    assert deal.units in possible_scores(ruleset)
    replayed = replay(ruleset.code, hands, talon, tricks)
    assert replayed[:5] == (deal.tricks, deal.units, marriages, (), deal.leader)
    assert replayed.hands == (0, 0)
    assert check_unseen(ruleset.code, tricks, talon[-1] if ruleset.has_trumps else None)[:5] == replayed[:5]


# --- what is refused ---


def test_dealing_is_three_and_three_and_three_and_three() -> None:
    pack = list(range(32))
    deal = Deal.of_pack(BOHEMIAN, pack)
    assert deal.hand(0) == card_set([0, 1, 2, 6, 7, 8])
    assert deal.hand(1) == card_set([3, 4, 5, 9, 10, 11])
    assert (deal.talon, deal.leader, deal.turn, deal.lead) == (20, 0, 0, None)
    assert (deal.trump, deal.turned) == (None, None)


@pytest.mark.parametrize(
    ("non_dealer", "dealer", "talon"),
    [
        (range(0, 6), range(6, 12), range(12, 31)),  # a card short
        (range(0, 7), range(7, 12), range(12, 32)),  # 7 and 5
        (range(0, 5), range(5, 11), range(11, 32)),  # 5
        (range(0, 6), range(0, 6), range(12, 32)),  # twice
        (range(0, 6), range(6, 12), [*range(12, 31), 12]),  # twice in the talon
        (range(0, 6), range(6, 12), range(12, 33)),  # no card of the pack
    ],
)
def test_no_deal(non_dealer: range, dealer: range, talon: range) -> None:
    with pytest.raises(NotAllowedError, match="not a deal of 'bohemian': 6 cards each and 20 as talon"):
        Deal(BOHEMIAN, card_set(non_dealer), card_set(dealer), list(talon))


def test_illegal_plays_are_refused_and_change_nothing() -> None:
    deal = Deal.of_pack(parse_rules("bohemian+follow-suit"), list(range(32)))
    before = repr(deal)
    for card in (3, 12, 31):  # the other's, in the talon
        with pytest.raises(NotAllowedError, match="may not be played now"):
            deal.play(card)
    with pytest.raises(NotAllowedError, match="the deal is not over"):
        deal.outcome()
    with pytest.raises(NotAllowedError, match="may not be announced"):
        deal.announce(EXCHANGE)
    assert repr(deal) == before
    deal.play(0)
    with pytest.raises(NotAllowedError, match="9S may not be played now"):
        deal.play(10)  # spades on clubs, with clubs in hand
    deal.play(3)
    assert deal.leader == 1


def test_who_may_announce_does_so_before_anything_else() -> None:
    ruleset = parse_rules("points+marriage")
    # The non-dealer holds the seven of trumps and K Q of clubs; the ten of hearts is turned up.
    pack = [number(card) for card in ["KC", "QC", "7H", "8C", "8S", "8D", "AC", "9C", "JC", "7S", "9S", "9D"]]
    rest = [card for card in range(32) if card not in pack and card != number("10H")]
    deal = Deal.of_pack(ruleset, [*pack, *rest, number("10H")])
    for _ in range(2):  # not before the first trick, nor between its cards
        assert deal.legal_announcements() == [EXCHANGE, 0]
        with pytest.raises(NotAllowedError, match="may not be announced now"):
            deal.announce(0)
        deal.play(number("8C" if deal.lead is not None else "AC"))
    assert deal.is_announcing
    assert deal.turned == number("10H")
    assert deal.legal_announcements() == [EXCHANGE, 0]
    with pytest.raises(NotAllowedError, match="announces or draws first"):
        deal.play(number("KC"))
    with pytest.raises(NotAllowedError, match="may not be announced now"):
        deal.announce(2)
    deal.announce(0)
    assert (deal.units, deal.turn, deal.is_announcing) == ((31, 0), 0, True)
    with pytest.raises(NotAllowedError, match="may not be announced now"):
        deal.announce(0)
    deal.announce(EXCHANGE)
    # Nothing is left to announce: both have drawn.
    assert (deal.is_announcing, deal.talon, deal.turned) == (False, 18, number("7H"))
    assert deal.hand(0) >> number("10H") & 1
    assert not deal.hand(0) >> number("7H") & 1


def test_kernel_table_is_no_second_deal() -> None:
    """The tables that the tests compare do not share their state."""
    table = KernelTable(BOHEMIAN, shuffled(BOHEMIAN, 1))
    other = table.clone()
    other.do(other.options()[0])
    other.do(other.options()[0])
    assert sum(table.tricks) == 0
    assert sum(other.tricks) == 1
