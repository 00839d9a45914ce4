"""The site in a real browser: each kind of page, sorting, searching, cards, paper."""

from __future__ import annotations

import re
import shutil
from pathlib import Path

import pytest
from playwright.sync_api import Page

from tests.browser.club import HOSTILE, QUOTES, Command
from tests.browser.looking import Visitor, broken_links, check_search, check_sorting

pytestmark = pytest.mark.xdist_group("browser")  # one league and one browser for all of them

KINDS = {
    "front": "index.html",
    "standings": "standings.html",
    "ratings": "ratings.html",
    "players": "players/index.html",
    "player": "players/1.html",
    "strange player": "players/{img}.html",
    "long name": "players/{long}.html",
    "moved player": "players/{moved}.html",
    "sessions": "sessions/index.html",
    "month": "sessions/2026-11.html",
    "session": "sessions/{deals}.html",
    "open session": "sessions/{open}.html",
    "whole result": "sessions/{result}.html",
    "deals": "deals/{deals}.html",
    "deals of a strange name": "deals/{quotes}.html",
    "events": "events/index.html",
    "open event": "events/1.html",
    "round-robin": "events/{round-robin}.html",
    "swiss": "events/{swiss}.html",
    "knockout": "events/{knockout}.html",
}


@pytest.fixture(scope="session")
def places(site: Path) -> dict[str, str]:
    """Where the kinds of page are: by what stands on them."""
    found = {"deals": sorted((site / "deals").glob("*.html"))[0].stem}
    folders = ("events", "deals", "players", "sessions")
    for path in (path for folder in folders for path in site.glob(f"{folder}/*.html")):
        text = path.read_text("utf-8")
        (title,) = re.findall(r"<title>(.*?) · Café", text, re.DOTALL)
        for key, holds in {
            "round-robin": title == "The round-robin",
            "swiss": title == "The swiss",
            "knockout": title == "The knockout",
            "img": path.parent.name == "players" and title.startswith("&lt;img"),
            "long": path.parent.name == "players" and title == HOSTILE[4],
            "moved": "they are one person" in text,
            "open": path.parent.name == "sessions" and "; in play" not in title and " deals.</p>" in text,
            "quotes": path.parent.name == "deals" and "onclick" in text,
            "result": "Only the end of this session is known" in text,
        }.items():
            if holds:
                found.setdefault(key, path.stem)
    return found


@pytest.mark.parametrize("kind", KINDS)
def test_each_kind_of_page(kind: str, site: Path, places: dict[str, str], visitor: Visitor) -> None:
    assert visitor.findings(site / KINDS[kind].format_map(places)) == []


def test_every_link_leads_somewhere(site: Path) -> None:
    assert broken_links(site) == []


def test_sorting(site: Path, visitor: Visitor) -> None:
    assert check_sorting(visitor.open(site / "standings.html")) == []


@pytest.mark.parametrize(
    ("typed", "name"),
    [
        ("sarka nov", "Šárka Nováková"),
        ("mueller", "Käthe Müller"),
        ("muller kat", "Käthe Müller"),
        ("太郎", "日本 太郎"),
    ],
)
def test_search(typed: str, name: str, site: Path, visitor: Visitor) -> None:
    page = visitor.open(site / "events" / "index.html")
    assert check_search(page, typed, name) == []
    assert visitor.told == []


def test_nothing_of_that_name(site: Path, visitor: Visitor) -> None:
    page = visitor.open(site / "index.html")
    page.locator("#search").fill("nobody at all")
    page.locator("#found").get_by_text("Nothing of that name.").wait_for()
    assert page.locator("#found a").count() == 0


def test_cards_in_both_decks_and_trick_by_trick(site: Path, places: dict[str, str], visitor: Visitor) -> None:
    page = visitor.open(site / "deals" / f"{places['deals']}.html")
    card = page.locator(".tricks .card").first
    page.get_by_label("French").check()
    french = card.inner_text()
    page.get_by_label("German").check()
    assert card.inner_text() != french
    assert page.locator(".card use").first.get_attribute("href") in {f"#german-{suit}" for suit in "CSHD"}
    board = page.locator(".table").first
    assert "Trick 1 of" in board.inner_text()
    board.get_by_role("button", name="Next trick").click()
    assert "Trick 2 of" in board.inner_text()
    assert page.locator("tr.now").first.locator("th").inner_text() == "2"


def test_names_on_the_table_are_text(site: Path, places: dict[str, str], visitor: Visitor) -> None:
    page = visitor.open(site / "deals" / f"{places['quotes']}.html")
    assert QUOTES in page.locator(".table").first.inner_text()
    assert page.locator("[onclick]").count() == 0


def test_a_bracket_stands_in_columns_and_on_a_phone_in_rounds(
    site: Path, places: dict[str, str], visitor: Visitor
) -> None:
    path = site / "events" / f"{places['knockout']}.html"
    page = visitor.open(path)
    assert page.locator(".bracket h3").all_inner_texts() == ["Quarter-finals", "Semi-finals", "Final"]
    first, later, _last = _stages(page)
    for number, (left, middle) in enumerate(later):
        pair = first[2 * number : 2 * number + 2]
        assert all(left > other for other, _middle in pair)
        assert abs(middle - sum(middle for _left, middle in pair) / 2) < 2, "where its two lines meet"
    first, later, _last = _stages(visitor.open(path, 360))
    assert {left for left, _middle in first} == {left for left, _middle in later}
    assert max(middle for _left, middle in first) < min(middle for _left, middle in later)


def _stages(page: Page) -> list[list[tuple[float, float]]]:
    """For each round of the bracket where its matches stand: their left side, and the middle of their height."""
    found: list[list[tuple[float, float]]] = page.evaluate(
        """() => Array.from(document.querySelectorAll(".bracket > section")).map(section =>
            Array.from(section.querySelectorAll(".match")).map(match => {
                const box = match.getBoundingClientRect();
                return [box.left, (box.top + box.bottom) / 2];
            }))"""
    )
    return found


def test_light_and_dark_by_the_button(site: Path, visitor: Visitor) -> None:
    page = visitor.open(site / "index.html")
    colour = "getComputedStyle(document.body).backgroundColor"
    light = page.evaluate(colour)
    page.locator(".theme").click()
    assert page.evaluate(colour) != light
    page.goto((site / "ratings.html").as_uri())
    assert page.evaluate(colour) != light, "another page forgets it"


def test_without_scripts_everything_is_there(site: Path, places: dict[str, str], browser: object) -> None:
    context = browser.new_context(java_script_enabled=False)  # type: ignore[attr-defined]
    page = context.new_page()
    page.goto((site / "deals" / f"{places['deals']}.html").as_uri())
    assert re.fullmatch(r"(?:10|[A-Z0-9])[♣♠♥♦]", page.locator(".tricks .card").first.inner_text())
    assert not page.locator(".search").is_visible()
    context.close()


def test_on_paper_nothing_is_cut(site: Path, visitor: Visitor) -> None:
    page = visitor.open(site / "standings.html", 690)  # the width of A4 within its margins, in pixels of CSS
    page.emulate_media(media="print")
    assert page.evaluate("document.documentElement.scrollWidth") <= 690
    assert not page.locator(".search").is_visible()
    assert page.locator("#main-table th", has_text="Schwarz").is_visible(), "a column that phones leave out"
    assert page.evaluate("getComputedStyle(document.querySelector('thead')).display") == "table-header-group"


def test_documents_of_single_tables(address: Path, tmp_path: Path, visitor: Visitor) -> None:
    command = Command(address)
    for words in (
        ("standings",),
        ("ratings",),
        ("event", "crosstable", "The round-robin"),
        ("event", "rounds", "The swiss"),
        ("event", "slips", "The knockout", "--round", "1"),
        ("player", "show", "1"),
        ("session", "show", "1"),
    ):
        path = tmp_path / "table.html"
        command(*words, "-o", str(path))
        assert visitor.findings(path) == [], words
        path.unlink()


FAULTS = {
    "console error: broken": "<script>console.error('broken')</script>",
    "script error": "<script>undefined.x</script>",
    "outside request": "<img alt='' src='https://example.org/x.png'>",
    "sideways scroll": "<div style='width:2000px'>wide</div>",
    "axe light: color-contrast": "<p style='color:#999;background:#aaa'>hard to read</p>",
    "axe light: image-alt": "<img src='data:,'>",
    "axe light: label": "<input type='text'>",
}


@pytest.mark.parametrize("fault", FAULTS)
def test_a_seeded_fault_is_found(
    fault: str, site: Path, places: dict[str, str], tmp_path: Path, visitor: Visitor
) -> None:
    small = site / KINDS["moved player"].format_map(places)
    text = small.read_text("utf-8").replace("../assets/", f"{site.as_uri()}/assets/")
    page = tmp_path / "fault.html"
    page.write_text(text.replace("</main>", f"{FAULTS[fault]}</main>"), "utf-8")
    found = visitor.findings(page)
    assert [each for each in found if each.startswith(fault)], found
    assert all(each.startswith((fault, fault.replace("light", "dark"))) for each in found), found


@pytest.mark.parametrize("link", ["players/none.html", "index.html#none", "https://example.org/", "../outside.html"])
def test_a_seeded_broken_link_is_found(link: str, tmp_path: Path) -> None:
    (tmp_path / "index.html").write_text(f"<a href='{link}'>x</a><a href='index.html'>y</a>", "utf-8")
    assert broken_links(tmp_path) == [f"index.html: {link}"]


@pytest.mark.parametrize(
    ("what", "into"),
    [("direction * compare", "0 * compare"), ('setAttribute("aria-sort"', 'setAttribute("data-sort"')],
)
def test_seeded_faults_of_sorting_are_found(what: str, into: str, site: Path, tmp_path: Path, visitor: Visitor) -> None:
    assert check_sorting(visitor.open(_broken(site, tmp_path, what, into) / "standings.html")) != []


@pytest.mark.parametrize(
    ("what", "into"),
    [("indexOf(word) === 0", "indexOf(word) > 5"), ("href: root + entry[2]", 'href: root + "index.html"')],
)
def test_seeded_faults_of_the_search_are_found(
    what: str, into: str, site: Path, tmp_path: Path, visitor: Visitor
) -> None:
    page = visitor.open(_broken(site, tmp_path, what, into) / "standings.html")
    assert check_search(page, "mueller", "Käthe Müller") != []


def _broken(site: Path, folder: Path, what: str, into: str) -> Path:
    """A copy of the site in which the script is another."""
    copy = folder / "site"
    copy.mkdir()
    for name in ("standings.html", "index.html"):
        shutil.copy(site / name, copy)
    shutil.copytree(site / "assets", copy / "assets")
    script = copy / "assets" / "site.js"
    text = script.read_text("utf-8")
    assert text.count(what) == 1
    script.write_text(text.replace(what, into), "utf-8")
    return copy
