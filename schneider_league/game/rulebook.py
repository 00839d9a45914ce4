"""A ruleset in words and in numbers, each rule with its source and, where sources differ, the choice made."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Final

from schneider_league.game.cards import RANKS
from schneider_league.game.ruleset import BASES, Beats, Counts, Follow, Ruleset, Schwarz, SecondHalf

ALL, E, J, G = "all", "E", "J", "G"
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
        return "none together"
    if "next-higher" in modifiers:
        return G if modifiers == ["next-higher"] else "G, E"
    if modifiers == ["follow-suit"]:
        return "E, G"
    return E


def _source(ruleset: Ruleset, field: str, bohemian: str, points: str) -> str:
    """The source of a field: of the base where a house rule has left it as it was."""
    base = BASES["points" if ruleset.counts is Counts.POINTS else "bohemian"]
    if ruleset.extends is not None and getattr(ruleset, field) != getattr(base, field):
        return HOUSE
    return points if base.name == "points" else bohemian


def _pack(ruleset: Ruleset) -> Iterator[RuleLine]:
    lowest = ruleset.lowest_rank
    note = None
    if lowest == "9":
        note = (
            "E counts 16 honours, which the five honours of six ranks cannot give (20); its numbers stand if the 10 "
            "does not count, and so it is played here"
        )
    yield RuleLine(
        "pack",
        f"{ruleset.cards} cards: clubs, spades, hearts and diamonds, each A K Q J 10 {'9' if lowest == '9' else '9 8 7'} "
        "from high to low; no suit ranks above another",
        ruleset.cards,
        E if lowest == "9" and ruleset.extends is None else ALL,
        note if ruleset.extends is None else None,
    )
    yield RuleLine(
        "rank of the 10",
        "the 10 ranks below the J, also where it is worth ten points",
        None,
        J if ruleset.counts is Counts.POINTS else ALL,
        "players of Sixty-Six will be surprised" if ruleset.counts is Counts.POINTS else None,
    )
    yield RuleLine(
        "deal",
        "three cards to the non-dealer, three to the dealer, again three and three; the non-dealer may cut",
        6,
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
        words = "only the next higher card of its suit beats a card: the 10 is beaten by the J alone, the A by none"
        both = ruleset.follow is Follow.FOLLOW
        note = "together with follow-suit it has no source, but is a legal combination" if both else None
        yield RuleLine("what beats", words, str(ruleset.beats), _source(ruleset, "beats", G, HOUSE), note)
    else:
        yield RuleLine(
            "what beats",
            "any higher card of its suit beats a card",
            str(ruleset.beats),
            _source(ruleset, "beats", E, J),
        )
    yield from _trumps(ruleset)
    yield from _duties(ruleset)


def _trumps(ruleset: Ruleset) -> Iterator[RuleLine]:
    if not ruleset.has_trumps:
        yield RuleLine("trumps", "there are none", str(ruleset.trump), _source(ruleset, "trump", ALL, HOUSE))
        return
    is_points = ruleset.counts is Counts.POINTS
    note = None if is_points else "E's 'card 21 of the talon' does not exist; the 20th is meant"
    yield RuleLine(
        "trumps",
        "the last card of the talon is turned up and fixes trumps; it is drawn last, as any other; a trump beats each "
        "card of another suit, and among trumps the usual comparison decides",
        str(ruleset.trump),
        HOUSE if ruleset.extends is not None and not is_points else J if is_points else E,
        note if ruleset.extends is None and ruleset.cards == 32 else None,
    )
    seven = "7" if ruleset.lowest_rank == "7" else "9"
    if ruleset.exchange:
        yield RuleLine(
            "exchange",
            f"directly after winning a trick, before drawing, the winner may exchange the {seven} of trumps from hand for "
            "the card turned up, while that lies under the talon; not before the first trick",
            "yes",
            _source(ruleset, "exchange", HOUSE, J),
            f"so a {seven} just drawn waits for the next trick that its holder wins; after the last trick before the "
            f"talon is gone it is still allowed; where the {seven} itself was turned up there is nothing to exchange",
        )
    elif is_points:
        yield RuleLine("exchange", "there is none", "no", HOUSE)


def _duties(ruleset: Ruleset) -> Iterator[RuleLine]:
    free = "any card may be played to any trick; a player may decline to win"
    follows = "the responder must follow suit if able"
    first = follows if ruleset.follow is Follow.FOLLOW else free
    source = _source(ruleset, "follow", "E, G" if ruleset.follow is Follow.FOLLOW else E, J)
    if ruleset.second_half is SecondHalf.NONE:
        yield RuleLine("duty", first, str(ruleset.follow), source)
        return
    yield RuleLine("duty, while there is a talon", first, str(ruleset.follow), source)
    yield RuleLine(
        "duty, once the talon is gone",
        "the responder must follow suit; when following must win the trick if able; when unable to follow must trump if "
        "able; otherwise may play anything",
        str(ruleset.second_half),
        _source(ruleset, "second_half", HOUSE, J),
    )


def _counting(ruleset: Ruleset) -> Iterator[RuleLine]:
    if ruleset.counts is Counts.POINTS:
        worth = ", ".join(
            f"{rank} {points}"
            for points, rank in sorted(zip(ruleset.rank_units(), RANKS, strict=True), reverse=True)
            if points
        )
        last = f", and the last trick {ruleset.last_trick}" if ruleset.last_trick else ""
        yield RuleLine(
            "counted",
            f"card points: {worth}{last}; {ruleset.total} in all",
            ruleset.total,
            _source(ruleset, "card_points", HOUSE, J),
        )
    else:
        last = f", and {ruleset.last_trick} for the last trick" if ruleset.last_trick else ""
        yield RuleLine(
            "counted",
            f"honours captured: {' '.join(ruleset.honours)} of each suit, one each{last}; {ruleset.total} in all",
            ruleset.total,
            _source(ruleset, "honours", E, HOUSE),
        )
    plain, trump = ruleset.marriage
    if plain or trump:
        worth = f"{plain}, in trumps {trump}" if ruleset.has_trumps else f"{plain}"
        yield RuleLine(
            "marriages",
            f"directly after winning a trick, before drawing, the winner may declare K and Q of one suit, both in hand: "
            f"{worth} at once; each suit once a deal, several after one trick; nothing obliges to declare or to lead them",
            f"{plain}, {trump}",
            _source(ruleset, "marriage", HOUSE, J) if ruleset.extends is not None else J,
            "totals then exceed the units of the pack: the higher total wins, and the Schneider threshold stays",
        )


def _result(ruleset: Ruleset) -> Iterator[RuleLine]:
    is_points = ruleset.counts is Counts.POINTS
    source = _source(ruleset, "win_at", E, J) if ruleset.extends is not None else J if is_points else E
    half, majority, schneider = ruleset.total // 2, ruleset.win_at, ruleset.schneider_at
    if ruleset.total % 2 == 0:
        tie = f"{half}-{half}" if not any(ruleset.marriage) else "equal totals"
        yield RuleLine(
            "tie",
            f"{tie}: no game point, and the same dealer deals again",
            half,
            "our ruling" if is_points and ruleset.extends is None else source,
            "J does not say what a tie is worth" if is_points and ruleset.extends is None else None,
        )
    if ruleset.awards == "difference":
        yield RuleLine(
            "result",
            f"{majority} or more wins and scores the difference: {majority + 3}-{ruleset.total - majority - 3} scores "
            f"{2 * (majority + 3) - ruleset.total}",
            "difference",
            source,
        )
        return
    simple, two, three = ruleset.awards
    yield RuleLine("simple win", f"{majority} or more: {_points(simple)}", majority, source)
    note = None
    if ruleset.name == "bohemian":
        note = "E's glossary says that the loser has 0 to 4; with 0 it is Schwarz, so 1 to 4"
    elif is_points and any(ruleset.marriage) and ruleset.extends is None:
        note = "also when the loser has many points: literal to J, and intended"
    yield RuleLine("Schneider", f"{schneider} or more: {_points(two)}", schneider, source, note)
    if ruleset.schwarz is Schwarz.ALL_UNITS:
        yield RuleLine(
            "Schwarz",
            f"all {ruleset.total}: {_points(three)}; the loser may have won tricks, but none that count",
            str(ruleset.schwarz),
            source,
        )
    elif ruleset.schwarz is Schwarz.ALL_TRICKS:
        yield RuleLine("Schwarz", f"every trick: {_points(three)}", str(ruleset.schwarz), source)
    elif is_points:
        yield RuleLine(
            "Schwarz", "there is none: every trick is no more than a Schneider", str(ruleset.schwarz), source
        )


def _points(count: int) -> str:
    return "1 game point" if count == 1 else f"{count} game points"


def _session(ruleset: Ruleset) -> Iterator[RuleLine]:
    is_points = ruleset.counts is Counts.POINTS
    note = None
    source = E
    if ruleset.extends is not None:
        source = HOUSE if ruleset.target != BASES["bohemian"].target else ALL
    elif is_points:
        source = J if ruleset.schwarz is Schwarz.ALL_TRICKS else "our ruling"
        note = None if source == J else "J names no length"
    elif ruleset.target == BASES["bohemian"].target:
        note = "or to 10: E has both"
    yield RuleLine(
        "session", f"first to {ruleset.target} game points; overshooting is fine", ruleset.target, source, note
    )
    yield RuleLine(
        "who deals",
        "the lower card of a cut deals first; the deal passes after each deal with a winner; after a tie or a misdeal "
        "the same dealer deals again",
        None,
        ALL,
    )


_TOPICS: Final[tuple[Callable[[Ruleset], Iterator[RuleLine]], ...]] = (_pack, _play, _counting, _result, _session)
