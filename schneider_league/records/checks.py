"""Checking a deal record: each check is one function, and `CHECKS` runs them in order.

A check reads what the checks before it made of the record (`Case`), adds to it, and reports what is wrong.
Reading never stops at the first fault: a check whose ground is missing passes the record over.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Callable
from typing import Final

from schneider_league.errors import Code
from schneider_league.game import kernel
from schneider_league.game.cards import CARD_MASKS, CARD_SPELLINGS, Alphabet, Card, is_card_of, is_card_shaped, parse_card
from schneider_league.game.score import (
    Level,
    Pair,
    decides_by_tricks,
    derive_outcome,
    derive_outcome_of_score,
    forfeited_outcome,
    may_be_all_tricks,
    possible_scores,
)
from schneider_league.records import claims
from schneider_league.records.case import Case, RecordKind
from schneider_league.records.model import HAND_TAGS, TAGS
from schneider_league.records.plays import Spot, is_whole_deal, read_plays, word_at
from schneider_league.records.play_faults import report_play_faults

KNOWN_NAMES: Final = frozenset(TAGS)


def check_tags(case: Case) -> None:
    """No tag stands twice; the first counts."""
    case.tags = dict(case.record.tags)
    if len(case.tags) == len(case.record.tags) and KNOWN_NAMES.issuperset(case.tags):
        return
    case.tags = {}
    folded: set[str] = set()
    for index, (name, value) in enumerate(case.record.tags):
        if name.lower() in folded:
            case.report_tag(Code.DUPLICATE_TAG, f"{name} stands in this record twice; the first one counts", index)
        else:
            folded.add(name.lower())
            case.tags[name] = value


def check_players(case: Case) -> None:
    """Both players are named, and they are two."""
    for name, role in (("NonDealer", "leads to the first trick"), ("Dealer", "dealt")):
        if not case.names(name) and case.record.intelligible:
            case.report(Code.MISSING_TAG, f'who {role} is missing: add [{name} "…"]')
    non_dealer, dealer = case.tags.get("NonDealer"), case.tags.get("Dealer")
    if non_dealer is not None and dealer is not None and normal(non_dealer) == normal(dealer):
        case.report(Code.SYNTAX, f'"{dealer}" is both dealer and non-dealer', tag="Dealer")


def normal(name: str) -> str:
    """A name as it is compared: in Unicode NFC."""
    return name if name.isascii() else unicodedata.normalize("NFC", name)


def check_forms(case: Case) -> None:
    """Values are written as they have to be."""
    for name, expected in claims.malformed(case.tags):
        case.report(Code.SYNTAX, f'{name} "{case.tags[name]}" is not {expected}', tag=name)
    alphabet = claims.parse_alphabet(case.tags.get("Cards", "french"))
    if alphabet is not None:
        case.alphabet = alphabet


def check_kind(case: Case) -> None:
    """Something is recorded; tells what."""
    record = case.record
    has_moves = record.tricks_written > 0 or bool(record.opening) or not record.readable
    if case.names("Misdeal"):
        case.kind = RecordKind.MISDEAL
        if has_moves:
            spot = Spot(1, "lead") if record.moves else Spot(0, "after")
            known = spot if record.moves or record.opening else None
            case.report(Code.EXTRA_MOVES, "a misdeal has no moves: nothing of it counts", spot=known)
    elif has_moves:
        dealt = any(case.names(name) for name in HAND_TAGS)
        case.kind = RecordKind.FULL if dealt else RecordKind.TRICKS_ONLY
    elif case.names("Score"):
        case.kind = RecordKind.SCORE_ONLY
    elif case.tags.get("Result") != claims.BROKEN_OFF and not case.names("Cause"):
        case.is_scorable = False
        if case.record.intelligible:
            message = "nothing is recorded: no moves, no Score, no Misdeal, and the Result is not *"
            case.report(Code.MISSING_TAG, message)


def check_deal(case: Case) -> None:
    """The hands and the talon are a deal of this pack."""
    if case.ruleset is None or case.kind is RecordKind.MISDEAL:
        return
    given = [name for name in HAND_TAGS if name in case.tags]
    if len(given) == 3 and _take_sound_deal(case):
        return
    if not given:
        case.is_scorable = case.is_scorable and case.record.broken_tags.isdisjoint(HAND_TAGS)
        return
    cards = {name: _read_cards(case, name) for name in given}
    missing = [name for name in HAND_TAGS if not case.names(name)]
    if missing:
        message = f"{_listed(given)} without {_listed(missing)}: a deal gives all three, or none"
        case.report(Code.WRONG_DEAL, message, tag=given[0])
    sound = not missing and all(read is not None for read in cards.values())
    seen: dict[Card, str] = {}
    for name, read in cards.items():
        wanted = case.ruleset.talon if name == "Talon" else kernel.HAND_SIZE
        if read is not None and len(read) != wanted and not missing:
            case.report(Code.WRONG_DEAL, f"{name} has {len(read)} cards; it must have {wanted}", tag=name)
            sound = False
        for card in read or ():
            if card in seen:
                place = name if seen[card] == name else f"{seen[card]} and in {name}"
                index = [tag for tag, _value in case.record.tags].index(name)
                message = f"{case.card(card)} stands twice in the deal: in {place}"
                case.report_tag(Code.DUPLICATE_CARD, message, index, case.card(card))
                sound = False
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
    non_dealer, dealer, talon = (case.tags[name].split() for name in HAND_TAGS)
    if not len(non_dealer) == len(dealer) == kernel.HAND_SIZE or len(talon) != case.ruleset.talon:
        return False
    mask_of = CARD_MASKS[case.alphabet].__getitem__
    try:
        hands = (sum(map(mask_of, non_dealer)), sum(map(mask_of, dealer)))
        # As many powers of two as the pack has cards add up to the pack only if none of them is there twice.
        if sum(map(mask_of, talon), sum(hands)) != case.ruleset.pack:
            return False
    except KeyError:
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
    for word in case.tags[name].split():
        card = parse_card(word, case.alphabet)
        if card is not None and pack >> card & 1:
            if cards is not None:
                cards.append(card)
            continue
        case.is_scorable = False
        cards = None
        if card is not None or is_card_shaped(word):
            case.report_tag(Code.BAD_CARD, why_bad_card(case, word), index, word)
            return None
        case.report_tag(Code.SYNTAX, f'"{word}" in {name} is no card', index, word)
    return cards


def why_bad_card(case: Case, word: str) -> str:
    """Why a card-shaped word is no card of the pack, and what it may have been meant to be."""
    assert case.ruleset is not None
    if is_card_of(word, case.alphabet):
        lowest = case.ruleset.lowest_rank
        return f'"{word}" is not in the pack of {case.ruleset.cards} cards that {case.ruleset.name} is played with, from the {lowest} up'
    other = Alphabet.GERMAN if case.alphabet is Alphabet.FRENCH else Alphabet.FRENCH
    is_german = other is Alphabet.GERMAN and any(letter in "OUELG" for letter in word.upper())
    if is_german or is_card_of(word, other):
        return f'"{word}" is no {case.alphabet} card; for {other} cards add [Cards "{other}"]'
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


def check_plays(case: Case) -> None:
    """Every play is legal, every announcement allowed; the deal is played to its end."""
    if case.ruleset is None or case.kind not in (RecordKind.FULL, RecordKind.TRICKS_ONLY):
        return
    has_deal = case.is_scorable
    plays = case.plays = read_plays(case.record, case.alphabet, case.ruleset.pack)
    if plays.bad_word is not None and plays.bad_word.trick <= case.ruleset.tricks:
        _report_bad_word(case, plays.bad_word)
    case.is_scorable = case.is_scorable and case.record.readable
    replayed = None
    # After a wrong deal nothing can be said of the plays.
    if has_deal:
        if plays.repeated is not None and plays.repeated.trick <= case.ruleset.tricks:
            trick = plays.repeated.trick
            message = f"trick {trick}: {word_at(case.record, plays.repeated)} has been played already"
            case.report(Code.DUPLICATE_CARD, message, spot=plays.repeated, trick=trick)
            case.is_scorable = False
        replayed = report_play_faults(case, plays)
    _check_length(case)
    if replayed is None or not case.is_scorable:
        return
    if case.names("Cause"):
        _score_cause(case, replayed.marriages)
    elif is_whole_deal(plays, case.ruleset.tricks):
        case.outcome = derive_outcome(case.ruleset, replayed.units, replayed.tricks)
        case.level = case.outcome.level


def _report_bad_word(case: Case, spot: Spot) -> None:
    word = word_at(case.record, spot)
    case.is_scorable = False
    trick = spot.trick or None
    if spot.role in ("after", "lead_after"):
        message = f'"{word}": a marriage names its suit with a letter of the {case.alphabet} cards'
        case.report(Code.SYNTAX, message, spot=spot, trick=trick)
    else:
        case.report(Code.BAD_CARD, why_bad_card(case, word), spot=spot, trick=trick)


def _check_length(case: Case) -> None:
    """The moves go to the last trick, unless the deal was broken off or lost otherwise, and no further."""
    assert case.ruleset is not None and case.plays is not None
    tricks, written = case.ruleset.tricks, case.record.tricks_written
    if written > tricks:
        spot = Spot(tricks + 1, "lead")
        message = f"moves after the last trick: {case.ruleset.name} has {tricks}"
        case.report(Code.EXTRA_MOVES, message, spot=spot, trick=tricks + 1)
        return
    is_cut = case.record.plain is None and written > 0 and case.record.moves[-1].response is None
    if written == tricks and not is_cut:
        return
    if not case.record.readable or case.plays.bad_word is not None or case.names("Cause"):
        return
    if case.tags.get("Result") == claims.BROKEN_OFF:
        case.level = Level.UNFINISHED if case.is_scorable else None
    else:
        first = written if is_cut else written + 1
        message = f"the moves stop at trick {first} of {tricks}; a deal that was broken off has the Result *"
        last = Spot(written, "lead" if is_cut else "response") if written else None
        case.report(Code.INCOMPLETE, message, spot=last, trick=first)
    case.is_scorable = False


def _score_cause(case: Case, marriages: int) -> None:
    assert case.ruleset is not None
    cause = claims.parse_cause(case.tags.get("Cause", ""))
    if cause is None:
        case.is_scorable = False
        return
    case.outcome = forfeited_outcome(case.ruleset, cause.loser, marriages)
    case.level = case.outcome.level


def check_other_kinds(case: Case) -> None:
    """What a record without moves bears out."""
    if case.kind is RecordKind.MISDEAL:
        case.level = Level.MISDEAL
    elif case.ruleset is None or not case.is_scorable:
        return
    elif case.kind is RecordKind.SCORE_ONLY:
        if case.names("Cause"):
            _score_cause(case, 0)
        else:
            _score_claim(case)
    elif case.kind is RecordKind.NOTHING:
        if case.names("Cause"):
            _score_cause(case, 0)
        else:
            case.level = Level.UNFINISHED


def _score_claim(case: Case) -> None:
    """A Score without moves: level and result are the claim's, if it can occur."""
    assert case.ruleset is not None
    ruleset = case.ruleset
    units = claims.parse_pair(case.tags.get("Score", ""))
    if units is None:
        case.is_scorable = False
        return
    if units not in possible_scores(ruleset):
        case.report(Code.WRONG_SCORE, f'Score "{case.tags["Score"]}" cannot occur: {why_impossible(case, units)}', tag="Score")
        case.is_scorable = False
        return
    result = claims.parse_result(case.tags.get("Result", ""))
    everything = decides_by_tricks(ruleset) and may_be_all_tricks(ruleset, units)
    schwarz = derive_outcome_of_score(ruleset, units, all_tricks=True)
    believed = everything and result == schwarz.game_points
    case.outcome = schwarz if believed else derive_outcome_of_score(ruleset, units)
    case.level = case.outcome.level


def why_impossible(case: Case, units: Pair) -> str:
    """What would be possible instead of these units."""
    assert case.ruleset is not None
    ruleset = case.ruleset
    sums = sorted({a + b for a, b in possible_scores(ruleset)})
    if sum(units) not in sums:
        if len(sums) > 1:
            return f"in {ruleset.name} both together have {sums[0]} to {sums[-1]}, marriages included ({_listed([str(s) for s in sums])})"
        return f"in {ruleset.name} both together have {sums[0]}, not {sum(units)}"
    return f"in {ruleset.name} no side can have {units[0] if units[0] < units[1] else units[1]}"


def check_score(case: Case) -> None:
    """The claimed Score is what the play bears out."""
    if case.outcome is None or case.kind is RecordKind.SCORE_ONLY and not case.names("Cause"):
        return
    claimed = claims.parse_pair(case.tags.get("Score", ""))
    if claimed is not None and claimed != case.outcome.units:
        right = claims.format_pair(case.outcome.units)
        case.report(Code.WRONG_SCORE, f'Score "{case.tags["Score"]}" is claimed; {_source(case)} {right}', tag="Score")


def check_result(case: Case) -> None:
    """The claimed Result is what the play bears out."""
    result = case.result
    claimed = claims.parse_result(case.tags.get("Result", ""))
    if result is None or claimed is None or claimed == result:
        return
    right = claims.format_result(result)
    reason = {Level.TIE: "a tie", Level.MISDEAL: "a misdeal"}.get(case.level or Level.SIMPLE)
    because = reason or f"{case.level}"
    message = f'Result "{case.tags["Result"]}" is claimed; {_source(case)} {right} ({because})'
    case.report(Code.WRONG_RESULT, message, tag="Result")


def _source(case: Case) -> str:
    if case.kind is RecordKind.MISDEAL:
        return "it is"
    if case.names("Cause"):
        return "by its Cause it is"
    return "by its Score it is" if case.kind is RecordKind.SCORE_ONLY else "the play gives"


def _listed(words: list[str]) -> str:
    return words[0] if len(words) == 1 else f"{', '.join(words[:-1])} and {words[-1]}"


Check = Callable[[Case], None]

FORM_CHECKS: Final[tuple[Check, ...]] = (check_tags, check_players, check_forms, check_kind)
"""What can be checked before the ruleset is known."""
PLAY_CHECKS: Final[tuple[Check, ...]] = (
    check_deal,
    check_turned,
    check_plays,
    check_other_kinds,
    check_score,
    check_result,
)
"""What is checked by the rules."""
