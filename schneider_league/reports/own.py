"""Whether a file that is there is one of ours, and of the kind that is about to be written over it.

HTML and PDF carry a mark, JSON its schema; CSV, Markdown and plain text are known by their header. What
cannot be told for sure is not ours: somebody's file may be lost by a guess, but not by a refusal.
"""

from __future__ import annotations

import json
import re
from typing import Literal, TypeAlias

Kind: TypeAlias = Literal["table", "json", "jsonl", "csv", "markdown", "html", "pdf", "sdr", "records"]
"""The format of a report, or `sdr` and `records` for deal records as text and as JSON lines."""

MARK = "schneider-league"
"""What stands as generator in our HTML and as keyword in our PDF files."""

HEAD = 1 << 19
"""How many bytes from the beginning are enough to know a file; of a PDF the end is needed, too."""

SCHEMAS = ("playthrough", "replay", "rules", "ruleset")
"""The reports that are written, by the names of their JSON schemas."""

HEADINGS = (
    ("File", "Record", "Session", "Deal", "Non-dealer", "Dealer", "Score", "Level", "Result", "Running", "Check"),
    ("Record", "Session", "Deal", "Non-dealer", "Dealer", "Score", "Level", "Result", "Running", "Check"),
    ("Trick", "Leader", "Leader's hand", "Lead", "Other hand", "Response", "Winner", "Count"),
    ("Name", "Cards", "Talon", "Counted", "Wins", "Target", "Source"),
    ("Topic", "Rule", "Source"),
)
"""The headings of the tables that are or once were written."""

CSV_HEADERS = (
    "file,record,line,session,deal,rules,non_dealer,dealer,score_non_dealer,score_dealer,level,"
    "result_non_dealer,result_dealer,running_non_dealer,running_dealer,problems",
    "trick,leader,leader_hand,lead,responder,responder_hand,response,winner,announcements,drawn,talon_left,"
    "count_non_dealer,count_dealer",
    "name,title,cards,talon,counted,wins,target,source",
    "topic,words,value,source,note",
)
"""The header lines of CSV that are or once were written."""

NO_ROWS = ("There are no records.",)
"""What a plain table says instead of a table without rows."""

_SCHEMA = re.compile(rf'\{{\s*"schema"\s*:\s*"({"|".join(SCHEMAS)})/[0-9]+"')
_ROW = re.compile(r'\{"file": "(?:[^"\\]|\\.)*", "record": [0-9]+, "line": [0-9]+, "session": ')
_GENERATOR = re.compile(rf'<!DOCTYPE html>.{{0,400}}<meta name="generator" content="{MARK}">', re.DOTALL)
_KEYWORD = re.compile(rf"/Keywords ?\({MARK}\)".encode())
_TAG = re.compile(r'^[ \t]*\[\s*(\w+)\s+"', re.MULTILINE)
_ASIDE = re.compile(r"(?:\s*[;%][^\n]*\n)*\s*")
_RULES_LINE = re.compile(r"## [^\n]+\n\n\| (.+) \|\n\|[-:| ]+\|\n")
_TAGS_OF_RECORDS = frozenset(("nondealer", "dealer", "nondealerhand", "dealerhand", "talon", "running", "turned"))


def is_own(head: bytes, tail: bytes, kind: Kind) -> bool:
    """Whether a file with this beginning and end is empty, or of ours and of this kind.

    `head` are its first `HEAD` bytes, or all; `tail` its last, which only PDF files are known by.
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
            return text.partition("\n")[0] in CSV_HEADERS
        case "markdown":
            found = _RULES_LINE.match(text)
            return found is not None and tuple(found[1].split(" | ")) in HEADINGS
        case "html":
            return _GENERATOR.match(text) is not None
        case "table":
            return _is_table(text)
        case "sdr":
            return _is_record(text)
        case "records":
            return _is_json_record(text.lstrip())


def _is_table(text: str) -> bool:
    """A table begins with its headings, or with a title and its headings; a deal that is shown with its title."""
    first, _, rest = text.partition("\n")
    if first in NO_ROWS or _is_shown_record(first, rest):
        return True
    if rest.startswith("\n"):
        first = rest[1:].partition("\n")[0]
    return tuple(re.split(r" {2,}", first.strip())) in HEADINGS


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
