"""The table: what seats are told and asked, and what becomes of a deal, against the readable rules."""

import random

import pytest

from schneider_league.arena.table import Dealing, deal_id, play_deal, play_session
from schneider_league.bots.seat import (
    Announced,
    Answer,
    Ask,
    Cause,
    DealEnd,
    DealStart,
    Drawn,
    MatchStart,
    TrickTaken,
    seat_seed,
)
from schneider_league.game.cards import cards_of, parse_card, parse_suit
from schneider_league.game.deal import DEALER, EXCHANGE, NON_DEALER, Deal
from schneider_league.game.position import NOTHING
from schneider_league.game.ruleset import canonical_names, parse_rules
from tests.bots.tables import CalmSeat, a_dealing


class ChanceSeat(CalmSeat):
    """Plays by chance; announces or not."""

    def __init__(self, seed: int) -> None:
        super().__init__()
        self._chance = random.Random(seed)

    def ask(self, ask: Ask) -> Answer:
        self.asked.append(ask)
        offered = list(cards_of(ask.view.legal)) + [NOTHING] * (ask.kind == "announce")
        return Answer(self._chance.choice(offered), cpu_seconds=1.0)


class FailingSeat(CalmSeat):
    """Answers its n-th question with this."""

    def __init__(self, asked_before: int, answer: Answer) -> None:
        super().__init__()
        self._before = asked_before
        self._answer = answer

    def ask(self, ask: Ask) -> Answer:
        answer = super().ask(ask)
        return self._answer if len(self.asked) > self._before else answer


class GoneSeat(CalmSeat):
    """A process that is noticed to have ended, from the n-th look on."""

    def __init__(self, looks: int) -> None:
        super().__init__()
        self._looks = looks

    def failure(self) -> Answer | None:
        self._looks -= 1
        return Answer(NOTHING, Cause.CRASH, "it ended") if self._looks < 0 else None


@pytest.mark.parametrize("name", canonical_names())
def test_deals_go_as_the_readable_rules_say(name: str) -> None:
    ruleset = parse_rules(name)
    for number in range(12):
        seats = (ChanceSeat(number), ChanceSeat(-number - 1))
        dealing = a_dealing(ruleset, number, dealer=number % 2)
        result = play_deal(ruleset, dealing, seats)
        deal = Deal.of_pack(ruleset, dealing.pack)
        of_side = (seats[1], seats[0]) if dealing.dealer == 0 else seats
        told = [[each for each in seat.told if isinstance(each, TrickTaken | Announced | Drawn)] for seat in of_side]
        asked = [list(seat.asked) for seat in of_side]
        drawn: list[int | None] = [None, None]

        def expect(side: int, happening: object, told: list[list[TrickTaken | Announced | Drawn]] = told) -> None:
            assert told[side].pop(0) == happening

        for side in (NON_DEALER, DEALER):
            start = of_side[side].told[0]
            assert isinstance(start, DealStart)
            assert (start.hand, start.talon, start.turned) == (deal.hand(side), deal.talon, deal.turned)
            assert start.is_dealer == (side == DEALER)
            assert start.seed == dealing.seeds[seats.index(of_side[side])]
            assert start.number == dealing.number
        moves = list(result.moves)
        while not deal.is_over:
            if deal.is_announcing:
                winner = deal.leader
                ask = asked[winner].pop(0)
                assert ask.kind == "announce"
                assert list(cards_of(ask.view.legal)) == sorted(deal.legal_announcements())
                choice = parse_announcement(moves[0]) if moves and moves[0][0] in "xm" else None
                hands, talon = (deal.hand(0), deal.hand(1)), deal.talon
                if choice is None:
                    deal.draw()
                else:
                    moves.pop(0)
                    turned = deal.turned
                    deal.announce(choice)
                    units = deal.units if winner == 0 else deal.units[::-1]
                    taken, suit = (turned, None) if choice == EXCHANGE else (None, choice)
                    expect(winner, Announced(True, taken, suit, units))
                    expect(1 - winner, Announced(False, taken, suit, units[::-1]))
                    if choice == EXCHANGE:
                        assert turned is not None
                        seven = deal.ruleset.code.lowest_rank + 8 * (turned >> 3)
                        hands = tuple(  # type: ignore[assignment]
                            hand ^ (1 << seven | 1 << turned) if side == winner else hand
                            for side, hand in enumerate(hands)
                        )
            else:
                side, lead = deal.turn, deal.lead
                ask = asked[side].pop(0)
                assert ask.kind == ("lead" if lead is None else "respond")
                assert (ask.view.hand, ask.view.legal) == (deal.hand(side), deal.legal_plays())
                assert ask.view.talon == deal.talon
                card = parse_card(moves.pop(0))
                assert card is not None
                hands, talon = (deal.hand(0), deal.hand(1)), deal.talon
                deal.play(card)
                hands = tuple(hand & ~(1 << card) for hand in hands)  # type: ignore[assignment]
                if lead is not None:
                    for each in (0, 1):
                        units = deal.units if each == 0 else deal.units[::-1]
                        expect(each, TrickTaken(lead, card, each == deal.leader, units, talon))
            if deal.talon < talon:
                for each in (0, 1):
                    drawn[each] = (deal.hand(each) & ~hands[each]).bit_length() - 1
                    expect(each, Drawn(drawn[each] or 0, deal.talon))
        assert not moves
        assert told == [[], []]
        assert asked == [[], []]
        outcome = deal.outcome()
        turn = dealing.dealer == 0
        assert result.units == (outcome.units[::-1] if turn else outcome.units)
        assert result.points == (outcome.game_points[::-1] if turn else outcome.game_points)
        assert (result.cause, result.by) == (Cause.NORMAL, None)
        assert list(result.asks) == [len(seat.asked) for seat in seats]
        assert list(result.cpu) == list(map(float, result.asks))
        for side, seat in enumerate(seats):
            end = seat.told[-1]
            mine = (result.units, result.points) if side == 0 else (result.units[::-1], result.points[::-1])
            assert end == DealEnd(*mine, Cause.NORMAL, None)


def parse_announcement(move: str) -> int:
    suit = parse_suit(move[1:])
    return EXCHANGE if suit is None else suit


@pytest.mark.parametrize("cause", [Cause.TIME, Cause.STALL, Cause.ILLEGAL, Cause.CRASH, Cause.PROTOCOL, Cause.OUT])
@pytest.mark.parametrize("dealer", [0, 1])
@pytest.mark.parametrize("loser", [0, 1])
def test_who_fails_loses_the_deal(cause: Cause, dealer: int, loser: int) -> None:
    ruleset = parse_rules("bohemian")
    failing, calm = FailingSeat(3, Answer(0, cause, "why")), CalmSeat()
    seats = (failing, calm) if loser == 0 else (calm, failing)
    result = play_deal(ruleset, a_dealing(ruleset, dealer=dealer), seats)
    assert (result.cause, result.by, result.text) == (cause, loser, "why")
    assert result.units == ((0, 20) if loser == 0 else (20, 0))
    assert result.points == ((0, 3) if loser == 0 else (3, 0))
    assert failing.told[-1] == DealEnd((0, 20), (0, 3), cause, True)
    assert calm.told[-1] == DealEnd((20, 0), (3, 0), cause, False)


@pytest.mark.parametrize("choice", [-2, 32, 99, 31])
def test_a_card_that_is_not_held_is_illegal(choice: int) -> None:
    ruleset = parse_rules("bohemian+24-card")
    dealing = next(d for d in (a_dealing(ruleset, n) for n in range(99)) if 31 in d.pack[12:])
    result = play_deal(ruleset, dealing, (FailingSeat(0, Answer(choice)), CalmSeat()))
    assert (result.cause, result.by) == (Cause.ILLEGAL, 0)
    assert result.moves == ()


@pytest.mark.parametrize(
    ("name", "points"),
    [("bohemian", 3), ("bohemian+cumulative", 20), ("points", 2), ("points+three-wins", 3), ("points+marriage", 2)],
)
def test_it_is_worth_the_highest_award_and_all_marriages(name: str, points: int) -> None:
    ruleset = parse_rules(name)
    seen = set()
    for number in range(40):
        # the dealer fails in its last answer
        result = play_deal(ruleset, a_dealing(ruleset, number), (CalmSeat(), FailingSeat(14, Answer(99))))
        assert (result.cause, result.by) == (Cause.ILLEGAL, 1)
        declared = sum(
            40 if parse_suit(move[1:]) == a_dealing(ruleset, number).pack[-1] >> 3 else 20
            for move in result.moves
            if move.startswith("m")
        )
        assert result.units == (ruleset.total + declared, 0)
        assert result.points == (points, 0)
        seen.add(declared)
    assert (len(seen) > 1) == ("marriage" in name)


@pytest.mark.parametrize(("looks", "asks"), [(0, 0), (1, 16)])
def test_a_process_that_ends_while_it_is_not_on_move(looks: int, asks: int) -> None:
    ruleset = parse_rules("bohemian")
    result = play_deal(ruleset, a_dealing(ruleset), (CalmSeat(), GoneSeat(looks)))
    assert (result.cause, result.by, result.asks[1]) == (Cause.CRASH, 1, asks)


def test_an_interruption_is_told_and_goes_on() -> None:
    class Interrupted(CalmSeat):
        def ask(self, ask: Ask) -> Answer:
            raise KeyboardInterrupt

    ruleset = parse_rules("bohemian")
    seats = (Interrupted(), CalmSeat())
    with pytest.raises(KeyboardInterrupt):
        play_deal(ruleset, a_dealing(ruleset), seats)
    assert [seat.told[-1] for seat in seats] == [DealEnd((0, 0), (0, 0), Cause.VOID, None)] * 2


def test_nothing_shows_that_two_deals_are_of_one_pack() -> None:
    seeds = [seat_seed(7, 0, 3, half, 0, seat) for half in (0, 1) for seat in (0, 1)]
    ids = [deal_id(seed) for seed in seeds]
    assert len(set(seeds)) == len(set(ids)) == 4
    assert all(len(each) == 13 and each[0] == "D" and int(each[1:], 16) for each in ids)


def test_a_session() -> None:
    ruleset = parse_rules("bohemian")
    asked: list[tuple[int, int]] = []

    def deal(number: int, dealer: int) -> tuple[list[int], tuple[int, int]]:
        asked.append((number, dealer))
        dealing = a_dealing(ruleset, number)
        return list(dealing.pack), (number * 2, number * 2 + 1)

    seats = (ChanceSeat(1), ChanceSeat(2))
    for seat in seats:
        seat.begin_match(MatchStart("M1", ruleset, 7, None, 1000))
    results = play_session(ruleset, 7, 1, deal, seats)
    totals = [sum(result.points[side] for result in results) for side in (0, 1)]
    assert max(totals) >= 7 > max(totals[s] - results[-1].points[s] for s in (0, 1))
    dealer = 1
    for number, result in enumerate(results):
        assert asked[number] == (number, dealer)
        dealer = dealer if result.points == (0, 0) else 1 - dealer
    starts = [each for each in seats[1].told if isinstance(each, DealStart)]
    assert [start.number for start in starts] == list(range(1, len(results) + 1))
    assert starts[-1].score == tuple(totals[s] - results[-1].points[s] for s in (1, 0))
    assert [start.is_dealer for start in starts] == [dealer == 1 for _, dealer in asked]


def test_a_dealing_of_another_pack_is_a_mistake_of_the_caller() -> None:
    ruleset = parse_rules("bohemian")
    with pytest.raises(IndexError):
        play_deal(ruleset, Dealing(1, [0], 0, (0, 1)), (CalmSeat(), CalmSeat()))
