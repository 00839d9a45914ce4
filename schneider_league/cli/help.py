"""Help pages: short, the same at every level, one line a command and an option."""

from __future__ import annotations

import sys
from collections.abc import Iterable
from textwrap import TextWrapper
from typing import TYPE_CHECKING

from typer.core import TyperArgument, TyperOption

from schneider_league.cli.terminal import is_colourful, terminal_width

if TYPE_CHECKING:
    from typer import Context
    from typer._click.core import Command

_WIDEST = 100
_LEAST = 24  # columns that explanations have at least beside the names
_TERM = 28  # columns for the name of an option; a longer one has a line of its own


def help_page(ctx: Context, commands: Iterable[tuple[str, str]], *, width: int, colour: bool) -> str:
    """The help of the command of `ctx`; `commands` are its (name, line) where it has any."""
    command = ctx.command
    parts = [_fill(_usage(ctx), width, 0, hanging=4)]
    if command.help:
        parts += _paragraphs(command.help, width)
    parts += _section("Commands", list(commands), width, colour)
    arguments = [p for p in command.params if isinstance(p, TyperArgument) and not p.hidden]
    parts += _section("Arguments", [(_metavar(p), p.help or "") for p in arguments], width, colour)
    sections: dict[str, list[tuple[str, str]]] = {}
    for param in command.get_params(ctx):
        if isinstance(param, TyperOption) and not param.hidden:
            line = "Show this page." if param.name == "help" else param.help or ""
            sections.setdefault(param.rich_help_panel or "Options", []).append((_term(param), line))
    for heading in sorted(sections, key=lambda name: name != "Options"):
        parts += _section(heading, sections[heading], width, colour)
    if command.epilog:
        parts += _paragraphs(command.epilog, width)
    return "\n\n".join(parts)


def terminal_help_page(ctx: Context, commands: Iterable[tuple[str, str]]) -> str:
    """The help as it suits standard output."""
    width = min(_WIDEST, terminal_width(sys.stdout) or 80)
    return help_page(ctx, commands, width=width, colour=is_colourful(sys.stdout))


def _usage(ctx: Context) -> str:
    """`Usage: schneider-league replay [OPTIONS] FILE…`."""
    command: Command = ctx.command
    words = [ctx.command_path, "[OPTIONS]"]
    words += [
        _metavar(param) if param.required else f"[{_metavar(param)}]"
        for param in command.params
        if isinstance(param, TyperArgument) and not param.hidden
    ]
    if command.allow_extra_args:
        words.append("COMMAND …")
    return f"Usage: {' '.join(words)}"


def _metavar(param: TyperArgument | TyperOption) -> str:
    """What stands for the value: its own name for it, the choices, or the parameter's name."""
    if param.metavar:
        return param.metavar
    if param.type_descriptor.choices:
        return "|".join(map(str, param.type_descriptor.choices))
    return param.name.upper()


def _term(option: TyperOption) -> str:
    """`-o, --output FILE`; a long option without a short one is indented to stand under the others."""
    names = sorted([*option.opts, *option.secondary_opts], key=len)
    text = ", ".join(names)
    if names[0].startswith("--"):
        text = f"    {text}"
    return text if option.is_flag else f"{text} {_metavar(option)}"


def _section(heading: str, entries: list[tuple[str, str]], width: int, colour: bool) -> list[str]:
    """A heading and its entries, the explanations aligned; empty where there are no entries."""
    if not entries:
        return []
    indent = min(_TERM, max(len(term) for term, _line in entries)) + 4
    if width - indent < _LEAST:
        # A narrow terminal: each explanation below its name.
        indent = 10 if any(term.startswith(" ") for term, _line in entries) else 6
    title = f"\x1b[1m{heading}:\x1b[0m" if colour else f"{heading}:"
    lines = [title]
    for term, line in entries:
        head = f"  {term}"
        wrapped = _fill(line, width, indent)
        if len(head) + 2 > indent:
            head = head if len(head) <= width else _fill(term, width, 2, hanging=4)
            lines += [head, wrapped] if line else [head]
        else:
            lines.append((head.ljust(indent) + wrapped.lstrip()).rstrip())
    return ["\n".join(lines)]


def _paragraphs(text: str, width: int) -> list[str]:
    """Paragraphs filled to `width`; lines that are indented are commands and stay, or go on as in a shell."""
    parts = text.strip("\n").split("\n\n")
    return [_commands(part, width) if part.startswith("  ") else _fill(part, width, 0) for part in parts]


def _commands(text: str, width: int) -> str:
    """Command lines to type; one that is too long for a line goes on in the next, behind a backslash."""
    lines = []
    for line in text.split("\n"):
        if len(line) <= width:
            lines.append(line)
        else:
            *first, last = _fill(line, width - 2, 2, hanging=4).split("\n")
            lines += [*(f"{part} \\" for part in first), last]
    return "\n".join(lines)


def _fill(text: str, width: int, indent: int, hanging: int = 0) -> str:
    """`text` in lines of at most `width`, indented; further lines by `hanging` more. A long word is cut at last."""
    wrapper = TextWrapper(
        width=max(width, indent + hanging + 8),
        initial_indent=" " * indent,
        subsequent_indent=" " * (indent + hanging),
        break_on_hyphens=False,
    )
    return wrapper.fill(" ".join(text.split()))
