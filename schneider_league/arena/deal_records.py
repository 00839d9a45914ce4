"""The deals of a run as deal records, of the same kind as those that people write."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import chain, pairwise
from typing import Final, NamedTuple

from schneider_league.arena.outcomes import Chunk, DealOutcome
from schneider_league.arena.plan import Plan
from schneider_league.arena.playout import Playout, deal_pack, derive_keys
from schneider_league.arena.run_file import Run, iterate_chunks
from schneider_league.bots.seat import Cause, DealResult
from schneider_league.errors import NotFoundError, StateError
from schneider_league.game.cards import Card, card_set, format_card, sorted_hand
from schneider_league.game.ruleset import Ruleset
from schneider_league.game.score import Pair
from schneider_league.game.session import next_dealer
from schneider_league.records.claims import REDEAL, format_pair
from schneider_league.records.model import TAGS, Move, Record
from schneider_league.records.words import MARRIAGE_PREFIX

_ORDER: Final = {name: index for index, name in enumerate(TAGS)}
_EXCHANGE: Final = "exchange"


class DealPlace(NamedTuple):
    """Where a deal stands in a run; all count from 0."""

    pairing: int
    pair: int
    half: int
    deal: int = 0
    """In its session."""


@dataclass(frozen=True, slots=True)
class SessionPlayed:
    """A session of a run."""

    pairing: int
    pair: int
    half: int
    players: tuple[str, str]
    """The bots of the pairing."""
    first_dealer: int
    """0 or 1: which of them."""
    records: tuple[Record, ...]
    """One for each deal, in order."""


def make_record(
    ruleset: Ruleset,
    pack: Sequence[Card],
    names: tuple[str, str],
    dealer: int,
    result: DealResult,
    *,
    session: str | None = None,
    number: int | None = None,
    target: int | None = None,
    format: str | None = None,
    running: Pair | None = None,
    date: str | None = None,
    event: str | None = None,
    comment: str | None = None,
) -> Record:
    """The record of a deal.

    Args:
        ruleset: What was played.
        pack: The cards as they were dealt, the first on top.
        names: Of the two sides, a first, as in everything that follows.
        dealer: 0 where a dealt, 1 where b did.
        result: What became of it.
        session: The session's name; None for a deal on its own.
        number: Of the deal in the session, from 1.
        target: The game points that end the session.
        format: What ends it, as records write it; None for `first-to`.
        running: The game points of the session after the deal.
        date: ISO 8601.
        event: Of what the deal is a part.
        comment: On the deal.
    """

    def by_role(pair: Pair) -> Pair:
        return (pair[1], pair[0]) if dealer == 0 else pair

    points = by_role(result.points)
    tags = {
        "Event": event,
        "Date": date,
        "Session": session,
        "Deal": None if number is None else str(number),
        "Target": None if target is None else str(target),
        "Format": format,
        "Rules": ruleset.name,
        "NonDealer": names[1 - dealer],
        "Dealer": names[dealer],
        "NonDealerHand": _spell(sorted_hand(card_set((*pack[0:3], *pack[6:9])))),
        "DealerHand": _spell(sorted_hand(card_set((*pack[3:6], *pack[9:12])))),
        "Talon": _spell(pack[12:]),
        "Score": format_pair(by_role(result.units)),
        "Result": REDEAL if points == (0, 0) else format_pair(points),
        "Running": None if running is None else format_pair(by_role(running)),
        "Cause": None if result.by is None else f"{result.cause} {'dealer' if result.by == dealer else 'non-dealer'}",
    }
    stated = sorted(((name, value) for name, value in tags.items() if value), key=lambda tag: _ORDER[tag[0]])
    return Record(stated, _tricks(result.moves), comment=comment)


def _spell(cards: Sequence[Card]) -> str:
    return " ".join(map(format_card, cards))


def _tricks(moves: Sequence[str]) -> list[Move]:
    """The plays of a `DealResult` trick by trick."""
    tricks: list[Move] = []
    lead: str | None = None
    for move in moves:
        if move == "x" or move[0] == "m":
            announced = _EXCHANGE if move == "x" else MARRIAGE_PREFIX + move[1:]
            tricks[-1] = tricks[-1]._replace(after=(*tricks[-1].after, announced))
        elif lead is None:
            lead = move
        else:
            tricks.append(Move(lead, move))
            lead = None
    return tricks if lead is None else [*tricks, Move(lead, None)]


def find_deal(run: Run, number: int) -> DealPlace:
    """Where the deal of this number is: deals count from 1 in order of pairing, pair, half and deal of the session.

    Raises:
        NotFoundError: the run has no such deal.
    """
    if not 1 <= number <= run.deals:
        held = "no deals yet" if not run.deals else f"deals 1 to {run.deals}"
        more = "" if run.is_complete else " so far"
        raise NotFoundError(f"there is no deal {number} in the run '{run.name}': it has {held}{more}")
    left = number - 1
    if run.plan.target is None:
        pairing, left = divmod(left, 2 * run.plan.pairs)
        return DealPlace(pairing, left // 2, left % 2)
    for chunk in iterate_chunks(run.path):
        if left >= chunk.count:
            left -= chunk.count
            continue
        for index, length in enumerate(chunk.lengths or ()):
            if left < length:
                return DealPlace(chunk.pairing, chunk.first + index // 2, index % 2, left)
            left -= length
    raise NotFoundError(f"there is no deal {number} in the run '{run.name}' any more: its file has changed meanwhile")


def number_of(run: Run, place: DealPlace) -> int:
    """The number of a deal in its run. `find_deal` is the inverse."""
    if run.plan.target is None:
        return 1 + (place.pairing * run.plan.pairs + place.pair) * 2 + place.half
    number = 1
    for chunk in iterate_chunks(run.path):
        if chunk.pairing == place.pairing and chunk.first <= place.pair < chunk.first + chunk.pairs:
            sessions = 2 * (place.pair - chunk.first) + place.half
            return number + sum((chunk.lengths or ())[:sessions]) + place.deal
        number += chunk.count
    raise NotFoundError(f"the run '{run.name}' has not come to that deal")


def deal_record(run: Run, place: DealPlace) -> Record:
    """The record of one deal on its own, which says in a comment where it is from.

    Raises:
        NotFoundError: the run has not come to that deal.
        StateError: built-in bots do not play it today as they did.
    """
    plan = run.plan
    for chunk in iterate_chunks(run.path):
        if chunk.pairing != place.pairing or not chunk.first <= place.pair < chunk.first + chunk.pairs:
            continue
        ends = chunk.ends()
        index = 2 * (place.pair - chunk.first) + place.half
        start = ends[index - 1] if index else 0
        deals = list(chunk.deals())[start : ends[index]]
        if place.deal >= len(deals):
            break
        dealers = list(_dealers(1 - place.half, deals))
        score = _score(deals[: place.deal])
        result = _result(chunk, start + place.deal, deals[place.deal])
        result = _Replayer(plan, place.pairing).with_plays(chunk, place, result)
        pack = deal_pack(plan.ruleset, derive_keys(plan.seed, place.pairing), place.pair, place.deal)
        comment = f"deal {number_of(run, place)} of the run {run.name}"
        if plan.target is not None:
            comment += f", at {format_pair(score)}"
        a, b = plan.bots_of(place.pairing)
        return make_record(
            plan.ruleset, pack, (a.name, b.name), dealers[place.deal], result, comment=_one_line(comment)
        )
    raise NotFoundError(f"the run '{run.name}' has not come to that deal")


def session_records(run: Run, pairing: int) -> Iterator[SessionPlayed]:
    """The sessions of a pairing in order, read one after the other; deals on their own are sessions of one deal each.

    Raises:
        StateError: built-in bots do not play today as they did.
    """
    plan = run.plan
    keys = derive_keys(plan.seed, pairing)
    replayer = _Replayer(plan, pairing)
    a, b = plan.bots_of(pairing)
    names = (a.name, b.name)
    for chunk in iterate_chunks(run.path):
        if chunk.pairing != pairing:
            continue
        all_deals = list(chunk.deals())
        for index, (start, end) in enumerate(pairwise(chain((0,), chunk.ends()))):
            pair, half = chunk.first + index // 2, index % 2
            deals = all_deals[start:end]
            records = []
            for number, (deal, dealer) in enumerate(zip(deals, _dealers(1 - half, deals), strict=True)):
                place = DealPlace(pairing, pair, half, number)
                records.append(
                    make_record(
                        plan.ruleset,
                        deal_pack(plan.ruleset, keys, pair, number),
                        names,
                        dealer,
                        replayer.with_plays(chunk, place, _result(chunk, start + number, deal)),
                        session=f"{pairing + 1}-{pair + 1}-{half + 1}",
                        number=number + 1,
                        target=plan.target,
                        running=_score(deals[: number + 1]),
                    )
                )
            yield SessionPlayed(pairing, pair, half, names, 1 - half, tuple(records))


def _one_line(text: str) -> str:
    return " ".join(text.replace("{", "(").replace("}", ")").split())


def _score(deals: Sequence[DealOutcome]) -> Pair:
    return sum(deal.points_a for deal in deals), sum(deal.points_b for deal in deals)


def _dealers(first: int, deals: Sequence[DealOutcome]) -> Iterator[int]:
    """Who dealt each: the first dealer of a half is b in the first half of a pair, a in the second."""
    dealer = first
    for deal in deals:
        yield dealer
        dealer = next_dealer(dealer, has_winner=deal.points_a != deal.points_b)


def _result(chunk: Chunk, index: int, deal: DealOutcome) -> DealResult:
    moves = () if chunk.moves is None else tuple(chunk.moves[index].split())
    return DealResult((deal.units_a, deal.units_b), (deal.points_a, deal.points_b), deal.cause, deal.by, moves)


class _Replayer:
    """Plays the deals of built-in bots again, whose plays are not in the file."""

    def __init__(self, plan: Plan, pairing: int) -> None:
        self._plan = plan
        self._keys = derive_keys(plan.seed, pairing)
        self._playout = Playout(plan.ruleset) if plan.is_built_in(pairing) else None
        self._bots = plan.bots_of(pairing)

    def with_plays(self, chunk: Chunk, place: DealPlace, result: DealResult) -> DealResult:
        """The result with its plays."""
        if self._playout is None or chunk.moves is not None or result.cause is Cause.OUT:
            return result
        a, b = self._bots
        played = self._playout.replay_deal(
            a.built_in(), b.built_in(), self._keys, place.pair, place.half, place.deal, self._plan.target
        )
        if tuple(played.totals) != (*result.units, *result.points):
            raise StateError(
                "the built-in bots do not play this deal today as they did in the run",
                hint="another version of the program has played it; that version writes it out, too",
            )
        return DealResult(result.units, result.points, result.cause, result.by, played.moves)
