"""Groups and commands on top of Typer: loaded when called, with our help and our errors."""

from __future__ import annotations

from contextlib import suppress
from importlib import import_module
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, cast

import typer
from typer.core import TyperCommand, TyperGroup

from schneider_league.cli.help import terminal_help_page
from schneider_league.cli.options import GlobalDatabase
from schneider_league.cli.parameters import read_plainly
from schneider_league.cli.tree import Noun, Tree, Verb

if TYPE_CHECKING:
    from typer._click.core import Command as AnyCommand
    from typer.core import TyperOption


HELP_NAMES = ["-h", "--help"]


class Command(TyperCommand):
    """One command, with our help page and quick reading of its options."""

    def __init__(self, name: str | None, **settings: Any) -> None:
        super().__init__(name, **settings)
        read_plainly(self.params)

    def parse_args(self, ctx: Any, args: list[str]) -> list[str]:
        """Read the arguments; one too many is wrong usage."""
        ctx.allow_extra_args = True
        rest = super().parse_args(ctx, args)
        if rest and not ctx.resilient_parsing:
            from schneider_league.cli.failure import unwanted_argument

            raise unwanted_argument(ctx.command_path, rest[0])
        return rest

    def get_help_option_names(self, ctx: Any) -> list[str]:
        """How help is asked for."""
        return HELP_NAMES

    def get_help_option(self, ctx: Any) -> TyperOption | None:
        """`--help`, read as quickly as the other options."""
        return _plain(super().get_help_option(ctx))

    def get_help(self, ctx: Any) -> str:
        """The help page."""
        return terminal_help_page(ctx, ())


class Group(TyperGroup):
    """Commands from a static table; a command's module is imported when it is called."""

    tree: Tree = MappingProxyType({})
    usual: str | None = None
    """The command that is meant where none is named."""

    def __init__(self, **settings: Any) -> None:
        super().__init__(**settings)
        read_plainly(self.params)

    def parse_args(self, ctx: Any, args: list[str]) -> list[str]:
        """Read what stands before the command; where none is named, the usual one is meant."""
        if self.usual is not None:
            args = self._with_usual(self.usual, args, completing=ctx.resilient_parsing)
        return super().parse_args(ctx, args)

    def _with_usual(self, usual: str, args: list[str], *, completing: bool) -> list[str]:
        """`args` with the usual command where no other stands behind the options of the group."""
        index = 0
        while index < len(args) and (args[index] == "--db" or args[index].startswith("--db=")):
            index += 2 if args[index] == "--db" else 1
        if index >= len(args):
            return args if completing else [*args, usual]
        is_option = args[index].startswith("-") and args[index] != "--help"
        return [*args[:index], usual, *args[index:]] if is_option else args

    def list_commands(self, ctx: Any) -> list[str]:
        """The names, in the order of the table."""
        return list(self.tree)

    def get_command(self, ctx: Any, cmd_name: str) -> AnyCommand | None:
        """The command, imported now; None where there is none of that name."""
        entry = self.tree.get(cmd_name)
        if entry is None:
            return None
        if cmd_name not in self.commands:
            self.commands[cmd_name] = (
                _load_noun(cmd_name, entry) if isinstance(entry, Noun) else _load_verb(cmd_name, entry)
            )
        return self.commands[cmd_name]

    def resolve_command(self, ctx: Any, args: list[str]) -> tuple[str | None, AnyCommand | None, list[str]]:
        """The command that is called; an unknown one is met with the closest known."""
        name = args[0]
        if name in self.tree or ctx.resilient_parsing:
            return super().resolve_command(ctx, args)
        from schneider_league.cli.failure import unknown_command

        raise unknown_command(ctx.command_path, name, self.tree)

    def invoke(self, ctx: Any) -> Any:
        """Call the command that is named."""
        if not ctx._protected_args and not self.invoke_without_command:
            self.refuse_nothing(ctx)
        return super().invoke(ctx)

    def refuse_nothing(self, ctx: Any) -> None:
        """Answer a call without a command: the help, as an error."""
        with suppress(OSError, ValueError):  # standard error may be full or closed
            typer.echo(self.get_help(ctx), err=True)
        raise typer.Exit(2)

    def get_help_option_names(self, ctx: Any) -> list[str]:
        """How help is asked for."""
        return HELP_NAMES

    def get_help_option(self, ctx: Any) -> TyperOption | None:
        """`--help`, read as quickly as the other options."""
        return _plain(super().get_help_option(ctx))

    def get_help(self, ctx: Any) -> str:
        """The help page."""
        return terminal_help_page(ctx, [(name, entry.line) for name, entry in self.tree.items()])

    def shell_complete(self, ctx: Any, incomplete: str) -> list[Any]:
        """The names that begin so, without importing their commands."""
        from typer._click.shell_completion import CompletionItem

        found = [
            CompletionItem(name, help=entry.line) for name, entry in self.tree.items() if name.startswith(incomplete)
        ]
        return found or [item for item in super().shell_complete(ctx, incomplete) if item.value not in self.tree]


def _plain(option: TyperOption | None) -> TyperOption | None:
    """The option, to be read plainly."""
    if option is not None:
        read_plainly([option])
    return option


def _load_verb(name: str, verb: Verb) -> AnyCommand:
    """Import the command's function and make a Typer command of it."""
    module, function = verb.function.split(":")
    app = typer.Typer(add_completion=False, rich_markup_mode=None, pretty_exceptions_enable=False)
    found = getattr(import_module(f"schneider_league.cli.{module}"), function)
    app.command(name, cls=Command)(found)
    return typer.main.get_command(app)


def _load_noun(name: str, noun: Noun) -> Group:
    """A group of commands that does nothing itself."""

    def callback(ctx: typer.Context, db: GlobalDatabase = "") -> None:
        ctx.obj = db or ctx.obj

    app = typer.Typer(
        name=name,
        cls=Group,
        help=noun.line,
        callback=callback,
        add_completion=False,
        rich_markup_mode=None,
        pretty_exceptions_enable=False,
    )
    group = cast(Group, typer.main.get_command(app))
    group.tree = noun.verbs
    group.usual = noun.usual
    return group
