import pytest

from schneider_league.game.session import Progress, next_dealer


@pytest.mark.parametrize(("dealer", "has_winner", "then"), [(0, True, 1), (1, True, 0), (0, False, 0), (1, False, 1)])
def test_next_dealer(dealer: int, has_winner: bool, then: int) -> None:
    assert next_dealer(dealer, has_winner=has_winner) == then


# (who dealt, game points), …; and after each deal: the score, who deals next, whether it is over
DEALS = [(0, (1, 0)), (1, (0, 0)), (1, (0, 2)), (0, (6, 0))]


@pytest.mark.parametrize(
    ("target", "deals", "over"),
    [
        (7, None, [False, False, False, True]),
        (8, None, [False, False, False, False]),
        # reached by the other player, and to the point
        (2, None, [False, False, True, True]),
        (1, None, [True, True, True, True]),
        # deals with a winner, so that the tie does not count
        (None, 3, [False, False, False, True]),
        (None, 1, [True, True, True, True]),
        # timed
        (None, None, [False, False, False, False]),
    ],
)
def test_progress(target: int | None, deals: int | None, over: list[bool]) -> None:
    progress = Progress(target, deals)
    assert not progress.is_over
    assert progress.dealer is None
    went: list[tuple[tuple[int, int], int | None, int]] = []
    for dealer, points in DEALS:
        progress.add(dealer, points)
        went.append((progress.score, progress.dealer, progress.won_deals))
        assert progress.is_over is over.pop(0)
    assert went == [((1, 0), 1, 1), ((1, 0), 1, 1), ((1, 2), 0, 2), ((7, 2), 1, 3)]
