"""A ruleset in words and in numbers, each rule with its source and, where sources differ, the choice made."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Final

from schneider_league.game.cards import RANKS
from schneider_league.game.kernel import HAND_SIZE
from schneider_league.game.ruleset import (
    BASES,
    BOHEMIAN,
    Beats,
    Counts,
    Follow,
    Ruleset,
    Schwarz,
    SecondHalf,
    UnknownRulesError,
    parse_rules,
)
from schneider_league.game.score import possible_scores

ALL, E, J, G = "all", "E", "J", "G"
OURS = "our ruling"
HOUSE = "house rule"


@dataclass(frozen=True, slots=True)
class RuleLine:
    """One rule."""

    topic: str
    words: str
    value: str | int | None
    """The number or field behind the words; None where there is none."""
    source: str
    """E, J, G (docs/rules.md), `all`, `our ruling` or `house rule`."""
    note: str | None = None
    """Where sources differ or are silent: the choice that was made."""


def describe(ruleset: Ruleset) -> tuple[RuleLine, ...]:
    """Every rule of a ruleset, in the order in which a game meets them."""
    return tuple(line for topic in _TOPICS for line in topic(ruleset))


def sources_of(ruleset: Ruleset) -> str:
    """Which sources describe this game."""
    if ruleset.extends is not None:
        return HOUSE
    base, *modifiers = ruleset.name.split("+")
    if base == "points":
        return J
    if {"next-higher", "follow-suit"} <= set(modifiers):
        return "no source"
    if "next-higher" in modifiers:
        return G if modifiers == ["next-higher"] else "G, E"
    if modifiers == ["follow-suit"]:
        return "E, G"
    return E


def _origin(ruleset: Ruleset) -> Ruleset:
    """The named ruleset with which a house rule is compared: the one that it extends."""
    if ruleset.extends is None:
        return ruleset
    try:
        return parse_rules(ruleset.extends)
    except UnknownRulesError:  # it extends another house rule
        return BASES["points" if ruleset.counts is Counts.POINTS else "bohemian"]


def _is_of_j(ruleset: Ruleset) -> bool:
    return _origin(ruleset).counts is Counts.POINTS


def _is_changed(ruleset: Ruleset, *fields: str) -> bool:
    """Whether a house rule changes one of these fields."""
    origin = _origin(ruleset)
    return any(getattr(ruleset, field) != getattr(origin, field) for field in fields)


def _source(ruleset: Ruleset, bohemian: str, points: str, *fields: str) -> str:
    """The source of a rule that stands in these fields: `house rule` where one of them was changed."""
    if _is_changed(ruleset, *fields):
        return HOUSE
    return points if _is_of_j(ruleset) else bohemian


def _pack(ruleset: Ruleset) -> Iterator[RuleLine]:
    if ruleset.extends is not None:
        words = f"as {ruleset.extends}, but for what is called a {HOUSE} below"
        yield RuleLine("game", words, ruleset.extends, HOUSE)
    is_short = ruleset.lowest_rank == "9"
    ranks = " ".join(rank for rank in reversed(RANKS) if RANKS.index(rank) >= RANKS.index(ruleset.lowest_rank))
    yield RuleLine(
        "pack",
        f"{ruleset.cards} cards: {ranks} from high to low in clubs, spades, hearts and diamonds; no suit ranks above "
        "another",
        ruleset.cards,
        _source(ruleset, E if is_short else ALL, ALL, "lowest_rank"),
    )
    is_points = ruleset.counts is Counts.POINTS
    yield RuleLine(
        "rank of the 10",
        "the 10 ranks below the J, whatever it is worth" if is_points else "the 10 ranks below the J",
        None,
        J if is_points and _is_of_j(ruleset) else ALL,
        "players of Sixty-Six will be surprised" if is_points else None,
    )
    yield RuleLine(
        "deal",
        "three cards to the non-dealer, three to the dealer, again three and three; the non-dealer may cut",
        HAND_SIZE,
        ALL,
    )
    yield RuleLine(
        "talon",
        f"the other {ruleset.talon} cards; after each trick its winner draws the top card, then the loser the next; "
        f"the last six of the {ruleset.tricks} tricks are played without drawing",
        ruleset.talon,
        ALL,
    )


def _play(ruleset: Ruleset) -> Iterator[RuleLine]:
    yield RuleLine(
        "lead",
        "the non-dealer leads to the first trick, then whoever won the last one; any card may be led",
        None,
        ALL,
        "E once says 'the non-leader leads'; that is a slip",
    )
    if ruleset.beats is Beats.NEXT_HIGHER:
        by_suit = "of its suit, only the next higher card beats a card: the 10 falls to the J alone, the A to none"
        source = _source(ruleset, G, HOUSE, "beats")
        both = ruleset.follow is Follow.FOLLOW and ruleset.extends is None
        note = "together with follow-suit it has no source, but is a legal combination" if both else None
    else:
        by_suit = "any higher card of its suit beats a card"
        source = _source(ruleset, E, J, "beats")
        note = None
    other = "a trump beats each card of another suit" if ruleset.has_trumps else "a card of another suit beats nothing"
    yield RuleLine("what beats", f"{by_suit}; {other}", str(ruleset.beats), source, note)
    yield from _trumps(ruleset)
    yield from _duties(ruleset)


def _trumps(ruleset: Ruleset) -> Iterator[RuleLine]:
    source = _source(ruleset, E if ruleset.has_trumps else ALL, J, "trump")
    if not ruleset.has_trumps:
        yield RuleLine("trumps", "there are none", str(ruleset.trump), source)
        return
    notes = {
        E: "E's 21st card of the talon does not exist; the last one is meant",
        J: "J turns up the 13th card and slides it under the talon, which makes it the last",
    }
    free = "; nobody has to trump" if ruleset.second_half is SecondHalf.NONE else ""
    yield RuleLine(
        "trumps",
        "the last card of the talon lies face up under it and fixes trumps; it is drawn last, as any other; among "
        f"trumps the usual comparison decides{free}",
        str(ruleset.trump),
        source,
        notes.get(source),
    )
    source = _source(ruleset, E, J, "exchange")
    if ruleset.exchange:
        seven = ruleset.lowest_rank
        drawn = ruleset.talon // 2
        yield RuleLine(
            "exchange",
            f"directly after winning a trick, before drawing, the winner may exchange the {seven} of trumps from hand "
            "for the card turned up, while that lies under the talon; not before the first trick",
            "yes",
            source,
            f"a {seven} just drawn waits until its holder next wins a trick; after trick {drawn}, before the last two "
            f"cards are drawn, it is still allowed; where the {seven} itself was turned up there is nothing to "
            "exchange",
        )
    elif _is_of_j(ruleset):
        yield RuleLine("exchange", "there is none", "no", source)


def _duties(ruleset: Ruleset) -> Iterator[RuleLine]:
    if ruleset.follow is Follow.FOLLOW:
        words, named = "the responder must follow suit if able, but need not win", "E, G"
    else:
        words, named = "none: any card may be played to any trick; a player may decline to win", E
    if ruleset.second_half is SecondHalf.NONE:
        yield RuleLine("duty", words, str(ruleset.follow), _source(ruleset, named, J, "follow", "second_half"))
        return
    yield RuleLine("duty while the talon lasts", words, str(ruleset.follow), _source(ruleset, named, J, "follow"))
    yield RuleLine(
        "duty once it is gone",
        "the responder must follow suit; when following must win the trick if able; when unable to follow must trump "
        "if able; otherwise may play anything",
        str(ruleset.second_half),
        _source(ruleset, HOUSE, J, "second_half"),
    )


def _counting(ruleset: Ruleset) -> Iterator[RuleLine]:
    if ruleset.counts is Counts.POINTS:
        worth = sorted(zip(ruleset.rank_units(), RANKS, strict=True), reverse=True)
        counted = f"card points: {', '.join(f'{rank} {points}' for points, rank in worth if points)}"
    else:
        counted = f"honours captured: {' '.join(ruleset.honours)} of each suit, one each"
    last = f"; the last trick {ruleset.last_trick}" if ruleset.last_trick else ""
    source = _source(ruleset, E, J, "counts", "honours", "card_points", "last_trick")
    note = None
    if source == E and ruleset.lowest_rank == "9":
        note = (
            "E counts 16 honours here, but five honours of each suit make 20; what E says of 9, 13 and 16 holds if the "
            "10 does not count, and so it is played"
        )
    yield RuleLine("counted", f"{counted}{last}; {ruleset.total} in all", ruleset.total, source, note)
    plain, trump = ruleset.marriage
    if plain or trump:
        worths = [f"in a plain suit {plain}"] * (plain > 0) + [f"in trumps {trump}"] * (trump > 0)
        yield RuleLine(
            "marriages",
            "directly after winning a trick, and before drawing while there is a talon, the winner may declare K and Q "
            f"of one suit, both in hand: {', '.join(worths) if ruleset.has_trumps else plain}, at once; each suit once "
            "a deal, several after one trick; nothing obliges to declare, or to lead one of the two",
            f"{plain}, {trump}",
            _source(ruleset, HOUSE, J, "marriage"),
            f"both together then have more than {ruleset.total}: the higher total wins",
        )


def _result(ruleset: Ruleset) -> Iterator[RuleLine]:
    with_marriages = any(ruleset.marriage)
    if any(first == second for first, second in possible_scores(ruleset)):
        level = "equal totals" if with_marriages else f"{ruleset.total // 2}-{ruleset.total // 2}"
        source = _source(ruleset, E, OURS, "win_at")
        yield RuleLine(
            "tie",
            f"{level}: no game point, and the same dealer deals again",
            None if with_marriages else ruleset.total // 2,
            source,
            "J does not say what a tie is worth" if source == OURS else None,
        )
    if ruleset.awards == "difference":
        yield _difference(ruleset)
        return
    # What the winner has at most without a Schwarz.
    most = None if with_marriages or ruleset.schwarz is not Schwarz.ALL_UNITS else ruleset.total - 1
    simple, schneider, schwarz = ruleset.awards
    if ruleset.win_at < ruleset.schneider_at:
        wins = _range(ruleset.win_at, ruleset.schneider_at - 1)
        if with_marriages:
            wins = f"the higher total, below {ruleset.schneider_at}"
        source = _source(ruleset, E, J, "win_at", "awards")
        yield RuleLine("simple win", f"{wins}: {_points(simple)}", ruleset.win_at, source)
    if most is None or ruleset.schneider_at <= most:
        yield _schneider(ruleset, most, schneider)
    yield from _schwarz(ruleset, schwarz)


def _difference(ruleset: Ruleset) -> RuleLine:
    example = min(ruleset.win_at + 3, ruleset.total)
    other = ruleset.total - example
    wins = "the higher total" if any(ruleset.marriage) else f"{ruleset.win_at} or more"
    words = f"{wins} wins and scores the difference: {example}-{other} scores {example - other}"
    return RuleLine("result", words, "difference", _source(ruleset, E, HOUSE, "win_at", "awards"))


def _schneider(ruleset: Ruleset, most: int | None, award: int) -> RuleLine:
    least = ruleset.schneider_at
    reached = f"{least} or more" if most is None else _range(least, most)
    source = _source(ruleset, E, J, "schneider_at", "awards")
    note = None
    if any(ruleset.marriage):
        reached = f"the higher total, {reached}"
        note = "also when the loser has many points: literal to J, and intended" if source == J else None
    elif source == E and most == BOHEMIAN.total - 1:
        note = "E's glossary gives the loser 0 to 4; with 0 it is Schwarz, so it is 1 to 4"
    if ruleset.schwarz is Schwarz.ALL_TRICKS:
        reached += ", but not every trick"
    return RuleLine("Schneider", f"{reached}: {_points(award)}", least, source, note)


def _schwarz(ruleset: Ruleset, award: int) -> Iterator[RuleLine]:
    source = _source(ruleset, E, J, "schwarz", "awards")
    if ruleset.schwarz is Schwarz.ALL_UNITS:
        reached = "the loser has nothing" if any(ruleset.marriage) else f"all {ruleset.total}"
        may = "" if ruleset.last_trick else "; the loser may have won tricks, but none that count"
        yield RuleLine("Schwarz", f"{reached}: {_points(award)}{may}", str(ruleset.schwarz), source)
    elif ruleset.schwarz is Schwarz.ALL_TRICKS:
        yield RuleLine("Schwarz", f"every trick: {_points(award)}", str(ruleset.schwarz), source)
    else:
        words = "there is none: every trick is no more than a Schneider"
        yield RuleLine("Schwarz", words, str(ruleset.schwarz), source)


def _range(least: int, most: int) -> str:
    return str(least) if least == most else f"{least} to {most}"


def _points(count: int) -> str:
    return "1 game point" if count == 1 else f"{count} game points"


def _session(ruleset: Ruleset) -> Iterator[RuleLine]:
    is_usual = ruleset.target == BOHEMIAN.target
    source = _source(ruleset, E, OURS if is_usual else J, "target")
    notes = {OURS: "J names no length", E: "or to 10: E has both" if is_usual else None}
    points = "game point" if ruleset.target == 1 else "game points"
    yield RuleLine(
        "session",
        f"first to {ruleset.target} {points} unless agreed otherwise; overshooting is fine",
        ruleset.target,
        source,
        notes.get(source),
    )
    yield RuleLine(
        "who deals",
        "whoever cuts the lower card deals first; the deal passes after each deal with a winner; after a tie or a "
        "misdeal the same dealer deals again",
        None,
        ALL,
    )


_TOPICS: Final[tuple[Callable[[Ruleset], Iterator[RuleLine]], ...]] = (_pack, _play, _counting, _result, _session)
