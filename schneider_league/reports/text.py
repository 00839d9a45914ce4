"""Text that comes from users, made safe to show, measured and wrapped.

The one place that knows about control characters and about the width of a character on a terminal.
"""

from __future__ import annotations

import re

_CONTROL = re.compile("[\x00-\x1f\x7f-\x9f\u061c\u2028-\u202e\u2066-\u2069\ud800-\udfff]")
_LINE_END = re.compile("[ \t]*(?:\r\n|[\n\r\x85\u2028\u2029])(?:[ \t]*(?:\r\n|[\n\r\x85\u2028\u2029]))*[ \t]*")
_UNDECODABLE = range(0xDC80, 0xDD00)  # bytes that are no UTF-8, as Python keeps them in file names


def make_visible(text: str, *, pictures: bool = True) -> str:
    """`text` with a visible sign for each control character; nothing else is changed.

    C0 controls and DEL become their Unicode pictures (escape is ␛), C1 controls, line separators and
    the characters that embed, override or isolate the direction of writing become `‹U+202E›`, a byte
    that is no UTF-8 becomes `\\xff`. Without `pictures`, which few fonts have, C0 is `‹U+001B›` too.
    """
    return _CONTROL.sub(_picture if pictures else _number, text)


def _picture(match: re.Match[str]) -> str:
    number = ord(match[0])
    if number < 0x20:
        return chr(0x2400 + number)
    return "\u2421" if number == 0x7F else _number(match)


def _number(match: re.Match[str]) -> str:
    number = ord(match[0])
    if number in _UNDECODABLE:
        return f"\\x{number - 0xDC00:02x}"
    return f"‹U+{number:04X}›"


def quoted(text: str) -> str:
    """`text` in quotes, as messages quote what was given, control characters visible."""
    return f"'{make_visible(text)}'"


def reflowed(text: str) -> str:
    """Prose in one line: each of its line ends, with the blanks around it, becomes a blank."""
    return _LINE_END.sub(" ", text).strip(" ")


def cell_width(text: str) -> int:
    """How many terminal cells `text` takes: wide characters two, combining ones none."""
    if text.isascii():
        return len(text)
    from rich.cells import cell_len

    return cell_len(text)


def pad(text: str, width: int, align: str = "left") -> str:
    """`text` filled up with spaces to `width` cells; longer text is left as it is."""
    space = " " * (width - cell_width(text))
    return space + text if align == "right" else text + space


def graphemes(text: str) -> list[tuple[str, int]]:
    """The characters as a reader counts them, each with its width in cells."""
    if text.isascii():
        return [(character, 1) for character in text]
    from rich.cells import split_graphemes

    spans, _width = split_graphemes(text)
    return [(text[start:end], width) for start, end, width in spans]


def wrap(text: str, width: int) -> list[str]:
    """`text` in lines of at most `width` cells, broken at spaces and after - + /, else where it must be.

    Spaces where a line is broken are left out. At least one line, which may be empty.
    """
    if cell_width(text) <= width:
        return [text]
    lines: list[str] = []
    line, used = "", 0
    for word in break_points(text):
        length = cell_width(word.rstrip())
        if used + length > width:
            if line:
                lines.append(line.rstrip())
            *full, word = _fold(word, width) if length > width else [word]
            lines += full
            line, used = "", 0
        line, used = line + word, used + cell_width(word)
    return [*lines, line.rstrip()]


def break_points(text: str) -> list[str]:
    """The pieces between which `text` may be broken, each with the spaces that follow it."""
    return re.findall(r"[^ +/-]*(?:[+/-]+(?=\w)|[^ ]* +|[^ ]*$)", text) if text else [""]


def _fold(word: str, width: int) -> list[str]:
    """A word that is too long, cut into pieces of at most `width` cells (or one character)."""
    pieces: list[str] = []
    piece, used = "", 0
    for character, length in graphemes(word):
        if piece and used + length > width:
            pieces.append(piece)
            piece, used = "", 0
        piece, used = piece + character, used + length
    return [*pieces, piece]
