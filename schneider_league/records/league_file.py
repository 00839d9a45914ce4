"""A whole league as lines of JSON (`league/1`): what a line says, written and read back.

The first line is `{"schema": "league/1", "lines": N, …}`; each other line an object with one name:

    {"ruleset": {…}}      a definition of rules by its digest
    {"house_rule": {…}}   what the name of a house rule means
    {"batch": {…}}        an import, or that one was taken back
    {"player": {…}}       a player with names and what happened to them
    {"event": {…}}        an event with what was settled for it
    {"session": {…}}      a session with all its entries, those that were replaced too

Players, events, imports and entries refer to each other by uid, entries of one session by `seq`.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from datetime import UTC, date, datetime
from typing import Any, Final

from schneider_league.errors import InputError, UnreadableError, Where
from schneider_league.game.score import Pair
from schneider_league.records.claims import FormatKind, SessionFormat
from schneider_league.records.ledger import Content, Ending, Entry, EntryKind, SessionStart

SCHEMA: Final = "league/1"
KINDS: Final = ("ruleset", "house_rule", "batch", "player", "event", "session")
"""What lines there are, in the order in which they stand."""

UidOf = Callable[[int], str]
IdOf = Callable[[str], int]
PairingNameOf = Callable[[int], tuple[str, int]]
"""For a pairing the uid of the event's entry that states it, and its board."""
PairingIdOf = Callable[[tuple[str, int]], int]


@dataclass(frozen=True, slots=True)
class Line:
    """One line of a league file."""

    kind: str
    value: dict[str, Any]
    where: Where


def format_line(kind: str, value: dict[str, Any]) -> str:
    """A line, with its end."""
    return json.dumps({kind: value}, ensure_ascii=False) + "\n"


def format_header(lines: int, **more: str) -> str:
    """The first line; `lines` is how many follow."""
    return json.dumps({"schema": SCHEMA, "lines": lines, **more}, ensure_ascii=False) + "\n"


def read_lines(content: bytes, file: str) -> Iterator[Line]:
    """The lines of a league file.

    Raises:
        UnreadableError: it is of a version that is not known, or not whole, or a line is no JSON.
    """
    texts = content.removeprefix(b"\xef\xbb\xbf").split(b"\n")
    header: dict[str, Any] = {}
    count = 0
    for number, text in enumerate(texts, 1):
        if not text.strip():
            continue
        where = Where(file, number)
        stated = _parse(text, where)
        if not header:
            header = stated
            _check_header(header, where)
            continue
        count += 1
        kind = next(iter(stated), "")
        value = stated.get(kind)
        if len(stated) != 1 or kind not in KINDS or not isinstance(value, dict):
            raise UnreadableError(
                f"this line is none of {', '.join(KINDS)}", where=where, hint="was the file changed by hand?"
            )
        yield Line(kind, value, where)
    if header.get("lines") not in (None, count):
        raise UnreadableError(
            f"the file is not whole: {header['lines']} lines should follow the first, there are {count}",
            where=Where(file),
            hint="export the league again, or copy the file again",
        )


def _parse(text: bytes, where: Where) -> dict[str, Any]:
    try:
        stated = json.loads(text)
    except (ValueError, RecursionError) as error:
        raise UnreadableError(f"this is not JSON: {error}", where=where, hint="was the file cut off?") from None
    if not isinstance(stated, dict):
        raise UnreadableError("this is no object", where=where, hint="was the file changed by hand?")
    return stated


def _check_header(header: dict[str, Any], where: Where) -> None:
    if header.get("schema") != SCHEMA:
        raise UnreadableError(
            f"this is a league file of the form {str(header.get('schema'))[:40]!r}; this program reads {SCHEMA!r}",
            where=where,
            hint="install a newer schneider-league",
        )


def misshapen(line: Line, error: Exception) -> InputError:
    """That a line lacks something, or has it in another form."""
    what = f"there is no {error}" if isinstance(error, KeyError) else str(error)
    return UnreadableError(
        f"this {line.kind} cannot be read: {what}", where=line.where, hint="was the file changed by hand?"
    )


# --- times ---


def format_time(at: datetime) -> str:
    """A time, UTC."""
    return at.astimezone(UTC).isoformat()


def parse_time(text: str) -> datetime:
    """The time that is meant; ValueError where it is none."""
    at = datetime.fromisoformat(text)
    if at.tzinfo is None:
        raise ValueError(f"'{text}' has no time zone")
    return at.astimezone(UTC)


# --- entries ---


def format_entry(
    entry: Entry,
    seqs: dict[int, int],
    player_uid: UidOf,
    event_uid: UidOf,
    batch_uid: UidOf,
    pairing_name: PairingNameOf,
) -> dict[str, Any]:
    """An entry; `seqs` gives the seq of an entry of its session by id. What is empty is left out."""
    stated: dict[str, Any] = {
        "id": entry.id,
        "uid": entry.uid,
        "seq": entry.seq,
        "action": entry.action,
        "root": entry.root,
        "replaces": None if entry.replaces is None else seqs[entry.replaces],
        "after": entry.after,
        "undoes": entry.undoes,
        "redoes": entry.redoes,
        "batch": None if entry.batch is None else batch_uid(entry.batch),
        "at": format_time(entry.at),
        "came": format_time(entry.came),
        "reason": entry.reason,
    }
    content = entry.content
    stated |= {
        "kind": str(content.kind),
        "dealer": content.dealer,
        "dealer_stated": content.dealer_stated or None,
        "score": None if content.score is None else list(content.score),
        "all_tricks": content.all_tricks or None,
        "ending": None if content.ending is None else str(content.ending),
        "loser": content.loser,
        "note": content.note,
        "accepted": list(content.accepted) or None,
        "start": None if content.start is None else _format_start(content.start, player_uid, event_uid, pairing_name),
        "plays": None if content.plays is None else json.loads(content.plays),
    }
    return {name: value for name, value in stated.items() if value is not None}


def _format_start(
    start: SessionStart, player_uid: UidOf, event_uid: UidOf, pairing_name: PairingNameOf
) -> dict[str, Any]:
    stated: dict[str, Any] = {
        "players": [player_uid(player) for player in start.players],
        "rules": start.rules,
        "digest": start.digest,
        "format": str(start.format.kind),
        "deals": start.format.deals,
        "target": start.target,
        "played_on": start.played_on.isoformat(),
        "first_dealer": start.first_dealer,
        "event": None if start.event is None else event_uid(start.event),
        "table": start.table,
    }
    if start.pairing is not None:
        stated["pairing"] = list(pairing_name(start.pairing))
    if start.must_decide:
        stated["must_decide"] = True
    return stated


@dataclass(frozen=True, slots=True)
class StatedEntry:
    """An entry as a file states it: its place is that within its session, and it has no id of this league yet."""

    uid: str
    seq: int
    action: int
    root: int
    replaces: int | None
    """The seq of what it replaces."""
    after: int | None
    undoes: int | None
    redoes: int | None
    batch: str | None
    """The uid of the import that it came with."""
    at: datetime
    came: datetime
    reason: str | None
    content: Content
    id: int
    """In the league that was exported."""


def parse_entry(stated: dict[str, Any], player_id: IdOf, event_id: IdOf, pairing_id: PairingIdOf) -> StatedEntry:
    """The entry that `format_entry` wrote; KeyError, TypeError or ValueError where it is none."""
    score = stated.get("score")
    ending = stated.get("ending")
    start = stated.get("start")
    plays = stated.get("plays")
    content = Content(
        EntryKind(stated["kind"]),
        _one_of(stated.get("dealer"), (None, 0, 1)),
        bool(stated.get("dealer_stated", False)),
        None if score is None else _pair(score),
        bool(stated.get("all_tricks", False)),
        None if ending is None else Ending(ending),
        _one_of(stated.get("loser"), (None, "a", "b", "both")),
        text_or_none(stated.get("note")),
        tuple(map(str, stated.get("accepted", ()))),
        None if start is None else _parse_start(start, player_id, event_id, pairing_id),
        None if plays is None else json.dumps(plays, ensure_ascii=False),
    )
    return StatedEntry(
        str(stated["uid"]),
        int(stated["seq"]),
        int(stated["action"]),
        int(stated["root"]),
        number_or_none(stated.get("replaces")),
        number_or_none(stated.get("after")),
        number_or_none(stated.get("undoes")),
        number_or_none(stated.get("redoes")),
        text_or_none(stated.get("batch")),
        parse_time(stated["at"]),
        parse_time(stated["came"]),
        text_or_none(stated.get("reason")),
        content,
        int(stated["id"]),
    )


def _parse_start(stated: dict[str, Any], player_id: IdOf, event_id: IdOf, pairing_id: PairingIdOf) -> SessionStart:
    a, b = stated["players"]
    event, pairing = stated.get("event"), stated.get("pairing")
    return SessionStart(
        (player_id(a), player_id(b)),
        str(stated["rules"]),
        str(stated["digest"]),
        SessionFormat(FormatKind(stated["format"]), number_or_none(stated.get("deals"))),
        number_or_none(stated.get("target")),
        date.fromisoformat(stated["played_on"]),
        _one_of(stated.get("first_dealer"), (None, 0, 1)),
        None if event is None else event_id(event),
        text_or_none(stated.get("table")),
        None if pairing is None else pairing_id((str(pairing[0]), int(pairing[1]))),
        bool(stated.get("must_decide", False)),
    )


def _pair(stated: Any) -> Pair:
    a, b = stated
    return int(a), int(b)


def _one_of(value: Any, known: tuple[Any, ...]) -> Any:
    if value not in known:
        raise ValueError(f"{value!r} is none of {', '.join(map(str, known[1:]))}")
    return value


def number_or_none(value: Any) -> int | None:
    """A whole number that may be missing; TypeError or ValueError where it is none."""
    return None if value is None else int(value)


def text_or_none(value: Any) -> str | None:
    """A text that may be missing; TypeError where it is none."""
    if value is not None and not isinstance(value, str):
        raise TypeError(f"{value!r} is no text")
    return value
