import re

import pytest

from schneider_league.reports.event_view import Slip
from schneider_league.reports.render import render
from schneider_league.reports.slips import slips_report
from tests.reports.samples import NAMES
from tests.reports.test_html import Page

SLIPS = [Slip("Cup <1>", 2, board, None, name, "Ben", "to 7", "bohemian", 3) for board, name in enumerate(NAMES, 1)]


def test_as_a_table_it_is_a_list() -> None:
    text = b"".join(render(slips_report(SLIPS[:1]), "table")).decode()
    assert text.splitlines()[:3] == [
        "Cup <1>: score slips, round 2",
        "",
        "Round  Board  Deals first  Other",
    ]


def test_each_board_has_a_slip_with_room_to_write() -> None:
    parsed = Page(b"".join(render(slips_report(SLIPS), "html")).decode())
    assert parsed.open == []
    tags = [tag for tag, _attributes in parsed.seen]
    assert (tags.count("section"), "script" in tags) == (len(SLIPS), False)
    assert parsed.cells.count("13") == len(SLIPS)


def test_as_pdf_four_stand_on_a_page() -> None:
    pytest.importorskip("typst")
    latin = [slip for slip in SLIPS if slip.first_dealer.isascii()] * 2
    made = b"".join(render(slips_report(latin), "pdf"))
    pages = re.search(rb"/Type ?/Pages ?/Count (\d+)", made)
    assert pages is not None
    assert int(pages[1]) == -(-len(latin) // 4)
    assert made == b"".join(render(slips_report(latin), "pdf"))
    assert b"".join(render(slips_report([]), "pdf")).startswith(b"%PDF")
