"""Which bot a text means."""

from __future__ import annotations

import pytest

from schneider_league.bots.builtin import NAMES, Builtin
from schneider_league.bots.registry import BotKind, BotSpec, list_bots, parse_bot, parse_bots
from schneider_league.errors import LeagueError, NotFoundError, UsageError

# text -> name, kind, source, options
READ = {
    "random": ("random", BotKind.BUILTIN, "random", ()),
    "Greedy": ("greedy", BotKind.BUILTIN, "greedy", ()),
    "sampler:samples=20": ("sampler:samples=20", BotKind.BUILTIN, "sampler", (("samples", "20"),)),
    "my_bot.py:MyBot": ("MyBot", BotKind.PYTHON, "my_bot.py:MyBot", ()),
    "some where/my.bot.py:MyBot": ("MyBot", BotKind.PYTHON, "some where/my.bot.py:MyBot", ()),
    r"C:\bots\my.py:MyBot": ("MyBot", BotKind.PYTHON, r"C:\bots\my.py:MyBot", ()),
    "my_bot.py:MyBot:depth=3,fast=yes": (
        "MyBot",
        BotKind.PYTHON,
        "my_bot.py:MyBot",
        (("depth", "3"), ("fast", "yes")),
    ),
    "package.module:Bot": ("Bot", BotKind.PYTHON, "package.module:Bot", ()),
    "module:Bot:depth=3": ("Bot", BotKind.PYTHON, "module:Bot", (("depth", "3"),)),
    "cmd:./foo": ("foo", BotKind.PROCESS, "./foo", ()),
    "cmd:python3 bots/foo.py --level 3": ("foo", BotKind.PROCESS, "python3 bots/foo.py --level 3", ()),
    "cmd:/usr/bin/env python3.11 -u foo.py": ("foo", BotKind.PROCESS, "/usr/bin/env python3.11 -u foo.py", ()),
    "cmd:node 'my bots/foo bar.js'": ("foo bar", BotKind.PROCESS, "node 'my bots/foo bar.js'", ()),
    "cmd:sh -c 'exec ./x'": ("sh", BotKind.PROCESS, "sh -c 'exec ./x'", ()),
    "cmd:bash -lc ./x": ("bash", BotKind.PROCESS, "bash -lc ./x", ()),
    "cmd:sh -e x.sh": ("x", BotKind.PROCESS, "sh -e x.sh", ()),
    "cmd:node -e 'let a'": ("node", BotKind.PROCESS, "node -e 'let a'", ()),
    "cmd:/usr/bin/env perl -wne print": ("env", BotKind.PROCESS, "/usr/bin/env perl -wne print", ()),
    "cmd:perl -w x.pl": ("x", BotKind.PROCESS, "perl -w x.pl", ()),
    "cmd:python3 -E x.py": ("x", BotKind.PROCESS, "python3 -E x.py", ()),
    "cmd:php -r 'echo 1;'": ("php", BotKind.PROCESS, "php -r 'echo 1;'", ()),
    "cmd:python3": ("python3", BotKind.PROCESS, "python3", ()),
}


@pytest.mark.parametrize("text", READ)
def test_a_text_means_a_bot(text: str) -> None:
    name, kind, source, options = READ[text]
    assert parse_bot(text) == BotSpec(name, kind, source, text, options)


# text -> error, in its message, in its hint
REFUSED = {
    "": (UsageError, "empty", "random"),
    "gredy": (NotFoundError, "no bot 'gredy'", "did you mean 'greedy'?"),
    "my_bot.py": (UsageError, "not the class", "my_bot.py:ClassName"),
    "./my_bot": (NotFoundError, "no bot './my_bot'", "cmd:./my_bot"),
    "python3 my_bot.py x": (NotFoundError, "no bot", "cmd:python3 my_bot.py x"),
    "random:depth=3": (UsageError, "no option 'depth'", "no options"),
    "sampler:depth=3": (UsageError, "no option 'depth'", "samples"),
    "sampler:samples=0": (UsageError, "samples=0", ""),
    "sampler:samples=many": (UsageError, "samples=many", ""),
    "sampler:samples": (UsageError, "'samples' in", "option=value"),
    "sampler:samples=3,samples=4": (UsageError, "set twice", ""),
    "cmd:": (UsageError, "names no program", "cmd:./my_bot"),
    "cmd:./foo 'bar": (UsageError, "quote is never closed", ""),
}


@pytest.mark.parametrize("text", REFUSED)
def test_what_means_no_bot_says_why(text: str) -> None:
    error, message, hint = REFUSED[text]
    with pytest.raises(error) as raised:
        parse_bot(text)
    assert message in raised.value.message
    assert hint in (raised.value.hint or "")


def test_the_same_bot_twice_has_two_names() -> None:
    names = [spec.name for spec in parse_bots(["random", "greedy", "random", "Random", "cmd:./greedy"])]
    assert names == ["random", "greedy", "random#2", "random#3", "greedy#2"]


def test_options_are_set_by_name() -> None:
    bots = parse_bots(["sampler", "sampler:samples=9", "cmd:./foo.x"], ["sampler.samples=7", "foo.depth=2=3"])
    assert [spec.options for spec in bots] == [(("samples", "7"),), (("samples", "9"),), (("depth", "2=3"),)]
    assert bots[0].built_in() == Builtin("sampler", 7)
    both = parse_bots(["sampler", "sampler"], ["sampler.samples=7", "sampler#2.samples=8"])
    assert [spec.built_in().samples for spec in both] == [7, 8]


@pytest.mark.parametrize(
    ("option", "message"),
    [
        ("samples=7", "no option of a bot"),
        ("sampler.samples", "no option of a bot"),
        ("greedy.samples=7", "names no bot"),
        ("sampler.depth=7", "no option 'depth'"),
        ("sampler.samples=x", "samples=x"),
    ],
)
def test_options_that_fit_nothing(option: str, message: str) -> None:
    with pytest.raises(UsageError, match=message):
        parse_bots(["sampler", "random"], [option])


def test_all_built_in_bots_are_listed() -> None:
    known = [bot.name for bot in list_bots() if bot.origin == "built in"]
    assert tuple(known) == NAMES
    assert all(isinstance(parse_bot(name).built_in(), Builtin) for name in known)


def test_every_refusal_is_one_that_a_user_can_mend() -> None:
    for text in REFUSED:
        with pytest.raises(LeagueError):
            parse_bots([text])
