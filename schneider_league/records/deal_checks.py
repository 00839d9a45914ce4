"""Whether hands, talon and turned-up card are a deal."""

from __future__ import annotations

from schneider_league.errors import Code
from schneider_league.game import kernel
from schneider_league.game.cards import (
    CARD_MASKS,
    CARD_SPELLINGS,
    Alphabet,
    Card,
    is_card_of,
    is_card_shaped,
    parse_card,
)
from schneider_league.records.case import Case, RecordKind, listed
from schneider_league.records.model import HAND_TAGS


def check_deal(case: Case) -> None:
    """The hands and the talon are a deal of this pack."""
    if case.ruleset is None or case.kind is RecordKind.MISDEAL:
        return
    if _take_sound_deal(case):
        return
    given = [name for name in HAND_TAGS if name in case.tags]
    if not given:
        case.is_scorable = case.is_scorable and case.record.broken_tags.isdisjoint(HAND_TAGS)
        return
    cards = {name: _read_cards(case, name) for name in given}
    missing = [name for name in HAND_TAGS if not case.names(name)]
    if missing:
        message = f"{listed(given)} without {listed(missing)}: a deal gives all three, or none"
        case.report(Code.WRONG_DEAL, message, tag=given[0])
    sound = not missing and all(read is not None for read in cards.values())
    seen: dict[Card, str] = {}
    repeated: set[Card] = set()
    for name, read in cards.items():
        wanted = case.ruleset.talon if name == "Talon" else kernel.HAND_SIZE
        if read is not None and len(read) != wanted and not missing:
            case.report(Code.WRONG_DEAL, f"{name} has {len(read)} cards; it must have {wanted}", tag=name)
            sound = False
        for place, card in enumerate(read or ()):
            if card in seen:
                sound = False
                if card not in repeated:
                    repeated.add(card)
                    where = name if seen[card] == name else f"{seen[card]} and in {name}"
                    index = [tag for tag, _value in case.record.tags].index(name)
                    message = f"{case.card(card)} stands twice in the deal: in {where}"
                    case.report_tag(Code.DUPLICATE_CARD, message, index, place=place)
            seen[card] = name
    if sound and case.record.broken_tags.isdisjoint(HAND_TAGS):
        non_dealer, dealer, talon = (cards[name] or () for name in HAND_TAGS)
        case.hands = (sum(1 << card for card in non_dealer), sum(1 << card for card in dealer))
        case.talon = tuple(talon)
    else:
        case.is_scorable = False


def _take_sound_deal(case: Case) -> bool:
    """Take the deal where all is right with it, as in most records."""
    assert case.ruleset is not None
    mask_of = CARD_MASKS[case.alphabet].__getitem__
    try:
        non_dealer, dealer = case.tags["NonDealerHand"].split(), case.tags["DealerHand"].split()
        talon = case.tags["Talon"].split()
        hands = (sum(map(mask_of, non_dealer)), sum(map(mask_of, dealer)))
        whole = sum(map(mask_of, talon), hands[0] + hands[1])
    except KeyError:  # a tag that is missing, or a word that is no card
        return False
    # As many powers of two as the pack has cards add up to the pack only if none of them is there twice.
    if whole != case.ruleset.pack or len(talon) != case.ruleset.talon or len(non_dealer) != kernel.HAND_SIZE:
        return False
    if len(dealer) != kernel.HAND_SIZE:
        return False
    case.hands = hands
    case.talon = tuple(map(CARD_SPELLINGS[case.alphabet].__getitem__, talon))
    return True


def _read_cards(case: Case, name: str) -> list[Card] | None:
    """The cards of a hand or talon; None where a word is no card of this pack."""
    assert case.ruleset is not None
    pack = case.ruleset.pack
    cards: list[Card] | None = []
    index = [tag for tag, _value in case.record.tags].index(name)
    for place, word in enumerate(case.tags[name].split()):
        card = parse_card(word, case.alphabet)
        if card is not None and pack >> card & 1:
            if cards is not None:
                cards.append(card)
            continue
        case.is_scorable = False
        cards = None
        if card is not None or is_card_shaped(word):
            case.report_tag(Code.BAD_CARD, why_bad_card(case, word), index, place)
            return None
        case.report_tag(Code.SYNTAX, f'"{word}" in {name} is no card', index, place)
    return cards


def why_bad_card(case: Case, word: str) -> str:
    """Why a card-shaped word is no card of the pack, and what it may have been meant to be."""
    assert case.ruleset is not None
    if is_card_of(word, case.alphabet):
        lowest = case.ruleset.lowest_rank
        pack = f"the pack of {case.ruleset.cards} cards that {case.ruleset.name} is played with, from the {lowest} up"
        return f'"{word}" is not in {pack}'
    other = Alphabet.GERMAN if case.alphabet is Alphabet.FRENCH else Alphabet.FRENCH
    is_german = other is Alphabet.GERMAN and any(letter in "OUELG" for letter in word.upper())
    if is_german or is_card_of(word, other):
        return f'"{word}" is no {case.alphabet} card; for {other} cards add [Cards "{other}"]'
    turned_round = word[1:] + word[0]
    if is_card_of(turned_round, case.alphabet):
        return f'"{word}" is no card; the rank stands first: "{turned_round}"'
    return f'"{word}" is no card'


def check_turned(case: Case) -> None:
    """The turned-up card is known where trumps need it, and agrees with the talon."""
    ruleset = case.ruleset
    if ruleset is None or case.kind is RecordKind.MISDEAL:
        return
    if case.talon is not None and ruleset.has_trumps:
        case.turned = case.talon[-1]
    if "Turned" not in case.tags:
        if "Turned" in case.record.broken_tags:
            case.is_scorable = case.is_scorable and case.talon is not None
        elif ruleset.has_trumps and case.kind is RecordKind.TRICKS_ONLY:
            message = f'{ruleset.name} is played with trumps, and the card turned up is missing: add [Turned "…"]'
            case.report(Code.WRONG_DEAL, message)
            case.is_scorable = False
        return
    cards = _read_cards(case, "Turned")
    if cards is None:
        return
    value = case.tags["Turned"]
    if len(cards) != 1:
        case.report(Code.SYNTAX, f'Turned "{value}" is not one card', tag="Turned")
        case.is_scorable = False
    elif not ruleset.has_trumps:
        case.report(Code.WRONG_DEAL, f"{ruleset.name} is played without trumps: no card is turned up", tag="Turned")
        case.is_scorable = False
    elif case.talon is not None and cards[0] != case.talon[-1]:
        message = f'Turned is "{value}", but the last card of the talon is {case.card(case.talon[-1])}'
        case.report(Code.WRONG_DEAL, message, tag="Turned")
        case.is_scorable = False
    else:
        case.turned = cards[0]
