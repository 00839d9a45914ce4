"""Runs are played in plain Python here, unless a test asks for more: compiling takes longer than all of them."""

import pytest

from schneider_league.game.compiled import PLAIN


@pytest.fixture(autouse=True)
def _plain(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(PLAIN, "1")


@pytest.fixture
def with_numpy(monkeypatch: pytest.MonkeyPatch) -> None:
    """Numpy may be used, however little there is to count."""
    pytest.importorskip("numpy")
    monkeypatch.delenv(PLAIN)
    monkeypatch.setattr("schneider_league.arena.outcomes._MUCH", 0)
