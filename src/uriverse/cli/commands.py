"""The group of commands: `uriverse COMMAND ...`.

A command is a module of this package that holds `command`; it is imported when it is called or when its help is shown.
To add one, write the module and put its name in `NAMES`. Another distribution adds one by an entry point in the group
`PLUG_INS` whose object is a `click.Command`.
"""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Callable
from difflib import get_close_matches
from functools import cache
from importlib import import_module
from typing import TYPE_CHECKING, Any, Final

import click

import uriverse as uv
from uriverse.cli.help import Context, OtherWord
from uriverse.ground.masking import shown

if TYPE_CHECKING:
    from importlib.metadata import EntryPoint

# In the order of the help. Each name is a module of this package that holds `command`; "-" is "_" there.
GROUPS: Final = {
    "Every day": ("look", "parse", "check", "edit", "normalize", "resolve", "audit", "canonical"),
    "Names and IRIs": ("to-uri", "to-iri", "display", "to-ascii", "to-unicode"),
    "Documents and data": ("links", "find", "table", "template"),
    "For experts": ("explain", "agree", "diff", "schemes", "lab", "serve-columns"),
    "This installation": ("doctor", "completion"),
}
NAMES: Final = tuple(name for names in GROUPS.values() for name in names)
PLUG_INS: Final = "uriverse.commands"
# Commands of distributions of this repository: what to install is named where one is missing.
DISTRIBUTIONS: Final = {"oracle": "uriverse-oracle"}


@cache
def plug_ins() -> dict[str, EntryPoint]:
    """The commands of other installed distributions, by name."""
    from importlib.metadata import entry_points

    return {found.name: found for found in sorted(entry_points(group=PLUG_INS)) if found.name not in NAMES}


def finished(command: click.Command) -> click.Command:
    """A command, and those within it, with what all commands have: `--color`, and help that fits the terminal."""
    if command.context_class is not Context:
        command.context_class = Context
        command.params.append(
            click.Option(
                ["--color"],
                type=click.Choice(["auto", "always", "never"]),
                expose_value=False,
                is_eager=True,
                callback=_coloured,
                help="When to write colours: auto is on a terminal, unless NO_COLOR is set.",
            )
        )
        command.make_parser = _refusing_twice(command.make_parser)  # type: ignore[assignment, method-assign]
        for each in command.commands.values() if isinstance(command, click.Group) else ():
            finished(each)
    return command


def _refusing_twice(make_parser: Callable[[click.Context], Any]) -> Callable[[click.Context], Any]:
    """A parser of arguments that refuses an option that is given twice, where the last would win in silence."""

    def made(ctx: click.Context) -> Any:
        parser = make_parser(ctx)
        parse = parser.parse_args

        def parsed(args: list[str]) -> Any:
            found = parse(args)
            for param, times in Counter(found[2]).items():
                if times > 1 and isinstance(param, click.Option) and not (param.multiple or param.is_flag):
                    raise click.BadParameter("it is given twice", ctx, param)
            return found

        parser.parse_args = parsed
        return parser

    return made


def _coloured(ctx: click.Context, param: click.Parameter, value: str | None) -> None:
    """Say by the environment what `Screen` looks at."""
    del param
    if value is not None and not ctx.resilient_parsing:
        ctx.color = {"always": True, "never": False}.get(value)
        os.environ.pop("NO_COLOR", None)
        os.environ.pop("CLICOLOR_FORCE", None)
        os.environ |= {"always": {"CLICOLOR_FORCE": "1"}, "never": {"NO_COLOR": "1"}}.get(value, {})


class LazyGroup(click.Group):
    """A group that knows its commands by name and loads one when it is asked for."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        """Return the names, in the order of the help, whatever the context."""
        del ctx
        return [*NAMES, *plug_ins()]

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """Return the command, imported now, whatever the context."""
        del ctx
        command: click.Command | None = None
        if cmd_name in NAMES:
            command = import_module(f"uriverse.cli.{cmd_name.replace('-', '_')}").command
        elif cmd_name in plug_ins():
            command = plug_ins()[cmd_name].load()
        return None if command is None else finished(command)

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        """Return the command and its arguments; a name that is not a command is told with what may be meant."""
        name = args[0]
        if name in NAMES or name.startswith("-") or name in plug_ins():
            return super().resolve_command(ctx, args)
        if ":" in name or "/" in name:
            return "look", self.get_command(ctx, "look"), args
        if name in DISTRIBUTIONS:
            ctx.fail(f"{name!r} is a command of another distribution: pip install {DISTRIBUTIONS[name]}")
        names = self.list_commands(ctx)
        near = get_close_matches(name.lower(), names, n=2)
        name = shown(name)
        if near:
            ctx.fail(f"there is no command {name!r}; did you mean {' or '.join(near)}?")
        ctx.fail(f"there is no command {name!r}; there are {', '.join(names)}.")


FIRST_STEPS: Final = """\
Try:
  uriverse 'http://example.com@0x7f.1:25/'
  uriverse check 'http://example.com/a b'
  uriverse links page.html

uriverse --help lists all commands, and uriverse COMMAND --help explains one.
"""


class Root(LazyGroup):
    """The whole command: its help has groups, and an option that has another name here is refused with that name."""

    context_class = Context

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Write the commands in their groups."""
        for title, names in {**GROUPS, "Other distributions": tuple(plug_ins())}.items():
            commands = [(name, self.get_command(ctx, name)) for name in names]
            if commands:
                with formatter.section(title):
                    formatter.write_dl([(name, each.get_short_help_str(70)) for name, each in commands if each])

    def invoke(self, ctx: click.Context) -> Any:
        """Run a command."""
        try:
            return super().invoke(ctx)
        except click.NoSuchOption as error:
            raise OtherWord.of(error) from None


@click.group(cls=Root, invoke_without_command=True, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(uv.__version__, prog_name="uriverse")
@click.pass_context
def uriverse(ctx: click.Context) -> None:
    """Read, check, resolve and normalise URI references, by any edition of the standard.

    \b
    Exit codes: 0 yes, 1 no, 2 wrong use, 3 the output could not be written; 130 after Ctrl-C.
    Texts and documents are arguments, files, or standard input, one text a line. On a terminal passwords and other
    secrets are stars; a pipe or a file gets the data.
    """
    if ctx.invoked_subcommand is None:
        click.echo(FIRST_STEPS, nl=False, err=True)
        ctx.exit(2)
