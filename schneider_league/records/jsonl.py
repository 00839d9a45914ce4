"""The deal record as one JSON object a line (`.jsonl`): `parse_jsonl` and `format_jsonl` are inverses."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from typing import Any, BinaryIO, Final

from schneider_league.errors import Code, UnreadableError, Where
from schneider_league.records.model import KNOWN_TAGS, Fault, Move, PlainMoves, Record, Token
from schneider_league.records.reading import MAX_RECORD, read_lines
from schneider_league.records.sdr import take_moves
from schneider_league.records.words import ANNOUNCEMENT_WORDS, CARD_WORDS, MAX_ANNOUNCEMENTS, MoveReader

_TAG_NAME = re.compile(r"\w+")
# What a comment cannot hold, since the text form could not be read back.
_COMMENT_END = re.compile(r'[}\0\ud800-\udfff]|\n\s*\n(\[\s*\w+\s+".*"\s*\]\s*(\n|$)){2}')
_NOT_IN_TAG = re.compile(r"[\n\0\ud800-\udfff]")
_OWN_TAGS: Final = frozenset(KNOWN_TAGS.values())
_ANNOUNCEMENTS: Final = frozenset(ANNOUNCEMENT_WORDS.values())


def read_jsonl(stream: BinaryIO, file: str | None = None) -> Iterator[Record]:
    """The records of a file of JSON lines; empty lines are passed over.

    Raises:
        UnreadableError: this is a league file and not a file of deal records.
    """
    for number, (line, cut) in enumerate(read_lines(stream, MAX_RECORD), 1):
        if line.strip():
            yield parse_jsonl(line, number, file, cut=cut)


def parse_jsonl(line: bytes, number: int = 1, file: str | None = None, *, cut: bool = False) -> Record:
    """Read one record; what cannot be read is among its `faults`.

    Raises:
        UnreadableError: the line begins a league file.
    """
    record = Record([], line=number)
    where = Where(file, number)
    if cut:
        return _unreadable(record, where, f"this line is too long to be a deal record ({MAX_RECORD // 1024} KiB)")
    try:
        stated = json.loads(line, object_pairs_hook=_dict_or_pairs)
    except UnicodeDecodeError as error:
        return _unreadable(record, where, f"byte {error.start + 1} of this line is not UTF-8; save the file as UTF-8")
    except json.JSONDecodeError as error:
        place = Where(file, number, error.colno)
        text = line.decode(errors="replace").rstrip()
        return _unreadable(record, place, f"this is not JSON: {error.msg}", excerpt=text)
    except RecursionError:
        return _unreadable(record, where, "this is not a deal record: it is nested too deeply")
    except ValueError:
        return _unreadable(record, where, "this is not a deal record: a number in it is too long")
    if isinstance(stated, dict) and str(stated.get("schema", "")).startswith("league/"):
        raise UnreadableError(
            "this is a whole league and not a file of deal records",
            where=where,
            hint="schneider-league import reads it",
        )
    try:
        _read_object(record, stated, where)
    except _MisshapenError as error:
        record.faults.append(Fault(Code.SYNTAX, str(error), where))
        record.readable = record.lossless = False
    return record


def _dict_or_pairs(pairs: list[tuple[str, Any]]) -> dict[str, Any] | list[tuple[str, Any]]:
    """An object, as a list of pairs where a name stands twice: nothing is overwritten unseen."""
    found = dict(pairs)
    return found if len(found) == len(pairs) else pairs


class _MisshapenError(Exception):
    """The JSON is not shaped like a deal record."""


def _unreadable(record: Record, where: Where, message: str, excerpt: str | None = None) -> Record:
    record.faults.append(Fault(Code.SYNTAX, message, where, excerpt=excerpt, width=1))
    record.readable = record.lossless = record.intelligible = False
    return record


def _read_object(record: Record, stated: object, where: Where) -> None:
    if not isinstance(stated, dict):
        record.intelligible = False
        raise _MisshapenError('a record is an object: {"tags": {…}, "moves": […]}')
    unknown = [key for key in stated if key not in ("tags", "moves", "comment", "opening")]
    if unknown:
        raise _MisshapenError(f'a record has "tags", "moves" and "comment", but no "{unknown[0][:40]}"')
    tags = stated.get("tags", {})
    pairs = list(tags.items()) if isinstance(tags, dict) else tags
    if not isinstance(pairs, list):
        raise _MisshapenError('"tags" is an object, or a list of pairs where a tag stands twice')
    for pair in pairs:
        _read_tag(record, pair)
    record.tag_lines = [where.line or 1] * len(record.tags)
    reader = MoveReader(where.file)
    reader.add_comment(_comment(stated, "comment"))
    line = where.line or 1
    reader.read(_words(stated, "opening", line))
    moves = stated.get("moves", [])
    if not isinstance(moves, list):
        raise _MisshapenError('"moves" is a list of tricks')
    if moves and "comment" not in stated and "opening" not in stated:
        record.plain = _read_plain(moves)
        if record.plain is not None:
            return
    for index, move in enumerate(moves, 1):
        _read_move(reader, move, index, line, is_last=index == len(moves))
    reader.end()
    take_moves(record, reader)


def _read_tag(record: Record, pair: object) -> None:
    if not (isinstance(pair, list | tuple) and len(pair) == 2 and all(isinstance(part, str) for part in pair)):
        raise _MisshapenError("a tag is a name and a value, both of them strings")
    name, value = str(pair[0]), str(pair[1])
    if name in _OWN_TAGS and value.isprintable():  # as in most records
        record.tags.append((name, value))
        return
    if not _TAG_NAME.fullmatch(name):
        raise _MisshapenError(f'"{name[:40]}" is no name of a tag; it consists of letters, digits and _')
    if _NOT_IN_TAG.search(value):
        raise _MisshapenError(f"the value of {name} holds a line end, a NUL or half a character, which a tag cannot")
    record.tags.append((KNOWN_TAGS.get(name.lower(), name), value))


def _read_plain(moves: list[Any]) -> PlainMoves | None:
    """The tricks of moves in which all is as the program writes it, as in most records; None for any other."""
    leads, responses = [], []
    announced: dict[int, tuple[str, ...]] = {}
    for index, move in enumerate(moves):
        if not isinstance(move, dict) or "lead" not in move or "response" not in move:
            return None
        lead, response = move["lead"], move["response"]
        if lead.__class__ is not str or response.__class__ is not str:
            return None
        leads.append(lead)
        responses.append(response)
        if len(move) > 2:
            after = move.get("after")
            if len(move) > 3 or not after or not isinstance(after, list):
                return None
            if not all(isinstance(word, str) and word in _ANNOUNCEMENTS for word in after):
                return None
            announced[index] = tuple(after)
    if not CARD_WORDS.issuperset(leads) or not CARD_WORDS.issuperset(responses):
        return None
    if sum(map(len, announced.values())) > MAX_ANNOUNCEMENTS:
        return None
    return PlainMoves(leads, responses, announced)


_MOVE_KEYS = ("number", "lead", "lead_comment", "lead_after", "response", "after", "comment")


def _read_move(reader: MoveReader, move: object, trick: int, line: int, *, is_last: bool) -> None:
    if not isinstance(move, dict) or not isinstance(move.get("lead"), str):
        raise _MisshapenError(f'trick {trick} must be an object with a "lead"')
    unknown = [key for key in move if key not in _MOVE_KEYS]
    if unknown:
        raise _MisshapenError(f'trick {trick} has an unknown "{unknown[0][:40]}"; known are {", ".join(_MOVE_KEYS)}')
    number = move.get("number")
    if number is not None:
        if not isinstance(number, int) or isinstance(number, bool) or not 0 <= number < 10**9:
            raise _MisshapenError(f'the "number" of trick {trick} is not a trick number')
        reader.add_number(number, Token(f"{number}.", line, 1))
    response = move.get("response")
    if response is not None and not isinstance(response, str):
        raise _MisshapenError(f'the "response" of trick {trick} must be a card or null')
    if response is None and not is_last:
        raise _MisshapenError(f"trick {trick} has no response, but tricks follow it")
    _read_card(reader, move["lead"], line)
    reader.read(_words(move, "lead_after", line))
    reader.add_comment(_comment(move, "lead_comment"))
    if response is not None:
        _read_card(reader, response, line)
        reader.read(_words(move, "after", line))
    elif move.get("after"):
        raise _MisshapenError(f"something is announced after trick {trick}, which has no response")
    reader.add_comment(_comment(move, "comment"))


def _read_card(reader: MoveReader, word: str, line: int) -> None:
    if len(word.split()) != 1 or word.lower().startswith(("exchange", "marriage-")):
        raise _MisshapenError(f'"{word[:40]}" stands where a card must stand')
    reader.add_word(Token(word, line, 1))


def _words(stated: dict[str, Any], key: str, line: int) -> list[tuple[str, int, int]]:
    words = stated.get(key, [])
    if not isinstance(words, list) or not all(isinstance(word, str) for word in words):
        raise _MisshapenError(f'"{key}" is a list of announcements')
    for word in words:
        if not word.lower().startswith(("exchange", "marriage-")) or len(word.split()) != 1:
            raise _MisshapenError(f'"{word[:40]}" stands where an announcement must stand')
    return [(word, line, 1) for word in words]


def _comment(stated: dict[str, Any], key: str) -> str:
    comment = stated.get(key) or ""
    if not isinstance(comment, str):
        raise _MisshapenError(f'"{key}" is a text')
    comment = comment.replace("\r\n", "\n")
    if _COMMENT_END.search(comment):
        raise _MisshapenError(
            f'"{key}" holds }}, tags on lines of their own, a NUL or half a character, which it cannot'
        )
    return comment


def format_jsonl(record: Record) -> str:
    """The record as one line of JSON, with its line end."""
    names = [name for name, _value in record.tags]
    stated: dict[str, Any] = {
        "tags": dict(record.tags) if len(set(names)) == len(names) else [list(pair) for pair in record.tags]
    }
    if record.opening:
        stated["opening"] = list(record.opening)
    if record.plain is not None and record.comment is None:
        # As most records are, and much the same as below.
        return f'{json.dumps(stated, ensure_ascii=False)[:-1]}, "moves": [{_plain_moves(record.plain)}]}}\n'
    stated["moves"] = [_stated_move(move) for move in record.moves]
    if record.comment is not None:
        stated["comment"] = record.comment
    return json.dumps(stated, ensure_ascii=False) + "\n"


def _plain_moves(plain: PlainMoves) -> str:
    """The tricks as JSON, without the brackets around them."""
    tricks = [
        f'{{"lead": "{lead}", "response": "{response}"}}'
        for lead, response in zip(plain.leads, plain.responses, strict=True)
    ]
    for trick, words in plain.announced.items():
        tricks[trick] = f'{tricks[trick][:-1]}, "after": {json.dumps(list(words), ensure_ascii=False)}}}'
    return ", ".join(tricks)


def _stated_move(move: Move) -> dict[str, Any]:
    stated: dict[str, Any] = {} if move.number is None else {"number": move.number}
    stated["lead"] = move.lead
    if move.lead_comment is not None:
        stated["lead_comment"] = move.lead_comment
    if move.lead_after:
        stated["lead_after"] = list(move.lead_after)
    stated["response"] = move.response
    if move.after:
        stated["after"] = list(move.after)
    if move.comment is not None:
        stated["comment"] = move.comment
    return stated
