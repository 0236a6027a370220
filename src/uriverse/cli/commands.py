"""The group of commands: `uriverse COMMAND ...`.

A command is a module of this package that defines `command`, imported lazily. To add one, write the module and put its
name in `GROUPS`. Another distribution adds one by an entry point in the group `PLUG_INS` whose object is a
`click.Command`.
"""

from __future__ import annotations

import os
import sys
from collections import Counter
from collections.abc import Callable
from contextlib import suppress
from functools import cache
from importlib import import_module
from typing import TYPE_CHECKING, Any, Final

import click

import uriverse as uv
from uriverse.cli.help import Context, OtherWord
from uriverse.ground.masking import shown
from uriverse.ground.near_names import nearest_or_all

if TYPE_CHECKING:
    from importlib.metadata import EntryPoint

# In the order of the help. Each name is that of a module, with "-" for "_". The summaries are here so that the help
# imports no module.
GROUPS: Final = {
    "Every day": {
        "look": "Show each TEXT in one screen: what it is, and what is dangerous.",
        "parse": "Show the components of each TEXT, or why it is refused.",
        "check": "Check whether an edition or your grammar accepts each TEXT.",
        "edit": "Change parts of each TEXT and leave the rest as it is.",
        "normalize": "Write the normal form of each TEXT.",
        "resolve": "Write the URI to which each REFERENCE resolves against the base.",
        "audit": "Report what is dangerous, doubtful or untidy in each TEXT.",
        "policy": "Check which texts a policy admits: which URLs a program takes.",
        "canonical": "Write the key under which each TEXT is stored, by a profile.",
        "convert": "Write each TEXT as a URI, an IRI, a name of the DNS, or for people.",
    },
    "Documents and data": {
        "links": "List every reference of each PAGE.",
        "find": "List the references in running text.",
        "redact": "Write a text with stars for the secrets of its references.",
        "table": "Parse a column of text, CSV, JSON lines, Parquet or Arrow.",
        "template": "Expand URI templates, and match references with them.",
    },
    "For experts": {
        "explain": "Show how each edition parses each TEXT, and its nearest repair.",
        "agree": "Show how parsers differ on each TEXT.",
        "diff": "Compare the editions OLD and NEW.",
        "schemes": "List the registered schemes, or describe one.",
        "lab": "Show the editions' automata, and make test suites of them.",
        "serve-columns": "Answer Arrow streams on standard input.",
    },
    "This installation": {
        "doctor": "Show versions, extras and the dates of the data.",
        "completion": "Write the completion script of a shell.",
    },
}
NAMES: Final = tuple(name for names in GROUPS.values() for name in names)
PLUG_INS: Final = "uriverse.commands"
# Commands of this repository's other distributions, so that the error names what to install.
DISTRIBUTIONS: Final = {"oracle": "./oracle, in a copy of the repository"}


@cache
def plug_ins() -> dict[str, EntryPoint]:
    """Return the commands of other installed distributions by name."""
    if not any(map(_has_plug_ins, sys.path)):
        return {}
    from importlib.metadata import entry_points

    return {point.name: point for point in sorted(entry_points(group=PLUG_INS)) if point.name not in NAMES}


def _has_plug_ins(place: str) -> bool:
    """Whether a distribution there may name `PLUG_INS`; importing `importlib.metadata` to ask takes 25 ms."""
    try:
        for name in os.listdir(place or "."):
            if name.endswith((".dist-info", ".egg-info")):
                with suppress(OSError), open(os.path.join(place, name, "entry_points.txt"), "rb") as file:
                    if PLUG_INS.encode() in file.read():
                        return True
    except OSError:
        return os.path.isfile(place)
    return False


def finished(command: click.Command) -> click.Command:
    """Give a command and its subcommands `--color`, and help that fits the terminal."""
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
        for subcommand in command.commands.values() if isinstance(command, click.Group) else ():
            finished(subcommand)
    return command


def _refusing_twice(make_parser: Callable[[click.Context], Any]) -> Callable[[click.Context], Any]:
    """Make the parser refuse an option given twice, of which click would silently take the last."""

    def make_strict_parser(ctx: click.Context) -> Any:
        parser = make_parser(ctx)
        parse = parser.parse_args

        def parsed(args: list[str]) -> Any:
            result = parse(args)
            for param, times in Counter(result[2]).items():
                if times > 1 and isinstance(param, click.Option) and not (param.multiple or param.is_flag):
                    raise click.BadParameter("it is given twice", ctx, param)
            return result

        parser.parse_args = parsed
        return parser

    return make_strict_parser


def _coloured(ctx: click.Context, param: click.Parameter, value: str | None) -> None:
    """Set the environment variables that `Screen` reads."""
    del param
    if value is not None and not ctx.resilient_parsing:
        ctx.color = {"always": True, "never": False}.get(value)
        os.environ.pop("NO_COLOR", None)
        os.environ.pop("CLICOLOR_FORCE", None)
        os.environ |= {"always": {"CLICOLOR_FORCE": "1"}, "never": {"NO_COLOR": "1"}}.get(value, {})


class LazyGroup(click.Group):
    """A group that imports its commands lazily."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        """Return the names in the order of the help."""
        del ctx
        return [*NAMES, *plug_ins()]

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        del ctx
        command: click.Command | None = None
        if cmd_name in NAMES:
            command = import_module(f"uriverse.cli.{cmd_name.replace('-', '_')}").command
        elif cmd_name in plug_ins():
            command = plug_ins()[cmd_name].load()
        return None if command is None else finished(command)

    def invoke(self, ctx: click.Context) -> Any:
        """Run the command; if a library of an extra is missing, the message says what to install."""
        try:
            return super().invoke(ctx)
        except ModuleNotFoundError as missing:
            raise click.UsageError(str(missing)) from None

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        """Return the command and its arguments; an unknown name gets suggestions."""
        name = args[0]
        if name in NAMES or name.startswith("-") or name in plug_ins():
            return super().resolve_command(ctx, args)
        if ":" in name or "/" in name:
            return "look", self.get_command(ctx, "look"), args
        if os.path.isfile(name):
            ctx.fail(f"{shown(name)!r} is a file: name a command, such as uriverse check --file {shown(name)}")
        if name in DISTRIBUTIONS:
            ctx.fail(f"{name!r} is a command of another distribution: pip install {DISTRIBUTIONS[name]}")
        if "." in name:
            ctx.fail(f"there is no command {shown(name)!r}; uriverse look {shown(name)} reads it as a text")
        if name in ("compare", "same", "equivalent"):
            ctx.fail(f"there is no command {name!r}: uriverse normalize --level scheme writes equivalent texts alike")
        ctx.fail(f"there is no command {shown(name)!r}{nearest_or_all(name, self.list_commands(ctx))}")


FIRST_STEPS: Final = """\
Try:
  uriverse 'http://example.com@0x7f.1:25/'
  uriverse check 'http://example.com/a b'
  uriverse links page.html

uriverse --help lists all commands, and uriverse COMMAND --help explains one.
"""


class Root(LazyGroup):
    """The root command: its help has groups, and options of other tools are refused with the name used here."""

    context_class = Context

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        del ctx
        # Of another distribution only its metadata is read: its command may import much.
        summaries = {name: plug_in.dist.metadata["Summary"] for name, plug_in in plug_ins().items() if plug_in.dist}
        for title, rows in {**GROUPS, "Other distributions": summaries}.items():
            if rows:
                with formatter.section(title):
                    formatter.write_dl(list(rows.items()))

    def invoke(self, ctx: click.Context) -> Any:
        try:
            return super().invoke(ctx)
        except click.NoSuchOption as error:
            raise OtherWord.of(error) from None


@click.group(cls=Root, invoke_without_command=True, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(uv.__version__, prog_name="uriverse")
@click.pass_context
def uriverse(ctx: click.Context) -> None:
    """Read, check, resolve and normalise URI references, by any edition of the standard.

    Exit codes: 0 yes, 1 no, 2 wrong usage, 3 the output could not be written; 130 after Ctrl-C.

    Texts and documents are arguments, files, or standard input, one text a line. On a terminal passwords and other
    secrets are stars; a pipe or a file gets the data.
    """
    if ctx.invoked_subcommand is None:
        click.echo(FIRST_STEPS, nl=False, err=True)
        ctx.exit(2)
