"""Sessions: several records of one file, what inherits what, who deals, when it is over.

Each case is a session in a few words, a deal a line: `non-dealer dealer claim`, then other tags; and beside it the
running score after the deal, non-dealer first, and the codes of its problems.
"""

from __future__ import annotations

import pytest

from tests.records.reading_aloud import codes_of, verdicts_of

A, B, C = "Anna", "Ben", "Cleo"


def record(line: str, session: str | None = "s") -> str:
    non_dealer, dealer, claim, *tags = line.split(" | ")
    names = {"A": A, "B": B, "C": C}
    head = [] if session is None else [f'[Session "{session}"]']
    kind = "Misdeal" if claim == "misdeal" else "Result" if claim == "*" else "Score"
    head += [f'[NonDealer "{names.get(non_dealer, non_dealer)}"]', f'[Dealer "{names.get(dealer, dealer)}"]']
    if claim != "-":
        head.append(f'[{kind} "{claim}"]')
    for tag in tags:
        name, _, value = tag.partition(" ")
        head.append(f'[{name} "{value}"]')
    return "\n".join(head) + "\n"


@pytest.mark.parametrize(
    "deals",
    [
        # the deal passes after a win, and stays after a tie, a misdeal or a deal broken off
        [
            ("A | B | 14-6", "1-0", ""),
            ("B | A | 16-4", "2-1", ""),
            ("A | B | 10-10", "1-2", ""),
            ("A | B | 11-9", "2-2", ""),
        ],
        [("A | B | misdeal", "0-0", ""), ("A | B | *", None, ""), ("A | B | 0-20", "0-3", "")],
        [("A | B | 14-6", "1-0", ""), ("A | B | 14-6", "2-0", "wrong-dealer"), ("B | A | 10-10", "0-2", "")],
        [("A | B | 10-10", "0-0", ""), ("B | A | 10-10", "0-0", "wrong-dealer"), ("B | A | 10-10", "0-0", "")],
        # over as soon as the target is reached; overshooting is fine
        [
            ("A | B | 20-0", "3-0", ""),
            ("B | A | 0-20", "0-6", ""),
            ("A | B | 16-4", "8-0", ""),
            ("B | A | 14-6", None, "after-end"),
        ],
        [("A | B | 16-4 | Target 2", "2-0", ""), ("B | A | misdeal", None, "after-end")],
        # deals with a winner: a tie does not count
        [
            ("A | B | 14-6 | Format deals 2", "1-0", ""),
            ("B | A | 10-10", "0-1", ""),
            ("B | A | 14-6", "1-1", ""),
            ("A | B | 14-6", None, "after-end"),
        ],
        # timed: never over
        [
            ("A | B | 20-0 | Format timed", "3-0", ""),
            ("B | A | 0-20", "0-6", ""),
            ("A | B | 20-0", "9-0", ""),
            ("B | A | 20-0", "3-9", ""),
        ],
        # other formats have no target
        [("A | B | 14-6 | Format timed", "1-0", ""), ("B | A | 14-6 | Target 7", "1-1", "wrong-session")],
        [("A | B | 14-6 | Format timed | Target 7", "1-0", "syntax"), ("B | A | 14-6", "1-1", "")],
        # rules, target and format are inherited, and stated again only alike
        [
            ("A | B | 66-64 | Rules points+three-wins", "1-0", ""),
            ("B | A | 130-0 | Result 3-0", "3-1", ""),
            ("A | B | 65-65", None, "after-end"),
        ],
        [
            ("A | B | 14-6 | Rules bohemian", "1-0", ""),
            ("B | A | 14-6 | Rules points", None, "wrong-score wrong-session"),
        ],
        [("A | B | 14-6", "1-0", ""), ("B | A | 14-6 | Rules bohemian", "1-1", "")],
        [("A | B | 14-6 | Target 9", "1-0", ""), ("B | A | 14-6 | Target 9 | Format First-To", "1-1", "")],
        [("A | B | 14-6 | Target 9", "1-0", ""), ("B | A | 14-6 | Target 7", "1-1", "wrong-session")],
        [("A | B | 14-6 | Format deals 4", "1-0", ""), ("B | A | 14-6 | Format deals 6", "1-1", "wrong-session")],
        # unknown rules in a session are not another session too; the first known ones then hold
        [("A | B | 14-6", "1-0", ""), ("B | A | 14-6 | Rules x", None, "unknown-rules"), ("B | A | 14-6", "1-1", "")],
        [("A | B | 14-6 | Rules x", None, "unknown-rules"), ("A | B | 14-6", None, "unknown-rules")],
        [
            ("A | B | - | Rules x | Result 1-0", None, "missing-tag unknown-rules"),
            ("B | A | 66-64 | Rules points", "1-1", ""),
        ],
        # what cannot be scored counts by its claimed result, else as a misdeal
        [("A | B | 14-7 | Result 1-0", None, "wrong-score"), ("B | A | 14-6", "1-1", "")],
        [("A | B | 14-7", None, "wrong-score"), ("A | B | 14-6", "1-0", "")],
        [("A | B | 14-7 | Result redeal", None, "wrong-score"), ("A | B | 14-6", "1-0", "")],
        # numbers
        [
            ("A | B | 10-10 | Deal 1", "0-0", ""),
            ("A | B | misdeal | Deal 2", "0-0", ""),
            ("A | B | 10-10 | Deal 3", "0-0", ""),
        ],
        [("A | B | 10-10 | Deal 2", "0-0", "wrong-number"), ("A | B | 10-10 | Deal 3", "0-0", "")],
        [
            ("A | B | 10-10", "0-0", ""),
            ("A | B | 10-10 | Deal 2", "0-0", ""),
            ("A | B | 10-10 | Deal 2", "0-0", "wrong-number"),
        ],
        # other players: not counted, not checked for the dealer, but numbered
        [
            ("A | B | 14-6 | Deal 1", "1-0", ""),
            ("A | C | 14-6 | Deal 2", None, "wrong-session"),
            ("C | B | 14-6 | Deal 3", None, "wrong-session"),
            ("B | A | 14-6 | Deal 4", "1-1", ""),
        ],
        [("A | A | 14-6", None, "syntax"), ("A | B | 14-6", "1-0", "")],
        # running: where it went wrong only
        [
            ("A | B | 14-6 | Running 1-0", "1-0", ""),
            ("B | A | 14-6 | Running 2-1", "1-1", "wrong-running"),
            ("A | B | 14-6 | Running 2-2", "2-1", ""),
            ("B | A | 14-6 | Running 2-2", "2-2", ""),
            ("A | B | 14-6 | Running 3-3", "3-2", "wrong-running"),
        ],
        [("A | B | misdeal | Running 1-0", "0-0", "wrong-running"), ("A | B | 14-6 | Running 2-0", "1-0", "")],
        # names are compared in NFC
        [("Ève | B | 14-6", "1-0", ""), ("B | E\u0300ve | 14-6", "1-1", "")],
        # a cause
        [("A | B | - | Cause time dealer", "3-0", ""), ("B | A | - | Cause crash non-dealer", "0-6", "")],
    ],
    ids=lambda deals: "; ".join(deal[0] for deal in deals)[:100],
)
def test_a_session(deals: list[tuple[str, str | None, str]]) -> None:
    verdicts = verdicts_of("\n".join(record(line) for line, _running, _codes in deals))
    found = [
        (
            None if verdict.running is None else "{}-{}".format(*verdict.running),
            " ".join(sorted(code for code, _trick in codes_of(verdict))),
        )
        for verdict in verdicts
    ]
    assert found == [(running, codes) for _line, running, codes in deals]


def test_sessions_may_be_interleaved() -> None:
    lines = [
        ("s", "A | B | 14-6"),
        ("t", "C | B | 16-4"),
        ("s", "B | A | 14-6"),
        (None, "A | C | 14-6"),
        ("t", "B | C | 14-6"),
    ]
    verdicts = verdicts_of("\n".join(record(line, session) for session, line in lines))
    assert [verdict.running for verdict in verdicts] == [(1, 0), (2, 0), (1, 1), None, (1, 2)]
    assert [verdict.session for verdict in verdicts] == ["s", "t", "s", None, "t"]
    assert not any(verdict.problems for verdict in verdicts)


def test_a_record_without_session_stands_alone() -> None:
    line = "A | B | 14-6 | Deal 7 | Running 5-5"
    (verdict,) = verdicts_of(record(line, None))
    assert (verdict.running, verdict.deal, verdict.problems) == (None, 7, ())
