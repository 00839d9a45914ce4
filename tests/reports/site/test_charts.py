import re

import pytest

from schneider_league.reports.site.charts import HEIGHT, WIDTH, rating_chart, score_chart, spark_path


def points(path: str) -> list[tuple[float, float]]:
    return [(float(x), float(y)) for x, y in re.findall(r"([\d.]+) ([\d.]+)", path)]


@pytest.mark.parametrize(
    ("values", "labels"),
    [
        ([1500, 1520, 1540], ["1500", "1520", "1540"]),
        ([1500.0], ["1500", "1520"]),
        ([1480, 1712.4], ["1400", "1500", "1600", "1700", "1800"]),
    ],
)
def test_round_numbers_stand_across(values: list[float], labels: list[str]) -> None:
    chart = rating_chart("", values, ["x"] * len(values), "", "")
    assert [tick.label for tick in chart.ticks] == labels
    assert (chart.ticks[0].y, chart.ticks[-1].y) == (HEIGHT, 0)


def test_a_rating_begins_at_the_left_and_ends_at_the_right() -> None:
    (series,) = rating_chart("", [1500, 1520, 1510], ["a", "b", "c"], "", "").series
    xs = [x for x, _y in points(series.line)]
    ys = [y for _x, y in points(series.line)]
    assert xs == [0, WIDTH / 2, WIDTH]
    assert ys[1] < ys[2] < ys[0], "a higher rating stands higher"
    assert [dot.title for dot in series.dots] == ["a", "b", "c"]


def test_many_sessions_have_no_dots() -> None:
    (series,) = rating_chart("", [1500 + index for index in range(100)], ["x"] * 100, "", "").series
    assert series.dots == ()


def test_game_points_climb_in_steps() -> None:
    chart = score_chart("", ("A", "B"), [(1, 0), (1, 2), (4, 2)], ["1", "2", "3"], 7)
    assert [series.name for series in chart.series] == ["A", "B"]
    assert chart.series[0].line.count("H") == chart.series[0].line.count("V") == 3
    assert chart.ticks[-1].label == "8"
    assert (chart.first, chart.last) == ("start", "3 deals")


def test_a_line_at_a_glance() -> None:
    assert spark_path([1500]) == ""
    assert len(points(spark_path([1500 + index % 7 for index in range(1000)]))) == 100
    assert all(0 <= y <= 24 for _x, y in points(spark_path([1.0, 1.0, 1.0])))
