"""The line that says how far a run of bots is."""

from __future__ import annotations

import pytest

from schneider_league.cli.app import Terminated
from schneider_league.cli.bot_progress import duration_words, progress_line
from schneider_league.cli.bot_run import _shown_means


@pytest.mark.parametrize(
    ("seconds", "words"),
    [
        (-1.0, "0 s"),
        (0.4, "0 s"),
        (59.4, "59 s"),
        (60.0, "1 min 0 s"),
        (200.0, "3 min 20 s"),
        (3600.0, "1 h 0 min"),
        (360000.0, "100 h 0 min"),
    ],
)
def test_durations(seconds: float, words: str) -> None:
    assert duration_words(seconds) == words


@pytest.mark.parametrize(
    ("done", "planned", "deals", "rate", "left", "line"),
    [
        (1200, 3000, 2400, 1234.5, 80.0, "1,200 of 3,000 pairs (40%), 2,400 deals, 1,234 a second, 1 min 20 s left"),
        (2999, 3000, 5998, 3.21, 0.2, "2,999 of 3,000 pairs (99%), 5,998 deals, 3.2 a second, 0 s left"),
        (0, 3000, 0, 0.0, None, "0 of 3,000 pairs (0%), 0 deals"),
    ],
)
def test_line(done: int, planned: int, deals: int, rate: float, left: float | None, line: str) -> None:
    assert progress_line(done, planned, deals, rate, left) == line


@pytest.mark.parametrize("ending", [KeyboardInterrupt, Terminated])
def test_how_to_go_on_is_said_however_a_run_is_ended(
    ending: type[BaseException], capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(ending), _shown_means({}, "Club night", "a b.run.jsonl"):
        raise ending
    assert "bot resume 'a b.run.jsonl' --record 'Club night'" in capsys.readouterr().err
