"""A person at the table with a bot: what is typed, what is refused, what is stored."""

from __future__ import annotations

import shlex
import sys
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

import pytest

from schneider_league.bots.seat import Cause
from schneider_league.errors import InputError, LeagueError, UsageError
from schneider_league.game.cards import card_set, parse_card
from schneider_league.game.position import EXCHANGE, NOTHING, View, begin, legal_plays, look
from schneider_league.game.ruleset import parse_rules
from schneider_league.reports.bot_play import Began, Ended, Event, Over, Style, Turn
from schneider_league.workflows.bots.person import parse_announcement, parse_play
from schneider_league.workflows.bots.playing import Game, begin_game, play_game

FRENCH, GERMAN = Style(), Style("german")
POINTS = parse_rules("points+marriage")


def hand(words: str) -> int:
    """The set of these cards."""
    return card_set(card for card in map(parse_card, words.split()) if card is not None)


def view(cards: str, legal: str, lead: str | None = None, trump: int = 3) -> View:
    """What a person sees with this hand; all else as at the beginning of a deal."""
    start = begin(POINTS.code, tuple(range(32)))
    led = -1 if lead is None else parse_card(lead)
    assert led is not None
    return look(POINTS.code, start, legal_plays(POINTS.code, start))._replace(
        hand=hand(cards), legal=hand(legal), lead=led, trump=trump
    )


@pytest.mark.parametrize(
    ("typed", "card"), [("kh", "KH"), ("K♥".lower(), "KH"), ("10c", "10C"), ("tc", "10C"), ("1", "10C"), ("3", "7H")]
)
def test_a_card_is_named_or_numbered(typed: str, card: str) -> None:
    # Held as 10C, KH, 7H: by suit, from high to low.
    assert parse_play(typed, view("KH 7H 10C", "KH 7H 10C"), POINTS, FRENCH) == parse_card(card)


def test_german_letters_are_read() -> None:
    assert parse_play("oh", view("QH 7H", "QH 7H"), POINTS, GERMAN) == parse_card("QH")


@pytest.mark.parametrize(
    ("typed", "legal", "lead", "says"),
    [
        ("", "KH 7H", "9H", "You may play K♥ 7♥; ? helps."),
        ("zz", "KH 7H", "9H", "'zz' is no card; type one by its name, as in kh, or its number."),
        ("\x1b[2J", "KH 7H", "9H", "'␛[2J' is no card"),
        ("9", "KH 7H", "9H", "'9' is no number of a card in your hand, 1 to 4; ? helps."),
        ("as", "KH 7H", "9H", "You do not hold A♠; your hand is 10♣ K♥ 7♥ 8♦."),
        ("10c", "KH 7H", "9H", "10♣ is not allowed: you must follow hearts. You may play K♥ 7♥."),
        ("7h", "KH", "9H", "7♥ is not allowed: you must win the trick where you can. You may play K♥."),
        ("10c", "8D", "9S", "10♣ is not allowed: without spades you must play a trump (diamonds). You may play 8♦."),
    ],
)
def test_what_is_refused_says_why(typed: str, legal: str, lead: str, says: str) -> None:
    with pytest.raises(LeagueError) as refused:
        parse_play(typed, view("KH 7H 10C 8D", legal, lead), POINTS, FRENCH)
    assert refused.value.message.startswith(says)


def test_a_card_of_no_such_pack_is_refused() -> None:
    small = parse_rules("bohemian+24-card")
    with pytest.raises(LeagueError, match="7♥ is not in the pack of bohemian"):
        parse_play("7h", view("KH", "KH"), small, FRENCH)


@pytest.mark.parametrize(
    ("typed", "choice"),
    [("", NOTHING), ("-", NOTHING), ("x", EXCHANGE), ("exchange", EXCHANGE), ("mh", 2), ("marriage-h", 2), ("h", 2)],
)
def test_announcements(typed: str, choice: int) -> None:
    offered = view("KH QH 7D", "KH")._replace(legal=1 << EXCHANGE | 1 << 2)
    assert parse_announcement(typed, offered, FRENCH) == choice


@pytest.mark.parametrize(
    ("typed", "says"),
    [
        ("ms", "ms may not be declared now; you may announce mh (marriage in hearts)."),
        ("x", "You cannot exchange now; you may announce mh (marriage in hearts)."),
        ("kh", "'kh' is no announcement; you may announce mh (marriage in hearts), and Enter goes on."),
    ],
)
def test_announcements_that_are_refused(typed: str, says: str) -> None:
    with pytest.raises(LeagueError) as refused:
        parse_announcement(typed, view("KH QH", "KH")._replace(legal=1 << 2), FRENCH)
    assert refused.value.message == says


@dataclass
class Script:
    """A screen on which somebody plays the first card that may be played, until the answers run out."""

    answers: Iterator[str | None]
    style: Style = FRENCH
    turns: list[Turn] = field(default_factory=list)
    events: list[Event] = field(default_factory=list)
    refused: list[str] = field(default_factory=list)
    noted: list[str] = field(default_factory=list)

    def ask(self, turn: Turn) -> str | None:
        self.turns.append(turn)
        given = next(self.answers)
        if given != "first":
            return given
        if turn.kind == "announce":
            return "-"
        return next(str(place) for place in range(1, 7) if self._may(place, turn.view))

    def _may(self, place: int, seen: View) -> bool:
        try:
            parse_play(str(place), seen, POINTS, self.style)
        except LeagueError:
            return False
        return True

    def tell(self, event: Event) -> None:
        self.events.append(event)

    def refuse(self, message: str) -> None:
        self.refused.append(message)

    def note(self, lines: tuple[str, ...]) -> None:
        self.noted += lines


def always() -> Iterator[str]:
    while True:
        yield "first"


def settled(**options: object) -> Game:
    return begin_game("greedy", address="none.db", **{"seed": 3, "rules": "points+marriage", **options})  # type: ignore[arg-type]


@pytest.fixture(autouse=True)
def _plainly(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SCHNEIDER_LEAGUE_PLAIN", "1")


def test_a_session_goes_to_its_target() -> None:
    game, screen = settled(target=3), Script(always())
    play_game(game, screen)
    assert not game.is_left
    assert max(game.progress.score) >= 3
    assert isinstance(screen.events[0], Began)
    assert screen.events[-1] == Over(game.progress.score)
    ends = [event for event in screen.events if isinstance(event, Ended)]
    assert [end.score for end in ends][-1] == game.progress.score
    assert [end.units for end in ends] == [result.units for result in game.results]
    # The last card of a hand is played without asking.
    assert all(turn.kind == "announce" or turn.view.hand.bit_count() > 1 for turn in screen.turns)


def test_the_seed_gives_the_same_game() -> None:
    games = [settled(target=3), settled(target=3)]
    for game in games:
        play_game(game, Script(always()))
    assert [result.moves for result in games[0].results] == [result.moves for result in games[1].results]
    other = settled(target=3, seed=4)
    play_game(other, Script(always()))
    assert other.results[0].moves != games[0].results[0].moves


def test_one_deal_is_one_with_a_winner() -> None:
    game = settled(deals=1)
    play_game(game, Script(always()))
    assert sum(result.points != (0, 0) for result in game.results) == 1


def test_who_leaves_keeps_the_deals_that_were_played() -> None:
    game = settled(target=50)
    turns = Script(always())
    play_game(settled(deals=1), turns)
    screen = Script(iter(["first"] * (len(turns.turns) + 2) + ["q"]))
    play_game(game, screen)
    assert game.is_left
    assert len(game.results) == 1


def test_help_and_refusals_ask_again() -> None:
    game, screen = settled(), Script(iter(["?", "nonsense", "", None]))
    play_game(game, screen)
    assert len({id(turn.view) for turn in screen.turns}) == 1
    assert screen.noted[-3].startswith("A card is played by its name")
    assert len(screen.refused) == 2
    assert game.is_left


@pytest.mark.parametrize(
    ("options", "says"),
    [
        ({"deals": 2, "target": 7}, "--deals and --target contradict each other"),
        ({"deals": 0}, "--deals 0: this is from 1 to"),
        ({"seed": -1}, "--seed -1"),
        ({"record": "Night"}, "--record has to know who plays"),
    ],
)
def test_settings_that_make_no_sense(options: dict[str, object], says: str) -> None:
    with pytest.raises(UsageError, match=says):
        settled(**options)


def test_a_bot_that_crashes_again_and_again_ends_the_game(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "dies.py").write_text(
        'import sys\nprint("ready 1", flush=True)\n'
        'for line in sys.stdin:\n    if line.startswith("turn"):\n        break\n'
    )
    game = begin_game(f"cmd:{shlex.quote(sys.executable)} dies.py", address="none.db", seed=4, target=50)
    screen = Script(always())
    with pytest.raises(InputError, match="fails again and again"):
        play_game(game, screen)
    assert [result.cause for result in game.results] == [Cause.CRASH] * 3
    assert [event.is_mine for event in screen.events if isinstance(event, Ended)] == [False] * 3
    assert game.progress.score == (9, 0)
