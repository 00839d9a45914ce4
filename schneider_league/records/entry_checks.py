"""What is checked of a deal before it is entered, typed or imported: there is no second path.

    faults = check_entry(content, Place(ruleset, proposed=1, is_over=False, names=("Anna", "Ben")))

A fault that the table let stand (`content.accepted` holds its code) is none; an impossible score always is one.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Final, NamedTuple

from schneider_league.errors import Code
from schneider_league.game.ruleset import Ruleset
from schneider_league.game.score import decides_by_tricks, may_be_all_tricks
from schneider_league.records.ledger import Content, EntryKind, Side
from schneider_league.records.score_text import why_impossible


class EntryFault(NamedTuple):
    """Why a deal cannot be entered as it stands."""

    code: Code
    message: str
    hint: str


@dataclass(frozen=True, slots=True)
class Place:
    """Where in its session a deal is to be entered."""

    ruleset: Ruleset
    proposed: Side | None
    """Who should deal by the rules; None where nothing says it."""
    is_over: bool
    """Whether the session is over before the deal."""
    names: tuple[str, str]
    """Of a and b, for the messages."""


def check_score(content: Content, place: Place) -> EntryFault | None:
    """The units can occur at the end of a deal."""
    if content.kind is not EntryKind.DEAL or content.score is None:
        return None
    why = why_impossible(place.ruleset, content.score)
    if why is None:
        return None
    a, b = content.score
    return EntryFault(Code.WRONG_SCORE, f"{a}-{b} cannot occur: {why[0]}", why[1])


def check_all_tricks(content: Content, place: Place) -> EntryFault | None:
    """Every trick is claimed only where it makes a difference, and where the units leave it open."""
    if not content.all_tricks:
        return None
    ruleset = place.ruleset
    if not decides_by_tricks(ruleset):
        message = f"taking every trick is worth nothing of its own in {ruleset.name}"
        return EntryFault(Code.WRONG_RESULT, message, "leave it out; it is for three-wins")
    if content.kind is not EntryKind.DEAL or content.score is None or not may_be_all_tricks(ruleset, content.score):
        message = "who took every trick left the other nothing"
        return EntryFault(Code.WRONG_RESULT, message, f"it goes with {ruleset.total}-0 or 0-{ruleset.total}")
    return None


def check_dealer(content: Content, place: Place) -> EntryFault | None:
    """The deal passed after a deal with a winner, and stayed after a tie or a misdeal."""
    if place.proposed is None or content.dealer is None or content.dealer == place.proposed:
        return None
    should, did = place.names[place.proposed], place.names[content.dealer]
    message = (
        f"{should} should have dealt, not {did}: the deal passes after each deal with a winner, and stays after a tie "
        "or a misdeal"
    )
    return EntryFault(Code.WRONG_DEALER, message, "if it was dealt so at the table, say so with a reason")


def check_end(content: Content, place: Place) -> EntryFault | None:
    """Nothing is dealt once the session is over."""
    if not place.is_over:
        return None
    message = "the session was over before this deal"
    return EntryFault(Code.AFTER_END, message, "start another session, or correct what ended this one")


Check = Callable[[Content, Place], EntryFault | None]

CHECKS: Final[tuple[Check, ...]] = (check_end, check_score, check_all_tricks, check_dealer)


def check_entry(content: Content, place: Place) -> list[EntryFault]:
    """All that stands against this deal, what the table let stand left out; empty where nothing does."""
    found = [fault for check in CHECKS if (fault := check(content, place)) is not None]
    acceptable = {Code.WRONG_DEALER, Code.AFTER_END}
    return [fault for fault in found if fault.code not in acceptable or fault.code.value not in content.accepted]
