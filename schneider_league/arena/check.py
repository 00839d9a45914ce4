"""`bot check`: does a bot do what is expected of it? One finding for each message of the protocol, with advice."""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import replace
from enum import StrEnum
from typing import Final, NamedTuple

from schneider_league.arena.check_play import (
    RULESETS,
    Asked,
    ErrorOutput,
    Listener,
    Played,
    Watcher,
    WordySeat,
    play_all,
    play_one_ruleset,
)
from schneider_league.bots.handshake import Command, Timing
from schneider_league.bots.playback import play_back
from schneider_league.bots.process import ProcessSeat
from schneider_league.bots.protocol import ANNOUNCE
from schneider_league.bots.seat import Cause, Seat
from schneider_league.errors import UnreadableError
from schneider_league.game.ruleset import Ruleset


class Verdict(StrEnum):
    """How a message was handled."""

    OK = "ok"
    WRONG = "wrong"
    """It loses deals, or does not start."""
    WARNING = "warning"
    """It costs nothing, but is hardly meant."""
    NOT_SEEN = "not seen"
    """It did not come to that."""


class Finding(NamedTuple):
    """What is to be said of a message."""

    message: str
    """The protocol's word, or what else was looked at."""
    verdict: Verdict
    found: str
    advice: str = ""


def check_playback(command: Command, trace: str, *, timing: Timing | None = None) -> Iterator[Finding]:
    """Findings of a program that is told what stands in a trace.

    Raises:
        LeagueError: the trace cannot be read, or the bot does not start.
    """
    came = play_back(command, trace, timing=timing)
    found = f"{came.turns} turns of {came.who}: {came.same} answered as recorded, {came.different} otherwise"
    if came.failure:
        yield Finding("trace", Verdict.WRONG, f"{found}; {came.failure}", "the trace cannot be played further")
    else:
        advice = "a bot that is deterministic answers as it did" if came.different else ""
        yield Finding("trace", Verdict.WARNING if came.different else Verdict.OK, found, advice)
    for difference in came.differences:
        yield Finding(f"turn {difference.at}", Verdict.WARNING, f"{difference.recorded} recorded, now {difference.now}")


def check_seat(
    open_seat: Callable[[Ruleset], Seat], *, move_ms: int = 1000, is_deterministic: bool = True
) -> Iterator[Finding]:
    """Findings of a bot that is no program: it speaks no protocol, but has to play.

    `is_deterministic` says whether it promises to be.
    """
    games = [play_one_ruleset(open_seat, ruleset, move_ms) for ruleset in RULESETS]
    asked = [each for watcher, _ in games for each in watcher.asked]
    played = [each for _, results in games for each in results]
    yield from _judge_play(asked, played, move_ms)
    if any(each.result.cause is not Cause.NORMAL for each in played):
        yield Finding("deterministic", Verdict.NOT_SEEN, _NOT_LOOKED_AT)
        return
    again = [each for ruleset in RULESETS for each in play_one_ruleset(open_seat, ruleset, move_ms)[1]]
    yield _judge_determinism(is_deterministic, played, again)


def check_command(command: Command, *, move_ms: int = 1000, timing: Timing | None = None) -> Iterator[Finding]:
    """Findings of a program, in the order of a conversation.

    Raises:
        LeagueError: there is no such program, the system does not run it, or an option does not fit.
    """
    listener = Listener()
    errors = ErrorOutput()
    seat = WordySeat(command, log=errors, trace=listener, timing=timing, secret=b"check")
    began = time.monotonic()
    try:
        introduction = seat.start()
    except UnreadableError as error:
        yield Finding("ready", Verdict.WRONG, error.message, error.hint or "")
        return
    took = time.monotonic() - began
    yield Finding("ready", Verdict.OK, f"version {introduction.protocol}, {took:.2f} s after the start")
    if introduction.name is None:
        yield Finding("id", Verdict.NOT_SEEN, "it states no name", "id name=… version=… says in a table who it is")
    else:
        named = " ".join(filter(None, (introduction.name, introduction.version)))
        by = f", by {introduction.author}" if introduction.author else ""
        yield Finding("id", Verdict.OK, f"{named}{by}")
    if seat.start_faults:
        yield Finding("option", Verdict.WARNING, seat.start_faults[0], "option name=depth type=int default=3 min=1")
    elif introduction.options:
        names = ", ".join(f"{option.name} ({option.type})" for option in introduction.options)
        yield Finding("option", Verdict.OK, names)
    else:
        yield Finding("option", Verdict.NOT_SEEN, "it has none")
    watcher = Watcher(seat)
    try:
        played = play_all(watcher, move_ms)
    finally:
        quit_after = _close_and_time(seat)
    has_failed = any(each.result.cause is not Cause.NORMAL for each in played)
    if has_failed:
        yield Finding("setoption", Verdict.NOT_SEEN, _NOT_LOOKED_AT)
    else:
        yield from _judge_options(command, seat, timing, move_ms)
    yield from _judge_lines(listener)
    if errors.size:
        yield Finding("standard error", Verdict.OK, f"{errors.size} bytes, the last lines: '{errors.last_lines}'")
    else:
        yield Finding("standard error", Verdict.NOT_SEEN, "nothing")
    yield from _judge_play(watcher.asked, played, move_ms)
    yield from _judge_end(seat, quit_after, timing or Timing())
    if has_failed:
        yield Finding("deterministic", Verdict.NOT_SEEN, _NOT_LOOKED_AT)
        return
    again = Watcher(WordySeat(command, timing=timing, secret=b"check"))
    try:
        repeated = play_all(again, move_ms)
    finally:
        again.close()
    yield _judge_determinism(introduction.is_deterministic, played, repeated)


def _close_and_time(seat: ProcessSeat) -> float:
    began = time.monotonic()
    seat.close()
    return time.monotonic() - began


def _judge_options(command: Command, seat: ProcessSeat, timing: Timing | None, move_ms: int) -> Iterator[Finding]:
    """Set each option to its own default, and see whether it plays."""
    options = seat.introduction.options if seat.introduction is not None else ()
    given = {name for name, _ in command.options}
    defaults = tuple((option.name, option.default) for option in options if option.name not in given and option.default)
    if not defaults:
        if given:
            yield Finding("setoption", Verdict.OK, f"{len(given)} set")
        else:
            yield Finding("setoption", Verdict.NOT_SEEN, "there is nothing to set")
        return
    with_defaults = replace(command, options=(*command.options, *defaults))
    _, played = play_one_ruleset(
        lambda _: ProcessSeat(with_defaults, timing=timing, secret=b"check"), RULESETS[0], move_ms
    )
    result = next((each.result for each in played if each.result.cause is not Cause.NORMAL), played[0].result)
    if result.cause is Cause.NORMAL:
        yield Finding("setoption", Verdict.OK, f"{len(defaults)} set to their defaults, and it plays")
    else:
        yield Finding("setoption", Verdict.WRONG, f"set to their defaults it fails: {result.text}", "no answer is due")


def _judge_lines(listener: Listener) -> Iterator[Finding]:
    if "7" in listener.pongs:
        missing = listener.sent["ping"] - listener.received["pong"]
        found = f"{listener.received['pong']} answered" + (f", {missing} not" if missing > 0 else "")
        yield Finding("ping", Verdict.OK, found)
    else:
        yield Finding("ping", Verdict.WARNING, "no pong comes", "answer 'ping 7' by 'pong 7'; it is never punished")
    for word in ("match", "rules", "deal", "trick", "announced", "draw", "error", "dealend", "matchend"):
        count = listener.sent[word]
        verdict = Verdict.OK if count else Verdict.NOT_SEEN
        yield Finding(word, verdict, f"{count} told" if count else "it did not come to that")
    infos = listener.received["info"]
    verdict = Verdict.OK if infos else Verdict.NOT_SEEN
    yield Finding("info", verdict, f"{infos} came, and go to the log" if infos else "none came, and none is needed")
    if listener.received["strange"]:
        yield Finding(
            "other lines",
            Verdict.WARNING,
            f"{listener.received['strange']} that mean nothing, such as '{listener.strange}'",
            'what is not for the runner belongs on standard error, or in info text="…"',
        )
    else:
        yield Finding("other lines", Verdict.OK, "none; lines and keys that it cannot know were ignored")
    plays = listener.received["play"]
    if listener.surplus:
        found = f"{listener.surplus} of {plays} answer nothing"
        yield Finding("play", Verdict.WARNING, found, "one play for each turn, with its at=")
    elif plays:
        yield Finding("play", Verdict.OK, f"{plays}, one for each turn")
    else:
        yield Finding("play", Verdict.NOT_SEEN, "none came")


def _judge_play(asked: list[Asked], played: list[Played], move_ms: int) -> Iterator[Finding]:
    for kind in ("lead", "respond", ANNOUNCE):
        answers = [each.answer for each in asked if each.kind == kind]
        if not answers:
            yield Finding(f"turn {kind}", Verdict.NOT_SEEN, "it did not come to that")
            continue
        failed = [answer for answer in answers if answer.cause is not Cause.NORMAL]
        slowest = max(answer.seconds for answer in answers)
        found = f"{len(answers)} asked, the slowest answer after {slowest * 1000:.1f} ms of {move_ms}"
        if failed:
            cause = failed[0].cause
            yield Finding(
                f"turn {kind}", Verdict.WRONG, f"{len(failed)} of {found}; {cause}: {failed[0].text}", _ADVICE[cause]
            )
        elif slowest * 1000 > move_ms / 2:
            yield Finding(f"turn {kind}", Verdict.WARNING, found, "on a busy machine that may become too late")
        else:
            yield Finding(f"turn {kind}", Verdict.OK, found)
    bad = [each for each in played if each.result.cause is not Cause.NORMAL]
    names = list(dict.fromkeys(each.ruleset.name for each in played))
    if bad:
        lost = Counter(f"{each.result.cause} in {each.ruleset.name}" for each in bad)
        found = ", ".join(f"{count} × {what}" for what, count in lost.items())
        first = bad[0].result
        yield Finding("deals", Verdict.WRONG, f"of {len(played)} deals {found}; {first.text}", _ADVICE[first.cause])
    else:
        yield Finding("deals", Verdict.OK, f"{len(played)} played to the end, in {', '.join(names)}")


_NOT_LOOKED_AT: Final = "not looked at, since deals were lost otherwise than by play"
_ADVICE: Final = {
    Cause.NORMAL: "",
    Cause.TIME: "answer within move-ms of the match line",
    Cause.STALL: "answer each turn, flush after every line, read all that comes",
    Cause.ILLEGAL: "answer with a word from legal= or choices=, exactly as it stands there",
    Cause.CRASH: "it has to go on whatever it is asked, also after lines and in rulesets that it does not know",
    Cause.PROTOCOL: "lines of UTF-8 of at most 4096 bytes; play at=… card=… or play at=… announce=…",
    Cause.VOID: "",
    Cause.OUT: "it must be possible to start it again",
}


def _judge_end(seat: ProcessSeat, took: float, timing: Timing) -> Iterator[Finding]:
    if took < timing.quit and seat.last_end.startswith("it ended"):
        yield Finding("quit", Verdict.OK, f"{seat.last_end}, after {took:.2f} s")
    else:
        advice = f"exit within {timing.quit:g} s after 'quit', or when the input ends; after that it is killed"
        yield Finding("quit", Verdict.WARNING, f"{seat.last_end or 'it was gone before'}, after {took:.2f} s", advice)
    if seat.others_ended:
        found = f"{seat.others_ended} processes that it had started were still there, and were ended"
        yield Finding("other processes", Verdict.WARNING, found, "end what you start")


def _judge_determinism(is_promised: bool, played: list[Played], again: list[Played]) -> Finding:
    common = min(len(played), len(again))
    differing = sum(
        one.result.moves != other.result.moves
        for one, other in zip(played[:common], again[:common], strict=True)
        if one.ruleset is other.ruleset
    )
    if is_promised and differing:
        return Finding(
            "deterministic",
            Verdict.WRONG,
            f"promised, but {differing} of {common} deals went otherwise when they were played again",
            "take randomness from the seed of the deal alone, and keep nothing from deal to deal",
        )
    if is_promised:
        return Finding("deterministic", Verdict.OK, f"{common} deals went alike when they were played again")
    went = "all went alike" if not differing else f"{differing} went otherwise"
    return Finding("deterministic", Verdict.NOT_SEEN, f"not promised; of {common} deals played again {went}")
