"""From values to the text of a page: the template engine, and what all pages share."""

from __future__ import annotations

import json
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Final

from jinja2 import Environment, FileSystemLoader, StrictUndefined

from schneider_league.reports.own import MARK
from schneider_league.reports.site.tables import linked
from schneider_league.reports.text import make_visible

ASSETS: Final = ("site.css", "site.js")
"""The files beside the pages that all of them use."""

SEARCH_INDEX: Final = "assets/search.js"
_FOLDER: Final = Path(__file__).parent


@dataclass(frozen=True, slots=True)
class Section:
    """A part of the site, as the navigation names it."""

    name: str
    href: str


@dataclass(frozen=True)
class SitePages:
    """Renders pages; what all of them say stands here."""

    title: str
    """The league's."""
    as_of: str
    """The last day that was played on, in words; empty where there is none."""
    sections: tuple[Section, ...]

    @cached_property
    def _environment(self) -> Environment:
        environment = Environment(
            autoescape=True,
            loader=FileSystemLoader(_FOLDER / "templates"),
            undefined=StrictUndefined,
            trim_blocks=True,
            lstrip_blocks=True,
            keep_trailing_newline=True,
            finalize=_visible,
        )
        environment.globals["linked"] = linked
        return environment

    def render(self, template: str, path: str, heading: str, **values: object) -> str:
        """The page that lies at `path`, from the root of the site; `heading` names it in its title."""
        return self._environment.get_template(template).render(
            site=self,
            mark=MARK,
            root="../" * path.count("/"),
            path=path,
            heading=heading,
            **values,
        )


def _visible(value: object) -> object:
    """Text with visible signs for control characters; what is markup already is left alone."""
    # Nearly all text is printable, which is found out quickly.
    return make_visible(value) if type(value) is str and not value.isprintable() else value


def asset(name: str) -> bytes:
    """The content of a file that all pages use."""
    return (_FOLDER / "assets" / name).read_bytes()


def search_index(entries: Iterable[tuple[str, str, str, str]]) -> str:
    """The script that tells the search what there is: name, what kind of thing, page, and what it is found by."""
    listed = [[make_visible(name), kind, href, keys] for name, kind, href, keys in entries]
    text = json.dumps(listed, ensure_ascii=True, separators=(",", ":")).replace("</", "<\\/")
    return f"/* {MARK} */\nwindow.schneiderLeague({text});\n"
