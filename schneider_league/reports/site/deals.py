"""A session's recorded deals as a page: trick by trick, with the cards."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache

from markupsafe import Markup, escape

from schneider_league.records.playthrough import Playthrough, Step
from schneider_league.reports.cards import format_card
from schneider_league.reports.session_view import SessionView
from schneider_league.reports.site.pages import SitePages
from schneider_league.reports.site.season import Season, day_words, deals_page, session_page
from schneider_league.reports.text import make_visible, reflowed


@dataclass(frozen=True, slots=True)
class RecordedDeal:
    """A deal whose cards are known."""

    number: int
    players: tuple[str, str]
    """The non-dealer and the dealer."""
    hands: tuple[Markup, Markup] | None
    """As dealt; None where they are not recorded."""
    trump: str | None
    turned: Markup | None
    rows: Markup
    """A table row for each trick."""
    final: str
    comment: str | None
    problems: tuple[str, ...]
    """What is wrong with it that belongs to no trick."""


def recorded_deal(number: int, played: Playthrough, *, hide_remarks: bool) -> RecordedDeal:
    """A deal to be shown; `number` is that in its session. Remarks may hold names, and can be left out."""
    verdict = played.verdict
    players = (verdict.non_dealer or "the non-dealer", verdict.dealer or "the dealer")
    first = played.steps[0] if played.steps else None
    hands = None
    if first is not None and first.leader_hand is not None and first.responder_hand is not None:
        hands = (_cards(first.leader_hand), _cards(first.responder_hand))
    names = (_name(players[0]), _name(players[1]))
    rows = [
        _trick_rows(step, players, names, has_hands=hands is not None, hide_remarks=hide_remarks)
        for step in played.steps
    ]
    told = {id(problem) for step in played.steps for problem in step.problems}
    return RecordedDeal(
        number,
        players,
        hands,
        played.trump,
        None if played.turned is None else _card(played.turned),
        Markup("".join(rows)),
        played.final,
        reflowed(played.comment) if played.comment and not hide_remarks else None,
        tuple(problem.message for problem in verdict.problems if id(problem) not in told),
    )


# The rows are most of the site where deals are recorded, and the template engine takes ten times as long for them. What
# is put in is escaped here: names and remarks by `_escaped`; all else are numbers, and codes of our own cards.
def _trick_rows(
    step: Step, players: tuple[str, str], names: tuple[str, str], *, has_hands: bool, hide_remarks: bool
) -> str:
    """The row of a trick, and that of what is to be said about it."""
    # Who leads is told by name; both may be called alike only where a name is missing.
    leader = 0 if step.leader == players[0] else 1
    winner = None if step.winner is None else leader if step.winner == step.leader else 1 - leader
    marks = f' data-leader="{leader}"'
    if winner is not None:
        marks += f' data-winner="{winner}"'
    if step.leader_hand is not None and step.responder_hand is not None:
        pair = (" ".join(step.leader_hand), " ".join(step.responder_hand))
        marks += f' data-hands="{pair[leader]}|{pair[1 - leader]}"'
    lead = f"{_card_text(step.lead)}<small> led</small>"
    answer = "" if step.response is None else _card_text(step.response)
    one, other = (lead, answer) if leader == 0 else (answer, lead)
    took = ' class="took"'
    drawn = ""
    if has_hands:
        by_name = dict(zip(players, names, strict=True))
        said = ", ".join([f"{by_name[player]} {_card_text(card)}" for player, card in step.drawn])
        drawn = f'<td class="minor">{said}</td>'
    rows = (
        f'<tr{marks}><th scope="row" class="right">{step.number}</th>'
        f"<td{took if winner == 0 else ''}>{one}</td><td{took if winner == 1 else ''}>{other}</td>"
        f'<td class="minor">{"–" if winner is None else names[winner]}</td>{drawn}'
        f'<td class="right">{step.units[0]}–{step.units[1]}</td></tr>\n'
    )
    remarks = list(step.announcements)
    if not hide_remarks:
        remarks += [reflowed(text) for text in (step.lead_comment, step.comment) if text]
    if remarks or step.problems:
        said = "".join(f'<p dir="auto">{_escaped(remark)}</p>' for remark in remarks)
        said += "".join(f'<p class="problem" dir="auto">{_escaped(problem.message)}</p>' for problem in step.problems)
        rows += f'<tr class="remarks"><td></td><td colspan="{5 if has_hands else 4}">{said}</td></tr>\n'
    return rows


def _escaped(text: str) -> Markup:
    return escape(make_visible(text))


def _name(name: str) -> str:
    return f"<bdi>{_escaped(name)}</bdi>"


@cache
def _card_text(code: str) -> str:
    """A card as HTML: text, which the script draws."""
    return f'<span class="card" data-card="{escape(code)}">{escape(format_card(code))}</span>'


def _card(code: str) -> Markup:
    return Markup(_card_text(code))


def _cards(codes: Sequence[str]) -> Markup:
    return Markup(" ".join(map(_card_text, codes)))


def recorded_deals_page(
    pages: SitePages, season: Season, view: SessionView, deals: Sequence[RecordedDeal], *, is_german: bool
) -> str:
    """The page of all recorded deals of a session; `is_german` says which cards are shown first."""
    session = view.session
    day = day_words(session.start.played_on)
    return pages.render(
        "deals.html",
        deals_page(session.id),
        f"Deals of {view.names[0]} – {view.names[1]}, {day}",
        day=day,
        names=view.names,
        deals=deals,
        of_all=len(view.rows),
        deck="german" if is_german else "french",
        players=[
            (name, season.people.href(player)) for name, player in zip(view.names, session.start.players, strict=True)
        ],
        trail=[("Sessions", "sessions/index.html"), (f"Session {session.id}", session_page(session.id)), ("Deals", "")],
    )
