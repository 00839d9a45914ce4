"""A player's page: rating, form, opponents, and how each session changed the rating."""

from __future__ import annotations

from dataclasses import dataclass

from schneider_league.derive.elo import EloStep
from schneider_league.derive.tallies import Tally
from schneider_league.derive.totals import add_up
from schneider_league.reports.numbers import counted, half_points, show_change, show_points, show_signed
from schneider_league.reports.site.charts import Chart, rating_chart
from schneider_league.reports.site.league import session_table
from schneider_league.reports.site.pages import SitePages
from schneider_league.reports.site.season import Figure, Season, day_words, session_page
from schneider_league.reports.site.tables import Cell, Head, Table

_FORM = 10  # sessions that show the form
_LETTERS = {2: ("W", "won"), 1: ("D", "drawn"), 0: ("L", "lost")}


@dataclass(frozen=True, slots=True)
class Outcome:
    """One of the last sessions, as a letter."""

    letter: str
    href: str
    title: str


def player_page(pages: SitePages, season: Season, player: int) -> str:
    """The page of a player."""
    people = season.people
    name = people.name(player)
    path = people.href(player)
    tallies = season.by_player.get(player, [])
    steps = [season.steps[tally.session] for tally in tallies if tally.session in season.steps]
    state = season.players[player].state
    kind = season.players[player].kind
    return pages.render(
        "player.html",
        path,
        name,
        name=name,
        aliases=() if people.is_hidden or state == "anonymised" else season.players[player].aliases,
        state="a bot" if kind == "bot" else "" if state == "active" else state,
        figures=_figures(season, player, tallies),
        chart=_chart(season, player, name, steps),
        form=_form(season, player, tallies),
        opponents=_opponents(season, player, tallies),
        changes=_changes(season, player, steps),
        sessions=session_table(season, list(reversed(tallies)), "All sessions"),
    )


def _figures(season: Season, player: int, tallies: list[Tally]) -> list[Figure]:
    totals = add_up(tallies).get(player)
    figures = []
    rated = season.ratings.get(player)
    if rated is not None:
        more = f"rank {rated.rank}" + (", provisional" if rated.rating.provisional else "")
        figures.append(Figure("Rating", f"{rated.rating.rating:.0f}", more))
    if totals is None:
        return figures
    record = f"{totals.won}–{totals.drawn}–{totals.lost}" if totals.drawn else f"{totals.won}–{totals.lost}"
    points = show_points(half_points(totals.halves))
    share = 50 * totals.halves / totals.sessions if totals.sessions else 0
    figures += [
        Figure("Won–drawn–lost" if totals.drawn else "Won–lost", record, counted(totals.sessions, "session")),
        Figure("Points", points, f"{share:.0f} %"),
        Figure(
            "Game points",
            f"{totals.game_points_for}–{totals.game_points_against}",
            show_signed(totals.game_points_for - totals.game_points_against),
        ),
        Figure("Schneider", str(totals.schneiders), f"in {counted(totals.deals, 'deal')}"),
    ]
    if totals.schwarzes:
        figures.append(Figure("Schwarz", str(totals.schwarzes)))
    return figures


def _chart(season: Season, player: int, name: str, steps: list[EloStep]) -> Chart | None:
    if not steps:
        return None
    values = season.courses[player]
    titles = [f"Before the first session: {values[0]:.0f}"]
    for step, value in zip(steps, values[1:], strict=True):
        titles.append(f"{day_words(step.tally.played_on)}: {value:.0f}")
    label = (
        f"Rating of {name} after each of {counted(len(steps), 'session')}: from {values[0]:.0f} to {values[-1]:.0f}, "
        f"lowest {min(values):.0f}, highest {max(values):.0f}"
    )
    first, last = steps[0].tally.played_on, steps[-1].tally.played_on
    return rating_chart(label, values, titles, day_words(first), day_words(last) if last != first else "")


def _form(season: Season, player: int, tallies: list[Tally]) -> list[Outcome]:
    """The last sessions, the latest last."""
    outcomes = []
    for tally in [tally for tally in tallies if tally.is_counted][-_FORM:]:
        side = tally.players.index(player)
        letter, word = _LETTERS[tally.halves(1 if side else 0)]
        opponent = season.people.name(tally.players[1 - side])
        title = f"{word} {tally.score[side]}–{tally.score[1 - side]} against {opponent}, {day_words(tally.played_on)}"
        outcomes.append(Outcome(letter, session_page(tally.session), title))
    return outcomes


def _opponents(season: Season, player: int, tallies: list[Tally]) -> Table:
    """Head-to-head with everybody."""
    against: dict[int, list[Tally]] = {}
    for tally in tallies:
        if tally.is_counted:
            against.setdefault(tally.players[1 - tally.players.index(player)], []).append(tally)
    rows = []
    for opponent in sorted(against, key=lambda each: (-len(against[each]), season.sort_name(each))):
        met = against[opponent]
        totals = add_up(met)[player]
        difference = totals.game_points_for - totals.game_points_against
        last = met[-1]
        side = last.players.index(player)
        rows.append(
            (
                Cell(season.people.name(opponent), season.people.href(opponent)),
                Cell(str(totals.sessions)),
                Cell(str(totals.won)),
                Cell(str(totals.drawn)),
                Cell(str(totals.lost)),
                Cell(f"{totals.game_points_for}–{totals.game_points_against}", sort=float(difference)),
                Cell(f"{last.score[side]}–{last.score[1 - side]}", session_page(last.session), float(last.session)),
            )
        )
    heads = [
        Head("Opponent"),
        Head("Played", "right"),
        Head("Won", "right"),
        Head("Drawn", "right", minor=True),
        Head("Lost", "right"),
        Head("Game points", "right", minor=True),
        Head("Last", "right"),
    ]
    return Table("Head to head", heads, rows, empty="No session counts yet.")


def _changes(season: Season, player: int, steps: list[EloStep]) -> Table:
    """How each session changed the rating, the latest first."""
    rows = []
    for step in reversed(steps):
        side = step.tally.players.index(player)
        opponent = step.tally.players[1 - side]
        change = step.after[side] - step.before[side]
        rows.append(
            (
                Cell(step.tally.played_on.isoformat()),
                Cell(season.people.name(opponent), season.people.href(opponent)),
                Cell(f"{step.before[1 - side]:.0f}"),
                Cell(
                    f"{step.tally.score[side]}–{step.tally.score[1 - side]}",
                    session_page(step.tally.session),
                    float(step.tally.score[side] - step.tally.score[1 - side]),
                ),
                Cell(f"{100 * step.expected[side]:.0f} %"),
                Cell(str(step.k[side])),
                Cell(show_change(change), sort=change),
                Cell(f"{step.after[side]:.0f}", sort=step.after[side]),
            )
        )
    heads = [
        Head("Date", is_day=True),
        Head("Opponent"),
        Head("Rated", "right", minor=True),
        Head("Score", "centre"),
        Head("Chance", "right", minor=True),
        Head("K", "right", minor=True),
        Head("Change", "right"),
        Head("Rating", "right"),
    ]
    notes = (
        f"The change is K times what was scored (win 1, drawn ½, loss 0) less the chance that both ratings gave. "
        f"K is {season.elo.k_new} for a player's first {season.elo.new_sessions} sessions, then {season.elo.k}.",
    )
    return Table("How the rating changed", heads, rows, notes if rows else (), empty="No session is rated yet.")
