"""Terminal colours by name. Colour never carries meaning alone: the words say the same."""

from __future__ import annotations

_CODES = {
    "bold": "1",
    "dim": "2",
    "red": "31",
    "green": "32",
    "yellow": "33",
    "blue": "34",
    "cyan": "36",
    "error": "1;31",
}


def paint(text: str, name: str, colour: bool) -> str:
    """`text` in the style `name` where `colour` is wished, else as it is."""
    return f"\x1b[{_CODES[name]}m{text}\x1b[0m" if colour and text else text
