"""Checking a deal record: each check is one function; `FORM_CHECKS` and `PLAY_CHECKS` run them in order.

A check reads what the checks before it made of the record (`Case`), adds to it, and reports what is wrong.
Reading never stops at the first fault: a check whose ground is missing passes the record over.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from schneider_league.errors import Code
from schneider_league.game.cards import Alphabet
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
from schneider_league.records.case import Case, RecordKind, is_blank, listed, normal_name
from schneider_league.records.deal_checks import check_deal, check_turned, why_bad_card
from schneider_league.records.model import HAND_TAGS, TAGS
from schneider_league.records.play_faults import report_play_faults
from schneider_league.records.plays import Spot, is_whole_deal, read_plays, word_at

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
        elif name in case.tags and is_blank(case.tags[name]):
            case.report(Code.MISSING_TAG, f"who {role} is missing: {name} is empty", tag=name)
            del case.tags[name]
    if "Session" in case.tags and is_blank(case.tags["Session"]):
        case.report(Code.SYNTAX, "Session is empty; name the session, or leave the tag out", tag="Session")
        del case.tags["Session"]
    non_dealer, dealer = case.tags.get("NonDealer"), case.tags.get("Dealer")
    if non_dealer is not None and dealer is not None and normal_name(non_dealer) == normal_name(dealer):
        case.report(Code.SYNTAX, f'"{dealer}" is both dealer and non-dealer', tag="Dealer")


def check_forms(case: Case) -> None:
    """Values are written as they have to be."""
    for name, expected in claims.malformed(case.tags):
        case.report(Code.SYNTAX, f'{name} is "{case.tags[name]}"; it must be {expected}', tag=name)
    if "Format" in case.tags and "Target" in case.tags:
        form = claims.parse_format(case.tags["Format"])
        if form is not None and form.kind is not claims.FormatKind.FIRST_TO:
            case.report(Code.SYNTAX, f'the Format "{form}" has no target: leave Target out', tag="Target")
    if "Cards" in case.tags:
        case.alphabet = claims.parse_alphabet(case.tags["Cards"]) or Alphabet.FRENCH


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
    assert case.ruleset is not None
    assert case.plays is not None
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
        case.report(
            Code.WRONG_SCORE, f'Score "{case.tags["Score"]}" cannot occur: {why_impossible(case, units)}', tag="Score"
        )
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
            return (
                f"in {ruleset.name} both together have {listed([str(each) for each in sums], 'or')}, marriages included"
            )
        return f"in {ruleset.name} both together have {sums[0]}, not {sum(units)}"
    return f"in {ruleset.name} no side can have {units[0] if units[0] < units[1] else units[1]}"


def check_score(case: Case) -> None:
    """The claimed Score is what the play bears out."""
    if case.level is Level.MISDEAL and claims.parse_pair(case.tags.get("Score", "")) is not None:
        case.report(
            Code.WRONG_SCORE, f'Score "{case.tags["Score"]}" is claimed; of a misdeal nothing counts', tag="Score"
        )
    if case.outcome is None or (case.kind is RecordKind.SCORE_ONLY and not case.names("Cause")):
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
