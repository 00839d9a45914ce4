import json
import re

from schneider_league.reports.json import format_json, render_json, render_jsonl
from tests.reports.samples import NAMES, Counted, counted, named


def test_one_object_with_a_row_a_line() -> None:
    assert "".join(render_json(named(["Anna", "Žofie"]))) == (
        '{"schema": "sample/1", "event": null, "rows": [\n'
        '{"rank": 1, "player": "Anna", "score": [14, 6], "rating": null},\n'
        '{"rank": 2, "player": "Žofie", "score": [14, 6], "rating": null}\n'
        '], "players": 2}\n'
    )


def test_no_rows() -> None:
    assert "".join(render_json(named([]))) == '{"schema": "sample/1", "event": null, "rows": [], "players": 0}\n'


def test_names_survive_and_nothing_is_raw() -> None:
    text = "".join(render_json(named()))
    assert [row["player"] for row in json.loads(text)["rows"]] == list(NAMES)
    assert not re.search("[\x00-\x09\x0b-\x1f\x7f-\x9f\u202a-\u202e]", text)


def test_bytes_of_a_file_name_that_are_no_utf8() -> None:
    assert format_json("caf\udce9") == '"caf\\udce9"'


def test_lines_are_the_rows() -> None:
    lines = "".join(render_jsonl(named())).splitlines()
    assert [json.loads(line)["player"] for line in lines] == list(NAMES)


def test_rows_are_written_as_they_come() -> None:
    for render in (render_json, render_jsonl):
        rows = Counted(1000)
        pieces = render(counted(rows))
        next(pieces)
        next(pieces)
        assert rows.taken <= 2
