"""Which bot a text means: a built-in's name, a Python class, an installed entry point, a command line."""

from __future__ import annotations

import difflib
import re
import shlex
from collections.abc import Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from typing import Final, NamedTuple

from schneider_league.bots.builtin import KINDS, NAMES, Builtin, Kind
from schneider_league.errors import LeagueError, NotFoundError, UsageError

COMMAND: Final = "cmd:"
_FILE = re.compile(r"(?P<source>.+\.py:[^\W\d]\w*)(?::(?P<options>.*))?", re.DOTALL)
_CLASS = re.compile(r"(?P<source>[^\W\d]\w*(?:\.[^\W\d]\w*)*:[^\W\d]\w*)(?::(?P<options>.*))?", re.DOTALL)
_NAMED = re.compile(r"(?P<source>[^:]+)(?::(?P<options>.*))?", re.DOTALL)
_INTERPRETERS: Final = frozenset(
    ("python", "pypy", "node", "deno", "bun", "ruby", "perl", "lua", "php", "sh", "bash", "dash", "zsh", "env", "java")
)
_PROGRAM_FOLLOWS: Final = {
    "-[A-Za-z]*c": frozenset(("python", "pypy", "sh", "bash", "dash", "zsh")),
    "-[A-Za-z]*[eE]|-p|--eval|--print": frozenset(("node", "bun", "ruby", "perl", "lua")),
    "-r": frozenset(("php",)),
}
"""What tells which interpreters that their next word is the program itself."""


class BotKind(StrEnum):
    """What a bot is."""

    BUILTIN = "built-in"
    PYTHON = "python"
    PROCESS = "process"


@dataclass(frozen=True, slots=True)
class BotSpec:
    """A bot that takes part: what is needed to start it. Nothing is started or looked for yet."""

    name: str
    """As it is shown; no two bots of a run have the same."""
    kind: BotKind
    source: str
    """A built-in's name; `file.py:Class`, `module:Class` or an entry point's name; a command line."""
    text: str
    """As it was typed."""
    options: tuple[tuple[str, str], ...] = ()
    """Names and values as they were typed, each name once."""

    @property
    def argv(self) -> tuple[str, ...]:
        """The words of the command line of a process."""
        return tuple(shlex.split(self.source))

    def built_in(self) -> Builtin:
        """The built-in bot that this one is."""
        return Builtin(self.source, **{name: int(value) for name, value in self.options})


class KnownBot(NamedTuple):
    """A bot that is there to be named."""

    name: str
    idea: str
    """A sentence for a built-in, `module:Class` for an installed one."""
    options: tuple[str, ...]
    """What may be set, in words."""
    origin: str
    """`built in` or `installed`."""


def list_bots() -> list[KnownBot]:
    """The built-in bots, the weakest first, then the installed ones."""
    known = [
        KnownBot(
            kind.name,
            kind.idea,
            tuple(f"{each.name}={each.default} ({each.least} to {each.most}): {each.meaning}" for each in kind.options),
            "built in",
        )
        for kind in KINDS
    ]
    return known + [KnownBot(name, value, (), "installed") for name, value in sorted(_entry_points().items())]


def parse_bots(texts: Sequence[str], options: Sequence[str] = ()) -> tuple[BotSpec, ...]:
    """The bots that take part, each with a name of its own: the second of two equal ones is `NAME#2`.

    Args:
        texts: One for each bot.
        options: `BOT.name=value` each; BOT is a bot's name, and means all that are called so.

    Raises:
        UsageError: a text or an option cannot be read.
        NotFoundError: there is no such bot.
    """
    specs = [parse_bot(text) for text in texts]
    specs = _with_options(_with_own_names(specs), specs, options)
    return tuple(specs)


def parse_bot(text: str) -> BotSpec:
    """The bot that a text means.

    Raises:
        UsageError: the text or one of its options cannot be read.
        NotFoundError: there is no such bot.
    """
    if text.startswith(COMMAND):
        return _parse_command(text)
    for shape in (_FILE, _CLASS):
        if match := shape.fullmatch(text):
            if "=" in match["source"] or (shape is _CLASS and match["source"].partition(":")[0] in NAMES):
                continue
            options = _parse_options(text, match["options"])
            name = match["source"].rpartition(":")[2]
            return BotSpec(name, BotKind.PYTHON, match["source"], text, options)
    if text.endswith(".py"):
        raise UsageError(
            f"'{text}' names a file, but not the class in it", hint=f"write {text}:ClassName; bot new shows a bot"
        )
    match = _NAMED.fullmatch(text)
    if match is None:
        raise UsageError("a bot's name is empty", hint=f"known are {_listed()}")
    options = _parse_options(text, match["options"])
    source = match["source"].strip()
    kind = next((kind for kind in KINDS if kind.name == source.lower()), None)
    if kind is not None:
        _check_options(kind, options, text)
        return BotSpec(_called(kind.name, options), BotKind.BUILTIN, kind.name, text, options)
    if source in _entry_points():
        return BotSpec(_called(source, options), BotKind.PYTHON, source, text, options)
    raise _unknown(text, source)


def _parse_command(text: str) -> BotSpec:
    line = text.removeprefix(COMMAND).strip()
    try:
        words = shlex.split(line)
    except ValueError as error:
        reason = "a quote is never closed" if "quot" in str(error) else "it ends in a backslash"
        raise UsageError(
            f"the command line of '{text}' cannot be split: {reason}", hint="quote it as a shell wants it"
        ) from None
    if not words:
        raise UsageError(f"'{text}' names no program", hint="as in 'cmd:./my_bot' or 'cmd:python3 my_bot.py'")
    return BotSpec(_name_of_command(words), BotKind.PROCESS, line, text)


def _name_of_command(words: Sequence[str]) -> str:
    """The program that a command line runs, or the script if it is an interpreter, without folder and ending."""
    programs = [re.split(r"[\\/]", word)[-1] for word in words]
    interpreter = re.sub(r"[\d.]+$|\.exe$", "", programs[0])
    if interpreter in _INTERPRETERS:
        for word, program in zip(words[1:], programs[1:], strict=True):
            if any(interpreter in those and re.fullmatch(text, word) for text, those in _PROGRAM_FOLLOWS.items()):
                break  # a program in words has no name
            if program and not word.startswith("-"):
                if program.rstrip("0123456789.") not in _INTERPRETERS:
                    programs[0] = program
                    break
                interpreter = program.rstrip("0123456789.")  # of env
    stem = re.sub(r"(?<=.)\.\w{1,4}$", "", programs[0])
    return " ".join(stem.split())[:60] or "bot"


def _parse_options(text: str, given: str | None) -> tuple[tuple[str, str], ...]:
    found: dict[str, str] = {}
    for part in given.split(",") if given else ():
        name, equals, value = part.partition("=")
        if not equals or not name.strip():
            raise UsageError(f"'{part}' in '{text}' is no option", hint="write NAME:option=value,option=value")
        if name.strip() in found:
            raise UsageError(f"'{name.strip()}' is set twice in '{text}'")
        found[name.strip()] = value.strip()
    return tuple(found.items())


def _check_options(kind: Kind, options: Sequence[tuple[str, str]], text: str) -> None:
    for name, value in options:
        option = next((each for each in kind.options if each.name == name), None)
        if option is None:
            has = ", ".join(each.name for each in kind.options)
            hint = f"it has {has}" if has else "it has no options"
            raise UsageError(f"'{kind.name}' has no option '{name}' ('{text}')", hint=hint)
        if not re.fullmatch(r"[0-9]{1,9}", value) or not option.least <= int(value) <= option.most:
            raise UsageError(
                f"{name}={value} in '{text}': {name} is a whole number from {option.least} to {option.most}",
                hint=option.meaning,
            )


def _called(name: str, options: Sequence[tuple[str, str]]) -> str:
    return f"{name}:{','.join(f'{key}={value}' for key, value in options)}" if options else name


def _with_own_names(specs: Sequence[BotSpec]) -> list[BotSpec]:
    taken: set[str] = set()
    own = []
    for spec in specs:
        name, number = spec.name, 1
        while name.lower() in taken:
            number += 1
            name = f"{spec.name}#{number}"
        taken.add(name.lower())
        own.append(replace(spec, name=name))
    return own


def _with_options(own: list[BotSpec], specs: Sequence[BotSpec], options: Sequence[str]) -> list[BotSpec]:
    for option in options:
        target, equals, value = option.partition("=")
        called, dot, name = target.rpartition(".")
        if not equals or not dot or not called or not name:
            raise UsageError(f"'{option}' is no option of a bot", hint="write --option BOT.name=value")
        meant = [place for place, spec in enumerate(own) if spec.name == called]
        meant = meant or [place for place, spec in enumerate(specs) if spec.name == called]
        if not meant:
            names = ", ".join(spec.name for spec in own)
            raise UsageError(f"'{option}' names no bot of this run", hint=f"taking part are {names}")
        for place in meant:
            spec = own[place]
            changed = replace(spec, options=tuple({**dict(spec.options), name: value}.items()))
            if spec.kind is BotKind.BUILTIN:
                kind = next(kind for kind in KINDS if kind.name == spec.source)
                _check_options(kind, changed.options, option)
            own[place] = changed
    return own


def _entry_points() -> dict[str, str]:
    from schneider_league.bots.python_seat import entry_points

    return entry_points()


def _listed() -> str:
    return ", ".join([*NAMES, *sorted(_entry_points())])


def _unknown(text: str, source: str) -> LeagueError:
    close = difflib.get_close_matches(source.lower(), [*NAMES, *_entry_points()], 1, 0.6)
    hint = f"did you mean '{close[0]}'? " if close else ""
    if re.search(r"[\\/ ]", source) or source.startswith("."):
        hint += f"a program is named as 'cmd:{text}'; "
    hint += f"known are {_listed()}; also file.py:Class, module:Class and cmd:COMMAND LINE"
    return NotFoundError(f"there is no bot '{text}'", hint=hint, candidates=close)
