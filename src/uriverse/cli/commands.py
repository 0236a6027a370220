"""The group of commands; each is imported when it is called or when its help is shown."""

from __future__ import annotations

from importlib import import_module
from typing import Final

import click

import uriverse as uv

# In the order of the help. Each name is a module of this package that holds `command`.
NAMES: Final = (
    "parse",
    "check",
    "resolve",
    "normalize",
    "explain",
    "diff",
    "links",
    "find",
    "schemes",
    "audit",
    "table",
    "lab",
)


class LazyGroup(click.Group):
    """A group that knows its commands by name and loads one when it is asked for."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        """Return the names, in the order of the help, whatever the context."""
        del ctx
        return list(NAMES)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """Return the command, imported now, whatever the context."""
        del ctx
        if cmd_name not in NAMES:
            return None
        command: click.Command = import_module(f"uriverse.cli.{cmd_name}").command
        return command


@click.group(cls=LazyGroup, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(uv.__version__, prog_name="uriverse")
def uriverse() -> None:
    """Read, check, resolve and normalise URI references, by any edition of the standard.

    \b
    Exit codes: 0 yes, 1 no, 2 wrong use.
    Where a text is asked for, - reads texts from standard input, one a line.
    """
