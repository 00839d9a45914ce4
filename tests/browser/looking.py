"""Looking at a page in a browser: what is wrong with it, in words."""

from __future__ import annotations

from html.parser import HTMLParser
from importlib.resources import files
from pathlib import Path
from types import TracebackType
from typing import Any
from urllib.parse import unquote, urlsplit

from playwright.sync_api import Browser, Page

WIDTHS = (1280, 800, 360)
SERIOUS = ("serious", "critical")


def find_axe() -> str:
    """The script of axe-core, which the wheel of axe-playwright-python brings along."""
    return files("axe_playwright_python").joinpath("axe.min.js").read_text("utf-8")


class Visitor:
    """Opens pages and writes down what goes wrong."""

    def __init__(self, browser: Browser, axe: str) -> None:
        self._axe = axe
        self._context = browser.new_context(viewport={"width": WIDTHS[0], "height": 900})
        self.page: Page = self._context.new_page()
        self.told: list[str] = []
        self.page.on("console", lambda message: self._tell(f"console {message.type}: {message.text}", message.type))
        self.page.on("pageerror", lambda error: self.told.append(f"script error: {error}"))
        self.page.on("request", lambda request: self._see(request.url))
        self._context.route(lambda url: not url.startswith(("file:", "data:")), lambda route: route.abort())

    def __enter__(self) -> Visitor:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._context.close()

    def forget(self) -> None:
        """Become as one who looks at a page for the first time."""
        self.told.clear()
        self.page.emulate_media(media="null", color_scheme="light")
        if self.page.url.startswith("file:"):
            self.page.evaluate("localStorage.clear()")

    def _tell(self, text: str, kind: str) -> None:
        if kind in ("error", "warning") and "ERR_FAILED" not in text:
            self.told.append(text)

    def _see(self, url: str) -> None:
        if not url.startswith(("file:", "data:")):
            self.told.append(f"outside request: {url}")

    def open(self, path: Path, width: int = WIDTHS[0]) -> Page:
        """The page, loaded; what was told of the one before is forgotten."""
        self.told.clear()
        self.page.set_viewport_size({"width": width, "height": 900})
        self.page.goto(path.as_uri())
        return self.page

    def findings(self, path: Path) -> list[str]:
        """All that is wrong with a page: errors, requests, sideways scroll, and what axe-core finds serious."""
        page = self.open(path)
        found = list(self.told)
        for width in WIDTHS:
            page.set_viewport_size({"width": width, "height": 900})
            actual = page.evaluate("document.documentElement.scrollWidth")
            if actual > width:
                found.append(f"sideways scroll: {actual} pixels on {width}")
        page.evaluate(self._axe)
        for scheme in ("light", "dark"):
            page.emulate_media(color_scheme=scheme)
            # The colours are all that differs between the two.
            rules = {} if scheme == "light" else {"runOnly": ["color-contrast"]}
            result: dict[str, Any] = page.evaluate(
                # Without `preload`, for which it would read all style sheets once more.
                "settings => axe.run(document, {resultTypes: ['violations'], preload: false, ...settings})",
                rules,
            )
            for violation in result["violations"]:
                if violation["impact"] in SERIOUS:
                    node = violation["nodes"][0]["html"][:200]
                    found.append(f"axe {scheme}: {violation['id']} ({violation['help']}): {node}")
        page.emulate_media(color_scheme="light")
        return found


class _Links(HTMLParser):
    """Where a page leads, and what in it can be led to."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.hrefs: list[str] = []
        self.ids: set[str] = set()
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        for name, value in attrs:
            if name in ("href", "src") and value:
                self.hrefs.append(value)
            elif name == "id" and value:
                self.ids.add(value)


def broken_links(folder: Path) -> list[str]:
    """The links of all pages in a folder that lead nowhere."""
    pages = {path: _Links(path.read_text("utf-8")) for path in sorted(folder.rglob("*.html"))}
    broken = []
    for path, links in pages.items():
        for href in links.hrefs:
            parts = urlsplit(href)
            if parts.scheme == "data":
                continue
            target = (path.parent / unquote(parts.path)).resolve() if parts.path else path
            is_there = target.is_file() and target.is_relative_to(folder.resolve())
            if parts.scheme or not is_there or (parts.fragment and parts.fragment not in pages[target].ids):
                broken.append(f"{path.relative_to(folder)}: {href}")
    return broken


def check_sorting(page: Page) -> list[str]:
    """What is wrong with sorting the standings by a click on a heading, twice, by numbers and by words."""
    found = []
    column = (
        "Array.from(document.querySelectorAll('#main-table tbody tr')).map(row => row.cells[%d].textContent.trim())"
    )
    heads = page.locator("#main-table thead th")
    names = [text.strip() for text in heads.all_text_contents()]
    if page.locator("#main-table thead button").count() != len(names):
        return ["sorting: there are no buttons in the headings"]
    place = names.index("Diff")
    for sort, descending in (("descending", True), ("ascending", False)):
        heads.nth(place).locator("button").click()
        values = [float(text.replace("−", "-").replace("+", "")) for text in page.evaluate(column % place)]
        if values != sorted(values, reverse=descending):
            found.append(f"sorting: {sort} by difference gives {values}")
        if heads.nth(place).get_attribute("aria-sort") != sort:
            found.append("sorting: aria-sort does not say it")
    place = names.index("Player")
    before = page.evaluate(column % place)
    heads.nth(place).locator("button").click()
    after = page.evaluate(column % place)
    if sorted(before) != sorted(after) or after.index("Bořivoj Čapek") > after.index("Zdeněk Kříž"):
        found.append(f"sorting: by name gives {after}")
    return found


def check_search(page: Page, typed: str, name: str) -> list[str]:
    """What is wrong with finding somebody by what is typed, and going there with the keyboard."""
    page.locator("#search").fill("")
    page.locator("#search").click()
    page.keyboard.type(typed)
    page.locator("#found li").first.wait_for()  # of what is found, or one that says that it is nothing
    found = page.locator("#found a bdi").all_text_contents()
    if found != [name]:
        return [f"search: '{typed}' finds {found}"]
    page.keyboard.press("ArrowDown")
    page.keyboard.press("Enter")
    page.wait_for_load_state()
    heading = page.locator("h1").inner_text()
    return [] if name in heading else [f"search: leads to '{heading}'"]
