"""What a person sees of a game against a bot."""

from __future__ import annotations

from schneider_league.bots.seat import Announced, Cause, Drawn, TrickTaken
from schneider_league.game.cards import card_set, parse_card
from schneider_league.game.position import begin, legal_plays, look
from schneider_league.game.ruleset import parse_rules
from schneider_league.game.score import Level
from schneider_league.reports.bot_play import Began, Ended, Over, Style, Telling, Turn

POINTS = parse_rules("points+marriage")


def card(word: str) -> int:
    found = parse_card(word)
    assert found is not None
    return found


def turn(kind: str, hand: str, legal: str, lead: str | None = None) -> Turn:
    start = begin(POINTS.code, tuple(range(32)))
    seen = look(POINTS.code, start, legal_plays(POINTS.code, start))
    return Turn(
        kind,
        seen._replace(
            hand=card_set(map(card, hand.split())),
            legal=card_set(map(card, legal.split())),
            lead=-1 if lead is None else card(lead),
            trump=2,
            turned=card("9H"),
        ),
    )


def telling(**style: object) -> Telling:
    return Telling(POINTS, "Anna", "greedy", Style(**style))  # type: ignore[arg-type]


def test_cards_are_drawn_with_numbers_for_those_that_may_be_played() -> None:
    lines = telling(is_drawn=True, width=80).turn(turn("respond", "10C KH 7H", "KH 7H", "9H"))
    assert lines == [
        "",
        "Trick 1 of 16. Hearts are trumps, 9♥ lies under the talon. greedy leads 9♥.",
        "┌───┐ ┌───┐ ┌───┐",
        "│10 │ │K  │ │7  │",
        "│ ♣ │ │ ♥ │ │ ♥ │",
        "└───┘ └───┘ └───┘",
        "  –     2     3",
    ]


def test_colours_and_dimmed_cards_say_the_same_as_the_numbers() -> None:
    lines = telling(is_drawn=True, width=80, colour=True).turn(turn("respond", "10C KH", "KH", "9H"))
    assert lines[3] == "\x1b[2m│\x1b[0m\x1b[2m10\x1b[0m \x1b[2m│\x1b[0m │\x1b[31mK\x1b[0m  │"
    assert lines[-1] == "  –     2"


def test_in_a_pipe_they_are_listed() -> None:
    lines = telling().turn(turn("respond", "10C KH 7H", "KH 7H", "9H"))
    assert lines[2:] == ["  You may play: 2 K♥   3 7♥", "  Not now: 10♣"]


def test_on_a_terminal_that_is_too_narrow_they_are_listed_too() -> None:
    lines = telling(is_drawn=True, width=20).turn(turn("lead", "10C KH 7H 8S", "10C KH 7H 8S"))
    assert all(len(line) <= 20 for line in lines)
    assert "You may play" in " ".join(lines)


def test_german_letters() -> None:
    lines = telling(alphabet="german", is_drawn=True, width=80).turn(turn("lead", "QS AD", "QS AD"))
    assert lines[1] == "Trick 1 of 16. Hearts are trumps, 9H lies under the talon. You lead."
    assert lines[3:5] == ["│O  │ │D  │", "│ L │ │ S │"]


def test_announcements_say_what_they_are_worth() -> None:
    asked = turn("announce", "KH QH KS QS 7H", "7C")
    asked = asked._replace(view=asked.view._replace(legal=0b10110))
    assert telling().turn(asked)[0] == (
        "You may announce: x exchanges the trump 7 for 9♥; ms declares the marriage in spades (20); "
        "mh declares the marriage in hearts (40); Enter goes on."
    )


def test_what_happens_is_told() -> None:
    told = telling()
    assert told.event(Began(2, True, (1, 0), card("9H"))) == [
        "",
        "Deal 2. You deal; Anna 1, greedy 0.",
        "9♥ is turned up: hearts are trumps.",
    ]
    assert told.event(TrickTaken(card("KH"), card("9H"), True, (4, 0), 20)) == [
        "  You take the trick: K♥ 9♥. Card points 4 to 0."
    ]
    assert told.event(Announced(False, card("9H"), None, (4, 0))) == ["  greedy exchanges the trump 7 for 9♥."]
    assert told.event(Announced(True, None, 1, (24, 0))) == [
        "  You declare the marriage in spades. Card points 24 to 0."
    ]
    assert told.event(Drawn(card("AC"), 18)) == ["  You draw A♣; 18 cards are left in the talon."]
    assert told.event(Drawn(card("AC"), 0)) == ["  You draw A♣; the talon is gone."]
    assert told.event(Ended(2, (80, 50), (1, 0), (2, 0), Level.SIMPLE, Cause.NORMAL, False)) == [
        "Deal 2: Anna 80, greedy 50 (simple). Anna 2, greedy 0."
    ]
    assert told.event(Ended(2, (65, 65), (0, 0), (1, 0), Level.TIE, Cause.NORMAL, False)) == [
        "Deal 2: Anna 65, greedy 65 (tie, dealt again). Anna 1, greedy 0."
    ]
    assert told.event(Ended(3, (130, 0), (2, 0), (4, 0), None, Cause.CRASH, False)) == [
        "greedy failed (crash). The deal is yours.",
        "Deal 3: Anna 130, greedy 0 (not played out). Anna 4, greedy 0.",
    ]
    assert told.event(Over((7, 2))) == ["The session is over: Anna 7, greedy 2; Anna wins."]
    assert told.event(Over((2, 2))) == ["The session is over: Anna 2, greedy 2; a draw."]


def test_names_cannot_reach_the_terminal() -> None:
    told = Telling(POINTS, "\x1b[2J", "bot\x07", Style())
    text = "\n".join([*told.opening(7, None, 1), *told.event(Over((7, 2))), *told.event(Began(1, False, (0, 0), None))])
    assert "\x1b" not in text
    assert "\x07" not in text
