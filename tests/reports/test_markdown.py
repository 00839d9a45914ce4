import pytest

from schneider_league.reports.markdown import escape, render_markdown
from schneider_league.reports.model import Column, Report, Row
from tests.reports.samples import named


@pytest.mark.parametrize(
    ("text", "escaped"),
    [
        ("a | b", r"a \| b"),
        ("`x` *y* _z_ [l](u) ~s~ $m$ #h", r"\`x\` \*y\* \_z\_ \[l\](u) \~s\~ \$m\$ \#h"),
        ("<b> & </b>", "&lt;b&gt; &amp; &lt;/b&gt;"),
        ("back\\slash", "back\\\\slash"),
        ("\x1b\n", "␛␊"),
    ],
)
def test_escape(text: str, escaped: str) -> None:
    assert escape(text) == escaped


def test_table() -> None:
    assert "".join(render_markdown(named(["Anna|Ben"]))) == (
        "## Names &amp; numbers\n"
        "\n"
        "| Rank | Player | Score | Rating |\n"
        "| ---: | --- | ---: | ---: |\n"
        "| 1 | Anna\\|Ben | 14-6 | – |\n"
        "\n"
        "- Equal ranks are shared.\n"
    )


def test_every_row_has_as_many_cells_as_the_header() -> None:
    lines = "".join(render_markdown(named())).splitlines()
    table = [line for line in lines if line.startswith("|")]
    assert {line.replace("\\|", "").count("|") for line in table} == {5}


def test_details_are_code() -> None:
    report = Report("x/1", "X", [Column("a", "A")], [Row({"a": 1}, details=("f:1: <why>", "```"))])
    assert "".join(render_markdown(report)).endswith("| 1 |\n\n    f:1: <why>\n    ```\n")
