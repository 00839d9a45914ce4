"""One deal record, trick by trick: as text to read, or as a report with a row for each trick."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from schneider_league.reports.cards import Alphabet, format_card
from schneider_league.reports.colour import paint
from schneider_league.reports.excerpt import DEFAULT_WIDTH, problem_lines
from schneider_league.reports.model import Column, Json, Report, Row
from schneider_league.reports.text import cell_width, make_visible, pad, reflowed, wrap

_COLOUR = re.compile("\x1b\\[[0-9;]*m")  # what `paint` adds; other escapes have been made visible
_LEAST = 4  # cells that lines have at least, however narrow the terminal is
_UNKNOWN_CARD = ("bad-card", "duplicate-card")  # problems behind which a play cannot be followed

if TYPE_CHECKING:
    from schneider_league.errors import Problem
    from schneider_league.records.playthrough import Playthrough, Step


def own_alphabet(played: Playthrough) -> Alphabet:
    """The alphabet that the record itself is written in."""
    stated = next((value for name, value in played.tags if name == "Cards"), "")
    return "german" if stated.lower() == "german" else "french"


def playthrough_lines(
    played: Playthrough, alphabet: Alphabet, *, width: int | None = None, colour: bool = False
) -> Iterator[str]:
    """The record as a person follows it, in lines with their ends; `width` is the terminal's in cells."""
    yield from _wrapped(_title(played), width, style="bold", colour=colour)
    facts = list(played.tags)
    if played.trump is not None:
        facts.append(("Trumps", played.trump))
    if played.turned is not None:
        facts.append(("Turned up", format_card(played.turned, alphabet)))
    yield from _facts(facts, width)
    yield from _comment(played.comment, width)
    for step in played.steps:
        yield "\n"
        yield from _step(played, step, alphabet, width, colour)
    yield "\n"
    yield from _wrapped(played.final, width, style="bold", colour=colour)
    told = {id(problem) for step in played.steps for problem in step.problems}
    others = [problem for problem in played.verdict.problems if id(problem) not in told]
    if others:
        yield "\n"
    yield from _problems(others, width, colour)


def _title(played: Playthrough) -> str:
    """Rules, deal and players; a name that is missing is said to be."""
    verdict = played.verdict
    if verdict.non_dealer and verdict.dealer:
        return played.title
    place = f", deal {verdict.deal}" if verdict.deal is not None else ""
    if verdict.non_dealer:
        names = f"{verdict.non_dealer} against a dealer without a name"
    elif verdict.dealer:
        names = f"a player without a name against {verdict.dealer}, who dealt"
    else:
        names = "two players without names"
    return f"{verdict.rules or 'unknown rules'}{place}: {names}"


def _facts(facts: Sequence[tuple[str, str]], width: int | None) -> Iterator[str]:
    """Tags and what is known besides, a line each; a name that takes half of the terminal has its own."""
    names = [make_visible(name) for name, _value in facts]
    lengths = [cell_width(name) for name in names]
    label = max((length for length in lengths if width is None or length <= width // 2), default=0)
    for name, length, (_name, value) in zip(names, lengths, facts, strict=True):
        if length > label:
            yield from _wrapped(name, width, lead="  ")
            yield from _wrapped(value, width, lead="    ")
        else:
            yield from _wrapped(value, width, lead=f"  {pad(name, label)}  ")


def _step(played: Playthrough, step: Step, alphabet: Alphabet, width: int | None, colour: bool) -> Iterator[str]:
    """One trick: both hands, what was played, drawn and announced, and the count."""
    yield paint(f"Trick {step.number}", "bold", colour) + "\n"
    names = [make_visible(step.leader), make_visible(step.responder)]
    hands = [
        [format_card(card, alphabet, colour=colour) for card in hand or ()]
        for hand in (step.leader_hand, step.responder_hand)
    ]
    plays = [
        f"{verb} {format_card(card, alphabet, colour=colour)}" if card is not None else ""
        for verb, card in (("leads", step.lead), ("plays", step.response))
    ]
    label = max(map(cell_width, names))
    room = max(_width(" ".join(hand)) for hand in hands)
    widest = 2 + label + 2 + (room + 2 if room else 0) + max(map(_width, plays))
    for name, hand, play, comment in zip(names, hands, plays, (step.lead_comment, None), strict=True):
        if width is not None and widest > width:
            yield from _folded_play(name, label, hand, play, width)
        elif hand or play:
            cards = " ".join(hand)
            shown = f"{cards}{' ' * (room - _width(cards))}  " if room else ""
            yield f"  {pad(name, label)}  {shown}{play}".rstrip() + "\n"
        yield from _comment(comment, width)
    for sentence in _sentences(played, step, alphabet, colour):
        yield from _flowed(sentence, width)
    yield from _comment(step.comment, width)
    yield from _problems(step.problems, width, colour)


def _folded_play(name: str, label: int, hand: Sequence[str], play: str, width: int) -> Iterator[str]:
    """A hand and what is played of it, on a terminal that is too narrow for one line."""
    indent = 2 + label + 2
    if indent > width // 2:
        yield from _wrapped(name, width, lead="  ")
        lead = indent = 4
    else:
        lead = 0
    lines = [*(_flow(hand, width - indent) if hand else ()), *([play] if play else ())]
    for index, line in enumerate(lines):
        start = f"  {pad(name, label)}  " if index == 0 and not lead else " " * indent
        yield f"{start}{line}\n"


def _sentences(played: Playthrough, step: Step, alphabet: Alphabet, colour: bool) -> Iterator[str]:
    """What came of the trick."""
    non_dealer, dealer = (
        make_visible(name) if name else side
        for name, side in (
            (played.verdict.non_dealer, "non-dealer"),
            (played.verdict.dealer, "dealer"),
        )
    )
    count = f"{non_dealer} {step.units[0]}, {dealer} {step.units[1]}"
    if step.winner is not None:
        yield f"{make_visible(step.winner)} takes the trick. {count}."
    elif any(problem.code.value in _UNKNOWN_CARD for problem in step.problems):
        yield f"What follows cannot be known. {count}."
    else:
        yield f"The trick is not finished. {count}."
    yield from (make_visible(sentence) for sentence in step.announcements)
    if step.drawn:
        drawn = ", ".join(
            f"{make_visible(player)} draws {format_card(card, alphabet, colour=colour)}" for player, card in step.drawn
        )
        left = "the talon is gone" if not step.talon_left else f"{step.talon_left} left in the talon"
        yield f"{drawn}; {left}."


def _hand(hand: Sequence[str] | None, alphabet: Alphabet, colour: bool) -> str:
    """The cards of a hand; empty where it is not known."""
    return " ".join(format_card(card, alphabet, colour=colour) for card in hand or ())


def _comment(text: str | None, width: int | None) -> Iterator[str]:
    """A comment in braces, its line ends as blanks."""
    if text:
        yield from _wrapped(f"{{{reflowed(text)}}}", width, lead="  ")


def _problems(problems: Sequence[Problem], width: int | None, colour: bool) -> Iterator[str]:
    """Problems of a trick, or of the whole record; their excerpts have been made to fit."""
    for problem in problems:
        for line in problem_lines(problem, width=(width or DEFAULT_WIDTH + 2) - 2):
            yield from _wrapped(line, width, lead="  ", style="red", colour=colour)


def _wrapped(text: str, width: int | None, *, lead: str = "", style: str = "", colour: bool = False) -> Iterator[str]:
    """`text` after `lead`, its further lines indented alike."""
    visible = make_visible(text)
    room = max(_LEAST, width - cell_width(lead)) if width else cell_width(visible) + 1
    for index, line in enumerate(wrap(visible, room)):
        start = lead if index == 0 else " " * cell_width(lead)
        yield start + (paint(line, style, colour) if style else line) + "\n"


def _flowed(text: str, width: int | None) -> Iterator[str]:
    """Words that may be coloured, in lines that are indented by two blanks."""
    lines = [text] if width is None else _flow(text.split(" "), width - 2)
    yield from (f"  {line}\n" for line in lines)


def _flow(words: Sequence[str], room: int) -> list[str]:
    """Words, which may be coloured, in lines of at most `room` cells; one that is too long is cut."""
    room = max(_LEAST, room)
    lines: list[str] = []
    used = room + 1
    for word in words:
        length = _width(word)
        pieces = [word] if length <= room else wrap(word, room)
        if used + 1 + length <= room:
            lines[-1] += f" {word}"
            used += 1 + length
        else:
            lines += pieces
            used = _width(pieces[-1])
    return lines


def _width(text: str) -> int:
    """Cells of a text that may be coloured."""
    return cell_width(_COLOUR.sub("", text))


def playthrough_report(played: Playthrough, alphabet: Alphabet) -> Report:
    """The record as a table with a row for each trick. JSON and CSV keep the cards as records do."""

    def hand(value: Json) -> str:
        return _hand(value, alphabet, False) if isinstance(value, list | tuple) else "–"

    def card(value: Json) -> str:
        return format_card(value, alphabet) if isinstance(value, str) else "–"

    return Report(
        schema="playthrough/1",
        title=_title(played),
        columns=[
            Column("trick", "Trick", "right"),
            Column("leader", "Leader"),
            Column("leader_hand", "Leader's hand", show=hand),
            Column("lead", "Lead", show=card),
            Column("responder_hand", "Other hand", show=hand),
            Column("response", "Response", show=card),
            Column("winner", "Winner"),
            Column("count", "Count", "right"),
        ],
        rows=[_trick_row(step) for step in played.steps],
        fields={
            "record": {**played.verdict.as_json()},
            "tags": [list(tag) for tag in played.tags],
            "trump": played.trump,
            "turned": played.turned,
            "comment": played.comment,
        },
        totals=lambda: {"final": played.final},
        notes=lambda: [played.final],
        data_columns=[
            Column(key, key)
            for key in (
                "trick",
                "leader",
                "leader_hand",
                "lead",
                "responder",
                "responder_hand",
                "response",
                "winner",
                "announcements",
                "drawn",
                "talon_left",
            )
        ]
        + [Column("count", "count", parts=("count_non_dealer", "count_dealer"))],
    )


def _trick_row(step: Step) -> Row:
    details = [*step.announcements]
    details += [f"{{{reflowed(text)}}}" for text in (step.lead_comment, step.comment) if text]
    for problem in step.problems:
        details += problem_lines(problem)
    return Row(
        {
            "trick": step.number,
            "leader": step.leader,
            "leader_hand": _cards(step.leader_hand),
            "lead": step.lead,
            "responder": step.responder,
            "responder_hand": _cards(step.responder_hand),
            "response": step.response,
            "winner": step.winner,
            "announcements": list(step.announcements),
            "drawn": [{"player": player, "card": card} for player, card in step.drawn],
            "talon_left": step.talon_left,
            "count": list(step.units),
            "problems": [
                {"code": problem.code.value, "line": problem.where.line, "message": problem.message}
                for problem in step.problems
            ],
        },
        shown={"drawn": [f"{player} {card}" for player, card in step.drawn]},
        details=tuple(details),
        alert=bool(step.problems),
    )


def _cards(hand: Sequence[str] | None) -> list[Json] | None:
    return None if hand is None else list(hand)
