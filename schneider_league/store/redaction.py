"""Making names vanish from free text and from the records of deals: the only thing that is ever overwritten."""

from __future__ import annotations

import json
import re
from collections.abc import Collection, Sequence
from dataclasses import dataclass
from typing import Any, Final

from schneider_league.derive.names import fold, folded_ways
from schneider_league.store.league import League, Value

REDACTED: Final = "[removed]"
_LEAST: Final = 3
"""Letters of a word that is taken for a part of a name."""
_WORDS = re.compile(r"\w+")


@dataclass(frozen=True, slots=True)
class Redacted:
    """How much was removed."""

    remarks: int
    records: int
    """Records of deals in which something was."""


def redact_names(
    league: League, names: Sequence[str], stand_in: str, sessions: Collection[int], events: Collection[int] = ()
) -> Redacted:
    """Remove free text that holds one of these names, and put `stand_in` for them in the records of deals.

    In the sessions and events that are named, single words of a name are looked for too, since their texts speak of
    the players by first names.
    """
    hidden = _Hidden(names, stand_in)
    own = set(sessions)
    remarks = league.rows(
        "SELECT r.id, r.text, e.session_id FROM remark r LEFT JOIN entry e ON e.id = r.entry_id WHERE r.text <> ?",
        [REDACTED],
    )
    told: list[tuple[Value, ...]] = [
        (REDACTED, id_) for id_, text, session in remarks if hidden.is_in(text, by_words=session in own)
    ]
    if told:
        league.run_many("UPDATE remark SET text = ? WHERE id = ?", told)
    told_of_events = _redact_events(league, hidden, set(events))
    changed: list[tuple[Value, ...]] = []
    for id_, record, session in league.rows(
        "SELECT p.entry_id, p.record, e.session_id FROM play p JOIN entry e ON e.id = p.entry_id"
    ):
        redacted = hidden.redact_record(record, session, by_words=session in own)
        if redacted != record:
            changed.append((redacted, id_))
    if changed:
        league.run_many("UPDATE play SET record = ? WHERE entry_id = ?", changed)
    return Redacted(len(told) + told_of_events, len(changed))


def _redact_events(league: League, hidden: _Hidden, own: Collection[int]) -> int:
    """Remove the reasons of events' entries and of pairings that hold a name; how many."""
    number = 0
    for table, rows in (
        ("event_entry", league.rows("SELECT id, reason, event_id FROM event_entry WHERE reason IS NOT NULL")),
        (
            "pairing",
            league.rows(
                "SELECT p.id, p.reason, n.event_id FROM pairing p JOIN event_entry n ON n.id = p.entry_id"
                " WHERE p.reason <> ''"
            ),
        ),
    ):
        found: list[tuple[Value, ...]] = [
            (REDACTED, id_)
            for id_, text, event in rows
            if text != REDACTED and hidden.is_in(text, by_words=event in own)
        ]
        if found:
            league.run_many(f"UPDATE {table} SET reason = ? WHERE id = ?", found)
        number += len(found)
    return number


class _Hidden:
    """Names that must not be seen."""

    def __init__(self, names: Sequence[str], stand_in: str) -> None:
        self.stand_in = stand_in
        self._names = {way for name in names for way in folded_ways(name)}
        self._words = {word for name in self._names for word in _WORDS.findall(name) if len(word) >= _LEAST}

    def is_in(self, text: str, *, by_words: bool) -> bool:
        """Whether the text holds one of them."""
        for way in folded_ways(text):
            if any(_stands_in(name, way) for name in self._names):
                return True
            if by_words and not self._words.isdisjoint(_WORDS.findall(way)):
                return True
        return False

    def redact_record(self, record: str, session: int, *, by_words: bool) -> str:
        """A record of a deal without them; one in which they are not stays as it is."""
        stated = json.loads(record)
        redacted = self._redact(stated, f"session-{session}", "", by_words=by_words)
        return record if redacted == stated else json.dumps(redacted, ensure_ascii=False)

    def _redact(self, value: Any, session: str, key: str, *, by_words: bool) -> Any:
        if isinstance(value, dict):
            return {name: self._redact(each, session, name, by_words=by_words) for name, each in value.items()}
        if isinstance(value, list):
            if len(value) == 2 and all(isinstance(each, str) for each in value):  # a tag and its value
                return [value[0], self._redact(value[1], session, value[0], by_words=by_words)]
            return [self._redact(each, session, key, by_words=by_words) for each in value]
        if not isinstance(value, str) or key in ("lead", "response", "after"):
            return value
        if fold(value) in self._names:
            return self.stand_in
        if not self.is_in(value, by_words=by_words):
            return value
        return session if key == "Session" else REDACTED


def _stands_in(name: str, text: str) -> bool:
    """Whether a name stands in a text, not as a part of a longer word."""
    at = text.find(name)
    while at >= 0:
        before, after = text[at - 1 : at], text[at + len(name) : at + len(name) + 1]
        if not (before.isalnum() and name[0].isalnum()) and not (after.isalnum() and name[-1].isalnum()):
            return True
        at = text.find(name, at + 1)
    return False
