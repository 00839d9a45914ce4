"""Whatever is entered, taken back and put right: the ledger comes to what a scorekeeper with a rubber would have."""

from __future__ import annotations

import copy
import shutil
from pathlib import Path

from hypothesis import given, settings
from hypothesis import strategies as st

from schneider_league.errors import InputError, NotFoundError, StateError
from tests.workflows.scorekeeper import Scorekeeper

Deal = list[object]
"""[units of a or None for a misdeal, who dealt (0 or 1), whether somebody said so]"""


class Paper:
    """A score sheet on paper, on which everything is simply rubbed out and written anew."""

    def __init__(self) -> None:
        self.deals: list[Deal] = []
        self.end: str | None = None
        self.is_void = False
        self.target = 7
        self.first = 1

    @staticmethod
    def worth(deal: Deal) -> tuple[int, int]:
        """By the rules of `bohemian`, written down once more."""
        units = deal[0]
        if units is None or units == 10:
            return 0, 0
        assert isinstance(units, int)
        winner = max(units, 20 - units)
        points = 3 if winner == 20 else 2 if winner >= 16 else 1
        return (points, 0) if units > 10 else (0, points)

    def added_up(self) -> tuple[list[tuple[int, int] | None], tuple[int, int], int]:
        """The running score after each deal (None after the end), the score, who deals next."""
        a = b = 0
        dealer = self.first
        running: list[tuple[int, int] | None] = []
        for deal in self.deals:
            if max(a, b) >= self.target:
                running.append(None)
                continue
            points = self.worth(deal)
            a, b = a + points[0], b + points[1]
            dealt = deal[1]
            assert isinstance(dealt, int)
            dealer = 1 - dealt if points != (0, 0) else dealt
            running.append((a, b))
        return running, (a, b), dealer

    @property
    def state(self) -> str:
        if self.is_void:
            return "void"
        if self.end is not None:
            return "abandoned" if self.end == "abandon" else "forfeited"
        return "finished" if max(self.added_up()[1]) >= self.target else "open"

    def dealer_after(self, number: int) -> int:
        if number == 0:
            return self.first
        dealt = self.deals[number - 1][1]
        assert isinstance(dealt, int)
        return 1 - dealt if self.worth(self.deals[number - 1]) != (0, 0) else dealt

    def do(self, command: tuple[object, ...]) -> str:
        """`done`, `nothing` where it is so already, `refused` where it cannot be."""
        word, *rest = command
        if word in ("score", "misdeal", "abandon", "forfeit") and self.state != "open":
            return "refused"
        if word not in ("score", "misdeal", "abandon", "forfeit") and self.is_void:
            return "refused"
        return str(getattr(self, f"_{word}")(*rest))

    def _score(self, units: int, dealer: int | None) -> str:
        proposed = self.added_up()[2]
        self.deals.append([units, proposed if dealer is None else dealer, dealer is not None])
        return "done"

    def _misdeal(self) -> str:
        self.deals.append([None, self.added_up()[2], False])
        return "done"

    def _abandon(self) -> str:
        self.end = "abandon"
        return "done"

    def _forfeit(self, loser: str) -> str:
        self.end = loser
        return "done"

    def _void(self) -> str:
        self.is_void = True
        return "done"

    def _correct(self, number: int, units: int | None) -> str:
        if not 1 <= number <= len(self.deals):
            return "refused"
        if self.deals[number - 1][0] == units:
            return "nothing"
        self.deals[number - 1] = [units, *self.deals[number - 1][1:]]
        return "done"

    def _insert(self, after: int, units: int | None) -> str:
        if after > len(self.deals):
            return "refused"
        self.deals.insert(after, [units, self.dealer_after(after), False])
        if self.added_up()[0][after] is None:
            del self.deals[after]
            return "refused"
        return "done"

    def _remove(self, number: int) -> str:
        if not 1 <= number <= len(self.deals):
            return "refused"
        del self.deals[number - 1]
        return "done"

    def _target(self, target: int) -> str:
        if target == self.target:
            return "nothing"
        self.target = target
        return "done"

    def _dealer(self, first: int) -> str:
        if first == self.first:
            return "nothing"
        self.first = first
        for deal in self.deals:
            if not deal[2]:
                deal[1] = 1 - deal[1]  # type: ignore[operator]
        return "done"


class Desk:
    """The paper, and copies of it as it was: what undo and redo lay on the table again."""

    def __init__(self) -> None:
        self.paper = Paper()
        unbegun = Paper()
        unbegun.is_void = True
        self.before = [unbegun]
        self.after: list[Paper] = []

    def do(self, command: tuple[object, ...]) -> str:
        if command[0] == "undo":
            if not self.before:
                return "refused"
            self.after.append(self.paper)
            self.paper = self.before.pop()
            return "done"
        if command[0] == "redo":
            if not self.after:
                return "refused"
            self.before.append(self.paper)
            self.paper = self.after.pop()
            return "done"
        kept = copy.deepcopy(self.paper)
        outcome = self.paper.do(command)
        if outcome == "done":
            self.before.append(kept)
            self.after.clear()
        return outcome


def perform(keeper: Scorekeeper, command: tuple[object, ...]) -> str:
    """The same on the ledger."""
    word, *rest = command
    seen = len(keeper.session().entries)
    names = ("Anna", "Ben")
    try:
        match word:
            case "score":
                units, dealer = rest
                who = None if dealer is None else names[int(str(dealer))]
                keeper.score(str(units), session="1", dealer=who, reason="so it was" if who else None)
            case "misdeal":
                keeper.misdeal(session="1")
            case "abandon":
                keeper.abandon("1")
            case "forfeit":
                keeper.forfeit("1", str(rest[0]))
            case "void":
                keeper.void("1")
            case "undo":
                keeper.undo(session="1")
            case "redo":
                keeper.redo(session="1")
            case "correct":
                keeper.correct("1", rest[0], "misdeal" if rest[1] is None else str(rest[1]))
            case "insert":
                keeper.insert("1", int(str(rest[0])), "misdeal" if rest[1] is None else str(rest[1]))
            case "remove":
                keeper.remove("1", rest[0])
            case "target":
                keeper.amend("1", target=rest[0])
            case "dealer":
                keeper.amend("1", dealer=names[int(str(rest[0]))])
    except (InputError, NotFoundError, StateError):
        return "refused" if len(keeper.session().entries) == seen else "refused, but written"
    return "done" if len(keeper.session().entries) > seen else "nothing"


UNITS = st.integers(0, 20)
UNITS_OR_MISDEAL = st.one_of(UNITS, st.none())
NUMBER = st.integers(0, 12)
COMMANDS = st.one_of(
    st.tuples(st.just("score"), UNITS, st.one_of(st.none(), st.none(), st.none(), st.integers(0, 1))),
    st.tuples(st.just("score"), UNITS, st.none()),
    st.tuples(st.just("score"), st.sampled_from((20, 0, 18)), st.none()),
    st.tuples(st.just("misdeal")),
    st.tuples(st.just("undo")),
    st.tuples(st.just("undo")),
    st.tuples(st.just("redo")),
    st.tuples(st.just("correct"), NUMBER, UNITS_OR_MISDEAL),
    st.tuples(st.just("insert"), NUMBER, UNITS_OR_MISDEAL),
    st.tuples(st.just("remove"), NUMBER),
    st.tuples(st.just("void")),
    st.tuples(st.just("abandon")),
    st.tuples(st.just("forfeit"), st.sampled_from(("Anna", "Ben", "both"))),
    st.tuples(st.just("target"), st.integers(1, 9)),
    st.tuples(st.just("dealer"), st.integers(0, 1)),
)


@settings(max_examples=40)
@given(commands=st.lists(COMMANDS, min_size=4, max_size=25))
def test_the_ledger_comes_to_what_stands_on_paper(commands: list[tuple[object, ...]], sqlite_template: Path) -> None:
    path = sqlite_template.with_name("model.db")
    for ending in ("", "-wal", "-shm"):
        path.with_name(f"model.db{ending}").unlink(missing_ok=True)
    shutil.copyfile(sqlite_template, path)
    keeper, desk = Scorekeeper(str(path), ("Anna", "Ben")), Desk()
    keeper.start()
    for command in commands:
        assert perform(keeper, command) == desk.do(command), command
        session, paper = keeper.session(), desk.paper
        running, score, dealer = paper.added_up()
        assert session.state == paper.state
        assert [None if row.score is None else row.score[0] for row in session.rows] == [d[0] for d in paper.deals]
        assert [row.dealer for row in session.rows] == [deal[1] for deal in paper.deals]
        assert [None if row.is_after_end else row.running for row in session.rows] == running
        assert session.score == score
        assert session.next_dealer == (dealer if paper.state == "open" else None)
        # Nothing is ever erased.
        assert [entry.seq for entry in session.entries] == list(range(1, len(session.entries) + 1))
