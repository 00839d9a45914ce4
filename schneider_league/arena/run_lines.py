"""The lines of a run file: `parse_x` and `format_x` are inverses; a seal tells a whole line from a torn one."""

from __future__ import annotations

import hashlib
import json
import shlex
from array import array
from base64 import b64decode, b64encode
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Final

from schneider_league.arena.outcomes import Chunk, DealOutcome, pack_codes, unpack_codes, width_for
from schneider_league.arena.plan import Format, Plan
from schneider_league.bots.registry import BotKind, BotSpec
from schneider_league.bots.seat import Cause
from schneider_league.derive.sprt import Sprt
from schneider_league.game.ruleset_definition import format_definition, parse_definition

SCHEMA: Final = "bot-run-file/1"
_SEAL: Final = b',"sha256":"'
_DIGITS: Final = 16
_SIDES: Final = ("a", "b")


class BrokenLineError(Exception):
    """A line of a run file that is not as it has to be; the text says why."""


@dataclass(frozen=True, slots=True)
class Head:
    """What the first line of a run file says."""

    plan: Plan
    started: str
    """When, ISO 8601."""
    version: str
    """Of the program."""
    identities: Mapping[str, Mapping[str, Any]] = field(default_factory=dict)
    """By bot what those that are not built in said of themselves."""


def seal(line: bytes) -> bytes:
    """The line of a JSON object with the first digits of the SHA-256 of all before them, and a line end."""
    opened = line[:-1]
    return b"".join((opened, _SEAL, hashlib.sha256(opened).hexdigest()[:_DIGITS].encode(), b'"}\n'))


def unseal(line: bytes) -> dict[str, Any]:
    """What a sealed line says. `seal` is the inverse.

    Raises:
        BrokenLineError: it is not whole, or not as it was written.
    """
    end = len(line) - len(_SEAL) - _DIGITS - 3
    if end < 1 or line[end : end + len(_SEAL)] != _SEAL or line[-3:] != b'"}\n':
        raise BrokenLineError('a line has no seal ("sha256") at its end')
    opened = line[:end]
    if hashlib.sha256(opened).hexdigest()[:_DIGITS].encode() != line[end + len(_SEAL) : -3]:
        raise BrokenLineError('a line is not as it was written (its "sha256" is another)')
    try:
        stated = json.loads(opened + b"}")
    except (ValueError, RecursionError):
        raise BrokenLineError("a line is no JSON") from None
    if not isinstance(stated, dict):
        raise BrokenLineError("a line is no JSON object")
    return stated


def _json(value: object) -> str:
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"), allow_nan=False)


def format_head(head: Head) -> bytes:
    """The first line."""
    plan = head.plan
    sprt = plan.sprt
    return _json(
        {
            "schema": SCHEMA,
            "program": head.version,
            "started": head.started,
            "format": plan.format,
            "rules": plan.ruleset.name,
            "definition": json.loads(format_definition(plan.ruleset)),
            "seed": plan.seed,
            "pairs": plan.pairs,
            "target": plan.target,
            "move_ms": plan.move_ms,
            "sprt": sprt and {name: getattr(sprt, name) for name in ("elo0", "elo1", "alpha", "beta", "model")},
            "bots": [
                {
                    "name": spec.name,
                    "kind": spec.kind,
                    "source": spec.source,
                    "text": spec.text,
                    "options": dict(spec.options),
                    "identity": head.identities.get(spec.name),
                }
                for spec in plan.bots
            ],
            "pairings": [[pairing.a, pairing.b] for pairing in plan.pairings],
        }
    ).encode()


def parse_head(stated: dict[str, Any]) -> Head:
    """What the first line says.

    Raises:
        BrokenLineError: it is of another kind or version.
    """
    schema = stated.get("schema")
    if schema != SCHEMA:
        raise BrokenLineError(f"this is no run file that can be read here: its schema is {schema!r}, not '{SCHEMA}'")
    try:
        bots = tuple(
            BotSpec(
                str(bot["name"]),
                BotKind(bot["kind"]),
                str(bot["source"]),
                str(bot["text"]),
                tuple((str(name), str(value)) for name, value in bot["options"].items()),
            )
            for bot in stated["bots"]
        )
        for spec in bots:
            if spec.kind is BotKind.PROCESS:
                shlex.split(spec.source)
        plan = Plan(
            Format(stated["format"]),
            parse_definition(_json(stated["definition"])),
            _whole(stated["seed"]),
            bots,
            _whole(stated["pairs"]),
            None if stated["target"] is None else _whole(stated["target"]),
            _whole(stated["move_ms"]),
            Sprt(**stated["sprt"]) if stated["sprt"] else None,
        )
        identities = {bot["name"]: bot["identity"] for bot in stated["bots"] if bot["identity"]}
        head = Head(plan, str(stated["started"]), str(stated["program"]), identities)
        is_sound = [[each.a, each.b] for each in plan.pairings] == stated["pairings"] and plan.pairs and len(bots) > 1
    except (KeyError, TypeError, ValueError, AttributeError) as error:
        raise BrokenLineError(f"the first line of the run file does not say what it has to ({error})") from None
    if not is_sound:
        raise BrokenLineError("the pairings of the run file are not those of its bots")
    return head


def _whole(value: object) -> int:
    if not isinstance(value, int) or isinstance(value, bool) or value < 0:
        raise ValueError(f"{value!r} is no whole number")
    return value


def format_chunk(chunk: Chunk) -> bytes:
    """The line of a chunk."""
    stated: dict[str, Any] = {
        "pairing": chunk.pairing,
        "first": chunk.first,
        "pairs": chunk.pairs,
        "outcomes": [
            outcome[:4] if outcome.by is None else [*outcome[:4], outcome.cause, _SIDES[outcome.by]]
            for outcome in chunk.outcomes
        ],
    }
    if chunk.lengths is not None:
        width = 1 if max(chunk.lengths, default=0) < 256 else 4
        stated["session_bytes"] = width
        stated["sessions"] = b64encode(pack_codes(chunk.lengths, width)).decode()
    if chunk.moves is not None:
        stated["moves"] = chunk.moves
    if any(chunk.asks):
        stated["asks"] = chunk.asks
    if any(chunk.cpu):
        stated["cpu"] = [round(seconds, 6) for seconds in chunk.cpu]
    stated["deal_bytes"] = chunk.width
    # The long text is not worth being looked through for what JSON would have to escape.
    return b"".join((_json(stated)[:-1].encode(), b',"deals":"', b64encode(chunk.codes), b'"}'))


def parse_chunk(stated: Mapping[str, Any], plan: Plan) -> Chunk:
    """What the line of a chunk says.

    Raises:
        BrokenLineError: it is not as it has to be.
    """
    try:
        outcomes = tuple(_parse_outcome(outcome) for outcome in stated["outcomes"])
        codes = b64decode(stated["deals"], validate=True)
        lengths = None
        if plan.target is not None:
            width = _width(stated["session_bytes"])
            lengths = array("I", iter(unpack_codes(b64decode(stated["sessions"], validate=True), width)))
        moves = None if stated.get("moves") is None else tuple(map(str, stated["moves"]))
        asks, cpu = stated.get("asks", (0, 0)), stated.get("cpu", (0.0, 0.0))
        chunk = Chunk(
            _whole(stated["pairing"]),
            _whole(stated["first"]),
            _whole(stated["pairs"]),
            outcomes,
            codes,
            lengths,
            moves,
            (_whole(asks[0]), _whole(asks[1])),
            (float(cpu[0]), float(cpu[1])),
        )
        if stated["deal_bytes"] != width_for(len(outcomes)) or len(codes) % chunk.width:
            raise BrokenLineError("the deals of a chunk are not in as many bytes as its outcomes take")
        _check_counts(chunk, plan)
    except (KeyError, TypeError, ValueError, IndexError, OverflowError) as error:
        raise BrokenLineError(f"a chunk does not say what it has to ({error})") from None
    return chunk


def _width(value: object) -> int:
    if value not in (1, 2, 4):
        raise BrokenLineError(f"numbers of {value!r} bytes each")
    return int(str(value))


def _check_counts(chunk: Chunk, plan: Plan) -> None:
    if chunk.pairing >= len(plan.pairings) or chunk.pairs < 1 or chunk.first + chunk.pairs > plan.pairs:
        raise BrokenLineError("a chunk has pairs that were not to be played")
    halves = chunk.count if chunk.lengths is None else len(chunk.lengths)
    if halves != 2 * chunk.pairs or (chunk.lengths is not None and sum(chunk.lengths) != chunk.count):
        raise BrokenLineError("a chunk has not the deals of its pairs")
    if chunk.lengths is not None and not all(chunk.lengths):
        raise BrokenLineError("a chunk has a session without deals")
    if chunk.moves is not None and len(chunk.moves) != chunk.count:
        raise BrokenLineError("a chunk has not the plays of its deals")
    if chunk.count and max(chunk.indices()) >= len(chunk.outcomes):
        raise BrokenLineError("a chunk names an outcome that it does not list")


def _parse_outcome(stated: Sequence[Any]) -> DealOutcome:
    units_a, units_b, points_a, points_b = (_whole(number) for number in stated[:4])
    if max(units_a, units_b, points_a, points_b) >= 1 << 16:
        raise ValueError("a number of an outcome is too large")
    if len(stated) == 4:
        return DealOutcome(units_a, units_b, points_a, points_b)
    cause, by = stated[4:]
    return DealOutcome(units_a, units_b, points_a, points_b, Cause(cause), _SIDES.index(by))


def format_last(pairs: int, deals: int, digest: str, verdict: Sequence[Any] | None) -> bytes:
    """The last line of a complete run; `verdict` is hypothesis, pairs and ratio of a test that decided."""
    said = None if verdict is None else dict(zip(("hypothesis", "pairs", "llr"), verdict, strict=True))
    return _json({"complete": True, "pairs": pairs, "deals": deals, "digest": digest, "verdict": said}).encode()


def parse_last(stated: Mapping[str, Any]) -> tuple[int, int, str, tuple[str, int, float] | None]:
    """Pairs, deals, digest and verdict.

    Raises:
        BrokenLineError: the line does not say them.
    """
    try:
        said = stated["verdict"]
        verdict = None if said is None else (str(said["hypothesis"]), _whole(said["pairs"]), float(said["llr"]))
        return _whole(stated["pairs"]), _whole(stated["deals"]), str(stated["digest"]), verdict
    except (KeyError, TypeError, ValueError) as error:
        raise BrokenLineError(f"the last line does not say what it has to ({error})") from None
