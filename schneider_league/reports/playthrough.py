"""One deal record, trick by trick: as text to read, or as a report with a row for each trick."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from schneider_league.reports.cards import Alphabet, format_card
from schneider_league.reports.colour import paint
from schneider_league.reports.excerpt import DEFAULT_WIDTH, problem_lines
from schneider_league.reports.model import Column, Json, Report, Row
from schneider_league.reports.text import cell_width, make_visible, pad, wrap

if TYPE_CHECKING:
    from schneider_league.errors import Problem
    from schneider_league.records.playthrough import Playthrough, Step


def playthrough_lines(
    played: Playthrough, alphabet: Alphabet, *, width: int | None = None, colour: bool = False
) -> Iterator[str]:
    """The record as a person follows it, in lines with their ends; `width` is the terminal's in cells."""
    yield from _wrapped(played.title, width, style="bold", colour=colour)
    facts = list(played.tags)
    if played.trump is not None:
        facts.append(("Trumps", played.trump))
    if played.turned is not None:
        facts.append(("Turned up", format_card(played.turned, alphabet)))
    label = max((cell_width(make_visible(name)) for name, _value in facts), default=0)
    for name, value in facts:
        yield from _wrapped(value, width, lead=f"  {pad(make_visible(name), label)}  ")
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


def _step(played: Playthrough, step: Step, alphabet: Alphabet, width: int | None, colour: bool) -> Iterator[str]:
    """One trick: both hands, what was played, drawn and announced, and the count."""
    yield paint(f"Trick {step.number}", "bold", colour) + "\n"
    names = [make_visible(step.leader), make_visible(step.responder)]
    label = max(map(cell_width, names))
    plays = [step.lead, step.response]
    hands = [step.leader_hand, step.responder_hand]
    room = max(cell_width(_hand(hand, alphabet, False)) for hand in hands)
    for name, hand, card, verb in zip(names, hands, plays, ("leads", "plays"), strict=True):
        shown = _hand(hand, alphabet, colour)
        plain = cell_width(_hand(hand, alphabet, False))
        lead = f"  {pad(name, label)}  "
        if room:
            lead += f"{shown}{' ' * (room - plain)}  "
        if card is None:
            yield f"{lead}plays nothing\n"
        else:
            yield f"{lead}{verb} {format_card(card, alphabet, colour=colour)}\n"
        if verb == "leads":
            yield from _comment(step.lead_comment, width)
    for sentence in _sentences(played, step, alphabet, colour):
        yield f"  {sentence}\n"
    yield from _comment(step.comment, width)
    yield from _problems(step.problems, width, colour)


def _sentences(played: Playthrough, step: Step, alphabet: Alphabet, colour: bool) -> Iterator[str]:
    """What came of the trick."""
    non_dealer, dealer = (
        make_visible(name) if name else side
        for name, side in (
            (played.verdict.non_dealer, "non-dealer"),
            (played.verdict.dealer, "dealer"),
        )
    )
    count = f"{non_dealer} {step.count[0]}, {dealer} {step.count[1]}"
    if step.winner is None:
        yield f"Nobody takes the trick. {count}."
    else:
        yield f"{make_visible(step.winner)} takes the trick. {count}."
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
    """A comment in braces, as it stands in the record."""
    if text:
        for line in f"{{{text}}}".splitlines():
            yield from _wrapped(line, width, lead="  ")


def _problems(problems: Sequence[Problem], width: int | None, colour: bool) -> Iterator[str]:
    """Problems of a trick, or of the whole record; their excerpts have been made to fit."""
    for problem in problems:
        for line in problem_lines(problem, width=(width or DEFAULT_WIDTH + 2) - 2):
            yield from _wrapped(line, width, lead="  ", style="red", colour=colour)


def _wrapped(text: str, width: int | None, *, lead: str = "", style: str = "", colour: bool = False) -> Iterator[str]:
    """`text` after `lead`, its further lines indented alike."""
    visible = make_visible(text)
    room = max(16, width - cell_width(lead)) if width else cell_width(visible) + 1
    for index, line in enumerate(wrap(visible, room)):
        start = lead if index == 0 else " " * cell_width(lead)
        yield start + (paint(line, style, colour) if style else line) + "\n"


def playthrough_report(played: Playthrough, alphabet: Alphabet) -> Report:
    """The record as a table with a row for each trick. JSON and CSV keep the cards as records do."""

    def hand(value: Json) -> str:
        return _hand(value, alphabet, False) if isinstance(value, list | tuple) else "–"

    def card(value: Json) -> str:
        return format_card(value, alphabet) if isinstance(value, str) else "–"

    return Report(
        schema="playthrough/1",
        title=played.title,
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
    details += [f"{{{text}}}" for text in (step.lead_comment, step.comment) if text]
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
            "count": list(step.count),
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
