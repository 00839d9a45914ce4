"""Reports that every renderer is tried with."""

from collections.abc import Iterable, Iterator

from schneider_league.reports.model import Column, Report, Row

NAMES = (
    "Anna",
    "[bold]Ben[/bold]",
    "<script>alert(1)</script>",
    "=1+1",
    "@cmd",
    "\x1b[31mred\x1b[0m",
    "Jiří Dvořák",
    "日本 太郎",
    "عمر",
    "👩‍👩‍👧 family",
    "pipe | and `tick` and *star*",
    "a\u202eb\x9bc",
    "Ž" * 200,
    'quote " and, comma',
)


def named(names: Iterable[str] = NAMES) -> Report:
    """One row a name, with a pair of numbers and an empty value."""
    return Report(
        schema="sample/1",
        title="Names & numbers",
        columns=[
            Column("rank", "Rank", "right"),
            Column("player", "Player"),
            Column("score", "Score", "right", parts=("for", "against")),
            Column("rating", "Rating", "right"),
        ],
        rows=[
            Row({"rank": rank, "player": name, "score": [14, 6], "rating": None})
            for rank, name in enumerate(names, start=1)
        ],
        fields={"event": None},
        totals=lambda: {"players": len(tuple(names))},
        notes=lambda: ["Equal ranks are shared."],
    )


class Counted:
    """Rows that know how many of them were asked for."""

    def __init__(self, total: int) -> None:
        self.total = total
        self.taken = 0

    def __iter__(self) -> Iterator[Row]:
        for number in range(self.total):
            self.taken += 1
            yield Row({"rank": number, "player": f"Player {number}"})


def counted(rows: Counted) -> Report:
    columns = [Column("rank", "Rank", "right"), Column("player", "Player")]
    return Report("counted/1", "Counted", columns, rows)
