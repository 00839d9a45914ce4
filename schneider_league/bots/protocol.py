"""The lines of the bot protocol: what the runner says, and how a bot's lines are read (docs/protocol.md)."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Final, Literal, NamedTuple, cast

from schneider_league.bots.seat import Announced, Ask, Cause, DealEnd, DealStart, Happening, MatchStart, TrickTaken
from schneider_league.game.cards import CardSet, format_card, format_suit, sorted_hand
from schneider_league.game.house_rules import house_rules_fields
from schneider_league.game.position import EXCHANGE, NOTHING
from schneider_league.game.ruleset import Ruleset
from schneider_league.game.score import Pair

VERSION: Final = 1
"""The highest version of the protocol that is spoken here."""

ANNOUNCE: Final = "announce"
"""The kind of a question that is no play."""
NO_ANNOUNCEMENT: Final = "none"
_MOST_TEXT: Final = 900
"""Characters of a text that is written: a line has room for it in any script."""

_PAIR = re.compile(r'([^\s="]+)=(?:"((?:[^"\\]|\\.)*)"|([^\s"]\S*)?)|\S+', re.DOTALL)
_ESCAPED = re.compile(r"\\(.)", re.DOTALL)
_PLAIN = re.compile(r'[^\s"]+')
_CONTROL = re.compile(r"[\x00-\x1f\x7f-\x9f\u2028\u2029]")


class Line(NamedTuple):
    """A line as it is understood."""

    word: str
    """What it is: `play`, `ready`, …; empty for an empty line."""
    values: Mapping[str, str]
    """Its pairs; of a key that stands there twice the first."""
    words: tuple[str, ...] = ()
    """What stands between them that is no pair."""


def parse_line(text: str) -> Line:
    """A bot's line. Whatever is in it, it can be read: what is no pair is a word."""
    word, _, rest = text.strip().partition(" ")
    if "\t" in word:
        word, _, rest = text.strip().partition("\t")
    values: dict[str, str] = {}
    words: list[str] = []
    for match in _PAIR.finditer(rest):
        key, quoted, plain = match.groups()
        if key is None:
            words.append(match[0])
        elif quoted is not None:
            values.setdefault(key, _ESCAPED.sub(r"\1", quoted))
        else:
            values.setdefault(key, plain or "")
    return Line(word, values, tuple(words))


def format_line(word: str, **values: object) -> str:
    """A line of the runner, without its end; a value that has blanks is quoted."""
    return " ".join((word, *(f"{key}={format_value(value)}" for key, value in values.items())))


def format_value(value: object) -> str:
    """A value as it is written: in quotes where it has blanks or is empty; never with a line's end in it."""
    text = _CONTROL.sub(" ", str(value))
    if _PLAIN.fullmatch(text):
        return text
    return '"' + text.replace("\\", "\\\\").replace('"', '\\"') + '"'


# --- what the runner says ---


def hello_line(runner: str) -> str:
    """The first line."""
    return f"schneider-bot {VERSION} runner={format_value(runner)}"


def setoption_line(name: str, value: str) -> str:
    """An option, set before the first match."""
    return format_line("setoption", name=name, value=value)


def match_line(match: MatchStart) -> str:
    """A session, or the deals of a pairing."""
    length = {"deals": match.deals} if match.target is None else {"target": match.target}
    stated = {key: value for key, value in length.items() if value is not None}
    return format_line("match", id=match.id, rules=match.ruleset.name, **stated, **{"move-ms": match.move_ms})


def rules_line(ruleset: Ruleset) -> str:
    """The ruleset's fields, as a house rule writes them: lists with commas, points as `A:11,10:10`."""
    return format_line(
        "rules", name=ruleset.name, **{name: _field(value) for name, value in house_rules_fields(ruleset).items()}
    )


def _field(value: object) -> str:
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, list | tuple):
        return ",".join(map(str, value))
    if isinstance(value, Mapping):
        return ",".join(f"{key}:{member}" for key, member in value.items())
    return str(value)


def deal_line(deal: DealStart) -> str:
    """A deal, as one side is told of it."""
    turned = {} if deal.turned is None else {"turned": format_card(deal.turned)}
    return format_line(
        "deal",
        id=deal.id,
        number=deal.number,
        you="dealer" if deal.is_dealer else "nondealer",
        seed=f"{deal.seed:016x}",
        score=_pair(deal.score),
        hand=format_hand(deal.hand),
        talon=deal.talon,
        **turned,
    )


def turn_line(at: str, ask: Ask) -> str:
    """A question."""
    view = ask.view
    stated: dict[str, object] = {"at": at, "kind": ask.kind, "hand": format_hand(view.hand)}
    if view.lead >= 0:
        stated["lead"] = format_card(view.lead)
    stated["choices" if ask.kind == ANNOUNCE else "legal"] = ",".join(choices(ask))
    if view.trump >= 0:
        stated["trump"] = format_suit(view.trump)
    if view.turned >= 0:
        stated["turned"] = format_card(view.turned)
    return format_line("turn", **stated, talon=view.talon, units=_pair((view.units, view.other_units)))


def choices(ask: Ask) -> dict[str, int]:
    """The words on offer, in the order in which they are written, and what each means in an `Answer`."""
    legal = ask.view.legal
    if ask.kind != ANNOUNCE:
        return {format_card(card): card for card in sorted_hand(legal)}
    offered = {"exchange": EXCHANGE} if legal >> EXCHANGE & 1 else {}
    return offered | {f"marriage-{format_suit(suit)}": suit for suit in range(4) if legal >> suit & 1}


def happening_line(at: str, happening: Happening) -> str:
    """A trick, an announcement or one's own draw."""
    if isinstance(happening, TrickTaken):
        return format_line(
            "trick",
            at=at,
            lead=format_card(happening.lead),
            response=format_card(happening.response),
            winner=_who(happening.is_mine),
            units=_pair(happening.units),
            talon=happening.talon,
        )
    if isinstance(happening, Announced):
        if happening.exchange is not None:
            said = {"exchange": format_card(happening.exchange)}
        else:
            said = {"marriage": format_suit(happening.marriage or 0)}
        return format_line("announced", at=at, by=_who(happening.is_mine), **said, units=_pair(happening.units))
    return format_line("draw", at=at, card=format_card(happening.card), talon=happening.talon)


def error_line(at: str, cause: Cause, text: str) -> str:
    """Why the bot has lost the deal."""
    return format_line("error", at=at, code=cause, text=text[:_MOST_TEXT])


def dealend_line(deal: str, end: DealEnd) -> str:
    """The end of a deal."""
    by = {} if end.by_me is None else {"by": _who(end.by_me)}
    return format_line("dealend", id=deal, units=_pair(end.units), points=_pair(end.points), cause=end.cause, **by)


def matchend_line(match: str, points: Pair) -> str:
    """The end of a session, or of a pairing's deals."""
    return format_line("matchend", id=match, points=_pair(points))


def _who(is_mine: bool) -> str:
    return "you" if is_mine else "opponent"


def _pair(numbers: Pair) -> str:
    return f"{numbers[0]},{numbers[1]}"


def format_hand(cards: CardSet) -> str:
    """Cards with commas, by suit from high to low."""
    return ",".join(map(format_card, sorted_hand(cards)))


# --- what a bot says ---


class Choice(NamedTuple):
    """What a `play` line answers."""

    word: str
    """The card or announcement, as it stands there."""
    value: int | None
    """What it means in an `Answer`; None where it was not on offer."""


def read_play(line: Line, ask: Ask) -> Choice | None:
    """What a `play` line for this question chooses; None where the key that was asked for is missing."""
    word = line.values.get("announce" if ask.kind == ANNOUNCE else "card")
    if word is None:
        return None
    if ask.kind == ANNOUNCE and word == NO_ANNOUNCEMENT:
        return Choice(word, NOTHING)
    return Choice(word, choices(ask).get(word))


OptionType = Literal["int", "bool", "choice", "string"]


class Option(NamedTuple):
    """An option that a bot has."""

    name: str
    type: OptionType
    default: str
    lowest: int | None = None
    """Of an int; None where there is no bound, as in `highest`."""
    highest: int | None = None
    choices: tuple[str, ...] = ()

    def fault(self, value: str) -> str | None:
        """Why a value does not fit, None where it does."""
        if _CONTROL.search(value) or len(value) > _MOST_TEXT:
            return f"is one line of at most {_MOST_TEXT} characters"
        if self.type == "bool" and value not in ("yes", "no"):
            return "is yes or no"
        if self.type == "choice" and value not in self.choices:
            return f"is one of {', '.join(self.choices)}"
        if self.type == "int":
            lowest = "" if self.lowest is None else f" from {self.lowest}"
            highest = "" if self.highest is None else f" to {self.highest}"
            number = parse_int(value)
            too_low = number is not None and self.lowest is not None and number < self.lowest
            too_high = number is not None and self.highest is not None and number > self.highest
            if number is None or too_low or too_high:
                return f"is a whole number{lowest}{highest}"
        return None


def read_option(line: Line) -> Option | str:
    """The option that an `option` line states, or what is wrong with the line."""
    values = line.values
    name = values.get("name", "")
    if not name:
        return "it has no name="
    kind = values.get("type", "string")
    if kind not in ("int", "bool", "choice", "string"):
        return f"type={kind} is none of int, bool, choice, string"
    bounds = {}
    for key in ("min", "max"):
        bounds[key] = parse_int(values[key]) if key in values else None
        if key in values and bounds[key] is None:
            return f"{key}={values[key]} is no whole number"
    words = tuple(word for word in values.get("choices", "").split(",") if word)
    option = Option(name, cast("OptionType", kind), values.get("default", ""), bounds["min"], bounds["max"], words)
    fault = option.fault(option.default) if "default" in values else None
    return option if fault is None else f"default={option.default}: {name} {fault}"


def parse_int(text: str) -> int | None:
    """A whole number in plain digits, None where it is none."""
    return int(text) if re.fullmatch(r"[+-]?[0-9]{1,18}", text) else None
