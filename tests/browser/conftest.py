"""The browser, and what it looks at."""

from __future__ import annotations

import os
import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.browser.club import make_league, make_site
from tests.browser.looking import Visitor, find_axe

NAMES = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "chrome")
"""What the browser is called on the PATH; CHROMIUM names another."""
WITHOUT = (
    "there is no Chromium here: these tests look at the pages in one. Install it (Debian: apt install chromium), "
    "or name it: CHROMIUM=/path/to/chromium"
)
FLAGS = [
    *("--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking"),
    *("--disable-component-update", "--disable-sync", "--disable-dev-shm-usage"),
]


def find_chromium() -> str | None:
    """The browser that CHROMIUM names, or one on the PATH."""
    named = os.environ.get("CHROMIUM")
    return named or next((found for found in map(shutil.which, NAMES) if found), None)


@pytest.fixture(scope="session")
def chromium() -> str:
    found = find_chromium()
    if found is None:
        if os.environ.get("CI"):
            pytest.fail(WITHOUT)
        pytest.skip(WITHOUT)
    return found


@pytest.fixture(scope="session")
def browser_type_launch_args(chromium: str) -> dict[str, Any]:
    """How pytest-playwright starts the browser: not one of its own, which it would have to download."""
    return {"executable_path": chromium, "args": FLAGS}


@pytest.fixture(scope="session")
def address(chromium: str, tmp_path_factory: pytest.TempPathFactory) -> Path:
    return make_league(tmp_path_factory.mktemp("club"))


@pytest.fixture(scope="session")
def site(address: Path) -> Path:
    """The site of the sample club."""
    return make_site(address, address.parent / "site")


@pytest.fixture(scope="session")
def axe() -> str:
    return find_axe()


@pytest.fixture(scope="session")
def only_visitor(browser: Any, axe: str) -> Iterator[Visitor]:
    with Visitor(browser, axe) as visitor:
        yield visitor


@pytest.fixture
def visitor(only_visitor: Visitor) -> Visitor:
    """Somebody who looks at pages, and knows nothing of those that another test has looked at."""
    only_visitor.forget()
    return only_visitor
