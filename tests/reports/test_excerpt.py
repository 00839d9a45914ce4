import pytest

from schneider_league.errors import Code, Problem, Where
from schneider_league.reports.excerpt import excerpt_lines, problem_lines
from schneider_league.reports.text import cell_width


def test_the_mark_stands_under_what_is_wrong() -> None:
    assert excerpt_lines('[Score "14-7"]', (8, 12), 52) == [
        '  52 | [Score "14-7"]',
        "     |         ^^^^",
    ]


@pytest.mark.parametrize(
    ("text", "mark", "lines"),
    [
        ("日本 XX", (3, 5), ["  7 | 日本 XX", "    |      ^^"]),
        ("\tXX", (1, 3), ["  7 | ␉XX", "    |  ^^"]),
        ("a\u202eXX", (2, 4), ["  7 | a‹U+202E›XX", "    |          ^^"]),
        ("XX\x1b", (2, 3), ["  7 | XX␛", "    |   ^"]),
        ("XX", (2, 2), ["  7 | XX", "    |   ^"]),
        ("XX\r\n", None, ["  7 | XX"]),
        ("", (0, 0), ["  7 |", "    | ^"]),
    ],
)
def test_wide_and_control_characters(text: str, mark: tuple[int, int] | None, lines: list[str]) -> None:
    assert excerpt_lines(text, mark, 7) == lines


@pytest.mark.parametrize("start", [0, 10, 250, 495])
@pytest.mark.parametrize("width", [40, 80])
def test_a_long_line_is_clipped_around_the_mark(start: int, width: int) -> None:
    text = "ab cd " * 83 + "ef"
    line, mark = excerpt_lines(text, (start, start + 5), 123, width=width)
    assert cell_width(line) <= width
    assert len(mark) <= width
    column = mark.index("^")
    assert line[column : column + 5] == text[start : start + 5]
    assert mark.count("^") == 5


def test_a_mark_that_is_too_long_itself() -> None:
    line, mark = excerpt_lines("x" * 500, (100, 400), 1, width=40)
    assert len(line) <= 40
    assert len(mark) <= 40


def test_a_problem_with_its_place() -> None:
    problem = Problem(
        Code.WRONG_SCORE, Where("night.sdr", 52, 9), "the score is 14-6, not 14-7", excerpt='[Score "14-7"]', width=4
    )
    assert problem_lines(problem) == [
        "night.sdr:52:9: wrong-score: the score is 14-6, not 14-7",
        '  52 | [Score "14-7"]',
        "     |         ^^^^",
    ]
    assert problem_lines(Problem(Code.MISSING_TAG, Where(), "no Dealer")) == ["missing-tag: no Dealer"]
