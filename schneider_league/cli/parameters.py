"""Reading options quickly.

Typer reads every value through pydantic, whose import alone takes several times as long as a whole
`rules list`. Text, whole numbers and choices need no such help; what is anything else is left to Typer.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import TYPE_CHECKING, Any, Literal, get_args, get_origin

import typer
from typer._coercion import RuntimeParam

if TYPE_CHECKING:
    from typer._click.core import Parameter


class Plain(RuntimeParam):
    """Text as it is, whole numbers, and one of several words."""

    def _coerce_value(self, value: Any, param: Any, ctx: Any) -> Any:
        kind = _member(self.annotation)
        if isinstance(value, list | tuple):
            return [_read(member, kind, self.parameter_info.min) for member in value]
        return _read(value, kind, self.parameter_info.min)


def read_plainly(params: Iterable[Parameter]) -> None:
    """Let the parameters that can be read plainly be read so."""
    from typer.core import TyperArgument, TyperOption

    for param in params:
        if not isinstance(param, TyperArgument | TyperOption):
            continue
        descriptor = param.type_descriptor
        kind = _member(descriptor.annotation)
        if kind in (str, int, bool) or get_origin(kind) is Literal:
            param._runtime_param = Plain(descriptor.parameter_info, descriptor.annotation)


def _member(annotation: Any) -> Any:
    """The type of one value: of a list, that of its members."""
    return get_args(annotation)[0] if get_origin(annotation) is list else annotation


def _read(value: Any, kind: Any, least: float | None) -> Any:
    """One value as `kind`; typer.BadParameter where it is none."""
    if get_origin(kind) is Literal:
        choices = get_args(kind)
        if value in choices:
            return value
        from schneider_league.cli.failure import closest
        from schneider_league.reports.text import quoted

        listed = f"{quoted(str(value))} is none of {', '.join(choices)}"
        near = closest(str(value), choices)
        raise typer.BadParameter(f"{listed}; did you mean {near[0]}?" if near else listed)
    if kind is int and not isinstance(value, int):
        if not re.fullmatch(r"[+-]?[0-9]{1,18}", value):
            from schneider_league.reports.text import quoted

            raise typer.BadParameter(f"{quoted(value)} is no whole number")
        value = int(value)
    if kind is int and least is not None and value < least:
        raise typer.BadParameter(f"{value} is too small: the least is {least:g}")
    return value
