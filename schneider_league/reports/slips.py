"""Blank score slips for the boards of a round: a list as a table, slips to cut out as HTML and PDF."""

from __future__ import annotations

from collections.abc import Sequence

from schneider_league.reports.event_view import Slip
from schneider_league.reports.model import Column, Report, Row


def slips_report(slips: Sequence[Slip]) -> Report:
    """A slip for each board. HTML and PDF have four on a page, with room for the deals and for both signatures."""
    columns = [
        Column("round", "Round", "right"),
        Column("board", "Board", "right"),
        *([Column("table", "Table")] if any(slip.table for slip in slips) else []),
        Column("first_dealer", "Deals first"),
        Column("other", "Other"),
    ]
    first = slips[0] if slips else None
    return Report(
        schema="slips/1",
        title="Score slips" if first is None else f"{first.event}: score slips, round {first.round}",
        columns=columns,
        rows=[_row(slip) for slip in slips],
        fields={"event": None if first is None else first.event, "round": None if first is None else first.round},
        notes=lambda: [] if slips else ["There is nothing to be played: no board of this round has two players."],
        data_columns=[
            Column(key, key) for key in ("round", "board", "table", "first_dealer", "other", "rules", "goes", "best_of")
        ],
        titled=True,
        keep=2,
        sheet="slips",
    )


def _row(slip: Slip) -> Row:
    """The slip's values; what is printed above its grid stands in `shown`."""
    facts = [f"Round {slip.round}", f"board {slip.board}"]
    if slip.table:
        facts.append(f"table {slip.table}")
    terms = [said for said in (slip.rules, slip.goes) if said]
    if slip.best_of > 1:
        terms.append(f"best of {slip.best_of}: session ___")
    return Row(
        {
            "round": slip.round,
            "board": slip.board,
            "table": slip.table,
            "first_dealer": slip.first_dealer,
            "other": slip.other,
            "rules": slip.rules,
            "goes": slip.goes,
            "best_of": slip.best_of,
        },
        {"event": slip.event, "facts": " · ".join(facts), "terms": ", ".join(terms)},
    )
