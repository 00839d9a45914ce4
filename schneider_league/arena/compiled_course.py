"""The course of many deals as rows of an array, to be compiled: `game/position.py` and where each deal stands.

Nothing in here runs but compiled (`courses.CompiledCourses` calls it); `course.py` is the same in plain Python.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Any, Final

from schneider_league.bots.turn import ANNOUNCED, ANNOUNCING, LEADING, NEWS_BITS, SIDE_BIT
from schneider_league.game import kernel, position
from schneider_league.game.compiled import Entry, Program
from schneider_league.game.kernel import Rules
from schneider_league.game.position import EXCHANGE, Position

# The columns of a deal's row: first the fields of `Position`, in their order.
LEADER: Final = 0
UNITS: Final = 6
"""The leader's units; then the other side's."""
TRICKS: Final = 8
SLOT: Final = 17
"""Then the seats of the non-dealer and the dealer."""
SEAT: Final = 18
NEWS: Final = 20
"""What the non-dealer has not been told, then the dealer."""
ASKS: Final = 22
"""How often the non-dealer was asked, then the dealer."""
LEGAL: Final = 24
"""What may be chosen."""
IS_ANNOUNCING: Final = 25
TOP: Final = 26
"""Where the talon begins in the pack."""
MOVES: Final = 27
"""How many moves were made."""
MARRIAGES: Final = 28
BY: Final = 29
"""The side that chose what was not on offer, else -1."""
WIDTH: Final = 30

FREE: Final = -1
"""The slot of a row without a deal."""
QUESTION: Final = 5
"""The columns of a question: those of `bots.turn.Row`."""
MOST_MOVES: Final = 48
NO_ANNOUNCEMENT: Final = 255
FAILED: Final = 254

Array = Any


@lru_cache(maxsize=4)
def entry(name: str) -> Entry:
    """A compiled function of this module."""
    return _program().entry(globals()[f"{name}_of"], f"course_{name}", {name: _program().of(globals()[name])})


def is_compiled_already() -> bool:
    """Whether the compiled functions are ready, or on disk from an earlier time."""
    return all(found.is_ready or found.is_on_disk() for found in map(entry, ("begin_deals", "go_on")))


@lru_cache(maxsize=1)
def _program() -> Program:
    import sys

    from schneider_league.game import bits

    return Program([bits, kernel, position, sys.modules[__name__]])


# --- what is compiled ---


def begin_deals(rules: Rules, places: Array, table: Array, dealt: Array, questions: Array, counts: Array) -> None:
    """Begin the deals of these rows, whose packs and seats are there."""
    for number in range(len(places)):
        place = places[number]
        row = table[place]
        row[NEWS] = row[NEWS + 1] = row[ASKS] = row[ASKS + 1] = row[MOVES] = row[MARRIAGES] = 0
        row[TOP] = 2 * kernel.HAND_SIZE
        row[BY] = -1
        ask_for_card(rules, position.begin(rules, dealt[place]), row, questions, counts)


def go_on(
    rules: Rules,
    slots: Array,
    choices: Array,
    table: Array,
    dealt: Array,
    moves: Array,
    questions: Array,
    counts: Array,
    ended: Array,
) -> int:
    """Go on with the deals of these slots; how many have ended, whose rows `ended` lists.

    Those that are not in play any more are passed over.
    """
    count = 0
    for number in range(len(slots)):
        slot, choice = slots[number], choices[number]
        place = slot % len(table)
        row = table[place]
        if row[SLOT] != slot or choice == FAILED:
            continue
        if take_choice(rules, choice, row, dealt[place], moves[place], questions, counts):
            ended[count] = place
            count += 1
    return count


def take_choice(
    rules: Rules, choice: int, row: Array, pack: Array, moves: Array, questions: Array, counts: Array
) -> bool:
    """Go on with a deal; whether it has ended."""
    p = load(row)
    is_announcing = row[IS_ANNOUNCING] == 1
    ends_announcing = is_announcing and choice == NO_ANNOUNCEMENT
    if not ends_announcing:
        if choice >= 32 or row[LEGAL] >> choice & 1 == 0:
            row[BY] = p.leader if p.lead < 0 else 1 - p.leader
            return True
        moves[row[MOVES]] = choice + 32 if is_announcing else choice
        row[MOVES] += 1
        if is_announcing:
            happened = ANNOUNCED | choice | p.leader << SIDE_BIT
            if choice == EXCHANGE:
                happened |= p.turned << 5
            else:
                row[MARRIAGES] += kernel.marriage_units(rules, choice, p.trump)
            p = position.announce(rules, p, choice)
            tell(row, happened)
        elif p.lead < 0:
            ask_for_card(rules, position.lead_card(p, choice), row, questions, counts)
            return False
        else:
            lead = p.lead
            p = position.respond(rules, p, choice)
            tell(row, lead | choice << 5 | p.leader << SIDE_BIT)
        legal = position.legal_announcements(rules, p)
        if legal != 0:
            ask(p, p.leader, p.hand, legal, ANNOUNCING, row, questions, counts)
            return False
    if p.talon > 0:
        top = row[TOP]
        p = position.draw(p, pack[top], pack[top + 1])
        row[TOP] = top + 2
    if position.is_over(p):
        store(p, row)
        return True
    ask_for_card(rules, p, row, questions, counts)
    return False


def tell(row: Array, happened: int) -> None:
    """Add to what both sides are told with their next question."""
    for side in range(2):
        news = row[NEWS + side]
        shift = 0
        while news >> shift != 0:
            shift += NEWS_BITS
        row[NEWS + side] = news | happened << shift


def ask_for_card(rules: Rules, p: Position, row: Array, questions: Array, counts: Array) -> None:
    """Ask the side whose turn it is for a card."""
    legal = position.legal_plays(rules, p)
    if p.lead < 0:
        ask(p, p.leader, p.hand, legal, LEADING, row, questions, counts)
    else:
        ask(p, 1 - p.leader, p.other_hand, legal, p.lead, row, questions, counts)


def ask(p: Position, side: int, hand: int, legal: int, lead: int, row: Array, questions: Array, counts: Array) -> None:
    """Put a question down, and where the deal stands."""
    seat = row[SEAT + side]
    question = questions[seat, counts[seat]]
    counts[seat] += 1
    question[0] = row[SLOT]
    question[1] = hand
    question[2] = legal
    question[3] = lead
    question[4] = row[NEWS + side]
    row[NEWS + side] = 0
    row[ASKS + side] += 1
    row[LEGAL] = legal
    row[IS_ANNOUNCING] = 1 if lead == ANNOUNCING else 0
    store(p, row)


def store(p: Position, row: Array) -> None:
    """Write a position into its row."""
    row[0], row[1], row[2], row[3], row[4], row[5] = p.leader, p.lead, p.hand, p.other_hand, p.known, p.other_known
    row[6], row[7], row[8], row[9] = p.units, p.other_units, p.tricks, p.other_tricks
    row[10], row[11], row[12], row[13], row[14] = p.trump, p.turned, p.talon, p.declared, p.played
    row[15], row[16] = p.limits, p.other_limits


def load(row: Array) -> Position:
    """Read a position from its row."""
    return Position(
        row[0], row[1], row[2], row[3], row[4], row[5], row[6], row[7], row[8], row[9], row[10], row[11], row[12],
        row[13], row[14], row[15], row[16],
    )  # fmt: skip


def begin_deals_of(rules: Rules, places: Array, table: Array, dealt: Array, questions: Array, counts: Array) -> None:
    """What plain Python calls for `begin_deals`."""
    begin_deals(rules, places, table, dealt, questions, counts)


def go_on_of(
    rules: Rules,
    slots: Array,
    choices: Array,
    table: Array,
    dealt: Array,
    moves: Array,
    questions: Array,
    counts: Array,
    ended: Array,
) -> int:
    """What plain Python calls for `go_on`."""
    return go_on(rules, slots, choices, table, dealt, moves, questions, counts, ended)
