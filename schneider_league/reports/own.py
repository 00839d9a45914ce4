"""Whether a file that is there is one of ours, and of the kind that is about to be written over it.

HTML and PDF carry a mark, JSON its schema; CSV, Markdown and plain text are known by the headings of the report
that is about to be written. What cannot be told for sure is not ours: somebody's file may be lost by a guess, but
not by a refusal.
"""

from __future__ import annotations

import json
import re
from typing import Literal, TypeAlias

Kind: TypeAlias = Literal[
    "table", "json", "jsonl", "csv", "markdown", "html", "pdf", "sdr", "records", "league", "sheet"
]
"""The format of a report; deal records as text (`sdr`) and as JSON lines (`records`); what `export` writes beside."""

Names: TypeAlias = tuple[str, ...]
"""The headings that a table begins with, in CSV the names of its columns."""

MARK = "schneider-league"
"""What stands as generator in our HTML and as keyword in our PDF files."""

HEAD = 1 << 19
"""How many bytes from the beginning are enough to know a file; of a PDF the end is needed, too."""

LEADING = 3
"""How many headings have to be the same: further ones may differ, as with another --order."""

NO_ROWS = ("There are no records.",)
"""What a plain table says instead of a table without rows."""

SHOWN_RECORD: Names = ("a record trick by trick",)
"""Stands for the headings of what `--show` prints, which has none."""

EXPORTED_SHEET = "date,session,player_a,player_b,dealer,score_a,score_b,rules,target,note,format,event,table,all_tricks"
"""The first line of a score sheet that `export` wrote."""

_SCHEMA = re.compile(r'\{\s*"schema"\s*:\s*"(?!league/)[a-z]+(?:-[a-z]+)*/[0-9]+"\s*,')
_LEAGUE = re.compile(r'\{\s*"schema"\s*:\s*"league/[0-9]+"')
_ROW = re.compile(r'\{"file": "(?:[^"\\]|\\.)*", "record": [0-9]+, "line": [0-9]+, "session": ')
_GENERATOR = re.compile(rf'<!DOCTYPE html>.{{0,400}}<meta name="generator" content="{MARK}">', re.DOTALL)
_KEYWORD = re.compile(rf"/Keywords ?\({MARK}\)".encode())
_TAG = re.compile(r'^[ \t]*\[\s*(\w+)\s+"', re.MULTILINE)
_ASIDE = re.compile(r"(?:\s*[;%][^\n]*\n)*\s*")
_MARKDOWN = re.compile(r"## [^\n]+\n\n\| (.+) \|\n\|[-:| ]+\|\n")
_TAGS_OF_RECORDS = frozenset(("nondealer", "dealer", "nondealerhand", "dealerhand", "talon", "running", "turned"))


def is_own(head: bytes, tail: bytes, kind: Kind, names: Names = ()) -> bool:
    """Whether a file with this beginning and end is empty, or of ours and of this kind.

    Args:
        head: Its first `HEAD` bytes, or all.
        tail: Its last, which only PDF files are known by.
        kind: What is about to be written.
        names: The headings of the report that is about to be written. Without them it is only asked whether the file
            could be such a table: whether it is worth the work to make one.
    """
    if not head:
        return True
    if kind == "pdf":
        return head.startswith(b"%PDF-") and _KEYWORD.search(tail) is not None
    text = head.decode("utf-8-sig", errors="replace")
    if "\0" in text:
        return False
    text = text.replace("\r\n", "\n")
    match kind:
        case "json":
            return _SCHEMA.match(text.lstrip()) is not None
        case "jsonl":
            return _ROW.match(text) is not None
        case "csv":
            header = text.partition("\n")[0]
            return header != EXPORTED_SHEET and _is_known(header.split(","), names)
        case "markdown":
            found = _MARKDOWN.match(text)
            return found is not None and _is_known(found[1].split(" | "), names)
        case "html":
            return _GENERATOR.match(text) is not None
        case "table":
            return _is_table(text, names)
        case "sdr":
            return _is_record(text)
        case "records":
            return _is_json_record(text.lstrip())
        case "league":
            return _LEAGUE.match(text) is not None
        case "sheet":
            return text.partition("\n")[0] == EXPORTED_SHEET


def _is_known(headings: list[str], names: Names) -> bool:
    """Whether a table with these headings begins as one with the names; any table may if there are none."""
    return not names or tuple(headings[:LEADING]) == names[:LEADING]


def _is_table(text: str, names: Names) -> bool:
    """A table begins with its headings, or with a title and its headings; a deal that is shown with its title."""
    first, _, rest = text.partition("\n")
    if first in NO_ROWS or _is_shown_record(first, rest):
        return True
    lines = [first, rest[1:].partition("\n")[0]] if rest.startswith("\n") else [first]
    return any(_is_known(re.split(r" {2,}", line.strip()), names) for line in lines)


def _is_shown_record(title: str, rest: str) -> bool:
    """What `--show` prints: a title, then the tags, a line each, among them the players."""
    facts = rest.partition("\n\n")[0].split("\n")
    return (
        ": " in title
        and all(line.startswith("  ") for line in facts)
        and any(line.startswith(("  NonDealer ", "  Dealer ")) for line in facts)
    )


def _is_record(text: str) -> bool:
    """Deal records begin with tags (there may be asides before), some of which no other notation has."""
    begin = _ASIDE.match(text)
    start = begin.end() if begin else 0
    if not text.startswith("[", start):
        return False
    first = text[start:].partition("\n\n")[0]
    return any(name.lower() in _TAGS_OF_RECORDS for name in _TAG.findall(first))


def _is_json_record(text: str) -> bool:
    """A line of deal records is an object with tags, moves and at most a comment."""
    line, end, _ = text.partition("\n")
    try:
        stated = json.loads(line)
    except (ValueError, RecursionError):
        return not end and line.startswith('{"tags": {"')  # longer than what is looked at
    return isinstance(stated, dict) and "tags" in stated and stated.keys() <= {"tags", "moves", "comment", "opening"}
