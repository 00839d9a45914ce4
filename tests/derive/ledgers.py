"""Random histories of sessions, as entries: deals, misdeals, corrections, insertions, removals, ends, undo."""

from __future__ import annotations

import random
from collections.abc import Sequence
from datetime import UTC, date, datetime, timedelta
from typing import Literal

from schneider_league.game.ruleset import Ruleset, parse_rules
from schneider_league.game.score import decides_by_tricks, may_be_all_tricks, possible_scores
from schneider_league.records.claims import FIRST_TO, FormatKind, SessionFormat
from schneider_league.records.ledger import VOID, Content, Ending, Entry, EntryKind, SessionStart

RULES = ("bohemian", "bohemian+cumulative", "points", "points+marriage", "points+no-last-trick+three-wins")
FORMATS = (FIRST_TO, SessionFormat(FormatKind.DEALS, 3), SessionFormat(FormatKind.TIMED))
Loser = Literal["a", "b", "both"] | None
LOSERS: tuple[Loser, ...] = ("a", "b", "both")
BEGIN = datetime(2026, 11, 26, 19, 0, tzinfo=UTC)


def ruleset_of(digest: str) -> Ruleset:
    """In these histories a ruleset's name stands for its digest."""
    return parse_rules(digest)


class History:
    """One session's entries, as they are appended."""

    def __init__(self, session: int, rng: random.Random, players: int = 5) -> None:
        self.session = session
        self.rng = rng
        self.entries: list[Entry] = []
        self.batch = rng.choice((None, None, 1, 2))
        self.at = BEGIN + timedelta(minutes=rng.randrange(3))
        rules = rng.choice(RULES)
        self.ruleset = parse_rules(rules)
        self.start = self._start(rules, rng.sample(range(1, players + 1), 2))
        self.append(Content(EntryKind.START, start=self.start))

    def _start(self, rules: str, players: Sequence[int]) -> SessionStart:
        format_ = self.rng.choice(FORMATS)
        target = self.rng.choice((2, 3, 7)) if format_.kind is FormatKind.FIRST_TO else None
        day = date(2026, 11, 24) + timedelta(days=self.rng.randrange(4))
        event = self.rng.choice((None, None, 1))
        must_decide = event is not None and self.rng.random() < 0.5
        pairing = self.rng.choice((None, 7)) if event is not None else None
        return SessionStart(
            (players[0], players[1]),
            rules,
            rules,
            format_,
            target,
            day,
            0,
            event,
            pairing=pairing,
            must_decide=must_decide,
        )

    def append(self, content: Content, *, replaces: Entry | None = None, after: int | None = None) -> None:
        seq = len(self.entries) + 1
        root = replaces.root if replaces else seq
        self.at += timedelta(seconds=20)
        self.entries.append(
            Entry(
                id=self.session * 1000 + seq,
                uid=f"e{self.session}-{seq}",
                session=self.session,
                seq=seq,
                action=seq,
                root=root,
                replaces=replaces.id if replaces else None,
                after=after,
                undoes=None,
                redoes=None,
                batch=self.batch if seq == 1 else None,
                at=self.at,
                came=self.at,
                reason=None,
                content=content,
            )
        )

    def heads(self) -> list[Entry]:
        return list({entry.root: entry for entry in self.entries}.values())

    def deal(self) -> Content:
        if self.rng.random() < 0.1:
            return Content(EntryKind.MISDEAL, dealer=0, note="an exposed card")
        score = self.rng.choice(sorted(possible_scores(self.ruleset)))
        all_tricks = decides_by_tricks(self.ruleset) and may_be_all_tricks(self.ruleset, score)
        return Content(
            EntryKind.DEAL,
            dealer=self.rng.choice((0, 1)),
            score=score,
            all_tricks=all_tricks and self.rng.random() < 0.5,
        )

    def end(self) -> Content:
        ending = self.rng.choice((*Ending, None))
        if ending is None:
            return Content(EntryKind.RESULT, score=(self.rng.randrange(8), self.rng.randrange(8)))
        loser: Loser = self.rng.choice(LOSERS) if ending is Ending.FORFEIT else None
        return Content(EntryKind.END, ending=ending, loser=loser)

    def happen(self) -> None:
        """Something that scorekeepers do."""
        deals = [entry for entry in self.heads() if entry.root > 1]
        what = self.rng.choices(
            ("deal", "correct", "insert", "void", "end", "amend", "void all"), (60, 8, 8, 6, 5, 4, 1)
        )[0]
        if what == "deal":
            self.append(self.deal())
        elif what == "end":
            self.append(self.end())
        elif what == "insert":
            roots = [0, *(entry.root for entry in deals if entry.content.kind is not EntryKind.VOID)]
            self.append(self.deal(), after=self.rng.choice(roots))
        elif what == "amend":
            a, b = self.start.players
            self.append(Content(EntryKind.START, start=self._start(self.start.rules, (b, a))), replaces=self.heads()[0])
        elif what == "void all":
            self.append(VOID, replaces=self.heads()[0])
        elif deals:
            chosen = self.rng.choice(deals)
            self.append(VOID if what == "void" else self.deal(), replaces=chosen)


def random_histories(seed: int, sessions: int = 8, happenings: int = 14) -> list[list[Entry]]:
    """The entries of some sessions, by session id, each by seq."""
    rng = random.Random(seed)
    found = []
    for session in range(1, sessions + 1):
        history = History(session, rng)
        for _ in range(rng.randrange(happenings)):
            history.happen()
        found.append(history.entries)
    return found
