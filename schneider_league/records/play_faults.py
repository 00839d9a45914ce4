"""Breaches of the rules in a record's plays, put into sentences."""

from __future__ import annotations

from typing import Final

from schneider_league.errors import Code
from schneider_league.game import kernel
from schneider_league.game.cards import CardSet
from schneider_league.game.deal import EXCHANGE
from schneider_league.game.replay import ANNOUNCEMENT_BREACHES, Breach, Fault, Replay, Stage, replay
from schneider_league.game.unseen import check_unseen
from schneider_league.records.case import Case, RecordKind
from schneider_league.records.plays import Plays, Spot, word_at
from schneider_league.records.words import EXCHANGE_WORD

CODES: Final = {breach: Code(breach.value) for breach in Breach}


def report_play_faults(case: Case, plays: Plays) -> Replay | None:
    """Replay the moves and report every breach; None where the deal is not known well enough to replay it."""
    assert case.ruleset is not None
    replayed = replay_case(case, plays)
    for spot in plays.early:
        code = Code.BAD_EXCHANGE if word_at(case.record, spot) == EXCHANGE_WORD else Code.BAD_MARRIAGE
        message = f"trick {spot.trick}: announced before the trick was won; only its winner may announce, after it"
        case.report(code, message, spot=spot, trick=spot.trick)
    if replayed is not None:
        for fault in replayed.faults:
            _report(case, plays, fault)
    return replayed


def replay_case(case: Case, plays: Plays, stages: list[Stage] | None = None) -> Replay | None:
    """Replay the moves; None where the deal is not known well enough.

    Where `stages` is given, how the deal stands before each trick and at the end is appended to it.
    """
    assert case.ruleset is not None
    rules = case.ruleset.code
    followed = plays.tricks[: case.ruleset.tricks]
    if case.kind is RecordKind.FULL:
        if case.hands is None or case.talon is None:
            return None
        return replay(rules, case.hands, case.talon, followed, plays.opening, stages=stages)
    if case.ruleset.has_trumps and case.turned is None:
        return None
    return check_unseen(rules, followed, case.turned, plays.opening, stages=stages)


def _report(case: Case, plays: Plays, fault: Fault) -> None:
    if fault.breach in ANNOUNCEMENT_BREACHES:
        spot = Spot(fault.trick, "after", fault.position)
        message = _why_not_announced(case, plays, fault)
    else:
        spot = Spot(fault.trick, "response" if fault.position else "lead")
        message = _why_not_played(case, plays, fault)
    place = f"trick {fault.trick}: " if fault.trick else "before the first trick: "
    case.report(CODES[fault.breach], place + message, spot=spot, trick=fault.trick or None)


def _why_not_played(case: Case, plays: Plays, fault: Fault) -> str:
    assert case.ruleset is not None
    player, card, hand = case.player(fault.side), case.card(fault.what), fault.hand
    seen_only = case.kind is not RecordKind.FULL
    if fault.breach is Breach.NOT_IN_HAND:
        if seen_only and fault.what != case.turned:
            turned = case.card(case.turned) if case.turned is not None else ""
            return (
                f"{player} cannot have held {card}: the card left was {turned}, turned up and drawn by the loser of "
                "the last trick before the talon was gone"
            )
        if seen_only:
            return (
                f"{player} cannot have held {card}: it was turned up, the loser of the last trick before the "
                "talon was gone drew it, and nobody exchanged it"
            )
        return f"{player} did not hold {card}; {_held(case, hand)}"
    led, _response, _after = plays.tricks[fault.trick - 1]
    suit = 0xFF << (led & 24)
    trump = case.turned >> 3 if case.turned is not None else kernel.NO_TRUMP
    if fault.breach is Breach.MUST_FOLLOW:
        duty, wanted = f"must follow {case.suit(led >> 3)}", hand & suit
    elif fault.breach is Breach.MUST_WIN:
        duty = "must win the trick"
        wanted = hand & suit & kernel.beaters(case.ruleset.code, led, trump)
    else:
        duty, wanted = f"must trump with {case.suit(trump)}", hand & 0xFF << (trump << 3) if trump >= 0 else 0
    if not seen_only:
        return f"{player} {duty} and held {case.cards(wanted)}; played was {card}"
    return f"{player} {duty}; played was {card}, and {_proof(case, fault, wanted)}"


def _proof(case: Case, fault: Fault, cards: CardSet) -> str:
    """Why a duty was broken in a record without hands."""
    assert case.ruleset is not None
    one = cards.bit_count() == 1
    later = f"{case.cards(cards)}, {'' if one else 'all '}played later,"
    if fault.trick > case.ruleset.talon // 2:
        return f"{later} {'was' if one else 'were'} in hand, since nothing was drawn any more"
    return f"no deal fits in which {later} {'was' if one else 'were'} drawn after this trick"


def _why_not_announced(case: Case, plays: Plays, fault: Fault) -> str:
    assert case.ruleset is not None
    rules, ruleset = case.ruleset.code, case.ruleset
    player = case.player(fault.side)
    trump = case.turned >> 3 if case.turned is not None else kernel.NO_TRUMP
    talon_lasts = fault.trick <= ruleset.talon // 2
    if fault.what == EXCHANGE:
        if not ruleset.exchange:
            return f"there is no exchange in {ruleset.name}"
        if fault.trick == 0:
            return "nobody may exchange yet; the winner of a trick may, after it"
        if not talon_lasts:
            return f"{player} cannot exchange: the talon is gone, and with it the card turned up"
        seven = case.card(kernel.exchange_card(rules, trump))
        if case.kind is not RecordKind.FULL:
            return f"{player} cannot have exchanged: no deal fits in which {seven} was in hand then"
        if _announced_before(plays, fault):
            return f"{player} cannot exchange: {seven} lies under the talon already"
        if case.turned is not None and case.card(case.turned) == seven:
            return f"{player} cannot exchange: {seven} itself was turned up"
        return f"{player} cannot exchange without {seven}; {_held(case, fault.hand)}"
    suit = case.suit(fault.what)
    if not kernel.marriage_units(rules, fault.what, trump):
        return f"there are no marriages in {ruleset.name}"
    if fault.trick == 0:
        return "nobody may declare a marriage yet; the winner of a trick may, after it"
    pair = f"{case.card(fault.what * 8 + 6)} and {case.card(fault.what * 8 + 5)}"
    if _announced_before(plays, fault):
        return f"{player} cannot declare {suit}: each suit once a deal, and it has been declared"
    if case.kind is not RecordKind.FULL:
        return f"{player} cannot have declared {suit}: no deal fits in which {pair} were in hand then"
    return f"{player} cannot declare {suit} without {pair}; {_held(case, fault.hand)}"


def _held(case: Case, hand: CardSet) -> str:
    if not hand:
        return "the hand was empty"
    return f"in hand {'was' if hand.bit_count() == 1 else 'were'} {case.cards(hand)}"


def _announced_before(plays: Plays, fault: Fault) -> bool:
    """Whether the same was announced earlier in the deal, rightly or not."""
    return any(
        fault.what in after[: fault.position if number == fault.trick else None]
        for number, (_lead, _response, after) in enumerate(plays.tricks[: fault.trick], 1)
    )
