"""Random deals, for the benchmarks."""

from __future__ import annotations

import random

from schneider_league.game.cards import cards_of, format_card, format_cards, sorted_hand
from schneider_league.game.deal import EXCHANGE, Deal
from schneider_league.game.kernel import pack
from schneider_league.game.ruleset import parse_rules
from schneider_league.records.claims import format_pair
from schneider_league.records.model import Move, Record


def random_record(rules: str, rng: random.Random) -> Record:
    """The full record of a deal that two random players played; what may be announced is."""
    ruleset = parse_rules(rules)
    cards = list(cards_of(pack(ruleset.code)))
    rng.shuffle(cards)
    deal = Deal.of_pack(ruleset, cards)
    hands = [format_cards(sorted_hand(deal.hand(side))) for side in (0, 1)]
    moves: list[Move] = []
    while not deal.is_over:
        if deal.is_announcing:
            what = deal.legal_announcements()[0]
            deal.announce(what)
            word = "exchange" if what == EXCHANGE else f"marriage-{'CSHD'[what]}"
            moves[-1] = moves[-1]._replace(after=(*moves[-1].after, word))
            continue
        lead = deal.lead
        card = rng.choice(list(cards_of(deal.legal_plays())))
        deal.play(card)
        if lead is not None:
            moves.append(Move(format_card(lead), format_card(card)))
    outcome = deal.outcome()
    tags = [
        ("Event", "Thursday night"),
        ("Date", "2026-11-26"),
        ("Rules", ruleset.name),
        ("NonDealer", "Anna"),
        ("Dealer", "Ben"),
        ("NonDealerHand", hands[0]),
        ("DealerHand", hands[1]),
        ("Talon", format_cards(cards[12:])),
        ("Score", format_pair(outcome.units)),
        ("Result", "redeal" if outcome.is_tie else format_pair(outcome.game_points)),
    ]
    return Record(tags, moves)
