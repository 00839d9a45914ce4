"""docs/protocol.md says what happens."""

import re
import sys
from pathlib import Path

import pytest

from schneider_league.arena.table import play_deal
from schneider_league.bots.process import Command, ProcessSeat
from schneider_league.bots.seat import Cause
from schneider_league.bots.trace import Trace, read_trace
from schneider_league.game.ruleset import parse_rules
from tests.bots.tables import CalmSeat, a_dealing, a_match

ROOT = Path(__file__).parents[2]
PAGE = (ROOT / "docs" / "protocol.md").read_text("utf-8")


@pytest.mark.skipif(sys.platform == "win32", reason="bots as programs need POSIX")
def test_the_conversation_is_a_real_one(tmp_path: Path) -> None:
    ruleset = parse_rules("points+marriage")
    trace = Trace(tmp_path / "trace")
    command = Command("lowest", (sys.executable, "lowest.py"), str(ROOT / "sample_data" / "bots"))
    seat = ProcessSeat(command, trace=trace, secret=b"docs")
    seat.begin_match(a_match(ruleset, 1000)._replace(id="M17", deals=1))
    result = play_deal(ruleset, a_dealing(ruleset, 60, dealer=0), (seat, CalmSeat()))
    seat.end_match(result.points)
    seat.close()
    trace.close()
    went = [f"{line.direction} {line.text}" for line in read_trace(tmp_path / "trace") if line.direction != "--"]
    shown = re.findall(r"<!-- a deal of lowest.py -->\n```\n(.*?)```", PAGE, re.DOTALL)[0].splitlines()
    skips = True
    for line in shown:
        if line == "…":
            skips = True
            continue
        fits = [n for n, other in enumerate(went) if other.startswith(line.removesuffix("…"))]
        assert fits, line
        assert skips or fits[0] == 0, line
        assert line.endswith("…") or went[fits[0]] == line
        del went[: fits[0] + 1]
        skips = False
    assert went == []


def test_all_causes_are_there() -> None:
    table = PAGE.partition("## How a deal ends")[2].partition("\n\nA bot that fails")[0]
    assert re.findall(r"^\| `([a-z]+)` \|", table.partition("| --- |")[2], re.MULTILINE) == [
        "normal",
        "time",
        "stall",
        "illegal",
        "crash",
        "protocol",
        "void",
        "out",
    ]
    assert len(Cause) == 8
