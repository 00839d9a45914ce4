"""Naming, loading and writing Python bots, and one at a table of any kind of bots."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from schneider_league.arena.lockstep import Lockstep
from schneider_league.arena.playout import deal_pack, derive_keys
from schneider_league.arena.table import Dealing, play_deal
from schneider_league.bots.builtin import Builtin
from schneider_league.bots.python_process import Limits, PythonBot
from schneider_league.bots.python_seat import PythonSeat, examine
from schneider_league.bots.seat import Cause, DealResult, MatchStart, seat_seed
from schneider_league.errors import InputError, LeagueError, NotFoundError, StateError, UsageError
from schneider_league.game.ruleset import parse_rules
from schneider_league.workflows.bots.new import new_bot

HERE = str(Path(__file__).parent)
SHORT = Limits(move=0.2, margin=0.05, stall=0.4)


def at_the_table(name: str, rules: str, pairs: int, logs: list[bytes] | None = None) -> list[DealResult]:
    """Deals between a bot and a good one, one question at a time."""
    ruleset = parse_rules(rules)
    log = (logs if logs is not None else []).append
    seats = []
    for half in (0, 1):
        bots = [PythonBot(f"naughty.py:{each}", each, HERE) for each in (name, "Good")]
        two = PythonSeat(bots[0], limits=SHORT, log=log), PythonSeat(bots[1], limits=SHORT)
        seats.append(two)
        for seat in two:
            seat.begin_match(MatchStart(f"M{half}", ruleset, None, pairs, 200))
    results = []
    keys = derive_keys(5, 1)
    try:
        for pair in range(pairs):
            for half in (0, 1):
                seeds = [seat_seed(5, 1, pair, half, 0, side) for side in (0, 1)]
                order = (seeds[0], seeds[1]) if half == 0 else (seeds[1], seeds[0])
                dealing = Dealing(pair + 1, deal_pack(ruleset, keys, pair), 1 - half, order)
                results.append(play_deal(ruleset, dealing, seats[half]))
    finally:
        for two in seats:
            for seat in two:
                seat.close()
    return results


@pytest.mark.parametrize("rules", ["bohemian", "points+marriage"])
def test_the_table_and_the_lockstep_play_alike(rules: str) -> None:
    good = PythonBot("naughty.py:Good", "Good", HERE)
    with Lockstep(parse_rules(rules), (good, good), run_seed=5, pairing=1) as lockstep:
        together = lockstep.play_deals(0, 3)
    one_by_one = at_the_table("Good", rules, 3)
    for a, b in zip(together, one_by_one, strict=True):
        assert (a.units, a.points, a.moves, a.asks, a.cause) == (b.units, b.points, b.moves, b.asks, b.cause)


@pytest.mark.parametrize(
    ("name", "cause"),
    [("Raises", Cause.CRASH), ("Hangs", Cause.STALL), ("Slow", Cause.TIME)],
)
def test_a_failure_at_the_table(name: str, cause: Cause) -> None:
    logs: list[bytes] = []
    results = at_the_table(name, "bohemian", 3, logs)
    assert [result.cause for result in results] == [Cause.NORMAL] * 2 + [cause] * 2 + [Cause.NORMAL] * 2
    assert [result.by for result in results] == [None] * 2 + [0] * 2 + [None] * 2
    assert name != "Raises" or b"deal 2, turn to" in b"".join(logs)


@pytest.mark.parametrize("name", ["RaisesAtLast", "EndsAtLast"])
def test_what_fails_between_deals_loses_the_next(name: str) -> None:
    results = at_the_table(name, "bohemian", 4)
    assert [result.cause for result in results] == [Cause.NORMAL] * 4 + [Cause.CRASH] * 2 + [Cause.NORMAL] * 2


def test_what_a_bot_says_of_itself() -> None:
    info = examine(PythonBot("naughty.py:Good", "Good", HERE, (("depth", "7"),)))
    assert info.deterministic
    assert info.options == {"depth": 7, "daring": 0.5, "loud": False, "style": "plain"}


@pytest.mark.parametrize(
    ("source", "text", "options", "error", "words"),
    [
        ("none.py:Bot", None, (), NotFoundError, "there is no file 'none.py'"),
        ("no_such_module:Bot", None, (), NotFoundError, "there is no module 'no_such_module'"),
        (
            "one.py:Two",
            "class One(Bot):\n    def play(self, turn): pass",
            (),
            NotFoundError,
            "no class 'Two'; it has One",
        ),
        ("one.py:Two", "Two = 2", (), InputError, "is not a class made from"),
        ("one.py:One", "class One(Bot): pass", (), InputError, "has no method play"),
        ("one.py:One", "class One(Bot:", (), InputError, "its file raises SyntaxError"),
        ("one.py:One", "import no_such_module", (), InputError, "its file raises ModuleNotFoundError"),
        ("one.py:One", "raise SystemExit", (), InputError, "its file raises SystemExit"),
        ("one.py:One", "print('Oh!')\nimport os; os._exit(4)", (), InputError, "it ended with exit status 4"),
        ("one.py:One", "import time; time.sleep(60)", (), InputError, "not loaded within 0.5 seconds"),
        (
            "naughty.py:Good",
            "",
            (("deepth", "1"),),
            UsageError,
            "no option 'deepth': it has depth, daring, loud, style",
        ),
        ("naughty.py:Good", "", (("depth", "x"),), UsageError, "option 'depth' is of type int, not 'x'"),
        ("naughty.py:Good", "", (("loud", "x"),), UsageError, "option 'loud' is yes or no, not 'x'"),
    ],
)
def test_what_cannot_be_started(
    tmp_path: Path,
    source: str,
    text: str | None,
    options: tuple[tuple[str, str], ...],
    error: type[LeagueError],
    words: str,
) -> None:
    if text:
        (tmp_path / "one.py").write_text(f"from schneider_league.bots.base import Bot\n{text}\n")
    folder = HERE if text == "" else str(tmp_path)
    limits = Limits(start=0.5) if text and "sleep" in text else Limits()
    with pytest.raises(error) as raised:
        examine(PythonBot(source, "One", folder, options), limits)
    assert words in raised.value.message
    assert source in raised.value.message
    assert raised.value.hint
    assert "Oh!" not in (text or "") or "it printed: Oh!" in raised.value.hint


def test_a_module_and_a_file_that_is_called_like_another_module(tmp_path: Path) -> None:
    body = "from schneider_league.bots.base import Bot\n\nclass One(Bot):\n    def play(self, turn): pass\n"
    (tmp_path / "random.py").write_text(body)
    (tmp_path / "json.py").write_text(body)
    package = tmp_path / "club"
    package.mkdir()
    (package / "__init__.py").write_text("")
    (package / "fine.py").write_text(body + "    name = 'Fine'\n")
    assert examine(PythonBot("random.py:One", "One", str(tmp_path))).options == {}
    assert examine(PythonBot("club.fine:One", "One", str(tmp_path))).name == "Fine"


def test_the_new_bot_plays(tmp_path: Path) -> None:
    file = new_bot(tmp_path / "my_bot.py")
    bot = PythonBot("my_bot.py:MyBot", "MyBot", str(tmp_path))
    with Lockstep(parse_rules("points"), (bot, Builtin("random")), run_seed=1, pairing=0) as lockstep:
        infos = lockstep.start()
        results = lockstep.play_deals(0, 60)
    assert infos[0] is not None
    assert infos[0].deterministic
    assert infos[0].options == {"risk": 0.0}
    assert all(result.cause is Cause.NORMAL for result in results)
    assert sum(result.points[0] for result in results) > 1.5 * sum(result.points[1] for result in results)
    written = file.read_text()
    with pytest.raises(StateError, match="is there already"):
        new_bot(file)
    assert file.read_text() == written
    with pytest.raises(UsageError, match=r"ends in \.py"):
        new_bot(tmp_path / "my_bot")
    with pytest.raises(NotFoundError, match="there is no folder"):
        new_bot(tmp_path / "none" / "my_bot.py")


def test_importing_the_host_is_light() -> None:
    import subprocess

    program = "import sys; import schneider_league.bots.python_host; print(*sys.modules)"
    loaded = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, check=True, cwd=HERE + "/../../.."
    )
    assert {"numba", "numpy", "rich", "typer", "sqlalchemy", "subprocess"}.isdisjoint(loaded.stdout.split())
