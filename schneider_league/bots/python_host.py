"""The program in which a Python bot lives: one process for each seating.

Started by `python_process.py`, which sends frames and reads one answer to each; docs there. What the bot prints goes
to standard error, and so into the log; the pipes that answers go through are put where no bot writes by accident.
"""

from __future__ import annotations

import contextlib
import importlib
import importlib.util
import json
import marshal
import mmap
import os
import pickle
import struct
import sys
import time
import traceback
from collections.abc import Callable
from pathlib import Path
from typing import Any, Final, Literal, NamedTuple

from schneider_league.bots.base import Bot, DealInfo, OptionValue, Result, options_of
from schneider_league.bots.turn import ANNOUNCEMENTS, ANNOUNCING, BLACK, LEAD, NEWS_BITS, RED, Card, Row, Sight, Turn
from schneider_league.game.cards import CARD_SPELLINGS, Alphabet
from schneider_league.game.ruleset import Ruleset

ASK_HEAD: Final = struct.Struct("<I")
"""Before each frame to the host: how many bytes follow."""
ANSWER_HEAD: Final = struct.Struct("<IId")
"""Before each answer: how many choices and how many bytes of JSON follow, and the CPU seconds that it took."""
PROGRESS_SIZE: Final = 8
"""The shared place holds one number of so many bytes."""
IDLE: Final = -1
"""The slot that stands in the shared place while no bot is asked."""

FAILED: Final = 254
"""The choice that is none: the JSON says why."""
NO_ANNOUNCEMENT: Final = 255

_ANNOUNCED: Final[dict[str | None, int]] = {
    None: NO_ANNOUNCEMENT,
    "none": NO_ANNOUNCEMENT,
    **{word: number for number, word in enumerate(ANNOUNCEMENTS)},
}
_SPELLINGS: Final = CARD_SPELLINGS[Alphabet.FRENCH]


class Setup(NamedTuple):
    """What a host is told first."""

    source: str
    """`file.py:Class` or `module:Class`."""
    folder: str
    """Where modules are looked for, and what the file's path is relative to."""
    options: tuple[tuple[str, str], ...]
    rules: Ruleset
    target: int | None
    late_after: float
    """Seconds after which an answer comes too late."""
    progress: str
    """The file of 8 bytes in which the host says what it is at."""


class BadBotError(Exception):
    """The bot cannot be loaded; the message says why, `kind` whether it is missing, bad, or an option is wrong."""

    def __init__(self, message: str, kind: Literal["missing", "bad", "option"] = "bad") -> None:
        super().__init__(message)
        self.kind = kind


def load_bot(source: str, folder: str) -> type[Bot]:
    """The class that a bot's text means.

    Raises:
        BadBotError: there is none; other exceptions are the bot's own.
    """
    place, _, name = source.rpartition(":")
    if place.endswith(".py"):
        path = Path(folder, place)
        if not path.is_file():
            raise BadBotError(f"there is no file '{place}'", "missing")
        sys.path.insert(0, str(path.parent))
        spec = importlib.util.spec_from_file_location(path.stem, path)
        assert spec is not None
        assert spec.loader is not None
        module = importlib.util.module_from_spec(spec)
        # Not in the place of a module that is there already: `random.py` is a fine name for a bot's file.
        sys.modules.setdefault(path.stem, module)
        spec.loader.exec_module(module)
    else:
        sys.path.insert(0, folder)
        try:
            module = importlib.import_module(place)
        except ModuleNotFoundError as error:
            if error.name is None or not (place == error.name or place.startswith(f"{error.name}.")):
                raise
            raise BadBotError(f"there is no module '{place}'", "missing") from None
    found = getattr(module, name, None)
    if found is None:
        known = [key for key, value in vars(module).items() if _is_bot(value)]
        said = f"; it has {', '.join(known)}" if known else "; it has no class that is a Bot"
        raise BadBotError(f"'{place}' has no class '{name}'{said}", "missing")
    if not _is_bot(found):
        raise BadBotError(f"'{name}' in '{place}' is not a class made from schneider_league.bots.base.Bot")
    if found.play is Bot.play:
        raise BadBotError(f"'{name}' in '{place}' has no method play(self, turn)")
    return found  # type: ignore[no-any-return]


def _is_bot(value: object) -> bool:
    return isinstance(value, type) and issubclass(value, Bot) and value is not Bot


_TRUTH: Final = {"yes": True, "true": True, "1": True, "no": False, "false": False, "0": False}


def set_options(bot: type[Bot], options: tuple[tuple[str, str], ...]) -> None:
    """Set options that are given as text, each to a value of its default's type.

    Raises:
        BadBotError: it has no such option, or this is no value for it.
    """
    known = options_of(bot)
    for name, text in options:
        if name not in known:
            has = f"it has {', '.join(known)}" if known else "it has none"
            raise BadBotError(f"there is no option '{name}': {has}", "option")
        default = known[name]
        value: OptionValue
        try:
            if isinstance(default, bool):
                value = _TRUTH[text.lower()]
            else:
                value = type(default)(text)
        except (KeyError, ValueError):
            wanted = "yes or no" if isinstance(default, bool) else f"of type {type(default).__name__}"
            raise BadBotError(f"option '{name}' is {wanted}, not '{text}'", "option") from None
        setattr(bot, name, value)


Playing = tuple[Bot, Callable[[Turn], object], Sight, list[int]]
"""A deal at play with what is wanted at each turn: the object, its `play`, what it sees, and what has happened."""


class Bots(dict[int, Playing]):
    """The deals at play by slot; an object is made when first asked for, so that this is part of its first answer."""

    def __init__(self, bot: type[Bot], rules: Ruleset, target: int | None) -> None:
        super().__init__()
        self._bot, self._rules, self._target = bot, rules, target
        bot.rules = rules
        self.dealt: dict[int, tuple[int, int, int, int, int, int]] = {}
        """Deals without an object so far: number, side, turned-up card, seed, one's own score and the other's."""

    def __missing__(self, slot: int) -> Playing:
        number, side, turned, seed, score, other_score = self.dealt.pop(slot)
        # Everything is there before __init__ runs, so that no bot has to call the base's.
        bot = self._bot.__new__(self._bot)
        bot.deal = DealInfo(number, side == 1, (score, other_score), self._target)
        bot._seed = seed
        bot._sight = sight = Sight(self._rules, side, turned)
        self[slot] = playing = (bot, bot.play, sight, sight.history)
        bot.__init__()  # type: ignore[misc]
        return playing


class Host:
    """Answers frames until there are no more."""

    def __init__(self, asks: int, answers: int) -> None:
        self._asks = os.fdopen(asks, "rb", buffering=1 << 16)
        self._answers = answers
        self._pid = os.getpid()

    def run(self) -> None:
        """Say what bot this is, then answer."""
        setup = self._read(_unpickle)
        if setup is None:
            return
        with open(setup.progress, "r+b") as file:
            progress = memoryview(mmap.mmap(file.fileno(), PROGRESS_SIZE)).cast("q")
        bot: type[Bot] = Bot
        try:
            bot = load_bot(setup.source, setup.folder)
            set_options(bot, setup.options)
            said: dict[str, object] = {
                "name": str(bot.name),
                "version": str(bot.version),
                "author": str(bot.author),
                "deterministic": bool(bot.deterministic),
                "options": options_of(bot),
                "ends": bot.end is not Bot.end,
            }
        except BadBotError as error:
            said = {"error": str(error), "kind": error.kind}
        except BaseException as error:  # noqa: BLE001 - whatever the bot's file does is the bot's fault
            _log_exception("loading the bot", error)
            said = {"error": f"its file raises {_in_words(error)}", "kind": "bad"}
        self._answer(b"", said)
        if "error" not in said:
            self._serve(bot, setup, progress)

    def _serve(self, kind: type[Bot], setup: Setup, progress: memoryview[int]) -> None:
        new_turn, black, red = tuple.__new__, BLACK, RED
        bots = Bots(kind, setup.rules, setup.target)
        late_after = setup.late_after
        clock = time.perf_counter
        while (frame := self._read(marshal.loads)) is not None:
            cpu = time.process_time()
            ends, begins, rows = frame
            failures: list[tuple[int, str, str]] = []
            for slot, result in ends:
                text = _end(bots, slot, result)
                if text:
                    failures.append((-1, "crash", text))
            for slot, *dealt in begins:
                bots.dealt[slot] = tuple(dealt)
            choices = bytearray()
            add = choices.append
            begun = clock()
            if isinstance(rows, bytes):
                numbers = iter(memoryview(rows).cast("q"))
                rows = zip(numbers, numbers, numbers, numbers, numbers, strict=True)
            for row in rows:
                slot, hand, legal, lead, news = row
                progress[0] = slot
                try:
                    bot, play, sight, history = bots[slot]
                    while news:
                        history.append(news & (1 << NEWS_BITS) - 1)
                        news >>= NEWS_BITS
                    if lead != ANNOUNCING:
                        cards = black[legal & 0xFFFF] + red[legal >> 16]
                        card = play(new_turn(Turn, (hand, legal, lead, sight, len(history), cards)))
                        if card.__class__ is Card and legal >> card & 1:
                            add(card)
                        else:
                            add(_card(card, legal))
                    else:
                        turn = new_turn(Turn, (hand, legal, lead, sight, len(history), ()))
                        add(_announcement(bot.announce(turn), legal))
                except BaseException as error:  # noqa: BLE001 - whatever a bot raises is the bot's fault
                    failures.append((len(choices), *_judge(error, bots, row)))
                    add(FAILED)
                now = clock()
                if now - begun > late_after:
                    _judge_late(now - begun, choices, failures)
                    now = clock()
                begun = now
            progress[0] = IDLE
            self._answer(choices, failures, time.process_time() - cpu)

    def _read(self, loads: Callable[[bytes], Any]) -> Any:
        head = self._asks.read(ASK_HEAD.size)
        if len(head) < ASK_HEAD.size:
            return None
        (size,) = ASK_HEAD.unpack(head)
        text = self._asks.read(size)
        return loads(text) if len(text) == size else None

    def _answer(self, choices: bytes | bytearray, said: object, cpu: float = 0.0) -> None:
        if os.getpid() != self._pid:
            os._exit(0)  # a copy that the bot forked off came back from `play`; only one of them answers
        text = json.dumps(said).encode() if said else b""
        answer = memoryview(ANSWER_HEAD.pack(len(choices), len(text), cpu) + choices + text)
        while answer:
            answer = answer[os.write(self._answers, answer) :]


class _IllegalError(Exception):
    """What was chosen is not on offer."""


def _judge(error: BaseException, bots: Bots, row: Row) -> tuple[str, str]:
    """The cause of a deal's loss and the reason in words; what was raised goes to the log."""
    if isinstance(error, _IllegalError):
        return "illegal", str(error)
    playing = bots.get(row[0])
    number = playing[0].deal.number if playing is not None else "?"
    kind = "announce" if row[LEAD] == ANNOUNCING else "lead" if row[LEAD] < 0 else "respond"
    _log_exception(f"deal {number}, turn to {kind}", error)
    return "crash", f"raised {_in_words(error)}"


def _judge_late(seconds: float, choices: bytearray, failures: list[tuple[int, str, str]]) -> None:
    """Make the last answer a late one, whatever it was, unless the bot crashed."""
    if choices[-1] == FAILED:
        if failures[-1][1] == "crash":
            return
        failures.pop()
    choices[-1] = FAILED
    failures.append((len(choices) - 1, "time", f"answered after {seconds:.3f} s"))


def _card(card: object, legal: int) -> int:
    """The number of a card however it was said."""
    number: object = card
    if isinstance(card, str):
        number = _SPELLINGS.get(card)
    if isinstance(number, int) and not isinstance(number, bool) and 0 <= number < 32 and legal >> number & 1:
        return int(number)
    raise _IllegalError(f"play returned {_repr(card)}, which is not one of turn.legal")


def _announcement(announced: object, legal: int) -> int:
    number = _ANNOUNCED.get(announced) if announced is None or isinstance(announced, str) else None
    if number is None or (number != NO_ANNOUNCEMENT and not legal >> number & 1):
        raise _IllegalError(f"announce returned {_repr(announced)}, which is not one of turn.choices")
    return int(number)


def _end(bots: Bots, slot: int, result: tuple[int, int, int, int, str, bool | None] | None) -> str:
    """Let a deal's object go, and tell it how the deal ended unless it is played again; why it failed, if it did."""
    dealt = bots.dealt.pop(slot, None)
    playing = bots.pop(slot, None)
    if playing is None or result is None or dealt is not None:
        return ""
    bot = playing[0]
    units, other_units, points, other_points, cause, by_me = result
    try:
        bot.end(Result((units, other_units), (points, other_points), cause, by_me))
    except BaseException as error:  # noqa: BLE001 - whatever a bot raises is the bot's fault
        _log_exception(f"after deal {bot.deal.number}", error)
        return f"raised {_in_words(error)} in `end` of deal {bot.deal.number}"
    return ""


def _repr(value: object) -> str:
    """What a bot returned, in at most 60 characters."""
    try:
        text = repr(value)
    except BaseException:  # noqa: BLE001 - a bot's own __repr__
        text = f"a {type(value).__name__}"
    return text if len(text) <= 60 else text[:59] + "…"


def _in_words(error: BaseException) -> str:
    name = type(error).__name__
    try:
        text = str(error)
    except BaseException:  # noqa: BLE001 - a bot's own __str__
        text = ""
    first = text.splitlines()[0] if text else ""
    return f"{name}: {first[:200]}" if first else name


def _log_exception(where: str, error: BaseException) -> None:
    """Write the traceback to the log, from the bot's own lines on."""
    trace = error.__traceback__
    while trace is not None and trace.tb_frame.f_globals.get("__name__") == __name__:
        trace = trace.tb_next
    with contextlib.suppress(BaseException):  # its __str__ may raise, and so may a sys.stderr that the bot replaced
        lines = traceback.format_exception(type(error), error, trace)
        os.write(2, f"{where}:\n{''.join(lines)}".encode(errors="backslashreplace"))


def _unpickle(text: bytes) -> Setup:
    setup: Setup = pickle.loads(text)
    return setup


def main() -> None:
    """Take the pipes off the standard streams, and answer."""
    asks, answers = os.dup(0), os.dup(1)
    nothing = os.open(os.devnull, os.O_RDONLY)
    os.dup2(nothing, 0)
    os.close(nothing)
    os.dup2(2, 1)
    for stream in (sys.stdout, sys.stderr):
        # What was printed before a crash is in the log, and nothing that is printed can fail to be written.
        stream.reconfigure(encoding="utf-8", errors="backslashreplace", write_through=True)  # type: ignore[union-attr]
    sys.argv = ["bot"]
    Host(asks, answers).run()
    os._exit(0)  # no threads or exit functions of the bot's keep the process


if __name__ == "__main__":
    main()
