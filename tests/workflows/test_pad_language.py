"""What is typed at the pad."""

import pytest

from schneider_league.errors import UnreadableError
from schneider_league.workflows.pad_language import (
    Begin,
    DoAgain,
    EnterMisdeal,
    EnterScore,
    Finish,
    Fix,
    Help,
    Leave,
    Look,
    PadCommand,
    TakeBack,
    parse_line,
)


@pytest.mark.parametrize(
    ("line", "command"),
    [
        ("14", EnterScore(None, "14")),
        ("14-6", EnterScore(None, "14-6")),
        ("14 6", EnterScore(None, "14 6")),
        ("14:6", EnterScore(None, "14:6")),
        ("14 – 6", EnterScore(None, "14 – 6")),
        ("score 14-6", EnterScore(None, "14-6")),
        ("anna 14", EnterScore("anna", "14")),
        ("anna 14 6", EnterScore("anna", "14 6")),
        ("karel novák 14", EnterScore("karel novák", "14")),
        ("T3 14-6", EnterScore("T3", "14-6")),
        ("#12 14-6", EnterScore("12", "14-6")),
        ("12 14-6", EnterScore("12", "14-6")),
        ("130-0 all", EnterScore(None, "130-0", all_tricks=True)),
        ("anna 14 dealt karel novák", EnterScore("anna", "14", dealer="karel novák")),
        ("m", EnterMisdeal(None, None)),
        ("m a card lay open", EnterMisdeal(None, "a card lay open")),
        ("anna m", EnterMisdeal("anna", None)),
        ("u", TakeBack(None)),
        ("undo", TakeBack(None)),
        ("T3 u", TakeBack("T3")),
        ("r", DoAgain(None)),
        ("fix 3 6-14 misread", Fix(None, "3", "6-14", "misread")),
        ("fix anna 3 misdeal", Fix("anna", "3", "misdeal", None)),
        ("start anna ben", Begin(("anna", "ben"))),
        ("start anna ben 7", Begin(("anna", "ben"), target=7)),
        ('start "Anna Nová" ben T3', Begin(("Anna Nová", "ben"), table="T3")),
        ("start anna ben points+marriage --deals 6", Begin(("anna", "ben"), rules="points+marriage", deals=6)),
        ("start anna o'neill --timed", Begin(("anna", "o'neill"), timed=True)),
        ("close T3", Finish("close", "T3")),
        ("abandon", Finish("abandon", None)),
        ("", Look(None)),
        ("show anna", Look("anna")),
        ("?", Help()),
        ("q", Leave()),
    ],
)
def test_what_a_line_asks_for(line: str, command: PadCommand) -> None:
    assert parse_line(line) == command


@pytest.mark.parametrize(
    "line",
    [
        "anna",
        "14-6-2",
        "start",
        "start anna",
        "start anna ben --deals many",
        "start a b --tabel 3",
        "fix",
        "fix 3",
        "x y z",
    ],
)
def test_what_is_not_understood(line: str) -> None:
    with pytest.raises(UnreadableError):
        parse_line(line)
